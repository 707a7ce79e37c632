"""What is in the box of the third edition, what its map says, and what its book says of its own words and numbers."""

import pytest
from click.testing import CliRunner

from diadochi.cli import diadochi
from diadochi.data import load_material
from diadochi.data.rulebook import load_rulebook
from diadochi.errors import GameError
from diadochi.game import Game, option_mask
from diadochi.messages import Speaker
from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.edition import offered
from diadochi.model.ids import SEATS
from diadochi.model.options import CHAPTER_16
from diadochi.model.pieces import Unit
from diadochi.model.state import INDEPENDENT, OUT, space_id
from diadochi.rules import siege, turn
from diadochi.rules.troops import minors_of
from tests.harness import begin
from tests.rules.activations import force_march
from tests.table import Table

MATERIAL = load_material("third")
BOARD = MATERIAL.board
CARDS = {card.number: card for card in MATERIAL.cards}


def provinces(region: str) -> set[str]:
    return {p.id for p in BOARD.provinces if p.region == region}


# 2: the box


@pytest.mark.rule("T2.1.1")
def test_there_is_no_cavalry_no_capital_and_no_card_of_an_option() -> None:
    """B01: the deck is the 59 numbered cards and the Generals who come by it."""
    starts = [g.start.forces[Unit.CAVALRY] for g in MATERIAL.pieces.generals if g.start is not None]
    brought = [forces[Unit.CAVALRY] for card in MATERIAL.cards for forces in card.params.forces]
    assert not any(starts) and not any(brought)
    assert Unit.CAVALRY not in MATERIAL.edition.training_cost
    assert not {"cavalry", "capital", "foundation-of-a-capital"} & set(offered(MATERIAL.edition))
    state = begin(4, 1, edition="third").state
    assert bin(state.aside).count("1") == len(MATERIAL.cards) - 61
    assert not any(card.optional for card in MATERIAL.cards)


@pytest.mark.rule("T2.4.2")
@pytest.mark.parametrize("kind", [Kind.MINOR, Kind.STRONGHOLD, Kind.MAJOR])
def test_an_independent_marker_takes_one_siege_point_in_a_minor_city_and_three_elsewhere(kind: int) -> None:
    table = Table(edition="third")
    i = next(i for i, space in enumerate(BOARD.spaces) if space.kind == kind)
    table.pc("independent", BOARD.spaces[i].id)
    table.begin(lambda p: None)
    assert siege.needed(table.play, space_id(i)) == (1 if kind == Kind.MINOR else 3)


@pytest.mark.rule("T2.6.1")
def test_the_markers_of_the_box() -> None:
    game = begin(4, 1, edition="third")
    assert len(MATERIAL.pieces.independents) == 5
    assert len(MATERIAL.pieces.fleets) == 9
    assert len(MATERIAL.pieces.royals) == 7
    assert all(len(list(minors_of(game._play, seat))) == 4 for seat in SEATS[4])
    looted = next(card for card in MATERIAL.cards if card.event == "treasure_city_looted")
    assert len(looted.params.spaces) == 3
    assert set(game.state.capital) == {-1}


# 2.8: words


@pytest.mark.rule("T2.8.2")
def test_africa_is_cyrene_libya_and_egypt() -> None:
    assert provinces("africa") == {"kyrene", "libye", "aigyptos"}


@pytest.mark.rule("T2.8.3")
def test_europe_with_thessaly_asia_and_islands_of_no_region() -> None:
    """B05, B06"""
    assert provinces("europe") == {"hellas", "makedonia", "thrake", "illyria", "skythia", "epeiros", "thessalia"}
    assert {"mikra_phrygia", "armenia", "ioudaia", "hyrkania"} <= provinces("asia")
    islands = {"krete", "rhodos", "kypros"}
    assert not islands & (provinces("europe") | provinces("asia") | provinces("africa"))
    assert len(provinces("asia")) == len(BOARD.provinces) - 7 - 3 - 3


@pytest.mark.rule("T2.8.11")
@pytest.mark.parametrize("cus", [0, 3])
def test_an_army_and_a_general_alone_are_forces_that_can_be_intercepted(cus: int) -> None:
    table = Table(edition="third")
    table.army("red", "peithon", "smyrna", mercenary=3)
    table.general("blue", "krateros", "kelainai")
    if cus:
        table.cus("blue", "kelainai", mercenary=cus)
    force_march(table, 4)
    table.act("activate:krateros", *["take-all"] * bool(cus), "march:sardeis")
    assert table.deciding == "red" and "intercept:smyrna" in table.offers


@pytest.mark.rule("T3.5.2")
def test_the_third_segment_is_called_movement_segment() -> None:
    named = [Speaker(load_material(e)).say("page.segment.activation") for e in ("deluxe", "third", "draft")]
    assert named == ["Activation", "Movement", "Movement"]
    assert "Movement Segment" in Speaker(MATERIAL).say("activation_segment", who="Red")


# 4.1


@pytest.mark.rule("T4.1.2")
@pytest.mark.parametrize(("blue", "red"), [("seleukos", "lysimachos"), ("leonnatos", "demetrios")])
def test_players_tied_for_most_vp_compare_their_most_senior_generals(blue: str, red: str) -> None:
    """B02: by Seniority, whatever the stars."""
    table = Table(players=2, edition="third")
    table.general("blue", blue, "babylon")
    table.general("red", red, "pella")
    table.begin(turn.name_usurper)
    seniority = {g.id: g.seniority for g in MATERIAL.pieces.generals}
    wins = max((blue, red), key=lambda g: seniority[g])
    assert table.state.usurper == table.seat("blue" if wins == blue else "red")


# 7.8, 17.6, 26


@pytest.mark.rule("T7.8.2")
def test_three_unrest_cards_that_must_be_played() -> None:
    """B18"""
    unrest = [card for card in MATERIAL.cards if card.event == "unrest"]
    assert [card.number for card in unrest] == ["17", "18", "19"]
    assert all(card.must_be_played and not card.remove_after_event for card in unrest)


@pytest.mark.rule("T17.6.3")
def test_mutiny_and_oratory_have_the_numbers_of_this_edition() -> None:
    """B43: 44 and 47 are those of the first."""
    assert (CARDS["54"].event, CARDS["57"].event) == ("mutiny", "gift_of_oratory")
    assert CARDS["47"].event == "silver_shields"


@pytest.mark.rule("T26.10")
def test_every_card_that_no_line_names_is_as_in_the_first_edition_and_spends_its_ops_first() -> None:
    assert MATERIAL.edition.bonus_order == ("ops", "event")
    named = {"1", "2", "3", "4", "24", "46", "29", "33", "35", "36", "52", "54", "50", "55"}
    named |= {"31", "32", "17", "18", "19", "20", "11", "47", "61", "62", "G63", "G64"}
    ours = {card.event: card for card in load_material().cards}
    for number in set(CARDS) - named:
        card, same = CARDS[number], ours[CARDS[number].event]
        assert (card.kind, card.playable_by) == (same.kind, same.playable_by), number
        assert card.params.mps == same.params.mps and card.params.forces == same.params.forces, number


# 21


@pytest.mark.rule("T21.0.1")
def test_the_events_of_the_turn_track_come_before_everything_else() -> None:
    """B08: the body that is lost and the heir who comes of age, before the Turn Order."""
    assert MATERIAL.edition.phases[0] == "turn_events"
    table = Table(edition="third", turn=3)
    moves.put_royal(table.state, table.royal_number("herakles"), OUT)
    table.royal("funeral_cart", "babylon", "blue")
    table.pc("blue", "babylon")
    table.begin(lambda p: turn.begin_game_turn(p, 4))
    keys = [event.key for event in table.game.events] if table.game else []
    assert table.where_royal("funeral_cart") == "out"
    assert [key for key in keys if key in ("cart_removed", "roll_off", "usurper")][:2] == ["cart_removed", "roll_off"]


# 22, 23


@pytest.mark.rule("T22.1.1")
def test_olympias_starts_in_nicopolis() -> None:
    state = begin(4, 1, edition="third").state
    table = Table(edition="third")
    olympias = table.royal_number("olympias")
    assert BOARD.spaces[state.royals[olympias]].name == "Nicopolis"
    assert BOARD.provinces[BOARD.spaces[state.royals[olympias]].province].name == "Epirus"
    assert state.pcs[state.royals[olympias]] == INDEPENDENT


GONE = [name for name in CHAPTER_16 if name not in ("dispersed-fleets", "independent-reactions")]


@pytest.mark.rule("T23.0.1")
@pytest.mark.parametrize("name", GONE)
def test_the_options_of_the_first_edition_cannot_be_chosen(name: str) -> None:
    with pytest.raises(GameError, match="is not an option"):
        option_mask((name,), MATERIAL.edition)


# 25


@pytest.mark.rule("T25.1")
def test_a_card_moves_a_general_alone_and_the_fleet_of_asia_minor_goes_with_caria() -> None:
    """B16"""
    table = Table(edition="third")
    table.general("blue", "krateros", "kelainai")
    table.province("blue", "karia")
    force_march(table, 3)
    assert "activate:krateros" in table.offers
    asia_minor = next(fleet for fleet in MATERIAL.pieces.fleets if fleet.id == "karia")
    assert BOARD.provinces[asia_minor.province].name == "Caria"
    assert table.state.fleet_owner[table.fleet_number("karia")] == table.seat("blue")


@pytest.mark.rule("T25.2")
def test_no_rule_refers_to_the_history_and_the_example_can_be_found() -> None:
    book = load_rulebook(edition="third")
    assert not [number for number, line in book.citations.items() if line.startswith("25.2")]
    text = CliRunner().invoke(diadochi, ["rules", "--edition", "third", "25.2"]).output
    assert "diadochi example" in " ".join(text.split())
    assert Game.new(4, 1, edition="third").decision is not None
