"""Cards that harm others: 4, 15, 24 and 46, 45, 48, 59."""

import pytest

from diadochi.model.state import DISPERSED
from tests.cards.deal import impossible, play, refusal, segment
from tests.cards.surprises import in_hand, pass_answers, window
from tests.table import Table

# 4 Epidemic


@pytest.mark.card("4")
def test_an_epidemic_is_attrition_for_all_cus_of_one_army_as_a_group() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "gaza", mercenary=3, loyal=2)
    play(table, "4")
    assert table.deciding == "red"
    table.act("lose:loyal", "lose:mercenary")
    assert table.forces("red", "gaza") == {"mercenary": 2, "loyal": 1}
    assert table.events("attrition_roll")[0].dice == (6,)


@pytest.mark.card("4")
def test_the_elephant_goes_first() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "gaza", mercenary=2, elephant=1)
    play(table, "4")
    assert table.forces("red", "gaza") == {"mercenary": 2}


@pytest.mark.card("4")
def test_an_epidemic_needs_another_players_army_wherever_it_is() -> None:
    table = Table()
    table.pc("red", "pella", "gaza")
    table.army("red", "peithon", "pella.inside", mercenary=1)
    table.army("yellow", "eumenes", "pella", loyal=3)
    table.cus("red", "gaza", mercenary=5)
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.independent("leosthenes", "lamia")
    play(table, "4")
    assert table.offers == ("at:pella", "at:pella.inside")
    assert table.why_not("at:gaza") == "6.2.A.1"
    assert table.why_not("at:babylon") == "6.2.A.1"
    assert table.why_not("at:lamia") == "6.2.A.1"


@pytest.mark.card("4")
def test_without_another_players_army_there_is_no_epidemic() -> None:
    table = Table()
    table.pc("red", "gaza")
    table.cus("red", "gaza", mercenary=5)
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.independent("leosthenes", "lamia")
    assert impossible(table, "4")


# 24, 46 Desertions


@pytest.mark.card("24")
@pytest.mark.card("46")
@pytest.mark.parametrize("card", ["24", "46"])
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_desertions_cost_one_to_three_cus(card: str, die: int, lost: int) -> None:
    table = Table(dice=(die,))
    table.army("red", "peithon", "gaza", mercenary=4)
    play(table, card)
    assert table.over
    assert table.forces("red", "gaza") == {"mercenary": 4 - lost}
    assert table.events("desertions_roll")[0].dice == (die,)


@pytest.mark.card("24")
def test_the_owner_picks_who_deserts() -> None:
    table = Table(dice=(2,))
    table.army("red", "peithon", "gaza", mercenary=1, loyal=1)
    play(table, "24")
    assert table.deciding == "red"
    table.act("lose:mercenary")
    assert table.forces("red", "gaza") == {"loyal": 1}


@pytest.mark.card("46")
@pytest.mark.example("E14")
@pytest.mark.rule("R7.1.C.6")
def test_e14_the_last_cu_deserts_and_the_heir_goes_to_the_pc() -> None:
    table = Table(players=5, active="black", dice=(6,))
    table.pc("black", "gaza")
    table.army("green", "ophellas", "gaza", mercenary=1)
    table.royal("alexandros", "gaza", "green")
    play(table, "46", "black")
    assert table.forces("green", "gaza") == {}
    assert table.where("ophellas") == "off map"
    assert table.holder("alexandros") == "black"


@pytest.mark.card("24")
def test_cus_besieged_inside_a_city_do_not_desert_but_besiegers_and_leaderless_cus_do() -> None:
    table = Table()
    table.pc("red", "pella", "gaza")
    table.army("red", "peithon", "pella.inside", mercenary=1)
    table.army("yellow", "eumenes", "pella", loyal=3)
    table.cus("red", "gaza", mercenary=1)
    table.independent("leosthenes", "lamia")
    play(table, "24")
    assert table.offers == ("at:pella", "at:gaza")
    assert table.why_not("at:pella.inside") == "6.2.A.1"
    assert table.why_not("at:lamia") == "6.2.A.1"


@pytest.mark.card("24")
def test_nobody_left_to_desert() -> None:
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.independent("leosthenes", "lamia")
    assert impossible(table, "24")


@pytest.mark.card("24")
def test_the_siege_points_of_deserters_go() -> None:
    table = Table(dice=(6,))
    table.pc("blue", "pella")
    table.army("red", "peithon", "pella", mercenary=3)
    table.siege_points("red", "pella", 2)
    play(table, "24")
    assert table.state.sp == {}


# 48 Traitor


@pytest.mark.card("48")
def test_a_traitor_joins_an_army_within_two_mps() -> None:
    table = Table()
    table.army("red", "peithon", "boiotia", mercenary=2, elephant=1, loyal=1)
    table.army("blue", "antipatros", "larisa", loyal=1)
    play(table, "48")
    assert table.offers == ("choose-units:mercenary", "choose-units:elephant")
    assert table.why_not("choose-units:loyal") == "6.2.A.1"
    table.act("choose-units:elephant")
    assert table.forces("blue", "larisa") == {"loyal": 1, "elephant": 1}
    assert table.forces("red", "boiotia") == {"mercenary": 2, "loyal": 1}
    assert table.champion("blue")


@pytest.mark.card("48")
def test_where_the_traitor_is_and_which_army_he_joins_are_chosen() -> None:
    table = Table()
    table.pc("red", "chalkis")
    table.cus("red", "chalkis", mercenary=1)
    table.army("red", "peithon", "korinthos", mercenary=1)
    table.pc("blue", "athenai")
    table.army("blue", "antipatros", "athenai.inside", loyal=1)
    table.army("blue", "perdikkas", "boiotia", loyal=1)
    play(table, "48")
    assert table.offers == ("at:chalkis", "at:korinthos")
    table.act("at:chalkis")
    assert table.offers == ("at:boiotia", "at:athenai.inside")
    table.act("at:athenai.inside")
    assert table.forces("blue", "athenai.inside") == {"loyal": 1, "mercenary": 1}
    assert table.forces("red", "chalkis") == {}


@pytest.mark.card("48")
def test_a_full_city_takes_no_traitor() -> None:
    table = Table()
    table.army("red", "peithon", "korinthos", mercenary=1)
    table.pc("blue", "athenai")
    table.army("blue", "antipatros", "athenai.inside", loyal=2)
    assert impossible(table, "48")


@pytest.mark.card("48")
def test_macedonians_cus_inside_a_city_and_those_too_far_away_stay_true() -> None:
    table = Table()
    table.army("blue", "antipatros", "larisa", loyal=1)
    table.pc("red", "pella")
    table.army("red", "peithon", "pella.inside", mercenary=1)
    table.army("red", "eumenes", "lamia", loyal=2)
    table.army("red", "krateros", "athenai", mercenary=2)
    table.independent("leosthenes", "trikka")
    assert impossible(table, "48")


# 45 Surprise Sortie


def besieged(**garrison: int) -> Table:
    table = Table()
    table.pc("blue", "pella")
    table.general("blue", "antipatros", "pella.inside")
    if garrison:
        table.cus("blue", "pella.inside", **garrison)
    table.army("red", "peithon", "pella", mercenary=2, loyal=2)
    table.siege_points("red", "pella", 2)
    return table


@pytest.mark.card("45")
def test_a_sortie_removes_the_siege_points_and_a_cu_of_the_besieger() -> None:
    table = besieged(mercenary=1)
    play(table, "45")
    assert table.deciding == "red"
    table.act("lose:mercenary")
    assert table.state.sp == {}
    assert table.forces("red", "pella") == {"mercenary": 1, "loyal": 2}
    assert table.forces("blue", "pella.inside") == {"mercenary": 1}
    assert table.champion("blue")


@pytest.mark.card("45")
def test_a_sortie_needs_a_garrison_and_a_player_who_besieges() -> None:
    assert impossible(besieged(), "45")

    table = Table()
    table.pc("blue", "pella")
    table.cus("blue", "pella.inside", mercenary=1)
    assert impossible(table, "45")
    table.independent("glaukias", "pella")
    assert impossible(table, "45")


# 59 Repercussions of Defeat


def beaten() -> Table:
    """Red has lost a Land Battle; Gaza is isolated, Pella and Amphipolis are not."""
    table = Table()
    table.pc("red", "pella", "amphipolis", "gaza")
    table.pc("blue", "ake", "hierosolyma", "pelousion")
    table.cus("blue", "ake", mercenary=1)
    table.cus("blue", "hierosolyma", mercenary=1)
    table.cus("blue", "pelousion", mercenary=1)
    table.army("blue", "perdikkas", "tp_sinai", mercenary=1)
    table.state.battle_lost = 1 << table.seat("red")
    return table


@pytest.mark.card("59")
def test_the_beaten_lose_their_isolated_pcs_at_once() -> None:
    table = beaten()
    play(table, "59")
    assert table.over
    assert [table.pc_of(s) for s in ("gaza", "pella", "amphipolis")] == ["", "red", "red"]


@pytest.mark.card("59")
def test_only_who_lost_a_land_battle_and_has_an_isolated_pc() -> None:
    table = beaten()
    table.state.battle_lost = 0
    assert impossible(table, "59")

    table = beaten()
    table.pc("blue", "gaza")
    assert impossible(table, "59")

    table = beaten()
    table.state.battle_lost = 1 << table.seat("blue")
    assert impossible(table, "59")


@pytest.mark.card("59")
def test_the_beaten_player_is_chosen() -> None:
    table = beaten()
    table.pc("yellow", "kyrene")
    table.pc("blue", "euesperides", "paraitonion")
    table.army("blue", "eumenes", "tp_katabathmos", mercenary=1)
    table.cus("blue", "euesperides", mercenary=1)
    table.cus("blue", "paraitonion", mercenary=1)
    table.pc("blue", "kydonia")
    table.cus("blue", "kydonia", mercenary=1)
    table.state.battle_lost |= 1 << table.seat("yellow")
    play(table, "59")
    assert table.offers == ("choose-faction:red", "choose-faction:yellow")
    assert table.why_not("choose-faction:green") == "6.2.A.1"
    table.act("choose-faction:yellow")
    assert (table.pc_of("kyrene"), table.pc_of("gaza")) == ("", "red")


# 15 Condemnation


def accused() -> Table:
    table = Table()
    table.general("red", "peithon", "gaza")
    table.general("red", "eumenes", "dispersed")
    table.army("red", "philoxenos", "ake", mercenary=1)
    table.general("blue", "perdikkas", "babylon")
    table.independent("leosthenes", "lamia")
    return table


@pytest.mark.card("15")
def test_a_condemned_general_costs_his_faction_three_legitimacy() -> None:
    table = accused()
    play(table, "15")
    before = table.legitimacy("red")
    assert table.offers == ("choose-general:peithon", "choose-general:eumenes")
    for general in ("perdikkas", "philoxenos", "leosthenes", "krateros"):
        assert table.why_not(f"choose-general:{general}") == "6.2.A.1"
    table.act("choose-general:eumenes")
    assert table.legitimacy("red") == before - 3


@pytest.mark.card("15")
@pytest.mark.rule("R6.2.A.2")
def test_the_condemnation_in_force_is_lifted_first() -> None:
    table = accused()
    table.state.condemned = table.general_number("perdikkas")
    segment(table, "15", "yellow")
    before = table.legitimacy("blue")
    table.act("event:15")
    assert table.legitimacy("blue") == before + 3
    table.act("choose-general:perdikkas")
    assert table.legitimacy("blue") == before


@pytest.mark.card("15")
@pytest.mark.rule("R6.2.A.2")
def test_lifting_it_may_win_the_game_before_anybody_is_condemned() -> None:
    table = accused()
    seat = table.seat("red")
    table.state.condemned = table.general_number("peithon")
    table.pc("red", "pella")
    for royal in ("alexandros", "olympias", "kleopatra", "thessalonike"):
        table.royal(royal, "pella", "red")
    table.province("red", "makedonia")
    segment(table, "15")
    assert table.legitimacy("red") == 5 + 3 + 3 + 2 + 3 + 2 - 3
    table.act("event:15")
    assert table.state.result[0] == seat


@pytest.mark.card("15")
def test_any_use_of_the_card_lifts_the_condemnation() -> None:
    table = accused()
    table.state.condemned = table.general_number("peithon")
    segment(table, "15")
    table.act("spend-nothing:15")
    assert table.state.condemned == -1
    assert table.events("condemnation_ends")


@pytest.mark.card("15")
def test_if_nobody_is_left_to_condemn_only_the_first_part_happens() -> None:
    table = Table()
    table.general("blue", "perdikkas", "babylon")
    assert impossible(table, "15")
    table.state.condemned = table.general_number("perdikkas")
    assert refusal(table, "15") == ""
    segment(table, "15")
    table.act("event:15")
    assert table.over
    assert table.state.condemned == -1


@pytest.mark.card("15")
@pytest.mark.card("58")
def test_a_condemnation_outlasts_the_theft_and_the_reshuffle_of_its_card() -> None:
    from diadochi.rules import deck

    table = accused()
    peithon = table.general_number("peithon")
    table.state.condemned = peithon
    table.hand("blue", "58")
    table.hand("red", "15")
    table.deck("5")
    window(table)
    table.act("surprise:58")
    pass_answers(table)
    assert in_hand(table, "blue") == {"15"}
    assert table.state.condemned == peithon
    deck.shuffle_all(table.play)
    assert table.state.condemned == peithon


@pytest.mark.card("15")
def test_the_condemnation_ends_with_his_death() -> None:
    from diadochi.rules import troops

    table = accused()
    play(table, "15")
    table.act("choose-general:peithon")
    troops.kill_general(table.play, table.general_number("peithon"), "14.8.2")
    assert table.state.condemned == -1
    assert [e.key for e in table.play.events[-2:]] == ["general_killed", "condemnation_dies"]
    assert table.state.generals[table.general_number("eumenes")] == DISPERSED
