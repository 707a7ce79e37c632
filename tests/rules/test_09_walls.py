"""9.1, 8.4: who passes the walls, and for whom CUs are picked up."""

import pytest

from diadochi.rules import activation
from tests.table import MATERIAL, Table


def busy_minors(table: Table) -> None:
    """Every Minor General of Blue is busy elsewhere."""
    for number, space in enumerate(("gordion", "ankyra", "ikonion", "kelainai")):
        minor = MATERIAL.pieces.generals[MATERIAL.pieces.majors + number].id
        table.army("blue", minor, space, mercenary=1)


@pytest.mark.rule("R7.1.C.2", "R9.3.0.1")
@pytest.mark.parametrize("mps", [1, 2])
def test_a_minor_general_is_fetched_only_where_the_group_can_go_away(mps: int) -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "pella", mercenary=3)
    busy_minors(table)
    table.begin(lambda p: activation.begin(p, 0, mps, 1))
    table.act("activate:krateros", "take-all", "march:larisa")
    if mps == 1:
        assert table.over
    else:
        assert "fetch:alketas" in table.offers


@pytest.mark.rule("R9.2.8", "R9.1.8")
def test_cus_are_picked_up_for_a_subordinate_who_has_mps_when_the_commander_has_none() -> None:
    """Krateros has 2 MPs, Demetrios 4 (E19): with 2 spent, he takes the CU of Xanthos on without Krateros."""
    table = Table(dice=(3,))
    table.pc("blue", "xanthos")
    table.cus("blue", "xanthos", mercenary=1)
    table.general("blue", "demetrios", "ephesos")
    table.general("blue", "krateros", "halikarnassos")
    table.begin(lambda p: activation.begin_segment(p, 0))
    table.act("campaign", "activate:demetrios", "march:halikarnassos", "take-general:krateros", "march:xanthos")
    table.act("take:mercenary", "leave-general:krateros", "march:phaselis")
    assert table.forces("blue", "phaselis") == {"mercenary": 1}


@pytest.mark.rule("R9.1.9")
def test_in_a_procedure_cus_and_royals_pass_the_walls_without_a_general() -> None:
    """10.B: an enemy comes; what was inside goes out, and what was outside goes in."""
    table = Table()
    table.pc("red", "sardeis")
    table.cus("red", "sardeis.inside", loyal=1)
    table.cus("red", "sardeis", mercenary=1)
    table.royal("herakles", "sardeis", "red")
    table.army("blue", "krateros", "kelainai", mercenary=3)
    table.dice(6, 6, 1, 1, 1)
    table.begin(lambda p: activation.begin(p, 0, 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis", "inside:mercenary", "inside-royal:herakles", "done")
    assert table.forces("red", "sardeis.inside") == {"mercenary": 1}
    assert (table.where_royal("herakles"), table.holder("herakles")) == ("sardeis.inside", "red")
    assert table.events("battle_begins"), "the Loyal CU has come out"


@pytest.mark.rule("R9.1.9")
def test_in_an_own_activation_a_general_has_to_bring_them_through_the_walls() -> None:
    """A48"""
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis.inside", loyal=1)
    table.royal("herakles", "sardeis.inside", "blue")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.begin(lambda p: activation.begin(p, 0, 4, 1))
    table.act("activate:krateros")
    assert table.why_not("take:loyal") == "9.1.8"
    assert table.why_not("take-royal:herakles") == "8.4.5"
    table.act("go-inside", "take:loyal", "take-royal:herakles", "come-out")
    assert table.forces("blue", "sardeis") == {"loyal": 1, "mercenary": 1}
    assert table.where_royal("herakles") == "sardeis"


@pytest.mark.rule("R9.1.11")
def test_cus_and_royals_retreat_from_a_drawn_battle_without_their_general() -> None:
    """Equal strength, equal rolls of 9, and Krateros is killed; every Minor General of Blue is busy elsewhere."""
    table = Table(dice=(4, 5, 4, 5, 6))
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=4)
    table.royal("herakles", "pella", "blue")
    busy_minors(table)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    table.begin(lambda p: activation.begin(p, 0, 1, 1))
    table.act("activate:krateros", "take-all", "take-royal:herakles", "march:larisa")
    assert table.where("krateros") == "out"
    table.act("decline")
    assert table.events("battle_drawn")
    assert table.forces("blue", "pella") == {"mercenary": 3}
    assert table.where_royal("herakles") == "pella"
    assert table.state.generals_at.get(table.location("pella"), 0) == 0
    assert table.forces("red", "larisa") == {"mercenary": 2}
