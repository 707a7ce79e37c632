"""6.2.A: how the event of an Event or Bonus card is resolved.

What an event needs is picked piece by piece; then its steps run, each after everything that the one before set going.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from diadochi.model.cards import Params
from diadochi.model.ids import ActionCode, CardId, SeatId
from diadochi.model.notation import MASK
from diadochi.rules import group, independents
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.upkeep import upkeep

RULE: Final = "6.2.A.1"

Picks = tuple[int, ...]
"""The actions picked so far."""

Condition = Callable[[Play, SeatId, CardId], Refusal | None]
Candidates = Callable[[Play, SeatId, CardId, Picks], list[int] | None]
Check = Callable[[Play, SeatId, CardId, Picks, int], Refusal | None]
Words = Callable[[Play, CardId], str]
Step = Callable[[Play, SeatId, CardId, Picks], None]


def pick_nothing(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None


def check_nothing(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    return NOT_ASKED


class CardEvent(NamedTuple):
    """An event, whoever's it is; every function is told the player and the card.

    steps       what is done with the picks, one step after another
    candidates  a cheap superset of the next pick's actions; None when nothing is left to pick
    check       why an action is no legal next pick; a pick that leads nowhere is none
    condition   what the card demands beyond a first pick that can be made
    words       the prompt of the next pick, where it does not follow from the name of the event
    """

    steps: tuple[Step, ...]
    candidates: Candidates = pick_nothing
    check: Check = check_nothing
    condition: Condition | None = None
    words: Words | None = None


EVENTS: Final[dict[str, CardEvent]] = {}
"""By the name of the event; each group of cards adds its own."""


def event_of(p: Play, card: CardId) -> CardEvent:
    return EVENTS[p.cards[card].event]


def impossible(p: Play, card: CardId) -> Refusal:
    """The condition of the card does not hold."""
    facts = p.cards[card]
    places = (("provinces", facts.params.provinces), ("spaces", facts.params.spaces))
    where = tuple((kind, kind, named) for kind, named in places if named)
    return Refusal(RULE, f"refusal.event.{facts.event}{variant(facts.params)}", (("card", "card", card), *where))


def variant(params: Params) -> str:
    """By what a card differs from the usual one of its name."""
    if params.with_pcs:
        return "_with_pcs"
    if params.no_cus:
        return "_no_cus"
    return "_from_box" if params.from_box else ""


def check_card(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """Why the event may not be played: its condition, or nothing that could be picked."""
    event = event_of(p, card)
    if event.condition is not None:
        refusal = event.condition(p, seat, card)
        if refusal is not None:
            return refusal
    candidates = event.candidates(p, seat, card, ())
    if candidates is None or any(event.check(p, seat, card, (), a) is None for a in candidates):
        return None
    return impossible(p, card)


def can_go_on(p: Play, seat: SeatId, card: CardId, picks: Picks) -> bool:
    """Whether the next pick, if there is one, can be made."""
    event = event_of(p, card)
    candidates = event.candidates(p, seat, card, picks)
    return candidates is None or any(event.check(p, seat, card, picks, a) is None for a in candidates)


def put_in_order(p: Play) -> None:
    """A101; in the middle of an activation, or of an Independent Army's move, its Procedure does it at its end."""
    if group.army(p) is None and independents.moving(p) is None:
        upkeep(p)


def picked(picks: Picks, i: int) -> int:
    """The operand of a pick."""
    return picks[i] & MASK


class EventChoice(Frame):
    """The event of card `number` under way: the picks so far, and how many of its steps have begun."""

    def __init__(self, seat: SeatId, number: CardId, picks: Picks = (), begun: int = 0) -> None:
        self.seat = seat
        self.number = number
        self.picks = picks
        self.begun = begun

    def step(self, p: Play) -> Ask | None:
        event = event_of(p, self.number)
        if not self.begun:
            candidates = event.candidates(p, self.seat, self.number, self.picks)
            if candidates is not None:
                which = (("card", "card", self.number),)
                return Ask(self.seat, self.prompt(p), RULE, offers(p, self, candidates), which)
        if self.begun < len(event.steps):
            p.replace(self.but(begun=self.begun + 1))
            event.steps[self.begun](p, self.seat, self.number, self.picks)
        else:
            p.pop()
            put_in_order(p)
        return None

    def stands(self, p: Play) -> bool:
        """Whether all picks so far would be made the same way now, and the next one could be."""
        event, seat, card, picks = event_of(p, self.number), self.seat, self.number, self.picks
        if event.condition is not None and event.condition(p, seat, card) is not None:
            return False
        if any(event.check(p, seat, card, picks[:i], pick) is not None for i, pick in enumerate(picks)):
            return False
        return can_go_on(p, seat, card, picks)

    def prompt(self, p: Play) -> str:
        """One for each pick."""
        words = event_of(p, self.number).words
        name = p.cards[self.number].event if words is None else words(p, self.number)
        return f"prompt.event.{name}_{len(self.picks) + 1}" if self.picks else f"prompt.event.{name}"

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if self.begun:
            return NOT_ASKED
        return event_of(p, self.number).check(p, self.seat, self.number, self.picks, action)

    def take(self, p: Play, action: ActionCode) -> None:
        p.replace(self.but(picks=(*self.picks, action)))
