"""Cards that harm others: 4, 15, 24 and 46, 45, 48, 59."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import NO_GENERAL, SEATS, ActionCode, CardId, FactionId, GeneralId, LocationId, SeatId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, faction_in, general_in, location_in, space_in, unit_in
from diadochi.model.pieces import UNITS, Ability, Forces
from diadochi.model.state import NOBODY, factions_in
from diadochi.model.verbs import Verb
from diadochi.rules import isolation, losses, scoring, troops
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.tyche.conventions import (
    armies,
    at_candidates,
    check_inside,
    in_reach,
    is_shut_in,
    out_of_reach,
    reaching,
    remove_siege_points,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, impossible


def others(p: Play, seat: SeatId) -> int:
    """Bit mask of the other players."""
    return (1 << p.state.players) - 1 & ~(1 << seat)


def victim_at(p: Play, seat: SeatId, location: LocationId) -> FactionId:
    """The other player with CUs in a location, or -1."""
    enemies = factions_in(p.state.cu_factions.get(location, 0) & others(p, seat))
    return enemies[-1] if enemies else NOBODY


def victim_candidates(p: Play) -> list[int]:
    return at_candidates(sorted(p.state.cu_factions))


def victims_in_reach(p: Play, seat: SeatId, card: CardId) -> list[int]:
    near = in_reach(p, seat, card)
    return at_candidates([at for at in sorted(p.state.cu_factions) if p.space(at) in near])


def check_victim(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    if victim_at(p, seat, location) >= 0:
        return None
    return Refusal(RULE, "refusal.no_other_players_cus", (("at", "location", location),))


def check_victim_outside(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    if p.is_inside(location) and victim_at(p, seat, location) >= 0:
        return Refusal(RULE, "refusal.behind_walls", (("at", "location", location),))
    return check_victim(p, seat, location)


# Epidemic


def sufferer_at(p: Play, seat: SeatId, card: CardId, location: LocationId) -> FactionId:
    """The other player with CUs in a location, or where the card allows it the player of the card."""
    victim = victim_at(p, seat, location)
    own = p.cards[card].params.own_too and troops.has_cu(p.state, location, seat)
    return seat if victim == NOBODY and own else victim


def pick_victim(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else victim_candidates(p)


def check_epidemic(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.AT:
        return NOT_ASKED
    location = location_in(action)
    victim = sufferer_at(p, seat, card, location)
    if victim == NOBODY:
        return check_victim(p, seat, location)
    if not troops.has_army(p, location, victim):
        return Refusal(RULE, "refusal.no_general_there", (("at", "location", location),))
    return None


def epidemic(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """7.3.3: all CUs of the location as one group."""
    location = location_in(picks[0])
    victim = sufferer_at(p, seat, card, location)
    p.note("epidemic", RULE, (("who", "faction", seat), ("victim", "faction", victim), ("at", "location", location)))
    losses.roll_attrition(p, victim, location, p.state.cus_of(location, victim), "7.3.3")


# Desertions


def check_desertions(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.AT:
        return NOT_ASKED
    return check_deserters(p, seat, location_in(action))


def check_deserters(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    """Another player's CUs ashore, not Besieged."""
    refusal = check_victim(p, seat, location)
    if refusal is None and p.is_at_sea(location):
        return Refusal(RULE, "refusal.not_at_sea", (("space", "space", p.space(location)),))
    if refusal is None and is_shut_in(p, location):
        return Refusal(RULE, "refusal.behind_walls", (("at", "location", location),))
    return refusal


def desertions(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    location = location_in(picks[0])
    victim = victim_at(p, seat, location)
    cus = p.state.cus_of(location, victim)
    die = p.die()
    bonus = persuasion(p, seat)
    lost = min(p.cards[card].params.losses[min(die + bonus, 6)], troops.count(cus))
    facts = (
        ("who", "faction", seat),
        ("victim", "faction", victim),
        ("at", "location", location),
        ("losses", "number", lost),
    )
    if bonus:
        p.note("desertions_roll_bonus", "K19.2", (*facts, ("bonus", "number", bonus)), dice=(die,))
    else:
        p.note("desertions_roll", RULE, facts, dice=(die,))
    losses.lose(p, victim, location, lost, cus, RULE)


def persuasion(p: Play, seat: SeatId) -> int:
    """K19.2: what a General of the player adds to the die while he commands an Army on the map."""
    found = (troops.ability(p, at, seat, Ability.DESERTIONS) for at in armies(p, seat))
    return max((general.ability_value for general in found if general is not None), default=0)


# Traitor: a location, a CU there, and the Army that it joins

ONE_CU: Final[Forces] = troops.one(UnitId(0))


def pick_traitor(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return victims_in_reach(p, seat, card)
    location = location_in(picks[0])
    if len(picks) == 1:
        return [code(Verb.CHOOSE_UNITS, unit) for unit in p.cards[card].params.types]
    return at_candidates(welcoming(p, seat, card, location)) if len(picks) == 2 else None


def welcoming(p: Play, seat: SeatId, card: CardId, location: LocationId) -> list[LocationId]:
    """The Armies in reach that have room for one more CU."""
    there = reaching(p, seat, card, p.space(location))
    return [at for at in there if check_inside(p, seat, at, ONE_CU) is None]


def check_traitor(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    if not picks:
        return check_traitor_at(p, seat, card, location_in(action)) if verb == Verb.AT else NOT_ASKED
    location = location_in(picks[0])
    if len(picks) == 1:
        return check_traitor_type(p, seat, card, location, unit_in(action)) if verb == Verb.CHOOSE_UNITS else NOT_ASKED
    if verb != Verb.AT:
        return NOT_ASKED
    if operand in welcoming(p, seat, card, location):
        return None
    return Refusal(RULE, "refusal.no_army_in_reach", (("at", "location", operand),))


def check_traitor_at(p: Play, seat: SeatId, card: CardId, location: LocationId) -> Refusal | None:
    refusal = check_victim_outside(p, seat, location)
    if refusal is not None:
        return refusal
    cus = p.state.cus_of(location, victim_at(p, seat, location))
    if not any(cus[unit] for unit in p.cards[card].params.types):
        return Refusal(RULE, "refusal.no_such_traitor", (("at", "location", location),))
    return None if welcoming(p, seat, card, location) else out_of_reach(p, card, p.space(location))


def check_traitor_type(p: Play, seat: SeatId, card: CardId, location: LocationId, unit: UnitId) -> Refusal | None:
    cus = p.state.cus_of(location, victim_at(p, seat, location))
    if unit < UNITS and unit in p.cards[card].params.types and cus[unit]:
        return None
    return Refusal(RULE, "refusal.no_such_traitor", (("at", "location", location),))


def traitor(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    location, end = location_in(picks[0]), location_in(picks[2])
    victim = victim_at(p, seat, location)
    troops.change_side(p, location, victim, troops.one(unit_in(picks[1])), end, seat, RULE)


# Surprise Sortie


def pick_besieged(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    locations = troops.locations_of(p.state, seat)
    return [code(Verb.CHOOSE_SPACE, p.space(at)) for at in locations if p.is_inside(at)]


def check_sortie(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = space_in(action)
    where = (("space", "space", space),)
    if p.state.pcs[space] != seat or not troops.is_major_city(p, space):
        return Refusal(RULE, "refusal.not_your_major_city", where)
    if not troops.besiegers(p, space) & others(p, seat):
        return Refusal(RULE, "refusal.not_besieged_by_a_player", where)
    if not troops.has_cu(p.state, p.inside(space), seat):
        return Refusal(RULE, "refusal.no_garrison", where)
    return None


def surprise_sortie(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    space = space_in(picks[0])
    victim = victim_at(p, seat, space)
    p.note("sortie", RULE, (("who", "faction", seat), ("victim", "faction", victim), ("space", "space", space)))
    remove_siege_points(p, space)
    losses.lose(p, victim, space, 1, p.state.cus_of(space, victim), RULE)


# Repercussions of Defeat


def pick_beaten(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else [code(Verb.CHOOSE_FACTION, f) for f in SEATS[p.state.players]]


def check_beaten(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_FACTION:
        return NOT_ASKED
    victim = faction_in(action)
    who = (("victim", "faction", victim),)
    if not others(p, seat) >> victim & 1:
        return Refusal(RULE, "refusal.not_another_player", who)
    if not p.state.battle_lost >> victim & 1:
        return Refusal(RULE, "refusal.not_beaten", who)
    return None if isolation.isolated(p, victim) else Refusal(RULE, "refusal.nothing_isolated", who)


def repercussions_of_defeat(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    isolation.remove_isolated(p, faction_in(picks[0]), RULE)


# Condemnation


def may_condemn(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    return None if p.state.condemned >= 0 or accused(p, seat) else impossible(p, card)


def accused(p: Play, seat: SeatId) -> list[GeneralId]:
    """The living Major Generals of the other players, Dispersed ones included."""
    return [g for other in SEATS[p.state.players] if other != seat for g in troops.living(p, other)]


def pick_accused(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    generals = accused(p, seat)
    return [code(Verb.CHOOSE_GENERAL, g) for g in generals] if generals and not picks else None


def check_accused(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_GENERAL:
        return NOT_ASKED
    if action & MASK in accused(p, seat):
        return None
    return Refusal(RULE, "refusal.cannot_be_condemned", (("general", "general", action & MASK),))


def lift_condemnation(p: Play) -> None:
    """6.2.A.2, A08: the L comes back, and Instant Victory is looked for, before anybody else is condemned."""
    s = p.state
    if s.condemned < 0:
        return
    p.note(
        "condemnation_ends",
        "6.2.A.2",
        (
            ("general", "general", s.condemned),
            ("owner", "faction", s.owners[s.condemned]),
            ("legitimacy", "number", -p.material.event_params["condemnation"].legitimacy),
        ),
    )
    moves.condemn(s, NO_GENERAL)
    scoring.rescore(p)


def condemn(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    if not picks:
        return
    s = p.state
    general = general_in(picks[0])
    moves.condemn(s, general)
    p.note(
        "condemned",
        "6.2.A.2",
        (
            ("who", "faction", seat),
            ("general", "general", general),
            ("owner", "faction", s.owners[general]),
            ("legitimacy", "number", p.cards[card].params.legitimacy),
        ),
    )


EVENTS.update(
    epidemic=CardEvent((epidemic,), pick_victim, check_epidemic),
    desertions=CardEvent((desertions,), pick_victim, check_desertions),
    traitor=CardEvent((traitor,), pick_traitor, check_traitor),
    surprise_sortie=CardEvent((surprise_sortie,), pick_besieged, check_sortie),
    repercussions_of_defeat=CardEvent((repercussions_of_defeat,), pick_beaten, check_beaten),
    condemnation=CardEvent((condemn,), pick_accused, check_accused, may_condemn),
)
