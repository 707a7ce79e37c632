"""Cards that bring a General: 33 Peukestas, 34 Neoptolemos, 35 Kassandros."""

import pytest

from diadochi.rules import troops
from tests.cards.deal import impossible, lies, play, refusal, segment
from tests.table import Table

MINORS = ("alketas", "attalos", "dokimos", "polemon")
"""The four Minor Generals of Blue."""


# 33, 35


@pytest.mark.card("33")
def test_peukestas_comes_to_persis_with_three_mercenaries_and_may_take_the_space() -> None:
    table = Table()
    table.pc("red", "persepolis")
    segment(table, "33")
    table.act("event:33", "at:persepolis")
    assert table.offers == ("claim", "decline")
    table.act("claim")
    assert table.where("peukestas") == "persepolis"
    assert table.forces("blue", "persepolis") == {"mercenary": 3}
    assert table.pc_of("persepolis") == "blue"
    assert lies(table, "33") == "removed"


@pytest.mark.card("33")
def test_the_pc_in_the_space_of_peukestas_may_stay() -> None:
    table = Table()
    table.pc("red", "persepolis")
    play(table, "33")
    table.act("at:persepolis", "decline")
    assert table.pc_of("persepolis") == "red"
    assert table.forces("blue", "persepolis") == {"mercenary": 3}


@pytest.mark.card("33")
def test_on_a_transit_point_there_is_no_pc() -> None:
    table = Table()
    play(table, "33")
    table.act("at:tp_taoke")
    assert table.over
    assert table.where("peukestas") == "tp_taoke"
    assert table.pc_of("tp_taoke") == ""


@pytest.mark.card("33")
def test_peukestas_waits_for_game_turn_ii() -> None:
    table = Table(turn=1)
    assert refusal(table, "33") == "refusal.event_too_early"


@pytest.mark.card("33")
def test_peukestas_may_come_as_a_reinforcement_and_lifts_the_cap() -> None:
    table = Table()
    table.pc("blue", "gaza")
    table.pc("red", "persepolis", "pasargadai")
    play(table, "33")
    table.act("as-reinforcement")
    assert table.over
    assert table.where("peukestas") == "gaza"
    assert table.forces("blue", "gaza") == {"mercenary": 3}
    assert table.pc_of("persepolis") == "red"


@pytest.mark.card("33")
def test_enemies_in_persis_keep_peukestas_away() -> None:
    table = Table()
    table.army("red", "peithon", "persepolis", loyal=1)
    table.general("red", "eumenes", "pasargadai")
    play(table, "33")
    assert table.why_not("at:persepolis") == "6.2.A.1"
    assert table.why_not("at:pasargadai") == "6.2.A.1"
    assert table.why_not("at:rhagai") == "6.2.A.1"
    assert table.offers == ("as-reinforcement", "at:tp_abarkou", "at:tp_taoke")


@pytest.mark.card("33")
def test_peukestas_counts_as_a_living_major_general() -> None:
    table = Table()
    play(table, "33")
    table.act("at:tp_taoke")
    assert table.general_number("peukestas") in troops.living(table.play, table.seat("blue"))


@pytest.mark.card("33")
def test_taking_a_space_this_way_is_no_attack() -> None:
    table = Table()
    table.pc("red", "persepolis")
    play(table, "33")
    table.act("at:persepolis", "claim")
    assert table.champion("blue")


@pytest.mark.card("33")
@pytest.mark.rule("R16.1.3")
def test_a_capital_that_peukestas_takes_gives_up_who_is_inside() -> None:
    table = Table()
    table.pc("red", "persepolis")
    table.state.capital[table.seat("red")] = table.space("persepolis")
    table.royal("alexandros", "persepolis.inside", "red")
    play(table, "33")
    assert table.why_not("at:persepolis.inside") == "9.4.3"
    table.act("at:persepolis", "claim")
    assert table.pc_of("persepolis") == "blue"
    assert table.where_royal("alexandros") == "persepolis"
    assert table.holder("alexandros") == "blue"


@pytest.mark.card("33")
@pytest.mark.card("35")
@pytest.mark.parametrize(("card", "space"), [("33", "persepolis"), ("35", "lamia")])
def test_with_cavalry_one_of_the_three_is_cavalry(card: str, space: str) -> None:
    table = Table(options=("cavalry",))
    play(table, card)
    table.act(f"at:{space}", "decline")
    assert table.forces("blue", space) == {"mercenary": 2, "cavalry": 1}


@pytest.mark.card("35")
@pytest.mark.parametrize("turn", [1, 2])
def test_kassandros_comes_to_makedonia_or_hellas_in_any_game_turn(turn: int) -> None:
    table = Table(turn=turn)
    table.pc("independent", "aitolia")
    play(table, "35")
    assert table.why_not("at:larisa") == "6.2.A.1"
    table.act("at:aitolia", "claim")
    assert table.where("kassandros") == "aitolia"
    assert table.forces("blue", "aitolia") == {"mercenary": 3}
    assert table.pc_of("aitolia") == "blue"


@pytest.mark.card("35")
def test_kassandros_leaves_the_pc_of_a_major_city() -> None:
    table = Table()
    table.pc("red", "pella")
    play(table, "35")
    assert table.why_not("at:pella.inside") == "9.4.3"
    table.act("at:pella")
    assert table.over
    assert table.where("kassandros") == "pella"
    assert table.pc_of("pella") == "red"


@pytest.mark.card("35")
def test_three_cus_do_not_fit_inside() -> None:
    table = Table()
    table.pc("blue", "pella")
    play(table, "35")
    assert table.why_not("at:pella.inside") == "9.4.5"
    table.act("at:pella")
    assert table.over


@pytest.mark.card("35")
def test_a_claimed_space_is_rid_of_the_siege_points_against_it() -> None:
    table = Table()
    table.pc("independent", "sparta")
    table.army("blue", "antipatros", "sparta", loyal=3)
    table.siege_points("blue", "sparta", 1)
    play(table, "35")
    table.act("at:sparta", "claim")
    assert table.state.sp == {}


@pytest.mark.card("35")
def test_kassandros_as_a_reinforcement_leaves_the_game_with_his_card_only() -> None:
    table = Table()
    table.pc("blue", "gaza")
    segment(table, "35")
    table.act("event:35", "as-reinforcement")
    assert table.where("kassandros") == "gaza"
    assert lies(table, "35") == "removed"


# 34


@pytest.mark.card("34")
def test_neoptolemos_brings_three_mercenaries_under_a_minor_general_and_replaces_an_enemy_pc() -> None:
    table = Table()
    table.pc("independent", "amida")
    segment(table, "34")
    table.act("event:34", "at:amida")
    assert table.forces("blue", "amida") == {"mercenary": 3}
    assert table.where("alketas") == "amida"
    assert table.pc_of("amida") == "blue"
    assert lies(table, "34") == "removed"


@pytest.mark.card("34")
def test_an_uncontrolled_space_of_armenia_stays_so() -> None:
    table = Table()
    play(table, "34")
    table.act("at:artaxata")
    assert table.pc_of("artaxata") == ""
    assert table.forces("blue", "artaxata") == {"mercenary": 3}


@pytest.mark.card("34")
def test_with_cavalry_neoptolemos_brings_one() -> None:
    table = Table(options=("cavalry",))
    play(table, "34")
    table.act("at:artaxata")
    assert table.forces("blue", "artaxata") == {"mercenary": 2, "cavalry": 1}


@pytest.mark.card("34")
def test_a_minor_general_is_taken_from_where_he_stands_if_all_are_on_the_map() -> None:
    table = Table()
    spaces = ("gaza", "ake", "sidon", "tarsos")
    for minor, space in zip(MINORS, spaces, strict=True):
        table.army("blue", minor, space, mercenary=1)
    table.pc("blue", *spaces)
    play(table, "34")
    table.act("at:amida")
    assert table.offers == tuple(f"choose-general:{minor}" for minor in MINORS)
    assert table.why_not("choose-general:philoxenos") == "7.1.C.2"
    table.act("choose-general:dokimos")
    assert table.where("dokimos") == "amida"
    assert table.forces("blue", "sidon") == {"mercenary": 1}


@pytest.mark.card("34")
def test_a_general_who_is_there_already_takes_command() -> None:
    table = Table()
    table.general("blue", "eumenes", "amida")
    play(table, "34")
    table.act("at:amida")
    assert table.over
    assert table.where("alketas") == "off map"


@pytest.mark.card("34")
def test_enemies_in_every_space_of_armenia_make_neoptolemos_impossible() -> None:
    table = Table()
    for space in ("anzitene", "amida", "karana", "armaouira", "artaxata", "tp_kentrites"):
        table.cus("red", space, mercenary=1)
    table.general("red", "peithon", "thospia")
    assert impossible(table, "34")
