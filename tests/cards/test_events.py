"""What holds for every event: a reason of its own when it cannot be played, exact offers, an orderly end."""

import random

import pytest

from diadochi.catalogue import UNTOLD
from diadochi.lab import invariants
from diadochi.messages import refusal_line
from diadochi.model import moves
from diadochi.model.cards import Card, CardKind
from diadochi.model.pieces import Unit
from diadochi.model.state import INDEPENDENT, OUT, TYCHE, forces, numbered, space_id
from diadochi.rules import strategy
from diadochi.rules.tyche.event import EVENTS, EventChoice
from diadochi.rules.tyche.unrest import Unrest
from tests import harness
from tests.cards.deal import play, segment
from tests.table import MATERIAL, Table

CARDS = [c for c in MATERIAL.cards if c.kind != CardKind.SURPRISE and not c.optional]
NUMBERS = [c.number for c in CARDS]
ALL_CARDS = [c for c in MATERIAL.cards if c.kind != CardKind.SURPRISE]
ALL_NUMBERS = [c.number for c in ALL_CARDS]
ALWAYS = {"unrest", "unrest_spreads", "macedonian_reinforcements", "kassandros", "diplomatic_marriage"}
"""The events without a condition, which can always do something."""


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


@pytest.mark.parametrize("card", ALL_CARDS, ids=ALL_NUMBERS)
def test_every_event_and_bonus_card_has_its_event(card: Card) -> None:
    assert card.event in EVENTS


def hindered(card: Card) -> Table:
    """A board on which the event could do nothing: an empty one, with what stands against the few that need nothing."""
    table = Table(turn=1 if card.event == "peukestas" else 2)
    if card.event == "kilikia_pirates":
        table.fleet("blue", "kilikia")
    elif card.event == "neoptolemos":
        for space, it in numbered(space_id, MATERIAL.board.spaces):
            if it.province in card.params.provinces:
                moves.add_cus(table.state, space, INDEPENDENT, forces(Unit.MERCENARY))
    elif card.params.general >= MATERIAL.pieces.majors:
        moves.put_general(table.state, card.params.general, OUT)
    return table


@pytest.mark.rule("R6.2.A.1")
@pytest.mark.parametrize("card", ALL_CARDS, ids=ALL_NUMBERS)
def test_an_event_that_could_do_nothing_is_not_offered_and_its_card_says_why(card: Card) -> None:
    table = hindered(card)
    segment(table, card.number)
    action = f"event:{card.number}"
    assert table.game is not None
    found = table.game.why_not(action)
    assert (action in table.offers) == (found is None) == (card.event in ALWAYS)
    if found is not None:
        reason = "refusal.event_too_early" if card.event == "peukestas" else f"refusal.event.{card.event}"
        assert (found.rule, found.key) == ("6.2.A.1", reason)
        assert UNTOLD not in refusal_line(MATERIAL, found, table.decision)


@pytest.mark.rule("R6.2.A.1")
@pytest.mark.parametrize("card", ALL_CARDS, ids=ALL_NUMBERS)
def test_a_card_has_a_condition_unless_its_event_can_always_do_something(card: Card) -> None:
    assert bool(card.condition) == (card.event not in ALWAYS)


@pytest.mark.rule("R6.2.3")
@pytest.mark.parametrize("card", ALL_CARDS, ids=ALL_NUMBERS)
def test_without_its_event_a_card_keeps_its_other_uses(card: Card) -> None:
    table = hindered(card)
    segment(table, card.number)
    assert {f"spend-nothing:{card.number}", f"train:{card.number}"} <= set(table.offers)


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
    told = [e for e in table.game.events if e.key not in ("plays_event", "only_choice")]
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


@pytest.mark.rule("R6.2.B2.2")
def test_what_came_in_the_segment_may_be_used_by_the_ops_but_is_no_origin_for_pcs() -> None:
    """The OPs of a Bonus card are left; the CU and the PC in Gordion were not there when the Segment began."""
    table = Table(segment=TYCHE)
    table.pc("blue", "gordion")
    table.army("blue", "antigonos", "gordion", mercenary=2)
    bonus = strategy.TycheSegment(table.seat("blue"), 0, strategy.OPERATIONS, table.card_number("17"))
    table.begin(lambda p: p.push(bonus))
    assert table.why_not("place-pcs:17") == "6.2.B2.1"
    table.act("force-march:17", "activate:antigonos", "take-all", "march:ankyra")
    assert table.forces("blue", "ankyra") == {"mercenary": 2}
