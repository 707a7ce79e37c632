"""5.2 Reinforcements Phase, and placing as a Reinforcement in a Segment."""

from collections.abc import Callable

import pytest

from diadochi.model import moves
from diadochi.model.ids import GeneralId, LocationId
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import NOBODY, TYCHE
from diadochi.rules import minor_generals, reinforcements, strategy, troops, upkeep
from diadochi.rules.agenda import Play
from tests.table import BLUE, RED, Table, told, troop

Leaving = Callable[[Play, GeneralId], None]


def place(table: Table, faction: str = "blue", generals: tuple[str, ...] = (), **units: int) -> None:
    """Have a player place these as Reinforcements."""
    numbers = tuple(table.general_number(g) for g in generals)
    for number in numbers:
        table.state.owners[number] = table.seat(faction)
    table.begin(lambda p: reinforcements.begin(p, table.seat(faction), troop(**units), numbers, "5.2.7"))


def total(table: Table, faction: str) -> dict[str, int]:
    """Everything of a player on the map and in the Dispersed Box."""
    seat = table.seat(faction)
    cus = list(table.state.dispersed[seat])
    for key, here in table.state.cus.items():
        if key % 6 == seat:
            cus = [a + b for a, b in zip(cus, here, strict=True)]
    return told(tuple(cus))


def finish(table: Table) -> None:
    while not table.over:
        table.act(table.offers[0])


def two_players() -> Table:
    """Blue leads in Seniority; both have a Major City with a General; nobody has VP."""
    table = Table(players=2)
    table.pc("blue", "kelainai")
    table.general("blue", "krateros", "kelainai")
    table.pc("red", "babylon")
    table.general("red", "seleukos", "babylon")
    return table


# What is collected


@pytest.mark.rule("R5.2.1")
def test_fleets_of_nobody_return_to_their_boxes() -> None:
    table = two_players()
    kilikia = table.fleet_number("kilikia")
    table.state.fleet_side[kilikia] = 2
    table.pc("independent", "athenai")
    athenai = table.fleet_number("athenai")
    table.state.fleet_side[athenai] = 2
    table.begin(reinforcements.begin_phase)
    assert table.state.fleet_side[kilikia] == 0
    assert table.state.fleet_side[athenai] == 0
    assert [e.rule for e in table.events("fleet_returns_to_box")] == ["5.2.1", "5.2.1"]


@pytest.mark.rule("R5.2.2")
def test_a_player_collects_his_dispersed_cus_major_generals_and_fleets() -> None:
    table = two_players()
    table.fleet("blue", "kilikia", dispersed=True)
    table.general("blue", "eumenes", "dispersed")
    table.state.dispersed[0] = troop(royal=2, elephant=1)
    table.begin(reinforcements.begin_phase)
    assert table.state.fleet_side[table.fleet_number("kilikia")] == 0
    finish(table)
    assert table.where("eumenes") == "kelainai"
    assert table.dispersed("blue") == {}
    assert total(table, "blue") == {"mercenary": 3, "loyal": 1, "royal": 2, "elephant": 1}
    assert [e.args[0] for e in table.events("collects_dispersed")] == [("who", "faction", 0)]


@pytest.mark.rule("R16.10.1", "R16.10.3")
def test_with_the_option_only_fleets_of_nobody_return() -> None:
    table = Table(players=2, options=("dispersed-fleets",))
    table.fleet("blue", "kilikia", dispersed=True)
    table.general("blue", "krateros", "kelainai")
    table.general("red", "seleukos", "babylon")
    athenai = table.fleet_number("athenai")
    table.state.fleet_side[athenai] = 2
    table.begin(reinforcements.begin_phase)
    assert table.state.fleet_side[table.fleet_number("kilikia")] == 2
    assert table.state.fleet_side[athenai] == 0


@pytest.mark.rule("R5.2.3")
def test_everybody_collects_two_mercenaries() -> None:
    table = two_players()
    table.province("blue", "aigyptos")
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert total(table, "red") == {"mercenary": 2}


@pytest.mark.rule("R16.9.4", "R16.9.5")
@pytest.mark.parametrize(("province", "options", "cus"), [
    ("thessalia", ("cavalry",), {"mercenary": 3, "cavalry": 1}),
    ("aigyptos", ("cavalry",), {"mercenary": 4}),
    ("thessalia", (), {"mercenary": 4}),
])  # fmt: skip
def test_with_the_option_a_province_of_horsemen_replaces_a_mercenary_by_cavalry(
    province: str, options: tuple[str, ...], cus: dict[str, int]
) -> None:
    table = Table(players=2, options=options)
    table.province("red", province)
    table.royal("alexandros", "kelainai", "blue")
    table.general("blue", "krateros", "kelainai")
    table.general("red", "seleukos", "babylon")
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert total(table, "red") == cus


@pytest.mark.rule("R5.2.4")
def test_the_controller_of_makedonia_collects_a_loyal_cu() -> None:
    table = two_players()
    table.province("red", "makedonia")
    table.royal("alexandros", "kelainai", "blue")
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert total(table, "red")["loyal"] == 1


@pytest.mark.rule("R5.2.5")
def test_the_player_with_most_legitimacy_collects_a_loyal_cu() -> None:
    table = two_players()
    table.royal("herakles", "babylon", "red")
    table.state.popularity[table.general_number("krateros")] = 9
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert "loyal" not in total(table, "blue")
    assert total(table, "red")["loyal"] == 1


@pytest.mark.rule("R5.2.5")
def test_a_tie_of_legitimacy_goes_to_the_most_senior_general_dispersed_or_not() -> None:
    table = two_players()
    table.general("red", "antipatros", "dispersed")
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert table.legitimacy("blue") == table.legitimacy("red")
    assert "loyal" not in total(table, "blue")
    assert total(table, "red")["loyal"] == 1


@pytest.mark.rule("R5.2.6")
def test_the_player_with_most_vp_collects_two_more_mercenaries() -> None:
    table = two_players()
    table.province("red", "aigyptos")
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert total(table, "red")["mercenary"] == 4
    assert total(table, "blue")["mercenary"] == 2


@pytest.mark.rule("R5.2.6")
def test_players_tied_for_most_vp_collect_one_each() -> None:
    table = two_players()
    table.begin(reinforcements.begin_phase)
    finish(table)
    assert total(table, "red")["mercenary"] == 3
    assert total(table, "blue")["mercenary"] == 3


@pytest.mark.rule("R5.2.7")
def test_reinforcements_are_placed_in_turn_order_and_nobody_may_decline() -> None:
    table = two_players()
    table.state.order = (RED, BLUE)
    table.begin(reinforcements.begin_phase)
    seats = []
    while not table.over:
        assert all(offer.startswith("place:") for offer in table.offers)
        seats.append(table.deciding)
        table.act(table.offers[0])
    assert seats == ["red"] * 3 + ["blue"] * 4


# Eligible spaces


@pytest.mark.rule("R5.2.8")
def test_a_space_with_an_own_pc_and_without_enemies_is_eligible() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka", "lamia", "kelainai")
    table.army("red", "peithon", "trikka", loyal=1)
    table.general("red", "leonnatos", "lamia")
    place(table, mercenary=1)
    assert table.offers == ("place:larisa", "place:kelainai", "place:kelainai.inside")
    assert table.why_not("place:trikka") == "5.2.8"
    assert table.why_not("place:lamia") == "5.2.8"
    assert table.why_not("place:pella") == "5.2.8"


@pytest.mark.rule("R5.2.8")
def test_a_besieged_city_is_not_eligible() -> None:
    table = Table()
    table.pc("blue", "pella", "larisa")
    table.army("red", "peithon", "pella", loyal=1)
    place(table, mercenary=1)
    assert table.forces("blue", "larisa") == {"mercenary": 1}
    table = Table()
    table.pc("blue", "pella", "larisa", "trikka")
    table.army("red", "peithon", "pella", loyal=1)
    place(table, mercenary=1)
    assert table.why_not("place:pella.inside") == "5.2.8"


@pytest.mark.rule("R5.2.9")
def test_a_space_with_an_own_unbesieged_general_is_eligible() -> None:
    table = Table()
    table.pc("blue", "larisa")
    table.army("blue", "alketas", "tp_ipsos", mercenary=1)
    place(table, mercenary=1)
    assert table.offers == ("place:larisa", "place:tp_ipsos")


@pytest.mark.rule("R5.2.9")
def test_a_besieging_general_is_eligible_a_besieged_one_is_not() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "antigonos", "sardeis", mercenary=1)
    table.pc("blue", "pella", "larisa")
    table.army("red", "peithon", "pella", loyal=1)
    table.army("blue", "alketas", "pella.inside", mercenary=1)
    place(table, mercenary=1)
    assert table.offers == ("place:larisa", "place:sardeis")
    assert table.why_not("place:pella.inside") == "5.2.9"
    assert table.why_not("place:sardeis.inside") == "9.4.3"


@pytest.mark.rule("R5.2.9")
def test_a_general_placed_in_the_phase_itself_does_not_make_a_space_eligible() -> None:
    table = two_players()
    table.state.segment = -1
    moves.put_pc(table.state, table.space("kelainai"), NOBODY)
    moves.put_general(table.state, table.general_number("krateros"), LocationId(-2))
    table.begin(reinforcements.begin_phase)
    table.act("place:ikonion")
    assert table.where("krateros") == "ikonion"
    assert table.why_not("choose-units:loyal") == ""
    table.act("choose-units:loyal")
    assert "place:dana" in table.offers


@pytest.mark.rule("R5.2.10")
def test_in_a_segment_the_general_must_have_been_on_the_map_when_it_began() -> None:
    table = Table(segment=TYCHE)
    table.pc("blue", "larisa", "trikka")
    table.army("blue", "antigonos", "ikonion", mercenary=1)
    table.army("blue", "alketas", "dana", mercenary=1)
    early = 1 << table.general_number("antigonos")

    def begin(p: Play) -> None:
        p.push(strategy.PlayerTurn(BLUE, strategy.END, early))
        reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.2.B3.4")

    table.begin(begin)
    assert "place:ikonion" in table.offers
    assert table.why_not("place:dana") == "5.2.10"


@pytest.mark.rule("R5.2.10")
def test_a_general_who_has_moved_since_the_segment_began_still_counts() -> None:
    table = Table(segment=TYCHE)
    table.pc("blue", "larisa")
    table.army("blue", "alketas", "ikonion", mercenary=1)
    early = 1 << table.general_number("alketas")
    moves.put_general(table.state, table.general_number("alketas"), table.location("dana"))
    table.cus("blue", "dana", mercenary=1)
    moves.take_cus(table.state, table.location("ikonion"), BLUE, troop(mercenary=1))

    def begin(p: Play) -> None:
        p.push(strategy.PlayerTurn(BLUE, strategy.END, early))
        reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.2.B3.4")

    table.begin(begin)
    assert table.offers == ("place:larisa", "place:dana")


def by_removal(p: Play, general: GeneralId) -> None:
    p.push(strategy.TycheSegment(BLUE, 0))
    minor_generals.remove(p, BLUE, general)
    p.state.agenda = p.state.agenda[:2]


def by_upkeep(p: Play, general: GeneralId) -> None:
    moves.put_general(p.state, general, LocationId(0))
    upkeep.upkeep(p)


def by_dispersal(p: Play, general: GeneralId) -> None:
    troops.disperse_general(p, general, "2.34")


@pytest.mark.rule("R5.2.10")
@pytest.mark.parametrize(
    ("name", "leave"), [("alketas", by_removal), ("alketas", by_upkeep), ("eumenes", by_dispersal)]
)
def test_a_general_who_left_the_map_and_came_back_counts_no_more(name: str, leave: Leaving) -> None:
    table = Table(segment=TYCHE)
    table.pc("blue", "larisa", "trikka")
    table.pc("red", "dana")
    table.army("blue", "antigonos", "ikonion", mercenary=1)
    table.army("blue", name, "dana", mercenary=1)
    general = table.general_number(name)

    def begin(p: Play) -> None:
        p.push(strategy.PlayerTurn(BLUE, strategy.END, reinforcements.on_map(p)))
        moves.put_pc(p.state, table.space("dana"), BLUE)
        leave(p, general)
        assert p.state.generals[general] < 0
        moves.put_pc(p.state, table.space("dana"), RED)
        moves.put_general(p.state, general, table.location("dana"))
        reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.2.B3.4")

    table.begin(begin)
    assert "place:ikonion" in table.offers
    assert table.why_not("place:dana") == "5.2.10"


@pytest.mark.rule("R5.2.11")
def test_at_most_two_cus_come_to_a_space() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka")
    place(table, mercenary=4)
    table.act("place:larisa", "place:larisa")
    assert table.over
    assert table.forces("blue", "larisa") == {"mercenary": 2}
    assert table.forces("blue", "trikka") == {"mercenary": 2}


@pytest.mark.rule("R5.2.11")
def test_the_refusal_names_the_cap() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka", "dana")
    place(table, mercenary=4)
    table.act("place:larisa", "place:larisa")
    assert table.why_not("place:larisa") == "5.2.11"


@pytest.mark.rule("R5.2.11")
def test_a_minor_general_does_not_lift_the_cap() -> None:
    table = Table()
    table.pc("blue", "trikka", "dana")
    table.army("blue", "alketas", "larisa", mercenary=1)
    place(table, mercenary=3)
    table.act("place:larisa", "place:larisa")
    assert table.why_not("place:larisa") == "5.2.11"


@pytest.mark.rule("R5.2.11")
@pytest.mark.parametrize("space", ["pella", "larisa"])
def test_an_own_major_city_or_major_general_lifts_the_cap(space: str) -> None:
    table = Table()
    table.pc("blue", "pella", "larisa", "trikka")
    table.general("blue", "krateros", "larisa")
    place(table, mercenary=4)
    table.act(*[f"place:{space}"] * 4)
    assert table.forces("blue", space) == {"mercenary": 4}


@pytest.mark.rule("R5.2.11")
def test_inside_a_city_there_is_room_for_two() -> None:
    table = Table()
    table.pc("blue", "pella", "larisa")
    table.cus("blue", "pella.inside", mercenary=1)
    place(table, mercenary=2)
    table.act("place:pella.inside")
    assert table.why_not("place:pella.inside") == "9.4.5"


@pytest.mark.rule("R5.2.11")
def test_a_foreign_major_city_does_not_lift_the_cap() -> None:
    table = Table()
    table.pc("red", "pella")
    table.pc("blue", "larisa", "trikka")
    table.army("blue", "alketas", "pella", mercenary=1)
    place(table, mercenary=3)
    table.act("place:pella", "place:pella")
    assert table.why_not("place:pella") == "5.2.11"


@pytest.mark.rule("R5.2.12")
def test_a_major_general_who_arrives_with_the_cus_lifts_the_cap() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka")
    place(table, generals=("krateros",), mercenary=4)
    table.act("place:trikka", *["place:trikka"] * 4)
    assert table.over
    assert table.where("krateros") == "trikka"
    assert table.forces("blue", "trikka") == {"mercenary": 4}


@pytest.mark.rule("R5.2.11")
def test_the_silver_shields_are_placed_together() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka")
    place(table, silver_shields=2)
    table.act("place:trikka")
    assert table.over
    assert table.forces("blue", "trikka") == {"silver_shields": 2}


# Overflow


@pytest.mark.rule("R5.2.13")
def test_without_an_eligible_space_the_rest_goes_to_free_spaces() -> None:
    table = Table()
    table.pc("blue", "larisa")
    table.pc("independent", "lamia")
    table.pc("red", "trikka")
    table.army("red", "peithon", "dana", loyal=1)
    table.general("red", "leonnatos", "mazaka")
    table.province("red", "aigyptos")
    moves.put_pc(table.state, table.space("thebai"), NOBODY)
    place(table, mercenary=3)
    assert "place:lamia" in table.offers
    assert "place:ikonion" in table.offers
    assert table.why_not("place:larisa") == "5.2.11"
    assert table.why_not("place:trikka") == "5.2.13"
    assert table.why_not("place:dana") == "5.2.13"
    assert table.why_not("place:mazaka") == "5.2.13"
    assert table.why_not("place:thebai") == "5.2.13"


@pytest.mark.rule("R5.2.13")
def test_while_there_is_an_eligible_space_overflow_is_refused() -> None:
    table = Table()
    table.pc("blue", "larisa", "trikka")
    place(table, mercenary=1)
    assert table.offers == ("place:larisa", "place:trikka")
    assert table.why_not("place:ikonion") == "5.2.8"


@pytest.mark.rule("R5.2.13")
def test_a_major_general_alone_may_overflow() -> None:
    table = Table()
    place(table, generals=("demetrios",))
    table.act("place:ikonion")
    assert table.where("demetrios") == "ikonion"


@pytest.mark.rule("R5.2.14")
def test_a_province_takes_two_overflowing_cus_even_with_a_major_general() -> None:
    table = Table()
    place(table, generals=("demetrios",), mercenary=3)
    table.act("place:ikonion", "place:ikonion", "place:gordion")
    assert table.why_not("place:ikonion") == "5.2.14"
    assert table.why_not("place:ankyra") == "5.2.14"
    table.act("place:dana")
    assert table.over


@pytest.mark.rule("R5.2.15")
def test_a_minor_general_is_placed_with_overflowing_cus() -> None:
    table = Table()
    place(table, mercenary=1)
    table.act("place:ikonion")
    assert table.over
    assert table.where("alketas") == "ikonion"
    assert table.forces("blue", "ikonion") == {"mercenary": 1}


@pytest.mark.rule("R5.2.15")
def test_without_a_general_to_place_with_them_overflowing_cus_are_dispersed() -> None:
    table = Table()
    besieged = {"alketas": "pella", "attalos": "sardeis", "dokimos": "kelainai", "polemon": "tyros"}
    enemies = ("peithon", "leonnatos", "eumenes", "krateros")
    for (minor, city), enemy in zip(besieged.items(), enemies, strict=True):
        table.pc("blue", city)
        table.army("blue", minor, f"{city}.inside", mercenary=1)
        table.army("red", enemy, city, loyal=1)
    place(table, mercenary=1)
    assert table.over
    assert table.dispersed("blue") == {"mercenary": 1}


@pytest.mark.rule("R5.2.16")
def test_with_no_space_at_all_the_rest_is_dispersed() -> None:
    table = Table(turn=1)
    for province in table.play.board.provinces:
        table.province("red", province.id)
    place(table, generals=("demetrios",), mercenary=1, loyal=1)
    assert table.over
    assert table.where("demetrios") == "dispersed"
    assert table.dispersed("blue") == {"mercenary": 1, "loyal": 1}


@pytest.mark.rule("R5.2.16")
def test_where_not_all_fit_the_player_says_what_comes_first() -> None:
    table = Table()
    table.pc("blue", "larisa")
    place(table, mercenary=2, loyal=1)
    assert table.offers == ("choose-units:loyal", "choose-units:mercenary")
    table.act("choose-units:mercenary")
    assert table.forces("blue", "larisa") == {"mercenary": 1}
    assert table.why_not("choose-units:elephant") == "5.2.7"


def test_nothing_to_place_asks_nothing() -> None:
    table = Table()
    table.begin(lambda p: reinforcements.begin(p, BLUE, NO_FORCES, (), "5.2.7"))
    assert table.over
