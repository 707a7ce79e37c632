"""Why something of the war may not be done: the rule's number and a sentence that helps, asked or not."""

import random

import pytest

from diadochi import messages
from diadochi.catalogue import UNTOLD
from diadochi.game import Game
from diadochi.rules import activation, strategy
from tests.harness import disguised
from tests.table import MATERIAL, Table


def reason(table: Table, action: str) -> tuple[str, str]:
    """The rule and the key of a refusal that can be read aloud."""
    assert table.game is not None
    refusal = table.game.why_not(action)
    assert refusal is not None, f"{action} is offered"
    line = messages.refusal_line(MATERIAL, refusal, table.decision)
    assert refusal.rule in line
    assert refusal.key not in line
    return refusal.rule, refusal.key.removeprefix("refusal.")


def activations(table: Table, mps: int = 4) -> Table:
    table.begin(lambda p: activation.begin(p, table.seat("blue"), mps, 2))
    return table


def krateros(space: str = "sardeis", mps: int = 4, **cus: int) -> Table:
    table = Table()
    table.army("blue", "krateros", space, **(cus or {"mercenary": 3}))
    activations(table, mps)
    table.act("activate:krateros", "take-all")
    return table


# Marching


@pytest.mark.rule("R9.1.3")
def test_nobody_marches_before_he_is_activated() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    activations(table)
    for action in ("march:pergamon", "take-all", "embark", "sail:rhodos"):
        assert reason(table, action) == ("9.1.3", "activate_first")
    assert reason(table, "siege:sardeis") == ("15.2.A.3", "activate_first")


@pytest.mark.rule("R6.3.1")
def test_nobody_marches_before_the_movement_die_is_rolled() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    assert reason(table, "march:pergamon") == ("6.3.1", "when_activate")
    assert reason(table, "activate:krateros") == ("6.3.1", "when_activate")


@pytest.mark.rule("R9.2.1")
def test_in_the_tyche_segment_somebody_has_to_be_activated_by_a_card() -> None:
    table = Table(segment=1)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.hand("blue", "2")
    table.begin(lambda p: p.push(strategy.TycheSegment(table.seat("blue"), 0)))
    assert reason(table, "march:pergamon") == ("9.2.1", "when_activate")


@pytest.mark.rule("R9.3.A.1", "R2.12")
def test_a_march_needs_a_path_and_mps() -> None:
    table = krateros(mps=1)
    assert reason(table, "march:pella") == ("2.12", "far_away")
    table = krateros("aspendos", mps=1)
    assert reason(table, "march:tp_tracheia") == ("9.3.A.1", "too_few_mps")


@pytest.mark.rule("R9.4.1")
def test_an_army_inside_comes_out_first() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=2)
    activations(table)
    table.act("activate:krateros", "take-all")
    assert reason(table, "march:pergamon") == ("9.4.1", "come_out_first")


@pytest.mark.rule("R9.1.3")
def test_one_activation_after_another() -> None:
    table = krateros()
    assert reason(table, "activate:krateros") == ("9.1.3", "finish_this_activation")


@pytest.mark.rule("R9.1.3", "R11.1.5")
def test_in_anothers_turn_nobody_marches() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    activations(table)
    table.act("activate:krateros", "take-all", "march:ephesos")
    assert table.deciding == "red"
    assert reason(table, "march:sardeis") == ("9.1.3", "another_players_turn")


# Sailing and embarking


@pytest.mark.rule("R13.2.2")
def test_to_sail_one_embarks_first_and_from_a_port() -> None:
    assert reason(krateros("xanthos"), "sail:rhodos") == ("13.2.2", "embark_first")
    table = krateros("sardeis")
    assert reason(table, "sail:rhodos") == ("13.2.2", "no_port")
    assert reason(table, "embark") == ("13.2.2", "no_port")
    assert reason(table, "land:rhodos") == ("13.2.11", "when_land")
    assert reason(table, "escort:karia") == ("13.2.1", "when_escort")


@pytest.mark.rule("R13.1.3", "R13.1.2")
def test_embarking_is_limited_to_8_cus_and_one_group() -> None:
    assert reason(krateros("xanthos", mercenary=9), "embark") == ("13.1.3", "naval_limit")
    table = Table()
    table.army("blue", "krateros", "xanthos", mercenary=1)
    table.state.naval_mover = 1
    activations(table)
    table.act("activate:krateros", "take-all")
    assert reason(table, "embark") == ("13.1.2", "one_naval_movement")


@pytest.mark.rule("R13.2.3", "R9.3.A.1", "R13.2.11")
def test_at_sea_one_needs_a_path_and_mps_and_does_not_march() -> None:
    table = krateros("xanthos", mps=1)
    table.act("embark", "sail:rhodos")
    assert reason(table, "sail:xanthos") == ("9.3.A.1", "too_few_mps")
    assert reason(table, "sail:pella") == ("13.2.3", "no_sea_path")
    assert reason(table, "march:halikarnassos") == ("13.2.11", "ships_first")
    assert reason(table, "embark") == ("13.2.11", "ships_first")


# Sieges and PCs


@pytest.mark.rule("R9.3.C.1", "R15.2.A.1", "R9.3.C.2")
def test_a_siege_needs_a_target_and_3_cus_and_2_mps() -> None:
    assert reason(krateros(), "siege:sardeis") == ("9.3.C.1", "nothing_to_besiege")
    assert reason(krateros(), "siege:pella") == ("9.3.C.1", "group_is_elsewhere")
    for cus, mps, rule in ((2, 4, ("9.3.C.2", "group_too_small")), (3, 1, ("9.3.0.1", "too_few_mps"))):
        table = Table()
        table.pc("red", "sardeis")
        table.army("blue", "krateros", "sardeis", mercenary=cus)
        activations(table, mps)
        table.act("activate:krateros", "take-all")
        assert reason(table, "siege:sardeis") == rule


@pytest.mark.rule("R15.2.A.3")
def test_nobody_besieges_or_removes_a_pc_before_his_activation_segment_begins() -> None:
    table = Table()
    table.pc("red", "sardeis", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    assert reason(table, "siege:sardeis") == ("15.2.A.3", "when_siege")
    assert reason(table, "remove-pc:pergamon") == ("9.3.D.1", "when_remove_pc")


@pytest.mark.rule("R9.3.D.1", "R9.3.D.2")
@pytest.mark.parametrize(
    ("owner", "space", "why"),
    [
        ("", "pergamon", ("9.3.D.1", "no_enemy_pc")),
        ("blue", "pergamon", ("9.3.D.1", "no_enemy_pc")),
        ("red", "sardeis", ("9.3.D.2", "pc_needs_siege")),
        ("independent", "pergamon", ("9.3.D.2", "pc_needs_siege")),
    ],
)
def test_which_pcs_are_not_removed(owner: str, space: str, why: tuple[str, str]) -> None:
    table = Table()
    if owner:
        table.pc(owner, space)
    table.army("blue", "krateros", space, mercenary=3)
    activations(table)
    table.act("activate:krateros", "take-all")
    assert reason(table, f"remove-pc:{space}") == why


# Reactions


def intercepting() -> Table:
    """Blue marches from Sardeis to Ephesos; Red's Eumenes stands in Pergamon, Peithon in Halikarnassos."""
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    table.army("red", "peithon", "halikarnassos", mercenary=1)
    activations(table)
    table.act("activate:krateros", "take-all", "march:ephesos")
    return table


@pytest.mark.rule("R11.1.1", "R11.1.A.1", "R11.2.2", "R11.2.4")
def test_why_a_general_does_not_intercept() -> None:
    table = intercepting()
    assert table.decision.prompt == "prompt.intercept"
    assert reason(table, "intercept:pella") == ("11.1.A.1", "not_next_to_mover")
    assert reason(table, "intercept:kelainai") == ("11.1.A.1", "not_next_to_mover")
    assert reason(table, "intercept:tp_laodikeia") == ("11.1.1", "no_general_to_intercept")
    table.act("intercept:pergamon")
    assert reason(table, "take-all") == ("11.2.4", "name_a_general_first")
    table.act("take-general:eumenes", "done")
    assert reason(table, "intercept:pergamon") == ("11.2.2", "one_attempt_per_space")


@pytest.mark.rule("R11.1.5", "R12.1.6")
def test_the_mover_neither_intercepts_nor_evades() -> None:
    table = krateros()
    assert reason(table, "intercept:pergamon") == ("11.1.5", "mover_does_not_react")
    assert reason(table, "evade") == ("12.1.6", "mover_does_not_react")


@pytest.mark.rule("R12.2.1", "R12.2.A.1")
def test_who_is_asked_for_an_interception_does_not_evade() -> None:
    table = intercepting()
    assert reason(table, "evade") == ("12.2.1", "no_general_to_evade")
    assert reason(table, "evade-to:abydos") == ("12.2.A.1", "when_evade_to")


@pytest.mark.rule("R12.1.1", "R12.1.2", "R12.1.3", "R12.1.4", "R12.2.A.3", "R12.2.A.4")
def test_where_an_evader_does_not_go() -> None:
    table = evading(ephesos="yellow")
    assert reason(table, "evade-to:kelainai") == ("12.2.A.3", "mover_came_from_there")
    assert reason(table, "evade-to:ephesos") == ("12.1.1", "space_held_by_other")
    assert reason(table, "evade-to:pella") == ("12.1.4", "no_land_path")
    table.act("evade-to:daskyleion")
    assert reason(table, "evade-to:sardeis") == ("12.2.A.4", "not_back")
    table = evading(peithon="pergamon")
    assert reason(table, "evade-to:pergamon") == ("12.1.3", "enemy_general_there")
    table = evading(seleukos="daskyleion")
    assert reason(table, "evade-to:daskyleion") == ("12.1.2", "enemy_cu_there")


def evading(ephesos: str = "", seleukos: str = "", peithon: str = "") -> Table:
    """Red's Eumenes has a lucky roll to leave Sardeis before Krateros."""
    table = Table(dice=(6,))
    if ephesos:
        table.pc(ephesos, "ephesos")
    if peithon:
        table.general("green", "peithon", peithon)
    if seleukos:
        table.army("green", "seleukos", seleukos, mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    table.general("red", "eumenes", "sardeis")
    activations(table)
    table.act("activate:krateros", "take-all", "march:sardeis")
    while table.decision.prompt != "prompt.evade":
        table.act("pass")
    table.act("evade")
    return table


# Overruns


@pytest.mark.rule("R10.J.1", "R10.J.2")
def test_the_log_says_why_there_was_no_overrun() -> None:
    table = Table(dice=(6, 6, 1, 1))
    table.cus("red", "pergamon", mercenary=2)
    table.pc("red", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=9)
    activations(table, mps=1)
    table.act("activate:krateros", "take-all", "march:pergamon")
    event = table.events("no_overrun")[-1]
    assert event.rule == "10.J.1"
    values = {name: value for name, _, value in event.args}
    assert (values["own"], values["theirs"], values["needed"]) == (9, 2, 10)
    assert table.events("battle_begins")


# What is true for the person


def sentence(table: Table, action: str, faction: str = "") -> str:
    """The line that a Faction reads; the deciding one unless told."""
    assert table.game is not None
    refusal = table.game.why_not(action, table.seat(faction) if faction else None)
    assert refusal is not None, f"{action} is offered"
    return messages.refusal_line(MATERIAL, refusal, table.decision)


@pytest.mark.rule("R2.12", "R9.3.A.1")
def test_a_space_that_is_not_adjacent_is_told_with_the_way_to_it() -> None:
    table = krateros("pella", mps=2)
    assert sentence(table, "march:lamia").startswith("Lamia is not adjacent; it is reached via Larisa for 2 MPs")
    assert reason(table, "march:lamia") == ("2.12", "reached_via")
    table = krateros("pella", mps=1)
    assert "the way via Larisa takes 2 MPs, and 1 is left" in sentence(table, "march:lamia")
    assert reason(table, "march:pella") == ("2.12", "is_there")
    assert reason(table, "march:rhodos") == ("2.12", "no_way_by_land")


@pytest.mark.rule("R2.12", "R9.3.0.1")
def test_enemies_on_the_way_to_a_space_are_told() -> None:
    """A battle on the way takes all MPs, and a lone General is Dispersed."""
    table = krateros("pella", mps=3)
    table.cus("red", "larisa", mercenary=1)
    assert reason(table, "march:lamia") == ("2.12", "enemies_on_the_way")
    assert "the way via Larisa takes 2 MPs, but enemy CUs stand at Larisa" in sentence(table, "march:lamia")
    table = krateros("pella", mps=3)
    table.general("red", "eumenes", "larisa")
    assert reason(table, "march:lamia") == ("2.12", "reached_via"), "a General alone bars no way"


@pytest.mark.rule("R2.12")
def test_a_way_round_the_enemies_is_told_if_the_mps_are_enough_for_it() -> None:
    for mps, told in ((2, "enemy CUs stand at Pergamon"), (3, "it is reached via Daskyleion and Sardeis for 3 MPs")):
        table = krateros("abydos", mps=mps)
        table.cus("red", "pergamon", mercenary=1)
        assert told in sentence(table, "march:ephesos")


@pytest.mark.rule("R9.3.C.2")
def test_cus_that_were_not_taken_along_are_told() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=4)
    activations(table)
    table.act("activate:krateros", "take:mercenary")
    assert reason(table, "siege:sardeis") == ("9.3.C.2", "take_them_along")
    assert "the group has 1; at Sardeis you have 3 Mercenary CUs more" in sentence(table, "siege:sardeis")
    table.act("take-all")
    assert table.why_not("siege:sardeis") == ""


@pytest.mark.rule("R9.3.C.2")
def test_cus_that_have_moved_already_are_told() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=4)
    table.begin(lambda p: None)
    table.state.moved_cus[table.location("sardeis")] = (3, 0, 0, 0, 0, 0)
    activations(table)
    table.act("activate:krateros")
    while any(offer.startswith("take:") for offer in table.offers):
        table.act(next(offer for offer in table.offers if offer.startswith("take:")))
    assert reason(table, "siege:sardeis") == ("9.3.C.2", "others_have_moved")


# Who was not asked to react


@pytest.mark.rule("R11.1.A.1", "R11.1.1", "R11.2.3")
def test_why_a_seat_was_not_asked_to_intercept() -> None:
    """Green stands next to nothing; Red has the word."""
    table = Table(players=3)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    table.army("yellow", "peithon", "pella", mercenary=3)
    table.army("yellow", "seleukos", "halikarnassos", mercenary=3)
    activations(table)
    table.act("activate:krateros", "take-all", "march:ephesos")
    assert table.deciding == "red"
    yellow = table.seat("yellow")
    assert "no Land path joins Pella to Ephesos" in sentence(table, "intercept:pella", "yellow")
    assert "you have no General at Pergamon" in sentence(table, "intercept:pergamon", "yellow")
    assert table.game is not None
    found = table.game.why_not("intercept:halikarnassos", yellow)
    assert found is not None
    assert found.key == "refusal.word_comes"
    assert "neither Intercept nor Evade" in sentence(table, "intercept:sardeis", "blue")


@pytest.mark.rule("R11.1.A.2", "R12.2.1")
def test_why_nobody_was_asked_at_all() -> None:
    table = Table()
    table.pc("blue", "ephesos")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    activations(table)
    table.act("activate:krateros", "take-all", "march:ephesos")
    assert table.decision.prompt == "prompt.army", "Red could not Intercept into Blue's own space"
    assert "Ephesos has somebody else's PC and no CU of yours" in sentence(table, "intercept:pergamon", "red")
    assert "no Land path joins Pella to Ephesos" in sentence(table, "intercept:pella", "red")
    assert "you have no General at Ephesos" in sentence(table, "evade", "red")


@pytest.mark.rule("R11.1.B.2")
def test_why_nobody_intercepts_where_an_enemy_stood_before() -> None:
    table = Table(players=3)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("blue", "antigonos", "ephesos", mercenary=1)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    activations(table)
    table.act("activate:krateros", "take-all", "march:ephesos")
    assert table.decision.prompt == "prompt.army"
    assert "an enemy CU held Ephesos" in sentence(table, "intercept:pergamon", "red")


@pytest.mark.rule("R11.2.3")
def test_who_has_passed_is_told_so() -> None:
    table = intercepting()
    table.act("pass")
    assert table.decision.prompt == "prompt.army"
    assert "have already been declared and rolled" in sentence(table, "intercept:pergamon", "red")


@pytest.mark.rule("R10.C.1")
def test_why_no_free_passage_can_be_asked_for() -> None:
    table = Table()
    table.army("blue", "krateros", "issos", loyal=4)
    table.army("red", "leonnatos", "tarsos", mercenary=3)
    activations(table, mps=1)
    table.act("activate:krateros", "take-all", "march:tarsos")
    assert table.deciding == "red", "he is asked whether he Evades"
    assert "no MPs or no way" in sentence(table, "ask-passage:red", "blue")


@pytest.mark.rule("R13.3.A.1", "R13.3.A.2")
def test_why_a_seat_was_not_asked_to_declare_a_naval_battle() -> None:
    table = Table(players=3)
    table.pc("blue", "xanthos")
    table.army("blue", "demetrios", "xanthos", loyal=3)
    table.province("red", "kypros")
    table.pc("red", "rhodos")
    activations(table)
    table.act("activate:demetrios", "take-all", "embark", "sail:rhodos")
    assert table.decision.prompt == "prompt.declare"
    assert "a Fleet that is yours" in sentence(table, "declare", "yellow")
    assert "against your own movement" in sentence(table, "declare", "blue")


@pytest.mark.rule("R9.1.3")
def test_who_moves_waits_for_the_answer_of_another() -> None:
    table = intercepting()
    assert table.deciding == "red"
    assert sentence(table, "march:pergamon", "blue").startswith("first Red has to answer: ")
    assert sentence(table, "done", "blue").startswith("first Red has to answer: ")


def test_an_onlooker_is_told_so() -> None:
    table = intercepting()
    assert table.game is not None
    refusal = table.game.why_not("intercept:pergamon", -1)
    assert refusal is not None
    assert refusal.key == "refusal.spectator"


# Cards


@pytest.mark.rule("R6.2.6")
@pytest.mark.parametrize(
    ("card", "when"),
    [
        ("47B", "Silver Shields, before the dice"),
        ("49", "when you conduct a Siege of a Major City"),
        ("50", "before the dice of a Naval Battle"),
        ("51", "a survival roll has just killed"),
        ("52", "against Elephants, before the dice"),
        ("53", "as an answer"),
        ("54", "in a Land Battle of yours against another player"),
        ("55", "when another player has announced the space he sails to"),
        ("57", "as an answer to Mutiny"),
        ("58", "at the beginning of any Player Turn"),
    ],
)
def test_a_surprise_card_that_cannot_be_played_says_when_it_can(card: str, when: str) -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.hand("blue", card)
    activations(table)
    table.act("activate:krateros")
    assert when in sentence(table, f"surprise:{card}")
    assert "when you are asked for Surprise cards" in sentence(table, f"discard:{card}")
    assert when in sentence(table, f"place-pcs:{card}"), "used as what it is not"


@pytest.mark.rule("R6.2.6")
def test_in_a_window_that_does_not_fit_a_card_says_when_it_is_played() -> None:
    table = Table(segment=1)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.hand("blue", "54", "2")
    table.begin(lambda p: p.push(strategy.TycheSegment(table.seat("blue"), 0)))
    assert "in a Land Battle of yours" in sentence(table, "surprise:54")
    assert "in a Land Battle of yours" in sentence(table, "train:54")
    assert "it is used in your Tyche Segment" in sentence(table, "surprise:2")


def test_an_event_card_out_of_time_says_when_it_is_used() -> None:
    table = krateros()
    table.state.hands[0] |= 1 << table.card_number("2")
    assert "Tyche Segment" in sentence(table, "event:2")


# Everything, everywhere


@pytest.mark.parametrize("players", [2, 4])
def test_no_answer_hangs_on_what_a_seat_cannot_know(players: int) -> None:
    """Hidden cards are dealt anew under the seat that asks: every answer stays the same."""
    game, rng = Game.new(players, 9, keep_undo=False), random.Random(9)
    for _ in range(400):
        if game.decision is None:
            break
        if rng.random() < 0.08:
            seat = rng.randrange(-1, players)
            other = Game.from_state(game.material, disguised(game, seat, rng), keep_undo=False)
            for action in rng.sample(MATERIAL.notation.actions, 250):
                assert game.why_not(action, seat) == other.why_not(action, seat), (seat, action.text)
        game.act(rng.choice(game.decision.actions))


def test_every_seat_has_an_answer_that_can_be_said() -> None:
    game, rng = Game.new(3, 10, ("independent-reactions",), keep_undo=False), random.Random(10)
    for _ in range(500):
        if (asked := game.decision) is None:
            break
        if rng.random() < 0.06:
            for seat in range(-1, 3):
                for action in rng.sample(MATERIAL.notation.actions, 120):
                    refusal = game.why_not(action, seat)
                    if refusal is not None:
                        line = messages.refusal_line(MATERIAL, refusal, asked)
                        assert UNTOLD not in line, (action.text, line)
                        assert refusal.rule in line
        game.act(rng.choice(asked.actions))


# Events that need an Army


@pytest.mark.rule("R7.1.C.2", "R6.2.A.1")
def test_an_event_that_lacks_only_a_minor_general_says_so() -> None:
    table = Table(segment=1)
    table.pc("red", "ephesos")
    table.pc("blue", "sardeis", "pella")
    table.cus("blue", "pella", mercenary=1)
    table.cus("blue", "sardeis", mercenary=3)
    table.hand("blue", "9", "2")
    table.begin(lambda p: p.push(strategy.TycheSegment(table.seat("blue"), 0)))
    assert reason(table, "event:9") == ("7.1.C.2", "minor_general_first")
    assert table.game is not None
    refusal = table.game.why_not("event:9")
    assert refusal is not None
    assert "Sardeis" in refusal.text
    assert "Minor Raid" in refusal.text
    table.act("reposition:sardeis")
    assert "event:9" in table.offers


@pytest.mark.rule("R6.2.A.1")
def test_an_event_that_no_minor_general_makes_possible_tells_its_own_condition() -> None:
    table = Table(segment=1)
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=3)
    table.hand("blue", "9", "2")
    table.begin(lambda p: p.push(strategy.TycheSegment(table.seat("blue"), 0)))
    assert reason(table, "event:9") == ("6.2.A.1", "event.minor_raid")
