"""Chapter 15: Sieges."""

from typing import Any

import pytest

from diadochi.model import moves
from diadochi.model.state import ACTIVATION, INDEPENDENT, NOBODY, SURRENDER
from diadochi.rules import activation, battle, siege, troops
from diadochi.rules.agenda import Event, Play
from diadochi.rules.upkeep import upkeep
from tests.table import Table, troop

CITY = "pella"


def besieger(
    general: str = "alketas", at: str = CITY, owner: str = "red", segment: int = ACTIVATION, **cus: int
) -> Table:
    """Blue besieges a space."""
    table = Table(active="blue", segment=segment)
    if owner:
        table.pc(owner, at)
    table.army("blue", general, at, **(cus or {"mercenary": 4}))
    return table


def conduct(table: Table, *dice: int, at: str = CITY, general: str = "alketas") -> Table:
    """One Siege by all of Blue's CUs there."""
    table.dice(*dice)
    space, number = table.space(at), table.general_number(general)
    seat = table.seat("blue")
    table.begin(lambda p: siege.begin(p, seat, space, number, p.state.cus_of(space, seat), p.state.segment))
    return table


def refusal(table: Table, at: str = CITY, general: str = "alketas", **cus: int) -> str:
    """The rule that forbids a Siege by Blue, or an empty text."""
    p = table.play
    seat, location = table.seat("blue"), table.location(at)
    counting = troop(**cus) if cus else p.state.cus_of(location, seat)
    found = siege.may_conduct(p, seat, location, table.general_number(general), counting)
    return found.rule if found else ""


def ready(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def fact(event: Event, name: str) -> Any:
    return next(value for key, _, value in event.args if key == name)


def modifier(table: Table, at: str = CITY, general: str = "alketas") -> int:
    ready(table)
    items = siege.modifiers(table.play, table.seat("blue"), table.space(at), table.general_number(general))
    return sum(i.points for i in items)


def points(table: Table, at: str = CITY) -> int:
    return table.state.sp.get(table.space(at), 0)


# 15.1


@pytest.mark.rule("R15.1.1")
@pytest.mark.parametrize(
    ("at", "owner"), [("pella", "red"), ("pella", "independent"), ("lamia", "independent"), ("sparta", "independent")]
)
def test_besieged_is_a_controlled_major_city_or_an_independent_space_with_an_enemy_army(at: str, owner: str) -> None:
    table = ready(besieger(at=at, owner=owner, mercenary=1))
    assert troops.is_besieged(table.play, table.space(at))


@pytest.mark.rule("R15.1.1")
def test_a_general_without_cus_besieges_nothing() -> None:
    table = Table()
    table.pc("red", CITY)
    table.general("blue", "antigonos", CITY)
    ready(table)
    assert not troops.is_besieged(table.play, table.space(CITY))


@pytest.mark.rule("R15.1.2")
def test_the_besieger_stands_outside_and_the_pieces_inside_are_besieged() -> None:
    table = besieger()
    table.army("red", "philoxenos", "pella.inside", mercenary=1)
    ready(table)
    assert troops.besiegers(table.play, table.space(CITY)) == 1 << table.seat("blue")


@pytest.mark.rule("R15.1.3")
@pytest.mark.parametrize(("at", "owner"), [("pella", ""), ("larisa", "red"), ("sparta", "red"), ("lamia", "")])
def test_uncontrolled_spaces_and_player_held_minor_cities_are_never_besieged(at: str, owner: str) -> None:
    table = ready(besieger(at=at, owner=owner))
    assert not troops.is_besieged(table.play, table.space(at))
    assert refusal(table, at) == "9.3.C.1"


# 15.2.A


@pytest.mark.rule("R15.2.A.1")
@pytest.mark.parametrize(("number", "rule"), [(2, "15.2.A.1"), (3, "")])
def test_a_siege_needs_three_cus(number: int, rule: str) -> None:
    assert refusal(ready(besieger(mercenary=number))) == rule


@pytest.mark.rule("R15.2.A.1")
def test_a_siege_needs_an_army() -> None:
    table = besieger()
    table.cus("blue", "larisa", mercenary=3)
    table.pc("blue", "larisa")
    assert refusal(ready(table), "pella", "attalos") == "15.2.A.1"


@pytest.mark.rule("R15.2.A.1")
def test_a_siege_is_conducted_from_outside_against_others() -> None:
    table = ready(besieger(owner="blue"))
    assert refusal(table) == "9.3.C.1"


@pytest.mark.rule("R15.2.A.2")
def test_one_siege_per_space_in_the_surrender_segment() -> None:
    table = conduct(besieger(segment=SURRENDER), 2)
    assert refusal(table) == "15.2.A.2"


@pytest.mark.rule("R15.2.A.3")
def test_two_sieges_per_space_in_another_segment() -> None:
    table = conduct(besieger(), 2)
    assert refusal(table) == ""
    conduct(table, 2)
    assert refusal(table) == "15.2.A.3"


@pytest.mark.example("D11")
@pytest.mark.rule("R15.2.A.4")
def test_d11_a_second_army_may_not_besiege_in_the_same_segment() -> None:
    table = conduct(besieger(), 2)
    table.army("blue", "antigonos", CITY, mercenary=3)
    ready(table)
    assert refusal(table, general="antigonos", mercenary=3) == "15.2.A.4"
    conduct(table, 2)
    assert refusal(table, general="antigonos", mercenary=3) == "15.2.A.3"


@pytest.mark.rule("R15.2.A.5")
def test_whoever_fought_there_in_this_segment_cannot_conduct_a_siege() -> None:
    table = besieger(mercenary=9)
    table.army("red", "philoxenos", CITY, mercenary=2)
    table.dice(6, 6, 1, 1)
    blue, red, at = table.seat("blue"), table.seat("red"), table.location(CITY)
    table.begin(lambda p: battle.begin(p, blue, red, at, blue, table.location("larisa"), 0))
    assert table.over
    assert refusal(table) == "15.2.A.5"


# 15.2.B


@pytest.mark.rule("R15.2.B.1")
@pytest.mark.parametrize(("fleet", "expected"), [(False, -1), (True, 0)])
def test_a_port_major_city_without_an_available_fleet(fleet: bool, expected: int) -> None:
    table = besieger(at="salamis")
    if fleet:
        table.fleet("blue", "kilikia")
    assert modifier(table, "salamis") == expected


@pytest.mark.rule("R15.2.B.1")
def test_a_dispersed_fleet_is_not_available() -> None:
    table = besieger(at="salamis")
    table.fleet("blue", "kilikia", dispersed=True)
    assert modifier(table, "salamis") == -1


@pytest.mark.rule("R15.2.B.1")
@pytest.mark.parametrize("at", ["amphipolis", "sparta", "pella"])
def test_city_modifiers_are_only_for_port_major_cities(at: str) -> None:
    assert modifier(besieger(at=at, owner="independent"), at) == 0


@pytest.mark.rule("R15.2.B.2")
@pytest.mark.parametrize(("at", "expected"), [("rhodos", -2), ("memphis", 1), ("babylon", 1)])
def test_rhodos_memphis_and_babylon(at: str, expected: int) -> None:
    """Rhodos is a port without a Fleet as well."""
    assert modifier(besieger(at=at), at) == expected


@pytest.mark.rule("R15.2.B.3")
def test_helepolis_and_traitor() -> None:
    table = besieger()
    table.state.helepolis = table.space(CITY)
    assert modifier(table) == 1
    items = siege.modifiers(table.play, table.seat("blue"), table.space(CITY), table.general_number("alketas"), 3)
    assert [i.points for i in items] == [1, 3]


@pytest.mark.rule("R15.2.B.4", "R7.1.3")
@pytest.mark.parametrize(
    ("general", "senior", "expected"), [("demetrios", "", 1), ("menelaos", "", 1), ("demetrios", "krateros", 0)]
)
def test_demetrios_and_menelaos_add_1_while_they_command(general: str, senior: str, expected: int) -> None:
    table = besieger(general)
    if senior:
        table.general("blue", senior, CITY)
    assert modifier(table, general=general) == expected


@pytest.mark.rule("R15.2.B.4")
def test_demetrios_helps_only_the_siege_that_he_conducts() -> None:
    table = besieger()
    table.general("blue", "demetrios", CITY)
    assert modifier(table, general="alketas") == 0


@pytest.mark.rule("R15.2.B.3")
def test_before_the_roll_every_player_may_play_surprise_cards() -> None:
    table = besieger()
    for faction, card in (("blue", "57"), ("red", "58"), ("yellow", "49")):
        table.hand(faction, card)
    conduct(table, 2)
    asked = []
    while not table.over:
        assert not table.events("siege_roll")
        asked.append(table.deciding)
        table.act("pass")
    assert asked == ["blue", "red", "yellow"]
    assert table.events("siege_roll")


@pytest.mark.rule("R15.2.B.4", "R7.1.3")
@pytest.mark.parametrize(
    ("general", "at", "senior", "expected"),
    [
        ("polyarchos", "pella.inside", "", -1),
        ("aristonous", "pella.inside", "", -1),
        ("polyarchos", "larisa", "", 0),
        ("polyarchos", "pella.inside", "krateros", 0),
    ],
)
def test_polyarchos_and_aristonous_defend_the_city_they_are_inside(
    general: str, at: str, senior: str, expected: int
) -> None:
    table = besieger()
    table.general("red", general, at)
    if senior:
        table.general("red", senior, at)
    assert modifier(table) == expected


@pytest.mark.example("E42")
@pytest.mark.rule("R15.2.B.5")
def test_e42_demetrios_besieges_pella() -> None:
    table = conduct(besieger("demetrios"), 2, general="demetrios")
    event = table.events("siege_roll")[0]
    assert (event.dice, fact(event, "modifiers"), fact(event, "modified")) == ((2,), (1,), 3)
    assert (fact(event, "points"), fact(event, "losses")) == (1, 1)
    assert points(table) == 1
    assert table.forces("blue", CITY) == {"mercenary": 3}


@pytest.mark.rule("R15.2.B.5")
@pytest.mark.parametrize(("die", "gained", "lost"), [(1, 0, 1), (2, 0, 0), (3, 1, 1), (4, 1, 0), (5, 2, 1), (6, 2, 0)])
def test_siege_table(die: int, gained: int, lost: int) -> None:
    table = conduct(besieger(), die)
    assert points(table) == gained
    assert table.forces("blue", CITY) == {"mercenary": 4 - lost}


@pytest.mark.rule("R15.2.B.5")
def test_the_besieger_chooses_his_losses() -> None:
    table = conduct(besieger(mercenary=2, loyal=2), 1)
    assert table.deciding == "blue"
    assert table.offers == ("lose:mercenary", "lose:loyal")
    table.act("lose:loyal")
    assert table.forces("blue", CITY) == {"mercenary": 2, "loyal": 1}


@pytest.mark.rule("R15.2.B.5")
def test_modified_rolls_beyond_the_table_read_its_ends() -> None:
    table = besieger("demetrios", at="babylon")
    table.state.helepolis = table.space("babylon")
    conduct(table, 6, at="babylon", general="demetrios")
    assert fact(table.events("siege_roll")[0], "modified") == 9
    assert table.pc_of("babylon") == ""
    table = besieger(at="rhodos")
    conduct(table, 1, at="rhodos")
    assert fact(table.events("siege_roll")[0], "modified") == -1
    assert table.forces("blue", "rhodos") == {"mercenary": 3}


@pytest.mark.rule("R3.7.5", "R3.7.10")
@pytest.mark.parametrize(("usurper", "champion"), [("", False), ("red", True)])
def test_a_siege_of_a_champions_major_city_costs_champion_status_whatever_the_result(
    usurper: str, champion: bool
) -> None:
    table = besieger()
    table.state.usurper = table.seat(usurper) if usurper else NOBODY
    conduct(table, 2)
    assert points(table) == 0
    assert table.champion("blue") is champion


# 15.3


@pytest.mark.rule("R15.3.1")
def test_siege_points_go_when_their_owner_has_no_cu_left() -> None:
    table = conduct(besieger(), 4)
    assert points(table) == 1
    moves.put_cus(table.state, table.location(CITY), table.seat("blue"), troop())
    upkeep(table.play)
    assert points(table) == 0


@pytest.mark.example("D10")
@pytest.mark.rule("R15.3.2")
def test_d10_who_defeats_the_besieger_does_not_inherit_his_siege_points() -> None:
    """On this map Lysimachos comes by way of Amphipolis."""
    table = Table(active="red")
    table.pc("yellow", CITY)
    table.army("blue", "demetrios", CITY, mercenary=2)
    table.siege_points("blue", CITY, 1)
    table.army("red", "lysimachos", "chersonesos", mercenary=9)
    table.dice(6, 6, 1, 1)
    table.begin(lambda p: activation.begin(p, table.seat("red"), 5, 1))
    table.act("activate:lysimachos", "take-all")
    for space in ("ainos", "abdera", "philippoi", "amphipolis", CITY):
        table.act(f"march:{space}")
        if not table.over and table.decision.prompt == "prompt.intercept":
            table.act("pass")
    if not table.over and table.decision.prompt == "prompt.evade":
        table.act("stand")
    assert table.events("battle_won")
    assert points(table) == 0
    assert table.forces("red", CITY) == {"mercenary": 9}


@pytest.mark.rule("R15.4.1", "R2.2", "R2.3", "R2.6")
@pytest.mark.parametrize(
    ("at", "owner", "before", "falls"),
    [
        ("pella", "red", 1, False),
        ("pella", "red", 2, True),
        ("pella", "independent", 2, True),
        ("athenai", "independent", 1, False),
        ("sparta", "independent", 0, False),
        ("sparta", "independent", 1, True),
        ("lamia", "independent", 0, True),
    ],
)
def test_siege_points_needed(at: str, owner: str, before: int, falls: bool) -> None:
    table = besieger(at=at, owner=owner)
    table.fleet("blue", "kilikia")
    if before:
        table.siege_points("blue", at, before)
    conduct(table, 4, at=at)
    assert (table.pc_of(at) == "") is falls
    assert points(table, at) == (0 if falls else before + 1)


@pytest.mark.rule("R15.4.1")
def test_excess_siege_points_are_lost() -> None:
    table = besieger()
    table.siege_points("blue", CITY, 2)
    conduct(table, 6)
    assert fact(table.events("siege_points")[0], "points") == 3
    assert table.pc_of(CITY) == ""


@pytest.mark.rule("R15.4.2")
def test_completion_removes_the_pc_and_the_siege_points() -> None:
    table = besieger()
    table.siege_points("blue", CITY, 2)
    conduct(table, 4)
    assert table.pc_of(CITY) == ""
    assert table.state.sp == {}
    assert table.state.sp_owner == {}


@pytest.mark.rule("R15.4.3")
def test_pieces_inside_a_captured_city_suffer_as_losers() -> None:
    table = besieger()
    table.army("red", "antigonos", "pella.inside", mercenary=1, loyal=1)
    table.siege_points("blue", CITY, 2)
    conduct(table, 4, 1)
    assert table.forces("red", "pella.inside") == {}
    assert table.dispersed("red") == {"loyal": 1}
    assert table.where("antigonos") == "dispersed"


@pytest.mark.example("D01")
@pytest.mark.rule("R15.4.4", "R6.1.6")
def test_d01_an_independent_minor_city_falls_in_the_surrender_segment_and_may_be_claimed() -> None:
    table = besieger("antigonos", at="lamia", owner="independent", segment=SURRENDER, mercenary=3)
    conduct(table, 3, at="lamia", general="antigonos")
    assert table.forces("blue", "lamia") == {"mercenary": 2}
    assert table.offers == ("claim", "decline")
    table.act("claim")
    assert table.pc_of("lamia") == "blue"


@pytest.mark.rule("R15.4.4")
def test_the_pc_need_not_be_placed() -> None:
    table = besieger(at="lamia", owner="independent", segment=SURRENDER)
    conduct(table, 4, at="lamia")
    table.act("decline")
    assert table.pc_of("lamia") == ""


@pytest.mark.rule("R15.4.5")
def test_in_the_activation_segment_the_pc_has_to_wait() -> None:
    table = conduct(besieger(at="lamia", owner="independent"), 4, at="lamia")
    assert table.over
    assert table.pc_of("lamia") == ""


@pytest.mark.rule("R15.4.6")
def test_the_captured_city_is_uncontrolled_and_freed_royals_go_outside() -> None:
    table = besieger()
    table.army("red", "antigonos", "pella.inside", mercenary=1)
    table.royal("herakles", "pella.inside", "red")
    table.royal("olympias", "pella.inside", "red")
    table.siege_points("blue", CITY, 2)
    conduct(table, 4)
    assert table.where_royal("olympias") == CITY
    assert table.holder("olympias") == ""
    assert table.holder("herakles") == "blue"
    assert table.where("alketas") == CITY


# 7.2.F.15 and A42


def royal_city(legitimate: str) -> Table:
    """Red's Royal Army inside Pella; one of them has the higher Prestige."""
    table = besieger()
    table.army("red", "antigonos", "pella.inside", royal=2)
    table.state.champions = 0
    table.royal("alexandros", "larisa", legitimate)
    table.pc(legitimate, "larisa")
    return table


@pytest.mark.rule("R7.2.F.15")
def test_royal_army_inside_goes_over_to_the_higher_prestige_when_siege_points_are_added() -> None:
    table = conduct(royal_city("blue"), 4)
    assert table.forces("blue", CITY) == {"mercenary": 4, "royal": 2}
    assert table.forces("red", "pella.inside") == {}


@pytest.mark.rule("R7.2.F.16")
@pytest.mark.parametrize(("legitimate", "die"), [("blue", 2), ("yellow", 4), ("red", 4)])
def test_no_defection_without_siege_points_nor_with_equal_or_higher_prestige(legitimate: str, die: int) -> None:
    table = conduct(royal_city(legitimate), die)
    assert table.forces("red", "pella.inside") == {"royal": 2}


@pytest.mark.rule("R7.2.F.15")
def test_defection_comes_before_the_city_falls() -> None:
    table = royal_city("blue")
    table.siege_points("blue", CITY, 2)
    conduct(table, 4)
    assert table.pc_of(CITY) == ""
    assert table.forces("blue", CITY) == {"mercenary": 4, "royal": 2}
    assert table.dispersed("red") == {}


# 9.4.4 and A52


def garrison(enemy_outside: bool) -> Table:
    table = Table(active="blue")
    table.pc("red", CITY)
    table.army("red", "antigonos", "pella.inside", mercenary=1, loyal=1)
    table.royal("herakles", "pella.inside", "red")
    if enemy_outside:
        table.army("blue", "alketas", CITY, mercenary=1)
    return table


def lose_pc(table: Table, independent: bool) -> Table:
    def procedure(p: Play) -> None:
        moves.put_pc(p.state, table.space(CITY), INDEPENDENT if independent else NOBODY)
        siege.pc_lost(p, table.space(CITY), independent)

    table.dice(1)
    table.begin(procedure)
    return table


@pytest.mark.rule("R9.4.4")
def test_pieces_inside_a_city_that_becomes_independent_suffer_as_losers() -> None:
    table = lose_pc(garrison(enemy_outside=False), independent=True)
    assert table.where("antigonos") == "dispersed"
    assert table.dispersed("red") == {"loyal": 1}
    assert table.where_royal("herakles") == CITY


@pytest.mark.rule("R9.4.4")
def test_pieces_inside_a_city_that_becomes_uncontrolled_move_outside() -> None:
    table = lose_pc(garrison(enemy_outside=False), independent=False)
    assert table.where("antigonos") == CITY
    assert table.forces("red", CITY) == {"mercenary": 1, "loyal": 1}
    assert table.where_royal("herakles") == CITY
    assert table.holder("herakles") == "red"


@pytest.mark.rule("R9.4.4")
def test_they_suffer_as_losers_where_enemy_cus_stand_outside() -> None:
    table = lose_pc(garrison(enemy_outside=True), independent=False)
    assert table.where("antigonos") == "dispersed"
    assert table.dispersed("red") == {"loyal": 1}


@pytest.mark.rule("R9.4.4")
def test_the_new_owners_own_pieces_inside_are_untouched() -> None:
    def procedure(p: Play) -> None:
        moves.put_pc(p.state, table.space(CITY), table.seat("red"))
        siege.pc_lost(p, table.space(CITY), independent=False)

    table = garrison(enemy_outside=True)
    table.begin(procedure)
    assert table.where("antigonos") == "pella.inside"
    assert table.forces("red", "pella.inside") == {"mercenary": 1, "loyal": 1}


# Options 16.5, 16.6 and 16.9


@pytest.mark.example("E44")
@pytest.mark.rule("R16.5.1")
def test_e44_cus_inside_hold_off_the_third_siege_point() -> None:
    table = Table(active="blue", options=("cu-siege-defence",))
    table.pc("red", CITY)
    table.army("blue", "alketas", CITY, mercenary=4)
    table.army("red", "philoxenos", "pella.inside", mercenary=2)
    table.siege_points("blue", CITY, 2)
    conduct(table, 6)
    assert table.forces("red", "pella.inside") == {}
    assert points(table) == 2
    assert table.pc_of(CITY) == "red"


@pytest.mark.rule("R16.5.1")
def test_the_owner_chooses_the_cu_and_the_next_point_counts() -> None:
    table = Table(active="blue", options=("cu-siege-defence",))
    table.pc("red", CITY)
    table.army("blue", "alketas", CITY, mercenary=4)
    table.army("red", "philoxenos", "pella.inside", mercenary=1, loyal=1)
    table.siege_points("blue", CITY, 1)
    conduct(table, 6)
    assert table.deciding == "red"
    table.act("lose:mercenary")
    assert points(table) == 2
    assert table.forces("red", "pella.inside") == {"loyal": 1}


@pytest.mark.rule("R16.6.1")
@pytest.mark.parametrize(("legitimate", "rule"), [("red", "15.2.A.1"), ("yellow", "")])
def test_royal_army_of_a_lower_besieger_does_not_count(legitimate: str, rule: str) -> None:
    table = Table(active="blue", options=("royal-army-and-sieges",))
    table.pc("red", CITY)
    table.army("blue", "alketas", CITY, mercenary=2, royal=2)
    table.royal("alexandros", "larisa", legitimate)
    table.pc(legitimate, "larisa")
    assert refusal(ready(table)) == rule


@pytest.mark.rule("R16.9.12", "R16.9.13")
@pytest.mark.parametrize(("at", "gone"), [("lamia", {"cavalry": 1}), ("athenai", {})])
def test_a_loss_before_an_independent_minor_city_disperses_cavalry(at: str, gone: dict[str, int]) -> None:
    table = Table(active="blue", options=("cavalry",))
    table.pc("independent", at)
    table.army("blue", "alketas", at, mercenary=2, cavalry=1)
    conduct(table, 1, at=at)
    if not gone:
        table.act("lose:cavalry")
    assert table.forces("blue", at) == {"mercenary": 2}
    assert table.dispersed("blue") == gone


# 15.2.A.5


@pytest.mark.rule("R15.2.A.5")
def test_who_has_defended_in_a_land_battle_conducts_no_siege_in_that_segment() -> None:
    table = Table(active="blue", segment=1, dice=(1, 1, 6, 6))
    table.pc("red", CITY)
    table.army("blue", "antigonos", CITY, mercenary=9)
    table.independent("glaukias", CITY)
    at = table.location(CITY)
    table.begin(lambda p: battle.begin(p, INDEPENDENT, table.seat("blue"), at, table.seat("blue"), at, 0))
    assert table.forces("blue", CITY) == {"mercenary": 9}
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all")
    assert table.why_not("siege:pella") == "15.2.A.5"


def after_a_battle_at_larisa() -> Table:
    """Antigonos has fought there with 9 CUs; Lamia beside it is Independent, and Leonnatos stands there."""
    table = Table(active="blue", segment=1, dice=(1, 1, 6, 6))
    table.pc("blue", "larisa")
    table.pc("independent", "lamia")
    table.army("blue", "antigonos", "larisa", mercenary=9)
    table.army("blue", "leonnatos", "lamia", loyal=3)
    table.independent("glaukias", "larisa")
    at = table.location("larisa")
    table.begin(lambda p: battle.begin(p, INDEPENDENT, table.seat("blue"), at, table.seat("blue"), at, 0))
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    return table


@pytest.mark.rule("R15.2.A.5")
def test_who_has_been_in_a_land_battle_conducts_no_siege_elsewhere_either() -> None:
    table = after_a_battle_at_larisa()
    table.act("activate:antigonos", "take-all", "march:lamia")
    assert table.why_not("siege:lamia") == "15.2.A.5"


@pytest.mark.rule("R15.2.A.5")
def test_who_joins_a_general_after_his_land_battle_does_not_count_for_him() -> None:
    """The CUs at Lamia have not fought, but the General who would lead them has."""
    table = after_a_battle_at_larisa()
    table.act("activate:antigonos", "march:lamia", "take-all")
    assert table.why_not("siege:lamia") == "15.2.A.5"
    table.act("take-general:leonnatos")
    assert table.why_not("siege:lamia") == ""
