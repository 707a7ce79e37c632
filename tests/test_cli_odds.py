"""`diadochi odds` and `Game.odds`."""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.cli.odds import battle
from diadochi.game import Game
from diadochi.odds import BattleOdds, ReactionOdds, Side
from diadochi.rules import activation
from tests.table import BLUE, Table


def test_a_battle_is_told_in_percent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "battle", "--strength", "8", "--against", "8"]) == 0
    win, draw, loss = (float(line.split()[1]) for line in capsys.readouterr().out.splitlines())
    assert win == loss
    assert win + draw + loss == pytest.approx(100, abs=0.2)


def test_a_siege_of_an_independent_city_falls_on_a_three_or_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "siege", "--needed", "1"]) == 0
    assert "the space falls  66.7 %" in capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def test_a_battle_takes_whatever_the_library_can(capsys: pytest.CaptureFixture[str]) -> None:
    """Every field of a side is an option, for the Attacker and for the Defender, and each of them counts."""
    plain = ["battle", "--strength", "8", "--against", "7", "--rating", "3", "--rating-against", "3", "--mortal"]
    plain += ["--macedonians", "4", "--others", "2", "--mortal-against", "--macedonians-against", "5"]
    plain += ["--elephants", "2", "--elephants-against", "2", "--pursuit", "2", "--pursuit-against", "2"]
    before = told(capsys, *plain)
    assert "Attacker loses" in before
    assert "Defender's commander killed" in before
    for option in (
        "--bonus=1",
        "--cavalry",
        "--halved",
        "--pursuit-after=1",
        "--forsaken=6",
        "--forsaken-drawn=6",
        "--independent",
    ):
        name, _, value = option.partition("=")
        for end in ("", "-against"):
            words = [f"{name}{end}", *([value] if value else [])]
            assert told(capsys, *plain, *words) != before, words
    options = {parameter.name for parameter in battle.params}
    fields = set(Side._fields) - {"cus", "strength"}
    assert {*fields, *(f"{field}_against" for field in fields)} <= options


def test_modifiers_of_the_other_rolls(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(3 or more)" in told(capsys, "intercept", "eumenes")
    assert "(2 or more)" in told(capsys, "intercept", "eumenes", "--modifier", "1")
    assert told(capsys, "evade", "krateros") != told(capsys, "evade", "krateros", "--modifier", "1")
    naval = ("naval", "--strength", "2", "--against", "2")
    assert told(capsys, *naval, "--bonus", "1") != told(capsys, *naval, "--bonus-against", "1")
    assert told(capsys, "attrition", "16", "--column", "2") == told(capsys, "attrition", "2")
    assert told(capsys, "attrition", "2", "--bonus", "1") != told(capsys, "attrition", "2")


def test_the_odds_of_an_action_in_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    game, action = before_a_roll()
    file.write_text(game.save(), encoding="utf-8")
    assert re.search(r"\d+\.\d %", told(capsys, "now", str(file), "--action", action))
    assert main(["odds", "now", str(file), "--action", "bury"]) == 1
    assert "bury is not possible now" in capsys.readouterr().err
    assert main(["odds", "now", str(file), "--action", "nonsense"]) == 1
    assert capsys.readouterr().err.startswith("diadochi: ")


def test_the_odds_of_a_saved_game_are_those_of_the_seat_that_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game, action = before_a_roll()
    file.write_text(game.save(), encoding="utf-8")
    factions = game.material.pieces.factions[: game.players]
    asked = told(capsys, "now", str(file), "--action", action)
    assert told(capsys, "now", str(file), "--action", action, "--seat", factions[game.deciding]) == asked
    other = factions[(game.deciding + 1) % game.players]
    assert main(["odds", "now", str(file), "--action", action, "--seat", other]) == 1
    assert f"{action} is not possible now" in capsys.readouterr().err
    assert main(["odds", "now", str(file), "--seat", "purple"]) == 1
    assert "purple" in capsys.readouterr().err


def before_a_roll() -> tuple[Game, str]:
    """A game at random, at the first action that leads to a roll."""
    game, rng = Game.new(3, 4, keep_undo=False), random.Random(4)
    while True:
        assert game.decision is not None
        for action in game.decision.actions:
            if game.odds(action) is not None:
                return game, action
        game.act(rng.choice(game.decision.actions))


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
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.act("activate:antipatros", "take-all", "march:larisa", "attack")
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
