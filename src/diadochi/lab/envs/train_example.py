"""An example that learns: a linear softmax policy by policy gradient, in numpy alone.

    python -m diadochi.lab.envs.train_example --minutes 5 -o curve.html

The policy scores the verb of an action from how the table and its own seat stand, and picks among the actions on offer
by these scores. It learns by REINFORCE: what was done before things went well becomes likelier. How things go is told
by the observation: the lead in VP and Legitimacy over the others, and in the end who has won. It is no strong player;
it shows how the environments are used.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diadochi.bots import features
from diadochi.lab.envs.single import SeatEnv
from diadochi.lab.inference import wilson
from diadochi.lab.page import Line, line_plot, page, section
from diadochi.model.notation import SHIFT

SEEN = len(features.TABLE) + len(features.SEAT)
"""The first numbers of an observation: the table, and the viewer's own seat."""
MEMORY = 0.98
"""What comes a decision later counts so much: the future ends for an action some 50 decisions on."""
WIN = 2.0
"""What a victory is worth, where 1 is a lead of 10 VP or of 10 Legitimacy."""
Array = NDArray[np.float64]


class Policy:
    """Scores every verb by a weighted sum of what is seen."""

    def __init__(self, env: SeatEnv, seed: int = 0) -> None:
        actions = env.episode.game.notation.actions
        self.verbs = np.array([action.code >> SHIFT for action in actions])
        self.weights: Array = np.zeros((int(self.verbs.max()) + 1, SEEN + 1))
        self.rng = np.random.default_rng(seed)

    def chances(self, seen: Array, legal: NDArray[np.int64]) -> Array:
        scores = (self.weights @ seen)[self.verbs[legal]]
        weights: Array = np.exp(scores - scores.max())
        chances: Array = weights / weights.sum()
        return chances

    def choose(self, seen: Array, legal: NDArray[np.int64]) -> tuple[int, Array]:
        """An action, and by how much a higher score of each verb makes it likelier."""
        chances = self.chances(seen, legal)
        place = int(self.rng.choice(len(legal), p=chances))
        push = np.zeros(len(self.weights))
        np.add.at(push, self.verbs[legal], -chances)
        push[self.verbs[legal[place]]] += 1
        return int(legal[place]), push


def seen_of(observation: NDArray[np.float32]) -> Array:
    return np.append(observation[:SEEN].astype(np.float64), 1.0)


def lead_of(observation: NDArray[np.float32], players: int) -> float:
    """The lead in VP and Legitimacy over the others' average, in tens."""
    start, row = len(features.TABLE), len(features.SEAT)
    rows = observation[start : start + players * row].reshape(players, row)
    points = 3.0 * rows[:, 0] + 1.8 * rows[:, 1]
    return float(points[0] - points[1:].mean())


@dataclass
class Played:
    """One game through the learner's eyes."""

    won: bool
    seen: Array
    pushes: Array
    leads: Array
    """Before the first decision and after each."""

    def gains(self) -> Array:
        """What came after each decision, the sooner the more."""
        steps = np.diff(self.leads)
        steps[-1] += WIN if self.won else -WIN
        coming, out = 0.0, np.zeros(len(steps))
        for place in range(len(steps) - 1, -1, -1):
            coming = steps[place] + MEMORY * coming
            out[place] = coming
        return out


def play(env: SeatEnv, policy: Policy, seed: int) -> Played:
    observation, info = env.reset(seed=seed)
    seen, pushes, leads = [], [], [lead_of(observation["observation"], env.players)]
    while True:
        seen.append(seen_of(observation["observation"]))
        action, push = policy.choose(seen[-1], np.flatnonzero(info["action_mask"]))
        pushes.append(push)
        observation, reward, over, truncated, info = env.step(action)
        leads.append(lead_of(observation["observation"], env.players))
        if over or truncated or not info["action_mask"].any():
            return Played(reward > 0, np.array(seen), np.array(pushes), np.array(leads))


def gradient(batch: list[Played]) -> Array:
    """The direction in which better than usual becomes likelier."""
    gains = np.concatenate([played.gains() for played in batch])
    worth = (gains - gains.mean()) / (gains.std() + 1e-9)
    pushes = np.concatenate([played.pushes for played in batch])
    seen = np.concatenate([played.seen for played in batch])
    found: Array = (pushes * worth[:, None]).T @ seen / len(worth)
    return found


def train(
    env: SeatEnv,
    policy: Policy,
    *,
    batches: int,
    games: int = 8,
    rate: float = 0.03,
    enough: Callable[[], bool] = lambda: False,
    after_batch: Callable[[int, float], None] | None = None,
) -> list[float]:
    """The share of games won in each batch. The steps are Adam's: as long for rare verbs as for frequent ones."""
    curve: list[float] = []
    mean, square = np.zeros_like(policy.weights), np.zeros_like(policy.weights)
    for batch in range(batches):
        played = [play(env, policy, batch * games + i) for i in range(games)]
        found = gradient(played)
        mean, square = 0.9 * mean + 0.1 * found, 0.99 * square + 0.01 * found**2
        step = mean / (1 - 0.9 ** (batch + 1)) / (np.sqrt(square / (1 - 0.99 ** (batch + 1))) + 1e-8)
        policy.weights += rate * step
        curve.append(sum(game.won for game in played) / games)
        if after_batch is not None:
            after_batch(batch, curve[-1])
        if enough():
            break
    return curve


def share(env: SeatEnv, policy: Policy, games: int, first: int = 1_000_000) -> tuple[int, int]:
    """Games won, of how many."""
    won = sum(play(env, policy, first + i).won for i in range(games))
    return won, games


def told(opponent: str, won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"against {opponent}: {won / games:.0%} ({low * 100:.0f} to {high * 100:.0f}) of {games} games"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time for training")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="to measure the share against each opponent")
    parser.add_argument("--batches", type=int, default=10_000, help="at most")
    parser.add_argument("-o", "--output", type=Path, default=Path("curve.html"))
    given = parser.parse_args(arguments)
    env = SeatEnv(given.players)
    policy, end = Policy(env), time.process_time() + 60 * given.minutes
    before = told("random before training", *share(env, policy, given.games))
    print(before)
    curve = train(
        env,
        policy,
        batches=given.batches,
        enough=lambda: time.process_time() > end,
        after_batch=lambda batch, won: print(f"batch {batch}: {won:.0%} won", flush=True),
    )
    lines = [before]
    for opponent in ("random", "satrap"):
        lines.append(told(opponent, *share(SeatEnv(given.players, opponents=opponent), policy, given.games)))
        print(lines[-1])
    smooth = [float(np.mean(curve[max(0, i - 9) : i + 1])) for i in range(len(curve))]
    plot = line_plot([Line("won, mean of ten batches", "var(--red)", smooth)], [""] * len(smooth), in_percent=True)
    shares = "".join(f"<p>{line}</p>" for line in lines)
    given.output.write_text(
        page("A policy learns", [section("Games won while training", plot, shares)]), encoding="utf-8"
    )
    print(f"The curve is in {given.output}.")


if __name__ == "__main__":
    main()
