"""The long form of the harness: `make soak`, or `python -m tests.soak --edition third --games 500`.

Random whole games with the invariants looked at after every procedure, and now and then everything else that
the harness knows. It ends with one line per number of players, and exit code 1 if anything did not hold; what
did not is told with a record that `tests.harness.replay` plays again.
"""

import argparse
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.lab import invariants
from diadochi.model.edition import EDITIONS, Edition, offered
from diadochi.model.rulings import RULINGS
from tests import harness
from tests.switched import SWITCHES, material_with, options_with

LOOKS = (
    harness.offers_are_exact,
    harness.undo_restores,
    harness.copies_are_independent,
    harness.state_survives_json,
    harness.nothing_leaks,
    harness.samples_fit,
    harness.logs_do_not_leak,
)
ONE_IN = 300
"""How often the costly looks are taken."""


def after_procedures(game: Game, rng: random.Random) -> None:
    """The invariants whenever no procedure is under way; a pass in a window leaves everything as it was."""
    if game.entries and game.entries[-1].text == "pass":
        return
    problems = invariants.broken(game._play, settled=True) if harness.between_procedures(game) else []
    assert not problems, problems


def options_of(seed: int, edition: Edition, players: int) -> tuple[str, ...]:
    """A random set of the options that so many players may choose."""
    rng = random.Random(-seed)
    chosen = [name for name in offered(edition) if rng.random() < rng.random()]
    second = players in edition.generals_each_second
    return tuple(name for name in chosen if second or name != "second-variant")


def rulings_of(seed: int, edition: Edition) -> dict[str, str]:
    """A random set of the rulings, each with another value than the edition has."""
    rng = random.Random(-seed)
    others = {r.name: [value for value in r.values if value != r.value_in(edition)] for r in RULINGS}
    return {name: rng.choice(values) for name, values in others.items() if rng.random() < rng.random()}


def play_one(task: tuple[str, int, int, bool, bool]) -> tuple[str, int, str]:
    """(how the game ended, actions, problem)"""
    edition, players, seed, mixed, quick = task
    options = options_of(seed, load_material(edition).edition, players) if mixed else ()
    rulings = rulings_of(seed, load_material(edition).edition) if mixed else {}
    looks: list[harness.Look] = [after_procedures]
    if not quick:
        looks += [harness.now_and_then(look, ONE_IN) for look in LOOKS]
    try:
        game = harness.play(players, seed, *looks, options=options, edition=edition, rulings=rulings)
    except harness.HarnessError as error:
        return "", 0, str(error)
    assert game.result is not None
    return game.result.victory, game.version, ""


def play_switched(task: tuple[str, Any, int, int, bool]) -> tuple[str, int, str]:
    """The same of a game of the first edition with one rule of another."""
    name, value, number, seed, quick = task
    material = material_with(name, value)
    players = material.edition.players
    looks: list[harness.Look] = [after_procedures]
    if not quick:
        looks += [harness.now_and_then(look, ONE_IN) for look in LOOKS]
    options = options_with(material, number)
    try:
        game = harness.play(players[number // 2 % len(players)], seed, *looks, options=options, edition=material)
    except harness.HarnessError as error:
        return "", 0, f"{name} = {value}: {error}"
    assert game.result is not None
    return game.result.victory, game.version, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0])
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; all of the edition's by default")
    parser.add_argument("--seed", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--options", action="store_true", help="with a random set of options and rulings in every game")
    parser.add_argument(
        "--switched", action="store_true", help="instead: as many games of the first edition with each rule of another"
    )
    parser.add_argument("--quick", action="store_true", help="the invariants only")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    failures = 0
    with ProcessPoolExecutor(chosen.jobs, initializer=gc.disable) as pool:
        if chosen.switched:
            tasks = [
                (name, value, number, chosen.seed + number, chosen.quick)
                for name, value in SWITCHES
                for number in range(chosen.games)
            ]
            failures += soak(pool, f"{len(SWITCHES)} rules switched", play_switched, tasks)
        else:
            for players in chosen.players or load_material(chosen.edition).edition.players:
                seeds = range(chosen.seed, chosen.seed + chosen.games)
                games = [(chosen.edition, players, seed, chosen.options, chosen.quick) for seed in seeds]
                failures += soak(pool, f"{players} players", play_one, games)
    return 1 if failures else 0


def soak(
    pool: ProcessPoolExecutor, what: str, play: Callable[[Any], tuple[str, int, str]], tasks: Sequence[object]
) -> int:
    began, actions, problems = time.perf_counter(), 0, []
    ends: Counter[str] = Counter()
    for done, (end, length, problem) in enumerate(pool.map(play, tasks, chunksize=4), 1):
        actions += length
        ends[end] += not problem
        if problem:
            problems.append(problem)
        if sys.stderr.isatty():
            print(f"\r{what}: {done} of {len(tasks)}", end="", file=sys.stderr)
    seconds = time.perf_counter() - began
    told = ", ".join(f"{end} {n}" for end, n in ends.most_common() if n)
    print(f"{what}: {len(tasks) - len(problems)} of {len(tasks)} games finished, {actions} actions, "
          f"{len(problems)} problems, {seconds:.0f} s ({told})", flush=True)  # fmt: skip
    for problem in problems[:5]:
        print(problem, flush=True)
    return len(problems)


if __name__ == "__main__":
    sys.exit(main())
