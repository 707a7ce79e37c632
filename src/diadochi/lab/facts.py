"""What a report counts, gathered from finished games by playing each of them again."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from diadochi.game import Game
from diadochi.lab import games, luck
from diadochi.lab.games import Played
from diadochi.lab.habits import Habits, Observer
from diadochi.lab.match import material_of
from diadochi.lab.pool import in_order, read_kept
from diadochi.model.board import Board
from diadochi.model.edition import EDITIONS
from diadochi.model.notation import MASK, SHIFT
from diadochi.model.verbs import VERBS, Domain, Verb

EVENT, OPS = "event", "ops"
AS_EVENT = (Verb.EVENT, Verb.SURPRISE)
UNUSED = (Verb.DISCARD, Verb.SPEND_NOTHING)
ENTERING = (Verb.MARCH, Verb.SAIL, Verb.LAND)
"""The verbs by which a group comes to a space."""


@dataclass(slots=True)
class CardUse:
    seat: int
    card: str
    use: str
    """EVENT or OPS."""
    gain: int = 0
    """How much VP and L the seat gained in that Player Turn, both together."""


@dataclass(slots=True)
class Facts:
    """One finished game."""

    number: int
    bots: list[str]
    generals: list[list[str]]
    """By seat: those received at set-up."""
    winner: int
    victory: str
    turn: int
    actions: int
    standings: list[tuple[int, int, list[int], list[int]]]
    """After each Player Turn: Game Turn, round, VP and L by seat."""
    cards: list[CardUse] = field(default_factory=list)
    visits: dict[str, int] = field(default_factory=dict)
    """By space: how often a group came there."""
    battles: dict[str, int] = field(default_factory=dict)
    sieges: dict[str, int] = field(default_factory=dict)
    luck: list[tuple[int, float]] = field(default_factory=list)
    """By seat: how many rolls, and the sum of their luck."""
    habits: dict[str, Any] = field(default_factory=dict)
    edition: str = EDITIONS[0]

    @property
    def players(self) -> int:
        return len(self.bots)


def facts_of(played: Played, folder: str = "") -> Facts:
    """Play the game again and write down what a report needs."""
    assert played.result is not None
    material = material_of(played.edition, folder)
    facts = Facts(
        number=played.number,
        bots=list(played.bots),
        generals=[list(seat.generals) for seat in played.seats],
        winner=played.result.winner,
        victory=played.result.victory,
        turn=played.turn,
        actions=len(played.actions),
        standings=[(t.turn, t.round, list(t.vp), list(t.legitimacy)) for t in played.player_turns],
        edition=played.edition,
    )
    again = games.replay(played, material)
    game = next(again)
    clerk = Clerk(facts, game)
    for text in played.actions:
        clerk.before(text)
        next(again)
        clerk.after()
    next(again, None)  # the end is compared
    clerk.game_over()
    return facts


class Clerk:
    """Watches a game that is played again."""

    def __init__(self, facts: Facts, game: Game) -> None:
        self.facts, self.game = facts, game
        self.habits = Habits()
        self.observer = Observer(self.habits, game)
        self.moment = self._moment()
        self.standing = self._standing()
        self.pending: list[CardUse] = []
        self.visits: Counter[str] = Counter()
        self.battles: Counter[str] = Counter()
        self.sieges: Counter[str] = Counter()
        self.rolls = [[0, 0.0] for _ in range(game.players)]

    def _moment(self) -> tuple[int, int, int]:
        s = self.game.state
        return s.turn, s.round, s.active

    def _standing(self) -> list[int]:
        s = self.game.state
        return [sum(points) for points in zip(s.vp, s.legitimacy, strict=True)]

    def before(self, text: str) -> None:
        self.observer.look()
        code = self.game.notation.by_text[text].code
        verb, operand = code >> SHIFT, code & MASK
        if VERBS[verb].domain == Domain.CARD and verb not in UNUSED:
            use = EVENT if verb in AS_EVENT else OPS
            self.pending.append(CardUse(self.game.deciding, self.game.material.cards[operand].number, use))
        if verb in ENTERING:
            self.visits[space_id(self.game.material.board, operand)] += 1

    def after(self) -> None:
        board = self.game.material.board
        events = self.game.entries[-1].events
        for event in events:
            places = {name: value for name, kind, value in event.args if kind in ("location", "space")}
            if event.key == "siege_roll":
                self.sieges[space_id(board, places["space"])] += 1
            elif event.key == "battle_begins":
                self.battles[space_id(board, places["at"])] += 1
        for roll in luck.rolls(self.game.material, events):
            self.rolls[roll.seat][0] += 1
            self.rolls[roll.seat][1] += roll.luck
        if self._moment() != self.moment:
            self._turn_over()

    def _turn_over(self) -> None:
        now = self._standing()
        for use in self.pending:
            use.gain = now[use.seat] - self.standing[use.seat]
        self.facts.cards += self.pending
        self.pending, self.standing, self.moment = [], now, self._moment()

    def game_over(self) -> None:
        self._turn_over()
        self.observer.game_over()
        facts = self.facts
        facts.visits, facts.battles, facts.sieges = dict(self.visits), dict(self.battles), dict(self.sieges)
        facts.luck = [(int(number), round(total, 4)) for number, total in self.rolls]
        facts.habits = self.habits.to_json()


def space_id(board: Board, location: int) -> str:
    return board.spaces[location % len(board.spaces)].id


# Many games


def to_line(facts: Facts, mark: str) -> str:
    return json.dumps({"line": mark, **asdict(facts)}, separators=(",", ":")) + "\n"


def from_json(raw: dict[str, Any]) -> Facts:
    values = {name: value for name, value in raw.items() if name != "line"}
    values["cards"] = [CardUse(**use) for use in values["cards"]]
    values["standings"] = [tuple(standing) for standing in values["standings"]]
    values["luck"] = [(n, total) for n, total in values["luck"]]
    return Facts(**values)


def mark_of(line: bytes) -> str:
    return sha256(line).hexdigest()[:16]


def facts_of_line(job: tuple[bytes, str, int, str]) -> str:
    """For a worker: the facts of one line as a line; empty for a game that was not finished."""
    line, path, number, folder = job
    played = games.read_line(line, path, number)
    return to_line(facts_of(played, folder), mark_of(line)) if played.is_sound else ""


@dataclass(slots=True)
class Gathered:
    facts: list[Facts]
    left_out: int
    """Games that were stopped, or in which an outside program failed."""


def gather(
    path: Path, jobs: int = 0, keep: Path | None = None, folder: str = "", after_game: Callable[[], None] | None = None
) -> Gathered:
    """The facts of all games of a file, in its order. `keep`: what is gathered is kept there, to go on another time."""
    kept = read_kept(keep) if keep is not None else {}
    with path.open("rb") as file:
        lines = [(line, str(path), number, folder) for number, line in enumerate(file, 1)]
    missing = [job for job in lines if mark_of(job[0]) not in kept]
    found = dict(kept)
    for _ in range(len(lines) - len(missing)):
        if after_game is not None:
            after_game()
    for job, line in zip(missing, in_order(facts_of_line, missing, jobs), strict=True):
        found[mark_of(job[0])] = line
        if keep is not None and line:
            with keep.open("a", encoding="utf-8") as out:
                out.write(line)
        if after_game is not None:
            after_game()
    texts = [found[mark_of(job[0])] for job in lines]
    return Gathered([from_json(json.loads(text)) for text in texts if text], sum(not text for text in texts))
