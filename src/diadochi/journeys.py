"""Where a group can go that somebody moves now: what every space within its reach costs, who may stop it on the way,
and what it comes upon at the end.

The single steps that are offered are tried on a copy. Nobody reacts, no card is played, and dice on the way are low;
what others might do, and with which chance, is told of each step. It is asked of a game as a seat knows it.
"""

from heapq import heappop, heappush
from typing import Final, NamedTuple

from diadochi import odds
from diadochi.foresight import FIGHTS, LOWEST, FirstDieError, Trial, fight, in_fight, letting_go, of_action
from diadochi.model.ids import LocationId, Number, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, general_in, location_in, space_in
from diadochi.model.state import NO_SPACE, State
from diadochi.model.verbs import Verb
from diadochi.rules import engine, windows
from diadochi.rules.agenda import Args, Ask, Event, Play, Rest
from diadochi.rules.group import Army, march_cost
from diadochi.rules.independents import IndependentMove
from diadochi.rules.interception import Interceptions, interceptor_locations
from diadochi.rules.naval_battle import NavalDeclarations
from diadochi.rules.reactions import independent_attempts
from diadochi.rules.troops import commander
from diadochi.rules.voyage import Voyage, route_end

STEPS: Final = (Verb.MARCH, Verb.SAIL)
MOVING: Final = ("prompt.army", "prompt.at_sea", "prompt.route", "prompt.independent")
"""What a group is asked that may go on."""
ASHORE: Final = 0
AFLOAT: Final = 1
LANDED: Final = 2
"""How a group is at a space; landed, where it was on land when it set out."""
Place = tuple[SpaceId, int]
NOTHING: Final = -1
MOST_TRIALS: Final = 800
"""Steps that are tried for one answer; a group with many MPs amid the map needs about a quarter of them."""
MOST_ANSWERS: Final = 60
"""Of others on one step."""

Note = tuple[str, Args]
"""The key of a text and its arguments."""


class Leg(NamedTuple):
    """One step of a way."""

    action: int
    space: SpaceId
    cost: int
    """The MPs from the start to here."""
    left: int
    halts: tuple[Note, ...]
    """Why one stops here to look."""
    hazards: tuple[Note, ...]
    """Who may stop the group on this step."""


class Way(NamedTuple):
    legs: tuple[Leg, ...]
    chance: float
    """That nobody stops the group on it."""

    @property
    def cost(self) -> int:
        return self.legs[-1].cost


class Goal(NamedTuple):
    """A space within reach."""

    space: SpaceId
    by_sea: bool
    ways: tuple[Way, ...]
    """The cheapest, and the safest where that is another one."""
    ask: Ask | None
    """What is asked there before anything else can be done."""
    fight: bool
    chances: odds.Odds | None
    """Of the fight that begins there."""


class Reach(NamedTuple):
    mps: int
    at: SpaceId
    """Where the group sets out, or -1."""
    goals: tuple[Goal, ...]


NOWHERE: Final = Reach(0, NO_SPACE, ())


class Stand:
    """The group at the end of a way on which it has come to rest and may go on."""

    def __init__(self, state: State, ask: Ask, way: Way, space: SpaceId) -> None:
        self.state = state
        self.ask = ask
        self.way = way
        self.space = space


class End(NamedTuple):
    """What a step leads to that is not the next rest."""

    way: Way
    ask: Ask | None
    fight: bool
    chances: odds.Odds | None


class Crossing(Trial):
    """A step that is tried: it keeps in mind whether a die fell."""

    rolled = False

    def die(self) -> int:
        value = super().die()
        self.rolled = True
        return value


def reach(p: Play, ask: Ask) -> Reach:
    """From the question that is asked now; NOWHERE where it moves nobody."""
    if ask.prompt not in MOVING or not any(is_step(action) for action in ask.actions):
        return NOWHERE
    return Search(p, ask).run()


def is_step(action: int) -> bool:
    return action >> SHIFT in STEPS or action == code(Verb.EMBARK)


class Search:
    """Cheapest first, as long as a way is cheaper or safer than those known to the same space."""

    def __init__(self, p: Play, ask: Ask) -> None:
        self.p = p
        self.ask = ask
        self.mps = mps_of(ask)
        self.rests: dict[Place, list[Stand]] = {}
        self.ends: dict[Place, list[End]] = {}
        self.queue: list[tuple[int, float, int, int, Stand]] = []
        self.trials = 0
        self.number = 0

    def run(self) -> Reach:
        here = Stand(self.p.state, self.ask, Way((), 1.0), where(self.p))
        self.rests[here.space, self.manner(here.ask)] = [here]
        self.go_on(here)
        while self.queue and self.trials < MOST_TRIALS:
            *_, stand = heappop(self.queue)
            if any(stand is other for other in self.rests[stand.space, self.manner(stand.ask)]):
                self.go_on(stand)
        return Reach(self.mps, where(self.p), tuple(self.goals()))

    def manner(self, ask: Ask) -> int:
        return AFLOAT if self.goes_to_sea and ask.prompt == "prompt.at_sea" else ASHORE

    @property
    def goes_to_sea(self) -> bool:
        """The group is ashore, so that who clicks a port beyond the sea wants to land there."""
        return self.ask.prompt == "prompt.army"

    def go_on(self, stand: Stand) -> None:
        embark = code(Verb.EMBARK) if not stand.way.legs else NOTHING
        land = code(Verb.LAND, stand.space) if self.manner(stand.ask) == AFLOAT else NOTHING
        for action in stand.ask.actions:
            if action in (embark, land) or (action >> SHIFT in STEPS and not self.is_known(stand, action)):
                self.take(stand, action)

    def is_known(self, stand: Stand, action: int) -> bool:
        """A way there that is neither dearer nor less safe than this one can be."""
        space = space_in(action)
        cost = cost_of(stand.way)
        if action >> SHIFT == Verb.MARCH:
            cost += march_cost(self.p, LocationId(stand.space), space)
        place = space, self.manner(stand.ask)
        halts = halts_of(stand.way)
        return any(is_better(other.way, cost, stand.way.chance, halts) for other in self.rests.get(place, ()))

    def take(self, stand: Stand, action: int) -> None:
        self.trials += 1
        trial = Crossing(self.p.material, stand.state.copy(), ask_everything=self.p.ask_everything)
        hazards: list[Note] = []
        chance = stand.way.chance
        ask: Ask | None = None
        try:
            engine.take(trial, action)
            for _ in range(MOST_ANSWERS):
                ask = engine.advance(trial)
                if ask is None or in_fight(trial):
                    break
                if ask.seat == self.ask.seat and not isinstance(trial.top(), windows.Priority):
                    break
                stopping = dangers(trial, ask)
                hazards += [note for note, _ in stopping]
                for _, risk in stopping:
                    chance *= 1 - risk
                answer = letting_go(ask)
                if answer is None:
                    break
                engine.take(trial, answer)
        except FirstDieError:
            ask = None
        self.arrive(stand, action, trial, ask, hazards, chance)

    def arrive(
        self, stand: Stand, action: int, trial: Crossing, ask: Ask | None, hazards: list[Note], chance: float
    ) -> None:
        if action == code(Verb.EMBARK):
            self.set_sail(stand, trial, ask)
            return
        lands = action >> SHIFT == Verb.LAND
        space = stand.space if lands else space_in(action)
        cost, left = paid(trial.events, self.mps - cost_of(stand.way))
        halts: tuple[Note, ...] = ()
        rests = self.may_go_on(trial, ask)
        if ask is not None and rests:
            left = mps_of(ask)
            halts = reasons_to_stop(trial, ask, space, stand)
        leg = Leg(action, space, cost_of(stand.way) + cost, left, halts, tuple(hazards))
        way = Way((*stand.way.legs, leg), chance)
        place = space, LANDED if lands else self.manner(stand.ask)
        if ask is not None and rests:
            self.rest(place, Stand(trial.state, ask, way, space))
        else:
            self.end(place, way, trial, ask)

    def may_go_on(self, trial: Crossing, ask: Ask | None) -> bool:
        return ask is not None and ask.seat == self.ask.seat and ask.prompt in MOVING and not in_fight(trial)

    def set_sail(self, stand: Stand, trial: Crossing, ask: Ask | None) -> None:
        """With every Fleet that may go along, for nothing speaks against it; one may want to choose."""
        cost = cost_of(stand.way)
        legs = [Leg(code(Verb.EMBARK), stand.space, cost, self.mps - cost, (), ())]
        while ask is not None and ask.prompt == "prompt.escort" and len(legs) < MOST_ANSWERS:
            if len(legs) == 1:
                legs = [legs[0]._replace(halts=(("journey.escort", ()),))]
            answer = next((a for a in ask.actions if a >> SHIFT == Verb.ESCORT), code(Verb.DONE))
            engine.take(trial, answer)
            legs.append(Leg(answer, stand.space, cost, self.mps - cost, (), ()))
            ask = engine.advance(trial)
        if ask is not None and self.may_go_on(trial, ask):
            way = Way((*stand.way.legs, *legs), stand.way.chance)
            self.rest((stand.space, AFLOAT), Stand(trial.state, ask, way, stand.space))

    def rest(self, place: Place, new: Stand) -> None:
        known = self.rests.setdefault(place, [])
        cost, chance, halts = cost_of(new.way), new.way.chance, halts_of(new.way)
        if any(is_better(other.way, cost, chance, halts) for other in known):
            return
        known[:] = [
            other
            for other in known
            if not is_better(new.way, cost_of(other.way), other.way.chance, halts_of(other.way))
        ]
        known.append(new)
        if place[1] != LANDED:
            self.number += 1
            heappush(self.queue, (cost, -chance, halts, self.number, new))

    def end(self, place: Place, way: Way, trial: Crossing, ask: Ask | None) -> None:
        """A fight, or a question of its own."""
        known = self.ends.setdefault(place, [])
        if any(is_better(other.way, way.cost, way.chance, halts_of(way)) for other in known):
            return
        if is_over(trial) and not in_fight(trial):
            known.append(End(way, None, False, None))
        elif ask is not None and ask.seat == self.ask.seat and not in_fight(trial):
            attack = code(Verb.ATTACK)
            attacks = attack in ask.actions
            known.append(End(way, ask, attacks, fight(trial, attack) if attacks else None))
        else:
            known.append(End(way, None, in_fight(trial), odds_of(trial)))

    def goals(self) -> list[Goal]:
        out = []
        start = where(self.p)
        for place, stands in self.rests.items():
            if place[0] != start and self.is_goal(place):
                ways = cheapest_and_safest([stand.way for stand in stands])
                out.append(Goal(place[0], place[1] == LANDED, ways, None, False, None))
        for place, ends in self.ends.items():
            if place not in self.rests and self.is_goal(place):
                ways, first = cheapest_and_safest([end.way for end in ends]), ends[0]
                out.append(Goal(place[0], place[1] == LANDED, ways, first.ask, first.fight, first.chances))
        return sorted(out, key=lambda goal: (goal.ways[0].cost, goal.space))

    def is_goal(self, place: Place) -> bool:
        """By sea from the shore only where one lands, and where one does not come by land."""
        space, manner = place
        ashore = space, ASHORE
        return manner == ASHORE or (manner == LANDED and ashore not in self.rests and ashore not in self.ends)


# Ways


def cost_of(way: Way) -> int:
    return way.legs[-1].cost if way.legs else 0


def halts_of(way: Way) -> int:
    return sum(1 for leg in way.legs if leg.halts)


def is_better(way: Way, cost: int, chance: float, halts: int) -> bool:
    """Whether a way is at least as good as one that costs so much."""
    if cost_of(way) > cost or way.chance < chance:
        return False
    return halts_of(way) <= halts or cost_of(way) < cost or way.chance > chance


def cheapest_and_safest(ways: list[Way]) -> tuple[Way, ...]:
    cheapest = min(ways, key=lambda way: (way.cost, -way.chance, halts_of(way)))
    safest = min(ways, key=lambda way: (-way.chance, way.cost, halts_of(way)))
    return (cheapest,) if safest.chance <= cheapest.chance else (cheapest, safest)


# One step


def mps_of(ask: Ask) -> int:
    return next((value for name, _, value in ask.args if name == "mps"), 0)


def paid(events: list[Event], left: int) -> tuple[int, int]:
    """What a step has cost, and the MPs left after it."""
    for event in events:
        facts = {name: value for name, _, value in event.args}
        if "cost" in facts and "mps" in facts:
            return facts["cost"], facts["mps"]
    return 0, left


def where(p: Play) -> SpaceId:
    """Where the group is that moves now."""
    frame = p.top()
    if isinstance(frame, Voyage):
        return route_end(p, frame)
    if isinstance(frame, IndependentMove):
        return p.space(p.state.generals[frame.general])
    assert isinstance(frame, Army)
    return p.space(frame.at)


def is_over(p: Play) -> bool:
    """Nothing of the group's movement is left to do."""
    return p.find(Army) < 0 and p.find(IndependentMove) < 0


def dangers(p: Play, ask: Ask) -> list[tuple[Note, float]]:
    """Who of those that are asked may stop the group, with which chance."""
    frame = p.top()
    if isinstance(frame, Interceptions):
        return interceptors(p, frame, ask)
    if isinstance(frame, NavalDeclarations) and frame.committed < 0:
        lost = float(odds.of_declaration(p, frame).loss)
        told = (("who", "faction", ask.seat), ("space", "space", frame.space), ("chance", "number", percent(lost)))
        return [(("journey.naval_battle", told), lost)]
    return []


def interceptors(p: Play, frame: Interceptions, ask: Ask) -> list[tuple[Note, float]]:
    """Independents too, for whom somebody may pay as far as everybody can see (16.11)."""
    found = [
        odds.interception_by(p, commander(p, location_in(action), ask.seat), location_in(action), ask.seat)
        for action in ask.actions
        if action >> SHIFT == Verb.INTERCEPT
    ]
    near = [general_in(a) for a in independent_attempts(p, interceptor_locations(p, frame.at))]
    if near and windows.may_hold(p, ask.seat):
        found += [odds.of_independent_interception(p, g) for g in near if frame.check_near(p, g) is None]
    out: list[tuple[Note, float]] = []
    for one in found:
        risk = float(one.success)
        told = (
            ("general", "general", one.general),
            ("space", "space", p.space(frame.at)),
            ("chance", "number", percent(risk)),
        )
        out.append((("journey.interception", told), risk))
    return out


def percent(chance: float) -> int:
    return round(100 * chance)


def reasons_to_stop(trial: Crossing, ask: Ask, space: SpaceId, stand: Stand) -> tuple[Note, ...]:
    out: list[Note] = []
    at = ("space", "space", space)
    if trial.rolled:
        out.append(("journey.attrition", (at,)))
    elif group_of(trial.state) != group_of(stand.state):
        out.append(("journey.changed", (at,)))
    if any(event.key == "overruns" for event in trial.events):
        out.append(("journey.overrun", (at,)))
    if any(action >> SHIFT == Verb.REMOVE_PC for action in ask.actions):
        out.append(("journey.remove_pc", (at,)))
    if any(action >> SHIFT == Verb.SIEGE for action in ask.actions):
        out.append(("journey.siege", (at,)))
    return tuple(out)


def group_of(s: State) -> tuple[object, ...]:
    """Who goes along."""
    for frame in reversed(s.agenda):
        if isinstance(frame, Army):
            return frame.generals, frame.cus, frame.royals
    return ()


# What is at the end


def odds_of(trial: Trial) -> odds.Odds | None:
    for frame in reversed(trial.state.agenda):
        if isinstance(frame, FIGHTS):
            return odds.of_frame(trial, frame)
    return None


# What cannot be taken back


class Fate(Play):
    """An action that is tried until chance decides something."""

    def die(self) -> int:
        raise FirstDieError

    def shuffle(self, items: list[Number]) -> None:
        raise FirstDieError


def finalities(p: Play, ask: Ask) -> dict[int, str]:
    """The actions that cannot be taken back once they are carried out, and the key of the text that says why."""
    found = {action: finality(p, ask.seat, action) for action in (*ask.actions, *ask.further)}
    return {action: why for action, why in found.items() if why}


def finality(p: Play, seat: SeatId, action: int) -> str:
    """As `Game` forgets what could be undone: at chance, at cards that become known, where others are asked."""
    trial = Fate(p.material, p.state.copy(), ask_everything=p.ask_everything)
    before = trial.state.barrier
    try:
        engine.take(trial, action)
        ask = engine.advance(trial)
    except FirstDieError:
        return "final.dice"
    if ask is None:
        return "final.end"
    if trial.state.barrier != before:
        return "final.cards"
    others = windows.asked(trial) & ~(1 << seat)
    return "final.others" if others or ask.seat != seat else ""


# What follows

GOES_ON: Final = (code(Verb.DONE), code(Verb.CAMPAIGN))
NEXT: Final = (Verb.ACTIVATE, Verb.MUSTER, Verb.DONE)


class Dawn(Play):
    """A step to the next question, with low dice."""

    def die(self) -> int:
        return LOWEST


def following(p: Play, ask: Ask) -> list[tuple[int, int, str]]:
    """What a group that is done, or a campaign that is begun, lets one choose at once: the action, the next one, and
    the prompt that asks for it."""
    out = []
    for action in ask.actions:
        if action in GOES_ON and ask.prompt in ("prompt.army", "prompt.activation_segment"):
            trial = Dawn(p.material, p.state.copy(), ask_everything=p.ask_everything)
            engine.take(trial, action)
            after = engine.advance(trial)
            if after is not None and after.seat == ask.seat and after.prompt == "prompt.activate":
                out += [(action, then, after.prompt) for then in after.actions if then >> SHIFT in NEXT]
    return out


class Ahead(NamedTuple):
    """What the answers to a question lead to."""

    reach: Reach
    odds: dict[int, odds.Odds]
    final: dict[int, str]
    then: list[tuple[int, int, str]]


def ahead(p: Play, ask: Ask) -> Ahead:
    if isinstance(p.top(), (windows.Priority, Rest)):
        return Ahead(NOWHERE, {}, {}, [])
    found = reach(p, ask)
    return Ahead(found, chances_of(p, ask), finalities(p, ask), following(p, ask))


def chances_of(p: Play, ask: Ask) -> dict[int, odds.Odds]:
    """Of the rolls that the actions lead to."""
    found = {action: of_action(p, ask.seat, action) for action in ask.actions}
    return {action: chances for action, chances in found.items() if chances is not None}
