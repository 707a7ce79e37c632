"""Chapter 16: the optional rules; what they bring that has no chapter of its own."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import SEATS, FactionId, LocationId, Mask, RoyalId, SeatId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import Royal
from diadochi.model.state import BOX, INDEPENDENT, NO_SPACE, NOBODY, numbered
from diadochi.rules import troops
from diadochi.rules.agenda import Play, Refusal

CONTRADICTIONS: Final = (((Option.CAVALRY, Option.CAVALRY_SUPERIORITY), "warning.cavalry_superiority"),)
"""Options that are better not chosen together, and the message that says why."""


def warnings(mask: Mask) -> tuple[str, ...]:
    """16.1.2: the messages for contradictions in a bit mask of options."""
    return tuple(key for pair, key in CONTRADICTIONS if all(mask >> option & 1 for option in pair))


# 16.1 Foundation of a Capital

CAPITAL_LOST: Final = SpaceId(LocationId(-2))
"""In `State.capital`: completed once and lost again."""


def finish_construction(p: Play, seat: SeatId) -> None:
    """Card O62: at the start of the Surrender Segment the Capital is completed, or the marker taken back."""
    s = p.state
    space = s.construction[seat]
    if space < 0:
        return
    moves.put_construction(s, seat, NO_SPACE)
    ready = s.pcs[space] == seat and troops.has_cu_in_space(p, space, seat)
    if ready and not troops.enemy_cu_in_space(p, space, seat):
        moves.put_capital(s, seat, space)
        p.note("capital_completed", "16.1.3", (("who", "faction", seat), ("space", "space", space)))
    else:
        p.note("construction_ends", "16.1.1", (("who", "faction", seat), ("space", "space", space)))


def may_build(p: Play, seat: SeatId) -> bool:
    """K19.8.1: once in a game, where no card is needed for it."""
    s = p.state
    chosen = p.option(Option.CAPITAL) or p.option(Option.FOUNDATION_OF_A_CAPITAL)
    return chosen and p.edition.capital_by == "building" and s.capital[seat] == NO_SPACE and s.construction[seat] < 0


def check_site(p: Play, seat: SeatId, space: SpaceId) -> Refusal | None:
    """C40: a Minor City with an own PC and an own CU."""
    where = (("space", "space", space),)
    if not may_build(p, seat):
        return Refusal("16.1.3", "refusal.no_capital_now", where)
    if p.state.pcs[space] != seat:
        return Refusal("16.1.3", "refusal.not_your_space", where)
    if not troops.is_minor_city(p, space):
        return Refusal("16.1.3", "refusal.not_a_minor_city", where)
    if not troops.has_cu_in_space(p, space, seat):
        return Refusal("16.1.3", "refusal.no_own_cu", where)
    return None


def sites(p: Play, seat: SeatId) -> list[SpaceId]:
    """Where a Capital may be begun."""
    if not may_build(p, seat):
        return []
    spaces = sorted({p.space(at) for at in troops.locations_of(p.state, seat)})
    return [space for space in spaces if check_site(p, seat, space) is None]


def build(p: Play, seat: SeatId, space: SpaceId) -> None:
    moves.put_construction(p.state, seat, space)
    p.note("builds_capital", "16.1.3", (("who", "faction", seat), ("space", "space", space)))


def break_off_constructions(p: Play) -> None:
    """K19.8.2: the CU that builds has gone, or the space is lost."""
    s = p.state
    if p.edition.capital_by != "building":
        return
    for seat, space in zip(SEATS[s.players], s.construction, strict=True):
        if space >= 0 and (s.pcs[space] != seat or not troops.has_cu_in_space(p, space, seat)):
            break_off(p, seat)


def attacked(p: Play, faction: FactionId, space: SpaceId) -> None:
    """K19.8.2: whoever is attacked builds no longer."""
    s = p.state
    if faction < s.players and s.construction[faction] == space:
        break_off(p, faction)


def break_off(p: Play, seat: SeatId) -> None:
    space = p.state.construction[seat]
    moves.put_construction(p.state, seat, NO_SPACE)
    p.note("construction_ends", "16.1.1", (("who", "faction", seat), ("space", "space", space)))


def lose_capitals(p: Play) -> None:
    """16.1.5: whoever's PC is there now has taken it."""
    s = p.state
    for seat, space in zip(SEATS[s.players], s.capital, strict=True):
        if space >= 0 and s.pcs[space] != seat:
            lose_capital(p, seat, s.pcs[space])


def capture_capital(p: Play, space: SpaceId, taker: SeatId) -> None:
    """16.1.5, A84: a Siege has taken the PC away, and what was inside has been dealt with (15.4)."""
    for seat, capital in zip(SEATS[p.state.players], p.state.capital, strict=True):
        if capital == space:
            lose_capital(p, seat, taker)


def lose_capital(p: Play, seat: SeatId, taker: SeatId) -> None:
    s = p.state
    space = s.capital[seat]
    moves.put_capital(s, seat, CAPITAL_LOST)
    p.note("capital_lost", "16.1.5", (("who", "faction", seat), ("space", "space", space)))
    if taker not in (NOBODY, INDEPENDENT) and p.edition.capital_vp:
        moves.count_capitals_taken(s, taker, 1)
        p.note("capital_taken", "16.1.5", (("who", "faction", taker), ("space", "space", space)))
    leave_inside(p, space)


def leave_inside(p: Play, space: SpaceId) -> None:
    """A Minor City has no inside any more."""
    s = p.state
    inside = p.inside(space)
    for faction in SEATS[s.players]:
        if troops.is_inside(p, faction, inside):
            troops.move_outside(p, faction, inside)
    for royal, at in numbered(RoyalId, s.royals):
        if at == inside:
            moves.put_royal(s, royal, space)


# 16.2 Herakles


def counts_last(p: Play) -> bool:
    """K19.12: he is on the map from the start, and an Heir only when there is no other."""
    return p.option(Option.HERAKLES) and p.edition.herakles_option == "last_heir"


def bring_herakles(p: Play) -> None:
    """16.2.1: he comes when Alexandros dies."""
    s = p.state
    if not p.option(Option.HERAKLES) or s.royals[Royal.HERAKLES] != BOX:
        return
    moves.put_royal(s, Royal.HERAKLES, LocationId(p.edition.pergamon))
    p.note("herakles_arrives", "16.2.1", (("space", "space", p.edition.pergamon),))
