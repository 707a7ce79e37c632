"""The luck of the dice: what a roll came to, against what it comes to on average.

Every roll is weighed by what it decides (CUs lost, Siege Points, a Score, success or not), and measured in standard
deviations: 0 is the average, 1 a good roll, -2 a disaster. The sum over n fair rolls has a standard deviation of √n.
Rolls that decide nothing, roll-offs and Unrest, which is good or bad for nobody in particular, are not counted.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from diadochi import odds
from diadochi.model.material import Material
from diadochi.model.state import INDEPENDENT
from diadochi.rules.face import HIGHEST_SIEGE_ROW, LOWEST_SIEGE_ROW, Event, elephant_strength

FACES = range(1, 7)
Worth = Callable[[tuple[int, ...]], float]
"""What the dice come to for whoever wants them high."""
Args = dict[str, Any]


class Roll(NamedTuple):
    """One roll, as good or bad as it was for one seat."""

    seat: int
    kind: str
    """The key of the event that told it."""
    dice: tuple[int, ...]
    luck: float
    """In standard deviations, good ones positive."""


class Stake(NamedTuple):
    """Whose roll it is, which dice, and what they are worth to that seat."""

    seat: int
    dice: tuple[int, ...]
    worth: Worth


def rolls(material: Material, events: Iterable[Event]) -> Iterator[Roll]:
    """The rolls among some events, one for each seat that they concern."""
    for event in events:
        if event.dice and event.key in STAKES:
            args = {name: value for name, _, value in event.args}
            for stake in STAKES[event.key](material, args, event.dice):
                luck = measured(stake)
                if luck is not None and stake.seat != INDEPENDENT:
                    yield Roll(stake.seat, event.key, stake.dice, luck)


def measured(stake: Stake) -> float | None:
    """Standard deviations above the average; None if every roll is worth the same."""
    values = [stake.worth(dice) for dice in product(FACES, repeat=len(stake.dice))]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return None if spread == 0 else (stake.worth(stake.dice) - mean) / spread


Stakes = Callable[[Material, Args, tuple[int, ...]], list[Stake]]


def movement(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    return [Stake(args["who"], dice, sum)]


def battle(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    rating, bonus, strength = args["rating"], args["bonus"], args["strength"]

    def worth(rolled: tuple[int, ...]) -> float:
        return odds.table_score(material.tables, strength, sum(max(die, rating) for die in rolled) + bonus)

    return [Stake(args["who"], dice, worth)]


def elephants(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    """Each on its own: many dice would have too many throws."""
    return [Stake(args["who"], (die,), lambda rolled: elephant_strength(rolled[0])) for die in dice]


def naval_battle(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    out = []
    for side, own in (("mover", dice[:2]), ("interceptor", dice[2:])):
        strength, bonus = args[f"{side}_strength"], args[f"{side}_bonus"]

        def worth(rolled: tuple[int, ...], strength: int = strength, bonus: int = bonus) -> float:
            return odds.table_score(material.tables, strength, sum(rolled) + bonus) if strength else 0

        out.append(Stake(args[side], own, worth))
    return out


def survival(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    return [Stake(args["who"], dice, lambda rolled: -(rolled[0] >= args["killed_on"]))]


def attrition(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    rows, bonus = material.tables.attrition, args.get("bonus", 0)
    row = rows[min(args["column"], len(rows) - 1)]
    least = 0 if "bonus" in args else 1  # 16.7.1: foraging costs at least one CU
    return [Stake(args["who"], dice, lambda rolled: -max(least, row[min(rolled[0] + bonus, 6)][0]))]


def siege(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    """Siege Points, less the CUs that they cost."""
    modifier = sum(args["modifiers"])

    def worth(rolled: tuple[int, ...]) -> float:
        points, losses = material.tables.siege[max(LOWEST_SIEGE_ROW, min(rolled[0] + modifier, HIGHEST_SIEGE_ROW))]
        return points - losses

    return [Stake(args["who"], dice, worth)]


def reaction(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    return [Stake(args["who"], dice, lambda rolled: rolled[0] + args["modifier"] >= args["needed"])]


def desertions(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    losses = material.event_params["desertions"].losses
    return [
        Stake(args["who"], dice, lambda rolled: losses[rolled[0]]),
        Stake(args["victim"], dice, lambda rolled: -losses[rolled[0]]),
    ]


def price_of_failure(material: Material, args: Args, dice: tuple[int, ...]) -> list[Stake]:
    deadly = args["killed_on"]
    return [
        Stake(args["who"], dice, lambda rolled: rolled[0] >= deadly),
        Stake(args["owner"], dice, lambda rolled: -(rolled[0] >= deadly)),
    ]


STAKES: dict[str, Stakes] = {
    "movement_die": movement,
    "battle_roll": battle,
    "battle_strength": elephants,
    "naval_battle": naval_battle,
    "survival_roll": survival,
    "lone_general_roll": survival,
    "attrition_roll": attrition,
    "forage_attrition": attrition,
    "siege_roll": siege,
    "interception_roll": reaction,
    "evasion_roll": reaction,
    "desertions_roll": desertions,
    "price_of_failure_roll": price_of_failure,
}
"""By the key of the event that tells a roll: what it decides, and for whom."""
