"""The table as a picture, for notebooks: the board with what lies on it, drawn from a `Table`."""

from html import escape
from typing import TYPE_CHECKING, Final

from diadochi.catalogue import say
from diadochi.chart import Layout, Point, layout, render
from diadochi.data import load_coastline
from diadochi.model.material import Material
from diadochi.model.naming import BESIDE
from diadochi.model.verbs import Domain

if TYPE_CHECKING:
    from diadochi.tabletop import Table

PIXELS: Final = 1000
COLOURS: Final = {
    "blue": "#2f5f9e",
    "red": "#b3372b",
    "yellow": "#e0b020",
    "green": "#3c7a3a",
    "black": "#2b2b2b",
    "independent": "#8a8578",
}
ON: Final = {"yellow": "#2b2b2b"}
"""Letters on a colour, where white cannot be read."""
LETTERS: Final = "font-family:sans-serif;font-weight:bold;text-anchor:middle"
_PLANS: dict[tuple[str, int], Layout] = {}
"""By the material's digest and the width: to place all names takes seconds."""


def plan_of(material: Material, width: int) -> Layout:
    """Where everything stands on a board of that width, worked out once."""
    found = _PLANS.get((material.digest, width))
    if found is None:
        found = _PLANS[material.digest, width] = layout(material.board, load_coastline(), width)
    return found


def html(table: "Table", material: Material) -> str:
    """The moment, the standings and the board, as one piece of HTML."""
    rows = "".join(
        f'<tr><td><span style="color:{COLOURS[who]}">\N{BLACK CIRCLE}</span> {who}</td><td>{vp} VP</td>'
        f"<td>{table.legitimacy[who]} L</td><td>{table.hand_sizes[who]} cards</td>"
        f"<td>{escape(', '.join(table.generals(who)))}</td></tr>"
        for who, vp in table.vp.items()
    )
    return f"<div><p>{escape(table.moment)}</p><table>{rows}</table>{board(table, material)}</div>"


def board(table: "Table", material: Material) -> str:
    """The board with PCs, CUs, Generals, the royal family and the Cart."""
    plan = plan_of(material, PIXELS)
    parts = []
    for space, point in zip(material.board.spaces, plan.points, strict=True):
        owner = table.pc(space.id)
        if owner is not None:
            parts.append(marker(point, owner))
    parts += [stack(plan, material, table, place) for place in sorted(occupied(table))]
    drawing = render(material.board, plan)
    overlay = f'<g id="pieces">{"".join(parts)}</g>'
    return drawing.replace("</svg>\n", f"{overlay}</svg>")


def marker(at: Point, owner: str) -> str:
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="8" fill="{COLOURS[owner]}" stroke="#fff" stroke-width="1.5">'
        f"<title>{escape(say('picture.pc', owner=owner))}</title></circle>"
    )


def occupied(table: "Table") -> set[str]:
    """The locations with CUs, Generals or royals."""
    places = {place for who in COLOURS for place in table.cus_of(who)}
    return {p for p in (*places, *table.generals().values(), *table.royals.values()) if p not in BESIDE.values()}


def stack(plan: Layout, material: Material, table: "Table", place: str) -> str:
    """The counters of a location: a box per Faction with its CUs and the first letters of its Generals."""
    space, _, side = place.partition(".")
    x, y = plan.points[material.notation.numbers[Domain.SPACE][space]]
    y += {"": -15.0, "inside": 15.0, "sea": 30.0}[side]
    here = table.at(place)
    generals: dict[str, list[str]] = {}
    for general in here["generals"]:
        generals.setdefault(table.whose(general) or "independent", []).append(general)
    factions = [who for who in COLOURS if who in here["cus"] or who in generals]
    parts = []
    for number, who in enumerate(factions):
        cus = sum(here["cus"].get(who, {}).values())
        told = " ".join(g[:2].capitalize() for g in generals.get(who, [])[:3])
        parts.append(
            counter((x, y - 17 * number), who, f"{told} {cus or ''}".strip(), what(who, place, here, generals))
        )
    if here["royals"]:
        parts.append(
            f'<text x="{x + 16:.1f}" y="{y + 6:.1f}" style="{LETTERS};fill:#7a2f8a" font-size="17" stroke="#fff"'
            f' stroke-width=".6">\N{BLACK CHESS KING}<title>{", ".join(here["royals"])}</title></text>'
        )
    return "".join(parts)


def what(who: str, place: str, here: dict[str, dict[str, dict[str, int]]], generals: dict[str, list[str]]) -> str:
    units = [f"{number} {unit}" for unit, number in here["cus"].get(who, {}).items()]
    return f"{who} at {place}: {', '.join((*generals.get(who, []), *units))}"


def counter(at: Point, who: str, text: str, title: str) -> str:
    wide = 9.0 + 7.2 * len(text)
    return (
        f'<g><title>{escape(title)}</title><rect x="{at[0] - wide / 2:.1f}" y="{at[1] - 8:.1f}" width="{wide:.1f}"'
        f' height="16" rx="3" fill="{COLOURS[who]}" stroke="#fff"/><text x="{at[0]:.1f}" y="{at[1] + 4:.1f}"'
        f' style="{LETTERS};fill:{ON.get(who, "#fff")}" font-size="13">{escape(text)}</text></g>'
    )


def result_table(winner: str, victory: str, vp: dict[str, int], legitimacy: dict[str, int]) -> str:
    """How a game ended, as a small table."""
    rows = "".join(
        f'<tr><td><span style="color:{COLOURS[who]}">\N{BLACK CIRCLE}</span> {who}</td><td>{points} VP</td>'
        f"<td>{legitimacy[who]} L</td><td>{'won: ' + escape(victory) if who == winner else ''}</td></tr>"
        for who, points in vp.items()
    )
    return f"<table>{rows}</table>"
