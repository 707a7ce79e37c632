"""The luck of a roll: what it decides, for whom, against what it comes to on average."""

import math
import random
from itertools import product
from typing import Any

import pytest

from diadochi.lab import luck
from diadochi.lab.games import Played, replay
from diadochi.rules.face import Event
from tests.table import MATERIAL

BLUE, RED = 0, 1


def event(key: str, dice: tuple[int, ...], **args: Any) -> Event:
    return Event(key, "", tuple((name, "number", value) for name, value in args.items()), dice)


def of(key: str, dice: tuple[int, ...], **args: Any) -> dict[int, float]:
    """By seat: the luck of one roll."""
    return {roll.seat: roll.luck for roll in luck.rolls(MATERIAL, [event(key, dice, **args)])}


ROLLS: dict[str, tuple[int, dict[str, Any]]] = {
    "movement_die": (1, {"who": BLUE}),
    "battle_roll": (2, {"who": BLUE, "rating": 2, "bonus": 1, "strength": 8}),
    "battle_strength": (1, {"who": BLUE}),
    "naval_battle": (4, {"mover": BLUE, "mover_strength": 5, "mover_bonus": 0, "interceptor": RED,
                         "interceptor_strength": 3, "interceptor_bonus": 1}),
    "survival_roll": (1, {"who": BLUE, "killed_on": 5}),
    "attrition_roll": (1, {"who": BLUE, "column": 5, "bonus": 1}),
    "forage_attrition": (1, {"who": BLUE, "column": 9}),
    "siege_roll": (1, {"who": BLUE, "modifiers": (1, 1)}),
    "interception_roll": (1, {"who": BLUE, "modifier": 1, "needed": 5}),
    "evasion_roll": (1, {"who": BLUE, "modifier": 0, "needed": 4}),
    "desertions_roll": (1, {"who": BLUE, "victim": RED}),
    "price_of_failure_roll": (1, {"who": BLUE, "owner": RED, "killed_on": 4}),
    "lone_general_roll": (1, {"who": BLUE, "killed_on": 5}),
}  # fmt: skip


def test_every_roll_that_is_measured_is_tried_here() -> None:
    assert set(ROLLS) == set(luck.STAKES)


@pytest.mark.parametrize("key", ROLLS)
def test_all_dice_together_are_average(key: str) -> None:
    """Over all throws luck has the mean 0 and the standard deviation 1, for every seat it concerns."""
    number, args = ROLLS[key]
    throws = [of(key, dice, **args) for dice in product(luck.FACES, repeat=number)]
    for seat in throws[0]:
        found = [throw[seat] for throw in throws]
        assert sum(found) / len(found) == pytest.approx(0, abs=1e-9)
        assert math.sqrt(sum(x * x for x in found) / len(found)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("key", "high_is_good"),
    [("movement_die", True), ("battle_roll", True), ("siege_roll", True), ("interception_roll", True),
     ("evasion_roll", True), ("battle_strength", True), ("survival_roll", False), ("attrition_roll", False),
     ("forage_attrition", False)],
)  # fmt: skip
def test_whether_high_dice_are_good(key: str, high_is_good: bool) -> None:
    number, args = ROLLS[key]
    (low,), (high,) = of(key, (1,) * number, **args).values(), of(key, (6,) * number, **args).values()
    assert (high > 0 > low) if high_is_good else (low > 0 > high)


def test_what_hurts_one_is_the_other_ones_luck() -> None:
    for key in ("desertions_roll", "price_of_failure_roll"):
        for die in luck.FACES:
            found = of(key, (die,), **ROLLS[key][1])
            assert found[BLUE] == pytest.approx(-found[RED])


def test_in_a_naval_battle_each_has_its_own_dice() -> None:
    _, args = ROLLS["naval_battle"]
    found = of("naval_battle", (6, 6, 1, 1), **args)
    assert found[BLUE] > 0 > found[RED]


def test_what_decides_nothing_is_not_counted() -> None:
    assert of("interception_roll", (3,), who=BLUE, modifier=0, needed=7) == {}
    assert of("roll_off", (3, 4), players=(0, 1)) == {}
    assert of("movement_die", (3,), who=5) == {}, "an Independent Army has no luck"


def test_the_rolls_of_whole_games_are_fair_enough(few: list[Played]) -> None:
    """Every event with dice of a game is measured or left out on purpose, and the mean is near 0."""
    left_out = {"roll_off", "unrest_roll", "unrest_roll_two", "unrest_roll_again"}
    found: list[float] = []
    for played in few:
        for game in replay(played):
            if game.entries:
                events = game.entries[-1].events
                assert {e.key for e in events if e.dice} <= set(luck.STAKES) | left_out
                found += [roll.luck for roll in luck.rolls(game.material, events)]
    assert len(found) > 30
    assert abs(sum(found) / len(found)) < 4 / math.sqrt(len(found))


def test_fair_dice_have_no_luck_in_the_long_run() -> None:
    rng = random.Random(1)
    total = 0.0
    for _ in range(2000):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        total += of("battle_roll", dice, **ROLLS["battle_roll"][1])[BLUE]
    assert abs(total) < 4 * math.sqrt(2000)
