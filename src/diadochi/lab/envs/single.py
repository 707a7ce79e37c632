"""The Gymnasium environment: one seat learns, bots play the others.

    import gymnasium
    import diadochi.lab.envs.single
    env = gymnasium.make("diadochi/Seat-v0", opponents="satrap")

An action that is not on offer changes nothing: it costs `illegal_reward`, and `info["illegal"]` is true.
`info["action_mask"]` and the observation tell what is on offer.
"""

import random
from collections.abc import Iterable
from typing import Any

from diadochi.bots import find, random_bot
from diadochi.errors import GameError
from diadochi.lab.envs.episode import LONGEST, Episode
from diadochi.lab.envs.spaces import Observation, action_space, observation_space
from diadochi.lab.extras import need
from diadochi.model.material import Material

gymnasium = need("rl", "gymnasium")
NAME = "diadochi/Seat-v0"


class SeatEnv(gymnasium.Env):  # type: ignore[misc, name-defined]
    """One seat of a game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        players: int = 4,
        seat: int = 0,
        opponents: str | Iterable[str] = "random",
        options: Iterable[str] = (),
        longest: int = LONGEST,
        illegal_reward: float = -0.01,
        render_mode: str | None = None,
        material: Material | None = None,
    ) -> None:
        """`opponents`: one bot for all other seats, or one for each. `longest`: actions of this seat after which
        the game is truncated, illegal ones included."""
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise GameError("error.lab.opponents", players=players, opponents=players - 1, given=len(names))
        if not 0 <= seat < players:
            raise GameError("error.lab.no_seat", seat=seat, last=players - 1)
        self.players, self.seat, self.render_mode = players, seat, render_mode
        bots = [find(name) for name in names]
        self.bots = [*bots[:seat], random_bot.choose, *bots[seat:]]
        self.options, self.longest, self.illegal_reward = tuple(options), longest, illegal_reward
        self.material = material
        self.steps = 0
        self._rng = random.Random()
        self.episode = Episode(players, 0, self.options, material=material)
        self.observation_space = observation_space(self.episode.game.material)
        self.action_space = action_space(self.episode.game.material)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        super().reset(seed=seed)
        if seed is not None:
            self._rng = random.Random(seed)
        game_seed = self._rng.getrandbits(32)
        self.episode = Episode(self.players, game_seed, self.options, material=self.material)
        self.steps = 0
        self._others()
        return self._told()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        index = int(action)
        self.steps += 1
        illegal = index not in self.episode.legal
        reward = self.illegal_reward
        if not illegal:
            self.episode.step(index)
            self._others()
            reward = self.episode.returns[self.seat]
        observation, info = self._told()
        truncated = not self.episode.is_over and (self.episode.is_truncated or self.steps >= self.longest)
        return observation, reward, self.episode.is_over, truncated, {**info, "illegal": illegal}

    def _others(self) -> None:
        """The bots play until this seat is asked, or nobody is."""
        episode = self.episode
        game = episode.game
        while episode.decision is not None and episode.seat != self.seat and not episode.is_truncated:
            bot = self.bots[episode.seat]
            if bot is random_bot.choose:
                code = random_bot.pick(game, self._rng)
            else:
                code = game.notation.parse(bot(game.view(episode.seat), episode.decision, self._rng)).code
            episode.step(game.notation.by_code[code].index)

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.episode.mask(self.seat)
        return {"observation": self.episode.observe(self.seat), "action_mask": mask}, {"action_mask": mask}

    def render(self) -> str | None:
        return self.episode.game.table.moment if self.render_mode == "ansi" else None


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point="diadochi.lab.envs.single:SeatEnv", disable_env_checker=True)
