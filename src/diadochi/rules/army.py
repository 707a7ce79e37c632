"""9.1 to 9.4: the decisions of an activated Army or General.

A stop is a stay in one location: first pieces are picked up, then dropped off, once; every act begins a new stop.
"""

from collections.abc import Callable

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import NOBODY
from diadochi.rules import orders, pick_up, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import is_minor, minors_of
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import DROP_OFF, LANDED, PICK_UP, Army, besieged_spaces, put, refreshed


class Activation(Army):
    """An Army on the agenda: what it may do next."""

    __slots__ = ()

    def step(self, p: Play) -> Ask | None:
        if self.stale:
            put(p, refreshed(p, self))
            return None
        actions = offers(p, self, self.candidates(p))
        facts = args(
            general=("general", self.commander() if self.generals else self.minor),
            at=("location", self.at),
            mps=("number", self.left(p)),
            cus=("forces", self.cus),
        )
        return Ask(self.seat, "prompt.army", "9.3.0.1", actions, facts)

    def candidates(self, p: Play) -> list[int]:
        out = [code(Verb.DONE)]
        if self.generals:
            self.add_pick_ups(p, out)
            self.add_drop_offs(out)
            self.add_acts(p, out)
        if orders.check_repositioning(self) is None:
            locations = troops.locations_of(p.state, self.seat)
            out += [code(Verb.REPOSITION, at) for at in locations if at != self.at]
        return out

    def add_pick_ups(self, p: Play, out: list[int]) -> None:
        if self.stop == DROP_OFF:
            return
        s = p.state
        there = self.available(p)
        if there != NO_FORCES:
            out.append(code(Verb.TAKE_ALL))
            out += troops.unit_actions(Verb.TAKE, there)
        mask = s.generals_at.get(self.at, 0) & ~self.generals
        if mask and self.minor != self.commander():
            out += [code(Verb.TAKE_GENERAL, g) for g in members(mask)]
        for royal, at in enumerate(s.royals):
            if at == self.at:
                out.append(code(Verb.TAKE_ROYAL, royal))

    def add_drop_offs(self, out: list[int]) -> None:
        if self.cus != self.fresh or self.stop != PICK_UP:
            out += troops.unit_actions(Verb.LEAVE, self.cus)
        if self.generals & (self.generals - 1):
            out += [code(Verb.LEAVE_GENERAL, g) for g in members(self.generals)]
        if self.royals:
            out += [code(Verb.LEAVE_ROYAL, r) for r in members(self.royals)]

    def add_acts(self, p: Play, out: list[int]) -> None:
        s = p.state
        space = p.space(self.at)
        if p.is_inside(self.at):
            out.append(code(Verb.COME_OUT))
        else:
            if self.left(p) and orders.check_setting_out(p, self) is None:
                out += [code(Verb.MARCH, n) for n, _ in p.board.land_links[space]]
            if s.pcs[space] == self.seat:
                if troops.is_major_city(p, space):
                    out.append(code(Verb.GO_INSIDE))
            elif s.pcs[space] != NOBODY and self.cus != NO_FORCES:
                out.append(code(Verb.SIEGE, space))
                out.append(code(Verb.REMOVE_PC, space))
        if p.board.spaces[space].port and not self.sea & LANDED:
            out.append(code(Verb.EMBARK))
        if pick_up.check_guard_needed(p, self) is None:
            out += [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        check = CHECKS.get(verb)
        if check is None or (not self.generals and verb not in WITHOUT_GENERAL):
            return NOT_ASKED
        if (self.passage or self.passing) and verb not in WHILE_PASSING:
            return Refusal("10.C.5" if self.passage else "10.G.1", "refusal.must_move_on")
        return check(p, self, operand)

    def take(self, p: Play, action: int) -> None:
        TAKES[action >> SHIFT](p, self, action & MASK)


CHECKS: dict[int, Callable[[Play, Army, int], Refusal | None]] = {
    Verb.TAKE: pick_up.check_take,
    Verb.TAKE_ALL: pick_up.check_take_all,
    Verb.TAKE_GENERAL: pick_up.check_take_general,
    Verb.TAKE_ROYAL: pick_up.check_take_royal,
    Verb.LEAVE: pick_up.check_leave,
    Verb.LEAVE_GENERAL: pick_up.check_leave_general,
    Verb.LEAVE_ROYAL: pick_up.check_leave_royal,
    Verb.FETCH: pick_up.check_fetch,
    Verb.MARCH: orders.check_march,
    Verb.GO_INSIDE: orders.check_go_inside,
    Verb.COME_OUT: orders.check_come_out,
    Verb.SIEGE: orders.check_siege,
    Verb.REMOVE_PC: orders.check_remove_pc,
    Verb.EMBARK: orders.check_embark,
    Verb.REPOSITION: orders.check_reposition,
    Verb.DONE: orders.check_done,
}

TAKES: dict[int, Callable[[Play, Army, int], None]] = {
    Verb.TAKE: pick_up.take,
    Verb.TAKE_ALL: pick_up.take_all,
    Verb.TAKE_GENERAL: pick_up.take_general,
    Verb.TAKE_ROYAL: pick_up.take_royal,
    Verb.LEAVE: pick_up.leave,
    Verb.LEAVE_GENERAL: pick_up.leave_general,
    Verb.LEAVE_ROYAL: pick_up.leave_royal,
    Verb.FETCH: pick_up.fetch_guard,
    Verb.MARCH: orders.march,
    Verb.GO_INSIDE: orders.go_inside,
    Verb.COME_OUT: orders.come_out,
    Verb.SIEGE: orders.siege,
    Verb.REMOVE_PC: orders.remove_pc,
    Verb.EMBARK: orders.embark,
    Verb.REPOSITION: orders.reposition,
    Verb.DONE: orders.done,
}

WITHOUT_GENERAL = (Verb.REPOSITION, Verb.DONE)
WHILE_PASSING = (Verb.MARCH, Verb.EMBARK, Verb.LEAVE_ROYAL, Verb.DONE)


def starting(p: Play, seat: int, general: int, die: int, mps: int, waters: tuple[str, ...]) -> Activation:
    """A group that begins its activation."""
    group = setting_out(p, seat, general, p.state.generals[general], die, mps, waters)
    return group._replace(besieged=besieged_spaces(p))


def setting_out(p: Play, seat: int, general: int, at: int, die: int, mps: int, waters: tuple[str, ...]) -> Activation:
    """A group that begins with its General alone."""
    minor = general if is_minor(p, general) else -1
    group = Activation(seat, 1 << general, NO_FORCES, 0, -1, die, mps, waters=waters, minor=minor)
    return group.begun_at(p, at)
