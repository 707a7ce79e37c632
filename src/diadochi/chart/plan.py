"""Where everything stands in the picture of the board.

The picture is 1600 by 1000 units at every width. Spaces, paths and coast never move; on a narrower
picture marks and letters are larger in units, so that they can still be read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

from diadochi.catalogue import say
from diadochi.chart.geometry import Box, Point, around, distance
from diadochi.chart.ground import HEIGHT, WIDTH, Coastline, Ground, survey
from diadochi.chart.labels import (
    Candidate,
    Label,
    Scatter,
    Surroundings,
    Taken,
    beside,
    block,
    spread,
    wordings,
)
from diadochi.chart.placing import place
from diadochi.chart.regions import NOBODY, Regions, divide
from diadochi.chart.routes import along, curve, routes
from diadochi.chart.seas import SEAS
from diadochi.chart.symbols import extent
from diadochi.chart.text import Face
from diadochi.chart.wording import CARTOUCHE, HOLDING, LEGEND
from diadochi.model.board import Board, Kind

AT_SEA = 0.8
ABROAD = 1.4
"""How bad it is for a Province's name to stand off the coast or on another Province."""

FRAME = Box(22, 22, WIDTH - 44, HEIGHT - 44)
GROWTH = 0.36
SMALLEST, LARGEST = 0.85, 1.12
COMPASS = (104.0, 104.0)
LETTERING = (1.0, 0.9, 0.8, 0.72)
"""Names are lettered smaller where a language's are so long that they would overlap."""

MINOR = Face("minor", 12.5)
MAJOR = Face("major", 13.5, bold=True)
TRANSIT = Face("transit", 10.5)
PROVINCE = Face("province-name", 11.4, spacing=1.4, capitals=True)
WORTH = Face("province-worth", 11.32)
FACES = {Kind.MINOR: MINOR, Kind.STRONGHOLD: MINOR, Kind.MAJOR: MAJOR, Kind.TRANSIT: TRANSIT}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How large names are lettered, against those of a picture at full width."""

    spaces: float
    provinces: float
    transits: bool = True
    """Whether Transit Points show their names."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The box at the edge in which an Independent Army waits, and its white dotted paths."""

    army: str
    name: str
    box: Box
    lines: tuple[tuple[int, int, tuple[Point, ...]], ...]
    """The space, the MPs and the line of each entry path."""


@dataclass(frozen=True)
class Layout:
    width: int
    """Pixels; the other measures are units of a picture WIDTH by HEIGHT."""
    growth: float
    """How much larger than at full width marks and letters are drawn, in units."""
    points: tuple[Point, ...]
    marks: tuple[Box, ...]
    paths: tuple[tuple[Point, ...], ...]
    labels: tuple[Label, ...]
    holdings: tuple[Holding, ...]
    legend: Box
    cartouche: Box
    compass: Box
    ground: Ground
    regions: Regions

    @property
    def scale(self) -> float:
        """Pixels per unit."""
        return self.width / WIDTH

    def labels_of(self, kind: str) -> dict[str, Label]:
        return {label.key: label for label in self.labels if label.kind == kind}


def growth_at(width: int) -> float:
    """How much larger, in units, marks and letters are at this width; a phone zooms, so there is a limit."""
    return float(max(SMALLEST, min(LARGEST, (WIDTH / width) ** GROWTH)))


def layout(board: Board, coastline: Coastline, width: int = 1600) -> Layout:
    growth = growth_at(width)
    ground = survey(board, coastline, [(sea.lon, sea.lat) for sea in SEAS])
    regions = divide(board, ground)
    marks = tuple(extent(s, p, growth) for s, p in zip(board.spaces, ground.points, strict=True))
    lines = routes(board, ground)
    legend, cartouche, compass, holdings = _furniture(board, ground, marks, lines)
    taken = [*marks, *(h.box.grown(2) for h in holdings), legend, cartouche, compass]
    nearby = surroundings(FRAME.grown(-4), taken, ground, lines, holdings)
    labels = letter(board, ground, regions, marks, nearby, Lettering(growth, 1 + (growth - 1) / 3))
    return Layout(
        width=width,
        growth=growth,
        points=ground.points,
        marks=marks,
        paths=lines,
        labels=labels,
        holdings=holdings,
        legend=legend,
        cartouche=cartouche,
        compass=compass,
        ground=ground,
        regions=regions,
    )


def surroundings(
    area: Box,
    taken: Sequence[Box],
    ground: Ground,
    lines: Sequence[Sequence[Point]],
    holdings: Sequence[Holding],
) -> Surroundings:
    entries = [line for h in holdings for _, _, line in h.lines]
    return Surroundings(
        area,
        Taken(taken),
        Scatter(ground.points),
        Scatter(p for line in (*lines, *entries) for p in along(line, 6)),
        Scatter(p for polygon in ground.coast for ring in polygon for p in along((*ring, ring[0]), 6)),
    )


def letter(
    board: Board, ground: Ground, regions: Regions, marks: Sequence[Box], nearby: Surroundings, size: Lettering
) -> tuple[Label, ...]:
    """Every name in its place."""
    for names in namings(board, ground, regions, marks, nearby, size):
        labels = tuple(c.label for c in place([c for c in names if c]))
        if all(names) and not clash(labels):
            break
    return labels


def namings(
    board: Board, ground: Ground, regions: Regions, marks: Sequence[Box], nearby: Surroundings, size: Lettering
) -> Iterator[list[list[Candidate]]]:
    """Where every name may stand; then the same in smaller letters."""
    for smaller in LETTERING:
        yield [
            *_space_names(board, ground, marks, nearby, size.spaces * smaller, size.transits),
            *_province_names(board, regions, ground, nearby, size.provinces * smaller),
            *_sea_names(ground, nearby, size.spaces * smaller),
        ]


def clash(labels: Sequence[Label]) -> bool:
    return any(a.box.overlaps(b.box) for a, b in combinations(labels, 2))


def space_name(name: str) -> str:
    """Transit Points have no printed names; theirs are ours and stand in brackets in the data."""
    return name.strip("()")


def _space_names(
    board: Board, ground: Ground, marks: Sequence[Box], nearby: Surroundings, growth: float, transits: bool
) -> list[list[Candidate]]:
    return [
        beside(s.id, space_name(s.name), FACES[s.kind].scaled(growth), mark, p, nearby)
        for s, mark, p in zip(board.spaces, marks, ground.points, strict=True)
        if transits or s.kind != Kind.TRANSIT
    ]


def worth(board: Board, province: int) -> str:
    vp = board.provinces[province].vp
    return say("chart.worth", vp=vp, needed=board.needed[province], spaces=len(board.members[province]))


def _province_names(
    board: Board, regions: Regions, ground: Ground, nearby: Surroundings, size: float
) -> list[list[Candidate]]:
    out = []
    for number, province in enumerate(board.provinces):
        own = [p for s, p in zip(board.spaces, ground.points, strict=True) if s.province == number]
        home = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
        reach = 60 + max(distance(home, p) for p in own)

        def fault(p: Point, number: int = number) -> float:
            if not ground.is_land(p):
                return AT_SEA
            return {number: 0.0, NOBODY: 1.0}.get(regions.province_at(p), ABROAD)

        options = []
        for lines in wordings(province.name):
            faces = (PROVINCE.scaled(size),) * len(lines) + (WORTH.scaled(size),)
            whole = (*lines, worth(board, number))
            label = Label("province", province.id, whole, faces, Box(0, 0, *block(faces, whole)))
            options += spread(label, home, min(reach, 140), nearby, fault, 0.2, 90)
        out.append(sorted(options, key=lambda c: c.cost)[:70])
    return out


def _sea_names(ground: Ground, nearby: Surroundings, growth: float) -> list[list[Candidate]]:
    out = []
    for sea, home in zip(SEAS, ground.seas, strict=True):
        lines = wordings(say(f"sea.{sea.id}"))[-1 if sea.in_two else 0]
        faces = (Face("sea-name", sea.size, spacing=sea.size / 6).scaled(growth),) * len(lines)
        label = Label("sea", sea.id, lines, faces, Box(0, 0, *block(faces, lines)))
        out.append(spread(label, home, 4 * sea.size, nearby, lambda p: float(ground.is_land(p)), 0.1, 30))
    return out


def _furniture(
    board: Board, ground: Ground, marks: Sequence[Box], lines: Sequence[Sequence[Point]]
) -> tuple[Box, Box, Box, tuple[Holding, ...]]:
    crowd = Scatter(p for line in lines for p in along(line, 8))
    taken = [m.grown(9) for m in marks]
    inner = FRAME.grown(-12)
    cartouche = _empty(CARTOUCHE, (WIDTH * 0.72, inner.y), inner, taken, crowd)
    taken.append(cartouche)
    legend = _empty(LEGEND, (WIDTH * 0.69, inner.bottom), inner, taken, crowd)
    taken.append(legend)
    compass = _empty(COMPASS, (inner.x, inner.bottom), inner, taken, crowd)
    taken.append(compass)
    holdings = []
    for army in dict.fromkeys(e.army for e in board.entry_paths):
        entries = [e for e in board.entry_paths if e.army == army]
        ends = [ground.points[e.space] for e in entries]
        box = _at_edge(ends, ground.points, [*taken, *(m.grown(22) for m in marks)], crowd)
        taken.append(box)
        routes_in = tuple((e.space, e.cost, _entry(box, ground.points[e.space])) for e in entries)
        holdings.append(Holding(army, entries[0].name, box, routes_in))
    return legend, cartouche, compass, tuple(holdings)


def _entry(box: Box, end: Point) -> tuple[Point, ...]:
    x = max(box.x + 14, min(box.right - 14, end[0]))
    y = max(box.y + 6, min(box.bottom - 6, end[1]))
    return curve((x, y), end, 0.06, 0.06)


def _shelves(size: tuple[float, float], inner: Box) -> Iterator[Box]:
    """Boxes of a size all over an area."""
    across, down = int((inner.width - size[0]) // 24), int((inner.height - size[1]) // 24)
    for i in range(across + 1):
        for j in range(down + 1):
            x = inner.x + (inner.width - size[0]) * i / across
            y = inner.y + (inner.height - size[1]) * j / down
            yield Box(x, y, *size)


def _empty(size: tuple[float, float], wish: Point, inner: Box, taken: Sequence[Box], crowd: Scatter) -> Box:
    """The place nearest to where a box is wished that covers no mark and hardly a path."""
    blocked = Taken(taken)
    best, found = float("inf"), Box(inner.x, inner.y, *size)
    for far, box in sorted(((distance(b.centre, wish), b) for b in _shelves(size, inner)), key=itemgetter(0)):
        if far >= best:
            break
        if not blocked.touches(box) and far + 12 * crowd.count(box) < best:
            best, found = far + 12 * crowd.count(box), box
    return found


def _at_edge(ends: Sequence[Point], points: Sequence[Point], taken: Sequence[Box], crowd: Scatter) -> Box:
    """A place at the edge from which the entry paths are short and pass no other space."""
    inner = FRAME.grown(-6)
    blocked = Taken(taken)
    others = [Scatter(p for p in points if p != end) for end in ends]

    def trouble(box: Box) -> float:
        lines = [_entry(box, end) for end in ends]
        passed = sum(near.count(around(p, 26, 26)) for line, near in zip(lines, others, strict=True) for p in line[::3])
        return sum(distance(line[0], line[-1]) for line in lines) + 60 * passed + 12 * crowd.count(box)

    free = [box for box in _shelves(HOLDING, inner) if not inner.grown(-1).contains(box) and not blocked.touches(box)]
    return min(free or [Box(inner.x, inner.y, *HOLDING)], key=trouble)
