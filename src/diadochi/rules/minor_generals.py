"""7.1.C.2: Minor Generals are put with CUs that have no General, or removed; that is no activation (9.1.4)."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import OFF_MAP
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import commander, minors_of


def check_put(p: Play, seat: int, location: int, placed: int) -> Refusal | None:
    """`placed`: the Minor Generals who have been put somewhere already; nobody is put twice, lest it never end."""
    if p.is_at_sea(location) or not troops.has_cu(p.state, location, seat):
        return Refusal("7.1.C.2", "refusal.no_own_cu_there", args(at=("location", location)))
    if commander(p, location, seat) >= 0:
        return Refusal("7.1.C.6", "refusal.has_a_general", args(at=("location", location)))
    if not any_may_go(p, seat, placed):
        return Refusal("7.1.C.2", "refusal.no_minor_general", args(at=("location", location)))
    return None


def any_may_go(p: Play, seat: int, placed: int) -> bool:
    return any(may_go(p, seat, g, placed) for g in minors_of(p, seat))


def may_go(p: Play, seat: int, general: int, placed: int) -> bool:
    """One from off map, or one who is not needed to show whose the CUs are that he leaves (7.2.A.1)."""
    s = p.state
    if placed >> general & 1:
        return False
    at = s.generals[general]
    return at == OFF_MAP or (at >= 0 and s.pcs[p.space(at)] == seat)


def check_remove(p: Play, seat: int, general: int, placed: int) -> Refusal | None:
    if general not in minors_of(p, seat) or p.state.generals[general] < 0:
        return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))
    if placed >> general & 1:
        return Refusal("7.1.C.2", "refusal.placed_already", args(general=("general", general)))
    if not may_go(p, seat, general, placed):
        return Refusal("7.2.A.1", "refusal.shows_whose_cus", args(general=("general", general)))
    return None


def remove(p: Play, seat: int, general: int) -> None:
    from diadochi.rules import activation

    at = p.state.generals[general]
    p.state.put_general(general, OFF_MAP)
    who, where = ("faction", seat), ("location", at)
    p.note("minor_leaves", "7.1.C.2", who=who, general=("general", general), at=where)
    activation.remember_placed(p, general)


def put(p: Play, seat: int, location: int, placed: int) -> None:
    p.push(Putting(seat, location, placed))


class Putting(NamedTuple):
    """Which Minor General goes to a location."""

    seat: int
    location: int
    placed: int

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]
        place = args(at=("location", self.location))
        return Ask(self.seat, "prompt.fetch", "7.1.C.2", offers(p, self, candidates), place)

    def check(self, p: Play, action: int) -> Refusal | None:
        if action >> SHIFT != Verb.FETCH:
            return NOT_ASKED
        general = action & MASK
        if general not in minors_of(p, self.seat) or not may_go(p, self.seat, general, self.placed):
            return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))
        if self.has_a_double(p, general):
            return Refusal("7.1.C.2", "refusal.another_like_him", args(general=("general", general)))
        return None

    def has_a_double(self, p: Play, general: int) -> bool:
        """Of those off map who are alike the one with the lower number stands for all."""
        s = p.state
        before = range(minors_of(p, self.seat).start, general)
        used = s.moved_generals >> general & 1
        return s.generals[general] == OFF_MAP and any(
            s.generals[g] == OFF_MAP and s.moved_generals >> g & 1 == used and not self.placed >> g & 1 for g in before
        )

    def take(self, p: Play, action: int) -> None:
        from diadochi.rules import activation

        general = action & MASK
        key = "minor_placed" if p.state.generals[general] == OFF_MAP else "repositioned"
        p.state.put_general(general, self.location)
        who, at = ("faction", self.seat), ("location", self.location)
        p.note(key, "7.1.C.2", who=who, general=("general", general), at=at)
        p.pop()
        activation.remember_placed(p, general)
