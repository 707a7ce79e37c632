"""How fast the engine is, and how large its decisions are. Not timed tests: figures to compare.

Seconds are processor seconds, so that a busy machine tells the same.
"""

import random
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from diadochi import build
from diadochi.bots import features, random_bot
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.lab.extras import MissingExtraError
from diadochi.lab.match import LONGEST
from diadochi.lab.runner import MIDDLE, PLAYERS, calibrate, microseconds_each, seconds_of
from diadochi.lab.workers import keep_for_good
from diadochi.model.material import Material
from diadochi.model.notation import SHIFT
from diadochi.model.verbs import Verb

STEPPED, STEPS = 4, 100
"""Games side by side, and steps in each."""
SMALL = 60
"""99 % of decisions are to offer no more actions than this."""


@dataclass(frozen=True, slots=True)
class Bench:
    build: str
    """Compiled or interpreted."""
    calibration_seconds: float
    """A fixed loop of plain Python: divide by it to compare machines."""
    copy_microseconds: float
    view_microseconds: float
    games: int
    finished: int
    actions: int
    seconds: float
    actions_per_second: int
    games_per_second: float
    actions_per_game: int
    share_of_passes: float
    share_of_small_decisions: float
    largest_decision: int
    encode_microseconds: float
    """A view as numbers (`diadochi.bots.features`)."""
    environment_steps_per_second: int | None
    """Random steps of the environments, observation and mask included; None without the extra `rl`."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Counts:
    """What the games that were played offered and took."""

    finished: int = 0
    actions: int = 0
    passes: int = 0
    sizes: Counter[int] = field(default_factory=Counter)
    """How many decisions offered how many actions."""


def bench(games: int = 10, seed: int = 0, material: Material | None = None) -> Bench:
    material = load_material() if material is None else material
    keep_for_good()
    calibration = seconds_of(calibrate)
    game = played(material, seed, MIDDLE)
    seat = 0 if game.decision is None else game.decision.seat
    counts = Counts()
    begin = time.process_time()
    for i in range(games):
        play_out(material, seed + i, counts)
    seconds = time.process_time() - begin
    small = sum(number for size, number in counts.sizes.items() if size <= SMALL)
    return Bench(
        build=build.kind(),
        calibration_seconds=round(calibration, 4),
        copy_microseconds=round(microseconds_each(lambda: game.state.copy(), 20_000), 2),
        view_microseconds=round(microseconds_each(lambda: game.view(seat).encode(), 1_000), 1),
        games=games,
        finished=counts.finished,
        actions=counts.actions,
        seconds=round(seconds, 3),
        actions_per_second=round(counts.actions / seconds),
        games_per_second=round(games / seconds, 2),
        actions_per_game=round(counts.actions / games),
        share_of_passes=round(counts.passes / max(counts.actions, 1), 4),
        share_of_small_decisions=round(small / max(counts.actions, 1), 4),
        largest_decision=max(counts.sizes, default=0),
        encode_microseconds=round(microseconds_each(lambda: features.encode(game.view(seat)), 300), 1),
        environment_steps_per_second=environment_speed(material, seed),
    )


def environment_speed(material: Material, seed: int) -> int | None:
    try:
        from diadochi.lab.envs.vector import Batch
    except MissingExtraError:
        return None
    rng = random.Random(seed)
    batch = Batch(STEPPED, PLAYERS, seed, material=material)
    step = batch.look()
    begin = time.process_time()
    for _ in range(STEPS):
        step = batch.step([rng.choice(mask.nonzero()[0]) for mask in step.masks])
    return round(STEPS * STEPPED / (time.process_time() - begin))


def played(material: Material, seed: int, actions: int) -> Game:
    """A game after that many random actions, or at its end."""
    game = Game.new(PLAYERS, seed, material=material, keep_undo=False)
    rng = random.Random(seed)
    for _ in range(actions):
        if not game.asked:
            break
        game.act_code(random_bot.pick(game, rng))
    return game


def play_out(material: Material, seed: int, counts: Counts) -> None:
    game = Game.new(PLAYERS, seed, material=material, keep_undo=False)
    rng = random.Random(seed)
    for _ in range(LONGEST):
        if not game.asked:
            counts.finished += 1
            return
        counts.sizes[len(game.asked)] += 1
        code = random_bot.pick(game, rng)
        counts.actions += 1
        counts.passes += code >> SHIFT == Verb.PASS
        game.act_code(code)
