"""The name of this engine with its data: what another one has played may come out otherwise."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from diadochi import __version__
from diadochi.model.material import Material

ENGINE = ("model", "rules", "game.py", "view.py")
"""The parts of the package that decide how a game goes on. A compiled engine has the mark of what it was made from."""


def engine_mark(material: Material) -> str:
    """Names this engine with its data: a game that another one played has to be looked at."""
    return f"{__version__}-{_source_digest()}-{material.digest[:12]}"


@cache
def _source_digest() -> str:
    digest = hashlib.sha256()
    package = resources.files("diadochi")
    for name in ENGINE:
        for file in _files(package.joinpath(name)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _files(at: Traversable) -> list[Traversable]:
    if at.is_file():
        return [at] if at.name.endswith(".py") else []
    return [f for part in sorted(at.iterdir(), key=lambda x: x.name) for f in _files(part)]
