"""The course of a game: where a replay stops, and which turns, rounds and fights it passes.

It is made of what everybody was told, and is therefore the same for every seat.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from diadochi.model.material import Material
from diadochi.rules.face import EVERYBODY, UNDO, Event
from diadochi.table import wire
from diadochi.table.codec import decode_body
from diadochi.table.log_lines import MARKED, line, named
from diadochi.table.rows import EntryRow
from diadochi.table.sitting import sitting

MOST_READ = 200
"""Entries that are looked at for one answer."""
KEPT = 256
TURNING_POINTS = 5
TOLD = 3
"""Changes that are told of a turning point."""
SCORED: dict[str, Literal["vp", "legitimacy"]] = {
    "gains_province": "vp",
    "loses_province": "vp",
    "source_gained.vp": "vp",
    "source_lost.vp": "vp",
    "source_gained.l": "legitimacy",
    "source_lost.l": "legitimacy",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log, as far as it matters here."""

    version: int
    is_undo: bool
    tells: bool
    marks: Sequence[wire.Mark]
    turn: int = 0
    round: int = 0
    scored: Sequence[Event] = ()
    """Every change of VP or Legitimacy."""
    end: Event | None = None
    """How the game was won."""

    @property
    def weight(self) -> int:
        """How much changed hands."""
        return sum(abs(fact(event, "points")) for event in self.scored)


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

    def told(self, material: Material) -> wire.Course:
        ends = [(step.version, step.end) for step in self.steps if step.end is not None]
        return wire.Course(
            version=self.version,
            stops=[step.version for step in self.steps if step.tells],
            marks=[mark for step in self.steps for mark in step.marks],
            scores=[score(material, step, event) for step in self.steps for event in step.scored],
            turning_points=[turning_point(material, step) for step in self.heaviest()] if ends else [],
            ending=ending(material, *ends[-1]) if ends else None,
        )

    def heaviest(self) -> list[Step]:
        """The steps at which most changed hands after the game began, in their order."""
        played = [step for step in self.steps if step.round and step.weight]
        most = sorted(played, key=lambda step: step.weight, reverse=True)[:TURNING_POINTS]
        return sorted(most, key=lambda step: step.version)


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
    scored = [event for event in told if event.key in SCORED]
    end = next((event for event in told if event.key.startswith("wins.")), None)
    return Step(row.version, row.action == UNDO, bool(told), marks, body.turn, body.round, scored, end)


def fact(event: Event, name: str) -> int:
    return int(next(value for known, _, value in event.args if known == name))


def score(material: Material, step: Step, event: Event) -> wire.Score:
    who = sitting(material)[fact(event, "who")]
    return wire.Score(step.version, who, SCORED[event.key], fact(event, "points"), fact(event, "total"))


def turning_point(material: Material, step: Step) -> wire.TurningPoint:
    most = sorted(step.scored, key=lambda event: abs(fact(event, "points")), reverse=True)[:TOLD]
    return wire.TurningPoint(step.version, step.turn, step.round, [line(material, event).text for event in most])


def ending(material: Material, version: int, event: Event) -> wire.Ending:
    told = line(material, event)
    return wire.Ending(version, told.text, told.rule)


def place(material: Material, event: Event) -> str | None:
    found: Iterable[tuple[str, Any]] = ((kind, value) for _, kind, value in event.args)
    return next((named(material, kind, value) for kind, value in found if kind in ("space", "location")), None)
