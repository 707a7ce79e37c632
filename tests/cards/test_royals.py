"""Cards about the royal family: 1, 25, 27, 29 to 32, 36."""

import pytest

from diadochi.model.pieces import Royal
from diadochi.model.state import NOBODY
from diadochi.rules import turn
from tests.cards.deal import impossible, lies, play, reveal, segment
from tests.table import Table

# 1 Drink the Hemlock


@pytest.mark.card("1")
@pytest.mark.rule("R8.5.1")
def test_the_hemlock_kills_an_heir_or_a_female_in_a_space_with_a_cu_of_yours() -> None:
    table = Table()
    table.pc("blue", "gaza")
    table.cus("blue", "gaza", mercenary=1)
    table.royal("kleopatra", "gaza")
    table.royal("herakles", "gaza", "blue")
    table.royal("thessalonike", "pella")
    play(table, "1")
    assert table.offers == ("choose-royal:herakles", "choose-royal:kleopatra")
    assert table.why_not("choose-royal:thessalonike") == "8.5.1"
    table.act("choose-royal:kleopatra")
    assert table.where_royal("kleopatra") == "out"


@pytest.mark.card("1")
def test_besiegers_reach_a_royal_inside_the_city_and_the_legitimacy_is_lost_at_once() -> None:
    table = Table()
    table.pc("red", "pella")
    table.royal("alexandros", "pella.inside", "red")
    table.army("blue", "antipatros", "pella", loyal=1)
    play(table, "1")
    assert table.over
    assert table.where_royal("alexandros") == "out"
    assert [s.key for s in table.events("hemlock_of")] == ["hemlock_of"]
    assert table.legitimacy("red") == table.legitimacy("yellow")


@pytest.mark.card("1")
def test_a_garrison_reaches_a_royal_outside() -> None:
    table = Table()
    table.pc("blue", "pella")
    table.cus("blue", "pella.inside", mercenary=1)
    table.royal("thessalonike", "pella")
    play(table, "1")
    assert table.where_royal("thessalonike") == "out"


@pytest.mark.card("1")
def test_the_cart_and_lone_generals_do_not_count() -> None:
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.royal("funeral_cart", "babylon", "blue")
    table.general("blue", "eumenes", "gaza")
    table.royal("kleopatra", "gaza")
    assert impossible(table, "1")


@pytest.mark.card("1")
def test_an_offer_of_marriage_to_the_dead_bride_lapses() -> None:
    table = Table()
    table.royal("kleopatra", "gaza")
    segment(table, "31", "red")
    table.act("event:31", "spend-nothing:31")
    assert lies(table, "31") == "in front of red"
    table.state.active = table.seat("blue")
    table.pc("blue", "gaza")
    table.cus("blue", "gaza", mercenary=1)
    play(table, "1")
    assert table.over
    assert lies(table, "31") == "discarded"
    assert table.state.proposals == [-1, -1]
    assert table.events("offer_lapses")


# 25 Treachery


def with_an_heir(space: str = "sippara") -> Table:
    """Blue in Babylon; Red keeps Alexandros nearby."""
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=2)
    table.army("red", "peithon", space, mercenary=1)
    table.royal("alexandros", space, "red")
    return table


@pytest.mark.card("25")
def test_treachery_brings_an_heir_of_another_player_to_your_army() -> None:
    table = with_an_heir()
    play(table, "25")
    assert table.over
    assert table.where_royal("alexandros") == "babylon"
    assert table.holder("alexandros") == "blue"
    assert table.champion("blue")


@pytest.mark.card("25")
def test_enemy_cus_with_the_heir_do_not_prevent_treachery_and_he_may_still_move() -> None:
    table = with_an_heir("opis")
    table.cus("red", "opis", loyal=6)
    table.state.moved_royals = 1 << Royal.ALEXANDROS
    play(table, "25")
    assert table.holder("alexandros") == "blue"
    assert table.state.moved_royals == 0


@pytest.mark.card("25")
def test_the_army_that_receives_the_heir_is_chosen() -> None:
    table = with_an_heir()
    table.army("blue", "eumenes", "opis", mercenary=1)
    play(table, "25")
    assert table.offers == ("at:babylon", "at:opis")
    assert table.why_not("at:sippara") == "6.2.A.1"
    table.act("at:opis")
    assert table.where_royal("alexandros") == "opis"


@pytest.mark.card("25")
def test_an_heir_far_away_inside_a_city_or_in_nobodys_care_is_safe() -> None:
    assert impossible(with_an_heir("gaza"), "25")

    table = Table()
    table.pc("red", "babylon")
    table.royal("alexandros", "babylon.inside", "red")
    table.royal("herakles", "opis")
    table.royal("kleopatra", "opis")
    table.army("blue", "perdikkas", "sippara", loyal=1)
    assert impossible(table, "25")


@pytest.mark.card("25")
def test_a_besieged_army_receives_nobody() -> None:
    table = Table()
    table.pc("blue", "babylon")
    table.army("blue", "perdikkas", "babylon.inside", loyal=1)
    table.army("red", "peithon", "babylon", mercenary=3)
    table.royal("alexandros", "babylon", "red")
    assert impossible(table, "25")


@pytest.mark.card("25")
@pytest.mark.parametrize(("turn", "safe"), [(1, True), (2, False)])
def test_the_cart_cannot_be_taken_in_game_turn_i(turn: int, safe: bool) -> None:
    table = Table(turn=turn)
    table.army("red", "peithon", "opis", mercenary=1)
    table.royal("funeral_cart", "opis", "red")
    table.army("blue", "perdikkas", "babylon", loyal=1)
    assert impossible(table, "25") is safe


@pytest.mark.card("25")
def test_with_the_faster_cart_it_can_be_taken_once_it_may_move() -> None:
    table = Table(turn=1, options=("faster-funeral-cart",))
    table.army("red", "peithon", "opis", mercenary=1)
    table.royal("funeral_cart", "opis", "red")
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.state.cart_free = 1
    play(table, "25")
    assert table.holder("funeral_cart") == "blue"


# 27 Plans of Their Own


@pytest.mark.card("27")
def test_an_uncontrolled_female_goes_up_to_four_mps_away() -> None:
    table = Table()
    table.royal("kleopatra", "sardeis")
    table.pc("red", "ephesos")
    table.army("red", "peithon", "ephesos", mercenary=1)
    play(table, "27")
    assert "choose-space:kyklades" in table.offers
    assert "choose-space:gordion" in table.offers
    assert table.why_not("choose-space:sardeis") == "6.2.A.1"
    assert table.why_not("choose-space:tp_laodikeia") == "6.2.A.1"
    assert table.why_not("choose-space:gaza") == "6.2.A.1"
    table.act("choose-space:ephesos")
    assert table.where_royal("kleopatra") == "ephesos"
    assert table.holder("kleopatra") == ""


@pytest.mark.card("27")
def test_she_stays_outside_a_major_city_and_does_not_use_trans_mediterranean_paths() -> None:
    table = Table()
    table.pc("red", "halikarnassos")
    table.royal("kleopatra", "rhodos")
    play(table, "27")
    assert table.why_not("choose-space:alexandria") == "6.2.A.1"
    table.act("choose-space:halikarnassos")
    assert table.where_royal("kleopatra") == "halikarnassos"


@pytest.mark.card("27")
def test_which_of_several_females_is_chosen_and_a_controlled_one_never_goes() -> None:
    table = Table()
    table.pc("red", "gaza")
    table.royal("olympias", "molossia")
    table.royal("thessalonike", "pella")
    table.royal("kleopatra", "gaza", "red")
    play(table, "27")
    assert table.offers == ("choose-royal:olympias", "choose-royal:thessalonike")
    assert table.why_not("choose-royal:kleopatra") == "8.4.1"
    assert table.why_not("choose-royal:alexandros") == "8.4.1"
    table.act("choose-royal:olympias", "choose-space:ambrakia")
    assert table.where_royal("olympias") == "ambrakia"


@pytest.mark.card("27")
def test_a_marriage_offer_in_force_is_looked_at_afterwards() -> None:
    table = Table()
    table.royal("kleopatra", "sardeis")
    table.army("blue", "perdikkas", "ephesos", loyal=1)
    table.state.proposals[0] = table.seat("blue")
    play(table, "27", "red")
    table.act("choose-space:ephesos")
    assert table.holder("kleopatra") == "blue"


@pytest.mark.card("27")
def test_plans_need_an_uncontrolled_female_on_the_map() -> None:
    table = Table()
    table.pc("red", "gaza")
    table.royal("kleopatra", "gaza", "red")
    assert impossible(table, "27")


@pytest.mark.card("27")
@pytest.mark.rule("R6.0.4")
def test_revealed_plans_are_resolved_by_the_player_with_the_fewest_vp() -> None:
    table = Table(players=2)
    table.province("red", "kypros")
    table.royal("kleopatra", "sardeis")
    reveal(table, "27")
    assert table.deciding == "blue"
    table.act("choose-space:ephesos")
    assert table.over


@pytest.mark.card("27")
@pytest.mark.rule("R6.0.6")
def test_revealed_plans_without_a_female_are_only_discarded() -> None:
    table = Table(players=2)
    reveal(table, "27")
    assert table.over
    assert table.events("revealed_without_effect")


# 29 Philippos Breaks From Guardian


@pytest.mark.card("29")
def test_philippos_leaves_even_a_besieged_city_and_goes_two_mps() -> None:
    table = Table()
    table.pc("red", "athenai", "korinthos")
    table.army("red", "peithon", "athenai.inside", mercenary=1)
    table.army("blue", "antipatros", "athenai", loyal=3)
    table.royal("philippos", "athenai.inside", "red")
    play(table, "29")
    offered = {offer.removeprefix("choose-space:") for offer in table.offers}
    assert {"lamia", "chalkis", "korinthos", "elis", "sparta", "kyklades", "lesbos"} <= offered
    assert not {"athenai", "larisa", "kydonia"} & offered
    table.act("choose-space:korinthos")
    assert table.where_royal("philippos") == "korinthos"
    assert table.holder("philippos") == "red"


@pytest.mark.card("29")
def test_a_general_in_the_new_place_takes_philippos_before_a_pc_and_nobody_else_does() -> None:
    table = Table()
    table.pc("red", "boiotia", "lamia")
    table.army("red", "peithon", "boiotia", mercenary=1)
    table.general("yellow", "eumenes", "lamia")
    table.royal("philippos", "boiotia", "red")
    play(table, "29")
    table.act("choose-space:lamia")
    assert table.holder("philippos") == "yellow"


@pytest.mark.card("29")
def test_where_nobody_is_philippos_is_free() -> None:
    table = Table()
    table.army("red", "peithon", "boiotia", mercenary=1)
    table.royal("philippos", "boiotia", "red")
    play(table, "29")
    table.act("choose-space:chalkis")
    assert table.holder("philippos") == ""


@pytest.mark.card("29")
def test_philippos_must_be_on_the_map() -> None:
    assert impossible(Table(), "29")


# 30 Eurydike Speaks For Philippos


@pytest.mark.card("30")
@pytest.mark.rule("R8.1.2")
def test_philippos_enters_with_any_players_general() -> None:
    table = Table()
    table.general("blue", "perdikkas", "babylon")
    table.pc("red", "pella")
    table.general("red", "peithon", "pella.inside")
    table.army("red", "philoxenos", "gaza", mercenary=1)
    table.independent("leosthenes", "lamia")
    table.general("yellow", "eumenes", "dispersed")
    play(table, "30")
    assert table.offers == tuple(f"choose-general:{g}" for g in ("perdikkas", "peithon", "philoxenos"))
    assert table.why_not("choose-general:leosthenes") == "8.2.1"
    assert table.why_not("choose-general:eumenes") == "6.2.A.1"
    table.act("choose-general:peithon")
    assert table.where_royal("philippos") == "pella.inside"
    assert table.holder("philippos") == "red"


@pytest.mark.card("30")
def test_eurydike_is_silent_once_philippos_is_on_the_map_or_without_generals() -> None:
    assert impossible(Table(), "30")
    table = Table()
    table.general("blue", "perdikkas", "babylon")
    table.royal("philippos", "babylon", "blue")
    assert impossible(table, "30")


# 31, 32 Marriage

BRIDES = [("31", "kleopatra", 3), ("32", "thessalonike", 2)]


@pytest.mark.card("31")
@pytest.mark.card("32")
@pytest.mark.rule("R8.2.6")
@pytest.mark.parametrize(("card", "bride", "legitimacy"), BRIDES)
def test_the_bride_joins_at_once_if_an_army_is_with_her_alone(card: str, bride: str, legitimacy: int) -> None:
    table = Table()
    table.royal(bride, "gaza")
    table.army("blue", "perdikkas", "gaza", loyal=1)
    segment(table, card)
    before = table.legitimacy("blue")
    table.act(f"event:{card}", f"spend-nothing:{card}")
    assert table.holder(bride) == "blue"
    assert table.legitimacy("blue") == before + legitimacy
    assert lies(table, card) == "discarded"


@pytest.mark.card("31")
@pytest.mark.card("32")
@pytest.mark.rule("R6.2.12")
@pytest.mark.parametrize(("card", "bride", "legitimacy"), BRIDES)
def test_the_offer_lies_in_front_of_its_player_until_the_marriage(card: str, bride: str, legitimacy: int) -> None:
    table = Table()
    table.royal(bride, "gaza")
    segment(table, card)
    table.act(f"event:{card}", f"spend-nothing:{card}")
    assert lies(table, card) == "in front of blue"
    table.army("blue", "perdikkas", "gaza", loyal=1)
    table.begin(lambda p: None)
    assert table.holder(bride) == "blue"
    assert lies(table, card) == "discarded"


@pytest.mark.card("31")
@pytest.mark.card("32")
def test_a_lone_general_or_an_army_inside_make_no_marriage() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.royal("kleopatra", "sardeis")
    table.army("blue", "perdikkas", "sardeis.inside", loyal=1)
    play(table, "31")
    assert table.holder("kleopatra") == ""

    table = Table()
    table.royal("thessalonike", "gaza")
    table.general("blue", "perdikkas", "gaza")
    play(table, "32")
    assert table.holder("thessalonike") == ""


@pytest.mark.card("31")
@pytest.mark.rule("R8.2.10")
def test_the_offer_lapses_at_the_end_of_the_game_turn() -> None:
    table = Table(dice=(1, 2, 3, 4, 1, 2, 3, 4))
    table.royal("kleopatra", "gaza")
    segment(table, "31")
    table.act("event:31", "spend-nothing:31")
    table.begin(lambda p: p.push(turn.GameTurn(turn.END, NOBODY, 0)))
    assert table.state.turn == 3
    assert table.state.proposals == [-1, -1]
    assert lies(table, "31") == "discarded"


@pytest.mark.card("32")
def test_the_offer_may_be_made_while_another_player_controls_her() -> None:
    table = Table()
    table.army("red", "peithon", "gaza", mercenary=1)
    table.royal("thessalonike", "gaza", "red")
    play(table, "32")
    assert table.over
    assert table.holder("thessalonike") == "red"
    assert table.state.proposals[1] == table.seat("blue")


@pytest.mark.card("31")
@pytest.mark.card("32")
@pytest.mark.parametrize(("card", "bride", "legitimacy"), BRIDES)
def test_no_offer_by_a_dead_bride_or_one_of_your_own(card: str, bride: str, legitimacy: int) -> None:
    assert impossible(Table(), card)
    table = Table()
    table.pc("blue", "gaza")
    table.royal(bride, "gaza", "blue")
    assert impossible(table, card)


# 36 Olympias


@pytest.mark.card("36")
@pytest.mark.rule("R8.2.5")
def test_olympias_in_epeiros_raises_four_mercenaries_under_a_minor_general_and_joins() -> None:
    table = Table()
    table.royal("olympias", "molossia")
    segment(table, "36")
    before = table.legitimacy("blue")
    table.act("event:36")
    assert table.forces("blue", "molossia") == {"mercenary": 4}
    assert table.where("alketas") == "molossia"
    assert table.holder("olympias") == "blue"
    assert table.legitimacy("blue") == before + 3


@pytest.mark.card("36")
def test_with_cavalry_olympias_has_one() -> None:
    table = Table(options=("cavalry",))
    table.royal("olympias", "molossia")
    play(table, "36")
    assert table.forces("blue", "molossia") == {"mercenary": 3, "cavalry": 1}


@pytest.mark.card("36")
def test_an_independent_pc_does_not_prevent_the_troops() -> None:
    table = Table()
    table.royal("olympias", "ambrakia")
    table.pc("independent", "ambrakia")
    play(table, "36")
    assert table.forces("blue", "ambrakia") == {"mercenary": 4}
    assert table.pc_of("ambrakia") == "independent"


@pytest.mark.card("36")
def test_elsewhere_she_joins_who_has_a_pc_or_general_with_her_and_no_troops_come() -> None:
    table = Table()
    table.royal("olympias", "pella")
    table.pc("blue", "pella")
    play(table, "36")
    assert table.holder("olympias") == "blue"
    assert table.forces("blue", "pella") == {}


@pytest.mark.card("36")
def test_another_players_general_with_her_prevents_everything() -> None:
    table = Table()
    table.royal("olympias", "molossia")
    table.pc("blue", "molossia")
    table.general("red", "peithon", "molossia")
    assert impossible(table, "36")


@pytest.mark.card("36")
def test_olympias_must_be_alive_and_uncontrolled_and_something_must_happen() -> None:
    assert impossible(Table(), "36")
    table = Table()
    table.royal("olympias", "pella")
    assert impossible(table, "36")
    table.pc("red", "molossia")
    table.royal("olympias", "molossia", "red")
    assert impossible(table, "36")


@pytest.mark.card("36")
def test_if_all_minor_generals_are_on_the_map_one_is_taken_to_her() -> None:
    table = Table()
    table.royal("olympias", "molossia")
    places = {"alketas": "gaza", "attalos": "ake", "dokimos": "sidon", "polemon": "tarsos"}
    for minor, space in places.items():
        table.army("blue", minor, space, mercenary=1)
    play(table, "36")
    table.act("choose-general:polemon")
    assert table.where("polemon") == "molossia"
    assert table.dispersed("blue") == {"mercenary": 1}
    assert table.holder("olympias") == "blue"
