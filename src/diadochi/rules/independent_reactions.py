"""16.11: Independent Armies Intercept and Evade when a player discards a Surprise card for it.

Who might hold such a card is asked, even if all that can be done is to decline: so a question tells nothing.
"""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.state import INDEPENDENT
from diadochi.rules import deck, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import is_independent
from diadochi.rules.march import Procedure

INTERCEPTION, EVASION = 0, 1


def are_possible(p: Play, moving: Procedure) -> bool:
    """7.5.2: they are friendly to each other."""
    return p.option(Option.INDEPENDENT_REACTIONS) and moving.faction != INDEPENDENT


def actions(p: Play, locations: list[int]) -> list[int]:
    """The attempts of the Independent Generals in these locations."""
    s = p.state
    if not p.option(Option.INDEPENDENT_REACTIONS):
        return []
    generals = [army.general for army in p.pieces.independents if s.generals[army.general] in locations]
    return [code(Verb.MOVE_INDEPENDENT, g) for g in generals]


def check_general(p: Play, general: int, locations: list[int]) -> Refusal | None:
    if is_independent(p, general) and p.state.generals[general] in locations:
        return None
    return Refusal("16.11.1", "refusal.independent_not_near", args(general=("general", general)))


def check_card(p: Play, seat: int) -> Refusal | None:
    """16.11.3"""
    if p.state.hands[seat] & p.surprises:
        return None
    return Refusal("16.11.3", "refusal.needs_surprise_card")


def pay(p: Play, seat: int, general: int, kind: int) -> None:
    p.push(Payment(seat, general, kind))


class Payment(NamedTuple):
    """16.11.3: which Surprise card is discarded for the attempt of an Independent General."""

    seat: int
    general: int
    kind: int

    def step(self, p: Play) -> Ask | None:
        cards = deck.cards_of(p.state.hands[self.seat] & p.surprises)
        candidates = [code(Verb.DISCARD, card) for card in cards]
        facts = args(general=("general", self.general))
        prompt = "prompt.pay_for_independents"
        return Ask(self.seat, prompt, "16.11.3", offers(p, self, candidates), facts, hidden=True)

    def check(self, p: Play, action: int) -> Refusal | None:
        return windows.check(p, self.seat, action) if action >> SHIFT == Verb.DISCARD else NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        from diadochi.rules import evasion, interception

        p.pop()
        windows.discard(p, self.seat, action & MASK)
        if self.kind == INTERCEPTION:
            interception.declare_independent(p, self.seat, self.general)
        else:
            evasion.declare_independent(p, self.seat, self.general)
