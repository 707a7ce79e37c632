"""1: what is in the box, as far as play depends on it."""

import pytest

from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.ids import SEATS
from diadochi.model.pieces import Unit
from diadochi.model.state import INDEPENDENT
from diadochi.rules import reinforcements
from diadochi.rules.troops import minors_of
from tests.table import BLUE, MATERIAL, Table, troop


@pytest.mark.rule("R1.1")
def test_five_players_have_four_minor_generals_each() -> None:
    game = Game.new(5, 1)
    for seat in SEATS[5]:
        assert [game.state.owners[g] for g in minors_of(game._play, seat)] == [seat] * 4


@pytest.mark.rule("R1.1")
def test_no_player_runs_out_of_pcs() -> None:
    table = Table()
    cities = [s.id for s in MATERIAL.board.spaces if s.kind != Kind.TRANSIT and s.id != "ephesos"]
    table.pc("blue", *cities[:60])
    table.begin(lambda p: None)
    assert table.state.pcs.count(table.seat("blue")) == 60


@pytest.mark.rule("R1.2")
def test_five_independent_armies_eight_fleets_and_three_vp_bonuses() -> None:
    assert len(MATERIAL.pieces.independents) == 5
    assert len(MATERIAL.pieces.fleets) == 8
    e = MATERIAL.edition
    assert (e.lord_of_asia_vp, e.largest_fleet_vp, e.hellespont_vp) == (4, 3, 2)


@pytest.mark.rule("R1.3")
def test_eight_royal_army_cus_and_no_others_are_in_the_box() -> None:
    """Perdikkas has four, Krateros and Antipatros two each; no other General and no card brings any."""
    starts = [g.start.forces[Unit.ROYAL] for g in MATERIAL.pieces.generals if g.start]
    recruits = [g.recruit.forces[Unit.ROYAL] for g in MATERIAL.pieces.generals if g.recruit]
    cards = [cus[Unit.ROYAL] for c in MATERIAL.cards for cus in c.params.forces]
    assert sorted(starts, reverse=True)[:4] == [4, 2, 2, 0]
    assert not any(recruits)
    assert not any(cards)


@pytest.mark.rule("R1.3")
def test_the_number_of_counters_is_no_limit() -> None:
    """A01: there are 44 Mercenary CUs in the box; the 45th may be raised."""
    table = Table()
    table.pc("blue", "kelainai")
    table.army("blue", "antigonos", "kelainai", mercenary=44)
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.3.2"))
    table.act("place:kelainai")
    assert table.forces("blue", "kelainai") == {"mercenary": 45}


@pytest.mark.rule("R1.4")
def test_seventy_cards_33_provinces_20_major_generals_5_factions() -> None:
    assert len(MATERIAL.cards) == 70
    assert len(MATERIAL.board.provinces) == 33
    assert MATERIAL.pieces.majors == 20
    assert MATERIAL.pieces.factions[INDEPENDENT:] == ("independent",)
    assert len(MATERIAL.pieces.factions[:INDEPENDENT]) == 5
