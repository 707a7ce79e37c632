"""The ground each Province covers: land goes to the Province of the nearest space, borders are smoothed.

The nearest is found by waves that run over land from all spaces at once and cross water only late, so
that a Province never reaches over a strait that another Province holds.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from math import sin

from diadochi.chart.geometry import Point, distance
from diadochi.chart.ground import HEIGHT, WIDTH, Ground
from diadochi.model.board import LAND_PATHS, Board

CELL = 6.0
COLUMNS = int(WIDTH / CELL) + 1
ROWS = int(HEIGHT / CELL) + 1
FARTHEST = 74.0
FARTHEST_AFLOAT = 46.0
TINTS = 6
WATER = 90.0
NOBODY = -1
SMOOTHINGS = 4

Corner = tuple[int, int]


@dataclass(frozen=True)
class Regions:
    cells: list[int]
    outlines: tuple[tuple[tuple[Point, ...], ...], ...]
    """For each Province the rings around its ground; they run out over the sea."""
    borders: tuple[tuple[Point, ...], ...]
    tints: tuple[int, ...]

    def province_at(self, p: Point) -> int:
        x, y = int(p[0] / CELL), int(p[1] / CELL)
        return self.cells[y * COLUMNS + x] if 0 <= x < COLUMNS and 0 <= y < ROWS else NOBODY


def divide(board: Board, ground: Ground) -> Regions:
    cells = _claim(board, ground)
    chains = _chains(cells)
    outlines = tuple(tuple(_rings(chains, p)) for p in range(len(board.provinces)))
    borders = tuple(smooth for (_, left, right), smooth in chains if NOBODY not in (left, right))
    return Regions(cells, outlines, borders, _tints(board, cells))


def _claim(board: Board, ground: Ground) -> list[int]:
    sites = [(ground.points[i], s.province) for i, s in enumerate(board.spaces)]
    for path in board.paths:
        province = board.spaces[path.a].province
        if path.kind in LAND_PATHS and province == board.spaces[path.b].province:
            (x, y), (u, v) = ground.points[path.a], ground.points[path.b]
            sites += [((x + (u - x) * t, y + (v - y) * t), province) for t in (0.3, 0.5, 0.7)]
    owner = [NOBODY] * (COLUMNS * ROWS)
    seen = bytearray(COLUMNS * ROWS)
    waves: list[tuple[float, int, int, float]] = []
    for number, ((x, y), _) in enumerate(sites):
        heappush(waves, (0.0, int(y / CELL) * COLUMNS + int(x / CELL), number, 0.0))
    while waves:
        _, cell, number, wet = heappop(waves)
        if seen[cell]:
            continue
        seen[cell] = 1
        site, owner[cell] = sites[number]
        row, column = divmod(cell, COLUMNS)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if not (0 <= r < ROWS and 0 <= c < COLUMNS) or seen[r * COLUMNS + c]:
                continue
            middle = ((c + 0.5) * CELL, (r + 0.5) * CELL)
            far = distance(_wandering(middle), site)
            late = WATER if wet or not ground.is_land(middle) else 0.0
            if far < (FARTHEST_AFLOAT if late else FARTHEST):
                heappush(waves, (far + late, r * COLUMNS + c, number, late))
    return owner


def _wandering(p: Point) -> Point:
    """A little beside the point, now here, now there, so that borders wind as they do in nature."""
    x, y = p
    return x + 4 * sin(y / 15) + 2.5 * sin(y / 6.3), y + 4 * sin(x / 17) + 2.5 * sin(x / 7.1)


def _at(cells: list[int], row: int, column: int) -> int:
    return cells[row * COLUMNS + column] if 0 <= row < ROWS and 0 <= column < COLUMNS else NOBODY


Chain = tuple[tuple[tuple[Corner, ...], int, int], tuple[Point, ...]]


def _chains(cells: list[int]) -> list[Chain]:
    """The borders from one meeting point of three grounds to the next, with who is left and right."""
    steps: dict[Corner, list[tuple[Corner, int, int]]] = defaultdict(list)
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            here = _at(cells, row, column)
            above, before = _at(cells, row - 1, column), _at(cells, row, column - 1)
            if here != above:
                _join(steps, (column, row), (column + 1, row), above, here)
            if here != before:
                _join(steps, (column, row), (column, row + 1), here, before)
    used: set[tuple[Corner, Corner]] = set()
    knots = [corner for corner, out in steps.items() if len(out) != 2]
    chains = []
    for start in (*knots, *steps):
        for step in steps[start]:
            if (start, step[0]) not in used:
                chains.append(_follow(steps, start, step, used))
    return chains


def _join(steps: dict[Corner, list[tuple[Corner, int, int]]], a: Corner, b: Corner, left: int, right: int) -> None:
    steps[a].append((b, left, right))
    steps[b].append((a, right, left))


def _follow(
    steps: dict[Corner, list[tuple[Corner, int, int]]],
    start: Corner,
    step: tuple[Corner, int, int],
    used: set[tuple[Corner, Corner]],
) -> Chain:
    corners = [start]
    here, (there, left, right) = start, step
    while True:
        used.add((here, there))
        used.add((there, here))
        corners.append(there)
        onward = steps[there]
        if there == start or len(onward) != 2:
            break
        here, there = there, next(s[0] for s in onward if s[0] != here)
    return (tuple(corners), left, right), _smoothed(corners)


def _smoothed(corners: list[Corner]) -> tuple[Point, ...]:
    points = [(x * CELL, y * CELL) for x, y in corners]
    for _ in range(SMOOTHINGS):
        points = [
            points[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(points, points[1:], points[2:], strict=False)
            ),
            points[-1],
        ]
    return (*points[:-1:2], points[-1])


def _rings(chains: list[Chain], province: int) -> Iterator[tuple[Point, ...]]:
    """The chains around a Province, joined end to end."""
    ends: dict[Corner, list[tuple[Corner, tuple[Point, ...]]]] = defaultdict(list)
    for (corners, left, right), points in chains:
        if left == province:
            ends[corners[0]].append((corners[-1], points))
        elif right == province:
            ends[corners[-1]].append((corners[0], points[::-1]))
    while any(ends.values()):
        start = here = next(corner for corner, out in ends.items() if out)
        ring: list[Point] = []
        while True:
            here, points = ends[here].pop()
            ring += points[:-1]
            if here == start:
                break
        yield tuple(ring)


def _tints(board: Board, cells: list[int]) -> tuple[int, ...]:
    """A tint for each Province, different from those of its neighbours and shared out evenly."""
    near: list[set[int]] = [set(x) for x in board.adjacent_provinces]
    for row in range(ROWS):
        for column in range(COLUMNS):
            here = _at(cells, row, column)
            for other in (_at(cells, row + 3, column), _at(cells, row, column + 3)):
                if here != other and NOBODY not in (here, other):
                    near[here].add(other)
                    near[other].add(here)
    tints: dict[int, int] = {}
    for p in sorted(range(len(near)), key=lambda p: (-len(near[p]), p)):
        taken = {tints[q] for q in near[p] if q in tints}
        uses = [list(tints.values()).count(t) for t in range(TINTS)]
        tints[p] = min(range(TINTS), key=lambda t: (t in taken, uses[t], t))
    return tuple(tints[p] for p in range(len(near)))
