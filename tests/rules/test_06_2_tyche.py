"""6.2: the choice of a card in the Tyche Segment."""

import pytest

from diadochi.model import moves
from diadochi.rules.agenda import Play
from tests.rules.segments import (
    BONUS_3,
    EVENT_2,
    EVENT_3,
    EVENT_4,
    FOG,
    LIAR,
    MARRIAGE,
    ORATORY,
    REMOVED,
    card_segment,
    event_that,
    player_turn,
)
from tests.table import BLUE, Table


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
    event_that(monkeypatch, lambda p: moves.put_pc(p.state, kelainai, BLUE))
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
        p.state.proposals[1] = BLUE

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
        p.state.proposals[1] = BLUE
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
