"""The optional event cards: O62 to O65, O68, O69."""

import pytest

from diadochi.model import moves
from diadochi.model.state import NOBODY, SURRENDER, TYCHE
from diadochi.rules import activation, siege, strategy, troops
from diadochi.rules.group import check_truce
from diadochi.rules.options import CAPITAL_LOST
from diadochi.rules.turn import END, GameTurn
from tests.cards.deal import impossible, lies, play, refusal, segment
from tests.table import Table

# O62 Foundation of a Capital


def builder() -> Table:
    """Blue controls Aigyptos with a CU in Alexandria."""
    table = Table()
    table.province("blue", "aigyptos")
    table.army("blue", "ptolemaios", "alexandria", loyal=2)
    table.begin(lambda p: None)
    return table


@pytest.mark.card("O62")
def test_the_marker_goes_to_a_minor_city_of_yours_with_a_cu_in_a_province_of_yours() -> None:
    table = builder()
    table.cus("blue", "memphis", loyal=1)
    table.pc("blue", "pergamon")
    table.army("blue", "antigonos", "pergamon", loyal=1)
    play(table, "O62")
    assert table.over, "Alexandria is the only site"
    assert table.state.construction[table.seat("blue")] == table.space("alexandria")
    assert table.vp("blue") == sum_of_vp(table)


def sum_of_vp(table: Table) -> int:
    from diadochi.rules.scoring import victory_point_sources

    return sum(x.points for x in victory_point_sources(table.play, table.seat("blue")))


@pytest.mark.card("O62")
def test_without_a_site_the_card_is_not_played() -> None:
    table = Table()
    table.pc("blue", "pergamon")
    table.army("blue", "antigonos", "pergamon", loyal=1)
    table.begin(lambda p: None)
    assert impossible(table, "O62")


@pytest.mark.card("O62")
@pytest.mark.parametrize("state", ["building", "built", "lost"])
def test_one_capital_is_built_in_a_game(state: str) -> None:
    table = builder()
    blue, space = table.seat("blue"), table.space("alexandria")
    if state == "building":
        table.state.construction[blue] = space
    else:
        table.state.capital[blue] = space if state == "built" else CAPITAL_LOST
    assert refusal(table, "O62") == "refusal.one_capital"


def next_turn_of_blue(table: Table) -> None:
    table.begin(lambda p: strategy.begin_player_turn(p, table.seat("blue")))


@pytest.mark.card("O62")
@pytest.mark.example("E43")
@pytest.mark.rule("R16.1.3")
def test_e43_the_capital_is_completed_at_the_next_surrender_segment() -> None:
    table = builder()
    before = table.vp("blue")
    play(table, "O62")
    assert not troops.is_major_city(table.play, table.space("alexandria"))
    next_turn_of_blue(table)
    assert table.state.capital[table.seat("blue")] == table.space("alexandria")
    assert table.state.construction[table.seat("blue")] == -1
    assert troops.is_major_city(table.play, table.space("alexandria"))
    assert not troops.is_minor_city(table.play, table.space("alexandria"))
    assert table.vp("blue") == before + 2
    assert table.where("ptolemaios") == "alexandria", "outside the new city"


@pytest.mark.card("O62")
@pytest.mark.parametrize("trouble", ["pc", "cu", "enemy"])
def test_the_marker_comes_back_without_control_without_a_cu_or_beside_an_enemy(trouble: str) -> None:
    table = builder()
    play(table, "O62")
    if trouble == "pc":
        moves.put_pc(table.state, table.space("alexandria"), NOBODY)
    elif trouble == "cu":
        moves.put_cus(table.state, table.location("alexandria"), table.seat("blue"), (0,) * 6)
    else:
        table.army("red", "antigonos", "alexandria", mercenary=1)
    next_turn_of_blue(table)
    assert table.state.capital[table.seat("blue")] == -1
    assert table.state.construction[table.seat("blue")] == -1
    assert table.events("construction_ends")


@pytest.mark.card("O62")
@pytest.mark.rule("R16.1.3")
def test_a_stronghold_can_become_a_capital() -> None:
    table = Table()
    table.province("blue", "persis")
    name = "ouxioi"
    table.pc("blue", name)
    table.army("blue", "antigonos", name, loyal=1)
    table.state.capital[table.seat("blue")] = table.space(name)
    assert troops.is_major_city(table.play, table.space(name))
    assert not troops.is_minor_city(table.play, table.space(name))


def capital() -> Table:
    """Blue's Capital in Alexandria."""
    table = Table()
    table.province("blue", "aigyptos")
    table.state.capital[table.seat("blue")] = table.space("alexandria")
    return table


@pytest.mark.rule("R16.1.4")
def test_the_province_needs_the_capital_and_the_printed_major_city() -> None:
    table = capital()
    table.begin(lambda p: None)
    assert table.state.province_owner[table.play.board.province_index["aigyptos"]] == table.seat("blue")
    moves.put_pc(table.state, table.space("alexandria"), table.seat("red"))
    from diadochi.rules.scoring import controller

    assert controller(table.play, table.play.board.province_index["aigyptos"]) == -1


@pytest.mark.rule("R16.1.5")
@pytest.mark.rule("R16.1.3")
def test_a_captured_capital_needs_3_siege_points_and_gives_its_captor_1_vp() -> None:
    table = capital()
    table.cus("blue", "alexandria.inside", loyal=1)
    table.army("red", "antigonos", "alexandria", mercenary=5)
    table.siege_points("red", "alexandria", 2)
    table.dice(6, 3)
    space, red = table.space("alexandria"), table.seat("red")
    general = table.general_number("antigonos")
    table.begin(lambda p: siege.begin(p, red, space, general, p.state.cus_of(space, red), TYCHE))
    while not table.over:
        table.act(table.offers[0])
    assert table.state.capital[table.seat("blue")] == CAPITAL_LOST
    assert table.state.capitals_taken[red] == 1
    assert table.vp("red") == 1
    assert not troops.is_major_city(table.play, space)
    assert table.forces("blue", "alexandria.inside") == {}
    assert table.dispersed("blue") == {"loyal": 1}


@pytest.mark.rule("R16.1.5")
def test_a_capital_lost_to_unrest_gives_nobody_a_vp() -> None:
    from diadochi.rules.tyche.unrest import place_unrest
    from diadochi.rules.upkeep import upkeep

    table = capital()
    table.general("blue", "ptolemaios", "alexandria.inside")
    table.begin(lambda p: place_unrest(p, table.space("alexandria")))
    upkeep(table.play)
    assert table.state.capital[table.seat("blue")] == CAPITAL_LOST
    assert table.state.capitals_taken == [0, 0, 0, 0]
    assert table.where("ptolemaios") == "dispersed"
    assert table.pc_of("alexandria") == "independent"


@pytest.mark.rule("R16.1.5")
def test_who_holds_the_city_inside_stands_in_a_minor_city_again() -> None:
    """Nearchos is recruited straight into the Capital: its inside is no more."""
    from diadochi.rules.operations import claim
    from diadochi.rules.upkeep import upkeep

    table = capital()
    table.begin(lambda p: None)
    table.army("red", "nearchos", "alexandria.inside", mercenary=2)
    claim(table.play, table.seat("red"), table.location("alexandria.inside"))
    upkeep(table.play)
    assert table.where("nearchos") == "alexandria"
    assert table.forces("red", "alexandria") == {"mercenary": 2}
    assert table.vp("red") == 1


# O63 Diplomatic Marriage


def court() -> Table:
    table = Table(players=3)
    for faction, space, general in (
        ("blue", "pella", "antigonos"),
        ("red", "sardeis", "eumenes"),
        ("yellow", "babylon", "peithon"),
    ):
        table.pc(faction, space)
        table.army(faction, general, space, loyal=1)
    return table


@pytest.mark.card("O63")
def test_the_first_who_agrees_shares_the_marriage_and_the_truce() -> None:
    table = court()
    play(table, "O63")
    assert table.offers == ("choose-faction:red", "choose-faction:yellow")
    table.act("choose-faction:yellow")
    assert table.deciding == "yellow"
    table.act("deny")
    assert table.deciding == "red"
    table.act("grant")
    assert table.deciding == "blue"
    table.act("place:pella")
    assert table.deciding == "red"
    table.act("place:sardeis")
    assert table.over
    assert table.forces("blue", "pella") == {"loyal": 1, "mercenary": 1}
    assert table.forces("red", "sardeis") == {"loyal": 1, "mercenary": 1}
    assert set(table.state.truce) == {table.seat("blue"), table.seat("red")}


@pytest.mark.card("O63")
def test_if_nobody_agrees_only_you_place_a_mercenary() -> None:
    table = court()
    play(table, "O63")
    table.act("choose-faction:yellow", "deny", "deny", "place:pella")
    assert table.over
    assert table.state.truce == ()
    assert table.forces("red", "sardeis") == {"loyal": 1}


@pytest.mark.card("O63")
def test_the_truce_ends_with_the_game_turn() -> None:
    table = court()
    table.state.truce = (table.seat("blue"), table.seat("red"))
    table.state.turn = 5
    table.begin(lambda p: p.push(GameTurn(END, NOBODY, 0)))
    assert not table.state.truce


def truce() -> Table:
    table = court()
    table.state.truce = (table.seat("blue"), table.seat("red"))
    return table


@pytest.mark.card("O63")
def test_under_the_truce_nobody_moves_among_the_others_cus_nor_before_the_others_major_city() -> None:
    table = truce()
    table.pc("blue", "pergamon")
    table.army("blue", "lysimachos", "pergamon", loyal=3)
    table.pc("red", "ephesos")
    table.general("red", "philoxenos", "ephesos")
    table.cus("red", "ephesos", loyal=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all")
    assert table.why_not("march:sardeis") == "16.1.1"
    assert check_truce(table.play, table.seat("blue"), table.space("ephesos")) is not None
    assert check_truce(table.play, table.seat("yellow"), table.space("ephesos")) is None


def passing() -> Table:
    """Blue in Larisa wants to pass Red's Army in Lamia."""
    table = Table(players=3)
    table.state.truce = (table.seat("blue"), table.seat("red"))
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "larisa", loyal=3)
    table.army("red", "eumenes", "lamia", loyal=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:lamia")
    return table


@pytest.mark.card("O63")
def test_a_free_passage_that_is_granted_and_honoured_is_no_breach_of_the_truce() -> None:
    table = passing()
    assert table.deciding == "red"
    table.act("grant")
    assert table.where("antigonos") == "lamia"
    assert table.where("eumenes") == "lamia"
    assert table.why_not("done") == "10.C.5"
    table.act("march:boiotia")
    assert table.forces("red", "lamia") == {"loyal": 1}
    assert not table.events("battle_begins")


@pytest.mark.card("O63")
def test_a_passage_that_is_denied_bars_the_way() -> None:
    table = passing()
    table.act("deny")
    assert table.where("antigonos") == "larisa"
    assert table.why_not("march:lamia") == "16.1.1"
    army = activation.army(table.play)
    assert army is not None
    assert army.left(table.play) == 4


@pytest.mark.card("O63")
def test_without_mps_to_move_on_no_passage_is_asked_for() -> None:
    table = Table(players=3)
    table.state.truce = (table.seat("blue"), table.seat("red"))
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "larisa", loyal=3)
    table.army("red", "eumenes", "lamia", loyal=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 1, 1))
    table.act("activate:antigonos", "take-all")
    assert table.why_not("march:lamia") == "16.1.1"


@pytest.mark.card("O63")
def test_under_the_truce_no_siege_of_the_others_city_is_rolled() -> None:
    table = truce()
    table.army("blue", "lysimachos", "sardeis", mercenary=4)
    table.state.segment = SURRENDER
    blue, at = table.seat("blue"), table.location("sardeis")
    table.begin(lambda p: None)
    found = siege.may_conduct(table.play, blue, at, table.general_number("lysimachos"), (4, 0, 0, 0, 0, 0))
    assert found is not None
    assert found.rule == "16.1.1"


@pytest.mark.card("O63")
def test_under_the_truce_nobody_comes_out_against_the_others_besiegers() -> None:
    table = truce()
    table.pc("blue", "rhodos")
    table.army("blue", "lysimachos", "rhodos.inside", loyal=2)
    table.army("red", "philoxenos", "rhodos", mercenary=4)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all")
    assert table.why_not("come-out") == "16.1.1"


@pytest.mark.card("O63")
def test_under_the_truce_neither_intercepts_nor_fights_the_other_at_sea() -> None:
    from diadochi.rules.naval_battle import check_declare

    table = truce()
    table.pc("red", "rhodos")
    table.fleet("red", "kilikia")
    table.begin(lambda p: None)
    found = check_declare(table.play, table.seat("red"), table.seat("blue"), table.space("rhodos"))
    assert found is not None
    assert found.rule == "16.1.1"
    table = truce()
    table.pc("blue", "pergamon")
    table.army("blue", "lysimachos", "pergamon", loyal=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "march:ephesos")
    assert table.deciding == "blue", "Eumenes in Sardeis does not Intercept"


# O64 Oracle


@pytest.mark.card("O64")
@pytest.mark.parametrize(("presence", "at"), [("pc", "athenai"), ("cu", "kyrene"), ("cu", "tp_katabathmos")])
def test_the_oracle_gives_1_legitimacy_for_the_rest_of_the_game(presence: str, at: str) -> None:
    table = Table()
    if presence == "pc":
        table.pc("blue", at)
    else:
        table.army("blue", "antigonos", at, loyal=1)
    table.begin(lambda p: None)
    before = table.legitimacy("blue")
    play(table, "O64")
    assert table.legitimacy("blue") == before + 1


@pytest.mark.card("O64")
def test_the_oracle_is_far_without_a_cu_or_pc_in_hellas_or_libye() -> None:
    table = Table()
    table.army("blue", "antigonos", "pella", loyal=1)
    table.general("blue", "lysimachos", "athenai")
    assert impossible(table, "O64")


@pytest.mark.card("O64")
def test_the_oracle_leaves_the_game_only_after_its_event() -> None:
    table = Table()
    table.pc("blue", "athenai")
    segment(table, "O64")
    table.act("event:O64")
    assert lies(table, "O64") == "removed"
    table = Table()
    table.pc("blue", "athenai")
    segment(table, "O64")
    table.act("spend-nothing:O64")
    assert lies(table, "O64") == "discarded"


# O65 Alexander's Ghost


def haunted(own: str = "antigonos") -> Table:
    """Blue stands in Larisa, one Land path from Red's Eumenes (-2 P) in Pella's country."""
    table = Table(players=3)
    table.pc("blue", "larisa")
    table.army("blue", own, "larisa", loyal=1)
    table.army("red", "eumenes", "lamia", royal=2, mercenary=1)
    table.begin(lambda p: None)
    return table


@pytest.mark.card("O65")
@pytest.mark.rule("R7.2.F.18")
def test_a_royal_army_cu_joins_the_army_of_higher_prestige() -> None:
    table = haunted()
    play(table, "O65")
    assert table.over
    assert table.forces("blue", "larisa") == {"loyal": 1, "royal": 1}
    assert table.forces("red", "lamia") == {"mercenary": 1, "royal": 1}


@pytest.mark.card("O65")
def test_equal_prestige_is_not_enough_for_the_ghost() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "larisa", loyal=1)
    table.army("red", "lysimachos", "lamia", royal=2)
    table.begin(lambda p: None)
    play(table, "O65")
    assert table.events("ghost")
    assert table.forces("red", "lamia") == {"royal": 2}


@pytest.mark.card("O65")
def test_sacred_ground_does_not_count_for_the_ghost() -> None:
    table = haunted()
    table.royal("funeral_cart", "lamia", "red")
    play(table, "O65")
    assert table.forces("blue", "larisa") == {"loyal": 1, "royal": 1}


@pytest.mark.card("O65")
@pytest.mark.card("57")
def test_a_gift_of_oratory_may_come_before_prestige_is_compared() -> None:
    table = haunted()
    table.hand("red", "57")
    table.deck("5", "6")
    play(table, "O65")
    assert table.deciding == "red"
    table.act("surprise:57")
    assert table.over
    assert table.forces("red", "lamia") == {"mercenary": 1, "royal": 2}


@pytest.mark.card("O65")
@pytest.mark.parametrize("case", ["far", "inside", "no royals", "no general"])
def test_the_ghost_needs_an_army_with_royals_in_reach(case: str) -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "larisa", loyal=1)
    if case == "far":
        table.army("red", "eumenes", "babylon", royal=2)
    elif case == "inside":
        table.pc("red", "pella")
        table.army("red", "eumenes", "pella.inside", royal=2)
    elif case == "no royals":
        table.army("red", "eumenes", "lamia", loyal=2)
    else:
        table.pc("red", "lamia")
        table.cus("red", "lamia", royal=2)
    table.begin(lambda p: None)
    assert impossible(table, "O65")


# O68 Price of Failure


def failed(*dice: int) -> Table:
    table = Table(dice=dice)
    table.general("red", "perdikkas", "dispersed")
    table.general("blue", "lysimachos", "dispersed")
    table.general("red", "antigonos", "kelainai")
    table.begin(lambda p: None)
    return table


@pytest.mark.card("O68")
@pytest.mark.rule("R7.1.B.1")
@pytest.mark.parametrize(("die", "fate"), [(3, "dispersed"), (4, "out"), (6, "out")])
def test_a_dispersed_major_general_is_killed_on_4_to_6(die: int, fate: str) -> None:
    table = failed(die)
    play(table, "O68")
    assert table.offers == ("choose-general:perdikkas", "choose-general:lysimachos")
    assert table.why_not("choose-general:antigonos") == "6.2.A.1"
    table.act("choose-general:perdikkas")
    assert table.where("perdikkas") == fate
    assert bool(table.events("general_survives")) == (fate == "dispersed")


@pytest.mark.card("O68")
def test_with_perdikkas_his_legitimacy_dies() -> None:
    table = failed(5)
    before = table.legitimacy("red")
    play(table, "O68")
    table.act("choose-general:perdikkas")
    assert table.legitimacy("red") == before - 1


@pytest.mark.card("O68")
@pytest.mark.rule("R7.1.B.4")
def test_polyperchon_follows_antipatros() -> None:
    table = Table(dice=(6,))
    table.pc("red", "sardeis", "ephesos")
    table.general("red", "antipatros", "dispersed")
    table.state.dealt[table.seat("red")] |= 1 << table.general_number("antipatros")
    table.begin(lambda p: None)
    play(table, "O68")
    assert table.deciding == "red"
    assert "place:ephesos" in table.offers


@pytest.mark.card("O68")
def test_nobody_dispersed_nobody_pays() -> None:
    table = Table()
    table.general("red", "antigonos", "kelainai")
    assert impossible(table, "O68")


# O69 Port Re-supplied


def port(fleet: bool = True, points: int = 2, city: str = "rhodos") -> Table:
    table = Table()
    table.pc("blue", city)
    table.army("red", "antigonos", city, mercenary=4)
    if points:
        table.siege_points("red", city, points)
    if fleet:
        table.fleet("blue", "kilikia")
    table.begin(lambda p: None)
    return table


@pytest.mark.card("O69")
def test_a_besieged_port_of_yours_loses_its_siege_points() -> None:
    table = port()
    play(table, "O69")
    assert table.state.sp == {}
    assert table.forces("red", "rhodos") == {"mercenary": 4}


@pytest.mark.card("O69")
@pytest.mark.parametrize(
    "table",
    [port(points=0), port(city="ekbatana")],
    ids=["no points", "no port"],
)
def test_it_needs_siege_points_in_a_port(table: Table) -> None:
    assert impossible(table, "O69")


@pytest.mark.card("O69")
def test_it_needs_an_available_fleet() -> None:
    table = port(fleet=False, city="babylon")
    table.pc("blue", "tyros")
    table.army("red", "eumenes", "tyros", mercenary=4)
    table.siege_points("red", "tyros", 1)
    table.fleet("blue", "kilikia", dispersed=True)
    table.begin(lambda p: None)
    assert impossible(table, "O69")
