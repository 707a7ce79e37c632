"""How we know each fact: one of four words stands beside it in the data files."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from diadochi.data.entry import PROVENANCE, Entry
from diadochi.data.tables import CELLS, cell_words

NO_FACTS = frozenset({"provenance", "checks", "constraints", "polygons"})


@dataclass(frozen=True, slots=True)
class Fact:
    file: str
    entry: str
    field: str
    """Empty where one word stands for the whole entry."""
    kind: str


@dataclass(frozen=True)
class ProvenanceReport:
    facts: tuple[Fact, ...]

    @cached_property
    def counts(self) -> dict[str, dict[str, int]]:
        """By file, how many facts are of each kind."""
        tally = Counter((fact.file, fact.kind) for fact in self.facts)
        files = dict.fromkeys(fact.file for fact in self.facts)
        return {file: {kind: tally[file, kind] for kind in PROVENANCE} for file in files}


def facts_of(file: str, raw: dict[str, Any]) -> Iterator[Fact]:
    """The facts of a file that has been checked."""
    return _table_facts(file, raw) if file == "tables.json" else _entry_facts(file, "", raw)


def _entry_facts(file: str, name: str, value: Any) -> Iterator[Fact]:
    if isinstance(value, list):
        for item in value:
            yield from _entry_facts(file, _title(item) or name, item)
    elif isinstance(value, dict):
        word = value.get("provenance", {})
        words = {"": word} if isinstance(word, str) else word
        yield from (Fact(file, name or file, field, kind) for field, kind in words.items())
        for key in value:
            if key not in NO_FACTS:
                yield from _entry_facts(file, name or key, value[key])


def _title(item: Any) -> str:
    if not isinstance(item, dict):
        return ""
    for keys in (("id",), ("event",), ("a", "b"), ("army", "space")):
        if keys[0] in item:
            return " - ".join(item[key] for key in keys)
    return ""


def _table_facts(file: str, raw: dict[str, Any]) -> Iterator[Fact]:
    words = Entry(file, "", raw).entry("provenance")
    for table, value in words.raw.items():
        if isinstance(value, str):
            yield Fact(file, table, "", value)
            continue
        rows = words.entry(table)
        for row in rows.raw:
            for cell, word in cell_words(rows, row, CELLS.get(table, ("",))).items():
                yield Fact(file, f"{table} {row}", cell, word)
