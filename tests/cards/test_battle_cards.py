"""14.3: the Surprise cards of a Land Battle."""

import pytest

from diadochi.model.ids import LocationId
from diadochi.model.state import INDEPENDENT
from diadochi.rules import activation, battle
from tests.cards.surprises import (
    BLANKS,
    discarded,
    field,
    fight,
    pass_all,
    pass_answers,
    pass_until,
    pass_until_prompt,
    playing,
    refusal,
)
from tests.table import Table

# 14.3 Battle cards


@pytest.mark.card("54")
@pytest.mark.rule("R7.2.F.18")
def test_mutiny_brings_a_macedonian_cu_of_the_other_side() -> None:
    table = field()
    table.hand("blue", "54")
    fight(table)
    playing(table, "54")
    assert table.decision.prompt == "prompt.mutiny"
    assert table.offers == ("choose-units:loyal", "choose-units:royal")
    assert table.why_not("choose-units:mercenary") == "14.3.1"
    table.act("choose-units:royal")
    assert table.forces("blue", "trikka") == {"mercenary": 4, "royal": 1}
    assert table.forces("red", "trikka") == {"loyal": 2, "mercenary": 2}


@pytest.mark.card("54")
def test_a_cu_that_joins_the_attacker_counts_as_moved() -> None:
    table = field()
    table.hand("blue", "54")
    fight(table)
    playing(table, "54")
    table.act("choose-units:loyal")
    assert table.state.moved_cus[table.location("trikka")][1] == 1


@pytest.mark.card("54")
@pytest.mark.rule("R16.9.8")
def test_with_cavalry_a_cavalry_cu_may_mutiny() -> None:
    table = Table(players=3, options=("cavalry",))
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", loyal=1, cavalry=1)
    table.deck(*BLANKS)
    table.hand("blue", "54")
    fight(table)
    playing(table, "54")
    assert table.offers == ("choose-units:loyal", "choose-units:cavalry")


@pytest.mark.card("54")
def test_mutiny_never_takes_silver_shields() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", silver_shields=2, mercenary=2)
    table.hand("blue", "54")
    fight(table)
    assert refusal(table, "surprise:54") == "refusal.surprise.mutiny"


@pytest.mark.card("54")
def test_equal_prestige_is_not_enough_for_mutiny() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "lysimachos", "trikka", loyal=2)
    table.hand("blue", "54")
    fight(table)
    assert refusal(table, "surprise:54") == "refusal.surprise.mutiny"


@pytest.mark.card("54")
def test_sacred_ground_counts_for_mutiny() -> None:
    table = Table(players=3)
    table.army("blue", "lysimachos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", loyal=2)
    table.royal("funeral_cart", "trikka", "red")
    table.hand("blue", "54")
    fight(table)
    assert refusal(table, "surprise:54") == "refusal.surprise.mutiny"


@pytest.mark.card("54")
def test_no_mutiny_in_an_army_that_krateros_commands() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "krateros", "trikka", loyal=2)
    table.royal("alexandros", "pella", "blue")
    table.pc("blue", "pella")
    table.hand("blue", "54")
    fight(table)
    assert refusal(table, "surprise:54") == "refusal.surprise.mutiny"


@pytest.mark.card("54")
def test_no_mutiny_against_independents() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.independent("leosthenes", "trikka")
    table.hand("blue", "54")
    fight(table, defender="independent")
    assert refusal(table, "surprise:54") == "refusal.surprise.mutiny"


@pytest.mark.card("54")
@pytest.mark.card("57")
@pytest.mark.rule("R7.2.F.8")
def test_the_gift_of_oratory_in_answer_foils_mutiny() -> None:
    table = field()
    table.hand("blue", "54")
    table.hand("red", "57")
    fight(table)
    table.act("surprise:54", "surprise:57")
    pass_answers(table)
    assert table.events("mutiny_fails")
    assert table.forces("red", "trikka") == {"loyal": 2, "royal": 1, "mercenary": 2}
    assert {"54", "57"} <= discarded(table)


@pytest.mark.card("57")
def test_the_gift_of_oratory_answers_nothing_else() -> None:
    table = field(mercenary=4, elephant=1)
    table.hand("red", "52", "57")
    table.hand("blue", "53", "57")
    fight(table)
    table.act("pass", "surprise:52")
    assert refusal(table, "surprise:57") == "refusal.no_answer_to_this"


@pytest.mark.card("54")
@pytest.mark.card("53")
def test_mutiny_can_be_cancelled() -> None:
    table = field()
    table.hand("blue", "54")
    table.hand("yellow", "53")
    fight(table)
    table.act("surprise:54")
    pass_until(table, "yellow")
    table.act("surprise:53")
    pass_answers(table)
    assert table.forces("red", "trikka") == {"loyal": 2, "royal": 1, "mercenary": 2}


@pytest.mark.card("54")
def test_a_side_without_cus_after_a_card_fights_no_battle_and_the_army_keeps_its_mps() -> None:
    table = Table(players=3)
    table.state.usurper = table.seat("red")
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "larisa", mercenary=3)
    table.army("red", "eumenes", "trikka", loyal=1)
    table.royal("kleopatra", "trikka", "red")
    table.royal("alexandros", "larisa", "blue")
    table.hand("blue", "54")
    table.deck(*BLANKS)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:trikka")
    while table.decision.prompt != "prompt.window.battle_cards":
        table.act(next(a for a in ("attack", "pass", "stand") if a in table.offers))
    playing(table, "54")
    pass_all(table)
    assert table.where("eumenes") == "dispersed"
    assert table.holder("kleopatra") == ""
    assert table.forces("blue", "trikka") == {"mercenary": 3, "loyal": 1}
    army = activation.army(table.play)
    assert army is not None
    assert army.left(table.play) == 3
    assert army.cus == (3, 1, 0, 0, 0, 0)


@pytest.mark.rule("R14.3.2")
def test_the_attacker_plays_first_and_nobody_else_is_asked() -> None:
    table = field()
    for faction in ("blue", "red", "yellow"):
        table.hand(faction, "1")
    table.hand("yellow", "52")
    fight(table)
    assert table.decision.prompt == "prompt.window.battle_cards"
    assert table.deciding == "blue"
    table.act("pass")
    assert table.deciding == "red"
    assert table.decision.prompt == "prompt.window.battle_cards"


@pytest.mark.card("52")
@pytest.mark.rule("R14.3.1")
def test_anti_elephant_devices_leave_the_other_sides_elephants_without_strength() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4, elephant=2)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("red", "52")
    table.deck(*BLANKS)
    fight(table, 3, 3, 3, 3)
    playing(table, "52")
    pass_all(table)
    strength = table.events("battle_strength")[0]
    assert strength.dice == ()
    assert ("elephants", "number", 0) in strength.args


@pytest.mark.card("52")
def test_commanded_by_seleukos_elephants_keep_half_their_strength() -> None:
    table = Table(players=3)
    table.army("blue", "seleukos", "trikka", mercenary=4, elephant=2)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("red", "52")
    table.deck(*BLANKS)
    fight(table, 6, 5, 3, 3, 3, 3)
    playing(table, "52")
    pass_all(table)
    assert ("elephants", "number", 3) in table.events("battle_strength")[0].args
    assert table.events("elephants_halved")
    assert not table.events("elephants_stopped")


@pytest.mark.card("52")
def test_without_elephants_against_you_there_is_nothing_to_stop() -> None:
    table = field(mercenary=4, elephant=1)
    table.hand("blue", "52")
    fight(table)
    assert refusal(table, "surprise:52") == "refusal.surprise.anti_elephant_devices"


@pytest.mark.card("52")
@pytest.mark.card("53")
@pytest.mark.rule("R14.6.1")
def test_cancelled_devices_let_the_elephants_roll() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4, elephant=2)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("red", "52")
    table.hand("blue", "53")
    table.deck(*BLANKS)
    fight(table, 6, 5, 3, 3, 3, 3)
    table.act("pass", "surprise:52", "surprise:53")
    pass_all(table)
    assert table.events("battle_strength")[0].dice == (6, 5)


@pytest.mark.card("47B")
@pytest.mark.rule("R7.2.D.2")
def test_silver_shields_lose_one_and_the_other_changes_sides() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", silver_shields=2, mercenary=2)
    table.hand("blue", "47B")
    table.deck("5", "50")
    fight(table)
    playing(table, "47B")
    assert table.forces("blue", "trikka") == {"mercenary": 4, "silver_shields": 1}
    assert table.forces("red", "trikka") == {"mercenary": 2}


@pytest.mark.card("47B")
@pytest.mark.rule("R7.2.D.4")
def test_the_last_silver_shields_cu_is_eliminated() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", silver_shields=1)
    table.hand("blue", "47B")
    table.deck(*BLANKS)
    fight(table)
    playing(table, "47B")
    pass_all(table)
    assert table.forces("red", "trikka") == {}
    assert table.where("eumenes") == "dispersed"
    assert table.over


@pytest.mark.card("47B")
def test_47b_is_for_the_side_against_the_silver_shields() -> None:
    table = field(mercenary=3, silver_shields=2)
    table.hand("blue", "47B")
    fight(table)
    assert refusal(table, "surprise:47B") == "refusal.surprise.silver_shields_desert"


@pytest.mark.card("47B")
def test_nobody_plays_47b_for_an_independent_side() -> None:
    """Blue moves the Independents but has no CU in the battle."""
    table = Table(players=3, dice=(3, 3, 3, 3))
    table.independent("leosthenes", "trikka")
    table.army("red", "eumenes", "trikka", silver_shields=2, mercenary=2)
    table.hand("blue", "47B")
    table.hand("red", "1")
    table.deck(*BLANKS)
    at, blue = table.location("trikka"), table.seat("blue")
    table.begin(lambda p: battle.begin(p, INDEPENDENT, table.seat("red"), at, blue, LocationId(-1), 0))
    while not table.over:
        assert table.decision.prompt != "prompt.window.battle_cards" or table.deciding == "red"
        table.act(table.offers[0])


@pytest.mark.card("47B")
@pytest.mark.card("54")
@pytest.mark.parametrize(("card", "event"), [("47B", "silver_shields_desert"), ("54", "mutiny")])
def test_cus_that_stay_inside_the_city_do_not_come_over(card: str, event: str) -> None:
    table = Table(players=3)
    table.pc("red", "pella")
    table.army("blue", "antigonos", "pella", mercenary=4)
    table.army("red", "eumenes", "pella", mercenary=3)
    table.cus("red", "pella.inside", **({"silver_shields": 2} if card == "47B" else {"loyal": 2}))
    table.hand("blue", card)
    table.deck(*BLANKS)
    at, blue = table.location("pella"), table.seat("blue")
    table.begin(lambda p: battle.begin(p, blue, table.seat("red"), at, blue, LocationId(-1), 0))
    while table.deciding == "red":
        table.act("done")
    assert table.decision.prompt == "prompt.window.battle_cards"
    assert refusal(table, f"surprise:{card}") == f"refusal.surprise.{event}"


@pytest.mark.card("52")
@pytest.mark.rule("R16.9.18")
@pytest.mark.parametrize("devices", [False, True])
def test_stopped_elephants_do_not_cancel_the_bonus_of_cavalry(devices: bool) -> None:
    table = Table(players=3, options=("cavalry",))
    table.army("blue", "antigonos", "trikka", mercenary=3, cavalry=1)
    table.army("red", "lysimachos", "trikka", mercenary=3, elephant=1)
    table.hand("blue", "52")
    table.deck(*BLANKS)
    fight(table, 3, 3, 3, 3, 3)
    if devices:
        playing(table, "52")
    pass_all(table)
    rolls = [{n: v for n, _, v in e.args} for e in table.events("battle_roll")]
    assert rolls[0]["bonus"] == int(devices)


@pytest.mark.card("O60")
@pytest.mark.card("O61")
@pytest.mark.rule("R14.7.3")
@pytest.mark.parametrize("card", ["O60", "O61"])
def test_cavalry_superiority_adds_1_to_the_battle_roll(card: str) -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("blue", card)
    table.deck(*BLANKS)
    fight(table, 4, 4, 3, 3, 1)
    playing(table, card)
    pass_all(table)
    rolls = [{n: v for n, _, v in e.args} for e in table.events("battle_roll")]
    assert (rolls[0]["bonus"], rolls[0]["roll"]) == (1, 9)
    assert rolls[1]["bonus"] == 0
    assert table.events("survival_roll")


@pytest.mark.card("O61")
def test_a_second_cavalry_superiority_adds_nothing() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("blue", "O60", "O61")
    table.deck(*BLANKS)
    fight(table, 6, 6, 3, 3)
    playing(table, "O60")
    playing(table, "O61")
    pass_all(table)
    roll = {n: v for n, _, v in table.events("battle_roll")[0].args}
    assert (roll["bonus"], roll["roll"]) == (1, 13)


@pytest.mark.card("51")
@pytest.mark.rule("R14.8.3")
def test_only_a_flesh_wound_saves_the_commanding_general() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", "51")
    table.deck(*BLANKS)
    fight(table, 4, 5, 3, 3, 6)
    pass_until_prompt(table, "prompt.window.commander_death")
    assert table.deciding == "blue"
    playing(table, "51")
    pass_all(table)
    assert table.where("antigonos") == "trikka"
    assert not table.events("general_killed")


@pytest.mark.card("51")
def test_saved_in_a_lost_battle_he_is_dispersed() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=2)
    table.army("red", "lysimachos", "trikka", mercenary=8)
    table.hand("blue", "51")
    table.deck(*BLANKS)
    fight(table, 4, 5, 5, 5, 5)
    pass_until_prompt(table, "prompt.window.commander_death")
    playing(table, "51")
    pass_all(table)
    assert table.where("antigonos") == "dispersed"


@pytest.mark.card("51")
@pytest.mark.card("53")
def test_a_cancelled_flesh_wound_kills() -> None:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", "51")
    table.hand("red", "53")
    table.deck(*BLANKS)
    fight(table, 4, 5, 3, 3, 6)
    pass_until_prompt(table, "prompt.window.commander_death")
    table.act("surprise:51", "surprise:53")
    pass_all(table)
    assert table.where("antigonos") == "out"
