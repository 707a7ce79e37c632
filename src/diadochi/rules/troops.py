"""7.1, 7.2: Generals, Seniority and command, Minor Generals; Combat Units: counting, moving, losing, dispersing them.

The CUs of an Independent Army stand in its location as Mercenary CUs of the Independent Faction (7.5.1).
"""

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import (
    EVERY_FACTION,
    NO_GENERAL,
    FactionId,
    GeneralId,
    LocationId,
    Mask,
    SeatId,
    SpaceId,
    UnitId,
)
from diadochi.model.notation import code
from diadochi.model.options import Option
from diadochi.model.pieces import MACEDONIAN, NO_FORCES, UNITS, Ability, Forces, General, Unit
from diadochi.model.state import (
    DISPERSED,
    FACTIONS,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    State,
    add,
    common,
    generals_in,
    numbered,
    subtract,
)
from diadochi.rules.agenda import Play, Refusal
from diadochi.rules.royals import put_royals, royals_mask


def generals_at(p: Play, location: LocationId, faction: FactionId) -> list[GeneralId]:
    """A Faction's Generals in a location, the most Senior first."""
    s = p.state
    mask = s.generals_at.get(location, 0)
    out = []
    while mask:
        low = mask & -mask
        g = low.bit_length() - 1
        if s.owners[g] == faction:
            out.append(g)
        mask ^= low
    return out  # type: ignore[return-value]


def commander(p: Play, location: LocationId, faction: FactionId) -> GeneralId:
    """7.1.A.2: the Commanding General of a Faction in a location, or -1."""
    s = p.state
    mask = s.generals_at.get(location, 0)
    if mask & (mask - 1) and p.edition.command_by == "stars":
        return first_in_rank(p, generals_mask(p, location, faction))
    while mask:
        low = mask & -mask
        g = low.bit_length() - 1
        if s.owners[g] == faction:
            return GeneralId(g)
        mask ^= low
    return NO_GENERAL


def first_in_rank(p: Play, generals: Mask) -> GeneralId:
    """Who of these Generals of one Faction commands: the most Senior, or the highest rank, and whom his owner names."""
    if generals & (generals - 1) and p.edition.command_by == "stars":
        highest = max(p.pieces.generals[g].stars for g in generals_in(generals))
        generals = sum(1 << g for g in generals_in(generals) if p.pieces.generals[g].stars == highest)
        generals = generals & p.state.commanders or generals
    return GeneralId((generals & -generals).bit_length() - 1)


def outranks(p: Play, general: GeneralId, other: GeneralId) -> bool:
    """He would take the command from the other."""
    if p.edition.command_by == "stars":
        return p.pieces.generals[general].stars > p.pieces.generals[other].stars
    return general < other


def name_commander(p: Play, general: GeneralId) -> None:
    """He commands in his location among those of the same rank."""
    s = p.state
    if p.edition.command_by != "stars":
        return
    stars = p.pieces.generals[general].stars
    here = generals_at(p, s.generals[general], s.owners[general])
    others = sum(1 << g for g in here if g != general and p.pieces.generals[g].stars == stars)
    if others:
        moves.name_commander(s, general, others)


def army_factions(p: Play, location: LocationId) -> int:
    """7.2.4: bit mask of the Factions with a CU and a General in a location."""
    cus = p.state.cu_factions.get(location, 0)
    return cus & p.state.general_factions(location) if cus else 0


def has_army(p: Play, location: LocationId, faction: FactionId) -> bool:
    return bool(army_factions(p, location) >> faction & 1)


def enemy_general_in_space(p: Play, space: SpaceId, faction: FactionId) -> bool:
    """A General of another Faction on land in a space, inside or outside."""
    s = p.state
    there = s.generals_at.get(space, 0) | s.generals_at.get(p.inside(space), 0)
    while there:
        low = there & -there
        if s.owners[low.bit_length() - 1] != faction:
            return True
        there ^= low
    return False


# 4.3: who is where in the variants


def is_second_variant(p: Play) -> bool:
    """T24: it is one for some numbers of players only."""
    return p.option(Option.SECOND_VARIANT) and p.state.players in p.edition.generals_each_second


def starting_generals(p: Play) -> tuple[GeneralId, ...]:
    """4.3.3: the Generals who are dealt."""
    pieces = p.pieces
    return (pieces.starting_second if is_second_variant(p) else pieces.starting)[p.state.players]


def generals_each(p: Play) -> int:
    """4.4.1"""
    edition = p.edition
    return (edition.generals_each_second if is_second_variant(p) else edition.generals_each)[p.state.players]


def generals_in_deck(p: Play) -> tuple[GeneralId, ...]:
    """Those whose cards are shuffled into the Tyche deck."""
    aside = set_aside(p)
    return tuple([g for g in cards_of_generals(p) if g not in aside])


def cards_of_generals(p: Play) -> tuple[GeneralId, ...]:
    pieces = p.pieces
    return (pieces.in_deck_second if is_second_variant(p) else pieces.in_deck).get(p.state.players, ())


def set_aside(p: Play) -> tuple[GeneralId, ...]:
    """T23.5.1: with the option, those of the deck who are never dealt without a variant."""
    if not p.option(Option.GENERALS_SET_ASIDE):
        return ()
    return tuple([g for g in cards_of_generals(p) if not any(g in x for x in p.pieces.starting.values())])


def reserve(p: Play) -> tuple[GeneralId, ...]:
    """4.3.4: the Generals who can be recruited."""
    return p.pieces.reserve[p.state.players] or set_aside(p)


def is_major(p: Play, general: GeneralId) -> bool:
    return general < p.pieces.majors


def is_minor(p: Play, general: GeneralId) -> bool:
    return p.pieces.majors <= general < p.pieces.majors + 5 * p.pieces.minors_per_faction


def is_independent(p: Play, general: GeneralId) -> bool:
    return general >= p.pieces.majors + 5 * p.pieces.minors_per_faction


def minors_of(p: Play, seat: SeatId) -> tuple[GeneralId, ...]:
    return p.material.minors[seat]


def minors_stay(p: Play) -> bool:
    """9.1.10, 7.1.C.6: a Minor General stays under another General and travels along."""
    return p.edition.minor_subordinates == "stay"


def idle_minor(p: Play, seat: SeatId) -> GeneralId:
    """An off-map Minor General of a player, or -1."""
    s = p.state
    for g in minors_of(p, seat):
        if s.generals[g] == OFF_MAP:
            return GeneralId(g)
    return NO_GENERAL


def idle_minors(p: Play, seat: SeatId) -> list[GeneralId]:
    """The off-map Minor Generals of a player."""
    return [g for g in minors_of(p, seat) if p.state.generals[g] == OFF_MAP]


def place_minor(p: Play, seat: SeatId, location: LocationId, rule: str = "7.1.C.2") -> GeneralId:
    """Put an off-map Minor General into a location; -1 if all four are on the map."""
    g = idle_minor(p, seat)
    if g >= 0:
        moves.put_general(p.state, g, location)
        p.note(
            "minor_placed", rule, (("who", "faction", seat), ("general", "general", g), ("at", "location", location))
        )
    return g


def living(p: Play, seat: SeatId) -> list[GeneralId]:
    """6.2.D.4: a player's Major Generals who are alive, Dispersed ones included."""
    s = p.state
    return [g for g, owner in numbered(GeneralId, s.owners[: p.pieces.majors]) if owner == seat and is_alive(s, g)]


def is_alive(s: State, general: GeneralId) -> bool:
    """On the map or in the Dispersed Box."""
    return s.generals[general] >= 0 or s.generals[general] == DISPERSED


def leave_map(p: Play, general: GeneralId, where: LocationId) -> None:
    """To the Dispersed Box or off map; if he comes back he has not been there since before (5.2.9, 5.2.10)."""
    s = p.state
    moves.put_general(s, general, where)
    p.tell_departure(general)


def disperse_general(p: Play, general: GeneralId, rule: str) -> None:
    """2.34: a Major General goes to the Dispersed Box, a Minor General off map."""
    s = p.state
    owner, at = s.owners[general], s.generals[general]
    major = is_major(p, general)
    leave_map(p, general, DISPERSED if major else OFF_MAP)
    key = "general_dispersed" if major else "minor_leaves"
    p.note(key, rule, (("who", "faction", owner), ("general", "general", general), ("at", "location", at)))


def remove_general(p: Play, general: GeneralId) -> None:
    """A Major General leaves the game: killed, or Antipatros of old age."""
    s = p.state
    moves.remove_general(s, general)
    if s.condemned == general:
        moves.condemn(s, NO_GENERAL)
        points = -p.material.event_params["condemnation"].legitimacy
        owner = ("faction", s.owners[general])
        p.note(
            "condemnation_dies",
            "3.6.13",
            (("general", "general", general), ("owner", *owner), ("legitimacy", "number", points)),
        )


def kill_general(p: Play, general: GeneralId, rule: str) -> None:
    """7.1.B.1. Polyperchon follows for Antipatros at the end of the Procedure (7.1.B.4), or in Game Turn III (A34)."""
    p.note("general_killed", rule, (("who", "faction", p.state.owners[general]), ("general", "general", general)))
    remove_general(p, general)
    heir = p.material.successor.get(general, -1)
    if heir >= 0 and p.state.owners[heir] == NOBODY and p.edition.polyperchon_arrives == "at_once":
        p.state.arrivals |= 1 << heir


def own_ability(p: Play, general: GeneralId) -> int:
    """7.1.3: the kind of a General's Special Ability, if abilities are played."""
    return p.pieces.generals[general].ability if p.option(Option.ABILITIES) else Ability.NONE


def ability(p: Play, location: LocationId, faction: FactionId, kind: int) -> General | None:
    """7.1.3: the Commanding General in a location if he has this ability and it applies in that Province."""
    g = commander(p, location, faction)
    return able(p, location, faction) if g >= 0 and p.pieces.generals[g].ability == kind else None


def able(p: Play, location: LocationId, faction: FactionId) -> General | None:
    """7.1.3: the Commanding General in a location if his ability, whichever it is, applies in that Province."""
    g = commander(p, location, faction)
    if g < 0 or not p.option(Option.ABILITIES):
        return None
    general = p.pieces.generals[g]
    provinces = general.ability_provinces
    if provinces and p.board.spaces[p.space(location)].province not in provinces:
        return None
    return general


def player_generals_on_map(s: State, seat: SeatId) -> list[GeneralId]:
    owners = s.owners
    return [g for g, at in enumerate(s.generals) if at >= 0 and owners[g] == seat]  # type: ignore[misc]


def enemies_of(s: State, faction: FactionId) -> int:
    """2.29: bit mask of the enemies of a Faction."""
    players = (1 << s.players) - 1 | 1 << INDEPENDENT
    return players & ~(1 << faction)


def generals_mask(p: Play, location: LocationId, faction: FactionId) -> int:
    out = 0
    for general in generals_at(p, location, faction):
        out |= 1 << general
    return out


def put_generals(s: State, generals: Mask, location: LocationId) -> None:
    for general in generals_in(generals):
        moves.put_general(s, general, location)


# 7.2


def count(cus: Forces) -> int:
    return cus[0] + cus[1] + cus[2] + cus[3] + cus[4] + cus[5]


def number_of(s: State, location: LocationId, faction: FactionId) -> int:
    """How many CUs a Faction has in a location."""
    return count(s.cus_of(location, faction))


def macedonians(cus: Forces) -> Forces:
    """Only the Loyal, Royal Army and Silver Shields CUs."""
    return tuple(n if u in MACEDONIAN else 0 for u, n in enumerate(cus))


def has_cu(s: State, location: LocationId, faction: FactionId) -> bool:
    return bool(s.cu_factions.get(location, 0) >> faction & 1)


def cu_factions_in_space(p: Play, space: SpaceId) -> int:
    """Bit mask of the Factions with a CU on land in a space, inside or outside."""
    at = p.state.cu_factions
    return at.get(space, 0) | at.get(p.inside(space), 0)


def has_cu_in_space(p: Play, space: SpaceId, faction: FactionId) -> bool:
    return bool(cu_factions_in_space(p, space) >> faction & 1)


def enemy_cu_in_space(p: Play, space: SpaceId, faction: FactionId) -> bool:
    """2.29: everybody else's and every Independent CU is an enemy."""
    at = p.state.cu_factions
    return bool((at.get(space, 0) | at.get(p.inside(space), 0)) & ~(1 << faction))


def enemy_cu_at(s: State, location: LocationId, faction: FactionId) -> bool:
    return bool(s.cu_factions.get(location, 0) & ~(1 << faction))


def locations_of(s: State, faction: FactionId) -> list[LocationId]:
    """The locations where a Faction has CUs, in rising order."""
    return sorted([key // FACTIONS for key in s.cus if key % FACTIONS == faction])  # type: ignore[misc]


# 2.6, 9.4 Major Cities


def is_major_city(p: Play, space: LocationId) -> bool:
    """A printed Major City or a completed Capital (16.1.3)."""
    if space in p.board.major_cities:
        return True
    for capital in p.state.capital:  # noqa: SIM110  quicker than a generator
        if capital == space:
            return True
    return False


def is_minor_city(p: Play, space: LocationId) -> bool:
    """2.4: a Stronghold that is not Independent counts as a Minor City."""
    kind = p.board.spaces[space].kind
    if space in p.state.capital:
        return False
    return kind == Kind.MINOR or (kind == Kind.STRONGHOLD and p.state.pcs[space] != INDEPENDENT)


def is_besieged(p: Play, space: SpaceId) -> bool:
    """15.1.1, 15.1.3: a controlled Major City or an Independent space with an enemy Army present."""
    return bool(besiegers(p, space))


def besiegers(p: Play, space: LocationId) -> int:
    """Bit mask of the Factions whose Armies besiege a space; they stand outside."""
    s = p.state
    owner = s.pcs[space]
    if owner == NOBODY or not s.cu_factions.get(space, 0) & ~(1 << owner):
        return 0
    if owner != INDEPENDENT and not is_major_city(p, space):
        return 0
    return army_factions(p, space) & ~(1 << owner)


def check_elephants(p: Play, cus: Forces) -> Refusal | None:
    """By option Elephant CUs are never inside a Major City."""
    if cus[Unit.ELEPHANT] and p.option(Option.ELEPHANTS_OUTSIDE):
        return Refusal("9.4.5", "refusal.elephants_stay_outside")
    return None


def room_inside(p: Play, space: LocationId) -> int:
    """9.4.5: how many more CUs fit inside a Major City."""
    inside = p.state.cu_factions.get(p.inside(space), 0)
    held = sum(number_of(p.state, p.inside(space), f) for f in EVERY_FACTION if inside >> f & 1)
    return inside_limit(p, space) - held


def inside_limit(p: Play, space: LocationId) -> int:
    """9.4.5: a Capital may hold another number of CUs (K19.8.3)."""
    return p.edition.capital_inside_limit if space in p.state.capital else p.edition.inside_limit


# Moved CUs (9.1.6); only the active player's pieces are moved by him


def moved(s: State, location: LocationId) -> Forces:
    return s.moved_cus.get(location, NO_FORCES)


def unmoved(s: State, location: LocationId, faction: FactionId) -> Forces:
    """The CUs that no General has moved in this Segment."""
    cus = s.cus.get(location * FACTIONS + faction, NO_FORCES)
    if faction == s.active and location in s.moved_cus:
        return subtract(cus, s.moved_cus[location])
    return cus


def mark_moved(s: State, location: LocationId, cus: Forces) -> None:
    put_moved(s, location, add(moved(s, location), cus))


def unmark_moved(s: State, location: LocationId, cus: Forces) -> None:
    put_moved(s, location, subtract(moved(s, location), cus))


def put_moved(s: State, location: LocationId, cus: Forces) -> None:
    """Make these the CUs there that have been moved; a copy of the State may share the dictionary."""
    marked = s.moved_cus.copy()
    if cus == NO_FORCES:
        marked.pop(location, None)
    else:
        marked[location] = cus
    s.moved_cus = marked


def move_cus(p: Play, faction: FactionId, cus: Forces, start: LocationId, end: LocationId) -> None:
    """Take CUs from one location to another; those marked as moved keep their mark, moved ones going first."""
    s = p.state
    if cus == NO_FORCES:
        return
    moves.take_cus(s, start, faction, cus)
    moves.add_cus(s, end, faction, cus)
    if faction == s.active:
        marked = common(moved(s, start), cus)
        unmark_moved(s, start, marked)
        mark_moved(s, end, marked)
    lift_siege(p, start)


# Losing CUs


def eliminate(p: Play, location: LocationId, faction: FactionId, cus: Forces, rule: str) -> None:
    """Take CUs off the map for good (Royal Army, Silver Shields) or back to the supply (7.2.2)."""
    s = p.state
    if cus == NO_FORCES:
        return
    moves.take_cus(s, location, faction, cus)
    forget_moved(s, location, faction)
    p.note("cus_eliminated", rule, (("who", "faction", faction), ("cus", "forces", cus), ("at", "location", location)))
    lift_siege(p, location)


def disperse(p: Play, location: LocationId, faction: FactionId, cus: Forces, rule: str) -> None:
    """2.26: to the Dispersed Box."""
    s = p.state
    if cus == NO_FORCES:
        return
    moves.take_cus(s, location, faction, cus)
    moves.put_in_box(s, faction, cus)
    forget_moved(s, location, faction)
    p.note("cus_dispersed", rule, (("who", "faction", faction), ("cus", "forces", cus), ("at", "location", location)))
    lift_siege(p, location)


def change_side(
    p: Play, location: LocationId, faction: FactionId, cus: Forces, end: LocationId, new: FactionId, rule: str
) -> None:
    """CUs that go over to another Faction, in a location of its own."""
    s = p.state
    if cus == NO_FORCES:
        return
    moves.take_cus(s, location, faction, cus)
    forget_moved(s, location, faction)
    moves.add_cus(s, end, new, cus)
    p.note(
        "cus_change_side" if location == end else "cus_change_side_to",
        rule,
        (
            ("who", "faction", faction),
            ("cus", "forces", cus),
            ("at", "location", location),
            ("to_whom", "faction", new),
            ("end", "location", end),
        ),
    )
    lift_siege(p, location)


def lift_siege(p: Play, space: LocationId) -> None:
    """15.3.1: Siege Points go as soon as their owner has no CU in the space or the PC is gone."""
    s = p.state
    if space not in s.sp or (has_cu(s, space, s.sp_owner[SpaceId(space)]) and s.pcs[space] != NOBODY):
        return
    owner, _ = moves.remove_siege_points(s, SpaceId(space))
    p.note("siege_lifted", "15.3.1", (("who", "faction", owner), ("space", "space", space)))


def forget_moved(s: State, location: LocationId, faction: FactionId) -> None:
    """No more CUs are marked as moved than are there."""
    if faction == s.active and location in s.moved_cus:
        put_moved(s, location, common(moved(s, location), s.cus_of(location, faction)))


def unit_actions(verb: int, cus: Forces) -> list[int]:
    """One action for each type of which there is a CU."""
    return [code(verb, u) for u in range(UNITS) if cus[u]]


def one(unit: UnitId) -> Forces:
    return (*NO_FORCES[:unit], 1, *NO_FORCES[unit + 1 :])


def whole(cus: Forces, unit: UnitId) -> Forces:
    """What one click on a type takes: one CU, or all Silver Shields, which never split (7.2.D.3)."""
    n = cus[unit] if unit == Unit.SILVER_SHIELDS else 1
    return (*NO_FORCES[:unit], n, *NO_FORCES[unit + 1 :])


def is_inside(p: Play, faction: FactionId, inside: LocationId) -> bool:
    s = p.state
    return has_cu(s, inside, faction) or bool(generals_at(p, inside, faction)) or bool(royals_mask(s, inside, faction))


def move_outside(p: Play, faction: FactionId, inside: LocationId) -> None:
    s = p.state
    space = p.space(inside)
    p.note("moves_outside", "9.4.3", (("who", "faction", faction), ("space", "space", space)))
    put_generals(s, generals_mask(p, inside, faction), space)
    put_royals(s, royals_mask(s, inside, faction), space)
    move_cus(p, faction, s.cus_of(inside, faction), inside, space)


def has_cavalry(p: Play, faction: FactionId, cus: Forces) -> bool:
    """16.9.2: every Independent Army is treated as containing a Cavalry CU."""
    return p.option(Option.CAVALRY) and (faction == INDEPENDENT or cus[Unit.CAVALRY] > 0)
