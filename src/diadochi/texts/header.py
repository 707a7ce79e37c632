"""What stands at the head of every text: which game it is of, and what it was played with."""

from typing import Any

from diadochi import __version__
from diadochi.data import load_material
from diadochi.data.entry import index
from diadochi.errors import TextError
from diadochi.game import EDITIONS
from diadochi.model.material import Material
from diadochi.model.options import OPTION_NAME, OPTION_OF_NAME
from diadochi.model.state import State
from diadochi.texts.reader import Part

EDITION_OF_NAME = {name: name for name in EDITIONS}
PLAYERS = (2, 5)


def option_names(mask: int) -> list[str]:
    return [name for option, name in OPTION_NAME.items() if mask >> option & 1]


def read_options(part: Part) -> int:
    return sum(1 << option for option in part.ids("options", OPTION_OF_NAME, required=False))


def write_asking(ask_everything: bool) -> dict[str, Any]:
    """Whether single possibilities are asked: said only where they are."""
    return {"ask_everything": True} if ask_everything else {}


def read_asking(part: Part) -> bool:
    return part.flag("ask_everything", default=False)


def write_played_with(material: Material, s: State) -> dict[str, Any]:
    """Engine, edition, data and options of a game."""
    return {
        "engine": __version__,
        "edition": material.edition.id,
        "data": material.digest,
        "options": option_names(s.options),
        "seats": list(material.pieces.factions[: s.players]),
    }


def read_played_with(part: Part, material: Material | None, other_data: bool) -> tuple[Material, int, int]:
    """The material to go on with, the options and the number of players."""
    part.text("engine")
    edition = part.one_of("edition", EDITION_OF_NAME)
    material = load_material(edition) if material is None else material
    options = read_options(part)
    seats = part.ids("seats", index(list(material.pieces.factions[: PLAYERS[1]])))
    if seats != tuple(range(len(seats))) or len(seats) < PLAYERS[0]:
        part.fail("the seats are not those of a game", f"Name them in order: {', '.join(material.pieces.factions)}")
    if part.text("data") != material.digest and not other_data:
        raise TextError(
            f"{part.file} was played with other data. Give the folder of corrections it was played with "
            "(diadochi --data DIR, or DIADOCHI_DATA), or none if it was played without"
        )
    return material, options, len(seats)
