"""Ids stay as they are: corrections change values, never the set or the order of the ids.

The numbers of actions come from the order of our own files, so a corrected file is put into that order.
"""

import re
from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown, titled
from diadochi.data.files import Data

SECTIONS = {
    "board": (("provinces", "province"), ("spaces", "space")),
    "pieces": (
        ("generals", "general"),
        ("independent_armies", "independent army"),
        ("fleets", "fleet"),
        ("royal_family", "royal"),
    ),
}


def keep_ids(data: Data, ours: Data) -> Data:
    """`data` with every list of ids in our order; other ids than ours are refused."""
    out = dict(data)
    for name, sections in SECTIONS.items():
        file, own = Entry(f"{name}.json", "", data[name]), ours[name]
        sorted_ = {key: _in_our_order(file, key, kind, _ids(own[key])) for key, kind in sections}
        out[name] = {**data[name], **sorted_}
    out["pieces"]["minor_generals"] = _minors(data["pieces"], ours["pieces"])
    out["cards"] = {**data["cards"], "events": _one_per_card(data["cards"], ours["cards"])}
    return out


def _in_our_order(file: Entry, key: str, kind: str, wanted: list[str]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for entry in file.entries(key, titled(kind, "id")):
        id_ = entry.text("id")
        if id_ in found:
            entry.fail(say("error.id_stands_twice"), say("error.keep_one_two"))
        if id_ not in wanted:
            entry.fail(say("error.id_one_ours"), say("error.use_our_ids_corrections"))
        found[id_] = entry.raw
    for id_ in wanted:
        if id_ not in found:
            Entry(file.file, f"{kind} {id_}", {}).fail(say("error.missing"), say("error.put_back_ids_cannot"))
    return [found[id_] for id_ in wanted]


def _minors(pieces: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    minor = Entry("pieces.json", "", pieces).entry("minor_generals")
    factions = minor.entry("factions")
    wanted: dict[str, list[dict[str, Any]]] = own["minor_generals"]["factions"]
    for faction in factions.raw:
        if faction not in wanted:
            factions.fail(
                say("error.faction_unknown", faction=shown(faction)), say("error.use_wanted", wanted=list(wanted))
            )
    ordered = {
        faction: _in_our_order(factions, faction, f"minor_generals, {faction},", _ids(members))
        for faction, members in wanted.items()
    }
    return {**minor.raw, "factions": ordered}


def _one_per_card(cards: dict[str, Any], own: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries of the events, one for each copy, in the order of their numbers."""
    file = Entry("cards.json", "", cards)
    events, numbers = _card_ids(own)
    found: dict[str, dict[str, Any]] = {}
    for entry in file.entries("events", titled("event", "event")):
        if entry.text("event") not in events:
            entry.fail(say("error.event_one_ours"), say("error.use_our_events_corrections"))
        for number in entry.texts("numbers"):
            if number not in numbers:
                entry.fail(say("error.card", number=shown(number)), say("error.use_our_numbers_cards"))
            if number in found:
                entry.fail(say("error.number_stands_twice", number=number), say("error.keep_one_two"))
            found[number] = {**entry.raw, "numbers": [number]}
    for number in numbers:
        if number not in found:
            file.fail(say("error.card_missing", number=number), say("error.put_back_cards_cannot"))
    return [found[number] for number in sorted(numbers, key=printed_order)]


def _card_ids(own: dict[str, Any]) -> tuple[set[str], list[str]]:
    events = {event["event"] for event in own["events"]}
    return events, [number for event in own["events"] for number in event["numbers"]]


def _ids(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


def printed_order(number: str) -> tuple[bool, int, str]:
    """1, 2, ... 47A, 47B, ... 59, O60, ... O69; G63 is ours for a card whose number is not known."""
    return number[0] in "GO", int(re.sub("[^0-9]", "", number)), number
