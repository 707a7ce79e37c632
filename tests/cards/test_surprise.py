"""Surprise cards: their windows, their effects, their limits, and how they are cancelled."""

import random

import pytest

from diadochi.game import Game
from diadochi.messages import event_line
from diadochi.model.cards import CardKind, Window
from diadochi.model.state import ACTIVATION, NO_SEGMENT, NOBODY, TYCHE
from diadochi.rules import activation, battle, deck, siege, strategy, windows
from diadochi.rules.agenda import Event
from tests.table import MATERIAL, Table

SURPRISES = [c.number for c in MATERIAL.cards if c.kind is CardKind.SURPRISE]
BLANKS = ("5", "6", "7", "8")
"""Event cards, to draw."""


def window(table: Table, kind: Window = Window.ANY_TIME, *seats: str) -> Table:
    order = tuple(table.seat(s) for s in seats) or None
    table.begin(lambda p: windows.begin(p, kind, order))
    return table


def pass_all(table: Table) -> None:
    """Pass as long as a window asks."""
    while isinstance(table.state.agenda[-1], windows.Priority):
        table.act("pass")


def pass_until(table: Table, faction: str) -> None:
    while table.deciding != faction:
        table.act("pass")


def playing(table: Table, card: str, *targets: str) -> None:
    """Whoever is asked plays a card, and nobody answers."""
    table.act(f"surprise:{card}", *targets)
    pass_answers(table)


def pass_answers(table: Table) -> None:
    while (
        isinstance(table.state.agenda[-1], windows.Priority) and table.state.agenda[-1].kind == Window.ANSWER_SURPRISE
    ):
        table.act("pass")


def in_hand(table: Table, faction: str) -> set[str]:
    return {MATERIAL.cards[c].number for c in deck.cards_of(table.state.hands[table.seat(faction)])}


def discarded(table: Table) -> set[str]:
    return {MATERIAL.cards[c].number for c in deck.cards_of(table.state.discard)}


def refusal(table: Table, action: str) -> str:
    assert table.game is not None
    found = table.game.why_not(action)
    return found.key if found else ""


# Windows


@pytest.mark.rule("R6.2.6")
@pytest.mark.rule("R6.2.7")
def test_the_seats_are_asked_in_turn_order_until_all_have_passed() -> None:
    table = Table(players=3)
    table.state.order = (2, 0, 1)
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


def seen(game: Game, holder: int, news: tuple[Event, ...]) -> list[object]:
    """What the others and a spectator see after a step: the view, what happened, the number of steps."""
    out: list[object] = [game.version]
    for seat in (-1, *(s for s in range(game.players) if s != holder)):
        out += [game.view(seat).encode(), [event_line(MATERIAL, e) for e in news if e.seen_by(seat)]]
    return out


def twin(game: Game, holder: int, rng: random.Random) -> Game:
    """The same public game, but the holder has other cards: all that nobody else knows is exchanged with the pile."""
    state = game.state.copy()
    mine = [c for c in deck.cards_of(state.hands[holder]) if state.knows[c] == 1 << holder]
    surprising = [c for c in state.deck if MATERIAL.cards[c].kind is CardKind.SURPRISE]
    plain = [c for c in state.deck if c not in surprising]
    had_one = any(MATERIAL.cards[c].kind is CardKind.SURPRISE for c in mine)
    new = rng.sample(plain, len(mine)) if had_one else (surprising + rng.sample(plain, len(mine)))[: len(mine)]
    state.deck = [mine[new.index(c)] if c in new else c for c in state.deck]
    for old, card in zip(mine, new, strict=True):
        state.hands[holder] ^= 1 << old | 1 << card
        state.knows[old], state.knows[card] = 0, 1 << holder
    other = Game.from_state(MATERIAL, state, keep_undo=False)
    other.entries, other.key_hash, other._events = game.entries[:], game.key_hash, game._events[:]
    return other


IDLE = ("done", "mercenary", "spend-nothing")


def play_both(one: Game, two: Game, holder: int, rng: random.Random) -> set[str]:
    """The same actions in both games; the holder passes in windows. Which windows asked the holder."""
    asked = set()
    while one.decision is not None and one.state.active != holder:
        assert two.decision is not None
        window_open = one.decision.prompt.startswith("prompt.window")
        choices = [a for a in one.decision.actions if not a.startswith(("surprise:", "discard:", "event:"))]
        if one.decision.seat == holder and window_open:
            asked.add(one.decision.prompt)
            action = "pass"
        else:
            assert one.decision.actions == two.decision.actions
            action = rng.choice([a for a in choices if a not in IDLE] or choices)
        assert seen(one, holder, one.act(action)) == seen(two, holder, two.act(action))
    return asked


WINDOWS = {f"prompt.window.{name}" for name in ("any_time", "battle_cards", "naval_step", "naval_dice", "siege_roll")}


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
    table.state.put_general(general, table.location("pella"))
    assert table.state.oratory == (general, 5)
    table.state.put_general(general, -1)
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


# 14.3 Battle cards


def field(players: int = 3, **blue: int) -> Table:
    """Blue's Antigonos attacks Red's Eumenes (-2 P) in an uncontrolled space."""
    table = Table(players=players)
    table.army("blue", "antigonos", "trikka", **(blue or {"mercenary": 4}))
    table.army("red", "eumenes", "trikka", loyal=2, royal=1, mercenary=2)
    table.deck("5", "6", "7", "8", "9")
    return table


def fight(table: Table, *dice: int, defender: str = "red", back: str = "") -> Table:
    end = table.location(back) if back else -1
    table.dice(*dice)
    blue, other = table.seat("blue"), table.seat(defender)
    table.begin(lambda p: battle.begin(p, blue, other, table.location("trikka"), blue, end, 0))
    return table


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
        table.act("pass" if "pass" in table.offers else "stand")
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


def pass_until_prompt(table: Table, prompt: str) -> None:
    while table.decision.prompt != prompt:
        table.act("pass")


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


# Traitor Inside City


def besieging(
    at: str = "pella", owner: str = "red", *, blue: tuple[str, ...] = ("49",), red: tuple[str, ...] = ("1",)
) -> Table:
    """Blue conducts a Siege; the cards are those of both hands."""
    table = Table(players=3, dice=(2,))
    table.pc(owner, at)
    table.army("blue", "antigonos", at, mercenary=6)
    table.hand("blue", *blue)
    table.hand("red", *red)
    table.deck(*BLANKS)
    seat, space, general = table.seat("blue"), table.space(at), table.general_number("antigonos")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), ACTIVATION))
    return table


@pytest.mark.card("49")
@pytest.mark.rule("R15.2.B.3")
def test_traitor_inside_city_adds_3_to_the_siege_roll() -> None:
    table = besieging()
    playing(table, "49")
    pass_all(table)
    roll = table.events("siege_roll")[0]
    assert 3 in next(v for n, _, v in roll.args if n == "modifiers")


@pytest.mark.card("49")
def test_a_traitor_serves_the_besieger_of_a_major_city_only() -> None:
    table = besieging("trikka", "independent")
    assert refusal(table, "surprise:49") == "refusal.surprise.traitor_inside_city"


@pytest.mark.card("49")
def test_only_the_player_who_conducts_the_siege_has_the_traitor() -> None:
    table = besieging(blue=(), red=("49",))
    assert table.deciding == "red"
    assert refusal(table, "surprise:49") == "refusal.surprise.traitor_inside_city"


@pytest.mark.card("49")
@pytest.mark.card("53")
def test_a_cancelled_traitor_opens_no_gate() -> None:
    table = besieging(red=("53",))
    table.act("surprise:49", "surprise:53")
    pass_all(table)
    assert 3 not in next(v for n, _, v in table.events("siege_roll")[0].args if n == "modifiers")


# At sea


def voyage_of_blue(*hands: tuple[str, ...]) -> Table:
    """Blue sails with a Fleet from Xanthos; Red has a Fleet and a PC near by, Yellow nothing."""
    table = Table(players=3)
    table.pc("blue", "xanthos")
    table.province("red", "rhodos")
    table.fleet("blue", "kilikia")
    table.army("blue", "lysimachos", "xanthos", loyal=3)
    table.deck("5", "6", "7", "8", "9")
    for faction, cards in zip(("blue", "red", "yellow"), hands, strict=False):
        table.hand(faction, *cards)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "embark", "escort:kilikia")
    if table.decision.prompt == "prompt.escort":
        table.act("done")
    table.act("sail:phaselis")
    return table


def to_the_dice(table: Table) -> None:
    while table.decision.prompt == "prompt.window.naval_step":
        table.act("pass")
    assert table.deciding == "red"
    table.act("declare")
    while table.decision.prompt == "prompt.commit":
        table.act(table.offers[0])


@pytest.mark.card("55")
@pytest.mark.rule("R13.2.4")
def test_storms_at_sea_drive_the_mover_back_at_an_announced_step() -> None:
    table = voyage_of_blue((), (), ("55",))
    pass_until(table, "yellow")
    playing(table, "55")
    pass_all(table)
    assert table.where("lysimachos") == "xanthos"
    assert table.forces("blue", "xanthos") == {"loyal": 3}
    assert table.state.naval_declared == 0
    assert table.over, "no MPs are left"


@pytest.mark.card("55")
@pytest.mark.rule("R13.3.B.2")
def test_storms_at_sea_cancel_a_naval_battle_before_its_dice() -> None:
    table = voyage_of_blue((), ("1",), ("55",))
    to_the_dice(table)
    pass_until(table, "yellow")
    playing(table, "55")
    pass_all(table)
    assert table.where("lysimachos") == "xanthos"
    assert not table.events("naval_battle")
    assert table.events("naval_battle_cancelled")
    assert table.champion("red")
    assert not any(side & 2 for side in table.state.fleet_side)


@pytest.mark.card("55")
def test_the_mover_raises_no_storm() -> None:
    table = voyage_of_blue(("55",))
    assert table.deciding == "blue"
    assert refusal(table, "surprise:55") == "refusal.surprise.storms_at_sea"


@pytest.mark.card("55")
@pytest.mark.card("53")
def test_a_cancelled_storm_lets_the_ships_go_on() -> None:
    table = voyage_of_blue(("53",), (), ("55",))
    pass_until(table, "yellow")
    table.act("surprise:55", "surprise:53")
    pass_all(table)
    while table.decision.prompt in ("prompt.declare", "prompt.window.naval_step"):
        table.act("pass")
    assert table.where("lysimachos") == "phaselis.sea"


@pytest.mark.card("50")
@pytest.mark.rule("R13.3.B.2")
@pytest.mark.rule("R13.3.A.3")
def test_fog_cancels_the_naval_battle_and_the_declaration_is_used_up() -> None:
    table = voyage_of_blue(("50",), ("1",))
    to_the_dice(table)
    assert table.decision.prompt == "prompt.window.naval_dice"
    playing(table, "50")
    pass_all(table)
    assert not table.events("naval_battle")
    assert table.where("lysimachos") == "phaselis.sea"
    assert table.state.naval_declared == 1 << table.seat("red")
    assert table.champion("red")


@pytest.mark.card("50")
@pytest.mark.rule("R13.3.D.9")
def test_fog_comes_only_before_the_dice_of_a_naval_battle() -> None:
    table = voyage_of_blue(("50",))
    assert table.decision.prompt == "prompt.window.naval_step"
    assert refusal(table, "surprise:50") == "refusal.other_window"


@pytest.mark.card("50")
@pytest.mark.card("53")
def test_cancelled_fog_lets_them_fight() -> None:
    table = voyage_of_blue(("50",), ("53",))
    table.dice(6, 6, 1, 1)
    to_the_dice(table)
    table.act("surprise:50", "surprise:53")
    pass_all(table)
    assert table.events("naval_battle")


@pytest.mark.card("O66")
@pytest.mark.card("O67")
@pytest.mark.rule("R13.3.D.9")
@pytest.mark.parametrize("card", ["O66", "O67"])
@pytest.mark.parametrize(("faction", "bonus"), [("blue", (2, 0)), ("red", (0, 2))])
def test_superior_admiral_adds_2_for_the_mover_or_the_interceptor(
    card: str, faction: str, bonus: tuple[int, int]
) -> None:
    table = voyage_of_blue((card,) if faction == "blue" else ("1",), (card,) if faction == "red" else ("1",))
    table.dice(3, 3, 3, 3)
    to_the_dice(table)
    pass_until(table, faction)
    playing(table, card)
    pass_all(table)
    rolls = {n: v for n, _, v in table.events("naval_battle")[0].args}
    assert (rolls["mover_roll"], rolls["interceptor_roll"]) == (6 + bonus[0], 6 + bonus[1])


@pytest.mark.card("O67")
def test_a_second_superior_admiral_adds_nothing_and_12_is_the_highest_roll() -> None:
    table = voyage_of_blue(("O66", "O67"), ("1",))
    table.dice(6, 5, 3, 3)
    to_the_dice(table)
    playing(table, "O66")
    playing(table, "O67")
    pass_all(table)
    rolls = {n: v for n, _, v in table.events("naval_battle")[0].args}
    assert (rolls["mover_bonus"], rolls["mover_roll"]) == (2, 12)


@pytest.mark.card("O66")
def test_without_a_fleet_in_the_battle_there_is_no_admiral() -> None:
    table = voyage_of_blue(("1",), ("1",), ("O66",))
    to_the_dice(table)
    pass_until(table, "yellow")
    assert refusal(table, "surprise:O66") == "refusal.surprise.superior_admiral"


def test_every_surprise_card_of_the_deck_has_its_function() -> None:
    from diadochi.rules.tyche.surprise import SURPRISES as FUNCTIONS

    assert set(FUNCTIONS) == {c.event for c in MATERIAL.cards if c.kind is CardKind.SURPRISE}
