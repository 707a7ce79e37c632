"""Cards that bring troops: 5 to 8, 12, 13, 26, 37 to 40, 47A."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import ActionCode, CardId, LocationId, SeatId, SpaceId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, location_in, unit_in
from diadochi.model.pieces import Forces
from diadochi.model.state import NO_SPACE, numbered
from diadochi.model.verbs import Verb
from diadochi.rules import deck, reinforcements
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.troops import is_major_city, unit_actions
from diadochi.rules.tyche.conventions import (
    armies,
    at_candidates,
    check_free,
    check_inside,
    check_named,
    forces_of,
    place_cus,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, can_go_on, picked

# Which of several troops


def is_choice(p: Play, card: CardId) -> bool:
    return len(forces_of(p, card)) > 1


def type_candidates(p: Play, card: CardId) -> list[int]:
    return [a for cus in forces_of(p, card) for a in unit_actions(Verb.CHOOSE_UNITS, cus)]


def check_type(p: Play, card: CardId, unit: UnitId) -> Refusal | None:
    if code(Verb.CHOOSE_UNITS, unit) in type_candidates(p, card):
        return None
    return Refusal(RULE, "refusal.not_these_troops", (("card", "card", card),))


def chosen(p: Play, card: CardId, picks: Picks, space: SpaceId = NO_SPACE) -> Forces:
    options = forces_of(p, card, space)
    if not is_choice(p, card):
        return options[0]
    return next(cus for cus in options if cus[picked(picks, 0)])


# Troops in one space of the card's Provinces


def pick_troops(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    choice = is_choice(p, card)
    if choice and not picks:
        return type_candidates(p, card)
    if len(picks) > choice:
        return None
    return at_candidates(own_locations(p, seat, card))


def own_locations(p: Play, seat: SeatId, card: CardId) -> list[LocationId]:
    """The land locations that a player controls in the card's Provinces."""
    pcs, members = p.state.pcs, p.board.members
    spaces = [i for province in p.cards[card].params.provinces for i in members[province] if pcs[i] == seat]
    return [*spaces, *(p.inside(i) for i in spaces if is_major_city(p, i))]


def check_troops(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    if is_choice(p, card) and not picks:
        if verb != Verb.CHOOSE_UNITS:
            return NOT_ASKED
        refusal = check_type(p, card, unit_in(action))
        if refusal is None and not can_go_on(p, seat, card, (action,)):
            return Refusal(RULE, "refusal.no_room_for_troops", (("card", "card", card),))
        return refusal
    if verb != Verb.AT:
        return NOT_ASKED
    return check_place(p, seat, card, location_in(action), chosen(p, card, picks, p.space(operand)))


def check_place(p: Play, seat: SeatId, card: CardId, location: LocationId, cus: Forces) -> Refusal | None:
    """Convention placing_troops."""
    refusal = check_named(p, card, location)
    if refusal is not None:
        return refusal
    space = p.space(location)
    if p.state.pcs[space] != seat:
        return Refusal(RULE, "refusal.not_your_space", (("space", "space", space),))
    return check_free(p, seat, location, cus)


def place_troops(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    location = picks[-1] & MASK
    place_cus(p, seat, LocationId(location), chosen(p, card, picks, p.space(location)))


def persian_support(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """The lasting part: L (3.6) and the Reinforcements Phases to come."""
    params = p.cards[card].params
    moves.give_persian_support(p.state, seat)
    p.note(
        "persian_support",
        RULE,
        (
            ("who", "faction", seat),
            ("legitimacy", "number", params.legitimacy),
            ("cus", "forces", params.forces_each_turn),
        ),
    )


# Macedonian Reinforcements


def pick_reinforcement(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return type_candidates(p, card) if is_choice(p, card) and not picks else None


def check_reinforcement(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_UNITS or not is_choice(p, card) or picks:
        return NOT_ASKED
    return check_type(p, card, unit_in(action))


def macedonian_reinforcements(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    reinforcements.begin(p, seat, chosen(p, card, picks), (), RULE)


# Silver Shields

DESERTING_SILVER_SHIELDS: Final = "47B"


def pick_army(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else at_candidates(armies(p, seat))


def check_army(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    location = location_in(action)
    if action >> SHIFT != Verb.AT or picks:
        return NOT_ASKED
    if location not in armies(p, seat):
        return Refusal(RULE, "refusal.no_army_of_yours", (("at", "location", location),))
    return check_inside(p, seat, location, p.cards[card].params.forces[0])


def are_waiting(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """7.2.D.1: they come once only."""
    if p.state.flipped >> card & 1:
        return Refusal("7.2.D.4", "refusal.silver_shields_lost", (("card", "card", card),))
    return None


def silver_shields(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """7.2.D.1: the card is a Surprise card from now on, or 47B takes the place of 47A on the discard pile."""
    s = p.state
    place_cus(p, seat, location_in(picks[0]), p.cards[card].params.forces[0])
    if p.cards[card].flips:
        s.flipped |= 1 << card
        p.note("silver_shields_flip", "7.2.D.2", (("card", "card", card),))
        return
    other = next(i for i, c in numbered(CardId, p.cards) if c.number == DESERTING_SILVER_SHIELDS)
    s.aside &= ~(1 << other)
    deck.put_on_discards(s, other)
    p.note("silver_shields_card", "7.2.D.1", (("card", "card", other),))


TROOPS: Final = CardEvent((place_troops,), pick_troops, check_troops)

EVENTS.update(
    greek_mercenaries=TROOPS,
    thracian_mercenaries=TROOPS,
    cappadocian_mercenaries=TROOPS,
    cretan_archers=TROOPS,
    indian_elephants=TROOPS,
    egyptian_military_colonists=TROOPS,
    persian_popular_support=CardEvent((place_troops, persian_support), pick_troops, check_troops),
    macedonian_reinforcements=CardEvent((macedonian_reinforcements,), pick_reinforcement, check_reinforcement),
    silver_shields=CardEvent((silver_shields,), pick_army, check_army, are_waiting),
)
