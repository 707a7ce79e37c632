"""What is offered is what the one check lets pass, at every decision of whole games: some lists are made directly."""

import random
from functools import cache

import pytest

from diadochi.bots import random_bot
from diadochi.bots.satrap import choose
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.edition import EDITIONS, offered
from diadochi.model.material import Material
from diadochi.model.notation import SHIFT, Action
from diadochi.rules import engine
from diadochi.rules.agenda import NOT_ASKED
from tests.table import MATERIAL

LISTED = ("Army", "Activations", "Reinforcements", "PlacingPCs", "SurrenderSegment", "TycheSegment", "NobodyActivated")
"""The frames that ask most; all but the last list their offers directly."""


@cache
def by_verb(edition: str) -> list[list[Action]]:
    out: dict[int, list[Action]] = {}
    for action in load_material(edition).notation.actions:
        out.setdefault(action.code >> SHIFT, []).append(action)
    return list(out.values())


def passing(game: Game) -> list[int]:
    """Every action of the numbering that the check lets pass; a verb that is not asked is so for all its operands."""
    p = game._play
    out = []
    for actions in by_verb(p.material.edition.id):
        if engine.check(p, actions[0].code) is not NOT_ASKED:
            out += [a.code for a in actions if engine.check(p, a.code) is None]
    return out


def assert_exact(game: Game) -> str:
    """The kind of the frame that asks."""
    decision = game.decision
    assert decision is not None
    name = type(game.state.agenda[-1]).__name__
    found, text = passing(game), game.notation.text
    assert sorted(decision.codes) == sorted(found), (
        name,
        "checked but not offered", [text(a) for a in found if a not in decision.codes],
        "offered but refused", [text(a) for a in decision.codes if a not in found],
    )  # fmt: skip
    return name


def looked_at(players: int, seed: int, options: tuple[str, ...] = (), material: Material = MATERIAL) -> set[str]:
    """The kinds of frames that asked in a random game."""
    game = Game.new(players, seed, options, material=material, keep_undo=False)
    rng = random.Random(seed)
    seen = set()
    while game.asked:
        seen.add(assert_exact(game))
        game.act_code(random_bot.pick(game, rng))
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_offer_exactly_what_is_legal(players: int) -> None:
    seen = looked_at(players, 3)
    assert "Army" in seen
    assert players != 2 or set(LISTED) <= seen


@pytest.mark.parametrize("players", [3, 5])
def test_random_games_with_all_options_offer_exactly_what_is_legal(players: int) -> None:
    assert "Army" in looked_at(players, 4, offered(MATERIAL.edition))


@pytest.mark.parametrize("all_options", [False, True])
@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_random_games_of_other_editions_offer_exactly_what_is_legal(edition: str, all_options: bool) -> None:
    material = load_material(edition)
    options = offered(material.edition) if all_options else ()
    seen = looked_at(3, 3, options, material)
    assert {"Army", "Activations", "Reinforcements", "TycheSegment"} <= seen


def test_games_of_the_bot_offer_exactly_what_is_legal() -> None:
    game = Game.new(4, 5, material=MATERIAL, keep_undo=False)
    rngs = [random.Random(seat) for seat in range(4)]
    while (decision := game.decision) is not None:
        assert_exact(game)
        seat = decision.seat
        game.act(choose(game.view(seat), decision, rngs[seat]))


@pytest.mark.parametrize("kind", ["more", "fewer"])
def test_a_list_that_differs_is_noticed(kind: str) -> None:
    game = Game.new(4, 1, material=MATERIAL, keep_undo=False)
    rng = random.Random(1)
    while type(game.state.agenda[-1]).__name__ != "Army" or len(game.asked) < 3:
        game.act_code(random_bot.pick(game, rng))
    assert_exact(game)
    assert game._ask is not None
    offered = game._ask.actions
    game._ask.actions = [*offered, MATERIAL.notation.parse("take:elephant").code] if kind == "more" else offered[:-1]
    with pytest.raises(AssertionError, match="Army"):
        assert_exact(game)
