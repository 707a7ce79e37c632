"""The PettingZoo environment: the seats take turns as the game asks them (AEC), with an action mask.

    from diadochi.lab.envs import aec
    env = aec.env(players=4)

Agents are called seat_0, seat_1 and so on. An observation is a dict: `observation`, the agent's view as an array
(docs/lab.md tells what stands where), and `action_mask`, zeros for whoever is not asked.
"""

import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from diadochi.lab.envs.episode import LONGEST, Episode
from diadochi.lab.envs.spaces import Observation, action_space, observation_space
from diadochi.lab.extras import need
from diadochi.model.material import Material

pettingzoo = need("rl", "pettingzoo")
wrappers = need("rl", "pettingzoo.utils.wrappers")


class DiadochiEnv(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """The bare environment; `env` wraps it in PettingZoo's usual checks."""

    metadata = {"name": "diadochi_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        players: int = 4,
        options: Iterable[str] = (),
        longest: int = LONGEST,
        render_mode: str | None = None,
        material: Material | None = None,
    ) -> None:
        """`longest`: the number of actions after which a game is truncated."""
        super().__init__()
        self.options = tuple(options)
        self.longest = longest
        self.render_mode = render_mode
        self.material = material
        self._seeds = random.Random()
        self.episode = Episode(players, 0, self.options, material=material, longest=longest)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        facts = self.episode.game.material
        self._spaces = {agent: (observation_space(facts), action_space(facts)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """With a seed the same games follow one another in the same way."""
        if seed is not None:
            self._seeds = random.Random(seed)
        players, game_seed = len(self.possible_agents), self._seeds.getrandbits(32)
        self.episode = Episode(players, game_seed, self.options, material=self.material, longest=self.longest)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        self.episode.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.episode.returns, strict=True))
        if self.episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.episode.is_truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What there is to say in a terminal: the moment, and what each player has."""
        if self.render_mode is None:
            return None
        table = self.episode.game.table
        lines = [table.moment, *(f"{who}: {vp} VP, {table.legitimacy[who]} L" for who, vp in table.vp.items())]
        return "\n".join(lines)

    def state(self) -> Any:
        """All views, one below the other: everything that any seat knows."""
        return np.stack([self.episode.observe(seat) for seat in range(self.episode.players)])

    def close(self) -> None:
        """Nothing is open."""


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's checks of the order of calls and of the actions."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(DiadochiEnv(**settings)))
