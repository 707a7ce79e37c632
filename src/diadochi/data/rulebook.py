"""The rules reference: every rule of the game as one short text with its number (`rules.json`)."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from diadochi.data.entry import Entry, shown, titled
from diadochi.data.files import correction_folder, read_file
from diadochi.data.provenance import Fact

FILE = "rules.json"
_CHAPTER = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(\.(\d+|[A-Z]\d?))*")
_READING = re.compile(r"A\d{2,3}")
_EXAMPLE = re.compile(r"[EDG]\d{2}")


class UnknownRuleError(LookupError):
    """No rule has this number."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `chapter` and `title` are the titles of the chapter and the section it stands in."""

    number: str
    chapter: str
    title: str
    text: str
    readings: tuple[str, ...] = ()
    """Where the rulebook leaves room: the numbers of the readings we chose."""
    examples: tuple[str, ...] = ()
    """The worked examples that show it."""

    @property
    def provenance(self) -> str:
        return "derived" if self.readings else "stated"


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Rulebook:
    chapters: tuple[Chapter, ...]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return tuple(section for chapter in self.chapters for section in chapter.sections)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)

    @cached_property
    def _by_number(self) -> dict[str, Rule]:
        return {rule.number: rule for rule in self.rules}

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The rules as facts with their provenance."""
        return tuple(Fact(FILE, f"rule {rule.number}", "text", rule.provenance) for rule in self.rules)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word of the rules, for near misses."""
        words = (w.lower() for r in self.rules for w in re.findall(r"[^\W\d_]{3,}", f"{r.title} {r.text}"))
        return tuple(dict.fromkeys(words))

    def rule(self, number: str) -> Rule:
        """The rule of that number: `10.J.3`, `10.j.3` or `R10.J.3`."""
        wanted = normal(number)
        if wanted not in self._by_number:
            near = get_close_matches(wanted, self._by_number, n=3)
            hint = f"near it are {', '.join(near)}" if near else "rules have numbers such as 10.J.3"
            raise UnknownRuleError(f"there is no rule {number}; {hint}")
        return self._by_number[wanted]

    def under(self, number: str) -> tuple[Section, ...]:
        """The sections of a chapter (`10`) or of a section (`6.2`, `6.2.B`), in the rulebook's order."""
        wanted = normal(number)
        return tuple(s for s in self.sections if _stands_under(s.number, wanted))

    def search(self, words: str) -> tuple[Rule, ...]:
        """The rules in which every word begins some word of the text or of the section's title."""
        patterns = [re.compile(rf"\b{re.escape(w)}", re.IGNORECASE) for w in words.split()]
        if not patterns:
            return ()
        return tuple(r for r in self.rules if all(p.search(f"{r.title}\n{r.text}") for p in patterns))

    def resting_on(self, mark: str) -> tuple[Rule, ...]:
        """The rules that name a reading (`A02`) or a worked example (`E03`)."""
        wanted = mark.upper()
        return tuple(r for r in self.rules if wanted in r.readings or wanted in r.examples)


def normal(number: str) -> str:
    """A rule's number as the file writes it."""
    return number.strip().upper().removeprefix("R").rstrip(".")


def _stands_under(number: str, wanted: str) -> bool:
    # 6.2.B holds 6.2.B1 to 6.2.B3, but 1 does not hold 10.
    if number == wanted or number.startswith(f"{wanted}."):
        return True
    return wanted[-1:].isalpha() and number.startswith(wanted)


def load_rulebook(folder: Path | None = None) -> Rulebook:
    """The rules reference; `folder` (or DIADOCHI_DATA) may hold a `rules.json` that replaces ours."""
    return read_rulebook(read_file("rules", correction_folder(folder)))


def read_rulebook(raw: object) -> Rulebook:
    """The rulebook in the content of `rules.json`; a DataError names what is wrong with it."""
    top = Entry(FILE, "", raw)
    seen: set[str] = set()
    chapters = tuple(_chapter(entry, seen) for entry in top.entries("chapters", titled("chapter", "number")))
    top.done()
    if not chapters:
        top.fail("it has no chapter", "Put the chapters back")
    return Rulebook(chapters)


def _chapter(entry: Entry, seen: set[str]) -> Chapter:
    number = _number(entry, _CHAPTER, "10")
    _once(entry, f"chapter {number}", seen)
    title = _words(entry, "title")
    parts = entry.entries("sections", titled("section", "number"))
    sections = tuple(_section(part, number, title, seen) for part in parts)
    entry.done()
    if not sections:
        entry.fail("it has no section", "Give it at least one, or remove the chapter")
    return Chapter(number, title, sections)


def _section(entry: Entry, chapter: str, chapter_title: str, seen: set[str]) -> Section:
    number = _number(entry, _NUMBER, "10.J")
    if number.split(".")[0] != chapter:
        entry.fail(f"it stands in chapter {chapter}", "Move it to its own chapter or correct its number")
    _once(entry, f"section {number}", seen)
    title = _words(entry, "title")
    parts = entry.entries("rules", titled("rule", "number"))
    rules = tuple(_rule(part, number, chapter_title, title, seen) for part in parts)
    entry.done()
    if not rules:
        entry.fail("it has no rule", "Give it at least one, or remove the section")
    return Section(number, title, rules)


def _rule(entry: Entry, section: str, chapter_title: str, title: str, seen: set[str]) -> Rule:
    number = _number(entry, _NUMBER, "10.J.3")
    if number.rpartition(".")[0] != section:
        entry.fail(f"it stands in section {section}", "Move it to its own section or correct its number")
    _once(entry, f"rule {number}", seen)
    text = _words(entry, "text")
    readings = _marks(entry, "readings", _READING, "A02")
    examples = _marks(entry, "examples", _EXAMPLE, "E03")
    entry.done()
    return Rule(number, chapter_title, title, text, readings, examples)


def _number(entry: Entry, pattern: re.Pattern[str], example: str) -> str:
    number = entry.text("number")
    if not pattern.fullmatch(number):
        entry.fail(f"{shown(number)} is no number of a rule", f"Write it as {example}")
    return number


def _once(entry: Entry, name: str, seen: set[str]) -> None:
    if name in seen:
        entry.fail("it stands there twice", "Remove one of the two")
    seen.add(name)


def _words(entry: Entry, key: str) -> str:
    text = entry.text(key)
    if not text.strip():
        entry.fail(f"its {key} is empty", "Write it in your own words")
    return text


def _marks(entry: Entry, key: str, pattern: re.Pattern[str], example: str) -> tuple[str, ...]:
    marks = entry.texts(key, ())
    for mark in marks:
        if not pattern.fullmatch(mark):
            entry.fail(f"{key} holds {shown(mark)}", f"Write numbers such as {example}")
    if len(set(marks)) != len(marks):
        entry.fail(f"{key} names one number twice", "Name each number once")
    return marks
