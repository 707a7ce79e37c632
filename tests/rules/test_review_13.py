"""13: Naval Movement, in positions off the beaten track."""

import pytest

from diadochi.rules import activation
from tests.table import Table


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
