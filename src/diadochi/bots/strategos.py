"""strategos: has a plan for the Cart, which is its guide's (a satrap), and looks ahead. It deals the hidden cards at
random, plays what it could do to the end of the Segment (or, with time enough, of the Player Turn), and weighs what
comes out, as long as its time lasts.
"""

import math
import random
import re
import time
from collections.abc import Callable
from functools import partial
from statistics import mean, stdev

from diadochi.bots import satrap
from diadochi.bots.satrap import cards, movement
from diadochi.bots.satrap.goals import Goals
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.temper import BALANCED, Temper
from diadochi.game import Decision
from diadochi.model.notation import SHIFT, code
from diadochi.model.pieces import Royal
from diadochi.model.state import cards_in
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import Ask, Play
from diadochi.view import View

GUIDE = BALANCED._replace(
    name="strategos", rush=True, burial=60.0, fetch_cart=15.0, lost_throne=15.0,
    near=14.0, stop_burial=12.0, wait=6.0, muster=0.25, aim=1.0, finish=True,
)  # fmt: skip
"""Its guide's character up to Game Turn IV. docs/bots.md says where the numbers come from."""
LAST = GUIDE._replace(name="strategos at the end", troops=0.4)
"""And in the last Game Turn, after which troops are worth nothing."""
DUEL = BALANCED._replace(name="strategos in a duel")
"""With two players: there VP decide, not the Cart."""
LAST_TURN = 5
WIDTH = 3
"""How many candidates are compared at most."""
LONGEST = 80
"""Decisions of one line of play."""
STANDING, GOING = 0.8, 0.4
"""What the PCs are worth that Armies will place where they stand, and what lies ahead of them."""
MARGIN, FEWEST = 0.3, 4
"""The guide's choice stands unless another is surely better by this much, after that many samples."""
FOUGHT = ("reason.attack", "reason.siege")
ROLLED = ("prompt.intercept", "prompt.evade", "prompt.withdraw", "prompt.surrender_siege", "prompt.activation_segment")
LONG = ("prompt.activate", "prompt.activation_segment")
"""Decisions whose lines of play take long."""
CARDS = ("prompt.choose_card", "prompt.bonus_ops")
FIGHTS = (Verb.SIEGE, Verb.MARCH, Verb.DONE)


UNHURRIED = 0.5
"""Seconds from which on everything is searched, to the end of the Player Turn."""
UNHURRIED_PLAYOUTS = 60
"""Lines of play from which on the same holds."""


BUSY = 2.0
"""Seconds by the wall that any decision may take on a busy machine."""


class Clock:
    """A time limit of computing time; by the wall it may be longer where the machine is busy."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = time.thread_time(), time.perf_counter()

    def is_over(self) -> bool:
        spent = time.thread_time() - self.began[0], time.perf_counter() - self.began[1]
        return spent[0] >= self.seconds or spent[1] >= max(BUSY, 2 * self.seconds)

    @property
    def is_hurried(self) -> bool:
        return self.seconds < UNHURRIED

    def played_one(self) -> None:
        """A line of play more: it took its time."""


class Playouts:
    """A limit of lines of play: the same choices on every machine."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.left = number

    def is_over(self) -> bool:
        return self.left <= 0

    @property
    def is_hurried(self) -> bool:
        return self.number < UNHURRIED_PLAYOUTS

    def played_one(self) -> None:
        self.left -= 1


Limit = Clock | Playouts


def think(view: View, decision: Decision, rng: random.Random, clock: Limit) -> str:
    text = decision.notation.text
    if len(decision.asked) == 1:
        return text(decision.asked[0])
    mind = Mind.of(view, decision, rng, guide(view.public["players"], view.public["turn"]))
    tried = candidates(mind, hurried=clock.is_hurried)
    if len(tried) < 2:
        return text(tried[0])
    return text(best_line(view, mind, tried, clock))


def has_plan(mind: Mind) -> bool:
    """With the Cart there is nothing to look for: it goes to Pella."""
    s = mind.s
    return mind.temper.rush and s.royal_owner[Royal.FUNERAL_CART] == mind.seat and s.royals[Royal.FUNERAL_CART] >= 0


def guide(players: int, turn: int) -> Temper:
    if players == 2:
        return DUEL
    return GUIDE if turn < LAST_TURN else LAST


def candidates(mind: Mind, *, hurried: bool = False) -> list[int]:
    """The guide's choice first, then what else is worth a look; only where it matters, and time may suffice."""
    if has_plan(mind):
        return [satrap.decide(mind).action]
    if mind.prompt in CARDS and cards.own_surprise(mind) is None:
        return card_uses(mind)[:WIDTH]
    guide = satrap.decide(mind)
    if mind.prompt in LONG and hurried:
        return [guide.action]
    if mind.prompt == "prompt.activate":
        others = activations(mind)
    elif mind.prompt in ROLLED:
        others = mind.codes
    elif mind.prompt == "prompt.army" and guide.reason is not None and guide.reason.key in FOUGHT:
        others = [c for c in mind.codes if c >> SHIFT in FIGHTS]
    else:
        return [guide.action]
    return [guide.action, *(c for c in others if c != guide.action)][:WIDTH]


def card_uses(mind: Mind) -> list[int]:
    """Every use of every card, best first by the guide's measure."""
    usable = [c for c in mind.codes if c >> SHIFT not in (Verb.SURPRISE, Verb.DISCARD)]
    if len(usable) < 2:
        return usable or mind.codes[:1]
    uses = cards.Uses(mind)
    return sorted(usable, key=uses.worth, reverse=True)


def activations(mind: Mind) -> list[int]:
    options: dict[int, list[int]] = {}
    for c in mind.codes:
        options.setdefault(c >> SHIFT, []).append(c & (1 << SHIFT) - 1)
    found = sorted(movement.prospects(mind, 3.3), key=lambda item: -item[0])
    leads = [movement.leading(group, options) for gain, group, _ in found if gain > 0]
    return [c for c in leads if c is not None] + [code(Verb.DONE)]


def best_line(view: View, mind: Mind, tried: list[int], clock: Limit) -> int:
    """Every sample is played with every candidate, with the same dice to come."""
    samples: list[list[float]] = []
    while not clock.is_over() and not is_settled(samples, len(tried)):
        values = outcomes(view, mind, tried, clock)
        if values is None:
            break
        samples.append(values)
    leads = [lead(samples, place) for place in range(len(tried))]
    best = max(range(len(tried)), key=lambda place: leads[place])
    return tried[best] if leads[best] > MARGIN else tried[0]


def is_settled(samples: list[list[float]], number: int) -> bool:
    """No candidate is likely to overtake the guide's choice any more, or one surely has."""
    if len(samples) < FEWEST:
        return False
    spans = [span(samples, place) for place in range(1, number)]
    return all(high < MARGIN for _, high in spans) or any(low > MARGIN for low, _ in spans)


def span(samples: list[list[float]], place: int) -> tuple[float, float]:
    """The lead of a candidate over the guide's choice, less and more two standard errors."""
    leads = [values[place] - values[0] for values in samples]
    error = 2 * stdev(leads) / math.sqrt(len(leads))
    return mean(leads) - error, mean(leads) + error


def lead(samples: list[list[float]], place: int) -> float:
    """By how much a candidate surely beats the guide's choice."""
    return span(samples, place)[0] if place and len(samples) >= FEWEST else 0.0


def outcomes(view: View, mind: Mind, tried: list[int], clock: Limit) -> list[float] | None:
    """One sample with every candidate; None if time ran out before the last."""
    sample = view.sample(mind.rng)
    values = []
    for action in tried:
        value = outcome(mind, Play(view.material, sample.copy()), action, clock)
        if value is None:
            return None
        clock.played_one()
        values.append(value)
    return values


def outcome(mind: Mind, p: Play, action: int, clock: Limit) -> float | None:
    """Play on as the guide would to the end of the Segment or of the Player Turn, and look at the position."""
    active = p.state.active
    segment = p.state.segment if clock.is_hurried else -1
    rules.take(p, action)
    ask = rules.advance(p)
    for _ in range(LONGEST):
        if clock.is_over():
            return None
        if ask is None or p.state.active != active:
            break
        if segment >= 0 and p.state.segment != segment:
            break
        rules.take(p, reply(p, ask, mind))
        ask = rules.advance(p)
    return mind.worth(p) + outlook(p, mind) + at_hand(p, mind)


def reply(p: Play, ask: Ask, mind: Mind) -> int:
    if len(ask.actions) == 1:
        return ask.actions[0]
    if ask.prompt.startswith("prompt.window.") and code(Verb.PASS) in ask.actions:
        return code(Verb.PASS)
    return satrap.decide(mind.in_thought(p, ask)).action


def at_hand(p: Play, mind: Mind) -> float:
    """What the cards are worth that are kept for later."""
    return mind.temper.kept * sum(p.cards[card].ops for card in cards_in(p.state.hands[mind.seat]))


def outlook(p: Play, mind: Mind) -> float:
    """What the Armies of the seat will bring soon."""
    if p.state.result:
        return 0.0
    goals = Goals(mind.looking_at(p, mind.seat))
    total = 0.0
    for group in goals.groups():
        here = goals.goal_here(group, p.space(group.at), 0.0)
        total += STANDING * here.prize
        if group.size >= 2:
            ahead = goals.best(group, 3.3)
            if ahead.space != here.space:
                total += GOING * max(0.0, ahead.worth - max(here.prize, 0.0))
                goals.claim(ahead)
    return total


def choose(view: View, decision: Decision, rng: random.Random) -> str:
    """0.2 seconds for each decision."""
    return think(view, decision, rng, Clock(0.2))


def one_second(view: View, decision: Decision, rng: random.Random) -> str:
    return think(view, decision, rng, Clock(1.0))


def five_seconds(view: View, decision: Decision, rng: random.Random) -> str:
    return think(view, decision, rng, Clock(5.0))


LIMIT = re.compile(r"(\d+(?:\.\d+)?)s|(\d+)p")
MOST_SECONDS, MOST_PLAYOUTS = 3600.0, 1_000_000


def limited(limit: str) -> Callable[[View, Decision, random.Random], str] | None:
    """`0.5s`: seconds of computing time for each decision; `200p`: lines of play. None if it is neither."""
    found = LIMIT.fullmatch(limit)
    if found is None:
        return None
    seconds, playouts = float(found[1] or 0), int(found[2] or 0)
    if not (0 < seconds <= MOST_SECONDS or 0 < playouts <= MOST_PLAYOUTS):
        return None
    return partial(think_for, seconds=seconds, playouts=playouts)


def think_for(view: View, decision: Decision, rng: random.Random, *, seconds: float, playouts: int) -> str:
    return think(view, decision, rng, Playouts(playouts) if playouts else Clock(seconds))
