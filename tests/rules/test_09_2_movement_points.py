"""9.2: Movement Points."""

import pytest

from tests.rules.activations import campaign, force_march, mps
from tests.table import Table

# 9.2


@pytest.mark.rule("R9.2.1")
def test_force_march_gives_its_ops_whatever_the_initiative() -> None:
    table = Table()
    table.general("blue", "krateros", "sardeis")
    force_march(table, 3)
    table.act("activate:krateros")
    assert mps(table) == 3


@pytest.mark.rule("R9.2.2")
def test_one_die_for_everybody() -> None:
    table = Table()
    table.general("blue", "krateros", "sardeis")
    table.general("blue", "seleukos", "pella")
    campaign(table, 3)
    table.act("activate:krateros", "done", "activate:seleukos")
    assert len(table.events("movement_die")) == 1


@pytest.mark.example("E18")
@pytest.mark.rule("R9.2.3")
def test_e18_a_3_gives_seleukos_4_and_krateros_2() -> None:
    table = Table()
    table.general("blue", "krateros", "sardeis")
    table.general("blue", "seleukos", "pella")
    campaign(table, 3)
    table.act("activate:krateros")
    assert mps(table) == 2
    table.act("done", "activate:seleukos")
    assert mps(table) == 4


MOVEMENT = {"demetrios": (2, 3, 4, 4, 4, 4), "eumenes": (2, 2, 3, 4, 4, 4), "krateros": (2, 2, 2, 3, 4, 4)}


@pytest.mark.rule("R9.2.4")
@pytest.mark.parametrize("general", MOVEMENT)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_movement_table(general: str, die: int) -> None:
    table = Table()
    table.general("blue", general, "sardeis")
    campaign(table, die)
    table.act(f"activate:{general}")
    assert mps(table) == MOVEMENT[general][die - 1]


@pytest.mark.general("antigonos")
def test_antigonos_has_5_mps_on_a_6() -> None:
    table = Table()
    table.general("blue", "antigonos", "sardeis")
    campaign(table, 6)
    table.act("activate:antigonos")
    assert mps(table) == 5


@pytest.mark.rule("R9.2.5", "R9.2.8", "R9.2.9", "R9.2.10", "R9.2.11", "R9.2.6")
@pytest.mark.example("E19")
def test_e19_the_commander_changes_in_mid_move() -> None:
    table = Table()
    table.general("blue", "seleukos", "babylon")
    table.general("blue", "demetrios", "ephesos")
    table.general("blue", "krateros", "halikarnassos")
    campaign(table, 3)
    table.act("activate:demetrios")
    assert mps(table) == 4
    table.act("march:halikarnassos", "take-general:krateros")
    assert mps(table) == 1
    table.act("march:xanthos")
    assert mps(table) == 0
    table.act("leave-general:krateros")
    assert mps(table) == 2
    table.act("march:phaselis", "march:aspendos")
    assert (table.where("demetrios"), table.where("krateros")) == ("aspendos", "xanthos")
    assert table.decision.prompt == "prompt.activate", "Demetrios has no MPs left"
    assert table.why_not("activate:krateros") == "9.1.5"


@pytest.mark.rule("R9.2.11")
def test_the_general_activated_first_may_be_dropped() -> None:
    table = Table()
    table.general("blue", "demetrios", "ephesos")
    table.general("blue", "krateros", "halikarnassos")
    force_march(table)
    table.act("activate:demetrios", "march:halikarnassos", "take-general:krateros", "leave-general:demetrios")
    table.act("march:xanthos", "done")
    assert (table.where("demetrios"), table.where("krateros")) == ("halikarnassos", "xanthos")


@pytest.mark.example("D05")
@pytest.mark.rule("R9.2.9")
def test_d05_picking_up_krateros_leaves_one_mp() -> None:
    table = Table()
    table.general("blue", "antigonos", "tarsos")
    table.general("blue", "krateros", "issos")
    campaign(table, 3)
    table.act("activate:antigonos", "march:issos", "take-general:krateros")
    assert {"march:chalybon", "march:myriandos"} <= set(table.offers)
    assert table.why_not("march:tp_germanikeia") == "9.3.A.1"


@pytest.mark.rule("R9.2.12")
def test_mps_lost_by_a_withdrawal_do_not_come_back_with_a_new_commander() -> None:
    table = Table(dice=(6,))
    table.pc("blue", "sardeis")
    table.general("blue", "krateros", "sardeis")
    table.general("blue", "demetrios", "sardeis")
    table.general("red", "eumenes", "pergamon")
    force_march(table)
    table.act("activate:krateros", "march:ephesos", "intercept:pergamon", "withdraw")
    assert table.where("krateros") == "sardeis"
    assert mps(table) == 0
    table.act("take-general:demetrios")
    assert mps(table) == 0
