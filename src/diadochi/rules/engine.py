"""The loop that runs the agenda until somebody has to decide."""

from typing import Final

from diadochi.model.ids import ActionCode
from diadochi.model.notation import SHIFT
from diadochi.model.state import SCORE_DUE
from diadochi.model.verbs import Verb
from diadochi.rules import (
    battle,
    city,
    evasion,
    further,
    interception,
    march,
    naval_battle,
    own_turn,
    procedures,
    turn,
)
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.minor_generals import Placed, Putting
from diadochi.rules.scoring import rescore
from diadochi.rules.tyche import surprise

REACTIONS: Final = (interception, evasion, naval_battle, surprise)
"""Chapters that are reached through `procedures` only."""
if procedures.missing():
    raise ImportError(f"no chapter has defined {procedures.missing()}")

MOST_STEPS: Final = 100_000
"""Between two decisions there are a few dozen steps; a defect must end in an error, never in a loop without end."""


def advance(p: Play) -> Ask | None:
    """Run the agenda until a seat must decide (its Ask) or the game is over (None)."""
    s = p.state
    for _ in range(MOST_STEPS):
        if s.result:
            return None
        if s.arrivals:
            bring_arrivals(p)
        ask = top(p).step(p)
        if ask is not None:
            if len(ask.actions) > 1 or ask.hidden or p.ask_everything:
                return ask
            take_forced(p, ask)
        if s.board_dirty & SCORE_DUE:
            rescore(p)
    raise RuntimeError(f"the agenda does not come to rest: {s.agenda[-1]}")


def top(p: Play) -> Frame:
    """The procedure that runs now."""
    frame = p.state.agenda[-1]
    assert isinstance(frame, Frame)
    return frame


def bring_arrivals(p: Play) -> None:
    """7.1.B.4, A34: not before the Procedure under way is over."""
    if p.find(march.Procedure) < 0 and p.find(battle.Battle) < 0:
        turn.bring_arrivals(p)
        if p.state.board_dirty & SCORE_DUE:
            rescore(p)


SILENT: Final = (Verb.DONE, Verb.PASS, Verb.STAND, Verb.ATTACK)


def take_forced(p: Play, ask: Ask) -> None:
    """What public knowledge alone forces is done at once, and logged."""
    action = ask.actions[0]
    told = len(p.events)
    carry_out(p, top(p), action)
    if len(p.events) == told and action >> SHIFT not in SILENT:
        p.note("only_choice", ask.rule, (("who", "faction", ask.seat), ("action", "action", action)))


def take(p: Play, action: ActionCode) -> None:
    """Carry out an action that is offered."""
    frame = top(p)
    if action >> SHIFT in own_turn.VERBS and frame.check(p, action) is not None:
        further.take(p, action)
    else:
        carry_out(p, frame, action)
    if p.state.board_dirty & SCORE_DUE:
        rescore(p)


def carry_out(p: Play, frame: Frame, action: ActionCode) -> None:
    agenda = p.state.agenda
    if len(agenda) > 1 and isinstance(agenda[-2], Placed) and not isinstance(frame, Putting):
        p.drop_under()
    frame.take(p, action)


def check(p: Play, action: ActionCode) -> Refusal | None:
    """Why an action may not be chosen now: by the question itself, or besides it."""
    frame = top(p)
    refusal = frame.check(p, action)
    if refusal is None or action >> SHIFT not in own_turn.VERBS:
        return refusal
    besides = further.check(p, action)
    return refusal if besides is NOT_ASKED else besides


def with_further(p: Play, ask: Ask) -> Ask:
    """The decision with what may be done besides."""
    ask.further = further.offers(p, ask)
    return ask


def with_perils(p: Play, ask: Ask) -> Ask:
    """The decision with what its player should be sure of."""
    perils = further.perils(p, ask) if ask.seat == p.state.active else city.perils(p)
    return ask.but(perils=perils) if perils else ask
