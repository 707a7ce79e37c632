"""10: the Land Movement procedure, in positions off the beaten track."""

import pytest

from diadochi.rules import activation
from tests.table import Table


def lone_generals() -> Table:
    """Krateros of Blue comes to Eumenes of Blue in Sardeis, Peithon of Red Intercepts; nobody has a CU."""
    table = Table(dice=(6,))
    table.general("blue", "eumenes", "sardeis")
    table.general("blue", "krateros", "kelainai")
    table.general("red", "peithon", "pergamon")
    return table


def enter(table: Table) -> None:
    table.act("activate:krateros", "march:sardeis", "intercept:pergamon", "stand")


@pytest.mark.rule("R10.G.1")
def test_a_lone_general_moves_on_with_all_generals_of_his() -> None:
    table = lone_generals()
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    enter(table)
    assert table.decision.prompt == "prompt.move_on"
    table.act("stand", "march:ephesos")
    assert table.where("krateros") == table.where("eumenes") == "ephesos"


@pytest.mark.rule("R10.G.1", "R9.1.6")
def test_beside_a_general_who_has_moved_he_can_only_withdraw() -> None:
    table = lone_generals()
    table.general("blue", "eumenes", "ephesos")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 2))
    table.act("activate:eumenes", "march:sardeis", "pass", "done")
    enter(table)
    assert table.where("krateros") == table.where("eumenes") == "kelainai"
