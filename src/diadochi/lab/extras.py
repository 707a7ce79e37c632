"""What a plain installation lacks: parts of the laboratory stand on packages that an extra brings."""

from importlib import import_module
from typing import Any

from diadochi.errors import GameError


class MissingExtraError(GameError):
    """A package of an extra is not installed; the message says how to get it."""


def need(extra: str, package: str) -> Any:
    """The package, or one sentence that says which extra brings it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        name = package.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != name:
            raise
        raise MissingExtraError("error.lab.extra", package=name, extra=extra) from None
