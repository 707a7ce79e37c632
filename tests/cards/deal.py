"""How a test plays a card: its event alone, or in a whole Tyche Segment."""

from diadochi.model.state import NOBODY, TYCHE
from diadochi.rules import strategy, tyche
from tests.table import MATERIAL, Table


def play(table: Table, card: str, faction: str = "blue") -> None:
    """Resolve the event of a card that may be played."""
    assert refusal(table, card, faction) == "", card
    table.state.segment = TYCHE
    table.begin(lambda p: tyche.begin(p, table.seat(faction), table.card_number(card)))


def refusal(table: Table, card: str, faction: str = "blue") -> str:
    """The message why the event may not be played; empty if it may."""
    answer = tyche.condition(table.play, table.seat(faction), table.card_number(card))
    return answer.key if answer else ""


def impossible(table: Table, card: str, faction: str = "blue") -> bool:
    """The card's own condition does not hold."""
    return refusal(table, card, faction) == f"refusal.event.{MATERIAL.cards[table.card_number(card)].event}"


def segment(table: Table, card: str, faction: str = "blue") -> None:
    """Begin the Tyche Segment with one card in hand."""
    seat = table.seat(faction)
    table.state.segment = TYCHE
    table.hand(faction, card)
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, strategy.own_pcs(p.state, seat))))


def reveal(table: Table, card: str) -> None:
    """6.0.3: the card comes up from the table, in nobody's Player Turn."""
    table.state.active, table.state.segment = NOBODY, -1
    table.begin(lambda p: tyche.begin_revealed(p, table.card_number(card)))


def lies(table: Table, card: str) -> str:
    """Where a card is."""
    s = table.state
    bit = 1 << table.card_number(card)
    places = {"discarded": s.discard, "removed": s.removed, "aside": s.aside}
    places |= {f"in front of {table.name(seat)}": mask for seat, mask in enumerate(s.front)}
    return next(name for name, mask in places.items() if mask & bit)
