"""The data files: ours, or those of a folder that corrects them, as plain JSON values."""

import hashlib
import json
import os
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from diadochi.data.errors import DataError

GAME_FILES = ("board", "pieces", "tables", "cards", "editions")
NOT_PLAYED_WITH = frozenset({"about", "note", "provenance", "checks", "constraints"})
MOST_LEVELS = 40
TOO_DEEP = "it is nested too deeply"
Data = dict[str, dict[str, Any]]


def correction_folder(folder: Path | None) -> Path | None:
    """The folder given, else the one of the environment, else none."""
    named = os.environ.get("DIADOCHI_DATA", "")
    chosen = folder or (Path(named) if named else None)
    if chosen is not None and not chosen.is_dir():
        raise DataError(str(chosen), "", "there is no such folder", "Name a folder that holds data files")
    return chosen


def ours(name: str) -> dict[str, Any]:
    file = f"{name}.json"
    return parse(file, resources.files("diadochi.data").joinpath(file).read_bytes())


def read_file(name: str, folder: Path | None) -> dict[str, Any]:
    """The file of that name in the folder, or ours where the folder has none."""
    if folder is None:
        return ours(name)
    path = folder / f"{name}.json"
    return parse(path.name, _bytes(path)) if path.exists() else ours(name)


def read_all(folder: Path | None) -> Data:
    """All files a game is made from, without the folder's patch."""
    return {name: read_file(name, folder) for name in GAME_FILES}


def read_patch(folder: Path | None) -> dict[str, Any]:
    """The folder's patch.json; empty where there is none."""
    path = folder / "patch.json" if folder is not None else None
    return parse(path.name, _bytes(path)) if path is not None and path.exists() else {}


def parse(file: str, content: bytes) -> dict[str, Any]:
    """JSON with an object at the top; every way in which it can fail to be that is a DataError."""

    def twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in pairs:
            if key in out:
                raise DataError(file, ascii(key)[:60], "it stands there twice", "Keep one of the two")
            out[key] = value
        return out

    def constant(word: str) -> NoReturn:
        raise DataError(file, "", f"{word} is no number", "Give a whole number")

    try:
        text = content.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=twice, parse_constant=constant)
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8"
        raise DataError(file, "", message, "Save the file as UTF-8 text") from error
    except json.JSONDecodeError as error:
        message = f"it is not JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        raise DataError(file, "", message, "Correct that line") from error
    except RecursionError as error:
        raise DataError(file, "", TOO_DEEP, "Remove brackets") from error
    except ValueError as error:
        raise DataError(file, "", "it holds a number with too many digits", "Shorten it") from error
    if not isinstance(value, dict):
        raise DataError(file, "", "it holds no object", "Begin with { and end with }")
    if _deeper(value, MOST_LEVELS):
        raise DataError(file, "", TOO_DEEP, "Remove brackets")
    return value


def _deeper(value: Any, levels: int) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_deeper(item, levels - 1) for item in items if isinstance(item, dict | list))


def digest_of(data: Data, edition: str) -> str:
    """SHA-256 of what a game is played with: remarks, provenance and checks are left out."""
    kept = {name: _played_with(part) for name, part in data.items() if name != "editions"}
    kept["editions"] = {edition: _played_with(data["editions"][edition])}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _played_with(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _played_with(item) for key, item in value.items() if key not in NOT_PLAYED_WITH}
    if isinstance(value, list):
        return [_played_with(item) for item in value]
    return value


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise DataError(path.name, "", reason, "Check that it is a file you may read") from error
