"""What may be concluded from games: intervals of shares and differences, several comparisons at once, a test that
stops as soon as it knows.

Games with one deal are no independent games. They form a block, and what varies from block to block decides how wide an
interval is.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

LEVEL = 0.95
TIGHTEST = 0.5
"""Blocks are never believed to tell more than so many times fewer independent games would."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share or a difference with its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def wilson(wins: float, games: float, level: float = LEVEL, factor: float | None = None) -> tuple[float, float]:
    """The interval of a share by Wilson's formula; `factor`: standard deviations, the normal ones unless told."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2) if factor is None else factor
    share = wins / games
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def share_of_blocks(blocks: Sequence[tuple[int, int]], level: float = LEVEL) -> Estimate:
    """The share of wins over blocks of (wins, games): Wilson's interval for as many independent games as they tell."""
    wins, games = sum(w for w, _ in blocks), sum(n for _, n in blocks)
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    share = wins / games
    effect, factor = 1.0, None
    if len(blocks) > 1:
        if 0 < share < 1:
            variance = len(blocks) / (len(blocks) - 1) * sum((w - share * n) ** 2 for w, n in blocks) / games**2
            effect = max(TIGHTEST, variance / (share * (1 - share) / games))
        factor = student((1 + level) / 2, len(blocks) - 1)
    low, high = wilson(wins / effect, games / effect, level, factor)
    return Estimate(share, low, high)


def paired_difference(values: Sequence[int], level: float = LEVEL) -> Estimate:
    """The mean of differences of -1, 0 and 1 between paired games, with the interval of Bonett and Price: as if there
    had been one pair more of each kind, so that few pairs, or pairs that all agree, are not taken for certainty."""
    if not values:
        return Estimate(0.0, -1.0, 1.0)
    n = len(values) + 2
    ups, downs = sum(v > 0 for v in values) + 1, sum(v < 0 for v in values) + 1
    middle = (ups - downs) / n
    half = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(((ups + downs) / n - middle**2) / n)
    return Estimate(sum(values) / len(values), max(-1.0, middle - half), min(1.0, middle + half))


def binomial_p(wins: int, games: int, share: float) -> float:
    """How likely so many or so few wins are by chance, on either side: twice the smaller tail of the binomial
    distribution."""
    below, above = tails(wins, games, share)
    return min(1.0, 2 * min(below, above))


def tails(wins: int, games: int, share: float) -> tuple[float, float]:
    """The probabilities of that many wins or fewer, and of that many or more."""
    fewer = incomplete_beta(games - wins, wins + 1, 1 - share) if wins < games else 1.0
    more = incomplete_beta(wins, games - wins + 1, share) if wins else 1.0
    return fewer, more


def paired_p(values: Sequence[int]) -> float:
    """McNemar's exact test: whether differences upwards and downwards are equally likely."""
    ups, downs = sum(v > 0 for v in values), sum(v < 0 for v in values)
    return binomial_p(ups, ups + downs, 0.5)


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """The p-values of several comparisons, corrected for their number by Holm's method."""
    out: dict[str, float] = {}
    highest = 0.0
    for place, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        highest = max(highest, min(1.0, p_values[name] * (len(p_values) - place)))
        out[name] = highest
    return {name: out[name] for name in p_values}


# Student's distribution


@cache
def student(probability: float, freedom: int) -> float:
    """The value below which Student's variable lies with that probability, one half or more."""
    return root(lambda x: student_below(x, freedom) - probability)


def student_below(x: float, freedom: int) -> float:
    """The probability that Student's variable is below x."""
    tail = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + x * x))
    return 1 - tail if x >= 0 else tail


def root(rising: Callable[[float], float]) -> float:
    """Where a rising function becomes 0, from 0 upwards."""
    low, high = 0.0, 1.0
    while rising(high) < 0 and high < 1e9:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function by its continued fraction (modified Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x)) / a
    tiny = 1e-300
    f, c, d = 1.0, 1.0, 0.0
    for i in range(400):
        m = i // 2
        if i == 0:
            numerator = 1.0
        elif i % 2 == 0:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + numerator * d or tiny)
        c = 1 + numerator / c or tiny
        f *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return front * (f - 1)


# A test that stops


YES, NO, OPEN = "yes", "no", "open"
FEWEST_BLOCKS = 12
"""Before so many the variance is not known well enough to stop."""
ERROR = 0.05
"""How often the answer may be wrong, either way."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a sequential test says by now."""

    answer: str
    """YES, NO or OPEN."""
    blocks: int
    """So many were looked at: those after a decision are not."""
    llr: float
    """The logarithm of the likelihood ratio; it stops at `lower` and `upper`."""
    lower: float
    upper: float


def sequential(differences: Sequence[float], by: float, error: float = ERROR) -> Verdict:
    """Wald's test with the variance estimated (GSPRT): is the mean difference `by`, or 0?

    `differences`: one for each block, in order. It answers at the first block at which it knows.
    """
    upper = math.log((1 - error) / error)
    lower = -upper
    total = squares = llr = 0.0
    for n, d in enumerate(differences, 1):
        total += d
        squares += d * d
        if n < FEWEST_BLOCKS:
            continue
        variance = (squares - total * total / n + 1) / n  # as if one block more had been a whole game off
        llr = by * (total - n * by / 2) / variance
        if llr >= upper:
            return Verdict(YES, n, llr, lower, upper)
        if llr <= lower:
            return Verdict(NO, n, llr, lower, upper)
    return Verdict(OPEN, len(differences), llr, lower, upper)
