"""10.G at the Embarkation Port: a lone General who lands where he embarked has no way back."""

import pytest

from diadochi.rules import activation
from tests.table import Table


def landed(mps: int) -> Table:
    """Antigonos has sailed from Myriandos and back, and Krateros has Intercepted him there."""
    table = Table(players=2, active="blue", segment=1, dice=(6,))
    table.general("blue", "antigonos", "myriandos")
    table.general("red", "krateros", "issos")
    table.begin(lambda p: activation.begin(p, 0, mps, 1))
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
    table.begin(lambda p: activation.begin(p, 0, 5, 1))
    table.act("activate:antigonos", "march:tarsos", "intercept:issos")
    assert table.where("krateros") == "tarsos"
    table.act("stand", "stand", "embark", "sail:salamis")
    while not table.over:
        table.act(next(a for a in ("declare", "commit:kilikia", "pass", "done") if a in table.offers))
    assert table.events("withdraws")
    assert table.where("antigonos") == "dana"
