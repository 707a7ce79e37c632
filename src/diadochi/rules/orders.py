"""9.1 to 9.4: what an activated group does at a stop: pick up, drop off, march, pass walls, besiege, embark."""

from typing import Final, NamedTuple

from diadochi.model import moves
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, RoyalId, SeatId, SpaceId, UnitId
from diadochi.model.notation import SHIFT, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, add, common, generals_in, numbered, royals_in, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import march as procedure
from diadochi.rules import siege as besieging
from diadochi.rules import troops, voyage, ways
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.group import (
    ACTED,
    BY_PATH,
    CAME_OUT,
    DROP_OFF,
    LAND_MPS,
    LANDED,
    MOVE_LIMIT,
    OUT_OF_CITY,
    PICK_UP,
    WENT_IN,
    Army,
    cart_may_leave,
    check_truce,
    fetch,
    march_cost,
    march_kind,
    mark_group,
    max_left,
    put,
    spare_minor,
)
from diadochi.rules.siege import goes_by_cavalry, name_besiegers
from diadochi.rules.troops import is_minor, minors_of
from diadochi.rules.upkeep import upkeep

CAVALRY_SIEGE: Final = 1
"""16.9.11"""

# 9.3.A marching


# 9.3.B the walls


def check_go_inside(p: Play, army: Army, _: int) -> Refusal | None:
    space = army.at
    if space >= p.spaces or not troops.is_major_city(p, space):
        return Refusal("2.9", "refusal.no_inside", (("space", "space", p.space(space)),))
    if p.state.pcs[space] != army.seat:
        return Refusal("9.4.3", "refusal.city_closed", (("space", "space", space),))
    if not army.may_pass_walls(WENT_IN):
        return Refusal("9.3.B.1", "refusal.walls_once")
    if troops.count(army.cus) > troops.room_inside(p, space):
        return Refusal("9.4.5", "refusal.no_room_inside", (("space", "space", space),))
    return troops.check_elephants(p, army.cus)


def check_come_out(p: Play, army: Army, _: int) -> Refusal | None:
    if not p.is_inside(army.at):
        return Refusal("9.4.1", "refusal.not_inside")
    if not army.may_pass_walls(CAME_OUT):
        return Refusal("9.3.B.1", "refusal.walls_once")
    return check_truce(p, army.seat, p.space(army.at)) or ways.check_sortie_alone(p, army, p.space(army.at))


def check_walls(p: Play, army: Army) -> Refusal | None:
    return check_come_out(p, army, 0) if p.is_inside(army.at) else check_go_inside(p, army, 0)


def can_pass_walls(p: Play, army: Army) -> bool:
    """At the latest when the CUs that it brought are dropped off, or those that it may take go along."""
    if check_walls(p, army if army.cus == army.fresh else army.but(cus=army.fresh)) is None:
        return True
    if army.at < p.spaces or p.is_at_sea(army.at) or ways.goes_anywhere_alone(p):
        return False
    return check_come_out(p, army.but(cus=add(army.cus, army.available(p))), 0) is None


# 9.3.C, 9.3.D


def check_siege(p: Play, army: Army, space: SpaceId) -> Refusal | None:
    if space != army.at:
        return Refusal("9.3.C.1", "refusal.not_here", (("space", "space", space),))
    owner = p.state.pcs[space]
    if owner in (NOBODY, army.seat) or not (owner == INDEPENDENT or troops.is_major_city(p, space)):
        return Refusal("9.3.C.1", "refusal.nothing_to_besiege", (("space", "space", space),))
    cus = besieging.besieging(p, army)
    refusal = check_cost(p, army, cus, siege_cost(p, army), "9.3.C.2")
    return refusal or besieging.may_conduct(p, army.seat, army.at, army.commander(), cus)


def siege_cost(p: Play, army: Army) -> int:
    """9.3.C.1, 16.9.11"""
    return CAVALRY_SIEGE if goes_by_cavalry(p, army) else p.tables.siege_cost


def check_cost(p: Play, army: Army, cus: Forces, cost: int, rule: str) -> Refusal | None:
    if troops.count(cus) < p.edition.minimum_army:
        return Refusal(rule, "refusal.army_too_small", (("number", "number", p.edition.minimum_army),))
    if cost > army.left(p):
        return Refusal("9.3.0.1", "refusal.too_few_mps", (("cost", "number", cost), ("mps", "number", army.left(p))))
    return army.check_acting(p)


def check_remove_pc(p: Play, army: Army, space: SpaceId) -> Refusal | None:
    if space != army.at:
        return Refusal("9.3.D.1", "refusal.not_here", (("space", "space", space),))
    owner = p.state.pcs[space]
    if owner in (NOBODY, army.seat):
        return Refusal("9.3.D.1", "refusal.no_enemy_pc", (("space", "space", space),))
    if owner == INDEPENDENT or not troops.is_minor_city(p, space):
        return Refusal("9.3.D.2", "refusal.pc_needs_siege", (("space", "space", space),))
    cus = removing(p, army, space)
    return check_cost(p, army, cus, removal_cost(p, cus), "9.3.D.1")


def has_fought(p: Play, space: LocationId) -> bool:
    """10.L.2: a Land Battle in this Segment keeps those who fought there from removing its PC."""
    return p.edition.battle_ends_activation and bool(p.state.fought >> space & 1)


def removing(p: Play, army: Army, space: SpaceId) -> Forces:
    """The CUs that remove a PC: all who stand there, but for those who have fought."""
    if has_fought(p, space):
        arrived = besieging.arrived(army)
        return subtract(arrived, common(arrived, army.fought))
    return p.state.cus_of(space, army.seat)


def removal_cost(p: Play, cus: Forces) -> int:
    """9.3.D.1, 16.9.14: any CUs that stand together remove a PC, whoever moved them (A51)."""
    cavalry = p.option(Option.CAVALRY) and cus[Unit.CAVALRY]
    return p.edition.cavalry_pc_cost if cavalry else p.edition.pc_removal_cost


# 13, 7.1.C and the end


def check_embark(p: Play, army: Army, _: int) -> Refusal | None:
    return ways.check_embark(p, army)


def check_reposition(p: Play, army: Army, location: LocationId) -> Refusal | None:
    """7.1.C.2: only to where he can still act, and only after he has done something here."""
    refusal = check_repositioning(army)
    if refusal is not None:
        return refusal
    if location == army.at or not finds_cus(p, army, location):
        return Refusal("7.1.C.2", "refusal.no_cu_to_move", (("at", "location", location),))
    if not can_act(p, army, location, means(p, army)):
        return Refusal("7.1.C.2", "refusal.cannot_act_there", (("at", "location", location),))
    if army.generals and p.state.cus_of(army.at, army.seat) != NO_FORCES:
        return army.check_guard(p)
    return None


def repositionings(p: Play, army: Army) -> list[int]:
    """Every REPOSITION that `check_reposition` lets pass, where it may be done at all."""
    s = p.state
    if army.generals and s.cus_of(army.at, army.seat) != NO_FORCES and army.check_guard(p) is not None:
        return []
    has = means(p, army)
    out = []
    for at in troops.locations_of(s, army.seat):
        if at == army.at:
            continue
        sure = has.by_land and at < p.spaces and at not in s.moved_cus and has_path(p, at, has.left)
        if sure or (can_act(p, army, at, has) and finds_cus(p, army, at)):
            out.append(code(Verb.REPOSITION, at))
    return out


def check_repositioning(army: Army) -> Refusal | None:
    if army.minor < 0 or (army.generals and army.generals != 1 << army.minor):
        return Refusal("7.1.C.2", "refusal.not_a_minor_general")
    if not army.progress:
        return Refusal("7.1.C.2", "refusal.nothing_done_here")
    return None


def finds_cus(p: Play, army: Army, location: LocationId) -> bool:
    """The Minor General finds CUs there to move, or to remove a PC with."""
    if troops.unmoved(p.state, location, army.seat) != NO_FORCES:
        return True
    return army.check_acting(p) is None and can_remove(p, army.seat, location, army.left(p))


class Means(NamedTuple):
    """What a group may do wherever it is: the MPs left, whether for land, for Sieges and PCs, and by sea."""

    left: int
    by_land: bool
    acting: bool
    by_sea: bool


def means(p: Play, army: Army) -> Means:
    by_land, acting = army.check_land_mps() is None, army.check_acting(p) is None
    return Means(army.left(p), by_land, acting, may_embark(p, army))


def can_act(p: Play, army: Army, location: LocationId, has: Means) -> bool:
    """There he has MPs for a path, a Siege or the removal of a PC, or walls to pass for 0 MPs."""
    space = p.space(location)
    if p.is_inside(location):
        return check_truce(p, army.seat, space) is None
    if p.state.pcs[space] == army.seat and troops.is_major_city(p, space) and troops.room_inside(p, space) > 0:
        return True
    if army.waters:
        return False
    if has.by_land and has_path(p, space, has.left):
        return True
    if has.acting and has_target(p, army.seat, space, troops.unmoved(p.state, space, army.seat), has.left):
        return True
    return has.by_sea and bool(p.board.sea_links[space]) and has_sea(p, army.but(at=location, cus=NO_FORCES))


def has_path(p: Play, space: LocationId, mps: int) -> bool:
    """A path by land that these MPs pay for."""
    return p.board.shortest_march[space] <= mps


def has_target(p: Play, seat: SeatId, space: SpaceId, cus: Forces, mps: int) -> bool:
    """A PC to remove, or to besiege with these CUs, and MPs for it."""
    owner = p.state.pcs[space]
    if owner in (NOBODY, seat):
        return False
    if owner != INDEPENDENT and troops.is_minor_city(p, space):
        return can_remove(p, seat, space, mps)
    if troops.count(cus) < p.edition.minimum_army:
        return False
    cavalry = p.option(Option.CAVALRY) and cus[Unit.CAVALRY] > 0
    return mps >= (CAVALRY_SIEGE if cavalry else p.tables.siege_cost)


def can_remove(p: Play, seat: SeatId, location: LocationId, mps: int) -> bool:
    """An enemy PC that all CUs here together remove, with MPs for it."""
    if location >= p.spaces or p.state.pcs[location] in (NOBODY, INDEPENDENT, seat) or has_fought(p, location):
        return False
    cus = p.state.cus_of(location, seat)
    enough = troops.count(cus) >= p.edition.minimum_army and removal_cost(p, cus) <= mps
    return enough and troops.is_minor_city(p, location)


def may_embark(p: Play, army: Army) -> bool:
    """No Naval Movement bars another one, wherever it would begin."""
    return not p.state.naval_mover and not army.sea & LANDED


def has_sea(p: Play, army: Army) -> bool:
    """A Naval Movement may begin here."""
    return ways.check_sea(p, army) is None


def can_reposition(p: Play, army: Army) -> bool:
    """Whether the Minor General may go on elsewhere, once somebody stays with the CUs here."""
    if check_repositioning(army) is not None:
        return False
    has = means(p, army)
    elsewhere = (at for at in troops.locations_of(p.state, army.seat) if at != army.at)
    return any(finds_cus(p, army, at) and can_act(p, army, at, has) for at in elsewhere)


def can_go_on(p: Play, army: Army) -> bool:
    """The group can still move, pass the walls or spend MPs here, if need be under another of its Generals."""
    if can_pass_walls(p, army):
        return True
    left = max_left(p, army)
    if not left or check_royals(p, army) is not None:
        return False
    space = p.space(army.at)
    outside = not p.is_inside(army.at)
    if outside and army.check_land_mps() is None and has_path(p, space, left):
        return True
    if (
        outside
        and army.check_acting(p) is None
        and has_target(p, army.seat, space, add(army.cus, army.available(p)), left)
    ):
        return True
    return may_embark(p, army) and has_sea(p, army if army.cus == NO_FORCES else army.but(cus=NO_FORCES))


def check_royals(p: Play, army: Army) -> Refusal | None:
    """8.4.2, 8.4.3: whom it has just picked up it takes along, so they must be able to leave the space."""
    if army.fresh_royals >> Royal.FUNERAL_CART & 1 and not cart_may_leave(p):
        return Refusal("8.4.3", "refusal.cart_stays")
    if army.fresh_royals and army.cus == NO_FORCES and army.available(p) == NO_FORCES:
        return Refusal("8.4.2", "refusal.royal_needs_army")
    return None


def check_done(p: Play, army: Army, _: int) -> Refusal | None:
    """An honoured Free Passage and a lone General among enemy Generals have to move on if they can."""
    binding = army.passage and p.edition.passage_binding in ("grantor", "both")
    if (binding or army.passing) and ways.can_move_on(p, army):
        return Refusal("10.C.5" if army.passage else "10.G.1", "refusal.must_move_on")
    return None


# Carrying out


def march(p: Play, army: Army, space: SpaceId) -> None:
    if army.seat in p.state.truce and check_truce(p, army.seat, space) is not None:
        ask_passage(p, army, space)
    else:
        enter(p, army, space)


def ask_passage(p: Play, army: Army, space: SpaceId) -> None:
    """Card O63: a truce excepts a Free Passage, asked for before the march."""
    other = next(f for f in p.state.truce if f != army.seat)
    p.note(
        "asks_passage", "10.C.1", (("who", "faction", army.seat), ("of", "faction", other), ("space", "space", space))
    )
    p.push(TrucePassage(army.seat, other, space))


class TrucePassage(Frame):
    """The other party of the truce says whether the mover may pass; then it is honoured."""

    def __init__(self, seat: SeatId, other: FactionId, space: SpaceId) -> None:
        self.seat = seat
        self.other = other
        self.space = space

    def step(self, p: Play) -> Ask | None:
        facts = (("mover", "faction", self.seat), ("space", "space", self.space))
        return Ask(self.other, "prompt.grant_passage", "10.C.1", [code(Verb.GRANT), code(Verb.DENY)], facts)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return None if action >> SHIFT in (Verb.GRANT, Verb.DENY) else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        army = p.state.agenda[-1]
        assert isinstance(army, Army)
        granted = action >> SHIFT == Verb.GRANT
        key = "grants_passage" if granted else "denies_passage"
        space = ("space", self.space)
        p.note(key, "10.C.1", (("who", "faction", self.other), ("to_whom", "faction", self.seat), ("space", *space)))
        if not granted:
            put(p, army.but(refused=army.refused | 1 << self.space))
            return
        enter(p, army, self.space)
        frame = p.state.agenda[-1]
        assert isinstance(frame, procedure.Procedure)
        bit = 1 << self.other
        p.replace(frame.but(asked=bit, granted=bit, honoured=bit))


def enter(p: Play, army: Army, space: SpaceId) -> None:
    cost = march_cost(p, army.at, space)
    start = army.at
    moved = army.moved_to(p, space)
    moved = moved.but(
        spent=army.spent + cost,
        sea=army.sea if army.sea & LANDED else army.sea | LAND_MPS,
        entered=march_kind(p, start, space) if army.cus != NO_FORCES else -1,
        back=start,
        trail=(*army.trail, start),
        how=BY_PATH,
    )
    p.note(
        "marches",
        "10.A.1",
        (
            ("who", "faction", army.seat),
            ("generals", "generals", tuple(generals_in(army.generals))),
            ("cus", "forces", army.cus),
            ("royals", "royals", tuple(royals_in(army.royals))),
            ("start", "location", start),
            ("space", "space", space),
            ("cost", "number", cost),
            ("mps", "number", moved.left(p)),
        ),
    )
    put(p, moved)
    procedure.begin(p, army.seat, army.seat, space, start, BY_PATH, passed=army.passes_stronghold(p, start))


def go_inside(p: Play, army: Army, _: int) -> None:
    inside = p.inside(army.at)
    put(p, army.through_walls(p, inside, WENT_IN))
    p.note(
        "goes_inside",
        "9.3.B.1",
        (("general", "general", army.commander()), ("cus", "forces", army.cus), ("at", "location", inside)),
    )
    upkeep(p, inside)


def come_out(p: Play, army: Army, _: int) -> None:
    outside = p.space(army.at)
    moved = army.through_walls(p, outside, CAME_OUT)
    put(p, moved.but(back=army.at, trail=(*army.trail, army.at), how=OUT_OF_CITY))
    p.note(
        "comes_out",
        "9.3.B.1",
        (("general", "general", army.commander()), ("cus", "forces", army.cus), ("at", "location", outside)),
    )
    procedure.begin(p, army.seat, army.seat, outside, army.at, OUT_OF_CITY)


def siege(p: Play, army: Army, space: SpaceId) -> None:
    p.state.moved_generals |= 1 << army.commander()
    put(p, spending(p, army, siege_cost(p, army)))
    besieging.begin(p, army.seat, space, army.commander(), besieging.besieging(p, army), p.state.segment)
    name_besiegers(p, army)


def spending(p: Play, army: Army, cost: int) -> Army:
    """MPs spent on land without moving."""
    apart = army.sea & LANDED or p.edition.land_beside_sea == "paths"
    sea = army.sea if apart else army.sea | LAND_MPS
    return army.but(spent=army.spent + cost, sea=sea, stop=ACTED, progress=1, stale=1)


def remove_pc(p: Play, army: Army, space: SpaceId) -> None:
    owner = p.state.pcs[space]
    put(p, spending(p, army, removal_cost(p, removing(p, army, space))))
    moves.put_pc(p.state, space, NOBODY)
    p.note(
        "pc_removed", "9.3.D.1", (("who", "faction", army.seat), ("space", "space", space), ("owner", "faction", owner))
    )
    upkeep(p, army.at)


def embark(p: Play, army: Army, _: int) -> None:
    if army.remaining(p) != NO_FORCES:
        army.post_guard(p)
    mark_group(p, army)
    gone = army.with_fighters(p).but(fresh=NO_FORCES, fresh_generals=0, fresh_royals=0, progress=1, stale=1)
    put(p, gone)
    voyage.begin(p)


def reposition(p: Play, army: Army, location: LocationId) -> None:
    """7.1.C.2, 9.1.4: he carries nothing along and keeps only his remaining MPs (9.3.A.2)."""
    s = p.state
    if army.generals and s.cus_of(army.at, army.seat) != NO_FORCES:
        army.post_guard(p)
    moves.put_general(s, army.minor, location)
    p.note("repositioned", "7.1.C.2", (("general", "general", army.minor), ("at", "location", location)))
    placed = army.but(generals=1 << army.minor).begun_at(p, location)
    put(p, placed.but(how=BY_PATH, entered=-1, back=-1, trail=(), progress=0))


def done(p: Play, army: Army, _: int) -> None:
    procedure.finish(p, army)


# 9.1.8, 9.1.13: picking up and dropping off


def check_stop(army: Army) -> Refusal | None:
    """Who stays without having moved is not picked up again."""
    return Refusal("9.1.8", "refusal.dropping_off") if army.stop == DROP_OFF else None


def check_use(p: Play, army: Army) -> Refusal | None:
    """Nothing is picked up or dropped off where the group can do nothing any more."""
    return None if can_go_on(p, army) else Refusal("9.3.0.1", "refusal.goes_no_further")


def check_take(p: Play, army: Army, unit: UnitId) -> Refusal | None:
    there = army.available(p)
    if unit >= UNITS or not there[unit]:
        if unit < UNITS and troops.moved(p.state, army.at)[unit]:
            return Refusal("9.1.6", "refusal.already_moved")
        return Refusal("9.1.8", "refusal.no_such_cu", (("at", "location", army.at),))
    return check_more(p, army, troops.whole(there, unit))


def check_more(p: Play, army: Army, more: Forces) -> Refusal | None:
    return check_stop(army) or check_use(p, with_cus(army, more)) or check_limit(p, army, more)


def check_limit(p: Play, army: Army, more: Forces) -> Refusal | None:
    """16.8.1"""
    if p.option(Option.MOVEMENT_LIMIT) and troops.count(army.cus) + troops.count(more) > MOVE_LIMIT:
        return Refusal("16.8.1", "refusal.movement_limit")
    return None


def check_take_all(p: Play, army: Army, _: int) -> Refusal | None:
    everything = with_everything(p, army)
    if everything is army:
        return Refusal("9.1.8", "refusal.no_such_cu", (("at", "location", army.at),))
    return check_stop(army) or check_use(p, everything) or check_limit(p, army, army.available(p))


def with_everything(p: Play, army: Army) -> Army:
    """The group with all that may leave the space with it; its Commanding General keeps the command."""
    s = p.state
    army = with_cus(army, army.available(p))
    mask = s.generals_at.get(army.at, 0) & ~army.generals
    for general in generals_in(mask):
        if not troops.outranks(p, general, army.commander()) and check_take_general(p, army, general) is None:
            army = with_general(p, army, general)
    if army.cus == NO_FORCES:
        return army
    for royal, at in numbered(RoyalId, s.royals):
        stays = royal == Royal.FUNERAL_CART and not cart_may_leave(p)
        if at == army.at and not stays and check_take_royal(p, army, royal) is None:
            army = with_royal(army, royal)
    return army


def check_take_general(p: Play, army: Army, general: GeneralId) -> Refusal | None:
    s = p.state
    if s.owners[general] != army.seat or s.generals[general] != army.at or army.generals >> general & 1:
        return Refusal("9.1.8", "refusal.no_such_general", (("general", "general", general),))
    if not troops.minors_stay(p) and (is_minor(p, general) or is_minor(p, army.commander())):
        return Refusal("9.1.10", "refusal.minor_general_alone", (("general", "general", general),))
    if s.moved_generals >> general & 1:
        return Refusal("9.1.6", "refusal.general_moved", (("general", "general", general),))
    return check_stop(army) or check_use(p, with_general(p, army, general))


def check_take_royal(p: Play, army: Army, royal: RoyalId) -> Refusal | None:
    s = p.state
    if s.royals[royal] != army.at or army.royals >> royal & 1:
        return Refusal("8.4.5", "refusal.no_such_royal", (("royal", "royal", royal),))
    if s.royal_owner[royal] != army.seat:
        return Refusal("8.4.7", "refusal.royal_not_yours", (("royal", "royal", royal),))
    if s.moved_royals >> royal & 1:
        return Refusal("8.4.6", "refusal.royal_moved", (("royal", "royal", royal),))
    more = with_royal(army, royal)
    if not can_pass_walls(p, more):
        refusal = check_royals(p, more)
        if refusal is not None:
            return refusal
    return check_stop(army) or check_use(p, more)


def check_leave(p: Play, army: Army, unit: UnitId) -> Refusal | None:
    if unit >= UNITS or not army.cus[unit]:
        return Refusal("9.1.8", "refusal.not_in_group")
    if army.stop == PICK_UP and army.cus[unit] == army.fresh[unit]:
        return Refusal("9.1.8", "refusal.just_taken")
    return check_use(p, army) or check_last(p, army, unit) or army.check_guard(p)


def is_all(army: Army, unit: UnitId) -> bool:
    """One click on the type takes the last CUs of the group."""
    return troops.count(army.cus) == (army.cus[unit] if unit == Unit.SILVER_SHIELDS else 1)


def check_last(p: Play, army: Army, unit: UnitId) -> Refusal | None:
    """7.1.C.6: without a CU a Minor General goes on only through the walls or from elsewhere."""
    left = army.but(cus=subtract(army.cus, troops.whole(army.cus, unit)))
    if check_walls(p, left) is None or can_reposition(p, left):
        return None
    return ways.check_minor(left)


def check_leave_general(p: Play, army: Army, general: GeneralId) -> Refusal | None:
    facts = (("general", "general", general),)
    if not army.generals >> general & 1:
        return Refusal("9.1.8", "refusal.not_in_group", facts)
    if army.fresh_generals >> general & 1:
        return Refusal("9.1.8", "refusal.just_taken", facts)
    if not army.generals & ~(1 << general):
        return Refusal("7.2.5", "refusal.last_general", facts)
    if general == army.commander() and p.edition.command_change == "replace":
        return Refusal("9.2.8", "refusal.commander_goes_along", facts)
    return check_use(p, army)


def check_leave_royal(p: Play, army: Army, royal: RoyalId) -> Refusal | None:
    facts = (("royal", "royal", royal),)
    if not army.royals >> royal & 1:
        return Refusal("9.1.8", "refusal.not_in_group", facts)
    if army.fresh_royals >> royal & 1:
        return Refusal("9.1.8", "refusal.just_taken", facts)
    if army.is_guarded(p) or not p.edition.royal_drop_needs_general:
        return check_use(p, army)
    if army.passage or army.passing or army.remaining(p) == NO_FORCES:
        return Refusal("9.1.13", "refusal.no_general_stays", facts)
    return check_use(p, army) or army.check_guard(p)


def check_fetch(p: Play, army: Army, general: GeneralId) -> Refusal | None:
    """7.1.C.2: a Minor General is taken from elsewhere to stay with the CUs here."""
    if general not in minors_of(p, army.seat) or p.state.generals[general] in (OFF_MAP, army.at):
        return Refusal("7.1.C.2", "refusal.no_such_general", (("general", "general", general),))
    return check_guard_needed(p, army) or check_parting(p, army)


def check_parting(p: Play, army: Army) -> Refusal | None:
    """A guard is of use only if the group or its Minor General can go away."""
    if can_go_on(p, army) or can_reposition(p, army):
        return None
    return Refusal("9.3.0.1", "refusal.goes_no_further")


def check_guard_needed(p: Play, army: Army) -> Refusal | None:
    if army.is_guarded(p) or p.state.cus_of(army.at, army.seat) == NO_FORCES:
        return Refusal("9.1.13", "refusal.nobody_needed")
    if spare_minor(p, army.seat) >= 0:
        return Refusal("7.1.C.2", "refusal.minor_general_idle")
    return None


# Carrying it out


def take(p: Play, army: Army, unit: UnitId) -> None:
    put(p, with_cus(army, troops.whole(army.available(p), unit)))


def take_all(p: Play, army: Army, _: int) -> None:
    everything = with_everything(p, army)
    troops.name_commander(p, everything.commander())
    put(p, everything)


def with_cus(army: Army, cus: Forces) -> Army:
    if cus == NO_FORCES:
        return army
    new = army.another()
    new.cus = add(army.cus, cus)
    new.fresh = add(army.fresh, cus)
    return new


def take_general(p: Play, army: Army, general: GeneralId) -> None:
    """9.2.9: a more Senior General takes over."""
    joined = with_general(p, army, general)
    troops.name_commander(p, joined.commander())
    put(p, joined)


def with_general(p: Play, army: Army, general: GeneralId) -> Army:
    bit = 1 << general
    joined = army.but(generals=army.generals | bit, fresh_generals=army.fresh_generals | bit)
    if p.edition.command_by == "seniority":
        return joined
    commander = army.commander()
    return joined.but(leader=general if troops.outranks(p, general, commander) else commander)


def take_royal(p: Play, army: Army, royal: RoyalId) -> None:
    put(p, with_royal(army, royal))


def with_royal(army: Army, royal: RoyalId) -> Army:
    bit = 1 << royal
    return army.but(royals=army.royals | bit, fresh_royals=army.fresh_royals | bit)


def leave(p: Play, army: Army, unit: UnitId) -> None:
    """9.2.6: what is dropped off has used up its activation; what has not moved yet just stays."""
    carried = subtract(army.cus, army.fresh)
    fresh = NO_FORCES if carried[unit] else troops.whole(army.fresh, unit)
    cus = troops.whole(carried, unit) if carried[unit] else fresh
    army.post_guard(p)
    p.note("leaves_cus", "9.2.6", (("who", "faction", army.seat), ("cus", "forces", cus), ("at", "location", army.at)))
    others = army.others if fresh != NO_FORCES else add(army.others, cus)
    left = army.but(cus=subtract(army.cus, cus), fresh=subtract(army.fresh, fresh), others=others)
    put(p, left if fresh == NO_FORCES else left.but(stop=DROP_OFF))


def leave_general(p: Play, army: Army, general: GeneralId) -> None:
    """9.2.8: the next most Senior takes over from a commander who is dropped."""
    p.note("leaves_general", "9.2.6", (("general", "general", general), ("at", "location", army.at)))
    put(p, army.but(generals=army.generals & ~(1 << general)))


def leave_royal(p: Play, army: Army, royal: RoyalId) -> None:
    if p.edition.royal_drop_needs_general:
        army.post_guard(p)
    p.note("leaves_royal", "8.4.5", (("royal", "royal", royal), ("at", "location", army.at)))
    put(p, army.but(royals=army.royals & ~(1 << royal)))


def fetch_guard(p: Play, army: Army, general: GeneralId) -> None:
    fetch(p, army.seat, general, army.at)
