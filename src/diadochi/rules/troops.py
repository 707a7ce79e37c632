"""7.2: Combat Units; counting, moving, losing and dispersing them.

The CUs of an Independent Army stand in its location as Mercenary CUs of the Independent Faction (7.5.1).
"""

from diadochi.model.board import Kind
from diadochi.model.notation import Verb, code
from diadochi.model.pieces import MACEDONIAN, NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import FACTIONS, INDEPENDENT, NOBODY, State, add, common, subtract
from diadochi.rules.agenda import Play
from diadochi.rules.command import army_factions

MOVED = UNITS
"""Operand of a unit group: the Unit, plus this if those CUs have been moved in this Segment."""


def count(cus: Forces) -> int:
    return cus[0] + cus[1] + cus[2] + cus[3] + cus[4] + cus[5]


def number_of(s: State, location: int, faction: int) -> int:
    """How many CUs a Faction has in a location."""
    return count(s.cus_of(location, faction))


def macedonians(cus: Forces) -> Forces:
    """Only the Loyal, Royal Army and Silver Shields CUs."""
    return tuple(n if u in MACEDONIAN else 0 for u, n in enumerate(cus))


def has_cu(s: State, location: int, faction: int) -> bool:
    return bool(s.cu_factions.get(location, 0) >> faction & 1)


def cu_factions_in_space(p: Play, space: int) -> int:
    """Bit mask of the Factions with a CU on land in a space, inside or outside."""
    at = p.state.cu_factions
    return at.get(space, 0) | at.get(space + p.spaces, 0)


def has_cu_in_space(p: Play, space: int, faction: int) -> bool:
    return bool(cu_factions_in_space(p, space) >> faction & 1)


def enemy_cu_in_space(p: Play, space: int, faction: int) -> bool:
    """2.29: everybody else's and every Independent CU is an enemy."""
    at = p.state.cu_factions
    return bool((at.get(space, 0) | at.get(space + p.spaces, 0)) & ~(1 << faction))


def enemy_cu_at(s: State, location: int, faction: int) -> bool:
    return bool(s.cu_factions.get(location, 0) & ~(1 << faction))


def locations_of(s: State, faction: int) -> list[int]:
    """The locations where a Faction has CUs, in rising order."""
    return sorted([key // FACTIONS for key in s.cus if key % FACTIONS == faction])


# 2.6, 9.4 Major Cities


def is_major_city(p: Play, space: int) -> bool:
    """A printed Major City or a completed Capital (16.1.3)."""
    return space in p.board.major_cities or space in p.state.capital


def is_minor_city(p: Play, space: int) -> bool:
    """2.4: a Stronghold that is not Independent counts as a Minor City."""
    kind = p.board.spaces[space].kind
    if space in p.state.capital:
        return False
    return kind == Kind.MINOR or (kind == Kind.STRONGHOLD and p.state.pcs[space] != INDEPENDENT)


def is_besieged(p: Play, space: int) -> bool:
    """15.1.1, 15.1.3: a controlled Major City or an Independent space with an enemy Army present."""
    return bool(besiegers(p, space))


def besiegers(p: Play, space: int) -> int:
    """Bit mask of the Factions whose Armies besiege a space; they stand outside."""
    s = p.state
    owner = s.pcs[space]
    if owner == NOBODY or not s.cu_factions.get(space, 0) & ~(1 << owner):
        return 0
    if owner != INDEPENDENT and not is_major_city(p, space):
        return 0
    return army_factions(p, space) & ~(1 << owner)


def room_inside(p: Play, space: int) -> int:
    """9.4.5: how many more CUs fit inside a Major City."""
    inside = p.state.cu_factions.get(space + p.spaces, 0)
    held = sum(number_of(p.state, space + p.spaces, f) for f in range(FACTIONS) if inside >> f & 1)
    return p.edition.inside_limit - held


# Moved CUs (9.1.6); only the active player's pieces are moved by him


def moved(s: State, location: int) -> Forces:
    return s.moved_cus.get(location, NO_FORCES)


def unmoved(s: State, location: int, faction: int) -> Forces:
    """The CUs that no General has moved in this Segment."""
    cus = s.cus.get(location * FACTIONS + faction, NO_FORCES)
    if faction == s.active and location in s.moved_cus:
        return subtract(cus, s.moved_cus[location])
    return cus


def mark_moved(s: State, location: int, cus: Forces) -> None:
    total = add(moved(s, location), cus)
    if total != NO_FORCES:
        s.moved_cus[location] = total


def unmark_moved(s: State, location: int, cus: Forces) -> None:
    left = subtract(moved(s, location), cus)
    if left == NO_FORCES:
        s.moved_cus.pop(location, None)
    else:
        s.moved_cus[location] = left


def move_cus(p: Play, faction: int, cus: Forces, start: int, end: int) -> None:
    """Take CUs from one location to another; those marked as moved keep their mark, moved ones going first."""
    s = p.state
    if cus == NO_FORCES:
        return
    s.take_cus(start, faction, cus)
    s.add_cus(end, faction, cus)
    if faction == s.active:
        marked = common(moved(s, start), cus)
        unmark_moved(s, start, marked)
        mark_moved(s, end, marked)
    lift_siege(p, start)


# Losing CUs


def eliminate(p: Play, location: int, faction: int, cus: Forces, rule: str) -> None:
    """Take CUs off the map for good (Royal Army, Silver Shields) or back to the supply (7.2.2)."""
    s = p.state
    if cus == NO_FORCES:
        return
    s.take_cus(location, faction, cus)
    forget_moved(s, location, faction)
    p.note("cus_eliminated", rule, who=("faction", faction), cus=("forces", cus), at=("location", location))
    lift_siege(p, location)


def disperse(p: Play, location: int, faction: int, cus: Forces, rule: str) -> None:
    """2.26: to the Dispersed Box."""
    s = p.state
    if cus == NO_FORCES:
        return
    s.take_cus(location, faction, cus)
    s.dispersed[faction] = add(s.dispersed[faction], cus)
    forget_moved(s, location, faction)
    p.note("cus_dispersed", rule, who=("faction", faction), cus=("forces", cus), at=("location", location))
    lift_siege(p, location)


def change_side(p: Play, location: int, faction: int, cus: Forces, end: int, new: int, rule: str) -> None:
    """CUs that go over to another Faction, in a location of its own."""
    s = p.state
    if cus == NO_FORCES:
        return
    s.take_cus(location, faction, cus)
    forget_moved(s, location, faction)
    s.add_cus(end, new, cus)
    p.note(
        "cus_change_side" if location == end else "cus_change_side_to",
        rule,
        who=("faction", faction),
        cus=("forces", cus),
        at=("location", location),
        to_whom=("faction", new),
        end=("location", end),
    )
    lift_siege(p, location)


def lift_siege(p: Play, space: int) -> None:
    """15.3.1: Siege Points go as soon as their owner has no CU in the space or the PC is gone."""
    s = p.state
    if space not in s.sp or (has_cu(s, space, s.sp_owner[space]) and s.pcs[space] != NOBODY):
        return
    del s.sp[space]
    p.note("siege_lifted", "15.3.1", who=("faction", s.sp_owner.pop(space)), space=("space", space))


def forget_moved(s: State, location: int, faction: int) -> None:
    """No more CUs are marked as moved than are there."""
    if faction == s.active and location in s.moved_cus:
        left = common(moved(s, location), s.cus_of(location, faction))
        if left == NO_FORCES:
            del s.moved_cus[location]
        else:
            s.moved_cus[location] = left


def unit_actions(verb: Verb, cus: Forces) -> list[int]:
    """One action for each type of which there is a CU."""
    return [code(verb, u) for u in range(UNITS) if cus[u]]


def one(unit: int) -> Forces:
    return (*NO_FORCES[:unit], 1, *NO_FORCES[unit + 1 :])


def whole(cus: Forces, unit: int) -> Forces:
    """What one click on a type takes: one CU, or all Silver Shields, which never split (7.2.D.3)."""
    n = cus[unit] if unit == Unit.SILVER_SHIELDS else 1
    return (*NO_FORCES[:unit], n, *NO_FORCES[unit + 1 :])
