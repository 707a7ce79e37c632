"""The files of an edition: the base edition's as they are, the others' made from them by differences.

A file of differences may hold, in this order: `rename` (new ids of spaces, everywhere), `remove` and `add` (entries of
a section), `replace` (whole fields of an entry, null to take one away, or a whole section), `change` (as a patch) and
`seats` (the order in which the Factions sit down, in `pieces.json`).
"""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown
from diadochi.data.files import BASE, GAME_FILES, Data, differences, ours, read_own
from diadochi.data.patch import apply
from diadochi.model.edition import EDITIONS

STEPS = ("rename", "remove", "add", "replace", "change", "seats")
KEYS = {"events": "event"}
"""What names an entry of a section, where it is not `id`."""
SPACES = frozenset({"id", "a", "b", "space", "start", "spaces", "pcs", "pella", "babylon", "pergamon"})
"""The fields that hold ids of spaces."""


def read_all(folder: Path | None, edition: str = BASE) -> Data:
    """All files a game is made from, without the folder's patch."""
    own = {name: read_own(name, folder) for name in GAME_FILES}
    return {name: own[name] or deepcopy(raw) for name, raw in ours_of(edition).items()}


@cache
def ours_of(edition: str) -> Data:
    """Our own files of an edition; not to be changed."""
    data = {name: ours(name) for name in GAME_FILES}
    if edition == BASE:
        return data
    if edition not in EDITIONS:
        Entry("editions.json", "", {}).fail(
            say("error.no_such_edition", edition=shown(edition)), say("error.choose_edition", editions=list(EDITIONS))
        )
    files = {name: Entry(f"{edition}/{name}.json", "", differences(name, edition)) for name in GAME_FILES}
    for name in GAME_FILES:
        _rename(data, files[name])
    for name in GAME_FILES[:-1]:
        _differ(data[name], name, files[name])
    data["editions"] = {edition: _values(data["editions"][BASE], files["editions"].raw)}
    return data


def _values(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A field that the edition names replaces the base's; so does the word on how we know it."""
    return {**base, **own, "provenance": {**base["provenance"], **own.get("provenance", {})}}


def _rename(data: Data, file: Entry) -> None:
    names: dict[str, str] = file.raw.get("rename", {})
    if names:
        known = {space["id"] for space in data["board"]["spaces"]}
        for old in names:
            if old not in known:
                file.fail(say("error.rename_space", old=shown(old)), say("error.use_id_base_edition"))
        for part in data.values():
            _renamed(part, names)


def _renamed(value: Any, names: dict[str, str]) -> None:
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _renamed(item, names)
    if isinstance(value, dict):
        for key in SPACES & value.keys():
            held = value[key]
            if isinstance(held, str):
                value[key] = names.get(held, held)
            elif isinstance(held, list):
                value[key] = [names.get(item, item) if isinstance(item, str) else item for item in held]


def _differ(content: dict[str, Any], name: str, file: Entry) -> None:
    for section, ids in file.raw.get("remove", {}).items():
        content[section] = _without(file, section, content[section], ids)
    for section, entries in file.raw.get("add", {}).items():
        content[section] = [*content[section], *deepcopy(entries)]
    for section, change in file.raw.get("replace", {}).items():
        if isinstance(content.get(section), list) and isinstance(change, dict):
            _replace(file, section, content[section], change)
        else:
            content[section] = deepcopy(change)
    apply({name: content}, {name: deepcopy(file.raw.get("change", {}))})
    if "seats" in file.raw:
        _seat(content["minor_generals"], file)
    file.asked.update(STEPS)
    file.done()


def _seat(minors: dict[str, Any], file: Entry) -> None:
    """As many players as there are take the first seats."""
    factions, seats = minors["factions"], file.texts("seats")
    if sorted(seats) != sorted(factions):
        file.fail(say("error.seats_factions"), say("error.use_wanted", wanted=list(factions)))
    minors["factions"] = {faction: factions[faction] for faction in seats}


def _without(file: Entry, section: str, entries: list[dict[str, Any]], ids: list[str]) -> list[dict[str, Any]]:
    known = {entry[KEYS.get(section, "id")] for entry in entries}
    for id_ in ids:
        if id_ not in known:
            file.fail(say("error.remove", section=section, id=shown(id_)), say("error.use_id_base_edition"))
    return [entry for entry in entries if entry[KEYS.get(section, "id")] not in ids]


def _replace(file: Entry, section: str, entries: list[dict[str, Any]], changes: dict[str, dict[str, Any]]) -> None:
    known = {entry[KEYS.get(section, "id")]: entry for entry in entries}
    for id_, change in changes.items():
        if id_ not in known:
            file.fail(say("error.replace", section=section, id=shown(id_)), say("error.use_id_base_edition"))
        for key, value in change.items():
            if value is None:
                known[id_].pop(key, None)
            else:
                known[id_][key] = deepcopy(value)
