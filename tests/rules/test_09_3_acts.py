"""9.3, 9.4: what an activated Army or General does."""

import pytest

from diadochi.rules import activation
from tests.rules.activations import campaign, force_march, minor_in_halikarnassos, mps
from tests.table import Table

# 9.3


@pytest.mark.rule("R9.3.A.1")
@pytest.mark.parametrize(
    ("start", "end", "cost"),
    [("sardeis", "ephesos", 1), ("aspendos", "tp_tracheia", 2), ("abydos", "chersonesos", 2)],
)
def test_land_costs_1_mountain_and_strait_2(start: str, end: str, cost: int) -> None:
    table = Table()
    table.general("blue", "krateros", start)
    force_march(table)
    table.act("activate:krateros", f"march:{end}")
    assert mps(table) == 4 - cost


@pytest.mark.example("E20")
@pytest.mark.rule("R9.3.A.2")
def test_e20_a_repositioned_minor_general_keeps_his_remaining_mps() -> None:
    table = minor_in_halikarnassos()
    campaign(table, 4)
    table.act("activate:alketas", "take-all", "march:ephesos", "march:sardeis")
    assert mps(table) == 1
    table.act("reposition:ikonion", "take-all", "march:dana")
    assert table.decision.prompt == "prompt.nobody_activated", "3 MPs are spent"
    assert table.where("alketas") == "dana"
    assert table.forces("blue", "dana") == {"mercenary": 1}
    assert table.forces("blue", "sardeis") == {"mercenary": 1}


def pisidai() -> Table:
    table = Table()
    table.pc("blue", "halikarnassos")
    table.army("blue", "alketas", "halikarnassos", mercenary=2)
    table.army("blue", "antigonos", "pisidai", mercenary=3)
    campaign(table, 2)
    table.act("activate:alketas", "take:mercenary", "march:tp_laodikeia", "march:pisidai", "done")
    return table


@pytest.mark.example("E21")
@pytest.mark.rule("R9.3.A.1", "R9.1.6")
def test_e21_the_cu_brought_by_another_may_not_go_along() -> None:
    table = pisidai()
    table.act("activate:antigonos", "take-all", "march:aspendos", "march:tp_tracheia")
    assert table.forces("blue", "tp_tracheia") == {"mercenary": 3}
    assert table.forces("blue", "pisidai") == {"mercenary": 1}
    assert table.forces("blue", "halikarnassos") == {"mercenary": 1}


@pytest.mark.example("E21")
@pytest.mark.rule("R9.3.A.1")
def test_e21_variant_by_sea_from_aspendos() -> None:
    table = pisidai()
    table.act("activate:antigonos", "take-all", "march:aspendos", "embark", "sail:salamis", "sail:tarsos")
    table.act("land:tarsos")
    assert table.where("antigonos") == "tarsos"
    assert table.forces("blue", "tarsos") == {"mercenary": 3}


@pytest.mark.rule("R9.3.B.1", "R9.4.1")
def test_passing_the_walls_costs_nothing() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=2)
    force_march(table, 1)
    table.act("activate:krateros", "take-all")
    assert table.why_not("march:pergamon") == "9.4.1"
    table.act("come-out")
    assert mps(table) == 1
    table.act("march:pergamon")
    assert table.forces("blue", "pergamon") == {"mercenary": 2}


@pytest.mark.rule("R9.3.B.1")
def test_the_walls_are_passed_once_each_way_in_a_space() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "pergamon", mercenary=2)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:sardeis", "go-inside", "come-out")
    assert table.why_not("go-inside") == "9.3.B.1"


@pytest.mark.rule("R9.3.B.2")
def test_with_no_mps_left_he_still_goes_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "pergamon", mercenary=2)
    force_march(table, 1)
    table.act("activate:krateros", "take-all", "march:sardeis", "go-inside")
    assert table.forces("blue", "sardeis.inside") == {"mercenary": 2}


@pytest.mark.example("E23")
@pytest.mark.rule("R9.3.B.2", "R10.L.2")
def test_e23_one_minor_general_sorties_from_city_after_city() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pella")
    for city in ("sardeis", "pella"):
        table.cus("blue", f"{city}.inside", loyal=2)
    table.cus("red", "sardeis", mercenary=1)
    table.general("red", "krateros", "sardeis")
    table.army("red", "eumenes", "pella", mercenary=1)
    table.dice(1)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("campaign", "muster:sardeis.inside", "take-all")
    table.dice(6, 6, 1, 1, 1)
    table.act("come-out")
    settle_losses(table)
    assert mps(table) == 0
    table.act("reposition:pella.inside", "take-all")
    table.dice(6, 6, 1, 1, 1)
    table.act("come-out")
    settle_losses(table)
    assert table.forces("red", "sardeis") == {}
    assert table.forces("red", "pella") == {}


@pytest.mark.example("E09")
@pytest.mark.rule("R7.1.C.2")
@pytest.mark.parametrize(("dice", "left"), [((6, 6, 1, 1), 2), ((1, 1, 6, 6), 0)])
def test_e09_whether_the_sortie_is_won_or_lost_he_is_repositioned(dice: tuple[int, ...], left: int) -> None:
    table = Table(active="red")
    table.pc("red", "sardeis", "pella", "larisa", "lamia", "trikka", "poteidaia")
    table.cus("red", "sardeis.inside", mercenary=2)
    table.cus("red", "larisa", mercenary=1)
    others = {"philoxenos": "pella", "andronikos": "lamia", "medios": "trikka", "prepelaos": "poteidaia"}
    for minor, space in others.items():
        table.army("red", minor, space, mercenary=1)
    table.army("blue", "eumenes", "sardeis", mercenary=2)
    force_march(table, faction="red", number=2)
    table.act("muster:sardeis.inside", "fetch:philoxenos", "take-all")
    assert table.where("philoxenos") == "sardeis.inside"
    table.dice(*dice)
    table.act("come-out")
    settle_losses(table)
    assert sum(table.forces("red", "sardeis").values()) == left
    table.act("done", "reposition:larisa", "fetch:philoxenos")
    assert table.where("philoxenos") == "larisa"


def settle_losses(table: Table) -> None:
    """Nobody evades; of the CUs that may be lost those that moved go first."""
    while not table.over and table.decision.prompt in ("prompt.lose", "prompt.evade"):
        table.act("stand" if "stand" in table.offers else table.offers[-1])


def kassandros_in_lamia() -> Table:
    """E24, E25: six CUs and 4 MPs; Black holds Larisa and Pella."""
    table = Table(players=5, active="yellow")
    table.pc("black", "pella", "larisa", "trikka")
    table.army("yellow", "kassandros", "lamia", mercenary=6)
    return table


def garrisons() -> Table:
    """Blue has CUs in own spaces, in Kelainai one that has just moved, and in Red's Pergamon under Attalos."""
    table = Table()
    table.pc("blue", "sardeis", "kelainai", "ephesos")
    table.cus("blue", "ephesos", mercenary=1)
    table.pc("red", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("blue", "attalos", "pergamon", mercenary=1)
    force_march(table, number=2)
    table.act("activate:krateros", "take-all", "march:kelainai", "leave:mercenary", "march:sardeis", "done")
    return table


@pytest.mark.rule("R7.1.C.2", "R9.1.4")
def test_a_minor_general_is_put_with_cus_that_have_moved_and_that_is_no_activation() -> None:
    table = garrisons()
    table.act("reposition:kelainai")
    assert table.where("alketas") == "kelainai"
    assert "activate:attalos" in table.offers, "an activation is left"
    assert table.why_not("reposition:kelainai") == "7.1.C.6"
    assert table.why_not("reposition:sardeis") == "7.1.C.6"
    assert table.why_not("reposition:pella") == "7.1.C.2"


@pytest.mark.rule("R7.1.C.2", "R7.2.A.2")
def test_who_shows_whose_cus_are_is_not_taken_from_them_and_nobody_is_put_twice() -> None:
    table = garrisons()
    table.state.moved_generals |= 1 << table.general_number("polemon")
    table.act("reposition:kelainai")
    assert set(table.offers) == {"fetch:alketas", "fetch:polemon"}
    assert table.why_not("fetch:attalos") == "7.1.C.2"
    assert table.why_not("fetch:dokimos") == "7.1.C.2", "he is like Alketas"
    table.act("fetch:alketas")
    table.act("reposition:ephesos")
    assert table.why_not("fetch:alketas") == "7.1.C.2"


@pytest.mark.rule("R7.1.C.2")
def test_a_minor_general_is_taken_off_the_map_from_his_owners_space() -> None:
    table = Table()
    table.pc("blue", "sardeis", "ephesos", "kelainai")
    table.cus("blue", "kelainai", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("blue", "alketas", "ephesos", mercenary=1)
    force_march(table)
    assert table.why_not("remove-general:krateros") == "7.1.C.2", "he is no Minor General"
    assert table.why_not("remove-general:dokimos") == "7.1.C.2", "he is not on the map"
    table.act("remove-general:alketas")
    assert table.where("alketas") == "off map"
    assert table.forces("blue", "ephesos") == {"mercenary": 1}
    assert "activate:krateros" in table.offers, "an activation is left"
    assert table.why_not("remove-general:alketas") == "7.1.C.2"
    table.act("reposition:kelainai")
    assert table.where("attalos") == "kelainai", "Alketas does not go to and fro"


@pytest.mark.example("E24")
@pytest.mark.rule("R9.3.C.1", "R9.3.0.1", "R9.1.9")
def test_e24_two_marches_and_one_siege() -> None:
    table = kassandros_in_lamia()
    table.cus("black", "pella", royal=2)
    force_march(table, faction="yellow")
    table.act("activate:kassandros", "take-all", "march:larisa", "march:pella", "inside:royal", "inside:royal")
    assert table.forces("black", "pella.inside") == {"royal": 2}
    assert not table.events("battle_begins")
    table.dice(1)
    table.act("siege:pella")
    settle_losses(table)
    assert len(table.events("siege_roll")) == 1
    assert table.over


@pytest.mark.example("E25")
@pytest.mark.rule("R9.3.D.1", "R9.3.D.3", "R9.3.D.4")
def test_e25_a_pc_is_removed_on_the_way() -> None:
    table = kassandros_in_lamia()
    force_march(table, faction="yellow")
    before = table.vp("black")
    table.act("activate:kassandros", "take-all", "march:larisa", "remove-pc:larisa", "march:pella")
    assert table.pc_of("larisa") == ""
    assert table.vp("black") == before - 2
    assert table.champion("yellow")
    assert table.over
    assert table.where("kassandros") == "pella"


@pytest.mark.rule("R9.3.C.2")
def test_a_siege_needs_3_cus_not_moved_by_another_general() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "pergamon", mercenary=1)
    table.army("blue", "demetrios", "sardeis", mercenary=2)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:sardeis", "done", "activate:demetrios", "take-all")
    assert table.why_not("siege:sardeis") == "9.3.C.2"


@pytest.mark.rule("R9.3.C.3")
def test_three_cus_of_a_siege_count_as_moved() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "demetrios", "sardeis", mercenary=5)
    table.general("blue", "krateros", "sardeis")
    campaign(table, 6)
    table.dice(3)
    table.act("activate:demetrios", "take-all", "siege:sardeis")
    settle_losses(table)
    table.act("done", "activate:krateros", "take-all")
    group = activation.army(table.play)
    assert group is not None
    assert sum(group.cus) == 2


@pytest.mark.rule("R9.3.C.3")
def test_the_owner_names_the_three_cus_where_it_matters() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "demetrios", "sardeis", mercenary=3, loyal=2)
    table.general("blue", "krateros", "sardeis")
    campaign(table, 6)
    table.dice(2)
    table.act("activate:demetrios", "take-all", "siege:sardeis")
    assert (table.decision.rule, set(table.offers)) == ("9.3.C.3", {"choose-units:mercenary", "choose-units:loyal"})
    assert table.why_not("choose-units:elephant") == "9.3.C.3"
    table.act("choose-units:loyal", "choose-units:loyal")
    assert table.events("siege_roll"), "the third can only be a Mercenary"
    table.act("done", "activate:krateros", "take-all")
    group = activation.army(table.play)
    assert group is not None
    assert group.cus[:2] == (2, 0)


@pytest.mark.rule("R9.3.C.3")
def test_nobody_is_asked_where_no_other_general_follows() -> None:
    table = Table(dice=(2,))
    table.pc("red", "sardeis")
    table.army("blue", "demetrios", "sardeis", mercenary=3, loyal=2)
    force_march(table)
    table.act("activate:demetrios", "take-all", "siege:sardeis")
    assert table.events("siege_roll")


@pytest.mark.rule("R9.3.C.3")
def test_cus_that_the_general_has_moved_are_named_without_a_question() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "demetrios", "pergamon", mercenary=2)
    table.cus("blue", "sardeis", loyal=1, elephant=1)
    table.general("blue", "krateros", "sardeis")
    campaign(table, 6)
    table.dice(2)
    table.act("activate:demetrios", "take-all", "march:sardeis", "take-all", "siege:sardeis")
    assert set(table.offers) == {"choose-units:loyal", "choose-units:elephant"}
    table.act("choose-units:elephant")
    assert table.state.moved_cus[table.location("sardeis")] == (2, 0, 0, 0, 1, 0)


@pytest.mark.example("D11")
@pytest.mark.rule("R9.3.0.1")
def test_d11_four_mps_are_two_sieges_and_nobody_else_besieges() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "demetrios", "sardeis", mercenary=6)
    table.army("blue", "krateros", "pergamon", mercenary=4)
    campaign(table, 6)
    table.dice(1, 1)
    table.act("activate:demetrios", "take-all", "siege:sardeis")
    settle_losses(table)
    table.act("siege:sardeis")
    settle_losses(table)
    if table.decision.prompt == "prompt.army":
        table.act("done")
    table.act("activate:krateros", "take-all", "march:sardeis")
    assert table.why_not("siege:sardeis").startswith("15.2.A")


@pytest.mark.rule("R9.3.D.1")
def test_removing_a_pc_needs_3_cus_and_2_mps() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    force_march(table, 3)
    table.act("activate:krateros", "take:mercenary", "take:mercenary", "march:pergamon")
    assert table.why_not("remove-pc:pergamon") == "9.3.D.1"
    table = Table()
    table.pc("red", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    force_march(table, 2)
    table.act("activate:krateros", "take-all", "march:pergamon")
    assert table.why_not("remove-pc:pergamon") == "9.3.0.1"


# 7.2, A51: the CUs that remove a PC are those that stand together, whoever brought them


def red_pergamon(**there: int) -> Table:
    table = Table()
    table.pc("red", "pergamon")
    table.army("blue", "attalos", "pergamon", **there)
    return table


@pytest.mark.rule("R9.3.D.1")
def test_cus_that_another_general_brought_help_to_remove_a_pc() -> None:
    table = red_pergamon(mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.army("blue", "demetrios", "ephesos", mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:pergamon", "done")
    table.act("activate:demetrios", "take-all", "march:sardeis", "march:pergamon", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R9.3.D.1")
def test_a_general_alone_removes_a_pc_with_cus_that_have_not_moved() -> None:
    table = red_pergamon(mercenary=3)
    table.general("blue", "krateros", "sardeis")
    force_march(table, 3)
    table.act("activate:krateros", "march:pergamon", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""
    assert table.state.moved_cus == {}, "only a Siege counts as moving (9.3.C.3)"


@pytest.mark.rule("R9.3.D.1", "R13.2.11")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_cus_dropped_off_by_sea_help_to_remove_a_pc_but_not_to_besiege(owner: str) -> None:
    """Krateros drops two CUs off and goes back to sea; Demetrios comes with a third."""
    table = Table()
    table.pc(owner, "abydos")
    table.pc("blue", "lesbos")
    table.army("blue", "krateros", "lesbos", mercenary=2)
    table.army("blue", "demetrios", "pergamon", mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "embark", "sail:abydos", "drop:abydos")
    table.act("leave:mercenary", "sail:lesbos", "land:lesbos")
    table.act("activate:demetrios", "take-all", "march:abydos")
    assert "siege:abydos" not in table.offers
    assert ("remove-pc:abydos" in table.offers) is (owner == "red")


@pytest.mark.rule("R9.3.D.1", "R9.1.3")
@pytest.mark.parametrize("brought", [2, 3])
def test_a_minor_general_who_stays_with_moved_cus_is_activated_to_remove_a_pc(brought: int) -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.pc("blue", "ephesos")
    table.army("blue", "krateros", "sardeis", mercenary=brought)
    table.army("blue", "demetrios", "ephesos", mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:pergamon", *["leave:mercenary"] * brought)
    table.act("march:sardeis", "done")
    if brought == 2:
        assert table.why_not("activate:alketas") == "9.1.6"
        return
    table.act("activate:alketas", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R9.3.D.1", "R7.1.C.2")
@pytest.mark.parametrize("brought", [2, 3])
def test_a_minor_general_is_mustered_among_moved_cus_only_to_remove_a_pc(brought: int) -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=brought)
    table.army("blue", "demetrios", "ephesos", mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:pergamon", "done")
    if brought == 2:
        assert table.why_not("muster:pergamon") == "9.1.1"
        return
    table.act("muster:pergamon", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R9.3.D.1", "R7.1.C.2")
def test_the_activated_minor_general_goes_on_to_remove_a_pc_with_cus_that_others_moved() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.pc("blue", "kelainai")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("blue", "alketas", "kelainai", mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:pergamon", "done")
    table.act("activate:alketas", "take-all", "march:sardeis", "reposition:pergamon", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R9.3.D.1", "R16.9.14")
def test_a_cavalry_cu_outside_the_group_makes_the_removal_cheap() -> None:
    table = Table(options=("cavalry",))
    table.pc("red", "pergamon")
    table.army("blue", "attalos", "pergamon", mercenary=2, cavalry=1)
    table.general("blue", "krateros", "sardeis")
    force_march(table, 2)
    table.act("activate:krateros", "march:pergamon", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R9.3.D.2")
@pytest.mark.parametrize(("owner", "space"), [("independent", "pergamon"), ("red", "sardeis")])
def test_independent_and_major_city_pcs_cannot_be_removed(owner: str, space: str) -> None:
    table = Table()
    table.pc(owner, space)
    table.army("blue", "krateros", space, mercenary=3)
    force_march(table)
    table.act("activate:krateros", "take-all")
    assert table.why_not(f"remove-pc:{space}") == "9.3.D.2"


# 9.4


@pytest.mark.rule("R9.4.2")
def test_who_enters_a_city_passes_the_outside_where_he_can_be_met() -> None:
    table = Table(dice=(6,))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "kelainai", mercenary=1)
    table.army("red", "eumenes", "sardeis", mercenary=1)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:sardeis", "evade", "evade-to:pergamon", "done")
    assert table.where("krateros") == "sardeis"
    assert "go-inside" in table.offers


@pytest.mark.rule("R9.4.3")
@pytest.mark.parametrize("owner", ["", "red", "independent"])
def test_only_the_controller_goes_inside(owner: str) -> None:
    table = Table()
    if owner:
        table.pc(owner, "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    force_march(table)
    table.act("activate:krateros", "take-all")
    assert table.why_not("go-inside") == "9.4.3"


@pytest.mark.rule("R9.4.5")
def test_two_cus_find_room_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.general("blue", "demetrios", "sardeis.inside")
    force_march(table)
    table.act("activate:krateros", "take:mercenary", "take:mercenary", "take:mercenary")
    assert table.why_not("go-inside") == "9.4.5"


@pytest.mark.rule("R8.4.3")
def test_the_cart_stays_in_babylon_in_game_turn_i_but_passes_the_walls() -> None:
    table = Table(turn=1)
    table.pc("blue", "babylon")
    table.army("blue", "krateros", "babylon.inside", mercenary=1)
    table.royal("funeral_cart", "babylon.inside", "blue")
    force_march(table)
    table.act("activate:krateros", "take-all", "take-royal:funeral_cart", "come-out")
    assert table.where_royal("funeral_cart") == "babylon"
    assert table.why_not("march:opis") == "8.4.3"


@pytest.mark.rule("R7.2.F.17")
def test_unmoved_royal_army_may_be_disbanded() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.army("blue", "krateros", "sardeis", royal=2, mercenary=1)
    campaign(table, 6)
    table.act("activate:krateros", "take:royal", "march:pergamon", "done")
    assert table.why_not("disband:pergamon") == "7.2.F.17"
    table.act("disband:sardeis")
    assert table.forces("blue", "sardeis") == {"mercenary": 1}


@pytest.mark.general("perdikkas")
def test_perdikkas_takes_a_pc_off_at_the_end_of_the_segment() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.army("blue", "perdikkas", "pergamon", mercenary=1)
    campaign(table, 1)
    table.act("done", "remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.general("kassandros")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_kassandros_replaces_a_pc_in_hellas(owner: str) -> None:
    table = Table()
    table.pc(owner, "lamia")
    table.army("blue", "kassandros", "lamia", mercenary=1)
    campaign(table, 1)
    table.act("done", "place-pc:lamia")
    assert table.pc_of("lamia") == "blue"


@pytest.mark.general("kassandros")
def test_kassandros_replaces_nothing_elsewhere() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "kassandros", "larisa", mercenary=1)
    campaign(table, 1)
    table.act("done")
    assert table.over
