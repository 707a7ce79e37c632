"""The marks of the spaces: each kind has a shape of its own, each property a sign of its own."""

from diadochi.chart.geometry import Box, Point, around, union
from diadochi.model.board import Kind, Space

RADIUS = {Kind.MINOR: 8.5, Kind.STRONGHOLD: 9.0, Kind.MAJOR: 11.5, Kind.TRANSIT: 5.5}
RING = 3.4
"""How far outside the mark the dotted ring of an Independent space runs."""
BADGE = 6.6

SHAPES = {
    Kind.MINOR: '<circle class="body" r="8.5"/>',
    Kind.STRONGHOLD: '<path class="body" d="M-8.5,8.5V-8.5H-5V-5.6H-1.8V-8.5H1.8V-5.6H5V-8.5H8.5V8.5Z"/>',
    Kind.MAJOR: '<circle class="body" r="11.5"/><circle class="wall" r="8.6"/>',
    Kind.TRANSIT: '<path class="body" d="M0,-5.5L5.5,0L0,5.5L-5.5,0Z"/>',
}
CENTRE = '<circle class="dot" r="1.7"/>'
ANCHOR = (
    '<circle class="line" cy="-3.6" r="1.3"/><path class="line" d="M0,-2.3V4.6M-2.2,-1H2.2'
    'M-4.2,1.4C-4,3.6 -2.2,4.6 0,4.6C2.2,4.6 4,3.6 4.2,1.4"/>'
)
HELLESPONT = "H"
DISC = f'<circle class="badge" r="{BADGE}"/>'
SHIELD = '<path class="badge" d="M-7.4,-6.2H7.4V0.6C7.4,4.2 4,6.2 0,7.8C-4,6.2 -7.4,4.2 -7.4,0.6Z"/>'


def ring_radius(space: Space) -> float:
    return RADIUS[space.kind] * (1.12 if space.kind == Kind.STRONGHOLD else 1) + RING


def badges(space: Space) -> list[tuple[Point, str]]:
    """Small signs at the upper corners: H for the Hellespont, the siege modifier."""
    off = ring_radius(space) * 0.8 + 1.5
    out: list[tuple[Point, str]] = []
    if space.hellespont:
        out.append(((off, -off), HELLESPONT))
    if space.siege_modifier:
        out.append(((-off, -off), f"{space.siege_modifier:+d}".replace("-", "\N{MINUS SIGN}")))
    return out


def extent(space: Space, at: Point, growth: float) -> Box:
    """What the mark and its signs cover."""
    half = (ring_radius(space) + 1 if space.independent else RADIUS[space.kind] + 1) * growth
    boxes = [around(at, half, half)]
    for (dx, dy), _ in badges(space):
        half = (BADGE + 1) * growth
        boxes.append(around((at[0] + dx * growth, at[1] + dy * growth), half, half))
    return union(boxes)


def mark(space: Space) -> str:
    """The sign of a space, around the origin."""
    parts = [SHAPES[space.kind]]
    if space.independent:
        parts.insert(0, f'<circle class="ring" r="{ring_radius(space):.1f}"/>')
    if space.port:
        parts.append(ANCHOR)
    elif space.kind in (Kind.MINOR, Kind.MAJOR):
        parts.append(CENTRE)
    for (x, y), text in badges(space):
        body = DISC if text == HELLESPONT else SHIELD
        sign = f'<text class="sign" y="3.3">{text}</text>'
        parts.append(f'<g transform="translate({x:.1f},{y:.1f})">{body}{sign}</g>')
    return "".join(parts)
