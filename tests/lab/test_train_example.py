"""The example that learns: its gradient is right, it repeats, and it tells its curve and its shares."""

from pathlib import Path

import numpy as np
import pytest

from diadochi.lab.envs.single import SeatEnv
from diadochi.lab.envs.train_example import SEEN, Policy, main, play, train


def test_the_gradient_is_that_of_the_logarithm_of_the_chance() -> None:
    policy = Policy(SeatEnv(players=2))
    rng = np.random.default_rng(1)
    policy.weights = rng.normal(size=policy.weights.shape)
    seen, legal = rng.normal(size=SEEN + 1), np.array([0, 1, 700, 3000, 3001])
    action, push = policy.choose(seen, legal)
    place = list(legal).index(action)
    before = np.log(policy.chances(seen, legal)[place])
    step = 1e-6 * rng.normal(size=policy.weights.shape)
    policy.weights += step
    assert np.log(policy.chances(seen, legal)[place]) - before == pytest.approx(float((push * step).sum()), rel=1e-3)


def test_training_repeats_and_changes_the_policy() -> None:
    found = []
    for _ in range(2):
        env = SeatEnv(players=2, longest=15)
        policy = Policy(env)
        env.illegal_reward = -1.0
        curve = train(env, policy, batches=2, games=1, rate=0.1)
        found.append((curve, policy.weights.tobytes()))
    assert found[0] == found[1]


def test_what_pays_becomes_likelier() -> None:
    """A game is won, and what was done in it is likelier the next time."""
    env = SeatEnv(players=2)
    policy = Policy(env)
    reward, push = play(env, policy, 3)
    assert reward in (1.0, -1.0)
    assert np.abs(push).sum() > 0


def test_the_command_tells_curve_and_shares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "curve.html"
    main(["--minutes", "0", "--games", "1", "-o", str(out)])
    told = capsys.readouterr().out
    assert "against random: " in told
    assert "against satrap: " in told
    assert "<polyline" in out.read_text(encoding="utf-8")
