"""Cards that bring a General: 33 Peukestas, 34 Neoptolemos, 35 Kassandros."""

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import CardId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, general_in, location_in
from diadochi.model.state import NOBODY
from diadochi.model.verbs import Verb
from diadochi.rules import reinforcements
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.troops import is_major_city
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

# Peukestas and Kassandros


def from_turn(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    first = p.cards[card].params.from_turn
    if p.state.turn >= first:
        return None
    return Refusal(RULE, "refusal.event_too_early", (("card", "card", card), ("turn", "turn", first)))


def pick_major(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return [code(Verb.AS_REINFORCEMENT), *at_candidates(locations_in(p, card))]
    if len(picks) == 1 and picks[0] >> SHIFT == Verb.AT and may_claim(p, seat, card, p.space(picked(picks, 0))):
        return [code(Verb.CLAIM), code(Verb.DECLINE)]
    return None


def may_claim(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> bool:
    """Whether a PC may be put there; Kassandros leaves a Major City's as it is."""
    if p.board.spaces[space].kind == Kind.TRANSIT or p.state.pcs[space] == seat:
        return False
    return p.cards[card].event != "kassandros" or not is_major_city(p, space)


def check_major(p: Play, seat: SeatId, card: CardId, picks: Picks, action: int) -> Refusal | None:
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
        replace_pc(p, seat, p.space(location))


# Neoptolemos


def pick_neoptolemos(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return at_candidates(locations_in(p, card))
    return minor_candidates(p, seat, location_in(picks[0])) if len(picks) == 1 else None


def check_neoptolemos(p: Play, seat: SeatId, card: CardId, picks: Picks, action: int) -> Refusal | None:
    verb = action >> SHIFT
    if not picks and verb == Verb.AT:
        return check_arrival(p, seat, card, location_in(action))
    if picks and verb == Verb.CHOOSE_GENERAL:
        return check_minor(p, seat, general_in(action))
    return NOT_ASKED


def neoptolemos(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """An enemy PC is replaced; an uncontrolled space stays so."""
    location = location_in(picks[0])
    space = p.space(location)
    place_cus(p, seat, location, forces_of(p, card)[0])
    bring_minor(p, seat, location, GeneralId(picked(picks, 1) if len(picks) > 1 else -1))
    if p.state.pcs[space] not in (NOBODY, seat):
        replace_pc(p, seat, space)


EVENTS.update(
    peukestas=CardEvent((join,), pick_major, check_major, from_turn),
    kassandros=CardEvent((join,), pick_major, check_major),
    neoptolemos=CardEvent((neoptolemos,), pick_neoptolemos, check_neoptolemos),
)
