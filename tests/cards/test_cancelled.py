"""Every Surprise card can be cancelled: a Cretan Liar answers it, it does nothing, and both draw a new card."""

from collections.abc import Callable

import pytest

from diadochi.messages import event_line, prompt_line
from diadochi.model.cards import CardKind
from tests.cards.surprises import (
    BLANKS,
    besieging,
    discarded,
    fight,
    in_hand,
    pass_answers,
    pass_until,
    pass_until_prompt,
    refusal,
    to_the_dice,
    voyage_of_blue,
    window,
)
from tests.table import MATERIAL, Table

SURPRISES = [c.number for c in MATERIAL.cards if c.kind == CardKind.SURPRISE]
Position = Callable[[str, str], Table]


def battle(card: str, liar: str) -> Table:
    """Blue attacks with the card; everything that battle cards feed on stands on Red's side."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=3)
    table.army("red", "eumenes", "trikka", mercenary=1, loyal=1, elephant=1, silver_shields=2)
    table.hand("blue", card)
    table.hand("red", liar)
    table.deck(*BLANKS)
    return fight(table, 3, 3, 3, 3, 3)


def death(card: str, liar: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", card)
    table.hand("red", liar)
    table.deck(*BLANKS)
    fight(table, 4, 5, 3, 3, 6)
    pass_until_prompt(table, "prompt.window.commander_death")
    return table


def siege(card: str, liar: str) -> Table:
    return besieging(blue=(card,), red=(liar,))


def voyage(card: str, liar: str) -> Table:
    """The Naval Battle of Red, who holds the card, against Blue."""
    table = voyage_of_blue((liar,), (card,))
    to_the_dice(table)
    pass_until(table, "red")
    return table


def any_time(card: str, liar: str) -> Table:
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", card)
    table.hand("red", liar, "9")
    table.deck(*BLANKS)
    return window(table)


def answer(card: str, liar: str) -> Table:
    """Red lies about Blue's card and is lied about."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57", liar)
    table.hand("red", card)
    table.deck(*BLANKS)
    window(table)
    table.act("surprise:57")
    return table


POSITIONS: dict[str, Position] = {
    "silver_shields_desert": battle,
    "traitor_inside_city": siege,
    "fog": voyage,
    "only_a_flesh_wound": death,
    "anti_elephant_devices": battle,
    "cretan_liar": answer,
    "mutiny": battle,
    "storms_at_sea": voyage,
    "gift_of_oratory": any_time,
    "ahura_mazda_and_ahriman": any_time,
    "cavalry_superiority": battle,
    "superior_admiral": voyage,
}
EFFECTS = {
    "silver_shields_desert": "cus_change_side",
    "traitor_inside_city": "traitor_opens_gate",
    "fog": "fog",
    "only_a_flesh_wound": "flesh_wound",
    "anti_elephant_devices": "elephants_stopped",
    "mutiny": "prestige",
    "storms_at_sea": "storm",
    "gift_of_oratory": "oratory",
    "ahura_mazda_and_ahriman": "card_taken",
    "cavalry_superiority": "battle_bonus",
    "superior_admiral": "admiral",
}
"""What the log tells when the card takes effect; a Cretan Liar lets the card below it take effect."""


def event_of(card: str) -> str:
    return next(c.event for c in MATERIAL.cards if c.number == card)


def announce(card: str, liar: str) -> Table:
    """The card is announced, and whoever holds the liar is asked."""
    table = POSITIONS[event_of(card)](card, liar)
    holder = "blue" if event_of(card) in ("fog", "storms_at_sea", "superior_admiral", "cretan_liar") else "red"
    table.act(f"surprise:{card}")
    if event_of(card) == "ahura_mazda_and_ahriman" and table.decision.prompt.startswith("prompt.surprise."):
        table.act("choose-faction:red")
    pass_until(table, holder)
    return table


@pytest.mark.parametrize("card", SURPRISES)
def test_a_cretan_liar_answers_every_surprise_card(card: str) -> None:
    liar = "56" if card == "53" else "53"
    table = announce(card, liar)
    player = "red" if table.deciding == "blue" else "blue"
    holder = table.deciding
    before = {f: len(in_hand(table, f)) for f in (player, holder)}
    table.act(f"surprise:{liar}")
    pass_answers(table)
    told = [event_line(MATERIAL, e) for e in table.events("surprise_cancelled")]
    name = MATERIAL.cards[table.card_number(card)].name
    assert told == [
        f"{holder.capitalize()} cancels {name}, played by {player.capitalize()}, with Cretan Liar: "
        "it has no effect (6.2.6)"
    ]
    assert {card, liar} <= discarded(table)
    assert len(in_hand(table, player)) == before[player] + 1, "replaced as usual"
    if event_of(card) == "cretan_liar":
        assert table.state.oratory == (table.general_number("antigonos"), 5)
        assert len(in_hand(table, holder)) == before[holder] + 1, "both the Liar and the card below it"
    else:
        assert not table.events(EFFECTS[event_of(card)])
        assert len(in_hand(table, holder)) == before[holder]


@pytest.mark.parametrize("card", [c for c in SURPRISES if event_of(c) != "cretan_liar"])
def test_nobody_answers_and_the_card_takes_effect(card: str) -> None:
    table = announce(card, "53")
    pass_answers(table)
    assert table.events(EFFECTS[event_of(card)])
    assert not table.events("surprise_cancelled")
    assert card in discarded(table)


@pytest.mark.rule("R6.2.7")
def test_the_question_names_the_card_that_may_be_answered_and_who_played_it() -> None:
    asked = prompt_line(MATERIAL, announce("52", "53").decision)
    assert asked == "Red: Blue plays Anti-Elephant Devices; answer with a Surprise card, or pass (6.2.7)"
    asked = prompt_line(MATERIAL, announce("53", "56").decision)
    assert asked == "Blue: Red plays Cretan Liar; answer with a Surprise card, or pass (6.2.7)"


@pytest.mark.rule("R6.2.8")
def test_a_replacement_drawn_in_an_answer_may_be_played_in_the_same_answer() -> None:
    """Red answers a Mutiny with the Gift of Oratory, draws a Cretan Liar, and cancels the Mutiny as well."""
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", loyal=2, mercenary=2)
    table.hand("blue", "54")
    table.hand("red", "57")
    table.deck("53", *BLANKS)
    fight(table, 3, 3, 3, 3)
    table.act("surprise:54", "surprise:57")
    pass_answers_of(table, "blue")
    assert table.offers == ("pass", "surprise:53")
    table.act("surprise:53")
    pass_answers(table)
    assert table.events("surprise_cancelled")
    assert not table.events("mutiny_fails")


def pass_answers_of(table: Table, faction: str) -> None:
    while table.deciding == faction:
        table.act("pass")


@pytest.mark.rule("R6.2.8")
def test_a_card_that_a_liar_has_cancelled_is_not_answered_again() -> None:
    """Red's Liar is replaced by the other Liar, for which nothing is left to cancel."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57")
    table.hand("red", "53")
    table.deck("56", *BLANKS)
    window(table)
    table.act("surprise:57")
    pass_until(table, "red")
    table.act("surprise:53")
    pass_until(table, "red")
    assert in_hand(table, "red") == {"56"}
    assert refusal(table, "surprise:56") == "refusal.no_answer_to_this"


@pytest.mark.rule("R6.2.8")
def test_a_window_comes_to_an_end_whatever_is_discarded_and_drawn() -> None:
    """Two players discard and draw nothing but Surprise cards, until even the reshuffled discards are spent."""
    table = Table(players=2)
    table.hand("blue", "49", "50", "51")
    table.hand("red", "52", "55")
    table.deck("47B", "O60")
    window(table)
    steps = 0
    while not table.over:
        table.act(next((a for a in table.offers if a.startswith("discard:")), "pass"))
        steps += 1
    assert steps <= 7 + 4
    assert discarded(table) == {"47B", "49", "50", "51", "52", "55", "O60"}
    assert in_hand(table, "blue") == in_hand(table, "red") == set()
