"""5.3 and 6.0: shuffling, dealing, and the rounds of the Strategy Phase."""

import json
import random

import pytest

from diadochi.model.ids import SEATS, CardId
from diadochi.model.state import NOBODY, numbered
from diadochi.rules import deck, turn
from tests.table import BLUE, MATERIAL, Table


def dealt(players: int) -> Table:
    """Before the deal of a Game Turn, with the whole first deck."""
    table = Table(players=players)
    first = [i for i, c in enumerate(MATERIAL.cards) if c.in_first_deck]
    table.state.aside = sum(1 << i for i in range(70) if i not in first)
    table.begin(lambda p: (deck.shuffle_all(p), deck.deal(p)))  # type: ignore[arg-type, func-returns-value]
    return table


@pytest.mark.rule("R5.3.1")
def test_the_discards_are_shuffled_in_and_removed_or_unused_cards_stay_out() -> None:
    table = Table()
    table.state.aside = 0
    table.state.discard = 1 << table.card_number("5")
    table.state.removed = 1 << table.card_number("13")
    table.state.aside = 1 << table.card_number("47B")
    table.state.front[0] = 1 << table.card_number("32")
    deck.shuffle_all(table.play)
    assert table.card_number("5") in table.state.deck
    assert table.card_number("32") in table.state.deck
    assert table.card_number("13") not in table.state.deck
    assert table.card_number("47B") not in table.state.deck
    assert table.state.discard == 0
    assert len(table.state.deck) == 68


@pytest.mark.rule("R5.3.1")
def test_the_deck_is_shuffled_in_every_game_turn() -> None:
    table = Table(players=2)
    table.pc("blue", "kelainai")
    table.pc("red", "babylon")
    table.state.aside = 0
    table.begin(lambda p: p.push(turn.GameTurn(turn.DEAL, NOBODY, 0)))
    first = list(table.state.deck)
    table.begin(lambda p: p.push(turn.GameTurn(turn.DEAL, NOBODY, 0)))
    assert len(table.events("deck_shuffled")) == 1
    assert table.state.deck != first


@pytest.mark.rule("R5.3.2")
@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 5), (5, 4)])
def test_hands(players: int, hand: int) -> None:
    table = dealt(players)
    assert [deck.hand_size(table.state, seat) for seat in SEATS[players]] == [hand] * players


@pytest.mark.rule("R5.3.3")
@pytest.mark.parametrize(("players", "number"), [(2, 10), (3, 5), (4, 0), (5, 0)])
def test_cards_face_down_on_the_table(players: int, number: int) -> None:
    table = dealt(players)
    assert len(table.state.face_down) == number
    assert all(table.state.knows[card] == 0 for card in table.state.face_down)


@pytest.mark.rule("R5.3.4")
@pytest.mark.parametrize(("players", "left"), [(2, 59 - 20), (3, 59 - 20), (4, 59 - 20), (5, 59 - 20)])
def test_the_rest_is_the_draw_pile(players: int, left: int) -> None:
    assert len(dealt(players).state.deck) == left


@pytest.mark.rule("R5.3.4")
def test_an_empty_draw_pile_is_made_of_the_discards() -> None:
    """A19"""
    table = Table()
    table.state.discard = 1 << table.card_number("5")
    assert deck.draw(table.play, BLUE, "6.2.8") == table.card_number("5")
    assert table.state.discard == 0


# 6.0


def strategy_phase(players: int, number: int = 1) -> Table:
    """The end of a round: everybody has had his Player Turn."""
    table = Table(players=players)
    table.state.round = number
    table.pc("blue", "kelainai")
    table.pc("red", "babylon")
    return table


def end_round(table: Table) -> None:
    players = table.state.players
    table.begin(lambda p: p.push(turn.GameTurn(turn.STRATEGY, NOBODY, players)))


def quiet_cards() -> list[CardId]:
    """Cards that do nothing when revealed."""
    return [i for i, c in numbered(CardId, MATERIAL.cards) if not c.resolves_when_revealed][:10]


@pytest.mark.rule("R6.0.1", "R6.0.7")
@pytest.mark.parametrize(("players", "rounds"), [(2, 5), (3, 5), (4, 5), (5, 4)])
def test_rounds_of_a_strategy_phase(players: int, rounds: int) -> None:
    table = strategy_phase(players, rounds - 1)
    table.hand("blue", "5", "57")
    end_round(table)
    assert table.state.round == rounds
    assert not table.events("game_turn")
    table = strategy_phase(players, rounds)
    end_round(table)
    assert table.events("game_turn"), "Isolation, Turn End, next Game Turn"


@pytest.mark.rule("R6.0.3")
@pytest.mark.parametrize(("players", "number"), [(2, 2), (3, 1), (4, 0)])
def test_cards_revealed_at_the_end_of_a_round(players: int, number: int) -> None:
    table = strategy_phase(players)
    table.hand("blue", "5", "57")
    cards = [c for c in quiet_cards() if c not in (table.card_number("5"), table.card_number("57"))][:4]
    table.state.aside &= ~sum(1 << c for c in cards)
    table.state.face_down = cards if players < 4 else []
    end_round(table)
    assert len(table.events("card_revealed")) == number
    assert table.state.discard.bit_count() == number


def two_cards_of_unrest() -> Table:
    """The end of a round of two players: 17 and 20 come up, both Unrest for somebody to resolve."""
    table = strategy_phase(2)
    table.hand("blue", "5", "57")
    table.dice(4, 6, 4, 6)
    face_down(table, "17", "20")
    end_round(table)
    return table


def face_down(table: Table, *cards: str) -> None:
    """Cards on the table, the first to be revealed first."""
    numbers = [table.card_number(c) for c in cards]
    table.state.aside &= ~sum(1 << n for n in numbers)
    table.state.face_down = numbers[::-1]


def mask(table: Table, *cards: str) -> int:
    return sum(1 << table.card_number(c) for c in cards)


@pytest.mark.rule("R6.0.3", "R6.0.4")
def test_both_cards_of_two_players_are_revealed_before_the_first_is_resolved() -> None:
    table = two_cards_of_unrest()
    assert table.decision.prompt == "prompt.unrest"
    shown = [value for e in table.events("card_revealed") for _, _, value in e.args]
    assert shown == [table.card_number("17"), table.card_number("20")]
    assert len(table.events("resolves_revealed")) == 1


@pytest.mark.rule("R6.0.6")
def test_revealed_cards_go_to_the_discards_when_all_are_resolved() -> None:
    table = two_cards_of_unrest()
    both = mask(table, "17", "20")
    assert not table.state.discard & both
    while table.events("resolves_revealed")[-1:] and not table.state.discard & both:
        table.act(table.offers[0])
    assert len(table.events("resolves_revealed")) == 2
    assert table.state.discard & both == both
    assert not table.state.aside & both


@pytest.mark.rule("R6.0.3", "R6.0.6")
def test_a_revealed_card_is_not_shuffled_into_the_draw_pile_before_it_is_discarded() -> None:
    table = two_cards_of_unrest()
    table.state.deck = []
    table.state.discard |= mask(table, "40")
    table.state.aside &= ~mask(table, "40")
    deck.draw(table.play, BLUE, "6.2.8")
    assert table.state.hands[0] & mask(table, "40")
    assert table.state.deck == []


@pytest.mark.rule("R6.0.3")
def test_everybody_knows_the_revealed_cards() -> None:
    table = two_cards_of_unrest()
    assert table.game is not None
    for seat in (-1, 0, 1):
        told = json.loads(table.game.view(seat).encode())["state"]["aside"]
        assert told & mask(table, "17", "20") == mask(table, "17", "20")
        assert table.game.view(seat).sample(random.Random(1)).aside == table.state.aside


@pytest.mark.rule("R6.0.3")
def test_a_save_in_the_midst_of_the_older_way_reveals_what_is_left() -> None:
    """One card lies on the discards already, one is still face down."""
    table = strategy_phase(2)
    table.hand("blue", "5", "57")
    face_down(table, "3", "8", "10")
    table.begin(lambda p: p.push(turn.GameTurn(turn.REVEAL, NOBODY, 1)))
    assert table.state.discard == mask(table, "3")
    assert table.state.round == 2
