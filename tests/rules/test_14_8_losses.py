"""14.8 to 14.10: the Commanding General, losses, Retreat; Cavalry (16.9)."""

from typing import Any

import pytest

from diadochi.model.state import BOX
from diadochi.rules import activation, battle
from diadochi.rules.group import BY_PATH, DROPPED, OUT_OF_CITY
from diadochi.rules.upkeep import upkeep
from tests.rules.battles import EVEN, facts, fight, meeting, royal_meeting
from tests.table import MATERIAL, Table

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
    table.state.agenda[place] = frame.but(dying=-1)
    table.act("pass")
    assert table.where("peithon") == "trikka"


@pytest.mark.rule("R14.8.4")
def test_prestige_stays_as_it_was_when_the_commander_dies() -> None:
    table = Table(active="blue")
    table.army("blue", "krateros", "trikka", royal=2, mercenary=4)
    table.army("red", "philoxenos", "trikka", royal=2, mercenary=2)
    # Krateros' Popularity makes Red the lower side; the survival roll kills him.
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    table.act("command:alketas")
    assert table.where("krateros") == "out"
    assert table.forces("blue", "trikka")["royal"] == 4


@pytest.mark.example("E10")
@pytest.mark.rule("R14.8.5", "R7.1.C.5")
def test_e10_an_off_map_minor_general_takes_command_in_anothers_turn() -> None:
    table = Table(active="red")
    table.pc("red", "trikka")
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    fight(table, "red", "blue", "trikka", 2, 2, 4, 5, 6)
    assert facts(table, "battle_won", "who") == [table.seat("blue")]
    assert table.where("ptolemaios") == "out"
    assert (table.deciding, set(table.offers)) == ("blue", {"command:alketas", "decline"})
    table.act("command:alketas")
    assert table.where("alketas") == "trikka"
    table.begin(lambda p: None)
    assert table.forces("blue", "trikka") == {"mercenary": 8}


@pytest.mark.rule("R7.1.C.5", "R14.8.6")
def test_nobody_has_to_place_a_minor_general() -> None:
    table = generals_meeting(4, 5, 2, 2, 6, attacker="ptolemaios", active="red")
    table.act("decline")
    assert table.where("alketas") == "off map"
    upkeep(table.play)
    assert table.forces("blue", "trikka") == {}
    assert table.dispersed("blue") == {"mercenary": 8}


@pytest.mark.rule("R7.1.C.5")
def test_in_anothers_turn_only_a_minor_general_from_off_map_takes_command() -> None:
    table = Table(active="red")
    table.army("blue", "alketas", "lamia", mercenary=1)
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    fight(table, "red", "blue", "trikka", 2, 2, 4, 5, 6)
    assert set(table.offers) == {"command:attalos", "decline"}
    assert table.why_not("command:alketas") == "7.1.C.5"


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


@pytest.mark.rule("R14.8.5")
def test_in_his_own_turn_he_may_take_one_from_off_map_or_from_elsewhere() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "lamia", mercenary=1)
    table.army("blue", "ptolemaios", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    table.state.moved_generals |= 1 << table.general_number("polemon")
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, 6)
    assert set(table.offers) == {"command:alketas", "command:attalos", "command:polemon", "decline"}
    table.act("command:polemon")
    assert table.where("polemon") == "trikka"


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
    table.act("decline")
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


@pytest.mark.rule("R14.9.10", "R3.6.1")
def test_with_them_he_loses_their_legitimacy_at_once() -> None:
    """Not only when the Procedure is over: Instant Victory is looked for before that."""
    points = {}
    for dice in ((6, 6, 1, 1), (1, 1, 6, 6)):
        table = Table(active="blue")
        table.army("blue", "alketas", "trikka", mercenary=8)
        table.army("red", "philoxenos", "trikka", mercenary=8)
        table.royal("herakles", "trikka", "red")
        table.royal("kleopatra", "trikka", "red")
        fight(table, "blue", "red", "trikka", *dice, 1, 1)
        points[table.holder("herakles")] = table.legitimacy("red")
    assert points[""] == MATERIAL.edition.champion_legitimacy < points["red"]


@pytest.mark.rule("R14.8.5", "R14.9.9")
@pytest.mark.parametrize("subordinates", [(), ("eumenes",)])
def test_the_loser_is_not_asked_for_a_new_commander(subordinates: tuple[str, ...]) -> None:
    table = generals_meeting(4, 5, 6, 6, 6, red=20, generals=subordinates)
    assert table.where("peithon") == "out"
    assert table.decision.prompt != "prompt.command"
    assert not table.events("takes_command")


@pytest.mark.rule("R14.8.5")
@pytest.mark.parametrize("red", [2, 8])
def test_who_has_won_or_drawn_is(red: int) -> None:
    """The dice are the same on both sides; Red under a Minor General cannot be killed."""
    table = generals_meeting(4, 5, *((2, 2) if red == 2 else (4, 5)), 6, red=red)
    assert table.where("peithon") == "out"
    assert table.decision.prompt == "prompt.command"
    assert table.deciding == "blue"


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
    assert table.over
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
    table.act("command:alketas")
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
