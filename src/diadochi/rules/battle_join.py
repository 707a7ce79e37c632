"""14.2, A75: who comes out of a Major City to join a Land Battle outside."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, UNITS, Forces
from diadochi.model.state import INDEPENDENT, NOBODY, add, common, subtract
from diadochi.rules import retreat, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import generals_at


def joiner(p: Play, attacker: int, defender: int, at: int) -> int:
    """14.2.1: only the city's controller can have pieces both inside and outside."""
    owner = p.state.pcs[p.space(at)]
    if owner in (attacker, defender) and owner != INDEPENDENT and troops.is_major_city(p, p.space(at)):
        return owner
    return NOBODY


def begin(p: Play, seat: int, at: int, attacking: bool) -> None:
    """Ask the city's controller, piece by piece; `Battle.joined` is told at the end."""
    p.push(Joining(seat, at, int(attacking and seat == p.state.active), 0, NO_FORCES))


class Joining(NamedTuple):
    """`moving`: they join the activated Army and count as moved by its General (14.2.2)."""

    seat: int
    at: int
    moving: int
    generals: int
    cus: Forces

    def step(self, p: Play) -> Ask | None:
        inside = p.inside(p.space(self.at))
        candidates = [code(Verb.JOIN, u) for u in range(UNITS)]
        candidates += [code(Verb.JOIN_GENERAL, g) for g in generals_at(p, inside, self.seat)]
        actions = offers(p, self, candidates)
        if not actions:
            self.end(p)
            return None
        return Ask(self.seat, "prompt.join", "14.2.1", [*actions, code(Verb.DONE)], args(at=("location", self.at)))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb == Verb.JOIN and operand < UNITS:
            return self.check_cu(p, operand)
        if verb == Verb.JOIN_GENERAL:
            return self.check_general(p, operand)
        return NOT_ASKED

    def check_cu(self, p: Play, unit: int) -> Refusal | None:
        s = p.state
        inside = p.inside(p.space(self.at))
        if not s.cus_of(inside, self.seat)[unit]:
            return Refusal("14.2.1", "refusal.no_cu_there", args(at=("location", inside)))
        if self.moving and not troops.unmoved(s, inside, self.seat)[unit]:
            return Refusal("14.2.2", "refusal.moved_by_another")
        return None

    def check_general(self, p: Play, general: int) -> Refusal | None:
        s = p.state
        if s.generals[general] != p.inside(p.space(self.at)) or s.owners[general] != self.seat:
            return Refusal("14.2.1", "refusal.general_not_inside", args(general=("general", general)))
        if self.moving and s.moved_generals >> general & 1:
            return Refusal("14.2.2", "refusal.moved_by_another")
        return None

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            self.end(p)
        elif verb == Verb.JOIN:
            self.join_cus(p, operand)
        else:
            self.join_general(p, operand)

    def join_cus(self, p: Play, unit: int) -> None:
        s = p.state
        inside = p.inside(p.space(self.at))
        cus = troops.whole(s.cus_of(inside, self.seat), unit)
        s.take_cus(inside, self.seat, cus)
        s.add_cus(self.at, self.seat, cus)
        if self.moving:
            troops.mark_moved(s, self.at, cus)
        p.note("joins_battle", "14.2.1", who=("faction", self.seat), cus=("forces", cus), at=("location", self.at))
        p.replace(self._replace(cus=add(self.cus, cus)))

    def join_general(self, p: Play, general: int) -> None:
        p.state.put_general(general, self.at)
        if self.moving:
            p.state.moved_generals |= 1 << general
        p.note("general_joins_battle", "14.2.3", who=("faction", self.seat), general=("general", general))
        p.replace(self._replace(generals=self.generals | 1 << general))

    def end(self, p: Play) -> None:
        from diadochi.rules import battle

        p.pop()
        battle.joined(p, self.seat, self.generals, self.cus)


# 14.2.5


def go_back(p: Play, seat: int, at: int, generals: int, cus: Forces, others: Forces) -> None:
    """What joined goes back inside; `others` are those whom it joined.

    Where both had CUs of a type and some of that type are lost, their owner says whose they were.
    """
    inside = p.inside(p.space(at))
    retreat.put_generals(p.state, generals & retreat.generals_mask(p, at, seat), inside)
    left = p.state.cus_of(at, seat)
    lost = tuple(max(0, cus[u] + others[u] - left[u]) for u in range(UNITS))
    surely = tuple(max(0, cus[u] - lost[u]) for u in range(UNITS))
    troops.move_cus(p, seat, surely, at, inside)
    p.push(Returning(seat, at, subtract(common(cus, left), surely)))


class Returning(NamedTuple):
    """`cus`: these go inside if it was the others who were lost."""

    seat: int
    at: int
    cus: Forces

    def step(self, p: Play) -> Ask | None:
        if self.cus == NO_FORCES:
            p.pop()
            return None
        actions = [*troops.unit_actions(Verb.INSIDE, self.cus), code(Verb.DONE)]
        return Ask(self.seat, "prompt.who_was_lost", "14.2.5", actions, args(at=("location", self.at)))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, unit = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb != Verb.INSIDE:
            return NOT_ASKED
        return None if unit < UNITS and self.cus[unit] else Refusal("14.2.5", "refusal.came_by_another_way")

    def take(self, p: Play, action: int) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            return
        cus = troops.whole(self.cus, action & MASK)
        troops.move_cus(p, self.seat, cus, self.at, p.inside(p.space(self.at)))
        p.replace(self._replace(cus=subtract(self.cus, cus)))
