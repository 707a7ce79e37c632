"""Chapter 6: the Player Turn with its four Segments, and the Tyche Segment."""

from typing import Final

from diadochi.model import moves
from diadochi.model.cards import CardKind, Window
from diadochi.model.ids import NO_CARD, ActionCode, CardId, GeneralId, Mask, SeatId
from diadochi.model.notation import SHIFT, card_in, code
from diadochi.model.options import Option
from diadochi.model.pieces import Royal
from diadochi.model.state import (
    ACTIVATION,
    FACTIONS,
    FORAGE,
    NO_SEGMENT,
    NOBODY,
    SCORE_DUE,
    SURRENDER,
    TYCHE,
    State,
    cards_in,
)
from diadochi.model.verbs import Verb
from diadochi.rules import (
    activation,
    burial,
    deck,
    forage,
    operations,
    options,
    procedures,
    reinforcements,
    royals,
    scoring,
    surrender,
    troops,
    tyche,
    windows,
)
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.upkeep import upkeep

# 6.0 The Player Turn


def begin_player_turn(p: Play, seat: SeatId) -> None:
    p.push(PlayerTurn(seat))


START: Final = 0
SURRENDERING: Final = 1
CARD: Final = 2
MOVES: Final = 3
FORAGING: Final = 4
FORAGED: Final = 5
BURYING: Final = 6
END: Final = 7


class PlayerTurn(Frame):
    """5.4.1: Surrender, Tyche, Activation, Forage.

    `present`: bit mask of the Generals on the map since the Segment began (5.2.10).
    """

    def __init__(self, seat: SeatId, stage: int = START, present: Mask = 0) -> None:
        self.seat = seat
        self.stage = stage
        self.present = present

    def copy(self) -> "PlayerTurn":
        return PlayerTurn(self.seat, self.stage, self.present)

    def told_of_departure(self, p: Play, general: GeneralId) -> None:
        p.become(self, self.but(present=self.present & ~(1 << general)))

    def step(self, p: Play) -> Ask | None:
        seat = self.seat
        if self.stage == START:
            p.state.spent = 0
            p.state.active = seat
            p.note("player_turn", "5.4.1", (("who", "faction", seat),))
            self.begin(p, SURRENDER, SURRENDERING)
            options.finish_construction(p, seat)
            windows.begin(p, Window.ANY_TIME)
        elif self.stage == SURRENDERING:
            self.go_to(p, CARD)
            burial.offer_after(p, seat, "own_surrender")
            p.push(surrender.SurrenderSegment(seat, surrender.REMOVE))
        elif self.stage == CARD:
            self.begin(p, TYCHE, MOVES)
            burial.offer_after(p, seat, "own_tyche")
            p.push(TycheSegment(seat, own_pcs(p.state, seat)))
        elif self.stage == MOVES:
            self.begin(p, ACTIVATION, FORAGING)
            burial.offer_after(p, seat, "own_activation")
            activation.begin_segment(p, seat)
        elif self.stage == FORAGING:
            self.begin(p, FORAGE, FORAGED)
            windows.begin(p, Window.ANY_TIME, (seat,))
        elif self.stage == FORAGED:
            self.go_to(p, BURYING)
            p.push(forage.ForageSegment(seat))
        elif self.stage == BURYING:
            self.go_to(p, END)
            burial.offer(p, seat, "own_forage")
        else:
            upkeep(p)
            reset_segment(p.state, NO_SEGMENT)
            p.state.active = NOBODY
            p.pop()
        return None

    def begin(self, p: Play, segment: int, stage: int) -> None:
        """Close the Segment before with the upkeep of A101 and open the next."""
        upkeep(p)
        reset_segment(p.state, segment)
        p.note(SEGMENT_NOTE[segment], SEGMENT_RULE[segment], (("who", "faction", self.seat),))
        p.replace(PlayerTurn(self.seat, stage, reinforcements.on_map(p)))

    def go_to(self, p: Play, stage: int) -> None:
        p.replace(PlayerTurn(self.seat, stage, self.present))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("the Player Turn asks nothing itself")


SEGMENT_NOTE: Final = ("surrender_segment", "tyche_segment", "activation_segment", "forage_segment")
SEGMENT_RULE: Final = ("6.1.1", "6.2.1", "6.3.1", "6.4.1")


def reset_segment(s: State, segment: int) -> None:
    """What lasts for one Segment is forgotten."""
    s.segment = segment
    s.moved_cus = {}
    s.moved_generals = 0
    s.moved_royals = 0
    s.naval_mover = 0
    s.naval_cus = 0
    s.naval_declared = 0
    s.sieges = {}
    s.fought = 0
    moves.end_oratory(s)


def own_pcs(s: State, seat: SeatId) -> int:
    """Bit mask of the spaces with a PC of the player."""
    mask = 0
    for space, owner in enumerate(s.pcs):
        if owner == seat:
            mask |= 1 << space
    return mask


# 6.2 Tyche Segment

CHOOSE: Final = 0
RESOLVED: Final = 1
OPERATIONS: Final = 2
PLAYED: Final = 3
OPS_SPENT: Final = 4
OPERATION_VERBS: Final = (Verb.FORCE_MARCH, Verb.PLACE_PCS, Verb.TRAIN, Verb.SPEND_NOTHING)
OPTION_VERBS: Final = (Verb.FREE_CART, Verb.RETRIEVE)
USE_NOTE: Final = {
    Verb.EVENT: ("plays_event", "6.2.A.1"),
    Verb.FORCE_MARCH: ("plays_force_march", "6.2.B1.1"),
    Verb.PLACE_PCS: ("plays_place_pcs", "6.2.B2.1"),
    Verb.TRAIN: ("plays_train", "6.2.B3.1"),
    Verb.SPEND_NOTHING: ("plays_for_nothing", "6.2.1"),
    Verb.UPGRADE: ("plays_upgrade", "6.2.C.1"),
    Verb.RECRUIT: ("plays_recruit", "6.2.D.1"),
    Verb.FREE_CART: ("plays_free_cart", "16.3.1"),
    Verb.RETRIEVE: ("plays_retrieve", "16.10.2"),
}
DISCARD_NOTE: Final = ("discards_card", "T7.7.1")
"""Where a card may be discarded, using it for nothing is that."""
FREE_CART_OPS: Final = 4


class TycheSegment(Frame):
    """6.2.1: one Event or Bonus card, one option.

    `origins`: bit mask of the spaces with a PC of the player when the Segment began (6.2.B2.2). While its event
    is resolved the card lies aside.
    """

    def __init__(self, seat: SeatId, origins: Mask, stage: int = CHOOSE, card: CardId = NO_CARD) -> None:
        self.seat = seat
        self.origins = origins
        self.stage = stage
        self.card = card

    def copy(self) -> "TycheSegment":
        return TycheSegment(self.seat, self.origins, self.stage, self.card)

    def step(self, p: Play) -> Ask | None:
        if self.stage == CHOOSE and p.state.hands[self.seat]:
            return Ask(self.seat, "prompt.choose_card", "6.2.1", self.uses(p), hidden=True)
        if self.stage == RESOLVED:
            put_away(p, self.seat, self.card)
            upkeep(p)
            bonus = p.cards[self.card].kind == CardKind.BONUS and p.edition.bonus_order[0] == "event"
            p.replace(self.but(stage=OPERATIONS if bonus else PLAYED))
            return None
        if self.stage == OPS_SPENT:
            upkeep(p)
            return None if p.state.result else self.ask_event(p)
        if self.stage == OPERATIONS:
            actions = offers(p, self, [code(verb, self.card) for verb in OPERATION_VERBS])
            return Ask(self.seat, "prompt.bonus_ops", "6.2.4", actions, (("card", "card", self.card),))
        upkeep(p)
        p.pop()
        return None

    def ask_event(self, p: Play) -> Ask:
        """6.2.4, 6.2.5: where the OPs of a Bonus card come first, its event follows or is left out."""
        actions = offers(p, self, [code(Verb.EVENT, self.card), code(Verb.PASS)])
        return Ask(self.seat, "prompt.bonus_event", "6.2.5", actions, (("card", "card", self.card),))

    def uses(self, p: Play) -> list[int]:
        """Whatever may be done with the hand; what OPs may be spent on is the same for every card (6.2.B.1)."""
        seat = self.seat
        cards = cards_in(p.state.hands[seat] & ~deck.surprise_cards(p))
        spend = [verb for verb in OPERATION_VERBS if check_operation(p, seat, verb, self.origins) is None]
        paid = self.paid_uses(p) if cards else []
        out: list[int] = []
        for card in cards:
            if tyche.condition(p, seat, card) is None:
                out.append(code(Verb.EVENT, card))
            bound = is_bound(p, card)
            for verb in spend:
                if not bound or check_use(p, seat, verb, card, self.origins) is None:
                    out.append(code(verb, card))
            for verb, ops in paid:
                if p.cards[card].ops >= ops and (not bound or check_bound(p, seat, verb, card) is None):
                    out.append(code(verb, card))
            if p.state.options:
                out += offers(p, self, [code(verb, card) for verb in OPTION_VERBS])
        surprises = windows.own_candidates(p, seat)
        return out + offers(p, self, surprises) if surprises else out

    def paid_uses(self, p: Play) -> list[tuple[int, int]]:
        """6.2.C, 6.2.D: what a card may be used for that has so many OPs."""
        out = []
        if operations.can_upgrade(p, self.seat):
            out.append((Verb.UPGRADE, p.edition.upgrade_ops))
        if operations.check_recruiting(p, self.seat) is None:
            out.append((Verb.RECRUIT, p.edition.recruit_ops))
        return out

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, card = action >> SHIFT, card_in(action)
        if verb == Verb.PASS and self.stage == OPS_SPENT:
            return check_leaving_out(p, self.seat, self.card)
        if verb not in USE_NOTE:
            if self.stage == CHOOSE and verb in (Verb.SURPRISE, Verb.DISCARD):
                return windows.check(p, self.seat, action)
            return NOT_ASKED
        if self.stage == CHOOSE:
            return check_use(p, self.seat, verb, card, self.origins)
        if self.stage == OPS_SPENT and verb == Verb.EVENT and card == self.card:
            return tyche.condition(p, self.seat, card)
        if card != self.card:
            return Refusal("6.2.1", "refusal.one_card_only", (("card", "card", self.card),))
        if self.stage == OPS_SPENT:
            return Refusal("6.2.4", "refusal.only_event_left", (("card", "card", self.card),))
        if verb not in OPERATION_VERBS:
            return Refusal("6.2.4", "refusal.only_ops_left", (("card", "card", self.card),))
        return check_operation(p, self.seat, verb, self.origins)

    def take(self, p: Play, action: ActionCode) -> None:
        verb, card = action >> SHIFT, card_in(action)
        if verb in (Verb.SURPRISE, Verb.DISCARD):
            windows.take(p, self.seat, action)
            return
        if verb == Verb.PASS:
            p.state.aside &= ~(1 << self.card)
            deck.put_on_discards(p.state, self.card)
            p.replace(self.but(stage=PLAYED))
            return
        discards = verb == Verb.SPEND_NOTHING and p.edition.may_discard
        key, rule = DISCARD_NOTE if discards else USE_NOTE[verb]
        p.note(key, rule, (("who", "faction", self.seat), ("card", "card", card), ("ops", "number", p.cards[card].ops)))
        p.replace(self.but(stage=stage_after(p, verb, card), card=card))
        if self.stage == CHOOSE:
            self.lay_open(p, verb, card)
        if not p.state.result:
            begin_use(p, self.seat, verb, card, self.origins)

    def lay_open(self, p: Play, verb: int, card: CardId) -> None:
        """A card lies aside while its event is resolved; what any use of it causes comes first (6.2.A.2)."""
        s = p.state
        deck.show(s, self.seat, card)
        if verb == Verb.EVENT or event_follows(p, verb, card):
            s.aside |= 1 << card
        else:
            deck.put_on_discards(s, card)
        tyche.used(p, card, event=verb == Verb.EVENT)
        if s.board_dirty & SCORE_DUE:
            scoring.rescore(p)


def event_follows(p: Play, verb: int, card: CardId) -> bool:
    """6.2.4: whether the event of a Bonus card comes after the OPs."""
    spends = verb in OPERATION_VERBS and verb != Verb.SPEND_NOTHING
    return spends and p.cards[card].kind == CardKind.BONUS and p.edition.bonus_order[0] == "ops"


def stage_after(p: Play, verb: int, card: CardId) -> int:
    if verb == Verb.EVENT:
        return RESOLVED
    return OPS_SPENT if event_follows(p, verb, card) else PLAYED


def begin_use(p: Play, seat: SeatId, verb: int, card: CardId, origins: Mask) -> None:
    """Carry out what the card is used for."""
    ops = p.cards[card].ops
    if verb == Verb.EVENT:
        tyche.begin(p, seat, card)
    elif verb == Verb.FORCE_MARCH:
        activation.begin_force_march(p, seat, ops)
    elif verb == Verb.PLACE_PCS:
        operations.begin_place_pcs(p, seat, ops, origins)
    elif verb == Verb.TRAIN:
        operations.begin_training(p, seat, ops)
    elif verb == Verb.UPGRADE:
        operations.begin_upgrade(p, seat)
    elif verb == Verb.RECRUIT:
        operations.begin_recruit(p, seat)
    elif verb == Verb.RETRIEVE:
        operations.begin_retrieve(p, seat)
    elif verb == Verb.FREE_CART:
        moves.free_cart(p.state)


def put_away(p: Play, seat: SeatId, card: CardId) -> None:
    """6.2.11, 6.2.12: after its event a card is discarded, leaves the game or stays in front of its player."""
    s = p.state
    s.aside &= ~(1 << card)
    c = p.cards[card]
    if c.remove_after_event:
        deck.put_out_of_the_game(s, card)
        p.note("card_removed", "6.2.11", (("card", "card", card),))
    elif c.leaves_deck:
        deck.put_out_of_the_game(s, card)
        p.note("card_stays", "T8.5.2", (("who", "faction", seat), ("card", "card", card)))
    elif c.kept_in_front and is_proposal_open(p, seat, card):
        deck.put_in_front(s, seat, card)
    else:
        deck.put_on_discards(s, card)


def is_proposal_open(p: Play, seat: SeatId, card: CardId) -> bool:
    number = p.cards[card].number
    return any(p.state.proposals[i] == seat for i, (_, n) in enumerate(royals.PROPOSALS) if n == number)


def check_use(p: Play, seat: SeatId, verb: int, card: CardId, origins: Mask) -> Refusal | None:
    """Why a card of the hand may not be used for this."""
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", (("card", "card", card),))
    if deck.surprise_cards(p) >> card & 1:
        return Refusal("6.2.9", "refusal.surprise_card", (("card", "card", card), ("when", *windows.when(p, card))))
    if verb == Verb.EVENT:
        return tyche.condition(p, seat, card)
    refusal = check_bound(p, seat, verb, card)
    if refusal is not None:
        return refusal
    if verb == Verb.UPGRADE:
        return check_upgrade_card(p, seat, card)
    if verb == Verb.RECRUIT:
        return check_recruit_card(p, seat, card)
    if verb == Verb.FREE_CART:
        return check_free_cart(p, seat, card)
    if verb == Verb.RETRIEVE:
        return check_retrieve_card(p, seat)
    return check_operation(p, seat, verb, origins)


def is_bound(p: Play, card: CardId) -> bool:
    """Whether a card may not be used for whatever one likes."""
    return p.cards[card].must_be_played or p.cards[card].kind == CardKind.GENERAL


def check_bound(p: Play, seat: SeatId, verb: int, card: CardId) -> Refusal | None:
    """A General's card has no OPs (B21); one that must be played keeps its event, if that is possible (B14, C22)."""
    c = p.cards[card]
    if c.kind == CardKind.GENERAL:
        return (
            None
            if verb in (Verb.SPEND_NOTHING, Verb.RETRIEVE)
            else Refusal("T8.5.1", "refusal.no_ops", (("card", "card", card),))
        )
    if not c.must_be_played or event_follows(p, verb, card):
        return None
    if verb == Verb.SPEND_NOTHING and tyche.condition(p, seat, card) is not None:
        return None
    return Refusal("T7.2.3", "refusal.must_be_played", (("card", "card", card),))


def check_leaving_out(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """6.2.5: the event may be left out, but not that of a card which must be played."""
    if p.cards[card].must_be_played and tyche.condition(p, seat, card) is None:
        return Refusal("T7.2.3", "refusal.must_be_played", (("card", "card", card),))
    return None


def check_operation(p: Play, seat: SeatId, verb: int, origins: Mask) -> Refusal | None:
    """6.2.B.1; to spend nothing is always possible (A23)."""
    if verb == Verb.FORCE_MARCH and not can_march(p, seat):
        return Refusal("6.2.B1.1", "refusal.nobody_to_activate")
    if verb == Verb.PLACE_PCS and not operations.can_place_pc(p, seat, origins):
        return Refusal("6.2.B2.1", "refusal.no_space_for_pcs")
    return None


def can_march(p: Play, seat: SeatId) -> bool:
    """A General on the map, or a CU to which a Minor General can be put (7.1.C.2)."""
    s = p.state
    return any(key % FACTIONS == seat for key in s.cus) or bool(troops.player_generals_on_map(s, seat))


def check_upgrade_card(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """6.2.C.1"""
    needed = p.edition.upgrade_ops
    if p.cards[card].ops < needed:
        return too_few_ops(p, card, needed, "6.2.C.1")
    if not operations.can_upgrade(p, seat):
        return Refusal("6.2.C.1", "refusal.no_fleet_to_upgrade")
    return None


def check_recruit_card(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """6.2.D.1"""
    needed = p.edition.recruit_ops
    if p.cards[card].ops < needed:
        return too_few_ops(p, card, needed, "6.2.D.1")
    return operations.check_recruiting(p, seat)


def too_few_ops(p: Play, card: CardId, needed: int, rule: str) -> Refusal:
    numbers = (("card", "card", card), ("ops", "number", p.cards[card].ops), ("needed", "number", needed))
    return Refusal(rule, "refusal.too_few_ops", numbers)


def check_free_cart(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """16.3.1"""
    s = p.state
    if not p.option(Option.FASTER_FUNERAL_CART):
        return Refusal("16.3.1", "refusal.option_not_chosen")
    if p.cards[card].ops < FREE_CART_OPS:
        return too_few_ops(p, card, FREE_CART_OPS, "16.3.1")
    if s.turn >= p.edition.cart_moves_from_turn or s.cart_free:
        return Refusal("16.3.1", "refusal.cart_is_free")
    if s.royal_owner[Royal.FUNERAL_CART] != seat:
        return Refusal("16.3.1", "refusal.cart_not_yours")
    return None


def check_retrieve_card(p: Play, seat: SeatId) -> Refusal | None:
    """16.10.2"""
    if not p.option(Option.DISPERSED_FLEETS):
        return Refusal("16.10.2", "refusal.option_not_chosen")
    if not operations.can_retrieve(p, seat):
        return Refusal("16.10.2", "refusal.no_fleet_to_retrieve")
    return None


def generals_present(p: Play) -> int:
    """5.2.9, 5.2.10: the Generals who have been on the map since the Phase or the Segment began."""
    for frame in reversed(p.state.agenda):
        if isinstance(frame, reinforcements.ReinforcementsPhase | PlayerTurn):
            return frame.present
    return reinforcements.on_map(p)


procedures.generals_present = generals_present
