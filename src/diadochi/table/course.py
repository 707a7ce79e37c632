"""The course of a game: where a replay stops, and which turns, rounds and fights it passes.

It is made of what everybody was told, and is therefore the same for every seat.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from diadochi.model.material import Material
from diadochi.rules.face import EVERYBODY, UNDO, Event
from diadochi.table import wire
from diadochi.table.codec import decode_body
from diadochi.table.log_lines import MARKED, named
from diadochi.table.rows import EntryRow

MOST_READ = 200
"""Entries that are looked at for one answer."""
KEPT = 256


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log, as far as it matters here."""

    version: int
    is_undo: bool
    tells: bool
    marks: Sequence[wire.Mark]


@dataclass(slots=True)
class Course:
    """A game as far as it has been looked at; what was taken back is left out."""

    version: int = -1
    steps: list[Step] = field(default_factory=list)

    def add(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if step.version != self.version + 1:
                continue
            self.version = step.version
            if step.is_undo:
                self.steps.pop()
            else:
                self.steps.append(step)

    def told(self) -> wire.Course:
        stops = [step.version for step in self.steps if step.tells]
        return wire.Course(self.version, stops, [mark for step in self.steps for mark in step.marks])


class Courses:
    """Those of the last games that were asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Course] = OrderedDict()

    def of(self, game: str) -> Course:
        course = self._kept.setdefault(game, Course())
        self._kept.move_to_end(game)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return course


def step(material: Material, row: EntryRow) -> Step:
    body = decode_body(row.body)
    told = [event for event in body.events if event.to == EVERYBODY]
    marks = [
        wire.Mark(row.version, MARKED[event.key], body.turn, body.round, place(material, event))
        for event in told
        if event.key in MARKED
    ]
    return Step(row.version, row.action == UNDO, bool(told), marks)


def place(material: Material, event: Event) -> str | None:
    found: Iterable[tuple[str, Any]] = ((kind, value) for _, kind, value in event.args)
    return next((named(material, kind, value) for kind, value in found if kind in ("space", "location")), None)
