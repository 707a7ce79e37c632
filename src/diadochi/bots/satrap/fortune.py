"""The chances of battles and sieges, from the tables; quick, and the same as `diadochi.odds` where that is exact."""

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from diadochi.model.ids import GeneralId, SeatId, SpaceId
from diadochi.model.pieces import Forces, Unit
from diadochi.model.tables import Tables
from diadochi.rules import face as rules
from diadochi.rules.face import HIGHEST_ROLL, Play, is_major_city

FACES: Final = range(1, 7)
ELEPHANT: Final = 10 / 6
"""7.2.C.2: the mean strength of an Elephant CU."""


class Clash(NamedTuple):
    """The Attacker's chances."""

    win: float
    draw: float
    loss: float


def clash(tables: Tables, attack: int, attack_rating: int, defence: int, defence_rating: int) -> Clash:
    """14.7: Battle Strengths and Battle Ratings."""
    highest = len(tables.battle) - 1
    rows = tables.battle[min(attack, highest)], tables.battle[min(defence, highest)]
    return of_rows(rows[0], attack_rating, rows[1], defence_rating)


@lru_cache(maxsize=20_000)
def of_rows(attack: tuple[int, ...], attack_rating: int, defence: tuple[int, ...], defence_rating: int) -> Clash:
    win = draw = 0
    others = scores(defence, defence_rating)
    for a, m in scores(attack, attack_rating).items():
        for b, n in others.items():
            if a > b:
                win += m * n
            elif a == b:
                draw += m * n
    total = 6**4
    return Clash(win / total, draw / total, (total - win - draw) / total)


def scores(row: tuple[int, ...], rating: int) -> Counter[int]:
    """How many of the 36 throws give each Battle Score."""
    dice = [max(d, rating) for d in FACES]
    return Counter(row[min(a + b, HIGHEST_ROLL)] for a in dice for b in dice)


def strength(p: Play, cus: Forces) -> int:
    """Combat Strength, Elephants by their mean."""
    total = 0.0
    for unit, n in enumerate(cus):
        if n:
            total += n * (ELEPHANT if unit == Unit.ELEPHANT else p.pieces.unit_strength[unit])
    return int(total)


def siege_rolls(p: Play, seat: SeatId, space: SpaceId, general: GeneralId) -> float:
    """How many siege rolls the space will take on average; many if it can hardly be taken."""
    points = siege_points(p, siege_modifier(p, seat, space, general))
    missing = rules.siege_points_needed(p, space) - p.state.sp.get(space, 0)
    return max(1.0, missing / points) if points > 0 else 20.0


def siege_modifier(p: Play, seat: SeatId, space: SpaceId, general: GeneralId) -> int:
    if general < 0 and not is_major_city(p, space):
        return 0
    return sum(item.points for item in rules.siege_modifiers(p, seat, space, general))


_SIEGE_POINTS: dict[tuple[str, int], float] = {}
"""By the material's digest and the modifier."""


def siege_points(p: Play, modifier: int) -> float:
    """Siege Points of one roll on average."""
    key = p.material.digest, modifier
    if key not in _SIEGE_POINTS:
        rows = [p.tables.siege[max(rules.LOWEST_SIEGE_ROW, min(d + modifier, rules.HIGHEST_SIEGE_ROW))] for d in FACES]
        _SIEGE_POINTS[key] = sum(row[0] for row in rows) / 6
    return _SIEGE_POINTS[key]


def siege_chance(p: Play, seat: SeatId, space: SpaceId, general: GeneralId) -> float:
    """The chance that the space falls with one roll."""
    modifier = siege_modifier(p, seat, space, general)
    missing = rules.siege_points_needed(p, space) - p.state.sp.get(space, 0)
    rows = [p.tables.siege[max(rules.LOWEST_SIEGE_ROW, min(d + modifier, rules.HIGHEST_SIEGE_ROW))][0] for d in FACES]
    return sum(points >= missing for points in rows) / 6
