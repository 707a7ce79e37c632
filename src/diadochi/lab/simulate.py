"""Whole games played by bots.

Game i of a simulation has the seed `seed + i`, for its dice and for its bots; so any one of them can be played
again alone.
"""

import gc
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from diadochi.bots import BOTS, Bot, random_bot
from diadochi.data import load_material
from diadochi.game import Decision, Game
from diadochi.model.material import Material
from diadochi.model.notation import SHIFT, Verb

LONGEST = 100_000
"""Actions after which a game is taken for one that never ends."""


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A game that could not go on, with all it takes to replay it."""

    players: int
    seed: int
    options: tuple[str, ...]
    reason: str
    actions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "seed": self.seed,
            "options": list(self.options),
            "reason": self.reason,
            "actions": list(self.actions),
        }


@dataclass(slots=True)
class Tally:
    """What the games of a simulation came to."""

    games: int = 0
    finished: int = 0
    actions: int = 0
    passes: int = 0
    seconds: float = 0.0
    victories: Counter[str] = field(default_factory=Counter)
    dead_ends: list[DeadEnd] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        seconds = max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "finished": self.finished,
            "dead_ends": len(self.dead_ends),
            "actions": self.actions,
            "passes": self.passes,
            "seconds": round(self.seconds, 3),
            "actions_per_second": round(self.actions / seconds),
            "games_per_second": round(self.games / seconds, 2),
            "victories": dict(sorted(self.victories.items())),
            **({"failures": [d.to_json() for d in self.dead_ends]} if self.dead_ends else {}),
        }


def keep_for_good() -> None:
    """What is loaded by now lives as long as the process: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def simulate(
    players: int = 4,
    games: int = 100,
    seed: int = 0,
    bot: str = "random",
    options: Iterable[str] = (),
    *,
    material: Material | None = None,
    after_game: Callable[[], None] | None = None,
) -> Tally:
    """Play that many games to the end, every seat by the same bot."""
    material = load_material() if material is None else material
    options = tuple(options)
    tally = Tally()
    keep_for_good()
    for i in range(games):
        begin = time.perf_counter()
        play_one(tally, material, players, seed + i, options, BOTS[bot])
        tally.seconds += time.perf_counter() - begin
        if after_game is not None:
            after_game()
    return tally


def play_one(tally: Tally, material: Material, players: int, seed: int, options: tuple[str, ...], bot: Bot) -> None:
    tally.games += 1
    played: list[int] = []
    reason = ""
    try:
        game = Game.new(players, seed, options, material=material, keep_undo=False)
        reason = play_out(game, random.Random(seed), bot, played)
    except Exception as error:  # whatever stops a game is what a simulation is there to find
        reason = f"{type(error).__name__}: {error}"
    tally.actions += len(played)
    tally.passes += sum(code >> SHIFT == Verb.PASS for code in played)
    if reason:
        texts = tuple(material.notation.text(code) for code in played)
        tally.dead_ends.append(DeadEnd(players, seed, options, reason, texts))
    elif game.result is not None:
        tally.finished += 1
        tally.victories[game.result.victory] += 1


def play_out(game: Game, rng: random.Random, bot: Bot, played: list[int]) -> str:
    """Let the bot decide for every seat until the game is over; what stopped it, if anything did."""
    choose = picker(game, bot, rng)
    while (decision := game.decision) is not None:
        if not decision.codes:
            return f"{decision.prompt} offers nothing"
        if len(played) >= LONGEST:
            return f"no end after {LONGEST} actions"
        code = choose(decision)
        played.append(code)
        game.act_code(code)
    return ""


def picker(game: Game, bot: Bot, rng: random.Random) -> Callable[[Decision], int]:
    """How a bot picks a code; the random one needs no view to do so."""
    if bot is random_bot.choose:
        return lambda decision: random_bot.pick(game, rng)

    def choose(decision: Decision) -> int:
        return game.notation.parse(bot(game.view(decision.seat), decision, rng)).code

    return choose
