"""6.4 Forage Segment."""

import pytest

from diadochi.rules import forage
from tests.table import Table


def forage_segment(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.begin(lambda p: p.push(forage.ForageSegment(seat)))


@pytest.mark.rule("R6.4.1")
@pytest.mark.parametrize(("space", "cus", "loses"), [("larisa", 8, 0), ("larisa", 9, 1), ("pella", 9, 1)])
def test_a_city_feeds_eight_cus(space: str, cus: int, loses: int) -> None:
    table = Table(segment=3)
    table.army("blue", "krateros", space, mercenary=cus)
    forage_segment(table)
    assert table.over
    assert table.forces("blue", space) == {"mercenary": cus - loses}


@pytest.mark.rule("R6.4.1")
@pytest.mark.parametrize(("cus", "left"), [(3, 3), (4, 3), (8, 7)])
def test_a_transit_point_feeds_three_cus(cus: int, left: int) -> None:
    table = Table(segment=3)
    table.army("blue", "krateros", "tp_ipsos", mercenary=cus)
    forage_segment(table)
    assert table.forces("blue", "tp_ipsos") == {"mercenary": left}


@pytest.mark.rule("R6.4.2")
def test_each_space_over_the_limit_costs_one_cu_of_the_owners_choice() -> None:
    table = Table(segment=3)
    table.army("blue", "krateros", "larisa", mercenary=8, loyal=1)
    table.army("blue", "antipatros", "tp_ipsos", mercenary=4, elephant=1)
    forage_segment(table)
    assert table.offers == ("lose:mercenary", "lose:loyal")
    table.act("lose:loyal", "lose:elephant")
    assert table.over
    assert table.forces("blue", "larisa") == {"mercenary": 8}
    assert table.forces("blue", "tp_ipsos") == {"mercenary": 4}


@pytest.mark.rule("R6.4.2")
def test_only_the_player_whose_segment_it_is_loses_cus() -> None:
    table = Table(segment=3)
    table.army("blue", "krateros", "larisa", mercenary=9)
    forage_segment(table, "red")
    assert table.forces("blue", "larisa") == {"mercenary": 9}


@pytest.mark.rule("R6.4.2", "R6.4.4")
@pytest.mark.example("E08")
def test_e08_twelve_cus_in_a_major_city_space_lose_exactly_one() -> None:
    table = Table(segment=3)
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", mercenary=10)
    table.cus("blue", "pella.inside", mercenary=2)
    forage_segment(table)
    assert table.offers == ("at:pella", "at:pella.inside")
    table.act("at:pella")
    assert table.over
    assert table.forces("blue", "pella") == {"mercenary": 9}
    assert table.forces("blue", "pella.inside") == {"mercenary": 2}


@pytest.mark.rule("R6.4.3")
def test_own_cus_inside_and_outside_count_together() -> None:
    table = Table(segment=3)
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", mercenary=7)
    table.cus("blue", "pella.inside", loyal=2)
    forage_segment(table)
    table.act("at:pella.inside")
    assert table.forces("blue", "pella.inside") == {"loyal": 1}


@pytest.mark.rule("R6.4.3")
def test_enemy_cus_in_the_space_are_ignored() -> None:
    table = Table(segment=3)
    table.pc("red", "pella")
    table.cus("red", "pella.inside", mercenary=2)
    table.army("blue", "antipatros", "pella", mercenary=8)
    forage_segment(table)
    assert table.forces("blue", "pella") == {"mercenary": 8}
    assert table.forces("red", "pella.inside") == {"mercenary": 2}


@pytest.mark.rule("R6.4.4")
@pytest.mark.example("D03")
def test_d03_eighteen_cus_in_kelainai_lose_one() -> None:
    table = Table(segment=3)
    table.army("blue", "antigonos", "kelainai", loyal=4, mercenary=12, elephant=2)
    forage_segment(table)
    table.act("lose:mercenary")
    assert table.over
    assert table.forces("blue", "kelainai") == {"loyal": 4, "mercenary": 11, "elephant": 2}


@pytest.mark.rule("R6.4.4")
def test_half_the_silver_shields_may_be_the_loss() -> None:
    table = Table(segment=3)
    table.army("blue", "antigonos", "larisa", mercenary=7, silver_shields=2)
    forage_segment(table)
    table.act("lose:silver_shields")
    assert table.forces("blue", "larisa") == {"mercenary": 7, "silver_shields": 1}


@pytest.mark.rule("R16.7.1")
def test_forage_attrition_rolls_on_the_column_of_the_cus_and_takes_at_least_one() -> None:
    table = Table(segment=3, options=("forage-attrition",), dice=(1,))
    table.army("blue", "krateros", "larisa", mercenary=9)
    forage_segment(table)
    assert table.forces("blue", "larisa") == {"mercenary": 8}
    roll = table.events("forage_attrition")[0]
    assert (roll.dice, roll.rule) == ((1,), "16.7.1")


@pytest.mark.rule("R16.7.1")
def test_forage_attrition_takes_the_losses_of_the_table() -> None:
    table = Table(segment=3, options=("forage-attrition",), dice=(6,))
    table.army("blue", "krateros", "larisa", mercenary=12)
    lost, _ = table.play.tables.attrition[12][6]
    forage_segment(table)
    assert lost > 1
    assert table.forces("blue", "larisa") == {"mercenary": 12 - lost}


@pytest.mark.rule("R6.4.2")
def test_what_is_not_there_cannot_be_lost() -> None:
    table = Table(segment=3)
    table.army("blue", "krateros", "larisa", mercenary=8, loyal=1)
    forage_segment(table)
    assert table.why_not("lose:elephant") == "6.4.2"
