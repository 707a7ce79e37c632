"""9.1 to 9.4: the decisions of an activated Army or General (`group.Army`).

A stop is a stay in one location; every act begins a new stop.
"""

from collections.abc import Callable

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import NOBODY
from diadochi.rules import orders, pick_up, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.command import is_minor, minors_of
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import DROP_OFF, LANDED, PICK_UP, Army, besieged_spaces, held_spaces, put, refreshed


def step(p: Play, group: Army) -> Ask | None:
    if group.stale:
        put(p, refreshed(p, group))
        return None
    actions = [action for action in candidates(p, group) if check(p, group, action) is None]
    facts = args(
        general=("general", group.commander() if group.generals else group.minor),
        at=("location", group.at),
        mps=("number", group.left(p)),
        cus=("forces", group.cus),
    )
    return Ask(group.seat, "prompt.army", "9.3.0.1", actions, facts)


def candidates(p: Play, group: Army) -> list[int]:
    out = [code(Verb.DONE)]
    if group.generals:
        add_pick_ups(p, group, out)
        add_drop_offs(group, out)
        add_acts(p, group, out)
    if orders.check_repositioning(group) is None:
        locations = troops.locations_of(p.state, group.seat)
        out += [code(Verb.REPOSITION, at) for at in locations if at != group.at]
    return out


def add_pick_ups(p: Play, group: Army, out: list[int]) -> None:
    if group.stop == DROP_OFF:
        return
    s = p.state
    pieces = troops.unit_actions(Verb.TAKE, group.available(p))
    mask = s.generals_at.get(group.at, 0) & ~group.generals
    if mask and group.minor != group.commander():
        pieces += [code(Verb.TAKE_GENERAL, g) for g in members(mask)]
    for royal, at in enumerate(s.royals):
        if at == group.at:
            pieces.append(code(Verb.TAKE_ROYAL, royal))
    if pieces:
        out += [code(Verb.TAKE_ALL), *pieces]


def add_drop_offs(group: Army, out: list[int]) -> None:
    if group.cus != group.fresh or group.stop != PICK_UP:
        out += troops.unit_actions(Verb.LEAVE, group.cus)
    if group.generals & (group.generals - 1):
        out += [code(Verb.LEAVE_GENERAL, g) for g in members(group.generals)]
    if group.royals:
        out += [code(Verb.LEAVE_ROYAL, r) for r in members(group.royals)]


def add_acts(p: Play, group: Army, out: list[int]) -> None:
    s = p.state
    space = p.space(group.at)
    if p.is_inside(group.at):
        out.append(code(Verb.COME_OUT))
    else:
        if group.left(p) and orders.check_setting_out(p, group) is None:
            out += [code(Verb.MARCH, n) for n, _ in p.board.land_links[space]]
        if s.pcs[space] == group.seat:
            if troops.is_major_city(p, space):
                out.append(code(Verb.GO_INSIDE))
        elif s.pcs[space] != NOBODY:
            out.append(code(Verb.SIEGE, space))
            out.append(code(Verb.REMOVE_PC, space))
    if p.board.spaces[space].port and not group.sea & LANDED:
        out.append(code(Verb.EMBARK))
    if pick_up.check_guard_needed(p, group) is None:
        out += [code(Verb.FETCH, g) for g in minors_of(p, group.seat)]


def check(p: Play, group: Army, action: int) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    check = CHECKS.get(verb)
    if check is None or (not group.generals and verb not in WITHOUT_GENERAL):
        return NOT_ASKED
    if (group.passage or group.passing) and verb not in WHILE_PASSING:
        return Refusal("10.C.5" if group.passage else "10.G.1", "refusal.must_move_on")
    return check(p, group, operand)


def take(p: Play, group: Army, action: int) -> None:
    TAKES[action >> SHIFT](p, group, action & MASK)


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


def starting(p: Play, seat: int, general: int, die: int, mps: int, waters: tuple[str, ...]) -> Army:
    """A group that begins its activation."""
    group = setting_out(p, seat, general, p.state.generals[general], die, mps, waters)
    besieged = besieged_spaces(p)
    return group._replace(besieged=besieged, held=held_spaces(p, besieged))


def setting_out(p: Play, seat: int, general: int, at: int, die: int, mps: int, waters: tuple[str, ...]) -> Army:
    """A group that begins with its General alone."""
    minor = general if is_minor(p, general) else -1
    group = Army(seat, 1 << general, NO_FORCES, 0, -1, die, mps, waters=waters, minor=minor)
    return group.begun_at(p, at)
