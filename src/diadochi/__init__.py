"""Diadochi: the board game Successors as a library."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diadochi.errors import GameError, TextError
    from diadochi.game import Decision, Game, Result
    from diadochi.model.notation import Action
    from diadochi.rules.agenda import Event, Refusal
    from diadochi.tabletop import Table
    from diadochi.texts.position import Position
    from diadochi.view import View

    ALL_ACTIONS: tuple[Action, ...]
else:

    def __getattr__(name: str) -> object:
        """The engine is loaded when one of its names is asked for."""
        if name == "ALL_ACTIONS":
            return import_module("diadochi.data").load_material().notation.actions
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


__version__ = "0.1.0"

__all__ = [
    "ALL_ACTIONS",
    "Action",
    "Decision",
    "Event",
    "Game",
    "GameError",
    "Position",
    "Refusal",
    "Result",
    "Table",
    "TextError",
    "View",
]

_HOMES = {
    "Action": "diadochi.model.notation",
    "Decision": "diadochi.game",
    "Event": "diadochi.rules.agenda",
    "Game": "diadochi.game",
    "GameError": "diadochi.errors",
    "Position": "diadochi.texts.position",
    "Refusal": "diadochi.rules.agenda",
    "Result": "diadochi.game",
    "Table": "diadochi.tabletop",
    "TextError": "diadochi.errors",
    "View": "diadochi.view",
}
"""Where the public names are defined."""
