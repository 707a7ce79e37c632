"""10: Generals who come without CUs, and who may not stay beside other Generals."""

import pytest

from diadochi.rules import activation
from tests.table import BLUE, Table


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


@pytest.mark.rule("R10.G.1", "R8.4.2")
def test_a_lone_general_moves_on_from_his_city_without_the_royal_who_came_out_with_him() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.general("blue", "krateros", "sardeis.inside")
    table.royal("herakles", "sardeis.inside", "blue")
    table.general("red", "eumenes", "sardeis")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-royal:herakles", "come-out", "stand", "stand", "march:ephesos", "pass")
    assert table.where("krateros") == "ephesos"
    assert (table.where_royal("herakles"), table.holder("herakles")) == ("sardeis", "red")


# 10.A


@pytest.mark.rule("R10.A.2", "R10.A.4")
@pytest.mark.parametrize(("brought", "rolls"), [(0, 0), (1, 1)])
def test_cus_that_begin_in_the_stronghold_have_not_passed_it_with_a_general_who_came_alone(
    brought: int, rolls: int
) -> None:
    table = Table(dice=(1,))
    table.pc("independent", "elymaioi")
    table.army("blue", "alketas", "elymaioi", mercenary=3)
    table.general("blue", "peithon", "tp_koprates")
    table.cus("blue", "tp_koprates", mercenary=brought)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:peithon")
    if brought:
        table.act("take-all")
    table.act("march:elymaioi", "take-all", "march:sousa")
    assert len(table.events("attrition_roll")) == rolls
    assert table.forces("blue", "sousa") == {"mercenary": 3 + brought}


def landed(mps: int) -> Table:
    """Antigonos has sailed from Myriandos and back, and Krateros has Intercepted him there."""
    table = Table(players=2, active="blue", segment=1, dice=(6,))
    table.general("blue", "antigonos", "myriandos")
    table.general("red", "krateros", "issos")
    table.begin(lambda p: activation.begin(p, BLUE, mps, 1))
    table.act("activate:antigonos", "embark", "sail:arados", "sail:myriandos")
    if table.deciding == "blue":
        table.act("land:myriandos")
    table.act("intercept:issos")
    while table.deciding == "red" and not table.over:
        table.act(next(a for a in ("take-general:krateros", "done", "pass") if a in table.offers))
    return table


@pytest.mark.rule("R10.G.1")
def test_without_mps_he_is_dispersed() -> None:
    table = landed(mps=2)
    assert table.where("krateros") == "myriandos"
    assert table.where("antigonos") == "dispersed"


@pytest.mark.rule("R10.G.1")
def test_with_mps_he_moves_on() -> None:
    table = landed(mps=3)
    assert table.where("antigonos") == "myriandos"
    assert "withdraw" not in table.offers
    assert all(offer.startswith("march:") for offer in table.offers)


@pytest.mark.rule("R10.G.1", "R13.3.D.6")
def test_driven_back_from_the_sea_to_an_enemy_general_he_goes_back_the_way_he_came() -> None:
    """A153: he passed Krateros by, so the Embarkation Port is no place to stay."""
    table = Table(players=2, active="blue", segment=1, dice=(6, 1, 1, 6, 6))
    table.general("blue", "antigonos", "dana")
    table.general("red", "krateros", "issos")
    table.pc("red", "paphos")
    table.fleet("red", "kilikia")
    table.begin(lambda p: activation.begin(p, BLUE, 5, 1))
    table.act("activate:antigonos", "march:tarsos", "intercept:issos")
    assert table.where("krateros") == "tarsos"
    table.act("stand", "stand", "embark", "sail:salamis")
    while not table.over:
        table.act(next(a for a in ("declare", "commit:kilikia", "pass", "done") if a in table.offers))
    assert table.events("withdraws")
    assert table.where("antigonos") == "dana"
