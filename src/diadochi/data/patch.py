"""patch.json: single entries of the data files changed without copying the files.

A patch names a file, a section, an entry and the fields to change. Entries keep their ids. The files
themselves have been checked before the patch is applied, and are checked again after it.
"""

from copy import deepcopy
from typing import Any, NoReturn

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown
from diadochi.data.errors import DataError

FILE = "patch.json"
KEYED = {
    "board": ("provinces", "spaces"),
    "pieces": ("generals", "independent_armies", "fleets", "royal_family"),
}
LINKS = {"paths": ("a", "b", "kind"), "entry_paths": ("army", "space")}
FIRST_ROLL = {"battle": 2, "attrition": 1, "movement": 1}
Link = dict[str, Any]
FIXED = {"id", "event", "numbers"}


def apply(data: dict[str, dict[str, Any]], patch: dict[str, Any]) -> None:
    """Changes `data` in place."""
    for file, changes in patch.items():
        if file in ("about", "note"):
            continue
        if file not in data:
            _refuse(shown(file), say("error.no_such_file"), say("error.use_one", words=list(data)))
        wanted = Entry(FILE, file, changes).raw
        if file == "cards":
            _patch_cards(data[file], wanted)
            continue
        for section, change in wanted.items():
            _patch_section(data[file], file, section, change)


def _patch_section(content: dict[str, Any], file: str, section: str, change: object) -> None:
    where = f"{file}, {section}"
    if section not in content:
        _refuse(where, say("error.no_such_section"), say("error.use_one", words=list(content)))
    if file == "board" and section in LINKS:
        _patch_links(content, section, Entry(FILE, where, change), LINKS[section])
    elif section in KEYED.get(file, ()):
        _patch_entries(content, section, Entry(FILE, where, change), "id")
    elif file == "tables" and section in FIRST_ROLL:
        _patch_table(content[section], Entry(FILE, where, change), FIRST_ROLL[section])
    elif isinstance(content[section], dict):
        _merge(content[section], Entry(FILE, where, change))
    else:
        content[section] = change


def _patch_entries(content: dict[str, Any], section: str, changes: Entry, key: str) -> None:
    known = {entry[key]: entry for entry in content[section]}
    for id_, change in changes.raw.items():
        if id_ not in known:
            _refuse(f"{changes.name}, {shown(id_)}", say("error.no_such_id"), say("error.patch_adds_none"))
        _merge_entry(known[id_], Entry(FILE, f"{changes.name}, {id_}", change))


def _patch_cards(content: dict[str, Any], changes: dict[str, Any]) -> None:
    """A key is an event (all its copies change) or a number (that copy alone changes)."""
    events = {event["event"]: event for event in content["events"]}
    for key in sorted(changes, key=lambda key: key not in events):
        change = Entry(FILE, f"cards, {shown(key)}", changes[key])
        if key in ("conventions", "windows"):
            _merge(content[key], change)
        elif key in events:
            _merge_entry(events[key], change)
        else:
            _merge_entry(_copy_of(content, key), change)


def _copy_of(content: dict[str, Any], number: str) -> dict[str, Any]:
    """The card of that number as an entry of its own, split from its copies if it has any."""
    event: dict[str, Any] | None = next((e for e in content["events"] if number in e["numbers"]), None)
    if event is None:
        _refuse(f"cards, {shown(number)}", say("error.no_such_card"), say("error.use_card"))
    if len(event["numbers"]) == 1:
        return event
    event["numbers"].remove(number)
    alone: dict[str, Any] = {**deepcopy(event), "numbers": [number]}
    content["events"].append(alone)
    return alone


def _patch_links(content: dict[str, Any], section: str, changes: Entry, keys: tuple[str, ...]) -> None:
    links = content[section]
    for verb in ("remove", "change", "add"):
        for item in changes.items(verb) if changes.has(verb) else []:
            link = Entry(FILE, f"{changes.name}, {verb}", item).raw
            if verb == "add":
                links.append(link)
                continue
            found = _find_link(links, link, keys, changes.name)
            if verb == "remove":
                links.remove(found)
            else:
                found.update(link)
    changes.done()


def _find_link(links: list[Link], wanted: Link, keys: tuple[str, ...], where: str) -> Link:
    """The path between the two spaces; `kind` is needed only where there are several."""
    ends = [wanted.get(key) for key in keys[:2]]
    found = [x for x in links if [x[key] for key in keys[:2]] in (ends, ends[::-1])]
    if len(found) > 1:
        found = [x for x in found if x.get("kind") == wanted.get("kind")]
    if len(found) != 1:
        _refuse(f"{where}, {shown(ends[0])} - {shown(ends[1])}", say("error.no_such_path"), say("error.name_both_ends"))
    return found[0]


def _patch_table(table: dict[str, Any], changes: Entry, first: int) -> None:
    """A row is replaced by a list, or single cells of it by an object with the rolls as keys."""
    for row, change in changes.raw.items():
        if row not in table:
            _refuse(f"{changes.name}, {shown(row)}", say("error.no_such_row"), say("error.use_one", words=list(table)))
        if not isinstance(change, dict):
            table[row] = change
            continue
        rolls = {str(first + i): i for i in range(len(table[row]))}
        for roll, value in change.items():
            if roll not in rolls:
                changes.fail(
                    say("error.has_roll", row=row, roll=shown(roll)), say("error.use_rolls", rolls=list(rolls))
                )
            table[row][rolls[roll]] = value


def _merge_entry(target: dict[str, Any], changes: Entry) -> None:
    for key in FIXED & changes.raw.keys():
        changes.fail(say("error.cannot_change", what=key), say("error.patch_changes_values_never"))
    _merge(target, changes)


def _merge(target: dict[str, Any], changes: Entry) -> None:
    for key, value in changes.raw.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            _merge(target[key], Entry(FILE, f"{changes.name}, {key}", value))
        else:
            target[key] = value


def _refuse(entry: str, message: str, advice: str) -> NoReturn:
    raise DataError(FILE, entry, message, advice)
