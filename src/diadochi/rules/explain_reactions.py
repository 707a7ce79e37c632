"""Why a seat was not asked for a reaction: an Interception, an Evasion, a Naval Battle, a Free Passage."""

from typing import Final

from diadochi.model.ids import ActionCode, LocationId, SeatId
from diadochi.model.notation import MASK, SHIFT, location_in
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import OFF_MAP, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import evasion, group, naval_battle, troops, voyage
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.evasion import Evasions
from diadochi.rules.interception import Attempt, Interceptions
from diadochi.rules.march import END, EVASION, INTERCEPTION, Procedure, comes_before
from diadochi.rules.naval_battle import NavalDeclarations
from diadochi.rules.reactions import may_react, was_intercepted
from diadochi.rules.troops import commander, generals_mask
from diadochi.rules.voyage import Voyage

REACTIONS: Final = frozenset((Verb.INTERCEPT, Verb.EVADE, Verb.DECLARE, Verb.ASK_PASSAGE))


def explain(p: Play, seat: SeatId, action: ActionCode) -> Refusal:
    """NOT_ASKED when nothing is under way that could be reacted to."""
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.DECLARE:
        return explain_declaring(p, seat)
    p = with_last_procedure(p)
    i = p.find(Procedure)
    moving = p.state.agenda[i] if i >= 0 else None
    if not isinstance(moving, Procedure):
        return NOT_ASKED
    if verb == Verb.ASK_PASSAGE:
        return explain_passage(p, seat, moving, operand)
    if moving.seat == seat and not may_react(p, moving, seat):
        return Refusal("11.1.5" if verb == Verb.INTERCEPT else "12.1.6", "refusal.mover_does_not_react")
    if verb == Verb.INTERCEPT:
        return explain_interception(p, seat, moving, location_in(action))
    return explain_evasion(p, seat, moving)


def with_last_procedure(p: Play) -> Play:
    """With the Procedure of the space that the activated group entered last, when none is under way."""
    moving = group.army(p)
    if p.find(Procedure) >= 0 or moving is None or not moving.trail or p.is_at_sea(moving.at):
        return p
    pieces = (moving.generals, moving.cus, moving.royals)
    over = Procedure(
        moving.seat, moving.seat, moving.at, LocationId(moving.trail[-1]), moving.how, END, *pieces, moving.besieged
    )
    after = Play(p.material, p.state.copy())
    after.push(over.but(held=over.holders(p), granted=moving.passage, honoured=moving.passage))
    return after


# 11


def explain_interception(p: Play, seat: SeatId, moving: Procedure, location: LocationId) -> Refusal:
    found = p.find(Interceptions)
    frame = p.state.agenda[found] if found >= 0 else None
    declared: tuple[Attempt, ...] = frame.declared if isinstance(frame, Interceptions) else ()
    alone = Interceptions(moving.at, (seat,), 0, declared, OFF_MAP, 0, NO_FORCES, 0)
    refusal = alone.check_intercept(p, location)
    if refusal is not None:
        return refusal if refusal.key != "refusal.no_land_path" else too_far(p, location, moving.at)
    if isinstance(frame, Interceptions):
        return in_turn_order("11.2.3", frame.players, frame.turn, seat)
    if not comes_before(p, INTERCEPTION, moving.now):
        return Refusal("10.C.1", "refusal.passage_comes_first")
    return Refusal("10.D.1", "refusal.interceptions_are_over", (("space", "space", p.space(moving.at)),))


def too_far(p: Play, location: LocationId, at: LocationId) -> Refusal:
    """11.1.A.1"""
    facts = (("at", "location", location), ("space", "space", p.space(at)))
    return Refusal("11.1.A.1", "refusal.not_next_to_mover", facts)


def in_turn_order(rule: str, players: tuple[SeatId, ...], turn: int, seat: SeatId) -> Refusal:
    """Everybody has a word once, one after another."""
    if seat in players[:turn]:
        return Refusal(rule, "refusal.word_is_over")
    if seat in players and turn < len(players):
        return Refusal(rule, "refusal.word_comes", (("who", "faction", players[turn]),))
    return NOT_ASKED


# 12


def explain_evasion(p: Play, seat: SeatId, moving: Procedure) -> Refusal:
    here = (("at", "location", moving.at),)
    general = commander(p, moving.at, seat)
    if general < 0:
        return Refusal("12.2.1", "refusal.no_general_to_evade", here)
    if moving.honoured >> seat & 1:
        return Refusal("10.C.5", "refusal.passage_is_honoured", (("who", "faction", moving.faction),))
    if moving.intercepted or was_intercepted(p, moving):
        return Refusal("12.1.5", "refusal.no_evasion_after_interception", here)
    if not has_refuge(p, seat, moving.at):
        return Refusal("12.1.9", "refusal.nowhere_to_evade", (("general", "general", general),))
    found = p.find(Evasions)
    frame = p.state.agenda[found] if found >= 0 else None
    if isinstance(frame, Evasions) and frame.stage == evasion.DECLARING:
        return in_turn_order("12.2.1", frame.players, frame.turn, seat)
    if not comes_before(p, EVASION, moving.now) and frame is None:
        return Refusal("10.F.1", "refusal.interceptions_come_first")
    return Refusal("12.2.1", "refusal.evasions_are_over", here)


def has_refuge(p: Play, seat: SeatId, at: LocationId) -> bool:
    generals = generals_mask(p, at, seat)
    return bool(evasion.refuges(p, seat, at, at, p.state.cus_of(at, seat), generals))


# 13.3


def explain_declaring(p: Play, seat: SeatId) -> Refusal:
    i = p.find(Voyage)
    sailing = p.state.agenda[i] if i >= 0 else None
    if not isinstance(sailing, Voyage):
        return NOT_ASKED
    announced = sailing.stage in (voyage.ANNOUNCED, voyage.DECLARATIONS, voyage.ENTERING)
    if not announced and not sailing.sailed:
        return NOT_ASKED
    refusal = naval_battle.check_declare(
        p, seat, sailing.seat, space_id(sailing.target if announced else sailing.space)
    )
    if refusal is not None or not announced:
        return refusal or Refusal("13.2.4", "refusal.word_is_over")
    found = p.find(NavalDeclarations)
    frame = p.state.agenda[found] if found >= 0 else None
    if isinstance(frame, NavalDeclarations):
        return in_turn_order("13.2.4", p.state.order, frame.turn, seat)
    return NOT_ASKED


# 10.C


def explain_passage(p: Play, seat: SeatId, moving: Procedure, of: int) -> Refusal:
    space = p.space(moving.at)
    if moving.seat != seat:
        return NOT_ASKED
    anywhere = p.edition.passage_where == "anywhere"
    if troops.is_major_city(p, space) and not anywhere:
        return Refusal("10.C.1", "refusal.no_passage_by_a_major_city", (("space", "space", space),))
    if moving.asked >> of & 1:
        return Refusal("10.C.1", "refusal.passage_asked_already", (("of", "faction", of),))
    if not moving.can_move_on(p) and not anywhere:
        return Refusal("10.C.1", "refusal.no_passage_to_nowhere", (("space", "space", space),))
    return Refusal("10.C.1", "refusal.no_passage_from", (("who", "faction", of),))
