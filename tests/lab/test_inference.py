"""Intervals and tests: against known values, and against what they promise, over simulated blocks."""

import random
from collections import Counter

import pytest

from diadochi.lab.inference import (
    FEWEST_BLOCKS,
    NO,
    OPEN,
    YES,
    binomial_p,
    holm,
    incomplete_beta,
    paired_difference,
    paired_p,
    sequential,
    share_of_blocks,
    student,
    student_below,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)]
)
def test_the_interval_of_a_share_is_wilson_s(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("probability", "freedom", "value"),
    [(0.975, 1, 12.7062), (0.975, 5, 2.5706), (0.975, 30, 2.0423), (0.995, 10, 3.1693), (0.95, 120, 1.6577)],
)
def test_student_s_values_are_those_of_the_tables(probability: float, freedom: int, value: float) -> None:
    assert student(probability, freedom) == pytest.approx(value, abs=1e-4)
    assert student_below(value, freedom) == pytest.approx(probability, abs=1e-5)
    assert student_below(-value, freedom) == pytest.approx(1 - probability, abs=1e-5)


def test_the_incomplete_beta_function() -> None:
    """For whole numbers it is a sum of binomial probabilities."""
    assert incomplete_beta(2, 3, 0.4) == pytest.approx(0.5248)
    assert incomplete_beta(3, 2, 0.6) == pytest.approx(1 - 0.5248)
    assert (incomplete_beta(2, 3, 0), incomplete_beta(2, 3, 1)) == (0, 1)


def test_the_binomial_test_by_hand() -> None:
    """Nine heads of ten: 11 of 1024 ways on either side."""
    assert binomial_p(9, 10, 0.5) == pytest.approx(22 / 1024)
    assert binomial_p(1, 10, 0.5) == pytest.approx(22 / 1024)
    assert binomial_p(5, 10, 0.5) == 1.0
    assert binomial_p(0, 6, 0.25) == pytest.approx(2 * 0.75**6)
    assert binomial_p(6, 6, 0.25) == pytest.approx(2 * 0.25**6)
    assert binomial_p(0, 0, 0.25) == 1.0


def test_mcnemar_s_test_looks_at_pairs_that_differ() -> None:
    assert paired_p([1] * 9 + [-1] + [0] * 500) == pytest.approx(22 / 1024)
    assert paired_p([0] * 500) == paired_p([]) == 1.0


def test_the_interval_of_paired_differences_is_bonett_s_and_price_s() -> None:
    """12 up, 4 down of 100: with one more of each, 8 / 102 and its Wald interval."""
    estimate = paired_difference([1] * 12 + [-1] * 4 + [0] * 84)
    assert estimate.value == 0.08
    assert (estimate.low, estimate.high) == pytest.approx((-0.0020, 0.1589), abs=1e-3)
    assert paired_difference([]).low == -1.0
    few = paired_difference([0, 0])
    assert few.low < -0.5 < 0.5 < few.high, "two pairs that agree prove nothing"


def test_the_interval_of_paired_differences_holds_the_truth() -> None:
    rng = random.Random(2)
    held = 0
    for _ in range(1000):
        values = rng.choices((1, 0, -1), (0.2, 0.7, 0.1), k=60)
        estimate = paired_difference(values)
        held += estimate.low <= 0.1 <= estimate.high
    assert 0.93 < held / 1000 < 0.98


def test_holm_s_correction() -> None:
    """Holm (1979): the smallest by their number, the next by one less, never falling."""
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06})
    assert holm({"a": 0.6, "b": 0.7}) == {"a": 1.0, "b": 1.0}


def test_holm_is_wrong_in_five_of_a_hundred_families_at_most() -> None:
    """Ten comparisons with nothing behind them."""
    rng = random.Random(4)
    wrong = sum(min(holm({str(i): rng.random() for i in range(10)}).values()) < 0.05 for _ in range(2000))
    assert wrong / 2000 < 0.07


def blocks_of(rng: random.Random, number: int, spread: float, size: int = 4) -> list[tuple[int, int]]:
    """Deals that favour a bot more or less: its share is 0.4 on average."""
    out = []
    for _ in range(number):
        share = 0.4 + rng.choice((-spread, spread))
        out.append((sum(rng.random() < share for _ in range(size)), size))
    return out


@pytest.mark.parametrize("spread", [0.0, 0.39])
def test_the_interval_of_blocks_holds_the_truth_in_95_of_100_cases(spread: float) -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(600):
        estimate = share_of_blocks(blocks_of(rng, 30, spread))
        held += estimate.low <= 0.4 <= estimate.high
    assert 0.92 < held / 600 < 0.99


def test_the_interval_of_independent_games_would_be_too_narrow() -> None:
    rng = random.Random(1)
    blocks = blocks_of(rng, 200, 0.39)
    wins, games = sum(w for w, _ in blocks), sum(n for _, n in blocks)
    low, high = wilson(wins, games)
    estimate = share_of_blocks(blocks)
    assert estimate.high - estimate.low > 1.3 * (high - low)


def test_seats_that_decide_make_the_interval_narrower() -> None:
    """The same seat wins whoever sits there: everybody has exactly one of four, and games alone would tell less."""
    blocks = [(1, 4)] * 100
    low, high = wilson(100, 400)
    estimate = share_of_blocks(blocks)
    assert estimate.value == 0.25
    assert (estimate.high - estimate.low) == pytest.approx(0.71 * (high - low), rel=0.02)


def test_few_blocks_tell_little() -> None:
    one, none = share_of_blocks([(3, 4)]), share_of_blocks([])
    assert (one.low, one.high) == wilson(3, 4)
    assert (none.low, none.high) == (0.0, 1.0)
    assert share_of_blocks([(4, 4), (4, 4)]).low < wilson(8, 8)[0]


# The sequential test


def answers(
    difference: float, runs: int, by: float = 0.1, most: int = 2000, seed: int = 1
) -> tuple[Counter[str], float]:
    """Two games of two players in a block."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    blocks = 0
    for _ in range(runs):
        wins = [sum(rng.random() < 0.5 + difference / 2 for _ in range(2)) for _ in range(most)]
        verdict = sequential([w - 1 for w in wins], by)
        found[verdict.answer] += 1
        blocks += verdict.blocks
    return found, blocks / runs


@pytest.mark.parametrize(("difference", "right", "wrong"), [(0.0, NO, YES), (0.1, YES, NO)])
def test_the_sequential_test_is_wrong_in_five_of_a_hundred_cases(difference: float, right: str, wrong: str) -> None:
    found, blocks = answers(difference, 400)
    assert found[wrong] / 400 < 0.08
    assert found[right] / 400 > 0.9
    assert blocks < 500, "a test of fixed length would need 541 for the same errors"


def test_the_clearer_the_sooner() -> None:
    found, blocks = answers(0.8, 50)
    assert found == {YES: 50}
    assert blocks < 60


def test_it_does_not_answer_before_the_variance_is_known() -> None:
    assert sequential([1.0] * (FEWEST_BLOCKS - 1), 0.1).answer == OPEN
    assert sequential([], 0.1).blocks == 0


def test_it_does_not_look_beyond_its_answer() -> None:
    wins = [1.0] * 60
    verdict = sequential(wins, 0.1)
    assert verdict.answer == YES
    assert sequential([*wins, *[-1.0] * 500], 0.1) == verdict
