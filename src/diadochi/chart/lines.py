"""The strokes of the paths: each kind has a pattern of its own."""

from collections.abc import Sequence

from diadochi.chart.geometry import Point, distance
from diadochi.chart.routes import along, length
from diadochi.model.board import PathKind

CLASSES = {
    PathKind.LAND: "land-path",
    PathKind.MOUNTAIN: "mountain",
    PathKind.STRAIT: "strait",
    PathKind.SEA: "sea-path",
    PathKind.TRANS_MEDITERRANEAN: "trans-mediterranean",
}
PEAK_GAP = 16.0
FOOT = 20.0
"""How far from a space the first peak stands."""


def d(points: Sequence[Point], closed: bool = False) -> str:
    start, *rest = (f"{x:.1f},{y:.1f}" for x, y in points)
    return f"M{start}L{' '.join(rest)}{'Z' if closed else ''}"


def drawn(line: Sequence[Point], kind: int) -> str:
    """A path with all its strokes."""
    way = d(line)
    out = f'<path class="path {CLASSES[kind]}" d="{way}"/>'
    if kind == PathKind.STRAIT:
        out += f'<path class="strait-water" d="{way}"/>'
    if kind == PathKind.MOUNTAIN:
        out += f'<path class="peak" d="{_peaks(line)}"/>'
    return out


def _peaks(line: Sequence[Point]) -> str:
    whole = length(line)
    spots = along(line, whole / max(1, round(whole / PEAK_GAP)))
    clear = [p for p in spots if min(distance(p, line[0]), distance(p, line[-1])) > FOOT]
    if len(clear) < 2:
        clear = along(line, whole)[:1]
    return "".join(f"M{x - 4.6:.1f},{y + 3.2:.1f}l4.6,-7.4l4.6,7.4Z" for x, y in clear)


def dotted(line: Sequence[Point]) -> str:
    """The white dots by which an Independent Army enters."""
    return f'<path class="entry" d="{d(line)}"/><path class="entry-dots" d="{d(line)}"/>'
