"""Worked examples that no other file runs: E15, and those of the third edition's example of play that fit."""

from typing import Any

import pytest

from diadochi.model.pieces import Unit
from diadochi.model.state import ACTIVATION, SURRENDER
from diadochi.rules import activation, battle, forage, independents, reinforcements, siege, surrender
from tests.cards.deal import segment
from tests.table import BLUE, MATERIAL, RED, YELLOW, Table


def facts(table: Table, key: str, faction: str) -> dict[str, Any]:
    """The facts of the event under this key that is about a Faction."""
    for event in table.events(key):
        told = {name: value for name, _, value in event.args}
        if told["who"] == table.seat(faction):
            return told
    raise AssertionError(f"no {key} of {faction}")


@pytest.mark.example("E15")
@pytest.mark.rule("R8.2.6")
def test_e15_kassandros_marches_to_his_bride() -> None:
    table = Table(active="yellow")
    table.royal("thessalonike", "pella")
    table.army("yellow", "kassandros", "larisa", mercenary=3)
    segment(table, "32", "yellow")
    before = table.legitimacy("yellow")
    table.act("event:32", "force-march:32", "activate:kassandros", "take-all", "march:pella")
    assert table.holder("thessalonike") == "yellow"
    assert table.where("kassandros") == table.where_royal("thessalonike") == "pella"
    assert table.legitimacy("yellow") == before + 2


@pytest.mark.example("G05")
@pytest.mark.parametrize(
    ("die", "general", "mps"),
    [(2, "peithon", 2), (2, "krateros", 2), (4, "antigonos", 4), (4, "leonnatos", 4), (4, "alketas", 3)],
)
def test_g05_movement_dice(die: int, general: str, mps: int) -> None:
    table = Table(dice=(die,))
    table.army("blue", general, "kelainai", mercenary=1)
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign", f"activate:{general}")
    army = activation.army(table.play)
    assert army is not None
    assert army.left(table.play) == mps


@pytest.mark.example("G06")
def test_g06_a_free_siege_takes_a_city_for_one_mercenary() -> None:
    table = Table(segment=SURRENDER, dice=(3,))
    table.pc("independent", "gazaka")
    table.army("blue", "peithon", "gazaka", mercenary=3)
    table.begin(lambda p: p.push(surrender.SurrenderSegment(BLUE, surrender.REMOVE)))
    table.act("siege:gazaka")
    table.act("claim")
    assert table.pc_of("gazaka") == "blue"
    assert table.forces("blue", "gazaka") == {"mercenary": 2}


@pytest.mark.example("G08")
def test_g08_the_card_that_is_taken_is_kept_and_the_victim_draws() -> None:
    table = Table()
    table.hand("blue", "58", "5")
    table.hand("red", "41")
    table.deck("6", "7")
    segment(table, "4")
    table.act("surprise:58")
    while "choose-faction:red" not in table.offers and not table.events("card_taken"):
        table.act("pass")
    if not table.events("card_taken"):
        table.act("choose-faction:red")
    while not table.events("card_taken"):
        table.act("pass")
    assert table.state.hands[0] >> table.card_number("41") & 1
    assert table.state.hands[1] == 1 << table.card_number("6")
    assert table.state.hands[0].bit_count() == 3


@pytest.mark.example("G09")
def test_g09_the_siege_of_athenai() -> None:
    """Dice 1, 6, 2, 2, 4: a CU lost, 2 SP, nothing, nothing, and the city falls; no PC is placed at once."""
    table = Table(segment=ACTIVATION)
    table.pc("independent", "athenai")
    table.fleet("blue", "kilikia")
    table.army("blue", "peithon", "athenai", mercenary=6)
    space, general = table.space("athenai"), table.general_number("peithon")
    seen = []
    for die in (1, 6, 2, 2, 4):
        table.dice(die)
        table.state.sieges = {}
        table.begin(lambda p: siege.begin(p, BLUE, space, general, p.state.cus_of(space, BLUE), ACTIVATION))
        assert table.over
        seen.append((table.state.sp.get(space, 0), table.forces("blue", "athenai")["mercenary"]))
    assert seen == [(0, 5), (2, 5), (2, 5), (2, 5), (0, 5)]
    assert table.pc_of("athenai") == ""


@pytest.mark.example("G10")
def test_g10_the_reinforcements_of_turn_two() -> None:
    table = Table()
    table.state.legitimacy = [3, 7, 11, 5]
    table.state.vp = [10, 10, 11, 13]
    table.state.province_owner[MATERIAL.edition.makedonia] = YELLOW
    fresh = reinforcements.fresh_troops(table.play)
    assert [cus[Unit.MERCENARY] for cus in fresh] == [2, 2, 2, 4]
    assert [cus[Unit.LOYAL] for cus in fresh] == [0, 0, 2, 0]


@pytest.mark.example("G12")
def test_g12_a_great_victory_in_which_perdikkas_falls() -> None:
    table = Table(dice=(2, 3, 4, 5, 6, 6, 6))
    table.army("blue", "perdikkas", "trikka", loyal=6, mercenary=4, elephant=2)
    table.army("red", "philoxenos", "trikka", mercenary=3)
    at, back = table.location("trikka"), table.location("larisa")
    table.begin(lambda p: battle.begin(p, BLUE, RED, at, BLUE, back, 0))
    assert facts(table, "battle_strength", "blue")["total"] == 12 + 4 + 1
    assert (facts(table, "battle_roll", "blue")["score"], facts(table, "battle_roll", "red")["score"]) == (10, 5)
    table.act("command:alketas")
    assert table.events("winner_loses_nothing")
    assert table.where("perdikkas") == "out"
    table.begin(lambda p: p.push(forage.ForageSegment(BLUE)))
    table.act("lose:mercenary")
    assert table.forces("blue", "trikka") == {"loyal": 6, "mercenary": 3, "elephant": 2}


@pytest.mark.example("G13")
def test_g13_a_draw_against_the_greek_army() -> None:
    table = Table(dice=(3, 4, 3, 4))
    table.province("red", "thessalia")
    table.cus("red", "trikka", mercenary=3)
    table.independent("leosthenes", "larisa")
    table.begin(lambda p: independents.begin_moves(p, BLUE))
    table.act("move-independent:leosthenes", "march:trikka")
    assert facts(table, "battle_strength", "independent")["total"] == 6
    assert facts(table, "battle_strength", "red")["total"] == 3 + 3
    assert table.forces("red", "trikka") == {"mercenary": 2}
    assert table.where("leosthenes") == "larisa"
    assert table.forces("independent", "larisa") == {"mercenary": 6}


def kilikia() -> Table:
    """Blue's Minor General with the Royal Army attacks Ptolemaios of Red, who holds the Gift of Oratory."""
    table = Table(dice=(5, 1, 3, 4, 3, 3, 3))
    table.pc("blue", "babylon")
    table.royal("olympias", "babylon", "blue")
    table.royal("thessalonike", "babylon", "blue")
    table.pc("red", "memphis")
    table.royal("herakles", "memphis", "red")
    table.army("blue", "alketas", "issos", royal=4, loyal=2, mercenary=3, elephant=2)
    table.royal("alexandros", "issos", "blue")
    table.royal("funeral_cart", "issos", "blue")
    table.army("red", "ptolemaios", "tarsos", loyal=2, mercenary=6)
    table.hand("red", "57")
    table.deck("54", "5", "6", "7")
    return table


@pytest.mark.example("G14")
def test_g14_oratory_and_mutiny_in_kilikia() -> None:
    table = kilikia()
    table.begin(lambda p: activation.begin(p, BLUE, 1, 1))
    table.act("activate:alketas", "take-all", "march:tarsos")
    table.act("stand")
    while not table.events("battle_strength"):
        in_battle = table.decision.prompt == "prompt.window.battle_cards"
        card = next((a for a in table.offers if a in ("surprise:57", "surprise:54")), "")
        other = next((a for a in table.offers if a in ("choose-general:ptolemaios", "choose-units:loyal")), "")
        table.act(other or (card if in_battle else "") or "pass")
    assert facts(table, "battle_strength", "blue")["total"] == 2 + 3 + 3
    assert facts(table, "battle_strength", "red")["total"] == 6 + 6
    assert facts(table, "battle_roll", "blue")["score"] == 4
    assert facts(table, "battle_roll", "red")["score"] == 5
    table.act("lose:mercenary")
    assert table.forces("red", "tarsos") == {"mercenary": 5, "loyal": 3, "royal": 4}
    assert table.forces("blue", "tarsos") == {}
    assert table.dispersed("blue") == {"loyal": 1}
    assert (table.holder("funeral_cart"), table.holder("alexandros")) == ("red", "red")
