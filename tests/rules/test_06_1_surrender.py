"""6.1: the Surrender Segment."""

import pytest

from diadochi.rules import surrender
from tests.rules.segments import surrender_segment
from tests.table import BLUE, Table


@pytest.mark.rule("R6.1.1")
def test_pcs_are_removed_then_placed_then_sieges_conducted() -> None:
    table = Table(dice=(1,))
    table.pc("red", "larisa", "trikka")
    table.cus("blue", "larisa", mercenary=1)
    table.general("blue", "alketas", "larisa")
    table.army("blue", "krateros", "dana", mercenary=1)
    table.army("blue", "antigonos", "pisidai", loyal=3)
    table.pc("independent", "pisidai")
    surrender_segment(table)
    assert table.offers == ("done", "remove-pc:larisa")
    assert table.why_not("place-pc:dana") == "6.1.1"
    assert table.why_not("siege:pisidai") == "6.1.1"
    table.act("remove-pc:larisa")
    assert [*table.offers] == ["done", "place-pc:larisa", "place-pc:dana"]
    table.act("done")
    assert [*table.offers] == ["done", "siege:pisidai"]
    assert table.why_not("place-pc:dana") == "6.1.1"


@pytest.mark.rule("R6.1.2")
def test_a_cu_without_a_general_makes_a_minor_city_surrender() -> None:
    table = Table()
    table.pc("red", "larisa", "trikka", "pisidai")
    table.cus("blue", "larisa", mercenary=1)
    table.general("blue", "krateros", "trikka")
    table.cus("blue", "pisidai", mercenary=1)
    table.state.agenda = []
    refusals = [surrender.check_surrender(table.play, BLUE, table.space(s)) for s in ("larisa", "trikka", "pisidai")]
    assert [r.rule if r else "" for r in refusals] == ["", "6.1.2", ""]


@pytest.mark.rule("R6.1.3")
def test_independent_pcs_and_major_cities_do_not_surrender() -> None:
    table = Table()
    table.pc("independent", "lamia")
    table.pc("red", "pella", "larisa")
    table.army("blue", "krateros", "lamia", mercenary=1)
    table.army("blue", "antigonos", "pella", mercenary=1)
    table.army("blue", "alketas", "larisa", mercenary=1)
    surrender_segment(table)
    assert table.offers == ("done", "remove-pc:larisa")
    assert table.why_not("remove-pc:lamia") == "6.1.3"
    assert table.why_not("remove-pc:pella") == "6.1.3"


@pytest.mark.rule("R6.1.4")
@pytest.mark.example("D01")
def test_d01_an_uncontrolled_major_city_is_taken_without_a_siege() -> None:
    table = Table()
    table.army("yellow", "amphoteros", "halikarnassos", mercenary=1)
    surrender_segment(table, "yellow")
    table.act("place-pc:halikarnassos")
    assert table.pc_of("halikarnassos") == "yellow"


@pytest.mark.rule("R6.1.4")
def test_a_pc_goes_on_every_uncontrolled_city_or_stronghold_with_an_own_cu() -> None:
    table = Table()
    table.army("blue", "krateros", "aitolia", mercenary=1)
    table.army("blue", "alketas", "tp_ipsos", mercenary=1)
    table.general("blue", "antigonos", "dana")
    surrender_segment(table)
    assert table.offers == ("done", "place-pc:aitolia")
    assert table.why_not("place-pc:tp_ipsos") == "6.1.4"
    assert table.why_not("place-pc:dana") == "6.1.4"


@pytest.mark.rule("R6.1.4")
def test_a_space_vacated_in_the_first_step_counts() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=1)
    surrender_segment(table)
    table.act("remove-pc:larisa", "place-pc:larisa")
    assert table.pc_of("larisa") == "blue"


@pytest.mark.rule("R6.1.5")
def test_one_siege_per_space_for_an_army_of_three_cus() -> None:
    table = Table(dice=(2,))
    table.pc("independent", "pisidai", "lamia")
    table.army("blue", "antigonos", "pisidai", loyal=3)
    table.army("blue", "krateros", "lamia", loyal=2)
    surrender_segment(table)
    assert table.offers == ("done", "siege:pisidai")
    assert table.why_not("siege:lamia") == "15.2.A.1"
    table.act("siege:pisidai")
    assert table.over
    assert table.pc_of("pisidai") == "independent"


@pytest.mark.rule("R6.1.6")
@pytest.mark.example("D01")
def test_d01_the_pc_may_be_placed_at_once_where_the_siege_is_completed() -> None:
    table = Table(dice=(3,))
    table.pc("independent", "lamia")
    table.army("blue", "antigonos", "lamia", mercenary=3)
    surrender_segment(table)
    table.act("siege:lamia")
    assert table.forces("blue", "lamia") == {"mercenary": 2}
    assert table.pc_of("lamia") == ""
    table.act("claim")
    assert table.pc_of("lamia") == "blue"
    assert table.over


@pytest.mark.rule("R6.1.7")
def test_all_three_steps_are_optional() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=1)
    surrender_segment(table)
    table.act("remove-pc:larisa", "done")
    assert table.over
    assert table.pc_of("larisa") == ""
