"""One side of `diadochi bench --against`, a script of its own: `python -I runner.py FOLDER [EDITION]`.

FOLDER holds the package diadochi of any release, so only what all of them have is used (an edition only where one is
named), and nothing is imported from
the package that this file belongs to. Each line on standard input, `SEED GAMES`, is answered by one line of JSON.
"""

import gc
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

PLAYERS = 4
MIDDLE = 600
"""Actions after which a game is in full swing."""
LOOP = 2_000_000
SELDOM = 1 / 16
"""How often something is done besides what is asked."""
COPIES, VIEWS = 2_000, 100


def calibrate() -> None:
    """A fixed loop of plain Python: what it takes tells how fast the machine is just now."""
    total = 0
    for i in range(LOOP):
        total = (total * 31 + i) & 0xFFFF


def seconds_of(work: Callable[[], object]) -> float:
    """Processor seconds, so that a busy machine tells the same."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def microseconds_each(work: Callable[[], object], times: int) -> float:
    def repeat() -> None:
        for _ in range(times):
            work()

    return seconds_of(repeat) / times * 1e6


class Step(NamedTuple):
    """An action of a game, what was asked then, and what it took to come to the next question."""

    code: int
    besides: bool
    prompt: str
    offered: int
    nanoseconds: int


class Side:
    """The engine under test."""

    def __init__(self, folder: str, edition: str = "") -> None:
        sys.path.insert(0, folder)
        import diadochi
        from diadochi.data import load_material
        from diadochi.game import Game
        from diadochi.rules import engine

        if not (diadochi.__file__ or "").startswith(folder):
            sys.exit(f"diadochi was loaded from {diadochi.__file__}")
        self.material: Any = load_material(edition) if edition else load_material()
        self.game: Any = Game
        self.version = diadochi.__version__
        self.build = "interpreted" if (engine.__file__ or ".py").endswith((".py", ".pyc")) else "compiled"
        self.has_asked = hasattr(Game, "asked")

    def new(self, seed: int) -> Any:
        return self.game.new(PLAYERS, seed, material=self.material, keep_undo=False)

    def asked(self, game: Any) -> Any:
        """The numbers of what is asked, the way that this release gives them fastest."""
        if self.has_asked:
            return game.asked
        decision = game.decision
        return () if decision is None else decision.codes


def turn(side: Side, seed: int, games: int) -> dict[str, Any]:
    """Play the games once to find their actions, and once again with nothing but the engine under the clock."""
    calibration = seconds_of(calibrate)
    told = hashlib.sha256()
    found = [explore(side, seed + i, told) for i in range(games)]
    gc.collect()
    seconds = seconds_of(lambda: [play_again(side, seed + i, steps) for i, steps in enumerate(found)])
    game = play_again(side, seed, found[0][:MIDDLE])
    seat = 0 if game.decision is None else game.decision.seat
    return {
        "calibration_seconds": calibration,
        "actions": sum(len(steps) for steps in found),
        "seconds": seconds,
        "copy_microseconds": microseconds_each(lambda: game.state.copy(), COPIES),
        "game_copy_microseconds": microseconds_each(lambda: game.copy(), COPIES),
        "view_microseconds": microseconds_each(lambda: game.view(seat).encode(), VIEWS),
        "games_digest": told.hexdigest(),
        "cells": cells(found),
    }


def explore(side: Side, seed: int, told: Any) -> list[Step]:
    """A random game. Everything asked, offered and chosen goes into the digest by name, and in the end the result.

    The choice is made among the sorted names: neither the numbering nor the order of offers can change the game."""
    game = side.new(seed)
    rng = random.Random(seed)
    steps = []
    while (decision := game.decision) is not None:
        further = set(getattr(decision, "further", ()))
        besides = bool(further) and rng.random() < SELDOM
        names = {decision.notation.text(code): code for code in decision.codes if (code in further) == besides}
        name = sorted(names)[int(rng.random() * len(names))]
        told.update(repr((decision.seat, decision.prompt, sorted(names), name)).encode())
        begin = time.process_time_ns()
        game.act_code(names[name])
        offered = len(side.asked(game))
        steps.append(Step(names[name], besides, prompt_of(game), offered, time.process_time_ns() - begin))
    result = game.result
    told.update(repr((result.winner, result.victory, result.vp, result.legitimacy)).encode())
    return steps


def prompt_of(game: Any) -> str:
    decision = game.decision
    return "" if decision is None else decision.prompt


def play_again(side: Side, seed: int, steps: list[Step]) -> Any:
    game = side.new(seed)
    for code, besides, *_ in steps:
        if besides:
            game.decision  # noqa: B018  what may be done besides is listed when somebody looks
        else:
            side.asked(game)
        game.act_code(code)
    return game


def cells(found: list[list[Step]]) -> dict[str, tuple[list[int], list[int]]]:
    """What it took to come to a question, in the first and in the last quarter of the games, by kind and size."""
    out: dict[str, tuple[list[int], list[int]]] = {}
    for steps in found:
        quarter = len(steps) // 4
        for late, some in enumerate((steps[:quarter], steps[-quarter:])):
            for step in some:
                if step.offered:
                    cell = out.setdefault(f"{step.prompt} {step.offered}", ([], []))
                    cell[late].append(step.nanoseconds)
    return out


def main() -> None:
    side = Side(*sys.argv[1:])
    side.new(0)
    gc.collect()
    gc.freeze()
    print(json.dumps({"version": side.version, "build": side.build}), flush=True)
    for line in sys.stdin:
        seed, games = map(int, line.split())
        print(json.dumps(turn(side, seed, games)), flush=True)


if __name__ == "__main__":
    main()
