"""Engines and ships: 14 The Helepolis, 28 Kilikia Pirates."""

from diadochi.model import moves
from diadochi.model.ids import ActionCode, CardId, SeatId
from diadochi.model.notation import SHIFT, code, space_in
from diadochi.model.verbs import Verb
from diadochi.rules import fleets, troops
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.tyche.conventions import armies
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, impossible

# The Helepolis


def pick_siege(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    return [code(Verb.CHOOSE_SPACE, at) for at in armies(p, seat) if at < p.spaces]


def check_helepolis(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = space_in(action)
    where = (("space", "space", space),)
    if not troops.is_major_city(p, space) or not troops.besiegers(p, space) >> seat & 1:
        return Refusal(RULE, "refusal.no_siege_of_yours", where)
    if p.state.helepolis == space:
        return Refusal(RULE, "refusal.helepolis_is_there", where)
    return None


def helepolis(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    space = space_in(picks[0])
    moves.put_helepolis(p.state, space)
    bonus = p.cards[card].params.siege_modifier
    p.note(
        "helepolis_placed", "7.2.G.1", (("who", "faction", seat), ("space", "space", space), ("bonus", "number", bonus))
    )


# Kilikia Pirates


def lacks_fleet(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """7.4.6"""
    return impossible(p, card) if p.state.fleet_owner[p.cards[card].params.fleet] == seat else None


def kilikia_pirates(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """From its box or from another player; a Dispersed Fleet stays Dispersed (7.4.4, 7.4.8)."""
    fleets.give_fleet(p, p.cards[card].params.fleet, seat, "7.4.6")


EVENTS.update(
    helepolis=CardEvent((helepolis,), pick_siege, check_helepolis),
    kilikia_pirates=CardEvent((kilikia_pirates,), condition=lacks_fleet),
)
