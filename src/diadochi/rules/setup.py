"""Chapter 4: set-up."""

from typing import NamedTuple

from diadochi.model.material import Material
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Royal, Unit
from diadochi.model.state import ALL_DIRTY, BOX, INDEPENDENT, NOBODY, OFF_MAP, OUT, SCORE_DUE, State, forces
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import minors_of
from diadochi.rules.upkeep import upkeep

OPTIONAL_CARDS = {
    "cavalry_superiority": Option.CAVALRY_SUPERIORITY,
    "foundation_of_a_capital": Option.FOUNDATION_OF_A_CAPITAL,
    "diplomatic_marriage": Option.DIPLOMATIC_MARRIAGE,
    "oracle": Option.ORACLE,
    "alexanders_ghost": Option.ALEXANDERS_GHOST,
    "superior_admiral": Option.SUPERIOR_ADMIRAL,
    "price_of_failure": Option.PRICE_OF_FAILURE,
    "port_resupplied": Option.PORT_RESUPPLIED,
}


def empty_state(material: Material, players: int, options: int, key: bytes) -> State:
    """A state with every piece beside the board."""
    s = State()
    s.players, s.options, s.key = players, options, key
    pieces = material.pieces
    s.order = tuple(range(players))
    s.pcs = [NOBODY] * len(material.board.spaces)
    s.generals = [OFF_MAP] * len(pieces.generals)
    s.owners = [NOBODY] * len(pieces.generals)
    s.popularity = [0] * len(pieces.generals)
    s.dispersed = [NO_FORCES] * players
    s.royals = [OFF_MAP] * len(pieces.royals)
    s.royal_owner = [NOBODY] * len(pieces.royals)
    s.fleet_owner = [NOBODY] * len(pieces.fleets)
    s.fleet_side = [0] * len(pieces.fleets)
    s.dealt = [0] * players
    s.champions = (1 << players) - 1
    s.training = [(0, 0)] * players
    s.capital, s.construction, s.capitals_taken = [-1] * players, [-1] * players, [0] * players
    s.province_owner = [NOBODY] * len(material.board.provinces)
    s.vp, s.legitimacy = [0] * players, [0] * players
    s.hands, s.front = [0] * players, [0] * players
    s.knows = [0] * len(material.cards)
    s.board_dirty = ALL_DIRTY
    return s


def new_state(material: Material, players: int, options: int, key: bytes) -> State:
    s = empty_state(material, players, options, key)
    s.agenda = [Setup(0, 0)]
    return s


PIECES, DEAL, DISCARDS, SECOND_DEAL, POSITIONS, FINISHED = 0, 1, 2, 3, 4, 5


class Setup(NamedTuple):
    """4.1 to 4.6. `turn` counts the discards, then the Starting Generals placed so far."""

    stage: int
    turn: int

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
            from diadochi.rules.turn import begin_game_turn

            upkeep(p)
            p.pop()
            begin_game_turn(p, 1)
        return None

    def ask_discard(self, p: Play) -> Ask:
        """4.4.2"""
        candidates = [code(Verb.DISCARD_GENERAL, g) for g in range(p.pieces.majors)]
        return Ask(self.turn, "prompt.discard_general", "4.4.2", offers(p, self, candidates))

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
            return Ask(seat, "prompt.start", rule, actions, args(general=("general", general)))
        place_starting_general(p, general, start.spaces[0])
        p.replace(Setup(POSITIONS, self.turn + 1))
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == DISCARDS and verb == Verb.DISCARD_GENERAL:
            if not p.state.dealt[self.turn] >> operand & 1:
                return Refusal("4.4.2", "refusal.not_dealt_to_you", args(general=("general", operand)))
            return None
        if self.stage == POSITIONS and verb == Verb.START:
            general = starting_order(p)[self.turn]
            start = p.pieces.generals[general].start
            assert start is not None
            if operand not in start.spaces:
                return Refusal(
                    rule_of_start(p, general),
                    "refusal.not_a_starting_space",
                    args(general=("general", general), space=("space", operand)),
                )
            return None
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        operand = action & MASK
        if self.stage == DISCARDS:
            discard_general(p, self.turn, operand)
            last = self.turn + 1 == p.state.players
            p.replace(Setup(SECOND_DEAL, 0) if last else Setup(DISCARDS, self.turn + 1))
        else:
            place_starting_general(p, starting_order(p)[self.turn], operand)
            p.replace(Setup(POSITIONS, self.turn + 1))


# 4.1


def place_non_player_pieces(p: Play) -> None:
    s = p.state
    s.aside = 0
    for i, card in enumerate(p.cards):
        option = OPTIONAL_CARDS.get(card.event)
        if not card.in_first_deck and (option is None or not p.option(option)):
            s.aside |= 1 << i
    for i, space in enumerate(p.board.spaces):
        if space.independent and (not space.independent_players or s.players in space.independent_players):
            s.put_pc(i, INDEPENDENT)
    for i, army in enumerate(p.pieces.independents):
        s.owners[army.general] = INDEPENDENT
        if army.start < 0:
            s.put_general(army.general, BOX)
            continue
        s.put_general(army.general, army.start)
        s.add_cus(army.start, INDEPENDENT, forces(Unit.MERCENARY, army.cus))
        s.independents_active |= 1 << i


# 4.2


def place_royal_family(p: Play) -> None:
    s = p.state
    for i, royal in enumerate(p.pieces.royals):
        s.royals[i] = royal.start if royal.start >= 0 else BOX
    if p.option(Option.HERAKLES):
        s.royals[Royal.HERAKLES] = BOX


# 4.3, 4.5


def sort_generals(p: Play) -> None:
    """4.4.3: the unavailable Generals leave the game."""
    s = p.state
    for g in p.pieces.unavailable:
        s.put_general(g, OUT)
        s.dead |= 1 << g


def hand_out_minors(p: Play) -> None:
    s = p.state
    for seat in range(s.players):
        for g in minors_of(p, seat):
            s.owners[g] = seat


# 4.4


def deal_generals(p: Play) -> None:
    """4.4.1: every Starting General is dealt."""
    s = p.state
    generals = list(p.pieces.starting[s.players])
    p.shuffle(generals)
    each = p.edition.generals_each[s.players]
    for seat in range(s.players):
        for g in generals[seat * each : (seat + 1) * each]:
            receive(p, seat, g, "4.4.1")


def receive(p: Play, seat: int, general: int, rule: str) -> None:
    s = p.state
    s.owners[general] = seat
    s.dealt[seat] |= 1 << general
    s.board_dirty |= SCORE_DUE
    p.note("receives_general", rule, who=("faction", seat), general=("general", general))


def discard_general(p: Play, seat: int, general: int) -> None:
    """4.4.2"""
    s = p.state
    s.owners[general] = NOBODY
    s.dealt[seat] &= ~(1 << general)
    s.board_dirty |= SCORE_DUE
    p.note("discards_general", "4.4.2", who=("faction", seat), general=("general", general))


def deal_discards(p: Play) -> None:
    s = p.state
    discards = [g for g in p.pieces.starting[s.players] if s.owners[g] == NOBODY]
    p.shuffle(discards)
    for seat, g in enumerate(discards):
        receive(p, seat, g, "4.4.2")


# 4.6


def starting_order(p: Play) -> list[int]:
    """The Starting Generals in the order of placement."""
    s = p.state
    first = s.owners[0]
    seats = [(first + i) % s.players for i in range(s.players)]
    return [g for seat in seats for g in range(p.pieces.majors) if s.dealt[seat] >> g & 1]


def rule_of_start(p: Play, general: int) -> str:
    """4.6.1 to 4.6.10: every Starting General has his own, in the order of the list for five players."""
    everybody = max(p.pieces.starting.values(), key=len)
    return f"4.6.{everybody.index(general) + 1}"


def place_starting_general(p: Play, general: int, space: int) -> None:
    s = p.state
    seat = s.owners[general]
    start = p.pieces.generals[general].start
    assert start is not None
    for pc in start.pcs:
        s.put_pc(pc, seat)
    s.put_general(general, space)
    s.add_cus(space, seat, start.forces)
    if p.option(Option.CAVALRY):
        s.add_cus(space, seat, forces(Unit.CAVALRY))
    p.note(
        "starts_at",
        rule_of_start(p, general),
        who=("faction", seat),
        general=("general", general),
        space=("space", space),
        cus=("forces", s.cus_of(space, seat)),
    )
    upkeep(p)
