"""Control, points and victory, reckoned a second time in whole games and in shaken positions."""

import random
from collections.abc import Callable

import pytest

from diadochi.bots import satrap
from diadochi.game import Decision, Game
from diadochi.model.options import CHAPTER_16
from diadochi.view import View
from tests.harness import now_and_then, play
from tests.oracle.points import MATERIAL, points
from tests.oracle.points_trials import trial

ALL = CHAPTER_16
Choose = Callable[[View, Decision, random.Random], str]
TEMPERS: tuple[Choose, ...] = (satrap.choose, satrap.conqueror, satrap.legitimist)


@pytest.mark.parametrize("options", [(), ALL], ids=["plain", "options"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players: int, options: tuple[str, ...]) -> None:
    play(players, 70 + players, points(), now_and_then(trial, 3), options=options)


def test_a_game_of_satraps() -> None:
    rng, look = random.Random(4), points()
    game = Game.new(4, 4, material=MATERIAL, keep_undo=False)
    while game.decision is not None:
        look(game, rng)
        choose = TEMPERS[game.decision.seat % len(TEMPERS)]
        game.act(choose(game.view(game.decision.seat), game.decision, rng))
    look(game, rng)
