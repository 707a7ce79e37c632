"""Land Battles and Independent Armies where an edition has another rule: every field of its own, every line."""

import pytest

from diadochi.model.tables import Tables
from diadochi.rules import activation, battle, independents, losses
from tests.rules.battles import fact, facts, fight
from tests.table import MATERIAL, Table

OTHERS = ("third", "draft")


# battle_steps


def armed(table: Table) -> Table:
    """Blue attacks Red, Yellow looks on; all hold a Surprise card, and Red is first in Turn Order."""
    table.army("blue", "alketas", "trikka", mercenary=4)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    for faction, card in (("blue", "52"), ("red", "53"), ("yellow", "48")):
        table.hand(faction, card)
    table.state.order = tuple(table.seat(f) for f in ("red", "yellow", "blue", "green"))
    return fight(table, "blue", "red", "trikka", 6, 6, 1, 1)


@pytest.mark.rule("K4.31.1", "T7.3.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_battle_cards_are_asked_for_in_turn_order(edition: str) -> None:
    table = armed(Table(edition=edition))
    assert table.deciding == "red"
    table.act("pass")
    assert table.deciding == "blue"
    table.act("pass")
    assert table.over


def test_the_attacker_is_asked_first_where_the_steps_say_so() -> None:
    assert armed(Table()).deciding == "blue"


def beaten_royals(table: Table) -> Table:
    """Blue's Royal Army is set apart, and Red wins by less than double."""
    table.army("blue", "peithon", "trikka", royal=2, mercenary=6)
    table.army("red", "antigonos", "trikka", mercenary=6)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    return fight(table, "blue", "red", "trikka", 3, 3, 3, 4)


@pytest.mark.rule("K3.3.4.1")
def test_royal_army_joins_the_winner_before_losses_and_may_be_his_loss() -> None:
    table = beaten_royals(Table(edition="draft"))
    assert table.deciding == "red"
    assert set(table.offers) == {"lose:mercenary", "lose:royal"}
    table.act("lose:royal")
    assert table.forces("red", "trikka") == {"mercenary": 6, "royal": 1}
    assert table.over


@pytest.mark.rule("K3.3.4.1")
def test_royal_army_that_has_joined_takes_no_attrition_with_the_losers() -> None:
    table = Table(edition="draft")
    table.army("blue", "peithon", "trikka", royal=2, loyal=3)
    table.army("red", "antigonos", "trikka", mercenary=8)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    fight(table, "blue", "red", "trikka", 1, 1, 6, 6, 6)
    assert facts(table, "attrition_roll", "column") == [3]
    assert table.forces("red", "trikka") == {"mercenary": 8, "royal": 2}


@pytest.mark.rule("K3.3.4.1")
def test_royal_army_set_apart_on_the_winning_side_is_no_loss_of_his() -> None:
    table = Table(edition="draft")
    table.army("blue", "peithon", "trikka", royal=2, mercenary=6)
    table.army("red", "antigonos", "trikka", mercenary=6)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    fight(table, "blue", "red", "trikka", 5, 5, 4, 4)
    assert facts(table, "battle_won", "who") == [table.seat("blue")]
    assert table.forces("blue", "trikka") == {"royal": 2, "mercenary": 5}


@pytest.mark.rule("T14.3.2")
def test_royal_army_joins_the_winner_after_his_loss() -> None:
    table = beaten_royals(Table(edition="third"))
    assert table.over
    assert table.forces("red", "trikka") == {"mercenary": 5, "royal": 2}


# garrison_joins


def besieged_pella(table: Table) -> Table:
    table.pc("blue", "pella")
    table.army("red", "antigonos", "pella", mercenary=5)
    table.army("blue", "ptolemaios", "pella", mercenary=4)
    table.army("blue", "krateros", "pella.inside", loyal=1, mercenary=1)
    return table


@pytest.mark.rule("T12.4.1")
def test_a_garrison_joins_its_relief_that_attacks() -> None:
    table = fight(besieged_pella(Table(edition="third")), "blue", "red", "pella", 6, 6, 1, 1, back="larisa")
    assert set(table.offers) == {"join:loyal", "join:mercenary", "join-general:krateros", "done"}


@pytest.mark.rule("T12.4.1")
def test_a_garrison_does_not_join_a_side_that_defends() -> None:
    table = fight(besieged_pella(Table(edition="third", active="red")), "red", "blue", "pella", 6, 6, 1, 1)
    assert not table.events("joins_battle")
    assert table.forces("blue", "pella.inside") == {"loyal": 1, "mercenary": 1}
    assert fight(besieged_pella(Table(active="red")), "red", "blue", "pella").decision.prompt == "prompt.join"


# independent_local_troops


def greeks_at_larisa(edition: str, independent: int) -> int:
    """The Local Troops of LEOSTHENES at Larisa of Thessalia, with so many Independent markers in the Province."""
    table = Table(edition=edition)
    spaces = [table.name_of(s) for s in table.material.board.members[table.material.board.province_index["thessalia"]]]
    spaces.sort(key=lambda name: name != "larisa")
    table.pc("independent", *spaces[:independent])
    table.independent("leosthenes", "larisa")
    table.begin(lambda p: None)
    return battle.local_troops(table.play, table.seat("independent"), table.location("larisa"))


@pytest.mark.rule("T16.5.2")
def test_most_markers_of_a_province_are_enough_for_independent_local_troops() -> None:
    number = len(MATERIAL.board.members[MATERIAL.board.province_index["thessalia"]])
    assert greeks_at_larisa("third", number // 2 + 1) == 3
    assert greeks_at_larisa("third", number // 2) == 1


@pytest.mark.rule("T16.5.2")
def test_no_major_city_is_needed_for_independent_local_troops() -> None:
    for edition, points in (("third", 3), ("draft", 1)):
        table = Table(edition=edition)
        board = table.material.board
        province = board.province_index["hellas"]
        city = board.major_city[province]
        others = [table.name_of(s) for s in board.members[province] if s != city]
        table.pc("independent", *others)
        table.independent("leosthenes", others[0])
        table.begin(lambda p: None)
        assert battle.local_troops(table.play, table.seat("independent"), table.location(others[0])) == points


# independent_pc_after_draw, independent_victor_removes_pc


def greeks_march(table: Table, *dice: int) -> Table:
    """LEOSTHENES marches from Lamia, where a PC of Green stands, to Larisa, where Red has six Mercenaries and a PC."""
    table.dice(*dice)
    table.pc("red", "larisa")
    table.pc("green", "lamia")
    table.army("red", "seleukos", "larisa", mercenary=5)
    table.independent("leosthenes", "lamia")
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    while not table.over and table.decision.prompt != "prompt.independent":
        table.act("stand" if "stand" in table.offers else "pass" if "pass" in table.offers else table.offers[0])
    if not table.over:
        table.act("done")
    return table


@pytest.mark.rule("T16.5.3", "K12.6")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_army_driven_back_by_a_draw_removes_no_pc(edition: str) -> None:
    table = greeks_march(Table(edition=edition), 4, 4, 4, 4)
    assert table.events("battle_drawn")
    assert table.where("leosthenes") == "lamia"
    assert table.pc_of("lamia") == "green"
    assert table.pc_of("larisa") == "red"


@pytest.mark.rule("R9.5.15")
def test_it_removes_the_pc_where_it_ends_where_a_draw_does_not_matter() -> None:
    assert greeks_march(Table(), 4, 4, 4, 4).pc_of("lamia") == ""


@pytest.mark.rule("R9.5.15")
def test_the_reading_can_be_chosen_for_a_game() -> None:
    assert greeks_march(Table(changed={"independent_pc_after_draw": False}), 4, 4, 4, 4).pc_of("lamia") == "green"


@pytest.mark.rule("T16.5.4", "K14.7.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_army_that_wins_as_attacker_removes_the_pc_at_once(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    table.independent("leosthenes", "larisa")
    fight(table, "independent", "red", "larisa", 6, 6, 1, 1, seat="blue", back="lamia")
    assert table.pc_of("larisa") == ""
    assert fact(table.events("pc_removed")[0], "owner") == table.seat("red")


@pytest.mark.rule("T16.5.4", "K14.7.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_army_that_wins_as_defender_removes_the_pc_at_once(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=3)
    table.independent("leosthenes", "larisa")
    fight(table, "blue", "independent", "larisa", 1, 1, 6, 6, back="lamia")
    assert table.pc_of("larisa") == ""


@pytest.mark.rule("T16.5.4", "K14.7.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_a_major_city_keeps_its_pc(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "athenai")
    table.army("blue", "alketas", "athenai", mercenary=3)
    table.independent("leosthenes", "athenai")
    fight(table, "blue", "independent", "athenai", 1, 1, 6, 6, back="boiotia")
    assert table.pc_of("athenai") == "red"


# popularity for Independents


def beats_the_greeks(edition: str, *options: str) -> int:
    table = Table(edition=edition, options=options)
    table.army("blue", "krateros", "larisa", mercenary=6, loyal=2)
    table.independent("leosthenes", "larisa")
    fight(table, "blue", "independent", "larisa", 6, 6, 1, 1, back="lamia")
    return table.state.popularity[table.general_number("krateros")]


@pytest.mark.rule("T17.6.2", "K16.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_beating_an_independent_army_gives_no_prestige(edition: str) -> None:
    assert beats_the_greeks(edition) == 0


@pytest.mark.rule("T23.1.1", "K19.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_with_the_option_it_gives_one(edition: str) -> None:
    assert beats_the_greeks(edition, "popularity-for-independents") == 1


# Cavalry


def columns(tables: Tables) -> list[int]:
    return [battle.next_column(tables, strength) for strength in (0, 10, 11, 12, 13, 25, 40)]


@pytest.mark.rule("K19.9.8")
def test_the_next_column_of_the_battle_table() -> None:
    assert columns(MATERIAL.tables) == [1, 11, 13, 13, 15, 25, 40]


def horsemen(**red: int) -> Table:
    table = Table(edition="draft", options=("cavalry",))
    table.army("blue", "alketas", "trikka", mercenary=4, cavalry=1)
    table.army("red", "philoxenos", "trikka", **(red or {"mercenary": 4}))
    return table


@pytest.mark.rule("K19.9.8")
def test_cavalry_reads_the_next_column_and_adds_nothing_to_the_roll() -> None:
    table = fight(horsemen(), "blue", "red", "trikka", 3, 3, 3, 3)
    assert facts(table, "cavalry_column", "column") == [6]
    roll = table.events("battle_roll")[0]
    assert (fact(roll, "strength"), fact(roll, "roll")) == (5, 6)
    assert fact(roll, "score") == table.material.tables.battle[6][6]


@pytest.mark.rule("K19.9.8")
@pytest.mark.parametrize(
    ("red", "dice"), [({"cavalry": 1, "mercenary": 3}, ()), ({"elephant": 1, "mercenary": 3}, (4,))]
)
def test_cavalry_or_elephants_of_strength_withstand_it(red: dict[str, int], dice: tuple[int, ...]) -> None:
    table = fight(horsemen(**red), "blue", "red", "trikka", *dice, 3, 3, 3, 3)
    assert not table.events("cavalry_column")


@pytest.mark.rule("K19.9.8")
def test_elephants_without_strength_do_not_withstand_it() -> None:
    table = fight(horsemen(elephant=1, mercenary=3), "blue", "red", "trikka", 2, 3, 3, 3, 3)
    assert facts(table, "cavalry_column", "who") == [table.seat("blue")]


@pytest.mark.rule("K19.9.8", "K19.S3")
def test_independents_count_as_having_cavalry() -> None:
    table = Table(edition="draft", options=("cavalry",))
    table.army("blue", "alketas", "larisa", mercenary=4)
    table.independent("leosthenes", "larisa")
    fight(table, "blue", "independent", "larisa", 3, 3, 3, 3, back="lamia")
    assert facts(table, "cavalry_column", "who") == [table.seat("independent")]


@pytest.mark.rule("K19.9.9")
def test_who_is_ridden_down_reads_the_next_column_of_the_attrition_table() -> None:
    table = fight(horsemen(loyal=3), "blue", "red", "trikka", 6, 6, 1, 1, 6)
    assert facts(table, "attrition_roll", "column") == [4]
    assert facts(table, "attrition_roll", "bonus") == [0]
    assert table.dispersed("red") == {"loyal": 1}


@pytest.mark.rule("K19.9.9")
def test_cavalry_of_his_own_spares_the_loser_the_next_column() -> None:
    table = fight(horsemen(loyal=3, cavalry=1), "blue", "red", "trikka", 6, 6, 1, 1, 6)
    assert facts(table, "attrition_roll", "column") == [3]


@pytest.mark.rule("K19.9.9")
def test_the_next_column_of_the_attrition_table() -> None:
    found = [losses.next_attrition_column(MATERIAL.tables, number) for number in (1, 8, 9, 10, 16, 20)]
    assert found == [2, 9, 11, 11, 16, 20]


# Examples


@pytest.mark.example("D14")
def test_d14_elephants_roll_a_die_less_two() -> None:
    table = Table(edition="draft")
    table.army("blue", "alketas", "trikka", elephant=3)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    fight(table, "blue", "red", "trikka", 3, 5, 1, 3, 3, 3, 3)
    assert fact(table.events("battle_strength")[0], "elephants") == 4


@pytest.mark.example("D34")
@pytest.mark.parametrize(("own", "theirs"), [(5, 1), (10, 2), (15, 3)])
def test_d34_five_to_one_is_an_overrun(own: int, theirs: int) -> None:
    table = Table(edition="draft")
    table.army("blue", "alketas", "lamia", mercenary=own)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=theirs)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:alketas", "take-all", "march:larisa")
    while not table.over and (words := {"stand", "pass", "attack"} & set(table.offers)):
        table.act(*words)
    assert table.events("overruns") and not table.events("battle_begins")
    assert table.forces("red", "larisa") == {}
