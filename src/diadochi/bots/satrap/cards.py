"""Which card for what: every use is given a worth, and the best is played."""

from typing import Final

from diadochi.bots.satrap.goals import STRIDE, Goals, Group
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.movement import prospects
from diadochi.bots.satrap.reason import Choice, because
from diadochi.model.cards import CardKind
from diadochi.model.ids import CardId, SeatId
from diadochi.model.notation import MASK, SHIFT, code, space_in
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import Ask, Play, TycheSegment

MARCHES: Final = {"major_campaign": 2, "treasure_city_looted": 1, "pontic_fleet": 0}
"""Events that activate Armies: how many."""
LONGEST_EVENT: Final = 24
TRIALS: Final = 16
DISCARDED: Final = ("fog", "silver_shields_desert", "gift_of_oratory", "superior_admiral", "storms_at_sea")
"""Surprise cards that are exchanged for others in one's own Tyche Segment."""
REASONS: Final = {
    Verb.EVENT: "reason.event",
    Verb.FORCE_MARCH: "reason.force_march",
    Verb.PLACE_PCS: "reason.place_pcs",
    Verb.TRAIN: "reason.train",
    Verb.UPGRADE: "reason.upgrade",
    Verb.RECRUIT: "reason.recruit",
}


class Uses:
    """The worth of everything that can be done with the cards at hand."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.p = mind.p
        self.goals = Goals(mind)
        self._pcs: list[float] | None = None
        self._ordinary_marches: list[tuple[float, Group]] | None = None
        self._marches: dict[int, list[float]] = {}
        self._events: dict[str, float] = {}

    def worth(self, action: int) -> float:
        verb, card = action >> SHIFT, action & MASK
        facts = self.p.cards[card]
        value = self.of_use(verb, CardId(card))
        if verb == Verb.EVENT and facts.kind == CardKind.BONUS:
            value += max(0.0, self.operations(facts.ops))
        return value - self.mind.temper.kept * facts.ops

    def of_use(self, verb: int, card: CardId) -> float:
        ops = self.p.cards[card].ops
        if verb == Verb.EVENT:
            return self.event(card)
        if verb == Verb.FORCE_MARCH:
            return self.march(ops, 1)
        if verb == Verb.PLACE_PCS:
            return self.pcs(ops)
        if verb == Verb.TRAIN:
            return self.mind.temper.training * ops * self.mind.temper.troops
        if verb in (Verb.UPGRADE, Verb.RECRUIT):
            return self.played_out(code(verb, card))
        return 0.0

    def operations(self, ops: int) -> float:
        return max(self.pcs(ops), self.march(ops, 1), self.mind.temper.training * ops)

    def pcs(self, ops: int) -> float:
        """The best PCs that so many OPs can place, one after another."""
        if self._pcs is None:
            self._pcs = placed_pcs(self.mind)
        return sum(self._pcs[:ops])

    def march(self, mps: int, number: int) -> float:
        """What more MPs bring the Armies that gain most by them."""
        if mps not in self._marches:
            further = {g.at: gain for gain, g, _ in prospects(self.mind, STRIDE + mps, self.goals)}
            gains = [further[g.at] - max(0.0, gain) for gain, g in self.ordinary_marches if g.at in further]
            self._marches[mps] = sorted((x for x in gains if x > 0), reverse=True)
        return sum(self._marches[mps][:number])

    @property
    def ordinary_marches(self) -> list[tuple[float, Group]]:
        if self._ordinary_marches is None:
            self._ordinary_marches = self._find_ordinary_marches()
        return self._ordinary_marches

    def _find_ordinary_marches(self) -> list[tuple[float, Group]]:
        return [(gain, group) for gain, group, _ in prospects(self.mind, STRIDE, self.goals)]

    def event(self, card: CardId) -> float:
        facts = self.p.cards[card]
        if facts.event not in self._events:
            number = MARCHES.get(facts.event)
            value = 0.0
            if number is None or facts.params.spaces:
                value = self.played_out(code(Verb.EVENT, card))
            if number:
                value += self.march(facts.params.mps or 4, number)
            self._events[facts.event] = value
        return self._events[facts.event]

    def played_out(self, action: int) -> float:
        """Play it in thought, choosing what looks best on the way."""
        mind = self.mind
        trial, ask = mind.after(action)
        for _ in range(LONGEST_EVENT):
            if ask is None or not is_open(trial, ask, mind.seat):
                break
            rules.take(trial, answer(mind, trial, ask))
            ask = rules.advance(trial)
        return mind.worth(trial) - mind.present_worth


def is_open(p: Play, ask: Ask, seat: SeatId) -> bool:
    """The card is still being carried out."""
    if ask.prompt in ("prompt.bonus_ops", "prompt.activate", "prompt.choose_card", "prompt.activation_segment"):
        return False
    return p.find(TycheSegment) >= 0


def answer(mind: Mind, p: Play, ask: Ask) -> int:
    for verb in (Verb.PASS, Verb.DONE):
        if ask.seat != mind.seat and code(verb) in ask.actions:
            return code(verb)
    actions = ask.actions if len(ask.actions) <= TRIALS else mind.rng.sample(ask.actions, TRIALS)
    if len(actions) == 1 or ask.seat != mind.seat:
        return actions[0]
    best, chosen = -1e9, actions[0]
    for action in actions:
        trial = Play(p.material, p.state.copy())
        rules.take(trial, action)
        rules.advance(trial)
        value = mind.worth(trial)
        if value > best:
            best, chosen = value, action
    return chosen


def placed_pcs(mind: Mind) -> list[float]:
    """The gains of the PCs that the largest card would place, each in view of those before."""
    cards = [c & MASK for c in mind.codes if c >> SHIFT == Verb.PLACE_PCS]
    if not cards:
        return []
    card = max(cards, key=lambda c: mind.p.cards[c].ops)
    trial, ask = mind.after(code(Verb.PLACE_PCS, card))
    out: list[float] = []
    while ask is not None and ask.prompt == "prompt.place_pcs" and ask.seat == mind.seat:
        inner = mind.in_thought(trial, ask)
        action = place_pcs(inner).action
        if action >> SHIFT != Verb.PLACE_PC:
            break
        out.append(inner.pc_gain(space_in(action), mind.seat))
        rules.take(trial, action)
        ask = rules.advance(trial)
    return out


def choose_card(mind: Mind) -> Choice:
    """6.2: one card, one use."""
    surprise = own_surprise(mind)
    if surprise is not None:
        return Choice(surprise)
    usable = [c for c in mind.codes if c >> SHIFT not in (Verb.SURPRISE, Verb.DISCARD)]
    if not usable:
        return Choice(mind.codes[0])
    uses = Uses(mind)
    values = {c: uses.worth(c) for c in usable}
    best = max(usable, key=lambda c: values[c])
    verb = best >> SHIFT
    if verb not in REASONS:
        return Choice(best)
    return because(mind, best, REASONS[verb], card=best & MASK, gain=values[best])


def own_surprise(mind: Mind) -> int | None:
    """Ahura Mazda is played at once; what is of little use is exchanged."""
    for c in mind.codes:
        event = mind.p.cards[c & MASK].event if c >> SHIFT in (Verb.SURPRISE, Verb.DISCARD) else ""
        if c >> SHIFT == Verb.SURPRISE and event == "ahura_mazda_and_ahriman":
            return c
        if c >> SHIFT == Verb.DISCARD and event in DISCARDED:
            return c
    return None


def place_pcs(mind: Mind) -> Choice:
    spaces = [c for c in mind.codes if c >> SHIFT == Verb.PLACE_PC]
    if not spaces:
        return Choice(code(Verb.DONE))
    best = max(spaces, key=lambda c: (mind.pc_gain(space_in(c), mind.seat), c))
    return Choice(best if mind.pc_gain(space_in(best), mind.seat) > -0.05 else code(Verb.DONE))


def train(mind: Mind) -> Choice:
    """Mercenaries come soonest."""
    return Choice(min(mind.codes, key=lambda c: c & MASK))
