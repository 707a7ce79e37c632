"""Reading a state: every field has the shape that it has in a game, so that the engine can go on with it."""

from typing import Any

from diadochi.catalogue import say
from diadochi.model.state import FIELDS, LATER_FIELDS, State
from diadochi.rules.face import FRAMES, make_frame
from diadochi.texts.reader import Part

LARGEST = 1 << 256
CHANGED = "error.save.changed"


def read_state(part: Part, blank: State) -> State:
    """A state that has the fields and shapes of `blank` and can be gone on with."""
    for name in FIELDS:
        if name in LATER_FIELDS and name not in part.raw:
            continue
        value = part.value(name)
        if not is_alike(value, getattr(blank, name), name) or (name in MASKS and not are_masks(value)):
            part.fail(say("error.has_another_shape", name=name), say(CHANGED))
    part.done()
    try:
        state = State.from_json(part.raw, make_frame)
    except (TypeError, ValueError):
        part.fail(say("error.state_game"), say(CHANGED))
    if (state.players, state.options) != (blank.players, blank.options):
        part.refuse("players", say("error.state_another_game_than"), say(CHANGED))
    return state


def is_alike(value: Any, blank: Any, name: str) -> bool:
    if name == "agenda":
        return isinstance(value, list) and all(is_frame(frame) for frame in value)
    if isinstance(blank, bytes):
        return isinstance(value, str)
    if isinstance(blank, dict):
        return isinstance(value, dict) and all(k.isdecimal() and is_plain(v) for k, v in value.items())
    if isinstance(blank, list):
        return isinstance(value, list) and (name in PILES or len(value) == len(blank)) and is_plain(value)
    if isinstance(blank, tuple):
        return isinstance(value, list) and is_plain(value)
    return is_number(value)


PILES = ("deck", "face_down")
"""Lists of any length."""
MASKS = {
    "aside", "arrivals", "battle_lost", "champions", "cu_factions", "dead", "dealt", "discard", "front", "generals_at",
    "hands", "independents_active", "knows", "looted", "moved_generals", "moved_royals", "removed", "spent",
}  # fmt: skip
"""Bit masks, which are never negative."""


def are_masks(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else (value,)
    return all(is_number(item) and item >= 0 for item in items)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -LARGEST < value < LARGEST


def is_plain(value: Any) -> bool:
    return all(is_plain(v) for v in value) if isinstance(value, list) else is_number(value)


def is_frame(value: Any) -> bool:
    if isinstance(value, dict):
        name, facts = value.get("frame"), list(value.values())
    elif isinstance(value, list) and value:
        name, facts = value[0], value[1:]
    else:
        return False
    return isinstance(name, str) and name in FRAMES and all(is_fact(fact) for fact in facts)


def is_fact(value: Any) -> bool:
    """Frames hold texts too: rule numbers and message keys."""
    return all(is_fact(v) for v in value) if isinstance(value, list) else isinstance(value, str) or is_number(value)
