"""The decisions outside marches and battles: set-up, order, reinforcements, PCs that change hands, the burial."""

from typing import Final

from diadochi.bots.satrap import evaluation
from diadochi.bots.satrap.goals import Goals
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.reason import Choice, because
from diadochi.model.ids import LocationId
from diadochi.model.notation import MASK, SHIFT, code
from diadochi.model.pieces import Royal
from diadochi.model.state import NOBODY, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import generals_at, is_major

ESCORT: Final = 13
"""CUs that are gathered with the Cart by those who make for Pella with it."""

# 4


def discard_general(mind: Mind) -> Choice:
    """The weaker of two Generals goes back."""

    def quality(c: int) -> float:
        general = mind.p.pieces.generals[c & MASK]
        start = general.start
        worth = float(general.battle - general.initiative)
        if start is None:
            return worth
        return worth + evaluation.forces_worth(start.forces, mind.temper) + start.vp + start.legitimacy

    return Choice(min(mind.codes, key=quality))


def start(mind: Mind) -> Choice:
    """A port, if there is a choice: it has more ways out."""
    return Choice(max(mind.codes, key=lambda c: (len(mind.p.board.links[c & MASK]), -c)))


# 5.1


def first_player(mind: Mind) -> Choice:
    """First while land is free for the taking; later the one after oneself, to have the last word."""
    order = mind.s.players
    wanted = mind.seat if mind.s.turn <= 2 else (mind.seat + 1) % order
    return Choice(code(Verb.FIRST, wanted) if code(Verb.FIRST, wanted) in mind.codes else mind.codes[0])


def direction(mind: Mind) -> Choice:
    return Choice(code(Verb.LEFT) if code(Verb.LEFT) in mind.codes else mind.codes[0])


# 5.2


def reinforce(mind: Mind) -> Choice:
    """Where the piece joins, or makes, an Army that has something to do."""
    goals = Goals(mind)
    cache: dict[int, float] = {}

    def worth(c: int) -> float:
        at = c & MASK
        if at not in cache:
            cache[at] = placing_worth(mind, goals, LocationId(at))
        return cache[at]

    codes = mind.codes if len(mind.codes) <= 60 else mind.rng.sample(mind.codes, 60)
    return Choice(max(codes, key=worth))


def placing_worth(mind: Mind, goals: Goals, at: LocationId) -> float:
    p, s, temper = mind.p, mind.s, mind.temper
    there = s.cus_of(at, mind.seat)
    number = rules.count_cus(there)
    generals = generals_at(p, at, mind.seat)
    worth = 0.0
    if number >= most(mind, at):
        worth -= 2.0
    if any(is_major(p, g) for g in generals):
        worth += temper.to_major if mind.prompt == "prompt.reinforce_cus" else temper.general_to_major
    elif number and mind.prompt in ("prompt.reinforce_general", "prompt.reinforce_company"):
        worth += 0.5
    worth += temper.to_stack * min(number, 5)
    if is_with_cart(mind, at):
        worth += temper.cart_guard
    if number in (1, 2) and generals:
        worth += 0.3
    if p.is_inside(at):
        worth -= 0.8 - 0.5 * (rules.besiegers(p, p.space(at)) != 0)
    space = p.space(at)
    threat = goals.menace.get(space, 0)
    if threat and number <= 2:
        worth -= 0.25
    if not number:
        near = (goals.gain(end) for end, _ in p.board.land_links[space] if end not in goals.enemies)
        worth += 0.4 * min(1.5, max(near, default=0.0))
    return worth


def most(mind: Mind, at: LocationId) -> int:
    """CUs that are gathered in one space: more to escort the Cart as soon as it may move."""
    if not mind.temper.rush or not is_with_cart(mind, at):
        return mind.temper.crowd
    return ESCORT if mind.s.turn >= mind.p.edition.cart_moves_from_turn else mind.p.edition.forage_limit


def is_with_cart(mind: Mind, at: LocationId) -> bool:
    s, cart = mind.s, Royal.FUNERAL_CART
    return s.royal_owner[cart] == mind.seat and mind.p.space(s.royals[cart]) == mind.p.space(at)


# 6.1, 15.4


def change_pc(mind: Mind) -> Choice:
    """Take PCs off and put one's own down wherever that is a gain."""
    best, chosen = -1e9, code(Verb.DONE)
    for c in mind.codes:
        verb, space = c >> SHIFT, c & MASK
        if verb == Verb.DONE:
            continue
        owner = mind.seat if verb == Verb.PLACE_PC else NOBODY
        gain = mind.pc_gain(space_id(space), owner)
        if verb == Verb.REMOVE_PC:
            gain = max(gain, mind.pc_gain(space_id(space), mind.seat))
        if gain > best and gain > -0.05:
            best, chosen = gain, c
    return Choice(chosen)


def claim(mind: Mind) -> Choice:
    return Choice(code(Verb.CLAIM))


# 3.8


def bury(mind: Mind) -> Choice:
    """In Pella at once; elsewhere only when time runs out."""
    p, s = mind.p, mind.s
    space = p.space(s.royals[Royal.FUNERAL_CART])
    last = s.turn == max(p.edition.burial_turns) and (s.active < 0 or s.round >= p.edition.rounds[s.players])
    if space == p.edition.pella:
        return because(mind, code(Verb.BURY), "reason.bury", space=space)
    if last and s.pcs[space] == mind.seat:
        return because(mind, code(Verb.BURY), "reason.bury", space=space)
    return Choice(code(Verb.PASS))


# 9.5


def independents(mind: Mind) -> Choice:
    """Independent Armies go where they hurt rivals most; one step is looked ahead."""
    return Choice(mind.best_by_trial(mind.codes, 12))


def by_trial(mind: Mind) -> Choice:
    """Whatever a card asks: what the position is worth after it."""
    return Choice(mind.best_by_trial(mind.codes))
