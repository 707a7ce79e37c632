"""`diadochi odds` and `Game.odds`."""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.game import Game
from diadochi.odds import BattleOdds, ReactionOdds
from diadochi.rules import activation
from tests.table import Table


def test_a_battle_is_told_in_percent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "battle", "--strength", "8", "--against", "8"]) == 0
    win, draw, loss = (float(line.split()[1]) for line in capsys.readouterr().out.splitlines())
    assert win == loss
    assert win + draw + loss == pytest.approx(100, abs=0.2)


def test_a_siege_of_an_independent_city_falls_on_a_three_or_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "siege", "--needed", "1"]) == 0
    assert "the space falls  66.7 %" in capsys.readouterr().out


def test_an_unknown_general_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "evade", "xerxes"]) == 1
    assert "xerxes" in capsys.readouterr().err


def about_to_fight() -> Table:
    """Blue has marched against Red, who may Evade and holds a battle card."""
    table = Table(players=2, active="blue", segment=1)
    table.pc("red", "larisa")
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", loyal=3)
    table.army("red", "krateros", "larisa", loyal=2)
    table.hand("red", "54")
    table.deck("1", "2")
    table.begin(lambda p: activation.begin(p, 0, 4, 1))
    table.act("activate:antipatros", "take-all", "march:larisa", "pass")
    return table


def save_of_a_fight() -> str:
    """A game at random, at the first moment when something is about to be rolled."""
    rng = random.Random(1)
    game = Game.new(2, 1)
    while game.odds() is None:
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
    return game.save()


def test_the_odds_of_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text(save_of_a_fight(), encoding="utf-8")
    assert main(["odds", "now", str(file)]) == 0
    assert re.search(r"\d+\.\d %", capsys.readouterr().out)


def test_the_odds_of_an_evasion_at_hand() -> None:
    table = about_to_fight()
    assert table.game is not None
    assert table.game.odds() == ReactionOdds(table.general_number("krateros"), Fraction(1, 3))


def test_the_odds_of_the_battle_at_hand() -> None:
    table = about_to_fight()
    table.act("stand")
    assert table.game is not None
    found = table.game.odds()
    assert isinstance(found, BattleOdds)
    assert found.win > found.loss
    assert found.win + found.draw + found.loss == 1


def test_nothing_is_about_to_be_rolled_at_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new(4, 1)
    assert game.odds() is None
    file = tmp_path / "game.json"
    file.write_text(game.save(), encoding="utf-8")
    assert main(["odds", "now", str(file)]) == 1
    assert "nothing is about to be rolled" in capsys.readouterr().err
