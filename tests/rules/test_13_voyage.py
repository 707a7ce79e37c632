"""13 Naval Movement and Naval Battles."""

import pytest

from diadochi.model.notation import Domain
from diadochi.rules import activation, fleets, independents, voyage
from diadochi.rules.naval_battle import NavalBattle
from tests.table import Table


def force_march(table: Table, faction: str, mps: int = 4, number: int = 1) -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, number))


def embark(table: Table, general: str, *fleets: str, faction: str = "blue", mps: int = 4) -> None:
    """Activate a General with all CUs of his location and go to sea; the Fleets named escort him."""
    force_march(table, faction, mps)
    put_to_sea(table, general, *fleets)


def put_to_sea(table: Table, general: str, *fleets: str) -> None:
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act("embark")
    for fleet in fleets:
        table.act(f"escort:{fleet}")
    if table.decision.prompt == "prompt.escort":
        table.act("done")


def fleet_sides(table: Table, *names: str) -> list[int]:
    return [table.state.fleet_side[table.number(Domain.FLEET, n)] for n in names]


def upgrade(table: Table, fleet: str) -> None:
    fleets.upgrade_fleet(table.play, table.number(Domain.FLEET, fleet))


def army_at_xanthos(**units: int) -> Table:
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "demetrios", "xanthos", **(units or {"loyal": 3}))
    return table


# 13.1


@pytest.mark.rule("R13.1.1")
def test_no_fleet_is_needed() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios")
    assert table.where("demetrios") == "xanthos.sea"
    assert table.forces("blue", "xanthos.sea") == {"loyal": 3}


@pytest.mark.rule("R13.1.2")
def test_one_army_in_a_segment_uses_naval_movement() -> None:
    table = army_at_xanthos()
    table.army("blue", "antigonos", "paphos", loyal=1)
    force_march(table, "blue", number=2)
    put_to_sea(table, "demetrios")
    table.act("sail:phaselis", "land:phaselis", "done", "activate:antigonos")
    assert table.why_not("embark") == "13.1.2"


@pytest.mark.rule("R13.1.3")
def test_at_most_8_cus_embark() -> None:
    table = army_at_xanthos(mercenary=9)
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all")
    assert table.why_not("embark") == "13.1.3"


@pytest.mark.example("E31")
@pytest.mark.rule("R13.1.3")
def test_e31_cus_dropped_off_still_count() -> None:
    table = army_at_xanthos(mercenary=8)
    table.pc("blue", "phaselis", "aspendos")
    table.cus("blue", "aspendos", mercenary=1)
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis", *["leave:mercenary"] * 3, "done", "sail:aspendos")
    assert table.forces("blue", "phaselis") == {"mercenary": 4}
    assert table.why_not("take:mercenary") == "13.1.3"


@pytest.mark.rule("R13.1.4")
def test_any_number_of_generals_and_royals() -> None:
    table = army_at_xanthos(mercenary=8)
    for general in ("antigonos", "eumenes", "nearchos"):
        table.general("blue", general, "xanthos")
    for royal in ("herakles", "olympias", "alexandros"):
        table.royal(royal, "xanthos", "blue")
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", *[f"take-general:{g}" for g in ("antigonos", "eumenes", "nearchos")])
    table.act("take-royal:herakles", "take-royal:olympias", "take-royal:alexandros", "embark", "sail:phaselis")
    assert {table.where(g) for g in ("demetrios", "antigonos", "eumenes", "nearchos")} == {"phaselis.sea"}
    assert table.where_royal("olympias") == "phaselis.sea"


@pytest.mark.rule("R13.1.5")
def test_land_before_sea_means_no_land_after_it() -> None:
    table = Table()
    table.pc("blue", "ake", "tyros", "sidon")
    table.army("blue", "demetrios", "arados", loyal=2)
    force_march(table, "blue", mps=4)
    table.act("activate:demetrios", "take-all", "march:sidon", "embark", "done", "sail:tyros", "land:tyros")
    assert table.why_not("march:ake") == "13.1.5"


@pytest.mark.rule("R13.1.5")
def test_land_after_sea() -> None:
    table = Table()
    table.pc("blue", "ake", "tyros", "sidon", "arados")
    table.army("blue", "demetrios", "tyros", loyal=3)
    embark(table, "demetrios")
    table.act("sail:sidon", "land:sidon", "march:arados")
    assert table.where("demetrios") == "arados"


@pytest.mark.rule("R13.1.6")
def test_no_return_to_sea_after_landing() -> None:
    table = army_at_xanthos()
    table.pc("blue", "phaselis")
    embark(table, "demetrios")
    table.act("sail:phaselis", "land:phaselis")
    assert table.why_not("embark") == "13.1.6"


@pytest.mark.example("E32")
@pytest.mark.rule("R13.1.6")
def test_e32_one_mp_is_left_but_unusable() -> None:
    table = Table(active="yellow", dice=(3,))
    table.pc("yellow", "xanthos")
    table.pc("independent", "rhodos")
    table.army("yellow", "demetrios", "xanthos", loyal=5)
    table.fleet("yellow", "kilikia")
    table.pc("red", "halikarnassos", "knossos")
    embark(table, "demetrios", "kilikia", faction="yellow")
    table.act("sail:rhodos", "land:rhodos", "siege:rhodos")
    assert not table.events("naval_battle")
    assert len(table.events("siege_roll")) == 1
    assert activation.army(table.play).left(table.play) == 1
    assert table.why_not("siege:rhodos") == "9.3.0.1"
    assert table.why_not("embark") == "13.1.6"


@pytest.mark.rule("R13.1.7")
def test_nobody_ends_at_sea() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios", mps=1)
    table.act("sail:phaselis")
    assert table.why_not("done") == "13.1.7"
    assert "land:phaselis" in table.offers


@pytest.mark.rule("R13.1.8")
def test_independent_armies_use_no_naval_movement() -> None:
    table = Table()
    table.independent("leosthenes", "athenai")
    table.begin(lambda p: independents.begin_moves(p, 0))
    table.act("move-independent:leosthenes")
    assert not any(a.startswith(("embark", "sail")) for a in table.offers)
    assert "march:kyklades" not in table.offers


@pytest.mark.rule("R13.1.8")
def test_nobody_intercepts_by_sea() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "rhodos", loyal=1)
    table.pc("red", "phaselis")
    embark(table, "demetrios")
    table.act("sail:phaselis", "land:phaselis")
    assert table.deciding == "blue"


# 13.2


@pytest.mark.rule("R13.2.1")
def test_the_escort_is_any_of_the_available_fleets() -> None:
    table = army_at_xanthos()
    table.pc("blue", "athenai")
    table.province("blue", "karia")
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "embark")
    assert set(table.offers) == {"escort:athenai", "escort:karia", "done"}
    assert table.why_not("escort:kypros") == "7.4.3"
    table.act("escort:karia")
    assert set(table.offers) == {"escort:athenai", "done"}


@pytest.mark.rule("R13.2.2")
def test_embarking_costs_no_mps_and_is_possible_only_in_a_port() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios")
    assert activation.army(table.play).left(table.play) == 4
    inland = Table()
    inland.army("blue", "demetrios", "sardeis", loyal=1)
    force_march(inland, "blue")
    inland.act("activate:demetrios")
    assert inland.why_not("embark") == "13.2.2"


@pytest.mark.rule("R13.2.3")
def test_sea_paths_cost_1_and_trans_mediterranean_paths_2() -> None:
    table = Table()
    table.army("blue", "demetrios", "rhodos", loyal=1)
    embark(table, "demetrios", mps=3)
    assert table.why_not("sail:paphos") == "13.2.3"
    table.act("sail:alexandria")
    assert activation.army(table.play).left(table.play) == 1
    assert table.why_not("sail:rhodos") == "9.3.A.1"
    table.act("sail:pelousion")
    assert table.where("demetrios") == "pelousion.sea"


@pytest.mark.rule("R13.2.6", "R13.2.7")
def test_pieces_are_picked_up_from_any_location_of_the_space() -> None:
    table = Table()
    table.pc("blue", "sidon", "tyros")
    table.army("blue", "demetrios", "sidon", loyal=1)
    table.cus("blue", "tyros", loyal=2)
    table.cus("blue", "tyros.inside", mercenary=2)
    table.general("blue", "antigonos", "tyros.inside")
    embark(table, "demetrios")
    table.act("sail:tyros", "take:loyal", "take-general:antigonos")
    assert table.why_not("take:mercenary") == "9.1.6"
    table.act("at:tyros.inside", "take:mercenary")
    assert table.forces("blue", "tyros.sea") == {"loyal": 2, "mercenary": 1}
    assert table.where("antigonos") == "tyros.sea"


@pytest.mark.rule("R13.2.6")
def test_at_a_stop_pieces_are_picked_up_before_others_are_dropped_off() -> None:
    table = Table()
    table.pc("blue", "sidon", "arados")
    table.army("blue", "demetrios", "sidon", loyal=2)
    table.cus("blue", "arados", mercenary=1)
    embark(table, "demetrios")
    table.act("sail:arados", "drop:arados", "done")
    assert table.forces("blue", "arados") == {"loyal": 1, "mercenary": 1}
    assert table.why_not("take:mercenary") == "13.2.6"
    assert table.why_not("drop:arados") == "13.2.6"


@pytest.mark.rule("R13.2.8")
def test_no_drop_off_among_enemy_cus_but_a_landing() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "phaselis", loyal=1)
    embark(table, "demetrios")
    table.act("sail:phaselis")
    assert table.why_not("drop:phaselis") == "13.2.8"
    assert "land:phaselis" in table.offers


@pytest.mark.example("E29")
@pytest.mark.rule("R13.2.9", "R13.2.14")
def test_e29_dropped_inside_nobody_intercepts_outside_somebody_may() -> None:
    table = Table()
    table.pc("blue", "athenai", "kyklades")
    table.army("yellow", "lysimachos", "athenai", mercenary=1)
    table.army("yellow", "kassandros", "boiotia", loyal=2)
    table.army("blue", "demetrios", "kyklades", loyal=4)
    embark(table, "demetrios")
    table.act("sail:athenai")
    assert table.why_not("drop:athenai") == "13.2.8"
    table.act("drop:athenai.inside", "done")
    assert table.deciding == "blue"
    assert table.forces("blue", "athenai.inside") == {"loyal": 1}
    table.act("land:athenai")
    assert table.deciding == "yellow"
    assert "intercept:boiotia" in table.offers


@pytest.mark.rule("R13.2.9")
def test_two_cus_at_most_are_dropped_inside() -> None:
    table = Table()
    table.pc("blue", "tyros", "sidon")
    table.army("blue", "demetrios", "sidon", loyal=4)
    table.general("blue", "antigonos", "sidon")
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "take-general:antigonos", "embark", "done")
    table.act("sail:tyros", "drop:tyros.inside", "leave:loyal", "leave:loyal")
    assert table.why_not("leave:loyal") == "9.4.5"


@pytest.mark.rule("R13.2.9")
def test_dropped_off_outside_a_city_that_the_mover_besieges() -> None:
    table = Table()
    table.pc("blue", "sidon")
    table.pc("red", "tyros")
    table.cus("red", "tyros.inside", mercenary=1)
    table.army("blue", "antigonos", "tyros", loyal=3)
    table.army("blue", "demetrios", "sidon", loyal=2)
    embark(table, "demetrios")
    table.act("sail:tyros", "drop:tyros", "done")
    assert table.forces("blue", "tyros") == {"loyal": 4}
    assert table.why_not("drop:tyros.inside") == "9.4.3"


@pytest.mark.rule("R13.2.10")
def test_the_movement_goes_on_while_mps_remain() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios", mps=2)
    table.act("sail:phaselis", "sail:aspendos")
    assert set(table.offers) == {"drop:aspendos", "land:aspendos"}


@pytest.mark.rule("R13.2.11")
def test_landing_straight_inside_an_own_besieged_city_starts_no_procedure() -> None:
    table = Table()
    table.pc("blue", "tyros", "sidon")
    table.army("red", "kassandros", "tyros", loyal=3)
    table.army("blue", "demetrios", "sidon", loyal=2)
    embark(table, "demetrios")
    table.act("sail:tyros", "land:tyros.inside")
    assert table.where("demetrios") == "tyros.inside"
    assert table.forces("red", "tyros") == {"loyal": 3}


@pytest.mark.rule("R13.2.11")
def test_no_more_than_two_cus_land_inside() -> None:
    table = Table()
    table.pc("blue", "tyros", "sidon")
    table.army("blue", "demetrios", "sidon", loyal=3)
    embark(table, "demetrios")
    table.act("sail:tyros")
    assert table.why_not("land:tyros.inside") == "9.4.5"
    assert table.why_not("land:sidon") == "13.2.6"


@pytest.mark.example("E33")
@pytest.mark.rule("R13.2.12", "R13.2.13")
def test_e33_out_of_a_besieged_city_and_past_an_army() -> None:
    table = Table()
    table.pc("blue", "tyros", "pelousion")
    table.cus("blue", "tyros.inside", loyal=2)
    table.royal("herakles", "tyros.inside", "blue")
    table.army("yellow", "lysimachos", "tyros", loyal=3)
    table.army("yellow", "antigonos", "gaza", loyal=3)
    table.pc("yellow", "gaza", "ake")
    table.fleet("yellow", "kilikia", dispersed=True)
    table.army("blue", "ptolemaios", "pelousion", mercenary=1)
    force_march(table, "blue", mps=3)
    table.act("muster:tyros.inside", "take-all", "take-royal:herakles", "embark")
    assert table.where("alketas") == "tyros.sea"
    for space in ("ake", "gaza", "pelousion"):
        table.act(f"sail:{space}")
        assert table.deciding == "blue", "nobody can declare a Naval Battle"
    table.act("land:pelousion")
    assert not table.events("battle_begins")
    assert table.where("alketas") == "off map"
    assert table.forces("blue", "pelousion") == {"mercenary": 1, "loyal": 2}
    assert (table.where_royal("herakles"), table.holder("herakles")) == ("pelousion", "blue")


@pytest.mark.rule("R13.2.14", "R9.1.13")
def test_cus_dropped_in_a_foreign_space_get_a_minor_general() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis", "done")
    assert table.where("alketas") == "phaselis"
    assert table.forces("blue", "phaselis") == {"loyal": 1}


@pytest.mark.rule("R9.1.13")
def test_without_a_general_to_leave_nothing_is_dropped_in_a_foreign_space() -> None:
    table = army_at_xanthos()
    for minor, at in (("alketas", "pella"), ("attalos", "amphipolis"), ("dokimos", "larisa"), ("polemon", "sardeis")):
        table.army("blue", minor, at, mercenary=1)
    embark(table, "demetrios")
    table.act("sail:phaselis")
    assert table.why_not("drop:phaselis") == "9.1.13"


@pytest.mark.rule("R13.2.14", "R11.3.2")
def test_dropped_pieces_withdraw_to_the_embarkation_port_and_the_ships_go_on() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "aspendos", loyal=4)
    table.dice(6)
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis", "done")
    assert table.deciding == "red"
    table.act("intercept:aspendos", "take-general:kassandros", "take:loyal", "done", "withdraw")
    assert table.forces("blue", "xanthos") == {"loyal": 1}
    assert table.where("demetrios") == "phaselis.sea"
    assert activation.army(table.play).left(table.play) == 3


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
    table.state.order = (1, 0, 2, 3)
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
    table.act("muster:kyklades", "take-all", "take-royal:herakles", "embark", "escort:athenai")
    table.act("sail:ephesos", "declare", "commit:makedonia", "commit:karia")
    told = {name: value for name, _, value in table.events("naval_battle")[0].args}
    assert (told["mover_strength"], told["mover_score"]) == (3, 1)
    assert (told["interceptor_strength"], told["interceptor_score"]) == (2, 3)
    assert fleet_sides(table, "athenai") == [2]
    assert table.forces("blue", "kyklades") == {}
    assert table.where("alketas") == "off map"
    assert table.where_royal("herakles") == "kyklades"


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
    table.begin(lambda p: activation.begin(p, 0, 4, 1, ("pontos", "propontis")))
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
    agenda[place] = agenda[place]._replace(**facts)  # type: ignore[attr-defined]


def storm(table: Table) -> None:
    voyage.change(table.play, voyage.current(table.play)._replace(storm=1))


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


# 10.A, 8.4, 16.1


@pytest.mark.rule("R10.A.2")
def test_into_an_independent_stronghold_by_land_and_out_by_sea_costs_attrition() -> None:
    table = Table(dice=(6,))
    table.pc("blue", "korinthos")
    table.pc("independent", "sparta")
    table.army("blue", "demetrios", "korinthos", loyal=3)
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "march:sparta", "embark", "sail:kyklades")
    assert table.forces("blue", "kyklades.sea") == {"loyal": 2}


@pytest.mark.rule("R10.A.4")
def test_past_sparta_by_sea_only_there_is_no_attrition() -> None:
    table = Table(dice=(6,))
    table.pc("independent", "sparta")
    table.army("blue", "demetrios", "elis", loyal=3)
    embark(table, "demetrios")
    table.act("sail:sparta", "sail:kyklades")
    assert table.forces("blue", "kyklades.sea") == {"loyal": 3}


@pytest.mark.rule("R8.4.2")
def test_the_royal_family_sails_on_only_with_a_cu() -> None:
    table = army_at_xanthos(loyal=1)
    table.pc("blue", "phaselis")
    table.royal("herakles", "xanthos", "blue")
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "take-royal:herakles", "embark", "sail:phaselis")
    table.act("drop:phaselis", "leave:loyal", "done")
    assert not any(a.startswith("sail") for a in table.offers)
    assert table.where("demetrios") == "phaselis"


@pytest.mark.rule("R9.1.10")
def test_a_minor_general_picks_up_no_general_and_is_not_picked_up() -> None:
    table = army_at_xanthos()
    table.pc("blue", "phaselis", "aspendos")
    table.army("blue", "alketas", "phaselis", mercenary=1)
    table.general("blue", "antigonos", "aspendos")
    embark(table, "demetrios")
    table.act("sail:phaselis")
    assert table.why_not("take-general:alketas") == "9.1.10"
    table.act("sail:aspendos")
    assert "take-general:antigonos" in table.offers


@pytest.mark.rule("R9.2.9")
def test_a_more_senior_general_who_comes_aboard_takes_over() -> None:
    table = army_at_xanthos()
    table.pc("blue", "phaselis")
    table.general("blue", "krateros", "phaselis")
    table.dice(3)
    table.begin(lambda p: activation.begin_segment(p, 0))
    table.act("campaign")
    put_to_sea(table, "demetrios")
    table.act("sail:phaselis")
    assert activation.army(table.play).left(table.play) == 3
    table.act("take-general:krateros")
    assert activation.army(table.play).left(table.play) == 1


@pytest.mark.rule("R9.1.13")
def test_cus_left_behind_by_their_general_get_a_minor_general() -> None:
    table = army_at_xanthos()
    table.army("blue", "antigonos", "phaselis", mercenary=2)
    embark(table, "demetrios")
    table.act("sail:phaselis", "take-general:antigonos", "sail:aspendos")
    assert table.where("alketas") == "phaselis"
    assert table.forces("blue", "phaselis") == {"mercenary": 2}


@pytest.mark.rule("R16.1.1")
def test_a_truce_bars_the_partners_shores() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "phaselis", loyal=1)
    table.state.truce = (0, 1)
    embark(table, "demetrios", mps=2)
    table.act("sail:phaselis")
    assert table.why_not("land:phaselis") == "16.1.1"
    assert "sail:aspendos" in table.offers


@pytest.mark.rule("R16.1.1")
def test_under_a_truce_nobody_sails_to_where_he_could_not_land() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "phaselis", loyal=1)
    table.state.truce = (0, 1)
    embark(table, "demetrios", mps=1)
    assert table.why_not("sail:phaselis") == "16.1.1"


def test_only_what_the_check_lets_pass_is_offered() -> None:
    table = Table()
    table.pc("blue", "tyros", "sidon", "athenai")
    table.army("blue", "demetrios", "sidon", loyal=2, silver_shields=2)
    table.general("blue", "antigonos", "sidon")
    table.royal("herakles", "sidon", "blue")
    table.cus("blue", "tyros.inside", mercenary=1)
    table.cus("blue", "tyros", elephant=1)
    force_march(table, "blue")
    table.act("activate:demetrios", "take-all", "take-general:antigonos", "take-royal:herakles", "embark")
    game = table.game
    assert game is not None
    everything = {a.text for a in game.notation.actions}
    for action in ("escort:athenai", "done", "sail:tyros", "take:elephant", "drop:tyros.inside", "leave:loyal"):
        table.act(action)
        assert {a for a in everything if game.why_not(a) is None} == set(table.offers)
