"""The chances of the fight that an action leads to, before anybody has to choose it.

The action is tried on a copy. Nobody reacts, no card is played, dice before the fight are low (Attrition takes as
little as it can), and where the first die of the fight would fall the chances are counted.
"""

from contextlib import suppress

from diadochi import odds
from diadochi.model.notation import Verb, code
from diadochi.rules import engine
from diadochi.rules.agenda import Ask, Play
from diadochi.rules.battle import Battle
from diadochi.rules.march import Procedure
from diadochi.rules.naval_battle import NavalBattle
from diadochi.rules.siege import Siege

FIGHTS = (Battle, Siege, NavalBattle)
LOWEST = 1
LETS_GO = tuple(code(verb) for verb in (Verb.PASS, Verb.STAND, Verb.DONE))
MOST_ANSWERS = 100
"""More are never asked about one action; a defect must not hold anybody up."""


class FirstDieError(Exception):
    """The first die of a fight is about to fall, or one that belongs to no move."""


class Trial(Play):
    def die(self) -> int:
        if in_fight(self) or self.find(Procedure) < 0:
            raise FirstDieError
        return LOWEST


def in_fight(p: Play) -> bool:
    return any(p.find(kind) >= 0 for kind in FIGHTS)


def fight(p: Play, seat: int, action: int) -> odds.Odds | None:
    """What `action` of `seat`, which is offered, leads to; None if it is no fight."""
    if in_fight(p):
        return None
    trial = Trial(p.material, p.state.copy())
    with suppress(FirstDieError):
        play_on(trial, seat, action)
    for frame in reversed(trial.state.agenda):
        if isinstance(frame, FIGHTS):
            return odds.of_frame(trial, frame)
    return None


def play_on(p: Play, seat: int, action: int) -> None:
    """Until the first die, or until this seat has to decide again."""
    engine.take(p, action)
    for _ in range(MOST_ANSWERS):
        ask = engine.advance(p)
        if ask is None or (ask.seat == seat and not ask.hidden):
            return
        answer = letting_go(ask)
        if answer is None:
            return
        engine.take(p, answer)


def letting_go(ask: Ask) -> int | None:
    return next((answer for answer in LETS_GO if answer in ask.actions), None)
