"""6: what is offered is what is legal, and nothing else."""

import pytest

from diadochi.rules import engine, forage, operations, reinforcements
from tests.rules.segments import (
    BONUS_3,
    EVENT_3,
    EVENT_4,
    FOG,
    ORATORY,
    card_segment,
    end_of_activation,
    surrender_segment,
)
from tests.table import BLUE, MATERIAL, Table, troop

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
    """Every offered action passes the check, and nothing else does."""
    passing = {a.text for a in MATERIAL.notation.actions if engine.check(table.play, a.code) is None}
    assert passing == {*table.offers, *table.further}


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
    table.begin(lambda p: operations.begin_training(p, BLUE, 4))
    assert_exact(table)
    table = busy_table()
    table.province("blue", "makedonia")
    table.begin(lambda p: operations.begin_upgrade(p, BLUE))
    assert_exact(table)


@pytest.mark.rule("R5.2.8")
def test_placing_reinforcements_offers_exactly_what_is_legal() -> None:
    table = busy_table()
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(mercenary=1), (), "5.2.7"))
    assert_exact(table)
    table = Table()
    table.pc("blue", "larisa")
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(mercenary=3, loyal=1), (), "5.2.7"))
    assert_exact(table)
    while not table.over:
        assert_exact(table)
        table.act(table.offers[0])


@pytest.mark.rule("R6.4.2")
def test_forage_and_the_end_of_activation_offer_exactly_what_is_legal() -> None:
    table = busy_table()
    table.begin(lambda p: p.push(forage.ForageSegment(BLUE)))
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
    table.begin(lambda p: p.push(forage.ForageSegment(BLUE)))
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
