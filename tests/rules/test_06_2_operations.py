"""6.2 B2 to D: place PCs, train troops, upgrade a Fleet, recruit a Major General."""

import pytest

from diadochi.model import moves
from diadochi.model.ids import LocationId
from diadochi.model.state import TYCHE
from diadochi.rules import operations, strategy
from diadochi.rules.fleets import UPGRADED
from tests.table import BLUE, MATERIAL, RED, Table, told

ANY_2, ANY_3, ANY_4 = "4", "5", "41"
"""Event cards by their OPs."""


def play_card(table: Table, use: str, card: str, faction: str = "blue") -> None:
    """Begin the Tyche Segment with this card in hand and use it."""
    begin_with(table, card, faction)
    table.act(f"{use}:{card}")


def begin_with(table: Table, card: str, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = TYCHE
    table.hand(faction, card)
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, strategy.own_pcs(p.state, seat))))


# B2 Place PCs


def at_kelainai() -> Table:
    table = Table()
    table.pc("blue", "kelainai")
    return table


@pytest.mark.rule("R6.2.B2.1")
def test_each_op_places_one_pc() -> None:
    table = at_kelainai()
    play_card(table, "place-pcs", ANY_3)
    table.act("place-pc:gordion", "place-pc:ikonion", "place-pc:xanthos")
    assert table.over
    assert [table.pc_of(s) for s in ("gordion", "ikonion", "xanthos")] == ["blue"] * 3


@pytest.mark.rule("R6.2.B2.1")
def test_the_space_must_be_uncontrolled_without_enemy_cus_and_no_transit_point() -> None:
    table = at_kelainai()
    table.pc("red", "gordion")
    table.pc("independent", "pisidai")
    table.army("red", "peithon", "ikonion", loyal=1)
    play_card(table, "place-pcs", ANY_3)
    assert table.why_not("place-pc:gordion") == "6.2.B2.1"
    assert table.why_not("place-pc:pisidai") == "6.2.B2.1"
    assert table.why_not("place-pc:ikonion") == "6.2.B2.1"
    assert table.why_not("place-pc:tp_ipsos") == "6.2.B2.1"
    assert table.why_not("place-pc:kelainai") == "6.2.B2.1"


@pytest.mark.rule("R6.2.B2.2")
def test_at_most_two_mps_from_a_pc_that_stood_there_when_the_segment_began() -> None:
    table = at_kelainai()
    play_card(table, "place-pcs", ANY_3)
    assert "place-pc:ephesos" in table.offers
    assert table.why_not("place-pc:pergamon") == ""
    assert table.why_not("place-pc:lesbos") == "6.2.B2.2"
    table.act("place-pc:pergamon")
    assert table.why_not("place-pc:lesbos") == "6.2.B2.2"


@pytest.mark.rule("R6.2.B2.2")
def test_an_origin_that_was_lost_meanwhile_does_not_count() -> None:
    table = at_kelainai()
    table.begin(
        lambda p: operations.begin_place_pcs(p, BLUE, 2, 1 << table.space("thebai") | 1 << table.space("larisa"))
    )
    assert table.over


@pytest.mark.rule("R6.2.B2.3")
def test_the_trace_goes_by_land_and_sea_at_normal_cost() -> None:
    table = Table()
    table.pc("blue", "rhodos")
    play_card(table, "place-pcs", ANY_4)
    assert {"place-pc:xanthos", "place-pc:phaselis", "place-pc:ephesos"} <= set(table.offers)
    assert table.why_not("place-pc:alexandria") == "6.2.B2.2"


@pytest.mark.rule("R6.2.B2.3")
def test_one_mountain_or_strait_path_uses_both_mps() -> None:
    table = Table()
    table.pc("blue", "trikka")
    play_card(table, "place-pcs", ANY_4)
    assert table.why_not("place-pc:molossia") == ""
    assert table.why_not("place-pc:ambrakia") == "6.2.B2.2"
    table = Table()
    table.pc("blue", "aitolia")
    play_card(table, "place-pcs", ANY_4)
    assert table.why_not("place-pc:lamia") == ""
    assert table.why_not("place-pc:boiotia") == "6.2.B2.2"


@pytest.mark.rule("R6.2.B2.4")
def test_the_trace_does_not_pass_enemy_pcs_or_cus() -> None:
    table = Table()
    table.pc("blue", "larisa")
    table.pc("independent", "lamia")
    table.army("red", "peithon", "pella", loyal=1)
    play_card(table, "place-pcs", ANY_4)
    assert table.why_not("place-pc:boiotia") == "6.2.B2.4"
    assert table.why_not("place-pc:poteidaia") == "6.2.B2.4"


@pytest.mark.rule("R6.2.B2.4")
def test_not_even_by_sea() -> None:
    table = Table()
    table.pc("blue", "lesbos")
    table.pc("red", "kyklades")
    play_card(table, "place-pcs", ANY_4)
    assert table.why_not("place-pc:athenai") == "6.2.B2.4"


@pytest.mark.rule("R6.2.B2.4")
def test_an_enemy_general_alone_does_not_block() -> None:
    table = Table()
    table.pc("blue", "larisa")
    table.general("red", "peithon", "pella")
    play_card(table, "place-pcs", ANY_4)
    assert table.why_not("place-pc:poteidaia") == ""


@pytest.mark.rule("R6.2.B2.5")
@pytest.mark.example("E06")
def test_e06_the_trace_from_besieged_kelainai_runs_through_the_transit_point() -> None:
    table = Table()
    table.pc("yellow", "kelainai")
    table.army("blue", "antigonos", "kelainai", loyal=3)
    table.pc("blue", "sardeis")
    play_card(table, "place-pcs", ANY_3, "yellow")
    assert table.why_not("place-pc:pergamon") == "6.2.B2.4"
    assert table.why_not("place-pc:lesbos") == "6.2.B2.2"
    table.act("place-pc:ephesos", "place-pc:halikarnassos", "place-pc:xanthos")
    assert table.over
    assert [table.pc_of(s) for s in ("ephesos", "halikarnassos", "xanthos")] == ["yellow"] * 3


@pytest.mark.rule("R6.2.B.1")
def test_fewer_ops_may_be_spent() -> None:
    table = at_kelainai()
    play_card(table, "place-pcs", ANY_3)
    table.act("place-pc:gordion", "done")
    assert table.over


# B3 Train troops


def training(table: Table, faction: str = "blue") -> tuple[int, int]:
    return table.state.training[table.seat(faction)]


MERCENARY, LOYAL = 0, 1


@pytest.mark.rule("R6.2.B3.1")
@pytest.mark.parametrize(("unit", "number", "cost"), [("mercenary", MERCENARY, 3), ("loyal", LOYAL, 7)])
def test_a_mercenary_costs_three_ops_and_a_loyal_cu_seven(unit: str, number: int, cost: int) -> None:
    table = at_kelainai()
    table.state.training[0] = (number, cost - 2)
    play_card(table, "train", ANY_2)
    table.act("place:kelainai")
    assert table.forces("blue", "kelainai") == {unit: 1}
    assert training(table) == (0, 0)


@pytest.mark.rule("R6.2.B3.1")
def test_nothing_else_can_be_trained() -> None:
    table = at_kelainai()
    play_card(table, "train", ANY_2)
    assert table.offers == ("start-training:mercenary", "start-training:loyal")
    assert table.why_not("start-training:elephant") == "6.2.B3.1"
    assert table.why_not("start-training:cavalry") == "16.9.9"


@pytest.mark.rule("R16.9.9")
def test_with_the_option_cavalry_is_trained_for_six_ops() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "kelainai")
    table.state.training[0] = (5, 4)
    play_card(table, "train", ANY_2)
    table.act("place:kelainai")
    assert table.forces("blue", "kelainai") == {"cavalry": 1}


@pytest.mark.rule("R6.2.B3.2")
@pytest.mark.example("E07")
def test_e07a_four_ops_on_a_loyal_cu_put_it_on_space_four() -> None:
    table = at_kelainai()
    play_card(table, "train", ANY_4)
    table.act("start-training:loyal")
    assert table.over
    assert training(table) == (LOYAL, 4)


@pytest.mark.rule("R6.2.B3.5")
@pytest.mark.example("E07")
def test_e07b_four_ops_on_a_mercenary_place_it_and_start_another_cu_on_space_one() -> None:
    table = at_kelainai()
    play_card(table, "train", ANY_4)
    table.act("start-training:mercenary", "place:kelainai")
    assert table.forces("blue", "kelainai") == {"mercenary": 1}
    table.act("start-training:loyal")
    assert table.over
    assert training(table) == (LOYAL, 1)


@pytest.mark.rule("R6.2.B3.2")
@pytest.mark.example("D02")
def test_d02_three_ops_on_a_loyal_cu_leave_four_to_go() -> None:
    table = at_kelainai()
    play_card(table, "train", ANY_3)
    table.act("start-training:loyal")
    assert training(table) == (LOYAL, 3)
    assert table.play.edition.training_cost[LOYAL] - 3 == 4


@pytest.mark.rule("R6.2.B3.3")
def test_a_cu_in_training_advances_by_the_ops() -> None:
    table = at_kelainai()
    table.state.training[0] = (LOYAL, 3)
    play_card(table, "train", ANY_2)
    assert table.over
    assert training(table) == (LOYAL, 5)


@pytest.mark.rule("R6.2.B3.4")
def test_the_complete_cu_is_placed_at_once_as_a_reinforcement() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka")
    table.army("red", "peithon", "trikka", loyal=1)
    play_card(table, "train", ANY_3)
    table.act("start-training:mercenary")
    assert table.over
    assert table.forces("blue", "larisa") == {"mercenary": 1}


@pytest.mark.rule("R6.2.B3.5")
def test_chain_completions_are_possible() -> None:
    table = at_kelainai()
    table.state.training[0] = (MERCENARY, 2)
    play_card(table, "train", ANY_4)
    table.act("place:kelainai", "start-training:mercenary", "place:kelainai")
    assert table.over
    assert table.forces("blue", "kelainai") == {"mercenary": 2}
    assert training(table) == (0, 0)


@pytest.mark.rule("R6.2.B3.6")
def test_the_type_in_training_cannot_be_swapped() -> None:
    table = at_kelainai()
    table.state.training[0] = (LOYAL, 3)
    begin_with(table, ANY_2)
    assert table.why_not("start-training:mercenary") == "6.2.B3.6"
    table.act(f"train:{ANY_2}")
    assert training(table) == (LOYAL, 5)


# C Upgrade a Fleet


def side(table: Table, fleet: str) -> int:
    return table.state.fleet_side[table.fleet_number(fleet)]


@pytest.mark.rule("R6.2.C.1")
def test_a_four_op_card_upgrades_one_available_fleet() -> None:
    table = Table()
    table.province("blue", "makedonia")
    table.province("blue", "aigyptos")
    table.fleet("blue", "kilikia", dispersed=True)
    play_card(table, "upgrade", ANY_4)
    assert table.offers == ("upgrade-fleet:makedonia", "upgrade-fleet:aigyptos")
    assert table.why_not("upgrade-fleet:kilikia") == "6.2.C.1"
    assert table.why_not("upgrade-fleet:rhodos") == "6.2.C.1"
    table.act("upgrade-fleet:aigyptos")
    assert table.over
    assert side(table, "aigyptos") == UPGRADED
    assert side(table, "makedonia") == 0


@pytest.mark.rule("R6.2.C.1")
def test_a_three_op_card_upgrades_none() -> None:
    table = Table()
    table.province("blue", "makedonia")
    begin_with(table, ANY_3)
    assert table.why_not(f"upgrade:{ANY_3}") == "6.2.C.1"


@pytest.mark.rule("R6.2.C.1")
def test_without_a_fleet_to_upgrade_the_card_cannot_be_used_so() -> None:
    table = Table()
    table.fleet("blue", "kilikia", upgraded=True)
    begin_with(table, ANY_4)
    assert table.why_not(f"upgrade:{ANY_4}") == "6.2.C.1"


@pytest.mark.rule("R6.2.C.2")
def test_the_largest_fleet_is_looked_at_again_after_an_upgrade() -> None:
    table = Table()
    table.province("blue", "rhodos")
    table.province("red", "makedonia")
    table.fleet("red", "kilikia")
    begin_with(table, ANY_4)
    assert table.vp("blue") == 1
    table.act(f"upgrade:{ANY_4}")
    assert table.over
    assert table.vp("blue") == 1 + table.play.edition.largest_fleet_vp


@pytest.mark.rule("R16.10.2")
def test_with_the_option_a_card_retrieves_a_dispersed_fleet() -> None:
    table = Table(options=("dispersed-fleets",))
    table.fleet("blue", "kilikia", dispersed=True)
    play_card(table, "retrieve", ANY_2)
    assert table.over
    assert side(table, "kilikia") == 0


@pytest.mark.rule("R16.10.2")
def test_without_the_option_it_does_not() -> None:
    table = Table()
    table.fleet("blue", "kilikia", dispersed=True)
    begin_with(table, ANY_2)
    assert table.why_not(f"retrieve:{ANY_2}") == "16.10.2"


# D Recruit a Major General


def recruiting(players: int = 4, turn: int = 2, living: tuple[str, ...] = ("krateros",)) -> Table:
    """Blue received Krateros and Antigonos."""
    table = Table(players=players, turn=turn)
    dealt = ("krateros", "antigonos")
    table.state.dealt[0] = sum(1 << table.general_number(g) for g in dealt)
    for general in living:
        table.army("blue", general, "kelainai", loyal=1)
    for general in set(dealt) - set(living):
        number = table.general_number(general)
        table.state.owners[number] = BLUE
        moves.put_general(table.state, number, LocationId(-3))
        table.state.dead |= 1 << number
    return table


@pytest.mark.rule("R6.2.D.1")
def test_recruiting_needs_a_card_of_three_or_four_ops() -> None:
    for card, rule in ((ANY_2, "6.2.D.1"), (ANY_3, ""), (ANY_4, "")):
        table = recruiting()
        begin_with(table, card)
        assert table.why_not(f"recruit:{card}") == rule


@pytest.mark.rule("R6.2.D.1")
def test_only_reserve_generals_whom_nobody_has_recruited_or_lost() -> None:
    table = recruiting()
    table.general("red", "lysimachos", "larisa")
    seleukos = table.general_number("seleukos")
    moves.put_general(table.state, seleukos, LocationId(-3))
    table.state.owners[seleukos] = RED
    play_card(table, "recruit", ANY_3)
    assert table.offers == ("recruit-general:aristonous", "recruit-general:nearchos")
    assert table.why_not("recruit-general:lysimachos") == "6.2.D.1"
    assert table.why_not("recruit-general:seleukos") == "6.2.D.1"
    assert table.why_not("recruit-general:kassandros") == "6.2.D.1"


@pytest.mark.rule("R6.2.D.2")
def test_only_with_fewer_living_major_generals_than_received() -> None:
    table = recruiting(living=("krateros", "antigonos"))
    begin_with(table, ANY_3)
    assert table.why_not(f"recruit:{ANY_3}") == "6.2.D.2"


@pytest.mark.rule("R6.2.D.2")
def test_event_generals_count_as_well() -> None:
    table = recruiting(living=("krateros",))
    table.general("blue", "kassandros", "kelainai")
    begin_with(table, ANY_3)
    assert table.why_not(f"recruit:{ANY_3}") == "6.2.D.2"


@pytest.mark.rule("R6.2.D.3")
@pytest.mark.parametrize(("turn", "rule"), [(3, "6.2.D.2"), (4, ""), (5, "")])
def test_from_game_turn_four_on_also_with_as_many_as_received(turn: int, rule: str) -> None:
    table = recruiting(turn=turn, living=("krateros", "antigonos"))
    begin_with(table, ANY_3)
    assert table.why_not(f"recruit:{ANY_3}") == rule


@pytest.mark.rule("R6.2.D.3")
def test_never_with_more_than_received() -> None:
    table = recruiting(turn=4, living=("krateros", "antigonos"))
    table.general("blue", "kassandros", "kelainai")
    begin_with(table, ANY_3)
    assert table.why_not(f"recruit:{ANY_3}") == "6.2.D.3"


@pytest.mark.rule("R6.2.D.4")
def test_dispersed_generals_count_as_living() -> None:
    table = recruiting(living=("krateros", "antigonos"))
    table.general("blue", "antigonos", "dispersed")
    begin_with(table, ANY_3)
    assert table.why_not(f"recruit:{ANY_3}") == "6.2.D.2"


def recruit(table: Table, general: str, *actions: str) -> None:
    play_card(table, "recruit", ANY_3)
    table.act(f"recruit-general:{general}", *actions)


@pytest.mark.rule("R6.2.D.5")
def test_lysimachos_comes_to_thrake_and_seleukos_to_babylonia() -> None:
    table = recruiting()
    recruit(table, "lysimachos", "place:ainos", "decline")
    assert table.forces("blue", "ainos") == {"loyal": 1, "mercenary": 1}
    table = recruiting()
    recruit(table, "seleukos", "place:opis", "decline")
    assert table.forces("blue", "opis") == {"loyal": 1, "elephant": 1}


@pytest.mark.rule("R6.2.D.6")
def test_aristonous_nearchos_and_asandros_bring_their_forces() -> None:
    table = recruiting()
    recruit(table, "aristonous", "place:philippoi", "decline")
    assert table.forces("blue", "philippoi") == {"loyal": 1, "mercenary": 1}
    table = recruiting()
    recruit(table, "nearchos", "place:kyrene", "decline")
    assert table.forces("blue", "kyrene") == {"mercenary": 2}
    table = recruiting()
    table.state.dead |= 1 << table.general_number("antipatros")
    recruit(table, "asandros", "place:ephesos", "decline")
    assert table.forces("blue", "ephesos") == {"loyal": 1, "mercenary": 1}


@pytest.mark.rule("R6.2.D.6")
def test_nearchos_comes_only_to_a_port() -> None:
    table = recruiting()
    recruit(table, "nearchos")
    assert table.why_not("place:gordion") == "6.2.D.6"
    assert table.why_not("place:rhodos.sea") == "6.2.D.8"


@pytest.mark.rule("R6.2.D.7")
def test_asandros_only_after_the_death_of_antipatros() -> None:
    table = recruiting()
    play_card(table, "recruit", ANY_3)
    assert table.why_not("recruit-general:asandros") == "6.2.D.7"


@pytest.mark.rule("R6.2.D.8")
def test_he_comes_to_a_space_of_the_preferred_province_without_enemies() -> None:
    table = recruiting()
    table.army("red", "peithon", "ainos", loyal=1)
    table.general("red", "leonnatos", "abdera")
    recruit(table, "lysimachos")
    assert "place:tp_serdike" in table.offers
    assert table.why_not("place:ainos") == "6.2.D.8"
    assert table.why_not("place:abdera") == "6.2.D.8"
    assert table.why_not("place:pella") == "6.2.D.8"


@pytest.mark.rule("R6.2.D.9")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_his_pc_replaces_any_pc_even_on_a_major_city(owner: str) -> None:
    table = recruiting()
    table.pc(owner, "pella")
    recruit(table, "aristonous", "place:pella", "claim")
    assert table.pc_of("pella") == "blue"
    assert table.where("aristonous") == "pella"
    assert table.champion("blue")


@pytest.mark.rule("R6.2.D.9")
def test_the_pc_may_be_left() -> None:
    table = recruiting()
    table.pc("red", "pella")
    recruit(table, "aristonous", "place:pella", "decline")
    assert table.pc_of("pella") == "red"


@pytest.mark.rule("R6.2.D.9")
def test_inside_a_city_only_by_taking_it() -> None:
    table = recruiting()
    table.pc("red", "pella")
    recruit(table, "aristonous", "place:pella.inside")
    assert table.over
    assert table.pc_of("pella") == "blue"
    assert table.where("aristonous") == "pella.inside"


@pytest.mark.rule("R6.2.D.9")
def test_royals_inside_a_city_that_is_taken_go_outside_and_the_heir_joins_him() -> None:
    table = recruiting()
    table.pc("red", "pella")
    table.royal("alexandros", "pella.inside", "red")
    table.royal("thessalonike", "pella.inside", "red")
    recruit(table, "aristonous", "place:pella", "claim")
    assert (table.where_royal("alexandros"), table.holder("alexandros")) == ("pella", "blue")
    assert (table.where_royal("thessalonike"), table.holder("thessalonike")) == ("pella", "")


@pytest.mark.rule("R6.2.D.9")
def test_no_pc_is_offered_on_a_transit_point_or_where_it_is_his_already() -> None:
    table = recruiting()
    recruit(table, "lysimachos", "place:tp_serdike")
    assert table.over
    table = recruiting()
    table.pc("blue", "pella")
    recruit(table, "aristonous", "place:pella")
    assert table.over


@pytest.mark.rule("R6.2.D.8")
def test_inside_an_own_city_there_must_be_room_for_his_cus() -> None:
    table = recruiting()
    table.pc("blue", "pella")
    table.cus("blue", "pella.inside", mercenary=1)
    recruit(table, "aristonous")
    assert table.why_not("place:pella.inside") == "9.4.5"
    assert table.why_not("place:amphipolis.inside") == "2.9"


@pytest.mark.rule("R6.2.D.10")
def test_as_a_reinforcement_he_takes_no_pc() -> None:
    table = recruiting()
    table.pc("blue", "larisa")
    table.general("blue", "krateros", "larisa")
    moves.take_cus(table.state, table.location("kelainai"), BLUE, (0, 1, 0, 0, 0, 0))
    recruit(table, "lysimachos", "as-reinforcement")
    assert table.over
    assert table.where("lysimachos") == "larisa"
    assert table.forces("blue", "larisa") == {"loyal": 1, "mercenary": 1}


@pytest.mark.rule("R6.2.D.10")
@pytest.mark.parametrize("general", ["lysimachos", "seleukos", "aristonous", "nearchos", "asandros"])
def test_as_a_reinforcement_he_comes_with_the_cus_on_his_card(general: str) -> None:
    table = recruiting()
    table.state.dead |= 1 << table.general_number("antipatros")
    table.pc("blue", "larisa", "pergamon", "gordion")
    recruit(table, general, "as-reinforcement")
    assert table.decision.prompt == "prompt.reinforce_company"
    table.act("place:gordion")
    assert table.over
    assert table.where(general) == "gordion"
    his = MATERIAL.pieces.generals[table.general_number(general)].recruit
    assert his is not None
    forces = his.forces
    assert table.forces("blue", "gordion") == told(forces)
    assert table.state.dispersed[0] == (0,) * 6


@pytest.mark.rule("R6.2.D.10", "R9.4.5")
def test_as_a_reinforcement_he_comes_inside_only_where_there_is_room_for_his_cus() -> None:
    table = recruiting()
    table.pc("blue", "pella", "gordion")
    table.cus("blue", "pella.inside", mercenary=1)
    recruit(table, "lysimachos", "as-reinforcement")
    assert table.why_not("place:pella.inside") == "9.4.5"
    table.act("place:pella")
    assert table.forces("blue", "pella") == {"loyal": 1, "mercenary": 1}


@pytest.mark.rule("R6.2.D.10", "R5.2.14", "R5.2.15")
def test_without_an_eligible_space_he_and_his_cus_go_together_to_one_of_nobody() -> None:
    table = recruiting(living=())
    recruit(table, "lysimachos", "as-reinforcement", "place:gordion")
    assert table.over
    assert table.where("lysimachos") == "gordion"
    assert table.forces("blue", "gordion") == {"loyal": 1, "mercenary": 1}
    assert not table.events("minor_placed")


@pytest.mark.rule("R6.2.D.10", "R5.2.16")
def test_without_any_space_he_and_his_cus_are_dispersed() -> None:
    table = recruiting(turn=1, living=())
    table.pc("red", *(space.id for space in MATERIAL.board.spaces))
    recruit(table, "lysimachos", "as-reinforcement")
    assert table.over
    assert (table.where("lysimachos"), table.dispersed("blue")) == ("dispersed", {"loyal": 1, "mercenary": 1})
    assert len(table.events("reinforcement_cus_dispersed")) == 1
