"""Chapter 14: the Land Battle, up to its Battle Scores."""

import pytest

from diadochi.model import moves
from diadochi.model.pieces import NO_FORCES
from diadochi.rules import activation, battle
from tests.rules.battles import EVEN, fact, facts, fight, meeting, royal_meeting
from tests.table import Table

# 14.1


@pytest.mark.rule("R14.1.1")
def test_the_mover_attacks_and_the_other_faction_defends() -> None:
    table = fight(meeting(), "blue", "red", "trikka", 6, 6, 1, 1)
    event = table.events("battle_begins")[0]
    assert fact(event, "attacker") == table.seat("blue")
    assert fact(event, "defender") == table.seat("red")


@pytest.mark.rule("R14.1.2")
def test_a_player_who_moves_an_independent_army_may_defend_against_it() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=4, loyal=2)
    table.pc("blue", "larisa")
    fight(table, "independent", "blue", "larisa", 5, 3, 5, 3, seat="blue", back="lamia")
    assert table.deciding == "blue"
    assert table.offers == ("lose:mercenary", "lose:loyal")


# 14.2


def sortie(attacker_inside: bool = True) -> Table:
    """Red besieges Blue's Pella; Blue has a garrison inside and an Army that comes from outside."""
    table = Table(active="blue")
    table.pc("blue", "pella")
    table.army("red", "antigonos", "pella", mercenary=5)
    table.army("blue", "ptolemaios", "pella", mercenary=4)
    table.army("blue", "krateros", "pella.inside", loyal=1, mercenary=1)
    table.royal("olympias", "pella.inside", "blue")
    return table


@pytest.mark.rule("R14.2.1")
def test_the_faction_inside_and_outside_says_who_comes_out() -> None:
    table = fight(sortie(), "blue", "red", "pella", back="larisa")
    assert table.deciding == "blue"
    assert set(table.offers) == {"join:loyal", "join:mercenary", "join-general:krateros", "done"}
    table.act("join:loyal")
    assert set(table.offers) == {"join:mercenary", "join-general:krateros", "done"}


@pytest.mark.rule("R14.2.1")
def test_nobody_is_asked_at_a_city_that_belongs_to_neither_side() -> None:
    table = Table(active="blue")
    table.pc("yellow", "pella")
    table.army("blue", "alketas", "pella", mercenary=4)
    table.army("red", "philoxenos", "pella", mercenary=4)
    table.army("yellow", "amphoteros", "pella.inside", mercenary=1)
    fight(table, "blue", "red", "pella", 6, 6, 1, 1)
    assert table.over


@pytest.mark.rule("R14.2.2")
def test_who_joins_the_attacker_counts_as_moved() -> None:
    table = fight(sortie(), "blue", "red", "pella", 6, 6, 1, 1, back="larisa")
    table.act("join:loyal", "join-general:krateros", "done")
    assert table.state.moved_cus[table.location("pella")][1] == 1
    assert table.state.moved_generals >> table.general_number("krateros") & 1


@pytest.mark.rule("R14.2.2")
def test_what_another_general_has_moved_may_not_join_the_attacker() -> None:
    table = sortie()
    inside = table.location("pella.inside")
    table.state.moved_cus[inside] = (0, 1, 0, 0, 0, 0)
    table.state.moved_generals |= 1 << table.general_number("krateros")
    fight(table, "blue", "red", "pella", back="larisa")
    assert set(table.offers) == {"join:mercenary", "done"}
    assert table.why_not("join:loyal") == "14.2.2"
    assert table.why_not("join-general:krateros") == "14.2.2"


@pytest.mark.rule("R14.2.3")
def test_a_joining_general_can_become_commanding_general() -> None:
    table = fight(sortie(), "blue", "red", "pella", 1, 1, 6, 5, back="larisa")
    table.act("join-general:krateros", "done")
    rating = {fact(e, "who"): fact(e, "rating") for e in table.events("battle_roll")}
    assert rating[table.seat("blue")] == 4


@pytest.mark.rule("R14.2.4")
def test_who_joins_shares_the_losses_and_who_stays_inside_does_not() -> None:
    table = sortie()
    fight(table, "blue", "red", "pella", 1, 1, 6, 6, 1, back="larisa")
    table.act("join:loyal", "done")
    assert table.dispersed("blue") == {"loyal": 1}
    assert table.forces("blue", "pella") == {}
    assert table.forces("blue", "pella.inside") == {"mercenary": 1}
    assert table.where("krateros") == "pella.inside"
    assert table.holder("olympias") == "blue"


@pytest.mark.rule("R14.2.5", "R14.10.3")
def test_joined_survivors_of_a_draw_go_back_inside() -> None:
    table = sortie()
    moves.take_cus(table.state, table.location("pella"), table.seat("blue"), (2, 0, 0, 0, 0, 0))
    # Strength 2 + 2 + 1 against 5.
    fight(table, "blue", "red", "pella", 4, 4, 4, 4, back="larisa")
    table.act("join:loyal", "join-general:krateros", "done", "lose:mercenary")
    assert table.events("battle_drawn")
    assert table.forces("blue", "pella.inside") == {"loyal": 1, "mercenary": 1}
    assert table.where("krateros") == "pella.inside"
    assert table.where("ptolemaios") == "larisa"
    assert table.forces("blue", "larisa") == {"mercenary": 1}


@pytest.mark.rule("R14.2.5", "R14.9.3")
@pytest.mark.parametrize(("goes", "inside", "back"), [("inside:mercenary", 1, 2), ("done", 0, 3)])
def test_the_owner_says_whether_a_joiner_or_another_was_lost_in_a_draw(goes: str, inside: int, back: int) -> None:
    table = Table(active="blue", dice=(4, 4, 4, 4))
    table.pc("blue", "pella")
    table.army("red", "antigonos", "pella", mercenary=5)
    table.army("blue", "ptolemaios", "larisa", mercenary=3)
    table.cus("blue", "pella.inside", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:ptolemaios", "take-all", "march:pella", "stand", "join:mercenary")
    assert table.events("battle_drawn")
    assert (table.deciding, table.decision.rule) == ("blue", "14.2.5")
    assert table.why_not("inside:loyal") == "14.2.5"
    table.act(goes)
    assert table.forces("blue", "pella.inside").get("mercenary", 0) == inside
    assert table.forces("blue", "larisa") == {"mercenary": back}


@pytest.mark.rule("R14.2.5")
def test_nobody_is_asked_where_the_lost_cu_can_only_have_been_one_of_them() -> None:
    table = sortie()
    moves.take_cus(table.state, table.location("pella"), table.seat("blue"), (2, 0, 0, 0, 0, 0))
    fight(table, "blue", "red", "pella", 4, 4, 4, 4, back="larisa")
    table.act("join:loyal", "done", "lose:loyal")
    assert table.events("battle_drawn")
    assert table.over
    assert table.forces("blue", "pella.inside") == {"mercenary": 1}


# 14.3


@pytest.mark.rule("R14.3.1", "R14.3.2")
def test_the_attacker_is_asked_for_battle_cards_first_then_the_defender_and_nobody_else() -> None:
    table = meeting()
    for faction, card in (("blue", "53"), ("red", "56"), ("yellow", "57")):
        table.hand(faction, card)
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    asked = []
    while not table.over:
        asked.append(table.deciding)
        table.act("pass")
    assert asked == ["blue", "red"]


@pytest.mark.rule("R14.3.1")
def test_nobody_plays_battle_cards_for_independents() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("red", "philoxenos", "larisa", mercenary=4)
    for faction, card in (("blue", "53"), ("red", "56")):
        table.hand(faction, card)
    fight(table, "independent", "red", "larisa", 6, 6, 1, 1, seat="blue", back="lamia")
    assert table.deciding == "red"
    table.act("pass")
    assert table.over


# 14.4


@pytest.mark.rule("R14.4.1", "R7.2.F.9", "R10.K.1")
def test_royal_army_of_the_lower_side_is_set_apart_and_adds_no_strength() -> None:
    table = fight(royal_meeting("red"), "blue", "red", "trikka", 6, 6, 1, 1)
    assert facts(table, "battle_strength", "total")[0] == 4
    assert facts(table, "royals_apart", "who") == [table.seat("blue")]


@pytest.mark.rule("R7.2.F.10")
def test_with_equal_prestige_royal_army_fights() -> None:
    table = royal_meeting("yellow")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert facts(table, "battle_strength", "total")[0] == 8
    assert not table.events("royals_apart")


@pytest.mark.rule("R14.4.1")
def test_royal_army_of_the_higher_side_fights() -> None:
    table = fight(royal_meeting("blue"), "blue", "red", "trikka", 6, 6, 1, 1)
    assert facts(table, "battle_strength", "total")[0] == 8


@pytest.mark.rule("R7.2.F.12", "R10.K.2")
def test_a_lower_side_of_royal_army_alone_goes_over_without_a_battle() -> None:
    table = royal_meeting("red", royal=4)
    fight(table, "blue", "red", "trikka")
    assert not table.events("battle_roll")
    assert table.forces("red", "trikka") == {"mercenary": 6, "royal": 4}
    assert table.where("peithon") == "dispersed"
    assert table.state.battle_lost == 0


@pytest.mark.rule("R10.K.2")
def test_royal_army_that_goes_over_to_the_mover_counts_as_moved_by_his_general() -> None:
    table = Table(active="red")
    table.army("blue", "peithon", "trikka", royal=4)
    table.army("red", "antigonos", "trikka", mercenary=6)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    fight(table, "red", "blue", "trikka")
    assert table.state.moved_cus[table.location("trikka")] == (0, 0, 4, 0, 0, 0)


@pytest.mark.rule("R7.2.F.12")
def test_the_garrison_that_joins_makes_it_a_mixed_force() -> None:
    table = Table(active="red")
    table.pc("blue", "pella")
    table.army("blue", "peithon", "pella", royal=4)
    table.cus("blue", "pella.inside", mercenary=1)
    table.army("red", "antigonos", "pella", mercenary=6)
    table.royal("alexandros", "larisa", "red")
    table.pc("red", "larisa")
    fight(table, "red", "blue", "pella", 6, 6, 1, 1)
    table.act("join:mercenary")
    assert table.events("battle_roll")


@pytest.mark.rule("R14.4.1")
def test_sacred_ground_helps_the_defender_in_the_comparison() -> None:
    table = royal_meeting("yellow")
    table.royal("funeral_cart", "trikka", "red")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert facts(table, "prestige", "popularity") == [0, 4]
    assert facts(table, "royals_apart", "who") == [table.seat("blue")]


@pytest.mark.rule("R14.4.1")
def test_before_prestige_is_compared_every_player_may_play_surprise_cards() -> None:
    table = royal_meeting("red")
    for faction, card in (("blue", "57"), ("red", "58"), ("yellow", "49")):
        table.hand(faction, card)
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    asked = []
    while not table.over:
        assert not table.events("prestige")
        asked.append(table.deciding)
        table.act("pass")
    assert asked == ["blue", "red", "blue", "red", "yellow"]


@pytest.mark.rule("R14.3.2")
@pytest.mark.parametrize(("emptied", "general"), [("red", "antigonos"), ("blue", "peithon")])
def test_a_side_that_the_cards_leave_without_cus_fights_no_battle(emptied: str, general: str) -> None:
    table = royal_meeting("red")
    table.hand("blue", "57")
    table.royal("herakles", "trikka", emptied)
    fight(table, "blue", "red", "trikka")
    moves.put_cus(table.state, table.location("trikka"), table.seat(emptied), NO_FORCES)
    table.act("pass")
    assert table.over
    assert not table.events("battle_roll")
    assert table.where(general) == "dispersed"
    assert table.holder("herakles") == ""
    assert table.state.battle_lost == 0


# 14.5


def local(table: Table, faction: str, at: str) -> int:
    return battle.local_troops(table.play, table.seat(faction), table.location(at))


@pytest.mark.rule("R14.5.1")
def test_one_local_troops_point_for_the_space() -> None:
    table = meeting()
    table.pc("red", "trikka")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert facts(table, "battle_strength", "local") == [0, 1]


@pytest.mark.rule("R14.5.2")
def test_two_local_troops_points_for_the_province() -> None:
    table = meeting()
    table.army("red", "medios", "tp_stoboi", mercenary=1)
    table.province("red", "makedonia")
    table.begin(lambda p: None)
    assert local(table, "red", "tp_stoboi") == 2


@pytest.mark.rule("R14.5.3")
def test_both_add_up_and_apply_to_independents() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=4)
    table.province("independent", "thessalia")
    fight(table, "blue", "independent", "larisa", 6, 6, 1, 1)
    assert facts(table, "battle_strength", "local") == [0, 3]


@pytest.mark.example("E37")
@pytest.mark.rule("R14.5.4")
def test_e37_peukestas_doubles_local_troops() -> None:
    table = Table(active="red")
    table.pc("blue", "persepolis")
    table.army("blue", "peukestas", "persepolis", loyal=2)
    table.begin(lambda p: None)
    assert local(table, "blue", "persepolis") == 2


@pytest.mark.rule("R14.5.4", "R7.1.3")
@pytest.mark.parametrize(("senior", "at"), [("antigonos", "persepolis"), ("", "larisa")])
def test_peukestas_doubles_only_in_command_and_in_his_provinces(senior: str, at: str) -> None:
    table = Table()
    table.pc("blue", at)
    table.army("blue", "peukestas", at, loyal=2)
    if senior:
        table.general("blue", senior, at)
    table.begin(lambda p: None)
    control = 3 if at == "larisa" and table.state.province_owner[1] == table.seat("blue") else 1
    assert local(table, "blue", at) == control


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(
    ("general", "at", "points"),
    [
        ("polyperchon", "trikka", 1),
        ("polyperchon", "sardeis", 0),
        ("asandros", "ephesos", 1),
        ("asandros", "trikka", 0),
    ],
)
def test_polyperchon_and_asandros_find_local_troops_in_their_provinces(general: str, at: str, points: int) -> None:
    table = Table()
    table.army("blue", general, at, loyal=2)
    table.begin(lambda p: None)
    assert local(table, "blue", at) == points


@pytest.mark.rule("R14.5.5")
def test_a_failed_evasion_leaves_no_local_troops() -> None:
    table = meeting()
    table.province("red", "thessalia")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1, no_local=("red",))
    assert facts(table, "battle_strength", "local") == [0, 0]


# 14.6


def persepolis() -> Table:
    """E37 to E41: Peithon (Red) attacks Peukestas (Blue) in Persepolis."""
    table = Table(active="red")
    table.pc("blue", "persepolis")
    table.army("blue", "peukestas", "persepolis", loyal=2, mercenary=2)
    table.general("blue", "eumenes", "persepolis")
    table.army("red", "peithon", "persepolis", loyal=2, elephant=4)
    table.hand("blue", "52")
    table.hand("red", "53")
    table.deck("12", "13")
    fight(table, "red", "blue", "persepolis", 2, 6, 4, 3, 1, 3, 3, 6, 6, 4)
    table.act("pass", "surprise:52", "surprise:53")
    while table.decision.prompt.startswith("prompt.window"):
        table.act("pass")
    return table


@pytest.mark.example("E38")
@pytest.mark.rule("R14.6.1", "R14.6.2", "R14.6.3")
def test_e38_battle_strength() -> None:
    table = persepolis()
    assert facts(table, "battle_strength", "total") == [11, 8]
    assert facts(table, "battle_strength", "elephants") == [7, 0]
    assert table.events("battle_strength")[0].dice == (2, 6, 4, 3)


@pytest.mark.example("E39")
@pytest.mark.rule("R14.7.1", "R14.7.2", "R14.7.4")
def test_e39_battle_score() -> None:
    table = persepolis()
    assert facts(table, "battle_roll", "raised") == [(3, 3), (3, 6)]
    assert facts(table, "battle_roll", "score") == [5, 6]
    assert facts(table, "battle_won", "who") == [table.seat("blue")]


@pytest.mark.example("E40")
@pytest.mark.rule("R14.8.1", "R14.8.3", "R14.8.5")
def test_e40_peukestas_is_killed_and_eumenes_takes_command() -> None:
    table = persepolis()
    assert table.where("peukestas") == "out"
    assert facts(table, "takes_command", "general") == [table.general_number("eumenes")]


@pytest.mark.example("E41")
@pytest.mark.rule("R14.9.4", "R14.9.7", "R14.9.8", "R14.9.9")
def test_e41_battle_losses() -> None:
    table = persepolis()
    assert table.deciding == "blue"
    table.act("lose:mercenary")
    assert table.over
    assert table.forces("blue", "persepolis") == {"loyal": 2, "mercenary": 1}
    assert table.where("eumenes") == "persepolis"
    assert table.forces("red", "persepolis") == {}
    assert table.dispersed("red") == {"loyal": 2}
    assert table.where("peithon") == "dispersed"
    assert facts(table, "attrition_roll", "column") == [2]


@pytest.mark.example("E12")
@pytest.mark.rule("R7.2.C.1", "R7.2.C.2", "R7.2.C.3")
def test_e12_elephant_dice() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", elephant=3)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    fight(table, "blue", "red", "trikka", 3, 5, 1, 6, 6, 1, 1)
    assert facts(table, "battle_strength", "elephants") == [4, 0]
    assert facts(table, "battle_strength", "total") == [4, 2]


@pytest.mark.rule("R7.1.3")
def test_seleukos_keeps_half_his_elephants_against_anti_elephant_devices() -> None:
    table = Table(dice=(6, 5))
    table.army("blue", "seleukos", "trikka", elephant=2, loyal=1)
    table.begin(lambda p: None)
    at, seat = table.location("trikka"), table.seat("blue")
    cus = table.state.cus_of(at, seat)
    found = battle.battle_strength(table.play, seat, at, cus, local=0, no_elephants=True)
    assert (found.cus, found.elephants) == (2, 3)


@pytest.mark.rule("R14.6.1")
def test_anti_elephant_devices_leave_others_no_elephant_dice() -> None:
    table = Table()
    table.army("blue", "peithon", "trikka", elephant=2, loyal=1)
    table.begin(lambda p: None)
    at, seat = table.location("trikka"), table.seat("blue")
    cus = table.state.cus_of(at, seat)
    found = battle.battle_strength(table.play, seat, at, cus, local=0, no_elephants=True)
    assert found == (2, (), 0, 0)


@pytest.mark.example("D07")
@pytest.mark.rule("R14.2.4", "R14.6.3")
def test_d07_the_garrison_of_tyros_joins_ptolemaios() -> None:
    table = Table(active="blue")
    table.pc("blue", "tyros")
    table.army("blue", "ptolemaios", "ake", loyal=2, mercenary=4)
    table.cus("blue", "tyros.inside", mercenary=2)
    table.army("red", "philoxenos", "tyros", mercenary=3)
    table.dice(6, 6, 1, 1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:ptolemaios", "take-all", "embark", "sail:tyros", "land:tyros")
    if table.decision.prompt == "prompt.evade":
        table.act("stand")
    table.act("join:mercenary", "join:mercenary")
    assert facts(table, "battle_strength", "total") == [11, 3]


# 14.7


@pytest.mark.example("D08")
@pytest.mark.rule("R14.7.4", "R14.7.5")
def test_d08_the_higher_score_wins() -> None:
    table = meeting(8, 5)
    fight(table, "blue", "red", "trikka", 3, 4, 6, 6)
    assert facts(table, "battle_roll", "score") == [4, 7]
    assert facts(table, "battle_won", "who") == [table.seat("red")]


@pytest.mark.example("D09")
@pytest.mark.rule("R14.7.2")
@pytest.mark.parametrize(("dice", "raised"), [((1, 5), (4, 5)), ((1, 3), (4, 4)), ((4, 5), (4, 5))])
def test_d09_each_die_is_raised_to_battle_rating_4(dice: tuple[int, int], raised: tuple[int, int]) -> None:
    table = Table(active="blue")
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    fight(table, "blue", "red", "trikka", *dice, 6, 6, 1)
    assert facts(table, "battle_roll", "raised")[0] == raised


@pytest.mark.rule("R14.7.2")
def test_without_a_general_the_dice_stay_as_they_are() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=4)
    table.cus("red", "trikka", mercenary=4)
    table.pc("red", "trikka")
    fight(table, "blue", "red", "trikka", 1, 1, 1, 2)
    assert facts(table, "battle_roll", "raised") == [(2, 2), (1, 2)]


@pytest.mark.rule("R14.7.3")
def test_a_card_adds_after_the_dice_are_raised_and_13_reads_12() -> None:
    table = Table(dice=(6, 6))
    table.begin(lambda p: None)
    found = battle.battle_roll(table.play, 5, 4, 1)
    assert (found.total, found.score) == (13, 7)


@pytest.mark.rule("R14.7.4")
def test_battle_strength_above_25_reads_the_last_column() -> None:
    table = fight(meeting(60, 30), "blue", "red", "trikka", 6, 6, 5, 5)
    assert facts(table, "battle_roll", "score") == [16, 14]


@pytest.mark.rule("R14.7.4")
def test_battle_strength_0_scores_0() -> None:
    table = Table(dice=(6, 6))
    table.begin(lambda p: None)
    assert battle.battle_roll(table.play, 0, 4, 0).score == 0


@pytest.mark.rule("R14.7.5")
def test_equal_scores_are_a_draw() -> None:
    table = fight(meeting(), "blue", "red", "trikka", *EVEN, back="larisa")
    assert table.events("battle_drawn")
    assert table.state.battle_lost == 0


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(
    ("general", "at", "rating"),
    [("antipatros", "pella", 4), ("antipatros", "trikka", 3), ("ptolemaios", "memphis", 4), ("ptolemaios", "pella", 3)],
)
def test_antipatros_and_ptolemaios_fight_better_at_home(general: str, at: str, rating: int) -> None:
    table = Table()
    table.army("blue", general, at, loyal=2)
    table.begin(lambda p: None)
    red = table.seat("red")
    assert battle.battle_rating(table.play, table.seat("blue"), table.location(at), red) == rating


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(("enemy", "rating"), [("independent", 4), ("red", 3)])
def test_peithon_fights_better_against_independents(enemy: str, rating: int) -> None:
    table = Table()
    table.army("blue", "peithon", "trikka", loyal=2)
    table.begin(lambda p: None)
    at = table.location("trikka")
    assert battle.battle_rating(table.play, table.seat("blue"), at, table.seat(enemy)) == rating


@pytest.mark.rule("R7.5.5")
def test_independent_armies_fight_together_under_the_best_rating() -> None:
    table = Table(active="blue")
    table.independent("glaukias", "larisa")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=9)
    fight(table, "blue", "independent", "larisa", 1, 1, 6, 6)
    assert facts(table, "battle_strength", "total") == [9, 11]
    assert facts(table, "battle_roll", "rating") == [2, 3]


# 10.D to 10.L


@pytest.mark.example("E36")
@pytest.mark.rule("R14.1.1", "R11.2.13")
def test_e36_the_intercepted_mover_attacks_and_the_interceptor_defends() -> None:
    table = Table(active="red")
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "pella", mercenary=3)
    table.army("red", "philoxenos", "lamia", mercenary=4)
    seat = table.seat("red")
    table.begin(lambda p: activation.begin(p, seat, 2, 1))
    table.act(
        "activate:philoxenos", "take-all", "march:larisa", "intercept:pella", "take-general:antigonos", "take-all"
    )
    # The Interception, then the battle.
    table.dice(3, 1, 1, 6, 6)
    while table.deciding == "blue":
        table.act("done" if "done" in table.offers else "pass")
    table.act("attack")
    event = table.events("battle_begins")[0]
    assert fact(event, "attacker") == table.seat("red")
    assert fact(event, "defender") == table.seat("blue")
    assert table.forces("blue", "larisa") == {"mercenary": 3}
    assert table.where("philoxenos") == "off map"
