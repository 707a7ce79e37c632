"""Our data files, changed copies of them, and patches, for the tests."""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from diadochi.data import load_material
from diadochi.model.material import Material

FILES = ("board", "pieces", "tables", "cards", "editions")
Change = Callable[[Any], object]


@cache
def text_of(file: str) -> str:
    return resources.files("diadochi.data").joinpath(f"{file}.json").read_text("utf-8")


def content(file: str) -> Any:
    return json.loads(text_of(file))


def entry(entries: list[Any], id_: str, key: str = "id") -> Any:
    return next(x for x in entries if x[key] == id_)


def corrected(folder: Path, file: str, change: Change) -> Material:
    """Our data with one file replaced by a changed copy of it."""
    copy = content(file)
    change(copy)
    (folder / f"{file}.json").write_text(json.dumps(copy), "utf-8")
    return load_material(folder=folder)


def patched(folder: Path, patch: object) -> Material:
    (folder / "patch.json").write_text(json.dumps(patch), "utf-8")
    return load_material(folder=folder)
