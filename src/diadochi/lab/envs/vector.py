"""Many games at once: `Batch` steps them in this process, `Workers` in several. Games that end begin anew.

All arrays have a row per game. The seats take turns within each game, so a row belongs to whoever has to decide there;
`rewards` are by seat, for a game ends for all its seats at once.
"""

import multiprocessing
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diadochi.data import load_material
from diadochi.lab.envs.episode import LONGEST, Episode, Floats, Mask
from diadochi.model.material import Material
from diadochi.packing import pack, unpack


class Step(NamedTuple):
    """Where the games stand; of a game that has just ended, the new one."""

    observations: Floats
    masks: Mask
    seats: NDArray[np.int64]
    """Who has to decide."""
    rewards: Floats
    """Of the last action, by seat."""
    over: NDArray[np.bool_]
    """The game before has ended."""
    truncated: NDArray[np.bool_]
    """It was broken off."""


class Batch:
    """`games` games side by side, each with seeds of its own: how they are spread over processes is all one."""

    def __init__(
        self,
        games: int,
        players: int = 4,
        seed: int = 0,
        options: Iterable[str] = (),
        *,
        longest: int = LONGEST,
        material: Material | None = None,
        first: int = 0,
    ) -> None:
        self.players, self.options, self.longest = players, tuple(options), longest
        self.material = load_material() if material is None else material
        self._seeds = [random.Random(f"{seed}:{first + i}") for i in range(games)]
        self.episodes = [self._new(i) for i in range(games)]

    def _new(self, i: int) -> Episode:
        seed = self._seeds[i].getrandbits(32)
        return Episode(self.players, seed, self.options, material=self.material, longest=self.longest)

    def look(self) -> Step:
        """Where the games stand before the first action."""
        return self._told([[0.0] * self.players] * len(self.episodes), [False] * len(self.episodes))

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> Step:
        """One action in each game."""
        rewards, truncated, over = [], [], []
        for i, (episode, action) in enumerate(zip(self.episodes, actions, strict=True)):
            episode.step(int(action))
            rewards.append(episode.returns)
            truncated.append(episode.is_truncated)
            over.append(episode.is_over or episode.is_truncated)
            if over[-1]:
                self.episodes[i] = self._new(i)
        return self._told(rewards, truncated, over)

    def _told(self, rewards: list[list[float]], truncated: list[bool], over: list[bool] | None = None) -> Step:
        return Step(
            np.stack([e.observe(e.seat) for e in self.episodes]),
            np.stack([e.mask(e.seat) for e in self.episodes]),
            np.array([e.seat for e in self.episodes], dtype=np.int64),
            np.array(rewards, dtype=np.float32),
            np.array(over or [False] * len(self.episodes), dtype=np.bool_),
            np.array(truncated, dtype=np.bool_),
        )

    def close(self) -> None:
        """Nothing is open."""


class Workers:
    """The same as a Batch, with the games spread over `jobs` processes."""

    def __init__(self, games: int, jobs: int, **settings: Any) -> None:
        context = multiprocessing.get_context("spawn")
        bounds = np.linspace(0, games, min(jobs, games) + 1).astype(int)
        self.parts = [slice(int(a), int(b)) for a, b in pairwise(bounds)]
        self._pipes: list[Connection] = []
        self._processes = []
        for part in self.parts:
            here, there = context.Pipe()
            given = {**settings, "games": part.stop - part.start, "first": part.start}
            process = context.Process(target=work, args=(there, pack(given)), daemon=True)
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def look(self) -> Step:
        for pipe in self._pipes:
            pipe.send(None)
        return self._joined()

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> Step:
        for pipe, part in zip(self._pipes, self.parts, strict=True):
            pipe.send([int(action) for action in actions[part]])
        return self._joined()

    def _joined(self) -> Step:
        steps = [pipe.recv() for pipe in self._pipes]
        for step in steps:
            if isinstance(step, Exception):
                raise step
        return Step(*(np.concatenate(columns) for columns in zip(*steps, strict=True)))

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def work(pipe: Connection, settings: bytes) -> None:
    """A process of `Workers`: actions in, steps out, until the pipe is closed."""
    batch = Batch(**unpack(settings))
    while True:
        try:
            actions = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            pipe.send(batch.look() if actions is None else batch.step(actions))
        except ValueError as error:
            pipe.send(error)
