"""7.4 Fleets."""

import pytest

from diadochi.model import moves
from diadochi.model.state import NOBODY
from diadochi.rules import fleets, scoring
from diadochi.rules.upkeep import upkeep
from tests.table import Table


def ready(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def owner(table: Table, fleet: str) -> str:
    return table.name(table.state.fleet_owner[table.fleet_number(fleet)])


def available(table: Table, faction: str) -> list[str]:
    names = [f.id for f in table.play.pieces.fleets]
    return [names[f] for f in fleets.available_fleets(table.play, table.seat(faction))]


def change_hands(table: Table, faction: str, province: str) -> None:
    table.province(faction, province)
    upkeep(table.play)


@pytest.mark.rule("R7.4.1")
def test_a_fleet_is_dispersed_and_never_lost() -> None:
    table = Table()
    table.province("blue", "karia")
    ready(table)
    fleets.disperse_fleet(table.play, table.fleet_number("karia"))
    assert owner(table, "karia") == "blue"
    assert len(table.state.fleet_owner) == 8


@pytest.mark.rule("R7.4.2")
def test_a_fleet_goes_with_its_province() -> None:
    table = Table()
    table.province("blue", "karia")
    ready(table)
    assert owner(table, "karia") == "blue"
    change_hands(table, "red", "karia")
    assert owner(table, "karia") == "red"
    moves.put_pc(table.state, table.space("halikarnassos"), NOBODY)
    upkeep(table.play)
    assert owner(table, "karia") == ""


@pytest.mark.rule("R7.4.2")
def test_the_athenai_fleet_goes_with_athenai_alone() -> None:
    table = Table()
    table.pc("blue", "athenai")
    ready(table)
    assert owner(table, "athenai") == "blue"


@pytest.mark.rule("R7.4.3")
def test_a_fleet_is_available_if_controlled_and_not_dispersed() -> None:
    table = Table()
    table.province("blue", "karia")
    table.pc("blue", "athenai")
    ready(table)
    assert available(table, "blue") == ["athenai", "karia"]
    fleets.disperse_fleet(table.play, table.fleet_number("athenai"))
    assert available(table, "blue") == ["karia"]
    assert available(table, "red") == []


@pytest.mark.rule("R7.4.4")
def test_a_dispersed_fleet_stays_dispersed_when_its_control_changes() -> None:
    table = Table()
    table.province("blue", "karia")
    ready(table)
    fleets.disperse_fleet(table.play, table.fleet_number("karia"))
    change_hands(table, "red", "karia")
    assert owner(table, "karia") == "red"
    assert available(table, "red") == []


@pytest.mark.rule("R7.4.5")
def test_an_independent_fleet_is_nobodys() -> None:
    table = Table()
    table.pc("independent", "athenai")
    ready(table)
    assert owner(table, "athenai") == ""
    assert owner(table, "karia") == ""


@pytest.mark.rule("R7.4.6")
def test_control_of_kilikia_does_not_give_its_fleet() -> None:
    table = Table()
    table.province("blue", "kilikia")
    ready(table)
    assert owner(table, "kilikia") == ""


@pytest.mark.example("E05")
@pytest.mark.rule("R7.4.6")
def test_e05_the_kilikia_fleet_stays_with_the_player_of_the_event() -> None:
    table = Table()
    table.province("blue", "kilikia")
    ready(table)
    fleets.give_fleet(table.play, table.fleet_number("kilikia"), table.seat("yellow"))
    change_hands(table, "red", "kilikia")
    assert owner(table, "kilikia") == "yellow"
    assert fleets.fleet_strength(table.play, table.fleet_number("kilikia")) == 1


@pytest.mark.rule("R7.4.8")
def test_an_upgraded_fleet_flips_back_when_dispersed() -> None:
    table = Table()
    table.pc("blue", "athenai")
    ready(table)
    fleet = table.fleet_number("athenai")
    fleets.upgrade_fleet(table.play, fleet)
    assert fleets.fleet_strength(table.play, fleet) == 3
    fleets.disperse_fleet(table.play, fleet)
    assert fleets.fleet_strength(table.play, fleet) == 2


@pytest.mark.rule("R7.4.8")
def test_an_upgraded_fleet_flips_back_when_its_control_changes() -> None:
    table = Table()
    table.pc("blue", "athenai")
    ready(table)
    fleet = table.fleet_number("athenai")
    fleets.upgrade_fleet(table.play, fleet)
    table.pc("red", "athenai")
    upkeep(table.play)
    assert fleets.fleet_strength(table.play, fleet) == 2
    assert available(table, "red") == ["athenai"]


@pytest.mark.rule("R3.5.5")
def test_dispersed_fleets_count_for_the_largest_fleet_on_their_normal_side() -> None:
    table = Table()
    table.pc("blue", "athenai")
    table.fleet("blue", "kilikia", dispersed=True)
    table.pc("red", "rhodos")
    ready(table)
    assert scoring.largest_fleet(table.play) == table.seat("blue")
    fleets.disperse_fleet(table.play, table.fleet_number("athenai"))
    assert scoring.largest_fleet(table.play) == table.seat("blue")
