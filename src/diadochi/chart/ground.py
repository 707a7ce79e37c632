"""The ground of the picture: spaces and coast projected, and what is land."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from diadochi.chart.geometry import Box, Point, Polygon, Ring, distance, nearest_on_ring
from diadochi.chart.projection import project
from diadochi.model.board import SEA_PATHS, Board

Coastline = tuple[Polygon, ...]

WIDTH = 1600.0
HEIGHT = 1040.0
PLACES = Box(112, 104, WIDTH - 286, HEIGHT - 232)
"""The part of the paper that the spaces fill; the rest is for names, boxes and the frame."""
CELL = 4.0
LONGEST_STEP = 0.25
EAST_WEST = 0.8
"""A degree of longitude against one of latitude, about 37 degrees north."""


@dataclass(frozen=True)
class Ground:
    points: tuple[Point, ...]
    coast: tuple[Polygon, ...]
    seas: tuple[Point, ...]
    meridians: tuple[tuple[Point, Point], ...]
    parallels: tuple[tuple[Point, Point], ...]

    @cached_property
    def land(self) -> list[bytearray]:
        """One byte per cell of the paper: 1 where its middle is land."""
        rows = [bytearray(int(WIDTH / CELL)) for _ in range(int(HEIGHT / CELL))]
        crossings: list[list[float]] = [[] for _ in rows]
        for polygon in self.coast:
            for ring in polygon:
                _cross(ring, crossings)
        for row, cuts in zip(rows, crossings, strict=True):
            cuts.sort()
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                first = max(0, int(left / CELL + 0.5))
                last = min(len(row), int(right / CELL + 0.5))
                if last > first:
                    row[first:last] = b"\1" * (last - first)
        return rows

    def is_land(self, p: Point) -> bool:
        x, y = int(p[0] / CELL), int(p[1] / CELL)
        return 0 <= y < len(self.land) and 0 <= x < len(self.land[0]) and self.land[y][x] == 1


def _cross(ring: Ring, crossings: list[list[float]]) -> None:
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        for row in range(max(0, int(y1 / CELL + 0.5)), min(len(crossings), int(y2 / CELL + 0.5))):
            y = (row + 0.5) * CELL
            if y1 <= y < y2:
                crossings[row].append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))


def survey(board: Board, coastline: Coastline, seas: Sequence[Point]) -> Ground:
    coast = tuple(tuple(_divided(ring) for ring in polygon) for polygon in _unbounded(coastline))
    places = [_berth((s.lon, s.lat), coast) if s.port else (s.lon, s.lat) for s in board.spaces]
    lons, lats = [s.lon for s in board.spaces], [s.lat for s in board.spaces]
    west, east, south, north = min(lons) - 8, max(lons) + 8, min(lats) - 8, max(lats) + 8
    meridians = [((float(k), north), (float(k), south)) for k in range(int(west), int(east))]
    parallels = [((west, float(k)), (east, float(k))) for k in range(int(south), int(north))]
    others = [p for polygon in coast for ring in polygon for p in ring]
    others += [*seas, *(p for pair in (*meridians, *parallels) for p in pair)]
    points, moved = project(places, _buoys(board, places, seas), others, PLACES)
    rest = iter(moved)
    return Ground(
        tuple(points),
        tuple(tuple(tuple(next(rest) for _ in ring) for ring in polygon) for polygon in coast),
        tuple(next(rest) for _ in seas),
        tuple((next(rest), next(rest)) for _ in meridians),
        tuple((next(rest), next(rest)) for _ in parallels),
    )


def _unbounded(coastline: Coastline) -> Coastline:
    """The land goes on beyond the edge at which the data is cut off."""
    points = [p for polygon in coastline for ring in polygon for p in ring]
    low = (min(x for x, _ in points), min(y for _, y in points))
    high = (max(x for x, _ in points), max(y for _, y in points))

    def onward(p: Point) -> Point:
        x, y = (v - 9 if v == a else v + 9 if v == b else v for v, a, b in zip(p, low, high, strict=True))
        return x, y

    return tuple(tuple(tuple(onward(p) for p in ring) for ring in polygon) for polygon in coastline)


def _divided(ring: Ring) -> Ring:
    """The same ring with long sides cut, so that they can bend."""
    out = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        parts = max(1, int(max(abs(a[0] - b[0]), abs(a[1] - b[1])) / LONGEST_STEP))
        out += [(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts) for k in range(parts)]
    return tuple(out)


def _berth(place: Point, coast: Sequence[Polygon]) -> Point:
    """A port is drawn at the water: the point of the coast nearest to it."""
    p = (place[0] * EAST_WEST, place[1])
    shores = [
        nearest_on_ring(p, [(x * EAST_WEST, y) for x, y in ring])
        for polygon in coast
        for ring in polygon
        if any(abs(x - place[0]) < 2 and abs(y - place[1]) < 2 for x, y in ring)
    ]
    best = min(shores, key=lambda q: distance(p, q), default=p)
    return best[0] / EAST_WEST, best[1]


def _buoys(board: Board, places: Sequence[Point], seas: Sequence[Point]) -> list[Point]:
    """The seas' own places and the middles of long Sea paths that are not close to them or to a space."""
    out = list(seas)
    for path in board.paths:
        a, b = places[path.a], places[path.b]
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if (
            path.kind in SEA_PATHS
            and distance(a, b) > 1.5
            and all(distance(middle, q) > 1.0 for q in out)
            and all(distance(middle, q) > 0.55 for q in places)
        ):
            out.append(middle)
    return out
