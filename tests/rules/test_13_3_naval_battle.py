"""13.3: Naval Battles, and the way back."""

import pytest

from diadochi.rules import activation, voyage
from diadochi.rules.naval_battle import NavalBattle
from tests.rules.voyages import army_at_xanthos, embark, fleet_sides, force_march, put_to_sea, upgrade
from tests.table import BLUE, GREEN, RED, YELLOW, Table

# 13.3


def red_in_range(table: Table) -> None:
    """Red holds Karia with its Fleet (1), 2 Sea paths from Xanthos over Rhodos."""
    table.province("red", "karia")


def declared(table: Table) -> None:
    red_in_range(table)
    embark(table, "demetrios")
    table.act("sail:rhodos")


@pytest.mark.rule("R13.3.A.1")
def test_a_declarer_needs_an_available_fleet() -> None:
    table = army_at_xanthos()
    table.pc("red", "halikarnassos")
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.deciding == "blue"


@pytest.mark.rule("R13.2.4")
def test_an_announced_space_lets_others_declare_in_turn_order() -> None:
    table = army_at_xanthos()
    table.pc("yellow", "athenai", "knossos")
    declared(table)
    assert table.deciding == "red"
    assert set(table.offers) == {"declare", "pass"}
    table.act("pass")
    assert table.deciding == "yellow"
    table.act("pass")
    assert table.deciding == "blue"
    assert table.where("demetrios") == "rhodos.sea"


@pytest.mark.rule("R13.3.A.2")
def test_a_pc_two_sea_paths_from_the_announced_space_is_in_range() -> None:
    table = army_at_xanthos()
    table.pc("red", "athenai", "kyklades")
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.deciding == "red"


@pytest.mark.rule("R13.3.A.2")
def test_trans_mediterranean_paths_do_not_count_for_the_range() -> None:
    table = army_at_xanthos()
    table.pc("red", "athenai", "alexandria")
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.deciding == "blue"


@pytest.mark.rule("R13.3.A.3")
def test_one_declaration_in_a_segment() -> None:
    table = army_at_xanthos()
    table.dice(1, 1, 1, 1)
    declared(table)
    table.act("declare")
    assert table.deciding == "blue"
    table.act("sail:halikarnassos")
    assert table.deciding == "blue"


@pytest.mark.rule("R13.3.A.4")
def test_the_mover_does_not_declare_against_himself() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai", "rhodos")
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.where("demetrios") == "rhodos.sea"


@pytest.mark.rule("R13.3.B.3")
def test_a_battle_that_is_fought_costs_champion_status() -> None:
    table = army_at_xanthos()
    table.dice(1, 1, 1, 1)
    declared(table)
    assert table.champion("red")
    table.act("declare")
    assert not table.champion("red")


@pytest.mark.example("E34")
@pytest.mark.rule("R13.3.B.1", "R13.3.B.3", "R13.3.B.4")
def test_e34_the_movers_defeat_cancels_the_other_battles() -> None:
    table = Table(active="yellow")
    table.pc("yellow", "xanthos")
    table.army("yellow", "demetrios", "xanthos", loyal=1)
    table.province("red", "karia")
    table.pc("blue", "athenai", "knossos")
    table.dice(1, 1, 6, 6, 1)
    table.state.order = (RED, BLUE, YELLOW, GREEN)
    force_march(table, "yellow")
    put_to_sea(table, "demetrios")
    table.act("sail:rhodos", "declare", "declare")
    assert not table.champion("red")
    assert table.champion("blue")
    assert len(table.events("naval_battle")) == 1
    assert len(table.events("naval_battle_cancelled")) == 1
    assert table.where("demetrios") == "xanthos"


@pytest.mark.rule("R13.3.B.4")
def test_naval_battles_are_fought_one_after_another_against_the_same_escort() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai")
    table.province("red", "karia")
    table.pc("yellow", "rhodos")
    table.dice(6, 6, 1, 1, 6, 6, 1, 1)
    embark(table, "demetrios", "athenai")
    table.act("sail:rhodos", "declare", "declare")
    assert len(table.events("naval_battle")) == 2
    assert fleet_sides(table, "athenai", "karia", "rhodos") == [0, 2, 2]


@pytest.mark.rule("R13.3.C.1")
def test_fleet_strength_is_the_sum_of_the_faces_that_are_up() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai")
    table.province("blue", "makedonia")
    declared_by_red(table, "athenai", "makedonia")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert told["mover_strength"] == 2 + 1
    assert told["interceptor_strength"] == 1


def declared_by_red(table: Table, *escort: str) -> None:
    table.province("red", "karia")
    table.dice(3, 3, 3, 3)
    embark(table, "demetrios", *escort)
    table.act("sail:rhodos", "declare")


@pytest.mark.rule("R13.3.C.1", "R13.3.D.2")
def test_without_fleets_the_score_is_0_and_0_to_0_is_a_draw() -> None:
    table = army_at_xanthos()
    table.dice(6, 6, 1, 1)
    declared(table)
    table.act("declare")
    assert len(table.events("naval_draw")) == 1
    assert table.where("demetrios") == "rhodos.sea"
    assert fleet_sides(table, "karia") == [0]


@pytest.mark.rule("R13.3.D.1", "R13.3.D.8")
def test_each_side_reads_its_fleet_strength_on_the_battle_table() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai")
    table.dice(1, 4, 4, 5)
    red_in_range(table)
    embark(table, "demetrios", "athenai")
    table.act("sail:rhodos", "declare")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert (told["mover_roll"], told["mover_score"]) == (5, 1)
    assert (told["interceptor_roll"], told["interceptor_score"]) == (9, 1)


@pytest.mark.rule("R13.3.D.3")
def test_a_beaten_interceptor_loses_the_fleets_he_committed() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai")
    table.province("red", "karia")
    table.pc("red", "rhodos")
    table.dice(6, 6, 1, 1)
    embark(table, "demetrios", "athenai")
    table.act("sail:rhodos", "declare", "commit:karia", "done")
    assert fleet_sides(table, "karia", "rhodos", "athenai") == [2, 0, 0]
    assert table.where("demetrios") == "rhodos.sea"


@pytest.mark.rule("R13.2.5", "R13.3.D.4", "R13.3.D.5", "R13.3.D.6", "R13.3.D.7")
def test_a_beaten_mover_loses_his_escort_and_goes_back() -> None:
    table = army_at_xanthos(mercenary=3)
    table.pc("blue", "athenai", "phaselis")
    table.province("red", "karia")
    table.dice(1, 1, 6, 6, 6)
    embark(table, "demetrios", "athenai")
    table.act("sail:phaselis", "drop:phaselis", "done", "sail:xanthos", "pass", "sail:rhodos", "declare")
    assert fleet_sides(table, "athenai", "karia") == [2, 0]
    assert table.forces("blue", "xanthos") == {"mercenary": 1}
    assert table.forces("blue", "phaselis") == {"mercenary": 1}
    assert table.where("demetrios") == "xanthos"
    assert table.over


@pytest.mark.example("E35")
@pytest.mark.rule("R13.3.D.4", "R13.3.D.5", "R13.3.D.6")
def test_e35_a_minor_general_is_driven_back_without_his_cu() -> None:
    table = Table()
    table.pc("blue", "athenai", "kyklades")
    table.cus("blue", "kyklades", mercenary=1)
    table.royal("herakles", "kyklades", "blue")
    table.province("red", "karia")
    table.province("red", "makedonia")
    table.dice(2, 4, 5, 5, 6)
    force_march(table, "blue")
    upgrade(table, "athenai")
    table.act("muster:kyklades", "take-all", "embark", "escort:athenai")
    table.act("sail:ephesos", "declare", "commit:makedonia", "commit:karia")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert (told["mover_strength"], told["mover_score"]) == (3, 1)
    assert (told["interceptor_strength"], told["interceptor_score"]) == (2, 3)
    assert fleet_sides(table, "athenai") == [2]
    assert table.forces("blue", "kyklades") == {}
    assert table.where("alketas") == "off map"
    assert table.where_royal("herakles") == "kyklades"


@pytest.mark.rule("R13.3.D.5")
def test_a_beaten_mover_rolls_attrition_only_for_those_still_aboard() -> None:
    """What leaving a Stronghold by sea has cost (10.A.2) is not counted again."""
    table = Table(dice=(6, 1, 1, 6, 6, 1))
    table.pc("blue", "korinthos")
    table.pc("independent", "sparta")
    table.army("blue", "demetrios", "korinthos", loyal=3)
    red_in_range(table)
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "march:sparta", "embark", "sail:kyklades", "declare")
    rolls = [{name: value for name, _, value in event.args} for event in table.events("attrition_roll")]
    assert [sum(roll["cus"]) for roll in rolls] == [3, 2]


@pytest.mark.rule("R13.3.1")
def test_going_back_to_the_port_meets_no_naval_battle() -> None:
    table = army_at_xanthos()
    table.pc("yellow", "athenai", "knossos", "xanthos")
    table.province("red", "karia")
    table.dice(1, 1, 6, 6, 1)
    embark(table, "demetrios")
    table.act("sail:rhodos", "declare", "pass")
    assert table.where("demetrios") == "xanthos"
    assert table.over


@pytest.mark.rule("R13.3.2", "R7.4.7")
def test_the_pontic_fleet_meets_no_naval_battle_and_keeps_to_its_waters() -> None:
    table = Table()
    table.pc("red", "athenai", "chersonesos")
    table.army("blue", "demetrios", "abydos", loyal=1)
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1, ("pontos", "propontis")))
    table.act("activate:demetrios", "take-all", "embark")
    assert table.why_not("sail:lesbos") == "13.2.3"
    table.act("sail:chersonesos")
    assert table.deciding == "blue"


@pytest.mark.general("nearchos")
@pytest.mark.rule("R13.3.D.1")
def test_nearchos_adds_1_to_fleet_strength_of_a_movement_he_leads() -> None:
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "nearchos", "xanthos", loyal=1)
    table.province("red", "karia")
    table.dice(3, 3, 3, 3)
    embark(table, "nearchos")
    table.act("sail:rhodos", "declare")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert (told["mover_ability"], told["mover_strength"]) == (1, 1)


# Surprise cards at sea: what they change in the procedure


def cards_may_be_held(table: Table) -> None:
    """Red holds a card and a Surprise card is hidden, so that Red is asked in every window."""
    table.hand("red", "1")
    table.deck("55")


def change_battle(table: Table, **facts: object) -> None:
    agenda = table.state.agenda
    place = table.play.find(NavalBattle)
    agenda[place] = agenda[place].but(**facts)


def storm(table: Table) -> None:
    voyage.current(table.play).told_storm(table.play)


@pytest.mark.rule("R13.2.4")
def test_a_storm_sends_the_movement_back_with_0_mps() -> None:
    table = army_at_xanthos()
    cards_may_be_held(table)
    red_in_range(table)
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.decision.prompt == "prompt.window.naval_step"
    storm(table)
    table.act("pass")
    assert table.where("demetrios") == "xanthos"
    assert table.over


@pytest.mark.rule("R13.3.B.2", "R13.3.D.9")
def test_fog_cancels_a_naval_battle_and_uses_up_the_declaration() -> None:
    table = army_at_xanthos()
    cards_may_be_held(table)
    declared(table)
    table.act("pass", "declare")
    assert table.decision.prompt == "prompt.window.naval_dice"
    change_battle(table, cancelled=1)
    table.act("pass")
    assert table.champion("red")
    assert table.where("demetrios") == "rhodos.sea"
    table.act("sail:halikarnassos", "pass")
    assert table.deciding == "blue"


@pytest.mark.rule("R13.3.B.2")
def test_a_storm_cancels_the_battles_that_are_not_yet_rolled() -> None:
    table = army_at_xanthos()
    cards_may_be_held(table)
    table.pc("yellow", "athenai", "knossos")
    declared(table)
    table.act("pass", "declare", "declare")
    storm(table)
    table.act("pass")
    assert len(table.events("naval_battle_cancelled")) == 2
    assert table.champion("red")
    assert table.where("demetrios") == "xanthos"
    assert fleet_sides(table, "karia", "athenai") == [0, 0]


@pytest.mark.rule("R13.3.D.9")
def test_a_superior_admiral_adds_to_the_roll_up_to_12() -> None:
    table = army_at_xanthos()
    cards_may_be_held(table)
    table.dice(3, 3, 6, 5, 1)
    declared(table)
    table.act("pass", "declare")
    change_battle(table, bonus=(0, 2))
    table.act("pass")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert (told["interceptor_bonus"], told["interceptor_roll"]) == (2, 12)


# The way back


def driven_back_to_tyros(besieged: bool) -> Table:
    """Demetrios has left Tyros from the inside with 2 CUs, taken 2 more at Sidon, and meets a storm."""
    table = Table()
    table.pc("blue", "tyros", "sidon")
    table.army("blue", "demetrios", "tyros.inside", loyal=2)
    table.cus("blue", "sidon", mercenary=2)
    if besieged:
        table.army("yellow", "lysimachos", "tyros", loyal=1)
    cards_may_be_held(table)
    embark(table, "demetrios")
    table.act("sail:sidon", "pass", "take:mercenary", "take:mercenary", "sail:arados")
    storm(table)
    table.act("pass")
    return table


@pytest.mark.rule("R13.3.D.6")
def test_back_into_a_besieged_city_go_two_cus_the_others_face_the_besieger() -> None:
    table = driven_back_to_tyros(besieged=True)
    assert set(table.offers) == {"inside:loyal", "inside:mercenary"}
    table.act("inside:loyal", "inside:loyal")
    assert table.where("demetrios") == "tyros.inside"
    assert table.forces("blue", "tyros.inside") == {"loyal": 2}
    assert len(table.events("battle_begins")) == 1


@pytest.mark.rule("R13.3.D.6")
def test_back_in_an_unbesieged_city_the_owner_divides_them() -> None:
    table = driven_back_to_tyros(besieged=False)
    assert set(table.offers) == {"inside:loyal", "inside:mercenary", "inside-general:demetrios", "done"}
    table.act("inside:mercenary", "done")
    assert table.forces("blue", "tyros.inside") == {"mercenary": 1}
    assert table.forces("blue", "tyros") == {"loyal": 2, "mercenary": 1}
    assert table.where("demetrios") == "tyros"


@pytest.mark.rule("R13.3.D.6")
def test_who_embarked_outside_his_city_comes_back_outside() -> None:
    table = Table()
    table.pc("blue", "tyros")
    table.army("blue", "demetrios", "tyros", loyal=2)
    cards_may_be_held(table)
    embark(table, "demetrios")
    table.act("sail:sidon")
    storm(table)
    table.act("pass")
    assert "inside:loyal" not in table.offers
    assert table.forces("blue", "tyros") == {"loyal": 2}
    assert table.where("demetrios") == "tyros"
