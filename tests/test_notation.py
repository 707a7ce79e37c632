"""Actions as texts and numbers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diadochi.data import load_material
from diadochi.model.notation import NotationError
from diadochi.model.verbs import DOMAIN_NAME, VERBS, Domain, Verb

NOTATION = load_material().notation


def test_every_action_has_a_fixed_number_and_prints_as_it_is_parsed() -> None:
    for i, action in enumerate(NOTATION.actions):
        assert action.index == i
        assert NOTATION.parse(action.text) is action
        assert NOTATION.text(action.code) == action.text


def test_no_two_actions_share_a_text_or_a_code() -> None:
    assert len(NOTATION.by_text) == len(NOTATION.by_code) == len(NOTATION.actions)


def numbers(words: type) -> dict[str, int]:
    return {name: number for name, number in vars(words).items() if name.isupper()}


def test_the_table_has_every_verb_at_the_place_of_its_number() -> None:
    assert [verb.number for verb in VERBS] == list(range(len(VERBS)))
    assert {verb.name: verb.number for verb in VERBS} == {
        name.lower().replace("_", "-"): number for name, number in numbers(Verb).items()
    }


def test_every_domain_has_its_name_and_its_ids() -> None:
    assert {name.lower(): number for name, number in numbers(Domain).items()} == {
        name: number for number, name in enumerate(DOMAIN_NAME)
    }
    assert {verb.domain for verb in VERBS} == set(NOTATION.ids)


@pytest.mark.parametrize("text", ["march:Issos", "march: issos", "MARCH:issos", "march", "pass:", "take:loyal ", ""])
def test_parsing_is_strict(text: str) -> None:
    with pytest.raises(NotationError):
        NOTATION.parse(text)


def test_an_unknown_operand_names_its_domain() -> None:
    with pytest.raises(NotationError, match="space"):
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
    assert [verb.name for verb in VERBS if f"`{verb.name}`" not in page] == []
