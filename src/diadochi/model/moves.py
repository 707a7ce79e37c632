"""Moves on the board: the one module that puts, gives and takes pieces and markers.

Every move marks what has to be looked at again (`State.board_dirty`): the scores (rules.scoring), or the order of
things (rules.upkeep). The rules decide what is moved; a move itself checks nothing and tells nobody.

Copies of a State share their lists and dictionaries: a move replaces what it changes.
"""

from typing import TypeVar

from diadochi.model.ids import (
    FactionId,
    FleetId,
    GeneralId,
    LocationId,
    Mask,
    ProvinceId,
    RoyalId,
    SeatId,
    SpaceId,
    UnitId,
)
from diadochi.model.material import Material
from diadochi.model.pieces import NO_FORCES, Forces
from diadochi.model.state import (
    ALL_DIRTY,
    EVERYWHERE,
    FACTIONS,
    NO_SPACE,
    NOBODY,
    OFF_MAP,
    OUT,
    SCORE_DUE,
    SPACES_DUE,
    UPKEEP_DUE,
    State,
    add,
    subtract,
)

T = TypeVar("T")


def replaced(values: list[T], place: int, value: T) -> list[T]:
    """The list with another value in one place."""
    new = values[:]
    new[place] = value
    return new


def lay_out(s: State, material: Material) -> None:
    """Every piece beside the board."""
    pieces = material.pieces
    players = s.players
    s.pcs = [NOBODY] * len(material.board.spaces)
    s.generals = [OFF_MAP] * len(pieces.generals)
    s.owners = [NOBODY] * len(pieces.generals)
    s.popularity = [0] * len(pieces.generals)
    s.dispersed = [NO_FORCES] * players
    s.royals = [OFF_MAP] * len(pieces.royals)
    s.royal_owner = [NOBODY] * len(pieces.royals)
    s.fleet_owner = [NOBODY] * len(pieces.fleets)
    s.fleet_side = [0] * len(pieces.fleets)
    s.dealt = [0] * players
    s.champions = (1 << players) - 1
    s.training = [(0, 0)] * players
    s.capital, s.construction, s.capitals_taken = [NO_SPACE] * players, [NO_SPACE] * players, [0] * players
    s.province_owner = [NOBODY] * len(material.board.provinces)
    all_due(s)


# What has to be looked at again


def all_due(s: State) -> None:
    s.board_dirty = ALL_DIRTY
    s.touched = EVERYWHERE


def touch(s: State, location: LocationId) -> None:
    """Something has changed there, if it is a location of the map."""
    if location >= 0:
        s.touched |= 1 << location
    s.board_dirty |= UPKEEP_DUE


def touch_space(s: State, space: SpaceId) -> None:
    """What has changed concerns the space itself, the inside of its city and the sea before it."""
    spaces = len(s.pcs)
    s.touched |= (1 | 1 << spaces | 1 << 2 * spaces) << space
    s.board_dirty |= UPKEEP_DUE


def upkeep_done(s: State) -> None:
    s.board_dirty &= ~UPKEEP_DUE
    s.touched = 0


def score_done(s: State) -> None:
    s.board_dirty &= UPKEEP_DUE


# CUs


def put_cus(s: State, location: LocationId, faction: FactionId, forces: Forces) -> None:
    """Make these the CUs of a Faction in a location."""
    key = location * FACTIONS + faction
    cus = s.cus.copy()
    if forces == NO_FORCES:
        cus.pop(key, None)
        put_mask(s, location, s.cu_factions.get(location, 0) & ~(1 << faction))
    else:
        cus[key] = forces
        put_mask(s, location, s.cu_factions.get(location, 0) | 1 << faction)
    s.cus = cus
    touch(s, location)


def put_mask(s: State, location: LocationId, factions: Mask) -> None:
    """Which Factions have CUs in a location."""
    if s.cu_factions.get(location, 0) != factions:
        s.cu_factions = with_mask(s.cu_factions, location, factions)


def with_mask(masks: dict[LocationId, Mask], location: LocationId, mask: Mask) -> dict[LocationId, Mask]:
    """The masks by location with another one in one of them; an empty one has no entry."""
    new = masks.copy()
    if mask:
        new[location] = mask
    else:
        new.pop(location, None)
    return new


def add_cus(s: State, location: LocationId, faction: FactionId, forces: Forces) -> None:
    put_cus(s, location, faction, add(s.cus_of(location, faction), forces))


def take_cus(s: State, location: LocationId, faction: FactionId, forces: Forces) -> None:
    put_cus(s, location, faction, subtract(s.cus_of(location, faction), forces))


def put_in_box(s: State, seat: SeatId, forces: Forces) -> None:
    """Add CUs to the Dispersed Box of a player."""
    s.dispersed = replaced(s.dispersed, seat, add(s.dispersed[seat], forces))


def take_from_box(s: State, seat: SeatId, forces: Forces) -> None:
    s.dispersed = replaced(s.dispersed, seat, subtract(s.dispersed[seat], forces))


def put_training(s: State, seat: SeatId, unit: UnitId, ops: int) -> None:
    """What a player trains; OPs 0 empty the track."""
    s.training = replaced(s.training, seat, (unit, ops))


# Generals


def put_general(s: State, general: GeneralId, location: LocationId) -> None:
    """Put a General into a location, or to OFF_MAP, DISPERSED, OUT or BOX."""
    bit = 1 << general
    old = s.generals[general]
    if old >= 0:
        s.generals_at = with_mask(s.generals_at, old, s.generals_at[old] & ~bit)
        touch(s, old)
    s.generals = replaced(s.generals, general, LocationId(location))
    if location >= 0:
        s.generals_at = with_mask(s.generals_at, location, s.generals_at.get(location, 0) | bit)
    elif s.oratory[0] == general:
        end_oratory(s)
    touch(s, location)


def give_general(s: State, general: GeneralId, faction: FactionId) -> None:
    """Make a General one of a Faction's, or nobody's."""
    s.owners = replaced(s.owners, general, FactionId(faction))
    s.board_dirty |= SCORE_DUE
    touch(s, s.generals[general])


def deal_general(s: State, general: GeneralId, seat: SeatId) -> None:
    """4.4: at set-up."""
    s.dealt = replaced(s.dealt, seat, s.dealt[seat] | 1 << general)
    give_general(s, general, seat)


def return_general(s: State, general: GeneralId, seat: SeatId) -> None:
    """4.4.2: take back a General who was dealt."""
    s.dealt = replaced(s.dealt, seat, s.dealt[seat] & ~(1 << general))
    give_general(s, general, NOBODY)


def note_dealt(s: State, seat: SeatId, generals: Mask) -> None:
    """Whom a player received at set-up."""
    s.dealt = replaced(s.dealt, seat, generals)


def name_commander(s: State, general: GeneralId, others: Mask) -> None:
    """7.1.A.2: he commands, and not these of the same rank."""
    s.commanders = s.commanders & ~others | 1 << general


def remove_general(s: State, general: GeneralId) -> None:
    """Take a General out of the game."""
    put_general(s, general, OUT)
    s.dead |= 1 << general
    s.popularity = replaced(s.popularity, general, 0)
    s.board_dirty |= SCORE_DUE


def activate_independents(s: State, army: int) -> None:
    s.independents_active |= 1 << army


def deactivate_independents(s: State, army: int) -> None:
    s.independents_active &= ~(1 << army)


def add_popularity(s: State, general: GeneralId, points: int) -> None:
    s.popularity = replaced(s.popularity, general, s.popularity[general] + points)


def begin_oratory(s: State, general: GeneralId, points: int) -> None:
    s.oratory = (general, points)


def end_oratory(s: State) -> None:
    s.oratory = (-1, 0)


def condemn(s: State, general: GeneralId) -> None:
    """Put the marker of the Condemnation on a General; -1 takes it away."""
    s.condemned = general
    s.board_dirty |= SCORE_DUE


# PCs, Provinces and Capitals


def put_pc(s: State, space: SpaceId, faction: FactionId) -> None:
    """Make a PC of a Faction, or none (NOBODY), the one in a space."""
    s.pcs = replaced(s.pcs, space, FactionId(faction))
    s.board_dirty |= SCORE_DUE | 1 << SPACES_DUE + space
    touch_space(s, space)


def give_province(s: State, province: ProvinceId, faction: FactionId) -> None:
    """2.18: who controls a Province; only the scoring says so."""
    s.province_owner = replaced(s.province_owner, province, FactionId(faction))
    s.board_dirty |= SCORE_DUE


def put_construction(s: State, seat: SeatId, space: SpaceId) -> None:
    s.construction = replaced(s.construction, seat, SpaceId(LocationId(space)))


def put_capital(s: State, seat: SeatId, space: SpaceId) -> None:
    """A player's Capital is completed in a space, or lost (rules.options.CAPITAL_LOST)."""
    s.capital = replaced(s.capital, seat, SpaceId(LocationId(space)))
    all_due(s)


def count_capitals_taken(s: State, seat: SeatId, number: int) -> None:
    s.capitals_taken = replaced(s.capitals_taken, seat, s.capitals_taken[seat] + number)
    s.board_dirty |= SCORE_DUE


def loot(s: State, spaces: int) -> None:
    """Mark spaces, a bit mask, as looted."""
    s.looted |= spaces


# The royal family


def put_royal(s: State, royal: RoyalId, location: LocationId) -> None:
    """Put a royal family member into a location, or to OFF_MAP, OUT or BOX."""
    s.royals = replaced(s.royals, royal, LocationId(location))
    touch(s, location)


def give_royal(s: State, royal: RoyalId, faction: FactionId) -> None:
    """Make somebody, or nobody, control a royal family member."""
    s.royal_owner = replaced(s.royal_owner, royal, FactionId(faction))
    s.board_dirty |= SCORE_DUE
    touch(s, s.royals[royal])


def remove_royal(s: State, royal: RoyalId) -> None:
    """Take a royal family member out of the game."""
    put_royal(s, royal, OUT)
    give_royal(s, royal, NOBODY)


def put_tomb(s: State, space: SpaceId, burier: int) -> None:
    """3.8: the Tomb; `burier` is a player if it lies in Pella, else NOBODY."""
    s.tomb = SpaceId(LocationId(space))
    s.tomb_burier = FactionId(burier)
    s.board_dirty |= SCORE_DUE


def put_proposal(s: State, bride: int, groom: SeatId) -> None:
    """Who offers marriage to the first or the second bride, or NOBODY."""
    s.proposals = replaced(s.proposals, bride, FactionId(groom))
    s.board_dirty |= UPKEEP_DUE


def free_cart(s: State) -> None:
    """Option 16.3"""
    s.cart_free = 1


# Fleets


def give_fleet(s: State, fleet: FleetId, faction: FactionId) -> None:
    s.fleet_owner = replaced(s.fleet_owner, fleet, FactionId(faction))
    s.board_dirty |= SCORE_DUE


def turn_fleet(s: State, fleet: FleetId, side: int) -> None:
    """Lay a Fleet on a side (rules.fleets)."""
    s.fleet_side = replaced(s.fleet_side, fleet, side)
    s.board_dirty |= SCORE_DUE


# Sieges


def put_siege_points(s: State, space: SpaceId, seat: SeatId, points: int) -> None:
    """Make these the Siege Points of a player in a space."""
    s.sp = {**s.sp, space: points}
    s.sp_owner = {**s.sp_owner, space: FactionId(seat)}
    s.board_dirty |= UPKEEP_DUE


def remove_siege_points(s: State, space: SpaceId) -> tuple[int, int]:
    """Take the Siege Points from a space; whose they were and how many, or (NOBODY, 0)."""
    if space not in s.sp:
        return NOBODY, 0
    points, owners = s.sp.copy(), s.sp_owner.copy()
    s.sp, s.sp_owner = points, owners
    return owners.pop(space), points.pop(space)


def put_helepolis(s: State, space: SpaceId) -> None:
    """Card 14; -1 puts it back."""
    s.helepolis = SpaceId(LocationId(space))
    s.board_dirty |= UPKEEP_DUE


# What a player is or has


def make_champion(s: State, seat: SeatId) -> None:
    s.champions |= 1 << seat
    s.board_dirty |= SCORE_DUE


def make_successor(s: State, seat: SeatId) -> None:
    s.champions &= ~(1 << seat)
    s.board_dirty |= SCORE_DUE


def give_oracle(s: State, seat: SeatId) -> None:
    s.oracle = FactionId(seat)
    s.board_dirty |= SCORE_DUE


def give_persian_support(s: State, seat: SeatId) -> None:
    s.persian_support = FactionId(seat)
    s.board_dirty |= SCORE_DUE
