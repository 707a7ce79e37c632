"""7.1.C.2: Minor Generals are put with CUs that have no General, or removed; that is no activation (9.1.4)."""

from diadochi.model import moves
from diadochi.model.ids import ActionCode, GeneralId, LocationId, Mask, SeatId
from diadochi.model.notation import SHIFT, code, general_in
from diadochi.model.state import FACTIONS, OFF_MAP
from diadochi.model.verbs import Verb
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.agenda import offers as passing
from diadochi.rules.troops import commander, generals_at, leave_map, minors_of


class Placed(Frame):
    """Below the frame that asks: who was placed, repositioned or removed since the last other action.

    Nobody is touched twice before something else is done, lest it never end; only where he stands then matters. The
    engine takes it away when something else is done.
    """

    def __init__(self, generals: Mask) -> None:
        self.generals = generals

    def remember(self, p: Play, general: int) -> None:
        p.become(self, Placed(self.generals | 1 << general))

    def step(self, p: Play) -> Ask | None:
        p.pop()
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("nothing is asked for it")


def placed(p: Play) -> int:
    """Bit mask of those who were touched since the last other action."""
    frame = p.under()
    return frame.generals if isinstance(frame, Placed) else 0


def remember(p: Play, general: GeneralId) -> None:
    """After the action, with the frame that asks on top."""
    frame = p.under()
    if isinstance(frame, Placed):
        frame.remember(p, general)
    else:
        p.slip_under(Placed(1 << general))


# Who may go, and where; `staying` is the bit mask of those who may not now


def offers(p: Play, seat: SeatId, staying: Mask) -> list[int]:
    generals = p.state.generals
    free = [g for g in minors_of(p, seat) if not staying >> g & 1]
    if not free:
        return []
    out = [code(Verb.REPOSITION, at) for at in leaderless(p, seat)]
    return out + [code(Verb.REMOVE_GENERAL, g) for g in free if generals[g] >= 0]


def leaderless(p: Play, seat: SeatId) -> list[LocationId]:
    """The locations on land where a player has CUs and no General, in rising order."""
    s = p.state
    out = []
    for key in s.cus:
        if key % FACTIONS == seat:
            at = key // FACTIONS
            if at < 2 * p.spaces and (at not in s.generals_at or commander(p, LocationId(at), seat) < 0):
                out.append(at)
    out.sort()
    return out  # type: ignore[return-value]


def check_put(p: Play, seat: SeatId, location: LocationId, staying: Mask) -> Refusal | None:
    if p.is_at_sea(location) or not troops.has_cu(p.state, location, seat):
        return Refusal("7.1.C.2", "refusal.no_own_cu_there", (("at", "location", location),))
    if commander(p, location, seat) >= 0:
        return Refusal("7.1.C.6", "refusal.has_a_general", (("at", "location", location),))
    if all(staying >> g & 1 for g in minors_of(p, seat)):
        return Refusal("7.1.C.2", "refusal.no_minor_general", (("at", "location", location),))
    return None


def check_remove(p: Play, seat: SeatId, general: GeneralId, staying: Mask) -> Refusal | None:
    if general not in minors_of(p, seat) or p.state.generals[general] < 0:
        return Refusal("7.1.C.2", "refusal.no_such_general", (("general", "general", general),))
    if staying >> general & 1:
        return Refusal("7.1.C.2", "refusal.placed_already", (("general", "general", general),))
    return None


def any_is_idle(p: Play, seat: SeatId, staying: Mask) -> bool:
    """CUs have no General, and a Minor General may come to them whom nothing else needs."""
    if not leaderless(p, seat):
        return False
    return any(not staying >> g & 1 and not is_needed(p, g) for g in minors_of(p, seat))


def is_needed(p: Play, general: GeneralId) -> bool:
    """7.2.A.1: without him nobody could tell whose the CUs are in his location."""
    s = p.state
    at = s.generals[general]
    if at < 0:
        return False
    seat = s.owners[general]
    return s.pcs[p.space(at)] != seat and troops.has_cu(s, at, seat) and generals_at(p, at, seat) == [general]


# Doing it


def remove(p: Play, seat: SeatId, general: GeneralId) -> None:
    at = p.state.generals[general]
    leave_map(p, general, OFF_MAP)
    who, where = ("faction", seat), ("location", at)
    p.note("minor_leaves", "7.1.C.2", (("who", *who), ("general", "general", general), ("at", *where)))
    remember(p, general)


def put(p: Play, seat: SeatId, location: LocationId, staying: Mask) -> None:
    p.push(Putting(seat, location, staying))


class Putting(Frame):
    """Which Minor General goes to a location."""

    def __init__(self, seat: SeatId, location: LocationId, staying: Mask) -> None:
        self.seat = seat
        self.location = location
        self.staying = staying

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]
        place = (("at", "location", self.location),)
        return Ask(self.seat, "prompt.fetch", "7.1.C.2", passing(p, self, candidates), place)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.FETCH:
            return NOT_ASKED
        general = general_in(action)
        if general not in minors_of(p, self.seat) or self.staying >> general & 1:
            return Refusal("7.1.C.2", "refusal.no_such_general", (("general", "general", general),))
        if self.has_a_double(p, general):
            return Refusal("7.1.C.2", "refusal.another_like_him", (("general", "general", general),))
        if is_needed(p, general) and self.finds_another(p):
            return Refusal("7.1.C.2", "refusal.shows_whose_cus", (("general", "general", general),))
        return None

    def finds_another(self, p: Play) -> bool:
        """Somebody may go whom nothing else needs; who would rather have another removes him first."""
        return any(not self.staying >> g & 1 and not is_needed(p, g) for g in minors_of(p, self.seat))

    def has_a_double(self, p: Play, general: GeneralId) -> bool:
        """Of those off map who are alike the one with the lower number stands for all."""
        s = p.state
        before = range(minors_of(p, self.seat)[0], general)
        used = s.moved_generals >> general & 1
        return s.generals[general] == OFF_MAP and any(
            s.generals[g] == OFF_MAP and s.moved_generals >> g & 1 == used and not self.staying >> g & 1 for g in before
        )

    def take(self, p: Play, action: ActionCode) -> None:
        general = general_in(action)
        key = "minor_placed" if p.state.generals[general] == OFF_MAP else "repositioned"
        moves.put_general(p.state, general, self.location)
        who, at = ("faction", self.seat), ("location", self.location)
        p.note(key, "7.1.C.2", (("who", *who), ("general", "general", general), ("at", *at)))
        p.pop()
        remember(p, general)
