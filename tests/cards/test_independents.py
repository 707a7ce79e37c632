"""Cards that wake the Independent Armies: 21 Illyrian Tribes, 22 Scythians, 23 Greek Soldiers."""

import pytest

from diadochi.model import moves
from diadochi.model.state import OUT
from tests.cards.deal import impossible, play, reveal, segment
from tests.table import MATERIAL, Table

WAKE = [("21", "glaukias"), ("22", "seuthes"), ("23", "philon")]


def entry(army: str) -> str:
    path = next(path for path in MATERIAL.board.entry_paths if path.army == army)
    return MATERIAL.board.spaces[path.space].id


@pytest.mark.card("21")
@pytest.mark.card("22")
@pytest.mark.card("23")
@pytest.mark.rule("R9.5.2")
@pytest.mark.rule("R9.5.7")
@pytest.mark.parametrize(("card", "army"), WAKE)
def test_the_army_of_the_card_becomes_active_and_must_enter(card: str, army: str) -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    play(table, card)
    assert table.events("independent_active")
    assert table.offers == ("move-independent:leosthenes", f"move-independent:{army}")
    assert table.why_not("done") == "9.5.7"
    table.act(f"move-independent:{army}", f"enter-board:{entry(army)}")
    assert table.where(army) == entry(army)
    table.act("done")
    assert "done" in table.offers


@pytest.mark.card("21")
@pytest.mark.card("22")
@pytest.mark.card("23")
@pytest.mark.rule("R9.5.3")
@pytest.mark.parametrize(("card", "army"), WAKE)
def test_every_active_independent_army_may_move_in_the_order_you_choose(card: str, army: str) -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.independent("ariarathes", "mazaka")
    play(table, card)
    assert table.offers == (
        "move-independent:leosthenes",
        "move-independent:ariarathes",
        f"move-independent:{army}",
    )
    assert table.deciding == "blue"


@pytest.mark.card("21")
@pytest.mark.card("22")
@pytest.mark.card("23")
@pytest.mark.parametrize(("card", "army"), WAKE)
def test_an_army_out_of_the_game_stays_out_and_the_card_moves_the_others(card: str, army: str) -> None:
    table = Table()
    moves.put_general(table.state, table.general_number(army), OUT)
    assert impossible(table, card)
    table.independent("leosthenes", "lamia")
    play(table, card)
    assert table.offers == ("move-independent:leosthenes", "done")
    assert table.where(army) == "out"


@pytest.mark.card("21")
def test_an_active_army_on_the_map_stays_where_it_is_until_it_moves() -> None:
    table = Table()
    table.independent("glaukias", "dardanoi")
    play(table, "21")
    assert not table.events("independent_active")
    table.act("done")
    assert table.over
    assert table.where("glaukias") == "dardanoi"


@pytest.mark.card("22")
def test_the_move_costs_no_champion_status_and_the_ops_follow() -> None:
    table = Table()
    table.pc("blue", "gordion")
    segment(table, "22")
    table.act("event:22", "enter-board:istros", "done")
    assert table.champion("blue")
    assert "place-pcs:22" in table.offers


@pytest.mark.card("23")
@pytest.mark.rule("R6.0.4")
def test_a_revealed_card_wakes_its_army_too() -> None:
    table = Table(players=2)
    table.province("blue", "kypros")
    reveal(table, "23")
    assert table.deciding == "red"
    assert all(a.startswith("enter-board:") for a in table.offers)


@pytest.mark.card("23")
@pytest.mark.rule("R6.0.6")
def test_a_revealed_card_that_can_do_nothing_is_only_discarded() -> None:
    table = Table(players=2)
    moves.put_general(table.state, table.general_number("philon"), OUT)
    reveal(table, "23")
    assert table.over
    assert table.events("revealed_without_effect")
