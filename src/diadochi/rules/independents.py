"""7.5, 9.5: Independent Armies; a player moves them when a card says so."""

from typing import Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, Mask, SeatId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, general_in, space_in
from diadochi.model.pieces import Forces, IndependentArmy, Unit
from diadochi.model.state import BOX, INDEPENDENT, NOBODY, OUT, forces
from diadochi.model.verbs import Verb
from diadochi.rules import procedures, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.group import Evaded, besieged_bit, besieged_spaces, held_spaces, march_cost, with_evaders
from diadochi.rules.troops import is_independent
from diadochi.rules.upkeep import upkeep

STAYS: Final = {"leosthenes": "9.5.12", "ariarathes": "9.5.14"}


def number_of(p: Play, general: GeneralId) -> int:
    """Which Independent Army a General leads."""
    return next(i for i, army in enumerate(p.pieces.independents) if army.general == general)


def army_of(p: Play, general: GeneralId) -> IndependentArmy:
    return p.pieces.independents[number_of(p, general)]


def cus_of(p: Play, general: GeneralId) -> Forces:
    return forces(Unit.MERCENARY, army_of(p, general).cus)


def is_active(p: Play, general: GeneralId) -> bool:
    return bool(p.state.independents_active >> number_of(p, general) & 1)


def activate(p: Play, army: int) -> None:
    """9.5.2: its card has come; out of the game it stays out."""
    s = p.state
    general = p.pieces.independents[army].general
    if s.generals[general] != OUT and not s.independents_active >> army & 1:
        moves.activate_independents(s, army)
        p.note("independent_active", "9.5.2", (("general", "general", general),))


def defeat(p: Play, general: GeneralId, rule: str) -> None:
    """14.9.11, 14.9.12: back to its holding box and inactive, or out of the game."""
    returns = army_of(p, general).returns_to_box
    take_off(p, general, BOX if returns else OUT)
    p.note("independent_defeated" if returns else "independent_out", rule, (("general", "general", general),))


def take_off(p: Play, general: GeneralId, where: LocationId) -> None:
    """From the map to its holding box or out of the game; it is inactive then."""
    s = p.state
    if s.generals[general] >= 0:
        moves.take_cus(s, s.generals[general], INDEPENDENT, cus_of(p, general))
    moves.deactivate_independents(s, number_of(p, general))
    if where == OUT:
        moves.remove_general(s, general)
    else:
        moves.put_general(s, general, where)


# The move under way


def moving(p: Play) -> "IndependentMove | None":
    """The Independent Army that moves now."""
    i = p.find(IndependentMove)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, IndependentMove) else None


# 9.5.3


def begin_moves(p: Play, seat: SeatId) -> None:
    """A player may move every active Independent Army, one completely after another."""
    p.push(IndependentMoves(seat, p.state.independents_active))


class IndependentMoves(Frame):
    """`left`: bit mask of the Armies that may still move."""

    def __init__(self, seat: SeatId, left: int) -> None:
        self.seat = seat
        self.left = left

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.MOVE_INDEPENDENT, army.general) for army in p.pieces.independents]
        actions = offers(p, self, candidates)
        if not actions:
            p.pop()
            upkeep(p)
            return None
        actions += offers(p, self, [code(Verb.DONE)])
        return Ask(self.seat, "prompt.move_independents", "9.5.3", actions)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, general = action >> SHIFT, general_in(action)
        if verb == Verb.DONE:
            return self.check_done(p)
        if verb != Verb.MOVE_INDEPENDENT:
            return NOT_ASKED
        facts = (("general", "general", general),)
        if not is_independent(p, general) or not is_active(p, general):
            return Refusal("9.5.3", "refusal.not_active", facts)
        if not self.left >> number_of(p, general) & 1:
            return Refusal("9.5.3", "refusal.independent_moved", facts)
        return None

    def check_done(self, p: Play) -> Refusal | None:
        """9.5.7: what has become active in its holding box must enter the board."""
        for army in p.pieces.independents:
            if p.state.generals[army.general] == BOX and is_active(p, army.general):
                return Refusal("9.5.7", "refusal.must_enter_board", (("general", "general", army.general),))
        return None

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            upkeep(p)
            return
        general = general_in(action)
        p.replace(self.but(left=self.left & ~(1 << number_of(p, general))))
        p.note("moves_independent", "9.5.3", (("who", "faction", self.seat), ("general", "general", general)))
        besieged = besieged_spaces(p)
        start, held = p.state.generals[general], held_spaces(p, besieged)
        p.push(IndependentMove(self.seat, general, 0, start, besieged, held=held))


class IndependentMove(Frame):
    """The move of one Independent Army. `start`: where it began."""

    def __init__(
        self,
        seat: SeatId,
        general: GeneralId,
        spent: Mask,
        start: LocationId,
        besieged: Mask,
        intercepted: Mask = 0,
        released: int = 0,
        evaded: Evaded = (),
        held: tuple[Mask, ...] = (),
    ) -> None:
        self.seat = seat
        self.general = general
        self.spent = spent
        self.start = start
        self.besieged = besieged
        self.intercepted = intercepted
        self.released = released
        """Spaces that were Besieged when it left them (11.1.B.4)."""
        self.evaded = evaded
        self.held = held
        """By Faction, the spaces that it held with Unbesieged CUs when the move began (A63)."""

    # What it is told

    def told_forfeit(self, p: Play) -> None:
        """9.2.12"""
        p.become(self, self.but(spent=p.edition.independent_mps))

    def told_draw(self, p: Play) -> None:
        p.become(self, DrivenBack(self.seat, self.general))

    def told_interception(self, p: Play, space: int) -> None:
        """A67"""
        p.become(self, self.but(intercepted=self.intercepted | 1 << space))

    def told_evaders(self, p: Play, faction: FactionId, space: LocationId, cus: Forces) -> None:
        p.become(self, self.but(evaded=with_evaders(self.evaded, faction, space, cus)))

    def left(self, p: Play) -> int:
        return p.edition.independent_mps - self.spent

    def step(self, p: Play) -> Ask | None:
        at = p.state.generals[self.general]
        if at == OUT or (at == BOX and self.spent):
            p.pop()
            return None
        if at == BOX:
            candidates = [code(Verb.ENTER_BOARD, path.space) for path in p.board.entry_paths]
        else:
            candidates = [code(Verb.DONE), code(Verb.SETTLE)]
            candidates += [code(Verb.MARCH, n) for n, _ in p.board.land_links[at]]
        facts = (("general", "general", self.general), ("mps", "number", self.left(p)))
        return Ask(self.seat, "prompt.independent", "9.5.5", offers(p, self, candidates), facts)

    # Legality

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        at = p.state.generals[self.general]
        if at == BOX:
            return self.check_enter(p, space_in(action)) if verb == Verb.ENTER_BOARD else NOT_ASKED
        if verb == Verb.MARCH:
            return self.check_march(p, at, space_in(action))
        if verb == Verb.SETTLE:
            return self.check_settle(p, at)
        return self.check_done(p, at) if verb == Verb.DONE else NOT_ASKED

    def check_enter(self, p: Play, space: SpaceId) -> Refusal | None:
        """9.5.7"""
        name = p.pieces.generals[self.general].id
        if any(path.army == name and path.space == space for path in p.board.entry_paths):
            return None
        return Refusal("9.5.7", "refusal.no_entry_path", (("space", "space", space),))

    def check_march(self, p: Play, at: LocationId, space: SpaceId) -> Refusal | None:
        facts = (("general", "general", self.general), ("space", "space", space))
        cost = march_cost(p, at, space)
        if not cost:
            return Refusal("2.12", "refusal.not_adjacent", (("space", "space", space),))
        if cost > self.left(p):
            return Refusal("9.5.5", "refusal.too_few_mps", (("cost", "number", cost), ("mps", "number", self.left(p))))
        if not may_enter(p, self.general, space):
            return Refusal(STAYS[p.pieces.generals[self.general].id], "refusal.independent_stays", facts)
        if self.goes_west(p) and not self.can_end_west(p, space, self.left(p) - cost):
            return Refusal("9.5.13", "refusal.westward", facts)
        return None

    def check_settle(self, p: Play, at: LocationId) -> Refusal | None:
        """9.5.6, A54"""
        facts = (("space", "space", at),)
        if self.spent or at != self.start:
            return Refusal("9.5.6", "refusal.settle_first", facts)
        if p.board.spaces[at].kind == Kind.TRANSIT or troops.is_major_city(p, at):
            return Refusal("9.5.6", "refusal.settle_where", facts)
        if p.state.pcs[at] == INDEPENDENT:
            return Refusal("9.5.6", "refusal.already_independent", facts)
        return None

    def check_done(self, p: Play, at: LocationId) -> Refusal | None:
        if self.spent and self.goes_west(p) and not self.is_west(p, at) and self.can_end_west(p, at, self.left(p)):
            return Refusal("9.5.13", "refusal.westward", (("general", "general", self.general), ("space", "space", at)))
        return None

    # 9.5.13 PHILON

    def goes_west(self, p: Play) -> bool:
        """It has to end further west than it began, if that was possible."""
        if not army_of(p, self.general).westward or self.start < 0:
            return False
        return self.can_end_west(p, self.start, p.edition.independent_mps)

    def is_west(self, p: Play, space: LocationId) -> bool:
        return p.board.spaces[space].lon < p.board.spaces[self.start].lon

    def can_end_west(self, p: Play, space: LocationId, mps: int) -> bool:
        """Where it is removed from the game its move is over."""
        if self.is_west(p, space):
            return True
        if p.board.spaces[space].province in army_of(p, self.general).removed_on_entering:
            return False
        for other, kind in p.board.land_links[space]:
            cost = p.board.path_cost[kind]
            if cost <= mps and may_enter(p, self.general, other) and self.can_end_west(p, other, mps - cost):
                return True
        return False

    # Carrying out

    def take(self, p: Play, action: ActionCode) -> None:
        verb, operand = action >> SHIFT, action & MASK
        at = p.state.generals[self.general]
        if verb == Verb.ENTER_BOARD:
            cost = next(path.cost for path in p.board.entry_paths if path.space == operand)
            self.march(p, BOX, space_in(action), cost)
        elif verb == Verb.MARCH:
            self.march(p, at, space_in(action), march_cost(p, SpaceId(at), space_in(action)))
        elif verb == Verb.SETTLE:
            self.settle(p, at)
        else:
            self.finish(p, at)

    def march(self, p: Play, start: LocationId, space: SpaceId, cost: int) -> None:
        s = p.state
        cus = cus_of(p, self.general)
        released = self.released | besieged_bit(p, start, self.besieged) if start >= 0 else 0
        p.replace(self.but(spent=self.spent + cost, released=released))
        p.note(
            "independent_marches",
            "9.5.16",
            (
                ("general", "general", self.general),
                ("space", "space", space),
                ("cost", "number", cost),
                ("mps", "number", self.left(p) - cost),
            ),
        )
        if start >= 0:
            moves.take_cus(s, start, INDEPENDENT, cus)
        moves.add_cus(s, space, INDEPENDENT, cus)
        moves.put_general(s, self.general, space)
        if leaves_the_game(p, self.general, space):
            upkeep(p)
            return
        procedures.begin_independent_march(p, self.seat, space, start, self.general, cus)

    def settle(self, p: Play, space: LocationId) -> None:
        moves.put_pc(p.state, SpaceId(space), INDEPENDENT)
        p.note("independent_settles", "9.5.6", (("general", "general", self.general), ("space", "space", space)))
        p.pop()
        upkeep(p)

    def finish(self, p: Play, at: LocationId) -> None:
        """9.5.15, A55"""
        p.pop()
        remove_pc(p, SpaceId(at))
        upkeep(p)


class DrivenBack(Frame):
    """The end of a move that a draw has thrown back: no PC goes."""

    def __init__(self, seat: SeatId, general: GeneralId) -> None:
        self.seat = seat
        self.general = general

    def step(self, p: Play) -> Ask | None:
        p.pop()
        upkeep(p)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError(action)


def driven_back(p: Play) -> None:
    """The Independent Army that moves has attacked and drawn: its move is over (A55)."""
    move = moving(p)
    if move is not None:
        move.told_draw(p)


def remove_pc(p: Play, space: SpaceId) -> None:
    """9.5.15: that of a player, where there is no Major City."""
    owner = p.state.pcs[space]
    if owner not in (NOBODY, INDEPENDENT) and troops.is_minor_city(p, space):
        moves.put_pc(p.state, space, NOBODY)
        p.note(
            "pc_removed",
            "9.5.15",
            (("who", "faction", INDEPENDENT), ("space", "space", space), ("owner", "faction", owner)),
        )


def leaves_the_game(p: Play, general: GeneralId, space: SpaceId) -> bool:
    """9.5.13, A156: PHILON has come home."""
    if p.board.spaces[space].province not in army_of(p, general).removed_on_entering:
        return False
    take_off(p, general, OUT)
    p.note("independent_leaves", "9.5.13", (("general", "general", general),))
    return True


def may_enter(p: Play, general: GeneralId, space: SpaceId) -> bool:
    """9.5.12, 9.5.14"""
    provinces = army_of(p, general).may_enter
    return not provinces or p.board.spaces[space].province in provinces
