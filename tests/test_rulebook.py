"""The rules reference and its checks."""

import copy
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from diadochi.data import DataError
from diadochi.data.rulebook import Rulebook, UnknownRuleError, load_rulebook, read_rulebook

RAW = json.loads(files("diadochi.data").joinpath("rules.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture
def raw() -> Any:
    return copy.deepcopy(RAW)


def test_there_are_668_rules_in_16_chapters(book: Rulebook) -> None:
    assert len(book.rules) == 668
    assert [c.number for c in book.chapters] == [str(n) for n in range(1, 17)]


def test_a_rule_has_its_chapter_section_readings_and_examples(book: Rulebook) -> None:
    rule = book.rule("10.J.1")
    assert (rule.chapter, rule.title) == ("Land Movement", "Overrun")
    assert (rule.readings, rule.examples) == (("A60",), ("E27",))


@pytest.mark.parametrize("number", ["10.J.3", "10.j.3", "R10.J.3", " 10.J.3. "])
def test_a_number_may_be_written_in_several_ways(book: Rulebook, number: str) -> None:
    assert book.rule(number).number == "10.J.3"


def test_an_unknown_number_names_its_neighbours(book: Rulebook) -> None:
    with pytest.raises(UnknownRuleError, match=r"there is no rule 10\.J\.99; near it are .*10\.J\."):
        book.rule("10.J.99")


def test_a_chapter_does_not_hold_the_one_whose_number_begins_alike(book: Rulebook) -> None:
    assert [s.number for s in book.under("1")] == ["1"]


def test_a_lettered_section_holds_its_numbered_parts(book: Rulebook) -> None:
    assert [s.number for s in book.under("6.2.B")] == ["6.2.B", "6.2.B1", "6.2.B2", "6.2.B3"]


def test_a_search_needs_every_word_and_matches_beginnings(book: Rulebook) -> None:
    found = {r.number for r in book.search("overrun CUs")}
    assert "10.J.4" in found
    assert "10.J.7" not in found
    assert not book.search("verrun")
    assert not book.search(" ")


def test_a_reading_finds_the_rules_that_rest_on_it(book: Rulebook) -> None:
    assert {r.number for r in book.resting_on("a02")} == {"3.1.1", "3.1.2", "3.1.3"}


def test_a_rule_that_needed_a_reading_is_derived(book: Rulebook) -> None:
    assert book.rule("3.1.1").provenance == "derived"
    assert book.rule("3.1.4").provenance == "stated"


def test_texts_are_sentences_for_players(book: Rulebook) -> None:
    foreign = re.compile(r"\b(EN|DE|IT|DRAFT|3RD|seed|AMBIG|EX|SP|RFMs?|RA|GT|A\d{2,3}|R\d+\.\S*)\b|[`\[\]]")
    assert [r.number for r in book.rules if foreign.search(r.text)] == []
    assert [r.number for r in book.rules if not re.fullmatch(r"[A-Z0-9+-].*\.", r.text)] == []


def test_rules_named_in_texts_exist(book: Rulebook) -> None:
    named = re.compile(r"\b\d{1,2}\.\d+(?:\.(?:\d+|[A-Z]\d?))*\b|\b10\.[A-L](?:\.\d+)?\b")
    numbers = {r.number for r in book.rules}
    for rule in book.rules:
        for number in named.findall(rule.text):
            assert number in numbers or book.under(number), f"{rule.number} names {number}"


FOREIGN = {
    "third": "Activation|Popularity|Free Passage|Lord of Asia|Peukestas|Capital \\(|Admiral|Cavalry Sup|47B"
    "|LEOSTHENES|PHILON",
    "draft": "Activation|Popularity|Free Passage|Admiral|Ghost|symbols|Turn IV\\) and Herakles|The Pontic Fleet also",
}
"""Names, terms and rules of the Deluxe edition that these books have not."""


@pytest.mark.parametrize("edition", FOREIGN)
def test_a_line_that_repeats_deluxe_rules_tells_them_in_its_books_words(edition: str) -> None:
    book = load_rulebook(edition=edition)
    assert [r.number for r in book.rules if re.search(FOREIGN[edition], r.text)] == []
    words = json.loads(files("diadochi.data").joinpath(edition, "rules.json").read_text(encoding="utf-8"))["words"]
    numbers = {r.number for r in book.rules}
    assert [n for n in words.values() if n[0].isdigit() and n not in numbers and not book.under(n)] == []


def test_a_repeated_text_refers_to_its_own_book(raw: Any) -> None:
    same = [{"number": "1.1", "same_as": ["1.1"]}, {"number": "1.2", "same_as": ["1.2"]}]
    raw["chapters"] = raw["chapters"][:1]
    rules = raw["chapters"][0]["sections"][0]["rules"]
    rules[0]["text"], rules[1]["text"] = "Popularity (1.2) and 1.9.", "A word."
    del rules[2:]
    own = {"letter": "T", "absent": [], "stands_for": {}, "base": "Deluxe", "words": {"Popularity": "prestige"}}
    chapters = [{"number": "1", "title": "One", "sections": [{"number": "1", "title": "One", "rules": same[::-1]}]}]
    same[0]["number"], same[1]["number"] = "1.5", "1.7"
    told = read_rulebook({**own, "chapters": chapters}, read_rulebook(raw))
    assert told.rule("1.5").text == "prestige (1.7) and Deluxe 1.9."


def _first_rule(raw: Any) -> Any:
    return raw["chapters"][0]["sections"][0]["rules"][0]


BROKEN: dict[str, tuple[Callable[[Any], None], str]] = {
    "no text": (lambda raw: _first_rule(raw).pop("text"), "rule 1.1.*'text' is missing"),
    "an empty text": (lambda raw: _first_rule(raw).update(text=" "), "rule 1.1.*empty"),
    "a text that is a number": (lambda raw: _first_rule(raw).update(text=5), "rule 1.1.*not a text"),
    "a misspelt field": (lambda raw: _first_rule(raw).update(exmaples=[]), "rule 1.1.*'exmaples' is unknown"),
    "a number that is none": (lambda raw: _first_rule(raw).update(number="one"), "rule one.*not the number"),
    "a rule of another section": (lambda raw: _first_rule(raw).update(number="2.1"), "rule 2.1.*section 1"),
    "a rule twice": (lambda raw: _first_rule(raw).update(number="1.2"), "rule 1.2.*twice"),
    "a reading that is none": (lambda raw: _first_rule(raw).update(readings=["B1"]), "rule 1.1.*'B1'"),
    "a reading twice": (lambda raw: _first_rule(raw).update(readings=["A02", "A02"]), "rule 1.1.*twice"),
    "an example that is none": (lambda raw: _first_rule(raw).update(examples=["X1"]), "rule 1.1.*'X1'"),
    "a section without rules": (
        lambda raw: raw["chapters"][0]["sections"][0].update(rules=[]),
        "section 1: it has no rule",
    ),
    "a section of another chapter": (
        lambda raw: raw["chapters"][1].update(number="17"),
        "section 2: it stands in chapter 17",
    ),
    "a chapter without sections": (
        lambda raw: raw["chapters"][0].update(sections=[]),
        "chapter 1: it has no section",
    ),
    "a chapter that is a text": (lambda raw: raw.update(chapters=["1"]), "an object belongs"),
    "no chapters": (lambda raw: raw.update(chapters=[]), "it has no chapter"),
    "chapters that are no list": (lambda raw: raw.update(chapters={}), "not a list"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_refused_by_name(raw: Any, what: str) -> None:
    spoil, complaint = BROKEN[what]
    spoil(raw)
    with pytest.raises(DataError, match=complaint) as refused:
        read_rulebook(raw)
    assert refused.value.file == "rules.json"
    assert refused.value.advice


def test_a_file_that_is_no_object_is_refused() -> None:
    with pytest.raises(DataError, match=r"rules\.json: .*an object belongs"):
        read_rulebook([])
