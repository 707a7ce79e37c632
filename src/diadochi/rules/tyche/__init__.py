"""The Tyche cards: one function per event, grouped by what they do."""

from typing import Final

from diadochi.model.ids import SEATS, CardId, SeatId
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.scoring import fewest_vp
from diadochi.rules.tyche import (
    campaigns,
    engines,
    event,
    generals,
    harm,
    independents,
    optional,
    royals,
    troops,
    unrest,
)
from diadochi.rules.tyche.event import EVENTS, EventChoice
from diadochi.rules.tyche.harm import lift_condemnation

GROUPS: Final = (troops, generals, royals, unrest, independents, campaigns, harm, engines, optional)
"""Importing them fills `EVENTS`."""


def condition(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """Why the event of a card may not be played now, or None."""
    if p.cards[card].event not in EVENTS:
        return Refusal("6.2.A.1", "refusal.event_not_possible", (("card", "card", card),))
    return event.check_card(p, seat, card)


def begin(p: Play, seat: SeatId, card: CardId) -> None:
    """Resolve the event of a card for a player."""
    used(p, card, event=True)
    p.push(EventChoice(seat, card))


def begin_revealed(p: Play, card: CardId) -> None:
    """6.0.4, 6.0.5, A21: the event of a card that was revealed from the table, in nobody's Player Turn."""
    if condition(p, p.state.order[0], card) is not None:
        p.note("revealed_without_effect", "6.0.4", (("card", "card", card),))
        return
    seat = drawn_player(p) if p.edition.neutral_resolver == "random" else fewest_vp(p, "6.0.5")
    p.note("resolves_revealed", "6.0.5", (("who", "faction", seat), ("card", "card", card)))
    begin(p, seat, card)


def drawn_player(p: Play) -> SeatId:
    """One of the players, each with the same chance."""
    seats = list(SEATS[p.state.players])
    p.shuffle(seats)
    return seats[0]


def used(p: Play, card: CardId, *, event: bool) -> None:
    """A card is used, for its event or in another way (A08)."""
    if p.cards[card].event == "condemnation" and (event or p.edition.condemnation_release == "any_use"):
        lift_condemnation(p)
