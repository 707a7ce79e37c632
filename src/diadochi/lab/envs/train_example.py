"""An example that learns: a linear softmax policy by policy gradient, in numpy alone.

    python -m diadochi.lab.envs.train_example --minutes 3 -o curve.html

The policy scores the verb of an action from how the table and its own seat stand, and picks among the actions on offer
by these scores. It learns by REINFORCE: after every batch of games, what was done in games that went better than usual
becomes likelier. It is no strong player, and needs thousands of games; it shows how the environments are used.
"""

import argparse
import time
from collections.abc import Callable
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
        """An action, and the direction in which the weights make it likelier."""
        chances = self.chances(seen, legal)
        place = int(self.rng.choice(len(legal), p=chances))
        push = np.zeros(len(self.weights))
        np.add.at(push, self.verbs[legal], -chances)
        push[self.verbs[legal[place]]] += 1
        return int(legal[place]), np.outer(push, seen)


def seen_of(observation: NDArray[np.float32]) -> Array:
    return np.append(observation[:SEEN].astype(np.float64), 1.0)


def play(env: SeatEnv, policy: Policy, seed: int) -> tuple[float, Array]:
    """One game: what it brought, and the sum of the directions of all that was done."""
    observation, info = env.reset(seed=seed)
    total = np.zeros_like(policy.weights)
    while True:
        legal = np.flatnonzero(info["action_mask"])
        action, push = policy.choose(seen_of(observation["observation"]), legal)
        total += push
        observation, reward, over, truncated, info = env.step(action)
        if over or truncated or not info["action_mask"].any():
            return reward, total


def train(
    env: SeatEnv,
    policy: Policy,
    *,
    batches: int,
    games: int = 8,
    rate: float = 0.02,
    enough: Callable[[], bool] = lambda: False,
    after_batch: Callable[[int, float], None] | None = None,
) -> list[float]:
    """The share of games won in each batch."""
    curve, usual = [], 0.0
    for batch in range(batches):
        played = [play(env, policy, batch * games + i) for i in range(games)]
        rewards = [reward for reward, _ in played]
        gradient = sum((reward - usual) * push for reward, push in played) / games
        length = float(np.linalg.norm(gradient))
        if length > 0:
            policy.weights += rate * gradient / length * np.sqrt(policy.weights.size) / 10
        usual = 0.9 * usual + 0.1 * float(np.mean(rewards))
        curve.append(sum(reward > 0 for reward in rewards) / games)
        if after_batch is not None:
            after_batch(batch, curve[-1])
        if enough():
            break
    return curve


def share(env: SeatEnv, policy: Policy, games: int, first: int = 1_000_000) -> tuple[int, int]:
    """Games won, of how many."""
    won = sum(play(env, policy, first + i)[0] > 0 for i in range(games))
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
