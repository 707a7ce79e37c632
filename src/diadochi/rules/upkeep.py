"""R2.35, A101: what is put in order after every Procedure and every other completed action."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import SEATS, FactionId, GeneralId, LocationId, Mask, RoyalId, SeatId
from diadochi.model.options import Option
from diadochi.model.pieces import HEIRS, NO_FORCES, Royal
from diadochi.model.state import (
    FACTIONS,
    INDEPENDENT,
    NO_SPACE,
    NOBODY,
    OFF_MAP,
    SCORE_DUE,
    UPKEEP_DUE,
    State,
    factions_in,
)
from diadochi.rules import options, troops
from diadochi.rules.agenda import Play
from diadochi.rules.royals import PROPOSALS, close_proposal, guardians, has_army, hinder_marriage
from diadochi.rules.scoring import rescore
from diadochi.rules.troops import leave_map


def upkeep(p: Play, moving: LocationId = OFF_MAP, passing: Mask = NOBODY, granted: Mask = 0) -> None:
    """The order is fixed: Minor Generals, CUs, royal family, then Provinces, Fleets, L, VP and victory.

    Where nothing has changed since the last one all is in order (`State.touched`).
    `moving`: the location of an activated group that may still go on (7.1.C.7). `passing`: its Faction while a
    Free Passage that it honours lasts there; `granted`: bit mask of the players who granted it.
    """
    s = p.state
    if not s.board_dirty & UPKEEP_DUE:
        return
    if max(s.capital) >= 0:
        options.lose_capitals(p)
    if max(s.construction) >= 0:
        options.break_off_constructions(p)
    touched = touched_locations(p)
    remove_idle_minors(p, touched, moving)
    disperse_unowned_cus(p, touched)
    if s.sp:
        lift_sieges(p)
    update_control(p, passing, moving)
    update_marriages(p, granted, moving)
    return_helepolis(p)
    if moving < 0:
        # What a group on its way is excused from falls due when it has come to an end.
        moves.upkeep_done(s)
    if s.board_dirty & SCORE_DUE:
        rescore(p)


def touched_locations(p: Play) -> list[LocationId]:
    """Where something has changed since the last upkeep; nearly always these are few."""
    left = p.state.touched
    if left < 0:
        left = (1 << 3 * p.spaces) - 1
    out = []
    while left:
        low = left & -left
        out.append(LocationId(low.bit_length() - 1))
        left ^= low
    return out


def remove_idle_minors(p: Play, touched: list[LocationId], moving: LocationId) -> None:
    """7.1.C.6, 7.1.C.7"""
    s = p.state
    first = p.pieces.majors
    end = first + p.pieces.minors_per_faction * 5
    there = 0
    for location in touched:
        if location != moving:
            there |= s.generals_at.get(location, 0)
    if not there >> first:
        return
    for number in range(first, end):
        if not there >> number & 1:
            continue
        general = GeneralId(number)
        location = s.generals[general]
        owner = s.owners[general]
        idle = not s.cu_factions.get(location, 0) >> owner & 1
        alone = p.edition.minor_subordinates == "stay" or s.generals_at[location] == 1 << general
        if idle or (not alone and is_subordinate(p, general, location)):
            leave_map(p, general, OFF_MAP)
            who, at = ("faction", owner), ("location", location)
            p.note("minor_leaves", "7.1.C.6", (("who", *who), ("general", "general", general), ("at", *at)))


def is_subordinate(p: Play, general: GeneralId, location: LocationId) -> bool:
    """7.1.A: another General of the Faction in the location commands; of two Minor Generals the first."""
    s = p.state
    senior = s.generals_at[location] & ((1 << general) - 1)
    while senior:
        low = senior & -senior
        if s.owners[low.bit_length() - 1] == s.owners[general]:
            return True
        senior ^= low
    return False


def disperse_unowned_cus(p: Play, touched: list[LocationId]) -> None:
    """7.2.A.1, 7.2.A.2: neither a General in the location nor a PC in the space shows whose they are."""
    s = p.state
    found = []
    for location in touched:
        owner = s.pcs[location % p.spaces]
        factions = s.cu_factions.get(location, 0) & ~(1 << INDEPENDENT)
        for faction in SEATS[s.players] if factions else ():
            if factions >> faction & 1 and faction != owner and not has_general(s, location, faction):
                found.append(location * FACTIONS + faction)
    if len(found) > 1:
        found = [key for key in s.cus if key in found]
    for key in found:
        disperse_cus(p, LocationId(key // FACTIONS), FactionId(key % FACTIONS), "7.2.A.2")


def has_general(s: State, location: LocationId, faction: FactionId) -> bool:
    mask = s.generals_at.get(location, 0)
    while mask:
        low = mask & -mask
        if s.owners[low.bit_length() - 1] == faction:
            return True
        mask ^= low
    return False


def disperse_cus(p: Play, location: LocationId, faction: FactionId, rule: str) -> None:
    s = p.state
    cus = s.cus_of(location, faction)
    if cus == NO_FORCES:
        return
    moves.put_in_box(s, faction, cus)
    moves.put_cus(s, location, faction, NO_FORCES)
    if faction == s.active:
        troops.forget_moved(s, location, faction)
    p.note("cus_dispersed", rule, (("who", "faction", faction), ("cus", "forces", cus), ("at", "location", location)))


# 8.2, 8.3 The royal family

TAKEN_BY_LOCATION: Final = (*HEIRS, Royal.FUNERAL_CART)
"""8.2.2: the Heirs and the Cart; the Females join by events only."""


def update_control(p: Play, passing: Mask = NOBODY, at: LocationId = OFF_MAP) -> None:
    """8.3, then 8.2. The Generals of Faction `passing` at location `at` enjoy an honoured Free Passage: there they take
    nobody, and lose nobody whom they have brought (8.2.12).
    """
    s = p.state
    for number, location in enumerate(s.royals):
        if location < 0 or (location != at and not s.touched >> location & 1):
            continue
        royal = RoyalId(number)
        find_guardian(p, royal, location, passing if location == at else NOBODY)
        if s.royal_owner[royal] == NOBODY and p.is_inside(location):
            # 8.3.4: outside there may be a new guardian.
            location = p.space(location)
            moves.put_royal(s, royal, location)
            find_guardian(p, royal, location, passing if location == at else NOBODY)


def find_guardian(p: Play, royal: RoyalId, location: LocationId, passing: Mask) -> None:
    s = p.state
    factions = guardians(p, location)
    if passing != NOBODY and s.royal_owner[royal] != passing:
        factions &= ~(1 << passing)
    pc = s.pcs[location % p.spaces]
    if royal == Royal.FUNERAL_CART and not factions and destroy_cart(p, location, pc):
        return
    lose_control(p, royal, factions, pc)
    if s.royal_owner[royal] == NOBODY and royal in TAKEN_BY_LOCATION:
        gain_control(p, royal, factions, pc)


def lose_control(p: Play, royal: RoyalId, factions: Mask, pc: FactionId) -> None:
    """8.3.1 to 8.3.3, A102: control needs a General or a PC of the controller; an enemy General beats a PC."""
    s = p.state
    owner = s.royal_owner[royal]
    if owner == NOBODY or factions >> owner & 1:
        return
    if pc == owner and (factions == 0 or factions & (factions - 1)):
        return
    moves.give_royal(s, royal, NOBODY)
    p.note("loses_royal", "8.3.1" if factions else "8.3.3", (("who", "faction", owner), ("royal", "royal", royal)))


def gain_control(p: Play, royal: RoyalId, factions: Mask, pc: FactionId) -> None:
    """8.2.2, 8.2.11, 8.2.12: one player's General, else a player's PC."""
    s = p.state
    if s.royal_owner[royal] != NOBODY or factions & (factions - 1):
        return
    if factions:
        owner = factions_in(factions)[0]
    elif 0 <= pc < INDEPENDENT:
        owner = pc
    else:
        return
    moves.give_royal(s, royal, owner)
    p.note("gains_royal", "8.2.2", (("who", "faction", owner), ("royal", "royal", royal)))


def destroy_cart(p: Play, location: LocationId, pc: FactionId) -> bool:
    """16.4.1: an Independent General takes it even from a PC, an Independent PC where no General is."""
    s = p.state
    if not p.option(Option.DESTRUCTION_OF_THE_CART) or p.is_inside(location):
        return False
    if pc != INDEPENDENT and not s.cu_factions.get(location, 0) >> INDEPENDENT & 1:
        return False
    moves.remove_royal(s, Royal.FUNERAL_CART)
    p.note("cart_destroyed", "16.4.1", (("at", "location", location),))
    return True


def update_marriages(p: Play, granted: Mask = 0, at: LocationId = OFF_MAP) -> None:
    """8.2.6 to 8.2.10, A47: a marriage takes place by itself as soon as its conditions hold.

    `granted`: the players who granted Free Passage at location `at`.
    """
    s = p.state
    for i, (bride, _) in enumerate(PROPOSALS):
        groom = s.proposals[i]
        location = s.royals[bride]
        if groom == NOBODY or location < 0 or s.royal_owner[bride] != NOBODY:
            continue
        passing = granted if location == at else 0
        if has_army(p, groom, location) and not hinder_marriage(p, groom, location, passing):
            marry(p, i, groom)


def marry(p: Play, i: int, groom: SeatId) -> None:
    bride = PROPOSALS[i][0]
    moves.give_royal(p.state, bride, groom)
    p.note("marries", "8.2.6", (("who", "faction", groom), ("royal", "royal", bride)))
    close_proposal(p, i)


# 15.3, 7.2.G


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
        moves.put_helepolis(s, NO_SPACE)
        p.note("helepolis_returns", "7.2.G.1", (("space", "space", space),))
