"""Chapter 4: set-up."""

from typing import Final

from diadochi.model import moves
from diadochi.model.cards import Card, CardKind
from diadochi.model.ids import SEATS, ActionCode, GeneralId, LocationId, Mask, RoyalId, SeatId, SpaceId
from diadochi.model.material import Material
from diadochi.model.notation import MASK, SHIFT, code, general_in, space_in
from diadochi.model.options import Option
from diadochi.model.pieces import Royal, Unit
from diadochi.model.state import BOX, INDEPENDENT, NOBODY, State, forces, generals_in, numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import options
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.troops import generals_each, generals_in_deck, minors_of, starting_generals
from diadochi.rules.turn import begin_game_turn
from diadochi.rules.upkeep import upkeep

OPTIONAL_CARDS: Final = {
    "cavalry_superiority": Option.CAVALRY_SUPERIORITY,
    "foundation_of_a_capital": Option.FOUNDATION_OF_A_CAPITAL,
    "diplomatic_marriage": Option.DIPLOMATIC_MARRIAGE,
    "oracle": Option.ORACLE,
    "alexanders_ghost": Option.ALEXANDERS_GHOST,
    "superior_admiral": Option.SUPERIOR_ADMIRAL,
    "price_of_failure": Option.PRICE_OF_FAILURE,
    "port_resupplied": Option.PORT_RESUPPLIED,
}


STARTING: Final = (
    "perdikkas",
    "antipatros",
    "krateros",
    "ptolemaios",
    "leonnatos",
    "peithon",
    "antigonos",
    "eumenes",
    "lysimachos",
    "seleukos",
)
"""Those who may be dealt at set-up, in the order of 4.6."""


def empty_state(material: Material, players: int, options: Mask, key: bytes) -> State:
    """A state with every piece beside the board."""
    s = State()
    s.players, s.options, s.key = players, options, key
    s.order = SEATS[players]
    moves.lay_out(s, material)
    s.vp, s.legitimacy = [0] * players, [0] * players
    s.hands, s.front = [0] * players, [0] * players
    s.knows = [0] * len(material.cards)
    return s


def new_state(material: Material, players: int, options: Mask, key: bytes) -> State:
    s = empty_state(material, players, options, key)
    s.agenda = [Setup(0, 0)]
    return s


PIECES: Final = 0
DEAL: Final = 1
DISCARDS: Final = 2
SECOND_DEAL: Final = 3
POSITIONS: Final = 4
FINISHED: Final = 5


class Setup(Frame):
    """4.1 to 4.6. `turn` counts the discards, then the Starting Generals placed so far."""

    def __init__(self, stage: int, turn: int) -> None:
        self.stage = stage
        self.turn = turn

    def step(self, p: Play) -> Ask | None:
        if self.stage == PIECES:
            place_non_player_pieces(p)
            place_royal_family(p)
            sort_generals(p)
            hand_out_minors(p)
            p.replace(Setup(DEAL, 0))
        elif self.stage == DEAL:
            deal_generals(p)
            p.replace(Setup(DISCARDS if p.state.players == 5 else POSITIONS, 0))
        elif self.stage == DISCARDS:
            return self.ask_discard(p)
        elif self.stage == SECOND_DEAL:
            deal_discards(p)
            p.replace(Setup(POSITIONS, 0))
        elif self.stage == POSITIONS:
            return self.place_next(p)
        else:
            upkeep(p)
            p.pop()
            begin_game_turn(p, 1)
        return None

    def ask_discard(self, p: Play) -> Ask:
        """4.4.2"""
        candidates = [code(Verb.DISCARD_GENERAL, g) for g in range(p.pieces.majors)]
        return Ask(SEATS[p.state.players][self.turn], "prompt.discard_general", "4.4.2", offers(p, self, candidates))

    def place_next(self, p: Play) -> Ask | None:
        """4.6: the owner of Perdikkas first, then to the left, each from the most Senior General on."""
        order = starting_order(p)
        if self.turn >= len(order):
            p.replace(Setup(FINISHED, 0))
            return None
        general = order[self.turn]
        start = p.pieces.generals[general].start
        assert start is not None
        if len(start.spaces) > 1 or p.ask_everything:
            seat, rule = p.state.owners[general], rule_of_start(p, general)
            actions = offers(p, self, [code(Verb.START, space) for space in start.spaces])
            return Ask(seat, "prompt.start", rule, actions, (("general", "general", general),))
        place_starting_general(p, general, start.spaces[0])
        p.replace(Setup(POSITIONS, self.turn + 1))
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == DISCARDS and verb == Verb.DISCARD_GENERAL:
            if not p.state.dealt[self.turn] >> operand & 1:
                return Refusal("4.4.2", "refusal.not_dealt_to_you", (("general", "general", operand),))
            return None
        if self.stage == POSITIONS and verb == Verb.START:
            general = starting_order(p)[self.turn]
            start = p.pieces.generals[general].start
            assert start is not None
            if operand not in start.spaces:
                return Refusal(
                    rule_of_start(p, general),
                    "refusal.not_a_starting_space",
                    (("general", "general", general), ("space", "space", operand)),
                )
            return None
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        if self.stage == DISCARDS:
            discard_general(p, SEATS[p.state.players][self.turn], general_in(action))
            last = self.turn + 1 == p.state.players
            p.replace(Setup(SECOND_DEAL, 0) if last else Setup(DISCARDS, self.turn + 1))
        else:
            place_starting_general(p, starting_order(p)[self.turn], space_in(action))
            p.replace(Setup(POSITIONS, self.turn + 1))


# 4.1


def place_non_player_pieces(p: Play) -> None:
    s = p.state
    s.aside = not_in_deck(p)
    for number, space in numbered(space_id, p.board.spaces):
        if space.independent and (not space.independent_players or s.players in space.independent_players):
            moves.put_pc(s, number, INDEPENDENT)
    for i, army in enumerate(p.pieces.independents):
        moves.give_general(s, army.general, INDEPENDENT)
        if army.start < 0:
            moves.put_general(s, army.general, BOX)
            continue
        moves.put_general(s, army.general, army.start)
        moves.add_cus(s, army.start, INDEPENDENT, forces(Unit.MERCENARY, army.cus))
        moves.activate_independents(s, i)


def not_in_deck(p: Play) -> Mask:
    """4.1.2, 16.0.1: bit mask of the cards with which the game does not begin."""
    mask = 0
    for i, card in enumerate(p.cards):
        if not card.in_first_deck and not is_added(p, card):
            mask |= 1 << i
    return mask


def is_added(p: Play, card: Card) -> bool:
    """By an option, or as the card of a General who comes by it."""
    if card.kind == CardKind.GENERAL:
        return card.params.general in generals_in_deck(p)
    option = OPTIONAL_CARDS.get(card.event)
    return option is not None and p.option(option)


# 4.2


def place_royal_family(p: Play) -> None:
    s = p.state
    for i, royal in enumerate(p.pieces.royals):
        moves.put_royal(s, RoyalId(i), royal.start if royal.start >= 0 else BOX)
    if options.counts_last(p):
        if p.edition.herakles_comes_to >= 0:
            moves.put_royal(s, Royal.HERAKLES, LocationId(p.edition.herakles_comes_to))
    elif p.option(Option.HERAKLES):
        moves.put_royal(s, Royal.HERAKLES, BOX)


# 4.3, 4.5


def sort_generals(p: Play) -> None:
    """4.4.3: the unavailable Generals leave the game."""
    for g in p.pieces.unavailable:
        moves.remove_general(p.state, g)


def hand_out_minors(p: Play) -> None:
    s = p.state
    for seat in SEATS[s.players]:
        for g in minors_of(p, seat):
            moves.give_general(s, GeneralId(g), seat)


# 4.4


def deal_generals(p: Play) -> None:
    """4.4.1: every Starting General is dealt."""
    s = p.state
    generals = list(starting_generals(p))
    p.shuffle(generals)
    each = generals_each(p)
    for seat in SEATS[s.players]:
        for g in generals[seat * each : (seat + 1) * each]:
            receive(p, seat, g, "4.4.1")


def receive(p: Play, seat: SeatId, general: GeneralId, rule: str) -> None:
    moves.deal_general(p.state, general, seat)
    p.note("receives_general", rule, (("who", "faction", seat), ("general", "general", general)))


def discard_general(p: Play, seat: SeatId, general: GeneralId) -> None:
    """4.4.2"""
    moves.return_general(p.state, general, seat)
    p.note("discards_general", "4.4.2", (("who", "faction", seat), ("general", "general", general)))


def deal_discards(p: Play) -> None:
    s = p.state
    discards = [g for g in starting_generals(p) if s.owners[g] == NOBODY]
    p.shuffle(discards)
    for seat, g in zip(SEATS[s.players], discards, strict=True):
        receive(p, seat, g, "4.4.2")


# 4.6


def starting_order(p: Play) -> list[GeneralId]:
    """The Starting Generals in the order of placement."""
    s = p.state
    first = s.owners[0]
    seats = [(first + i) % s.players for i in SEATS[s.players]]
    return [g for seat in seats for g in generals_in(s.dealt[seat])]


def rule_of_start(p: Play, general: GeneralId) -> str:
    """4.6.1 to 4.6.10: every Starting General has his own."""
    return f"4.6.{STARTING.index(p.pieces.generals[general].id) + 1}"


def place_starting_general(p: Play, general: GeneralId, space: SpaceId) -> None:
    s = p.state
    seat = s.owners[general]
    start = p.pieces.generals[general].start
    assert start is not None
    for pc in start.pcs:
        moves.put_pc(s, pc, seat)
    moves.put_general(s, general, space)
    moves.add_cus(s, space, seat, start.forces)
    if p.option(Option.CAVALRY):
        moves.add_cus(s, space, seat, forces(Unit.CAVALRY))
    p.note(
        "starts_at",
        rule_of_start(p, general),
        (
            ("who", "faction", seat),
            ("general", "general", general),
            ("space", "space", space),
            ("cus", "forces", s.cus_of(space, seat)),
        ),
    )
    upkeep(p)
