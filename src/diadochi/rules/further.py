"""7.1.C.2, 7.2.F.17, A35: what may be done besides what is asked, in the decisions of one's own turn.

It is offered with the question and never asked for: it is nothing that is left to do, and a question with a single
answer of its own is answered at once.
"""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import ActionCode, GeneralId, LocationId, Mask, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, general_in, space_in
from diadochi.model.pieces import Royal
from diadochi.model.state import NO_SEGMENT, NOBODY, OFF_MAP
from diadochi.model.verbs import Verb
from diadochi.rules import burial, minor_generals, own_turn, scoring
from diadochi.rules.activation import Activations, ActivationSegment
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal
from diadochi.rules.battle import Battle
from diadochi.rules.burial import Burial
from diadochi.rules.forage import ForageSegment
from diadochi.rules.group import Army, army, spare_minor
from diadochi.rules.independents import IndependentMove, IndependentMoves
from diadochi.rules.march import Procedure
from diadochi.rules.minor_generals import Putting
from diadochi.rules.operations import (
    FleetRetrieval,
    FleetUpgrade,
    FurtherTraining,
    Hiring,
    PlacingPCs,
    Recruiting,
    Training,
)
from diadochi.rules.own_turn import NobodyActivated
from diadochi.rules.reinforcements import Reinforcements
from diadochi.rules.siege import Siege
from diadochi.rules.strategy import TycheSegment
from diadochi.rules.surrender import SurrenderSegment
from diadochi.rules.troops import minors_of
from diadochi.rules.tyche.event import EventChoice
from diadochi.rules.tyche.optional import Betrothal
from diadochi.rules.tyche.unrest import Unrest
from diadochi.rules.voyage import Voyage, needs_guard
from diadochi.rules.windows import Priority, Surprise

CALM: Final = frozenset((SurrenderSegment, TycheSegment, ActivationSegment, Activations, NobodyActivated))
"""Nothing is under way but the Segment."""
STEPS: Final = frozenset(
    (
        Army,
        PlacingPCs,
        Training,
        FurtherTraining,
        FleetUpgrade,
        FleetRetrieval,
        Recruiting,
        Hiring,
        Reinforcements,
        ForageSegment,
    )
)
RESOLVING: Final = frozenset((EventChoice, Betrothal, Unrest, IndependentMoves, IndependentMove, Burial))
OPEN: Final = CALM | STEPS | RESOLVING | {Voyage}
UNDER_WAY: Final = frozenset((Procedure, Battle, Siege, Priority, Surprise))
"""While others may react, and until everybody has."""
CLOSED: Final = -1


def offers(p: Play, ask: Ask) -> tuple[int, ...]:
    """What may be done besides; what the question itself offers is left out."""
    if ask.seat != p.state.active:
        return ()
    staying = who_stays(p)
    if staying == CLOSED:
        return ()
    kind = type(p.state.agenda[-1])
    found = own_turn.offers(p, ask.seat, staying, disbanding=kind in CALM)
    if kind is EventChoice and not any(a >> SHIFT == Verb.REPOSITION for a in found):
        found = exchanges(p, ask.seat) + found
    if kind is Army and check_burial(p) is None:
        found = [*found, code(Verb.BURY)]
    if kind is NobodyActivated or kind is Army:
        return tuple([a for a in found if a not in ask.actions])
    return tuple(found)


def exchanges(p: Play, seat: SeatId) -> list[int]:
    """Where one whom the event needs serves it as well as where he is."""
    goals = minor_generals.leaderless(p, seat)
    free = [at for at in goals if minor_generals.check_put(p, seat, at, who_stays(p, at)) is None]
    return [code(Verb.REPOSITION, at) for at in free]


def check(p: Play, action: ActionCode) -> Refusal | None:
    """Why an action may not be done besides what is asked; NOT_ASKED if nothing may."""
    s = p.state
    staying = who_stays(p, goal(action))
    if staying == CLOSED:
        return NOT_ASKED
    verb, general = action >> SHIFT, general_in(action)
    if verb == Verb.BURY:
        return check_burial(p)
    if verb == Verb.REMOVE_GENERAL and staying >> general & 1 and not minor_generals.placed(p) >> general & 1:
        return why_staying(p, general)
    return own_turn.check(p, s.active, action, staying, disbanding=type(s.agenda[-1]) in CALM)


def check_burial(p: Play) -> Refusal | None:
    """3.8.5: by the activated Army that has the Cart with it, between two acts (B42, C35)."""
    top = p.state.agenda[-1]
    if not isinstance(top, Army) or "own_movement" not in p.edition.burial_windows:
        return NOT_ASKED
    if p.state.royals[Royal.FUNERAL_CART] != top.at:
        return Refusal("3.8.5", "refusal.cart_not_with_army")
    return burial.check_burial(p, top.seat)


def take(p: Play, action: ActionCode) -> None:
    top = p.state.agenda[-1]
    if action >> SHIFT == Verb.BURY and isinstance(top, Army):
        scoring.bury(p, top.seat)
        top.told_burial(p)
        return
    own_turn.take(p, p.state.active, action, who_stays(p, goal(action)))


def goal(action: ActionCode) -> SpaceId:
    """Where the action puts a Minor General."""
    return SpaceId(space_in(action) if action >> SHIFT == Verb.REPOSITION else OFF_MAP)


def who_stays(p: Play, to: int = OFF_MAP) -> Mask:
    """Bit mask of the Minor Generals who may not be put there, or removed from the map, now.

    CLOSED if nobody may: it is not the player whose turn it is who decides, between two steps (A35).
    """
    s = p.state
    top = s.agenda[-1]
    if s.segment == NO_SEGMENT or type(top) not in OPEN or top.seat != s.active:  # type: ignore[attr-defined]
        return CLOSED
    if isinstance(top, Activations) and top.muster >= 0:
        return CLOSED
    out = minor_generals.placed(p)
    if isinstance(top, Voyage):
        if not top.rests():
            return CLOSED
        out |= guard(p, top)
    if isinstance(top, Betrothal) and top.pending != NOBODY:
        return CLOSED
    for frame in reversed(s.agenda):
        if type(frame) in UNDER_WAY:
            return CLOSED
        if isinstance(frame, Army):
            out |= of_group(frame)
    return out | needed_by(p, top, to) if isinstance(top, EventChoice) else out


def guard(p: Play, voyage: Voyage) -> Mask:
    """The Minor General off map who has to take over those left on the shore, as a bit mask."""
    spare = spare_minor(p, voyage.seat) if needs_guard(p, voyage) else -1
    return 1 << spare if spare >= 0 else 0


def of_group(group: Army) -> int:
    return group.generals | 1 << group.minor if group.minor >= 0 else group.generals


def needed_by(p: Play, choice: EventChoice, to: int) -> int:
    """Bit mask of the Minor Generals on the map without whom the event could not go on as it was begun."""
    mask = 0
    for general in minors_of(p, choice.seat):
        if p.state.generals[general] >= 0:
            without = p.state.copy()
            moves.put_general(without, GeneralId(general), LocationId(to))
            if not choice.stands(Play(p.material, without)):
                mask |= 1 << general
    return mask


def why_staying(p: Play, general: GeneralId) -> Refusal:
    who = (("general", "general", general),)
    group = army(p)
    if group is not None and of_group(group) >> general & 1:
        return Refusal("9.1.3", "refusal.finish_this_activation", who)
    return Refusal("7.1.C.2", "refusal.stays_while_resolved", who)


def perils(p: Play, ask: Ask) -> tuple[int, ...]:
    """7.2.A.1: the actions that take from CUs the Minor General who shows whose they are."""
    kind = type(p.state.agenda[-1])
    if kind is Putting:
        return tuple([a for a in ask.actions if minor_generals.is_needed(p, general_in(a))])
    offered = ask.actions if kind is NobodyActivated else ask.further
    return tuple(
        [a for a in offered if a >> SHIFT == Verb.REMOVE_GENERAL and minor_generals.is_needed(p, general_in(a))]
    )
