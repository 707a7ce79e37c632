"""Cards that activate Armies and Generals in the Tyche Segment: 11, 16 and 44, 41 to 43."""

from diadochi.model import moves
from diadochi.model.ids import ActionCode, CardId, SeatId
from diadochi.model.notation import SHIFT, code, space_in
from diadochi.model.state import NOBODY
from diadochi.model.verbs import Verb
from diadochi.rules import activation, fleets, reinforcements, troops
from diadochi.rules.agenda import NOT_ASKED, Play, Refusal
from diadochi.rules.tyche.conventions import armies
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, impossible, picked

# Major Campaign


def pieces_of(p: Play, seat: SeatId) -> list[int]:
    """The locations of Generals, and of CUs to which a Minor General can be put (7.1.C.2)."""
    s = p.state
    generals = [s.generals[g] for g in troops.player_generals_on_map(s, seat)]
    return [*generals, *troops.locations_of(s, seat)]


def has_pieces(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    return None if pieces_of(p, seat) else impossible(p, card)


def major_campaign(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """One activation completely after the other (6.2.B1.4)."""
    params = p.cards[card].params
    activation.begin(p, seat, params.mps, params.activations)


# The Pontic Fleet


def can_use_pontic_fleet(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """A Fleet of its own that the player does not have yet, or pieces on its waters."""
    fleet = p.cards[card].params.fleet
    if fleet >= 0:
        yours = (("fleet", "fleet", fleet),)
        return Refusal("7.4.7", "refusal.your_fleet", yours) if p.state.fleet_owner[fleet] == seat else None
    waters = p.cards[card].params.waters
    if any(p.board.spaces[p.space(at)].waters in waters for at in pieces_of(p, seat)):
        return None
    return impossible(p, card)


def pontic_fleet(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """7.4.7: a Fleet; or MPs for one Naval Movement between ports on these waters, and for nothing else."""
    params = p.cards[card].params
    if params.fleet >= 0:
        fleets.give_fleet(p, params.fleet, seat, "7.4.7")
        return
    activation.begin(p, seat, params.mps, 1, params.waters)


# Treasure City Looted


def pick_treasure(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else [code(Verb.CHOOSE_SPACE, i) for i in p.cards[card].params.spaces]


def check_treasure(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    s = p.state
    space = space_in(action)
    where = (("space", "space", space),)
    if space not in p.cards[card].params.spaces:
        return Refusal(RULE, "refusal.no_treasure", where)
    if s.looted >> space & 1:
        return Refusal(RULE, "refusal.already_looted", where)
    if s.pcs[space] == seat or (s.pcs[space] == NOBODY and space in armies(p, seat)):
        return None
    return Refusal(RULE, "refusal.treasure_not_yours", where)


def loot(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    space = picked(picks, 0)
    moves.loot(p.state, 1 << space)
    p.note("looted", RULE, (("who", "faction", seat), ("space", "space", space)))
    reinforcements.begin(p, seat, p.cards[card].params.forces[0], (), RULE)


def spend_the_treasure(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    activation.begin(p, seat, p.cards[card].params.mps, 1)


EVENTS.update(
    major_campaign=CardEvent((major_campaign,), condition=has_pieces),
    pontic_fleet=CardEvent((pontic_fleet,), condition=can_use_pontic_fleet),
    treasure_city_looted=CardEvent((loot, spend_the_treasure), pick_treasure, check_treasure),
)
