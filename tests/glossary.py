"""The words of a translation: the glossary's terms, texts that stay English, texts that have gone stale.

`locale/en/terms.json` holds the terms, each with its English spellings. `locale/LANGUAGE/terms.json` holds

    terms       for each of them the words of the language: each word is the beginning of one, in any case:
                "Groß Stadt" finds "Große Stadt" and "großen Stadtteil", not "große Städte";
                "KV" in capitals is an abbreviation and finds itself alone
    ours        terms for which the language's rulebook has no word
    as_english  keys whose text is rightly the English one
    otherwise   by key, the terms that its text says in another way
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TypedDict

from diadochi.catalogue import PLACE

FILE = "terms.json"
LETTERS = re.compile(r"[^\W\d_]")


class Terms(TypedDict):
    terms: dict[str, list[str]]
    ours: list[str]
    as_english: list[str]
    otherwise: dict[str, list[str]]


def read_english(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((folder / "en" / FILE).read_text(encoding="utf-8"))
    return found


def read_terms(language: str, folder: Path) -> Terms | None:
    file = folder / language / FILE
    found: Terms | None = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    return found


def write_terms(language: str, terms: Terms, folder: Path) -> None:
    """A term and an exception a line, so that changes of several people meet less often."""
    parts = []
    for name, value in terms.items():
        entries = [json.dumps(x, ensure_ascii=False) for x in value] if isinstance(value, list) else by_key(value)
        brackets = "[]" if isinstance(value, list) else "{}"
        parts.append(f' "{name}": {brackets[0]}' + ",".join(f"\n  {entry}" for entry in entries) + f"\n {brackets[1]}")
    (folder / language / FILE).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def by_key(value: object) -> list[str]:
    assert isinstance(value, dict)
    return [f"{json.dumps(key)}: {json.dumps(words, ensure_ascii=False)}" for key, words in value.items()]


def spoken(text: str) -> str:
    """A text without its places, but with the words among which they choose."""

    def sides(place: re.Match[str]) -> str:
        choices = (place[2] or "").split("|")
        return " ".join(choice.partition("=")[2] or choice for choice in choices) if len(choices) > 1 else " "

    return PLACE.sub(sides, text)


@cache
def spelled(spelling: str) -> str:
    """An English word in one or several; one without capitals may begin a sentence."""
    first = f"[{spelling[0]}{spelling[0].upper()}]" if spelling.islower() else re.escape(spelling[0])
    return first + re.escape(spelling[1:].removesuffix("y")) + ("(?:y|ies)" if spelling.endswith("y") else "(?:e?s)?")


@cache
def any_term(folder: Path) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Finds the terms, the longest first: a Minor General is not also a General."""
    spellings = [(spelling, term) for term, found in read_english(folder).items() for spelling in found]
    spellings.sort(key=lambda pair: (pair[0][0].lower(), -len(pair[0])))
    by_letter = (
        f"(?=[{letter}{letter.upper()}])(?:{'|'.join(f'({spelled(spelling)})' for spelling, _ in group)})"
        for letter, group in groupby(spellings, key=lambda pair: pair[0][0].lower())
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(by_letter)})(?!\w)"), tuple(term for _, term in spellings)


@cache
def terms_in(text: str, english: Path) -> set[str]:
    pattern, terms = any_term(english)
    return {terms[found.lastindex - 1] for found in pattern.finditer(spoken(text)) if found.lastindex}


def says(text: str, words: list[str]) -> bool:
    """Whether one of the words stands there, in whatever case; an abbreviation stands as it is."""
    return any(re.search(word_pattern(each), spoken(text)) for each in words)


@cache
def word_pattern(words: str) -> str:
    abbreviated = words.isupper()
    pattern = r"\w*\W+".join(map(re.escape, words.split()))
    return rf"(?<!\w){pattern}(?!\w)" if abbreviated else f"(?i:{pattern})"


Text = tuple[str, str, str, str]
"""A file, a key, its text, and the English one."""


def word_faults(language: str, texts: list[Text], folder: Path, home: Path) -> Iterator[str]:
    """What is wrong with the words of a language. `home` is the folder where English is."""
    terms = read_terms(language, folder)
    if terms is None:
        yield f"{FILE} is missing: run `make language LANG={language}`"
        return
    known = read_english(home)
    yield from (f"{FILE}: {term} has no word" for term in known if not terms["terms"].get(term))
    yield from sorted(f"{FILE}: {term} is no term" for term in {*terms["terms"], *terms["ours"]} - known.keys())
    excused: set[tuple[str, str]] = set()
    for domain, key, text, english in texts:
        if text == english and LETTERS.search(spoken(text)):
            excused.add(("", key))
            if key not in terms["as_english"]:
                yield f"{domain}: {key} equals English; as_english in {FILE} excuses that"
        for term in sorted(terms_in(english, home)):
            words = terms["terms"].get(term)
            if words and not says(text, words):
                excused.add((term, key))
                if term not in terms["otherwise"].get(key, []):
                    yield f"{domain}: {key} does not say {term}, {' or '.join(words)}; otherwise in {FILE} excuses that"
    listed = {("", key) for key in terms["as_english"]}
    listed |= {(term, key) for key, names in terms["otherwise"].items() for term in names}
    yield from sorted(f"{FILE}: {key} needs no exception{' for ' * bool(term)}{term}" for term, key in listed - excused)
