"""7.4: Fleets; who controls them, which are available, what they count.

A Fleet is never on the map. Without a controller, or with an Independent one, it lies in its holding box.
"""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import FactionId, FleetId, Mask, SeatId
from diadochi.model.state import NOBODY, numbered
from diadochi.rules.agenda import Play, Refusal

UPGRADED: Final = 1
FLEET_DISPERSED: Final = 2


def give_fleet(p: Play, fleet: FleetId, owner: FactionId, rule: str = "7.4.2") -> None:
    """7.4.4, 7.4.8: it flips back to its normal side; a Dispersed one stays Dispersed."""
    s = p.state
    old = s.fleet_owner[fleet]
    moves.give_fleet(s, fleet, owner)
    moves.turn_fleet(s, fleet, s.fleet_side[fleet] & ~UPGRADED)
    if owner == NOBODY:
        p.note("loses_fleet", rule, (("who", "faction", old), ("fleet", "fleet", fleet)))
    elif old == NOBODY:
        p.note("gains_fleet", rule, (("who", "faction", owner), ("fleet", "fleet", fleet)))
    else:
        p.note("takes_fleet", rule, (("who", "faction", owner), ("fleet", "fleet", fleet), ("owner", "faction", old)))


def fleet_strength(p: Play, fleet: FleetId) -> int:
    """The number on the side that is up; a Dispersed Fleet lies on its normal side."""
    side = p.state.fleet_side[fleet]
    return p.pieces.fleets[fleet].upgraded if side & UPGRADED else p.pieces.fleets[fleet].normal


def is_available(p: Play, seat: SeatId, fleet: FleetId) -> bool:
    """7.4.3: controlled and not Dispersed."""
    s = p.state
    return s.fleet_owner[fleet] == seat and not s.fleet_side[fleet] & FLEET_DISPERSED


def available_fleets(p: Play, seat: SeatId) -> list[FleetId]:
    return [f for f, _ in numbered(FleetId, p.pieces.fleets) if is_available(p, seat, f)]


def disperse_fleet(p: Play, fleet: FleetId) -> None:
    """7.4.8: it flips back to its normal side."""
    moves.turn_fleet(p.state, fleet, FLEET_DISPERSED)


def upgrade_fleet(p: Play, fleet: FleetId) -> None:
    s = p.state
    moves.turn_fleet(s, fleet, s.fleet_side[fleet] | UPGRADED)


def check_fleet(p: Play, seat: SeatId, fleet: FleetId, named: Mask) -> Refusal | None:
    """A Fleet that may be named, as an escort (13.2.1) or for an Interceptor (13.2.4)."""
    s = p.state
    name = (("fleet", "fleet", fleet),)
    if s.fleet_owner[fleet] != seat:
        return Refusal("7.4.3", "refusal.not_your_fleet", name)
    if not is_available(p, seat, fleet):
        return Refusal("7.4.3", "refusal.fleet_dispersed", name)
    if named >> fleet & 1:
        return Refusal("13.2.1", "refusal.fleet_named_already", name)
    return None
