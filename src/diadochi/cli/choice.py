"""Which game it is: the options --edition and --ruling of every command that has to do with one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from diadochi.catalogue import say
from diadochi.cli.frame import WrongValueError
from diadochi.data import load_material
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material

HEAD = 4000
"""In so many letters at its beginning a text has told its edition."""
Command = TypeVar("Command", bound=Callable[..., Any])

edition_option = click.option(
    "--edition", type=click.Choice(EDITIONS), default=EDITIONS[0], show_default=True, help="The edition of the rules."
)


def read_rulings(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    rulings: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise WrongValueError(say("command.ruling_wrong", text=repr(text)))
        if name in rulings:
            raise WrongValueError(say("command.ruling_twice", name=name))
        rulings[name] = value
    return rulings


ruling_option = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_rulings,
    help="A reading that you play in another way; `diadochi rulings` lists them.",
)


def played_with(command: Command) -> Command:
    """Both options, for commands that make a game."""
    return edition_option(ruling_option(command))


def material_for(text: str | bytes, folder: Path | None) -> Material | None:
    """What a save or a record was played with, where a folder corrects the data; else the text finds it by itself."""
    if folder is None:
        return None
    head = text[:HEAD] if isinstance(text, str) else text[:HEAD].decode("utf-8", "replace")
    found = re.search(r'"edition":\s*"(\w+)"', head)
    return load_material(found[1] if found and found[1] in EDITIONS else EDITIONS[0], folder)


def material_of(folder: Path | None, edition: str, rulings: dict[str, str] | None = None) -> Material:
    """What that game is played with."""
    return load_material(edition, folder, rulings)
