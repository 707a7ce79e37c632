"""What stands at the head of every text: which game it is of, and what it was played with."""

from typing import Any

from diadochi import __version__
from diadochi.catalogue import say
from diadochi.data import RulingError, load_material, ruled
from diadochi.data.entry import index
from diadochi.errors import TextError
from diadochi.model.edition import EDITIONS
from diadochi.model.ids import Mask
from diadochi.model.material import Material
from diadochi.model.options import OPTION_NAME, OPTION_OF_NAME
from diadochi.model.state import State
from diadochi.texts.reader import Part

EDITION_OF_NAME = {name: name for name in EDITIONS}
PLAYERS = (2, 5)


def option_names(mask: Mask) -> list[str]:
    return [name for option, name in enumerate(OPTION_NAME) if mask >> option & 1]


def read_options(part: Part, material: Material) -> int:
    offered = {name: option for name, option in OPTION_OF_NAME.items() if material.edition.options >> option & 1}
    return sum(1 << option for option in part.ids("options", offered, required=False))


def write_rulings(material: Material) -> dict[str, Any]:
    """The readings that are played in another way: said only where there are any."""
    return {"rulings": dict(material.rulings)} if material.rulings else {}


def read_material(part: Part, material: Material | None, *, exact: bool) -> Material:
    """What the text was played with, or what is given if that is of the same edition.

    `exact`: a text that names no rulings was played without any."""
    edition = part.one_of("edition", EDITION_OF_NAME) if part.has("edition") else EDITIONS[0]
    inner = part.entry("rulings") if part.has("rulings") else None
    rulings = {} if inner is None else {name: inner.text(name) for name in inner.raw}
    if material is not None and material.edition.id != edition:
        part.fail(
            say("error.other_edition", edition=edition, id=material.edition.id),
            say("error.play_edition", edition=edition),
        )
    try:
        if material is None:
            return load_material(edition, rulings=rulings)
        return ruled(material, rulings) if rulings or exact else material
    except RulingError as error:
        raise TextError("error.in_file", file=part.called, error=error) from None


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
        **write_rulings(material),
        "seats": list(material.pieces.factions[: s.players]),
    }


def read_played_with(part: Part, material: Material | None, other_data: bool) -> tuple[Material, int, int]:
    """The material to go on with, the options and the number of players."""
    part.text("engine")
    part.value("edition")
    material = read_material(part, material, exact=True)
    options = read_options(part, material)
    seats = part.ids("seats", index(list(material.pieces.factions[: PLAYERS[1]])))
    if seats != tuple(range(len(seats))) or len(seats) < PLAYERS[0]:
        part.fail(say("error.seats_those_game"), say("error.name_them_order", factions=list(material.pieces.factions)))
    if part.text("data") != material.digest and not other_data:
        raise TextError("error.was_played_other_data", file=part.called)
    return material, options, len(seats)
