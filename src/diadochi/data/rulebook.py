"""The rules reference: every rule of the game as one short text with its number (`rules.json`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown, titled
from diadochi.data.files import BASE, correction_folder, differences, ours, read_file, read_own
from diadochi.data.provenance import Fact

FILE = "rules.json"
_CHAPTER = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(\.(\d+|[A-Z]\d*))*")
_READING = re.compile(r"[ABC]\d{2,3}")
_EXAMPLE = re.compile(r"[EDG]\d{2}")
_REFERENCE = re.compile(r"(?<![\w.])\d{1,2}\.(?:\d+|[A-Z]\d?)(?:\.(?:\d+|[A-Z]\d?))*(?!\w)")


LETTERS = "RTK"
"""What stands before a number where books are told apart: ours, the third edition's, the draft's."""


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
    same_as: tuple[str, ...] = ()
    """The rules of the base edition that hold here too; the code cites those."""
    instead_of: tuple[str, ...] = ()
    """The rules of the base edition that it replaces."""

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
    letter: str = LETTERS[0]
    citations: Mapping[str, str] = field(default_factory=dict)
    """By rule of the base edition: the number that this book has for it."""
    absent: frozenset[str] = frozenset()
    """The rules of the base edition that this book does not have."""

    def cited(self, number: str) -> str:
        """The number that this book has for a rule which the code cites; as it is where the book has none."""
        return self.citations.get(number, number).removeprefix(self.letter)

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
            raise UnknownRuleError(say("error.rule.near" if near else "error.rule", number=number, near=near))
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
    return number.strip().upper().lstrip(LETTERS).rstrip(".")


def _stands_under(number: str, wanted: str) -> bool:
    # 6.2.B holds 6.2.B1 to 6.2.B3, but 1 does not hold 10.
    if number == wanted or number.startswith(f"{wanted}."):
        return True
    return wanted[-1:].isalpha() and number.startswith(wanted)


def load_rulebook(folder: Path | None = None, edition: str = BASE) -> Rulebook:
    """The rules reference; `folder` (or DIADOCHI_DATA) may hold a `rules.json` that replaces ours."""
    if edition == BASE:
        return read_rulebook(read_file("rules", correction_folder(folder)))
    own = read_own("rules", correction_folder(folder, edition)) or differences("rules", edition)
    return read_rulebook(own, read_rulebook(ours("rules")))


def read_rulebook(raw: object, base: Rulebook | None = None) -> Rulebook:
    """The rulebook in the content of `rules.json`; a DataError names what is wrong with it.

    A book beside the `base` has its letter, shares texts with the base, and says which rules of the base it lacks."""
    top = Entry(FILE, "", raw)
    seen: set[str] = set()
    texts = {} if base is None else {rule.number: rule.text for rule in base.rules}
    chapters = tuple(_chapter(entry, seen, texts) for entry in top.entries("chapters", titled("chapter", "number")))
    letter, citations, absent = (LETTERS[0], {}, frozenset()) if base is None else _citations(top, chapters, texts)
    name, words = ("", {}) if base is None else (top.text("base"), _own_words(top))
    top.done()
    if not chapters:
        top.fail(say("error.has_chapter"), say("error.put_chapters_back"))
    if base is None:
        return Rulebook(chapters)
    return Rulebook(_with_texts(chapters, Borrowed(texts, citations, name, words)), letter, citations, absent)


@dataclass(frozen=True, slots=True)
class Borrowed:
    """The texts of the base edition, as another book tells them."""

    texts: dict[str, str]
    citations: dict[str, str]
    name: str
    """What this book calls the base."""
    words: dict[str, str]
    """Its own names and terms for those of the base."""

    def told(self, rule: Rule) -> Rule:
        if rule.text:
            return rule
        text = " ".join(self.texts[number] for number in rule.same_as)
        text = _REFERENCE.sub(lambda found: self.referred(found[0]), text)
        for word, own in self.words.items():
            text = re.sub(rf"\b{re.escape(word)}\b", own, text)
        return replace(rule, text=text)

    def referred(self, number: str) -> str:
        """A rule by this book's number; what has none there keeps that of the base."""
        return self.citations.get(number) or f"{self.name} {number}"


def _own_words(top: Entry) -> dict[str, str]:
    own = top.entry("words")
    return {word: own.text(word) for word in own.raw}


def _with_texts(chapters: tuple[Chapter, ...], borrowed: Borrowed) -> tuple[Chapter, ...]:
    return tuple(
        replace(
            chapter,
            sections=tuple(
                replace(section, rules=tuple(borrowed.told(rule) for rule in section.rules))
                for section in chapter.sections
            ),
        )
        for chapter in chapters
    )


Cited = tuple[str, dict[str, str], frozenset[str]]


def _citations(top: Entry, chapters: tuple[Chapter, ...], texts: dict[str, str]) -> Cited:
    """The letter, the citations and what is absent: every rule of the base is the one or the other."""
    letter = top.one_of("letter", {letter: letter for letter in LETTERS[1:]})
    numbers = {rule.number for chapter in chapters for section in chapter.sections for rule in section.rules}
    citations: dict[str, str] = {}
    for rule in (rule for chapter in chapters for section in chapter.sections for rule in section.rules):
        for number in (*rule.same_as, *rule.instead_of):
            citations.setdefault(number, rule.number)
    others = top.entry("stands_for")
    citations |= {number: others.one_of(number, {n: n for n in numbers}) for number in others.raw}
    absent = frozenset(top.ids("absent", {number: number for number in texts}))
    for number in texts:
        if (number in citations) == (number in absent):
            top.fail(say("error.rule_base_edition", number=number), say("error.let_one_line_stand"))
    return letter, citations, absent


def _chapter(entry: Entry, seen: set[str], texts: dict[str, str]) -> Chapter:
    number = _number(entry, _CHAPTER, "10")
    _once(entry, f"chapter {number}", seen)
    title = _words(entry, "title")
    parts = entry.entries("sections", titled("section", "number"))
    sections = tuple(_section(part, number, title, seen, texts) for part in parts)
    entry.done()
    if not sections:
        entry.fail(say("error.has_section"), say("error.give_at_least_one"))
    return Chapter(number, title, sections)


def _section(entry: Entry, chapter: str, chapter_title: str, seen: set[str], texts: dict[str, str]) -> Section:
    number = _number(entry, _NUMBER, "10.J")
    if number.split(".")[0] != chapter:
        entry.fail(say("error.stands_chapter", chapter=chapter), say("error.move_its_own_chapter"))
    _once(entry, f"section {number}", seen)
    title = _words(entry, "title")
    parts = entry.entries("rules", titled("rule", "number"))
    rules = tuple(_rule(part, number, (chapter_title, title), seen, texts) for part in parts)
    entry.done()
    if not rules:
        entry.fail(say("error.has_rule"), say("error.give_a_rule"))
    return Section(number, title, rules)


def _rule(entry: Entry, section: str, titles: tuple[str, str], seen: set[str], texts: dict[str, str]) -> Rule:
    number = _number(entry, _NUMBER, "10.J.3")
    if section not in (number.rpartition(".")[0], number if texts else ""):
        entry.fail(say("error.stands_section", section=section), say("error.move_its_own_section"))
    _once(entry, f"rule {number}", seen)
    known = {number: number for number in texts}
    same = entry.ids("same_as", known, required=False) if texts else ()
    instead = entry.ids("instead_of", known, required=False) if texts else ()
    text = _words(entry, "text") if entry.has("text") or not same else ""
    readings = _marks(entry, "readings", _READING, "A02")
    examples = _marks(entry, "examples", _EXAMPLE, "E03")
    entry.done()
    return Rule(number, *titles, text, readings, examples, same, instead)


def _number(entry: Entry, pattern: re.Pattern[str], example: str) -> str:
    number = entry.text("number")
    if not pattern.fullmatch(number):
        entry.fail(say("error.number_rule", number=shown(number)), say("error.write_as", example=example))
    return number


def _once(entry: Entry, name: str, seen: set[str]) -> None:
    if name in seen:
        entry.fail(say("error.stands_twice"), say("error.remove_one_two"))
    seen.add(name)


def _words(entry: Entry, key: str) -> str:
    text = entry.text(key)
    if not text.strip():
        entry.fail(say("error.its_empty", what=key), say("error.write_own_words"))
    return text


def _marks(entry: Entry, key: str, pattern: re.Pattern[str], example: str) -> tuple[str, ...]:
    marks = entry.texts(key, ())
    for mark in marks:
        if not pattern.fullmatch(mark):
            entry.fail(
                say("error.holds_mark", what=key, mark=shown(mark)), say("error.write_numbers_such_as", example=example)
            )
    if len(set(marks)) != len(marks):
        entry.fail(say("error.names_one_number_twice", what=key), say("error.name_each_number_once"))
    return marks
