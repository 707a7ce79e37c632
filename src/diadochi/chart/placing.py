"""Choosing one candidate for every label so that no two overlap."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from diadochi.chart.labels import Candidate

BIN = 60.0
OVERLAP = 40.0
ROUNDS = 6000
POLISHED = 14
SEED = 323


def place(choices: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """One candidate of each; overlaps weigh more the longer they last, so the search leaves dead ends."""
    search = _Search(choices)
    search.settle()
    search.polish()
    return [options[k] for options, k in zip(choices, search.chosen, strict=True)]


class _Search:
    def __init__(self, choices: Sequence[Sequence[Candidate]]) -> None:
        self.choices = choices
        self.clashes = _clashes(choices)
        self.weights: dict[tuple[int, int], float] = defaultdict(lambda: OVERLAP)
        self.chosen = [-1] * len(choices)
        for i in sorted(range(len(choices)), key=lambda i: (len(choices[i]), i)):
            self.chosen[i] = self.best(i)

    def rivals(self, i: int, k: int) -> list[int]:
        return [j for j, options in self.clashes[i][k].items() if self.chosen[j] in options]

    def cost(self, i: int, k: int) -> float:
        rivals = self.rivals(i, k)
        return self.choices[i][k].cost + sum(self.weights[min(i, j), max(i, j)] for j in rivals)

    def best(self, i: int) -> int:
        return min(range(len(self.choices[i])), key=lambda k: (self.cost(i, k), k))

    def settle(self) -> None:
        random = Random(SEED)
        for _ in range(ROUNDS):
            clashing = [i for i, k in enumerate(self.chosen) if self.rivals(i, k)]
            if not clashing:
                return
            i = random.choice(clashing)
            for j in self.rivals(i, self.chosen[i]):
                self.weights[min(i, j), max(i, j)] += 5
            self.chosen[i] = self.best(i)

    def polish(self) -> None:
        """Try each better place of each label; whoever stands there moves if that pays on the whole."""
        for _ in range(3):
            before = list(self.chosen)
            for i in range(len(self.choices)):
                for k in range(min(POLISHED, len(self.choices[i]))):
                    if self.choices[i][k].cost < self.choices[i][self.chosen[i]].cost:
                        self.displace(i, k)
            if before == self.chosen:
                return

    def displace(self, i: int, k: int) -> None:
        rivals = self.rivals(i, k)
        if len(rivals) > 3:
            return
        old = {j: self.chosen[j] for j in (i, *rivals)}
        before = self.total(old)
        self.chosen[i] = k
        for j in rivals:
            self.chosen[j] = self.best(j)
        if self.total(old) >= before:
            for j, m in old.items():
                self.chosen[j] = m

    def total(self, labels: Iterable[int]) -> float:
        return sum(self.choices[i][self.chosen[i]].cost for i in labels) + OVERLAP * 25 * sum(
            len(self.rivals(i, self.chosen[i])) for i in labels
        )


def _clashes(choices: Sequence[Sequence[Candidate]]) -> list[list[dict[int, set[int]]]]:
    """For each candidate, by other label, the candidates it overlaps."""
    bins: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    out: list[list[dict[int, set[int]]]] = [[{} for _ in options] for options in choices]
    for i, options in enumerate(choices):
        for k, candidate in enumerate(options):
            box = candidate.label.box
            near: set[tuple[int, int]] = set()
            for x in range(int(box.x // BIN), int(box.right // BIN) + 1):
                for y in range(int(box.y // BIN), int(box.bottom // BIN) + 1):
                    near.update(bins[x, y])
                    bins[x, y].append((i, k))
            for j, m in near:
                if j != i and box.overlaps(choices[j][m].label.box):
                    out[i][k].setdefault(j, set()).add(m)
                    out[j][m].setdefault(i, set()).add(k)
    return out
