"""7.1.C.2, 7.2.F.17: what a player may do at any time in his own turn, besides what he is asked for."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import Unit
from diadochi.model.state import FACTIONS, forces
from diadochi.rules import minor_generals, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.upkeep import upkeep

VERBS = frozenset((Verb.REPOSITION, Verb.REMOVE_GENERAL, Verb.DISBAND))


class NobodyActivated(NamedTuple):
    """9.1.3, 6.3.2: nobody is left to activate, or a Mercenary was raised instead."""

    seat: int
    placed: int = 0
    """Of older saves."""

    def step(self, p: Play) -> Ask | None:
        staying = minor_generals.placed(p)
        if not minor_generals.any_is_idle(p, self.seat, staying):
            p.pop()
            return None
        actions = [*offers(p, self.seat, staying), code(Verb.DONE)]
        return Ask(self.seat, "prompt.nobody_activated", "7.1.C.2", actions)

    def check(self, p: Play, action: int) -> Refusal | None:
        return None if action >> SHIFT == Verb.DONE else NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        p.pop()


def offers(p: Play, seat: int, staying: int, *, disbanding: bool = True) -> list[int]:
    """`staying`: bit mask of the Minor Generals who may not be moved now."""
    out = minor_generals.offers(p, seat, staying)
    if disbanding:
        royal = [key // FACTIONS for key, cus in p.state.cus.items() if cus[Unit.ROYAL] and key % FACTIONS == seat]
        if royal:
            out += [code(Verb.DISBAND, at) for at in sorted(royal) if check_disband(p, seat, at) is None]
    return out


def check(p: Play, seat: int, action: int, staying: int, *, disbanding: bool = True) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.REPOSITION:
        return minor_generals.check_put(p, seat, operand, staying)
    if verb == Verb.REMOVE_GENERAL:
        return minor_generals.check_remove(p, seat, operand, staying)
    if verb != Verb.DISBAND:
        return NOT_ASKED
    return check_disband(p, seat, operand) if disbanding else Refusal("7.2.F.17", "refusal.between_activations")


def take(p: Play, seat: int, action: int, staying: int) -> None:
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.REPOSITION:
        minor_generals.put(p, seat, operand, staying)
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
