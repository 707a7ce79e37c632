"""The words on the board that are no names, and the room they take."""

from collections.abc import Sequence
from dataclasses import replace

from diadochi.catalogue import say
from diadochi.chart.text import Face
from diadochi.model.board import Kind, PathKind, Space
from diadochi.model.ids import ProvinceId

TITLE = Face("title", 34, spacing=9)
SUBTITLE = Face("subtitle", 13.5)
REMARK = Face("remark", 10.2)
KEY = Face("key", 11.2)
HOLDING_NAME = Face("holding-name", 14)
HOLDING_NOTE = Face("holding-note", 10.5)

LEGEND = (394.0, 166.0)
CARTOUCHE = (320.0, 104.0)
HOLDING = (104.0, 42.0)
ROW = 18.6
SECOND = 152.0
"""From the legend's left edge to its column of paths."""
BEFORE_SPACE, BEFORE_PATH, BEFORE_WORTH = 46.0, 54.0, 72.0
"""From the edge of a column to its words."""
MARGIN = 8.0
SPACE_ROOM = SECOND - BEFORE_SPACE - MARGIN
PATH_ROOM = LEGEND[0] - SECOND - BEFORE_PATH - MARGIN
WORTH_ROOM = LEGEND[0] - SECOND - BEFORE_WORTH - MARGIN
EXAMPLE_ROOM = BEFORE_WORTH - 4
TITLE_ROOM = CARTOUCHE[0] - 2 * MARGIN
HOLDING_ROOM = HOLDING[0] - MARGIN

_PLAIN = Space("", "", ProvinceId(0), Kind.MINOR, False, False, False, 0, "", 0.0, 0.0)
SPACE_KEYS = (
    ("chart.minor", _PLAIN),
    ("chart.major", replace(_PLAIN, kind=Kind.MAJOR)),
    ("chart.stronghold", replace(_PLAIN, kind=Kind.STRONGHOLD)),
    ("chart.transit", replace(_PLAIN, kind=Kind.TRANSIT)),
    ("chart.port", replace(_PLAIN, port=True)),
    ("chart.independent", replace(_PLAIN, independent=True)),
    ("chart.hellespont", replace(_PLAIN, port=True, hellespont=True)),
    ("chart.siege_modifier", replace(_PLAIN, kind=Kind.MAJOR, siege_modifier=1)),
)
PATH_KEYS = (
    ("chart.land", PathKind.LAND),
    ("chart.mountain", PathKind.MOUNTAIN),
    ("chart.strait", PathKind.STRAIT),
    ("chart.sea", PathKind.SEA),
    ("chart.trans_mediterranean", PathKind.TRANS_MEDITERRANEAN),
)
ENTRY = "chart.entry"
WORTH_KEYS = ("chart.worth.vp", "chart.worth.needed")


def fitted(face: Face, words: str, room: float) -> Face:
    """Lettered smaller where a language needs more room than there is."""
    return face.scaled(min(1.0, room / face.width(words)))


def holding_name(army: str) -> str:
    return say(f"general.{army.lower()}")


def holding_note(costs: Sequence[int]) -> str:
    either = str(costs[0])
    for cost in costs[1:]:
        either = say("chart.either", a=either, b=cost)
    return say("chart.enters", costs=either, most=max(costs))
