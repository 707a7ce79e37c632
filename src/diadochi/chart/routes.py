"""The lines of the paths: gentle bends that keep clear of other spaces and, at sea, of the land."""

from collections.abc import Sequence
from itertools import pairwise, product
from math import hypot

from diadochi.chart.geometry import Point, distance
from diadochi.chart.ground import Ground
from diadochi.model.board import SEA_PATHS, Board

SAMPLES = 18
CLEAR = 19.0
LAND_BENDS = (0.0, 0.09, -0.09, 0.18, -0.18, 0.27, -0.27)
SEA_BENDS = (0.0, 0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75)


def curve(a: Point, b: Point, first: float, second: float, samples: int = SAMPLES) -> tuple[Point, ...]:
    """A cubic from a to b whose handles stand off the straight line by these shares of its length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    c = (a[0] + dx / 3 - dy * first, a[1] + dy / 3 + dx * first)
    d = (a[0] + dx * 2 / 3 - dy * second, a[1] + dy * 2 / 3 + dx * second)
    out = []
    for k in range(samples + 1):
        t = k / samples
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        out.append(
            (
                w[0] * a[0] + w[1] * c[0] + w[2] * d[0] + w[3] * b[0],
                w[0] * a[1] + w[1] * c[1] + w[2] * d[1] + w[3] * b[1],
            )
        )
    return tuple(out)


def routes(board: Board, ground: Ground) -> tuple[tuple[Point, ...], ...]:
    return tuple(_route(board, ground, path.a, path.b, path.kind) for path in board.paths)


def _route(board: Board, ground: Ground, a: int, b: int, kind: int) -> tuple[Point, ...]:
    start, end = ground.points[a], ground.points[b]
    by_sea = kind in SEA_PATHS
    bends = product(SEA_BENDS, SEA_BENDS) if by_sea else zip(LAND_BENDS, LAND_BENDS, strict=True)
    reach = distance(start, end) + 40
    others = [
        p for i, p in enumerate(ground.points) if i not in (a, b) and hypot(p[0] - start[0], p[1] - start[1]) < reach
    ]
    best, found = float("inf"), curve(start, end, 0, 0)
    for first, second in bends:
        bend = 14 * (abs(first) + abs(second)) + 10 * abs(first - second)
        if bend >= best:
            continue
        line = curve(start, end, first, second)
        cost = bend + _trouble(line, others, ground, by_sea)
        if cost < best:
            best, found = cost, line
    return found


def _trouble(line: Sequence[Point], others: Sequence[Point], ground: Ground, by_sea: bool) -> float:
    cost = 0.0
    for p in line[2:-2]:
        if ground.is_land(p) == by_sea:
            cost += 3.0 if by_sea else 0.7
        for q in others:
            if abs(p[0] - q[0]) < CLEAR and abs(p[1] - q[1]) < CLEAR:
                cost += 9 * (1 - distance(p, q) / (CLEAR * 1.5))
    return cost


def along(line: Sequence[Point], gap: float) -> list[Point]:
    """Points on a line, `gap` apart, from half a gap after its start."""
    out = []
    left = gap / 2
    for a, b in pairwise(line):
        length = distance(a, b)
        while left <= length:
            t = left / length if length else 0.0
            out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            left += gap
        left -= length
    return out


def length(line: Sequence[Point]) -> float:
    return sum(distance(a, b) for a, b in pairwise(line))
