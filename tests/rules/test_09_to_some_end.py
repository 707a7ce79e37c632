"""9: nothing is offered that leads nowhere."""

import pytest

from diadochi.model import moves
from diadochi.model.pieces import Unit
from diadochi.model.state import forces
from diadochi.rules import activation
from tests.rules.battles import facts, fight, meeting
from tests.table import Table


def activate(table: Table, general: str, mps: int = 4, faction: str = "blue") -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))
    table.act(f"activate:{general}")


@pytest.mark.rule("R9.1.8", "R8.4.5")
def test_an_heir_freed_by_a_siege_goes_along_at_once() -> None:
    table = Table(dice=(6,))
    table.pc("red", "sardeis")
    table.royal("herakles", "sardeis.inside", "red")
    table.army("blue", "krateros", "sardeis", mercenary=4)
    table.siege_points("blue", "sardeis", 2)
    activate(table, "krateros")
    table.act("take-all", "siege:sardeis")
    assert table.holder("herakles") == "blue"
    table.act("take-royal:herakles", "march:pergamon")
    assert table.where_royal("herakles") == "pergamon"


@pytest.mark.rule("R9.1.8", "R9.3.C.3")
def test_after_a_siege_cus_may_stay_and_but_for_the_three_they_have_not_moved() -> None:
    table = Table(dice=(2,))
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=6)
    table.general("blue", "eumenes", "sardeis")
    activate(table, "krateros")
    table.act(*["take:mercenary"] * 6, "siege:sardeis", *["leave:mercenary"] * 5)
    table.act("march:pergamon")
    assert table.forces("blue", "pergamon") == {"mercenary": 1}
    assert table.forces("blue", "sardeis") == {"mercenary": 5}
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:eumenes", "take-all")
    group = activation.army(table.play)
    assert group is not None
    assert sum(group.cus) == 2


@pytest.mark.rule("R7.1.C.2")
def test_a_minor_general_is_repositioned_to_an_island_to_sail_from_it() -> None:
    table = Table()
    table.pc("blue", "lesbos", "sardeis")
    table.army("blue", "alketas", "sardeis", mercenary=1)
    table.cus("blue", "lesbos", mercenary=1)
    activate(table, "alketas", mps=3)
    table.act("take-all", "march:pergamon", "reposition:lesbos", "take-all", "embark", "sail:kyklades")
    assert table.forces("blue", "lesbos") == {}


def before_rhodos(unmoved: int, moved: int) -> Table:
    """Blue besieges the island; the Naval Movement of the Segment has been made."""
    table = Table()
    table.pc("independent", "rhodos")
    table.pc("blue", "sardeis")
    table.army("blue", "alketas", "sardeis", mercenary=1)
    table.army("blue", "attalos", "rhodos", mercenary=unmoved + moved)
    table.state.naval_mover = 1
    table.state.moved_generals |= 1 << table.general_number("attalos")
    if moved:
        table.state.moved_cus[table.location("rhodos")] = forces(Unit.MERCENARY, moved)
    return table


@pytest.mark.rule("R7.1.C.2", "R9.3.C.1")
def test_a_minor_general_is_repositioned_to_an_island_to_besiege_it() -> None:
    table = before_rhodos(unmoved=3, moved=0)
    activate(table, "alketas")
    table.act("take-all", "march:pergamon", "reposition:rhodos", "take-all")
    assert "siege:rhodos" in table.offers


@pytest.mark.rule("R9.1.3", "R9.3.C.2")
@pytest.mark.parametrize(("unmoved", "moved", "offered"), [(3, 0, True), (2, 1, False)])
def test_nobody_is_mustered_for_a_siege_with_cus_that_others_have_moved(
    unmoved: int, moved: int, offered: bool
) -> None:
    table = before_rhodos(unmoved, moved)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    assert ("muster:rhodos" in table.offers) is offered


@pytest.mark.rule("R2.34", "R14.9.9")
def test_the_log_says_of_a_losing_minor_general_that_he_leaves_the_map() -> None:
    table = fight(meeting(attacker=6, defender=2), "blue", "red", "trikka", 6, 6, 3, 3)
    assert facts(table, "minor_leaves", "general") == [table.general_number("philoxenos")]
    assert not table.events("general_dispersed")


@pytest.mark.rule("R7.1.C.6")
def test_the_log_says_that_an_idle_minor_general_leaves_the_map() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    moves.put_general(table.state, table.general_number("philoxenos"), table.location("pergamon"))
    table.act("activate:krateros", "take-all", "march:kelainai")
    assert facts(table, "minor_leaves", "general") == [table.general_number("philoxenos")]


# What leads nowhere is not offered


@pytest.mark.rule("R9.1.6")
def test_a_minor_general_is_not_activated_for_cus_that_have_moved() -> None:
    table = Table()
    table.army("blue", "krateros", "kelainai", mercenary=2)
    table.army("blue", "alketas", "sardeis", mercenary=1)
    table.general("blue", "eumenes", "ephesos")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 2))
    table.act("activate:krateros", "take-all", "march:sardeis", "take-all", "leave:mercenary", "march:pergamon", "done")
    assert table.why_not("activate:alketas") == "9.1.6"
    assert "activate:eumenes" in table.offers


@pytest.mark.rule("R9.1.6", "R9.3.B.2")
def test_a_minor_general_is_activated_for_cus_behind_the_walls() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "kelainai", mercenary=2)
    table.army("blue", "alketas", "sardeis", mercenary=1)
    table.cus("blue", "sardeis.inside", loyal=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 2))
    table.act("activate:krateros", "take-all", "march:sardeis", "take-all", "leave:mercenary", "march:pergamon", "done")
    table.act("activate:alketas", "go-inside", "take-all", "come-out")
    assert table.forces("blue", "sardeis") == {"mercenary": 1, "loyal": 1}


@pytest.mark.rule("R9.1.3", "R13.1.2")
def test_nobody_is_activated_on_an_island_when_another_has_gone_by_sea() -> None:
    table = Table()
    table.pc("blue", "lesbos")
    table.army("blue", "alketas", "lesbos", mercenary=1)
    table.general("blue", "krateros", "pergamon")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 2))
    assert {"activate:alketas", "muster:lesbos"} <= set(table.offers)
    table.act("activate:krateros", "embark", "sail:lesbos", "land:lesbos")
    assert table.over, "nobody is left who could go anywhere"


@pytest.mark.rule("R9.2.9")
def test_a_senior_general_whose_mps_are_spent_already_is_not_picked_up() -> None:
    table = Table(dice=(3,))
    table.general("blue", "demetrios", "sardeis")
    table.general("blue", "krateros", "halikarnassos")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("campaign", "activate:demetrios", "march:ephesos", "march:halikarnassos")
    assert table.why_not("take-general:krateros") == "9.3.0.1"
    assert "march:xanthos" in table.offers


@pytest.mark.rule("R8.4.2", "R9.1.8")
def test_a_general_without_cus_does_not_tie_himself_to_a_royal() -> None:
    table = Table()
    table.general("blue", "krateros", "ephesos")
    table.royal("herakles", "ephesos", "blue")
    activate(table, "krateros")
    assert table.why_not("take-royal:herakles") == "8.4.2"
    assert "march:sardeis" in table.offers


@pytest.mark.rule("R8.4.3", "R8.4.4")
@pytest.mark.parametrize("owner", ["", "blue"])
def test_in_game_turn_i_the_cart_is_picked_up_only_to_pass_the_walls(owner: str) -> None:
    table = Table(turn=1)
    if owner:
        table.pc(owner, "babylon")
    table.army("blue", "krateros", "babylon", mercenary=3)
    table.royal("funeral_cart", "babylon", "blue")
    activate(table, "krateros")
    if owner:
        table.act("take-royal:funeral_cart", "go-inside")
        assert table.where_royal("funeral_cart") == "babylon.inside"
    else:
        assert table.why_not("take-royal:funeral_cart") == "8.4.3"


@pytest.mark.rule("R9.3.B.2", "R9.4.5")
def test_without_mps_no_more_cus_are_picked_up_than_go_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=3)
    table.general("blue", "krateros", "kelainai")
    activate(table, "krateros", mps=1)
    table.act("march:sardeis")
    assert "take-all" not in table.offers
    table.act("take:mercenary", "take:mercenary")
    assert "take:mercenary" not in table.offers
    table.act("go-inside")
    assert table.forces("blue", "sardeis.inside") == {"mercenary": 2}


@pytest.mark.rule("R9.3.B.2", "R9.4.5")
def test_without_mps_an_army_leaves_cus_behind_to_go_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "kelainai", mercenary=3)
    activate(table, "krateros", mps=1)
    table.act("take-all", "march:sardeis", "leave:mercenary", "go-inside")
    assert table.forces("blue", "sardeis.inside") == {"mercenary": 2}


@pytest.mark.rule("R7.1.C.6", "R9.1.8")
@pytest.mark.parametrize("elsewhere", [0, 1])
def test_a_minor_general_drops_his_last_cu_only_to_go_on_from_elsewhere(elsewhere: int) -> None:
    table = Table()
    table.pc("blue", "ikonion")
    table.cus("blue", "ikonion", mercenary=elsewhere)
    table.army("blue", "alketas", "sardeis", mercenary=1)
    activate(table, "alketas")
    table.act("take-all", "march:ephesos")
    assert table.why_not("leave:mercenary") == ("" if elsewhere else "7.1.C.6")
