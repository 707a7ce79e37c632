"""7.1: Generals, Seniority and command, Minor Generals."""

from diadochi.model.pieces import Ability, General
from diadochi.model.state import DISPERSED, INDEPENDENT, NOBODY, OFF_MAP, OUT, State
from diadochi.rules.agenda import Play


def generals_at(p: Play, location: int, faction: int) -> list[int]:
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
    return out


def commander(p: Play, location: int, faction: int) -> int:
    """7.1.A.2: the Commanding General of a Faction in a location, or -1."""
    s = p.state
    mask = s.generals_at.get(location, 0)
    while mask:
        low = mask & -mask
        g = low.bit_length() - 1
        if s.owners[g] == faction:
            return g
        mask ^= low
    return -1


def general_factions(p: Play, location: int) -> int:
    """Bit mask of the Factions with a General in a location, the Independents included."""
    s = p.state
    mask = s.generals_at.get(location, 0)
    out = 0
    while mask:
        low = mask & -mask
        out |= 1 << s.owners[low.bit_length() - 1]
        mask ^= low
    return out


def army_factions(p: Play, location: int) -> int:
    """7.2.4: bit mask of the Factions with a CU and a General in a location."""
    cus = p.state.cu_factions.get(location, 0)
    return cus & general_factions(p, location) if cus else 0


def has_army(p: Play, location: int, faction: int) -> bool:
    return bool(army_factions(p, location) >> faction & 1)


def enemy_general_in_space(p: Play, space: int, faction: int) -> bool:
    """A General of another Faction on land in a space, inside or outside."""
    s = p.state
    there = s.generals_at.get(space, 0) | s.generals_at.get(space + p.spaces, 0)
    while there:
        low = there & -there
        if s.owners[low.bit_length() - 1] != faction:
            return True
        there ^= low
    return False


def is_major(p: Play, general: int) -> bool:
    return general < p.pieces.majors


def is_minor(p: Play, general: int) -> bool:
    return p.pieces.majors <= general < p.pieces.majors + 5 * p.pieces.minors_per_faction


def is_independent(p: Play, general: int) -> bool:
    return general >= p.pieces.majors + 5 * p.pieces.minors_per_faction


def minors_of(p: Play, seat: int) -> range:
    first = p.pieces.majors + seat * p.pieces.minors_per_faction
    return range(first, first + p.pieces.minors_per_faction)


def idle_minor(p: Play, seat: int) -> int:
    """An off-map Minor General of a player, or -1."""
    s = p.state
    for g in minors_of(p, seat):
        if s.generals[g] == OFF_MAP:
            return g
    return -1


def idle_minors(p: Play, seat: int) -> list[int]:
    """The off-map Minor Generals of a player."""
    return [g for g in minors_of(p, seat) if p.state.generals[g] == OFF_MAP]


def place_minor(p: Play, seat: int, location: int, rule: str = "7.1.C.2") -> int:
    """Put an off-map Minor General into a location; -1 if all four are on the map."""
    g = idle_minor(p, seat)
    if g >= 0:
        p.state.put_general(g, location)
        p.note("minor_placed", rule, who=("faction", seat), general=("general", g), at=("location", location))
    return g


def living(p: Play, seat: int) -> list[int]:
    """6.2.D.4: a player's Major Generals who are alive, Dispersed ones included."""
    s = p.state
    return [g for g in range(p.pieces.majors) if s.owners[g] == seat and is_alive(s, g)]


def is_alive(s: State, general: int) -> bool:
    """On the map or in the Dispersed Box."""
    return s.generals[general] >= 0 or s.generals[general] == DISPERSED


def disperse_general(p: Play, general: int, rule: str) -> None:
    """2.34: a Major General goes to the Dispersed Box, a Minor General off map."""
    s = p.state
    owner, at = s.owners[general], s.generals[general]
    major = is_major(p, general)
    s.put_general(general, DISPERSED if major else OFF_MAP)
    key = "general_dispersed" if major else "minor_leaves"
    p.note(key, rule, who=("faction", owner), general=("general", general), at=("location", at))


def remove_general(p: Play, general: int) -> None:
    """A Major General leaves the game: killed, or Antipatros of old age."""
    s = p.state
    s.put_general(general, OUT)
    s.dead |= 1 << general
    s.popularity[general] = 0
    if s.condemned == general:
        s.condemned = -1
        points = -p.material.event_params["condemnation"].legitimacy
        owner = ("faction", s.owners[general])
        p.note("condemnation_dies", "3.6.13", general=("general", general), owner=owner, legitimacy=("number", points))
    s.board_dirty |= 3


def kill_general(p: Play, general: int, rule: str) -> None:
    """7.1.B.1. Polyperchon follows for Antipatros at the end of the Procedure (7.1.B.4)."""
    p.note("general_killed", rule, who=("faction", p.state.owners[general]), general=("general", general))
    remove_general(p, general)
    heir = p.material.successor.get(general, -1)
    if heir >= 0 and p.state.owners[heir] == NOBODY:
        p.state.arrivals |= 1 << heir


def ability(p: Play, location: int, faction: int, kind: Ability) -> General | None:
    """7.1.3: the Commanding General in a location if he has this ability and it applies in that Province."""
    g = commander(p, location, faction)
    if g < 0:
        return None
    general = p.pieces.generals[g]
    if general.ability != kind:
        return None
    province = p.board.spaces[p.space(location)].province
    if general.ability_provinces and province not in general.ability_provinces:
        return None
    return general


def player_generals_on_map(s: State, seat: int) -> list[int]:
    owners = s.owners
    return [g for g, at in enumerate(s.generals) if at >= 0 and owners[g] == seat]


def enemies_of(s: State, faction: int) -> int:
    """2.29: bit mask of the enemies of a Faction."""
    players = (1 << s.players) - 1 | 1 << INDEPENDENT
    return players & ~(1 << faction)
