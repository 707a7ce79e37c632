"""Cards that bring a General: 33 Peukestas, 34 Neoptolemos, 35 Kassandros, and the cards of Generals in the deck."""

from typing import Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.cards import CardKind
from diadochi.model.ids import ActionCode, CardId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, general_in, location_in
from diadochi.model.state import NOBODY
from diadochi.model.verbs import Verb
from diadochi.rules import reinforcements
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.troops import enemy_cu_in_space, is_major_city
from diadochi.rules.tyche.conventions import (
    at_candidates,
    bring_minor,
    check_free,
    check_minor,
    check_named,
    forces_of,
    locations_in,
    minor_candidates,
    place_cus,
    replace_pc,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, picked

# A Major General comes


def may_join(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """From a Game Turn on, and while nobody has him (C43)."""
    s, params = p.state, p.cards[card].params
    if s.turn < params.from_turn:
        facts = (("card", "card", card), ("turn", "turn", params.from_turn))
        return Refusal(RULE, "refusal.event_too_early", facts)
    general = params.general
    if general >= 0 and (s.owners[general] != NOBODY or s.dead >> general & 1):
        return Refusal(RULE, "refusal.general_not_set_aside", (("general", "general", general),))
    return None


def pick_major(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return [code(Verb.AS_REINFORCEMENT), *at_candidates(locations_in(p, card))]
    if len(picks) == 1 and picks[0] >> SHIFT == Verb.AT and claimed(p, seat, card, p.space(picked(picks, 0))):
        return [code(Verb.CLAIM), code(Verb.DECLINE)]
    return None


def claimed(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> list[SpaceId]:
    """Where PCs may be put: in the whole Province without enemy CUs, in the space, or nowhere (B22, B52)."""
    if p.cards[card].params.province_pcs:
        members = p.board.members[p.board.spaces[space].province]
        free = [near for near in members if not enemy_cu_in_space(p, near, seat)]
        return [near for near in free if may_claim(p, seat, card, near)]
    if p.cards[card].kind == CardKind.GENERAL:
        return []
    return [space] if may_claim(p, seat, card, space) else []


def may_claim(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> bool:
    """Whether a PC may be put there; Kassandros leaves a Major City's as it is."""
    if p.board.spaces[space].kind == Kind.TRANSIT or p.state.pcs[space] == seat:
        return False
    return p.cards[card].event != "kassandros" or not is_major_city(p, space)


def check_major(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb = action >> SHIFT
    if picks:
        return None if verb in (Verb.CLAIM, Verb.DECLINE) else NOT_ASKED
    if verb == Verb.AS_REINFORCEMENT:
        return None
    return check_arrival(p, seat, card, location_in(action)) if verb == Verb.AT else NOT_ASKED


def check_arrival(p: Play, seat: SeatId, card: CardId, location: LocationId) -> Refusal | None:
    """Any space of the card's Provinces without enemies, whoever's PC is there."""
    refusal = check_named(p, card, location)
    if refusal is not None:
        return refusal
    return check_free(p, seat, location, forces_of(p, card)[0])


def join(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """The General comes into the Faction, with his CUs (A30)."""
    s = p.state
    general = p.cards[card].params.general
    cus = forces_of(p, card)[0]
    moves.give_general(s, general, seat)
    p.note("general_joins", RULE, (("who", "faction", seat), ("general", "general", general)))
    if picks[0] >> SHIFT == Verb.AS_REINFORCEMENT:
        reinforcements.begin(p, seat, cus, (general,), RULE)
        return
    location = location_in(picks[0])
    moves.put_general(s, general, location)
    p.note(
        "general_placed",
        RULE,
        (("who", "faction", seat), ("general", "general", general), ("at", "location", location)),
    )
    place_cus(p, seat, location, cus)
    if picks[-1] >> SHIFT == Verb.CLAIM:
        for space in claimed(p, seat, card, p.space(location)):
            replace_pc(p, seat, space)


# A Minor General comes


def pick_minor(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return at_candidates(locations_in(p, card))
    return minor_candidates(p, seat, location_in(picks[0])) if len(picks) == 1 else None


def check_minors_arrival(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb = action >> SHIFT
    if not picks and verb == Verb.AT:
        return check_arrival(p, seat, card, location_in(action))
    if picks and verb == Verb.CHOOSE_GENERAL:
        return check_minor(p, seat, general_in(action))
    return NOT_ASKED


def satrap(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """CUs with a Minor General, and maybe a PC."""
    location = location_in(picks[0])
    space = p.space(location)
    place_cus(p, seat, location, forces_of(p, card)[0])
    bring_minor(p, seat, location, GeneralId(picked(picks, 1) if len(picks) > 1 else -1))
    if takes_pc(p, seat, card, space):
        replace_pc(p, seat, space)


def takes_pc(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> bool:
    """An enemy PC is replaced; an uncontrolled space stays so, unless the card brings a PC too."""
    if not may_claim(p, seat, card, space):
        return False
    return p.cards[card].params.pc or p.state.pcs[space] != NOBODY


# Peukestas and Kassandros come themselves, or a Minor General for them (B49)


def pick_peukestas(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    pick = pick_major if p.cards[card].params.general >= 0 else pick_minor
    return pick(p, seat, card, picks)


def check_peukestas(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    check = check_major if p.cards[card].params.general >= 0 else check_minors_arrival
    return check(p, seat, card, picks, action)


def peukestas(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    step = join if p.cards[card].params.general >= 0 else satrap
    step(p, seat, card, picks)


def words(p: Play, card: CardId) -> str:
    """Of a General, whoever he is, or of the Minor General who comes for him."""
    facts = p.cards[card]
    if facts.kind == CardKind.GENERAL:
        return "general"
    return facts.event if facts.params.general >= 0 else "minor_general"


PEUKESTAS: Final = CardEvent((peukestas,), pick_peukestas, check_peukestas, may_join, words)
GENERAL: Final = CardEvent((join,), pick_major, check_major, may_join, words)

EVENTS.update(
    peukestas=PEUKESTAS,
    kassandros=PEUKESTAS,
    neoptolemos=CardEvent((satrap,), pick_minor, check_minors_arrival),
    general_eumenes=GENERAL,
    general_seleukos=GENERAL,
    general_lysimachos=GENERAL,
    general_leonnatos=GENERAL,
)
