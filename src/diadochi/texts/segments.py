"""Segments: from which action on which engine has played a game."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from diadochi.catalogue import say
from diadochi.model.state import State
from diadochi.texts.reader import Part
from diadochi.texts.states import read_state

MOST_ENTRIES = 1 << 30
DIFFERENT = "error.record_different"


class Segment(NamedTuple):
    """After so many entries this engine went on; with a base, from there and not from what was before."""

    after: int
    engine: str
    base: State | None = None


def of_one(engine: str) -> tuple[Segment, ...]:
    """A game that one engine has played."""
    return (Segment(0, engine),)


def gone_on(segments: tuple[Segment, ...], engine: str, entries: int, state: State) -> tuple[Segment, ...]:
    """After so many entries this engine goes on; if another one has played before, from the position they led to."""
    if segments[-1].engine == engine or state.result:
        return segments
    before = segments if segments[-1].after < entries else segments[:-1]
    return (*before, Segment(entries, engine, state.copy()))


def write_segments(segments: Iterable[Segment]) -> list[dict[str, Any]]:
    return [write_segment(segment) for segment in segments]


def write_segment(segment: Segment) -> dict[str, Any]:
    out: dict[str, Any] = {"from": segment.after + 1, "engine": segment.engine}
    if segment.base is not None:
        out["base"] = segment.base.to_json()
    return out


def read_segments(
    part: Part, blank: State, key: bytes, engine: str, entries: int = MOST_ENTRIES
) -> tuple[Segment, ...]:
    """Those of a game of so many entries; if none are told, this engine has played all of it."""
    out: list[Segment] = []
    for item in part.parts("segments") if part.has("segments") else ():
        after = item.number("from", 1, entries + 1) - 1
        if (out and after <= out[-1].after) or (not out and after):
            item.fail(say("error.segments_order"), say("error.take_record_as_was"))
        base = read_base(item.entry("base"), blank, key) if item.has("base") else None
        out.append(Segment(after, item.text("engine"), base))
        item.done()
    return tuple(out) or of_one(engine)


def read_base(part: Part, blank: State, key: bytes) -> State:
    state = read_state(part, blank)
    if state.key != key:
        part.refuse("key", say("error.dice_segment_come_from"), say(DIFFERENT))
    return state
