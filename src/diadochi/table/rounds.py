"""A window at a live table: everybody whom it may ask is asked at once, under one countdown.

Answers are kept until it ends and then carried out in Turn Order; silence is a pass. Who is asked and how long it lasts
depends on what everybody may see and on what seats have said beforehand, and on nothing else: not on a hand, not on an
answer, not on how long a bot thinks.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from diadochi.game import Game
from diadochi.table import checksums, windows
from diadochi.table.schema import ANSWERS
from diadochi.table.store import Store
from diadochi.table.store_errors import tell_operator
from diadochi.table.windows import Manner

SECONDS = 3.0
STEP = 0.1
"""Of it, for a further step of a voyage: six of them cost half as much again as one."""


@dataclass(frozen=True, slots=True)
class Answer:
    action: str
    action_id: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What the database holds of a countdown."""

    answers: dict[int, Answer]
    lost: frozenset[int]
    """The seats whose answers were damaged."""


@dataclass(slots=True, eq=False)
class Round:
    version: int
    kind: int
    seats: tuple[int, ...]
    """Who is asked, in order, bots too."""
    seconds: float
    ends: float
    own: bool
    """Only the active player is asked: the answer ends it, as with any other decision in one's own turn."""
    answers: dict[int, Answer] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    """The seats that are asked again, because their answers were damaged."""

    def take(self, kept: Kept) -> None:
        self.answers |= kept.answers
        self.lost |= kept.lost - self.answers.keys()

    def left(self, now: float) -> float:
        return max(0.0, self.ends - now)


@dataclass(frozen=True, slots=True)
class Countdown:
    """How long a round lasts, by which clock."""

    seconds: float = SECONDS
    clock: Callable[[], float] = time.monotonic

    def open(self, game: Game, version: int, manner: Manner, *, announced: bool, spent: float = 0.0) -> Round:
        """The round of the window at hand, which another server has begun so many seconds before.

        `announced`: a space at sea has just been announced, and no card was played since.
        """
        short = announced and windows.goes_on(game) and not windows.wants_every_step(game, manner)
        seconds = self.seconds * STEP if short else self.seconds
        ends = self.clock() + (seconds - spent if 0 < spent < seconds else seconds)
        seats = game.still_asked()
        opened = Round(version, windows.kind_of(game), seats, seconds, ends, seats == (game.state.active,))
        for seat in seats:
            ordered = windows.order_of(game, manner, seat)
            if ordered:
                opened.answers[seat] = Answer(ordered)
        return opened


# What is kept of a round: the answers that have been acknowledged


def keep(store: Store, game: str, version: int, seat: int, answer: Answer) -> None:
    """Instead of an earlier one of this seat; those of rounds that are over are swept away."""
    old = (ANSWERS.c.version < version) | (ANSWERS.c.seat == seat)
    row = {"game": game, "version": version, "seat": seat, "action": answer.action, "action_id": answer.action_id}
    row["checksum"] = checksums.of_answer(game, version, seat, answer.action, answer.action_id)
    with store.writing() as connection:
        connection.execute(ANSWERS.delete().where(ANSWERS.c.game == game, old))
        connection.execute(ANSWERS.insert(), row)


def kept(store: Store, game: str, version: int) -> Kept:
    """An answer that is not what was written is dropped: the seat is asked again."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(ANSWERS).where(ANSWERS.c.game == game)).all()
    damaged = [row for row in rows if row.checksum != checksums.of_answer(*row[:-1])]
    if damaged:
        drop(store, game, damaged)
    answers = {row.seat: Answer(row.action, row.action_id) for row in rows if row.version == version}
    lost = frozenset(row.seat for row in damaged if row.version == version)
    return Kept({seat: answer for seat, answer in answers.items() if seat not in lost}, lost)


def drop(store: Store, game: str, damaged: Sequence[sa.Row[Any]]) -> None:
    with store.writing() as connection:
        for row in damaged:
            same = (ANSWERS.c.version == row.version) & (ANSWERS.c.seat == row.seat)
            same &= ANSWERS.c.checksum == row.checksum
            connection.execute(ANSWERS.delete().where(ANSWERS.c.game == game, same))
    tell_operator(
        f"game {game}: an answer in a countdown was damaged and has been dropped; the seat is asked again. "
        "Look at the disk"
    )
