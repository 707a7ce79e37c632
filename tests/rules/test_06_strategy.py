"""5.4 and 6: the Player Turn, the Surrender Segment, the choice of a card in the Tyche Segment."""

from collections.abc import Callable

import pytest

from diadochi.model.state import SURRENDER, TYCHE
from diadochi.rules import activation, forage, operations, reinforcements, strategy, surrender, tyche
from diadochi.rules.agenda import Play
from tests.table import MATERIAL, Table, troop

EVENT_2, EVENT_3, EVENT_4 = "4", "5", "41"
BONUS_3 = "17"
REMOVED, MARRIAGE = "13", "32"
ORATORY, GHOST, FOG, LIAR = "57", "58", "50", "53"
"""Surprise cards: the first may be played at any time."""


def card_segment(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = TYCHE
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, strategy.own_pcs(p.state, seat))))


def surrender_segment(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = SURRENDER
    table.begin(lambda p: p.push(surrender.SurrenderSegment(seat, surrender.REMOVE)))


def player_turn(table: Table, faction: str = "blue") -> None:
    table.begin(lambda p: strategy.begin_player_turn(p, table.seat(faction)))


@pytest.fixture
def any_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event can be played and does nothing."""
    monkeypatch.setattr(tyche, "condition", lambda p, seat, card: None)
    monkeypatch.setattr(tyche, "begin", lambda p, seat, card: p.note("event_resolved", "6.2.A.1"))


def event_that(monkeypatch: pytest.MonkeyPatch, effect: Callable[[Play], None]) -> None:
    monkeypatch.setattr(tyche, "condition", lambda p, seat, card: None)
    monkeypatch.setattr(tyche, "begin", lambda p, seat, card: effect(p))


# 5.4, 6.0


@pytest.mark.rule("R5.4.1")
def test_a_player_turn_runs_surrender_tyche_activation_forage() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=9)
    table.hand("blue", EVENT_3)
    player_turn(table)
    assert table.state.segment == SURRENDER
    table.act("done", f"spend-nothing:{EVENT_3}")
    while not table.over:
        table.act("pass" if "pass" in table.offers else table.offers[0])
    segments = [e.key for e in table.game.events if e.key.endswith("_segment")]  # type: ignore[union-attr]
    assert segments == ["surrender_segment", "tyche_segment", "activation_segment", "forage_segment"]


@pytest.mark.rule("R5.4.2")
def test_a_non_surprise_card_must_be_played() -> None:
    table = Table()
    table.hand("blue", EVENT_3, ORATORY)
    card_segment(table)
    assert "pass" not in table.offers
    assert "done" not in table.offers


@pytest.mark.rule("R5.4.3", "R6.3.2")
def test_in_the_activation_segment_one_moves_or_raises_one_mercenary() -> None:
    table = Table()
    table.pc("blue", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=3)
    table.hand("blue", EVENT_3)
    player_turn(table)
    table.act(f"spend-nothing:{EVENT_3}")
    assert {"campaign", "mercenary"} <= set(table.offers)
    table.act("mercenary")
    assert table.over
    assert table.forces("blue", "larisa") == {"mercenary": 4}


@pytest.mark.rule("R6.0.2")
def test_the_turn_ends_when_the_four_segments_are_finished() -> None:
    table = Table()
    table.hand("blue", EVENT_3)
    player_turn(table)
    assert table.state.active == 0
    table.act(f"spend-nothing:{EVENT_3}")
    while not table.over:
        table.act("pass" if "pass" in table.offers else table.offers[0])
    assert (table.state.active, table.state.segment) == (-1, -1)


@pytest.mark.rule("R9.1.6")
def test_what_has_moved_is_free_again_in_the_next_segment() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=2)
    table.state.moved_generals = 4
    table.state.moved_cus = {table.location("larisa"): (2, 0, 0, 0, 0, 0)}
    table.state.oratory = (2, 5)
    table.hand("blue", EVENT_3)
    player_turn(table)
    assert table.state.moved_generals == 0
    assert table.state.moved_cus == {}
    assert table.state.oratory == (-1, 0)


# 6.1 Surrender Segment


@pytest.mark.rule("R6.1.1")
def test_pcs_are_removed_then_placed_then_sieges_conducted() -> None:
    table = Table(dice=(1,))
    table.pc("red", "larisa", "trikka")
    table.cus("blue", "larisa", mercenary=1)
    table.general("blue", "alketas", "larisa")
    table.army("blue", "krateros", "dana", mercenary=1)
    table.army("blue", "antigonos", "pisidai", loyal=3)
    table.pc("independent", "pisidai")
    surrender_segment(table)
    assert table.offers == ("done", "remove-pc:larisa")
    assert table.why_not("place-pc:dana") == "6.1.1"
    assert table.why_not("siege:pisidai") == "6.1.1"
    table.act("remove-pc:larisa")
    assert table.offers == ("done", "place-pc:larisa", "place-pc:dana")
    table.act("done")
    assert table.offers == ("done", "siege:pisidai")
    assert table.why_not("place-pc:dana") == "6.1.1"


@pytest.mark.rule("R6.1.2")
def test_a_cu_without_a_general_makes_a_minor_city_surrender() -> None:
    table = Table()
    table.pc("red", "larisa", "trikka", "pisidai")
    table.cus("blue", "larisa", mercenary=1)
    table.general("blue", "krateros", "trikka")
    table.cus("blue", "pisidai", mercenary=1)
    table.state.agenda = []
    refusals = [surrender.refuse_surrender(table.play, 0, table.space(s)) for s in ("larisa", "trikka", "pisidai")]
    assert [r.rule if r else "" for r in refusals] == ["", "6.1.2", ""]


@pytest.mark.rule("R6.1.3")
def test_independent_pcs_and_major_cities_do_not_surrender() -> None:
    table = Table()
    table.pc("independent", "lamia")
    table.pc("red", "pella", "larisa")
    table.army("blue", "krateros", "lamia", mercenary=1)
    table.army("blue", "antigonos", "pella", mercenary=1)
    table.army("blue", "alketas", "larisa", mercenary=1)
    surrender_segment(table)
    assert table.offers == ("done", "remove-pc:larisa")
    assert table.why_not("remove-pc:lamia") == "6.1.3"
    assert table.why_not("remove-pc:pella") == "6.1.3"


@pytest.mark.rule("R6.1.4")
@pytest.mark.example("D01")
def test_d01_an_uncontrolled_major_city_is_taken_without_a_siege() -> None:
    table = Table()
    table.army("yellow", "amphoteros", "halikarnassos", mercenary=1)
    surrender_segment(table, "yellow")
    table.act("place-pc:halikarnassos")
    assert table.pc_of("halikarnassos") == "yellow"


@pytest.mark.rule("R6.1.4")
def test_a_pc_goes_on_every_uncontrolled_city_or_stronghold_with_an_own_cu() -> None:
    table = Table()
    table.army("blue", "krateros", "aitolia", mercenary=1)
    table.army("blue", "alketas", "tp_ipsos", mercenary=1)
    table.general("blue", "antigonos", "dana")
    surrender_segment(table)
    assert table.offers == ("done", "place-pc:aitolia")
    assert table.why_not("place-pc:tp_ipsos") == "6.1.4"
    assert table.why_not("place-pc:dana") == "6.1.4"


@pytest.mark.rule("R6.1.4")
def test_a_space_vacated_in_the_first_step_counts() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=1)
    surrender_segment(table)
    table.act("remove-pc:larisa", "place-pc:larisa")
    assert table.pc_of("larisa") == "blue"


@pytest.mark.rule("R6.1.5")
def test_one_siege_per_space_for_an_army_of_three_cus() -> None:
    table = Table(dice=(2,))
    table.pc("independent", "pisidai", "lamia")
    table.army("blue", "antigonos", "pisidai", loyal=3)
    table.army("blue", "krateros", "lamia", loyal=2)
    surrender_segment(table)
    assert table.offers == ("done", "siege:pisidai")
    assert table.why_not("siege:lamia") == "15.2.A.1"
    table.act("siege:pisidai")
    assert table.over
    assert table.pc_of("pisidai") == "independent"


@pytest.mark.rule("R6.1.6")
@pytest.mark.example("D01")
def test_d01_the_pc_may_be_placed_at_once_where_the_siege_is_completed() -> None:
    table = Table(dice=(3,))
    table.pc("independent", "lamia")
    table.army("blue", "antigonos", "lamia", mercenary=3)
    surrender_segment(table)
    table.act("siege:lamia")
    assert table.forces("blue", "lamia") == {"mercenary": 2}
    assert table.pc_of("lamia") == ""
    table.act("claim")
    assert table.pc_of("lamia") == "blue"
    assert table.over


@pytest.mark.rule("R6.1.7")
def test_all_three_steps_are_optional() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=1)
    surrender_segment(table)
    table.act("remove-pc:larisa", "done")
    assert table.over
    assert table.pc_of("larisa") == ""


# 6.2 Tyche Segment


@pytest.mark.rule("R6.2.1")
def test_one_card_and_one_option(any_event: None) -> None:
    table = Table()
    table.hand("blue", EVENT_3, EVENT_4)
    card_segment(table)
    table.act(f"event:{EVENT_3}")
    assert table.over
    assert table.state.hands[0] == 1 << table.card_number(EVENT_4)


@pytest.mark.rule("R6.2.1")
def test_a_pass_is_to_spend_nothing() -> None:
    table = Table()
    table.hand("blue", EVENT_3)
    card_segment(table)
    table.act(f"spend-nothing:{EVENT_3}")
    assert table.over
    assert table.state.discard == 1 << table.card_number(EVENT_3)


@pytest.mark.rule("R6.2.1")
def test_a_card_of_another_hand_is_refused() -> None:
    table = Table()
    table.hand("blue", EVENT_3)
    table.hand("red", EVENT_4)
    card_segment(table)
    assert table.why_not(f"train:{EVENT_4}") == "6.2.1"


@pytest.mark.rule("R6.2.2")
def test_with_surprise_cards_only_they_are_played_or_discarded_until_another_card_comes() -> None:
    table = Table()
    table.hand("blue", FOG)
    table.deck(LIAR, EVENT_3)
    card_segment(table)
    assert table.offers == (f"discard:{FOG}",)
    table.act(f"discard:{FOG}")
    assert table.offers == (f"discard:{LIAR}",)
    table.act(f"discard:{LIAR}")
    assert f"train:{EVENT_3}" in table.offers


@pytest.mark.rule("R6.2.3")
def test_the_options_of_a_card(any_event: None) -> None:
    table = Table()
    table.pc("blue", "kelainai")
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.state.dealt[0] = 3
    table.fleet("blue", "kilikia")
    table.hand("blue", EVENT_4)
    card_segment(table)
    uses = ("event", "force-march", "place-pcs", "train", "spend-nothing", "upgrade", "recruit")
    assert table.offers == tuple(f"{use}:{EVENT_4}" for use in uses)


@pytest.mark.rule("R6.2.4")
def test_on_a_bonus_card_the_event_comes_first_and_the_ops_after_it(any_event: None) -> None:
    table = Table()
    table.hand("blue", BONUS_3)
    card_segment(table)
    table.act(f"event:{BONUS_3}")
    assert len(table.events("event_resolved")) == 1
    assert table.offers == (f"train:{BONUS_3}", f"spend-nothing:{BONUS_3}")
    assert table.why_not(f"event:{BONUS_3}") == "6.2.4"
    assert table.why_not(f"train:{EVENT_3}") == "6.2.1"
    table.act(f"train:{BONUS_3}", "start-training:loyal")
    assert table.over
    assert table.state.training[0] == (1, 3)


@pytest.mark.rule("R6.2.4")
def test_a_pc_that_the_event_placed_is_no_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.pc("blue", "thebai")
    table.hand("blue", BONUS_3)
    kelainai = table.space("kelainai")
    event_that(monkeypatch, lambda p: p.state.put_pc(kelainai, 0))
    card_segment(table)
    table.act(f"event:{BONUS_3}", f"place-pcs:{BONUS_3}")
    assert table.why_not("place-pc:gordion") == "6.2.B2.2"


@pytest.mark.rule("R6.2.5")
def test_a_bonus_card_may_be_used_for_its_event_only_or_its_ops_only(any_event: None) -> None:
    table = Table()
    table.hand("blue", BONUS_3)
    card_segment(table)
    table.act(f"event:{BONUS_3}", f"spend-nothing:{BONUS_3}")
    assert table.over
    table = Table()
    table.hand("blue", BONUS_3)
    card_segment(table)
    table.act(f"train:{BONUS_3}", "start-training:loyal")
    assert table.over
    assert table.events("event_resolved") == []


@pytest.mark.rule("R6.2.6")
def test_the_player_may_play_his_surprise_cards_when_he_chooses_his_card() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.hand("blue", ORATORY, EVENT_3)
    table.deck(EVENT_4)
    card_segment(table)
    assert f"surprise:{ORATORY}" in table.offers
    table.act(f"discard:{ORATORY}")
    assert f"train:{EVENT_4}" in table.offers


@pytest.mark.rule("R6.2.9")
def test_a_surprise_card_has_no_ops_and_does_not_satisfy_the_obligation() -> None:
    table = Table()
    table.hand("blue", FOG, EVENT_3)
    card_segment(table)
    for use in ("event", "train", "place-pcs", "force-march", "spend-nothing", "upgrade", "recruit"):
        assert table.why_not(f"{use}:{FOG}") == "6.2.9"


@pytest.mark.rule("R6.2.11")
def test_a_card_marked_for_removal_leaves_the_game_only_for_its_event(any_event: None) -> None:
    bit = 1 << Table().card_number(REMOVED)
    table = Table()
    table.hand("blue", REMOVED)
    card_segment(table)
    table.act(f"event:{REMOVED}")
    assert (table.state.removed & bit, table.state.discard & bit, table.state.aside & bit) == (bit, 0, 0)
    table = Table()
    table.hand("blue", REMOVED)
    card_segment(table)
    table.act(f"spend-nothing:{REMOVED}")
    assert (table.state.removed & bit, table.state.discard & bit, table.state.aside & bit) == (0, bit, 0)


@pytest.mark.rule("R6.2.11")
def test_a_card_lies_in_one_public_place_while_its_event_is_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    event_that(monkeypatch, lambda p: seen.append(p.state.aside & ~p.state.hands[0]))
    table = Table()
    table.hand("blue", EVENT_3)
    card_segment(table)
    table.act(f"event:{EVENT_3}")
    bit = 1 << table.card_number(EVENT_3)
    assert seen[0] & bit
    assert table.state.discard == bit


@pytest.mark.rule("R6.2.12")
def test_a_marriage_card_lies_in_front_of_its_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def offer(p: Play) -> None:
        p.state.proposals[1] = 0

    event_that(monkeypatch, offer)
    table = Table()
    table.royal("thessalonike", "pella")
    table.hand("blue", MARRIAGE)
    card_segment(table)
    table.act(f"event:{MARRIAGE}")
    assert table.state.front[0] == 1 << table.card_number(MARRIAGE)
    table.act(f"spend-nothing:{MARRIAGE}")
    assert table.state.discard == 0


@pytest.mark.rule("R6.2.12")
def test_with_the_marriage_the_card_goes_to_the_discards(monkeypatch: pytest.MonkeyPatch) -> None:
    def offer(p: Play) -> None:
        p.state.proposals[1] = 0
        p.state.board_dirty |= 2

    event_that(monkeypatch, offer)
    table = Table()
    table.royal("thessalonike", "pella")
    table.army("blue", "krateros", "pella", loyal=1)
    table.hand("blue", MARRIAGE)
    card_segment(table)
    table.act(f"event:{MARRIAGE}")
    assert table.holder("thessalonike") == "blue"
    assert table.state.front[0] == 0
    assert table.state.discard == 1 << table.card_number(MARRIAGE)


@pytest.mark.rule("R6.2.A.1")
def test_an_event_whose_preconditions_are_not_met_is_refused() -> None:
    table = Table(turn=1)
    table.hand("blue", "33")
    card_segment(table)
    assert "event:33" not in table.offers
    assert table.why_not("event:33") == "6.2.A.1"


@pytest.mark.rule("R6.2.A.2")
def test_any_use_of_condemnation_ends_the_condemnation_in_force() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.state.condemned = table.general_number("krateros")
    table.hand("red", "15")
    card_segment(table, "red")
    assert table.legitimacy("blue") == 0
    table.act("spend-nothing:15")
    assert table.legitimacy("blue") == 3


@pytest.mark.rule("R6.2.B.1")
def test_all_ops_go_to_one_use() -> None:
    table = Table()
    table.pc("blue", "kelainai")
    table.hand("blue", EVENT_4)
    card_segment(table)
    table.act(f"place-pcs:{EVENT_4}", "place-pc:gordion")
    assert all(offer == "done" or offer.startswith("place-pc:") for offer in table.offers)


@pytest.mark.rule("R6.2.B.1")
def test_a_use_that_can_do_nothing_is_refused() -> None:
    table = Table()
    table.hand("blue", EVENT_4)
    card_segment(table)
    assert table.why_not(f"force-march:{EVENT_4}") == "6.2.B1.1"
    assert table.why_not(f"place-pcs:{EVENT_4}") == "6.2.B2.1"
    assert table.why_not(f"upgrade:{EVENT_4}") == "6.2.C.1"
    assert table.why_not(f"recruit:{EVENT_4}") == "6.2.D.2"


@pytest.mark.rule("R6.2.B1.1")
def test_force_march_activates_exactly_one_army_or_general() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.army("blue", "antigonos", "kelainai", mercenary=1)
    table.hand("blue", EVENT_3)
    card_segment(table)
    table.act(f"force-march:{EVENT_3}")
    assert {"activate:krateros", "activate:antigonos"} <= set(table.offers)
    table.act("activate:krateros")
    while not table.over:
        assert "activate:antigonos" not in table.offers
        table.act("done")
    assert table.where("krateros") == "larisa"


@pytest.mark.rule("R6.2.B1.2")
def test_force_march_has_as_many_mps_as_ops() -> None:
    table = Table()
    table.general("blue", "krateros", "larisa")
    table.hand("blue", EVENT_2)
    card_segment(table)
    table.act(f"force-march:{EVENT_2}", "activate:krateros")
    steps = 0
    for space in ("pella", "amphipolis", "philippoi"):
        while f"march:{space}" not in table.offers and "done" in table.offers and not table.over:
            table.act("done")
        if table.over:
            break
        table.act(f"march:{space}")
        steps += 1
    assert steps == 2
    assert table.where("krateros") == "amphipolis"


@pytest.mark.rule("R6.2.B1.3")
def test_the_same_army_may_be_activated_again_in_the_activation_segment() -> None:
    table = Table(dice=(6,))
    table.general("blue", "krateros", "larisa")
    table.hand("blue", EVENT_2)
    player_turn(table)
    table.act(f"force-march:{EVENT_2}", "activate:krateros", "march:pella")
    while "campaign" not in table.offers:
        table.act("done")
    table.act("campaign")
    assert "activate:krateros" in table.offers


# 7.1 Perdikkas and Kassandros


def end_of_activation(table: Table) -> None:
    table.begin(lambda p: p.push(activation.ActivationSegment(0, activation.LAST_ACTS)))


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("perdikkas")
def test_perdikkas_may_remove_an_enemy_players_pc_from_his_minor_city() -> None:
    table = Table()
    table.pc("red", "opis")
    table.army("blue", "perdikkas", "opis", loyal=1)
    end_of_activation(table)
    assert set(table.offers) == {"done", "remove-pc:opis"}
    table.act("remove-pc:opis")
    assert table.over
    assert table.pc_of("opis") == ""


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("perdikkas")
@pytest.mark.parametrize(("space", "owner"), [("babylon", "red"), ("lamia", "independent"), ("opis", "blue")])
def test_perdikkas_removes_no_other_pc(space: str, owner: str) -> None:
    table = Table()
    table.pc(owner, space)
    table.army("blue", "perdikkas", space, loyal=1)
    end_of_activation(table)
    assert table.over


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("perdikkas")
def test_perdikkas_without_a_cu_removes_nothing() -> None:
    table = Table()
    table.pc("red", "opis")
    table.general("blue", "perdikkas", "opis")
    end_of_activation(table)
    assert table.over


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("kassandros")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_kassandros_may_replace_a_pc_in_his_minor_city_of_hellas(owner: str) -> None:
    table = Table()
    table.pc(owner, "korinthos")
    table.army("blue", "kassandros", "korinthos", loyal=1)
    end_of_activation(table)
    table.act("place-pc:korinthos")
    assert table.pc_of("korinthos") == "blue"


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("kassandros")
@pytest.mark.parametrize(("space", "owner"), [("larisa", "red"), ("athenai", "red"), ("sparta", "independent")])
def test_kassandros_replaces_none_elsewhere_nor_on_a_major_city_or_stronghold(space: str, owner: str) -> None:
    table = Table()
    table.pc(owner, space)
    table.army("blue", "kassandros", space, loyal=1)
    end_of_activation(table)
    assert table.over


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("kassandros")
def test_a_subordinate_has_no_special_ability() -> None:
    table = Table()
    table.pc("red", "korinthos")
    table.army("blue", "kassandros", "korinthos", loyal=1)
    table.general("blue", "krateros", "korinthos")
    end_of_activation(table)
    assert table.over


# 16.3


@pytest.mark.rule("R16.3.1")
def test_with_the_option_a_four_op_card_frees_the_cart_in_game_turn_one() -> None:
    table = Table(turn=1, options=("faster-funeral-cart",))
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.royal("funeral_cart", "babylon", "blue")
    table.hand("blue", EVENT_3, EVENT_4)
    card_segment(table)
    assert table.why_not(f"free-cart:{EVENT_3}") == "16.3.1"
    table.act(f"free-cart:{EVENT_4}")
    assert table.over
    assert table.state.cart_free == 1


@pytest.mark.rule("R16.3.1")
def test_without_the_option_the_cart_stays() -> None:
    table = Table(turn=1)
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.royal("funeral_cart", "babylon", "blue")
    table.hand("blue", EVENT_4)
    card_segment(table)
    assert table.why_not(f"free-cart:{EVENT_4}") == "16.3.1"


# What people try at the wrong time


@pytest.mark.rule("R6.2.1")
def test_refusals_name_the_rule_at_the_wrong_time() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.state.dealt[0] = 3
    surrender_segment(table)
    assert table.why_not(f"train:{EVENT_3}") == "6.2.1"
    assert table.why_not("start-training:loyal") == "6.2.B3.2"
    assert table.why_not("upgrade-fleet:kilikia") == "6.2.C.1"
    assert table.why_not("recruit-general:nearchos") == "6.2.D.1"
    assert table.why_not("bury") == "3.8.1"


# One source of legality


def assert_exact(table: Table) -> None:
    """Every offered action passes the check of the frame that asks, and nothing else does."""
    frame = table.state.agenda[-1]
    passing = {a.text for a in MATERIAL.notation.actions if frame.check(table.play, a.code) is None}  # type: ignore[attr-defined]
    assert passing == set(table.offers)


def busy_table(**options: tuple[str, ...]) -> Table:
    """Something of everything for Blue."""
    table = Table(turn=2, **options)  # type: ignore[arg-type]
    table.pc("blue", "kelainai", "pella", "larisa")
    table.pc("red", "trikka", "sardeis", "opis")
    table.pc("independent", "lamia")
    table.army("blue", "perdikkas", "opis", loyal=1)
    table.army("blue", "krateros", "lamia", loyal=3)
    table.army("blue", "alketas", "ikonion", mercenary=9)
    table.cus("blue", "kelainai", mercenary=8)
    table.cus("blue", "kelainai.inside", loyal=2)
    table.army("red", "peithon", "pella", loyal=3)
    table.fleet("blue", "kilikia")
    table.state.dealt[0] = 7
    return table


@pytest.mark.rule("R6.1.1")
def test_the_surrender_segment_offers_exactly_what_is_legal() -> None:
    table = busy_table()
    surrender_segment(table)
    for action in ("remove-pc:opis", "place-pc:ikonion", "done"):
        assert_exact(table)
        table.act(action)
    assert table.offers == ("done", "siege:lamia")
    assert_exact(table)


@pytest.mark.rule("R6.2.1")
def test_the_tyche_segment_offers_exactly_what_is_legal() -> None:
    table = busy_table(options=("dispersed-fleets", "faster-funeral-cart"))
    table.hand("blue", EVENT_3, EVENT_4, BONUS_3, ORATORY, FOG)
    card_segment(table)
    assert_exact(table)
    table.act(f"recruit:{EVENT_4}")
    assert_exact(table)
    table.act("recruit-general:aristonous")
    assert_exact(table)
    table.act("place:amphipolis")
    assert_exact(table)


@pytest.mark.rule("R6.2.4")
def test_after_a_bonus_event_exactly_the_ops_of_that_card_are_left(any_event: None) -> None:
    table = busy_table()
    table.hand("blue", BONUS_3, ORATORY, EVENT_3)
    card_segment(table)
    table.act(f"event:{BONUS_3}")
    assert_exact(table)
    table.act(f"place-pcs:{BONUS_3}")
    assert_exact(table)


@pytest.mark.rule("R6.2.C.1")
def test_training_and_fleets_offer_exactly_what_is_legal() -> None:
    table = busy_table()
    table.begin(lambda p: operations.begin_training(p, 0, 4))
    assert_exact(table)
    table = busy_table()
    table.province("blue", "makedonia")
    table.begin(lambda p: operations.begin_upgrade(p, 0))
    assert_exact(table)


@pytest.mark.rule("R5.2.8")
def test_placing_reinforcements_offers_exactly_what_is_legal() -> None:
    table = busy_table()
    table.begin(lambda p: reinforcements.begin(p, 0, troop(mercenary=1), (), "5.2.7"))
    assert_exact(table)
    table = Table()
    table.pc("blue", "larisa")
    table.begin(lambda p: reinforcements.begin(p, 0, troop(mercenary=3, loyal=1), (), "5.2.7"))
    assert_exact(table)
    while not table.over:
        assert_exact(table)
        table.act(table.offers[0])


@pytest.mark.rule("R6.4.2")
def test_forage_and_the_end_of_activation_offer_exactly_what_is_legal() -> None:
    table = busy_table()
    table.begin(lambda p: p.push(forage.ForageSegment(0)))
    assert_exact(table)
    table.act("at:kelainai.inside")
    assert table.over
    table = busy_table()
    end_of_activation(table)
    assert_exact(table)


@pytest.mark.rule("R6.4.2")
def test_a_choice_of_cus_to_lose_is_exact() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=8, loyal=1)
    table.begin(lambda p: p.push(forage.ForageSegment(0)))
    assert_exact(table)


@pytest.mark.rule("R16.3.1")
@pytest.mark.parametrize(("turn", "free", "owner"), [(2, 0, "blue"), (1, 1, "blue"), (1, 0, "red")])
def test_the_cart_is_freed_once_in_game_turn_one_by_its_controller(turn: int, free: int, owner: str) -> None:
    table = Table(turn=turn, options=("faster-funeral-cart",))
    table.general(owner, "perdikkas", "babylon")
    table.royal("funeral_cart", "babylon", owner)
    table.state.cart_free = free
    table.hand("blue", EVENT_4)
    card_segment(table)
    assert table.why_not(f"free-cart:{EVENT_4}") == "16.3.1"


def test_an_empty_hand_plays_no_card() -> None:
    table = Table()
    card_segment(table)
    assert table.over


@pytest.mark.rule("R7.1.3")
@pytest.mark.general("perdikkas")
def test_perdikkas_of_another_player_or_off_the_map_removes_nothing() -> None:
    table = Table()
    table.pc("green", "opis")
    table.army("red", "perdikkas", "opis", loyal=1)
    end_of_activation(table)
    assert table.over
    table = Table()
    table.general("blue", "perdikkas", "dispersed")
    end_of_activation(table)
    assert table.over
