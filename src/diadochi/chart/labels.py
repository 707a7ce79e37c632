"""Where a name may stand: candidates with what each would cost."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from diadochi.chart.geometry import Box, Point, distance
from diadochi.chart.text import ASCENT, LINE, Face

GAP = 0.4
STEP = (9.0, 5.0)
PAD = 2.0
"""Letters may stand out a little to either side."""
BIN = 34.0


@dataclass(frozen=True, slots=True)
class Label:
    """Some lines of text and the box they keep to."""

    kind: str
    key: str
    lines: tuple[str, ...]
    faces: tuple[Face, ...]
    box: Box
    anchor: str = "middle"

    @property
    def baselines(self) -> Iterator[tuple[Point, str, Face]]:
        x = {"start": self.box.x + PAD, "middle": self.box.centre[0], "end": self.box.right - PAD}[self.anchor]
        y = self.box.y
        for k, (line, face) in enumerate(zip(self.lines, self.faces, strict=True)):
            y += face.size * (ASCENT if k == 0 else LINE)
            yield (x, y), face.set(line), face


@dataclass(frozen=True, slots=True)
class Candidate:
    label: Label
    cost: float

    @property
    def box(self) -> Box:
        return self.label.box

    @property
    def kind(self) -> str:
        return self.label.kind


class Scatter:
    """Points in bins, to count those within a box."""

    def __init__(self, points: Iterable[Point]) -> None:
        self.bins: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for p in points:
            self.bins[int(p[0] // BIN), int(p[1] // BIN)].append(p)

    def count(self, box: Box) -> int:
        x1, y1, x2, y2 = box.x, box.y, box.right, box.bottom
        total = 0
        for cell in _cells(box, BIN):
            for x, y in self.bins.get(cell, ()):
                if x1 <= x <= x2 and y1 <= y <= y2:
                    total += 1
        return total


class Taken:
    """Boxes in bins, to see whether another box overlaps one of them."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self.bins: dict[tuple[int, int], list[Box]] = defaultdict(list)
        for box in boxes:
            for cell in _cells(box, BIN):
                self.bins[cell].append(box)

    def touches(self, box: Box) -> bool:
        return any(box.overlaps(b) for cell in _cells(box, BIN) for b in self.bins.get(cell, ()))


def _cells(box: Box, size: float) -> Iterator[tuple[int, int]]:
    for i in range(int(box.x // size), int(box.right // size) + 1):
        for j in range(int(box.y // size), int(box.bottom // size) + 1):
            yield i, j


@dataclass(frozen=True)
class Surroundings:
    """What a label must not cover (taken) and what it should not (lines and coast)."""

    frame: Box
    taken: Taken
    marks: Scatter
    lines: Scatter
    coast: Scatter

    def free(self, box: Box) -> bool:
        return self.frame.contains(box) and not self.taken.touches(box)

    def cover(self, box: Box) -> float:
        inner = Box(box.x, box.y + box.height * 0.12, box.width, box.height * 0.76)
        return 1.6 * self.lines.count(inner) + 0.35 * self.coast.count(inner)


def block(faces: Sequence[Face], lines: Sequence[str]) -> tuple[float, float]:
    """Width and height of lines that may differ in their faces."""
    width = max(face.width(line) for face, line in zip(faces, lines, strict=True))
    height = faces[0].block(lines[:1])[1] + sum(face.size * LINE for face in faces[1:])
    return width + 2 * PAD, height


def wordings(name: str) -> list[tuple[str, ...]]:
    """The name in one line and, if it is long and has a gap, in two."""
    words = name.split()
    if len(words) < 2:
        return [(name,)]
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) * 2 - len(name)))
    return [(name,), (" ".join(words[:cut]), " ".join(words[cut:]))]


def beside(key: str, name: str, face: Face, mark: Box, at: Point, around: Surroundings) -> list[Candidate]:
    """Candidates for a space's name: beside, above and below its mark."""
    out = []
    for lines in wordings(name):
        faces = (face,) * len(lines)
        width, height = block(faces, lines)
        for box, anchor, dislike in _spots(mark, at, width, height):
            if around.free(box):
                label = Label("space", key, lines, faces, box, anchor)
                cost = dislike + around.cover(box) + _doubt(box, around.marks)
                out.append(Candidate(label, cost))
    return sorted(out, key=lambda c: c.cost)[:30]


def _spots(mark: Box, at: Point, width: float, height: float) -> Iterator[tuple[Box, str, float]]:
    for away, dislike in ((GAP, 0.0), (GAP + 5, 4.0), (GAP + 11, 9.0)):
        for shift in (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9):
            y = at[1] - height / 2 + shift * height
            yield Box(mark.right + away, y, width, height), "start", dislike + abs(shift) * 2
            yield Box(mark.x - away - width, y, width, height), "end", dislike + abs(shift) * 2 + 0.8
        for shift in (0.0, -0.25, 0.25, -0.45, 0.45):
            x = at[0] - width / 2 + shift * width
            anchor = "middle" if abs(shift) < 0.3 else "start" if shift > 0 else "end"
            yield Box(x, mark.y - away - height, width, height), anchor, dislike + abs(shift) * 3 + 1.2
            yield Box(x, mark.bottom + away, width, height), anchor, dislike + abs(shift) * 3 + 1.0


def _doubt(box: Box, marks: Scatter) -> float:
    """A name that stands close to another space as well as to its own misleads."""
    return 1.5 * (marks.count(box.grown(18)) - 1) + 2.5 * (marks.count(box.grown(9)) - 1)


def spread(
    label: Label,
    home: Point,
    reach: float,
    around: Surroundings,
    fault: Callable[[Point], float],
    pull: float,
    stray: float,
) -> list[Candidate]:
    """Candidates for a name that stands on an area: all over it, best near the middle."""
    found = []
    width, height = label.box.width, label.box.height
    across, down = int(reach / STEP[0]), int(reach / STEP[1])
    for i in range(-across, across + 1):
        for j in range(-down, down + 1):
            centre = (home[0] + i * STEP[0], home[1] + j * STEP[1])
            box = Box(centre[0] - width / 2, centre[1] - height / 2, width, height)
            if fault(centre) <= 1 and around.free(box):
                found.append((pull * distance(centre, home) + stray * _astray(box, fault), box))
    found = sorted(found, key=itemgetter(0))[:150]
    out = [Candidate(replace(label, box=box), cost + around.cover(box)) for cost, box in found]
    return sorted(out, key=lambda c: c.cost)[:60]


def _astray(box: Box, fault: Callable[[Point], float]) -> float:
    """How far a box lies where it should not: the mean fault of points all over it."""
    spots = [(box.x + box.width * u, box.y + box.height * v) for u in (0.02, 0.25, 0.5, 0.75, 0.98) for v in (0.1, 0.9)]
    return sum(fault(p) for p in spots) / len(spots)
