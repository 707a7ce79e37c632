"""7.4: Fleets; who controls them, which are available, what they count.

A Fleet is never on the map. Without a controller, or with an Independent one, it lies in its holding box.
"""

from diadochi.model.state import INDEPENDENT, NOBODY
from diadochi.rules.agenda import Play

UPGRADED, FLEET_DISPERSED = 1, 2


def update_fleets(p: Play) -> None:
    """7.4.2: a Fleet goes at once with its Province or space; the Kilikia Fleet with neither (7.4.6)."""
    s = p.state
    for f, fleet in enumerate(p.pieces.fleets):
        if fleet.province >= 0:
            owner = s.province_owner[fleet.province]
        elif fleet.space >= 0:
            owner = s.pcs[fleet.space]
        else:
            continue
        if owner == INDEPENDENT:
            owner = NOBODY
        if owner != s.fleet_owner[f]:
            give_fleet(p, f, owner)


def give_fleet(p: Play, fleet: int, owner: int, rule: str = "7.4.2") -> None:
    """7.4.4, 7.4.8: it flips back to its normal side; a Dispersed one stays Dispersed."""
    s = p.state
    old = s.fleet_owner[fleet]
    s.fleet_owner[fleet] = owner
    s.fleet_side[fleet] &= ~UPGRADED
    s.board_dirty |= 1
    if owner == NOBODY:
        p.note("loses_fleet", rule, who=("faction", old), fleet=("fleet", fleet))
    elif old == NOBODY:
        p.note("gains_fleet", rule, who=("faction", owner), fleet=("fleet", fleet))
    else:
        p.note("takes_fleet", rule, who=("faction", owner), fleet=("fleet", fleet), owner=("faction", old))


def fleet_strength(p: Play, fleet: int) -> int:
    """The number on the side that is up; a Dispersed Fleet lies on its normal side."""
    side = p.state.fleet_side[fleet]
    return p.pieces.fleets[fleet].upgraded if side & UPGRADED else p.pieces.fleets[fleet].normal


def is_available(p: Play, seat: int, fleet: int) -> bool:
    """7.4.3: controlled and not Dispersed."""
    s = p.state
    return s.fleet_owner[fleet] == seat and not s.fleet_side[fleet] & FLEET_DISPERSED


def available_fleets(p: Play, seat: int) -> list[int]:
    return [f for f in range(len(p.pieces.fleets)) if is_available(p, seat, f)]


def disperse_fleet(p: Play, fleet: int) -> None:
    """7.4.8: it flips back to its normal side."""
    s = p.state
    s.fleet_side[fleet] = FLEET_DISPERSED
    s.board_dirty |= 1


def upgrade_fleet(p: Play, fleet: int) -> None:
    s = p.state
    s.fleet_side[fleet] |= UPGRADED
    s.board_dirty |= 1
