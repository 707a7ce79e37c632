"""Cards that wake the Independent Armies: 21 Illyrian Tribes, 22 Scythians, 23 Greek Soldiers."""

from diadochi.model.state import OUT
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.tyche.event import EVENTS, CardEvent, Picks, impossible


def in_the_game(p: Play, seat: int, card: int) -> Refusal | None:
    """The card's Army is in the game, or another one is active."""
    s = p.state
    if s.generals[p.cards[card].params.general] != OUT or s.independents_active:
        return None
    return impossible(p, card)


def wake(p: Play, seat: int, card: int, picks: Picks) -> None:
    """9.5.2"""
    from diadochi.rules import independents

    independents.activate(p, independents.number_of(p, p.cards[card].params.general))


def move_all(p: Play, seat: int, card: int, picks: Picks) -> None:
    """9.5.3"""
    from diadochi.rules import independents

    independents.begin_moves(p, seat)


MIGRATION = CardEvent((wake, move_all), condition=in_the_game)

EVENTS.update(illyrian_migration=MIGRATION, scythian_invasion=MIGRATION, greek_soldiers=MIGRATION)
