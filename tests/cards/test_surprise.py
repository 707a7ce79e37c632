"""Surprise cards: their windows, their effects, their limits, and how they are cancelled."""

import random

import pytest

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.cards import CardKind
from diadochi.model.ids import LocationId
from diadochi.model.state import NO_SEGMENT, NOBODY, TYCHE, cards_in
from diadochi.rules import strategy, windows
from tests import harness
from tests.cards.surprises import (
    BLANKS,
    SURPRISES,
    discarded,
    in_hand,
    pass_answers,
    pass_until,
    playing,
    refusal,
    seen,
    window,
)
from tests.table import BLUE, MATERIAL, RED, YELLOW, Table

# Windows


@pytest.mark.rule("R6.2.6")
@pytest.mark.rule("R6.2.7")
def test_the_seats_are_asked_in_turn_order_until_all_have_passed() -> None:
    table = Table(players=3)
    table.state.order = (YELLOW, BLUE, RED)
    for faction in ("blue", "red", "yellow"):
        table.hand(faction, "1")
    table.hand("red", "57")
    window(table)
    asked = []
    while not table.over:
        asked.append(table.deciding)
        table.act("pass")
    assert asked == ["yellow", "blue", "red"]


@pytest.mark.rule("R6.2.7")
def test_after_a_card_the_asking_begins_anew() -> None:
    table = Table(players=3)
    table.hand("red", "57")
    table.deck("5", "50")
    table.hand("blue", "1")
    table.general("red", "antigonos", "kelainai")
    window(table)
    table.act("pass")
    playing(table, "57")
    assert table.deciding == "blue"


@pytest.mark.rule("R6.2.8")
@pytest.mark.parametrize("card", SURPRISES)
def test_any_surprise_card_may_be_discarded_for_a_new_one_in_a_window(card: str) -> None:
    table = Table()
    table.hand("blue", card)
    table.deck(*BLANKS)
    window(table)
    table.act(f"discard:{card}")
    assert in_hand(table, "blue") == {"5"}
    assert discarded(table) == {card}


@pytest.mark.rule("R6.2.8")
def test_the_replacement_may_be_played_in_the_same_window() -> None:
    table = Table()
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "49")
    table.deck("57", "5")
    window(table)
    table.act("discard:49")
    playing(table, "57")
    assert table.state.oratory == (table.general_number("antigonos"), 5)
    assert in_hand(table, "blue") == {"5"}


@pytest.mark.rule("R6.2.6")
@pytest.mark.parametrize("card", [c for c in SURPRISES if c not in ("57", "58")])
def test_a_card_waits_for_a_window_of_its_own(card: str) -> None:
    table = Table()
    table.hand("blue", card)
    window(table)
    assert refusal(table, f"surprise:{card}") == "refusal.other_window"


@pytest.mark.rule("R6.2.9")
def test_an_event_card_is_no_surprise_card() -> None:
    table = Table()
    table.hand("blue", "5", "50")
    window(table)
    assert table.why_not("surprise:5") == "6.2.9"
    assert table.why_not("discard:5") == "6.2.9"
    assert table.why_not("surprise:57") == "6.2.1"


@pytest.mark.rule("R6.2.10")
def test_outside_the_strategy_phase_nobody_is_asked() -> None:
    """Every window that was opened lay in a Player Turn or in the reveal of cards that ends a round."""
    rng = random.Random(5)
    game = Game.new(2, 5, keep_undo=False)
    while game.decision is not None and game.state.turn < 3:
        if game.decision.prompt.startswith("prompt.window"):
            names = {type(f).__name__ for f in game.state.agenda}
            assert "PlayerTurn" in names or "IndependentMoves" in names
        game.act_code(rng.choice(game.decision.codes))


@pytest.mark.rule("R6.2.8")
def test_discarding_and_drawing_comes_to_an_end_though_the_pile_is_reshuffled() -> None:
    """A draw pile of nothing but Surprise cards: each can be spent once in a Player Turn."""
    table = Table(segment=TYCHE)
    table.hand("blue", "50", "51")
    table.deck("49", "52", "54")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, 0)))
    steps = 0
    while not table.over:
        table.act(next(a for a in table.offers if a.startswith("discard:")))
        steps += 1
    assert steps == 5
    assert in_hand(table, "blue") == set()
    assert discarded(table) == {"49", "50", "51", "52", "54"}
    assert table.events("discards_reshuffled")
    assert table.events("no_card_to_draw")


@pytest.mark.rule("R6.2.8")
def test_the_reshuffle_leaves_out_what_was_spent_in_this_player_turn() -> None:
    table = Table()
    table.hand("blue", "50", "51")
    for card in ("5", "49"):
        number = table.card_number(card)
        table.state.aside &= ~(1 << number)
        table.state.discard |= 1 << number
    window(table)
    table.act("discard:50")
    assert discarded(table) == {"50"}
    assert len(table.state.deck) + len(in_hand(table, "blue")) == 3


# Nothing tells what is in a hand


IDLE = ("done", "mercenary", "spend-nothing")
THEFT = "surprise:58"
WINDOWS = {
    f"prompt.window.{name}" for name in ("any_time", "answer", "battle_cards", "naval_step", "naval_dice", "siege_roll")
}
"""Those that random play comes to soon; test_windows.py looks at every one."""


def twin(game: Game, holder: int, rng: random.Random) -> Game:
    """The same public game, but the holder has other cards: all that nobody else knows is exchanged with the pile,
    deep down where nobody draws."""
    state = game.state.copy()
    deep = state.deck[: len(state.deck) // 2]
    mine = [c for c in cards_in(state.hands[holder]) if state.knows[c] == 1 << holder]
    surprising = [c for c in deep if MATERIAL.cards[c].kind == CardKind.SURPRISE]
    plain = [c for c in deep if c not in surprising]
    had_one = any(MATERIAL.cards[c].kind == CardKind.SURPRISE for c in mine)
    new = rng.sample(plain, len(mine)) if had_one else (surprising + rng.sample(plain, len(mine)))[: len(mine)]
    state.deck = [mine[new.index(c)] if c in new else c for c in state.deck]
    for old, card in zip(mine, new, strict=True):
        state.hands[holder] ^= 1 << old | 1 << card
        state.knows[old], state.knows[card] = 0, 1 << holder
    other = Game.from_state(MATERIAL, state, keep_undo=False)
    other.entries, other.key_hash, other.opening = game.entries[:], game.key_hash, game.opening
    return other


def play_both(one: Game, two: Game, holder: int, rng: random.Random) -> set[str]:
    """The same actions in both games; the holder passes in windows, the others like to play Surprise cards, but none
    that takes a card of the holder. Which windows asked the holder."""
    asked = set()
    while one.decision is not None and one.state.active != holder:
        assert two.decision is not None
        window_open = one.decision.prompt.startswith("prompt.window")
        choices = [a for a in one.decision.actions if not a.startswith((THEFT, "discard:", "event:"))]
        surprises = [a for a in choices if a.startswith("surprise:")]
        if one.decision.seat == holder and window_open:
            asked.add(one.decision.prompt)
            action = "pass"
        else:
            assert one.decision.actions == two.decision.actions
            action = rng.choice(surprises or [a for a in choices if a not in IDLE] or choices)
        assert seen(one, holder, one.act(action)) == seen(two, holder, two.act(action))
    return asked


def test_a_game_looks_the_same_whatever_the_holder_who_passes_holds() -> None:
    """Views, logs and the number of steps of all others are equal for a hand with Surprise cards and one without."""
    asked: set[str] = set()
    seed = 0
    while not asked >= WINDOWS or seed < 5:
        assert seed < 80, asked
        rng = random.Random(seed)
        game = Game.new(4, seed, keep_undo=False)
        while game.state.segment != TYCHE or game.state.turn < 2:
            assert game.decision is not None
            game.act_code(rng.choice(game.decision.codes))
        holder = game.state.order[game.state.order.index(game.state.active) - 1]
        asked |= play_both(game, twin(game, holder, rng), holder, rng)
        seed += 1


def test_seats_are_asked_that_hold_no_surprise_card() -> None:
    table = Table(players=2)
    table.hand("blue", "1")
    table.hand("red", "54")
    window(table)
    assert table.deciding == "blue"
    assert table.offers == ("pass",)


def test_nobody_is_asked_once_every_surprise_card_is_seen() -> None:
    table = Table(players=2)
    table.hand("blue", "1", "2")
    window(table)
    assert table.over


# Cretan Liar


def liars(*hands: tuple[str, ...]) -> Table:
    """Blue has the Gift of Oratory among other cards; all draw blanks."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57")
    for faction, cards in zip(("blue", "red", "yellow"), hands, strict=False):
        table.hand(faction, *cards)
    table.deck("5", "6", "7", "8", "9")
    return window(table)


@pytest.mark.card("53")
@pytest.mark.card("56")
@pytest.mark.rule("R6.2.6")
@pytest.mark.parametrize("liar", ["53", "56"])
def test_cretan_liar_cancels_the_card_that_was_announced(liar: str) -> None:
    table = liars((), (liar,))
    table.act("surprise:57")
    pass_until(table, "red")
    table.act(f"surprise:{liar}")
    pass_answers(table)
    assert table.state.oratory == (-1, 0)
    assert {"57", liar} <= discarded(table)
    assert len(in_hand(table, "blue")) == 1
    assert len(in_hand(table, "red")) == 1


@pytest.mark.card("53")
def test_a_liar_upon_a_liar_lets_the_first_card_take_effect() -> None:
    table = liars(("53",), ("56",))
    table.act("surprise:57")
    pass_until(table, "red")
    table.act("surprise:56")
    assert table.deciding == "blue"
    table.act("surprise:53")
    pass_answers(table)
    assert table.state.oratory == (table.general_number("antigonos"), 5)
    assert {"57", "53", "56"} <= discarded(table)
    assert len(in_hand(table, "blue")) == 2


@pytest.mark.card("53")
@pytest.mark.rule("R6.2.6", "R6.2.7")
def test_no_card_that_is_announced_is_dealt_again_in_a_sample() -> None:
    """Upon the Gift a liar, and upon the liar another: at each answer one more card is in nobody's hand."""
    table = liars(("10",), ("56", "11"), ("53", "12"))
    announced = []
    for faction, card in (("blue", "57"), ("red", "56"), ("yellow", "53")):
        pass_until(table, faction)
        table.act(f"surprise:{card}")
        assert table.game is not None
        announced.append(windows.announced(table.state).bit_count())
        harness.samples_fit(table.game, random.Random(1))
    assert announced[:2] == [1, 2]


@pytest.mark.card("53")
def test_nobody_lies_about_the_own_card_nor_about_a_cancelled_one() -> None:
    table = liars((), ("53",), ("56",))
    table.act("surprise:57", "surprise:53")
    pass_until(table, "yellow")
    assert "surprise:56" in table.offers
    table.act("pass")
    pass_until(table, "yellow")
    assert refusal(table, "surprise:56") == "refusal.no_answer_to_this"


@pytest.mark.card("53")
def test_what_is_merely_discarded_cannot_be_cancelled() -> None:
    table = liars((), ("53",))
    table.act("discard:57")
    assert table.deciding == "blue"
    assert "57" in discarded(table)


@pytest.mark.card("53")
def test_in_an_answer_nothing_is_discarded() -> None:
    table = liars((), ("53", "49"))
    table.act("surprise:57")
    pass_until(table, "red")
    assert table.offers == ("pass", "surprise:53")
    assert table.why_not("discard:49") == "6.2.7"


# The Gift of Oratory


@pytest.mark.card("57")
@pytest.mark.rule("R7.2.F.8")
def test_the_gift_of_oratory_gives_5_popularity_until_the_end_of_the_segment() -> None:
    table = Table()
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.army("blue", "alketas", "sardeis", loyal=1)
    table.general("red", "eumenes", "ikonion")
    table.hand("blue", "57")
    table.deck(*BLANKS)
    window(table)
    table.act("surprise:57")
    assert table.offers == ("choose-general:antigonos", "choose-general:alketas")
    assert table.why_not("choose-general:eumenes") == "7.2.F.8"
    table.act("choose-general:alketas")
    pass_answers(table)
    assert table.state.oratory == (table.general_number("alketas"), 5)
    strategy.reset_segment(table.state, TYCHE)
    assert table.state.oratory == (-1, 0)


@pytest.mark.card("57")
def test_the_gift_of_oratory_needs_a_general_on_the_map() -> None:
    table = Table()
    table.general("blue", "antigonos", "dispersed")
    table.hand("blue", "57")
    window(table)
    assert refusal(table, "surprise:57") == "refusal.surprise.gift_of_oratory"


@pytest.mark.card("57")
def test_the_gift_goes_with_the_general_and_ends_when_he_leaves_the_map() -> None:
    table = Table()
    table.army("blue", "alketas", "sardeis", loyal=1)
    general = table.general_number("alketas")
    table.state.oratory = (general, 5)
    moves.put_general(table.state, general, table.location("pella"))
    assert table.state.oratory == (general, 5)
    moves.put_general(table.state, general, LocationId(-1))
    assert table.state.oratory == (-1, 0)


@pytest.mark.card("57")
def test_played_outside_any_segment_it_lasts_for_the_step_under_way() -> None:
    from diadochi.rules.turn import REVEAL, GameTurn

    table = Table(players=4, segment=NO_SEGMENT)
    table.state.active, table.state.round = NOBODY, 1
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.state.oratory = (table.general_number("antigonos"), 5)
    table.begin(lambda p: GameTurn(REVEAL, NOBODY, 0).reveal(p))
    assert table.state.oratory == (-1, 0)


# Ahura Mazda & Ahriman


def thieves() -> Table:
    table = Table(players=3)
    table.hand("blue", "58")
    table.hand("red", "10")
    table.deck("5", "6")
    return window(table)


@pytest.mark.card("58")
@pytest.mark.rule("R6.2.8")
def test_ahura_mazda_takes_a_card_at_random_and_only_the_victim_draws() -> None:
    table = thieves()
    playing(table, "58")
    assert in_hand(table, "blue") == {"10"}
    assert in_hand(table, "red") == {"5"}
    assert discarded(table) == {"58"}


@pytest.mark.card("58")
def test_only_the_two_players_see_the_card_that_was_taken() -> None:
    table = thieves()
    playing(table, "58")
    assert table.game is not None
    told = {seat: [e.key for e in table.game.log(seat)].count("card_taken_which") for seat in (-1, 0, 1, 2)}
    assert told == {-1: 0, table.seat("blue"): 1, table.seat("red"): 1, table.seat("yellow"): 0}
    assert table.game.view(table.seat("red")).known == ((table.seat("blue"), table.card_number("10")),)


@pytest.mark.card("58")
def test_its_victim_has_a_card_in_hand_and_is_another_player() -> None:
    table = Table(players=3)
    table.hand("blue", "58")
    table.hand("red", "10")
    table.hand("yellow", "11")
    window(table)
    table.act("surprise:58")
    assert table.offers == ("choose-faction:red", "choose-faction:yellow")
    assert table.why_not("choose-faction:blue") == "6.2.8"


@pytest.mark.card("58")
def test_without_a_card_to_take_it_is_not_played() -> None:
    table = Table(players=3)
    table.hand("blue", "58")
    window(table)
    assert refusal(table, "surprise:58") == "refusal.surprise.ahura_mazda_and_ahriman"


@pytest.mark.card("58")
def test_cancelled_it_is_replaced_like_any_other() -> None:
    table = Table(players=3)
    table.hand("blue", "58")
    table.hand("red", "53", "10")
    table.deck("5", "6")
    window(table)
    table.act("surprise:58")
    pass_until(table, "red")
    table.act("surprise:53")
    pass_answers(table)
    assert in_hand(table, "blue") == {"6"}
    assert in_hand(table, "red") == {"5", "10"}


@pytest.mark.card("58")
def test_finding_no_card_it_is_replaced_like_any_other() -> None:
    """Red's only card, a Liar, is lied about, and the draw pile has nothing to give for it."""
    table = Table(players=2)
    table.hand("blue", "58", "56")
    table.hand("red", "53")
    window(table)
    table.act("surprise:58", "surprise:53", "surprise:56")
    pass_answers(table)
    assert in_hand(table, "red") == set()
    assert table.events("no_card_taken")
    assert not table.events("card_taken")
