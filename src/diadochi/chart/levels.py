"""The board at a table, as it is seen from afar and from near: names, and docks at which counters stand.

Each level has its own names and docks. They depend on the board alone, so nothing on the map moves but what marches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diadochi.chart.geometry import Box, Point, around
from diadochi.chart.labels import Candidate, Label, Surroundings
from diadochi.chart.placing import place
from diadochi.chart.plan import Layout, Lettering, clash, namings, surroundings
from diadochi.model.board import Board

PLAY = Box(28, 34, 1544, 940)
"""What a table shows of the picture: without its frame."""


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    least: float
    """Pixels per unit from which it is shown."""
    lettering: Lettering
    counter: tuple[float, float]
    """The room of a usual counter."""
    cost: float
    """Half the room beside a space, to the upper right, in which the cost of going there is written."""


LEVELS = (
    Level("far", 0.0, Lettering(1.12, 1.09, transits=False), (62.0, 24.0), 9.5),
    Level("near", 1.3, Lettering(0.8, 0.82), (80.0, 30.0), 6.5),
)

DOCKS = 4
"""For the counters of one space, and where its first one would cover another's."""
AWAY = (2.5, 8.0, 15.0, 24.0, 36.0)
SHIFTS = (0.0, -0.3, 0.3, -0.5, 0.5)
CANDIDATES = 24
ON_COST = 6.0
ON_OTHER = 30.0


@dataclass(frozen=True, slots=True)
class Dock:
    """A counter stands at a point and stretches from there: 1 right or down, -1 left or up, 0 both ways."""

    at: Point
    across: int
    down: int
    box: Box
    """Of a usual counter."""
    cost: float

    @property
    def kind(self) -> str:
        return "dock"


@dataclass(frozen=True, slots=True)
class Sight:
    """One level of a board."""

    level: Level
    labels: tuple[Label, ...]
    docks: tuple[tuple[Dock, ...], ...]
    """By space, the best first."""


def sights(board: Board, plan: Layout) -> tuple[Sight, ...]:
    return tuple(sight(board, plan, level) for level in LEVELS)


def sight(board: Board, plan: Layout, level: Level) -> Sight:
    """Names and docks are placed together, so that none covers another."""
    taken = [*plan.marks, *(h.box.grown(2) for h in plan.holdings)]
    nearby = surroundings(PLAY.grown(-3), taken, plan.ground, plan.paths, plan.holdings)
    stands = [_stands(plan, level, number, nearby) for number in range(len(plan.points))]
    for names in namings(board, plan.ground, plan.regions, plan.marks, nearby, level.lettering):
        choices: list[Sequence[Candidate | Dock]] = [*(c for c in names if c), *stands]
        placed = place(choices)
        labels = tuple(c.label for c in placed if isinstance(c, Candidate))
        if all(names) and not clash(labels):
            break
    first = [dock for dock in placed if isinstance(dock, Dock)]
    taken = [*(label.box for label in labels), *(dock.box for dock in first)]
    docks = (_further(best, options, taken) for best, options in zip(first, stands, strict=True))
    return Sight(level, labels, tuple(docks))


def _further(best: Dock, options: Sequence[Dock], taken: Sequence[Box]) -> tuple[Dock, ...]:
    """Where another counter of the same space stands, or the first if a neighbour's is too large."""
    out = [best]
    others = [box for box in taken if box is not best.box]
    for dock in sorted(options, key=lambda dock: dock.cost + ON_OTHER * sum(dock.box.overlaps(box) for box in others)):
        if len(out) < DOCKS and not any(dock.box.overlaps(other.box) for other in out):
            out.append(dock)
    return tuple(out)


def _stands(plan: Layout, level: Level, number: int, nearby: Surroundings) -> list[Dock]:
    """Where a counter beside a space may stand; without any room, over the space itself."""
    mark, at = plan.marks[number], plan.points[number]
    costs = [cost_at(box, level.cost) for box in plan.marks]

    def cost(box: Box) -> float:
        return nearby.cover(box) * 0.1 + ON_COST * sum(box.overlaps(each) for each in costs)

    found = [
        Dock(point, across, down, box, dislike + cost(box))
        for point, across, down, box, dislike in _spots(mark, at, level.counter)
        if nearby.free(box)
    ]
    over = Dock(at, 0, 0, around(at, level.counter[0] / 2, level.counter[1] / 2), 0.0)
    return sorted(found, key=lambda dock: dock.cost)[:CANDIDATES] or [over]


def cost_at(mark: Box, half: float) -> Box:
    """Where the cost of going to a space is written: at the upper right of its mark."""
    return around((mark.right + half * 0.3, mark.y - half * 0.3), half, half)


def _spots(mark: Box, at: Point, size: tuple[float, float]) -> Iterator[tuple[Point, int, int, Box, float]]:
    width, height = size
    for away in AWAY:
        for shift in SHIFTS:
            y = at[1] + shift * height
            dislike = away * 0.5 + abs(shift) * 3
            yield (mark.right + away, y), 1, 0, Box(mark.right + away, y - height / 2, width, height), dislike
            yield (mark.x - away, y), -1, 0, Box(mark.x - away - width, y - height / 2, width, height), dislike + 0.5
            x = at[0] + shift * width
            across = 0 if abs(shift) < 0.5 else 1 if shift > 0 else -1
            left = {0: x - width / 2, 1: at[0] - 6, -1: at[0] + 6 - width}[across]
            start = {0: x, 1: left, -1: left + width}[across]
            for y, down in ((mark.y - away, -1), (mark.bottom + away, 1)):
                box = Box(left, y - height if down < 0 else y, width, height)
                yield (start, y), across, down, box, dislike + 1.0
