"""Engines and ships: 14 The Helepolis, 28 Kilikia Pirates."""

import pytest

from diadochi.model import moves
from diadochi.model.state import NOBODY
from diadochi.rules import siege
from tests.cards.deal import impossible, play
from tests.table import Table

# 14


def siege_of(space: str, owner: str) -> Table:
    table = Table()
    table.pc(owner, space)
    table.army("blue", "antigonos", space, mercenary=3)
    return table


@pytest.mark.card("14")
@pytest.mark.rule("R7.2.G.1")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_the_helepolis_helps_against_a_besieged_major_city(owner: str) -> None:
    table = siege_of("rhodos", owner)
    play(table, "14")
    assert table.over
    items = siege.modifiers(table.play, table.seat("blue"), table.space("rhodos"), table.general_number("antigonos"))
    assert ("siege.helepolis", 1) in [(item.key, item.points) for item in items]


@pytest.mark.card("14")
def test_it_can_be_moved_to_another_siege_but_not_to_where_it_stands() -> None:
    table = siege_of("rhodos", "red")
    table.state.helepolis = table.space("rhodos")
    assert impossible(table, "14")
    table.pc("red", "tyros")
    table.army("blue", "eumenes", "tyros", mercenary=3)
    play(table, "14")
    assert table.over
    assert table.state.helepolis == table.space("tyros")


@pytest.mark.card("14")
def test_no_siege_of_a_major_city_no_helepolis() -> None:
    table = Table()
    table.pc("independent", "kyrene")
    table.army("blue", "antigonos", "kyrene", mercenary=3)
    table.army("blue", "eumenes", "tyros", mercenary=3)
    table.pc("red", "rhodos")
    table.general("blue", "perdikkas", "rhodos")
    table.pc("blue", "pella")
    table.army("red", "peithon", "pella", mercenary=3)
    assert impossible(table, "14")


@pytest.mark.card("14")
def test_it_goes_back_when_the_siege_is_over() -> None:
    table = siege_of("rhodos", "red")
    play(table, "14")
    moves.put_cus(table.state, table.space("rhodos"), table.seat("blue"), (0,) * 6)
    table.begin(lambda p: None)
    assert table.state.helepolis == -1


@pytest.mark.card("14")
def test_it_goes_back_when_the_pc_of_the_city_is_gone() -> None:
    table = siege_of("rhodos", "red")
    play(table, "14")
    moves.put_pc(table.state, table.space("rhodos"), NOBODY)
    table.begin(lambda p: None)
    assert table.state.helepolis == -1


# 28


@pytest.mark.card("28")
@pytest.mark.example("E05")
@pytest.mark.rule("R7.4.6")
def test_e05_the_pirates_bring_the_kilikia_fleet_on_its_normal_side() -> None:
    table = Table(active="yellow")
    play(table, "28", "yellow")
    fleet = next(i for i, f in enumerate(table.play.pieces.fleets) if f.id == "kilikia")
    assert table.state.fleet_owner[fleet] == table.seat("yellow")
    assert table.state.fleet_side[fleet] == 0


@pytest.mark.card("28")
@pytest.mark.parametrize(("dispersed", "side"), [(False, 0), (True, 2)])
def test_they_leave_another_player_and_a_dispersed_fleet_stays_dispersed(dispersed: bool, side: int) -> None:
    table = Table()
    table.fleet("red", "kilikia", upgraded=not dispersed, dispersed=dispersed)
    play(table, "28")
    fleet = next(i for i, f in enumerate(table.play.pieces.fleets) if f.id == "kilikia")
    assert table.state.fleet_owner[fleet] == table.seat("blue")
    assert table.state.fleet_side[fleet] == side


@pytest.mark.card("28")
@pytest.mark.rule("R3.5.3")
def test_the_pirates_may_make_yours_the_largest_fleet() -> None:
    table = Table()
    table.province("blue", "rhodos")
    table.begin(lambda p: None)
    before = table.vp("blue")
    play(table, "28")
    assert table.vp("blue") == before + table.play.edition.largest_fleet_vp


@pytest.mark.card("28")
def test_the_log_says_from_whom_the_fleet_comes_and_by_which_rule() -> None:
    table = Table()
    table.fleet("red", "kilikia")
    play(table, "28")
    (event,) = table.events("takes_fleet")
    assert event.rule == "7.4.6"
    assert ("owner", "faction", table.seat("red")) in event.args


@pytest.mark.card("28")
def test_who_has_the_fleet_cannot_play_the_pirates() -> None:
    table = Table()
    table.fleet("blue", "kilikia")
    assert impossible(table, "28")
