"""diadochi.lab.tempers: which weights win games."""

import random

from diadochi.bots.satrap.temper import BALANCED
from diadochi.lab import tempers


def games_won_by(weight: str, level: int, number: int) -> list[dict[str, object]]:
    """Games of four in which some seat with that level wins, if there is one."""
    rng = random.Random(5)
    out: list[dict[str, object]] = []
    for _ in range(number):
        draws = [tempers.drawn(rng) for _ in range(4)]
        with_level = [seat for seat in range(4) if draws[seat][weight] == level]
        out.append({"levels": draws, "winner": rng.choice(with_level or list(range(4)))})
    return out


def test_the_weight_that_wins_is_found_and_moved_to_its_better_level() -> None:
    found = tempers.effects(games_won_by("patience", 0, 120))
    assert found[0].weight == "patience"
    assert found[0].difference < -0.2
    assert tempers.fitted(found).patience == tempers.levels("patience")[0] < BALANCED.patience


def test_every_weight_has_two_levels_around_the_ordinary_one() -> None:
    for weight in tempers.weights():
        low, high = tempers.levels(weight)
        assert low <= getattr(BALANCED, weight) <= high
        assert low < high


def test_a_fitted_character_keeps_the_kinds_of_its_weights() -> None:
    fitted = tempers.fitted(tempers.effects(games_won_by("finish", 1, 60)))
    assert fitted.finish is True
    assert [type(x) for x in fitted] == [type(x) for x in BALANCED]
