"""16.9.12: Cavalry in a free Siege."""

import pytest

from diadochi.model.state import SURRENDER
from diadochi.rules import siege
from tests.table import Table


def free_siege(**cus: int) -> Table:
    """A Siege of Independent Lamia in Blue's Surrender Segment that costs a CU."""
    table = Table(active="blue", segment=SURRENDER, dice=(1,), options=("cavalry",))
    table.pc("independent", "lamia")
    table.army("blue", "alketas", "lamia", **cus)
    space, general = table.space("lamia"), table.general_number("alketas")
    seat = table.seat("blue")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), SURRENDER))
    return table


@pytest.mark.rule("R16.9.12")
@pytest.mark.parametrize(("unit", "dispersed"), [("cavalry", {"cavalry": 1}), ("mercenary", {})])
def test_who_need_not_name_cavalry_in_a_free_siege_may_lose_another_cu(unit: str, dispersed: dict[str, int]) -> None:
    table = free_siege(mercenary=3, cavalry=1)
    assert table.offers == ("lose:mercenary", "lose:cavalry")
    table.act(f"lose:{unit}")
    assert table.over
    assert table.dispersed("blue") == dispersed
    assert sum(table.forces("blue", "lamia").values()) == 3


@pytest.mark.rule("R16.9.12")
def test_who_has_to_name_cavalry_loses_it_to_the_dispersed_box() -> None:
    table = free_siege(mercenary=2, cavalry=2)
    assert table.over
    assert table.dispersed("blue") == {"cavalry": 1}
    assert table.forces("blue", "lamia") == {"mercenary": 2, "cavalry": 1}
