"""The loop that runs the agenda until somebody has to decide."""

from diadochi.model.notation import SHIFT, Verb
from diadochi.model.state import SCORE_DUE
from diadochi.rules import battle, march, turn
from diadochi.rules.agenda import Ask, Frame, Play
from diadochi.rules.scoring import rescore

MOST_STEPS = 100_000
"""Between two decisions there are a few dozen steps; a defect must end in an error, never in a loop without end."""


def advance(p: Play) -> Ask | None:
    """Run the agenda until a seat must decide (its Ask) or the game is over (None)."""
    s = p.state
    for _ in range(MOST_STEPS):
        if s.result:
            return None
        if s.arrivals:
            bring_arrivals(p)
        frame: Frame = s.agenda[-1]  # type: ignore[assignment]
        ask = frame.step(p)
        if ask is not None:
            if len(ask.actions) > 1 or ask.hidden or p.ask_everything:
                return ask
            take_forced(p, frame, ask)
        if s.board_dirty & SCORE_DUE:
            rescore(p)
    raise RuntimeError(f"the agenda does not come to rest: {s.agenda[-1]}")


def bring_arrivals(p: Play) -> None:
    """7.1.B.4, A34: not before the Procedure under way is over."""
    if p.find(march.Procedure) < 0 and p.find(battle.Battle) < 0:
        turn.bring_arrivals(p)


SILENT = (Verb.DONE, Verb.PASS, Verb.STAND, Verb.ATTACK)


def take_forced(p: Play, frame: Frame, ask: Ask) -> None:
    """What public knowledge alone forces is done at once, and logged."""
    action = ask.actions[0]
    told = len(p.events)
    frame.take(p, action)
    if len(p.events) == told and action >> SHIFT not in SILENT:
        p.note("only_choice", ask.rule, who=("faction", ask.seat), action=("action", action))


def take(p: Play, action: int) -> None:
    """Carry out an action that is offered."""
    frame: Frame = p.state.agenda[-1]  # type: ignore[assignment]
    frame.take(p, action)
    if p.state.board_dirty & SCORE_DUE:
        rescore(p)
