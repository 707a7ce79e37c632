"""The Tyche cards: one function per event, grouped by what they do."""

from diadochi.rules.agenda import Play, Refusal, args


def condition(p: Play, seat: int, card: int) -> Refusal | None:
    """Why the event of a card may not be played now, or None."""
    return Refusal("6.2.A.1", "refusal.event_not_possible", args(card=("card", card)))


def begin(p: Play, seat: int, card: int) -> None:
    """Resolve the event of a card for a player."""
    raise NotImplementedError(p.cards[card].event)


def begin_revealed(p: Play, card: int) -> None:
    """6.0.4: the event of a card that was revealed from the table."""
