"""Tournaments: who is stronger, from blocks of games in which everybody has had every seat with the same deal.

An outside program that fails ends its game: that game counts for nobody, and is counted as a fault of the program.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from diadochi.bots.program import Program, is_program
from diadochi.errors import GameError
from diadochi.lab.games import Played
from diadochi.lab.inference import Estimate, Verdict, sequential, share_of_blocks
from diadochi.lab.ladder import Rating, rate
from diadochi.lab.match import material_of
from diadochi.lab.plan import Plan

MOST_FAULTS = 3
"""So many games in a row an outside program may fail before the tournament ends."""


class TournamentError(GameError):
    """A tournament that cannot be played; the message says why."""


@dataclass(slots=True)
class Score:
    """One bot's games: every seat it played counts."""

    games: int = 0
    wins: int = 0
    faults: int = 0
    decisions: int = 0
    seconds: float = 0.0
    victories: dict[str, int] = field(default_factory=dict)
    blocks: dict[int, list[int]] = field(default_factory=dict)
    """By block: wins, and seats played."""
    rating: Rating = field(default_factory=Rating)

    @property
    def share(self) -> Estimate:
        return share_of_blocks([(wins, games) for wins, games in self.blocks.values()])

    def to_json(self) -> dict[str, Any]:
        share = self.share
        return {
            "games": self.games,
            "wins": self.wins,
            "win_share": round(share.value, 4),
            "low": round(share.low, 4),
            "high": round(share.high, 4),
            "rating": round(self.rating.mu, 2),
            "faults": self.faults,
        }


def scores(plan: Plan, games: Iterable[Played]) -> dict[str, Score]:
    """By bot, in the order of their first seats; ratings go through the games in the order of their numbers."""
    out: dict[str, Score] = {}
    for game in sorted(games, key=lambda game: game.number):
        for seat in game.seats:
            score = out.setdefault(seat.bot, Score())
            score.faults += seat.fault is not None
        if game.result is None:
            continue
        for place, seat in enumerate(game.seats):
            won = int(place == game.result.winner)
            score = out[seat.bot]
            score.games += 1
            score.wins += won
            score.decisions += seat.decisions
            score.seconds += seat.seconds
            block = score.blocks.setdefault(plan.block(game.number), [0, 0])
            block[0] += won
            block[1] += 1
            if won:
                score.victories[game.result.victory] = score.victories.get(game.result.victory, 0) + 1
        rated = rate({name: out[name].rating for name in game.bots}, game)
        for name, rating in rated.items():
            out[name].rating = rating
    return out


# Outside programs


def try_programs(plan: Plan) -> None:
    """Every outside program is started once, before anything is played; a ProgramError has its last words."""
    for name in dict.fromkeys(filter(is_program, plan.bots)):
        program = Program(name, plan.seconds)
        try:
            program.start(material_of(plan.edition, plan.folder, plan.rulings))
        finally:
            program.stop()


class Patience:
    """Ends a tournament in which an outside program fails again and again."""

    def __init__(self) -> None:
        self.in_a_row: dict[str, int] = {}

    def look(self, game: Played) -> None:
        for seat in game.seats:
            if seat.fault is not None:
                number = self.in_a_row[seat.bot] = self.in_a_row.get(seat.bot, 0) + 1
                if number >= MOST_FAULTS:
                    raise TournamentError("error.lab.fails_always", bot=seat.bot, games=number, words=seat.fault.words)
            elif game.result is not None:
                self.in_a_row.pop(seat.bot, None)


# Is A better than B?


@dataclass(frozen=True, slots=True)
class Question:
    """Is `better` better than `other` by so many percentage points of its share of wins, or not at all?"""

    better: str
    other: str
    points: float

    def __str__(self) -> str:
        return f"{self.better} > {self.other} by {self.points:g} points"


QUESTION = re.compile(r"\s*(.+?)\s*(?:>|\bbeats\b)\s*(.+?)(?:\s+by\s+(\d+(?:\.\d+)?))?\s*")
POINTS = 5.0
EXAMPLE = "satrap>random"


def question_of(text: str, plan: Plan) -> Question:
    """`satrap beats random by 5`, or `satrap>random by 5`."""
    found = QUESTION.fullmatch(text)
    if found is None or found[1] == found[2] or float(found[3] or POINTS) == 0:
        raise TournamentError("error.lab.no_question", text=repr(text), example=repr(EXAMPLE))
    for name in (found[1], found[2]):
        if name not in plan.bots:
            raise TournamentError("error.lab.not_playing", text=repr(text), name=name, bots=plan.bots)
    return Question(found[1], found[2], float(found[3] or POINTS))


class Sequence:
    """Looks at the blocks in their order, whatever the order in which they are played: so it stops at the same block
    with any number of workers."""

    def __init__(self, plan: Plan, question: Question) -> None:
        self.plan = plan
        self.question = question
        self.games: dict[int, list[Played]] = {}
        self.next = 0
        self.differences: list[float] = []
        self.verdict = sequential((), question.points / 100)

    def look(self, game: Played) -> bool:
        """Whether the question is answered."""
        self.games.setdefault(self.plan.block(game.number), []).append(game)
        while len(self.games.get(self.next, ())) == self.plan.players and not self.is_answered:
            difference = self.difference(self.games.pop(self.next))
            self.next += 1
            if difference is not None:
                self.differences.append(difference)
                self.verdict = sequential(self.differences, self.question.points / 100)
        return self.is_answered

    @property
    def is_answered(self) -> bool:
        return self.verdict.answer != "open"

    def difference(self, block: list[Played]) -> float | None:
        """The share of the one less the share of the other; None if they do not both play, or a game has no result."""
        wins, seats = (
            {self.question.better: 0, self.question.other: 0},
            {self.question.better: 0, self.question.other: 0},
        )
        for game in block:
            if game.result is None:
                return None
            for place, name in enumerate(game.bots):
                if name in seats:
                    seats[name] += 1
                    wins[name] += place == game.result.winner
        if not all(seats.values()):
            return None
        better, other = self.question.better, self.question.other
        return wins[better] / seats[better] - wins[other] / seats[other]


def verdict_to_json(question: Question, verdict: Verdict) -> dict[str, Any]:
    return {
        "question": str(question),
        "answer": verdict.answer,
        "blocks": verdict.blocks,
        "llr": round(verdict.llr, 3),
        "bounds": [round(verdict.lower, 3), round(verdict.upper, 3)],
    }
