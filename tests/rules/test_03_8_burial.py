"""3.8 Burying Alexander."""

import pytest

from diadochi.model import moves
from diadochi.model.ids import LocationId
from diadochi.rules import burial, strategy, turn
from tests.table import BLUE, Table


def cart_at(location: str, owner: str = "blue", game_turn: int = 2) -> Table:
    """The Funeral Cart with an Army of its owner."""
    table = Table(turn=game_turn, segment=3)
    table.army(owner, "antipatros", location, loyal=3)
    table.royal("funeral_cart", location, owner)
    return table


def refusal(table: Table, faction: str = "blue") -> str:
    answer = burial.check_burial(table.play, table.seat(faction))
    return answer.rule if answer else ""


@pytest.mark.rule("R3.8.1")
def test_burial_needs_control_of_the_cart() -> None:
    table = cart_at("pella")
    assert refusal(table, "blue") == ""
    assert refusal(table, "red") == "3.8.1"


@pytest.mark.rule("R3.8.2")
def test_the_cart_must_be_in_a_major_city_space() -> None:
    assert refusal(cart_at("larisa")) == "3.8.2"
    assert refusal(cart_at("babylon")) == ""


@pytest.mark.rule("R3.8.2")
def test_the_cart_may_be_inside_and_the_space_need_not_be_controlled() -> None:
    table = cart_at("tyros")
    table.pc("red", "tyros")
    assert refusal(table) == ""
    table = Table(segment=3)
    table.pc("blue", "tyros")
    table.royal("funeral_cart", "tyros.inside", "blue")
    assert refusal(table) == ""


@pytest.mark.rule("R3.8.3")
def test_no_enemy_cu_may_stand_in_the_location_of_the_cart() -> None:
    table = cart_at("pella")
    table.cus("red", "pella", mercenary=1)
    assert refusal(table) == "3.8.3"


@pytest.mark.rule("R3.8.3")
def test_enemy_cus_in_the_other_location_do_not_matter() -> None:
    table = Table(segment=3)
    table.pc("blue", "pella")
    table.royal("funeral_cart", "pella.inside", "blue")
    table.army("red", "krateros", "pella", loyal=3)
    assert refusal(table) == ""


@pytest.mark.rule("R3.8.4")
@pytest.mark.parametrize(("game_turn", "rule"), [(1, "3.8.4"), (2, ""), (3, ""), (4, "3.8.4")])
def test_burial_is_possible_only_in_game_turns_two_and_three(game_turn: int, rule: str) -> None:
    assert refusal(cart_at("pella", game_turn=game_turn)) == rule


def begin_forage(table: Table, faction: str) -> None:
    seat = table.seat(faction)
    table.begin(lambda p: p.push(strategy.PlayerTurn(seat, strategy.FORAGING)))


@pytest.mark.rule("R3.8.5")
def test_it_is_offered_in_the_own_forage_segment() -> None:
    table = cart_at("babylon")
    begin_forage(table, "blue")
    assert table.deciding == "blue"
    assert table.offers == ("bury", "pass")


@pytest.mark.rule("R3.8.5")
def test_it_is_not_offered_in_the_forage_segment_of_another() -> None:
    table = cart_at("babylon")
    begin_forage(table, "red")
    assert table.over


@pytest.mark.rule("R3.8.5")
def test_in_another_segment_it_is_refused() -> None:
    table = cart_at("babylon")
    table.hand("blue", "5")
    table.begin(lambda p: p.push(strategy.TycheSegment(BLUE, 0)))
    assert table.why_not("bury") == "3.8.5"


@pytest.mark.rule("R5.6.1")
def test_at_turn_end_whoever_controls_the_cart_may_bury() -> None:
    table = cart_at("babylon", owner="red")
    table.begin(burial.begin_burial)
    assert table.deciding == "red"
    assert table.offers == ("bury", "pass")


@pytest.mark.rule("R5.6.1")
def test_a_cart_that_nobody_controls_is_not_buried() -> None:
    table = Table(segment=-1)
    table.royal("funeral_cart", "babylon")
    table.begin(burial.begin_burial)
    assert table.over
    assert table.where_royal("funeral_cart") == "babylon"


@pytest.mark.rule("R3.8.6")
def test_burial_is_optional() -> None:
    table = cart_at("babylon")
    table.begin(burial.begin_burial)
    table.act("pass")
    assert table.over
    assert table.where_royal("funeral_cart") == "babylon"
    assert table.state.tomb == -1


@pytest.mark.rule("R3.8.6")
def test_it_turns_the_cart_into_the_tomb_outside_the_city() -> None:
    table = Table(segment=3)
    table.pc("blue", "tyros")
    table.royal("funeral_cart", "tyros.inside", "blue")
    table.begin(burial.begin_burial)
    table.act("bury")
    assert table.where_royal("funeral_cart") == "out"
    assert table.state.tomb == table.space("tyros")


@pytest.mark.rule("R3.8.7")
def test_the_tomb_in_pella_is_worth_ten_legitimacy_for_ever() -> None:
    table = cart_at("pella")
    table.begin(burial.begin_burial)
    before = table.legitimacy("blue")
    table.act("bury")
    assert table.legitimacy("blue") == before + 10
    table.pc("red", "pella")
    moves.put_general(table.state, table.general_number("antipatros"), LocationId(-2))
    table.begin(lambda p: None)
    assert table.legitimacy("blue") == before + 10


@pytest.mark.rule("R3.8.8")
def test_the_tomb_elsewhere_is_worth_two_legitimacy_to_the_controller_of_the_space() -> None:
    table = cart_at("tyros")
    table.begin(burial.begin_burial)
    table.act("bury")
    assert table.legitimacy("blue") == 3
    table.pc("red", "tyros")
    table.begin(lambda p: None)
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 5)
    table.pc("independent", "tyros")
    table.begin(lambda p: None)
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 3)


@pytest.mark.rule("R3.8.9")
def test_the_unburied_cart_is_removed_in_the_preparations_of_game_turn_four() -> None:
    table = cart_at("pella", game_turn=4)
    table.state.royals[0] = LocationId(-3)
    table.begin(turn.turn_events)
    assert table.where_royal("funeral_cart") == "out"
    assert table.state.tomb == -1
