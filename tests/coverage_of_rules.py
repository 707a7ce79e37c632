"""What the tests prove: rules, worked examples, Generals and cards, by the marks on the tests.

    python -m tests.coverage_of_rules [EDITION]

prints four counts and everything without a test, with the reason why. The reasons stand in `waivers.json` by id or, for
what is still to come, by the beginning of ids and a star. It fails when something is neither proven nor waived, when a
mark names something unknown, and when a waiver is not needed any more.

A line of another edition than the first is proven by a test of its own (`T9.9.3`, `K10.3`), or, where it says the same
as rules of the first, by tests of all of these that run in that edition too (`tests/shared.py`). While an edition
cannot be played its gaps are counted and are no failure.
"""

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from diadochi.data import load_material
from diadochi.data.rulebook import load_rulebook
from diadochi.model.edition import EDITIONS
from tests.shared import PLAYED

HERE = Path(__file__).parent
WAIVERS = HERE / "waivers.json"
KINDS = ("rule", "example", "general", "card")
SHARED = {edition: f"rule shared with {edition}" for edition in EDITIONS[1:]}
"""By edition: the kind of those marks of rules that stand on tests which run in it too."""
EXAMPLES = {
    "deluxe": {"E": (1, 44), "D": (1, 13), "G": (1, 14)},
    "third": {"G": (1, 14), "X": (1, 81)},
    "draft": {"D": (1, 34)},
}
"""The worked examples that an edition is held to: of the rules, of their draft, of the third edition; its long game."""

Marks = dict[str, dict[str, str]]
"""By kind and id: a test that carries the mark."""


@dataclass(frozen=True)
class Coverage:
    """One kind of thing to prove."""

    kind: str
    ids: tuple[str, ...]
    """Everything there is, in order."""
    marks: dict[str, str]
    waivers: dict[str, str]

    @property
    def covered(self) -> list[str]:
        return [x for x in self.ids if x in self.marks]

    @property
    def missing(self) -> list[str]:
        return [x for x in self.ids if x not in self.marks]

    @property
    def problems(self) -> Iterator[str]:
        for x, test in self.marks.items():
            if x not in self.ids:
                yield f"{test}: there is no {self.kind} {x}"
        for waiver in self.waivers:
            if not any(fits(x, waiver) for x in self.ids):
                yield f"{WAIVERS.name}: there is no {self.kind} {waiver}"
            elif not any(fits(x, waiver) for x in self.missing):
                yield f"{WAIVERS.name}: {self.kind} {waiver} has a test and needs no waiver"
        for x in self.missing:
            if not self.reason(x):
                yield f"{self.kind} {x} has neither a test nor a waiver"

    def reason(self, x: str) -> str:
        """Why it has no test."""
        return next((reason for waiver, reason in self.waivers.items() if fits(x, waiver)), "")

    @property
    def headline(self) -> str:
        end = " covered" if self.kind == "rule" else ""
        return f"{self.kind}s: {len(self.covered)} of {len(self.ids)}{end}"

    @property
    def gaps(self) -> Iterator[str]:
        for x in self.missing:
            yield f"{self.kind} {x}: {self.reason(x) or 'NO TEST'}"


def fits(x: str, waiver: str) -> bool:
    return x.startswith(waiver[:-1]) if waiver.endswith("*") else x == waiver


class Collector:
    """A pytest plugin that takes down the marks of every test."""

    def __init__(self) -> None:
        self.marks: Marks = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.marks = marks_of(items)


def marks_of(items: list[pytest.Item]) -> Marks:
    marks: Marks = {kind: {} for kind in (*KINDS, *SHARED.values())}
    for item in items:
        shared = SHARED.get(played_in(item), "")
        for kind in KINDS:
            for x in (str(x) for mark in item.iter_markers(kind) for x in mark.args):
                marks[kind].setdefault(x, item.nodeid)
                if shared and kind == "rule":
                    marks[shared].setdefault(x, item.nodeid)
    return marks


def played_in(item: pytest.Item) -> str:
    """The edition in which a shared test runs."""
    call = getattr(item, "callspec", None)
    return str(call.params.get(PLAYED, "")) if call is not None else ""


class CollectionError(RuntimeError):
    """Not every test could be collected."""


def collect() -> Marks:
    collector = Collector()
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        code = pytest.main(["--collect-only", "-q", str(HERE)], plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise CollectionError(f"the tests cannot be collected\n{told.getvalue()}")
    return collector.marks


def everything(edition: str = EDITIONS[0]) -> dict[str, tuple[str, ...]]:
    material, book = load_material(edition), load_rulebook(edition=edition)
    return {
        "rule": tuple(f"{book.letter}{rule.number}" for rule in book.rules),
        "example": tuple(
            f"{letter}{n:0{3 if letter == 'X' else 2}}"
            for letter, (first, last) in EXAMPLES[edition].items()
            for n in range(first, last + 1)
        ),
        "general": tuple(g.id for g in material.pieces.generals[: material.pieces.majors]),
        "card": tuple(card.number for card in material.cards),
    }


def coverage(marks: Marks, edition: str = EDITIONS[0]) -> list[Coverage]:
    waivers = (
        json.loads(WAIVERS.read_text(encoding="utf-8")) if edition == EDITIONS[0] else {kind: {} for kind in KINDS}
    )
    own = {**marks, "rule": rule_marks(marks, edition)}
    for kind in ("example", "general", "card"):
        own[kind] = known_marks(kind, marks[kind], edition)
    return [Coverage(kind, ids, own[kind], waivers[kind]) for kind, ids in everything(edition).items()]


def rule_marks(marks: Marks, edition: str) -> dict[str, str]:
    """The marks of this edition's lines; a line that only shares rules of the first is proven where all of them are."""
    book = load_rulebook(edition=edition)
    own = {x: test for x, test in marks["rule"].items() if x.startswith(book.letter)}
    for rule in book.rules:
        shared = [marks[SHARED[edition]].get(f"R{number}", "") for number in rule.same_as]
        if shared and all(shared) and not rule.instead_of:
            own.setdefault(f"{book.letter}{rule.number}", shared[0])
    return own


def known_marks(kind: str, marks: dict[str, str], edition: str) -> dict[str, str]:
    """Without those that only the other editions know."""
    known = everything(edition)[kind]
    elsewhere = {x for other in EDITIONS for x in everything(other)[kind]}
    return {x: test for x, test in marks.items() if x in known or x not in elsewhere}


def main(edition: str = EDITIONS[0]) -> int:
    return tell(collect(), edition)


def tell(marks: Marks, edition: str = EDITIONS[0]) -> int:
    found = coverage(marks, edition)
    problems = [problem for c in found for problem in c.problems if load_material(edition).edition.playable]
    print(*(c.headline for c in found), sep="\n")
    print(*(gap for c in found for gap in c.gaps), sep="\n")
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
