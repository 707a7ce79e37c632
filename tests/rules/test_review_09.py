"""9: what an activated group may do, in positions off the beaten track."""

import pytest

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
    table.act("take-all", "siege:sardeis", *["leave:mercenary"] * 5)
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
    table.state.put_general(table.general_number("philoxenos"), table.location("pergamon"))
    table.act("activate:krateros", "take-all", "march:kelainai")
    assert facts(table, "minor_leaves", "general") == [table.general_number("philoxenos")]
