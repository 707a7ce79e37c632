"""The environments: they pass their frameworks' own tests, and what those do not look at is tested here."""

import random
import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from diadochi.bots import features
from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.lab.envs import aec, single, spiel
from diadochi.lab.envs.episode import Episode, IllegalActionError
from diadochi.lab.envs.vector import Batch, Step, Workers
from diadochi.lab.extras import MissingExtraError, need
from diadochi.model.edition import EDITIONS

# PettingZoo warns of observations with a mask, unless they are its own environments'.
MASKED = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)


def play_on(env: Any, rng: random.Random, most: int) -> int:
    """Random steps in a PettingZoo environment; how many were taken until it was over."""
    for number in range(most):
        observation, _, over, broken_off, _ = env.last()
        if over or broken_off:
            return number
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return most


# PettingZoo


@MASKED
def test_pettingzoo_api() -> None:
    api_test(aec.env(players=3, longest=300), num_cycles=150)


@MASKED
def test_pettingzoo_seeds() -> None:
    seed_test(lambda: aec.env(players=2, longest=80), num_cycles=50)


def test_other_seeds_are_other_games() -> None:
    env = aec.env(players=4)
    env.reset(seed=1)
    first = env.observe("seat_0")["observation"]
    env.reset()
    second = env.observe("seat_0")["observation"]
    assert not np.array_equal(first, second)
    env.reset(seed=1)
    assert np.array_equal(env.observe("seat_0")["observation"], first)


def test_only_who_is_asked_has_a_mask_and_it_is_what_is_on_offer() -> None:
    env = aec.DiadochiEnv(players=3)
    env.reset(seed=5)
    play_on(env, random.Random(5), 150)
    asked = env.agent_selection
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.any() == (agent == asked)
    actions = env.episode.game.notation.actions
    offered = {actions[i].text for i in np.flatnonzero(env.observe(asked)["action_mask"])}
    decision = env.episode.game.decision
    assert decision is not None
    assert offered == set(decision.actions)


def test_an_action_that_is_not_on_offer_is_refused() -> None:
    env = aec.DiadochiEnv(players=2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match="not on offer"):
        env.step(wrong)
    with pytest.raises(IllegalActionError, match="no action"):
        env.episode.step(10**6)


def test_a_game_that_is_too_long_is_truncated_for_all() -> None:
    env = aec.env(players=3, longest=40)
    env.reset(seed=2)
    assert play_on(env, random.Random(2), 100) == 40
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_a_game_to_its_end_pays_the_winner_what_the_others_lose() -> None:
    env = aec.DiadochiEnv(players=2)
    env.reset(seed=3)
    play_on(env, random.Random(3), 10**5)
    result = env.episode.game.result
    assert result is not None
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards == {f"seat_{seat}": 1.0 if seat == result.winner else -1.0 for seat in range(2)}
    assert env.render() is None
    assert env.state().shape == (2, features.size(env.episode.game.material))


def test_it_can_be_shown_in_a_terminal() -> None:
    env = aec.DiadochiEnv(players=2, render_mode="ansi")
    env.reset(seed=3)
    assert "blue: " in str(env.render())


# Gymnasium


def test_gymnasium_checks() -> None:
    check_env(gymnasium.make(single.NAME, players=2, longest=500).unwrapped)


def test_one_seat_against_bots_to_the_end() -> None:
    env = single.SeatEnv(players=2, seat=1)
    rng = random.Random(4)
    observation, info = env.reset(seed=4)
    while True:
        assert env.episode.seat == 1
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert not info["illegal"]
        if over:
            break
        assert reward == 0
    result = env.episode.game.result
    assert result is not None
    assert reward == (1.0 if result.winner == 1 else -1.0)
    assert not observation["action_mask"].any()


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = single.SeatEnv(players=2, longest=3, illegal_reward=-0.5)
    _, info = env.reset(seed=4)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.episode.game.digest()
    for number in range(3):
        _, reward, over, truncated, info = env.step(wrong)
        assert (reward, over, truncated, info["illegal"]) == (-0.5, False, number == 2, True)
    assert env.episode.game.digest() == before


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"opponents": "nobody"}, "'nobody' is not a bot"),
        ({"seat": 4}, "no seat 4"),
        ({"opponents": ["random"]}, "3 opponents"),
    ],
)
def test_wrong_settings_are_told(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=why):
        single.SeatEnv(players=4, **settings)


# Many at once


def same(a: Step, b: Step) -> bool:
    pairs: Iterator[tuple[Any, Any]] = zip(a, b, strict=True)
    return all(np.array_equal(x, y) for x, y in pairs)


def first_legal(step: Step) -> list[int]:
    return [int(np.flatnonzero(mask)[-1]) for mask in step.masks]


def test_a_batch_is_its_games_side_by_side() -> None:
    batch = Batch(3, players=2, seed=1, longest=25)
    step = batch.look()
    assert step.observations.shape == (3, features.size(batch.material))
    ended = 0
    for number in range(1, 60):
        step = batch.step(first_legal(step))
        ended += int(step.over.sum())
        assert step.over.all() == (number % 25 == 0)
        assert np.array_equal(step.over, step.truncated)
        assert [e.seat for e in batch.episodes] == step.seats.tolist()
    assert ended == 6


def test_a_batch_pays_when_a_game_is_over() -> None:
    batch = Batch(1, players=2, seed=1)
    rng, step = random.Random(1), batch.look()
    while not step.over[0]:
        assert not step.rewards.any()
        step = batch.step([rng.choice(np.flatnonzero(step.masks[0]).tolist())])
    assert sorted(step.rewards[0].tolist()) == [-1.0, 1.0]
    assert not step.truncated[0]
    assert batch.episodes[0].steps == 0


def test_several_processes_play_the_same_games() -> None:
    batch = Batch(3, players=2, seed=1, longest=25)
    with Workers(3, jobs=2, players=2, seed=1, longest=25) as workers:
        ours, theirs = batch.look(), workers.look()
        for _ in range(30):
            assert same(ours, theirs)
            actions = first_legal(ours)
            ours, theirs = batch.step(actions), workers.step(actions)
        with pytest.raises(IllegalActionError):
            workers.step([6000, 6000, 6000])


# OpenSpiel


def test_openspiel_basic_tests() -> None:
    game = pyspiel.load_game(f"{spiel.NAME}(players=3,longest=25,deals=20)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiel_writes_a_resampled_state_down_and_reads_it() -> None:
    game = pyspiel.load_game(f"{spiel.NAME}(players=2,longest=30)")
    state = game.new_initial_state()
    for action in (7, *[0] * 20):
        state.apply_action(action or state.legal_actions()[-1])
    other = state.resample_from_infostate(0, random.Random(2).random)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))
    assert read.episode.game.state == other.episode.game.state != state.episode.game.state
    assert read.information_state_string(0) == other.information_state_string(0)
    assert (read.episode.steps, read.episode.longest) == (20, 30)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_environments_of_its_own_size(edition: str) -> None:
    material, rng = load_material(edition), random.Random(1)
    env = aec.env(players=3, material=material, longest=30)
    env.reset(seed=1)
    observation = env.last()[0]
    assert observation["observation"].shape == (features.size(material),)
    assert observation["action_mask"].shape == (len(material.notation.actions),)
    assert play_on(env, rng, 50) == 30
    game = pyspiel.load_game(f"{spiel.NAME}(players=3,edition={edition},longest=30)")
    state = game.new_initial_state()
    state.apply_action(3)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == material.notation.actions[action].text
        state.apply_action(action)
    assert state.episode.game.material is material


def test_openspiel_refuses_what_an_edition_cannot_be_played_with() -> None:
    with pytest.raises(GameError, match="5 players cannot play"):
        pyspiel.load_game(f"{spiel.NAME}(players=5,edition=third)")


def test_openspiel_resampling() -> None:
    state = pyspiel.load_game(f"{spiel.NAME}(players=3,longest=30)").new_initial_state()
    assert state.is_chance_node()
    state.apply_action(7)
    rng, different = random.Random(1), 0
    while not state.is_terminal():
        for player in range(3):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            different += other.episode.game.state.deck != state.episode.game.state.deck
        state.apply_action(rng.choice(state.legal_actions()))
    assert different
    assert state.returns() == [0.0, 0.0, 0.0]


# What is missing is told


def test_a_missing_package_is_told_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r"needs numpy.*pip install 'diadochi\[rl\]'"):
        need("rl", "numpy")


def test_a_copy_goes_its_own_way() -> None:
    episode = Episode(2, 1)
    copy = episode.copy()
    copy.step(copy.legal[0])
    assert (episode.steps, copy.steps) == (0, 1)
