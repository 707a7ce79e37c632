"""Chapter 8: the royal family; who controls whom, by location."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import CardId, FactionId, LocationId, Mask, RoyalId
from diadochi.model.pieces import Royal
from diadochi.model.state import INDEPENDENT, NOBODY, State, numbered, royals_in
from diadochi.rules import deck
from diadochi.rules.agenda import Play


def players_with_general(s: State, location: LocationId) -> Mask:
    """Bit mask of the player Factions with a General in a location."""
    return s.general_factions(location) & ~(1 << INDEPENDENT)


def guardians(p: Play, location: LocationId) -> int:
    """8.2.2, T18.1.1: bit mask of the players whose pieces in a location may control a royal family member."""
    s = p.state
    generals = players_with_general(s, location)
    if not p.edition.royals_by_cus:
        return generals
    return generals | s.cu_factions.get(location, 0) & ~(1 << INDEPENDENT)


def hinder_marriage(p: Play, groom: FactionId, location: LocationId, granted: Mask) -> bool:
    """8.2.9: whether enemies in the bride's location prevent a marriage; `granted`: who gave Free Passage there."""
    enemies = p.state.cu_factions.get(location, 0) & ~(1 << groom)
    if p.edition.marriage_blocked_by == "cu_without_passage":
        return bool(enemies & ~granted)
    if p.edition.marriage_blocked_by == "nothing":
        return False
    return bool(enemies & (players_with_general(p.state, location) | 1 << INDEPENDENT))


PROPOSALS: Final = ((Royal.KLEOPATRA, "31"), (Royal.THESSALONIKE, "32"))


def lapse_proposal(p: Play, i: int, rule: str) -> None:
    """The bride is dead, or the Game Turn is over."""
    groom = p.state.proposals[i]
    if groom != NOBODY:
        p.note("offer_lapses", rule, (("royal", "royal", PROPOSALS[i][0]), ("who", "faction", groom)))
    close_proposal(p, i)


def close_proposal(p: Play, i: int) -> None:
    """6.2.12: the card goes to the discards with the marriage, the bride's death or the end of the Game Turn."""
    s = p.state
    groom = s.proposals[i]
    if groom == NOBODY:
        return
    moves.put_proposal(s, i, NOBODY)
    card = next(c for c, x in numbered(CardId, p.cards) if x.number == PROPOSALS[i][1])
    if s.front[groom] >> card & 1:
        s.front = moves.replaced(s.front, groom, s.front[groom] & ~(1 << card))
        deck.put_on_discards(s, card)


def has_army(p: Play, faction: FactionId, location: LocationId) -> bool:
    """7.2.4: a CU and a General of the same player in the same location."""
    s = p.state
    return bool(s.cu_factions.get(location, 0) >> faction & 1 and players_with_general(s, location) >> faction & 1)


def royals_mask(s: State, location: LocationId, faction: FactionId) -> int:
    """Bit mask of the royal family members that a Faction controls in a location."""
    out = 0
    for royal, at in numbered(RoyalId, s.royals):
        if at == location and s.royal_owner[royal] == faction:
            out |= 1 << royal
    return out


def put_royals(s: State, royals: Mask, location: LocationId) -> None:
    for royal in royals_in(royals):
        moves.put_royal(s, royal, location)
