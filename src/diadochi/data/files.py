"""The data files: ours, or those of a folder that corrects them, as plain JSON values."""

import hashlib
import json
import os
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from diadochi import system_errors
from diadochi.catalogue import say
from diadochi.data.errors import DataError
from diadochi.data.first_wording import FIRST_WORDING

GAME_FILES = ("board", "pieces", "tables", "cards", "editions")
NOT_PLAYED_WITH = frozenset({"about", "note", "provenance", "checks", "constraints"})
MOST_LEVELS = 40
BASE = "deluxe"
"""The edition whose files are whole; the others say how they differ from it, each in a folder of its own."""
Data = dict[str, dict[str, Any]]


def correction_folder(folder: Path | None, edition: str = BASE) -> Path | None:
    """The folder given, else the one of the environment, else none; other editions have a folder of their own in it."""
    named = os.environ.get("DIADOCHI_DATA", "")
    chosen = folder or (Path(named) if named else None)
    if chosen is not None and not chosen.is_dir():
        raise DataError(str(chosen), "", say("error.such_folder"), say("error.name_folder_holds_data"))
    if chosen is None or edition == BASE:
        return chosen
    return chosen / edition if (chosen / edition).is_dir() else None


def ours(name: str) -> dict[str, Any]:
    file = f"{name}.json"
    return parse(file, resources.files("diadochi.data").joinpath(file).read_bytes())


def differences(name: str, edition: str) -> dict[str, Any]:
    """What our file of that edition says; empty where it has none."""
    file = resources.files("diadochi.data").joinpath(edition, f"{name}.json")
    return parse(f"{edition}/{name}.json", file.read_bytes()) if file.is_file() else {}


def read_file(name: str, folder: Path | None) -> dict[str, Any]:
    """The file of that name in the folder, or ours where the folder has none."""
    return read_own(name, folder) or ours(name)


def read_own(name: str, folder: Path | None) -> dict[str, Any]:
    """The file of that name in the folder; empty where there is none."""
    path = folder / f"{name}.json" if folder is not None else None
    return parse(path.name, _bytes(path)) if path is not None and path.exists() else {}


def read_patch(folder: Path | None) -> dict[str, Any]:
    """The folder's patch.json; empty where there is none."""
    return read_own("patch", folder)


def parse(file: str, content: bytes) -> dict[str, Any]:
    """JSON with an object at the top; every way in which it can fail to be that is a DataError."""

    def twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in pairs:
            if key in out:
                raise DataError(file, ascii(key)[:60], say("error.stands_twice"), say("error.keep_one_two"))
            out[key] = value
        return out

    def constant(word: str) -> NoReturn:
        raise DataError(file, "", say("error.number", word=word), say("error.give_whole_number"))

    try:
        text = content.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=twice, parse_constant=constant)
    except UnicodeDecodeError as error:
        message = say("error.no_utf8", byte=error.start)
        raise DataError(file, "", message, say("error.save_file_as_utf")) from error
    except json.JSONDecodeError as error:
        message = say("error.no_json", line=error.lineno, column=error.colno)
        raise DataError(file, "", message, say("error.correct_line")) from error
    except RecursionError as error:
        raise DataError(file, "", say("error.nested_too_deeply"), say("error.remove_brackets")) from error
    except ValueError as error:
        raise DataError(file, "", say("error.holds_number_too_many"), say("error.shorten")) from error
    if not isinstance(value, dict):
        raise DataError(file, "", say("error.holds_object"), say("error.begin_end"))
    if _deeper(value, MOST_LEVELS):
        raise DataError(file, "", say("error.nested_too_deeply"), say("error.remove_brackets"))
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
    return FIRST_WORDING.get(value, value) if isinstance(value, str) else value


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(path.name, "", system_errors.reason(error), say("error.check_file_may_read")) from error
