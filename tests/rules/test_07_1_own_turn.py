"""7.1.C.2, A35: Minor Generals are placed, repositioned and removed at any time of one's own Player Turn."""

import random
from collections import Counter

import pytest

from diadochi.bots import random_bot, satrap
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.temper import BALANCED
from diadochi.game import Game
from diadochi.model.pieces import Unit
from diadochi.model.state import NO_SEGMENT, NOBODY, OFF_MAP, SURRENDER, TYCHE, forces
from diadochi.rules import forage, reinforcements, surrender
from diadochi.rules.activation import Activations
from diadochi.table import views
from tests.cards.deal import segment
from tests.rules.activations import force_march
from tests.rules.voyages import army_at_xanthos, embark
from tests.table import BLUE, MATERIAL, RED, Table

PLAIN = "5"
"""An Event card of 3 OPs."""


def garrison() -> Table:
    """Blue has two CUs without a General in his own Sardeis, and Attalos with one CU in Red's Pergamon."""
    table = Table(turn=2)
    table.pc("blue", "sardeis", "ephesos")
    table.pc("red", "pergamon")
    table.cus("blue", "sardeis", mercenary=2)
    table.army("blue", "attalos", "pergamon", mercenary=1)
    return table


def choosing_a_card(*cards: str) -> Table:
    table = garrison()
    segment(table, *(cards or (PLAIN,)))
    return table


# Before the card is chosen


@pytest.mark.rule("R7.1.C.2")
@pytest.mark.card("47A")
def test_a_minor_general_placed_before_the_card_makes_the_army_that_its_event_needs() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=1)
    segment(table, "47A")
    assert "event:47A" not in table.offers
    assert table.why_not("event:47A") == "7.1.C.2"
    table.act("reposition:sardeis")
    assert table.where("alketas") == "sardeis"
    table.act("event:47A")
    assert table.forces("blue", "sardeis") == {"mercenary": 1, "silver_shields": 2}


NEED_AN_ARMY = ("9", "10", "25", "30", "47A", "48", "O65")
SPACES = ("sardeis", "babylon", "pella")


def garrison_within_reach(card: str) -> Table:
    """CUs of Blue without a General; Red's Heir and Army within their reach, unless any General at all will do (30)."""
    table = Table(turn=2, options=("alexanders-ghost",))
    table.pc("blue", *SPACES)
    table.pc("red", "pergamon", "ephesos", "larisa")
    for at in SPACES:
        table.cus("blue", at, mercenary=3)
    table.royal("herakles", "ephesos", "red")
    if card != "30":
        table.army("red", "eumenes", "pergamon", royal=1, mercenary=1)
    return table


@pytest.mark.rule("R7.1.C.2", "R6.2.A.1")
@pytest.mark.parametrize("card", [card.number for card in MATERIAL.cards])
def test_events_that_need_an_army_wait_for_a_minor_general_only(card: str) -> None:
    """What an Army under a Major General lets one play is playable once Minor Generals stand in his place."""
    event = f"event:{card}"
    with_major = garrison_within_reach(card)
    for general, at in zip(("krateros", "perdikkas", "antipatros"), SPACES, strict=True):
        with_major.general("blue", general, at)
    segment(with_major, card)
    table = garrison_within_reach(card)
    segment(table, card)
    waits = event in with_major.offers and event not in table.offers
    assert waits == (card in NEED_AN_ARMY)
    if waits:
        assert table.why_not(event) == "7.1.C.2"
    for at in SPACES:
        table.act(f"reposition:{at}")
    assert (event in table.offers) == (event in with_major.offers)


@pytest.mark.rule("R7.1.C.2")
def test_cus_are_kept_by_a_minor_general_who_comes_before_another_leaves_them_alone() -> None:
    table = choosing_a_card()
    table.act("remove-general:attalos", "reposition:pergamon", "spend-nothing:5")
    assert table.where("alketas") == "pergamon"
    assert table.forces("blue", "pergamon") == {"mercenary": 1}


# Removing one whose CUs are then Dispersed


@pytest.mark.rule("R7.1.C.2", "R7.2.A.2")
def test_a_minor_general_may_leave_cus_that_are_then_dispersed() -> None:
    table = choosing_a_card()
    table.act("remove-general:attalos")
    assert table.forces("blue", "pergamon") == {"mercenary": 1}, "not before the next upkeep (A101)"
    table.act("spend-nothing:5")
    assert table.forces("blue", "pergamon") == {}
    assert table.dispersed("blue") == {"mercenary": 1}


@pytest.mark.rule("R7.1.C.2", "R7.2.A.2")
def test_the_table_asks_whether_one_is_sure_of_it_and_of_nothing_else() -> None:
    table = choosing_a_card()
    assert table.game is not None
    ask = table.game.view(0).ask
    assert ask is not None
    offers = {offer.action: offer for offer in views.offers(MATERIAL, ask)}
    assert "Attalos" in offers["remove-general:attalos"].sure
    assert [a for a, offer in offers.items() if offer.sure] == ["remove-general:attalos"]
    assert {a for a, offer in offers.items() if offer.further} == set(table.further)
    assert set(table.further) == {"reposition:sardeis", "remove-general:attalos"}


@pytest.mark.rule("R7.1.C.2", "R7.2.A.2")
def test_who_shows_whose_cus_are_is_repositioned_only_if_nobody_else_is_free() -> None:
    table = garrison()
    for minor, at in (("alketas", "gordion"), ("dokimos", "xanthos"), ("polemon", "ikonion")):
        table.army("blue", minor, at, mercenary=1)
    segment(table, PLAIN)
    table.act("reposition:sardeis")
    assert set(table.offers) == {f"fetch:{g}" for g in ("alketas", "attalos", "dokimos", "polemon")}
    assert table.game is not None
    ask = table.game.view(0).ask
    assert ask is not None
    assert all(offer.sure for offer in views.offers(MATERIAL, ask))
    table.act("fetch:polemon", "spend-nothing:5")
    assert table.where("polemon") == "sardeis"
    assert table.dispersed("blue") == {"mercenary": 1}


# Without being asked


@pytest.mark.rule("R7.1.C.2")
def test_a_single_answer_is_given_at_once_though_minor_generals_could_be_placed() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=2)
    table.army("blue", "krateros", "ephesos", mercenary=1)
    segment(table, "47A")
    assert table.further == ("reposition:sardeis",)
    table.act("event:47A")
    assert table.forces("blue", "ephesos") == {"mercenary": 1, "silver_shields": 2}


@pytest.mark.rule("R7.1.C.2")
def test_nobody_is_touched_twice_before_something_else_is_done() -> None:
    table = choosing_a_card("20")
    table.act("reposition:sardeis")
    assert table.why_not("remove-general:alketas") == "7.1.C.2"
    table.act("spend-nothing:20")
    table = garrison()
    force_march(table)
    table.act("reposition:sardeis")
    assert "remove-general:alketas" not in table.further
    table.act("activate:attalos")
    assert "remove-general:alketas" in table.further, "something else has been done"


@pytest.mark.rule("R7.1.C.2", "R9.1.3")
def test_whoever_is_activated_stays_with_his_army() -> None:
    table = garrison()
    force_march(table)
    table.act("activate:attalos")
    assert table.why_not("remove-general:attalos") == "9.1.3"
    table.act("reposition:sardeis")
    assert table.where("alketas") == "sardeis"
    assert table.decision.prompt == "prompt.army"


@pytest.mark.rule("R7.1.C.2")
def test_while_an_event_is_resolved_minor_generals_are_placed_repositioned_and_removed() -> None:
    table = garrison()
    table.army("blue", "krateros", "ephesos", mercenary=1)
    segment(table, "47A")
    table.act("event:47A")
    assert table.offers == ("at:pergamon", "at:ephesos")
    assert table.further == ("reposition:sardeis", "remove-general:attalos")
    table.act("reposition:sardeis")
    assert set(table.offers) == {"at:pergamon", "at:sardeis", "at:ephesos"}
    table.act("remove-general:attalos")
    assert set(table.offers) == {"at:sardeis", "at:ephesos"}
    table.act("at:sardeis")
    assert table.forces("blue", "sardeis") == {"mercenary": 2, "silver_shields": 2}


@pytest.mark.rule("R7.1.C.2")
@pytest.mark.card("25")
def test_whom_the_picks_of_an_event_rest_on_may_go_only_where_they_still_stand() -> None:
    """The only Army that reaches the prey: its Minor General goes to other CUs in reach, and not out of reach."""
    table = Table(turn=2)
    table.pc("blue", "sardeis", "ephesos", "xanthos")
    table.pc("red", "pergamon")
    table.army("blue", "attalos", "sardeis", mercenary=1)
    table.cus("blue", "ephesos", mercenary=1)
    table.army("red", "antigonos", "pergamon", mercenary=1)
    for royal in ("herakles", "alexandros"):
        table.royal(royal, "pergamon", "red")
    for minor, at in (("alketas", "sousa"), ("dokimos", "babylon"), ("polemon", "opis")):
        table.pc("blue", at)
        table.army("blue", minor, at, mercenary=1)
    table.cus("blue", "xanthos", mercenary=1)
    segment(table, "25")
    table.act("event:25")
    assert "choose-royal:herakles" in table.offers
    assert table.game is not None
    refusal = table.game.why_not("remove-general:attalos")
    assert refusal is not None and (refusal.rule, refusal.key) == ("7.1.C.2", "refusal.stays_while_resolved")
    table.act("reposition:ephesos", "fetch:attalos", "choose-royal:herakles")
    assert table.where_royal("herakles") == "ephesos"


@pytest.mark.rule("R7.1.C.2")
@pytest.mark.card("O63")
def test_between_two_offers_of_a_diplomatic_marriage_minor_generals_are_free() -> None:
    table = garrison()
    segment(table, "O63")
    table.act("event:O63")
    assert table.decision.prompt == "prompt.betrothal"
    table.act("remove-general:attalos", table.offers[0])
    assert table.decision.prompt == "prompt.betrothal_answer"
    assert table.further == ()
    assert table.why_not("reposition:sardeis") is not None


@pytest.mark.rule("R7.1.C.2", "R6.2.A.3")
@pytest.mark.card("17")
def test_while_unrest_is_placed_minor_generals_are_free() -> None:
    table = garrison()
    segment(table, "17")
    table.act("event:17")
    assert table.decision.prompt == "prompt.unrest"
    assert {"reposition:sardeis", "remove-general:attalos"} <= set(table.further)


@pytest.mark.rule("R7.1.C.2", "R9.5.3")
@pytest.mark.card("22")
def test_while_independent_armies_are_moved_minor_generals_are_free() -> None:
    table = garrison()
    segment(table, "22")
    table.act("event:22")
    assert table.decision.seat == 0
    assert {"reposition:sardeis", "remove-general:attalos"} <= set(table.further)


@pytest.mark.rule("R7.1.C.2", "R5.2.13")
def test_a_space_made_eligible_while_reinforcements_overflow_is_used_first() -> None:
    table = Table(turn=2)
    table.pc("blue", "babylon")
    table.cus("blue", "babylon.inside", mercenary=1)
    table.pc("blue", "xanthos")
    table.army("blue", "attalos", "xanthos", mercenary=1)
    table.army("red", "krateros", "xanthos", mercenary=1)
    table.general("red", "antigonos", "babylon")
    table.state.segment = TYCHE
    table.begin(lambda p: reinforcements.begin(p, BLUE, forces(Unit.MERCENARY), (), "5.2.7"))
    assert table.decision.rule == "5.2.13"
    table.act("reposition:babylon.inside", "fetch:attalos")
    assert table.forces("blue", "babylon.inside") == {"mercenary": 2}, "the only eligible space"


@pytest.mark.rule("R7.1.C.2")
def test_it_is_offered_in_the_surrender_segment_and_in_forage() -> None:
    table = garrison()
    table.state.segment = SURRENDER
    table.begin(lambda p: p.push(surrender.SurrenderSegment(BLUE, surrender.REMOVE)))
    assert "reposition:sardeis" in table.further
    table = garrison()
    table.cus("blue", "sardeis", loyal=4, mercenary=6)
    table.begin(lambda p: p.push(forage.ForageSegment(BLUE)))
    assert table.offers == ("lose:mercenary", "lose:loyal")
    assert "reposition:sardeis" in table.further


@pytest.mark.rule("R7.1.C.2", "R7.1.C.3")
def test_in_anothers_turn_or_outside_a_player_turn_it_is_not_offered_and_why_not_says_so() -> None:
    table = garrison()
    table.state.active = RED
    segment(table, PLAIN)
    assert table.further == ()
    assert table.why_not("reposition:sardeis") == "7.1.C.2"
    table = garrison()
    table.state.active, table.state.segment = NOBODY, NO_SEGMENT
    table.begin(lambda p: p.push(Activations(BLUE, 0, 3, 1, (), OFF_MAP)))
    assert table.further == ()
    assert table.why_not("disband:sardeis") == "7.2.F.17"


@pytest.mark.rule("R7.2.F.17")
def test_royal_army_is_disbanded_before_the_card_is_chosen_too() -> None:
    table = garrison()
    table.cus("blue", "sardeis", royal=1)
    segment(table, PLAIN)
    table.act("disband:sardeis")
    assert table.forces("blue", "sardeis") == {"mercenary": 2}


# Those who do not care for it


@pytest.mark.rule("R7.1.C.2")
def test_bots_are_not_drowned_in_it() -> None:
    table = choosing_a_card()
    game, rng = table.game, random.Random(1)
    assert game is not None
    further = set(table.decision.further)
    picked = Counter(random_bot.pick(game, rng) in further for _ in range(2000))
    assert 0.03 < picked[True] / 2000 < 0.1
    mind = Mind.of(game.view(0), table.decision, rng, BALANCED)
    assert not further & set(mind.codes)
    assert satrap.decide(mind).action in table.decision.asked


@pytest.mark.rule("R7.1.C.2")
def test_a_game_with_somebody_touched_is_saved_and_taken_back() -> None:
    game, rng = Game.new(4, 3), random.Random(3)
    while game.decision is not None and not any(a.startswith("remove-general:") for a in game.decision.actions):
        game.act_code(random_bot.pick(game, rng))
    assert game.decision is not None
    before = game.digest()
    action = next(a for a in game.decision.actions if a.startswith("remove-general:"))
    game.act(action)
    again = Game.load(game.save())
    assert again.digest() == game.digest()
    assert again.decision == game.decision
    assert again.why_not(action) == game.why_not(action) is not None
    game.undo()
    assert game.digest() == before


# At sea


@pytest.mark.rule("R7.1.C.2", "R13.2.6")
def test_minor_generals_are_placed_and_removed_between_the_steps_of_a_voyage() -> None:
    table = army_at_xanthos()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=1)
    embark(table, "demetrios")
    table.act("sail:phaselis", "reposition:sardeis")
    assert table.where("alketas") == "sardeis"
    assert table.decision.prompt == "prompt.at_sea"
    table.act("land:phaselis")
    assert table.where("demetrios") == "phaselis"


@pytest.mark.rule("R7.1.C.2", "R13.2.6")
def test_the_last_minor_general_whom_those_left_on_the_shore_need_is_not_placed_elsewhere() -> None:
    """Antigonos goes aboard, and the CU he leaves in Red's Phaselis needs somebody."""
    table = army_at_xanthos()
    table.pc("red", "phaselis")
    table.army("blue", "antigonos", "phaselis", mercenary=2)
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis", mercenary=1)
    for minor, at in (("attalos", "ephesos"), ("dokimos", "kelainai")):
        table.army("blue", minor, at, mercenary=1)
    embark(table, "demetrios")
    table.act("sail:phaselis", "take-general:antigonos")
    spare = [g for g in ("alketas", "attalos", "dokimos") if table.where(g) == "off map"]
    table.act("reposition:sardeis")
    if table.decision.prompt == "prompt.fetch":
        assert f"fetch:{spare[0]}" not in table.offers
        table.act(table.offers[0])
    assert table.where(spare[0]) == "off map"
    table.act("sail:aspendos")
    assert table.where(spare[0]) == "phaselis", "he takes over those left on the shore"
