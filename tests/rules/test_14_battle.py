"""Chapter 14: the Land Battle."""

from typing import Any

import pytest

from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import BOX
from diadochi.rules import activation, battle, battle_score
from diadochi.rules.agenda import Event
from diadochi.rules.battle import BY_PATH, DROPPED, OUT_OF_CITY
from diadochi.rules.upkeep import upkeep
from tests.table import Table

EVEN = (3, 3, 3, 3)
"""The battle dice of both sides, the Attacker's first: neither 9 nor the same strength of luck."""


def fight(
    table: Table,
    attacker: str,
    defender: str,
    at: str,
    *dice: int,
    back: str = "",
    how: int = BY_PATH,
    seat: str = "",
    no_local: tuple[str, ...] = (),
) -> Table:
    """A Land Battle; the dice are those of Elephants, then 2 of the Attacker and 2 of the Defender, then the rest."""
    table.dice(*dice)
    end = table.location(back) if back else -1
    mask = sum(1 << table.seat(f) for f in no_local)
    who = table.seat(seat or attacker)
    table.begin(
        lambda p: battle.begin(p, table.seat(attacker), table.seat(defender), table.location(at), who, end, how, mask)
    )
    return table


def fact(event: Event, name: str) -> Any:
    return next(value for key, _, value in event.args if key == name)


def facts(table: Table, key: str, name: str) -> list[Any]:
    return [fact(e, name) for e in table.events(key)]


def meeting(attacker: int = 4, defender: int = 4, **more: Any) -> Table:
    """Blue attacks Red in an uncontrolled space, Mercenaries on both sides under Minor Generals."""
    table = Table(active="blue", **more)
    table.army("blue", "alketas", "trikka", mercenary=attacker)
    table.army("red", "philoxenos", "trikka", mercenary=defender)
    return table


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
    table.state.take_cus(table.location("pella"), table.seat("blue"), (2, 0, 0, 0, 0, 0))
    # Strength 2 + 2 + 1 against 5.
    fight(table, "blue", "red", "pella", 4, 4, 4, 4, back="larisa")
    table.act("join:loyal", "join-general:krateros", "done", "lose:mercenary")
    assert table.events("battle_drawn")
    assert table.forces("blue", "pella.inside") == {"loyal": 1, "mercenary": 1}
    assert table.where("krateros") == "pella.inside"
    assert table.where("ptolemaios") == "larisa"
    assert table.forces("blue", "larisa") == {"mercenary": 1}


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


def royal_meeting(legitimate: str = "red", **blue: int) -> Table:
    """Blue attacks Red; Blue has Royal Army, and one of them the higher Legitimacy."""
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", **(blue or {"royal": 2, "mercenary": 4}))
    table.army("red", "antigonos", "trikka", mercenary=6)
    table.royal("alexandros", "pella", legitimate)
    table.pc(legitimate, "pella")
    return table


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
    table.state.put_cus(table.location("trikka"), table.seat(emptied), NO_FORCES)
    table.act("pass")
    assert table.over
    assert not table.events("battle_roll")
    assert table.where(general) == "dispersed"
    assert table.holder("herakles") == ""
    assert table.state.battle_lost == 0


# 14.5


def local(table: Table, faction: str, at: str) -> int:
    return battle_score.local_troops(table.play, table.seat(faction), table.location(at))


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
    return fight(table, "red", "blue", "persepolis", 2, 6, 4, 3, 1, 3, 3, 6, 6, 4)


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
    found = battle_score.battle_strength(table.play, seat, at, cus, local=0, no_elephants=True)
    assert (found.cus, found.elephants) == (2, 3)


@pytest.mark.rule("R14.6.1")
def test_anti_elephant_devices_leave_others_no_elephant_dice() -> None:
    table = Table()
    table.army("blue", "peithon", "trikka", elephant=2, loyal=1)
    table.begin(lambda p: None)
    at, seat = table.location("trikka"), table.seat("blue")
    cus = table.state.cus_of(at, seat)
    found = battle_score.battle_strength(table.play, seat, at, cus, local=0, no_elephants=True)
    assert found == (2, (), 0, 0)


@pytest.mark.example("D07")
@pytest.mark.rule("R14.2.4", "R14.6.3")
def test_d07_the_garrison_of_tyros_joins_ptolemaios() -> None:
    table = Table(active="blue")
    table.pc("blue", "tyros")
    table.army("blue", "ptolemaios", "tyros", loyal=2, mercenary=4)
    table.cus("blue", "tyros.inside", mercenary=2)
    table.army("red", "philoxenos", "tyros", mercenary=3)
    fight(table, "blue", "red", "tyros", 6, 6, 1, 1)
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
    found = battle_score.battle_roll(table.play, 5, 4, 1)
    assert (found.total, found.score) == (13, 7)


@pytest.mark.rule("R14.7.4")
def test_battle_strength_above_25_reads_the_last_column() -> None:
    table = fight(meeting(60, 30), "blue", "red", "trikka", 6, 6, 5, 5)
    assert facts(table, "battle_roll", "score") == [16, 14]


@pytest.mark.rule("R14.7.4")
def test_battle_strength_0_scores_0() -> None:
    table = Table(dice=(6, 6))
    table.begin(lambda p: None)
    assert battle_score.battle_roll(table.play, 0, 4, 0).score == 0


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
    assert battle_score.battle_rating(table.play, table.seat("blue"), table.location(at), red) == rating


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(("enemy", "rating"), [("independent", 4), ("red", 3)])
def test_peithon_fights_better_against_independents(enemy: str, rating: int) -> None:
    table = Table()
    table.army("blue", "peithon", "trikka", loyal=2)
    table.begin(lambda p: None)
    at = table.location("trikka")
    assert battle_score.battle_rating(table.play, table.seat("blue"), at, table.seat(enemy)) == rating


@pytest.mark.rule("R7.5.5")
def test_independent_armies_fight_together_under_the_best_rating() -> None:
    table = Table(active="blue")
    table.independent("glaukias", "larisa")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=9)
    fight(table, "blue", "independent", "larisa", 1, 1, 6, 6)
    assert facts(table, "battle_strength", "total") == [9, 11]
    assert facts(table, "battle_roll", "rating") == [2, 3]


# 14.8


def generals_meeting(*dice: int, attacker: str = "peithon", **more: Any) -> Table:
    """Blue under a Major General attacks Red under a Minor General in an uncontrolled space."""
    table = Table(active=more.pop("active", "blue"))
    table.army("blue", attacker, "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=more.pop("red", 2))
    for general in more.pop("generals", ()):
        table.general("blue", general, "trikka")
    return fight(table, "blue", "red", "trikka", *dice, back="larisa", **more)


@pytest.mark.rule("R14.8.1")
@pytest.mark.parametrize(("dice", "rolls"), [((4, 5), 1), ((5, 5), 0), ((4, 4), 0)])
def test_exactly_9_forces_a_survival_roll(dice: tuple[int, int], rolls: int) -> None:
    table = generals_meeting(*dice, 2, 2, 1)
    assert len(table.events("survival_roll")) == rolls


@pytest.mark.rule("R14.8.1")
def test_the_modified_roll_counts() -> None:
    table = generals_meeting(1, 6, 2, 2, 1)
    assert facts(table, "battle_roll", "roll")[0] == 9
    assert table.events("survival_roll")


@pytest.mark.rule("R14.8.2")
@pytest.mark.parametrize(
    ("die", "red", "dead"), [(5, 2, False), (6, 2, True), (4, 20, False), (5, 20, True), (6, 20, True)]
)
def test_killed_on_6_and_after_a_defeat_on_5_too(die: int, red: int, dead: bool) -> None:
    table = generals_meeting(4, 5, 6, 6, die, red=red)
    assert (table.where("peithon") == "out") is dead


@pytest.mark.rule("R14.8.2")
def test_in_a_draw_only_a_6_kills() -> None:
    table = generals_meeting(4, 5, 4, 5, 5, red=8)
    assert table.events("battle_drawn")
    assert table.where("peithon") == "larisa"


@pytest.mark.rule("R14.8.3", "R7.1.B.1")
def test_minor_generals_and_subordinates_never_roll() -> None:
    table = fight(meeting(8, 2), "blue", "red", "trikka", 4, 5, 4, 5)
    assert not table.events("survival_roll")
    table = generals_meeting(4, 5, 2, 2, 6, generals=("eumenes",))
    assert table.where("peithon") == "out"
    assert table.where("eumenes") == "trikka"
    assert len(table.events("survival_roll")) == 1


@pytest.mark.rule("R14.8.1")
def test_independents_never_roll() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=2)
    fight(table, "blue", "independent", "larisa", 2, 2, 4, 5)
    assert not table.events("survival_roll")


@pytest.mark.rule("R14.8.3")
def test_the_owner_is_asked_for_a_card_before_his_general_is_removed() -> None:
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.hand("blue", "57")
    table.hand("yellow", "58")
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    table.act("pass")
    assert table.events("survival_roll")
    assert (table.deciding, table.where("peithon")) == ("blue", "trikka")
    table.act("pass")
    assert table.where("peithon") == "out"


@pytest.mark.rule("R14.8.3")
def test_only_a_flesh_wound_leaves_him_in_command() -> None:
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.hand("blue", "57")
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    table.act("pass")
    place = table.play.find(battle.Battle)
    frame = table.state.agenda[place]
    assert isinstance(frame, battle.Battle)
    table.state.agenda[place] = frame._replace(dying=-1)
    table.act("pass")
    assert table.where("peithon") == "trikka"


@pytest.mark.rule("R14.8.4")
def test_prestige_stays_as_it_was_when_the_commander_dies() -> None:
    table = Table(active="blue")
    table.army("blue", "krateros", "trikka", royal=2, mercenary=4)
    table.army("red", "philoxenos", "trikka", royal=2, mercenary=2)
    # Krateros' Popularity makes Red the lower side; the survival roll kills him.
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    assert table.where("krateros") == "out"
    assert table.forces("blue", "trikka")["royal"] == 4


@pytest.mark.example("E10")
@pytest.mark.rule("R14.8.5", "R7.1.C.5")
def test_e10_an_off_map_minor_general_takes_command_in_anothers_turn() -> None:
    table = generals_meeting(4, 5, 2, 2, 6, attacker="ptolemaios", active="red")
    assert table.where("ptolemaios") == "out"
    assert table.where("alketas") == "trikka"
    table.begin(lambda p: None)
    assert table.forces("blue", "trikka") == {"mercenary": 8}


@pytest.mark.example("E11")
@pytest.mark.rule("R14.8.6", "R7.2.A.2")
def test_e11_without_a_replacement_the_survivors_are_dispersed() -> None:
    table = Table(active="red")
    for minor in ("alketas", "attalos", "dokimos", "polemon"):
        table.army("blue", minor, {"alketas": "lamia", "attalos": "ephesos"}.get(minor, "tarsos"), mercenary=1)
    table.army("blue", "polemon", "issos", mercenary=1)
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.pc("red", "trikka")
    fight(table, "red", "blue", "trikka", 2, 2, 4, 5, 6)
    assert table.over
    assert table.where("ptolemaios") == "out"
    upkeep(table.play)
    assert table.forces("blue", "trikka") == {}
    assert table.dispersed("blue") == {"mercenary": 8}


@pytest.mark.rule("R14.8.5")
def test_in_his_own_turn_he_may_take_a_minor_general_from_elsewhere() -> None:
    table = Table(active="blue")
    places = {"alketas": "lamia", "attalos": "ephesos", "dokimos": "tarsos", "polemon": "issos"}
    for minor, at in places.items():
        table.army("blue", minor, at, mercenary=1)
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    assert set(table.offers) == {"decline", *(f"command:{minor}" for minor in places)}
    table.act("command:dokimos")
    assert table.where("dokimos") == "trikka"


@pytest.mark.rule("R14.8.7")
def test_royals_change_hands_only_after_the_battle() -> None:
    table = Table(active="red")
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.royal("herakles", "trikka", "blue")
    fight(table, "red", "blue", "trikka", 2, 2, 4, 5, 6)
    assert table.where("ptolemaios") == "out"
    assert table.holder("herakles") == "blue"


# 14.9


@pytest.mark.rule("R14.9.1")
def test_losses_come_after_the_commanders_loss() -> None:
    table = generals_meeting(4, 5, 2, 2, 6)
    keys = [e.key for e in table.game.events] if table.game else []
    assert keys.index("survival_roll") < keys.index("cus_eliminated")


@pytest.mark.rule("R14.9.3")
def test_in_a_draw_each_player_faction_loses_one_cu_of_its_choice() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=2, loyal=1)
    table.army("red", "philoxenos", "trikka", mercenary=2, loyal=1)
    fight(table, "blue", "red", "trikka", *EVEN, back="larisa")
    assert table.deciding == "blue"
    table.act("lose:loyal")
    assert table.deciding == "red"
    table.act("lose:mercenary")
    assert table.forces("blue", "larisa") == {"mercenary": 2}
    assert table.forces("red", "trikka") == {"mercenary": 1, "loyal": 1}


@pytest.mark.rule("R14.9.4")
def test_the_winner_loses_one_cu() -> None:
    table = fight(meeting(8, 8), "blue", "red", "trikka", 4, 5, 4, 4)
    assert facts(table, "battle_roll", "score") == [6, 5]
    assert table.forces("blue", "trikka") == {"mercenary": 7}


@pytest.mark.rule("R14.9.5")
@pytest.mark.parametrize(
    ("dice", "scores", "left"), [((4, 4, 2, 2), [5, 2], 8), ((3, 4, 2, 2), [4, 2], 8), ((3, 3, 2, 2), [3, 2], 7)]
)
def test_twice_the_score_costs_the_winner_nothing(dice: tuple[int, ...], scores: list[int], left: int) -> None:
    table = fight(meeting(8, 8), "blue", "red", "trikka", *dice)
    assert facts(table, "battle_roll", "score") == scores
    assert table.forces("blue", "trikka") == {"mercenary": left}


@pytest.mark.rule("R14.9.6")
def test_any_score_against_0_costs_the_winner_nothing() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=2)
    table.cus("red", "trikka", elephant=1)
    table.army("red", "philoxenos", "trikka")
    fight(table, "blue", "red", "trikka", 1, 2, 2, 6, 6)
    assert facts(table, "battle_roll", "score") == [1, 0]
    assert table.forces("blue", "trikka") == {"mercenary": 2}


@pytest.mark.rule("R14.9.2")
def test_pieces_elsewhere_in_the_space_are_untouched() -> None:
    table = Table(active="red")
    table.pc("blue", "pella")
    table.army("blue", "alketas", "pella", mercenary=2)
    table.army("blue", "attalos", "pella.inside", mercenary=2)
    table.army("red", "philoxenos", "pella", mercenary=9)
    fight(table, "red", "blue", "pella", 6, 6, 1, 1)
    table.act("done")
    assert table.forces("blue", "pella") == {}
    assert table.forces("blue", "pella.inside") == {"mercenary": 2}
    assert table.where("attalos") == "pella.inside"


@pytest.mark.rule("R14.9.7")
def test_the_loser_loses_all_mercenaries_and_elephants() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=9)
    table.army("red", "philoxenos", "trikka", mercenary=2, elephant=1, loyal=1)
    fight(table, "blue", "red", "trikka", 1, 6, 6, 1, 1, 1)
    assert table.forces("red", "trikka") == {}
    assert table.dispersed("red") == {"loyal": 1}


@pytest.mark.rule("R14.9.8")
def test_macedonians_of_the_loser_take_attrition_as_one_group() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=25)
    table.army("red", "philoxenos", "trikka", mercenary=5, loyal=3, royal=1, silver_shields=2)
    # 6 Macedonian CUs, die 5: 2 lost.
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1, 5)
    assert facts(table, "attrition_roll", "column") == [6]
    assert table.offers == ("lose:loyal", "lose:royal", "lose:silver_shields")
    table.act("lose:loyal", "lose:silver_shields")
    assert table.dispersed("red") == {"loyal": 2, "royal": 1, "silver_shields": 1}


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(
    ("winner", "senior", "lost"), [("leonnatos", "", 1), ("leonnatos", "krateros", 0), ("peithon", "", 0)]
)
def test_leonnatos_adds_1_to_the_losers_attrition(winner: str, senior: str, lost: int) -> None:
    table = Table(active="blue")
    table.army("blue", winner, "trikka", mercenary=25)
    if senior:
        table.general("blue", senior, "trikka")
    table.army("red", "philoxenos", "trikka", loyal=2)
    # Column 2: nothing on a 4, 1 on a 5.
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1, 4)
    assert table.dispersed("red") == {"loyal": 2 - lost}


@pytest.mark.rule("R14.9.9", "R2.34")
def test_losing_major_generals_are_dispersed_and_minor_ones_return() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=25)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.general("red", "lysimachos", "trikka")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert table.where("lysimachos") == "dispersed"
    assert table.where("philoxenos") == "off map"


@pytest.mark.rule("R14.9.10")
def test_the_loser_loses_control_of_the_royal_family_there() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", mercenary=25)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.royal("herakles", "trikka", "red")
    table.royal("kleopatra", "trikka", "red")
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert table.holder("herakles") == ""
    upkeep(table.play)
    assert table.holder("herakles") == "blue"
    assert table.holder("kleopatra") == ""


@pytest.mark.rule("R14.9.11", "R14.9.12")
@pytest.mark.parametrize(
    ("general", "place"), [("seuthes", "box"), ("glaukias", "box"), ("leosthenes", "out"), ("philon", "out")]
)
def test_defeated_independent_armies_return_to_their_box_or_leave_the_game(general: str, place: str) -> None:
    table = Table(active="blue")
    table.independent(general, "trikka")
    table.army("blue", "alketas", "trikka", mercenary=25)
    fight(table, "blue", "independent", "trikka", 6, 6, 1, 1)
    assert table.where(general) == place
    assert table.forces("independent", "trikka") == {}
    assert table.state.independents_active == 0


@pytest.mark.rule("R14.9.13", "R7.5.1")
def test_independents_lose_nothing_when_winning_or_drawing() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=6)
    fight(table, "blue", "independent", "larisa", *EVEN, back="pella")
    assert table.forces("independent", "larisa") == {"mercenary": 6}
    assert table.forces("blue", "pella") == {"mercenary": 5}


@pytest.mark.rule("R14.9.14", "R14.9.15", "R7.2.F.11")
def test_set_apart_royal_army_takes_no_attrition_and_joins_the_winner() -> None:
    table = royal_meeting("red", royal=2, loyal=1)
    fight(table, "blue", "red", "trikka", 1, 1, 6, 6, 6)
    assert facts(table, "attrition_roll", "column") == [1]
    assert table.forces("red", "trikka") == {"mercenary": 6, "royal": 2}
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R14.9.14", "R14.9.15")
def test_set_apart_royal_army_cannot_be_lost_and_comes_back_on_a_draw() -> None:
    table = royal_meeting("red", royal=2, mercenary=6)
    fight(table, "blue", "red", "trikka", 4, 4, 4, 4, back="larisa")
    assert table.events("battle_drawn")
    assert table.forces("blue", "larisa") == {"royal": 2, "mercenary": 5}


@pytest.mark.rule("R14.9.15")
def test_set_apart_royal_army_stays_with_its_side_when_that_wins() -> None:
    table = royal_meeting("red", royal=2, mercenary=6)
    fight(table, "blue", "red", "trikka", 6, 6, 1, 1)
    assert table.forces("blue", "trikka") == {"royal": 2, "mercenary": 6}


@pytest.mark.rule("R14.9.16")
def test_royal_army_that_joins_the_activated_faction_counts_as_moved() -> None:
    table = Table(active="red")
    table.army("blue", "peithon", "trikka", royal=2, mercenary=1)
    table.army("red", "antigonos", "trikka", mercenary=4)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    fight(table, "red", "blue", "trikka", 6, 6, 1, 1)
    assert table.state.moved_cus[table.location("trikka")] == (0, 0, 2, 0, 0, 0)


@pytest.mark.rule("R14.9.17")
def test_as_losers_takes_everything_in_the_location_royal_army_included() -> None:
    table = Table(active="red", dice=(4,))
    table.army("blue", "peithon", "trikka", royal=2, mercenary=1, loyal=1)
    table.royal("herakles", "trikka", "blue")
    at = table.location("trikka")
    table.begin(lambda p: battle.as_losers(p, table.seat("blue"), at, table.seat("red"), "10.J.4"))
    # Column 3, die 4: 1 lost.
    table.act("lose:royal")
    assert table.dispersed("blue") == {"royal": 1, "loyal": 1}
    assert table.where("peithon") == "dispersed"
    assert table.holder("herakles") == ""
    assert not table.events("survival_roll")
    assert table.state.battle_lost == 0


@pytest.mark.rule("R14.9.17")
def test_a_lost_battle_is_remembered_for_the_game_turn() -> None:
    table = fight(meeting(9, 2), "blue", "red", "trikka", 6, 6, 1, 1)
    assert table.state.battle_lost == 1 << table.seat("red")


# 14.10


@pytest.mark.rule("R14.10.1", "R14.10.4")
def test_on_a_draw_the_attackers_pieces_go_back_across_the_path() -> None:
    table = meeting()
    table.royal("herakles", "trikka", "blue")
    fight(table, "blue", "red", "trikka", *EVEN, back="larisa")
    assert table.where("alketas") == "larisa"
    assert table.forces("blue", "larisa") == {"mercenary": 3}
    assert table.where_royal("herakles") == "larisa"
    assert table.forces("red", "trikka") == {"mercenary": 3}


@pytest.mark.rule("R14.10.1")
def test_the_retreat_may_leave_the_killed_general_behind() -> None:
    table = Table(active="blue")
    for minor, at in {"alketas": "lamia", "attalos": "ephesos", "dokimos": "tarsos", "polemon": "issos"}.items():
        table.army("blue", minor, at, mercenary=1)
    table.army("blue", "peithon", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=8)
    fight(table, "blue", "red", "trikka", 4, 5, 4, 5, 6, back="larisa")
    table.act("decline")
    assert table.where("peithon") == "out"
    assert table.forces("blue", "larisa") == {"mercenary": 7}


@pytest.mark.rule("R14.10.1", "R14.10.4")
def test_a_retreat_among_enemies_is_fought_out_there() -> None:
    table = meeting(8, 8)
    table.army("yellow", "amphoteros", "larisa", mercenary=2)
    fight(table, "blue", "red", "trikka", 3, 3, 3, 3, 6, 6, 1, 1, back="larisa")
    assert facts(table, "battle_begins", "defender") == [table.seat("red"), table.seat("yellow")]
    assert table.forces("blue", "larisa") == {"mercenary": 7}
    assert table.forces("yellow", "larisa") == {}


@pytest.mark.rule("R14.10.1")
def test_without_any_way_back_the_attackers_pieces_are_dispersed() -> None:
    table = meeting()
    table.general("blue", "antigonos", "trikka")
    fight(table, "blue", "red", "trikka", 4, 4, 4, 4)
    assert table.dispersed("blue") == {"mercenary": 3}
    assert table.where("antigonos") == "dispersed"


@pytest.mark.rule("R14.10.3")
def test_a_city_that_is_no_longer_his_stays_closed() -> None:
    table = meeting()
    fight(table, "blue", "red", "trikka", *EVEN, back="pella.inside")
    assert table.where("alketas") == "pella"
    assert table.forces("blue", "pella") == {"mercenary": 3}


@pytest.mark.rule("R14.10.2", "R9.4.5")
def test_in_a_besieged_embarkation_port_two_cus_go_inside_and_the_rest_faces_the_besieger() -> None:
    table = Table(active="blue")
    table.pc("blue", "tyros")
    table.army("yellow", "amphoteros", "tyros", mercenary=1)
    table.army("blue", "ptolemaios", "ake", mercenary=3, loyal=2)
    table.army("red", "philoxenos", "ake", mercenary=7)
    fight(table, "blue", "red", "ake", 3, 3, 3, 3, 6, 6, 1, 1, back="tyros.inside", how=DROPPED)
    table.act("lose:mercenary")
    assert set(table.offers) == {"inside:mercenary", "inside:loyal"}
    table.act("inside:loyal", "inside:loyal")
    assert table.where("ptolemaios") == "tyros.inside"
    assert table.forces("blue", "tyros.inside") == {"loyal": 2}
    assert facts(table, "battle_begins", "defender") == [table.seat("red"), table.seat("yellow")]


@pytest.mark.rule("R14.10.3")
def test_pieces_that_came_out_of_a_city_go_back_inside() -> None:
    table = Table(active="blue")
    table.pc("blue", "pella")
    table.army("blue", "alketas", "pella", mercenary=2)
    table.army("red", "philoxenos", "pella", mercenary=3)
    # Local Troops make 3 against 3.
    fight(table, "blue", "red", "pella", *EVEN, back="pella.inside", how=OUT_OF_CITY)
    assert table.where("alketas") == "pella.inside"
    assert table.forces("blue", "pella.inside") == {"mercenary": 1}


@pytest.mark.rule("R14.10.2")
def test_dropped_pieces_go_back_to_the_embarkation_port() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "amphipolis", mercenary=3)
    table.army("red", "philoxenos", "amphipolis", mercenary=3)
    fight(table, "blue", "red", "amphipolis", *EVEN, back="lesbos", how=DROPPED)
    assert table.where("alketas") == "lesbos"


@pytest.mark.rule("R14.10.2")
def test_at_the_own_unbesieged_port_city_the_owner_divides_his_pieces() -> None:
    table = Table(active="blue")
    table.pc("blue", "tyros")
    table.army("blue", "ptolemaios", "ake", mercenary=4)
    table.army("red", "philoxenos", "ake", mercenary=4)
    fight(table, "blue", "red", "ake", *EVEN, back="tyros.inside", how=DROPPED)
    assert set(table.offers) == {"done", "inside:mercenary", "inside-general:ptolemaios"}
    table.act("inside:mercenary", "inside:mercenary")
    assert table.why_not("inside:mercenary") == "9.4.5"
    table.act("inside-general:ptolemaios")
    assert table.forces("blue", "tyros.inside") == {"mercenary": 2}
    assert table.forces("blue", "tyros") == {"mercenary": 1}
    assert table.where("ptolemaios") == "tyros.inside"


@pytest.mark.rule("R14.10.4")
def test_an_independent_army_retreats_where_it_came_from() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("red", "philoxenos", "larisa", mercenary=6)
    fight(table, "independent", "red", "larisa", 3, 3, 3, 3, seat="blue", back="lamia")
    assert table.where("leosthenes") == "lamia"
    assert table.forces("independent", "lamia") == {"mercenary": 6}


@pytest.mark.rule("R14.10.5")
def test_an_independent_army_from_its_holding_box_goes_back_there_and_is_inactive() -> None:
    table = Table(active="blue")
    table.independent("glaukias", "trikka")
    table.army("red", "philoxenos", "trikka", mercenary=5)
    table.dice(3, 3, 3, 3)
    independent, red, at = table.seat("independent"), table.seat("red"), table.location("trikka")
    table.begin(lambda p: battle.begin(p, independent, red, at, table.seat("blue"), BOX, BY_PATH))
    assert table.events("battle_drawn")
    assert table.where("glaukias") == "box"
    assert table.forces("independent", "trikka") == {}
    assert table.state.independents_active == 0


@pytest.mark.rule("R14.10.6")
def test_nobody_reacts_to_a_retreat() -> None:
    table = meeting()
    table.army("yellow", "antigonos", "pella", mercenary=4)
    table.pc("yellow", "larisa", "pella")
    fight(table, "blue", "red", "trikka", *EVEN, back="larisa")
    assert table.over
    assert table.where("alketas") == "larisa"
    assert not table.events("interception_roll")


# 10.L


def campaign(*dice: int, red: int = 2) -> Table:
    """Antigonos (Blue) marches with 4 MPs to his own Pella, before which Red stands."""
    table = Table(active="blue")
    table.pc("blue", "pella", "larisa")
    table.army("blue", "antigonos", "larisa", mercenary=6, loyal=1)
    table.army("red", "philoxenos", "pella", mercenary=red)
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    table.act("activate:antigonos", *["take:mercenary"] * 6)
    # The first die is that of the Evasion.
    table.dice(1, *dice)
    table.act("march:pella", "evade")
    return table


@pytest.mark.rule("R10.L.2", "R9.2.12")
def test_after_a_battle_the_army_has_no_mps_but_its_activation_goes_on() -> None:
    table = campaign(6, 6, 1, 1)
    assert fact_of_decision(table, "mps") == 0
    assert set(table.offers) == {"done", "leave:mercenary"}


@pytest.mark.rule("R10.L.2", "R14.10.1")
def test_after_a_drawn_battle_the_army_is_back_without_mps() -> None:
    table = campaign(4, 4, 4, 4, red=7)
    assert table.where("antigonos") == "larisa"
    assert table.over


def fact_of_decision(table: Table, name: str) -> Any:
    return next(value for key, _, value in table.decision.args if key == name)


@pytest.mark.rule("R10.L.2", "R14.8.5")
def test_the_new_commander_leads_the_activated_army_on() -> None:
    table = campaign(4, 5, 1, 1, 6)
    assert table.where("antigonos") == "out"
    assert fact_of_decision(table, "general") == table.general_number("alketas")


# 7.2.F.6


@pytest.mark.rule("R7.2.F.6")
@pytest.mark.parametrize(("general", "points"), [("antigonos", 1), ("alketas", 0)])
def test_a_major_general_who_beats_independents_gains_popularity(general: str, points: int) -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", general, "larisa", mercenary=25)
    fight(table, "blue", "independent", "larisa", 5, 5, 1, 1)
    assert table.state.popularity[table.general_number(general)] == points


@pytest.mark.rule("R7.2.F.6")
def test_each_independent_army_beaten_gives_a_point() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.independent("glaukias", "larisa")
    table.army("blue", "antigonos", "larisa", mercenary=25)
    fight(table, "blue", "independent", "larisa", 5, 5, 1, 1)
    assert table.state.popularity[table.general_number("antigonos")] == 2


# 16.9 Cavalry


def horsemen(**red: int) -> Table:
    table = Table(active="blue", options=("cavalry",))
    table.army("blue", "alketas", "trikka", mercenary=7, cavalry=1)
    table.army("red", "philoxenos", "trikka", **red)
    return table


@pytest.mark.rule("R16.9.1", "R16.9.18")
@pytest.mark.parametrize(
    ("red", "dice", "bonus"),
    [({"mercenary": 1}, (), [1, 0]), ({"elephant": 1}, (3,), [0, 0]), ({"elephant": 1}, (2,), [1, 0])],
)
def test_cavalry_adds_1_to_the_roll_unless_elephants_stand_against_it(
    red: dict[str, int], dice: tuple[int, ...], bonus: list[int]
) -> None:
    table = fight(horsemen(**red), "blue", "red", "trikka", *dice, 6, 5, 1, 1)
    assert facts(table, "battle_strength", "total")[0] == 8
    assert facts(table, "battle_roll", "bonus") == bonus


@pytest.mark.rule("R16.9.2")
def test_an_independent_army_has_cavalry() -> None:
    table = Table(active="blue", options=("cavalry",))
    table.army("blue", "alketas", "trikka", mercenary=7)
    table.independent("leosthenes", "trikka")
    fight(table, "blue", "independent", "trikka", 6, 5, 1, 1)
    assert facts(table, "battle_roll", "bonus") == [0, 1]


@pytest.mark.rule("R16.9.19")
def test_the_losers_cavalry_is_eliminated() -> None:
    table = horsemen(mercenary=25)
    fight(table, "blue", "red", "trikka", 1, 1, 6, 6)
    assert table.forces("blue", "trikka") == {}
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R16.9.20")
@pytest.mark.parametrize(("red", "modified"), [({"loyal": 2}, 5), ({"loyal": 2, "cavalry": 1}, 3)])
def test_cavalry_pursues_a_loser_without_any(red: dict[str, int], modified: int) -> None:
    table = fight(horsemen(**red), "blue", "red", "trikka", 6, 5, 1, 1, 3)
    assert facts(table, "attrition_roll", "modified") == [modified]
