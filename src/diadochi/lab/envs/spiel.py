"""The OpenSpiel game: importing this module registers `python_diadochi` (extra `spiel`).

    import pyspiel
    import diadochi.lab.envs.spiel
    game = pyspiel.load_game("python_diadochi(players=3,edition=third,longest=2000)")

All chance of a game is drawn at its root: one of `deals` seeds, from which the dice and the decks follow. A seat sees
nothing of it before the dice fall. `resample_from_infostate` deals what the seat does not know anew.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from diadochi.bots import features
from diadochi.data import load_material
from diadochi.game import check_edition
from diadochi.lab.envs.episode import LONGEST, Episode
from diadochi.lab.extras import need
from diadochi.model.edition import EDITIONS

pyspiel = need("spiel", "pyspiel")
NAME = "python_diadochi"
DEALS = 10_000

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Diadochi: the board game Successors",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"players": 4, "edition": EDITIONS[0], "longest": LONGEST, "deals": DEALS},
)


class DiadochiGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """`players`: 2 to 5, as many as the edition allows. `longest`: actions after which a game ends without a winner.
    `deals`: how many seeds."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.seats = int(given.get("players", 4))
        self.longest = int(given.get("longest", LONGEST))
        self.deals = int(given.get("deals", DEALS))
        self.material = load_material(str(given.get("edition", EDITIONS[0])))
        check_edition(self.material.edition, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.material.notation.actions),
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "DiadochiState":
        return DiadochiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type, params)


class DiadochiState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A moment of a game; before the deal it has no episode."""

    def __init__(self, game: DiadochiGame) -> None:
        super().__init__(game)
        self.episode: Episode | None = None
        self.edition = game.material.edition.id
        self.shape = game.seats, game.longest, game.deals

    def current_player(self) -> int:
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.shape[2]
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal if self.episode is not None and player == self.episode.seat else []

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.episode = Episode(self.shape[0], action, material=load_material(self.edition), longest=self.shape[1])
        else:
            self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else load_material(self.edition).notation.actions[action].text

    def is_terminal(self) -> bool:
        return self.episode is not None and (self.episode.is_over or self.episode.is_truncated)

    def returns(self) -> list[float]:
        return [0.0] * self.shape[0] if self.episode is None else self.episode.returns

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "DiadochiState":
        """Another state that this player cannot tell from this one."""
        new = self.clone()
        if self.episode is not None:
            new.episode = self.episode.resampled(player, random.Random(sampler()))
        return new  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if self.episode is None:
            return "before the deal"
        return f"{self.episode.game.table.moment}, after {self.episode.steps} actions"


class Observer:
    """What a seat sees: its view as a tensor and as a text; with perfect recall also what it has seen so far."""

    def __init__(self, game: DiadochiGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given were {params}")
        self.recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(features.size(game.material), np.float32)
        self.dict = {
            block.name: self.tensor[block.first : block.first + block.size].reshape(block.rows, len(block.features))
            for block in features.blocks(game.material)
        }

    def set_from(self, state: DiadochiState, player: int) -> None:
        self.tensor.fill(0)
        if state.episode is not None:
            self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: DiadochiState, player: int) -> str:
        if state.episode is None:
            return f"seat {player} before the deal"
        view = state.episode.game.view(player).to_json()
        del view["key_hash"]  # of the stream of dice, which a resampled state has another of
        told: dict[str, Any] = {"view": view}
        if self.recall:
            told["past"] = past(state.episode, player)
        return json.dumps(told, separators=(",", ":"), sort_keys=True)


def past(episode: Episode, player: int) -> list[Any]:
    """What a seat has done and seen."""
    out: list[Any] = []
    for entry in episode.game.entries:
        seen = [[e.key, e.args, e.dice] for e in entry.events if e.seen_by(player)]
        if seen or entry.seat == player:
            out.append([entry.text if entry.seat == player else "", seen])
    return out


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, DiadochiGame)
