"""The example of play: the long game that the book of the third edition tells, with a comment on every step.

>>> from diadochi import example
>>> play = example.load()
>>> step = play.steps[7]
>>> step.id, step.comment, step.actions
('X008', 'example.third.X008', 13)
>>> game = play.game(step)

The comments are texts of the catalogue `example.third`, in the language of who reads them: `say(step.comment)`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import NamedTuple

from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.messages import Speaker
from diadochi.model.material import Material
from diadochi.rules.face import Event
from diadochi.texts.annotated import Annotated, Move, Step, read_annotated

__all__ = ["Example", "Shown", "Step", "load", "text", "title"]

EDITION = "third"


class Shown(NamedTuple):
    """A step that has been played."""

    step: Step
    game: Game
    """At the end of the step. The same game goes on with the next one: copy it to keep it."""
    moves: tuple[Move, ...]
    """The actions of the step, with the dice and cards that are dictated."""
    events: tuple[Event, ...]
    """What happened in it."""


@dataclass(frozen=True, slots=True)
class Example:
    record: Annotated

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.record.steps

    def find(self, id: str) -> Step:
        """The step of that id; `18` and `x18` name X018 as well."""
        number = id.upper().removeprefix("X").lstrip("0").zfill(3)
        for step in self.steps:
            if step.id == f"X{number}":
                return step
        raise GameError("error.no_step", id=repr(id[:20]), first=self.steps[0].id, last=self.steps[-1].id)

    def walk(self) -> Iterator[Shown]:
        """Every step in its order."""
        played = self.record.played()
        game = next(played).game
        opening = game.opening
        for step in self.steps:
            for _ in range(step.first, step.actions):
                next(played)
            happened = (event for entry in game.entries[step.first : step.actions] for event in entry.events)
            yield Shown(step, game, self.record.moves[step.first : step.actions], (*opening, *happened))
            opening = ()

    def game(self, step: Step) -> Game:
        """The game at the end of a step."""
        return next(shown.game.copy(keep_undo=True) for shown in self.walk() if shown.step == step)


def title(speaker: Speaker, step: Step) -> str:
    """Whose step it is, and when."""
    part = say(f"example.part.{step.part}")
    words = {"step": step.id, "part": part, "turn": speaker.word("turn", step.turn), "round": step.round}
    if not step.seat:
        return say("example.title.all", **words)
    who = speaker.word("faction", speaker.material.pieces.factions.index(step.seat))
    kind = "round" if step.round else "phase" if step.turn else "start"
    return say(f"example.title.{kind}", who=who, **words)


def text() -> str:
    """The annotated record as it is shipped; docs/example.md describes it."""
    return resources.files("diadochi.data").joinpath(EDITION, "example.json").read_text(encoding="utf-8")


def load(material: Material | None = None) -> Example:
    """`material`: the third edition with corrections; the example may not come out with them."""
    return Example(read_annotated(text(), material))
