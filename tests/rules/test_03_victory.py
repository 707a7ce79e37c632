"""3.1 to 3.4: the four ways to win, and the tie breaker."""

import pytest

from diadochi.model import moves
from diadochi.model.ids import LocationId
from diadochi.model.state import NOBODY, TYCHE, numbered, space_id
from diadochi.rules import activation, operations, scoring, strategy, turn
from tests.rules.points import legitimate, preparations, score, settled, winner
from tests.table import BLUE, GREEN, MATERIAL, RED, YELLOW, Table, troop

# 3.1 Instant Victory


@pytest.mark.rule("R3.1.1")
def test_eighteen_legitimacy_win_at_once() -> None:
    table = Table()
    legitimate(table, "blue", 15)
    assert winner(settled(table)) == ("blue", "instant-legitimacy")
    assert table.legitimacy("blue") == 18


@pytest.mark.rule("R3.1.1")
def test_seventeen_legitimacy_do_not_win() -> None:
    table = Table()
    table.province("blue", "makedonia")
    table.general("blue", "perdikkas", "pella")
    table.general("blue", "leonnatos", "pella")
    for royal in ("alexandros", "olympias", "kleopatra"):
        table.royal(royal, "pella", "blue")
    settled(table)
    assert table.legitimacy("blue") == 3 + 5 + 3 + 3 + 2 + 1 + 1 == 18
    assert winner(table) == ("blue", "instant-legitimacy")
    table.state.result = ()
    table.general("blue", "leonnatos", "dispersed")
    table.state.dead |= 1 << table.general_number("leonnatos")
    settled(table)
    assert table.legitimacy("blue") == 17
    assert winner(table) == ("", "")


@pytest.mark.rule("R3.1.1")
def test_scripted_a_marriage_that_brings_eighteen_legitimacy_ends_the_game_in_the_middle_of_a_march() -> None:
    table = Table()
    table.pc("blue", "pergamon")
    legitimate(table, "blue", 5 + 3 + 3 + 2)
    table.province("blue", "makedonia")
    table.royal("kleopatra", "sardeis")
    table.state.proposals[0] = table.seat("blue")
    table.army("blue", "antigonos", "pergamon", loyal=2)
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    assert table.legitimacy("blue") == 3 + 5 + 3 + 2 + 2
    table.act("activate:antigonos", "take-all", "march:sardeis")
    assert winner(table) == ("blue", "instant-legitimacy")
    assert table.game is not None
    assert table.game.decision is None


@pytest.mark.rule("R3.1.2")
@pytest.mark.parametrize(("players", "vp"), [(5, 20), (4, 23), (3, 26), (2, 29)])
def test_the_vp_needed_depend_on_the_players(players: int, vp: int) -> None:
    table = Table(players=players)
    score(table, "blue", vp - 1)
    settled(table)
    assert (table.vp("blue"), winner(table)) == (vp - 1, ("", ""))
    table = Table(players=players)
    score(table, "blue", vp)
    settled(table)
    assert (table.vp("blue"), winner(table)) == (vp, ("blue", "instant-vp"))


@pytest.mark.rule("R3.1.2")
def test_scripted_the_last_pc_wins_in_the_middle_of_placing_pcs() -> None:
    table = Table()
    score(table, "blue", 21)
    table.pc("blue", "tarsos")
    table.state.segment = TYCHE
    table.begin(lambda p: operations.begin_place_pcs(p, BLUE, 4, strategy.own_pcs(p.state, BLUE)))
    table.act("place-pc:issos")
    assert winner(table) == ("blue", "instant-vp")
    assert table.vp("blue") == 23


@pytest.mark.rule("R3.1.2")
def test_the_active_player_wins_before_the_others_and_then_turn_order_decides() -> None:
    """A02: one change lifts several players."""
    for active, first in (("yellow", "yellow"), ("", "red")):
        table = Table()
        table.state.active = table.seat(active) if active else NOBODY
        table.state.order = (RED, YELLOW, GREEN, BLUE)
        table.state.vp = [25, 25, 25, 0]
        scoring.instant_victory(table.play)
        assert table.name(table.state.result[0]) == first


@pytest.mark.rule("R3.1.3")
def test_nobody_wins_instantly_in_game_turn_one() -> None:
    table = Table(turn=1)
    score(table, "blue", 23)
    settled(table)
    assert table.vp("blue") >= 23
    assert winner(table) == ("", "")


@pytest.mark.rule("R3.1.3")
def test_who_is_above_the_mark_when_game_turn_two_begins_wins_then() -> None:
    table = Table(turn=1)
    score(table, "blue", 23)
    settled(table)
    assert winner(preparations(table, 2)) == ("blue", "instant-vp")


@pytest.mark.rule("R3.1.4")
def test_vp_and_legitimacy_are_not_added_together() -> None:
    table = Table()
    score(table, "blue", 20)
    legitimate(table, "blue", 5 + 3)
    settled(table)
    assert table.vp("blue") + table.legitimacy("blue") > 23 + 3
    assert winner(table) == ("", "")


# 3.2 Regency Victory


def guardian_of(heir: str, vp: dict[str, int], owner: str = "blue") -> Table:
    """An heir in a city of his guardian; the players' VP."""
    table = Table()
    for faction, points in vp.items():
        score(table, faction, points)
    if owner:
        table.pc(owner, "gordion")
    table.royal(heir, "gordion", owner)
    return table


@pytest.mark.rule("R3.2.1", "R5.1.A.5")
def test_in_game_turn_four_the_guardian_of_alexandros_wins_with_the_highest_sum() -> None:
    table = preparations(guardian_of("alexandros", {"blue": 3, "red": 7}), 4)
    assert winner(table) == ("blue", "regency")
    check = table.events("regency_check")[0]
    assert ("totals", "standings", ((0, 3 + 8), (1, 7 + 3), (2, 3), (3, 3))) in check.args


@pytest.mark.rule("R3.2.2", "R5.1.A.6")
def test_in_game_turn_five_the_guardian_of_herakles_wins_with_the_highest_sum() -> None:
    table = preparations(guardian_of("herakles", {"blue": 6, "red": 7}), 5)
    assert winner(table) == ("blue", "regency")


@pytest.mark.rule("R3.2.1", "R3.2.2")
@pytest.mark.parametrize(("heir", "number"), [("alexandros", 3), ("alexandros", 5), ("herakles", 4)])
def test_each_heir_has_one_game_turn_of_his_own(heir: str, number: int) -> None:
    table = guardian_of(heir, {"blue": 9})
    table.state.royals[0 if heir == "herakles" else 2] = LocationId(-3)
    preparations(table, number)
    assert winner(table) == ("", "")
    assert table.where_royal(heir) == "gordion"


@pytest.mark.rule("R3.2.3")
def test_a_tied_guardian_wins_only_by_the_tie_breaker() -> None:
    table = guardian_of("alexandros", {"blue": 2, "red": 7})
    table.army("red", "krateros", "memphis", loyal=2)
    preparations(table, 4)
    assert winner(table) == ("", "")
    assert table.where_royal("alexandros") == "out"
    table = guardian_of("alexandros", {"blue": 2, "red": 7})
    table.army("blue", "krateros", "gordion", loyal=2)
    assert winner(preparations(table, 4)) == ("blue", "regency")


@pytest.mark.rule("R3.2.4", "R8.5.2")
@pytest.mark.parametrize(("heir", "number"), [("alexandros", 4), ("herakles", 5)])
def test_a_guardian_who_does_not_win_loses_the_heir(heir: str, number: int) -> None:
    table = guardian_of(heir, {"blue": 1, "red": 9})
    preparations(table, number)
    assert winner(table) == ("", "")
    assert table.where_royal(heir) == "out"
    assert table.legitimacy("blue") == 3
    assert len(table.events("assassinated")) == 1
    assert table.state.turn == number


@pytest.mark.rule("R3.2.5")
@pytest.mark.parametrize(("heir", "number"), [("alexandros", 4), ("herakles", 5)])
def test_an_heir_of_nobody_hands_the_win_to_the_highest_sum(heir: str, number: int) -> None:
    table = preparations(guardian_of(heir, {"blue": 1, "red": 9}, owner=""), number)
    assert winner(table) == ("red", "uncontrolled-heir")


@pytest.mark.rule("R3.2.5")
def test_a_tie_over_an_heir_of_nobody_goes_to_the_tie_breaker() -> None:
    table = guardian_of("alexandros", {"blue": 4, "red": 4}, owner="")
    table.general("red", "perdikkas", "dispersed")
    table.state.condemned = table.general_number("perdikkas")
    table.state.persian_support = table.seat("blue")
    settled(table)
    assert table.legitimacy("red") == table.legitimacy("blue") == 1
    assert winner(preparations(table, 4)) == ("red", "uncontrolled-heir")


@pytest.mark.rule("R3.2.6")
@pytest.mark.parametrize(("heir", "number"), [("alexandros", 4), ("herakles", 5)])
def test_without_the_heir_there_is_no_check(heir: str, number: int) -> None:
    table = guardian_of(heir, {"blue": 9})
    scoring.kill_royal(table.play, table.royal_number(heir))
    preparations(table, number)
    assert winner(table) == ("", "")
    assert not table.events("regency_check")


# 3.3 End Game Victory


def end_of_turn(table: Table, number: int = 5) -> Table:
    table.state.turn = number
    table.begin(lambda p: p.push(turn.GameTurn(turn.ISOLATION, NOBODY, 0)))
    return table


@pytest.mark.rule("R3.3.1", "R5.6.3")
def test_after_game_turn_five_the_most_vp_win() -> None:
    table = Table(players=3)
    for faction, points in (("blue", 2), ("red", 6), ("yellow", 4)):
        score(table, faction, points)
    for space, owner in numbered(space_id, table.state.pcs):
        if owner != NOBODY:
            moves.add_cus(table.state, space, owner, troop(mercenary=1))
    assert winner(end_of_turn(table)) == ("red", "end-game")


@pytest.mark.rule("R3.3.2")
def test_legitimacy_is_ignored_at_the_end() -> None:
    table = Table()
    table.province("blue", "persis")
    table.cus("blue", "persepolis", loyal=1)
    for royal in ("alexandros", "olympias", "kleopatra"):
        table.royal(royal, "persepolis", "blue")
    table.province("red", "aigyptos")
    end_of_turn(table)
    assert table.legitimacy("blue") > table.legitimacy("red") + 4
    assert winner(table) == ("red", "end-game")


# 3.4 The tie breaker


def tied(**loyal: int) -> Table:
    """Blue and Red have 2 VP each: Persis and Armenia, with these Loyal CUs."""
    table = Table()
    table.province("blue", "persis")
    table.province("red", "armenia")
    for faction, space in (("blue", "persepolis"), ("red", "amida")):
        table.cus(faction, space, mercenary=1, loyal=loyal.get(faction, 0))
    return table


@pytest.mark.rule("R3.4.1")
def test_first_who_controls_makedonia() -> None:
    table = Table()
    table.province("blue", "makedonia")
    table.province("red", "phrygia")
    table.cus("red", "kelainai", loyal=6)
    table.general("red", "perdikkas", "kelainai")
    assert winner(end_of_turn(table)) == ("blue", "end-game")


@pytest.mark.rule("R3.4.2")
def test_second_the_most_macedonian_cus_dispersed_ones_included() -> None:
    table = tied(blue=2, red=1)
    table.general("red", "perdikkas", "amida")
    assert winner(end_of_turn(table)) == ("blue", "end-game")
    table = tied(blue=2, red=1)
    table.state.dispersed[table.seat("red")] = troop(royal=1, silver_shields=1)
    assert winner(end_of_turn(table)) == ("red", "end-game")


@pytest.mark.rule("R3.4.2")
def test_mercenaries_elephants_and_cus_in_training_do_not_count() -> None:
    table = tied(blue=2, red=1)
    table.cus("red", "amida", mercenary=4, elephant=2)
    table.state.training[table.seat("red")] = (1, 6)
    assert winner(end_of_turn(table)) == ("blue", "end-game")


@pytest.mark.rule("R16.9.10")
def test_cavalry_does_not_count_among_them() -> None:
    table = tied(blue=2, red=1)
    table.cus("red", "amida", cavalry=4)
    assert winner(end_of_turn(table)) == ("blue", "end-game")


@pytest.mark.rule("R3.4.3")
def test_third_the_most_senior_general_dispersed_ones_included() -> None:
    table = tied(blue=1, red=1)
    table.general("blue", "eumenes", "persepolis")
    table.general("red", "krateros", "dispersed")
    assert winner(end_of_turn(table)) == ("red", "end-game")


@pytest.mark.rule("R3.4.3")
def test_last_resort_is_the_highest_die() -> None:
    """A04: rolled again while tied."""
    table = tied(blue=1, red=1)
    table.dice(4, 4, 2, 5)
    assert winner(end_of_turn(table)) == ("red", "end-game")
    assert [e.dice for e in table.events("roll_off")] == [(4, 4), (2, 5)]


@pytest.mark.rule("R3.4.4")
def test_no_tie_breaker_for_an_instant_victory() -> None:
    table = Table(active="red")
    table.state.vp = [25, 25, 0, 0]
    table.state.province_owner[MATERIAL.edition.makedonia] = table.seat("blue")
    scoring.instant_victory(table.play)
    assert table.state.result == (table.seat("red"), scoring.INSTANT_VP)
