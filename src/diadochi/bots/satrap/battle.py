"""The decisions around a fight: interception, withdrawal, evasion, passage, joining, losses, fleets, surprises."""

from typing import Final, TypeVar

from diadochi.bots.satrap import fortune
from diadochi.bots.satrap.goals import Goals, Group
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.reason import Choice, because
from diadochi.model.ids import EVERY_FACTION, FactionId, LocationId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, faction_in
from diadochi.model.pieces import NO_FORCES, UNITS, Royal, Unit
from diadochi.model.state import add, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import (
    Battle,
    Interceptions,
    NavalDeclarations,
    Procedure,
    TrucePassage,
    answered,
    available_fleets,
    commander,
    generals_at,
)
from diadochi.rules.face import (
    activated_army as army,
)
from diadochi.rules.face import (
    naval_strength as fleet_strength,
)

F = TypeVar("F")
LETS_PASS: Final = 0.5
"""Whoever would lose with a higher chance grants Free Passage."""
LOST_FIRST: Final = (Unit.MERCENARY, Unit.CAVALRY, Unit.ELEPHANT, Unit.ROYAL, Unit.LOYAL, Unit.SILVER_SHIELDS)


def procedure(mind: Mind) -> Procedure:
    for frame in reversed(mind.s.agenda):
        if isinstance(frame, Procedure):
            return frame
    raise AssertionError("no Procedure is under way")


def chance_of(mind: Mind, attacker: FactionId, defender: FactionId, at: LocationId) -> fortune.Clash:
    """Those of both sides who stand in a location."""
    p, s = mind.p, mind.s
    sides = []
    for faction, enemy in ((attacker, defender), (defender, attacker)):
        strength = fortune.strength(p, s.cus_of(at, faction)) + rules.local_troops(p, faction, at)
        sides.append((strength, rules.battle_rating(p, faction, at, enemy)))
    return fortune.clash(p.tables, *sides[0], *sides[1])


# 11


def intercept(mind: Mind) -> Choice:
    moving = procedure(mind)
    goals = Goals(mind)
    for c in mind.codes:
        if c >> SHIFT != Verb.INTERCEPT:
            continue
        at = c & MASK
        group = Group(
            at,
            tuple(generals_at(mind.p, LocationId(at), mind.seat)),
            mind.s.cus_of(LocationId(at), mind.seat),
            goals.royals_at(LocationId(at)),
        )
        if group.size < 2 or mind.p.is_inside(LocationId(at)) or stays_with_cart(mind, group):
            continue
        if is_overrun(mind, group.size, moving):
            continue
        chance = defending(mind, group, moving.faction, moving.at)
        prize = goals.prize(SpaceId(moving.at), moving.faction)
        enough = mind.temper.intercept - (0.15 if prize > mind.temper.stop_burial * 0.7 else 0.0)
        if chance.loss > enough and chance.win < 0.4 and prize > chance.win * goals.stake(group):
            return because(mind, c, "reason.intercept", space=mind.p.space(moving.at), chance=chance.loss, gain=prize)
    return Choice(code(Verb.PASS))


def stays_with_cart(mind: Mind, group: Group) -> bool:
    """Those in a rush do not leave the Cart to Intercept."""
    return mind.temper.rush and bool(group.royals >> Royal.FUNERAL_CART & 1)


def is_overrun(mind: Mind, coming: int, moving: Procedure) -> bool:
    """10.J.1: the mover would Overrun those who come and those who are there."""
    own = coming + rules.number_of_cus(mind.s, moving.at, mind.seat)
    return rules.number_of_cus(mind.s, moving.at, moving.faction) >= mind.p.edition.overrun_ratio * own


def defending(mind: Mind, group: Group, attacker: FactionId, at: LocationId) -> fortune.Clash:
    """The mover attacks the group, which comes to meet him."""
    p, s = mind.p, mind.s
    attack = fortune.strength(p, s.cus_of(at, attacker)) + rules.local_troops(p, attacker, at)
    defence = fortune.strength(p, group.cus) + rules.local_troops(p, mind.seat, at)
    rating = p.pieces.generals[group.leader].battle if group.generals else 0
    return fortune.clash(p.tables, attack, rules.battle_rating(p, attacker, at, mind.seat), defence, rating)


def intercept_with(mind: Mind) -> Choice:
    """Everybody goes; a declared Interception is meant."""
    frame = mind.s.agenda[-1]
    assert isinstance(frame, Interceptions)
    majors = [c for c in mind.codes if c >> SHIFT == Verb.TAKE_GENERAL]
    if not frame.generals:
        return Choice(min(majors) if majors else mind.codes[0])
    if code(Verb.TAKE_ALL) in mind.codes:
        return Choice(code(Verb.TAKE_ALL))
    royals = [c for c in mind.codes if c >> SHIFT == Verb.TAKE_ROYAL]
    if royals and mind.s.pcs[mind.p.space(frame.source)] != mind.seat:
        return Choice(royals[0])
    return Choice(code(Verb.DONE) if code(Verb.DONE) in mind.codes else mind.codes[0])


def withdraw(mind: Mind) -> Choice:
    moving = procedure(mind)
    enemies = mind.s.cu_factions.get(moving.at, 0) & ~(1 << moving.faction)
    for faction in EVERY_FACTION:
        if enemies >> faction & 1:
            chance = chance_of(mind, moving.faction, faction, moving.at)
            if chance.win < mind.temper.courage - 0.08 and moving.faction == mind.seat:
                return Choice(code(Verb.WITHDRAW))
    return staying(mind)


def staying(mind: Mind) -> Choice:
    """Neither asking nor going back: an attack, if there are CUs for it."""
    words = (code(Verb.ATTACK), code(Verb.STAND), code(Verb.PASS))
    return Choice(next(word for word in words if word in mind.codes))


# 12


def evade(mind: Mind) -> Choice:
    moving = procedure(mind)
    attack = chance_of(mind, moving.faction, mind.seat, moving.at)
    number = rules.number_of_cus(mind.s, moving.at, mind.seat)
    overrun = rules.number_of_cus(mind.s, moving.at, moving.faction) >= mind.p.edition.overrun_ratio * number
    if attack.win > mind.temper.evade or overrun or not number:
        return Choice(code(Verb.EVADE))
    return Choice(code(Verb.STAND))


def evade_to(mind: Mind) -> Choice:
    goals = Goals(mind)
    spaces = [c for c in mind.codes if c >> SHIFT == Verb.EVADE_TO]
    if not spaces:
        return Choice(mind.codes[0])

    def worth(c: int) -> float:
        space = c & MASK
        own = 0.5 * (mind.s.pcs[space] == mind.seat) + 0.2 * rules.number_of_cus(mind.s, LocationId(space), mind.seat)
        return own + goals.gain(space_id(space)) - 0.2 * goals.menace.get(space, 0)

    best = max(spaces, key=worth)
    if code(Verb.DONE) in mind.codes and worth(best) < 0.3:
        return Choice(code(Verb.DONE))
    return Choice(best)


# 10.C


def ask_passage(mind: Mind) -> Choice:
    """Whoever comes to fight does not ask."""
    asks = [c for c in mind.codes if c >> SHIFT == Verb.ASK_PASSAGE]
    moving = procedure(mind)
    chance = min((chance_of(mind, mind.seat, faction_in(c), moving.at).win for c in asks), default=1.0)
    return Choice(asks[0]) if asks and chance < mind.temper.courage else staying(mind)


def grant(mind: Mind) -> Choice:
    """Whoever would lose lets them pass; under a truce nobody forces his way (card O63)."""
    if top(mind, TrucePassage) is not None:
        return Choice(code(Verb.DENY))
    moving = procedure(mind)
    weaker = chance_of(mind, moving.faction, mind.seat, moving.at).win > LETS_PASS
    return Choice(code(Verb.GRANT if weaker else Verb.DENY))


def honour(mind: Mind) -> Choice:
    return Choice(code(Verb.HONOUR))


# 10.B, 14


def rearrange(mind: Mind) -> Choice:
    """Royals go behind the walls; Generals and CUs where the field would be lost, else they come out."""
    if takes_the_field(mind):
        wanted = (Verb.INSIDE_ROYAL, Verb.OUTSIDE_GENERAL, Verb.OUTSIDE)
    else:
        wanted = (Verb.INSIDE_ROYAL, Verb.INSIDE_GENERAL, Verb.INSIDE)
    for verb in wanted:
        for c in mind.codes:
            if c >> SHIFT == verb:
                return Choice(c)
    return Choice(code(Verb.DONE))


def takes_the_field(mind: Mind) -> bool:
    """Everybody together would rather hold the field than lose it."""
    p, s, moving = mind.p, mind.s, procedure(mind)
    at, seat = p.space(moving.at), mind.seat
    cus = add(s.cus_of(at, seat), s.cus_of(p.inside(at), seat))
    if cus == NO_FORCES:
        return False
    generals = (*generals_at(p, at, seat), *generals_at(p, p.inside(at), seat))
    attack = fortune.strength(p, s.cus_of(at, moving.faction)) + rules.local_troops(p, moving.faction, at)
    defence = fortune.strength(p, cus) + rules.local_troops(p, seat, at)
    rating = p.pieces.generals[min(generals)].battle if generals else 0
    attacker = rules.battle_rating(p, moving.faction, at, seat)
    return fortune.clash(p.tables, attack, attacker, defence, rating).win <= 0.5


def join(mind: Mind) -> Choice:
    for verb in (Verb.JOIN, Verb.JOIN_GENERAL):
        for c in mind.codes:
            if c >> SHIFT == verb:
                return Choice(c)
    return Choice(code(Verb.DONE))


def lose(mind: Mind) -> Choice:
    return Choice(min(mind.codes, key=lambda c: LOST_FIRST.index((c & MASK) % UNITS)))


def command(mind: Mind) -> Choice:
    return Choice(max(mind.codes, key=lambda c: mind.p.pieces.generals[c & MASK].battle))


# 15


def surrender_siege(mind: Mind) -> Choice:
    for c in mind.codes:
        if c >> SHIFT != Verb.SIEGE:
            continue
        space = c & MASK
        gain = mind.pc_gain(space_id(space), mind.seat)
        if gain > mind.champion_cost(mind.s.pcs[space]) + 0.1:
            general = commander(mind.p, LocationId(space), mind.seat)
            chance = fortune.siege_chance(mind.p, mind.seat, space_id(space), general)
            return because(mind, c, "reason.siege", space=space, chance=chance, gain=gain)
    return Choice(code(Verb.DONE))


# 13.3


def declare(mind: Mind) -> Choice:
    """Only with the stronger Fleets, against troops at sea, and not against a fellow Champion."""
    frame = mind.s.agenda[-1]
    assert isinstance(frame, NavalDeclarations)
    own = sum(fleet_strength(mind.p, mind.seat, 1 << f) for f in available_fleets(mind.p, mind.seat))
    other = fleet_strength(mind.p, frame.mover, frame.escort)
    group = army(mind.p)
    aboard = rules.count_cus(group.cus) if group is not None else 0
    if own > other and aboard >= 2 and not mind.champion_cost(frame.mover):
        return Choice(code(Verb.DECLARE))
    return Choice(code(Verb.PASS))


def commit(mind: Mind) -> Choice:
    fleets = [c for c in mind.codes if c >> SHIFT == Verb.COMMIT]
    return Choice(fleets[0] if fleets else code(Verb.DONE))


# Surprise cards


def window(mind: Mind) -> Choice:
    """Cards are played where they help, and only there."""
    for c in mind.codes:
        if c >> SHIFT == Verb.SURPRISE and helps(mind, mind.p.cards[c & MASK].event):
            return Choice(c)
    return Choice(code(Verb.PASS) if code(Verb.PASS) in mind.codes else mind.codes[0])


def helps(mind: Mind, event: str) -> bool:
    s, seat = mind.s, mind.seat
    if event == "traitor_inside_city":
        frame = top(mind, rules.Siege)
        return frame is not None and frame.seat == seat
    if event in ("anti_elephant_devices", "mutiny", "silver_shields_desert", "cavalry_superiority"):
        fight = top(mind, Battle)
        return fight is not None and seat in (fight.attacker, fight.defender)
    if event == "only_a_flesh_wound":
        return True
    if event == "cretan_liar":
        card = answered(mind.p)
        return card is not None and card.seat != seat and concerns(mind, card.target)
    if event == "storms_at_sea":
        group = army(mind.p)
        return s.active != seat and group is not None and rules.count_cus(group.cus) >= 3
    if event == "ahura_mazda_and_ahriman":
        return s.active == seat
    return False


def concerns(mind: Mind, target: int) -> bool:
    fight = top(mind, Battle)
    return (
        mind.s.active == mind.seat
        or target == mind.seat
        or (fight is not None and mind.seat in (fight.attacker, fight.defender))
    )


def top(mind: Mind, kind: type[F]) -> F | None:
    for frame in reversed(mind.s.agenda):
        if isinstance(frame, kind):
            return frame
    return None
