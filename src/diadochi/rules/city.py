"""A Major City and the field before it: who goes in and out before an enemy (10.B), who joins a battle (14.2, A75)."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, Mask, SeatId, SpaceId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, general_in, unit_in
from diadochi.model.pieces import NO_FORCES, UNITS, Forces
from diadochi.model.state import add, common, royals_in, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import losses, procedures, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.royals import put_royals, royals_mask
from diadochi.rules.troops import generals_at, generals_mask, put_generals

GOING_IN: Final = (Verb.INSIDE, Verb.INSIDE_GENERAL, Verb.INSIDE_ROYAL)
COMING_OUT: Final = (Verb.OUTSIDE, Verb.OUTSIDE_GENERAL, Verb.OUTSIDE_ROYAL)


def rearrange(p: Play, owner: FactionId, space: SpaceId) -> None:
    places = (space, p.inside(space))
    if any(losses.has_pieces(p, at, owner) or royals_mask(p.state, at, owner) for at in places):
        p.push(Rearrange(owner, space))


class Rearrange(Frame):
    """10.B.1: everybody stands where he stood until his owner says otherwise, once for each piece."""

    def __init__(
        self,
        seat: SeatId,
        space: SpaceId,
        went_in: Forces = NO_FORCES,
        came_out: Forces = NO_FORCES,
        generals: Mask = 0,
        royals: Mask = 0,
    ) -> None:
        self.seat = seat
        self.space = space
        self.went_in = went_in
        self.came_out = came_out
        self.generals = generals
        """The Generals, and the royals, who have changed their place."""
        self.royals = royals

    def step(self, p: Play) -> Ask | None:
        inside = p.inside(self.space)
        candidates = [code(Verb.DONE), *self.pieces(p, self.space, GOING_IN), *self.pieces(p, inside, COMING_OUT)]
        place = (("space", "space", self.space),)
        return Ask(self.seat, "prompt.rearrange", "10.B.1", offers(p, self, candidates), place)

    def pieces(self, p: Play, at: LocationId, verbs: tuple[int, int, int]) -> list[int]:
        """An action for everything in a location."""
        units, general, royal = verbs
        out = troops.unit_actions(units, p.state.cus_of(at, self.seat))
        out += [code(general, g) for g in generals_at(p, at, self.seat)]
        return out + [code(royal, r) for r in royals_in(royals_mask(p.state, at, self.seat))]

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb not in GOING_IN and verb not in COMING_OUT:
            return NOT_ASKED
        at = self.space if verb in GOING_IN else p.inside(self.space)
        if verb in (Verb.INSIDE, Verb.OUTSIDE):
            return self.check_cu(p, verb, unit_in(action), at)
        if verb in (Verb.INSIDE_GENERAL, Verb.OUTSIDE_GENERAL):
            here, moved = generals_mask(p, at, self.seat), self.generals
        else:
            here, moved = royals_mask(p.state, at, self.seat), self.royals
        if not here >> operand & 1:
            return Refusal("10.B.1", "refusal.not_there", (("at", "location", at),))
        return self.placed() if moved >> operand & 1 else None

    def check_cu(self, p: Play, verb: int, unit: UnitId, at: LocationId) -> Refusal | None:
        cus = p.state.cus_of(at, self.seat)
        if unit >= UNITS or not cus[unit]:
            return Refusal("10.B.1", "refusal.not_there", (("at", "location", at),))
        if (self.came_out if verb == Verb.INSIDE else self.went_in)[unit]:
            return self.placed()
        if verb == Verb.INSIDE and troops.count(troops.whole(cus, unit)) > troops.room_inside(p, self.space):
            return Refusal("9.4.5", "refusal.no_room_inside", (("space", "space", self.space),))
        return troops.check_elephants(p, troops.whole(cus, unit)) if verb == Verb.INSIDE else None

    def placed(self) -> Refusal:
        return Refusal("10.B.1", "refusal.changed_place", (("space", "space", self.space),))

    def take(self, p: Play, action: ActionCode) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            p.pop()
            self.tell(p)
            return
        inside = p.inside(self.space)
        start, end = (self.space, inside) if verb in GOING_IN else (inside, self.space)
        if verb in (Verb.INSIDE, Verb.OUTSIDE):
            self.move_cus(p, troops.whole(p.state.cus_of(start, self.seat), unit_in(action)), start, end)
        elif verb in (Verb.INSIDE_GENERAL, Verb.OUTSIDE_GENERAL):
            moves.put_general(p.state, general_in(action), end)
            p.replace(self.but(generals=self.generals | 1 << operand))
        else:
            put_royals(p.state, 1 << operand, end)
            p.replace(self.but(royals=self.royals | 1 << operand))

    def move_cus(self, p: Play, cus: Forces, start: LocationId, end: LocationId) -> None:
        troops.move_cus(p, self.seat, cus, start, end)
        if p.is_inside(end):
            p.replace(self.but(went_in=add(self.went_in, cus)))
        else:
            p.replace(self.but(came_out=add(self.came_out, cus)))

    def unguarded(self, p: Play) -> bool:
        """8.3.1: whether one of the royal family stands outside without a General; an enemy's there ends control."""
        return bool(royals_mask(p.state, self.space, self.seat)) and not generals_mask(p, self.space, self.seat)

    def tell(self, p: Play) -> None:
        if self == Rearrange(self.seat, self.space):
            return
        inside = p.inside(self.space)
        p.note(
            "stands_inside",
            "10.B.1",
            (
                ("who", "faction", self.seat),
                ("generals", "generals", tuple(generals_at(p, inside, self.seat))),
                ("cus", "forces", p.state.cus_of(inside, self.seat)),
                ("royals", "royals", tuple(royals_in(royals_mask(p.state, inside, self.seat)))),
                ("at", "location", inside),
            ),
        )


def perils(p: Play) -> tuple[int, ...]:
    """10.B: `done` should not give an Heir away unnoticed."""
    frame = p.state.agenda[-1]
    return (code(Verb.DONE),) if isinstance(frame, Rearrange) and frame.unguarded(p) else ()


# 14.2


def ask_joiners(p: Play, seat: SeatId, at: LocationId, attacking: bool) -> None:
    """Ask the city's controller, piece by piece; `Battle.joined` is told at the end."""
    p.push(Joining(seat, at, int(attacking and seat == p.state.active), 0, NO_FORCES))


class Joining(Frame):
    """`moving`: they join the activated Army and count as moved by its General (14.2.2)."""

    def __init__(self, seat: SeatId, at: LocationId, moving: Mask, generals: Mask, cus: Forces) -> None:
        self.seat = seat
        self.at = at
        self.moving = moving
        self.generals = generals
        self.cus = cus

    def step(self, p: Play) -> Ask | None:
        inside = p.inside(p.space(self.at))
        candidates = [code(Verb.JOIN, u) for u in range(UNITS)]
        candidates += [code(Verb.JOIN_GENERAL, g) for g in generals_at(p, inside, self.seat)]
        actions = offers(p, self, candidates)
        if not actions:
            self.end(p)
            return None
        return Ask(self.seat, "prompt.join", "14.2.1", [*actions, code(Verb.DONE)], (("at", "location", self.at),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb == Verb.JOIN and operand < UNITS:
            return self.check_cu(p, unit_in(action))
        if verb == Verb.JOIN_GENERAL:
            return self.check_general(p, general_in(action))
        return NOT_ASKED

    def check_cu(self, p: Play, unit: UnitId) -> Refusal | None:
        s = p.state
        inside = p.inside(p.space(self.at))
        if not s.cus_of(inside, self.seat)[unit]:
            return Refusal("14.2.1", "refusal.no_cu_there", (("at", "location", inside),))
        if self.moving and not troops.unmoved(s, inside, self.seat)[unit]:
            return Refusal("14.2.2", "refusal.moved_by_another")
        return None

    def check_general(self, p: Play, general: GeneralId) -> Refusal | None:
        s = p.state
        if s.generals[general] != p.inside(p.space(self.at)) or s.owners[general] != self.seat:
            return Refusal("14.2.1", "refusal.general_not_inside", (("general", "general", general),))
        if self.moving and s.moved_generals >> general & 1:
            return Refusal("14.2.2", "refusal.moved_by_another")
        return None

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        if verb == Verb.DONE:
            self.end(p)
        elif verb == Verb.JOIN:
            self.join_cus(p, unit_in(action))
        else:
            self.join_general(p, general_in(action))

    def join_cus(self, p: Play, unit: UnitId) -> None:
        s = p.state
        inside = p.inside(p.space(self.at))
        cus = troops.whole(s.cus_of(inside, self.seat), unit)
        moves.take_cus(s, inside, self.seat, cus)
        moves.add_cus(s, self.at, self.seat, cus)
        if self.moving:
            troops.mark_moved(s, self.at, cus)
        p.note(
            "joins_battle",
            "14.2.1",
            (("who", "faction", self.seat), ("cus", "forces", cus), ("at", "location", self.at)),
        )
        p.replace(self.but(cus=add(self.cus, cus)))

    def join_general(self, p: Play, general: GeneralId) -> None:
        moves.put_general(p.state, general, self.at)
        if self.moving:
            p.state.moved_generals |= 1 << general
        p.note("general_joins_battle", "14.2.3", (("who", "faction", self.seat), ("general", "general", general)))
        p.replace(self.but(generals=self.generals | 1 << general))

    def end(self, p: Play) -> None:
        p.pop()
        procedures.joined_battle(p, self.seat, self.generals, self.cus)


# 14.2.5


def go_back(p: Play, seat: SeatId, at: LocationId, generals: Mask, cus: Forces, others: Forces) -> None:
    """What joined goes back inside; `others` are those whom it joined.

    Where both had CUs of a type and some of that type are lost, their owner says whose they were.
    """
    inside = p.inside(p.space(at))
    put_generals(p.state, generals & generals_mask(p, at, seat), inside)
    left = p.state.cus_of(at, seat)
    lost = tuple(max(0, cus[u] + others[u] - left[u]) for u in range(UNITS))
    surely = tuple(max(0, cus[u] - lost[u]) for u in range(UNITS))
    troops.move_cus(p, seat, surely, at, inside)
    p.push(Returning(seat, at, subtract(common(cus, left), surely)))


class Returning(Frame):
    """`cus`: these go inside if it was the others who were lost."""

    def __init__(self, seat: SeatId, at: LocationId, cus: Forces) -> None:
        self.seat = seat
        self.at = at
        self.cus = cus

    def step(self, p: Play) -> Ask | None:
        if self.cus == NO_FORCES:
            p.pop()
            return None
        actions = [*troops.unit_actions(Verb.INSIDE, self.cus), code(Verb.DONE)]
        return Ask(self.seat, "prompt.who_was_lost", "14.2.5", actions, (("at", "location", self.at),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, unit = action >> SHIFT, unit_in(action)
        if verb == Verb.DONE:
            return None
        if verb != Verb.INSIDE:
            return NOT_ASKED
        return None if unit < UNITS and self.cus[unit] else Refusal("14.2.5", "refusal.came_by_another_way")

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            return
        cus = troops.whole(self.cus, unit_in(action))
        troops.move_cus(p, self.seat, cus, self.at, p.inside(p.space(self.at)))
        p.replace(self.but(cus=subtract(self.cus, cus)))
