"""Tournaments: bots against each other, every line-up in every order of seats with the same Generals and dice.

Game i has the seed `seed + i // players` and the line-up turned by `i % players` seats; so over a whole turn every
bot has had every seat, and with it every deal of Generals. What was played is kept as JSON lines, one per game.
"""

import json
import math
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from diadochi.bots import BOTS, Bot, random_bot
from diadochi.bots.program import Program, is_program
from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.model.material import Material

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


class TournamentError(GameError):
    """A tournament that cannot be played or gone on with; the message says what to do."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 0
    seconds: float = 5.0
    """For each decision of an outside program."""

    def __post_init__(self) -> None:
        for name in self.bots:
            if name not in BOTS and not is_program(name):
                raise TournamentError(f"{name!r} is no bot; choose among: {', '.join(BOTS)}, or program:COMMAND")
        if not self.bots:
            raise TournamentError("name at least one bot: --bots satrap,random")

    def line_ups(self) -> list[tuple[str, ...]]:
        """As many names as seats, or more: every choice of that many. Fewer names come round again."""
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        turns = len(self.bots)
        return [tuple(self.bots[(first + i) % turns] for i in range(self.players)) for first in range(turns)]

    def game(self, number: int) -> "Match":
        block, turn = divmod(number, self.players)
        line_ups = self.line_ups()
        line_up = line_ups[block % len(line_ups)]
        seats = tuple(line_up[(seat + turn) % self.players] for seat in range(self.players))
        return Match(number, self.seed + block, seats)

    def head(self) -> dict[str, Any]:
        """What has to be the same to go on."""
        return {"bots": list(self.bots), "players": self.players, "seed": self.seed}


@dataclass(frozen=True)
class Match:
    """One game of a tournament: its number, its seed and the bot of each seat."""

    game: int
    seed: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """How a match ended."""

    game: int
    seed: int
    seats: tuple[str, ...]
    winner: int
    victory: str
    turn: int
    vp: tuple[int, ...]
    legitimacy: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """By seat: how many decisions, and the time they took."""


def play(match: Match, seconds: float = 5.0, material: Material | None = None) -> Played:
    material = load_material() if material is None else material
    game = Game.new(len(match.seats), match.seed, material=material, keep_undo=False)
    rngs = [random.Random(f"{match.seed}:{match.game}:{seat}") for seat in range(len(match.seats))]
    programs = {seat: Program(name, seconds) for seat, name in enumerate(match.seats) if is_program(name)}
    decisions, times = [0] * game.players, [0.0] * game.players
    try:
        while (decision := game.decision) is not None:
            seat = decision.seat
            begin = time.perf_counter()
            bot: Bot = programs[seat].choose if seat in programs else BOTS[match.seats[seat]]
            if bot is random_bot.choose:
                code = random_bot.pick(game, rngs[seat])
            else:
                code = game.notation.parse(bot(game.view(seat), decision, rngs[seat])).code
            decisions[seat] += 1
            times[seat] += time.perf_counter() - begin
            if code not in decision.codes:
                raise TournamentError(f"{match.seats[seat]} chose what is not offered: {game.notation.text(code)}")
            game.act_code(code)
    finally:
        for program in programs.values():
            program.stop()
    result = game.result
    assert result is not None
    return Played(
        match.game, match.seed, match.seats, result.winner, result.victory, game.state.turn, result.vp,
        result.legitimacy, tuple(decisions), tuple(round(t, 3) for t in times),
    )  # fmt: skip


# Many games


def run(
    plan: Plan,
    jobs: int = 0,
    keep: Path | None = None,
    after_game: Callable[[Played], None] | None = None,
    material: Material | None = None,
) -> list[Played]:
    """Play what is not yet played. `keep`: the file of what was played, to go on with another time."""
    played = {p.game: p for p in read(plan, keep)} if keep is not None else {}
    missing = [plan.game(i) for i in range(plan.games) if i not in played]
    jobs = jobs or os.cpu_count() or 1
    for done in results(plan, missing, jobs, material):
        played[done.game] = done
        if keep is not None:
            write(keep, done)
        if after_game is not None:
            after_game(done)
    return [played[i] for i in sorted(played) if i < plan.games]


def results(plan: Plan, missing: list[Match], jobs: int, material: Material | None) -> Iterator[Played]:
    if jobs == 1 or len(missing) < 2 or material is not None:
        yield from (play(match, plan.seconds, material) for match in missing)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(missing)), mp_context=context) as pool:
        work = partial(play, seconds=plan.seconds)
        for future in as_completed([pool.submit(work, match) for match in missing]):
            yield future.result()


def read(plan: Plan, keep: Path) -> list[Played]:
    """What the file holds; it is begun if it is not there."""
    if not keep.exists():
        keep.write_text(json.dumps({"tournament": plan.head()}) + "\n", encoding="utf-8")
        return []
    lines = keep.read_text(encoding="utf-8").splitlines()
    try:
        head, *games = [json.loads(line) for line in lines]
        if head["tournament"] != plan.head():
            raise TournamentError(f"{keep} is of another tournament: {json.dumps(head['tournament'])}")
        return [played_of(game) for game in games]
    except (ValueError, KeyError, TypeError) as error:
        raise TournamentError(f"{keep} cannot be read ({error}); name another file") from None


def played_of(data: dict[str, Any]) -> Played:
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
    return Played(**values)


def write(keep: Path, played: Played) -> None:
    with keep.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(played)) + "\n")


# What came out


@dataclass(slots=True)
class Score:
    """One bot's games: every seat it played counts."""

    games: int = 0
    wins: int = 0
    decisions: int = 0
    seconds: float = 0.0
    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    victories: dict[str, int] = field(default_factory=dict)

    @property
    def win_share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "games": self.games,
            "wins": self.wins,
            "win_share": round(self.win_share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "rating": round(self.mu, 2),
        }


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    middle, scale = share + Z * Z / (2 * games), 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def scores(played: Iterable[Played]) -> dict[str, Score]:
    """By bot, in the order of their first seats; ratings go through the games in order."""
    out: dict[str, Score] = {}
    for game in played:
        for seat, name in enumerate(game.seats):
            score = out.setdefault(name, Score())
            score.games += 1
            score.decisions += game.decisions[seat]
            score.seconds += game.seconds[seat]
            if seat == game.winner:
                score.wins += 1
                score.victories[game.victory] = score.victories.get(game.victory, 0) + 1
        rate(out, game)
    return out


def rate(out: dict[str, Score], game: Played) -> None:
    """The winner beats every other seat; a bot of several seats gets the mean of what they gain."""
    if len(set(game.seats)) < 2:
        return
    from openskill.models import PlackettLuce  # here, because it takes a while to load

    model = PlackettLuce()
    teams = [[model.rating(mu=out[name].mu, sigma=out[name].sigma)] for name in game.seats]
    ranks = [0.0 if seat == game.winner else 1.0 for seat in range(len(game.seats))]
    rated = model.rate(teams, ranks=ranks)
    for name in set(game.seats):
        mine = [rated[seat][0] for seat, other in enumerate(game.seats) if other == name]
        out[name].mu = sum(r.mu for r in mine) / len(mine)
        out[name].sigma = sum(r.sigma for r in mine) / len(mine)
