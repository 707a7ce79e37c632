"""docs/cards.md: the page of the cards is what the data makes, and everything a card refers to stands there."""

import re
from pathlib import Path

import pytest

from diadochi.data.files import ours
from diadochi.lab.card_page import PLAIN, page
from diadochi.model.cards import CARD_KIND_NAME, Card
from tests.table import MATERIAL

PAGE = (Path(__file__).parent.parent / "docs" / "cards.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_data_makes() -> None:
    assert page(ours("cards")) == PAGE, "run: make cards"


def test_every_card_has_its_row_with_ops_and_provenance() -> None:
    row = r"^\| (O?\d+[AB]?) \| \[(.+)\]\(.+\) \| (\w+) \| (\d?) \| (.+) \| (.*) \|$"
    assert {number: cells for number, *cells in re.findall(row, PAGE, re.MULTILINE)} == {
        c.number: [
            c.name,
            CARD_KIND_NAME[c.kind].capitalize(),
            str(c.ops or ""),
            c.provenance["effect"],
            c.provenance.get("ops", ""),
        ]
        for c in MATERIAL.cards
    }


def test_every_text_condition_and_limit_is_told() -> None:
    told = plain(PAGE)
    for card in MATERIAL.cards:
        for text in (card.effect, card.condition, card.playable_by, *card.limits):
            assert plain(text) in told, card.number


def plain(text: str) -> str:
    """Without links and line ends."""
    return " ".join(re.sub(r"\[([^]]+)\]\(#[^)]+\)", r"\1", text).replace("_", " ").split())


def test_every_link_within_the_page_leads_somewhere() -> None:
    places = set(re.findall(r'<a id="(\w+)">', PAGE))
    places |= {title.lower().replace(" ", "-") for title in re.findall(r"^##+ ([\w ]+)$", PAGE, re.MULTILINE)}
    links = set(re.findall(r"\(#([^)]+)\)", PAGE))
    assert links <= places


def test_every_convention_is_told_in_plain_words() -> None:
    assert set(PLAIN) == set(ours("cards")["conventions"])


INWARD = re.compile(r"_|[Cc]onvention|\b[AR]\d|board data|provenance|\bNone\b")
"""Words of ours that a player does not know: names of fields, readings and conventions."""


@pytest.mark.parametrize("card", MATERIAL.cards, ids=lambda card: card.number)
def test_a_text_says_nothing_that_only_we_understand(card: Card) -> None:
    for text in (card.effect, card.condition, card.playable_by, *card.limits):
        assert not INWARD.search(text), text
        assert text == text.strip()


@pytest.mark.parametrize("card", MATERIAL.cards, ids=lambda card: card.number)
def test_a_text_is_made_of_whole_sentences(card: Card) -> None:
    for text in (card.effect, *filter(None, (card.condition,)), *card.limits):
        assert text[0].isupper() or text[0] in "+", text
        assert text.endswith("."), text
