"""From longitude and latitude to the picture: room where the spaces crowd, little where there are none.

Two smooth maps one after the other. Each axis is stretched where many spaces lie, then spaces that
still stand too close push each other apart, and whatever lies around them flows along. Every step of
the flow is small against its reach, so nothing folds: coasts stay coasts and inland stays inland.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot

from diadochi.chart.geometry import Box, Point

SAMPLES = 400
BANDWIDTH = 1.1
EMPTY = 0.5
CONTRAST = 0.7

STEPS = 48
ROOM = (68.0, 46.0)
REACH = 2.4
LONGEST_REACH = 150.0
STRIDE = 0.075
CELL = 60.0

Push = tuple[Point, Point, float]
"""Where, which way, and how far around it is felt."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A monotone map of one coordinate; outside its stops it goes on straight."""

    stops: tuple[float, ...]
    values: tuple[float, ...]

    def __call__(self, t: float) -> float:
        k = max(1, min(len(self.stops) - 1, bisect_right(self.stops, t)))
        t0, t1, v0, v1 = self.stops[k - 1], self.stops[k], self.values[k - 1], self.values[k]
        return v0 + (t - t0) * (v1 - v0) / (t1 - t0)


def crowded_axis(places: Sequence[float], length: float) -> Axis:
    """The first place comes to 0, the last to `length`, and the crowd gets most of what is between."""
    low, high = min(places) - 4, max(places) + 4
    step = (high - low) / SAMPLES
    stops = [low + step * k for k in range(SAMPLES + 1)]
    total, values = 0.0, [0.0]
    for k in range(SAMPLES):
        middle = max(min(places), min(max(places), stops[k] + step / 2))
        crowd = sum(exp(-(((middle - p) / BANDWIDTH) ** 2) / 2) for p in places)
        total += float((EMPTY + crowd / len(places) * (high - low) / (BANDWIDTH * 2.5)) ** CONTRAST)
        values.append(total)
    raw = Axis(tuple(stops), tuple(values))
    first, last = raw(min(places)), raw(max(places))
    return Axis(tuple(stops), tuple((v - first) / (last - first) * length for v in values))


def neighbours(points: Sequence[Point]) -> list[tuple[int, int]]:
    """The pairs that are or may soon be too close."""
    return [
        (i, j)
        for i, (x, y) in enumerate(points)
        for j, (u, v) in enumerate(points[:i])
        if abs(x - u) < 1.5 * ROOM[0] and abs(y - v) < 1.5 * ROOM[1]
    ]


def pushes(points: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> list[Push]:
    """Each pair that is too close pushes its two points apart, most of all along the shorter way out."""
    forces = [(0.0, 0.0)] * len(points)
    nearest = [LONGEST_REACH] * len(points)
    for i, j in pairs:
        dx, dy = points[i][0] - points[j][0], points[i][1] - points[j][1]
        span = hypot(dx, dy)
        nearest[i], nearest[j] = min(nearest[i], span), min(nearest[j], span)
        gx, gy = dx / ROOM[0], dy / ROOM[1]
        lack = 1 - hypot(gx, gy)
        if lack > 0 and span > 0:
            gx, gy = gx / ROOM[0], gy / ROOM[1]
            share = lack / hypot(gx, gy)
            forces[i] = forces[i][0] + share * gx, forces[i][1] + share * gy
            forces[j] = forces[j][0] - share * gx, forces[j][1] - share * gy
    out = []
    for point, (fx, fy), near in zip(points, forces, nearest, strict=True):
        strength = hypot(fx, fy)
        if strength > 0.01:
            reach = max(12.0, min(LONGEST_REACH, REACH * near))
            stride = STRIDE * reach * min(1.0, strength) / strength
            out.append((point, (fx * stride, fy * stride), reach))
    return out


def flow(points: list[Point], sources: Sequence[Push]) -> list[Point]:
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i, (x, y) in enumerate(points):
        cells[int(x // CELL), int(y // CELL)].append(i)
    moved = list(points)
    for (sx, sy), (fx, fy), reach in sources:
        square = reach * reach
        for cx in range(int((sx - reach) // CELL), int((sx + reach) // CELL) + 1):
            for cy in range(int((sy - reach) // CELL), int((sy + reach) // CELL) + 1):
                for i in cells.get((cx, cy), ()):
                    x, y = points[i]
                    near = 1 - ((x - sx) ** 2 + (y - sy) ** 2) / square
                    if near > 0:
                        weight = near * near
                        mx, my = moved[i]
                        moved[i] = mx + weight * fx, my + weight * fy
    return moved


def project(
    places: Sequence[Point], buoys: Sequence[Point], others: Sequence[Point], frame: Box
) -> tuple[list[Point], list[Point]]:
    """Where the places (longitude, latitude) and all others come to lie; the places fill the frame.

    Buoys claim room as places do, so that sea lanes are not squeezed.
    """
    across = crowded_axis([lon for lon, _ in places], frame.width)
    down = crowded_axis([-lat for _, lat in places], frame.height)
    points = [(across(lon), down(-lat)) for lon, lat in (*places, *buoys, *others)]
    count = len(places) + len(buoys)
    for step in range(STEPS):
        if step % 6 == 0:
            pairs = neighbours(points[:count])
        points = flow(points, pushes(points[:count], pairs))
    return fit([*points[: len(places)], *points[count:]], len(places), frame)


def fit(points: Sequence[Point], count: int, frame: Box) -> tuple[list[Point], list[Point]]:
    xs, ys = [x for x, _ in points[:count]], [y for _, y in points[:count]]
    sx, sy = frame.width / (max(xs) - min(xs)), frame.height / (max(ys) - min(ys))
    fitted = [(frame.x + (x - min(xs)) * sx, frame.y + (y - min(ys)) * sy) for x, y in points]
    return fitted[:count], fitted[count:]
