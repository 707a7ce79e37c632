"""Chapter 5: the sequence of play."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import SEATS, ActionCode, CardId, GeneralId, SeatId
from diadochi.model.notation import MASK, SHIFT, code, faction_in, location_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Royal
from diadochi.model.state import NO_SEGMENT, NOBODY, OFF_MAP, generals_in, numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import burial, deck, isolation, reinforcements, royals, scoring, strategy, tyche
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.troops import enemy_cu_at, is_besieged, is_major_city, remove_general
from diadochi.rules.upkeep import upkeep


def begin_game_turn(p: Play, turn: int) -> None:
    s = p.state
    s.turn = turn
    s.round = 0
    s.active, s.segment = NOBODY, NO_SEGMENT
    s.battle_lost = 0
    moves.all_due(s)
    p.note("game_turn", "5.0.1", (("turn", "turn", turn),))
    p.push(GameTurn(FIRST_STAGE[p.edition.phases[0]], NOBODY, 0))


TURN_EVENTS: Final = 0
USURPER: Final = 1
CHOOSER: Final = 2
FIRST_PLAYER: Final = 3
DIRECTION: Final = 4
REINFORCEMENTS: Final = 5
DEAL: Final = 6
STRATEGY: Final = 7
REVEAL: Final = 8
ISOLATION: Final = 9
BURIAL: Final = 10
END: Final = 11
FIRST_STAGE: Final = {
    "turn_events": TURN_EVENTS,
    "usurper": USURPER,
    "turn_order": CHOOSER,
    "reinforcements": REINFORCEMENTS,
    "deal": DEAL,
    "strategy": STRATEGY,
    "isolation": ISOLATION,
    "turn_end": BURIAL,
}
"""The stage with which each Phase begins."""


def next_phase(p: Play, phase: str) -> "GameTurn":
    """5.0.1: what follows a Phase."""
    phases = p.edition.phases
    return GameTurn(FIRST_STAGE[phases[phases.index(phase) + 1]], NOBODY, 0)


class GameTurn(Frame):
    """5.0.1: Preparations, Reinforcements, Deal, Strategy, Isolation, Turn End.

    `who` is the player who names the First Player; `turn` is the place in Turn Order, or the cards revealed.
    """

    def __init__(self, stage: int, who: SeatId, turn: int) -> None:
        self.stage = stage
        self.who = who
        self.turn = turn

    def step(self, p: Play) -> Ask | None:
        if self.stage in (FIRST_PLAYER, DIRECTION):
            return self.ask_order(p)
        self.go_on(p)
        return None

    def go_on(self, p: Play) -> None:
        s = p.state
        if self.stage == TURN_EVENTS:
            p.replace(next_phase(p, "turn_events"))
            turn_events(p)
        elif self.stage == USURPER:
            name_usurper(p)
            p.replace(next_phase(p, "usurper"))
        elif self.stage == CHOOSER:
            p.replace(GameTurn(FIRST_PLAYER, scoring.fewest_vp(p, "5.1.C.2"), 0))
        elif self.stage == REINFORCEMENTS:
            p.replace(next_phase(p, "reinforcements"))
            if s.turn >= p.edition.reinforcements_from_turn:
                reinforcements.begin_phase(p)
        elif self.stage == DEAL:
            deck.shuffle_all(p)
            deck.deal(p)
            begin_round(p, 1)
            p.replace(next_phase(p, "deal"))
        elif self.stage == STRATEGY:
            self.next_player(p)
        elif self.stage == REVEAL:
            self.reveal(p)
        elif self.stage == ISOLATION:
            isolation.isolate(p)
            upkeep(p)
            p.replace(next_phase(p, "isolation"))
        elif self.stage == BURIAL:
            p.replace(GameTurn(END, NOBODY, 0))
            burial.begin_burial(p)
        else:
            turn_end(p)

    # 5.1.C Turn Order

    def ask_order(self, p: Play) -> Ask:
        if self.stage == FIRST_PLAYER:
            candidates = [code(Verb.FIRST, seat) for seat in SEATS[p.state.players]]
            return Ask(self.who, "prompt.first_player", "5.1.C.1", offers(p, self, candidates))
        return Ask(self.who, "prompt.direction", "5.1.C.3", [code(Verb.LEFT), code(Verb.RIGHT)])

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == FIRST_PLAYER and verb == Verb.FIRST:
            if operand >= p.state.players:
                return Refusal("5.1.C.1", "refusal.not_a_player", (("who", "faction", operand),))
            return None
        if self.stage == DIRECTION and verb in (Verb.LEFT, Verb.RIGHT):
            return None
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        s = p.state
        if self.stage == FIRST_PLAYER:
            s.first = faction_in(action)
            if s.players > 2 and p.edition.turn_direction == "choice":
                p.replace(self.but(stage=DIRECTION))
                return
        set_order(p, -1 if action >> SHIFT == Verb.RIGHT else 1)
        p.replace(next_phase(p, "turn_order"))

    # 5.4, 6 Strategy Phase

    def next_player(self, p: Play) -> None:
        """5.4.1, 6.0.2"""
        s = p.state
        if self.turn < s.players:
            p.replace(self.but(turn=self.turn + 1))
            strategy.begin_player_turn(p, s.order[self.turn])
            return
        s.active, s.segment = NOBODY, NO_SEGMENT
        p.replace(GameTurn(REVEAL, NOBODY, 0))

    def reveal(self, p: Play) -> None:
        """6.0.3, 6.0.7"""
        s = p.state
        moves.end_oratory(s)
        number = p.edition.revealed_per_round.get(s.players, 0)
        if self.turn < number and s.face_down:
            p.replace(self.but(turn=number))
            p.push(Revealed(reveal_cards(p, number - self.turn)))
        elif s.round < p.edition.rounds[s.players]:
            begin_round(p, s.round + 1)
            p.replace(GameTurn(STRATEGY, NOBODY, 0))
        else:
            p.replace(next_phase(p, "strategy"))


# 5.1.A Turn events


def turn_events(p: Play) -> None:
    """5.1.A: the Regency check first (A03)."""
    s = p.state
    scoring.rescore(p)
    if s.result:
        return
    scoring.regency(p, s.turn)
    if s.result:
        return
    if s.turn == 3:
        replace_antipatros(p)
        bring_demetrios(p)
    if s.turn >= p.edition.cart_until_turn and s.royals[Royal.FUNERAL_CART] >= 0:
        moves.remove_royal(s, Royal.FUNERAL_CART)
        p.note("cart_removed", "3.8.9")
    upkeep(p)


def general_named(p: Play, name: str) -> GeneralId:
    return next(i for i, g in numbered(GeneralId, p.pieces.generals) if g.id == name)


def dealt_to(p: Play, general: GeneralId) -> SeatId:
    """A14: whose he was at the end of set-up."""
    return next((seat for seat in SEATS[p.state.players] if p.state.dealt[seat] >> general & 1), NOBODY)


def replace_antipatros(p: Play) -> None:
    """5.1.A.3: Polyperchon takes the place of Antipatros, wherever that is; A34: or comes now if he was killed."""
    s = p.state
    old, new = general_named(p, "antipatros"), general_named(p, "polyperchon")
    if s.dead >> old & 1:
        if p.edition.polyperchon_arrives == "turn3" and s.owners[new] == NOBODY:
            s.arrivals |= 1 << new
        return
    seat, at = s.owners[old], s.generals[old]
    remove_general(p, old)
    if p.edition.recruit_when == "any_lost":
        moves.give_general(s, old, NOBODY)  # who dies of old age is nobody's loss (C15)
    moves.give_general(s, new, seat)
    moves.put_general(s, new, at)
    p.note("polyperchon_succeeds", "5.1.A.3", (("who", "faction", seat), ("general", "general", new)))


def bring_demetrios(p: Play) -> None:
    """5.1.A.4, A15: placed at once as a Reinforcement, or with his owner's Reinforcements."""
    s = p.state
    general = general_named(p, "demetrios")
    seat = dealt_to(p, general_named(p, "antigonos"))
    if seat == NOBODY or s.generals[general] != OFF_MAP or s.dead >> general & 1:
        return
    moves.give_general(s, general, seat)
    p.note("demetrios_arrives", "5.1.A.4", (("who", "faction", seat), ("general", "general", general)))
    if p.edition.demetrios_placed == "at_once":
        reinforcements.begin(p, seat, NO_FORCES, (general,), "5.1.A.4")


# 5.1.B, 5.1.C


def name_usurper(p: Play) -> None:
    """5.1.B.1, 5.1.B.2"""
    s = p.state
    best = [seat for seat in SEATS[s.players] if s.vp[seat] == max(s.vp)]
    s.usurper = scoring.most_senior(p, best, "5.1.B.2") if len(best) > 1 else best[0]
    p.note("usurper", "5.1.B.1", (("who", "faction", s.usurper), ("vp", "number", s.vp[s.usurper])))


def set_order(p: Play, direction: int) -> None:
    s = p.state
    s.order = tuple(SEATS[s.players][(s.first + direction * i) % s.players] for i in range(s.players))
    p.note("turn_order", "5.1.C.1", (("players", "factions", s.order),))


# 6.0 Rounds


def begin_round(p: Play, number: int) -> None:
    p.state.round = number
    p.note("round", "6.0.1", (("round", "number", number),))


def reveal_cards(p: Play, number: int) -> tuple[CardId, ...]:
    """6.0.3: the cards of the Round lie open, and aside until all are resolved."""
    s = p.state
    left = max(0, len(s.face_down) - number)
    cards = tuple(reversed(s.face_down[left:]))
    s.face_down = s.face_down[:left]
    for card in cards:
        deck.note_knowing(s, card, 0)
        s.barrier += 1
        s.aside |= 1 << card
        p.note("card_revealed", "6.0.3", (("card", "card", card),))
    return cards


class Revealed(Frame):
    """6.0.4 to 6.0.6, A21: the cards are resolved one after another and discarded together."""

    def __init__(self, cards: tuple[int, ...], resolved: int = 0) -> None:
        self.cards = cards
        self.resolved = resolved

    def step(self, p: Play) -> Ask | None:
        s = p.state
        moves.end_oratory(s)
        if self.resolved < len(self.cards):
            p.replace(self.but(resolved=self.resolved + 1))
            card = self.cards[self.resolved]
            if p.cards[card].resolves_when_revealed:
                tyche.begin_revealed(p, CardId(card))
            return None
        for card in self.cards:
            s.aside &= ~(1 << card)
            deck.put_on_discards(s, CardId(card))
        p.pop()
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("revealed cards ask nothing themselves")


# 5.6


def turn_end(p: Play) -> None:
    s = p.state
    for i in range(len(s.proposals)):
        royals.lapse_proposal(p, i, "6.2.12")
    s.truce = ()
    last = p.edition.turns - 1 if p.option(Option.SHORT_GAME) else p.edition.turns
    if s.turn >= last:
        scoring.end_game(p)
        return
    p.pop()
    begin_game_turn(p, s.turn + 1)


# 7.1.B.4


class Arrival(Frame):
    """A34: Polyperchon comes at once when Antipatros is killed, to any space that his owner controls."""

    def __init__(self, general: GeneralId) -> None:
        self.general = general

    def step(self, p: Play) -> Ask | None:
        seat = p.state.owners[self.general]
        spaces = [i for i, owner in numbered(space_id, p.state.pcs) if owner == seat]
        candidates = [code(Verb.PLACE, x) for i in spaces for x in (i, p.inside(i))]
        actions = offers(p, self, candidates)
        if actions:
            return Ask(seat, "prompt.arrival", "7.1.B.4", actions, (("general", "general", self.general),))
        p.pop()
        reinforcements.begin(p, seat, NO_FORCES, (self.general,), "7.1.B.4")
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.PLACE:
            return NOT_ASKED
        s = p.state
        location = location_in(action)
        if p.is_at_sea(location):
            return NOT_ASKED
        space = p.space(location)
        seat = s.owners[self.general]
        if s.pcs[space] != seat:
            return Refusal("7.1.B.4", "refusal.not_your_space", (("space", "space", space),))
        if not is_major_city(p, space):
            if p.is_inside(location):
                return Refusal("2.9", "refusal.no_inside", (("space", "space", space),))
            if enemy_cu_at(s, space, seat):
                return Refusal("7.1.B.4", "refusal.enemy_cu_there", (("space", "space", space),))
        elif not p.is_inside(location) and is_besieged(p, space):
            return Refusal("7.1.B.4", "refusal.besieged", (("space", "space", space),))
        return None

    def take(self, p: Play, action: ActionCode) -> None:
        moves.put_general(p.state, self.general, location_in(action))
        who, at = ("faction", p.state.owners[self.general]), ("location", action & MASK)
        p.note("general_placed", "7.1.B.4", (("who", *who), ("general", "general", self.general), ("at", *at)))
        p.pop()
        upkeep(p)


def bring_arrivals(p: Play) -> None:
    """The Generals who were waiting for the end of a Procedure."""
    s = p.state
    predecessor = {new: old for old, new in p.material.successor.items()}
    for general in generals_in(s.arrivals):
        moves.give_general(s, general, dealt_to(p, GeneralId(predecessor[general])))
        p.push(Arrival(general))
    s.arrivals = 0
