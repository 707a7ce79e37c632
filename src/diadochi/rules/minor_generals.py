"""7.1.C.2: Minor Generals are put with CUs that have no General, or removed; that is no activation (9.1.4)."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import FACTIONS, OFF_MAP
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.agenda import offers as passing
from diadochi.rules.command import commander, generals_at, minors_of


class Placed(NamedTuple):
    """Below the frame that asks: who was placed, repositioned or removed since the last other action.

    Nobody is touched twice before something else is done, lest it never end; only where he stands then matters.
    """

    generals: int

    def step(self, p: Play) -> Ask | None:
        p.pop()
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise AssertionError("nothing is asked for it")


def placed(p: Play) -> int:
    """Bit mask of those who were touched since the last other action."""
    agenda = p.state.agenda
    frame = agenda[-2] if len(agenda) > 1 else None
    return frame.generals if isinstance(frame, Placed) else 0


def remember(p: Play, general: int) -> None:
    """After the action, with the frame that asks on top."""
    agenda = p.state.agenda
    frame = agenda[-2] if len(agenda) > 1 else None
    if isinstance(frame, Placed):
        agenda[-2] = Placed(frame.generals | 1 << general)
    else:
        agenda.insert(-1, Placed(1 << general))


def forget(p: Play) -> None:
    """Something else is done."""
    agenda = p.state.agenda
    if len(agenda) > 1 and isinstance(agenda[-2], Placed):
        del agenda[-2]


# Who may go, and where; `staying` is the bit mask of those who may not now


def offers(p: Play, seat: int, staying: int) -> list[int]:
    generals = p.state.generals
    free = [g for g in minors_of(p, seat) if not staying >> g & 1]
    if not free:
        return []
    out = [code(Verb.REPOSITION, at) for at in leaderless(p, seat)]
    return out + [code(Verb.REMOVE_GENERAL, g) for g in free if generals[g] >= 0]


def leaderless(p: Play, seat: int) -> list[int]:
    """The locations on land where a player has CUs and no General, in rising order."""
    s = p.state
    out = []
    for key in s.cus:
        if key % FACTIONS == seat:
            at = key // FACTIONS
            if at < 2 * p.spaces and (at not in s.generals_at or commander(p, at, seat) < 0):
                out.append(at)
    out.sort()
    return out


def check_put(p: Play, seat: int, location: int, staying: int) -> Refusal | None:
    if p.is_at_sea(location) or not troops.has_cu(p.state, location, seat):
        return Refusal("7.1.C.2", "refusal.no_own_cu_there", args(at=("location", location)))
    if commander(p, location, seat) >= 0:
        return Refusal("7.1.C.6", "refusal.has_a_general", args(at=("location", location)))
    if all(staying >> g & 1 for g in minors_of(p, seat)):
        return Refusal("7.1.C.2", "refusal.no_minor_general", args(at=("location", location)))
    return None


def check_remove(p: Play, seat: int, general: int, staying: int) -> Refusal | None:
    if general not in minors_of(p, seat) or p.state.generals[general] < 0:
        return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))
    if staying >> general & 1:
        return Refusal("7.1.C.2", "refusal.placed_already", args(general=("general", general)))
    return None


def any_is_idle(p: Play, seat: int, staying: int) -> bool:
    """CUs have no General, and a Minor General may come to them whom nothing else needs."""
    if not leaderless(p, seat):
        return False
    return any(not staying >> g & 1 and not is_needed(p, g) for g in minors_of(p, seat))


def is_needed(p: Play, general: int) -> bool:
    """7.2.A.1: without him nobody could tell whose the CUs are in his location."""
    s = p.state
    at = s.generals[general]
    if at < 0:
        return False
    seat = s.owners[general]
    return s.pcs[p.space(at)] != seat and troops.has_cu(s, at, seat) and generals_at(p, at, seat) == [general]


# Doing it


def remove(p: Play, seat: int, general: int) -> None:
    at = p.state.generals[general]
    p.state.put_general(general, OFF_MAP)
    who, where = ("faction", seat), ("location", at)
    p.note("minor_leaves", "7.1.C.2", who=who, general=("general", general), at=where)
    remember(p, general)


def put(p: Play, seat: int, location: int, staying: int) -> None:
    p.push(Putting(seat, location, staying))


class Putting(NamedTuple):
    """Which Minor General goes to a location."""

    seat: int
    location: int
    staying: int

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]
        place = args(at=("location", self.location))
        return Ask(self.seat, "prompt.fetch", "7.1.C.2", passing(p, self, candidates), place)

    def check(self, p: Play, action: int) -> Refusal | None:
        if action >> SHIFT != Verb.FETCH:
            return NOT_ASKED
        general = action & MASK
        if general not in minors_of(p, self.seat) or self.staying >> general & 1:
            return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))
        if self.has_a_double(p, general):
            return Refusal("7.1.C.2", "refusal.another_like_him", args(general=("general", general)))
        if is_needed(p, general) and self.finds_another(p):
            return Refusal("7.1.C.2", "refusal.shows_whose_cus", args(general=("general", general)))
        return None

    def finds_another(self, p: Play) -> bool:
        """Somebody may go whom nothing else needs; who would rather have another removes him first."""
        return any(not self.staying >> g & 1 and not is_needed(p, g) for g in minors_of(p, self.seat))

    def has_a_double(self, p: Play, general: int) -> bool:
        """Of those off map who are alike the one with the lower number stands for all."""
        s = p.state
        before = range(minors_of(p, self.seat).start, general)
        used = s.moved_generals >> general & 1
        return s.generals[general] == OFF_MAP and any(
            s.generals[g] == OFF_MAP and s.moved_generals >> g & 1 == used and not self.staying >> g & 1 for g in before
        )

    def take(self, p: Play, action: int) -> None:
        general = action & MASK
        key = "minor_placed" if p.state.generals[general] == OFF_MAP else "repositioned"
        p.state.put_general(general, self.location)
        who, at = ("faction", self.seat), ("location", self.location)
        p.note(key, "7.1.C.2", who=who, general=("general", general), at=at)
        p.pop()
        remember(p, general)
