"""Cards that wake the Independent Armies: 21 Illyrian Tribes, 22 Scythians, 23 Greek Soldiers."""

from typing import Final

from diadochi.model.ids import CardId, SeatId
from diadochi.model.state import OUT
from diadochi.rules import independents
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.tyche.event import EVENTS, CardEvent, Picks, impossible


def in_the_game(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """The card's Army is in the game, or another one is active."""
    s = p.state
    if s.generals[p.cards[card].params.general] != OUT or s.independents_active:
        return None
    return impossible(p, card)


def wake(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """9.5.2"""
    independents.activate(p, independents.number_of(p, p.cards[card].params.general))


def move_all(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """9.5.3"""
    independents.begin_moves(p, seat)


MIGRATION: Final = CardEvent((wake, move_all), condition=in_the_game)

EVENTS.update(illyrian_migration=MIGRATION, scythian_invasion=MIGRATION, greek_soldiers=MIGRATION)
