"""3.8: Alexander is buried."""

from diadochi.model.ids import ActionCode, SeatId
from diadochi.model.notation import SHIFT, code
from diadochi.model.pieces import Royal
from diadochi.model.state import (
    NOBODY,
)
from diadochi.model.verbs import Verb
from diadochi.rules import scoring
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.troops import (
    enemy_cu_at,
    is_major_city,
)
from diadochi.rules.upkeep import upkeep


def begin_burial(p: Play) -> None:
    """5.6.1: at Turn End the Cart's controller, whoever it is, may bury Alexander."""
    seat = p.state.royal_owner[Royal.FUNERAL_CART]
    if "turn_end" in p.edition.burial_windows and seat != NOBODY and check_burial(p, seat) is None:
        p.push(Burial(seat, "5.6.1"))


def offer(p: Play, seat: SeatId, window: str) -> None:
    """3.8.5: at the end of a Segment in which it is allowed."""
    if window in p.edition.burial_windows and check_burial(p, seat) is None:
        p.push(Burial(seat, "3.8.5"))


def offer_after(p: Play, seat: SeatId, window: str) -> None:
    """3.8.5: after the Segment that is about to begin, where it is allowed and may be possible then."""
    s = p.state
    if window in p.edition.burial_windows and s.turn in p.edition.burial_turns and s.royals[Royal.FUNERAL_CART] >= 0:
        p.push(BurialOffer(seat, window))


class BurialOffer(Frame):
    """It waits for the end of a Segment."""

    def __init__(self, seat: SeatId, window: str) -> None:
        self.seat = seat
        self.window = window

    def step(self, p: Play) -> Ask | None:
        p.pop()
        offer(p, self.seat, self.window)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("the offer asks nothing itself")


class Burial(Frame):
    """3.8.6: it is optional."""

    def __init__(self, seat: SeatId, rule: str) -> None:
        self.seat = seat
        self.rule = rule

    def step(self, p: Play) -> Ask | None:
        space = (("space", "space", p.space(p.state.royals[Royal.FUNERAL_CART])),)
        return Ask(self.seat, "prompt.bury", self.rule, [code(Verb.BURY), code(Verb.PASS)], space)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if verb == Verb.PASS:
            return None
        if verb == Verb.BURY:
            return check_burial(p, self.seat)
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        if action >> SHIFT == Verb.BURY:
            scoring.bury(p, self.seat)
            upkeep(p)


def check_burial(p: Play, seat: SeatId) -> Refusal | None:
    """3.8.1 to 3.8.4, A12"""
    s = p.state
    at = s.royals[Royal.FUNERAL_CART]
    if at < 0:
        return Refusal("3.8.1", "refusal.no_cart")
    if s.royal_owner[Royal.FUNERAL_CART] != seat:
        return Refusal("3.8.1", "refusal.cart_not_yours")
    if s.turn not in p.edition.burial_turns:
        return Refusal("3.8.4", "refusal.burial_turn")
    where = (("space", "space", p.space(at)),)
    if p.is_at_sea(at) or not is_major_city(p, p.space(at)):
        return Refusal("3.8.2", "refusal.burial_place", where)
    if enemy_cu_at(s, at, seat):
        return Refusal("3.8.3", "refusal.burial_enemy", where)
    return None
