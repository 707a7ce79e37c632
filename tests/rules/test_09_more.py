"""9.1: what goes with a General, and what goes without one."""

import pytest

from diadochi.rules import activation
from tests.table import MATERIAL, Table


@pytest.mark.rule("R9.1.11")
def test_cus_and_royals_retreat_from_a_drawn_battle_without_their_general() -> None:
    """Equal strength, equal rolls of 9, and Krateros is killed; every Minor General of Blue is busy elsewhere."""
    table = Table(dice=(4, 5, 4, 5, 6))
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=4)
    table.royal("herakles", "pella", "blue")
    for number, space in enumerate(("gordion", "ankyra", "ikonion", "kelainai")):
        minor = MATERIAL.pieces.generals[MATERIAL.pieces.majors + number].id
        table.army("blue", minor, space, mercenary=1)
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
