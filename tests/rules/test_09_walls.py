"""9.1, 8.4: who passes the walls, and for whom CUs are picked up."""

import random

import pytest

from diadochi.rules import activation, agenda
from tests import harness
from tests.table import BLUE, MATERIAL, Table


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
    table.begin(lambda p: activation.begin(p, BLUE, mps, 1))
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
    table.begin(lambda p: activation.begin_segment(p, BLUE))
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
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis", "outside:loyal", "inside:mercenary")
    table.act("inside-royal:herakles")
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
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
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
    table.begin(lambda p: activation.begin(p, BLUE, 1, 1))
    table.act("activate:krateros", "take-all", "march:larisa")
    assert table.where("krateros") == "out"
    table.act("decline")
    assert table.events("battle_drawn")
    assert table.forces("blue", "pella") == {"mercenary": 3}
    assert table.where_royal("herakles") == "pella"
    assert table.state.generals_at.get(table.location("pella"), 0) == 0
    assert table.forces("red", "larisa") == {"mercenary": 2}


# 9.3.B: a garrison is exchanged


def sardeis_garrison(mps: int = 4, general: str = "krateros", at: str = "sardeis") -> Table:
    """Two Mercenaries inside, two Loyal CUs outside, and who is to exchange them."""
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis.inside", mercenary=2)
    table.cus("blue", "sardeis", loyal=2)
    table.general("blue", general, at)
    table.begin(lambda p: activation.begin(p, BLUE, mps, 1))
    table.act(f"activate:{general}")
    return table


def is_exchanged(table: Table) -> bool:
    return (table.forces("blue", "sardeis.inside"), table.forces("blue", "sardeis")) == (
        {"loyal": 2},
        {"mercenary": 2},
    )


OUT = ("take:mercenary", "take:mercenary", "come-out")
DROP_FIRST = ("leave:mercenary", "leave:mercenary", "take:loyal", "take:loyal")
TAKE_FIRST = ("take-all", "leave:mercenary", "leave:mercenary")
IN = ("go-inside", "leave:loyal", "leave:loyal")


@pytest.mark.rule("R9.3.B.1", "R9.3.0.1")
@pytest.mark.parametrize("general", ["krateros", "alketas"])
@pytest.mark.parametrize("order", [DROP_FIRST, TAKE_FIRST])
@pytest.mark.parametrize("at", ["sardeis", "sardeis.inside"])
def test_a_garrison_is_exchanged_in_one_stay(at: str, order: tuple[str, ...], general: str) -> None:
    table = sardeis_garrison(general=general, at=at)
    if at == "sardeis":
        table.act("go-inside")
    table.act(*OUT, *order, *IN)
    assert is_exchanged(table)
    if general == "krateros":
        table.act("come-out", "march:pergamon")
        assert table.where("krateros") == "pergamon"


@pytest.mark.rule("R9.3.B.2")
@pytest.mark.parametrize("order", [DROP_FIRST, TAKE_FIRST])
def test_a_garrison_is_exchanged_without_mps(order: tuple[str, ...]) -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis.inside", mercenary=2)
    table.cus("blue", "sardeis", loyal=2)
    table.general("blue", "krateros", "kelainai")
    table.begin(lambda p: activation.begin(p, BLUE, 1, 1))
    table.act("activate:krateros", "march:sardeis", "go-inside", *OUT, *order, *IN)
    assert is_exchanged(table)


@pytest.mark.rule("R9.3.B.1")
def test_the_group_passes_as_often_as_somebody_passes_for_the_first_time() -> None:
    """Out with one Mercenary, in with one Loyal CU, out with the other Mercenary, in with the other Loyal CU."""
    table = sardeis_garrison(at="sardeis.inside")
    table.act("take:mercenary", "come-out", "leave:mercenary", "take:loyal", "go-inside", "leave:loyal")
    table.act("take:mercenary", "come-out", "leave:mercenary", "take:loyal", "go-inside", "leave:loyal")
    assert is_exchanged(table)


@pytest.mark.rule("R9.3.B.1", "R8.4.4", "R9.1.8")
def test_royals_the_cart_and_generals_are_exchanged_too() -> None:
    table = Table(turn=1)
    table.pc("blue", "babylon")
    table.general("blue", "krateros", "babylon")
    table.general("blue", "demetrios", "babylon.inside")
    table.royal("funeral_cart", "babylon.inside", "blue")
    table.royal("herakles", "babylon", "blue")
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.act("activate:krateros", "go-inside", "take-general:demetrios", "take-royal:funeral_cart", "come-out")
    table.act("leave-general:demetrios", "leave-royal:funeral_cart", "take-royal:herakles", "go-inside")
    table.act("leave-royal:herakles", "come-out", "march:opis")
    assert (table.where("demetrios"), table.where_royal("funeral_cart")) == ("babylon", "babylon")
    assert table.where_royal("herakles") == "babylon.inside"


@pytest.mark.rule("R9.3.B.1")
def test_nobody_goes_to_and_fro_for_nothing() -> None:
    table = sardeis_garrison()
    table.act("go-inside", "come-out")
    assert table.why_not("go-inside") == "9.3.B.1"
    table.act("take:loyal")
    assert table.why_not("go-inside") == "9.4.5", "a newcomer may pass, but there is no room"


@pytest.mark.rule("R9.3.B.1", "R9.2.6")
def test_who_was_dropped_off_passes_no_more() -> None:
    table = sardeis_garrison(at="sardeis.inside")
    table.act("take:mercenary", "come-out", "leave:mercenary")
    assert table.why_not("take:mercenary") == "9.1.6"


@pytest.mark.rule("R9.3.B.2", "R11.3.7")
def test_met_by_interceptors_he_comes_out_once_more() -> None:
    """Eumenes comes to his camp's help, Krateros Withdraws inside, and then comes out against them with 0 MPs."""
    table = Table()
    table.army("red", "philoxenos", "sardeis", mercenary=1)
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", loyal=2)
    table.army("red", "eumenes", "pergamon", mercenary=1)
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.dice(6)
    table.act("activate:krateros", "take-all", "come-out", "intercept:pergamon", "take-general:eumenes", "take-all")
    table.act("withdraw")
    assert table.where("krateros") == "sardeis.inside"
    table.act("come-out")
    assert table.events("battle_begins")


@pytest.mark.rule("R9.3.B.2", "R14.10.1")
def test_after_a_drawn_sortie_he_comes_out_once_more() -> None:
    table = Table(dice=(3, 4, 3, 4, 1))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=2)
    table.army("red", "antigonos", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.act("activate:krateros", "take-all", "come-out", "stand")
    assert table.events("battle_drawn")
    assert table.where("krateros") == "sardeis.inside"
    assert "come-out" in table.offers


def crowded_city(seed: int) -> Table:
    """Pieces of every kind on both sides of the walls, and enemies before and behind them."""
    table = Table(players=2)
    table.pc("blue", "babylon")
    table.cus("blue", "babylon.inside", mercenary=1, loyal=1)
    table.cus("blue", "babylon", mercenary=1, elephant=1, silver_shields=2)
    table.general("blue", "krateros", "babylon")
    table.general("blue", "demetrios", "babylon.inside")
    table.general("blue", "alketas", "babylon.inside")
    table.royal("funeral_cart", "babylon.inside", "blue")
    table.royal("herakles", "babylon", "blue")
    table.army("red", "eumenes", "larsa", mercenary=2)
    if seed % 2:
        table.army("red", "antigonos", "babylon", mercenary=1)
    table.state.key = agenda.key_of_seed(seed)
    table.begin(lambda p: activation.begin(p, BLUE, seed % 3, 3))
    return table


@pytest.mark.rule("R9.3.B.1")
def test_however_often_the_walls_are_passed_no_position_comes_back() -> None:
    passes = 0
    for seed in range(60):
        table = crowded_city(seed)
        rng, look = random.Random(seed), harness.no_cycles()
        while not table.over:
            assert table.game is not None
            look(table.game, rng)
            if seed % 6 == 0:
                harness.offers_are_exact(table.game, rng)
            action = rng.choice([a for a in table.offers if a != "done"] or ["done"])
            passes += action in ("go-inside", "come-out")
            table.act(action)
    assert passes > 200
