"""The example that learns: its gradient is right, it repeats, and it tells its curve and its shares."""

from pathlib import Path

import numpy as np
import pytest

from diadochi.lab.envs.single import SeatEnv
from diadochi.lab.envs.train_example import MEMORY, SEEN, WIN, Played, Policy, gradient, main, play, train


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
    assert np.log(policy.chances(seen, legal)[place]) - before == pytest.approx(float(push @ step @ seen), rel=1e-3)


def test_training_repeats_and_changes_the_policy() -> None:
    found = []
    for _ in range(2):
        env = SeatEnv(players=2, longest=15)
        policy = Policy(env)
        env.illegal_reward = -1.0
        curve = train(env, policy, batches=2, games=1, rate=0.1)
        found.append((curve, policy.weights.tobytes()))
    assert found[0] == found[1]


def test_what_comes_soon_counts_most_and_the_end_counts_too() -> None:
    nothing = np.zeros((3, 1))
    gains = Played(True, nothing, nothing, np.array([0.0, 0.5, 0.5, 0.4])).gains()
    last = -0.1 + WIN
    assert gains == pytest.approx([0.5 + MEMORY**2 * last, MEMORY * last, last])
    assert Played(False, nothing, nothing, np.zeros(4)).gains()[-1] == -WIN


def test_what_pays_becomes_likelier() -> None:
    """Of two games with a decision each the one that did better pushes its verb up, the other its own down."""
    env = SeatEnv(players=2)
    policy = Policy(env)
    seen = np.ones((1, SEEN + 1))
    verbs = np.eye(len(policy.weights))
    good = Played(True, seen, verbs[:1] - verbs[1:2], np.zeros(2))
    bad = Played(False, seen, verbs[1:2] - verbs[:1], np.zeros(2))
    found = gradient([good, bad])
    assert found[0].min() > 0 > found[1].max()


def test_a_game_is_seen_whole() -> None:
    env = SeatEnv(players=2)
    played = play(env, Policy(env), 3)
    assert len(played.leads) == len(played.seen) + 1 == len(played.pushes) + 1
    assert played.won == (env.episode.game.result is not None and env.episode.game.result.winner == 0)
    vp, legitimacy = env.episode.game.table.vp, env.episode.game.table.legitimacy
    mine, other = (list(vp.values())[seat] + list(legitimacy.values())[seat] for seat in (0, 1))
    assert played.leads[-1] == pytest.approx((mine - other) / 10, abs=1e-5)


def test_the_command_tells_curve_and_shares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "curve.html"
    main(["--minutes", "0", "--games", "1", "-o", str(out)])
    told = capsys.readouterr().out
    assert "against random: " in told
    assert "against satrap: " in told
    assert "<polyline" in out.read_text(encoding="utf-8")
