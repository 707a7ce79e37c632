"""Chapter 6: the Player Turn with its four Segments, and the burial of Alexander (3.8)."""

from typing import NamedTuple

from diadochi.model.board import Kind
from diadochi.model.cards import CardKind, Window
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Royal, Unit
from diadochi.model.state import (
    ACTIVATION,
    FACTIONS,
    FORAGE,
    INDEPENDENT,
    NO_SEGMENT,
    NOBODY,
    SURRENDER,
    TYCHE,
    State,
    add,
)
from diadochi.rules import command, deck, operations, options, reinforcements, royals, scoring, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.troops import (
    count,
    eliminate,
    enemy_cu_at,
    has_cu_in_space,
    is_major_city,
    is_minor_city,
    locations_of,
    one,
    unit_actions,
)
from diadochi.rules.upkeep import upkeep

# 6.0 The Player Turn


def begin_player_turn(p: Play, seat: int) -> None:
    p.push(PlayerTurn(seat))


START, SURRENDERING, CARD, MOVES, FORAGING, FORAGED, BURYING, END = range(8)


class PlayerTurn(NamedTuple):
    """5.4.1: Surrender, Tyche, Activation, Forage.

    `present`: bit mask of the Generals on the map when the Segment began (5.2.10).
    """

    seat: int
    stage: int = START
    present: int = 0

    def step(self, p: Play) -> Ask | None:
        seat = self.seat
        if self.stage == START:
            p.state.spent = 0
            p.state.active = seat
            p.note("player_turn", "5.4.1", who=("faction", seat))
            self.begin(p, SURRENDER, SURRENDERING)
            options.finish_construction(p, seat)
            windows.begin(p, Window.ANY_TIME)
        elif self.stage == SURRENDERING:
            self.go_to(p, CARD)
            p.push(SurrenderSegment(seat, REMOVE))
        elif self.stage == CARD:
            self.begin(p, TYCHE, MOVES)
            p.push(TycheSegment(seat, own_pcs(p.state, seat)))
        elif self.stage == MOVES:
            from diadochi.rules import activation

            self.begin(p, ACTIVATION, FORAGING)
            activation.begin_segment(p, seat)
        elif self.stage == FORAGING:
            self.begin(p, FORAGE, FORAGED)
            windows.begin(p, Window.ANY_TIME, (seat,))
        elif self.stage == FORAGED:
            self.go_to(p, BURYING)
            p.push(ForageSegment(seat))
        elif self.stage == BURYING:
            self.go_to(p, END)
            if refuse_burial(p, seat) is None:
                p.push(Burial(seat, "3.8.5"))
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
        p.note(SEGMENT_NOTE[segment], SEGMENT_RULE[segment], who=("faction", self.seat))
        p.replace(PlayerTurn(self.seat, stage, reinforcements.on_map(p)))

    def go_to(self, p: Play, stage: int) -> None:
        p.replace(PlayerTurn(self.seat, stage, self.present))

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise AssertionError("the Player Turn asks nothing itself")


SEGMENT_NOTE = ("surrender_segment", "tyche_segment", "activation_segment", "forage_segment")
SEGMENT_RULE = ("6.1.1", "6.2.1", "6.3.1", "6.4.1")


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
    s.oratory = (-1, 0)


def own_pcs(s: State, seat: int) -> int:
    """Bit mask of the spaces with a PC of the player."""
    mask = 0
    for space, owner in enumerate(s.pcs):
        if owner == seat:
            mask |= 1 << space
    return mask


# 6.1 Surrender Segment

REMOVE, PLACE, BESIEGE = 0, 1, 2
SURRENDER_VERB = (Verb.REMOVE_PC, Verb.PLACE_PC, Verb.SIEGE)
SURRENDER_PROMPT = ("prompt.surrender_remove", "prompt.surrender_place", "prompt.surrender_siege")
SURRENDER_RULE = ("6.1.2", "6.1.4", "6.1.5")


class SurrenderSegment(NamedTuple):
    """6.1.1: remove enemy PCs, place PCs, conduct Sieges, in that order."""

    seat: int
    stage: int

    def step(self, p: Play) -> Ask | None:
        if self.stage > BESIEGE:
            p.pop()
            return None
        actions = offers(p, self, self.candidates(p))
        if not actions:
            self.next_stage(p)
            return None
        prompt, rule = SURRENDER_PROMPT[self.stage], SURRENDER_RULE[self.stage]
        return Ask(self.seat, prompt, rule, [code(Verb.DONE), *actions])

    def candidates(self, p: Play) -> list[int]:
        """Where own CUs stand: PCs are placed in uncontrolled spaces, removed and besieged in those of others."""
        verb = SURRENDER_VERB[self.stage]
        pcs = p.state.pcs
        spaces = {at % p.spaces for at in locations_of(p.state, self.seat)}
        if self.stage == PLACE:
            return [code(verb, space) for space in sorted(spaces) if pcs[space] == NOBODY]
        return [code(verb, space) for space in sorted(spaces) if pcs[space] not in (NOBODY, self.seat)]

    def next_stage(self, p: Play) -> None:
        p.replace(SurrenderSegment(self.seat, self.stage + 1))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, space = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb in SURRENDER_VERB:
            return self.refuse(p, verb, space)
        return explain(p, self.seat, action)

    def refuse(self, p: Play, verb: int, space: int) -> Refusal | None:
        if verb != SURRENDER_VERB[self.stage]:
            return Refusal("6.1.1", "refusal.surrender_order")
        if verb == Verb.REMOVE_PC:
            return refuse_surrender(p, self.seat, space)
        if verb == Verb.PLACE_PC:
            return refuse_occupation(p, self.seat, space)
        return refuse_free_siege(p, self.seat, space)

    def take(self, p: Play, action: int) -> None:
        verb, space = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            self.next_stage(p)
        elif verb == Verb.REMOVE_PC:
            operations.remove_pc(p, self.seat, space, "6.1.2")
            upkeep(p)
        elif verb == Verb.PLACE_PC:
            operations.place_pc(p, self.seat, space, "6.1.4")
            upkeep(p)
        else:
            from diadochi.rules import siege

            general = command.commander(p, space, self.seat)
            siege.begin(p, self.seat, space, general, p.state.cus_of(space, self.seat), SURRENDER)


def refuse_surrender(p: Play, seat: int, space: int) -> Refusal | None:
    """6.1.2, 6.1.3, A22"""
    owner = p.state.pcs[space]
    if owner in (NOBODY, seat):
        return Refusal("6.1.2", "refusal.no_enemy_pc", args(space=("space", space)))
    if owner == INDEPENDENT:
        return Refusal("6.1.3", "refusal.independent_pc", args(space=("space", space)))
    if not is_minor_city(p, space):
        return Refusal("6.1.3", "refusal.major_city_pc", args(space=("space", space)))
    if not has_cu_in_space(p, space, seat):
        return Refusal("6.1.2", "refusal.no_own_cu", args(space=("space", space)))
    return None


def refuse_occupation(p: Play, seat: int, space: int) -> Refusal | None:
    """6.1.4"""
    s = p.state
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal("6.1.4", "refusal.transit_point", args(space=("space", space)))
    if s.pcs[space] != NOBODY:
        there = args(space=("space", space), who=("faction", s.pcs[space]))
        return Refusal("6.1.4", "refusal.pc_there", there)
    if not has_cu_in_space(p, space, seat):
        return Refusal("6.1.4", "refusal.no_own_cu", args(space=("space", space)))
    return None


def refuse_free_siege(p: Play, seat: int, space: int) -> Refusal | None:
    """6.1.5"""
    from diadochi.rules import siege

    general = command.commander(p, space, seat)
    return siege.may_conduct(p, seat, space, general, p.state.cus_of(space, seat))


# 6.2 Tyche Segment

CHOOSE, RESOLVED, OPERATIONS, PLAYED = 0, 1, 2, 3
OPERATION_VERBS = (Verb.FORCE_MARCH, Verb.PLACE_PCS, Verb.TRAIN, Verb.SPEND_NOTHING)
OPTION_VERBS = (Verb.FREE_CART, Verb.RETRIEVE)
USE_NOTE = {
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
FREE_CART_OPS = 4


class TycheSegment(NamedTuple):
    """6.2.1: one Event or Bonus card, one option.

    `origins`: bit mask of the spaces with a PC of the player when the Segment began (6.2.B2.2). While its event
    is resolved the card lies aside.
    """

    seat: int
    origins: int
    stage: int = CHOOSE
    card: int = -1

    def step(self, p: Play) -> Ask | None:
        if self.stage == CHOOSE and p.state.hands[self.seat]:
            return Ask(self.seat, "prompt.choose_card", "6.2.1", self.uses(p), hidden=True)
        if self.stage == RESOLVED:
            put_away(p, self.seat, self.card)
            upkeep(p)
            bonus = p.cards[self.card].kind is CardKind.BONUS
            p.replace(self._replace(stage=OPERATIONS if bonus else PLAYED))
            return None
        if self.stage == OPERATIONS:
            actions = offers(p, self, [code(verb, self.card) for verb in OPERATION_VERBS])
            return Ask(self.seat, "prompt.bonus_ops", "6.2.4", actions, args(card=("card", self.card)))
        upkeep(p)
        p.pop()
        return None

    def uses(self, p: Play) -> list[int]:
        """Whatever may be done with the hand; what OPs may be spent on is the same for every card (6.2.B.1)."""
        cards = deck.cards_of(p.state.hands[self.seat] & ~p.surprises)
        spend = offers(p, self, [code(verb, card) for card in cards[:1] for verb in OPERATION_VERBS])
        others = self.other_uses(p)
        out: list[int] = []
        for card in cards:
            out += offers(p, self, [code(Verb.EVENT, card)])
            out += [action & ~MASK | card for action in spend]
            if others:
                out += offers(p, self, [code(verb, card) for verb in others])
        return out + offers(p, self, windows.own_candidates(p, self.seat))

    def other_uses(self, p: Play) -> list[Verb]:
        """6.2.C, 6.2.D and the options: what a card with OPs enough may be used for."""
        out = []
        if operations.can_upgrade(p, self.seat):
            out.append(Verb.UPGRADE)
        if operations.refuse_recruiting(p, self.seat) is None:
            out.append(Verb.RECRUIT)
        if p.state.options:
            out += OPTION_VERBS
        return out

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, card = action >> SHIFT, action & MASK
        if verb not in USE_NOTE:
            if self.stage == CHOOSE and verb in (Verb.SURPRISE, Verb.DISCARD):
                return windows.check(p, self.seat, action)
            return explain(p, self.seat, action)
        if self.stage == CHOOSE:
            return refuse_use(p, self.seat, verb, card, self.origins)
        if card != self.card:
            return Refusal("6.2.1", "refusal.one_card_only", args(card=("card", self.card)))
        if verb not in OPERATION_VERBS:
            return Refusal("6.2.4", "refusal.only_ops_left", args(card=("card", self.card)))
        return refuse_operation(p, self.seat, verb, card, self.origins)

    def take(self, p: Play, action: int) -> None:
        verb, card = action >> SHIFT, action & MASK
        if verb in (Verb.SURPRISE, Verb.DISCARD):
            windows.take(p, self.seat, action)
            return
        key, rule = USE_NOTE[Verb(verb)]
        p.note(key, rule, who=("faction", self.seat), card=("card", card), ops=("number", p.cards[card].ops))
        p.replace(self._replace(stage=RESOLVED if verb == Verb.EVENT else PLAYED, card=card))
        if self.stage == CHOOSE:
            self.lay_open(p, verb, card)
        if not p.state.result:
            begin_use(p, self.seat, verb, card, self.origins)

    def lay_open(self, p: Play, verb: int, card: int) -> None:
        """A card lies aside while its event is resolved; what any use of it causes comes first (6.2.A.2)."""
        from diadochi.rules import tyche

        s = p.state
        deck.show(s, self.seat, card)
        if verb == Verb.EVENT:
            s.aside |= 1 << card
        else:
            deck.put_on_discards(s, card)
        tyche.used(p, card)
        if s.board_dirty & 1:
            scoring.rescore(p)


def begin_use(p: Play, seat: int, verb: int, card: int, origins: int) -> None:
    """Carry out what the card is used for."""
    from diadochi.rules import activation, tyche

    ops = p.cards[card].ops
    if verb == Verb.EVENT:
        tyche.begin(p, seat, card)
    elif verb == Verb.FORCE_MARCH:
        activation.begin(p, seat, ops, 1)
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
        p.state.cart_free = 1


def put_away(p: Play, seat: int, card: int) -> None:
    """6.2.11, 6.2.12: after its event a card is discarded, leaves the game or stays in front of its player."""
    s = p.state
    s.aside &= ~(1 << card)
    c = p.cards[card]
    if c.remove_after_event:
        deck.put_out_of_the_game(s, card)
        p.note("card_removed", "6.2.11", card=("card", card))
    elif c.kept_in_front and is_proposal_open(p, seat, card):
        deck.put_in_front(s, seat, card)
    else:
        deck.put_on_discards(s, card)


def is_proposal_open(p: Play, seat: int, card: int) -> bool:
    number = p.cards[card].number
    return any(p.state.proposals[i] == seat for i, (_, n) in enumerate(royals.PROPOSALS) if n == number)


def refuse_use(p: Play, seat: int, verb: int, card: int, origins: int) -> Refusal | None:
    """Why a card of the hand may not be used for this."""
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", args(card=("card", card)))
    if p.surprises >> card & 1:
        return Refusal("6.2.9", "refusal.surprise_card", args(card=("card", card)))
    if verb == Verb.EVENT:
        from diadochi.rules import tyche

        return tyche.condition(p, seat, card)
    if verb == Verb.UPGRADE:
        return refuse_upgrade_card(p, seat, card)
    if verb == Verb.RECRUIT:
        return refuse_recruit_card(p, seat, card)
    if verb == Verb.FREE_CART:
        return refuse_free_cart(p, seat, card)
    if verb == Verb.RETRIEVE:
        return refuse_retrieve_card(p, seat)
    return refuse_operation(p, seat, verb, card, origins)


def refuse_operation(p: Play, seat: int, verb: int, card: int, origins: int) -> Refusal | None:
    """6.2.B.1; to spend nothing is always possible (A23)."""
    if verb == Verb.FORCE_MARCH and not can_march(p, seat):
        return Refusal("6.2.B1.1", "refusal.nobody_to_activate")
    if verb == Verb.PLACE_PCS and not operations.can_place_pc(p, seat, origins):
        return Refusal("6.2.B2.1", "refusal.no_space_for_pcs")
    return None


def can_march(p: Play, seat: int) -> bool:
    """A General on the map, or a CU to which a Minor General can be put (7.1.C.2)."""
    s = p.state
    return any(key % FACTIONS == seat for key in s.cus) or bool(command.player_generals_on_map(s, seat))


def refuse_upgrade_card(p: Play, seat: int, card: int) -> Refusal | None:
    """6.2.C.1"""
    needed = p.edition.upgrade_ops
    if p.cards[card].ops < needed:
        return too_few_ops(p, card, needed, "6.2.C.1")
    if not operations.can_upgrade(p, seat):
        return Refusal("6.2.C.1", "refusal.no_fleet_to_upgrade")
    return None


def refuse_recruit_card(p: Play, seat: int, card: int) -> Refusal | None:
    """6.2.D.1"""
    needed = p.edition.recruit_ops
    if p.cards[card].ops < needed:
        return too_few_ops(p, card, needed, "6.2.D.1")
    return operations.refuse_recruiting(p, seat)


def too_few_ops(p: Play, card: int, needed: int, rule: str) -> Refusal:
    numbers = args(card=("card", card), ops=("number", p.cards[card].ops), needed=("number", needed))
    return Refusal(rule, "refusal.too_few_ops", numbers)


def refuse_free_cart(p: Play, seat: int, card: int) -> Refusal | None:
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


def refuse_retrieve_card(p: Play, seat: int) -> Refusal | None:
    """16.10.2"""
    if not p.option(Option.DISPERSED_FLEETS):
        return Refusal("16.10.2", "refusal.option_not_chosen")
    if not operations.can_retrieve(p, seat):
        return Refusal("16.10.2", "refusal.no_fleet_to_retrieve")
    return None


# 6.4 Forage Segment


class ForageSegment(NamedTuple):
    """6.4.2: `foraged` is the bit mask of the spaces that are done; `due` CUs are still to be lost in `space`."""

    seat: int
    foraged: int = 0
    space: int = -1
    at: int = -1
    due: int = 0
    elephant: int = 0

    def step(self, p: Play) -> Ask | None:
        if not self.due:
            self.next_space(p)
            return None
        where = args(space=("space", self.space), due=("number", self.due))
        places = self.places(p)
        if self.at < 0 and len(places) > 1:
            candidates = [code(Verb.AT, at) for at in places]
            return Ask(self.seat, "prompt.forage_where", "6.4.3", offers(p, self, candidates), where)
        candidates = unit_actions(Verb.LOSE, self.choice(p, self.place(p)))
        return Ask(self.seat, "prompt.forage", "6.4.2", offers(p, self, candidates), where)

    def next_space(self, p: Play) -> None:
        for space, n in sorted(cus_by_space(p, self.seat).items()):
            limit = forage_limit(p, space)
            if n > limit and not self.foraged >> space & 1:
                who = ("faction", self.seat)
                p.note("forages", "6.4.2", who=who, space=("space", space), cus=("number", n), limit=("number", limit))
                due, elephant = forage_loss(p, self.seat, space, n)
                p.replace(ForageSegment(self.seat, self.foraged | 1 << space, space, -1, due, elephant))
                return
        p.pop()
        upkeep(p)

    def places(self, p: Play) -> list[int]:
        """6.4.3: outside and inside count together."""
        return [at for at in (self.space, p.inside(self.space)) if self.choice(p, at) != NO_FORCES]

    def place(self, p: Play) -> int:
        return self.at if self.at >= 0 else self.places(p)[0]

    def choice(self, p: Play, at: int) -> Forces:
        """The CUs one of which may be lost; with option 16.7 an Elephant where the table says so (7.3.4)."""
        s = p.state
        cus = s.cus_of(at, self.seat)
        if not self.elephant:
            return cus
        here = add(s.cus_of(self.space, self.seat), s.cus_of(p.inside(self.space), self.seat))
        return cus if not here[Unit.ELEPHANT] else (0, 0, 0, 0, cus[Unit.ELEPHANT], 0)

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        choosing_place = self.at < 0 and len(self.places(p)) > 1
        if verb == Verb.AT and choosing_place:
            if operand not in self.places(p):
                return Refusal("6.4.2", "refusal.forage_elsewhere", args(space=("space", self.space)))
            return None
        if verb == Verb.LOSE and not choosing_place:
            if operand >= UNITS or not self.choice(p, self.place(p))[operand]:
                return Refusal("6.4.2", "refusal.no_such_cu", args(space=("space", self.space)))
            return None
        return explain(p, self.seat, action)

    def take(self, p: Play, action: int) -> None:
        operand = action & MASK
        if action >> SHIFT == Verb.AT:
            p.replace(self._replace(at=operand))
            return
        eliminate(p, self.place(p), self.seat, one(operand), "6.4.2")
        p.replace(self._replace(at=-1, due=self.due - 1, elephant=0))


def cus_by_space(p: Play, seat: int) -> dict[int, int]:
    out: dict[int, int] = {}
    for at in locations_of(p.state, seat):
        space = p.space(at)
        out[space] = out.get(space, 0) + count(p.state.cus_of(at, seat))
    return out


def forage_limit(p: Play, space: int) -> int:
    """6.4.1"""
    transit = p.board.spaces[space].kind == Kind.TRANSIT
    return p.edition.forage_limit_transit if transit else p.edition.forage_limit


def forage_loss(p: Play, seat: int, space: int, number: int) -> tuple[int, int]:
    """6.4.4: one CU; with option 16.7 Attrition, but at least one. With it, whether an Elephant goes first."""
    if not p.option(Option.FORAGE_ATTRITION):
        return 1, 0
    table = p.tables.attrition
    die = p.die()
    lost, elephant = table[min(number, len(table) - 1)][die]
    p.note(
        "forage_attrition",
        "16.7.1",
        dice=(die,),
        who=("faction", seat),
        space=("space", space),
        column=("number", number),
        lost=("number", max(1, lost)),
    )
    return max(1, lost), int(elephant)


# 3.8 Burying Alexander


def begin_burial(p: Play) -> None:
    """5.6.1: at Turn End the Cart's controller, whoever it is, may bury Alexander."""
    seat = p.state.royal_owner[Royal.FUNERAL_CART]
    if seat != NOBODY and refuse_burial(p, seat) is None:
        p.push(Burial(seat, "5.6.1"))


class Burial(NamedTuple):
    """3.8.6: it is optional."""

    seat: int
    rule: str

    def step(self, p: Play) -> Ask | None:
        space = args(space=("space", p.space(p.state.royals[Royal.FUNERAL_CART])))
        return Ask(self.seat, "prompt.bury", self.rule, [code(Verb.BURY), code(Verb.PASS)], space)

    def check(self, p: Play, action: int) -> Refusal | None:
        verb = action >> SHIFT
        if verb == Verb.PASS:
            return None
        if verb == Verb.BURY:
            return refuse_burial(p, self.seat)
        return explain(p, self.seat, action)

    def take(self, p: Play, action: int) -> None:
        p.pop()
        if action >> SHIFT == Verb.BURY:
            scoring.bury(p, self.seat)
            upkeep(p)


def refuse_burial(p: Play, seat: int) -> Refusal | None:
    """3.8.1 to 3.8.4, A12"""
    s = p.state
    at = s.royals[Royal.FUNERAL_CART]
    if at < 0:
        return Refusal("3.8.1", "refusal.no_cart")
    if s.royal_owner[Royal.FUNERAL_CART] != seat:
        return Refusal("3.8.1", "refusal.cart_not_yours")
    if s.turn not in p.edition.burial_turns:
        return Refusal("3.8.4", "refusal.burial_turn")
    where = args(space=("space", p.space(at)))
    if p.is_at_sea(at) or not is_major_city(p, p.space(at)):
        return Refusal("3.8.2", "refusal.burial_place", where)
    if enemy_cu_at(s, at, seat):
        return Refusal("3.8.3", "refusal.burial_enemy", where)
    return None


# What people try at the wrong time


def explain(p: Play, seat: int, action: int) -> Refusal:
    """Why an action that nobody is asked for now may not be done."""
    from diadochi.rules.explain import explain as explain_war

    verb = action >> SHIFT
    if verb == Verb.BURY:
        return refuse_burial(p, seat) or Refusal("3.8.5", "refusal.burial_segment")
    if verb == Verb.PLACE_PC:
        return Refusal("6.2.B2.1", "refusal.when_pcs")
    if verb in USE_NOTE:
        return Refusal("6.2.1", "refusal.only_in_tyche_segment")
    if verb == Verb.START_TRAINING:
        return explain_training(p, seat, action & MASK)
    if verb == Verb.UPGRADE_FLEET:
        return operations.refuse_upgrade(p, seat, action & MASK) or needs_card(p.edition.upgrade_ops, "6.2.C.1")
    if verb == Verb.RECRUIT_GENERAL:
        refusal = operations.refuse_recruiting(p, seat) or operations.refuse_general(p, action & MASK)
        return refusal or needs_card(p.edition.recruit_ops, "6.2.D.1")
    return explain_war(p, seat, action)


def explain_training(p: Play, seat: int, unit: int) -> Refusal:
    now, done = p.state.training[seat]
    if done:
        return Refusal("6.2.B3.6", "refusal.already_training", args(cus=("forces", one(now))))
    return operations.refuse_training(p, unit) or needs_card(1, "6.2.B3.2")


def needs_card(ops: int, rule: str) -> Refusal:
    return Refusal(rule, "refusal.needs_card", args(ops=("number", ops)))
