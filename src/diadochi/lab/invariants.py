"""What must be true of every state between procedures (the invariants I1 to I20 of the specification).

`broken(p)` names what is not. It costs far more than an action: tests and soaks only.
"""

from collections.abc import Iterator

from diadochi.model.board import Kind
from diadochi.model.ids import SEATS, GeneralId, LocationId, ProvinceId
from diadochi.model.pieces import NO_FORCES, Royal, Unit
from diadochi.model.state import DISPERSED, FACTIONS, INDEPENDENT, NOBODY, OUT, SCORE_DUE
from diadochi.rules import face as rules
from diadochi.rules.face import (
    FLEET_DISPERSED,
    UPGRADED,
    Play,
    Siege,
    generals_at,
    is_major,
    is_minor,
)


def broken(p: Play, *, settled: bool) -> list[str]:
    """Every invariant that does not hold. `settled`: no activation is under way."""
    checks = [always(p)]
    if settled:
        checks.append(between_activations(p))
    return [text for check in checks for text in check]


def always(p: Play) -> Iterator[str]:
    yield from one_pc_per_space(p)
    yield from royal_army(p)
    yield from silver_shields(p)
    yield from inside(p)
    yield from royal_places(p)
    yield from scores(p)
    yield from fleets(p)
    yield from siege_points(p)
    yield from independents(p)
    yield from indexes(p)
    yield from cards(p)
    yield from cart(p)


def between_activations(p: Play) -> Iterator[str]:
    yield from capitals(p)
    yield from one_faction_per_location(p)
    yield from owned_cus(p)
    yield from minors(p)
    yield from controllers(p)
    yield from nobody_at_sea(p)
    yield from lone_generals(p)


def one_pc_per_space(p: Play) -> Iterator[str]:
    for i, owner in enumerate(p.state.pcs):
        if owner != NOBODY and p.board.spaces[i].kind == Kind.TRANSIT:
            yield f"I1 a PC on the Transit Point {p.board.spaces[i].id}"
        if owner != NOBODY and not (owner < p.state.players or owner == INDEPENDENT):
            yield f"I1 a PC of Faction {owner}"


def royal_army(p: Play) -> Iterator[str]:
    s = p.state
    total = sum(c[Unit.ROYAL] for c in s.cus.values()) + sum(c[Unit.ROYAL] for c in s.dispersed)
    if total > 8:
        yield f"I2 {total} Royal Army CUs"


def silver_shields(p: Play) -> Iterator[str]:
    s = p.state
    stacks = [c[Unit.SILVER_SHIELDS] for c in (*s.cus.values(), *s.dispersed) if c[Unit.SILVER_SHIELDS]]
    if len(stacks) > 1 or any(n > 2 for n in stacks):
        yield f"I3 Silver Shields {stacks}"


def inside(p: Play) -> Iterator[str]:
    s = p.state
    for key, cus in s.cus.items():
        location, faction = divmod(key, FACTIONS)
        if p.is_inside(LocationId(location)):
            if rules.count_cus(cus) > rules.inside_limit(p, p.space(location)):
                yield f"I4 {cus} inside {p.board.spaces[p.space(location)].id}"
            if s.pcs[p.space(location)] != faction:
                yield f"I4 Faction {faction} inside {p.board.spaces[p.space(location)].id}, not its own"
    for g, location in enumerate(s.generals):
        if location >= 0 and p.is_inside(location) and s.pcs[p.space(location)] != s.owners[g]:
            yield f"I4 {p.pieces.generals[g].id} inside a city that is not his own"


def royal_places(p: Play) -> Iterator[str]:
    s = p.state
    for r, location in enumerate(s.royals):
        if location >= 0 and p.is_inside(location) and s.royal_owner[r] == NOBODY:
            yield f"I5 {p.pieces.royals[r].id} uncontrolled inside a city"
        if location < 0 and s.royal_owner[r] != NOBODY:
            yield f"I16 {p.pieces.royals[r].id} is controlled but not on the map"


def scores(p: Play) -> Iterator[str]:
    s = p.state
    if s.board_dirty & SCORE_DUE:
        return
    for seat in SEATS[s.players]:
        vp = sum(x.points for x in rules.victory_point_sources(p, seat))
        if s.vp[seat] != vp:
            yield f"I9 VP of {seat}: {s.vp[seat]}, sources {vp}"
        legitimacy = max(0, sum(x.points for x in rules.legitimacy_sources(p, seat)))
        if s.legitimacy[seat] != legitimacy:
            yield f"I9 L of {seat}: {s.legitimacy[seat]}, sources {legitimacy}"
    for province in range(len(p.board.provinces)):
        if s.province_owner[province] != rules.controller(p, ProvinceId(province)):
            yield f"I9 control of {p.board.provinces[province].id}"


def fleets(p: Play) -> Iterator[str]:
    for f, side in enumerate(p.state.fleet_side):
        if side & UPGRADED and (side & FLEET_DISPERSED or p.state.fleet_owner[f] == NOBODY):
            yield f"I11 {p.pieces.fleets[f].id} is upgraded though Dispersed or uncontrolled"


def siege_points(p: Play) -> Iterator[str]:
    s = p.state
    if p.find(Siege) >= 0:
        return
    for space, points in s.sp.items():
        name = p.board.spaces[space].id
        if not rules.has_cu(s, space, s.sp_owner[space]):
            yield f"I13 Siege Points in {name} without a CU of their owner"
        if s.pcs[space] == NOBODY or not 0 < points < rules.most_siege_points(p, space):
            yield f"I20 {points} Siege Points in {name}"


def independents(p: Play) -> Iterator[str]:
    s = p.state
    expected: dict[int, int] = {}
    for i, army in enumerate(p.pieces.independents):
        location = s.generals[army.general]
        if location < 0:
            if s.independents_active >> i & 1 and location == OUT:
                yield f"I14 {p.pieces.generals[army.general].id} is active but out of the game"
            continue
        expected[location] = expected.get(location, 0) + army.cus
        province = p.board.spaces[p.space(location)].province
        if p.is_inside(location):
            yield f"I19 {p.pieces.generals[army.general].id} inside a city"
        if army.may_enter and province not in army.may_enter:
            yield f"I19 {p.pieces.generals[army.general].id} outside its Provinces"
        if province in army.removed_on_entering:
            yield f"I19 {p.pieces.generals[army.general].id} where it leaves the game"
    found = {k // FACTIONS: rules.count_cus(c) for k, c in s.cus.items() if k % FACTIONS == INDEPENDENT}
    if found != expected:
        yield f"I14 Independent CUs {found}, expected {expected}"


def indexes(p: Play) -> Iterator[str]:
    s = p.state
    cu_factions: dict[int, int] = {}
    for key, cus in s.cus.items():
        if cus == NO_FORCES or min(cus) < 0:
            yield f"an impossible stack {cus}"
        location, faction = divmod(key, FACTIONS)
        cu_factions[location] = cu_factions.get(location, 0) | 1 << faction
    if cu_factions != s.cu_factions:
        yield "the index of CUs is wrong"
    at: dict[int, int] = {}
    for g, location in enumerate(s.generals):
        if location >= 0:
            at[location] = at.get(location, 0) | 1 << g
            if s.owners[g] == NOBODY:
                yield f"{p.pieces.generals[g].id} is on the map and nobody's"
        if location == DISPERSED and not is_major(p, GeneralId(g)):
            yield f"R2.34 {p.pieces.generals[g].id} in the Dispersed Box"
    if at != s.generals_at:
        yield "the index of Generals is wrong"
    for location, marked in s.moved_cus.items():
        held = s.cus_of(location, s.active) if s.active >= 0 else NO_FORCES
        if any(m > h for m, h in zip(marked, held, strict=True)):
            yield f"more CUs moved than there are at {location}: {marked} of {held}"


def cards(p: Play) -> Iterator[str]:
    """Before the first deal there is no deck."""
    s = p.state
    if s.turn < 2 and not s.round:
        return
    places = [*s.hands, *s.front, s.discard, s.removed, s.aside, rules.announced(s)]
    places += [1 << card for card in (*s.deck, *s.face_down)]
    total = sum(mask.bit_count() for mask in places)
    seen = 0
    for mask in places:
        seen |= mask
    if total != len(p.cards) or seen != (1 << len(p.cards)) - 1:
        yield f"{total} cards in all, {seen.bit_count()} different ones"


def cart(p: Play) -> Iterator[str]:
    s = p.state
    on_map = s.royals[Royal.FUNERAL_CART] >= 0
    if on_map and not s.result and (s.turn > 3 or s.tomb >= 0):
        yield "I15 the Cart is still there"


def one_faction_per_location(p: Play) -> Iterator[str]:
    for location, mask in p.state.cu_factions.items():
        if mask & (mask - 1):
            yield f"I6 CUs of several Factions in {p.board.spaces[p.space(location)].id}"


def owned_cus(p: Play) -> Iterator[str]:
    s = p.state
    for key in s.cus:
        location, faction = divmod(key, FACTIONS)
        if faction == INDEPENDENT or s.pcs[p.space(location)] == faction:
            continue
        if not p.state.general_factions(LocationId(location)) >> faction & 1:
            yield f"I7 nobody's CUs in {p.board.spaces[p.space(location)].id}"


def minors(p: Play) -> Iterator[str]:
    s = p.state
    for g, location in enumerate(s.generals):
        if location >= 0 and is_minor(p, GeneralId(g)):
            if not rules.has_cu(s, location, s.owners[g]):
                yield f"I8 {p.pieces.generals[g].id} without a CU"
            if p.edition.minor_subordinates == "leave" and generals_at(p, location, s.owners[g])[0] != g:
                yield f"I8 {p.pieces.generals[g].id} under another General"


def controllers(p: Play) -> Iterator[str]:
    s = p.state
    for r, location in enumerate(s.royals):
        owner = s.royal_owner[r]
        if location < 0 or owner == NOBODY:
            continue
        if s.pcs[p.space(location)] != owner and not rules.guardians(p, location) >> owner & 1:
            yield f"I16 {p.pieces.royals[r].id} is controlled from afar"


def capitals(p: Play) -> Iterator[str]:
    """16.1.3, 16.1.5"""
    s = p.state
    for seat, space in enumerate(s.capital):
        if space >= 0 and s.pcs[space] != seat:
            yield f"R16.1.5 the Capital of {seat} in {p.board.spaces[space].id} is not its own"
        if s.construction[seat] >= 0 and space != -1:
            yield f"R16.1.1 {seat} builds a second Capital"
    for location in (*s.cu_factions, *s.generals_at):
        if p.is_inside(location) and not rules.is_major_city(p, p.space(location)):
            yield f"R2.9 a piece inside {p.board.spaces[p.space(location)].id}, no Major City"


def nobody_at_sea(p: Play) -> Iterator[str]:
    s = p.state
    locations = [*s.cu_factions, *s.generals_at, *s.royals]
    if any(location >= 2 * p.spaces for location in locations):
        yield "I17 a piece at sea"
    if s.naval_cus > p.edition.naval_limit:
        yield f"I17 {s.naval_cus} CUs by sea in one Segment"


def lone_generals(p: Play) -> Iterator[str]:
    """Where Reinforcements may come beside an enemy General without CUs (B09), he may stand among them."""
    s = p.state
    if p.edition.reinforce_barred_by == "cus":
        return
    for location in s.generals_at:
        factions = p.state.general_factions(location)
        holders = s.cu_factions.get(location, 0)
        name = p.board.spaces[p.space(location)].id
        if factions & (factions - 1):
            yield f"I18 Generals of several Factions in {name}"
        elif holders and not holders & factions:
            yield f"I18 a General among enemy CUs in {name}"
