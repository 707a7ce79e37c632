"""Actions as texts and numbers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diadochi.data import load_material
from diadochi.model.notation import VERB_DOMAIN, VERB_NAME, Domain, NotationError, Verb

NOTATION = load_material().notation


def test_every_action_has_a_fixed_number_and_prints_as_it_is_parsed() -> None:
    for i, action in enumerate(NOTATION.actions):
        assert action.index == i
        assert NOTATION.parse(action.text) is action
        assert NOTATION.text(action.code) == action.text


def test_no_two_actions_share_a_text_or_a_code() -> None:
    assert len(NOTATION.by_text) == len(NOTATION.by_code) == len(NOTATION.actions)


def test_every_verb_has_a_domain() -> None:
    assert set(VERB_DOMAIN) == set(Verb)


@pytest.mark.parametrize("text", ["march:Issos", "march: issos", "MARCH:issos", "march", "pass:", "take:loyal ", ""])
def test_parsing_is_strict(text: str) -> None:
    with pytest.raises(NotationError):
        NOTATION.parse(text)


def test_an_unknown_operand_names_its_domain() -> None:
    with pytest.raises(NotationError, match="is no space"):
        NOTATION.parse("march:rome")


@given(st.text())
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        assert NOTATION.parse(text).text == text
    except NotationError as error:
        assert str(error)


def test_the_domains_are_closed() -> None:
    ids = NOTATION.ids
    assert len(ids[Domain.LOCATION]) == 3 * len(ids[Domain.SPACE])
    assert len(ids[Domain.UNITS]) == 12
    assert ids[Domain.FACTION][5] == "independent"


def test_the_page_of_actions_lists_every_verb() -> None:
    page = (Path(__file__).parent.parent / "docs" / "actions.md").read_text(encoding="utf-8")
    assert [name for name in VERB_NAME.values() if f"`{name}`" not in page] == []
