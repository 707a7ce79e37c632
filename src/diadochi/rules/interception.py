"""Chapter 11: Land Interception."""

from typing import NamedTuple

from diadochi.model.board import PathKind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Ability, Forces, Royal
from diadochi.model.state import INDEPENDENT, NOBODY, add, subtract
from diadochi.rules import independent_reactions, independents, retreat, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.battle_score import has_cavalry
from diadochi.rules.command import (
    commander,
    general_factions,
    generals_at,
    idle_minors,
    is_minor,
    place_minor,
)
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import MOVE_LIMIT, cart_may_leave
from diadochi.rules.march import Procedure
from diadochi.rules.reactions import (
    change_procedure,
    moving_cavalry,
    procedure,
    remember_interception,
    roll_initiative,
    was_released,
)

Attempt = tuple[int, int, int, Forces, int]
"""A declared Interception: player, location, Generals, CUs, royals."""


def begin(p: Play, moving: Procedure) -> None:
    """10.D: every player but the mover may declare, in Turn Order."""
    own = 1 << moving.seat
    if not independent_reactions.are_possible(p, moving):
        own |= 1 << INDEPENDENT
    there = p.state.generals_at
    if not any(at in there and general_factions(p, at) & ~own for at in interceptor_locations(p, moving.at)):
        return
    players = tuple(f for f in p.state.order if f != moving.seat)
    p.push(Interceptions(moving.at, players, 0, (), -1, 0, NO_FORCES, 0))


def interceptor_locations(p: Play, at: int) -> list[int]:
    """11.1.A.1: the land locations of the spaces joined by a Land path."""
    out = []
    for space, kind in p.board.land_links[p.space(at)]:
        if kind == PathKind.LAND:
            out.append(space)
            out.append(p.inside(space))
    return out


class Interceptions(NamedTuple):
    """Declarations in Turn Order, then the rolls. `source` and what follows: the attempt being named."""

    at: int
    players: tuple[int, ...]
    turn: int
    declared: tuple[Attempt, ...]
    source: int
    generals: int
    cus: Forces
    royals: int
    paid: int = 0
    """16.11: the players who have declared for Independents."""
    stays: tuple[int, ...] = ()
    """The locations in own spaces where a Minor General is to stay behind."""

    def step(self, p: Play) -> Ask | None:
        if self.turn >= len(self.players):
            p.pop()
            resolve_interceptions(p, self.declared, self.stays)
            return None
        if self.source >= 0:
            return self.ask_who(p)
        seat = self.players[self.turn]
        locations = interceptor_locations(p, self.at)
        others = independent_reactions.actions(p, locations)
        actions = offers(p, self, [*(code(Verb.INTERCEPT, at) for at in locations), *others])
        hidden = self.may_pay(p, seat, others)
        if not actions and not hidden:
            p.replace(self._replace(turn=self.turn + 1))
            return None
        facts = args(mover=("faction", procedure(p).faction), space=("space", p.space(self.at)))
        return Ask(seat, "prompt.intercept", "11.2.3", [*actions, code(Verb.PASS)], facts, hidden)

    def may_pay(self, p: Play, seat: int, others: list[int]) -> bool:
        """16.11: as far as everybody can see, the seat might declare for an Independent General."""
        if not any(self.check_near(p, a & MASK) is None for a in others):
            return False
        return windows.may_hold(p, seat)

    def ask_who(self, p: Play) -> Ask:
        """11.2.4: it begins with nobody."""
        s = p.state
        seat = self.players[self.turn]
        candidates = [code(Verb.TAKE_GENERAL, g) for g in generals_at(p, self.source, seat)]
        candidates.append(code(Verb.MUSTER, self.source))
        if self.generals:
            candidates += [code(Verb.DONE), code(Verb.TAKE_ALL), code(Verb.REPOSITION, self.source)]
            candidates += troops.unit_actions(Verb.TAKE, self.staying(p))
            candidates += [code(Verb.TAKE_ROYAL, r) for r in members(retreat.royals_mask(s, self.source, seat))]
        facts = args(source=("location", self.source), space=("space", p.space(self.at)), cus=("forces", self.cus))
        return Ask(seat, "prompt.intercept_with", "11.2.4", offers(p, self, candidates), facts)

    def staying(self, p: Play) -> Forces:
        return subtract(p.state.cus_of(self.source, self.players[self.turn]), self.cus)

    # Legality

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.source < 0:
            if verb == Verb.PASS:
                return None
            if verb == Verb.MOVE_INDEPENDENT:
                return self.check_independent(p, operand)
            return self.check_intercept(p, operand) if verb == Verb.INTERCEPT else NOT_ASKED
        if verb == Verb.TAKE_GENERAL:
            return self.check_general(p, operand)
        if verb == Verb.MUSTER:
            return self.check_muster(p, operand)
        if not self.generals:
            named_later = verb in (Verb.TAKE, Verb.TAKE_ALL, Verb.TAKE_ROYAL, Verb.REPOSITION, Verb.DONE)
            return Refusal("11.2.4", "refusal.name_a_general_first") if named_later else NOT_ASKED
        if verb in (Verb.TAKE, Verb.TAKE_ALL):
            return self.check_cus(p, verb, operand)
        if verb == Verb.TAKE_ROYAL:
            return self.check_royal(p, operand)
        if verb == Verb.REPOSITION:
            return self.check_stays(p, operand)
        return self.check_declared(p) if verb == Verb.DONE else NOT_ASKED

    def check_intercept(self, p: Play, location: int) -> Refusal | None:
        seat = self.players[self.turn]
        facts = args(at=("location", location))
        if location not in interceptor_locations(p, self.at):
            return Refusal("11.1.A.1", "refusal.no_land_path", facts)
        if commander(p, location, seat) < 0:
            return Refusal("11.1.1", "refusal.no_general_to_intercept", facts)
        if any(p.space(a[1]) == p.space(location) for a in self.declared):
            return Refusal("11.2.2", "refusal.one_attempt_per_space", facts)
        if self.paid >> seat & 1:
            return Refusal("16.11.4", "refusal.declared_for_independents")
        moving = procedure(p)
        if not troops.has_cu(p.state, location, seat) and third_general(p, seat, moving):
            return Refusal("12.1.3", "refusal.third_general", args(space=("space", p.space(self.at))))
        return check_interceptor(p, seat, moving) or check_free_to_intercept(p, moving, location)

    def check_independent(self, p: Play, general: int) -> Refusal | None:
        """16.11.1, 16.11.3"""
        return self.check_near(p, general) or independent_reactions.check_card(p, self.players[self.turn])

    def check_near(self, p: Play, general: int) -> Refusal | None:
        """16.11.4, 16.11.5, 16.11.7: what everybody can see."""
        moving = procedure(p)
        if not independent_reactions.are_possible(p, moving):
            return NOT_ASKED
        refusal = independent_reactions.check_general(p, general, interceptor_locations(p, self.at))
        if refusal is not None:
            return refusal
        location, space = p.state.generals[general], p.space(self.at)
        if any(a[1] == location for a in self.declared):
            return Refusal("16.11.5", "refusal.one_attempt_per_space", args(at=("location", location)))
        if any(a[0] == self.players[self.turn] for a in self.declared):
            return Refusal("16.11.4", "refusal.declared_for_himself")
        if not independents.may_enter(p, general, space):
            facts = args(general=("general", general), space=("space", space))
            return Refusal("16.11.7", "refusal.independent_stays", facts)
        return check_interceptor(p, INDEPENDENT, moving)

    def check_general(self, p: Play, general: int) -> Refusal | None:
        s = p.state
        seat = self.players[self.turn]
        facts = args(general=("general", general))
        if s.owners[general] != seat or s.generals[general] != self.source or self.generals >> general & 1:
            return Refusal("11.2.4", "refusal.no_such_general", facts)
        if self.generals and (is_minor(p, general) or self.led_by_minor(p)):
            return Refusal("9.1.10", "refusal.minor_general_alone", facts)
        return None

    def led_by_minor(self, p: Play) -> bool:
        return is_minor(p, self.generals.bit_length() - 1)

    def check_muster(self, p: Play, location: int) -> Refusal | None:
        """11.2.6, 7.1.C.3, A36: an off-map Minor General attempts it, where a General and a CU are already."""
        seat = self.players[self.turn]
        facts = args(at=("location", location))
        if location != self.source or self.generals:
            return Refusal("11.2.6", "refusal.not_here", facts)
        if not troops.has_cu(p.state, location, seat) or commander(p, location, seat) < 0:
            return Refusal("11.2.6", "refusal.minor_needs_army", facts)
        if self.free_minors(p) <= 0:
            return Refusal("7.1.C.3", "refusal.no_minor_general", facts)
        return None

    def check_stays(self, p: Play, location: int) -> Refusal | None:
        """11.2.6, A36: where he must stay he does so without being named (9.1.13)."""
        facts = args(at=("location", location))
        if location != self.source or location in self.stays:
            return Refusal("11.2.6", "refusal.not_here", facts)
        if self.staying(p) == NO_FORCES:
            return Refusal("11.2.6", "refusal.no_such_cu", facts)
        if any(not self.generals >> g & 1 for g in generals_at(p, location, self.players[self.turn])):
            return Refusal("7.1.C.6", "refusal.has_a_general", facts)
        if needs_guard(p, self.attempt()) or self.free_minors(p) <= 0:
            return Refusal("7.1.C.3", "refusal.no_minor_general", facts)
        return None

    def check_cus(self, p: Play, verb: int, unit: int) -> Refusal | None:
        staying = self.staying(p)
        if verb == Verb.TAKE_ALL:
            more = staying
        else:
            more = troops.whole(staying, unit) if unit < UNITS and staying[unit] else NO_FORCES
        if more == NO_FORCES:
            return Refusal("11.2.4", "refusal.no_such_cu", args(at=("location", self.source)))
        if p.option(Option.MOVEMENT_LIMIT) and troops.count(self.cus) + troops.count(more) > MOVE_LIMIT:
            return Refusal("16.8.1", "refusal.movement_limit")
        return None

    def check_royal(self, p: Play, royal: int) -> Refusal | None:
        facts = args(royal=("royal", royal))
        if not retreat.royals_mask(p.state, self.source, self.players[self.turn]) & ~self.royals & 1 << royal:
            return Refusal("11.2.4", "refusal.no_such_royal", facts)
        if self.cus == NO_FORCES:
            return Refusal("11.2.15", "refusal.royal_needs_army", facts)
        if royal == Royal.FUNERAL_CART and not cart_may_leave(p):
            return Refusal("8.4.3", "refusal.cart_stays", facts)
        return None

    def check_declared(self, p: Play) -> Refusal | None:
        """9.1.13: somebody stays with the CUs that stay; with option 16.8 not all of them may be able to go."""
        if self.cus == NO_FORCES and third_general(p, self.players[self.turn], procedure(p)):
            return Refusal("12.1.3", "refusal.third_general", args(space=("space", p.space(self.at))))
        if not needs_guard(p, self.attempt()) or self.free_minors(p) > 0 or not self.can_take_more(p):
            return None
        return Refusal("9.1.13", "refusal.no_general_stays")

    def can_take_more(self, p: Play) -> bool:
        return any(self.check_cus(p, Verb.TAKE, unit) is None for unit in range(UNITS))

    def free_minors(self, p: Play) -> int:
        """Off-map Minor Generals that no attempt declared so far needs to stay behind."""
        seat = self.players[self.turn]
        needed = sum(1 for a in self.declared if a[0] == seat and (needs_guard(p, a) or a[1] in self.stays))
        return len(idle_minors(p, seat)) - needed - (self.source in self.stays)

    def attempt(self) -> Attempt:
        """The attempt being named."""
        return self.players[self.turn], self.source, self.generals, self.cus, self.royals

    # Carrying out

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.PASS:
            p.replace(self._replace(turn=self.turn + 1))
        elif verb == Verb.INTERCEPT:
            p.replace(self._replace(source=operand))
        elif verb == Verb.MOVE_INDEPENDENT:
            independent_reactions.pay(p, self.players[self.turn], operand, independent_reactions.INTERCEPTION)
        elif verb == Verb.TAKE_GENERAL:
            p.replace(self._replace(generals=self.generals | 1 << operand))
        elif verb == Verb.MUSTER:
            general = place_minor(p, self.players[self.turn], operand, "11.2.6")
            p.replace(self._replace(generals=1 << general))
        elif verb == Verb.TAKE_ROYAL:
            p.replace(self._replace(royals=self.royals | 1 << operand))
        elif verb == Verb.REPOSITION:
            p.replace(self._replace(stays=(*self.stays, operand)))
        elif verb == Verb.DONE:
            self.declare(p)
        else:
            more = self.staying(p) if verb == Verb.TAKE_ALL else troops.whole(self.staying(p), operand)
            p.replace(self._replace(cus=add(self.cus, more)))

    def declare(self, p: Play) -> None:
        seat = self.players[self.turn]
        p.note(
            "declares_interception",
            "11.2.4",
            who=("faction", seat),
            generals=("generals", tuple(members(self.generals))),
            cus=("forces", self.cus),
            royals=("royals", tuple(members(self.royals))),
            source=("location", self.source),
            space=("space", p.space(self.at)),
        )
        new = self._replace(declared=(*self.declared, self.attempt()), source=-1, generals=0, cus=NO_FORCES, royals=0)
        p.replace(new)


def needs_guard(p: Play, attempt: Attempt) -> bool:
    """CUs stay behind where neither a PC nor a General shows whose they are."""
    seat, source, generals, cus, _ = attempt
    if seat == INDEPENDENT or p.state.pcs[p.space(source)] == seat or p.state.cus_of(source, seat) == cus:
        return False
    return all(generals >> g & 1 for g in generals_at(p, source, seat))


def declare_independent(p: Play, seat: int, general: int) -> None:
    """16.11.2: he brings only his own Army."""
    frame = p.state.agenda[-1]
    assert isinstance(frame, Interceptions)
    source, cus = p.state.generals[general], independents.cus_of(p, general)
    p.note(
        "declares_independent_interception",
        "16.11.3",
        who=("faction", seat),
        general=("general", general),
        space=("space", p.space(frame.at)),
    )
    attempt = (INDEPENDENT, source, 1 << general, cus, 0)
    p.replace(frame._replace(declared=(*frame.declared, attempt), paid=frame.paid | 1 << seat))


def third_general(p: Play, seat: int, moving: Procedure) -> bool:
    """A third player's General is there: as in 12.1.3 nobody comes without a CU, lest they be left together."""
    return bool(general_factions(p, moving.at) & ~(1 << seat | 1 << moving.faction))


def check_interceptor(p: Play, seat: int, moving: Procedure) -> Refusal | None:
    """What keeps a player from Intercepting into the space at all."""
    s = p.state
    space = p.space(moving.at)
    facts = args(space=("space", space))
    if moving.granted >> seat & 1:
        return Refusal("10.C.1", "refusal.passage_granted", facts)
    if moving.faction in s.truce and seat in s.truce:
        return Refusal("16.1.1", "refusal.truce", args(who=("faction", moving.faction)))
    if s.pcs[space] not in (seat, NOBODY) and not troops.has_cu_in_space(p, space, seat):
        return Refusal("11.1.A.2", "refusal.space_held_by_other", facts)
    if moving.held & ~(1 << seat):
        return Refusal("11.1.B.2", "refusal.held_by_enemy", facts)
    return None


def check_free_to_intercept(p: Play, moving: Procedure, location: int) -> Refusal | None:
    """11.1.B.4, A65: a Besieged General stays so until the activation under way is over."""
    space = p.space(location)
    if not p.is_inside(location):
        return None
    facts = args(space=("space", space))
    if troops.is_besieged(p, space):
        return Refusal("11.1.B.4", "refusal.besieged", facts)
    return Refusal("11.1.B.4", "refusal.just_released", facts) if was_released(p, moving, space) else None


def resolve_interceptions(p: Play, declared: tuple[Attempt, ...], stays: tuple[int, ...]) -> None:
    """11.2.3, 11.2.11, 11.2.12: the first Faction to succeed cancels the other players' rolls."""
    winner = NOBODY
    for attempt in declared:
        if winner in (NOBODY, attempt[0]) and intercept(p, attempt, stays):
            winner = attempt[0]
    if winner == NOBODY:
        return
    moving = procedure(p)
    change_procedure(p, moving._replace(intercepted=moving.intercepted | 1 << winner))
    remember_interception(p, moving)


def intercept(p: Play, attempt: Attempt, stays: tuple[int, ...]) -> bool:
    """11.2.5, 11.2.7, 11.2.8, 16.9.16"""
    seat, source, generals, _, _ = attempt
    moving = procedure(p)
    leader = members(generals)[0]
    modifier = 0
    if p.option(Option.CAVALRY):
        modifier = int(has_cavalry(p, seat, p.state.cus_of(source, seat))) - int(moving_cavalry(p, moving))
    success = roll_initiative(p, seat, leader, Ability.INTERCEPTION, modifier, "interception_roll", "11.2.7")
    if not success:
        return False
    go(p, attempt, moving.at, stays)
    return seat != INDEPENDENT or not independents.leaves_the_game(p, leader, p.space(moving.at))


def go(p: Play, attempt: Attempt, end: int, stays: tuple[int, ...]) -> None:
    """11.2.10: everything declared moves; a Minor General stays with CUs that need one, or where he was named."""
    s = p.state
    seat, source, generals, cus, royals = attempt
    troops.move_cus(p, seat, cus, source, end)
    retreat.put_generals(s, generals, end)
    retreat.put_royals(s, royals, end)
    wanted = s.pcs[p.space(source)] != seat or source in stays
    if wanted and troops.has_cu(s, source, seat) and commander(p, source, seat) < 0:
        place_minor(p, seat, source, "11.2.6")
