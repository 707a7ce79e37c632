"""Chapters 11 and 12: what Interception and Evasion have in common, for Independent Armies too (16.11)."""

from typing import Final

from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.notation import SHIFT, card_in, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Forces, Unit
from diadochi.model.state import INDEPENDENT, cards_in, common, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import procedures, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.march import Procedure, mover, pass_stronghold
from diadochi.rules.troops import is_independent

TRANSIT_MODIFIER: Final = -1
"""Added to the die where a Transit Point is entered, by option."""


def procedure(p: Play) -> Procedure:
    frame = p.state.agenda[p.find(Procedure)]
    assert isinstance(frame, Procedure)
    return frame


def moving_cavalry(p: Play, moving: Procedure) -> bool:
    """16.9.2, 16.9.16, 16.9.17: a moving piece is Cavalry."""
    if not p.option(Option.CAVALRY):
        return False
    return moving.faction == INDEPENDENT or moving.cus[Unit.CAVALRY] > 0


def may_react(p: Play, moving: Procedure, seat: SeatId) -> bool:
    """11.1.5, 12.1.6, A157: everybody but the mover; one may let him react to the Independents that he moves."""
    return seat != moving.seat or (moving.faction == INDEPENDENT and p.edition.independent_mover_reacts)


def cavalry_modifier(p: Play, moving: Procedure, own: bool) -> int:
    """16.9.16, 16.9.17"""
    if p.edition.cavalry_reaction == "own_alone":
        return int(own and not moving_cavalry(p, moving))
    return int(own) - int(moving_cavalry(p, moving))


def roll_initiative(p: Play, seat: SeatId, general: GeneralId, ability: int, modifier: int, key: str, rule: str) -> int:
    """A die above the Initiative Rating, or as high as the General's own ability asks: by how much, or below 0."""
    facts = p.pieces.generals[general]
    needed = facts.ability_value if facts.ability == ability else facts.initiative + 1
    die = p.die()
    margin = die + modifier - needed
    p.note(
        key,
        rule,
        (
            ("who", "faction", seat),
            ("general", "general", general),
            ("initiative", "number", facts.initiative),
            ("modifier", "number", modifier),
            ("modified", "number", die + modifier),
            ("needed", "number", needed),
            ("result", "text", "roll_succeeds" if margin >= 0 else "roll_fails"),
        ),
        dice=(die,),
    )
    return margin


# 12.1.5


def remember_interception(p: Play, moving: Procedure) -> None:
    """A67: no Evasion in that space for the rest of the activation."""
    group = mover(p, moving.faction)
    if group is not None:
        group.told_interception(p, p.space(moving.at))


def was_intercepted(p: Play, moving: Procedure) -> bool:
    group = mover(p, moving.faction)
    return group is not None and bool(group.intercepted >> p.space(moving.at) & 1)


# 10.A.3


def evaded_into(p: Play, moving: Procedure, faction: FactionId, space: LocationId) -> Forces:
    """A56: the CUs of a Faction that have Evaded into a space in this activation."""
    group = mover(p, moving.faction)
    found = [cus for f, at, cus in group.evaded if (f, at) == (faction, space)] if group is not None else []
    return found[0] if found else NO_FORCES


def remember_evaders(p: Play, moving: Procedure, faction: FactionId, space: LocationId, cus: Forces) -> None:
    """These are now the CUs of a Faction that have Evaded into a space."""
    group = mover(p, moving.faction)
    if group is not None:
        group.told_evaders(p, faction, space, cus)


def leave_stronghold(
    p: Play, moving: Procedure, faction: FactionId, start: LocationId, end: LocationId, cus: Forces
) -> None:
    """A56: CUs that leave an Independent Stronghold into which they have Evaded in this activation."""
    came = evaded_into(p, moving, faction, start)
    leaving = common(came, cus)
    if leaving == NO_FORCES:
        return
    remember_evaders(p, moving, faction, start, subtract(came, leaving))
    if p.state.pcs[start] == INDEPENDENT:
        pass_stronghold(p, faction, end, cus)


# 11.1.B.4


def was_released(p: Play, moving: Procedure, space: SpaceId) -> bool:
    """A65: Besieged when the activation under way began, or until the moving group left the space."""
    if p.edition.released_general == "at_once":
        return False
    group = mover(p, moving.faction)
    left = group is not None and bool(group.released >> space & 1)
    if p.edition.released_general == "next_space":
        return left and moving.back >= 0 and p.space(moving.back) == space
    return bool(moving.besieged >> space & 1) or left


# 16.11: Independent Armies react when a player discards a Surprise card for it. Who might hold such a card is asked,
# even if all that can be done is to decline: so a question tells nothing.

FOR_INTERCEPTION: Final = 0
FOR_EVASION: Final = 1


def independents_may_react(p: Play, moving: Procedure) -> bool:
    """7.5.2: they are friendly to each other."""
    return p.option(Option.INDEPENDENT_REACTIONS) and moving.faction != INDEPENDENT


def independent_attempts(p: Play, locations: tuple[int, ...]) -> list[int]:
    """The attempts of the Independent Generals in these locations."""
    s = p.state
    if not p.option(Option.INDEPENDENT_REACTIONS):
        return []
    generals = [army.general for army in p.pieces.independents if s.generals[army.general] in locations]
    return [code(Verb.MOVE_INDEPENDENT, g) for g in generals]


def check_independent(p: Play, general: GeneralId, locations: tuple[int, ...]) -> Refusal | None:
    if is_independent(p, general) and p.state.generals[general] in locations:
        return None
    return Refusal("16.11.1", "refusal.independent_not_near", (("general", "general", general),))


def check_payment(p: Play, seat: SeatId) -> Refusal | None:
    """16.11.3"""
    if p.state.hands[seat] & p.surprises:
        return None
    return Refusal("16.11.3", "refusal.needs_surprise_card")


def pay(p: Play, seat: SeatId, general: GeneralId, kind: int) -> None:
    p.push(Payment(seat, general, kind))


class Payment(Frame):
    """16.11.3: which Surprise card is discarded for the attempt of an Independent General."""

    def __init__(self, seat: SeatId, general: GeneralId, kind: int) -> None:
        self.seat = seat
        self.general = general
        self.kind = kind

    def step(self, p: Play) -> Ask | None:
        cards = cards_in(p.state.hands[self.seat] & p.surprises)
        candidates = [code(Verb.DISCARD, card) for card in cards]
        facts = (("general", "general", self.general),)
        prompt = "prompt.pay_for_independents"
        return Ask(self.seat, prompt, "16.11.3", offers(p, self, candidates), facts, hidden=True)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return windows.check(p, self.seat, action) if action >> SHIFT == Verb.DISCARD else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        windows.discard(p, self.seat, card_in(action))
        if self.kind == FOR_INTERCEPTION:
            procedures.declare_independent_interception(p, self.seat, self.general)
        else:
            procedures.declare_independent_evasion(p, self.seat, self.general)
