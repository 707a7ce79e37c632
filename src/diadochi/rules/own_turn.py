"""7.1.C.2, 7.2.F.17: what a player may do at any time in his own turn: between activations, or without any."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import Unit
from diadochi.model.state import forces
from diadochi.rules import minor_generals, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import commander, minors_of
from diadochi.rules.upkeep import upkeep


class NobodyActivated(NamedTuple):
    """6.3.2: a Mercenary was raised instead. `placed`: the Minor Generals who were placed, repositioned or removed."""

    seat: int
    placed: int = 0

    def step(self, p: Play) -> Ask | None:
        actions = offers(p, self, candidates(p, self.seat, self.placed))
        if not actions:
            p.pop()
            return None
        return Ask(self.seat, "prompt.nobody_activated", "7.1.C.2", [*actions, code(Verb.DONE)])

    def check(self, p: Play, action: int) -> Refusal | None:
        return None if action >> SHIFT == Verb.DONE else check(p, self.seat, action, self.placed)

    def take(self, p: Play, action: int) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
        else:
            take(p, self.seat, action, self.placed)


def candidates(p: Play, seat: int, placed: int) -> list[int]:
    s = p.state
    out = []
    minor_may_go = minor_generals.any_may_go(p, seat, placed)
    for at in troops.locations_of(s, seat):
        if minor_may_go and commander(p, at, seat) < 0:
            out.append(code(Verb.REPOSITION, at))
        if s.cus_of(at, seat)[Unit.ROYAL]:
            out.append(code(Verb.DISBAND, at))
    if minor_may_go:
        out += [code(Verb.REMOVE_GENERAL, g) for g in minors_of(p, seat) if s.generals[g] >= 0]
    return out


def check(p: Play, seat: int, action: int, placed: int) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.REPOSITION:
        return minor_generals.check_put(p, seat, operand, placed)
    if verb == Verb.REMOVE_GENERAL:
        return minor_generals.check_remove(p, seat, operand, placed)
    return check_disband(p, seat, operand) if verb == Verb.DISBAND else NOT_ASKED


def take(p: Play, seat: int, action: int, placed: int) -> None:
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.REPOSITION:
        minor_generals.put(p, seat, operand, placed)
    elif verb == Verb.REMOVE_GENERAL:
        minor_generals.remove(p, seat, operand)
    else:
        disband(p, seat, operand)


def check_disband(p: Play, seat: int, location: int) -> Refusal | None:
    """A42"""
    if not troops.unmoved(p.state, location, seat)[Unit.ROYAL]:
        return Refusal("7.2.F.17", "refusal.no_royal_army", args(at=("location", location)))
    return None


def disband(p: Play, seat: int, location: int) -> None:
    troops.eliminate(p, location, seat, forces(Unit.ROYAL), "7.2.F.17")
    upkeep(p)
