"""The public names, and the page that shows how to use them."""

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import diadochi
from diadochi import ALL_ACTIONS, Action, Decision, Event, Game, View
from diadochi.errors import GameError, UnknownActionError

PAGE = Path(__file__).parents[1] / "docs" / "api.md"


@pytest.mark.parametrize(
    ("page", "least"), [(PAGE, 30), (PAGE.with_name("position.md"), 5), (PAGE.with_name("example.md"), 7)]
)
def test_every_example_of_the_page_works(page: Path, least: int) -> None:
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > least
    assert done.failed == 0


def test_the_page_names_everything_that_a_game_offers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    internal = {"act_code", "from_state", "sample"}
    offered = {name for name, _ in inspect.getmembers(Game) if not name.startswith("_")} - internal
    assert {name for name in offered if not re.search(rf"\b{name}\b", text)} == set()


def test_the_public_names_are_there() -> None:
    assert {name for name in diadochi.__all__ if not hasattr(diadochi, name)} == set()
    with pytest.raises(AttributeError, match="no attribute 'Atlantis'"):
        diadochi.Atlantis  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_does_not_load_the_engine() -> None:
    code = "import sys, diadochi; sys.exit('diadochi.game' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_all_actions_are_numbered() -> None:
    assert [action.index for action in ALL_ACTIONS] == list(range(len(ALL_ACTIONS)))
    game = Game.new(players=2, seed=1)
    assert all(game.notation.parse(action.text) == action for action in ALL_ACTIONS[::50])


def test_an_action_may_be_given_as_a_value() -> None:
    game = Game.new(players=2, seed=1)
    assert isinstance(game.decision, Decision)
    action = game.notation.parse(game.decision.actions[0])
    assert isinstance(action, Action)
    assert all(isinstance(event, Event) for event in game.act(action))
    assert isinstance(game.view(), View)


@pytest.mark.parametrize("wrong", [5, None, 1.5, [], object(), Path("game.json")])
def test_what_is_no_text_is_refused_with_a_sentence(wrong: object) -> None:
    for read in (Game.load, Game.replay, Game.from_position):
        with pytest.raises(GameError, match="is not a text; give the text itself"):
            read(wrong)  # type: ignore[arg-type]
    game = Game.new(players=3, seed=1)
    for ask in (game.act, game.why_not):
        with pytest.raises(UnknownActionError, match="is not an action; write a text such as"):
            ask(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [3, -2, "red", 0.5])
def test_there_is_no_other_seat_than_those_of_the_game(seat: int) -> None:
    game = Game.new(players=3, seed=1)
    for look in (game.view, game.log, game.ask, game.record, lambda seat: game.why_not("done", seat)):
        with pytest.raises(GameError, match="the seats are 0 to 2, and -1 for a spectator"):
            look(seat)
