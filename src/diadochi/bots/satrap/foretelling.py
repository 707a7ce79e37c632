"""What a choice leads to, tried on a copy: the reason for a fight names the fight that follows, and its chance."""

from contextlib import suppress
from typing import Final, NamedTuple

from diadochi import odds
from diadochi.bots.satrap.goals import Goals
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.reason import Choice, Reason, arguments, because
from diadochi.foresight import FirstDieError, Trial
from diadochi.model.ids import FactionId, GeneralId, LocationId, SeatId
from diadochi.model.notation import MASK, SHIFT, code
from diadochi.model.state import numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import Ask, Battle, Play, Procedure, Rearrange, Siege
from diadochi.rules.face import go_to_intercept as go

ATTACKS: Final = (Verb.ATTACK, Verb.MARCH, Verb.LAND)
LETS_GO: Final = tuple(code(verb) for verb in (Verb.PASS, Verb.STAND))
MOST_ANSWERS: Final = 100


class Fight(NamedTuple):
    """What comes of an attack if nobody reacts. `chance` -1: there is nothing to roll."""

    key: str
    space: int
    who: FactionId
    chance: float = -1.0


def foretold(mind: Mind, choice: Choice) -> Choice:
    """The choice with a reason that what then happens does not belie."""
    verb = choice.action >> SHIFT
    if verb == Verb.INTERCEPT and choice.reason is not None:
        return choice._replace(reason=with_chance(choice.reason, intercepting(mind, choice.action)))
    if verb == Verb.SIEGE and choice.reason is not None:
        return choice._replace(reason=with_chance(choice.reason, besieging(mind, choice.action)))
    fight = fight_of(tried(mind, choice.action), mind.seat) if verb in ATTACKS else None
    if fight is None:
        return choice._replace(reason=without_chance(choice.reason))
    gain = Goals(mind).prize(space_id(fight.space), fight.who)
    if fight.chance < 0:
        return because(mind, choice.action, fight.key, space=fight.space, who=fight.who, gain=gain)
    return because(mind, choice.action, fight.key, space=fight.space, who=fight.who, chance=fight.chance, gain=gain)


def without_chance(reason: Reason | None) -> Reason | None:
    """Who is still on the way to a fight foretells no chances: much may change until then."""
    if reason is None or reason.key != "reason.attack":
        return reason
    facts = {name: (kind, value) for name, kind, value in reason.args if name != "chance"}
    return Reason("reason.advance", arguments(facts)) if facts["gain"][1] else None


def with_chance(reason: Reason, chance: float) -> Reason:
    facts = tuple((n, k, round(100 * chance) if n == "chance" else v) for n, k, v in reason.args)
    return Reason(reason.key, facts)


# Trying


def tried(mind: Mind, action: int) -> Play:
    """The game before the first die of a fight, or before this seat decides again; nobody reacts."""
    trial = Trial(mind.p.material, mind.s.copy())
    with suppress(FirstDieError):
        play_on(trial, mind.seat, action)
    return trial


def play_on(p: Play, seat: SeatId, action: int) -> None:
    rules.take(p, action)
    for _ in range(MOST_ANSWERS):
        ask = rules.advance(p)
        if ask is None or (ask.seat == seat and not ask.hidden):
            return
        answer = letting_go(p, ask)
        if answer is None:
            return
        rules.take(p, answer)


def letting_go(p: Play, ask: Ask) -> int | None:
    """Whoever may arrange his pieces (10.B) or join a battle leaves it open what is fought."""
    if isinstance(p.state.agenda[-1], Rearrange):
        return None
    return next((answer for answer in LETS_GO if answer in ask.actions), None)


def fight_of(p: Play, seat: SeatId) -> Fight | None:
    """The attack of a seat, from what has happened in a trial and where it has stopped."""
    for frame in reversed(p.state.agenda):
        if isinstance(frame, Battle) and frame.attacker == seat:
            return battle_ahead(p, frame)
    for event in p.events:
        facts = {name: value for name, _, value in event.args}
        if event.key == "overruns" and facts["who"] == seat:
            return Fight("reason.overrun", p.space(facts["at"]), facts["victim"])
        if event.key == "general_dispersed" and event.rule == "10.I.1" and facts["who"] != seat:
            return Fight("reason.disperse", p.space(facts["at"]), facts["who"])
    return None


def battle_ahead(p: Play, frame: Battle) -> Fight | None:
    found = odds.of_frame(p, frame)
    if not isinstance(found, odds.BattleOdds):
        return None
    return Fight("reason.attack", p.space(frame.at), frame.defender, float(found.win))


# Sieges and Interceptions


def besieging(mind: Mind, action: int) -> float:
    trial = tried(mind, action)
    for frame in reversed(trial.state.agenda):
        found = odds.of_frame(trial, frame) if isinstance(frame, Siege) else None
        if isinstance(found, odds.SiegeOdds):
            return float(found.completed)
    return 0.0


def intercepting(mind: Mind, action: int) -> float:
    """The chance to win if the Interception succeeds and the mover attacks; the most Senior comes with all CUs."""
    trial = Play(mind.p.material, mind.s.copy())
    moving = trial.state.agenda[trial.find(Procedure)]
    assert isinstance(moving, Procedure)
    source, s = action & MASK, trial.state
    leader = min(g for g, at in numbered(GeneralId, s.generals) if at == source and s.owners[g] == mind.seat)
    go(trial, (mind.seat, LocationId(source), 1 << leader, s.cus_of(LocationId(source), mind.seat), 0), moving.at, ())
    return float(odds.battle_at(trial, moving.faction, mind.seat, moving.at).loss)
