"""7.2: Combat Units, the Royal Army, Prestige and Popularity."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from diadochi import rules
from diadochi.model import moves
from diadochi.model.cards import CardKind
from diadochi.model.ids import LocationId
from diadochi.model.pieces import Unit
from diadochi.model.state import DISPERSED
from diadochi.rules import activation, battle, losses, march, siege, troops, tyche
from diadochi.rules.agenda import Play
from diadochi.rules.prestige import prestige
from diadochi.rules.upkeep import upkeep
from tests.table import MATERIAL, Table, troop

PRESTIGE = ("prestige", "prestige_items")


def ready(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def value(table: Table, faction: str, at: str, *, defending: bool = False) -> int:
    return prestige(table.play, table.seat(faction), table.location(at), defending)


def attack(table: Table, attacker: str, defender: str, at: str) -> Callable[[Play], None]:
    own, other, location = table.seat(attacker), table.seat(defender), table.location(at)
    return lambda p: battle.begin(p, own, other, location, own, LocationId(-1), 0)


def entering(table: Table, faction: str, at: str, back: str) -> Callable[[Play], None]:
    """The land movement procedure of pieces that have just come."""
    seat = table.seat(faction)
    return lambda p: march.begin(p, seat, seat, table.location(at), table.location(back), 0)


# 7.2


@pytest.mark.rule("R7.2.1", "R7.2.2")
def test_cus_are_counted_one_by_one_without_a_limit() -> None:
    table = Table()
    table.army("blue", "alketas", "trikka", mercenary=60, loyal=40)
    ready(table)
    assert troops.number_of(table.state, table.location("trikka"), table.seat("blue")) == 100


@pytest.mark.rule("R7.2.2", "R7.2.F.1", "R7.2.D.4")
def test_eliminated_royal_army_and_silver_shields_are_nowhere_any_more() -> None:
    table = Table()
    table.army("blue", "alketas", "trikka", royal=2, silver_shields=2, mercenary=1)
    at, seat = table.location("trikka"), table.seat("blue")
    table.begin(lambda p: troops.eliminate(p, at, seat, troop(royal=2, silver_shields=2), "7.2.2"))
    assert table.forces("blue", "trikka") == {"mercenary": 1}
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R7.2.3")
def test_number_and_type_of_all_cus_is_public() -> None:
    table = Table()
    table.army("blue", "alketas", "trikka", royal=2, elephant=1)
    ready(table)
    assert table.game is not None
    key = str(table.location("trikka") * 6 + table.seat("blue"))
    texts = [table.game.view(seat).encode() for seat in (table.seat("red"), table.seat("yellow"))]
    assert all(f'"{key}":[0,0,2,0,1,0]' in text.replace(" ", "") for text in texts)


@pytest.mark.rule("R7.2.4")
def test_an_army_is_a_cu_and_a_general_of_one_faction_in_one_location() -> None:
    table = Table()
    table.pc("blue", "pella")
    table.general("blue", "antigonos", "pella.inside")
    table.cus("blue", "pella", mercenary=1)
    table.army("red", "philoxenos", "trikka", mercenary=1)
    table.independent("leosthenes", "larisa")
    ready(table)
    p, blue, red = table.play, table.seat("blue"), table.seat("red")
    assert not troops.has_army(p, table.location("pella"), blue)
    assert not troops.has_army(p, table.location("pella.inside"), blue)
    assert troops.has_army(p, table.location("trikka"), red)
    assert not troops.has_army(p, table.location("trikka"), blue)
    assert troops.has_army(p, table.location("larisa"), table.seat("independent"))


@pytest.mark.rule("R7.2.5")
def test_cus_without_a_general_do_not_move() -> None:
    table = Table(active="blue")
    table.pc("blue", "larisa", "trikka")
    table.cus("blue", "larisa", mercenary=2)
    table.general("blue", "antigonos", "trikka")
    for minor, at in {"alketas": "ephesos", "attalos": "tarsos", "dokimos": "issos", "polemon": "gaza"}.items():
        table.army("blue", minor, at, mercenary=1)
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    table.act("activate:antigonos")
    assert "take-all" not in table.offers


@pytest.mark.rule("R7.2.5")
def test_cus_without_a_general_neither_intercept_nor_evade() -> None:
    table = Table(active="blue")
    table.pc("red", "larisa", "trikka")
    table.cus("red", "larisa", mercenary=2)
    table.cus("red", "trikka", mercenary=1)
    table.army("blue", "alketas", "trikka", mercenary=2)
    table.dice(6, 6, 1, 1)
    table.begin(entering(table, "blue", "trikka", "lamia"))
    assert table.over
    assert not table.events("interception_roll")
    assert not table.events("evasion_roll")


# 7.2.A


@pytest.mark.rule("R7.2.A.1", "R7.2.A.2")
def test_cus_without_general_or_pc_are_dispersed() -> None:
    table = Table()
    table.cus("blue", "trikka", mercenary=2)
    table.cus("blue", "larisa", loyal=1)
    table.pc("blue", "larisa")
    table.army("blue", "alketas", "lamia", mercenary=1)
    ready(table)
    assert table.forces("blue", "trikka") == {}
    assert table.dispersed("blue") == {"mercenary": 2}
    assert table.forces("blue", "larisa") == {"loyal": 1}
    assert table.forces("blue", "lamia") == {"mercenary": 1}


@pytest.mark.rule("R7.2.A.1")
def test_anothers_pc_does_not_show_ownership_of_besieging_cus() -> None:
    table = Table()
    table.pc("red", "pella")
    table.cus("blue", "pella", mercenary=2)
    ready(table)
    assert table.dispersed("blue") == {"mercenary": 2}


# 7.2.B to 7.2.E: Combat Strength


@pytest.mark.rule("R7.2.B.1", "R7.2.E.1", "R7.2.F.1", "R7.2.D.3")
@pytest.mark.parametrize(
    ("unit", "strength"), [("mercenary", 1), ("loyal", 2), ("royal", 2), ("silver_shields", 3), ("elephant", 0)]
)
def test_combat_strength(unit: str, strength: int) -> None:
    table = ready(Table())
    assert battle.cu_strength(table.play, troop(**{unit: 1})) == strength


@pytest.mark.rule("R7.2.C.2")
def test_an_elephant_die_is_a_die_less_two() -> None:
    assert [battle.elephant_strength(die) for die in range(1, 7)] == [0, 0, 1, 2, 3, 4]


@pytest.mark.rule("R7.2.C.4")
def test_elephants_come_with_perdikkas_and_seleukos_or_by_events() -> None:
    generals = MATERIAL.pieces.generals
    bringers = {
        g.id
        for g in generals
        for forces in (g.start.forces if g.start else (), g.recruit.forces if g.recruit else ())
        if forces and forces[Unit.ELEPHANT]
    }
    assert bringers == {"perdikkas", "seleukos"}
    assert Unit.ELEPHANT not in MATERIAL.edition.training_cost


# 7.2.D Silver Shields


@pytest.mark.rule("R7.2.D.1", "R7.2.D.3")
def test_silver_shields_enter_with_two_cus_and_47b_goes_to_the_discards() -> None:
    table = Table(active="blue")
    table.army("blue", "antigonos", "trikka", mercenary=1)
    first, second = table.card_number("47A"), table.card_number("47B")
    seat = table.seat("blue")
    table.hand("blue", "47A")
    table.begin(lambda p: tyche.begin(p, seat, first))
    while not table.over:
        table.act(table.offers[0])
    assert table.forces("blue", "trikka") == {"mercenary": 1, "silver_shields": 2}
    assert table.state.discard >> second & 1
    assert MATERIAL.cards[first].remove_after_event
    assert MATERIAL.cards[second].kind == CardKind.SURPRISE


@pytest.mark.rule("R7.2.D.3")
def test_silver_shields_move_together_or_not_at_all() -> None:
    table = Table(active="blue")
    table.army("blue", "antigonos", "trikka", silver_shields=2, mercenary=2)
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    table.act("activate:antigonos", "take:silver_shields", "march:larisa")
    assert table.forces("blue", "larisa") == {"silver_shields": 2}


@pytest.mark.rule("R7.2.D.3", "R7.2.D.4")
def test_a_loss_flips_the_counter_and_another_one_ends_it() -> None:
    table = Table(active="red", dice=(6,))
    table.army("blue", "antigonos", "trikka", silver_shields=2)
    at, seat = table.location("trikka"), table.seat("blue")
    table.begin(lambda p: losses.roll_attrition(p, seat, at, p.state.cus_of(at, seat), "7.3.1"))
    assert table.forces("blue", "trikka") == {"silver_shields": 1}
    table.dice(6)
    table.begin(lambda p: losses.roll_attrition(p, seat, at, p.state.cus_of(at, seat), "7.3.1"))
    assert table.forces("blue", "trikka") == {}
    assert table.dispersed("blue") == {}


# 7.2.F Royal Army


@pytest.mark.rule("R7.2.F.1")
def test_eight_royal_army_cus_exist() -> None:
    start = {
        g.id: g.start.forces[Unit.ROYAL] for g in MATERIAL.pieces.generals if g.start and g.start.forces[Unit.ROYAL]
    }
    assert start == {"perdikkas": 4, "krateros": 2, "antipatros": 2}
    assert all(not (g.recruit and g.recruit.forces[Unit.ROYAL]) for g in MATERIAL.pieces.generals)
    assert Unit.ROYAL not in MATERIAL.edition.training_cost


@pytest.mark.rule("R7.2.F.2")
def test_prestige_is_legitimacy_plus_popularity_and_never_below_0() -> None:
    table = Table()
    table.army("blue", "krateros", "trikka", loyal=1)
    table.army("red", "eumenes", "larisa", loyal=1)
    ready(table)
    assert value(table, "blue", "trikka") == table.legitimacy("blue") + 2
    table.state.legitimacy[table.seat("red")] = 1
    assert value(table, "red", "larisa") == 0


@pytest.mark.rule("R7.2.F.3", "R7.1.4")
def test_only_the_commanding_generals_popularity_counts() -> None:
    table = Table()
    table.army("blue", "perdikkas", "trikka", loyal=1)
    table.general("blue", "krateros", "trikka")
    table.cus("blue", "larisa", loyal=1)
    table.pc("blue", "larisa")
    ready(table)
    assert value(table, "blue", "trikka") == table.legitimacy("blue")
    assert value(table, "blue", "larisa") == table.legitimacy("blue")


@pytest.mark.rule("R7.2.F.4")
def test_printed_popularity() -> None:
    printed = {g.id: g.popularity for g in MATERIAL.pieces.generals if g.popularity}
    assert printed == {"krateros": 2, "ptolemaios": 2, "eumenes": -2}


@pytest.mark.rule("R7.2.F.5")
def test_an_independent_armys_prestige_is_0() -> None:
    table = Table()
    table.independent("leosthenes", "trikka")
    ready(table)
    assert value(table, "independent", "trikka", defending=True) == 0


@pytest.mark.rule("R7.2.F.6")
def test_gained_popularity_counts_until_he_is_killed() -> None:
    table = Table()
    table.army("blue", "antigonos", "trikka", loyal=1)
    table.state.popularity[table.general_number("antigonos")] = 1
    ready(table)
    assert value(table, "blue", "trikka") == table.legitimacy("blue") + 1
    troops.kill_general(table.play, table.general_number("antigonos"), "14.8.3")
    assert table.state.popularity[table.general_number("antigonos")] == 0


@pytest.mark.rule("R7.2.F.7")
@pytest.mark.parametrize(
    ("cart", "owner", "defending", "bonus"),
    [
        ("trikka", "blue", True, 4),
        ("trikka", "blue", False, 0),
        ("trikka", "red", True, 0),
        ("larisa", "blue", True, 0),
    ],
)
def test_sacred_ground_of_the_cart(cart: str, owner: str, defending: bool, bonus: int) -> None:
    table = Table()
    table.army("blue", "antigonos", "trikka", loyal=1)
    table.army("blue", "peithon", "larisa", loyal=1)
    ready(table)
    royal = 6
    table.state.royals[royal] = table.location(cart)
    table.state.royal_owner[royal] = table.seat(owner)
    assert value(table, "blue", "trikka", defending=defending) == table.legitimacy("blue") + bonus


@pytest.mark.rule("R7.2.F.7")
@pytest.mark.parametrize(("owner", "bonus"), [("blue", 4), ("red", 0)])
def test_sacred_ground_of_the_tomb_holds_in_the_whole_space(owner: str, bonus: int) -> None:
    table = Table()
    table.pc(owner, "memphis")
    table.army("blue", "antigonos", "memphis", loyal=1)
    ready(table)
    table.state.tomb = table.space("memphis")
    assert value(table, "blue", "memphis", defending=True) == table.legitimacy("blue") + bonus


@pytest.mark.rule("R7.2.F.7")
def test_sacred_ground_needs_a_general_and_never_helps_in_a_siege() -> None:
    table = Table()
    table.pc("blue", "memphis")
    table.cus("blue", "memphis.inside", royal=2)
    table.army("red", "antigonos", "memphis", mercenary=4)
    table.state.tomb = table.space("memphis")
    ready(table)
    assert value(table, "blue", "memphis.inside", defending=True) == table.legitimacy("blue")


@pytest.mark.rule("R7.2.F.8")
def test_gift_of_oratory_counts_for_its_general_while_he_commands() -> None:
    table = Table()
    table.army("blue", "antigonos", "trikka", loyal=1)
    ready(table)
    table.state.oratory = (table.general_number("antigonos"), 5)
    assert value(table, "blue", "trikka") == table.legitimacy("blue") + 5
    table.general("blue", "peithon", "trikka")
    assert value(table, "blue", "trikka") == table.legitimacy("blue")


def royal_overrun(attacker: int, defender: int) -> Table:
    """Blue marches onto Red's Royal Army although its Prestige is lower."""
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", royal=attacker)
    table.cus("red", "trikka", royal=defender)
    table.pc("red", "trikka")
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    return table


@pytest.mark.rule("R7.2.F.13")
def test_overruns_ignore_prestige() -> None:
    table = royal_overrun(5, 1)
    table.dice(1)
    table.begin(entering(table, "blue", "trikka", "larisa"))
    assert table.events("overruns")
    assert table.forces("blue", "trikka") == {"royal": 5}
    assert table.dispersed("red") == {"royal": 1}


@pytest.mark.example("D04")
@pytest.mark.rule("R7.2.F.13", "R10.J.2")
def test_d04_ten_mercenaries_overrun_two_silver_shields() -> None:
    table = Table(active="blue", dice=(1,))
    table.army("blue", "alketas", "trikka", mercenary=10)
    table.cus("red", "trikka", silver_shields=2)
    table.pc("red", "trikka")
    table.begin(entering(table, "blue", "trikka", "larisa"))
    assert table.events("overruns")
    assert table.dispersed("red") == {"silver_shields": 2}


@pytest.mark.rule("R7.2.F.14")
def test_royal_army_disperses_an_unescorted_general_whatever_the_prestige() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", royal=1)
    table.general("red", "krateros", "trikka")
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    table.dice(1)
    table.begin(entering(table, "blue", "trikka", "larisa"))
    while not table.over:
        table.act("stand" if "stand" in table.offers else table.offers[0])
    assert table.where("krateros") == "dispersed"
    assert table.forces("blue", "trikka") == {"royal": 1}


@pytest.mark.rule("R7.2.F.17")
def test_own_royal_army_may_be_disbanded_before_it_moves() -> None:
    table = Table(active="blue")
    table.army("blue", "antigonos", "trikka", royal=2, mercenary=1)
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 2))
    table.act("disband:trikka")
    assert table.forces("blue", "trikka").get("royal", 0) < 2
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R7.2.F.17")
def test_moved_royal_army_may_not_be_disbanded() -> None:
    table = Table(active="blue")
    table.army("blue", "antigonos", "trikka", royal=2)
    table.army("blue", "peithon", "lamia", mercenary=1)
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 2))
    table.act("activate:antigonos", "take-all", "march:larisa", "done")
    assert table.why_not("disband:larisa") == "7.2.F.17"


@pytest.mark.rule("R7.2.F.18")
def test_a_battle_without_royal_army_asks_for_no_prestige() -> None:
    table = Table(active="blue", dice=(4, 4, 3, 3))
    table.army("blue", "antigonos", "trikka", loyal=2)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    table.begin(attack(table, "blue", "red", "trikka"))
    assert not table.events("prestige")


@pytest.mark.rule("R7.2.F.18")
def test_only_battles_and_sieges_mutiny_and_alexanders_ghost_look_at_prestige() -> None:
    root = Path(rules.__path__[0])
    users = set()
    for path in root.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(is_prestige(node) for node in ast.walk(function)):
                users.add(function.name if path.parent.name == "tyche" else path.stem)
    assert users == {"prestige", "battle", "siege", "may_mutiny", "alexanders_ghost"}


def is_prestige(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PRESTIGE


@pytest.mark.rule("R7.2.G.1")
def test_helepolis_counts_no_cus_and_adds_1_to_sieges_of_its_city() -> None:
    table = Table(active="blue")
    table.pc("red", "pella")
    table.army("blue", "alketas", "pella", mercenary=4)
    table.state.helepolis = table.space("pella")
    ready(table)
    items = siege.modifiers(table.play, table.seat("blue"), table.space("pella"), table.general_number("alketas"))
    assert [(i.key, i.points) for i in items] == [("siege.helepolis", 1)]
    assert troops.number_of(table.state, table.location("pella"), table.seat("blue")) == 4


@pytest.mark.rule("R7.2.G.1")
def test_helepolis_goes_when_nobody_besieges_its_city() -> None:
    table = Table(active="blue")
    table.pc("red", "pella")
    table.army("blue", "alketas", "pella", mercenary=4)
    table.state.helepolis = table.space("pella")
    ready(table)
    moves.put_general(table.state, table.general_number("alketas"), DISPERSED)
    moves.put_cus(table.state, table.location("pella"), table.seat("blue"), troop())
    upkeep(table.play)
    assert table.state.helepolis == -1
