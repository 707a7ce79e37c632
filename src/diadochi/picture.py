"""The table as a picture, for notebooks: the board with what lies on it, drawn from a `Table`."""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from diadochi.catalogue import Word, reader, say
from diadochi.chart import Layout, Point, layout, render
from diadochi.data import load_coastline
from diadochi.messages import Speaker, board_of
from diadochi.model.material import Material
from diadochi.model.naming import BESIDE
from diadochi.model.pieces import UNIT_NAME
from diadochi.model.verbs import DOMAIN_NAME, Domain

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
_PLANS: dict[tuple[str, str, int], Layout] = {}
"""By the material's digest, the reader's language and the width: to place all names takes seconds."""


def plan_of(material: Material, width: int) -> Layout:
    """Where everything stands on a board of that width, worked out once."""
    key = material.digest, reader(), width
    if key not in _PLANS:
        _PLANS[key] = layout(board_of(material), load_coastline(), width)
    return _PLANS[key]


class Names:
    """What the ids of a table are called in the reader's language."""

    def __init__(self, material: Material) -> None:
        self.speaker = Speaker(material)
        self.numbers = material.notation.numbers

    def word(self, domain: int, id: str) -> Word:
        return self.speaker.word(DOMAIN_NAME[domain], self.numbers[domain][id])

    def all(self, domain: int, ids: Iterable[str]) -> list[str]:
        return [str(self.word(domain, id)) for id in ids]


def html(table: "Table", material: Material) -> str:
    """The moment, the standings and the board, as one piece of HTML."""
    names = Names(material)
    rows = "".join(
        f"<tr><td>{dot(who)} {escape(str(names.word(Domain.FACTION, who)))}</td>"
        f"<td>{say('picture.vp', vp=vp)}</td><td>{say('picture.legitimacy', legitimacy=table.legitimacy[who])}</td>"
        f"<td>{say('picture.cards', cards=table.hand_sizes[who])}</td>"
        f"<td>{escape(names.speaker.row(names.all(Domain.GENERAL, table.generals(who))))}</td></tr>"
        for who, vp in table.vp.items()
    )
    return f"<div><p>{escape(table.moment)}</p><table>{rows}</table>{board(table, material)}</div>"


def dot(who: str) -> str:
    return f'<span style="color:{COLOURS[who]}">\N{BLACK CIRCLE}</span>'


def board(table: "Table", material: Material) -> str:
    """The board with PCs, CUs, Generals, the royal family and the Cart."""
    plan, names = plan_of(material, PIXELS), Names(material)
    parts = []
    for space, point in zip(material.board.spaces, plan.points, strict=True):
        owner = table.pc(space.id)
        if owner is not None:
            parts.append(marker(point, owner, names))
    parts += [stack(plan, names, table, place) for place in sorted(occupied(table))]
    drawing = render(board_of(material), plan)
    overlay = f'<g id="pieces">{"".join(parts)}</g>'
    return drawing.replace("</svg>\n", f"{overlay}</svg>")


def marker(at: Point, owner: str, names: Names) -> str:
    told = say("picture.pc", owner=names.word(Domain.FACTION, owner))
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="8" fill="{COLOURS[owner]}" stroke="#fff" stroke-width="1.5">'
        f"<title>{escape(told)}</title></circle>"
    )


def occupied(table: "Table") -> set[str]:
    """The locations with CUs, Generals or royals."""
    places = {place for who in COLOURS for place in table.cus_of(who)}
    return {p for p in (*places, *table.generals().values(), *table.royals.values()) if p not in BESIDE.values()}


def stack(plan: Layout, names: Names, table: "Table", place: str) -> str:
    """The counters of a location: a box per Faction with its CUs and the first letters of its Generals."""
    space, _, side = place.partition(".")
    x, y = plan.points[names.numbers[Domain.SPACE][space]]
    y += {"": -15.0, "inside": 15.0, "sea": 30.0}[side]
    here = table.at(place)
    generals: dict[str, list[str]] = {}
    for general in here["generals"]:
        generals.setdefault(table.whose(general) or "independent", []).append(general)
    factions = [who for who in COLOURS if who in here["cus"] or who in generals]
    parts = []
    for number, who in enumerate(factions):
        cus = sum(here["cus"].get(who, {}).values())
        letters = [name[:2] for name in names.all(Domain.GENERAL, generals.get(who, [])[:3])]
        own = what(names, who, place, generals.get(who, []), here["cus"].get(who, {}))
        parts.append(counter((x, y - 17 * number), who, " ".join([*letters, *([str(cus)] if cus else [])]), own))
    if here["royals"]:
        royals = names.speaker.row(names.all(Domain.ROYAL, here["royals"]))
        parts.append(
            f'<text x="{x + 16:.1f}" y="{y + 6:.1f}" style="{LETTERS};fill:#7a2f8a" font-size="17" stroke="#fff"'
            f' stroke-width=".6">\N{BLACK CHESS KING}<title>{escape(royals)}</title></text>'
        )
    return "".join(parts)


def what(names: Names, who: str, place: str, generals: list[str], units: dict[str, int]) -> str:
    pieces = names.all(Domain.GENERAL, generals)
    if units:
        pieces.append(names.speaker.forces(tuple(units.get(unit, 0) for unit in UNIT_NAME)))
    faction, location = names.word(Domain.FACTION, who), names.word(Domain.LOCATION, place)
    return say("picture.stack", who=faction, place=location, pieces=names.speaker.row(pieces))


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
        f"<tr><td>{dot(who)} {escape(say(f'faction.{who}'))}</td><td>{say('picture.vp', vp=points)}</td>"
        f"<td>{say('picture.legitimacy', legitimacy=legitimacy[who])}</td>"
        f"<td>{escape(won(victory, who == winner))}</td></tr>"
        for who, points in vp.items()
    )
    return f"<table>{rows}</table>"


def won(victory: str, has: bool) -> str:
    return say("picture.won", victory=say(f"victory.{victory}")) if has else ""
