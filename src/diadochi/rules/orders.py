"""9.3, 9.4: what an activated group does at a stop: march, pass the walls, conduct a Siege, remove a PC, embark."""

from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Forces, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, add
from diadochi.rules import troops
from diadochi.rules.agenda import Play, Refusal, args
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import (
    ACTED,
    BY_PATH,
    CAME_OUT,
    LAND_MPS,
    LANDED,
    OUT_OF_CITY,
    WENT_IN,
    Army,
    cart_may_leave,
    check_truce,
    march_cost,
    march_kind,
    mark_group,
    put,
)
from diadochi.rules.siege_army import begin as name_besiegers
from diadochi.rules.siege_army import goes_by_cavalry
from diadochi.rules.upkeep import upkeep

CAVALRY_SIEGE = 1
"""16.9.11"""
CAVALRY_REMOVAL = 1
"""16.9.14"""

# 9.3.A marching


def check_march(p: Play, army: Army, space: int) -> Refusal | None:
    if army.at >= p.spaces:
        return Refusal("9.4.1", "refusal.come_out_first")
    cost = march_cost(p, army.at, space)
    if not cost:
        return Refusal("2.12", "refusal.not_adjacent", args(space=("space", space)))
    left = army.left(p)
    if cost > left:
        return Refusal("9.3.A.1", "refusal.too_few_mps", args(cost=("number", cost), mps=("number", left)))
    refusal = check_setting_out(p, army)
    if refusal is not None or army.seat not in p.state.truce:
        return refusal
    from diadochi.rules import truce

    return truce.check_march(p, army, space, left - cost)


def check_setting_out(p: Play, army: Army) -> Refusal | None:
    """Whether it may march at all, wherever to."""
    return check_land_mps(army) or check_minor(army) or army.check_leaving(p)


def check_minor(army: Army) -> Refusal | None:
    """7.1.C.6: a Minor General who came somewhere without a CU would leave the map."""
    if army.minor >= 0 and army.generals == 1 << army.minor and army.cus == NO_FORCES:
        return Refusal("7.1.C.6", "refusal.minor_needs_cu")
    return None


def check_land_mps(army: Army) -> Refusal | None:
    """13.1.5; card 11: its MPs are for the sea only."""
    if army.waters:
        return Refusal("7.4.7", "refusal.only_by_sea")
    if army.sea & LANDED and army.sea & LAND_MPS:
        return Refusal("13.1.5", "refusal.land_before_sea")
    return None


def can_move_on(p: Play, army: Army) -> bool:
    """10.C.1, 10.G.1: it can leave the space, by land or by sea."""
    if army.at >= p.spaces or not army.left(p):
        return False
    if any(check_march(p, army, n) is None for n, _ in p.board.land_links[army.at]):
        return True
    return check_embark(p, army, 0) is None


# 9.3.B the walls


def check_go_inside(p: Play, army: Army, _: int) -> Refusal | None:
    space = army.at
    if space >= p.spaces or not troops.is_major_city(p, space):
        return Refusal("2.9", "refusal.no_inside", args(space=("space", p.space(space))))
    if p.state.pcs[space] != army.seat:
        return Refusal("9.4.3", "refusal.city_closed", args(space=("space", space)))
    if not army.may_pass_walls(WENT_IN):
        return Refusal("9.3.B.1", "refusal.walls_once")
    if troops.count(army.cus) > troops.room_inside(p, space):
        return Refusal("9.4.5", "refusal.no_room_inside", args(space=("space", space)))
    return None


def check_come_out(p: Play, army: Army, _: int) -> Refusal | None:
    if not p.is_inside(army.at):
        return Refusal("9.4.1", "refusal.not_inside")
    if not army.may_pass_walls(CAME_OUT):
        return Refusal("9.3.B.1", "refusal.walls_once")
    return check_truce(p, army.seat, p.space(army.at))


def check_walls(p: Play, army: Army) -> Refusal | None:
    return check_come_out(p, army, 0) if p.is_inside(army.at) else check_go_inside(p, army, 0)


def can_pass_walls(p: Play, army: Army) -> bool:
    """At the latest when the CUs that it brought are dropped off."""
    return check_walls(p, army._replace(cus=army.fresh)) is None


# 9.3.C, 9.3.D


def check_siege(p: Play, army: Army, space: int) -> Refusal | None:
    from diadochi.rules.siege import may_conduct

    if space != army.at:
        return Refusal("9.3.C.1", "refusal.not_here", args(space=("space", space)))
    owner = p.state.pcs[space]
    if owner in (NOBODY, army.seat) or not (owner == INDEPENDENT or troops.is_major_city(p, space)):
        return Refusal("9.3.C.1", "refusal.nothing_to_besiege", args(space=("space", space)))
    refusal = check_cost(p, army, army.cus, siege_cost(p, army), "9.3.C.2")
    return refusal or may_conduct(p, army.seat, army.at, army.commander(), army.cus)


def siege_cost(p: Play, army: Army) -> int:
    """9.3.C.1, 16.9.11"""
    return CAVALRY_SIEGE if goes_by_cavalry(p, army) else p.tables.siege_cost


def check_cost(p: Play, army: Army, cus: Forces, cost: int, rule: str) -> Refusal | None:
    if troops.count(cus) < p.edition.minimum_army:
        return Refusal(rule, "refusal.army_too_small", args(number=("number", p.edition.minimum_army)))
    if cost > army.left(p):
        return Refusal("9.3.0.1", "refusal.too_few_mps", args(cost=("number", cost), mps=("number", army.left(p))))
    return check_land_mps(army)


def check_remove_pc(p: Play, army: Army, space: int) -> Refusal | None:
    if space != army.at:
        return Refusal("9.3.D.1", "refusal.not_here", args(space=("space", space)))
    owner = p.state.pcs[space]
    if owner in (NOBODY, army.seat):
        return Refusal("9.3.D.1", "refusal.no_enemy_pc", args(space=("space", space)))
    if owner == INDEPENDENT or not troops.is_minor_city(p, space):
        return Refusal("9.3.D.2", "refusal.pc_needs_siege", args(space=("space", space)))
    cus = p.state.cus_of(space, army.seat)
    return check_cost(p, army, cus, removal_cost(p, cus), "9.3.D.1")


def removal_cost(p: Play, cus: Forces) -> int:
    """9.3.D.1, 16.9.14: any CUs that stand together remove a PC, whoever moved them (A51)."""
    return CAVALRY_REMOVAL if p.option(Option.CAVALRY) and cus[Unit.CAVALRY] else p.edition.pc_removal_cost


# 13, 7.1.C and the end


def check_embark(p: Play, army: Army, _: int) -> Refusal | None:
    from diadochi.rules import voyage

    return check_minor(army) or army.check_leaving(p) or voyage.check_embark(p, army)


def check_reposition(p: Play, army: Army, location: int) -> Refusal | None:
    """7.1.C.2: only to where he can still act, and only after he has done something here."""
    refusal = check_repositioning(army)
    if refusal is not None:
        return refusal
    if location == army.at or not finds_cus(p, army, location):
        return Refusal("7.1.C.2", "refusal.no_cu_to_move", args(at=("location", location)))
    if not can_act(p, army, location):
        return Refusal("7.1.C.2", "refusal.cannot_act_there", args(at=("location", location)))
    if army.generals and p.state.cus_of(army.at, army.seat) != NO_FORCES:
        return army.check_guard(p)
    return None


def check_repositioning(army: Army) -> Refusal | None:
    if army.minor < 0 or (army.generals and army.generals != 1 << army.minor):
        return Refusal("7.1.C.2", "refusal.not_a_minor_general")
    if not army.progress:
        return Refusal("7.1.C.2", "refusal.nothing_done_here")
    return None


def finds_cus(p: Play, army: Army, location: int) -> bool:
    """The Minor General finds CUs there to move, or to remove a PC with."""
    if troops.unmoved(p.state, location, army.seat) != NO_FORCES:
        return True
    return check_land_mps(army) is None and can_remove(p, army.seat, location, army.left(p))


def can_act(p: Play, army: Army, location: int) -> bool:
    """There he has MPs for a path, a Siege or the removal of a PC, or walls to pass for 0 MPs."""
    space = p.space(location)
    if p.is_inside(location):
        return check_truce(p, army.seat, space) is None
    if p.state.pcs[space] == army.seat and troops.is_major_city(p, space) and troops.room_inside(p, space) > 0:
        return True
    left = army.left(p)
    if army.waters or (army.sea & LANDED and army.sea & LAND_MPS):
        return False
    if has_path(p, space, left) or has_target(p, army.seat, space, troops.unmoved(p.state, space, army.seat), left):
        return True
    return has_sea(p, army._replace(at=location, cus=NO_FORCES))


def has_path(p: Play, space: int, mps: int) -> bool:
    """A path by land that these MPs pay for."""
    costs = p.board.path_cost
    return any(costs[kind] <= mps for _, kind in p.board.land_links[space])


def has_target(p: Play, seat: int, space: int, cus: Forces, mps: int) -> bool:
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


def can_remove(p: Play, seat: int, location: int, mps: int) -> bool:
    """An enemy PC that all CUs here together remove, with MPs for it."""
    if location >= p.spaces or p.state.pcs[location] in (NOBODY, INDEPENDENT, seat):
        return False
    cus = p.state.cus_of(location, seat)
    enough = troops.count(cus) >= p.edition.minimum_army and removal_cost(p, cus) <= mps
    return enough and troops.is_minor_city(p, location)


def has_sea(p: Play, army: Army) -> bool:
    """A Naval Movement may begin here."""
    from diadochi.rules import voyage

    return voyage.check_embark(p, army) is None


def can_reposition(p: Play, army: Army) -> bool:
    """Whether the Minor General may go on elsewhere, once somebody stays with the CUs here."""
    if check_repositioning(army) is not None:
        return False
    elsewhere = (at for at in troops.locations_of(p.state, army.seat) if at != army.at)
    return any(finds_cus(p, army, at) and can_act(p, army, at) for at in elsewhere)


def can_go_on(p: Play, army: Army) -> bool:
    """The group can still move, pass the walls or spend MPs here, if need be under another of its Generals."""
    if can_pass_walls(p, army):
        return True
    left = max_left(p, army)
    if not left or check_royals(p, army) is not None:
        return False
    space = p.space(army.at)
    on_land = not p.is_inside(army.at) and check_land_mps(army) is None
    if on_land and has_path(p, space, left):
        return True
    if on_land and has_target(p, army.seat, space, add(army.cus, army.available(p)), left):
        return True
    return has_sea(p, army._replace(cus=NO_FORCES))


def check_royals(p: Play, army: Army) -> Refusal | None:
    """8.4.2, 8.4.3: whom it has just picked up it takes along, so they must be able to leave the space."""
    if army.fresh_royals >> Royal.FUNERAL_CART & 1 and not cart_may_leave(p):
        return Refusal("8.4.3", "refusal.cart_stays")
    if army.fresh_royals and army.cus == NO_FORCES and army.available(p) == NO_FORCES:
        return Refusal("8.4.2", "refusal.royal_needs_army")
    return None


def max_left(p: Play, army: Army) -> int:
    """9.2.8: the MPs left under whoever may come to command the group; who was just picked up stays in it."""
    left = army.left(p)
    if left or not army.die:
        return left
    for general in members(army.generals):
        left = max(left, army._replace(generals=1 << general).left(p))
        if army.fresh_generals >> general & 1:
            break
    return left


def check_done(p: Play, army: Army, _: int) -> Refusal | None:
    """An honoured Free Passage and a lone General among enemy Generals have to move on if they can."""
    if (army.passage or army.passing) and can_move_on(p, army):
        return Refusal("10.C.5" if army.passage else "10.G.1", "refusal.must_move_on")
    return None


# Carrying out


def march(p: Play, army: Army, space: int) -> None:
    from diadochi.rules import truce

    if army.seat in p.state.truce and truce.needs_passage(p, army, space):
        truce.ask(p, army, space)
    else:
        enter(p, army, space)


def enter(p: Play, army: Army, space: int) -> None:
    from diadochi.rules import march as procedure

    cost = march_cost(p, army.at, space)
    start = army.at
    moved = army.moved_to(p, space)
    moved = moved._replace(
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
        who=("faction", army.seat),
        generals=("generals", tuple(members(army.generals))),
        cus=("forces", army.cus),
        royals=("royals", tuple(members(army.royals))),
        start=("location", start),
        space=("space", space),
        cost=("number", cost),
        mps=("number", moved.left(p)),
    )
    put(p, moved)
    procedure.begin(p, army.seat, army.seat, space, start, BY_PATH, passed=army.passes_stronghold(p, start))


def go_inside(p: Play, army: Army, _: int) -> None:
    inside = p.inside(army.at)
    put(p, army.through_walls(p, inside, WENT_IN))
    p.note(
        "goes_inside",
        "9.3.B.1",
        general=("general", army.commander()),
        cus=("forces", army.cus),
        at=("location", inside),
    )
    upkeep(p, inside)


def come_out(p: Play, army: Army, _: int) -> None:
    from diadochi.rules import march as procedure

    outside = p.space(army.at)
    moved = army.through_walls(p, outside, CAME_OUT)
    put(p, moved._replace(back=army.at, trail=(*army.trail, army.at), how=OUT_OF_CITY))
    p.note(
        "comes_out",
        "9.3.B.1",
        general=("general", army.commander()),
        cus=("forces", army.cus),
        at=("location", outside),
    )
    procedure.begin(p, army.seat, army.seat, outside, army.at, OUT_OF_CITY)


def siege(p: Play, army: Army, space: int) -> None:
    from diadochi.rules.siege import begin

    p.state.moved_generals |= 1 << army.commander()
    put(p, spending(army, siege_cost(p, army)))
    begin(p, army.seat, space, army.commander(), army.cus, p.state.segment)
    name_besiegers(p, army)


def spending(army: Army, cost: int) -> Army:
    """MPs spent on land without moving."""
    sea = army.sea if army.sea & LANDED else army.sea | LAND_MPS
    return army._replace(spent=army.spent + cost, sea=sea, stop=ACTED, progress=1, stale=1)


def remove_pc(p: Play, army: Army, space: int) -> None:
    owner = p.state.pcs[space]
    put(p, spending(army, removal_cost(p, p.state.cus_of(space, army.seat))))
    p.state.put_pc(space, NOBODY)
    p.note("pc_removed", "9.3.D.1", who=("faction", army.seat), space=("space", space), owner=("faction", owner))
    upkeep(p, army.at)


def embark(p: Play, army: Army, _: int) -> None:
    from diadochi.rules import voyage

    if army.remaining(p) != NO_FORCES:
        army.post_guard(p)
    mark_group(p, army)
    gone = army.with_fighters(p)._replace(fresh=NO_FORCES, fresh_generals=0, fresh_royals=0, progress=1, stale=1)
    put(p, gone)
    voyage.begin(p)


def reposition(p: Play, army: Army, location: int) -> None:
    """7.1.C.2, 9.1.4: he carries nothing along and keeps only his remaining MPs (9.3.A.2)."""
    s = p.state
    if army.generals and s.cus_of(army.at, army.seat) != NO_FORCES:
        army.post_guard(p)
    s.put_general(army.minor, location)
    p.note("repositioned", "7.1.C.2", general=("general", army.minor), at=("location", location))
    placed = army._replace(generals=1 << army.minor).begun_at(p, location)
    put(p, placed._replace(how=BY_PATH, entered=-1, back=-1, trail=(), progress=0))


def done(p: Play, army: Army, _: int) -> None:
    army.finish(p)
