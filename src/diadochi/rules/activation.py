"""6.3, 9.1 to 9.4: the Activation Segment, who is activated, and the decisions of an activated group (`group.Army`)."""

from collections.abc import Callable
from typing import Any, Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import NO_GENERAL, ActionCode, GeneralId, LocationId, SeatId, SpaceId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, general_in, location_in, space_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, forces, generals_in, royals_in
from diadochi.model.verbs import Verb
from diadochi.rules import march, orders, own_turn, procedures, reinforcements, troops, ways, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.group import (
    DROP_OFF,
    LANDED,
    PICK_UP,
    Army,
    allowance,
    besieged_spaces,
    fetch,
    held_spaces,
    refreshed,
    spare_minor,
)
from diadochi.rules.group import OVER as GROUP_OVER
from diadochi.rules.group import army as army
from diadochi.rules.troops import ability, is_minor, minors_of, player_generals_on_map
from diadochi.rules.upkeep import upkeep

# The activation under way


def begin_segment(p: Play, seat: SeatId) -> None:
    p.push(ActivationSegment(seat, CHOICE))


def begin_force_march(p: Play, seat: SeatId, mps: int) -> None:
    """6.2.B1.1"""
    p.push(Activations(seat, 0, mps, 1, (), -1, armies=int(p.edition.force_march == "army")))


def begin(p: Play, seat: SeatId, mps: int, number: int, waters: tuple[str, ...] = ()) -> None:
    """Activate that many Armies or Generals, each with these MPs (card events)."""
    p.push(Activations(seat, 0, mps, number, waters, -1))


# 6.3

CHOICE: Final = 0
LAST_ACTS: Final = 1
OVER: Final = 2


class ActivationSegment(Frame):
    """6.3: activate everybody, or raise a Mercenary, or nothing; then the abilities of the Segment's end."""

    def __init__(self, seat: SeatId, stage: int) -> None:
        self.seat = seat
        self.stage = stage

    def copy(self) -> "ActivationSegment":
        return ActivationSegment(self.seat, self.stage)

    def step(self, p: Play) -> Ask | None:
        if self.stage == CHOICE:
            candidates = [code(Verb.CAMPAIGN), code(Verb.MERCENARY), code(Verb.DONE)]
            candidates += windows.own_candidates(p, self.seat)
            return Ask(self.seat, "prompt.activation_segment", "6.3.1", offers(p, self, candidates), hidden=True)
        if self.stage == LAST_ACTS:
            return self.last_acts(p)
        p.pop()
        upkeep(p)
        return None

    def last_acts(self, p: Play) -> Ask | None:
        candidates = last_act_candidates(p, self.seat)
        actions = offers(p, self, candidates) if candidates else []
        if not actions:
            p.replace(self.but(stage=OVER))
            return None
        return Ask(self.seat, "prompt.last_acts", "7.1.3", [*actions, code(Verb.DONE)])

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == LAST_ACTS:
            return None if verb == Verb.DONE else check_last_act(p, self.seat, verb, space_in(action))
        if verb in (Verb.CAMPAIGN, Verb.MERCENARY, Verb.DONE):
            return None
        return windows.check(p, self.seat, action)

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        if self.stage == LAST_ACTS:
            self.take_last_act(p, verb, space_in(action))
        elif verb in (Verb.SURPRISE, Verb.DISCARD):
            windows.take(p, self.seat, action)
        else:
            p.replace(self.but(stage=LAST_ACTS))
            if verb == Verb.CAMPAIGN:
                self.campaign(p)
            elif verb == Verb.MERCENARY:
                self.raise_mercenary(p)

    def campaign(self, p: Play) -> None:
        """9.2.2: one die for everybody."""
        die = p.die()
        p.note("movement_die", "9.2.2", (("who", "faction", self.seat), ("die", "number", die)), dice=(die,))
        p.push(Activations(self.seat, die, 0, -1, (), OFF_MAP))

    def raise_mercenary(self, p: Play) -> None:
        """6.3.2"""
        p.note("raises_mercenary", "6.3.2", (("who", "faction", self.seat),))
        p.push(own_turn.NobodyActivated(self.seat))
        reinforcements.begin(p, self.seat, forces(Unit.MERCENARY), (), "6.3.2")

    def take_last_act(self, p: Play, verb: int, space: SpaceId) -> None:
        if verb == Verb.DONE:
            p.replace(self.but(stage=OVER))
            return
        owner = p.state.pcs[space]
        moves.put_pc(p.state, space, self.seat if verb == Verb.PLACE_PC else NOBODY)
        key = "pc_replaced" if verb == Verb.PLACE_PC else "pc_removed"
        p.note(key, "7.1.3", (("who", "faction", self.seat), ("space", "space", space), ("owner", "faction", owner)))
        upkeep(p)


def last_act_candidates(p: Play, seat: SeatId) -> list[int]:
    """Perdikkas takes an enemy PC off, Kassandros puts his own in its place."""
    out = []
    for g in player_generals_on_map(p.state, seat):
        at = p.state.generals[g]
        own = troops.own_ability(p, g)
        if own == Ability.REMOVE_PC:
            out.append(code(Verb.REMOVE_PC, p.space(at)))
        elif own == Ability.REPLACE_PC:
            out.append(code(Verb.PLACE_PC, p.space(at)))
    return out


def check_last_act(p: Play, seat: SeatId, verb: int, space: SpaceId) -> Refusal | None:
    if verb not in (Verb.REMOVE_PC, Verb.PLACE_PC):
        return NOT_ASKED
    s = p.state
    facts = (("space", "space", space),)
    kind = Ability.REMOVE_PC if verb == Verb.REMOVE_PC else Ability.REPLACE_PC
    if ability(p, space, seat, kind) is None or not troops.has_cu(s, space, seat):
        return Refusal("7.1.3", "refusal.no_such_ability_here", facts)
    owner = s.pcs[space]
    independent = owner == INDEPENDENT and verb == Verb.PLACE_PC and p.board.spaces[space].kind == Kind.MINOR
    if owner in (NOBODY, seat) or not troops.is_minor_city(p, space) or (owner == INDEPENDENT and not independent):
        return Refusal("7.1.3", "refusal.pc_stays", facts)
    return None


# 9.1

NOWHERE: Final = -1


class Activations(Frame):
    """9.1.3: activate Armies and Generals, one completely after another. `left` -1: all of them.

    `muster`: the location that waits for a Minor General to be taken from elsewhere.
    """

    def __init__(
        self,
        seat: SeatId,
        die: int,
        mps: int,
        left: int,
        waters: tuple[str, ...],
        muster: int,
        placed: int = 0,
        armies: int = 0,
    ) -> None:
        self.seat = seat
        self.die = die
        self.mps = mps
        self.left = left
        self.waters = waters
        self.muster = muster
        self.placed = placed
        """Of older saves."""
        self.armies = armies
        """Only Armies are activated, no Generals without CUs."""

    def copy(self) -> "Activations":
        return Activations(self.seat, self.die, self.mps, self.left, self.waters, self.muster, self.placed, self.armies)

    def step(self, p: Play) -> Ask | None:
        if not self.left:
            p.pop()
            return None
        if self.muster >= 0:
            candidates = [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]
            place = (("at", "location", self.muster),)
            return Ask(self.seat, "prompt.fetch", "7.1.C.2", offers(p, self, candidates), place)
        actions = self.offers(p)
        if len(actions) > 1:
            facts = (("die", "number", self.die), ("mps", "number", self.mps))
            return Ask(self.seat, "prompt.activate", "9.1.3", actions, facts)
        p.replace(own_turn.NobodyActivated(self.seat))
        return None

    def offers(self, p: Play) -> list[int]:
        """What `check` lets pass; what holds for every location is looked at once."""
        s = p.state
        out = [code(Verb.DONE)]
        for g in player_generals_on_map(s, self.seat):
            if not s.moved_generals >> g & 1 and self.check_activate(p, g) is None:
                out.append(code(Verb.ACTIVATE, g))
        spare = spare_minor(p, self.seat, unmoved=True) >= 0
        fetched = [s.generals[g] for g in minors_of(p, self.seat) if can_be_fetched(p, g, LocationId(NOWHERE))]
        if not spare and not fetched:
            return out
        mps = self.allowance(p, GeneralId(minors_of(p, self.seat)[0]))
        for at in troops.locations_of(s, self.seat):
            if not spare and fetched.count(at) == len(fetched):
                continue
            sure = not self.waters and at not in s.moved_cus and at < p.spaces and orders.has_path(p, at, mps)
            if sure or self.check_muster(p, at) is None:
                out.append(code(Verb.MUSTER, at))
        return out

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.muster >= 0:
            return self.check_fetch(p, general_in(action)) if verb == Verb.FETCH else NOT_ASKED
        if verb == Verb.DONE:
            return None
        if verb == Verb.ACTIVATE:
            return self.check_activate(p, general_in(action))
        if verb == Verb.MUSTER:
            return self.check_muster(p, location_in(action))
        return NOT_ASKED

    def check_activate(self, p: Play, general: GeneralId) -> Refusal | None:
        s = p.state
        if s.owners[general] != self.seat or s.generals[general] < 0:
            return Refusal("9.1.3", "refusal.not_your_general", (("general", "general", general),))
        if s.moved_generals >> general & 1:
            return Refusal("9.1.5", "refusal.general_moved", (("general", "general", general),))
        at = s.generals[general]
        if self.armies and not troops.has_cu(s, at, self.seat):
            return Refusal("6.2.B1.1", "refusal.force_march_of_an_army", (("general", "general", general),))
        if is_minor(p, general) and not finds_cus(p, self.seat, at) and not self.can_remove_pc(p, general, at):
            return Refusal("9.1.6", "refusal.already_moved")
        return self.check_waters(p, at) or self.check_use(p, general, at)

    def allowance(self, p: Play, general: GeneralId) -> int:
        return allowance(p, general, self.die) if self.die else self.mps

    def can_remove_pc(self, p: Play, general: GeneralId, location: LocationId) -> bool:
        """9.3.D.1: it takes no CUs that could still move."""
        return not self.waters and orders.can_remove(p, self.seat, location, self.allowance(p, general))

    def check_use(self, p: Play, general: GeneralId, location: LocationId) -> Refusal | None:
        """Nobody is activated where he can do nothing."""
        mps = self.allowance(p, general)
        if location < p.spaces and not self.waters and orders.has_path(p, location, mps):
            return None
        if orders.can_go_on(p, setting_out(p, self.seat, general, location, self.die, self.mps, self.waters)):
            return None
        return Refusal("9.3.0.1", "refusal.cannot_act_there", (("at", "location", location),))

    def check_waters(self, p: Play, location: LocationId) -> Refusal | None:
        if self.waters and p.board.spaces[p.space(location)].waters not in self.waters:
            return Refusal("7.4.7", "refusal.not_on_these_waters", (("at", "location", location),))
        return None

    def check_muster(self, p: Play, location: LocationId) -> Refusal | None:
        """9.1.1: CUs that go under a Minor General placed with them."""
        minor = minors_of(p, self.seat)[0]
        moves = not p.is_at_sea(location) and troops.unmoved(p.state, location, self.seat) != NO_FORCES
        if not moves and not self.can_remove_pc(p, GeneralId(minor), location):
            return Refusal("9.1.1", "refusal.no_cu_to_move", (("at", "location", location),))
        if self.waters:
            refusal = self.check_waters(p, location)
            if refusal is not None:
                return refusal
        if spare_minor(p, self.seat, unmoved=True) < 0 and not self.fetchable(p, location):
            return Refusal("7.1.C.2", "refusal.no_minor_general", (("at", "location", location),))
        return self.check_use(p, GeneralId(minor), location)

    def fetchable(self, p: Play, location: LocationId) -> bool:
        return any(can_be_fetched(p, g, location) for g in minors_of(p, self.seat))

    def check_fetch(self, p: Play, general: GeneralId) -> Refusal | None:
        if general in minors_of(p, self.seat) and can_be_fetched(p, general, LocationId(self.muster)):
            return None
        return Refusal("7.1.C.2", "refusal.no_such_general", (("general", "general", general),))

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        if verb == Verb.DONE:
            p.pop()
        elif verb == Verb.ACTIVATE:
            self.activate(p, general_in(action))
        elif verb == Verb.FETCH:
            fetch(p, self.seat, general_in(action), LocationId(self.muster))
            self.activate(p, general_in(action))
        else:
            self.take_muster(p, location_in(action))

    def take_muster(self, p: Play, location: LocationId) -> None:
        general = spare_minor(p, self.seat, unmoved=True)
        if general < 0:
            p.replace(self.but(muster=location))
            return
        moves.put_general(p.state, general, location)
        p.note(
            "minor_placed",
            "9.1.1",
            (("who", "faction", self.seat), ("general", "general", general), ("at", "location", location)),
        )
        self.activate(p, general)

    def activate(self, p: Play, general: GeneralId) -> None:
        s = p.state
        s.moved_generals |= 1 << general
        p.replace(self.but(left=self.left - 1 if self.left > 0 else -1, muster=-1))
        group = starting(p, self.seat, general, self.die, self.mps, self.waters)
        group.armed = self.armies
        p.note(
            "activates",
            "9.1.3",
            (
                ("who", "faction", self.seat),
                ("general", "general", general),
                ("at", "location", group.at),
                ("mps", "number", group.left(p)),
            ),
        )
        p.push(group)


def finds_cus(p: Play, seat: SeatId, location: LocationId) -> bool:
    """7.1.C.6: CUs to go with, here or behind the walls of an own Major City."""
    s = p.state
    space = p.space(location)
    if troops.unmoved(s, location, seat) != NO_FORCES:
        return True
    other = space if p.is_inside(location) else p.inside(space)
    return s.pcs[space] == seat and troops.unmoved(s, other, seat) != NO_FORCES


def can_be_fetched(p: Play, general: GeneralId, location: LocationId) -> bool:
    """A Minor General on the map elsewhere who has not used up his activation."""
    s = p.state
    return s.generals[general] >= 0 and s.generals[general] != location and not s.moved_generals >> general & 1


def others_follow(p: Play) -> bool:
    """Another General may be activated in this Segment, and take those along who have not moved."""
    i = p.find(Activations)
    frame = p.state.agenda[i] if i >= 0 else None
    return isinstance(frame, Activations) and frame.left != 0


procedures.others_follow = others_follow


# The activated group. A stop is a stay in one location; every act begins a new stop.


def step_army(p: Play, group: Army) -> Ask | None:
    if group.stale:
        p.replace(refreshed(p, group))
        return None
    if group.forfeited == GROUP_OVER:
        march.finish(p, group)
        return None
    left = group.left(p)
    actions = army_offers(p, group, left)
    facts = (
        ("general", "general", group.commander() if group.generals else group.minor),
        ("at", "location", group.at),
        ("mps", "number", left),
        ("cus", "forces", group.cus),
    )
    return Ask(group.seat, "prompt.army", "9.3.0.1", actions, facts)


def army_offers(p: Play, group: Army, left: int) -> list[int]:
    """What `check` lets pass. What holds for all operands of a verb is looked at once."""
    out = [code(Verb.DONE)] if orders.check_done(p, group, 0) is None else []
    if group.passage or group.passing:
        return add_checked(p, group, moving_on(p, group), out) if group.generals else out
    if group.generals:
        sure = goes_on_by_land(p, group, left)
        add_pick_ups(p, group, sure, out)
        add_drop_offs(p, group, sure, out)
        add_marches(p, group, left, out)
        add_acts(p, group, out)
        add_guards(p, group, sure, out)
    if orders.check_repositioning(group) is None:
        out += orders.repositionings(p, group)
    return out


def add_checked(p: Play, group: Army, candidates: list[int], out: list[int]) -> list[int]:
    out += [action for action in candidates if check_army(p, group, action) is None]
    return out


def moving_on(p: Play, group: Army) -> list[int]:
    """A superset of what a group may do that has to go on."""
    royals = [code(Verb.LEAVE_ROYAL, r) for r in royals_in(group.royals)]
    marches = [] if p.is_inside(group.at) else [code(Verb.MARCH, n) for n, _ in p.board.land_links[p.space(group.at)]]
    return [*royals, *marches, code(Verb.EMBARK), code(Verb.GO_INSIDE)]


def goes_on_by_land(p: Play, group: Army, left: int) -> bool:
    """A path by land is open to the group whatever CUs it takes along: then it can go on (`orders.can_go_on`)."""
    if group.at >= p.spaces or group.fresh_royals or group.check_land_mps() is not None:
        return False
    return orders.has_path(p, group.at, left)


def add_pick_ups(p: Play, group: Army, sure: bool, out: list[int]) -> None:
    if group.stop == DROP_OFF:
        return
    s = p.state
    cus = group.available(p)
    units = troops.unit_actions(Verb.TAKE, cus) if cus != NO_FORCES else []
    others: list[int] = []
    mask = s.generals_at.get(group.at, 0) & ~group.generals
    if mask and (group.minor != group.commander() or troops.minors_stay(p)):
        others += [code(Verb.TAKE_GENERAL, g) for g in generals_in(mask)]
    for royal, at in enumerate(s.royals):
        if at == group.at:
            others.append(code(Verb.TAKE_ROYAL, royal))
    if units and sure and not p.option(Option.MOVEMENT_LIMIT):
        out.append(code(Verb.TAKE_ALL))
        out += units
    elif units or others:
        add_checked(p, group, [code(Verb.TAKE_ALL), *units], out)
    if others:
        add_checked(p, group, others, out)


def add_drop_offs(p: Play, group: Army, sure: bool, out: list[int]) -> None:
    some = group.generals & (group.generals - 1) or group.royals
    if not some and (group.cus == group.fresh and group.stop == PICK_UP):
        return
    if not sure and not orders.can_go_on(p, group):
        return
    if group.check_guard(p) is None:
        for unit, number in enumerate(group.cus):
            fresh = group.stop == PICK_UP and number == group.fresh[unit]
            if (
                number
                and not fresh
                and (not orders.is_all(group, UnitId(unit)) or orders.check_last(p, group, UnitId(unit)) is None)
            ):
                out.append(code(Verb.LEAVE, unit))
    if group.generals & (group.generals - 1):
        staying = group.fresh_generals
        if p.edition.command_change == "replace":
            staying |= 1 << group.commander()
        out += [code(Verb.LEAVE_GENERAL, g) for g in generals_in(group.generals & ~staying)]
    if group.royals:
        add_checked(p, group, [code(Verb.LEAVE_ROYAL, r) for r in royals_in(group.royals)], out)


def add_marches(p: Play, group: Army, left: int, out: list[int]) -> None:
    if group.at >= p.spaces:
        return
    if not left or ways.check_setting_out(p, group) is not None:
        return
    truce = group.seat in p.state.truce
    alone = group.cus == NO_FORCES and not ways.goes_anywhere_alone(p)
    for space, cost in p.board.marches[group.at]:
        if alone and ways.check_alone(p, group, space, left - cost) is not None:
            continue
        if cost <= left and not (truce and ways.check_truce_on(p, group, space, left - cost) is not None):
            out.append(code(Verb.MARCH, space))


def add_acts(p: Play, group: Army, out: list[int]) -> None:
    s = p.state
    space = p.space(group.at)
    if p.is_inside(group.at):
        if orders.check_come_out(p, group, 0) is None:
            out.append(code(Verb.COME_OUT))
    elif s.pcs[space] == group.seat:
        if troops.is_major_city(p, space) and orders.check_go_inside(p, group, 0) is None:
            out.append(code(Verb.GO_INSIDE))
    elif s.pcs[space] != NOBODY:
        if orders.check_siege(p, group, space) is None:
            out.append(code(Verb.SIEGE, space))
        if orders.check_remove_pc(p, group, space) is None:
            out.append(code(Verb.REMOVE_PC, space))
    at_a_port = p.board.sea_links[space] and not group.sea & LANDED and not s.naval_mover
    if at_a_port and ways.check_embark(p, group) is None:
        out.append(code(Verb.EMBARK))


def add_guards(p: Play, group: Army, sure: bool, out: list[int]) -> None:
    generals = p.state.generals
    elsewhere = [g for g in minors_of(p, group.seat) if generals[g] not in (OFF_MAP, group.at)]
    if not elsewhere or orders.check_guard_needed(p, group) is not None:
        return
    if sure or orders.check_parting(p, group) is None:
        out += [code(Verb.FETCH, g) for g in elsewhere]


def check_army(p: Play, group: Army, action: ActionCode) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    check = CHECKS.get(verb)
    if check is None or (not group.generals and verb not in WITHOUT_GENERAL):
        return NOT_ASKED
    if verb == Verb.GO_INSIDE and group.passage:
        return check(p, group, operand)
    if (group.passage or group.passing) and verb not in WHILE_PASSING:
        return Refusal("10.C.5" if group.passage else "10.G.1", "refusal.must_move_on")
    return check(p, group, operand)


def take_army(p: Play, group: Army, action: ActionCode) -> None:
    TAKES[action >> SHIFT](p, group, action & MASK)


CHECKS: Final[dict[int, Callable[[Play, Army, Any], Refusal | None]]] = {
    Verb.TAKE: orders.check_take,
    Verb.TAKE_ALL: orders.check_take_all,
    Verb.TAKE_GENERAL: orders.check_take_general,
    Verb.TAKE_ROYAL: orders.check_take_royal,
    Verb.LEAVE: orders.check_leave,
    Verb.LEAVE_GENERAL: orders.check_leave_general,
    Verb.LEAVE_ROYAL: orders.check_leave_royal,
    Verb.FETCH: orders.check_fetch,
    Verb.MARCH: ways.check_march,
    Verb.GO_INSIDE: orders.check_go_inside,
    Verb.COME_OUT: orders.check_come_out,
    Verb.SIEGE: orders.check_siege,
    Verb.REMOVE_PC: orders.check_remove_pc,
    Verb.EMBARK: orders.check_embark,
    Verb.REPOSITION: orders.check_reposition,
    Verb.DONE: orders.check_done,
}

TAKES: Final[dict[int, Callable[[Play, Army, Any], None]]] = {
    Verb.TAKE: orders.take,
    Verb.TAKE_ALL: orders.take_all,
    Verb.TAKE_GENERAL: orders.take_general,
    Verb.TAKE_ROYAL: orders.take_royal,
    Verb.LEAVE: orders.leave,
    Verb.LEAVE_GENERAL: orders.leave_general,
    Verb.LEAVE_ROYAL: orders.leave_royal,
    Verb.FETCH: orders.fetch_guard,
    Verb.MARCH: orders.march,
    Verb.GO_INSIDE: orders.go_inside,
    Verb.COME_OUT: orders.come_out,
    Verb.SIEGE: orders.siege,
    Verb.REMOVE_PC: orders.remove_pc,
    Verb.EMBARK: orders.embark,
    Verb.REPOSITION: orders.reposition,
    Verb.DONE: orders.done,
}

WITHOUT_GENERAL: Final = (Verb.REPOSITION, Verb.DONE)
WHILE_PASSING: Final = (Verb.MARCH, Verb.EMBARK, Verb.LEAVE_ROYAL, Verb.DONE)


def starting(p: Play, seat: SeatId, general: GeneralId, die: int, mps: int, waters: tuple[str, ...]) -> Army:
    """A group that begins its activation."""
    group = setting_out(p, seat, general, p.state.generals[general], die, mps, waters)
    group.besieged = besieged_spaces(p)
    group.held = held_spaces(p, group.besieged)
    return group


def setting_out(
    p: Play, seat: SeatId, general: GeneralId, at: LocationId, die: int, mps: int, waters: tuple[str, ...]
) -> Army:
    """A group that begins with its General alone."""
    minor = GeneralId(general) if is_minor(p, general) else NO_GENERAL
    group = Army(seat, 1 << general, NO_FORCES, 0, OFF_MAP, die, mps, waters=waters, minor=minor)
    return group.begun_at(p, at)


procedures.step_army = step_army
procedures.check_army = check_army
procedures.take_army = take_army
