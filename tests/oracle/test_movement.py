"""Every decision of a movement, reckoned a second time (chapters 9 to 13.2)."""

import random

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.rules import activation, agenda
from diadochi.rules.independents import IndependentMove
from tests.harness import HarnessError, failure
from tests.oracle.movement import Oracle
from tests.table import BLUE, Table

MATERIAL = load_material()
WEIGHTS = {
    "activate": 3, "campaign": 9, "disband": 0.02, "discard": 0.3, "done": 0.5, "drop": 1.5, "embark": 3, "evade": 3,
    "force-march": 4, "intercept": 3, "leave": 0.7, "march": 4, "mercenary": 0.3, "place-pcs": 0.7,
    "remove-general": 0.1, "remove-pc": 2, "reposition": 0.5, "siege": 3, "spend-nothing": 0.1, "take-all": 6,
    "take-royal": 3, "train": 0.2,
}  # fmt: skip
"""Restless players: they march, sail, besiege and get into each other's way."""


MOST = 1800


def play_restlessly(players: int, seed: int, oracle: Oracle, options: tuple[str, ...] = ()) -> Game:
    rng = random.Random(seed)
    game = Game.new(players, seed, options, material=MATERIAL, keep_undo=False)
    try:
        while game.decision is not None and len(game.entries) < MOST:
            oracle(game, rng)
            actions = game.decision.actions
            game.act(rng.choices(actions, [WEIGHTS.get(a.split(":")[0], 1) for a in actions])[0])
    except AssertionError as error:
        taken = [entry.text for entry in game.entries]
        raise HarnessError(str(error), failure(players, seed, options, taken, MATERIAL)) from error
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_movement(players: int) -> None:
    oracle = Oracle()
    play_restlessly(players, 1, oracle)
    assert oracle.checked["march"] > 300


@pytest.mark.parametrize("options", [("cavalry", "movement-limit"), ("diplomatic-marriage", "royal-army-and-sieges")])
def test_movement_with_options(options: tuple[str, ...]) -> None:
    play_restlessly(4, 2, Oracle(), options)


@pytest.mark.parametrize("name", ["leosthenes", "ariarathes", "philon", "glaukias"])
def test_independent_moves(name: str) -> None:
    """From every space of its area, and on from wherever a step leads."""
    rng = random.Random(9)
    army = next(a for a in MATERIAL.pieces.independents if MATERIAL.pieces.generals[a.general].id == name)
    for start, space in enumerate(MATERIAL.board.spaces):
        if (army.may_enter and space.province not in army.may_enter) or space.province in army.removed_on_entering:
            continue
        table = Table(players=2)
        table.independent(name, space.id)
        table.begin(lambda p, start=start: p.push(IndependentMove(BLUE, army.general, 0, start, 0)))  # type: ignore[misc]
        assert table.game is not None
        walk(table.game, rng)


def besieged_cities() -> Table:
    """Pella and Athenai Besieged, with relief and reinforcements near, by land and by sea."""
    table = Table(players=3, turn=2)
    table.pc("red", "pella", "amphipolis", "athenai", "korinthos")
    table.pc("blue", "larisa", "kyklades", "trikka")
    table.pc("yellow", "philippoi", "chalkis")
    table.army("red", "krateros", "pella.inside", loyal=2)
    table.army("red", "philoxenos", "amphipolis", mercenary=3)
    table.army("red", "andronikos", "athenai.inside", mercenary=1)
    table.army("red", "leonnatos", "korinthos")
    table.army("blue", "antigonos", "pella", mercenary=3)
    table.army("blue", "ptolemaios", "larisa", loyal=3, mercenary=2)
    table.army("blue", "alketas", "athenai", mercenary=4)
    table.army("blue", "attalos", "kyklades", mercenary=9)
    table.army("yellow", "eumenes", "philippoi", loyal=2)
    table.army("yellow", "arrhidaios", "boiotia", mercenary=2)
    return table


@pytest.mark.parametrize("active", ["blue", "red"])
def test_sieges_and_reliefs(active: str) -> None:
    for seed in range(25):
        table = besieged_cities()
        table.state.active = table.seat(active)
        table.state.key = agenda.key_of_seed(seed)
        table.begin(lambda p: activation.begin_segment(p, p.state.active))
        assert table.game is not None
        walk(table.game, random.Random(seed))


def walk(game: Game, rng: random.Random) -> None:
    oracle = Oracle()
    while game.decision is not None and game.decision.prompt != "prompt.rest":
        oracle(game, rng)
        actions = game.decision.actions
        game.act(rng.choices(actions, [WEIGHTS.get(a.split(":")[0], 1) for a in actions])[0])
