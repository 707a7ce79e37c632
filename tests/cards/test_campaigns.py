"""Cards that activate in the Tyche Segment: 11, 16 and 44, 41 to 43."""

import pytest

from diadochi.rules import strategy
from tests.cards.deal import impossible, play
from tests.table import Table

# 41 to 43 Major Campaign


@pytest.mark.card("41")
@pytest.mark.card("42")
@pytest.mark.card("43")
@pytest.mark.rule("R6.2.B1.4")
@pytest.mark.parametrize("card", ["41", "42", "43"])
def test_a_major_campaign_activates_two_armies_with_four_mps_each(card: str) -> None:
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.army("blue", "antigonos", "gordion", mercenary=1)
    table.army("blue", "eumenes", "gaza", mercenary=1)
    play(table, card)
    table.act("activate:perdikkas")
    assert ("mps", "number", 4) in table.decision.args
    table.act("done", "activate:antigonos", "done")
    assert table.over


@pytest.mark.card("41")
def test_who_was_activated_first_is_not_activated_again_and_the_second_may_be_given_up() -> None:
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.army("blue", "antigonos", "gordion", mercenary=1)
    play(table, "41")
    table.act("activate:perdikkas", "take-all", "march:opis", "done")
    assert table.where("perdikkas") == "opis"
    assert table.why_not("activate:perdikkas") == "9.1.5"
    table.act("done")
    assert table.over


@pytest.mark.card("42")
def test_cus_alone_are_enough_for_a_campaign_and_nothing_at_all_is_not() -> None:
    table = Table()
    assert impossible(table, "42")
    table.pc("blue", "gaza")
    table.cus("blue", "gaza", mercenary=1)
    play(table, "42")
    assert "muster:gaza" in table.offers


# 11 The Pontic Fleet


@pytest.mark.card("11")
@pytest.mark.rule("R7.4.7")
def test_the_pontic_fleet_carries_an_army_between_ports_of_the_pontos_and_the_propontis() -> None:
    table = Table()
    table.army("blue", "eumenes", "sinope", mercenary=2)
    table.army("blue", "perdikkas", "gaza", mercenary=1)
    play(table, "11")
    assert table.why_not("activate:perdikkas") == "7.4.7"
    table.act("activate:eumenes", "take-all", "embark")
    assert table.where("eumenes") == "amastris.sea"
    table.act("sail:herakleia", "sail:byzantion")
    assert "sail:abydos" in table.offers
    table.act("land:byzantion")
    assert table.where("eumenes") == "byzantion"
    assert table.forces("blue", "byzantion") == {"mercenary": 2}


@pytest.mark.card("11")
def test_it_does_not_leave_these_waters_and_pays_for_no_land_path() -> None:
    table = Table()
    table.army("blue", "eumenes", "chersonesos", mercenary=1)
    play(table, "11")
    table.act("activate:eumenes", "take-all")
    assert table.offers == ("done", "embark")
    assert table.why_not("march:ainos") != ""
    table.act("embark")
    assert table.offers == ("sail:abydos", "sail:byzantion")


@pytest.mark.card("11")
def test_nobody_declares_a_naval_battle_against_it_and_nobody_escorts_it() -> None:
    table = Table()
    table.province("red", "kypros")
    table.province("blue", "phoinike")
    table.army("blue", "eumenes", "sinope", mercenary=1)
    play(table, "11")
    table.act("activate:eumenes", "take-all", "embark")
    assert table.deciding == "blue"
    assert table.where("eumenes") == "amastris.sea"
    table.act("sail:herakleia")
    assert table.deciding == "blue"


@pytest.mark.card("11")
def test_the_pontic_fleet_needs_a_piece_in_such_a_port() -> None:
    table = Table()
    table.army("blue", "perdikkas", "gaza", mercenary=1)
    assert impossible(table, "11")
    table.pc("blue", "abydos")
    table.cus("blue", "abydos", mercenary=1)
    play(table, "11")
    assert "muster:abydos" in table.offers
    assert table.why_not("activate:perdikkas") == "7.4.7"


@pytest.mark.card("11")
@pytest.mark.card("55")
def test_storms_at_sea_drive_the_pontic_fleet_back() -> None:
    table = Table(players=2)
    table.army("blue", "eumenes", "sinope", mercenary=2)
    table.hand("red", "55")
    table.deck("5", "50")
    play(table, "11")
    table.act("activate:eumenes", "take-all", "embark")
    assert table.deciding == "red"
    table.act("surprise:55")
    while table.deciding == "red" and "pass" in table.offers:
        table.act("pass")
    assert table.where("eumenes") == "sinope"
    assert table.forces("blue", "sinope") == {"mercenary": 2}


@pytest.mark.card("11")
def test_after_the_pontic_fleet_the_naval_movement_of_the_activation_segment_is_still_free() -> None:
    table = Table(dice=(6,))
    table.army("blue", "eumenes", "sinope", mercenary=2)
    table.hand("blue", "11")
    table.begin(lambda p: p.push(strategy.PlayerTurn(table.seat("blue"), strategy.CARD)))
    table.act("event:11", "activate:eumenes", "take-all", "embark", "land:amastris", "campaign")
    table.act("activate:eumenes", "take-all")
    assert "embark" in table.offers


@pytest.mark.card("43")
@pytest.mark.rule("R13.1.2")
def test_only_one_of_the_two_activations_of_a_major_campaign_goes_by_sea() -> None:
    table = Table()
    table.army("blue", "eumenes", "sinope", mercenary=2)
    table.army("blue", "perdikkas", "gaza", mercenary=1)
    play(table, "43")
    table.act("activate:eumenes", "take-all", "embark", "land:amastris", "done")
    table.act("activate:perdikkas", "take-all")
    assert table.why_not("embark") == "13.1.2"


# 16, 44 Treasure City Looted


@pytest.mark.card("16")
@pytest.mark.card("44")
@pytest.mark.parametrize("card", ["16", "44"])
@pytest.mark.parametrize("city", ["babylon", "ekbatana", "sousa"])
def test_a_treasure_city_of_yours_pays_for_two_mercenaries_and_an_activation(card: str, city: str) -> None:
    table = Table()
    table.pc("blue", city)
    play(table, card)
    assert table.state.looted == 1 << table.space(city)
    table.act(f"place:{city}", f"place:{city}")
    assert table.forces("blue", city) == {"mercenary": 2}
    assert f"muster:{city}" in table.offers
    table.act(f"muster:{city}")
    assert ("mps", "number", 4) in table.decision.args


@pytest.mark.card("16")
def test_the_activation_may_be_given_up() -> None:
    table = Table()
    table.pc("blue", "sousa")
    play(table, "16")
    table.act("place:sousa", "place:sousa", "done")
    assert table.over


@pytest.mark.card("16")
def test_which_city_is_chosen_and_an_uncontrolled_one_needs_an_army() -> None:
    table = Table()
    table.pc("blue", "babylon")
    table.army("blue", "perdikkas", "sousa", loyal=1)
    play(table, "16")
    assert table.offers == ("choose-space:babylon", "choose-space:sousa")
    assert table.why_not("choose-space:ekbatana") == "6.2.A.1"
    assert table.why_not("choose-space:pella") == "6.2.A.1"
    table.act("choose-space:sousa")
    assert table.state.looted == 1 << table.space("sousa")


@pytest.mark.card("44")
def test_a_city_is_looted_once_and_never_while_an_enemy_controls_it() -> None:
    table = Table()
    table.pc("blue", "babylon")
    table.state.looted = 1 << table.space("babylon")
    table.pc("red", "sousa")
    table.army("blue", "perdikkas", "sousa", loyal=3)
    table.general("blue", "eumenes", "ekbatana")
    assert impossible(table, "44")


@pytest.mark.card("16")
def test_a_besieged_city_may_be_looted() -> None:
    table = Table()
    table.pc("blue", "babylon")
    table.army("red", "peithon", "babylon", mercenary=3)
    play(table, "16")
    assert table.state.looted == 1 << table.space("babylon")
