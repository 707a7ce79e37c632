"""R2.35, A101: what is put in order after every Procedure and every other completed action."""

from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import FACTIONS, INDEPENDENT, NOBODY, OFF_MAP, SCORE_DUE, add
from diadochi.rules import options, royals, troops
from diadochi.rules.agenda import Play
from diadochi.rules.command import commander
from diadochi.rules.scoring import rescore


def upkeep(p: Play, moving: int = -1, passing: int = NOBODY, granted: int = 0) -> None:
    """The order is fixed: Minor Generals, CUs, royal family, then Provinces, Fleets, L, VP and victory.

    `moving`: the location of an activated group that may still go on (7.1.C.7). `passing`: its Faction while a
    Free Passage that it honours lasts there; `granted`: bit mask of the players who granted it.
    """
    s = p.state
    if not s.board_dirty & 2:
        return
    s.board_dirty &= ~2
    options.lose_capitals(p)
    remove_idle_minors(p, moving)
    disperse_unowned_cus(p)
    lift_sieges(p)
    royals.update_control(p, passing, moving)
    royals.update_marriages(p, granted, moving)
    return_helepolis(p)
    s.board_dirty &= ~2
    if moving >= 0:
        # What a group on its way is excused from falls due when it has come to an end.
        s.board_dirty |= 2
    if s.board_dirty & SCORE_DUE:
        rescore(p)


def remove_idle_minors(p: Play, moving: int) -> None:
    """7.1.C.6, 7.1.C.7"""
    s = p.state
    first = p.pieces.majors
    end = first + p.pieces.minors_per_faction * 5
    for general, location in enumerate(s.generals[first:end], first):
        if location < 0 or location == moving:
            continue
        owner = s.owners[general]
        idle = not s.cu_factions.get(location, 0) >> owner & 1
        if idle or (s.generals_at[location] != 1 << general and is_subordinate(p, general, location)):
            s.put_general(general, OFF_MAP)
            who, at = ("faction", owner), ("location", location)
            p.note("minor_leaves", "7.1.C.6", who=who, general=("general", general), at=at)


def is_subordinate(p: Play, general: int, location: int) -> bool:
    """7.1.A: another General of the Faction in the location commands; of two Minor Generals the first."""
    s = p.state
    senior = s.generals_at[location] & ((1 << general) - 1)
    while senior:
        low = senior & -senior
        if s.owners[low.bit_length() - 1] == s.owners[general]:
            return True
        senior ^= low
    return False


def disperse_unowned_cus(p: Play) -> None:
    """7.2.A.1, 7.2.A.2: neither a General in the location nor a PC in the space shows whose they are."""
    s = p.state
    pcs, spaces = s.pcs, p.spaces
    for key in list(s.cus):
        faction = key % FACTIONS
        if faction == INDEPENDENT or pcs[key // FACTIONS % spaces] == faction:
            continue
        location = key // FACTIONS
        if commander(p, location, faction) < 0:
            disperse_cus(p, location, faction, "7.2.A.2")


def disperse_cus(p: Play, location: int, faction: int, rule: str) -> None:
    s = p.state
    cus = s.cus_of(location, faction)
    if cus == NO_FORCES:
        return
    s.dispersed[faction] = add(s.dispersed[faction], cus)
    s.put_cus(location, faction, NO_FORCES)
    if faction == s.active:
        s.moved_cus.pop(location, None)
    p.note("cus_dispersed", rule, who=("faction", faction), cus=("forces", cus), at=("location", location))


def lift_sieges(p: Play) -> None:
    """15.3.1"""
    for space in list(p.state.sp):
        troops.lift_siege(p, space)


def return_helepolis(p: Play) -> None:
    """Card 14: it goes back as soon as no player's CU besieges the city or the city has no PC."""
    s = p.state
    space = s.helepolis
    if space < 0:
        return
    besiegers = s.cu_factions.get(space, 0) & ~(1 << INDEPENDENT)
    if s.pcs[space] >= 0:
        besiegers &= ~(1 << s.pcs[space])
    if s.pcs[space] == NOBODY or not besiegers:
        s.helepolis = -1
        p.note("helepolis_returns", "7.2.G.1", space=("space", space))
