"""7.1.C.2, 7.2.F.17, A35: what may be done besides what is asked, in the decisions of one's own turn.

It is offered with the question and never asked for: it is nothing that is left to do, and a question with a single
answer of its own is answered at once.
"""

from diadochi.model.notation import MASK, SHIFT, Verb
from diadochi.model.state import NO_SEGMENT
from diadochi.rules import lading, minor_generals, own_turn
from diadochi.rules.activation import Activations, ActivationSegment
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.battle import Battle
from diadochi.rules.burial import Burial
from diadochi.rules.command import minors_of
from diadochi.rules.forage import ForageSegment
from diadochi.rules.group import Army, army, spare_minor
from diadochi.rules.independents import IndependentMove, IndependentMoves
from diadochi.rules.march import Procedure
from diadochi.rules.minor_generals import Putting
from diadochi.rules.operations import FleetRetrieval, FleetUpgrade, PlacingPCs, Recruiting, Training
from diadochi.rules.own_turn import NobodyActivated
from diadochi.rules.reinforcements import Reinforcements
from diadochi.rules.siege import Siege
from diadochi.rules.strategy import TycheSegment
from diadochi.rules.surrender import SurrenderSegment
from diadochi.rules.tyche.event import EventChoice
from diadochi.rules.tyche.unrest import Unrest
from diadochi.rules.voyage import Voyage
from diadochi.rules.windows import Priority, Surprise

CALM = frozenset((SurrenderSegment, TycheSegment, ActivationSegment, Activations, NobodyActivated))
"""Nothing is under way but the Segment."""
STEPS = frozenset(
    (Army, PlacingPCs, Training, FleetUpgrade, FleetRetrieval, Recruiting, Reinforcements, ForageSegment)
)
RESOLVING = frozenset((EventChoice, Unrest, IndependentMoves, IndependentMove, Burial))
"""Whoever it counts with stays where he is."""
MOVING = frozenset((Army, Activations, NobodyActivated))
OPEN = CALM | STEPS | RESOLVING | {Voyage}
UNDER_WAY = frozenset((Procedure, Battle, Siege, Priority, Surprise))
"""While others may react, and until everybody has."""
CLOSED = -1


def offers(p: Play, ask: Ask) -> tuple[int, ...]:
    """What may be done besides; what the question itself offers is left out."""
    if ask.seat != p.state.active:
        return ()
    staying = who_stays(p)
    if staying == CLOSED:
        return ()
    kind = type(p.state.agenda[-1])
    found = own_turn.offers(p, ask.seat, staying, disbanding=kind in CALM)
    if kind is NobodyActivated or kind is Army:
        return tuple([a for a in found if a not in ask.actions])
    return tuple(found)


def check(p: Play, action: int) -> Refusal | None:
    """Why an action may not be done besides what is asked; NOT_ASKED if nothing may."""
    s = p.state
    staying = who_stays(p)
    if staying == CLOSED:
        return NOT_ASKED
    verb, general = action >> SHIFT, action & MASK
    if verb == Verb.REMOVE_GENERAL and staying >> general & 1 and not minor_generals.placed(p) >> general & 1:
        return why_staying(p, general)
    return own_turn.check(p, s.active, action, staying, disbanding=type(s.agenda[-1]) in CALM)


def take(p: Play, action: int) -> None:
    own_turn.take(p, p.state.active, action, who_stays(p))


def who_stays(p: Play) -> int:
    """Bit mask of the Minor Generals who may not be placed, repositioned or removed now.

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
    moves = False
    for frame in reversed(s.agenda):
        kind = type(frame)
        if kind in UNDER_WAY:
            return CLOSED
        if kind in MOVING:
            moves = True
            if isinstance(frame, Army):
                out |= of_group(frame)
        elif kind in RESOLVING and not moves:
            out |= on_map(p, s.active)
    return out


def guard(p: Play, voyage: Voyage) -> int:
    """The Minor General off map who has to take over those left on the shore, as a bit mask."""
    spare = spare_minor(p, voyage.seat) if lading.needs_guard(p, voyage) else -1
    return 1 << spare if spare >= 0 else 0


def of_group(group: Army) -> int:
    return group.generals | 1 << group.minor if group.minor >= 0 else group.generals


def on_map(p: Play, seat: int) -> int:
    """Bit mask of a player's Minor Generals on the map."""
    generals = p.state.generals
    return sum([1 << g for g in minors_of(p, seat) if generals[g] >= 0])


def why_staying(p: Play, general: int) -> Refusal:
    who = args(general=("general", general))
    group = army(p)
    if group is not None and of_group(group) >> general & 1:
        return Refusal("9.1.3", "refusal.finish_this_activation", who)
    return Refusal("7.1.C.2", "refusal.stays_while_resolved", who)


def perils(p: Play, ask: Ask) -> tuple[int, ...]:
    """7.2.A.1: the actions that take from CUs the Minor General who shows whose they are."""
    kind = type(p.state.agenda[-1])
    if kind is Putting:
        return tuple([a for a in ask.actions if minor_generals.is_needed(p, a & MASK)])
    offered = ask.actions if kind is NobodyActivated else ask.further
    return tuple([a for a in offered if a >> SHIFT == Verb.REMOVE_GENERAL and minor_generals.is_needed(p, a & MASK)])
