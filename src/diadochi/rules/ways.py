"""9.3.A, 13.1: the ways by which an activated group can leave its space, on land and by sea."""

from diadochi.model.board import PathKind
from diadochi.model.ids import SeatId, SpaceId
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import INDEPENDENT, space_id
from diadochi.rules import troops
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.group import LANDED, Army, check_truce, march_cost

# On land


def check_march(p: Play, army: Army, space: SpaceId) -> Refusal | None:
    if army.at >= p.spaces:
        return Refusal("9.4.1", "refusal.come_out_first")
    cost = march_cost(p, army.at, space)
    if not cost:
        return Refusal("2.12", "refusal.not_adjacent", (("space", "space", space),))
    left = army.left(p)
    if cost > left:
        return Refusal("9.3.A.1", "refusal.too_few_mps", (("cost", "number", cost), ("mps", "number", left)))
    refusal = check_setting_out(p, army) or check_alone(p, army, space, left - cost)
    if refusal is not None or army.seat not in p.state.truce:
        return refusal
    return check_truce_on(p, army, space, left - cost)


def check_truce_on(p: Play, army: Army, space: SpaceId, left: int) -> Refusal | None:
    """Whether the truce lets the group in: not among the other's pieces, unless it may ask for a Free Passage.

    `left`: the MPs it would have there; 10.C.1 and 10.C.5 want a way on, and no Major City.
    """
    refusal = check_truce(p, army.seat, space)
    if refusal is None or army.refused >> space & 1 or troops.is_major_city(p, space):
        return refusal
    for target, kind in p.board.land_links[space]:
        if p.board.path_cost[kind] <= left and check_truce(p, army.seat, target) is None:
            return None
    return refusal


def goes_anywhere_alone(p: Play) -> bool:
    """A General without CUs may enter any space."""
    return p.edition.lone_general_enters == "dispersed" and p.edition.lone_general_meets == "move_on_or_withdraw"


def check_alone(p: Play, army: Army, space: SpaceId, left: int) -> Refusal | None:
    """10.G.1, 10.I.1: where a General without CUs may not go; `left`: the MPs he would have there."""
    if army.cus != NO_FORCES or goes_anywhere_alone(p):
        return None
    if troops.has_cu(p.state, space, army.seat):
        return None
    return check_among_cus(p, army.seat, space) or check_among_generals(p, army, space, left)


def check_landing_alone(p: Play, army: Army, space: SpaceId) -> Refusal | None:
    """The same for a General who comes by sea."""
    if army.cus != NO_FORCES or goes_anywhere_alone(p) or troops.has_cu(p.state, space, army.seat):
        return None
    granted = p.edition.passage_binding != "confirm"
    return check_among_cus(p, army.seat, space, granted) or check_among_generals(p, army, space, army.left(p))


def check_sortie_alone(p: Play, army: Army, space: SpaceId) -> Refusal | None:
    """The same for a General who comes out of a city."""
    if army.cus != NO_FORCES or goes_anywhere_alone(p) or troops.has_cu(p.state, space, army.seat):
        return None
    return check_among_cus(p, army.seat, space, False) or check_among_generals(p, army, space, army.left(p))


def check_among_cus(p: Play, seat: SeatId, space: SpaceId, granted: bool = True) -> Refusal | None:
    """Among enemy CUs only where somebody can grant him passage."""
    enemies = p.state.cu_factions.get(space, 0) & ~(1 << seat)
    if not enemies or p.edition.lone_general_enters != "with_passage":
        return None
    if enemies >> INDEPENDENT & 1 or not granted:
        return Refusal("10.I.1", "refusal.no_lone_general_there", (("space", "space", space),))
    return None


def check_among_generals(p: Play, army: Army, space: SpaceId, left: int) -> Refusal | None:
    """Among enemy Generals who have no CUs only if he can go on at once."""
    if p.edition.lone_general_meets != "move_on" or p.state.cu_factions.get(space, 0):
        return None
    if not p.state.general_factions(space) & ~(1 << army.seat):
        return None
    for target, cost in p.board.marches[space]:
        if cost <= left and check_alone(p, army, target, left - cost) is None:
            return None
    if not army.sea & LANDED and not p.state.naval_mover:
        for target, _ in p.board.sea_links[space]:
            if 0 <= sea_cost(p, army, space, target) <= left:
                return None
    return Refusal("10.G.1", "refusal.must_be_able_to_go_on", (("space", "space", space),))


def check_setting_out(p: Play, army: Army) -> Refusal | None:
    """Whether it may march at all, wherever to."""
    return army.check_land_mps() or check_minor(army) or army.check_leaving(p) or check_armed(army)


def check_armed(army: Army) -> Refusal | None:
    """6.2.B1.1: what a Force-March activates is an Army when it sets out."""
    if army.armed and army.cus == NO_FORCES and not army.trail:
        return Refusal("6.2.B1.1", "refusal.force_march_of_an_army", (("general", "general", army.commander()),))
    return None


def check_minor(army: Army) -> Refusal | None:
    """7.1.C.6: a Minor General who came somewhere without a CU would leave the map."""
    if army.minor >= 0 and army.generals == 1 << army.minor and army.cus == NO_FORCES:
        return Refusal("7.1.C.6", "refusal.minor_needs_cu")
    return None


# 13.1 By sea


def check_embark(p: Play, army: Army) -> Refusal | None:
    return check_minor(army) or army.check_leaving(p) or check_armed(army) or check_sea(p, army)


def check_sea(p: Play, army: Army) -> Refusal | None:
    """Whether the activated Army or General may embark now, with what belongs to the group."""
    s = p.state
    space = p.space(army.at)
    if not p.board.sea_links[space]:
        return Refusal("13.2.2", "refusal.no_port", (("space", "space", space),))
    if army.sea & LANDED:
        return Refusal("13.1.6", "refusal.has_landed")
    if s.naval_mover:
        return Refusal("13.1.2", "refusal.one_naval_movement")
    if s.naval_cus + troops.count(army.cus) > p.edition.naval_limit:
        return Refusal("13.1.3", "refusal.naval_limit", (("number", "number", p.edition.naval_limit),))
    refusal: Refusal | None = None
    for target, _ in p.board.sea_links[space]:
        refusal = check_sail(p, army, space, target)
        if refusal is None:
            return None
    return refusal


def check_sail(p: Play, army: Army, space: SpaceId, target: SpaceId) -> Refusal | None:
    """13.2.3, 13.2.10: whether the group has a way to a space, and the MPs for it."""
    cost = sea_cost(p, army, space, target)
    if cost < 0:
        return Refusal("13.2.3", "refusal.no_sea_path", (("space", "space", target),))
    left = army.left(p)
    if cost > left:
        return Refusal("9.3.A.1", "refusal.too_few_mps", (("cost", "number", cost), ("mps", "number", left)))
    if army.seat in p.state.truce and not finds_a_shore(p, army, space_id(target), left - cost):
        return Refusal("16.1.1", "refusal.truce_bars_every_shore", (("space", "space", target),))
    return None


def sea_cost(p: Play, army: Army, space: SpaceId, target: SpaceId) -> int:
    """MPs of the cheapest path by sea between two spaces; -1 without one that the group may use."""
    spaces = p.board.spaces
    best = -1
    for end, kind in p.board.sea_links[space]:
        if end != target:
            continue
        if army.waters and (kind != PathKind.SEA or not {spaces[space].waters, spaces[end].waters} <= set(army.waters)):
            continue
        cost = p.board.path_cost[kind]
        if best < 0 or cost < best:
            best = cost
    return best


def finds_a_shore(p: Play, army: Army, space: SpaceId, mps: int) -> bool:
    """13.1.7: a space where the group may land is within these MPs."""
    number = troops.count(army.cus)
    if check_truce(p, army.seat, space) is None or finds_quay(p, army.seat, space, number) is None:
        return True
    for target, _ in p.board.sea_links[space]:
        cost = sea_cost(p, army, space, target)
        if 0 <= cost <= mps and finds_a_shore(p, army, target, mps - cost):
            return True
    return False


def check_shore(p: Play, army: Army, space: SpaceId, mps: int) -> Refusal | None:
    """13.1.7: where an announced route ends, the group may land."""
    refusal = check_truce(p, army.seat, space)
    if refusal is None or finds_quay(p, army.seat, space, troops.count(army.cus)) is None:
        return None
    return refusal


def finds_quay(p: Play, seat: SeatId, space: SpaceId, number: int) -> Refusal | None:
    """13.2.11: so many CUs may land straight inside."""
    if p.edition.landing_inside == "besieged_only" and not troops.is_besieged(p, space):
        return Refusal("13.2.11", "refusal.land_outside", (("space", "space", space),))
    return finds_room(p, seat, space, number)


def finds_room(p: Play, seat: SeatId, space: SpaceId, number: int) -> Refusal | None:
    """9.4.5: so many CUs may go inside."""
    if p.state.pcs[space] != seat or not troops.is_major_city(p, space):
        return Refusal("9.4.3", "refusal.city_closed", (("space", "space", space),))
    room = troops.room_inside(p, space)
    if number > room:
        return Refusal("9.4.5", "refusal.no_room_inside", (("space", "space", space),))
    return None


# Either way


def can_move_on(p: Play, army: Army) -> bool:
    """10.C.1, 10.G.1: it can leave the space, by land or by sea."""
    if army.at >= p.spaces or not army.left(p):
        return False
    if any(check_march(p, army, n) is None for n, _ in p.board.land_links[army.at]):
        return True
    return check_embark(p, army) is None
