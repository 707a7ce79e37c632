"""6.3, 9.1: the Activation Segment, and who is activated."""

import pytest

from diadochi.rules import activation
from tests.rules.activations import campaign, dispersed_minors, force_march, minor_in_halikarnassos
from tests.table import Table

# 6.3


@pytest.mark.rule("R6.3.1")
def test_everybody_may_be_activated_one_at_a_time() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pella")
    table.general("blue", "antigonos", "sardeis")
    table.general("blue", "krateros", "pella")
    campaign(table, 3)
    table.act("activate:antigonos", "march:pergamon", "done", "activate:krateros")
    assert table.where("antigonos") == "pergamon"
    assert "march:larisa" in table.offers


@pytest.mark.rule("R6.3.2", "R6.3.3")
def test_a_mercenary_instead_of_the_movement_die() -> None:
    table = Table()
    table.pc("blue", "pella")
    table.general("blue", "krateros", "pella")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("mercenary", "place:pella")
    assert table.forces("blue", "pella") == {"mercenary": 1}
    assert not table.events("movement_die")
    assert table.over


@pytest.mark.rule("R6.3.2", "R7.1.C.2", "R7.2.F.17")
def test_after_a_mercenary_minor_generals_are_put_with_cus_and_royal_army_is_disbanded() -> None:
    table = Table()
    table.pc("blue", "pella", "ephesos")
    table.general("blue", "krateros", "pella")
    table.cus("blue", "ephesos", royal=2, loyal=1)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("mercenary", "place:pella.inside")
    assert set(table.offers) == {"reposition:ephesos", "reposition:pella.inside", "disband:ephesos", "done"}
    assert table.why_not("reposition:pella") == "7.1.C.2"
    table.act("reposition:pella.inside")
    assert table.where("alketas") == "pella.inside"
    assert table.why_not("disband:pella.inside") == "7.2.F.17"
    table.act("disband:ephesos")
    assert table.forces("blue", "ephesos") == {"royal": 1, "loyal": 1}
    table.act("done")
    assert table.over


# 9.1


@pytest.mark.rule("R9.1.1")
def test_cus_of_one_location_are_split_under_a_minor_general() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon", "ephesos")
    table.army("blue", "antigonos", "sardeis", mercenary=3)
    campaign(table, 6)
    table.act("muster:sardeis", "take:mercenary", "march:pergamon", "done")
    table.act("activate:antigonos", "take-all", "march:ephesos", "done")
    assert table.forces("blue", "pergamon") == {"mercenary": 1}
    assert table.forces("blue", "ephesos") == {"mercenary": 2}
    assert table.where("alketas") == "pergamon"


@pytest.mark.rule("R9.1.2")
def test_no_limit_on_cus_and_generals_in_a_space() -> None:
    table = Table()
    table.pc("blue", "pergamon")
    table.army("blue", "antigonos", "pergamon", mercenary=20, loyal=9)
    table.general("blue", "krateros", "pergamon")
    table.army("blue", "demetrios", "sardeis", mercenary=12)
    force_march(table)
    table.act("activate:demetrios", "take-all", "march:pergamon", "done")
    assert table.forces("blue", "pergamon") == {"mercenary": 32, "loyal": 9}


@pytest.mark.rule("R9.1.3")
def test_a_tyche_segment_activates_one_army() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pella")
    table.general("blue", "antigonos", "sardeis")
    table.general("blue", "krateros", "pella")
    force_march(table)
    table.act("activate:antigonos", "done")
    assert table.over


@pytest.mark.rule("R9.1.3")
def test_major_campaign_activates_two() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pella")
    table.general("blue", "antigonos", "sardeis")
    table.general("blue", "krateros", "pella")
    force_march(table, number=2)
    table.act("activate:antigonos", "done", "activate:krateros", "done")
    assert table.over


@pytest.mark.rule("R9.1.4")
def test_a_repositioned_minor_general_carries_nothing_along() -> None:
    table = minor_in_halikarnassos()
    campaign(table, 4)
    table.act("activate:alketas", "take-all", "march:ephesos", "reposition:ikonion")
    assert table.forces("blue", "ephesos") == {"mercenary": 1}
    assert table.where("alketas") == "ikonion"


@pytest.mark.rule("R9.1.5", "R9.2.7")
def test_a_general_who_was_carried_is_used_up() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.general("blue", "krateros", "sardeis")
    table.general("blue", "demetrios", "sardeis")
    table.general("blue", "eumenes", "pella")
    campaign(table, 6)
    table.act("activate:krateros", "take-general:demetrios", "march:pergamon", "done")
    assert table.why_not("activate:demetrios") == "9.1.5"


@pytest.mark.rule("R9.1.6")
def test_cus_move_once_in_a_segment() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.army("blue", "demetrios", "pergamon", loyal=1)
    campaign(table, 6)
    table.act("activate:krateros", "take-all", "march:pergamon", "done", "activate:demetrios")
    assert table.why_not("take:mercenary") == "9.1.6"
    assert table.why_not("take-general:krateros") == "9.1.6"
    table.act("take-all", "march:ephesos")
    assert table.forces("blue", "ephesos") == {"loyal": 1}


@pytest.mark.example("E17")
@pytest.mark.rule("R9.1.7")
def test_e17_a_captured_royal_may_react_with_its_new_owner() -> None:
    table = Table(active="red", dice=(1, 1, 6, 6))
    table.royal("philippos", "sardeis", "red")
    table.army("red", "perdikkas", "sardeis", mercenary=1)
    table.army("blue", "krateros", "pergamon", mercenary=3)
    table.army("red", "leonnatos", "daskyleion", mercenary=6)
    force_march(table, faction="red", number=2)
    table.act("activate:perdikkas", "take-all", "march:pergamon", "attack", "stand")
    assert table.holder("philippos") == "blue"
    table.act("activate:leonnatos", "take-all", "march:abydos")
    assert "intercept:pergamon" in table.offers
    table.act("pass", "march:pergamon", "attack")
    table.dice(6)
    table.act("evade", "evade-to:ephesos", "done")
    assert table.where_royal("philippos") == "ephesos"
    assert table.where("krateros") == "ephesos"


@pytest.mark.rule("R9.1.8")
def test_pick_up_and_drop_off_on_the_way() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon", "abydos")
    table.army("blue", "krateros", "sardeis", mercenary=2)
    table.cus("blue", "pergamon", loyal=1)
    table.general("blue", "demetrios", "pergamon")
    table.royal("herakles", "pergamon", "blue")
    force_march(table)
    table.act("activate:krateros", "take-all", "march:pergamon")
    table.act("take:loyal", "take-general:demetrios", "take-royal:herakles", "leave:mercenary")
    assert table.why_not("take:loyal") == "9.1.8"
    table.act("march:abydos", "done")
    assert table.forces("blue", "pergamon") == {"mercenary": 1}
    assert table.forces("blue", "abydos") == {"mercenary": 1, "loyal": 1}
    assert (table.where("demetrios"), table.where_royal("herakles")) == ("abydos", "abydos")


@pytest.mark.rule("R9.1.8", "R8.4.2")
def test_a_royal_travels_only_with_a_cu() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.general("blue", "krateros", "sardeis")
    table.royal("herakles", "sardeis", "blue")
    force_march(table)
    table.act("activate:krateros", "take-royal:herakles")
    assert table.why_not("march:pergamon") == "8.4.2"


@pytest.mark.rule("R9.1.10")
def test_a_minor_general_moves_with_no_other_general() -> None:
    table = Table()
    table.army("blue", "alketas", "pergamon", mercenary=1)
    table.army("blue", "krateros", "ephesos", mercenary=1)
    force_march(table)
    table.act("activate:alketas", "take-all", "march:ephesos")
    assert table.why_not("take-general:krateros") == "9.1.10"


@pytest.mark.rule("R7.1.C.6")
def test_a_minor_general_goes_nowhere_without_a_cu() -> None:
    table = Table()
    table.army("blue", "alketas", "pergamon", mercenary=1)
    force_march(table)
    table.act("activate:alketas")
    assert table.why_not("march:sardeis") == "7.1.C.6"
    assert table.why_not("embark") == "7.1.C.6"


@pytest.mark.rule("R9.1.12")
def test_the_tomb_never_moves() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.state.tomb = table.space("sardeis")
    force_march(table)
    table.act("activate:krateros", "take-all")
    assert not [a for a in table.offers if a.startswith("take-royal")]
    table.act("march:pergamon", "done")
    assert table.state.tomb == table.space("sardeis")


@pytest.mark.rule("R9.1.13")
def test_cus_left_in_a_foreign_space_get_a_minor_general() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=2)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:pergamon", "leave:mercenary", "march:ephesos", "done")
    assert table.where("alketas") == "pergamon"
    assert table.forces("blue", "pergamon") == {"mercenary": 1}


@pytest.mark.rule("R9.1.13")
def test_without_an_idle_minor_general_one_is_fetched() -> None:
    table = Table()
    table.pc("blue", "pella")
    dispersed_minors(table, "alketas", at="pella.inside")
    dispersed_minors(table, "attalos", at="larisa")
    dispersed_minors(table, "dokimos", at="lamia")
    dispersed_minors(table, "polemon", at="trikka")
    table.army("blue", "krateros", "sardeis", mercenary=2)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:pergamon")
    assert table.why_not("leave:mercenary") == "9.1.13"
    table.act("fetch:alketas", "leave:mercenary", "march:ephesos", "done")
    assert table.where("alketas") == "pergamon"


@pytest.mark.rule("R9.1.13")
def test_in_an_own_space_nobody_has_to_stay() -> None:
    table = Table()
    table.pc("blue", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=2)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:pergamon", "leave:mercenary", "march:ephesos", "done")
    assert table.where("alketas") == "off map"
    assert table.forces("blue", "pergamon") == {"mercenary": 1}


@pytest.mark.rule("R6.3.1", "R7.1.C.2")
def test_the_segment_ends_where_a_minor_general_could_only_be_removed() -> None:
    table = Table()
    table.pc("blue", "sardeis", "ephesos")
    table.army("blue", "alketas", "sardeis", mercenary=1)
    campaign(table, 4)
    assert "activate:alketas" in table.offers
    assert "remove-general:alketas" in table.further
    table.act("activate:alketas", "take-all", "march:ephesos", "done")
    assert table.where("alketas") == "ephesos"
    assert table.over


# take-all


def whole_household(turn: int = 2) -> Table:
    """Krateros in Babylon with a junior and a senior General, CUs, an Heir and the Cart."""
    table = Table(turn=turn)
    table.army("blue", "krateros", "babylon", loyal=2, mercenary=1)
    table.general("blue", "demetrios", "babylon")
    table.general("blue", "perdikkas", "babylon")
    table.royal("herakles", "babylon", "blue")
    table.royal("funeral_cart", "babylon", "blue")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    return table


@pytest.mark.rule("R9.1.8", "R8.4.5")
def test_take_all_takes_cus_junior_generals_the_royal_family_and_the_cart() -> None:
    table = whole_household()
    assert {a for a in table.offers if a.startswith("take")} == {"take-general:perdikkas"}, "he would take command"
    table.act("march:opis")
    assert table.forces("blue", "opis") == {"loyal": 2, "mercenary": 1}
    assert (table.where("demetrios"), table.where("perdikkas")) == ("opis", "babylon")
    assert (table.where_royal("herakles"), table.where_royal("funeral_cart")) == ("opis", "opis")


@pytest.mark.rule("R8.4.3", "R9.1.8")
def test_take_all_leaves_the_cart_that_may_not_leave_babylon() -> None:
    table = whole_household(turn=1)
    table.act("march:opis")
    assert (table.where_royal("herakles"), table.where_royal("funeral_cart")) == ("opis", "babylon")


@pytest.mark.rule("R9.1.10", "R8.4.2")
def test_take_all_takes_nobody_who_may_not_go_along() -> None:
    """A Minor General takes no other General; without a CU no royal goes."""
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("muster:sardeis", "take-all", "march:ephesos")
    assert (table.where("alketas"), table.where("krateros")) == ("ephesos", "sardeis")
    table = Table()
    table.pc("blue", "sardeis")
    table.general("blue", "krateros", "sardeis")
    table.royal("herakles", "sardeis", "blue")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros")
    assert table.why_not("take-all") == "9.1.8"
