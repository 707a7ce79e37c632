"""Save: everything about a game, its key included. Private: whoever reads it knows all hands and all dice to come."""

import hashlib
import json
from typing import Any, NamedTuple

from diadochi.catalogue import say
from diadochi.model.ids import SEATS, SeatId
from diadochi.model.material import Material
from diadochi.model.state import State
from diadochi.rules import face as rules
from diadochi.rules.face import UNDO, Entry, Event, Play, empty_state
from diadochi.texts.header import read_asking, read_played_with, write_asking, write_played_with
from diadochi.texts.reader import Part, layout, read, read_header
from diadochi.texts.segments import Segment, read_segments, write_segments
from diadochi.texts.states import CHANGED, is_plain, read_state

FORMAT, VERSION = "diadochi save", 1

Undo = tuple[State, SeatId, int]
"""A state to go back to, the seat that may, and the number of events by then."""


class Saved(NamedTuple):
    """What a save holds of a game."""

    material: Material
    state: State
    start: dict[str, Any]
    entries: list[Entry]
    opening: tuple[Event, ...]
    """What happened before the first entry."""
    undo: list[Undo]
    segments: tuple[Segment, ...]
    ask_everything: bool = False


# Writing


def write(saved: Saved) -> str:
    s = saved.state
    seats = saved.material.pieces.factions
    out = {
        "format": FORMAT,
        "version": VERSION,
        **write_played_with(saved.material, s),
        **write_asking(saved.ask_everything),
        "segments": write_segments(saved.segments),
        "start": saved.start,
        "opening": [event_to_json(e) for e in saved.opening],
        "entries": [[seats[e.seat], e.text, [event_to_json(x) for x in e.events]] for e in saved.entries],
        "undo": write_undo(saved),
        "state": s.to_json(),
    }
    return layout({**out, "digest": digest_of(out)}, 2) + "\n"


def standing(entries: list[Entry]) -> list[Entry]:
    """The entries that have not been taken back."""
    out: list[Entry] = []
    for entry in entries:
        if entry.text != UNDO:
            out.append(entry)
        elif out:
            out.pop()
    return out


def digest_of(values: dict[str, Any]) -> str:
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def event_to_json(event: Event) -> list[Any]:
    return [event.key, event.rule, event.args, event.dice, event.to]


def write_undo(saved: Saved) -> list[list[Any]]:
    """The newest first; of each state what differs from the one after it."""
    out = []
    after = saved.state.to_json()
    for state, seat, events in reversed(saved.undo):
        before = state.to_json()
        changed = {name: value for name, value in before.items() if value != after[name]}
        out.append([saved.material.pieces.factions[seat], events, changed])
        after = before
    return out


# Reading


def read_save(text: str | bytes, material: Material | None = None, other_data: bool = False) -> Saved:
    part = read("save", text)
    read_header(part, FORMAT, VERSION)
    digest = part.text("digest")
    if digest != digest_of({key: value for key, value in part.raw.items() if key != "digest"}):
        part.fail(say("error.content_has_been_changed"), say(CHANGED))
    material, options, players = read_played_with(part, material, other_data)
    seats = dict(zip(material.pieces.factions, SEATS[players], strict=False))
    blank = empty_state(material, players, options, b"")
    raw = part.entry("state")
    state = read_state(raw, blank)
    start = part.entry("start").raw
    opening = tuple(read_events(part, "opening", part.items("opening")))
    entries = [read_entry(part, item, material, seats) for item in part.items("entries")]
    events = len(opening) + sum([len(entry.events) for entry in standing(entries)])
    segments = read_segments(part, blank, state.key, part.text("engine"), len(entries))
    undo = read_undo(part, raw.raw, blank, seats, events)
    everything = read_asking(part)
    part.done()
    go_on(raw, material, state)
    return Saved(material, state, start, entries, opening, undo, segments, everything)


def go_on(part: Part, material: Material, state: State) -> None:
    """Refuses a state from which the engine cannot work out the decision at hand."""
    try:
        rules.advance(Play(material, state.copy()))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        part.fail(say("error.game_cannot_go_on"), say(CHANGED))


def read_events(part: Part, key: str, items: Any) -> list[Event]:
    out = []
    for item in items if isinstance(items, list) else [items]:
        if not is_event(item):
            part.refuse(key, say("error.something_else_among_events"), say(CHANGED))
        name, rule, args, dice, to = item
        out.append(Event(name, rule, frozen(args), frozen(dice), to))
    return out


def is_event(item: Any) -> bool:
    if not isinstance(item, list) or [type(x) for x in item] != [str, str, list, list, int]:
        return False
    return is_plain(item[3]) and all(isinstance(a, list) and len(a) == 3 for a in item[2])


def frozen(value: Any) -> Any:
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value


def read_entry(part: Part, item: Any, material: Material, seats: dict[str, SeatId]) -> Entry:
    if not isinstance(item, list) or len(item) != 3:
        part.refuse("entries", say("error.entry_list_seat_action"), say(CHANGED))
    seat, text, events = item
    if text != UNDO and (not isinstance(text, str) or text not in material.notation.by_text):
        part.refuse("entries", say("error.entry_action"), say(CHANGED))
    return Entry(part.known("entries", seat, seats), text, tuple(read_events(part, "entries", events)))


def read_undo(part: Part, after: dict[str, Any], blank: State, seats: dict[str, SeatId], events: int) -> list[Undo]:
    out: list[Undo] = []
    for item in part.items("undo"):
        if not isinstance(item, list) or len(item) != 3 or not isinstance(item[2], dict):
            part.fail(say("error.undo_has_another_shape"), say(CHANGED))
        seat = part.known("undo", item[0], seats)
        count = part.in_range("undo", item[1], 0, events)
        after = {**after, **item[2]}
        out.insert(0, (read_state(Part(part.file, part.source, ("undo",), after), blank), seat, count))
    return out
