"""6.2.A.3: Unrest and the Provinces that are full."""

import pytest

from tests.cards.deal import play
from tests.table import MATERIAL, Table

UNREST = "17"


def unrest(table: Table, *dice: int) -> Table:
    table.dice(*dice)
    play(table, UNREST)
    return table


def shown(table: Table) -> set[str]:
    """The Provinces in which the PC may be placed."""
    board = MATERIAL.board
    names = [a.removeprefix("choose-space:") for a in table.offers]
    return {board.provinces[board.spaces[board.space_index[n]].province].id for n in names}


@pytest.mark.rule("R6.2.A.3")
def test_unrest_goes_to_an_adjacent_province_only_when_its_own_is_full() -> None:
    """Media: every space but one has a CU or an Independent PC, then that one too."""
    table = Table()
    members = [MATERIAL.board.spaces[i].id for i in MATERIAL.board.members[MATERIAL.board.province_index["media"]]]
    table.pc("independent", *members[:4])
    table.pc("red", *members[4:])
    for space in members[4:-2]:
        table.cus("red", space, mercenary=1)
    unrest(table, 4, 4)
    assert shown(table) == {"media"}
    table = Table()
    table.pc("independent", *members[:4])
    table.pc("red", *members[4:])
    for space in members[4:]:
        table.cus("red", space, mercenary=1)
    unrest(table, 4, 4)
    assert "media" not in shown(table)
    media = MATERIAL.board.province_index["media"]
    assert shown(table) <= {MATERIAL.board.provinces[i].id for i in MATERIAL.board.adjacent_provinces[media]}


@pytest.mark.rule("R6.2.A.4")
def test_with_no_space_there_either_no_pc_is_placed() -> None:
    table = Table()
    province = MATERIAL.board.province_index["thrake"]
    table.province("independent", "thrake")
    for i in MATERIAL.board.adjacent_provinces[province]:
        table.province("independent", MATERIAL.board.provinces[i].id)
    before = table.state.pcs.count(table.seat("independent"))
    unrest(table, 1, 3)
    assert table.over
    assert table.state.pcs.count(table.seat("independent")) == before


@pytest.mark.rule("R3.7.7", "R9.4.4")
def test_a_major_general_dispersed_by_ones_own_unrest_costs_no_champion_status() -> None:
    """He falls to the Independents."""
    table = Table()
    table.pc("red", "ekbatana")
    table.general("red", "eumenes", "ekbatana.inside")
    unrest(table, 4, 4)
    table.act("choose-space:ekbatana")
    assert table.where("eumenes") == "dispersed"
    assert table.champion("blue")
    assert table.champion("red")
