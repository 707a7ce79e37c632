"""The picture of the board as SVG text."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from diadochi.catalogue import say
from diadochi.chart import furniture
from diadochi.chart.geometry import Point
from diadochi.chart.ground import HEIGHT, WIDTH, Coastline
from diadochi.chart.labels import Label
from diadochi.chart.levels import Sight
from diadochi.chart.lines import CLASSES, d, dotted, drawn
from diadochi.chart.plan import FRAME, Layout, layout, space_name
from diadochi.chart.symbols import mark
from diadochi.chart.theme import palette, style
from diadochi.model.board import KIND_NAME, SEA_PATHS, Board, Path, Space

WAVES = ((14.0, 0.35), (9.0, 0.5), (4.6, 0.7))


def draw(board: Board, coastline: Coastline, *, width: int = 1600, theme: str = "light") -> str:
    """The board, drawn from the data, `width` pixels wide."""
    palette(theme)
    return render(board, layout(board, coastline, width), theme)


def render(board: Board, plan: Layout, theme: str = "light", sights: Sequence[Sight] = ()) -> str:
    """The picture of a layout that has been made already; for a table with the names of every level."""
    width, height = plan.width, round(plan.width * HEIGHT / WIDTH)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="board" width="{width}" height="{height}"'
        f' viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" aria-labelledby="board-title">',
        f'<title id="board-title">{escape(say("chart.described"))}</title>',
        f"<style>{style(palette(theme))}</style>",
        *_ground(plan),
        *_provinces(board, plan),
        *_paths(board, plan),
        *_spaces(board, plan),
        *(_labels(plan.labels) if not sights else [_level(sight) for sight in sights]),
        furniture.compass(plan.compass),
        furniture.cartouche(plan.cartouche),
        furniture.legend(plan.legend),
        furniture.holdings(plan),
        furniture.border(plan),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _ground(plan: Layout) -> list[str]:
    land = "".join(d(ring, closed=True) for polygon in plan.ground.coast for ring in polygon if _seen(ring))
    out = [
        f'<defs><path id="land-shape" fill-rule="evenodd" d="{land}"/>',
        f'<clipPath id="land-clip"><path clip-rule="evenodd" d="{land}"/></clipPath></defs>',
        f'<rect class="sea" width="{WIDTH:.0f}" height="{HEIGHT:.0f}"/>',
    ]
    for reach, strength in WAVES:
        out.append(
            f'<use href="#land-shape" class="wave wave-line" stroke-width="{reach * 2}"'
            f' stroke-opacity="{strength}"/>'
            f'<use href="#land-shape" class="wave wave-gap" stroke-width="{reach * 2 - 1.6:.1f}"/>'
        )
    out.append('<use href="#land-shape" class="land"/>')
    return out


def _seen(ring: tuple[Point, ...]) -> bool:
    return any(FRAME.grown(30).holds(p) for p in ring)


def _provinces(board: Board, plan: Layout) -> list[str]:
    out = ['<g clip-path="url(#land-clip)">']
    for province, rings, tint in zip(board.provinces, plan.regions.outlines, plan.regions.tints, strict=True):
        shape = "".join(d(ring, closed=True) for ring in rings)
        out.append(
            f'<path id={quoteattr(f"province-{province.id}")} class="province tint-{tint}" d="{shape}">'
            f"<title>{escape(province.name)}</title></path>"
        )
    out.append(f'<path class="border" d="{"".join(d(line) for line in plan.regions.borders)}"/></g>')
    out.append('<use href="#land-shape" class="coast"/>')
    return out


def path_id(board: Board, path: Path) -> str:
    """Two ports may be joined by land and by sea; the second has an id of its own."""
    prefix = "sea-path" if path.kind in SEA_PATHS else "path"
    return f"{prefix}-{board.spaces[path.a].id}-{board.spaces[path.b].id}"


def _paths(board: Board, plan: Layout) -> list[str]:
    casing = [d(line) for path, line in zip(board.paths, plan.paths, strict=True) if path.kind not in SEA_PATHS]
    out = [f'<path class="casing" d="{"".join(casing)}"/>', '<g id="paths">']
    for path, line in zip(board.paths, plan.paths, strict=True):
        name, kind = quoteattr(path_id(board, path)), CLASSES[path.kind]
        out.append(f'<g id={name} class="route" data-kind="{kind}">{drawn(line, path.kind)}</g>')
    out.append("</g>")
    for holding in plan.holdings:
        for space, _, line in holding.lines:
            name = f"entry-{holding.army.lower()}-{board.spaces[space].id}"
            out.append(f"<g id={quoteattr(name)}>{dotted(line)}</g>")
    return out


def classes(space: Space) -> str:
    """The kind and the printed properties of a space, as CSS classes."""
    flags = {"port": space.port, "independent": space.independent, "hellespont": space.hellespont}
    return " ".join(["space", KIND_NAME[space.kind], *(name for name, on in flags.items() if on)])


def _spaces(board: Board, plan: Layout) -> list[str]:
    out = ['<g id="spaces">']
    for space, (x, y) in zip(board.spaces, plan.points, strict=True):
        size = f" scale({plan.growth:.3f})" if plan.growth != 1 else ""
        out.append(
            f'<g id={quoteattr(f"space-{space.id}")} class="{classes(space)}"'
            f' transform="translate({x:.1f},{y:.1f}){size}">'
            f"<title>{escape(space_name(space.name))}</title>{mark(space)}</g>"
        )
    return [*out, "</g>"]


def _labels(labels: Sequence[Label], of: str = "") -> list[str]:
    kinds: dict[str, list[str]] = {"sea": [], "province": [], "space": []}
    for label in labels:
        kinds[label.kind].append(_label(label, of))
    return [f'<g id="{of}{kind}-labels" class="label">{"".join(found)}</g>' for kind, found in kinds.items()]


def _level(sight: Sight) -> str:
    """The names of one level; a table shows those of one at a time."""
    name = sight.level.name
    return f'<g id="labels-{name}">{"".join(_labels(sight.labels, f"{name}-"))}</g>'


def _label(label: Label, of: str) -> str:
    lines = []
    for (x, y), words, face in label.baselines:
        spacing = f' letter-spacing="{face.spacing:.2f}"' if face.spacing else ""
        lines.append(
            f'<text class="{face.name}" x="{x:.1f}" y="{y:.1f}" font-size="{face.size:.2f}"'
            f' text-anchor="{label.anchor}"{spacing}>{escape(words)}</text>'
        )
    return f"<g id={quoteattr(f'{of}label-{label.kind}-{label.key}'.replace(' ', '-'))}>{''.join(lines)}</g>"
