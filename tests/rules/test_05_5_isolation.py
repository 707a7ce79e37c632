"""5.5 Isolation Phase."""

import pytest

from diadochi.rules import isolation
from tests.table import BLUE, RED, Table


def isolated(table: Table, faction: str = "blue") -> list[str]:
    return [table.name_of(space) for space in isolation.isolated(table.play, table.seat(faction))]


@pytest.mark.rule("R5.5.1")
def test_each_player_removes_his_isolated_pcs_before_the_next_one_looks() -> None:
    table = Table(players=2)
    table.pc("blue", "rhagai")
    table.pc("red", "hekatompylos")
    table.pc("independent", "mardoi")
    table.army("red", "krateros", "ekbatana", loyal=1)
    table.begin(isolation.isolate)
    assert table.pc_of("rhagai") == ""
    assert table.pc_of("hekatompylos") == "red"


@pytest.mark.rule("R5.5.1")
def test_the_order_of_looking_is_turn_order() -> None:
    table = Table(players=2)
    table.state.order = (RED, BLUE)
    table.pc("blue", "rhagai")
    table.pc("red", "hekatompylos")
    table.pc("independent", "mardoi")
    table.army("red", "krateros", "ekbatana", loyal=1)
    table.begin(isolation.isolate)
    assert table.pc_of("hekatompylos") == ""


@pytest.mark.rule("R5.5.2")
def test_a_pc_is_isolated_without_a_chain_to_a_cu_or_a_major_city() -> None:
    table = Table()
    table.pc("blue", "hekatompylos")
    assert isolated(table) == ["hekatompylos"]
    table.cus("blue", "rhagai", mercenary=1)
    assert isolated(table) == []


@pytest.mark.rule("R5.5.2")
def test_a_chain_may_end_in_an_own_major_city_without_cus() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "ekbatana")
    assert isolated(table) == []


@pytest.mark.rule("R5.5.3")
def test_a_chain_may_use_sea_and_trans_mediterranean_paths() -> None:
    table = Table()
    table.pc("blue", "paphos")
    table.pc("red", "salamis", "xanthos")
    table.army("blue", "ptolemaios", "memphis", loyal=1)
    assert isolated(table) == []
    table.pc("red", "alexandria")
    assert isolated(table) == ["paphos"]


@pytest.mark.rule("R5.5.4")
def test_enemy_cus_do_not_matter_in_own_spaces() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "rhagai", "ekbatana")
    table.pc("red", "zadrakarta")
    table.army("red", "peithon", "rhagai", loyal=1)
    assert isolated(table) == []


@pytest.mark.rule("R5.5.4")
def test_an_uncontrolled_space_carries_the_chain_only_without_enemy_cus() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "ekbatana")
    table.army("red", "peithon", "rhagai", loyal=1)
    table.pc("red", "mardoi")
    assert isolated(table) == ["hekatompylos"]


@pytest.mark.rule("R5.5.4")
def test_an_enemy_space_carries_the_chain_only_with_an_own_cu() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "aganzana", "ekbatana")
    table.pc("red", "rhagai", "zadrakarta")
    assert isolated(table) == ["hekatompylos"]
    table.army("blue", "peithon", "rhagai", loyal=1)
    assert isolated(table) == []


@pytest.mark.rule("R5.5.5")
def test_besieger_and_besieged_both_trace_to_a_besieged_space() -> None:
    table = Table()
    table.pc("blue", "ekbatana", "aganzana")
    table.pc("red", "bagistana")
    table.army("red", "peithon", "ekbatana", loyal=3)
    assert isolated(table, "blue") == []
    assert isolated(table, "red") == []


@pytest.mark.rule("R5.5.6")
def test_a_pc_with_a_cu_or_on_a_major_city_is_never_isolated() -> None:
    table = Table()
    table.pc("blue", "ekbatana", "thebai", "ammonion")
    table.cus("blue", "thebai", mercenary=1)
    table.pc("red", "paraitonion")
    assert isolated(table) == ["ammonion"]


@pytest.mark.rule("R5.5.7")
def test_independent_pcs_are_never_isolated() -> None:
    table = Table()
    table.pc("independent", "mardoi")
    table.begin(isolation.isolate)
    assert table.pc_of("mardoi") == "independent"


@pytest.mark.rule("R5.5.8")
@pytest.mark.example("E04")
def test_e04_an_independent_army_blocks_the_chain_like_enemy_cus() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "ekbatana")
    table.pc("independent", "mardoi")
    table.independent("philon", "rhagai")
    table.begin(isolation.isolate)
    assert table.pc_of("hekatompylos") == ""
    assert table.pc_of("ekbatana") == "blue"
    assert [e.rule for e in table.events("pc_isolated")] == ["5.5.1"]


@pytest.mark.rule("R5.5.9")
def test_a_general_without_cus_is_no_end_point() -> None:
    table = Table()
    table.pc("blue", "hekatompylos")
    table.general("blue", "peithon", "hekatompylos")
    assert isolated(table) == ["hekatompylos"]


@pytest.mark.rule("R5.5.9")
def test_a_general_without_cus_does_not_block_a_chain() -> None:
    table = Table()
    table.pc("blue", "hekatompylos", "ekbatana")
    table.general("red", "peithon", "rhagai")
    table.pc("red", "mardoi")
    assert isolated(table) == []
