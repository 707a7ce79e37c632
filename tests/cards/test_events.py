"""What holds for every event: a reason of its own when it cannot be played, exact offers, an orderly end."""

import random

import pytest

from diadochi.lab import invariants
from diadochi.model.cards import Card, CardKind
from diadochi.rules.tyche.event import EVENTS, EventChoice
from diadochi.rules.tyche.unrest import Unrest
from tests import harness
from tests.cards.deal import play, refusal, segment
from tests.table import MATERIAL, Table

CARDS = [c for c in MATERIAL.cards if c.kind is not CardKind.SURPRISE and not c.optional]
NUMBERS = [c.number for c in CARDS]
ON_AN_EMPTY_BOARD = {
    "unrest",
    "unrest_spreads",
    "illyrian_migration",
    "scythian_invasion",
    "greek_soldiers",
    "macedonian_reinforcements",
    "peukestas",
    "neoptolemos",
    "kassandros",
    "kilikia_pirates",
}
"""The events that need nothing there."""


def full_of_events() -> Table:
    """A position in which every event can be played."""
    table = Table(dice=(4, 6))
    table.pc("blue", "gordion", "byzantion", "mazaka", "larisa", "knossos", "persepolis", "babylon", "alexandria")
    table.army("blue", "antigonos", "pella", mercenary=2, loyal=1)
    table.army("blue", "eumenes", "sinope", mercenary=1)
    table.general("blue", "perdikkas", "gordion")
    table.cus("blue", "larisa", mercenary=1)
    table.pc("red", "pella", "amphipolis", "ankyra", "poteidaia", "thebai")
    table.army("red", "peithon", "poteidaia", mercenary=2, elephant=1)
    table.royal("alexandros", "poteidaia", "red")
    table.royal("thessalonike", "pella")
    table.royal("kleopatra", "sardeis")
    table.royal("olympias", "molossia")
    table.pc("blue", "athenai")
    table.cus("blue", "athenai.inside", mercenary=1)
    table.army("red", "krateros", "athenai", mercenary=2, loyal=1)
    table.siege_points("red", "athenai", 1)
    table.pc("yellow", "kyrene")
    table.army("green", "menelaos", "tp_katabathmos", mercenary=1)
    table.pc("green", "euesperides", "paraitonion", "kydonia")
    for space in ("euesperides", "paraitonion", "kydonia"):
        table.cus("green", space, mercenary=1)
    table.state.battle_lost = 1 << table.seat("yellow")
    table.independent("leosthenes", "lamia")
    return table


@pytest.mark.parametrize("card", CARDS, ids=NUMBERS)
def test_every_event_and_bonus_card_of_the_main_deck_has_its_event(card: Card) -> None:
    assert card.event in EVENTS


@pytest.mark.rule("R6.2.A.1")
@pytest.mark.parametrize("card", CARDS, ids=NUMBERS)
def test_on_an_empty_board_an_event_is_refused_with_the_reason_of_its_card(card: Card) -> None:
    expected = "" if card.event in ON_AN_EMPTY_BOARD else f"refusal.event.{card.event}"
    assert refusal(Table(), card.number) == expected


@pytest.mark.parametrize("number", NUMBERS)
def test_offers_are_exact_and_the_board_is_in_order_afterwards(number: str) -> None:
    table = full_of_events()
    if number == "29":
        table.royal("philippos", "poteidaia", "red")
    play(table, number)
    rng = random.Random(number)
    while not table.over and isinstance(table.state.agenda[-1], EventChoice | Unrest):
        assert table.game is not None
        harness.offers_are_exact(table.game, rng)
        table.act(rng.choice(table.offers))
    if table.over:
        assert invariants.broken(table.play, settled=True) == []


@pytest.mark.parametrize("number", NUMBERS)
def test_a_played_event_is_told(number: str) -> None:
    table = full_of_events()
    if number == "29":
        table.royal("philippos", "poteidaia", "red")
    segment(table, number)
    table.act(f"event:{number}")
    rng = random.Random(number)
    while isinstance(table.state.agenda[-1], EventChoice | Unrest):
        table.act(rng.choice(table.offers))
    assert table.game is not None
    told = [e for e in table.game.events if e.key not in ("plays_event", "forced")]
    under_way = table.decision.prompt in ("prompt.activate", "prompt.reinforce_cus", "prompt.move_independents")
    assert told or under_way


@pytest.mark.rule("R6.2.5")
def test_a_bonus_card_may_be_used_for_its_ops_alone() -> None:
    table = Table()
    table.pc("blue", "gordion")
    segment(table, "17")
    table.act("place-pcs:17", "place-pc:ankyra")
    assert table.pc_of("ankyra") == "blue"
    assert not table.events("unrest_roll")


@pytest.mark.rule("R6.2.5")
def test_a_bonus_card_may_be_used_for_its_event_alone() -> None:
    table = Table(dice=(4, 6))
    table.pc("blue", "gordion")
    segment(table, "17")
    table.act("event:17", "choose-space:chalybon", "spend-nothing:17")
    assert table.over
    assert table.pc_of("chalybon") == "independent"


@pytest.mark.rule("R6.2.4")
def test_what_the_event_of_a_bonus_card_did_counts_for_its_ops() -> None:
    """Blue's only PC is gone by the Unrest that Blue chose, so that nothing is left to place PCs from."""
    table = Table(dice=(4, 6))
    table.pc("blue", "chalybon")
    segment(table, "18")
    table.act("event:18", "choose-space:chalybon")
    assert table.why_not("place-pcs:18") == "6.2.B2.1"
