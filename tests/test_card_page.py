"""docs/cards.md: the page of the cards is what the data makes, and everything a card refers to stands there."""

import re
from pathlib import Path

from diadochi.data.files import ours
from diadochi.lab.card_page import PLAIN, page
from tests.table import MATERIAL

PAGE = (Path(__file__).parent.parent / "docs" / "cards.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_data_makes() -> None:
    assert page(ours("cards")) == PAGE, "run: make cards"


def test_every_card_has_its_row_with_ops_and_provenance() -> None:
    row = r"^\| (O?\d+[AB]?) \| \[(.+)\]\(.+\) \| (\w+) \| (\d?) \| (.+) \| (.*) \|$"
    assert {number: cells for number, *cells in re.findall(row, PAGE, re.MULTILINE)} == {
        c.number: [
            c.name,
            c.kind.name.capitalize(),
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


def test_where_a_card_names_a_convention_there_is_a_link_to_it() -> None:
    cards = PAGE[PAGE.index("## The cards one by one") : PAGE.index("## Conventions")]
    named = re.findall(r"onvention\s+(.)", cards)
    assert named
    assert set(named) == {"["}
