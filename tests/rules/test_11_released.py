"""11.1.B, 11.2: who was Besieged does not Intercept; who stays behind when a General Intercepts."""

import pytest

from diadochi.rules import activation, independents
from tests.rules.battles import facts
from tests.table import Table, troop


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
    table.act("done")
    if table.deciding == "red":
        table.act("done")


@pytest.mark.rule("R11.1.B.4")
def test_who_was_besieged_by_the_moving_army_on_its_way_does_not_intercept_it() -> None:
    table = city(mercenary=3)
    march(table, "krateros", "sardeis")
    stay_inside(table)
    table.general("red", "peithon", "abydos")
    table.act("march:pergamon")
    assert table.deciding == "red"
    assert table.why_not("intercept:sardeis.inside") == "11.1.B.4"
    table.act("pass", "march:ephesos")
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


@pytest.mark.rule("R11.2.6", "R9.1.13")
def test_one_minor_general_cannot_stay_behind_in_two_spaces() -> None:
    table = Table(dice=(6, 6))
    table.army("red", "peithon", "pergamon", mercenary=2)
    table.army("red", "antigonos", "ephesos", mercenary=2)
    for minor, at in (("philoxenos", "pella"), ("andronikos", "larisa"), ("prepelaos", "lamia")):
        table.army("red", minor, at, mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=2)
    march(table, "krateros", "sardeis")
    table.act("intercept:ephesos", "take-general:antigonos", "take:mercenary", "done")
    table.act("intercept:pergamon")
    assert "take-general:peithon" not in table.offers, "no Minor General is free to attempt it: Peithon goes himself"
    table.act("take:mercenary")
    assert table.why_not("done") == "9.1.13"
    table.act("take:mercenary")
    assert table.forces("red", "ephesos") == {"mercenary": 1}
    assert table.dispersed("red") == {}


@pytest.mark.rule("R9.1.13", "R16.8.1")
def test_with_option_16_8_only_what_cannot_go_along_stays_without_a_general() -> None:
    table = Table(options=("movement-limit",), dice=(1,))
    table.army("red", "peithon", "pergamon", mercenary=9)
    for minor, at in (("philoxenos", "pella"), ("andronikos", "larisa"), ("prepelaos", "lamia"), ("medios", "trikka")):
        table.army("red", minor, at, mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=2)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    assert facts(table, "declares_interception", "cus") == [troop(mercenary=8)]


@pytest.mark.rule("R11.1.B.4")
def test_who_was_besieged_does_not_intercept_when_the_besieger_goes_on_by_sea() -> None:
    table = Table()
    table.pc("red", "tyros", "ake")
    table.army("red", "eumenes", "tyros.inside", mercenary=1)
    table.army("blue", "krateros", "sidon", mercenary=3)
    march(table, "krateros", "tyros")
    stay_inside(table)
    table.act("embark", "sail:ake", "land:ake")
    assert not table.events("declares_interception")
    assert table.deciding == "blue"
