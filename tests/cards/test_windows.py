"""A window tells nothing of a hand: two tables differ in one card of one hand, and nobody else sees a difference.

In every window of docs/windows.md the holder has a Surprise card that fits, and the twin a card that does not; each
time the other of the two lies deep in the draw pile. The holder does not use it, everybody else does the same at both.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from diadochi.catalogue import UNTOLD
from diadochi.messages import prompt_line
from diadochi.model.cards import WINDOW_NAME, CardKind, Window
from diadochi.model.state import TYCHE
from diadochi.rules import activation, strategy
from tests.cards.deal import segment
from tests.cards.surprises import BLANKS, besieging, fight, seen, voyage_of_blue, window
from tests.cards.test_optional import haunted
from tests.table import MATERIAL, Table

PAGE = (Path(__file__).parents[2] / "docs" / "windows.md").read_text(encoding="utf-8")
PLAIN = "1"
"""An Event card."""
CHOICES = {
    "prompt.declare": "declare",
    "prompt.choose_card": "spend-nothing:10",
    "prompt.activation_segment": "campaign",
    "prompt.forage": "lose:mercenary",
}
"""What everybody does who does not simply pass, is done, or takes what is offered first."""


class Case(NamedTuple):
    window: str
    """Its name in docs/windows.md."""
    prompt: str
    """The question in which the holder could use the card."""
    holder: str
    cards: tuple[str, ...]
    """The Surprise cards that fit, one after another."""
    position: Callable[[str, str], Table]
    """The table with the first card in the holder's hand and the second deep in the draw pile."""


def player_turn(held: str, deep: str) -> Table:
    table = Table(players=3)
    table.army("red", "eumenes", "gaza", mercenary=2)
    table.hand("blue", "10")
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    table.begin(lambda p: strategy.begin_player_turn(p, table.seat("blue")))
    return table


def royal_battle(held: str, deep: str) -> Table:
    """A Royal Army CU makes Prestige matter; Yellow looks on."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", royal=1, mercenary=2)
    table.army("red", "eumenes", "trikka", mercenary=2)
    table.general("yellow", "lysimachos", "gaza")
    table.hand("blue", "11")
    table.hand("yellow", held)
    table.deck(*BLANKS, deep)
    return fight(table, 3, 3, 3, 3)


def all_royal_battle(held: str, deep: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", royal=2)
    table.army("red", "eumenes", "trikka", mercenary=2)
    table.general("yellow", "lysimachos", "gaza")
    table.hand("blue", "11")
    table.hand("yellow", held)
    table.deck(*BLANKS, deep)
    return fight(table, 3, 3, 3, 3)


def ghost(held: str, deep: str) -> Table:
    table = haunted()
    table.hand("blue", "11")
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    segment(table, "O65")
    table.act("event:O65")
    return table


def own_turn(held: str, deep: str) -> Table:
    """The active player holds the card from the Tyche Segment to the end."""
    table = Table(players=3, segment=TYCHE)
    table.army("blue", "antigonos", "kelainai", mercenary=3)
    table.army("red", "eumenes", "gaza", mercenary=2)
    table.hand("blue", "10", held)
    table.hand("red", "11")
    table.deck(*BLANKS, deep)
    table.begin(lambda p: p.push(strategy.PlayerTurn(table.seat("blue"), strategy.CARD)))
    return table


def attack(held: str, deep: str) -> Table:
    """Blue, the Attacker, holds the card."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=3)
    table.army("red", "eumenes", "trikka", mercenary=1, loyal=1, elephant=1, silver_shields=2)
    table.hand("blue", held)
    table.hand("red", "12")
    table.deck(*BLANKS, deep)
    return fight(table, 3, 3, 3, 3, 3, 3)


def defence(held: str, deep: str) -> Table:
    """Red, the Defender, holds the card and has the higher Prestige."""
    table = Table(players=3)
    table.army("blue", "eumenes", "trikka", mercenary=1, loyal=1, elephant=1, silver_shields=2)
    table.army("red", "antigonos", "trikka", mercenary=3)
    table.hand("blue", "11")
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    return fight(table, 3, 3, 3, 3, 3, 3)


def siege_roll(held: str, deep: str) -> Table:
    return besieging(blue=(held,), red=("12",), deep=(deep,))


def siege_roll_of_another(held: str, deep: str) -> Table:
    return besieging(blue=("11",), red=(held,), deep=(deep,))


def sailing(held: str, deep: str) -> Table:
    table = voyage_of_blue(("11",), ("12",), (held,), deep=(deep,))
    table.dice(3, 3, 3, 3)
    return table


def mover(held: str, deep: str) -> Table:
    table = voyage_of_blue((held,), ("12",), ("11",), deep=(deep,))
    table.dice(3, 3, 3, 3)
    return table


def interceptor(held: str, deep: str) -> Table:
    table = voyage_of_blue(("11",), (held,), deep=(deep,))
    table.dice(3, 3, 3, 3)
    return table


def dying(held: str, deep: str) -> Table:
    """Antigonos of Blue wins and falls."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", held)
    table.hand("red", "12")
    table.deck(*BLANKS, deep)
    return fight(table, 4, 5, 3, 3, 6)


def dying_defender(held: str, deep: str) -> Table:
    """Lysimachos of Red loses and falls, in the turn of another player."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", "11")
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    return fight(table, 6, 6, 4, 5, 5)


def answering(held: str, deep: str) -> Table:
    """Blue plays the Gift of Oratory; Red may answer."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57")
    table.hand("red", held)
    table.hand("yellow", "11")
    table.deck(*BLANKS, deep)
    table.begin(lambda p: p.push(strategy.PlayerTurn(table.seat("blue"), strategy.FORAGING)))
    table.act("surprise:57")
    return table


def answering_a_mutiny(held: str, deep: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", loyal=2, mercenary=2)
    table.hand("blue", "54")
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    fight(table, 3, 3, 3, 3)
    table.act("surprise:54")
    return table


def answering_a_liar(held: str, deep: str) -> Table:
    """Red lies about Blue's card; Blue, or Yellow, may lie about that."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57", held)
    table.hand("red", "56")
    table.deck(*BLANKS, deep)
    table.begin(lambda p: p.push(strategy.PlayerTurn(table.seat("blue"), strategy.FORAGING)))
    table.act("surprise:57", "surprise:56")
    return table


def independents(held: str, deep: str) -> Table:
    """16.11: Red may discard a Surprise card for an attempt of Leosthenes."""
    table = Table(players=3, options=("independent-reactions",))
    table.independent("leosthenes", "lamia")
    table.pc("blue", "pella")
    table.army("blue", "antigonos", "pella", mercenary=3)
    table.hand("red", held)
    table.deck(*BLANKS, deep)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:larisa")
    return table


ANY_TIME, ANSWER = ("57", "58"), "prompt.window.answer"
CASES = (
    Case("any_time", "prompt.window.any_time", "red", ANY_TIME, player_turn),
    Case("any_time", "prompt.window.prestige", "yellow", ANY_TIME, royal_battle),
    Case("any_time", "prompt.window.prestige", "yellow", ANY_TIME, all_royal_battle),
    Case("any_time", "prompt.window.prestige", "red", ANY_TIME, ghost),
    Case("own cards", "prompt.choose_card", "blue", ANY_TIME, own_turn),
    Case("own cards", "prompt.activation_segment", "blue", ANY_TIME, own_turn),
    Case("own cards", "prompt.window.own_turn", "blue", ANY_TIME, own_turn),
    Case("battle_cards", "prompt.window.battle_cards", "blue", ("54", "52", "47B", "O60", "57", "58"), attack),
    Case("battle_cards", "prompt.window.battle_cards", "red", ("54", "52", "47B", "O60", "57", "58"), defence),
    Case("siege_roll", "prompt.window.siege_roll", "blue", ("49", "57", "58"), siege_roll),
    Case("siege_roll", "prompt.window.siege_roll", "red", ("58",), siege_roll_of_another),
    Case("naval_step", "prompt.window.naval_step", "yellow", ("55", "58"), sailing),
    Case("naval_dice", "prompt.window.naval_dice", "yellow", ("50", "55", "58"), sailing),
    Case("naval_dice", "prompt.window.naval_dice", "blue", ("50", "O66", "57"), mover),
    Case("naval_dice", "prompt.window.naval_dice", "red", ("50", "55", "O66"), interceptor),
    Case("commander_death", "prompt.window.commander_death", "blue", ("51",), dying),
    Case("commander_death", "prompt.window.commander_death", "red", ("51",), dying_defender),
    Case("answer", ANSWER, "red", ("53",), answering),
    Case("answer", ANSWER, "red", ("53", "57"), answering_a_mutiny),
    Case("answer", ANSWER, "blue", ("53",), answering_a_liar),
)


def cases() -> Iterator[object]:
    for case in CASES:
        for card in case.cards:
            yield pytest.param(case, card, id=f"{case.window}-{case.position.__name__}-{card}")


def next_action(table: Table) -> str:
    offers = table.offers
    wanted = CHOICES.get(table.decision.prompt, "")
    first = [a for a in (wanted, "pass", "stand", "done") if a in offers]
    return first[0] if first else offers[0]


def look(table: Table) -> tuple[str, str]:
    """Whose decision it is and what it is about."""
    return ("", "") if table.over else (table.deciding, table.decision.prompt)


@pytest.mark.parametrize(("case", "card"), list(cases()))
def test_others_see_no_difference_between_a_hand_with_a_fitting_card_and_one_without(case: Case, card: str) -> None:
    one, two = case.position(card, PLAIN), case.position(PLAIN, card)
    holder = one.seat(case.holder)
    assert one.game is not None
    assert two.game is not None
    assert seen(one.game, holder, tuple(one.game.events)) == seen(two.game, holder, tuple(two.game.events))
    could = False
    while not one.over:
        assert look(one) == look(two)
        assert UNTOLD not in prompt_line(MATERIAL, one.decision)
        if one.deciding != case.holder:
            assert one.offers == two.offers
        elif one.decision.prompt == case.prompt and f"surprise:{card}" in one.offers:
            could = True
            assert not any(a.startswith(("surprise:", "discard:")) for a in two.offers)
        action = next_action(one)
        news = (one.game.act(action), two.game.act(action))
        one._follow()
        two._follow()
        assert seen(one.game, holder, news[0]) == seen(two.game, holder, news[1])
    assert two.over
    assert could, "the holder was never asked while the card fitted"


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        (player_turn, "it is your turn"),
        (royal_battle, "the Prestige of Blue and Red is about to be compared"),
        (all_royal_battle, "the Prestige of Blue and Red is about to be compared"),
        (ghost, "the Prestige of Blue and Red is about to be compared"),
    ],
)
def test_the_question_says_for_what_a_window_is_open(position: Callable[[str, str], Table], asked: str) -> None:
    table = position("57", PLAIN)
    while asked not in prompt_line(MATERIAL, table.decision):
        table.act(next_action(table))


ROWS = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("|")][2:]
"""The table of the page: window, when it opens, who is asked, the cards that fit, the rule."""


def test_every_window_of_the_page_is_looked_at() -> None:
    assert {row[0] for row in ROWS} == {case.window for case in CASES}


@pytest.mark.parametrize("window", [w for w in range(len(WINDOW_NAME)) if w != Window.ANY_TIME])
def test_the_page_names_the_cards_that_fit_a_window(window: int) -> None:
    name = "answer" if window == Window.ANSWER_SURPRISE else WINDOW_NAME[window]
    told = next(row[3] for row in ROWS if row[0] == name).removesuffix(" against Mutiny")
    fitting = {c.name for c in MATERIAL.cards if window in c.windows}
    assert {c.name for c in MATERIAL.cards if c.name in told and c.kind == CardKind.SURPRISE} == fitting
    assert ("`any_time` cards" in told) == (window != Window.ANSWER_SURPRISE)


def test_the_page_names_the_cards_that_fit_any_window() -> None:
    told = next(row[3] for row in ROWS if row[0] == "any_time")
    assert set(told.split(", ")) == {c.name for c in MATERIAL.cards if Window.ANY_TIME in c.windows}


@pytest.mark.rule("R16.11.3")
def test_nor_does_the_price_of_an_independent_reaction_tell_of_a_hand() -> None:
    one, two = independents("50", PLAIN), independents(PLAIN, "50")
    holder = one.seat("red")
    assert one.game is not None
    assert two.game is not None
    assert one.deciding == two.deciding == "red"
    assert one.offers != two.offers == ("pass",)
    assert seen(one.game, holder, one.game.act("pass")) == seen(two.game, holder, two.game.act("pass"))


@pytest.mark.rule("R6.2.7")
def test_nobody_is_asked_for_a_surprise_card_when_the_last_hidden_one_is_announced() -> None:
    """The announced card lies on the table for all to see, though not yet on the discards."""
    last = "57"
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=1)
    table.hand("blue", last)
    table.hand("red", "10")
    table.hand("yellow", "11")
    table.deck(*BLANKS)
    for card in MATERIAL.cards:
        if card.kind == CardKind.SURPRISE and card.number != last:
            table.state.discard |= 1 << table.card_number(card.number)
    window(table)
    table.act(f"surprise:{last}")
    assert table.decision.prompt == "prompt.rest", "neither an answer nor the rest of the window"
