"""The catalogues: every text that a person reads, by key, in the person's language.

`locale/LANGUAGE` holds gettext catalogues; docs/languages.md tells what is in them and how a text is written. What
fills a text is a number, a word, a list, or something that has forms: `{space:from}` asks for the form `from` of a
name, `{mps:MP|MPs}` chooses by a number, `{royal:m=him|f=her}` by a gender. The page reads the same texts in the same
way (web/texts.js).
"""

import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import c2py
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from diadochi.model.edition import EDITIONS

ENGLISH = "en"
FOLDER = "DIADOCHI_LOCALE"
"""An environment variable: one more folder of languages, for whoever writes one."""
DOMAINS = ("diadochi", "page", "errors", "commands", "help", "lab", "example.third")
EDITION_DOMAINS = ("names", "cards", "rules")
"""One file for each edition: `names.deluxe`."""
FIRST_EDITION = EDITIONS[0]
UNTOLD = "…"
"""Stands where a text names something that it is not told."""
CONTEXT = "\x04"
"""Between a form and the key that has it, in a compiled catalogue."""
GENDER = "gender"
"""The form of a name that tells its gender."""
PLURAL = "p"
"""In place of a gender, of several."""
PLACE = re.compile(r"\{([\w.]+)(?::([^{}]*))?\}")
"""The name of an argument, or, with a dot, the key of a name: `{royal.herakles}`."""
MAGIC = 0x950412DE
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?")

READER: ContextVar[str] = ContextVar("reader", default=ENGLISH)
"""The language of whoever reads: set once by a command, and by the server for each request and channel."""


@dataclass(frozen=True, slots=True)
class Value:
    """Something that a text names, and that has forms."""

    form: Callable[[str], str]
    """In a form; without one, as it stands for itself."""
    count: int = 1

    def __str__(self) -> str:
        return self.form("")


Word = object
"""A number, a Value, a list of words, or whatever has a text."""


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language."""

    language: str
    entries: Mapping[str, str]
    nplurals: int
    plural: Callable[[int], int]
    english: Mapping[str, str] = field(default_factory=dict)
    """Where it has no text, this one's is taken."""
    domains: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The keys of each file."""

    def find(self, key: str, form: str = "") -> str | None:
        return self.entries.get(f"{form}{CONTEXT}{key}" if form else key)

    def text(self, key: str, form: str = "") -> str:
        """As it stands in the catalogue: in that form, else without; else in English; else the key itself."""
        found = self.find(key, form) if form else None
        if found is None:
            found = self.entries.get(key)
        return self.english.get(key, key) if found is None else found

    def domain_keys(self, domains: Sequence[str]) -> list[str]:
        """The keys of some of its files."""
        return [key for domain in domains for key in self.domains.get(domain, ())]

    def say(self, key: str, words: Mapping[str, Word] | None = None, form: str = "") -> str:
        return self.fill(self.text(key, form), words or {})

    def fill(self, text: str, words: Mapping[str, Word]) -> str:
        def put(place: re.Match[str]) -> str:
            name, spec = place.groups()
            if name in words:
                return self.spoken(words[name], spec or "")
            return self.spoken(self.named(name), spec or "") if "." in name else UNTOLD

        return PLACE.sub(put, text)

    def named(self, key: str) -> Value:
        """A name of the edition, which a text calls by its key."""
        return Value(lambda form: "" if form == GENDER and self.find(key, form) is None else self.text(key, form))

    def spoken(self, word: Word, spec: str) -> str:
        """A word as a text wants it."""
        if "=" in spec:
            gender = word.form(GENDER) if isinstance(word, Value) else ""
            choices = dict(choice.partition("=")[::2] for choice in spec.split("|"))
            return choices.get(gender) or next(iter(choices.values()))
        if "|" in spec:
            number = word if isinstance(word, int) else word.count if isinstance(word, Value) else 1
            choices_by_number = spec.split("|")
            return choices_by_number[min(self.plural(abs(number)), len(choices_by_number) - 1)]
        if isinstance(word, Value):
            return word.form(spec)
        if isinstance(word, int) and word < 0:
            return f"\N{MINUS SIGN}{-word}"
        return self.row([str(each) for each in word]) if isinstance(word, list | tuple) else str(word)

    def all(self, names: Sequence[str]) -> str:
        """A list that ends with `and`."""
        *first, last = names or [self.say("none")]
        return self.say("list.last", {"a": self.row(first), "b": last}) if first else last

    def either(self, names: Sequence[str]) -> str:
        """A list that ends with `or`."""
        *first, last = names
        return self.say("list.either", {"a": self.row(first), "b": last}) if first else last

    def row(self, names: Sequence[str]) -> str:
        """A list without `and`."""
        line, *others = names or [self.say("none")]
        for name in others:
            line = self.say("list.more", {"a": line, "b": name})
        return line


# The reader


def reader() -> str:
    return READER.get()


@contextmanager
def read_in(language: str) -> Iterator[None]:
    """Whatever is said inside is said in this language."""
    before = READER.set(language)
    try:
        yield
    finally:
        READER.reset(before)


def say(key: str, /, **words: Word) -> str:
    """A text in the reader's language."""
    return catalogue(reader()).say(key, words)


def either(names: Sequence[str]) -> str:
    """One of several, in the reader's language; nothing where there are none."""
    return catalogue(reader()).either(names) if names else ""


def figure(value: float, spec: str = ",") -> Value:
    """A number as the reader's language writes it: `spec` is that of a format."""
    marks = str.maketrans({",": say("number.group"), ".": say("number.point"), "-": "\N{MINUS SIGN}"})
    return Value(lambda form: f"{value:{spec}}".translate(marks), int(value) if value == int(value) else 0)


def percent(share: float, digits: int = 0) -> str:
    return say("number.percent", number=figure(100 * share, f".{digits}f"))


class SaidError(Exception):
    """An error whose text is a key and what fills it: it is said when it is read, in the language of who reads it."""

    def __init__(self, key: str = "", /, **words: Word) -> None:
        super().__init__(key)
        self.key = key
        self.fills = words

    def __str__(self) -> str:
        return say(self.key, **self.fills)


def wanted(*wishes: str | None) -> str:
    """The first language that somebody wishes and that there is: `de`, `de_DE.UTF-8`, `de-CH,en;q=0.8`."""
    known = languages()
    for wish in wishes:
        for tag in tags(wish or ""):
            found = next((x for x in (tag, tag.partition("-")[0]) if x in known), None)
            if found is not None:
                return found
    return ENGLISH


def tags(wish: str) -> list[str]:
    """The languages of a locale or of an Accept-Language header, the best first."""
    weighed: list[tuple[float, int, str]] = []
    for part in wish[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        name = _LANGUAGE.match(tag)
        if name is not None and re.fullmatch(r"[01](\.\d{0,3})?", weight or "1") and float(weight or 1) > 0:
            weighed.append((-float(weight or 1), len(weighed), name[0].replace("_", "-").lower()))
    return [tag for _, _, tag in sorted(weighed)]


# The files


def folders() -> list[Traversable]:
    shipped: list[Traversable] = [resources.files("diadochi").joinpath("locale")]
    more = os.environ.get(FOLDER)
    return [*shipped, Path(more)] if more else shipped


def languages() -> tuple[str, ...]:
    """Those that have a catalogue, by their names as gettext spells them."""
    return _languages(os.environ.get(FOLDER, ""))


@lru_cache
def _languages(more: str) -> tuple[str, ...]:
    found = set()
    for folder in folders():
        if folder.is_dir():
            found |= {x.name for x in folder.iterdir() if x.joinpath("LC_MESSAGES", f"{DOMAINS[0]}.mo").is_file()}
    return tuple(sorted(found))


def catalogue(language: str, edition: str = FIRST_EDITION) -> Catalogue:
    """Everything in one language, with the names, cards and rules of one edition."""
    return _catalogue(language if language in languages() else ENGLISH, edition)


@lru_cache(maxsize=64)
def _catalogue(language: str, edition: str) -> Catalogue:
    entries: dict[str, str] = {}
    domains: dict[str, Sequence[str]] = {}
    for domain in (*DOMAINS, *(f"{name}.{edition}" for name in (*EDITION_DOMAINS, "words"))):
        found = read_domain(language, domain)
        entries |= found
        domains[domain.partition(".")[0]] = tuple(found)
    count, plural = plural_forms(entries.pop("", ""))
    english = {} if language == ENGLISH else catalogue(ENGLISH, edition).entries
    return Catalogue(language, entries, count, plural, english, domains)


def plural_forms(header: str) -> tuple[int, Callable[[int], int]]:
    """How many forms a number decides between, and how."""
    found = re.search(r"nplurals *= *(\d+) *; *plural *= *([^;\n]+)", header)
    return (int(found[1]), c2py(found[2])) if found else (2, lambda number: int(number != 1))


def read_domain(language: str, domain: str) -> dict[str, str]:
    """A compiled catalogue, its header under the empty key; nothing where there is none."""
    for folder in folders():
        file = folder.joinpath(language, "LC_MESSAGES", f"{domain}.mo")
        if file.is_file():
            return read_mo(file.read_bytes())
    return {}


def read_mo(content: bytes) -> dict[str, str]:
    magic, _, count, ids, texts = struct.unpack("<5I", content[:20])
    if magic != MAGIC:
        raise ValueError("not a compiled catalogue")

    def at(place: int) -> str:
        length, offset = struct.unpack("<2I", content[place : place + 8])
        return content[offset : offset + length].decode("utf-8")

    return {at(ids + 8 * i): at(texts + 8 * i) for i in range(count)}
