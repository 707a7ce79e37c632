"""What frames the map: cartouche, legend, compass, holding boxes and the graduated border."""

from xml.sax.saxutils import escape

from diadochi.catalogue import say
from diadochi.chart.geometry import Box, Point
from diadochi.chart.ground import HEIGHT, WIDTH
from diadochi.chart.lines import dotted, drawn
from diadochi.chart.plan import FRAME, Layout
from diadochi.chart.symbols import mark
from diadochi.chart.text import Face
from diadochi.chart.wording import (
    BEFORE_PATH,
    BEFORE_SPACE,
    BEFORE_WORTH,
    ENTRY,
    EXAMPLE_ROOM,
    HOLDING_NAME,
    HOLDING_NOTE,
    HOLDING_ROOM,
    KEY,
    PATH_KEYS,
    PATH_ROOM,
    REMARK,
    ROW,
    SECOND,
    SPACE_KEYS,
    SPACE_ROOM,
    SUBTITLE,
    TITLE,
    TITLE_ROOM,
    WORTH_KEYS,
    WORTH_ROOM,
    fitted,
    holding_name,
    holding_note,
)
from diadochi.model.board import KIND_NAME

BAND = 7.0
KEY_SIZE = 0.66


def text(face: Face, at: Point, words: str, room: float, also: str = "") -> str:
    """Words that keep to their room; `also` is another CSS class."""
    small = fitted(face, words, room)
    spacing = f' letter-spacing="{small.spacing:.1f}"' if small.spacing else ""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{small.size:.1f}"{spacing}'
    return f'<text class="{also}{face.name}" {place}>{escape(words)}</text>'


def plate(box: Box) -> str:
    inner = box.grown(-4)
    return f'<rect class="plate" {_measures(box)}/><rect class="rule" {_measures(inner)}/>'


def _measures(box: Box) -> str:
    return f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'


def cartouche(box: Box) -> str:
    x, y = box.centre[0], box.y
    return (
        f'<g id="cartouche">{plate(box)}{text(TITLE, (x + 4.5, y + 43), say("chart.title"), TITLE_ROOM)}'
        f'<path class="rule" d="M{x - 70:.1f},{y + 53:.1f}H{x - 7:.1f}M{x + 7:.1f},{y + 53:.1f}H{x + 70:.1f}'
        f'M{x:.1f},{y + 49.5:.1f}l3.5,3.5l-3.5,3.5l-3.5,-3.5Z"/>'
        f"{text(SUBTITLE, (x, y + 73), say('chart.subtitle'), TITLE_ROOM)}"
        f"{text(REMARK, (x, y + 91), say('chart.remark'), TITLE_ROOM)}</g>"
    )


def legend(box: Box) -> str:
    out = [f'<g id="legend">{plate(box)}']
    for k, (key, space) in enumerate(SPACE_KEYS):
        y = box.y + 17.5 + k * ROW
        out.append(
            f'<g class="{KIND_NAME[space.kind]}"'
            f' transform="translate({box.x + 24:.1f},{y:.1f}) scale({KEY_SIZE})">'
            f"{mark(space)}</g>{text(KEY, (box.x + BEFORE_SPACE, y + 4), say(key), SPACE_ROOM)}"
        )
    left = box.x + SECOND
    for k, (key, kind) in enumerate(PATH_KEYS):
        y = box.y + 17.5 + k * ROW
        words = text(KEY, (left + BEFORE_PATH, y + 4), say(key), PATH_ROOM)
        out.append(drawn(((left, y), (left + 44, y)), kind) + words)
    y = box.y + 17.5 + len(PATH_KEYS) * ROW
    out.append(dotted(((left, y), (left + 44, y))))
    out.append(text(KEY, (left + BEFORE_PATH, y + 4), say(ENTRY), PATH_ROOM))
    y += ROW
    worth = say("chart.worth", vp=3, needed=4, spaces=5)
    example = text(KEY, (left - 2, y + 4), worth, EXAMPLE_ROOM, "province-worth ")
    out.append(f'<g class="label">{example}</g>')
    for k, key in enumerate(WORTH_KEYS):
        out.append(text(KEY, (left + BEFORE_WORTH, y + 4 + k * ROW * 0.85), say(key), WORTH_ROOM))
    return "".join((*out, "</g>"))


def compass(box: Box) -> str:
    x, y = box.centre
    long, short, waist = box.width * 0.4, box.width * 0.24, box.width * 0.055
    points = []
    for turn in range(0, 360, 45):
        tip = long if turn % 90 == 0 else short
        side = f"{-waist * 2.2:.1f}L0,{-tip:.1f}Z"
        points.append(
            f'<g transform="rotate({turn})"><path class="rose" d="M0,0L{-waist:.1f},{side}"/>'
            f'<path class="rose rose-dark" d="M0,0L{waist:.1f},{side}"/></g>'
        )
    diagonals_first = "".join(points[1::2] + points[::2])
    return (
        f'<g id="compass" transform="translate({x:.1f},{y + 6:.1f})">'
        f'<circle class="rule" r="{short * 0.8:.1f}"/>{diagonals_first}'
        f'<text class="north" y="{-long - 4:.1f}">{escape(say("chart.north"))}</text></g>'
    )


def holdings(layout: Layout) -> str:
    out = []
    for holding in layout.holdings:
        box = holding.box
        costs = sorted({cost for _, cost, _ in holding.lines})
        name = holding.name or holding_name(holding.army)
        out.append(
            f'<g id="holding-{escape(holding.army.lower())}" class="holding">{plate(box)}'
            f"{text(HOLDING_NAME, (box.centre[0], box.y + 15), name, HOLDING_ROOM)}"
            f"{text(HOLDING_NOTE, (box.centre[0], box.y + 26), holding_note(costs), HOLDING_ROOM)}</g>"
        )
    return "".join(out)


def border(layout: Layout) -> str:
    """A margin with a graduated band: one field for each degree, wide where the map is stretched."""
    outer = FRAME.grown(BAND)
    margin = (
        f'<path class="margin" fill-rule="evenodd" d="M0,0H{WIDTH:.0f}V{HEIGHT:.0f}H0Z'
        f'M{FRAME.x:.0f},{FRAME.y:.0f}V{FRAME.bottom:.0f}H{FRAME.right:.0f}V{FRAME.y:.0f}Z"/>'
    )
    fields = []
    for side in (0, 1):
        top = FRAME.y - BAND if side == 0 else FRAME.bottom
        for x, width in _fields([pair[side][0] for pair in layout.ground.meridians], FRAME.x, FRAME.right):
            fields.append(f"M{x:.1f},{top:.1f}h{width:.1f}v{BAND}h{-width:.1f}Z")
        left = FRAME.x - BAND if side == 0 else FRAME.right
        for y, height in _fields([pair[side][1] for pair in layout.ground.parallels], FRAME.y, FRAME.bottom):
            fields.append(f"M{left:.1f},{y:.1f}h{BAND}v{height:.1f}h{-BAND}Z")
    lines = "".join(
        f'<rect class="frame" stroke-width="{stroke}" {_measures(b)}/>'
        for b, stroke in ((FRAME, 1), (outer, 1), (outer.grown(5), 2.4))
    )
    return f'<g id="border">{margin}<path class="degree" d="{"".join(fields)}"/>{lines}</g>'


def _fields(stops: list[float], low: float, high: float) -> list[tuple[float, float]]:
    """Every second field between the stops, as start and length, within the frame."""
    cuts = sorted(stops)
    out = []
    for a, b in zip(cuts[::2], cuts[1::2], strict=False):
        start, end = max(a, low), min(b, high)
        if end > start:
            out.append((start, end - start))
    return out
