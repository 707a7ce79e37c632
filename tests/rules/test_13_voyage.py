"""13.1, 13.2: Naval Movement."""

import pytest

from diadochi.model import moves
from diadochi.rules import activation, independents, orders
from diadochi.rules.troops import minors_of
from tests.rules.activations import mps
from tests.rules.voyages import army_at_xanthos, embark, force_march, put_to_sea
from tests.table import BLUE, RED, Table

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
    table.act("activate:demetrios", "take-all", "take-general:antigonos", "embark", "sail:phaselis")
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
    table.act("sail:rhodos", "land:rhodos")
    landed = activation.army(table.play)
    table.act("siege:rhodos")
    assert not table.events("naval_battle")
    assert len(table.events("siege_roll")) == 1
    assert activation.army(table.play) is None
    assert landed is not None
    besieging = landed.but(spent=landed.spent + 2)
    assert besieging.left(table.play) == 1
    siege = orders.check_siege(table.play, besieging, table.space("rhodos"))
    embarking = orders.check_embark(table.play, besieging, 0)
    assert siege and siege.rule == "9.3.0.1"
    assert embarking and embarking.rule == "13.1.6"


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
    table.begin(lambda p: independents.begin_moves(p, BLUE))
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
    assert mps(table) == 4
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
    assert mps(table) == 1
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
    table.act("muster:tyros.inside", "take-all", "embark")
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
    assert mps(table) == 3


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
    table.act("activate:demetrios", "take-all", "embark", "sail:phaselis")
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
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign")
    put_to_sea(table, "demetrios")
    table.act("sail:phaselis")
    assert mps(table) == 3
    table.act("take-general:krateros")
    assert mps(table) == 1


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
    table.state.truce = (BLUE, RED)
    embark(table, "demetrios", mps=2)
    table.act("sail:phaselis")
    assert table.why_not("land:phaselis") == "16.1.1"
    assert "sail:aspendos" in table.offers


@pytest.mark.rule("R16.1.1")
def test_under_a_truce_nobody_sails_to_where_he_could_not_land() -> None:
    table = army_at_xanthos()
    table.army("red", "kassandros", "phaselis", loyal=1)
    table.state.truce = (BLUE, RED)
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
    table.act("activate:demetrios", "take-all", "take-general:antigonos", "embark")
    game = table.game
    assert game is not None
    everything = {a.text for a in game.notation.actions}
    for action in ("escort:athenai", "done", "sail:tyros", "take:elephant", "drop:tyros.inside", "leave:loyal"):
        table.act(action)
        assert {a for a in everything if game.why_not(a) is None} == {*table.offers, *table.further}


@pytest.mark.rule("R13.3.D.6", "R10.G.1")
def test_driven_back_to_his_city_a_lone_general_does_not_stay_beside_another_outside() -> None:
    table = Table(dice=(1, 1, 6, 6))
    table.pc("blue", "athenai")
    table.province("red", "karia")
    table.general("blue", "eumenes", "athenai.inside")
    table.general("yellow", "peithon", "athenai")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:eumenes", "embark", "done", "sail:kyklades", "declare")
    assert table.events("naval_win")
    table.act("done")
    assert table.where("eumenes") == "athenai.inside"
    assert table.where("peithon") == "athenai"


@pytest.mark.rule("R13.2.7", "R9.1.13")
def test_nobody_sails_away_from_cus_whose_general_he_took_aboard_if_nobody_can_stay() -> None:
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "demetrios", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "phaselis", mercenary=1)
    spaces = ("sardeis", "kelainai", "pergamon", "ephesos")
    for general, space in zip(minors_of(table.play, table.seat("blue")), spaces, strict=True):
        moves.put_general(table.state, general, table.location(space))
        table.cus("blue", space, mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:demetrios", "take-all", "embark", "sail:phaselis", "take-general:antigonos")
    assert table.why_not("sail:aspendos") == "9.1.13"
    assert "land:phaselis" in table.offers
    table.act("take:mercenary", "sail:aspendos")
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R13.2.6", "R9.3.0.1")
def test_nobody_is_picked_up_who_could_only_be_landed_again() -> None:
    table = Table()
    table.pc("blue", "xanthos", "phaselis")
    table.army("blue", "demetrios", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "phaselis", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 1, 1))
    table.act("activate:demetrios", "take-all", "embark", "sail:phaselis")
    assert table.why_not("take:mercenary") == "9.3.0.1"
    assert table.why_not("take-general:antigonos") == "9.3.0.1"


@pytest.mark.rule("R13.2.6", "R9.2.9")
def test_a_general_with_more_mps_is_picked_up_by_one_who_has_none_left() -> None:
    table = Table(dice=(2,))
    table.pc("blue", "xanthos", "phaselis", "aspendos")
    table.army("blue", "krateros", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "aspendos", mercenary=1)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("campaign", "activate:krateros", "take-all", "embark", "sail:phaselis", "sail:aspendos")
    assert table.why_not("take:mercenary") == "9.3.0.1"
    table.act("take-general:antigonos", "take:mercenary", "drop:aspendos", "leave-general:krateros", "done")
    assert table.why_not("sail:phaselis") == ""
