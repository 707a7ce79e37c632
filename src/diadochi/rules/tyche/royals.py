"""Cards about the royal family: 1, 25, 27, 29 to 32, 36."""

from typing import Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import SEATS, ActionCode, CardId, GeneralId, LocationId, RoyalId, SeatId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, general_in, royal_in, space_in
from diadochi.model.pieces import FEMALES, Royal
from diadochi.model.state import BOX, INDEPENDENT, NOBODY, numbered
from diadochi.model.verbs import Verb
from diadochi.rules import reinforcements, royals, scoring, troops
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.group import cart_may_leave
from diadochi.rules.tyche.conventions import (
    at_candidates,
    bring_minor,
    check_minor,
    forces_of,
    minor_candidates,
    out_of_reach,
    place_cus,
    reaching,
    spaces_within,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, impossible, picked


def pick_royal(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else [code(Verb.CHOOSE_ROYAL, r) for r in range(len(p.pieces.royals))]


def not_on_map(royal: RoyalId) -> Refusal:
    return Refusal(RULE, "refusal.royal_not_on_map", (("royal", "royal", royal),))


# Drink the Hemlock


def check_hemlock(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    """8.5.1: the space counts, not the location."""
    if action >> SHIFT != Verb.CHOOSE_ROYAL:
        return NOT_ASKED
    royal = royal_in(action)
    who = (("royal", "royal", royal),)
    if royal == Royal.FUNERAL_CART:
        return Refusal("8.5.1", "refusal.cart_is_dead", who)
    at = p.state.royals[royal]
    if at < 0:
        return not_on_map(royal)
    if not is_within_reach(p, seat, card, p.space(at)):
        with_pcs = p.cards[card].params.with_pcs
        return Refusal("8.5.1", "refusal.no_piece_with_royal" if with_pcs else "refusal.no_cu_with_royal", who)
    return check_walls(p, seat, card, royal)


def is_within_reach(p: Play, seat: SeatId, card: CardId, space: SpaceId) -> bool:
    """Own CUs are in the space, or what else the card is content with."""
    params = p.cards[card].params
    if troops.has_cu_in_space(p, space, seat) or (params.with_pcs and p.state.pcs[space] == seat):
        return True
    return params.with_generals and bool(reinforcements.own_generals(p, space, seat))


def check_walls(p: Play, seat: SeatId, card: CardId, royal: RoyalId) -> Refusal | None:
    """Walls between the player's pieces and the royal, where the card minds them."""
    params, at = p.cards[card].params, p.state.royals[royal]
    who, own = (("royal", "royal", royal),), p.state.pcs[p.space(at)] == seat
    if params.not_in_enemy_city and p.is_inside(at) and not own:
        return Refusal("8.5.1", "refusal.royal_in_enemy_city", who)
    if params.not_before_own_city and not p.is_inside(at) and own and troops.is_besieged(p, p.space(at)):
        return Refusal("8.5.1", "refusal.royal_before_your_city", who)
    return None


def drink_the_hemlock(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    royal = royal_in(picks[0])
    owner = p.state.royal_owner[royal]
    p.note(
        "hemlock" if owner == NOBODY else "hemlock_of",
        "8.5.1",
        (
            ("who", "faction", seat),
            ("royal", "royal", royal),
            ("space", "space", p.space(p.state.royals[royal])),
            ("owner", "faction", owner),
        ),
    )
    scoring.kill_royal(p, royal)
    for i, (bride, _) in enumerate(royals.PROPOSALS):
        if bride == royal:
            royals.lapse_proposal(p, i, "8.5.3")


# Treachery


def pick_treachery(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return pick_royal(p, seat, card, picks)
    if len(picks) > 1:
        return None
    return at_candidates(captors(p, seat, card, royal_in(picks[0])))


def captors(p: Play, seat: SeatId, card: CardId, royal: RoyalId) -> list[LocationId]:
    """The Armies that can seize the piece."""
    return reaching(p, seat, card, p.space(p.state.royals[royal]))


def check_treachery(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    if not picks and verb == Verb.CHOOSE_ROYAL:
        return check_prey(p, seat, card, royal_in(action))
    if not picks or verb != Verb.AT:
        return NOT_ASKED
    if operand in captors(p, seat, card, royal_in(picks[0])):
        return None
    return Refusal(RULE, "refusal.no_army_in_reach", (("at", "location", operand),))


def check_prey(p: Play, seat: SeatId, card: CardId, royal: RoyalId) -> Refusal | None:
    s = p.state
    who = (("royal", "royal", royal),)
    if royal in FEMALES:
        return Refusal(RULE, "refusal.female_is_loyal", who)
    at = s.royals[royal]
    if at < 0:
        return not_on_map(royal)
    if s.royal_owner[royal] in (NOBODY, seat):
        return Refusal(RULE, "refusal.no_guardian", who)
    if p.is_inside(at):
        return Refusal(RULE, "refusal.royal_inside", who)
    if royal == Royal.FUNERAL_CART and not cart_may_leave(p):
        return Refusal("8.4.3", "refusal.cart_stays", who)
    return None if captors(p, seat, card, royal) else out_of_reach(p, card, p.space(at))


def treachery(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    s = p.state
    royal, location = picked(picks, 0), picked(picks, 1)
    p.note(
        "treachery",
        RULE,
        (
            ("who", "faction", seat),
            ("royal", "royal", royal),
            ("victim", "faction", s.royal_owner[royal]),
            ("at", "location", location),
        ),
    )
    moves.put_royal(s, RoyalId(royal), LocationId(location))
    moves.give_royal(s, RoyalId(royal), seat)
    s.moved_royals &= ~(1 << royal)


# Plans of Their Own, Philippos Breaks From Guardian


def pick_plans(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return [code(Verb.CHOOSE_ROYAL, r) for r in FEMALES]
    return journey_candidates(p, card, royal_in(picks[0])) if len(picks) == 1 else None


def check_plans(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb = action >> SHIFT
    if not picks and verb == Verb.CHOOSE_ROYAL:
        return check_free_female(p, royal_in(action))
    if picks and verb == Verb.CHOOSE_SPACE:
        return check_journey(p, card, royal_in(picks[0]), space_in(action))
    return NOT_ASKED


def check_free_female(p: Play, royal: RoyalId) -> Refusal | None:
    who = (("royal", "royal", royal),)
    if royal not in FEMALES:
        return Refusal("8.4.1", "refusal.not_a_female", who)
    if p.state.royals[royal] < 0:
        return not_on_map(royal)
    if p.state.royal_owner[royal] != NOBODY:
        return Refusal("8.4.1", "refusal.royal_controlled", who)
    return None


def plans_of_their_own(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    move_royal(p, seat, royal_in(picks[0]), space_in(picks[1]))


def may_break_free(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """On the map, or in his box if the card brings him out of it."""
    at = p.state.royals[p.cards[card].params.royal]
    return None if at >= 0 or comes_from_box(p, card) else impossible(p, card)


def comes_from_box(p: Play, card: CardId) -> bool:
    params = p.cards[card].params
    return params.from_box and p.state.royals[params.royal] == BOX


def pick_philippos(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if comes_from_box(p, card):
        return pick_guardian(p, seat, card, picks)
    return None if picks else journey_candidates(p, card, p.cards[card].params.royal)


def check_philippos(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if comes_from_box(p, card):
        return check_guardian(p, seat, card, picks, action)
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    return check_journey(p, card, p.cards[card].params.royal, space_in(action))


def words_for_philippos(p: Play, card: CardId) -> str:
    return "eurydike_speaks_for_philippos" if comes_from_box(p, card) else p.cards[card].event


def philippos_breaks_from_guardian(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """Who controls him now follows 8.2 and 8.3 in the upkeep."""
    if comes_from_box(p, card):
        eurydike_speaks_for_philippos(p, seat, card, picks)
        return
    move_royal(p, seat, p.cards[card].params.royal, space_in(picks[0]))


def journey_candidates(p: Play, card: CardId, royal: RoyalId) -> list[int]:
    params = p.cards[card].params
    start = p.space(p.state.royals[royal])
    return [code(Verb.CHOOSE_SPACE, i) for i in sorted(spaces_within(p, [start], params.range, params.paths))]


def check_journey(p: Play, card: CardId, royal: RoyalId, space: SpaceId) -> Refusal | None:
    """Nobody stops him or her on the way."""
    who = (("royal", "royal", royal), ("space", "space", space))
    if p.space(p.state.royals[royal]) == space:
        return Refusal(RULE, "refusal.royal_is_there", who)
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal(RULE, "refusal.royal_on_transit_point", who)
    if code(Verb.CHOOSE_SPACE, space) not in journey_candidates(p, card, royal):
        mps = ("number", p.cards[card].params.range)
        return Refusal(
            RULE, "refusal.journey_too_long", (("royal", "royal", royal), ("space", "space", space), ("mps", *mps))
        )
    return None


def move_royal(p: Play, seat: SeatId, royal: RoyalId, space: SpaceId) -> None:
    """The royal arrives outside."""
    old = p.state.royals[royal]
    moves.put_royal(p.state, royal, space)
    p.note(
        "royal_travels",
        RULE,
        (("who", "faction", seat), ("royal", "royal", royal), ("start", "location", old), ("space", "space", space)),
    )


# Eurydike Speaks For Philippos


def is_waiting(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    return None if p.state.royals[p.cards[card].params.royal] == BOX else impossible(p, card)


def pick_guardian(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    return [code(Verb.CHOOSE_GENERAL, g) for g, at in numbered(GeneralId, p.state.generals) if at >= 0]


def check_guardian(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_GENERAL:
        return NOT_ASKED
    general = general_in(action)
    if p.state.generals[general] < 0:
        return Refusal(RULE, "refusal.general_not_on_map", (("general", "general", general),))
    if p.state.owners[general] == INDEPENDENT:
        return Refusal("8.2.1", "refusal.independent_general", (("general", "general", general),))
    return None


def eurydike_speaks_for_philippos(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    s = p.state
    royal, general = p.cards[card].params.royal, picked(picks, 0)
    moves.put_royal(s, royal, s.generals[general])
    moves.give_royal(s, royal, s.owners[general])
    p.note(
        "philippos_enters",
        "8.1.2",
        (
            ("who", "faction", s.owners[general]),
            ("royal", "royal", royal),
            ("general", "general", general),
            ("at", "location", s.generals[general]),
        ),
    )


# Kleopatra and Thessalonike Offer Marriage


def is_marriageable(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    bride = p.cards[card].params.royal
    s = p.state
    return impossible(p, card) if s.royals[bride] < 0 or s.royal_owner[bride] == seat else None


def offer_marriage(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """8.2.6, A47: in force until the end of the Game Turn, and looked at in every upkeep."""
    bride = p.cards[card].params.royal
    for i, (royal, _) in enumerate(royals.PROPOSALS):
        if royal == bride:
            moves.put_proposal(p.state, i, seat)
    p.note("offers_marriage", "8.2.6", (("who", "faction", seat), ("royal", "royal", bride)))


# Olympias


def check_olympias_is_free(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """Alive and uncontrolled, and one of the two parts does something."""
    s = p.state
    royal = p.cards[card].params.royal
    if s.royals[royal] < 0 or s.royal_owner[royal] != NOBODY:
        return impossible(p, card)
    if brings_troops(p, seat, card) or joins(p, seat, card):
        return None
    return impossible(p, card)


def brings_troops(p: Play, seat: SeatId, card: CardId) -> bool:
    """She is in her Province and no enemy CU or General is in her location."""
    params = p.cards[card].params
    at = p.state.royals[params.royal]
    if p.board.spaces[p.space(at)].province not in params.provinces:
        return False
    return not troops.enemy_cu_at(p.state, at, seat) and not p.state.general_factions(at) & ~(1 << seat)


def joins(p: Play, seat: SeatId, card: CardId) -> bool:
    """8.2.5, A46: an own PC or General is there, and no other player's General; or CUs as well (T26.7)."""
    at = p.state.royals[p.cards[card].params.royal]
    here, pc = royals.guardians(p, at), p.state.pcs[p.space(at)]
    if here & ~(1 << seat) or (p.edition.royals_by_cus and pc in SEATS[p.state.players] and pc != seat):
        return False
    return bool(here) or pc == seat


def pick_olympias(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks or not brings_troops(p, seat, card):
        return None
    return minor_candidates(p, seat, p.state.royals[p.cards[card].params.royal])


def check_olympias(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_GENERAL:
        return NOT_ASKED
    return check_minor(p, seat, general_in(action))


def olympias_troops(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    if not brings_troops(p, seat, card):
        return
    location = p.state.royals[p.cards[card].params.royal]
    place_cus(p, seat, location, forces_of(p, card)[0])
    bring_minor(p, seat, location, GeneralId(picked(picks, 0) if picks else -1))


def olympias_joins(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    if not joins(p, seat, card):
        return
    royal = p.cards[card].params.royal
    moves.give_royal(p.state, royal, seat)
    p.note("gains_royal", "8.2.5", (("who", "faction", seat), ("royal", "royal", royal)))


MARRIAGE: Final = CardEvent((offer_marriage,), condition=is_marriageable)

EVENTS.update(
    drink_the_hemlock=CardEvent((drink_the_hemlock,), pick_royal, check_hemlock),
    treachery=CardEvent((treachery,), pick_treachery, check_treachery),
    plans_of_their_own=CardEvent((plans_of_their_own,), pick_plans, check_plans),
    philippos_breaks_from_guardian=CardEvent(
        (philippos_breaks_from_guardian,), pick_philippos, check_philippos, may_break_free, words_for_philippos
    ),
    eurydike_speaks_for_philippos=CardEvent(
        (eurydike_speaks_for_philippos,), pick_guardian, check_guardian, is_waiting
    ),
    kleopatra_offers_marriage=MARRIAGE,
    thessalonike_offers_marriage=MARRIAGE,
    olympias=CardEvent((olympias_troops, olympias_joins), pick_olympias, check_olympias, check_olympias_is_free),
)
