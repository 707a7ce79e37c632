"""Chapter 12: Evasion."""

from typing import Final

from diadochi.model.board import Kind, PathKind
from diadochi.model.ids import NO_GENERAL, ActionCode, FactionId, GeneralId, LocationId, Mask, SeatId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, general_in, location_in, space_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Royal
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, add, common, factions_in, generals_in, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import independents, procedures, scoring, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.group import BY_PATH, cart_may_leave, check_truce
from diadochi.rules.march import Procedure
from diadochi.rules.reactions import (
    FOR_EVASION,
    TRANSIT_MODIFIER,
    cavalry_modifier,
    check_independent,
    check_payment,
    evaded_into,
    independent_attempts,
    independents_may_react,
    interceptors_cavalry,
    leave_stronghold,
    may_react,
    moving_cavalry,
    pay,
    procedure,
    remember_evaders,
    roll_initiative,
    was_intercepted,
)
from diadochi.rules.royals import put_royals, royals_mask
from diadochi.rules.troops import (
    disperse_general,
    generals_at,
    generals_mask,
    is_major,
    put_generals,
)


def begin(p: Play, moving: Procedure) -> None:
    """10.F, 12.1.6, A67"""
    if p.edition.evade_after_interception == "nobody" and was_intercepted(p, moving):
        return
    here = moving.present(p) & ~(1 << moving.faction)
    others = bool(here >> INDEPENDENT & 1) and independents_may_react(p, moving)
    players = [f for f in p.state.order if may_react(p, moving, f)]
    evaders = tuple(f for f in players if others or (here >> f & 1 and pieces(p, moving.at, f)[0]))
    if evaders:
        p.push(Evasions(moving.at, evaders, 0, DECLARING, 0, OFF_MAP, 0, 0, NO_FORCES, 0))


def pieces(p: Play, at: LocationId, faction: FactionId) -> tuple[Mask, Forces, Mask]:
    """The Generals, CUs and royals of a Faction who may Evade: not those who have come by Interception (B33)."""
    s = p.state
    generals, cus = generals_mask(p, at, faction), s.cus_of(at, faction)
    royals = royals_mask(s, at, faction)
    for who, _, came, came_cus, came_royals in procedure(p).came:
        if who == faction:
            generals, royals = generals & ~came, royals & ~came_royals
            cus = subtract(cus, common(cus, came_cus))
    return generals, cus, royals


def leader_of(p: Play, at: LocationId, faction: FactionId) -> GeneralId:
    """12.2.2: who commands them."""
    return troops.first_in_rank(p, pieces(p, at, faction)[0])


# 11.2.13: an interceptor attacks the mover


def may_evade(p: Play, moving: Procedure) -> bool:
    return movers_evasion(moving).can_evade(p, moving.faction)


def begin_movers_evasion(p: Play, moving: Procedure) -> None:
    p.push(movers_evasion(moving))


def movers_evasion(moving: Procedure) -> "Evasions":
    return Evasions(moving.at, (moving.seat,), 0, RESOLVING, 1 << moving.seat, OFF_MAP, 0, 0, NO_FORCES, 0)


DECLARING: Final = 0
RESOLVING: Final = 1
EVADING: Final = 2
LAST_SPACE: Final = 2
"""12.2.A.1"""


class Evasions(Frame):
    """Declarations in Turn Order, then the rolls; a successful evader goes one or two spaces.

    `generals`, `cus` and `royals` are those of `faction` who evade now, `location` is where they are, `moved` the
    spaces so far; `others` are its CUs that stood there before. `payer` has declared for the Independents, whom
    `leader` leads (16.11).
    """

    def __init__(
        self,
        at: LocationId,
        players: tuple[SeatId, ...],
        turn: int,
        stage: int,
        declared: Mask,
        location: LocationId,
        moved: int,
        generals: Mask,
        cus: Forces,
        royals: Mask,
        faction: FactionId = NOBODY,
        payer: SeatId = NOBODY,
        leader: GeneralId = NO_GENERAL,
        others: Forces = NO_FORCES,
        barred: int = 0,
    ) -> None:
        self.at = at
        self.players = players
        self.turn = turn
        self.stage = stage
        self.declared = declared
        self.location = location
        self.moved = moved
        self.generals = generals
        self.cus = cus
        self.royals = royals
        self.faction = faction
        self.payer = payer
        self.leader = leader
        self.others = others
        self.barred = barred
        """The roll does not allow a Transit Point as the first space."""

    def copy(self) -> "Evasions":
        return Evasions(
            self.at,
            self.players,
            self.turn,
            self.stage,
            self.declared,
            self.location,
            self.moved,
            self.generals,
            self.cus,
            self.royals,
            self.faction,
            self.payer,
            self.leader,
            self.others,
            self.barred,
        )

    def step(self, p: Play) -> Ask | None:
        if self.stage == DECLARING:
            return self.declare(p)
        if self.stage == RESOLVING:
            run = self.copy()
            p.replace(run)
            run.resolve(p)
            return None
        left = self.after_attrition(p)
        if left != self:
            p.replace(left)
            return None
        return self.ask_where(p)

    def told_independent(self, p: Play, seat: SeatId, general: GeneralId) -> None:
        """16.11.4: a player has paid for the Independents, in the place of an own attempt."""
        p.become(self, self.but(turn=self.turn + 1, payer=seat, leader=general))

    def after_attrition(self, p: Play) -> "Evasions":
        """The CUs that are left; without any the royals go no further (8.4.2)."""
        if not self.moved or self.faction == INDEPENDENT:
            return self
        cus = subtract(p.state.cus_of(self.location, self.faction), self.others)
        return self.but(cus=cus, royals=self.royals if cus != NO_FORCES else 0)

    def declare(self, p: Play) -> Ask | None:
        """12.2.1: everybody says yes or no before anybody rolls."""
        run = self.copy()
        p.replace(run)
        while run.turn < len(run.players):
            ask = run.ask_player(p)
            if ask is not None:
                return ask
            run.turn += 1
        run.stage = RESOLVING
        run.turn = 0
        return None

    def ask_player(self, p: Play) -> Ask | None:
        """Whether the player whose turn it is Evades; None if he cannot."""
        seat = self.players[self.turn]
        others = independent_attempts(p, (self.at,))
        hidden = any(self.check_here(p, general_in(a)) is None for a in others) and windows.may_hold(p, seat)
        own = self.can_evade(p, seat)
        if not own and not hidden:
            return None
        actions = offers(p, self, [code(Verb.EVADE), *others, code(Verb.STAND)])
        space = ("space", p.space(self.at))
        if not own:
            return Ask(seat, "prompt.evade_independents", "16.11.4", actions, (("space", *space),), hidden)
        facts = (("general", "general", leader_of(p, self.at, seat)), ("space", *space))
        return Ask(seat, "prompt.evade", "12.2.1", actions, facts, hidden)

    def can_evade(self, p: Play, faction: FactionId) -> bool:
        """A General is there, and a space to go to."""
        generals, cus, _ = pieces(p, self.at, faction)
        return bool(generals) and bool(refuges(p, faction, self.at, self.at, cus, generals))

    def resolve(self, p: Play) -> None:
        while self.turn < len(self.players):
            seat = self.players[self.turn]
            faction = INDEPENDENT if seat == self.payer else seat
            if seat != self.payer and not self.declared >> seat & 1:
                self.turn += 1
            elif not self.can_evade(p, faction):
                p.note("evasion_impossible", "12.1.9", (("who", "faction", faction),))
                self.turn += 1
            else:
                margin = self.roll(p, faction)
                if margin >= 0:
                    p.replace(self.with_group(p, faction, margin))
                    return
                self.turn += 1
                procedure(p).told_failed_evasion(p, faction)
        p.pop()

    def with_group(self, p: Play, seat: SeatId, margin: int) -> "Evasions":
        """12.2.A.2, A154: everything of the location goes, royals only beside a CU."""
        generals, cus, royals = pieces(p, self.at, seat)
        if cus == NO_FORCES:
            royals = 0
        if not cart_may_leave(p):
            royals &= ~(1 << Royal.FUNERAL_CART)
        group = self.but(generals=generals, cus=cus, royals=royals, faction=seat)
        barred = p.option(Option.EVASION_TRANSIT) and margin < -TRANSIT_MODIFIER and not self.only_transit(p, seat)
        return group.but(stage=EVADING, location=self.at, moved=0, barred=int(barred))

    def only_transit(self, p: Play, seat: FactionId) -> bool:
        """Every space to go to is a Transit Point."""
        generals, cus, _ = pieces(p, self.at, seat)
        return all(is_transit(p, space) for space in refuges(p, seat, self.at, self.at, cus, generals))

    def roll(self, p: Play, seat: SeatId) -> int:
        """12.2.2, 12.2.3, 16.9.17; a Transit Point asks for a higher die, where that option is played (B32)."""
        general = self.leader if seat == INDEPENDENT else leader_of(p, self.at, seat)
        modifier = 0
        if p.option(Option.CAVALRY):
            moving = procedure(p)
            own = troops.has_cavalry(p, seat, pieces(p, self.at, seat)[1])
            theirs = interceptors_cavalry(p, moving) if seat == moving.faction else moving_cavalry(p, moving)
            modifier = cavalry_modifier(p, own, theirs)
        if p.option(Option.EVASION_TRANSIT) and self.only_transit(p, seat):
            modifier += TRANSIT_MODIFIER
        return roll_initiative(p, seat, general, Ability.EVASION, modifier, "evasion_roll", "12.2.2")

    def ask_where(self, p: Play) -> Ask | None:
        seat = self.players[self.turn]
        spaces = refuges(p, self.faction, self.location, self.at, self.cus, self.generals)
        if self.barred and not self.moved:
            spaces = [space for space in spaces if not is_transit(p, space)]
        actions = [code(Verb.EVADE_TO, space) for space in spaces]
        if self.moved:
            actions.append(code(Verb.DONE))
        if self.moved == LAST_SPACE or not actions:
            p.replace(self.but(stage=RESOLVING, turn=self.turn + 1, location=-1))
            return None
        facts = (("general", "general", troops.first_in_rank(p, self.generals)), ("at", "location", self.location))
        return Ask(seat, "prompt.evade_to", "12.2.A.1", actions, facts)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == DECLARING:
            return self.check_declaring(p, verb, action & MASK)
        if self.stage != EVADING:
            return NOT_ASKED
        if verb == Verb.DONE and self.moved:
            return None
        if verb != Verb.EVADE_TO:
            return NOT_ASKED
        space = space_in(action)
        if self.barred and not self.moved and is_transit(p, space):
            return Refusal("12.2.4", "refusal.roll_bars_transit", (("space", "space", space),))
        return check_refuge(p, self.faction, self.location, self.at, space, self.cus, self.generals)

    def check_declaring(self, p: Play, verb: int, operand: int) -> Refusal | None:
        seat = self.players[self.turn]
        if verb == Verb.EVADE:
            return None if self.can_evade(p, seat) else NOT_ASKED
        if verb == Verb.MOVE_INDEPENDENT:
            return self.check_here(p, GeneralId(operand)) or check_payment(p, seat)
        return None if verb == Verb.STAND else NOT_ASKED

    def check_here(self, p: Play, general: GeneralId) -> Refusal | None:
        """16.11.1, 16.11.5, 16.11.7: what everybody can see."""
        if not independents_may_react(p, procedure(p)):
            return NOT_ASKED
        refusal = check_independent(p, general, (self.at,))
        if refusal is not None:
            return refusal
        if self.payer != NOBODY:
            return Refusal("16.11.5", "refusal.one_attempt_per_space", (("at", "location", self.at),))
        if not self.can_evade(p, INDEPENDENT):
            return Refusal("16.11.7", "refusal.nowhere_to_evade", (("general", "general", general),))
        return None

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        seat = self.players[self.turn]
        if verb in (Verb.EVADE, Verb.STAND):
            declared = self.declared | 1 << seat if verb == Verb.EVADE else self.declared
            if verb == Verb.EVADE:
                p.note(
                    "declares_evasion",
                    "12.2.1",
                    (("who", "faction", seat), ("general", "general", leader_of(p, self.at, seat))),
                )
            p.replace(self.but(turn=self.turn + 1, declared=declared))
        elif verb == Verb.MOVE_INDEPENDENT:
            pay(p, seat, general_in(action), FOR_EVASION)
        elif verb == Verb.DONE:
            p.replace(self.but(stage=RESOLVING, turn=self.turn + 1, location=-1))
        else:
            others = p.state.cus_of(location_in(action), self.faction)
            p.replace(self.but(location=action & MASK, moved=self.moved + 1, others=others))
            evade(p, self, location_in(action))


def declare_independent(p: Play, seat: SeatId, general: GeneralId) -> None:
    """16.11.4: in the place of an own attempt."""
    frame = p.top()
    assert isinstance(frame, Evasions)
    who, leader = ("faction", seat), ("general", general)
    p.note("declares_independent_evasion", "16.11.3", (("who", *who), ("general", *leader)))
    frame.told_independent(p, seat, general)


def is_transit(p: Play, space: SpaceId) -> bool:
    return p.board.spaces[space].kind == Kind.TRANSIT


def refuges(p: Play, seat: SeatId, location: LocationId, at: LocationId, cus: Forces, generals: Mask) -> list[SpaceId]:
    """The spaces into which an evader may go from a location; `at` is the one the mover has entered."""
    spaces = [n for n, kind in p.board.land_links[p.space(location)] if kind == PathKind.LAND]
    return [space for space in spaces if check_refuge(p, seat, location, at, space, cus, generals) is None]


def check_refuge(
    p: Play, seat: SeatId, location: LocationId, at: LocationId, space: SpaceId, cus: Forces, generals: Mask
) -> Refusal | None:
    """12.1.1 to 12.1.4, 12.2.A.3, 12.2.A.4, A155"""
    s = p.state
    facts = (("space", "space", space),)
    if not any(n == space and kind == PathKind.LAND for n, kind in p.board.land_links[p.space(location)]):
        return Refusal("12.1.4", "refusal.no_land_path", facts)
    if space == p.space(at):
        return Refusal("12.2.A.4", "refusal.not_back", facts)
    moving = procedure(p)
    if space in came_from(p, moving, seat):
        return Refusal("12.2.A.3", "refusal.mover_came_from_there", facts)
    if s.pcs[space] not in (seat, NOBODY) and not troops.has_cu(s, space, seat):
        return Refusal("12.1.1", "refusal.space_held_by_other", facts)
    if seat == INDEPENDENT and not all(independents.may_enter(p, g, space) for g in generals_in(generals)):
        return Refusal("16.11.7", "refusal.independents_stay", facts)
    return check_enemies(p, seat, space, cus) or check_truce(p, seat, space)


def came_from(p: Play, moving: Procedure, seat: FactionId) -> list[SpaceId]:
    """12.2.A.3: the space from which those have come who are Evaded: the mover, or his interceptors."""
    if seat == moving.faction:
        return [p.space(attempt[1]) for attempt in moving.came]
    return [p.space(moving.back)] if moving.how == BY_PATH and moving.back >= 0 else []


def check_enemies(p: Play, seat: SeatId, space: SpaceId, evading: Forces) -> Refusal | None:
    """12.1.2, 12.1.3; the Besieged inside do not bar the besieger's camp (A155)."""
    s = p.state
    facts = (("space", "space", space),)
    cus, generals = s.cu_factions.get(space, 0), p.state.general_factions(space)
    inside = p.inside(space)
    if inside in s.cu_factions or inside in s.generals_at:
        camp = bool(troops.besiegers(p, space) >> seat & 1)
        if not camp:
            cus |= s.cu_factions.get(inside, 0)
            generals |= p.state.general_factions(inside)
    if cus & ~(1 << seat):
        return Refusal("12.1.2", "refusal.enemy_cu_there", facts)
    if generals & ~(1 << seat) and evading == NO_FORCES:
        return Refusal("12.1.3", "refusal.enemy_general_there", facts)
    return None


def evade(p: Play, evasion: Evasions, end: LocationId) -> None:
    """12.2.A.1, 12.2.A.7, A56"""
    s = p.state
    seat, start, cus = evasion.faction, evasion.location, evasion.cus
    troops.move_cus(p, seat, cus, start, end)
    put_generals(s, evasion.generals, end)
    put_royals(s, evasion.royals, end)
    p.note(
        "evades_to",
        "12.2.A.1",
        (
            ("who", "faction", seat),
            ("generals", "generals", tuple(generals_in(evasion.generals))),
            ("cus", "forces", cus),
            ("at", "location", end),
        ),
    )
    if cus == NO_FORCES:
        return
    disperse_lone_generals(p, seat, end)
    if seat == INDEPENDENT:
        leave_the_game(p, end)
        return
    pass_strongholds(p, seat, start, end, cus)


def pass_strongholds(p: Play, seat: SeatId, start: LocationId, end: LocationId, cus: Forces) -> None:
    """10.A.3, A56"""
    moving = procedure(p)
    if p.board.spaces[end].kind == Kind.STRONGHOLD:
        remember_evaders(p, moving, seat, end, add(evaded_into(p, moving, seat, end), cus))
    leave_stronghold(p, moving, seat, start, end, cus)


def leave_the_game(p: Play, space: LocationId) -> None:
    """16.11.7, A156: PHILON goes out of the game in Hellas, and the others go on without him."""
    frame = p.state.agenda[-1]
    assert isinstance(frame, Evasions)
    left = [g for g in generals_in(frame.generals) if not independents.leaves_the_game(p, g, SpaceId(space))]
    cus = NO_FORCES
    for general in left:
        cus = add(cus, independents.cus_of(p, general))
    p.replace(frame.but(generals=sum(1 << g for g in left), cus=cus, moved=frame.moved if left else LAST_SPACE))


def disperse_lone_generals(p: Play, seat: SeatId, location: LocationId) -> None:
    """12.2.A.7, 12.2.A.8"""
    for faction in factions_in(p.state.general_factions(location) & ~(1 << seat)):
        if is_major(p, generals_at(p, location, faction)[0]):
            scoring.disperse_lone_general(p, seat, faction, "12.2.A.8", mover=False)
        for general in generals_at(p, location, faction):
            disperse_general(p, general, "12.2.A.7")


procedures.begin_evasions = begin
procedures.may_evade = may_evade
procedures.begin_movers_evasion = begin_movers_evasion
procedures.declare_independent_evasion = declare_independent
