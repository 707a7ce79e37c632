"""The numbers of a card are data: whoever corrects them changes the game, also what lasts when the card is gone."""

from dataclasses import replace

import pytest

from diadochi.model.cards import Params
from diadochi.rules import scoring, siege
from diadochi.rules.agenda import Play
from diadochi.rules.tyche import surprise
from tests.table import MATERIAL, Table


def corrected(table: Table, event: str, **values: object) -> Play:
    """The same state, played with another number on a card."""
    cards = tuple(
        replace(c, params=replace(c.params, **values)) if c.event == event else c  # type: ignore[arg-type]
        for c in MATERIAL.cards
    )
    return Play(replace(MATERIAL, cards=cards), table.state)


def legitimacy(p: Play, table: Table, key: str) -> int:
    return next(s.points for s in scoring.legitimacy_sources(p, table.seat("blue")) if s.key == key)


@pytest.mark.card("15")
@pytest.mark.card("26")
@pytest.mark.card("O64")
@pytest.mark.parametrize(
    ("event", "key", "points"),
    [
        ("oracle", "l.oracle", 1),
        ("persian_popular_support", "l.persian_support", -2),
        ("condemnation", "l.condemned", -3),
    ],
)
def test_lasting_legitimacy_is_what_the_card_says(event: str, key: str, points: int) -> None:
    table = Table()
    table.general("blue", "antigonos", "kelainai")
    blue = table.seat("blue")
    table.state.oracle = table.state.persian_support = blue
    table.state.condemned = table.general_number("antigonos")
    assert legitimacy(table.play, table, key) == points
    assert legitimacy(corrected(table, event, legitimacy=7), table, key) == 7


@pytest.mark.card("14")
def test_the_helepolis_adds_what_its_card_says() -> None:
    table = Table()
    table.pc("red", "rhodos")
    table.army("blue", "antigonos", "rhodos", mercenary=3)
    table.state.helepolis = table.space("rhodos")
    play = corrected(table, "helepolis", siege_modifier=4)
    items = siege.modifiers(play, table.seat("blue"), table.space("rhodos"), table.general_number("antigonos"))
    assert ("siege.helepolis", 4) in [(item.key, item.points) for item in items]


@pytest.mark.card("57")
def test_oratory_gives_what_its_card_says() -> None:
    table = Table()
    table.general("blue", "antigonos", "kelainai")
    general = table.general_number("antigonos")
    play = corrected(table, "gift_of_oratory", popularity=9)
    surprise.gift_of_oratory(play, table.seat("blue"), table.card_number("57"), general)
    assert table.state.oratory == (general, 9)


def test_every_event_has_its_params_by_name() -> None:
    assert MATERIAL.event_params == {c.event: c.params for c in MATERIAL.cards}
    assert isinstance(MATERIAL.event_params["oracle"], Params)
