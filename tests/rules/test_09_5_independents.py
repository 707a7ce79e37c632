"""7.5, 9.5: Independent Armies."""

import pytest

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.state import OUT
from diadochi.rules import independents
from diadochi.rules.agenda import Play
from tests.table import MATERIAL, Table

ARMIES = {MATERIAL.pieces.generals[a.general].id: i for i, a in enumerate(MATERIAL.pieces.independents)}


def move(table: Table, *actions: str, faction: str = "blue") -> None:
    table.begin(lambda p: independents.begin_moves(p, table.seat(faction)))
    table.act(*actions)


def called(table: Table, name: str) -> None:
    """A card has made an Independent Army active in its box; Blue may move them all."""

    def begin(p: Play) -> None:
        independents.activate(p, ARMIES[name])
        independents.begin_moves(p, table.seat("blue"))

    table.begin(begin)


@pytest.mark.rule("R9.5.1")
def test_leosthenes_and_ariarathes_start_active() -> None:
    active = Game.new(players=4, seed=1).state.independents_active
    assert [name for name, i in ARMIES.items() if active >> i & 1] == ["leosthenes", "ariarathes"]


@pytest.mark.rule("R9.5.2")
@pytest.mark.parametrize("name", ["philon", "glaukias", "seuthes"])
def test_a_card_makes_it_active(name: str) -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    called(table, name)
    assert f"move-independent:{name}" in table.offers


@pytest.mark.rule("R9.5.2")
def test_out_of_the_game_it_stays_out() -> None:
    table = Table()
    moves.put_general(table.state, table.general_number("philon"), OUT)
    called(table, "philon")
    assert table.over


@pytest.mark.rule("R9.5.3")
def test_all_active_ones_may_move_one_after_another() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.independent("ariarathes", "komana")
    move(table, "move-independent:leosthenes", "march:larisa", "done")
    assert table.why_not("move-independent:leosthenes") == "9.5.3"
    assert table.why_not("move-independent:seuthes") == "9.5.3"
    table.act("move-independent:ariarathes", "march:mazaka", "done")
    assert table.where("ariarathes") == "mazaka"
    assert table.over


@pytest.mark.rule("R9.5.4")
def test_it_carries_only_its_own_cus() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.independent("glaukias", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa", "done")
    assert table.forces("independent", "larisa") == {"mercenary": 6}
    assert table.forces("independent", "lamia") == {"mercenary": 5}


@pytest.mark.rule("R9.5.5")
def test_it_has_3_mps_and_conducts_no_siege() -> None:
    table = Table()
    table.pc("red", "athenai")
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:boiotia", "march:athenai")
    assert "siege:athenai" not in table.offers
    table.act("march:boiotia")
    assert not [a for a in table.offers if a.startswith("march:")] or table.over


@pytest.mark.rule("R9.5.6")
def test_it_gives_up_its_mps_for_a_pc() -> None:
    table = Table()
    table.pc("red", "lamia")
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "settle")
    assert table.pc_of("lamia") == "independent"
    assert table.over


@pytest.mark.rule("R9.5.6")
def test_only_before_it_has_moved() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa")
    assert table.why_not("settle") == "9.5.6"


@pytest.mark.rule("R9.5.6")
def test_not_at_a_major_city() -> None:
    table = Table()
    table.independent("leosthenes", "athenai")
    move(table, "move-independent:leosthenes")
    assert table.why_not("settle") == "9.5.6"


@pytest.mark.rule("R9.5.7")
def test_from_its_box_it_enters_along_a_dotted_path() -> None:
    table = Table()
    called(table, "glaukias")
    assert set(table.offers) == {"enter-board:dardanoi", "enter-board:taulantioi"}
    table.act("enter-board:dardanoi")
    assert ("mps", "number", 2) in table.events("independent_marches")[-1].args
    assert table.forces("independent", "dardanoi") == {"mercenary": 5}


@pytest.mark.rule("R9.5.8")
def test_no_sea_but_straits() -> None:
    table = Table()
    table.independent("seuthes", "byzantion")
    move(table, "move-independent:seuthes")
    assert "march:astakos" in table.offers
    assert table.why_not("march:herakleia") == "2.12"


@pytest.mark.rule("R9.5.9", "R9.5.10")
def test_outside_a_city_it_besieges_it() -> None:
    from diadochi.rules.troops import is_besieged

    table = Table()
    table.pc("red", "pella")
    table.independent("glaukias", "larisa")
    move(table, "move-independent:glaukias", "march:pella")
    assert table.where("glaukias") == "pella"
    assert is_besieged(table.play, table.space("pella"))
    assert "go-inside" not in table.offers


@pytest.mark.rule("R9.5.11")
def test_they_may_end_stacked() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.independent("glaukias", "larisa")
    move(table, "move-independent:leosthenes", "march:larisa", "done")
    assert table.forces("independent", "larisa") == {"mercenary": 11}


@pytest.mark.rule("R9.5.12", "R9.5.14")
@pytest.mark.parametrize(
    ("name", "start", "beyond", "rule"),
    [("leosthenes", "larisa", "pella", "9.5.12"), ("ariarathes", "dana", "ikonion", "9.5.14")],
)
def test_leosthenes_and_ariarathes_stay_in_their_provinces(name: str, start: str, beyond: str, rule: str) -> None:
    table = Table()
    table.independent(name, start)
    move(table, f"move-independent:{name}")
    assert table.why_not(f"march:{beyond}") == rule


@pytest.mark.rule("R9.5.14")
def test_glaukias_and_seuthes_are_free() -> None:
    table = Table()
    table.independent("glaukias", "larisa")
    move(table, "move-independent:glaukias")
    assert {"march:pella", "march:lamia", "march:trikka"} <= set(table.offers)


@pytest.mark.rule("R9.5.13")
def test_philon_ends_further_west() -> None:
    table = Table()
    table.independent("philon", "hekatompylos")
    move(table, "move-independent:philon", "march:zadrakarta")
    assert table.why_not("done") == "9.5.13"
    table.act("march:mardoi")
    assert "done" in table.offers or table.over


@pytest.mark.rule("R9.5.13")
def test_philon_is_not_let_where_he_cannot_come_west_any_more() -> None:
    table = Table()
    table.independent("philon", "gabai")
    move(table, "move-independent:philon", "march:tp_abarkou")
    assert table.where("philon") == "gabai"


@pytest.mark.rule("R9.5.13")
def test_philon_may_stay_or_settle() -> None:
    table = Table()
    table.independent("philon", "rhagai")
    move(table, "move-independent:philon")
    assert {"done", "settle"} <= set(table.offers)


@pytest.mark.rule("R9.5.13")
def test_entering_hellas_removes_philon() -> None:
    table = Table()
    table.independent("philon", "pella")
    move(table, "move-independent:philon", "march:larisa", "march:lamia")
    assert table.where("philon") == "out"
    assert table.forces("independent", "lamia") == {}
    assert table.over


@pytest.mark.rule("R9.5.13")
def test_philon_is_not_led_through_hellas_to_come_west() -> None:
    """Lamia lies no further west than Larisa, and from Lamia he does not go on to Aitolia."""
    table = Table()
    table.independent("philon", "larisa")
    move(table, "move-independent:philon")
    assert table.why_not("march:lamia") == "9.5.13"
    assert "march:trikka" in table.offers


@pytest.mark.rule("R9.5.15")
def test_where_its_move_ends_the_players_pc_goes() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa", "done")
    assert table.pc_of("larisa") == ""


@pytest.mark.rule("R9.5.15")
def test_a_major_citys_pc_stays() -> None:
    table = Table()
    table.pc("red", "athenai")
    table.independent("leosthenes", "boiotia")
    move(table, "move-independent:leosthenes", "march:athenai", "done")
    assert table.pc_of("athenai") == "red"


@pytest.mark.rule("R9.5.16", "R10.J.7")
def test_it_overruns_by_chapter_10() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=1)
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa")
    assert table.events("overruns")
    assert table.forces("red", "larisa") == {}


@pytest.mark.rule("R9.5.16")
def test_it_can_be_evaded() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa", "evade", "evade-to:pella", "done")
    assert table.where("peithon") == "pella"


@pytest.mark.rule("R9.5.16", "R3.7.14")
def test_its_battle_costs_the_mover_no_status() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa", "stand")
    assert table.events("battle_begins")
    assert table.champion("blue")


@pytest.mark.rule("R9.5.16")
def test_after_a_drawn_battle_it_retreats_and_has_no_mps() -> None:
    table = Table(dice=(3, 3, 3, 3))
    table.army("red", "seleukos", "larisa", mercenary=6)
    table.independent("leosthenes", "lamia")
    move(table, "move-independent:leosthenes", "march:larisa", "stand")
    if not table.over and table.decision.prompt == "prompt.lose":
        table.act(table.offers[0])
    assert table.where("leosthenes") == "lamia"
    assert table.forces("independent", "lamia") == {"mercenary": 6}
    assert table.over


@pytest.mark.rule("R14.9.11", "R14.9.12")
@pytest.mark.parametrize(
    ("name", "end"), [("leosthenes", "out"), ("philon", "out"), ("glaukias", "box"), ("seuthes", "box")]
)
def test_a_defeat_sends_it_to_its_box_or_out_of_the_game(name: str, end: str) -> None:
    table = Table()
    table.independent(name, "larisa")
    table.begin(lambda p: independents.defeat(p, table.general_number(name), "14.9.12"))
    assert table.where(name) == end
    assert table.forces("independent", "larisa") == {}
    assert not table.state.independents_active
