"""Naval Movement and Naval Battles where an edition has another rule: every field of its own, every line."""

import pytest

from diadochi.rules import voyage
from tests import harness
from tests.rules.activations import mps
from tests.rules.battles import facts
from tests.rules.voyages import embark
from tests.table import Table, changed_material

OTHERS = ("third", "draft")


def fleet_at_xanthos(edition: str = "third", **units: int) -> Table:
    table = Table(edition=edition)
    table.pc("blue", "xanthos")
    table.army("blue", "krateros", "xanthos", **(units or {"loyal": 3}))
    return table


def prompt(table: Table) -> str:
    return "" if table.over else table.decision.prompt


# naval_path


@pytest.mark.rule("T13.4.1")
def test_the_whole_route_is_announced_before_anything_moves() -> None:
    table = fleet_at_xanthos()
    embark(table, "krateros")
    assert prompt(table) == "prompt.route"
    assert "done" not in table.offers
    table.act("sail:phaselis")
    assert table.where("krateros") == "xanthos"
    assert "sail:rhodos" not in table.offers
    table.act("sail:aspendos", "done")
    assert facts(table, "announces_route", "spaces") == [(table.space("phaselis"), table.space("aspendos"))]
    assert table.where("krateros") == "phaselis.sea"


@pytest.mark.rule("T13.4.1")
def test_the_announced_route_is_followed_to_its_end() -> None:
    table = fleet_at_xanthos()
    embark(table, "krateros")
    table.act("sail:phaselis", "sail:aspendos", "done")
    assert "sail:aspendos" in table.offers
    assert table.why_not("sail:xanthos") == "13.2.3"
    assert table.why_not("land:phaselis") == "13.2.3"
    table.act("sail:aspendos", "land:aspendos")
    assert table.where("krateros") == "aspendos"
    assert table.forces("blue", "aspendos") == {"loyal": 3}


@pytest.mark.rule("T13.4.1")
def test_the_offers_are_the_next_spaces_only() -> None:
    table = fleet_at_xanthos()
    embark(table, "krateros")
    near = {table.name_of(end) for end, _ in table.material.board.sea_links[table.space("xanthos")]}
    assert set(table.offers) == {f"sail:{name}" for name in near}


@pytest.mark.rule("T13.4.1")
def test_a_route_is_no_longer_than_the_mps() -> None:
    table = fleet_at_xanthos()
    embark(table, "krateros", mps=1)
    table.act("sail:phaselis")
    assert table.offers == ("done",) or table.over or prompt(table) != "prompt.route"
    assert table.where("krateros") != "aspendos"


def threatened(table: Table) -> Table:
    """Red holds Karia with its Fleet; Blue announces a route by Rhodos."""
    table.province("red", "karia")
    embark(table, "krateros")
    table.act("sail:rhodos", "done")
    return table


@pytest.mark.rule("T13.4.1")
def test_a_beaten_force_stays_in_its_port_without_mps() -> None:
    table = fleet_at_xanthos(loyal=3)
    table.dice(1, 1, 6, 6, 1)
    threatened(table)
    assert table.deciding == "red"
    table.act("declare", *(o for o in ("commit:karia",) if o in table.offers))
    while not table.over and table.deciding == "red":
        table.act(next(o for o in table.offers if o.startswith("commit") or o == "done"))
    assert table.events("naval_win")
    assert table.where("krateros") == "xanthos"
    assert not table.events("embarks")
    assert table.forces("blue", "xanthos") == {"loyal": 3}
    assert table.over or mps(table) == 0


@pytest.mark.rule("T13.4.1")
def test_a_beaten_besieger_loses_no_siege_points() -> None:
    table = Table(edition="third", dice=(1, 1, 6, 6, 1))
    table.pc("yellow", "tyros")
    table.cus("yellow", "tyros.inside", mercenary=2)
    table.army("blue", "krateros", "tyros", mercenary=4)
    table.siege_points("blue", "tyros", 1)
    table.province("red", "karia")
    near = [table.name_of(end) for end, _ in table.material.board.sea_links[table.space("tyros")]]
    table.pc("red", near[0])
    embark(table, "krateros")
    table.act(f"sail:{near[0]}", "done")
    while not table.over and table.deciding == "red":
        table.act(next(o for o in table.offers if o == "declare" or o.startswith("commit") or o == "done"))
    assert table.events("naval_win")
    assert table.state.sp[table.space("tyros")] == 1


@pytest.mark.rule("T26.9", "T13.4.1")
def test_a_storm_is_played_when_the_route_is_announced() -> None:
    table = fleet_at_xanthos()
    table.hand("red", "55")
    table.deck("1", "2", "3")
    embark(table, "krateros")
    table.act("sail:phaselis", "sail:aspendos", "done")
    assert (table.deciding, prompt(table)) == ("red", "prompt.window.naval_step")
    table.act("surprise:55")
    while not table.over and table.deciding != "blue":
        table.act("pass")
    assert table.where("krateros") == "xanthos"
    assert table.over or mps(table) == 0


@pytest.mark.rule("T9.14.3")
def test_pieces_are_taken_up_and_left_on_the_way() -> None:
    table = fleet_at_xanthos(loyal=3)
    table.pc("blue", "phaselis")
    table.cus("blue", "phaselis", mercenary=1)
    embark(table, "krateros")
    table.act("sail:phaselis", "sail:aspendos", "done", "take:mercenary", "drop:phaselis", "leave:loyal", "done")
    assert table.forces("blue", "phaselis") == {"loyal": 1}
    table.act("land:aspendos")
    assert table.forces("blue", "aspendos") == {"loyal": 2, "mercenary": 1}


@pytest.mark.rule("T13.4.1", "T8.1.1")
def test_the_route_holds_when_a_minor_general_is_placed_on_the_way() -> None:
    table = fleet_at_xanthos()
    table.general("blue", "kleitos", "pella")
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=1)
    embark(table, "krateros")
    table.act("sail:phaselis", "sail:aspendos", "done", "reposition:sardeis")
    assert "sail:aspendos" in table.offers
    assert table.why_not("sail:xanthos") == table.why_not("land:phaselis") == "13.2.3"
    left = mps(table)
    table.act("sail:aspendos")
    assert mps(table) == left, "the whole route has been paid for"
    table.act("land:aspendos")
    assert table.forces("blue", "aspendos") == {"loyal": 3}


@pytest.mark.rule("T13.4.1", "T26.9")
def test_who_deserts_in_port_after_the_announcement_does_not_sail() -> None:
    table = fleet_at_xanthos(loyal=3, mercenary=1)
    table.hand("red", "46")
    table.deck("1", "2", "3")
    table.dice(1)
    embark(table, "krateros")
    table.act("sail:phaselis", "done")
    table.act("surprise:46", "lose:mercenary")
    while prompt(table) == "prompt.window.naval_step":
        table.act("pass")
    assert not table.forces("blue", "xanthos")
    assert table.forces("blue", "phaselis.sea") == {"loyal": 3}


# naval_reach


def route_past_red(changed: dict[str, object] | None = None) -> Table:
    """Red has the Fleet of Athenai and a PC in Knossos; Blue's route goes there only with its second space."""
    table = Table(edition="third") if changed is None else Table(changed=changed)
    table.pc("blue", "xanthos")
    table.army("blue", "krateros", "xanthos", loyal=3)
    table.pc("red", "athenai", "salamis")
    embark(table, "krateros")
    table.act("sail:phaselis")
    return table


@pytest.mark.rule("T13.4.2")
def test_a_pc_near_any_space_of_the_route_is_enough() -> None:
    table = route_past_red()
    near = voyage.in_reach(table.play, table.space("phaselis"))
    assert near == (table.space("phaselis"),)
    table.act("sail:aspendos")
    assert voyage.in_reach(table.play, table.space("aspendos")) == (table.space("phaselis"), table.space("aspendos"))


@pytest.mark.rule("T13.4.2")
def test_the_port_of_embarkation_and_trans_mediterranean_paths_do_not_count() -> None:
    table = fleet_at_xanthos()
    table.pc("red", "athenai", "alexandria")
    embark(table, "krateros")
    table.act("sail:phaselis", "done")
    assert table.deciding == "blue"


# naval_declarations, naval_order


def two_interceptors(edition: str, *dice: int) -> Table:
    """Red and Yellow can both intercept Blue on the way to Rhodos."""
    table = fleet_at_xanthos(edition)
    table.dice(*dice)
    table.province("red", "karia")
    table.pc("yellow", "athenai", "knossos")
    table.province("blue", "lykia") if "lykia" in table.material.board.province_index else None
    embark(table, "krateros")
    table.act(*(("sail:rhodos", "done") if edition == "third" else ("sail:rhodos",)))
    return table


def declare(table: Table) -> None:
    seat = table.deciding
    table.act("declare")
    while not table.over and table.deciding == seat and prompt(table) == "prompt.commit":
        table.act(next(o for o in table.offers if o.startswith("commit") or o == "done"))


@pytest.mark.rule("K8.5.2")
@pytest.mark.example("D29")
def test_d29_the_first_in_turn_order_fights_before_the_next_is_asked() -> None:
    table = two_interceptors("draft", 1, 1, 6, 6, 1)
    assert table.deciding == "red"
    declare(table)
    assert table.events("naval_win")
    assert table.where("krateros") == "xanthos"
    assert not facts(table, "declares_naval_battle", "who").count(table.seat("yellow"))
    assert table.champion("yellow")


@pytest.mark.rule("K8.5.2")
@pytest.mark.example("D30")
def test_d30_after_a_battle_that_did_not_stop_the_mover_the_next_may_declare() -> None:
    table = two_interceptors("draft", 6, 6, 1, 1)
    declare(table)
    if table.events("naval_win"):
        assert facts(table, "naval_win", "who") == [table.seat("red")]
        return
    assert table.deciding == "yellow"
    assert set(table.offers) == {"declare", "pass"}


@pytest.mark.rule("T13.4.5")
def test_all_declare_before_anybody_fights() -> None:
    table = two_interceptors("third")
    declare(table)
    assert table.deciding == "yellow"
    assert not table.events("naval_battle")


@pytest.mark.rule("T13.4.3", "K8.5.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_a_declaration_does_not_bar_another_one_in_the_segment(edition: str) -> None:
    table = fleet_at_xanthos(edition)
    table.state.naval_declared = 1 << table.seat("red")
    table.province("red", "karia")
    embark(table, "krateros")
    table.act(*(("sail:rhodos", "done") if edition == "third" else ("sail:rhodos",)))
    assert table.deciding == "red"


@pytest.mark.rule("R13.3.A.3")
def test_it_bars_one_where_there_is_a_limit() -> None:
    table = fleet_at_xanthos("deluxe")
    table.state.naval_declared = 1 << table.seat("red")
    table.province("red", "karia")
    embark(table, "krateros")
    table.act("sail:rhodos")
    assert table.deciding == "blue"


# naval_dropoff


def drop_at_phaselis(table: Table) -> Table:
    embark(table, "krateros")
    table.act("sail:phaselis")
    return table


def tyros_from_paphos(own_inside: int, besieger: str = "red", edition: str = "draft") -> Table:
    """Blue comes to Tyros by sea."""
    table = Table(edition=edition)
    table.pc("blue", "paphos", "tyros")
    table.army("blue", "krateros", "ake", mercenary=4)
    table.pc("blue", "ake")
    if own_inside:
        table.cus("blue", "tyros.inside", mercenary=own_inside)
    if besieger:
        table.army(besieger, "philoxenos", "tyros", mercenary=5)
    embark(table, "krateros")
    table.act(*(("sail:tyros", "done") if edition == "third" else ("sail:tyros",)))
    return table


@pytest.mark.rule("K8.4.1")
def test_cus_join_own_cus_among_enemies_and_nobody_else() -> None:
    table = tyros_from_paphos(1)
    assert "drop:tyros.inside" in table.offers
    assert table.why_not("drop:tyros") == "13.2.8"


@pytest.mark.rule("K8.4.1")
def test_an_enemy_cu_anywhere_in_the_space_bars_dropping_off() -> None:
    table = Table(edition="draft")
    table.pc("red", "tyros")
    table.cus("red", "tyros.inside", mercenary=1)
    table.pc("blue", "ake")
    table.army("blue", "krateros", "ake", mercenary=4)
    embark(table, "krateros")
    table.act("sail:tyros")
    assert table.why_not("drop:tyros") == "13.2.8"
    other = Table()
    other.pc("red", "tyros")
    other.cus("red", "tyros.inside", mercenary=1)
    other.pc("blue", "ake")
    other.army("blue", "krateros", "ake", mercenary=4)
    embark(other, "krateros")
    other.act("sail:tyros")
    assert "drop:tyros" in other.offers


@pytest.mark.rule("T9.14.3")
def test_nobody_is_left_where_enemy_cus_stand_except_inside() -> None:
    table = tyros_from_paphos(1, edition="third")
    assert "drop:tyros.inside" in table.offers
    assert table.why_not("drop:tyros") == "13.2.8"


# dropped_pieces


def drops_beside_red(table: Table) -> Table:
    """Red can Intercept from Aspendos what Blue leaves in Phaselis."""
    table.army("red", "antigonos", "aspendos", mercenary=4)
    table.pc("blue", "xanthos")
    table.army("blue", "krateros", "xanthos", loyal=3)
    embark(table, "krateros")
    table.act("sail:phaselis")
    if prompt(table) == "prompt.route":
        table.act("sail:xanthos", "done")
    table.act("drop:phaselis", "done")
    return table


@pytest.mark.rule("T10.3.2", "K8.4.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_what_is_dropped_off_on_the_way_cannot_be_intercepted(edition: str) -> None:
    table = drops_beside_red(Table(edition=edition))
    assert table.deciding == "blue"
    assert table.forces("blue", "phaselis") == {"loyal": 1}


@pytest.mark.rule("R13.2.14")
def test_a_table_may_choose_that_nothing_follows() -> None:
    assert drops_beside_red(Table()).deciding == "red"
    assert drops_beside_red(Table(changed={"dropped_pieces": "quiet"})).deciding == "blue"


@pytest.mark.rule("K8.4.2")
def test_nobody_is_dropped_off_beside_a_general_whom_he_would_attack() -> None:
    table = fleet_at_xanthos("draft")
    table.general("red", "antigonos", "phaselis")
    embark(table, "krateros")
    table.act("sail:phaselis")
    assert table.why_not("drop:phaselis") == "13.2.8"


# landing_inside


@pytest.mark.rule("T15.3.3", "K8.4.3")
@pytest.mark.parametrize("edition", OTHERS)
def test_straight_inside_one_lands_only_in_a_besieged_city(edition: str) -> None:
    table = tyros_from_paphos(0, besieger="", edition=edition)
    assert table.why_not("land:tyros.inside") == "13.2.11"
    assert "land:tyros" in table.offers


@pytest.mark.rule("T15.3.3", "K8.4.3", "T15.3.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_into_a_besieged_city_one_lands_with_what_fits(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("blue", "ake", "tyros")
    table.army("blue", "krateros", "ake", mercenary=2)
    table.army("red", "philoxenos", "tyros", mercenary=5)
    embark(table, "krateros")
    table.act(*(("sail:tyros", "done") if edition == "third" else ("sail:tyros",)), "land:tyros.inside")
    assert table.where("krateros") == "tyros.inside"
    assert not table.events("battle_begins")


@pytest.mark.rule("R13.2.11")
def test_elsewhere_one_lands_inside_any_own_city() -> None:
    assert "land:tyros.inside" not in tyros_from_paphos(0, besieger="", edition="deluxe").offers  # 4 CUs do not fit
    table = Table()
    table.pc("blue", "ake", "tyros")
    table.army("blue", "krateros", "ake", mercenary=2)
    embark(table, "krateros")
    table.act("sail:tyros")
    assert "land:tyros.inside" in table.offers


# Examples


@pytest.mark.example("D26")
def test_d26_ptolemaios_sails_past_gaza_to_tyros() -> None:
    table = Table(edition="draft")
    table.pc("blue", "pelousion", "tyros")
    table.army("blue", "ptolemaios", "pelousion", mercenary=6)
    table.army("red", "antigonos", "gaza", mercenary=4)
    table.army("red", "philoxenos", "tyros", mercenary=4)
    embark(table, "ptolemaios", mps=3)
    table.act("sail:gaza", "sail:ake", "sail:tyros", "land:tyros")
    assert not any(offer.startswith("intercept") for offer in table.offers)
    assert table.forces("red", "gaza") == {"mercenary": 4}


@pytest.mark.example("D27")
def test_d27_a_minor_general_leaves_besieged_tyros_by_sea() -> None:
    table = Table(edition="draft")
    table.pc("blue", "pelousion", "tyros")
    table.army("blue", "alketas", "tyros.inside", mercenary=1)
    table.army("blue", "ptolemaios", "pelousion", mercenary=6)
    table.army("red", "philoxenos", "tyros", mercenary=4)
    embark(table, "alketas", mps=3)
    table.act("sail:ake", "sail:gaza", "sail:pelousion", "land:pelousion")
    assert table.forces("blue", "pelousion") == {"mercenary": 7}


@pytest.mark.example("D28")
def test_d28_seuthes_crosses_the_strait_without_a_naval_movement() -> None:
    board = Table(edition="draft").material.board
    table = Table(edition="draft")
    ends = {table.name_of(n): board.path_cost[kind] for n, kind in board.land_links[table.space("byzantion")]}
    assert ends["astakos"] == 2


# Each field alone

ALONE: dict[str, object] = {
    "naval_path": "full",
    "naval_order": "one_by_one",
    "naval_declarations": 0,
    "naval_reach": "route",
    "naval_dropoff": "space_or_own_cus",
    "dropped_pieces": "quiet",
    "landing_inside": "besieged_only",
    "battle_steps": (
        "join",
        "royal_only",
        "cards",
        "prestige",
        "score",
        "survival",
        "royals_join",
        "losses",
        "inside",
        "retreat",
    ),
    "garrison_joins": "relief_attack_only",
    "besieged_from": "end_of_movement",
    "siege_counts": "all",
    "siege_points_major": (1, 2, 3),
    "royal_siege_compare": "legitimacy",
    "royal_siege_when": "first_sp",
    "city_turned_independent": "expel",
    "independent_local_troops": "majority_of_markers",
    "independent_pc_after_draw": False,
    "independent_victor_removes_pc": True,
    "cavalry_battle": "column",
    "cavalry_pursuit": "column",
    "cavalry_siege_loss": "eliminate",
}


@pytest.mark.parametrize("name", ALONE)
def test_a_field_alone_plays_to_the_end(name: str) -> None:
    """One game each; with its 20 it is looked at by hand."""
    options = ("cavalry",) if name.startswith("cavalry") else ()
    look = harness.now_and_then(harness.keeps_invariants, 20)
    exact = harness.now_and_then(harness.offers_are_exact, 60)
    seed = list(ALONE).index(name)
    game = harness.play(
        2 + seed % 4, seed, look, exact, options=options, edition=changed_material("deluxe", {name: ALONE[name]})
    )
    assert game.result is not None
