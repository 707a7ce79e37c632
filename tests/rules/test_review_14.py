"""14: Land Battles, in positions off the beaten track."""

import pytest

from diadochi.rules import activation
from tests.rules.battles import facts, fight, royal_meeting
from tests.table import Table


@pytest.mark.rule("R14.10.4", "R9.1.6")
def test_a_group_that_retreats_takes_no_unmoved_cu_for_one_that_fell() -> None:
    table = Table(dice=(3, 3, 3, 3))
    table.pc("blue", "kelainai")
    table.army("blue", "alketas", "kelainai", mercenary=3)
    table.army("red", "philoxenos", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:alketas", "take:mercenary", "take:mercenary", "march:sardeis")
    while table.deciding != "blue" or "pass" in table.offers:
        table.act("pass" if "pass" in table.offers else "stand")
    assert table.events("battle_drawn")
    assert table.forces("blue", "kelainai") == {"mercenary": 2}
    table.act("go-inside")
    assert table.forces("blue", "kelainai.inside") == {"mercenary": 1}


@pytest.mark.rule("R10.K.2")
def test_the_log_says_why_there_is_no_battle() -> None:
    table = fight(royal_meeting("red", royal=2), "blue", "red", "trikka")
    assert facts(table, "no_battle", "who") == [table.seat("blue")]
    assert table.forces("red", "trikka") == {"mercenary": 6, "royal": 2}
