"""7.3: Attrition."""

from typing import Any

import pytest

from diadochi.model.ids import LocationId
from diadochi.rules import activation, battle, losses
from diadochi.rules.agenda import Event
from tests.table import Table, troop


def worn(faction: str = "blue", die: int = 6, column: int = 0, bonus: int = 0, **cus: int) -> Table:
    """Attrition of an Army in Trikka."""
    table = Table(active="red")
    if faction == "independent":
        table.independent("leosthenes", "trikka")
    else:
        table.army(faction, "alketas", "trikka", **cus)
    return roll(table, faction, die, column, bonus)


def roll(table: Table, faction: str, die: int, column: int = 0, bonus: int = 0) -> Table:
    table.dice(die)
    seat, at = table.seat(faction), table.location("trikka")
    table.begin(lambda p: losses.roll_attrition(p, seat, at, p.state.cus_of(at, seat), "7.3.1", column, bonus))
    return table


def fact(event: Event, name: str) -> Any:
    return next(value for key, _, value in event.args if key == name)


@pytest.mark.rule("R7.3.2")
def test_independent_cus_never_suffer_attrition() -> None:
    table = worn("independent")
    assert not table.events("attrition_roll")
    assert table.forces("independent", "trikka") == {"mercenary": 6}


@pytest.mark.rule("R7.3.3")
@pytest.mark.parametrize(
    ("cus", "die", "lost"),
    [(1, 5, 0), (1, 6, 1), (2, 4, 0), (2, 5, 1), (8, 2, 1), (8, 6, 3), (12, 6, 4), (16, 6, 5), (30, 6, 5)],
)
def test_one_die_on_the_column_of_the_groups_number(cus: int, die: int, lost: int) -> None:
    table = worn(die=die, mercenary=cus)
    left = {"mercenary": cus - lost} if cus > lost else {}
    assert table.forces("blue", "trikka") == left
    event = table.events("attrition_roll")[0]
    assert (event.dice, fact(event, "column"), fact(event, "losses")) == ((die,), cus, lost)


@pytest.mark.rule("R7.3.3")
def test_the_owner_chooses_what_is_eliminated() -> None:
    table = worn(die=4, mercenary=1, loyal=2)
    assert table.deciding == "blue"
    assert table.offers == ("lose:mercenary", "lose:loyal")
    table.act("lose:loyal")
    assert table.forces("blue", "trikka") == {"mercenary": 1, "loyal": 1}


@pytest.mark.rule("R7.3.3")
def test_only_the_group_can_be_lost() -> None:
    table = Table(active="red", dice=(6,))
    table.army("blue", "alketas", "trikka", mercenary=2, loyal=2)
    seat, at = table.seat("blue"), table.location("trikka")
    table.begin(lambda p: losses.roll_attrition(p, seat, at, troop(loyal=2), "7.3.1"))
    assert table.forces("blue", "trikka") == {"mercenary": 2, "loyal": 1}
    assert fact(table.events("attrition_roll")[0], "column") == 2


@pytest.mark.rule("R7.3.3")
def test_moved_cus_are_told_apart_where_it_matters() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=3)
    at = table.location("trikka")
    table.state.moved_cus[at] = troop(mercenary=1)
    roll(table, "blue", 6)
    assert table.offers == ("lose:mercenary", "lose:mercenary.moved")
    table.act("lose:mercenary.moved")
    assert table.state.moved_cus == {}
    assert table.forces("blue", "trikka") == {"mercenary": 2}


@pytest.mark.rule("R7.3.4")
def test_a_result_marked_e_takes_an_elephant_first() -> None:
    table = worn(die=6, mercenary=3, loyal=2, elephant=2)
    # Column 7, die 6: 3e.
    assert table.forces("blue", "trikka") == {"mercenary": 3, "loyal": 2, "elephant": 1}
    assert table.offers == ("lose:mercenary", "lose:loyal", "lose:elephant")
    table.act("lose:mercenary", "lose:mercenary")
    assert table.forces("blue", "trikka") == {"mercenary": 1, "loyal": 2, "elephant": 1}


@pytest.mark.rule("R7.3.4")
def test_without_an_elephant_the_mark_changes_nothing_and_without_the_mark_elephants_are_safe() -> None:
    table = worn(die=6, mercenary=1, loyal=1)
    assert table.offers == ("lose:mercenary", "lose:loyal")
    table = worn(die=5, mercenary=1, elephant=1)
    assert table.offers == ("lose:mercenary", "lose:elephant")


@pytest.mark.rule("R7.3.5")
def test_a_named_column_is_used_whatever_the_size() -> None:
    table = worn(die=4, column=2, mercenary=16)
    assert fact(table.events("attrition_roll")[0], "losses") == 0
    table = worn(die=5, column=2, mercenary=16)
    assert fact(table.events("attrition_roll")[0], "losses") == 1


@pytest.mark.rule("R7.3.3")
def test_what_is_added_to_the_die_never_reads_beyond_6() -> None:
    table = worn(die=6, bonus=2, mercenary=2)
    assert fact(table.events("attrition_roll")[0], "modified") == 6
    assert table.forces("blue", "trikka") == {"mercenary": 1}


# 7.3.5, 7.3.6: passing a Stronghold


def peithon() -> Table:
    """E22: Peithon's Army in Ekbatana with MPs enough for Sousa."""
    table = Table(active="blue")
    table.army("blue", "peithon", "ekbatana", mercenary=5)
    table.pc("blue", "ekbatana")
    table.pc("independent", "elymaioi")
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    table.act("activate:peithon", "take-all")
    return table


def way(table: Table) -> list[str]:
    board = table.play.board
    first = table.space("ekbatana")
    goal = table.space("elymaioi")
    between = next(n for n, _ in board.land_links[first] if any(m == goal for m, _ in board.land_links[n]))
    return [f"march:{board.spaces[between].id}", "march:elymaioi"]


@pytest.mark.example("E22")
@pytest.mark.rule("R7.3.5", "R10.A.2")
def test_e22_passing_an_independent_stronghold_costs_attrition_on_column_2() -> None:
    table = peithon()
    table.act(*way(table))
    assert not table.events("attrition_roll")
    table.dice(5)
    table.act("march:sousa")
    event = table.events("attrition_roll")[0]
    assert (fact(event, "column"), fact(event, "losses")) == (2, 1)
    assert table.forces("blue", "sousa") == {"mercenary": 4}


@pytest.mark.example("E22")
@pytest.mark.rule("R7.3.6")
def test_e22_stopping_in_the_stronghold_causes_no_attrition() -> None:
    table = peithon()
    table.act(*way(table), "done")
    assert not table.events("attrition_roll")
    assert table.forces("blue", "elymaioi") == {"mercenary": 5}


@pytest.mark.rule("R7.3.1")
def test_the_loser_of_a_land_battle_suffers_attrition_and_the_winner_does_not() -> None:
    table = Table(active="blue", dice=(6, 6, 1, 1))
    table.army("blue", "alketas", "trikka", loyal=9)
    table.army("red", "philoxenos", "trikka", mercenary=2, loyal=1)
    blue, red, at = table.seat("blue"), table.seat("red"), table.location("trikka")
    table.begin(lambda p: battle.begin(p, blue, red, at, blue, LocationId(-1), 0))
    assert [fact(e, "who") for e in table.events("attrition_roll")] == [red]
