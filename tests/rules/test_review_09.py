"""9: what an activated group may do, in positions off the beaten track."""

import pytest

from diadochi.rules import activation
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
