"""Choosing one candidate for every label or dock so that no two overlap."""

import math
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from diadochi.chart.geometry import Box

BIN = 60.0
OVERLAP = 40.0
NEVER = 400.0
ROUNDS = 6000
TRIES = 1200
BEST = 24
GROUP = 3
SEED = 323
NAMES = 2.5
SHARES = {("dock", "space"): 0.7, ("dock", "dock"): 0.25, ("dock", "province"): 0.12, ("dock", "sea"): 0.1}
"""How bad it is if two of these overlap; NAMES, if two names do."""


class Choice(Protocol):
    """Where something may stand, and how bad that would be."""

    @property
    def box(self) -> Box: ...
    @property
    def cost(self) -> float: ...
    @property
    def kind(self) -> str: ...


X = TypeVar("X", bound=Choice)


def place(choices: Sequence[Sequence[X]]) -> list[X]:
    """One candidate of each; overlaps weigh more the longer they last, so the search leaves dead ends."""
    search = _Search(choices)
    search.settle()
    search.improve()
    return [options[k] for options, k in zip(choices, search.chosen, strict=True)]


class _Search:
    def __init__(self, choices: Sequence[Sequence[Choice]]) -> None:
        self.choices = choices
        self.random = Random(SEED)
        self.clashes = _clashes(choices)
        self.around = [sorted({j for clash in row for j in clash}) for row in self.clashes]
        kinds = [options[0].kind for options in choices]
        self.shares = [{j: share(kinds[i], kinds[j]) for j in near} for i, near in enumerate(self.around)]
        self.weights: dict[tuple[int, int], float] = defaultdict(lambda: OVERLAP)
        self.chosen = [-1] * len(choices)
        for i in sorted(range(len(choices)), key=lambda i: (len(choices[i]), i)):
            self.chosen[i] = self.best(i)

    def rivals(self, i: int, k: int) -> list[int]:
        return [j for j, options in self.clashes[i][k].items() if self.chosen[j] in options]

    def cost(self, i: int, k: int) -> float:
        overlap = 0.0
        for j, options in self.clashes[i][k].items():
            if self.chosen[j] in options:
                overlap += self.weights[min(i, j), max(i, j)] * self.shares[i][j]
        return self.choices[i][k].cost + overlap

    def best(self, i: int) -> int:
        return min(range(len(self.choices[i])), key=lambda k: (self.cost(i, k), k))

    def settle(self) -> None:
        clashing = {i for i, k in enumerate(self.chosen) if self.rivals(i, k)}
        for _ in range(ROUNDS):
            if not clashing:
                return
            i = self.random.choice(sorted(clashing))
            for j in self.rivals(i, self.chosen[i]):
                self.weights[min(i, j), max(i, j)] += 5
            self.chosen[i] = self.best(i)
            for j in (i, *self.around[i]):
                if self.rivals(j, self.chosen[j]):
                    clashing.add(j)
                else:
                    clashing.discard(j)

    def improve(self) -> None:
        """Move a label that stands badly to a good place, all in its way elsewhere; keep what is better."""
        self.weights = defaultdict(lambda: NEVER)
        regrets = [self.regret(i) for i in range(len(self.choices))]
        for _ in range(TRIES):
            (i,) = self.random.choices(range(len(regrets)), regrets)
            k = self.random.randrange(min(BEST, len(self.choices[i])))
            others = {*self.rivals(i, k), *self.random.sample(self.around[i], min(GROUP, len(self.around[i])))}
            group = [i, *sorted(others)]
            old = [self.chosen[j] for j in group]
            before = self.total(group)
            for j in group:
                self.chosen[j] = -1
            self.chosen[i] = k
            for j in group[1:]:
                self.chosen[j] = self.best(j)
            if self.total(group) > before:
                for j, k in zip(group, old, strict=True):
                    self.chosen[j] = k
            for j in group:
                regrets[j] = self.regret(j)

    def regret(self, i: int) -> float:
        """How much worse a label stands than it could; never nothing."""
        return 1 + math.pow(self.choices[i][self.chosen[i]].cost - self.choices[i][0].cost, 1.5)

    def total(self, group: Sequence[int]) -> float:
        return sum(self.cost(i, self.chosen[i]) for i in group)


def share(one: str, other: str) -> float:
    return SHARES.get((one, other)) or SHARES.get((other, one), NAMES)


def _clashes(choices: Sequence[Sequence[Choice]]) -> list[list[dict[int, set[int]]]]:
    """For each candidate, by other label, the candidates it overlaps."""
    bins: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    out: list[list[dict[int, set[int]]]] = [[{} for _ in options] for options in choices]
    for i, options in enumerate(choices):
        for k, candidate in enumerate(options):
            box = candidate.box
            near: set[tuple[int, int]] = set()
            for x in range(int(box.x // BIN), int(box.right // BIN) + 1):
                for y in range(int(box.y // BIN), int(box.bottom // BIN) + 1):
                    near.update(bins[x, y])
                    bins[x, y].append((i, k))
            for j, m in near:
                if j != i and box.overlaps(choices[j][m].box):
                    out[i][k].setdefault(j, set()).add(m)
                    out[j][m].setdefault(i, set()).add(k)
    return out
