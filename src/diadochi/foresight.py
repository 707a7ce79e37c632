"""The chances of what an action leads to, before anybody has to choose it.

The action is tried on a copy. Nobody else reacts, no card is played, garrisons stay inside (10.B) and nobody joins
(14.2), who comes asks for no Free Passage, dice before the fight are low (Attrition takes as little as it can), and
where the first die of the fight would fall the chances are counted.
"""

from contextlib import suppress
from typing import Final

from diadochi import odds
from diadochi.model.ids import SeatId
from diadochi.model.notation import MASK, SHIFT, code, general_in, location_in
from diadochi.model.verbs import VERBS, Domain, Verb
from diadochi.rules import engine
from diadochi.rules.agenda import Ask, Play
from diadochi.rules.battle import Battle
from diadochi.rules.evasion import DECLARING, Evasions
from diadochi.rules.interception import Interceptions
from diadochi.rules.march import Procedure
from diadochi.rules.naval_battle import NavalBattle, NavalDeclarations
from diadochi.rules.reactions import Payment
from diadochi.rules.siege import Siege
from diadochi.rules.troops import commander

FIGHTS: Final = (Battle, Siege, NavalBattle)
LOWEST: Final = 1
LETS_GO: Final = tuple(code(verb) for verb in (Verb.PASS, Verb.STAND, Verb.DONE, Verb.ATTACK))
MOST_ANSWERS: Final = 100
"""More are never asked about one action; a defect must not hold anybody up."""


def of_action(p: Play, seat: SeatId, action: int) -> odds.Odds | None:
    """What `action` of `seat`, which is offered, leads to; None if that is no roll, or one that has no odds."""
    frame = p.state.agenda[-1]
    if isinstance(frame, Payment):
        return odds.of_payment(p, frame)
    if VERBS[action >> SHIFT].domain == Domain.CARD:
        return None
    if isinstance(frame, Interceptions) and action != code(Verb.PASS):
        return of_interception(p, seat, frame, action)
    if isinstance(frame, Evasions) and frame.stage == DECLARING and action != code(Verb.STAND):
        return of_evasion(p, frame, action)
    if isinstance(frame, NavalDeclarations) and action != code(Verb.PASS):
        return of_declaration(p, frame, action)
    return fight(p, action)


# Reactions


def of_interception(p: Play, seat: SeatId, frame: Interceptions, action: int) -> odds.ReactionOdds | None:
    """By the most Senior of those named, this one included; at first by the most Senior of those who are there."""
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.MOVE_INDEPENDENT:
        return odds.of_independent_interception(p, general_in(action))
    if verb == Verb.INTERCEPT:
        return odds.interception_by(p, commander(p, location_in(action), seat), operand, seat)
    trial = Play(p.material, p.state.copy())
    if verb != Verb.DONE:
        engine.take(trial, action)
    named = trial.state.agenda[-1]
    return odds.of_interception(trial, named) if isinstance(named, Interceptions) and named.generals else None


def of_evasion(p: Play, frame: Evasions, action: int) -> odds.ReactionOdds | None:
    if action >> SHIFT == Verb.MOVE_INDEPENDENT:
        return odds.of_independent_evasion(p, frame, general_in(action))
    return odds.of_evasion(p, frame)


def of_declaration(p: Play, frame: NavalDeclarations, action: int) -> odds.NavalOdds | None:
    """With the Fleets committed so far and this one; before that with all that may be."""
    if action >> SHIFT == Verb.COMMIT:
        frame = frame.but(committed=frame.committed | 1 << (action & MASK))
    return odds.of_declaration(p, frame)


# Fights


class FirstDieError(Exception):
    """The first die of a fight is about to fall, or one that belongs to no move."""


class Trial(Play):
    def die(self) -> int:
        if in_fight(self) or self.find(Procedure) < 0:
            raise FirstDieError
        return LOWEST


def in_fight(p: Play) -> bool:
    return any(p.find(kind) >= 0 for kind in FIGHTS)


def fight(p: Play, action: int) -> odds.Odds | None:
    """The fight that `action` leads to; None if it leads to none."""
    if in_fight(p):
        return None
    trial = Trial(p.material, p.state.copy())
    with suppress(FirstDieError):
        play_on(trial, action)
    for frame in reversed(trial.state.agenda):
        if isinstance(frame, FIGHTS):
            return odds.of_frame(trial, frame)
    return None


def play_on(p: Play, action: int) -> None:
    """Until the first die, or until somebody has to decide about something else."""
    engine.take(p, action)
    for _ in range(MOST_ANSWERS):
        ask = engine.advance(p)
        if ask is None or not (ask.hidden or is_on_the_way(p)):
            return
        answer = letting_go(ask)
        if answer is None:
            return
        engine.take(p, answer)


def is_on_the_way(p: Play) -> bool:
    """The questions of a move or a fight under way, the mover's own too, are let go by."""
    return p.find(Procedure) >= 0 or in_fight(p)


def letting_go(ask: Ask) -> int | None:
    return next((answer for answer in LETS_GO if answer in ask.actions), None)
