"""5.0 and 5.1: the sequence of play and the Preparations Phase."""

import pytest

from diadochi.game import Game
from diadochi.model.ids import LocationId
from diadochi.model.state import NOBODY
from diadochi.rules import activation, troops, turn
from diadochi.rules.operations import check_recruiting
from diadochi.rules.scoring import rescore
from tests.cards.deal import refusal
from tests.table import BLUE, MATERIAL, Table


def begin_turn(table: Table, number: int) -> Table:
    table.state.turn = number - 1
    table.state.aside = 0
    table.begin(lambda p: turn.begin_game_turn(p, number))
    return table


def two_players(**vp: str) -> Table:
    """Each player has the Provinces named and a General; no decision but the Turn Order lies ahead."""
    table = Table(players=2)
    for faction, province in vp.items():
        table.province(faction, province)
    table.pc("blue", "kelainai")
    table.general("blue", "krateros", "kelainai")
    table.pc("red", "babylon")
    table.general("red", "seleukos", "babylon")
    return table


def keys(table: Table) -> list[str]:
    assert table.game is not None
    return [e.key for e in table.game.events]


def play_on(table: Table, limit: int = 2000) -> None:
    """Always the first offer, until the Game Turn is over."""
    number = table.state.turn
    for _ in range(limit):
        if table.state.result or table.state.turn != number:
            return
        offers = table.offers
        table.act(next((a for a in offers if a.startswith(("pass", "done", "spend-nothing", "stand"))), offers[0]))


# 5.0


@pytest.mark.rule("R5.0.1")
def test_the_phases_follow_each_other() -> None:
    game = Game.new(4, 3)
    table = Table()
    table.game = game
    table._follow()
    while table.state.turn < 2:
        offers = table.offers
        table.act(next((a for a in offers if a.startswith(("pass", "done", "spend-nothing"))), offers[0]))
    play_on(table)
    turn_two = keys(table)[keys(table).index("game_turn", keys(table).index("game_turn") + 1) :]
    order = ("game_turn", "usurper", "turn_order", "reinforcements_each", "deck_shuffled", "hands_dealt", "player_turn")
    places = [turn_two.index(key) for key in order]
    assert places == sorted(places)


@pytest.mark.rule("R5.0.1")
def test_there_are_five_game_turns_at_most() -> None:
    table = Table(players=2, turn=5)
    table.begin(lambda p: p.push(turn.GameTurn(turn.END, NOBODY, 0)))
    assert table.state.result
    assert table.state.turn == 5


@pytest.mark.rule("R5.0.2")
def test_the_game_stops_in_the_middle_of_a_phase_when_somebody_wins() -> None:
    table = two_players()
    for province in ("aigyptos", "babylonia", "thrake", "phrygia", "media", "hellas", "makedonia", "armenia", "lydia"):
        table.province("blue", province)
    for province in ("kappadokia", "mesopotamia", "sousiane"):
        table.province("blue", province)
    begin_turn(table, 2)
    assert table.state.result
    assert "usurper" not in keys(table)


@pytest.mark.rule("R5.0.2")
def test_all_players_finish_a_phase_before_the_next_begins() -> None:
    table = two_players()
    begin_turn(table, 2)
    table.act("first:red")
    while not table.events("deck_shuffled"):
        table.act(table.offers[0])
    dealt = keys(table).index("deck_shuffled")
    placed = [i for i, key in enumerate(keys(table)) if key == "reinforcement_placed"]
    assert all(i < dealt for i in placed)
    assert {dict(enumerate(e.args))[0][2] for e in table.events("reinforcements_each")} == {0, 1}


# 5.1


@pytest.mark.rule("R5.1.1")
def test_turn_events_then_usurper_then_turn_order() -> None:
    table = two_players()
    table.general("blue", "antipatros", "kelainai")
    table.state.dealt[0] = 1 << table.general_number("antipatros")
    begin_turn(table, 3)
    assert keys(table).index("polyperchon_succeeds") < keys(table).index("usurper")
    assert table.decision.prompt == "prompt.first_player"


@pytest.mark.rule("R5.1.A.1")
def test_in_game_turn_one_there_are_no_reinforcements() -> None:
    table = begin_turn(two_players(), 1)
    table.act(table.offers[0])
    assert not table.events("reinforcements_each")
    assert table.events("hands_dealt")


@pytest.mark.rule("R5.1.A.1")
def test_in_game_turn_one_the_cart_stays_in_babylon() -> None:
    for number in (1, 2):
        table = Table(turn=number)
        table.pc("blue", "babylon")
        table.army("blue", "perdikkas", "babylon", loyal=2)
        table.royal("funeral_cart", "babylon", "blue")
        table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
        table.act("activate:perdikkas", "take:loyal", "take-royal:funeral_cart")
        assert ("march:opis" in table.offers) == (number == 2)


@pytest.mark.rule("R5.1.A.2")
@pytest.mark.parametrize(("number", "playable"), [(1, False), (2, True)])
def test_peukestas_becomes_satrap_from_game_turn_two_on(number: int, playable: bool) -> None:
    card = next(c.number for c in MATERIAL.cards if c.event == "peukestas")
    table = Table(turn=number)
    table.province("blue", "persis")
    table.begin(lambda p: None)
    assert (refusal(table, card) == "") == playable


def with_antipatros(at: str) -> Table:
    """Red was dealt Antipatros, Blue Antigonos."""
    table = two_players()
    table.general("red", "antipatros", at)
    table.state.dealt[1] |= 1 << table.general_number("antipatros")
    table.state.dealt[0] |= 1 << table.general_number("antigonos")
    return table


@pytest.mark.rule("R5.1.A.3")
def test_polyperchon_takes_the_place_of_antipatros_in_game_turn_three() -> None:
    table = with_antipatros("babylon.inside")
    begin_turn(table, 3)
    assert table.where("antipatros") == "out"
    assert table.where("polyperchon") == "babylon.inside"
    assert table.state.owners[table.general_number("polyperchon")] == table.seat("red")


@pytest.mark.rule("R5.1.A.3")
def test_a_dispersed_antipatros_gives_way_in_the_dispersed_box() -> None:
    table = begin_turn(with_antipatros("dispersed"), 3)
    assert table.where("polyperchon") == "dispersed"
    assert table.where("antipatros") == "out"


@pytest.mark.rule("R5.1.A.3")
def test_if_antipatros_was_killed_nothing_happens() -> None:
    table = with_antipatros("babylon")
    troops.remove_general(table.play, table.general_number("antipatros"))
    begin_turn(table, 3)
    assert table.where("polyperchon") == "off map"


@pytest.mark.rule("R5.1.A.4", "R7.1.B.5")
def test_demetrios_is_placed_as_a_reinforcement_before_the_usurper_is_named() -> None:
    table = begin_turn(with_antipatros("babylon"), 3)
    assert table.deciding == "blue"
    assert set(table.offers) == {"place:kelainai", "place:kelainai.inside"}
    assert "usurper" not in keys(table)
    table.act("place:kelainai")
    assert table.where("demetrios") == "kelainai"
    assert "usurper" in keys(table)


@pytest.mark.rule("R5.1.A.4")
def test_demetrios_comes_even_if_antigonos_is_dead() -> None:
    table = with_antipatros("babylon")
    table.general("blue", "antigonos", "kelainai")
    troops.remove_general(table.play, table.general_number("antigonos"))
    begin_turn(table, 3)
    table.act("place:kelainai")
    assert table.state.owners[table.general_number("demetrios")] == table.seat("blue")


@pytest.mark.rule("R5.1.A.5")
@pytest.mark.parametrize(("number", "where"), [(3, "kelainai"), (4, "out")])
def test_the_cart_that_is_not_buried_is_removed_in_game_turn_four(number: int, where: str) -> None:
    table = two_players()
    table.royal("funeral_cart", "kelainai", "blue")
    table.royal("alexandros", "babylon", "red")
    table.state.royals[0] = LocationId(-3)
    begin_turn(table, number)
    assert table.where_royal("funeral_cart") == where


@pytest.mark.rule("R5.1.A.5")
def test_relaxed_recruiting_begins_in_game_turn_four() -> None:
    for number, allowed in ((3, False), (4, True)):
        table = Table(turn=number)
        table.general("blue", "krateros", "kelainai")
        table.general("blue", "eumenes", "kelainai")
        table.state.dealt[0] = 0b110
        table.begin(lambda p: None)
        assert (check_recruiting(table.play, BLUE) is None) == allowed


@pytest.mark.rule("R5.1.B.1")
def test_the_player_with_the_most_vp_is_usurper() -> None:
    table = begin_turn(two_players(red="aigyptos", blue="persis"), 2)
    assert table.name(table.state.usurper) == "red"


@pytest.mark.rule("R5.1.B.1")
def test_the_usurper_stays_usurper_when_overtaken() -> None:
    table = begin_turn(two_players(red="aigyptos", blue="persis"), 2)
    table.province("blue", "aigyptos")
    rescore(table.play)
    assert table.vp("blue") > table.vp("red")
    assert table.name(table.state.usurper) == "red"


@pytest.mark.rule("R5.1.B.2")
def test_a_tie_for_usurper_goes_to_the_most_senior_general_dispersed_ones_included() -> None:
    table = two_players(red="persis", blue="armenia")
    assert table.name(begin_turn(table, 2).state.usurper) == "blue", "Krateros before Seleukos"
    table = two_players(red="persis", blue="armenia")
    table.general("red", "perdikkas", "dispersed")
    assert table.name(begin_turn(table, 2).state.usurper) == "red"


@pytest.mark.rule("R5.1.C.1")
def test_the_player_with_the_fewest_vp_names_any_first_player() -> None:
    table = Table(players=3)
    table.province("blue", "persis")
    table.province("red", "aigyptos")
    begin_turn(table, 1)
    assert table.deciding == MATERIAL.pieces.factions[2]
    assert set(table.offers) == {f"first:{f}" for f in MATERIAL.pieces.factions[:3]}


@pytest.mark.rule("R5.1.C.2")
def test_a_tie_for_the_fewest_vp_is_broken_by_the_lowest_die() -> None:
    table = Table(players=3)
    table.province("blue", "persis")
    table.dice(4, 4, 5, 2)
    begin_turn(table, 1)
    assert [e.dice for e in table.events("roll_off")] == [(4, 4), (5, 2)]
    assert table.deciding == MATERIAL.pieces.factions[2]


@pytest.mark.rule("R5.1.C.3")
@pytest.mark.parametrize(("direction", "order"), [("left", (1, 2, 3, 0)), ("right", (1, 0, 3, 2))])
def test_the_same_player_chooses_the_direction(direction: str, order: tuple[int, ...]) -> None:
    table = Table()
    for faction, province in zip(MATERIAL.pieces.factions[1:4], ("persis", "armenia", "media"), strict=True):
        table.province(faction, province)
    begin_turn(table, 1)
    assert table.deciding == "blue"
    table.act("first:red")
    assert (table.deciding, set(table.offers)) == ("blue", {"left", "right"})
    table.act(direction)
    assert table.state.order == order
