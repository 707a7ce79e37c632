"""5.4 and 6.0: the Player Turn; what Perdikkas and Kassandros do at its end (7.1); the freeing of the Cart (16.3)."""

import pytest

from diadochi.model.state import SURRENDER
from tests.rules.segments import EVENT_3, EVENT_4, ORATORY, card_segment, end_of_activation, player_turn
from tests.table import Table

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


# 7.1 Perdikkas and Kassandros


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
