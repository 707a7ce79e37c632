"""The conventions that several cards share: placing troops, reach, Minor Generals, replacing a PC."""

from collections.abc import Sequence

from diadochi.model import moves
from diadochi.model.board import LAND_PATHS
from diadochi.model.ids import NO_GENERAL, CardId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.notation import code
from diadochi.model.options import Option
from diadochi.model.pieces import Forces
from diadochi.model.state import NO_SPACE, NOBODY, numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import siege, troops
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.reinforcements import has_enemy_in_space
from diadochi.rules.tyche.event import RULE

# Armies and reach


def armies(p: Play, seat: SeatId) -> list[LocationId]:
    """7.2.4: the locations of a player's Armies, in rising order."""
    s = p.state
    return [at for at in troops.locations_of(s, seat) if at in s.generals_at and troops.has_army(p, at, seat)]


def is_shut_in(p: Play, location: LocationId) -> bool:
    """Inside a Major City that is Besieged."""
    return p.is_inside(location) and troops.is_besieged(p, p.space(location))


def spaces_within(
    p: Play, starts: Sequence[LocationId], mps: int, paths: Sequence[int], seat: SeatId = NOBODY
) -> set[LocationId]:
    """The spaces at most that many MPs from the nearest; with a `seat`, no other between holds its enemies' CUs."""
    cost = {kind: p.board.path_cost[kind] for kind in paths}
    spent = dict.fromkeys(starts, 0)
    todo = list(spent)
    for space in todo:
        here = spent[space]
        if here >= mps:
            continue
        if here and seat != NOBODY and troops.enemy_cu_in_space(p, SpaceId(space), seat):
            continue
        for near, kind in p.board.links[space]:
            total = here + cost.get(kind, mps + 1)
            if total <= mps and total < spent.get(near, mps + 1):
                spent[near] = total
                todo.append(near)
    return set(spent)


def reaching(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> list[LocationId]:
    """The locations of a player's Armies, not Besieged, that a card lets reach the space."""
    candidates = [at for at in armies(p, seat) if not is_shut_in(p, at)]
    if not candidates:
        return []
    near = spaces_within(p, [space], p.cards[card].params.range, LAND_PATHS, seat)
    return [at for at in candidates if p.space(at) in near]


def in_reach(p: Play, seat: SeatId, card: CardId) -> set[LocationId]:
    """The spaces that an Army of a player may reach, as a path is as long from the one end as from the other; some too
    many where Armies stand in the way of others."""
    return spaces_within(p, [p.space(at) for at in armies(p, seat)], p.cards[card].params.range, LAND_PATHS, seat)


def out_of_reach(p: Play, card: CardId, space: SpaceId) -> Refusal:
    mps = p.cards[card].params.range
    return Refusal(RULE, "refusal.out_of_reach", (("space", "space", space), ("mps", "number", mps)))


# Placing troops


def forces_of(p: Play, card: CardId, space: SpaceId = NO_SPACE) -> tuple[Forces, ...]:
    """What a card brings into a space: one of these (16.9.6 to 16.9.8)."""
    params = p.cards[card].params
    if not params.forces_cavalry or not p.option(Option.CAVALRY):
        return params.forces
    only_in = params.forces_cavalry_only_in
    if only_in and (space < 0 or p.board.spaces[space].province not in only_in):
        return params.forces
    return params.forces_cavalry


def locations_in(p: Play, card: CardId) -> list[LocationId]:
    """Every land location of the card's Provinces."""
    provinces = p.cards[card].params.provinces
    spaces = [i for i, x in numbered(space_id, p.board.spaces) if x.province in provinces]
    return [*spaces, *(p.inside(i) for i in spaces if troops.is_major_city(p, i))]


def at_candidates(locations: list[LocationId]) -> list[int]:
    return [code(Verb.AT, at) for at in locations]


def check_named(p: Play, card: CardId, location: LocationId) -> Refusal | None:
    """On land, in a Province that the card names."""
    space = p.space(location)
    if p.is_at_sea(location):
        return Refusal(RULE, "refusal.not_at_sea", (("space", "space", space),))
    if p.board.spaces[space].province not in p.cards[card].params.provinces:
        return Refusal(RULE, "refusal.not_in_these_provinces", (("space", "space", space), ("card", "card", card)))
    return None


def check_free(p: Play, seat: SeatId, location: LocationId, cus: Forces) -> Refusal | None:
    """No enemy in the space; inside only an own Major City and as long as they fit."""
    space = p.space(location)
    cus_alone = p.edition.reinforce_barred_by == "cus"
    if troops.enemy_cu_in_space(p, space, seat) if cus_alone else has_enemy_in_space(p, space, seat):
        return Refusal(RULE, "refusal.enemy_in_space", (("space", "space", space),))
    return check_inside(p, seat, location, cus)


def check_inside(p: Play, seat: SeatId, location: LocationId, cus: Forces) -> Refusal | None:
    """9.4.3, 9.4.5"""
    if not p.is_inside(location):
        return None
    space = p.space(location)
    if not troops.is_major_city(p, space):
        return Refusal("2.9", "refusal.no_inside", (("space", "space", space),))
    if p.state.pcs[space] != seat:
        return Refusal("9.4.3", "refusal.city_closed", (("space", "space", space),))
    if troops.count(cus) > troops.room_inside(p, space):
        limit = ("number", troops.inside_limit(p, space))
        return Refusal("9.4.5", "refusal.city_full", (("space", "space", space), ("limit", *limit)))
    return troops.check_elephants(p, cus)


def place_cus(p: Play, seat: SeatId, location: LocationId, cus: Forces) -> None:
    moves.add_cus(p.state, location, seat, cus)
    p.note("event_places_cus", RULE, (("who", "faction", seat), ("cus", "forces", cus), ("at", "location", location)))


# Minor Generals


def minor_candidates(p: Play, seat: SeatId, location: LocationId) -> list[int] | None:
    """7.1.C.2: whom to take from where he stands; None where nobody is missing or one waits off map."""
    if troops.commander(p, location, seat) >= 0 or troops.idle_minor(p, seat) >= 0:
        return None
    return [code(Verb.CHOOSE_GENERAL, g) for g in troops.minors_of(p, seat)]


def check_minor(p: Play, seat: SeatId, general: GeneralId) -> Refusal | None:
    if general in troops.minors_of(p, seat):
        return None
    return Refusal("7.1.C.2", "refusal.not_your_minor_general", (("general", "general", general),))


def bring_minor(p: Play, seat: SeatId, location: LocationId, general: GeneralId = NO_GENERAL) -> None:
    """Put a Minor General, the given one or one from off map, with CUs that nobody commands."""
    if troops.commander(p, location, seat) >= 0:
        return
    if general < 0:
        troops.place_minor(p, seat, location)
        return
    moves.put_general(p.state, general, location)
    p.note(
        "minor_placed",
        "7.1.C.2",
        (("who", "faction", seat), ("general", "general", general), ("at", "location", location)),
    )


# PCs


def check_target_city(p: Play, seat: SeatId, space: SpaceId) -> Refusal | None:
    """An enemy's Minor City, or Stronghold of another player, where no enemy CU stands."""
    if p.state.pcs[space] in (NOBODY, seat):
        return Refusal(RULE, "refusal.no_enemy_pc", (("space", "space", space),))
    if not troops.is_minor_city(p, space):
        return Refusal(RULE, "refusal.not_a_minor_city", (("space", "space", space),))
    if troops.enemy_cu_in_space(p, space, seat):
        return Refusal(RULE, "refusal.enemy_cu_there", (("space", "space", space),))
    return None


def replace_pc(p: Play, seat: SeatId, space: SpaceId) -> None:
    """Put a player's PC in a space, in the place of any other; a Siege of it has no object any more."""
    s = p.state
    old = s.pcs[space]
    moves.put_pc(s, space, seat)
    moves.remove_siege_points(s, space)
    if old == NOBODY:
        p.note("pc_placed", RULE, (("who", "faction", seat), ("space", "space", space)))
    else:
        p.note("pc_replaced", RULE, (("who", "faction", seat), ("space", "space", space), ("owner", "faction", old)))
    if troops.is_major_city(p, space):
        siege.pc_lost(p, space, independent=False)


def remove_siege_points(p: Play, space: SpaceId) -> None:
    owner, points = moves.remove_siege_points(p.state, space)
    if points:
        told = ("faction", owner)
        p.note(
            "siege_points_removed", RULE, (("points", "number", points), ("owner", *told), ("space", "space", space))
        )
