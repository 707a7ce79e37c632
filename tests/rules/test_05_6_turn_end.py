"""5.6: the Turn End."""

import pytest

from diadochi.model.state import NOBODY
from diadochi.rules import turn
from tests.table import Table


def turn_end(number: int, **options: tuple[str, ...]) -> Table:
    table = Table(turn=number, **options)  # type: ignore[arg-type]
    table.pc("red", "kelainai")
    table.royal("alexandros", "kelainai", "red")
    table.royal("herakles", "kelainai", "red")
    table.army("blue", "antipatros", "babylon", loyal=2)
    table.royal("funeral_cart", "babylon", "blue")
    table.begin(lambda p: p.push(turn.GameTurn(turn.BURIAL, NOBODY, 0)))
    return table


@pytest.mark.rule("R5.6.1")
@pytest.mark.parametrize("number", [2, 3])
def test_the_controller_of_the_cart_may_bury_alexander(number: int) -> None:
    table = turn_end(number)
    assert table.deciding == "blue"
    assert "bury" in table.offers
    table.act("bury")
    assert table.state.tomb == table.space("babylon")


@pytest.mark.rule("R5.6.1")
@pytest.mark.parametrize("number", [1, 4])
def test_not_in_other_game_turns(number: int) -> None:
    table = turn_end(number)
    assert table.state.turn == number + 1
    assert table.state.tomb == -1


@pytest.mark.rule("R5.6.2")
def test_then_the_next_game_turn_begins() -> None:
    table = turn_end(2)
    assert table.state.turn == 2
    table.act("decline" if "decline" in table.offers else "pass")
    assert table.state.turn == 3
    assert table.decision.prompt == "prompt.first_player"


@pytest.mark.rule("R5.6.3")
def test_after_game_turn_five_the_winner_is_found_instead() -> None:
    table = turn_end(5)
    assert table.state.turn == 5
    assert table.game is not None
    assert table.game.result is not None
    assert table.game.result.victory == "end-game"


@pytest.mark.rule("R16.12.1")
def test_the_short_game_ends_after_game_turn_four() -> None:
    table = turn_end(4, options=("short-game",))
    assert table.game is not None
    assert table.game.result is not None
    assert table.game.result.victory == "end-game"
    assert turn_end(3, options=("short-game",)).state.result == ()
