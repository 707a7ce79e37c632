"""7.1.C.2, 7.2.F.17: what a player may do at any time in his own turn, besides what he is asked for."""

from typing import Final

from diadochi.model.ids import ActionCode, LocationId, Mask, SeatId
from diadochi.model.notation import SHIFT, code, general_in, location_in
from diadochi.model.pieces import Unit
from diadochi.model.state import FACTIONS, forces
from diadochi.model.verbs import Verb
from diadochi.rules import minor_generals, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.upkeep import upkeep

VERBS: Final = frozenset((Verb.REPOSITION, Verb.REMOVE_GENERAL, Verb.DISBAND, Verb.BURY))


class NobodyActivated(Frame):
    """9.1.3, 6.3.2: nobody is left to activate, or a Mercenary was raised instead."""

    def __init__(self, seat: SeatId, placed: int = 0) -> None:
        self.seat = seat
        self.placed = placed
        """Of older saves."""

    def step(self, p: Play) -> Ask | None:
        staying = minor_generals.placed(p)
        if not minor_generals.any_is_idle(p, self.seat, staying):
            p.pop()
            return None
        actions = [*offers(p, self.seat, staying), code(Verb.DONE)]
        return Ask(self.seat, "prompt.nobody_activated", "7.1.C.2", actions)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return None if action >> SHIFT == Verb.DONE else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()


def offers(p: Play, seat: SeatId, staying: Mask, *, disbanding: bool = True) -> list[int]:
    """`staying`: bit mask of the Minor Generals who may not be moved now."""
    out = minor_generals.offers(p, seat, staying)
    if disbanding:
        royal = [key // FACTIONS for key, cus in p.state.cus.items() if cus[Unit.ROYAL] and key % FACTIONS == seat]
        if royal:
            out += [code(Verb.DISBAND, at) for at in sorted(royal) if check_disband(p, seat, LocationId(at)) is None]
    return out


def check(p: Play, seat: SeatId, action: ActionCode, staying: Mask, *, disbanding: bool = True) -> Refusal | None:
    verb = action >> SHIFT
    if verb == Verb.REPOSITION:
        return minor_generals.check_put(p, seat, location_in(action), staying)
    if verb == Verb.REMOVE_GENERAL:
        return minor_generals.check_remove(p, seat, general_in(action), staying)
    if verb != Verb.DISBAND:
        return NOT_ASKED
    return (
        check_disband(p, seat, location_in(action))
        if disbanding
        else Refusal("7.2.F.17", "refusal.between_activations")
    )


def take(p: Play, seat: SeatId, action: ActionCode, staying: Mask) -> None:
    verb = action >> SHIFT
    if verb == Verb.REPOSITION:
        minor_generals.put(p, seat, location_in(action), staying)
    elif verb == Verb.REMOVE_GENERAL:
        minor_generals.remove(p, seat, general_in(action))
    else:
        disband(p, seat, location_in(action))


def check_disband(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    """A42"""
    if not troops.unmoved(p.state, location, seat)[Unit.ROYAL]:
        return Refusal("7.2.F.17", "refusal.no_royal_army", (("at", "location", location),))
    return None


def disband(p: Play, seat: SeatId, location: LocationId) -> None:
    troops.eliminate(p, location, seat, forces(Unit.ROYAL), "7.2.F.17")
    upkeep(p)
