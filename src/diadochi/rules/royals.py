"""Chapter 8: the royal family; who controls whom, by location."""

from diadochi.model.options import Option
from diadochi.model.pieces import HEIRS, Royal
from diadochi.model.state import INDEPENDENT, NOBODY, OUT
from diadochi.rules import deck
from diadochi.rules.agenda import Play

TAKEN_BY_LOCATION = (*HEIRS, Royal.FUNERAL_CART)
"""8.2.2: the Heirs and the Cart; the Females join by events only."""


def update_control(p: Play, passing: int = NOBODY, at: int = -1) -> None:
    """8.3, then 8.2. The Generals of Faction `passing` at location `at` enjoy an honoured Free Passage: there they take
    nobody, and lose nobody whom they have brought (8.2.12).
    """
    s = p.state
    for royal, location in enumerate(s.royals):
        if location < 0:
            continue
        find_guardian(p, royal, location, passing if location == at else NOBODY)
        if s.royal_owner[royal] == NOBODY and p.is_inside(location):
            # 8.3.4: outside there may be a new guardian.
            location = p.space(location)
            s.royals[royal] = location
            find_guardian(p, royal, location, passing if location == at else NOBODY)


def find_guardian(p: Play, royal: int, location: int, passing: int) -> None:
    s = p.state
    factions = general_factions(p, location) if location in s.generals_at else 0
    if passing != NOBODY and s.royal_owner[royal] != passing:
        factions &= ~(1 << passing)
    pc = s.pcs[location % p.spaces]
    if royal == Royal.FUNERAL_CART and not factions and destroy_cart(p, location, pc):
        return
    lose_control(p, royal, factions, pc)
    if s.royal_owner[royal] == NOBODY and royal in TAKEN_BY_LOCATION:
        gain_control(p, royal, factions, pc)


def general_factions(p: Play, location: int) -> int:
    """Bit mask of the player Factions with a General in a location."""
    s = p.state
    mask = s.generals_at.get(location, 0)
    out = 0
    while mask:
        low = mask & -mask
        out |= 1 << s.owners[low.bit_length() - 1]
        mask ^= low
    return out & ~(1 << INDEPENDENT)


def lose_control(p: Play, royal: int, factions: int, pc: int) -> None:
    """8.3.1 to 8.3.3, A102: control needs a General or a PC of the controller; an enemy General beats a PC."""
    s = p.state
    owner = s.royal_owner[royal]
    if owner == NOBODY or factions >> owner & 1:
        return
    if pc == owner and (factions == 0 or factions & (factions - 1)):
        return
    s.royal_owner[royal] = NOBODY
    s.board_dirty |= 1
    p.note("loses_royal", "8.3.1" if factions else "8.3.3", who=("faction", owner), royal=("royal", royal))


def gain_control(p: Play, royal: int, factions: int, pc: int) -> None:
    """8.2.2, 8.2.11, 8.2.12: one player's General, else a player's PC."""
    s = p.state
    if s.royal_owner[royal] != NOBODY or factions & (factions - 1):
        return
    if factions:
        owner = factions.bit_length() - 1
    elif 0 <= pc < INDEPENDENT:
        owner = pc
    else:
        return
    s.royal_owner[royal] = owner
    s.board_dirty |= 1
    p.note("gains_royal", "8.2.2", who=("faction", owner), royal=("royal", royal))


def destroy_cart(p: Play, location: int, pc: int) -> bool:
    """16.4.1: an Independent General takes it even from a PC, an Independent PC where no General is."""
    s = p.state
    if not p.option(Option.DESTRUCTION_OF_THE_CART) or p.is_inside(location):
        return False
    if pc != INDEPENDENT and not s.cu_factions.get(location, 0) >> INDEPENDENT & 1:
        return False
    s.royals[Royal.FUNERAL_CART] = OUT
    s.royal_owner[Royal.FUNERAL_CART] = NOBODY
    s.board_dirty |= 1
    p.note("cart_destroyed", "16.4.1", at=("location", location))
    return True


PROPOSALS = ((Royal.KLEOPATRA, "31"), (Royal.THESSALONIKE, "32"))


def update_marriages(p: Play, granted: int = 0, at: int = -1) -> None:
    """8.2.6 to 8.2.10, A47: a marriage takes place by itself as soon as its conditions hold.

    `granted`: the players who granted Free Passage at location `at`.
    """
    s = p.state
    for i, (bride, _) in enumerate(PROPOSALS):
        groom = s.proposals[i]
        location = s.royals[bride]
        if groom == NOBODY or location < 0 or s.royal_owner[bride] != NOBODY:
            continue
        enemies = s.cu_factions.get(location, 0) & ~(1 << groom)
        if location == at:
            enemies &= ~granted
        if has_army(p, groom, location) and not enemies:
            marry(p, i, groom)


def marry(p: Play, i: int, groom: int) -> None:
    s = p.state
    bride = PROPOSALS[i][0]
    s.royal_owner[bride] = groom
    s.board_dirty |= 1
    p.note("marries", "8.2.6", who=("faction", groom), royal=("royal", bride))
    close_proposal(p, i)


def lapse_proposal(p: Play, i: int, rule: str) -> None:
    """The bride is dead, or the Game Turn is over."""
    groom = p.state.proposals[i]
    if groom != NOBODY:
        p.note("offer_lapses", rule, royal=("royal", PROPOSALS[i][0]), who=("faction", groom))
    close_proposal(p, i)


def close_proposal(p: Play, i: int) -> None:
    """6.2.12: the card goes to the discards with the marriage, the bride's death or the end of the Game Turn."""
    s = p.state
    groom = s.proposals[i]
    if groom == NOBODY:
        return
    s.proposals[i] = NOBODY
    card = next(c for c, x in enumerate(p.cards) if x.number == PROPOSALS[i][1])
    if s.front[groom] >> card & 1:
        s.front[groom] &= ~(1 << card)
        deck.put_on_discards(s, card)


def has_army(p: Play, faction: int, location: int) -> bool:
    """7.2.4: a CU and a General of the same player in the same location."""
    s = p.state
    return bool(s.cu_factions.get(location, 0) >> faction & 1 and general_factions(p, location) >> faction & 1)
