"""11: Interceptions, in positions off the beaten track."""

import pytest

from diadochi.rules import activation, independents
from tests.table import Table


def march(table: Table, general: str, *spaces: str, mps: int = 4, faction: str = "blue") -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def city(**units: int) -> Table:
    """Red's Eumenes with a CU inside Sardeis, which Krateros of Blue reaches from Kelainai."""
    table = Table()
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=1)
    table.general("blue", "krateros", "kelainai")
    table.cus("blue", "kelainai", **units)
    return table


def stay_inside(table: Table) -> None:
    table.act("inside:mercenary", "inside-general:eumenes")
    if table.deciding == "red":
        table.act("done")


@pytest.mark.rule("R11.1.B.4")
def test_who_was_besieged_by_the_moving_army_on_its_way_does_not_intercept_it() -> None:
    table = city(mercenary=3)
    march(table, "krateros", "sardeis")
    stay_inside(table)
    table.act("march:pergamon", "march:ephesos")
    assert not table.events("declares_interception")
    assert table.where("krateros") == "ephesos"
    assert table.deciding == "blue"


@pytest.mark.rule("R11.1.B.4")
def test_a_lone_general_who_passes_besieges_nobody() -> None:
    table = city()
    march(table, "krateros", "sardeis")
    stay_inside(table)
    table.act("march:pergamon")
    assert "intercept:sardeis.inside" in table.offers


@pytest.mark.rule("R11.1.B.4")
def test_who_was_besieged_by_an_independent_army_on_its_way_does_not_intercept_it() -> None:
    table = Table()
    table.pc("red", "pella")
    table.army("red", "eumenes", "pella.inside", mercenary=1)
    table.independent("glaukias", "herakleia_lynkestis")
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:glaukias", "march:pella")
    stay_inside(table)
    table.act("march:larisa")
    assert table.deciding == "blue"
