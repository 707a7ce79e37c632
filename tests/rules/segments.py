"""Player Turns and their Segments for tests, begun; and cards to play in them."""

from collections.abc import Callable

import pytest

from diadochi import build
from diadochi.model.state import SURRENDER, TYCHE
from diadochi.rules import activation, strategy, surrender, tyche
from diadochi.rules.agenda import Play
from tests.table import BLUE, Table

EVENT_2, EVENT_3, EVENT_4 = "4", "5", "41"
BONUS_3 = "17"
REMOVED, MARRIAGE = "13", "32"
ORATORY, GHOST, FOG, LIAR = "57", "58", "50", "53"
"""Surprise cards: the first may be played at any time."""


def card_segment(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = TYCHE
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, strategy.own_pcs(p.state, seat))))


def surrender_segment(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = SURRENDER
    table.begin(lambda p: p.push(surrender.SurrenderSegment(seat, surrender.REMOVE)))


def player_turn(table: Table, faction: str = "blue") -> None:
    table.begin(lambda p: strategy.begin_player_turn(p, table.seat(faction)))


def end_of_activation(table: Table) -> None:
    table.begin(lambda p: p.push(activation.ActivationSegment(BLUE, activation.LAST_ACTS)))


def needs_interpreted() -> None:
    """A function of the engine is about to be replaced, which a compiled engine would not notice."""
    if build.kind() == build.COMPILED:
        pytest.skip("replaces a function of the engine: only on the interpreted build")


def event_that(monkeypatch: pytest.MonkeyPatch, effect: Callable[[Play], None]) -> None:
    needs_interpreted()
    monkeypatch.setattr(tyche, "condition", lambda p, seat, card: None)
    monkeypatch.setattr(tyche, "begin", lambda p, seat, card: effect(p))
