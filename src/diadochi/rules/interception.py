"""Chapter 11: Land Interception."""

from diadochi.model.board import Kind
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, Mask, RoyalId, SeatId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, general_in, location_in, royal_in, unit_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Ability, Forces, Royal
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, add, generals_in, royals_in, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import independents, procedures, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.group import MOVE_LIMIT, cart_may_leave
from diadochi.rules.march import Came, Procedure
from diadochi.rules.reactions import (
    FOR_INTERCEPTION,
    TRANSIT_MODIFIER,
    cavalry_modifier,
    check_independent,
    check_payment,
    independent_attempts,
    independents_may_react,
    leave_stronghold,
    may_react,
    moving_cavalry,
    pay,
    procedure,
    remember_interception,
    roll_initiative,
    was_released,
)
from diadochi.rules.royals import put_royals, royals_mask
from diadochi.rules.troops import (
    commander,
    generals_at,
    idle_minors,
    is_minor,
    place_minor,
    put_generals,
)

Attempt = Came
"""A declared Interception."""


def begin(p: Play, moving: Procedure) -> None:
    """10.D: every player but the mover may declare, in Turn Order."""
    own = 0 if may_react(p, moving, moving.seat) else 1 << moving.seat
    if not independents_may_react(p, moving):
        own |= 1 << INDEPENDENT
    there = p.state.generals_at
    if not any(at in there and p.state.general_factions(at) & ~own for at in interceptor_locations(p, moving.at)):
        return
    players = tuple(f for f in p.state.order if may_react(p, moving, f))
    p.push(Interceptions(moving.at, players, 0, (), OFF_MAP, 0, NO_FORCES, 0))


def interceptor_locations(p: Play, at: LocationId) -> tuple[LocationId, ...]:
    """11.1.A.1"""
    return p.board.beside[at % p.spaces]


class Interceptions(Frame):
    """Declarations in Turn Order, then the rolls. `source` and what follows: the attempt being named."""

    def __init__(
        self,
        at: LocationId,
        players: tuple[SeatId, ...],
        turn: int,
        declared: tuple[Attempt, ...],
        source: LocationId,
        generals: Mask,
        cus: Forces,
        royals: Mask,
        paid: Mask = 0,
        stays: tuple[int, ...] = (),
    ) -> None:
        self.at = at
        self.players = players
        self.turn = turn
        self.declared = declared
        self.source = source
        self.generals = generals
        self.cus = cus
        self.royals = royals
        self.paid = paid
        """16.11: the players who have declared for Independents."""
        self.stays = stays
        """The locations in own spaces where a Minor General is to stay behind."""

    def copy(self) -> "Interceptions":
        return Interceptions(
            self.at,
            self.players,
            self.turn,
            self.declared,
            self.source,
            self.generals,
            self.cus,
            self.royals,
            self.paid,
            self.stays,
        )

    def step(self, p: Play) -> Ask | None:
        if self.source >= 0:
            return self.ask_who(p)
        run = self.copy()
        p.replace(run)
        while run.turn < len(run.players):
            ask = run.ask_player(p)
            if ask is not None:
                return ask
            run.turn += 1
        p.pop()
        resolve_interceptions(p, run.declared, run.stays)
        return None

    def ask_player(self, p: Play) -> Ask | None:
        """Where the player whose turn it is may Intercept from; None if he can do nothing."""
        seat = self.players[self.turn]
        locations = interceptor_locations(p, self.at)
        others = independent_attempts(p, locations)
        there = p.state.generals_at
        actions = offers(p, self, [*(code(Verb.INTERCEPT, at) for at in locations if at in there), *others])
        hidden = self.may_pay(p, seat, others)
        if not actions and not hidden:
            return None
        facts = (("mover", "faction", procedure(p).faction), ("space", "space", p.space(self.at)))
        return Ask(seat, "prompt.intercept", "11.2.3", [*actions, code(Verb.PASS)], facts, hidden)

    def may_pay(self, p: Play, seat: SeatId, others: list[int]) -> bool:
        """16.11: as far as everybody can see, the seat might declare for an Independent General."""
        if not any(self.check_near(p, general_in(a)) is None for a in others):
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
            candidates += [code(Verb.TAKE_ROYAL, r) for r in royals_in(royals_mask(s, self.source, seat))]
        facts = (("source", "location", self.source), ("space", "space", p.space(self.at)), ("cus", "forces", self.cus))
        return Ask(seat, "prompt.intercept_with", "11.2.4", offers(p, self, candidates), facts)

    def staying(self, p: Play) -> Forces:
        return subtract(p.state.cus_of(self.source, self.players[self.turn]), self.cus)

    def told_independent(self, p: Play, seat: SeatId, general: GeneralId) -> None:
        """16.11.2: a player has paid for this Independent General."""
        source, cus = p.state.generals[general], independents.cus_of(p, general)
        attempt = (INDEPENDENT, source, 1 << general, cus, 0)
        p.become(self, self.but(declared=(*self.declared, attempt), paid=self.paid | 1 << seat))

    # Legality

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.source < 0:
            if verb == Verb.PASS:
                return None
            if verb == Verb.MOVE_INDEPENDENT:
                return self.check_independent(p, general_in(action))
            return self.check_intercept(p, location_in(action)) if verb == Verb.INTERCEPT else NOT_ASKED
        if verb == Verb.TAKE_GENERAL:
            return self.check_general(p, general_in(action))
        if verb == Verb.MUSTER:
            return self.check_muster(p, location_in(action))
        if not self.generals:
            named_later = verb in (Verb.TAKE, Verb.TAKE_ALL, Verb.TAKE_ROYAL, Verb.REPOSITION, Verb.DONE)
            return Refusal("11.2.4", "refusal.name_a_general_first") if named_later else NOT_ASKED
        if verb in (Verb.TAKE, Verb.TAKE_ALL):
            return self.check_cus(p, verb, unit_in(action))
        if verb == Verb.TAKE_ROYAL:
            return self.check_royal(p, royal_in(action))
        if verb == Verb.REPOSITION:
            return self.check_stays(p, location_in(action))
        return self.check_declared(p) if verb == Verb.DONE else NOT_ASKED

    def check_intercept(self, p: Play, location: LocationId) -> Refusal | None:
        seat = self.players[self.turn]
        facts = (("at", "location", location),)
        if location not in interceptor_locations(p, self.at):
            return Refusal("11.1.A.1", "refusal.no_land_path", facts)
        if commander(p, location, seat) < 0:
            return Refusal("11.1.1", "refusal.no_general_to_intercept", facts)
        if p.edition.interceptors == "army" and not troops.has_cu(p.state, location, seat):
            return Refusal("11.1.1", "refusal.only_armies_intercept", facts)
        if any(p.space(a[1]) == p.space(location) for a in self.declared):
            return Refusal("11.2.2", "refusal.one_attempt_per_space", facts)
        if self.paid >> seat & 1:
            return Refusal("16.11.4", "refusal.declared_for_independents")
        moving = procedure(p)
        if not troops.has_cu(p.state, location, seat) and third_general(p, seat, moving):
            return Refusal("12.1.3", "refusal.third_general", (("space", "space", p.space(self.at)),))
        return check_interceptor(p, seat, moving) or check_free_to_intercept(p, moving, location)

    def check_independent(self, p: Play, general: GeneralId) -> Refusal | None:
        """16.11.1, 16.11.3"""
        return self.check_near(p, general) or check_payment(p, self.players[self.turn])

    def check_near(self, p: Play, general: GeneralId) -> Refusal | None:
        """16.11.4, 16.11.5, 16.11.7: what everybody can see."""
        moving = procedure(p)
        if not independents_may_react(p, moving):
            return NOT_ASKED
        refusal = check_independent(p, general, interceptor_locations(p, self.at))
        if refusal is not None:
            return refusal
        location, space = p.state.generals[general], p.space(self.at)
        if any(a[1] == location for a in self.declared):
            return Refusal("16.11.5", "refusal.one_attempt_per_space", (("at", "location", location),))
        if any(a[0] == self.players[self.turn] for a in self.declared):
            return Refusal("16.11.4", "refusal.declared_for_himself")
        if not independents.may_enter(p, general, space):
            facts = (("general", "general", general), ("space", "space", space))
            return Refusal("16.11.7", "refusal.independent_stays", facts)
        return check_interceptor(p, INDEPENDENT, moving)

    def check_general(self, p: Play, general: GeneralId) -> Refusal | None:
        s = p.state
        seat = self.players[self.turn]
        facts = (("general", "general", general),)
        if s.owners[general] != seat or s.generals[general] != self.source or self.generals >> general & 1:
            return Refusal("11.2.4", "refusal.no_such_general", facts)
        if self.generals and not troops.minors_stay(p) and (is_minor(p, general) or self.led_by_minor(p)):
            return Refusal("9.1.10", "refusal.minor_general_alone", facts)
        return None

    def led_by_minor(self, p: Play) -> bool:
        return is_minor(p, GeneralId(self.generals.bit_length() - 1))

    def check_muster(self, p: Play, location: LocationId) -> Refusal | None:
        """11.2.6, 7.1.C.3, A36: an off-map Minor General attempts it, where a General and a CU are already."""
        seat = self.players[self.turn]
        facts = (("at", "location", location),)
        if location != self.source or self.generals:
            return Refusal("11.2.6", "refusal.not_here", facts)
        if not troops.has_cu(p.state, location, seat) or commander(p, location, seat) < 0:
            return Refusal("11.2.6", "refusal.minor_needs_army", facts)
        if self.free_minors(p) <= 0:
            return Refusal("7.1.C.3", "refusal.no_minor_general", facts)
        return None

    def check_stays(self, p: Play, location: LocationId) -> Refusal | None:
        """11.2.6, A36: where he must stay he does so without being named (9.1.13)."""
        facts = (("at", "location", location),)
        if location != self.source or location in self.stays:
            return Refusal("11.2.6", "refusal.not_here", facts)
        if self.staying(p) == NO_FORCES:
            return Refusal("11.2.6", "refusal.no_such_cu", facts)
        if any(not self.generals >> g & 1 for g in generals_at(p, location, self.players[self.turn])):
            return Refusal("7.1.C.6", "refusal.has_a_general", facts)
        if needs_guard(p, self.attempt()) or self.free_minors(p) <= 0:
            return Refusal("7.1.C.3", "refusal.no_minor_general", facts)
        return None

    def check_cus(self, p: Play, verb: int, unit: UnitId) -> Refusal | None:
        staying = self.staying(p)
        if verb == Verb.TAKE_ALL:
            more = staying
        else:
            more = troops.whole(staying, unit) if unit < UNITS and staying[unit] else NO_FORCES
        if more == NO_FORCES:
            return Refusal("11.2.4", "refusal.no_such_cu", (("at", "location", self.source),))
        if p.option(Option.MOVEMENT_LIMIT) and troops.count(self.cus) + troops.count(more) > MOVE_LIMIT:
            return Refusal("16.8.1", "refusal.movement_limit")
        return None

    def check_royal(self, p: Play, royal: RoyalId) -> Refusal | None:
        facts = (("royal", "royal", royal),)
        if not royals_mask(p.state, self.source, self.players[self.turn]) & ~self.royals & 1 << royal:
            return Refusal("11.2.4", "refusal.no_such_royal", facts)
        if self.cus == NO_FORCES:
            return Refusal("11.2.15", "refusal.royal_needs_army", facts)
        if royal == Royal.FUNERAL_CART and not cart_may_leave(p):
            return Refusal("8.4.3", "refusal.cart_stays", facts)
        return None

    def check_declared(self, p: Play) -> Refusal | None:
        """9.1.13: somebody stays with the CUs that stay; with option 16.8 not all of them may be able to go."""
        if self.cus == NO_FORCES and p.edition.interceptors == "army":
            return Refusal("11.1.1", "refusal.only_armies_intercept", (("at", "location", self.source),))
        if self.cus == NO_FORCES and third_general(p, self.players[self.turn], procedure(p)):
            return Refusal("12.1.3", "refusal.third_general", (("space", "space", p.space(self.at)),))
        if not needs_guard(p, self.attempt()) or self.free_minors(p) > 0 or not self.can_take_more(p):
            return None
        return Refusal("9.1.13", "refusal.no_general_stays")

    def can_take_more(self, p: Play) -> bool:
        return any(self.check_cus(p, Verb.TAKE, UnitId(unit)) is None for unit in range(UNITS))

    def free_minors(self, p: Play) -> int:
        """Off-map Minor Generals that no attempt declared so far needs to stay behind."""
        seat = self.players[self.turn]
        needed = sum(1 for a in self.declared if a[0] == seat and (needs_guard(p, a) or a[1] in self.stays))
        return len(idle_minors(p, seat)) - needed - (self.source in self.stays)

    def attempt(self) -> Attempt:
        """The attempt being named."""
        return self.players[self.turn], self.source, self.generals, self.cus, self.royals

    # Carrying out

    def take(self, p: Play, action: ActionCode) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.PASS:
            p.replace(self.but(turn=self.turn + 1))
        elif verb == Verb.INTERCEPT:
            p.replace(self.but(source=operand))
        elif verb == Verb.MOVE_INDEPENDENT:
            pay(p, self.players[self.turn], general_in(action), FOR_INTERCEPTION)
        elif verb == Verb.TAKE_GENERAL:
            p.replace(self.but(generals=self.generals | 1 << operand))
        elif verb == Verb.MUSTER:
            general = place_minor(p, self.players[self.turn], location_in(action), "11.2.6")
            p.replace(self.but(generals=1 << general))
        elif verb == Verb.TAKE_ROYAL:
            p.replace(self.but(royals=self.royals | 1 << operand))
        elif verb == Verb.REPOSITION:
            p.replace(self.but(stays=(*self.stays, operand)))
        elif verb == Verb.DONE:
            self.declare(p)
        else:
            more = self.staying(p) if verb == Verb.TAKE_ALL else troops.whole(self.staying(p), unit_in(action))
            p.replace(self.but(cus=add(self.cus, more)))

    def declare(self, p: Play) -> None:
        seat = self.players[self.turn]
        p.note(
            "declares_interception",
            "11.2.4",
            (
                ("who", "faction", seat),
                ("generals", "generals", tuple(generals_in(self.generals))),
                ("cus", "forces", self.cus),
                ("royals", "royals", tuple(royals_in(self.royals))),
                ("source", "location", self.source),
                ("space", "space", p.space(self.at)),
            ),
        )
        new = self.but(declared=(*self.declared, self.attempt()), source=-1, generals=0, cus=NO_FORCES, royals=0)
        p.replace(new)


def needs_guard(p: Play, attempt: Attempt) -> bool:
    """CUs stay behind where neither a PC nor a General shows whose they are."""
    seat, source, generals, cus, _ = attempt
    if seat == INDEPENDENT or p.state.pcs[p.space(source)] == seat or p.state.cus_of(source, seat) == cus:
        return False
    return all(generals >> g & 1 for g in generals_at(p, source, seat))


def declare_independent(p: Play, seat: SeatId, general: GeneralId) -> None:
    """16.11.2: he brings only his own Army."""
    frame = p.top()
    assert isinstance(frame, Interceptions)
    p.note(
        "declares_independent_interception",
        "16.11.3",
        (("who", "faction", seat), ("general", "general", general), ("space", "space", p.space(frame.at))),
    )
    frame.told_independent(p, seat, general)


def third_general(p: Play, seat: SeatId, moving: Procedure) -> bool:
    """A third player's General is there: as in 12.1.3 nobody comes without a CU, lest they be left together."""
    return bool(p.state.general_factions(moving.at) & ~(1 << seat | 1 << moving.faction))


def check_interceptor(p: Play, seat: SeatId, moving: Procedure) -> Refusal | None:
    """What keeps a player from Intercepting into the space at all."""
    s = p.state
    space = p.space(moving.at)
    facts = (("space", "space", space),)
    if moving.granted >> seat & 1:
        return Refusal("10.C.1", "refusal.passage_granted", facts)
    if moving.faction in s.truce and seat in s.truce:
        return Refusal("16.1.1", "refusal.truce", (("who", "faction", moving.faction),))
    if s.pcs[space] not in (seat, NOBODY) and not troops.has_cu_in_space(p, space, seat):
        return Refusal("11.1.A.2", "refusal.space_held_by_other", facts)
    if moving.held & ~(1 << seat):
        return Refusal("11.1.B.2", "refusal.held_by_enemy", facts)
    return None


def check_free_to_intercept(p: Play, moving: Procedure, location: LocationId) -> Refusal | None:
    """11.1.B.4, A65: a Besieged General stays so until the activation under way is over."""
    space = p.space(location)
    if not p.is_inside(location):
        return None
    facts = (("space", "space", space),)
    if troops.is_besieged(p, space):
        return Refusal("11.1.B.4", "refusal.besieged", facts)
    return Refusal("11.1.B.4", "refusal.just_released", facts) if was_released(p, moving, space) else None


def resolve_interceptions(p: Play, declared: tuple[Attempt, ...], stays: tuple[int, ...]) -> None:
    """11.2.3, 11.2.11, 11.2.12: the first Faction to succeed cancels the other players' rolls."""
    winner: FactionId = NOBODY
    came: list[Attempt] = []
    for attempt in declared:
        if winner in (NOBODY, attempt[0]) and intercept(p, attempt, stays):
            winner = attempt[0]
            came.append(attempt)
    if winner == NOBODY:
        return
    moving = procedure(p)
    moving.told_interception(p, tuple(came))
    remember_interception(p, moving)


def intercept(p: Play, attempt: Attempt, stays: tuple[int, ...]) -> bool:
    """11.2.5, 11.2.7, 11.2.8, 16.9.16"""
    seat, source, generals, _, _ = attempt
    moving = procedure(p)
    leader = troops.first_in_rank(p, generals)
    modifier = 0
    if p.option(Option.CAVALRY):
        own = troops.has_cavalry(p, seat, p.state.cus_of(source, seat))
        modifier = cavalry_modifier(p, own, moving_cavalry(p, moving))
    if p.option(Option.INTERCEPTION_TRANSIT) and p.board.spaces[p.space(moving.at)].kind == Kind.TRANSIT:
        modifier += TRANSIT_MODIFIER
    if roll_initiative(p, seat, leader, Ability.INTERCEPTION, modifier, "interception_roll", "11.2.7") < 0:
        return False
    go(p, attempt, moving.at, stays)
    return seat != INDEPENDENT or not independents.leaves_the_game(p, leader, p.space(moving.at))


def go(p: Play, attempt: Attempt, end: LocationId, stays: tuple[int, ...]) -> None:
    """11.2.10, A56: everything declared moves; a Minor General stays with CUs that need one, or where he was named."""
    s = p.state
    seat, source, generals, cus, royals = attempt
    troops.move_cus(p, seat, cus, source, end)
    put_generals(s, generals, end)
    put_royals(s, royals, end)
    wanted = s.pcs[p.space(source)] != seat or source in stays
    if wanted and troops.has_cu(s, source, seat) and commander(p, source, seat) < 0:
        place_minor(p, seat, source, "11.2.6")
    leave_stronghold(p, procedure(p), seat, source, end, cus)


procedures.begin_interceptions = begin
procedures.declare_independent_interception = declare_independent
