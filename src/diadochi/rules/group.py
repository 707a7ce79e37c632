"""9.1, 9.2: an activated group: its pieces, its MPs, and how it moves.

The pieces of the group stand in the state at `Army.at`; the frame tells which of those there belong to it.
"""

from typing import Final, Self

from diadochi.model import moves
from diadochi.model.board import Kind, PathKind
from diadochi.model.ids import NO_GENERAL, ActionCode, FactionId, GeneralId, LocationId, Mask, SeatId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Royal
from diadochi.model.state import (
    FACTIONS,
    INDEPENDENT,
    NO_SPACE,
    OFF_MAP,
    add,
    common,
    generals_in,
    royals_in,
    subtract,
)
from diadochi.rules import procedures, troops
from diadochi.rules.agenda import Ask, Frame, Play, Refusal
from diadochi.rules.royals import put_royals, royals_mask
from diadochi.rules.troops import generals_at, generals_mask, is_major, minors_of, put_generals

MPS_LOST: Final = 1
OVER: Final = 2
"""What a group has forfeited: its MPs, or the rest of its activation."""
PICK_UP: Final = 0
DROP_OFF: Final = 1
ACTED: Final = 2
"""What a stop has come to: after a Siege or the removal of a PC those who were picked up may stay, and stay then."""
LAND_MPS: Final = 1
AT_SEA: Final = 2
LANDED: Final = 4
"""13.1.5, 13.1.6: MPs spent on land before the Naval Movement, been at sea, landed."""
WENT_IN: Final = 1
CAME_OUT: Final = 2
BACK_AGAIN: Final = 3
"""How a group last passed the walls: with a piece that had not passed them in this stay, or merely back again."""
BY_PATH: Final = 0
LANDING: Final = 1
DROPPED: Final = 2
OUT_OF_CITY: Final = 3
"""How pieces come into a location."""
MOVE_LIMIT: Final = 8
"""16.8"""
Evaded = tuple[tuple[int, int, Forces], ...]
"""Faction, space and the CUs that have come there by Evasion."""


class Army(Frame):
    """The activation of one group (9.2.11). `generals`, `royals`, `escort`, `besieged` and the like are bit masks."""

    def __init__(
        self,
        seat: SeatId,
        generals: Mask,
        cus: Forces,
        royals: Mask,
        at: LocationId,
        die: int,
        mps: int,
        spent: Mask = 0,
        forfeited: int = 0,
        stop: int = PICK_UP,
        besieged: Mask = 0,
        entered: int = -1,
        back: LocationId = OFF_MAP,
        sea: int = 0,
        port: SpaceId = NO_SPACE,
        escort: Mask = 0,
        passage: Mask = 0,
        waters: tuple[str, ...] = (),
        how: int = BY_PATH,
        fresh: Forces = NO_FORCES,
        fresh_generals: Mask = 0,
        fresh_royals: Mask = 0,
        stood: LocationId = OFF_MAP,
        others: Forces = NO_FORCES,
        trail: tuple[int, ...] = (),
        walls: int = 0,
        passing: Mask = 0,
        progress: int = 0,
        minor: GeneralId = NO_GENERAL,
        intercepted: Mask = 0,
        released: Mask = 0,
        refused: Mask = 0,
        stale: Mask = 0,
        fought: Forces = NO_FORCES,
        fought_generals: Mask = 0,
        evaded: Evaded = (),
        held: tuple[Mask, ...] = (),
        armed: int = 0,
        leader: GeneralId = NO_GENERAL,
    ) -> None:
        self.seat = seat
        self.generals = generals
        self.cus = cus
        self.royals = royals
        self.at = at
        self.die = die
        self.mps = mps
        self.spent = spent
        self.forfeited = forfeited
        self.stop = stop
        self.besieged = besieged
        """The spaces that were Besieged when the activation began."""
        self.entered = entered
        """The PathKind by which the group came into this space, as an Army, in this activation."""
        self.back = back
        self.sea = sea
        self.port = port
        self.escort = escort
        self.passage = passage
        """The players whose Free Passage it honours here."""
        self.waters = waters
        """The Pontic Fleet: only Sea paths between ports on these waters."""
        self.how = how
        self.fresh = fresh
        """The CUs picked up at this stop, not moved yet."""
        self.fresh_generals = fresh_generals
        self.fresh_royals = fresh_royals
        self.stood = stood
        """The location for which `others` holds."""
        self.others = others
        """CUs there that count as moved but not by this group."""
        self.trail = trail
        self.walls = walls
        """How the group last passed the walls of this space, if it has."""
        self.passing = passing
        """10.G: among Generals of other players, so it has to move on."""
        self.progress = progress
        """Something was used up since the Minor General was placed here; only then he may be repositioned."""
        self.minor = minor
        """The activated Minor General, even if he is off map just now (E09)."""
        self.intercepted = intercepted
        """Spaces into which an Interception against this group succeeded (12.1.5)."""
        self.released = released
        """Spaces that were Besieged when this group left them (11.1.B.4)."""
        self.refused = refused
        """Spaces where the other party of a truce has denied a Free Passage (card O63)."""
        self.stale = stale
        """A procedure may have changed the group since this frame was on top."""
        self.fought = fought
        """Its CUs who were in a Land Battle in this Segment before the group took them along (15.2.A.5)."""
        self.fought_generals = fought_generals
        """The same of its Major Generals."""
        self.evaded = evaded
        """Who has Evaded into a Stronghold in this activation (10.A.3)."""
        self.held = held
        """By Faction, the spaces that it held with Unbesieged CUs when the activation began (A63)."""
        self.armed = armed
        """A Force-March that only an Army may make: it sets out with a CU."""
        self.leader = leader
        """The Commanding General, where he is not simply the most Senior."""

    def copy(self) -> "Army":
        return Army(
            self.seat,
            self.generals,
            self.cus,
            self.royals,
            self.at,
            self.die,
            self.mps,
            self.spent,
            self.forfeited,
            self.stop,
            self.besieged,
            self.entered,
            self.back,
            self.sea,
            self.port,
            self.escort,
            self.passage,
            self.waters,
            self.how,
            self.fresh,
            self.fresh_generals,
            self.fresh_royals,
            self.stood,
            self.others,
            self.trail,
            self.walls,
            self.passing,
            self.progress,
            self.minor,
            self.intercepted,
            self.released,
            self.refused,
            self.stale,
            self.fought,
            self.fought_generals,
            self.evaded,
            self.held,
            self.armed,
            self.leader,
        )

    # 9.3, 9.4

    def step(self, p: Play) -> Ask | None:
        return procedures.step_army(p, self)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return procedures.check_army(p, self, action)

    def take(self, p: Play, action: ActionCode) -> None:
        procedures.take_army(p, self, action)

    # 9.2 MPs

    def commander(self) -> GeneralId:
        if self.leader >= 0 and self.generals >> self.leader & 1:
            return self.leader
        return GeneralId((self.generals & -self.generals).bit_length() - 1)

    def left(self, p: Play) -> int:
        """A50: the present commander's allowance less what the group has spent."""
        if self.forfeited:
            return 0
        left = self.allowance(p) - self.spent
        return left if left > 0 else 0

    def allowance(self, p: Play) -> int:
        return allowance(p, self.commander() if self.generals else self.minor, self.die) if self.die else self.mps

    def check_land_mps(self) -> Refusal | None:
        """13.1.5; card 11: its MPs are for the sea only."""
        if self.waters:
            return Refusal("7.4.7", "refusal.only_by_sea")
        if self.sea & LANDED and self.sea & LAND_MPS:
            return Refusal("13.1.5", "refusal.land_before_sea")
        return None

    def check_acting(self, p: Play) -> Refusal | None:
        """13.1.5: whether Sieges and removals of PCs are confined to one side of a Naval Movement like paths."""
        if p.edition.land_beside_sea == "paths" and not self.waters:
            return None
        return self.check_land_mps()

    def sets_out(self) -> bool:
        """It has neither moved nor done anything yet."""
        return not (self.spent or self.sea or self.walls or self.trail or self.progress or self.forfeited)

    def available(self, p: Play) -> Forces:
        """The CUs here that nobody has moved in this Segment and that are not in the group yet."""
        unmoved = troops.unmoved(p.state, self.at, self.seat)
        return unmoved if self.fresh == NO_FORCES else subtract(unmoved, self.fresh)

    def remaining(self, p: Play) -> Forces:
        """Own CUs here that are not in the group."""
        return subtract(p.state.cus_of(self.at, self.seat), self.cus)

    def is_guarded(self, p: Play) -> bool:
        s = p.state
        if s.pcs[self.at % p.spaces] == self.seat:
            return True
        others = s.generals_at.get(self.at, 0) & ~self.generals
        return bool(others) and any(s.owners[g] == self.seat for g in generals_in(others))

    def takes_all_generals(self, p: Play) -> bool:
        return all(self.generals >> g & 1 for g in generals_at(p, self.at, self.seat))

    def post_guard(self, p: Play) -> None:
        """9.1.13: an idle Minor General stays with what is left."""
        if not self.is_guarded(p):
            place_guard(p, self.seat, self.at)

    def passes_stronghold(self, p: Play, space: LocationId) -> bool:
        """10.A.2, A56: entered in this activation, left by land, and still Independent."""
        if self.entered < 0 or self.cus == NO_FORCES:
            return False
        if p.board.spaces[space].kind != Kind.STRONGHOLD or p.state.pcs[space] != INDEPENDENT:
            return False
        return not (p.edition.stronghold_attempt_exempts and self.has_besieged(p, space))

    def has_besieged(self, p: Play, space: LocationId) -> bool:
        """One of its Generals has conducted a Siege there in this Segment."""
        _, general = p.state.sieges.get(space, (0, -1))
        return general >= 0 and bool(self.generals >> general & 1)

    def begun_at(self, p: Play, at: LocationId) -> Self:
        """The group begins with its General alone in a location."""
        new = self.another()
        new.cus = NO_FORCES
        new.royals = 0
        new.at = at
        new.stop = PICK_UP
        new.fresh = NO_FORCES
        new.fresh_generals = self.generals
        new.fresh_royals = 0
        new.stood = at
        new.others = troops.moved(p.state, at)
        new.walls = 0
        return new

    # 9.3.B the walls

    def has_newcomers(self) -> bool:
        """A piece of the group has not passed the walls in this stay: who has just been picked up, or everybody."""
        return not self.walls or self.fresh != NO_FORCES or bool(self.fresh_generals or self.fresh_royals)

    def may_pass_walls(self, way: int) -> bool:
        """With a newcomer, or back again where it came through with one."""
        return self.has_newcomers() or self.walls == WENT_IN + CAME_OUT - way

    def through_walls(self, p: Play, end: LocationId, way: int) -> Self:
        return self.moved_to(p, end).but(walls=way if self.has_newcomers() else BACK_AGAIN)

    def check_guard(self, p: Play) -> Refusal | None:
        """9.1.13: in a space that is not his own somebody has to stay with what is left."""
        if self.is_guarded(p) or spare_minor(p, self.seat) >= 0:
            return None
        return Refusal("9.1.13", "refusal.no_general_stays")

    def check_leaving(self, p: Play) -> Refusal | None:
        """The space may be left with these pieces."""
        if self.royals:
            if self.cus == NO_FORCES:
                return Refusal("8.4.2", "refusal.royal_needs_army")
            if self.royals >> Royal.FUNERAL_CART & 1 and not cart_may_leave(p):
                return Refusal("8.4.3", "refusal.cart_stays")
        if p.option(Option.MOVEMENT_LIMIT) and troops.count(self.cus) > MOVE_LIMIT:
            return Refusal("16.8.1", "refusal.movement_limit")
        staying = p.state.cus_of(self.at, self.seat) != self.cus
        if (self.passage or self.passing) and (staying or not self.takes_all_generals(p)):
            return Refusal("10.C.3", "refusal.leave_with_all")
        return self.check_guard(p) if staying else None

    def moved_to(self, p: Play, end: LocationId) -> Self:
        """Carry the group's pieces to another location; they count as moved by it (9.1.6)."""
        s = p.state
        if not p.is_at_sea(self.at) and self.remaining(p) != NO_FORCES:
            self.post_guard(p)
        others = troops.moved(s, end)
        new_space = end % p.spaces != self.at % p.spaces
        leaves = new_space or p.is_at_sea(end)
        released = self.released | besieged_bit(p, self.at, self.besieged) if leaves else self.released
        mark_group(p, self)
        troops.move_cus(p, self.seat, self.cus, self.at, end)
        put_generals(s, self.generals, end)
        put_royals(s, self.royals, end)
        new = self.with_fighters(p).another()
        new.at = end
        new.stop = PICK_UP
        new.fresh = NO_FORCES
        new.fresh_generals = 0
        new.fresh_royals = 0
        new.stood = end
        new.others = others
        new.walls = 0 if new_space else self.walls
        new.passage = 0
        new.passing = 0
        new.released = released
        new.progress = 1 if self.progress or new_space or self.fresh != NO_FORCES else 0
        new.stale = 1
        return new

    def with_fighters(self, p: Play) -> Self:
        """15.2.A.5: the group about to leave its location, knowing who has fought a Land Battle there."""
        if self.at >= p.spaces or not p.state.fought >> self.at & 1:
            return self
        majors = self.fresh_generals & (1 << p.pieces.majors) - 1
        return self.but(fought=add(self.fought, self.fresh), fought_generals=self.fought_generals | majors)

    # What it is told by the procedures that it leads to

    def changes(self, p: Play, new: Self) -> None:
        """It looks at itself anew when its turn comes."""
        new.stale = 1
        p.become(self, new)

    def told_forfeit(self, p: Play) -> None:
        """9.2.12: its MPs are lost for the rest of the activation."""
        self.changes(p, self.but(forfeited=max(self.forfeited, MPS_LOST)))

    def told_end(self, p: Play) -> None:
        """10.L.2: its activation is over."""
        self.changes(p, self.but(forfeited=OVER))

    def told_disbanding(self, p: Play) -> None:
        """7.2.F.17: Royal Army has left it."""
        self.changes(p, self.another())

    def told_return_of_mps(self, p: Play) -> None:
        """A71: those who were dropped off have fought, and not the General at sea."""
        self.changes(p, self.but(forfeited=0))

    def told_cost(self, p: Play, mps: int) -> None:
        self.changes(p, self.but(spent=self.spent + mps))

    def told_interception(self, p: Play, space: SpaceId) -> None:
        """A67: nobody Evades there for the rest of the activation."""
        self.changes(p, self.but(intercepted=self.intercepted | 1 << space))

    def told_evaders(self, p: Play, faction: FactionId, space: LocationId, cus: Forces) -> None:
        p.become(self, self.but(evaded=with_evaders(self.evaded, faction, space, cus)))

    def told_way_back(self, p: Play, at: LocationId, walls: int) -> None:
        """11.3, 14.10: it goes back the way it came."""
        self.changes(p, turned_back(self, at).but(walls=walls))

    def told_place(self, p: Play, at: LocationId) -> None:
        self.changes(p, self.but(at=at))

    def told_passage(self, p: Play, players: Mask) -> None:
        """10.C.5: it honours the Free Passage of these players."""
        self.changes(p, self.but(passage=players))

    def told_to_pass(self, p: Play, others: Mask) -> None:
        """10.G.2: the next thing it does is to march, with these Generals too and without royals."""
        self.changes(p, self.with_generals(others).but(passing=1).led(p))

    def led(self, p: Play) -> Self:
        """Under whoever commands its Generals now."""
        if p.edition.command_by == "seniority" or not self.generals & (self.generals - 1):
            return self
        leader = troops.first_in_rank(p, self.generals)
        stays = self.leader >= 0 and self.generals >> self.leader & 1 and not troops.outranks(p, leader, self.leader)
        return self if stays else self.but(leader=leader)

    def told_leader(self, p: Play, general: GeneralId) -> None:
        """7.1.A.2: his owner gives him the command."""
        self.changes(p, self.but(leader=general))

    def told_commander(self, p: Play, dead: GeneralId, new: GeneralId) -> None:
        """14.8.5: the new Commanding General leads it on."""
        self.changes(p, self.but(generals=self.generals & ~(1 << dead) | 1 << new))

    def told_joiners(self, p: Play, generals: Mask) -> None:
        """14.2.2"""
        self.changes(p, self.but(generals=self.generals | generals).led(p))

    def told_besiegers(self, p: Play, cus: Forces) -> None:
        """9.3.C.3: these count as moved."""
        self.changes(p, self.but(fresh=subtract(self.fresh, cus)))

    def told_burial(self, p: Play) -> None:
        """3.8.6: the Cart is a Tomb now."""
        cart = 1 << Royal.FUNERAL_CART
        self.changes(p, self.but(royals=self.royals & ~cart, fresh_royals=self.fresh_royals & ~cart))

    def told_aboard(self, p: Play, at: LocationId) -> None:
        """What is aboard is the group; a change of command changes its MPs (9.2.5)."""
        s, seat = p.state, self.seat
        generals, royals = generals_mask(p, at, seat), royals_mask(s, at, seat)
        self.changes(p, self.but(at=at, generals=generals, cus=s.cus_of(at, seat), royals=royals).led(p))

    def told_setting_out(self, p: Play) -> None:
        """13.2.3: it goes with what Surprise cards have left of it in port."""
        self.changes(p, refreshed(p, self))

    def told_embarkation(self, p: Play, sea: LocationId, port: SpaceId, escort: Mask) -> None:
        self.changes(p, self.moved_to(p, sea).but(port=port, escort=escort, sea=self.sea | AT_SEA))

    def told_entry(self, p: Play, sea: LocationId) -> None:
        self.changes(p, self.moved_to(p, sea))

    def told_return(self, p: Play) -> None:
        """13.2.4, 13.2.5: everything aboard is ashore again."""
        self.changes(p, self.but(sea=self.sea | LANDED))

    def told_landing(self, p: Play, location: LocationId, port: SpaceId) -> None:
        """13.2.11"""
        entered = int(PathKind.SEA) if self.cus != NO_FORCES else -1
        landed = self.moved_to(p, location)
        trail = (*self.trail, port)
        self.changes(p, landed.but(sea=self.sea | LANDED, entered=entered, back=port, trail=trail, how=LANDING))

    def with_generals(self, others: Mask) -> Self:
        """10.G.1: together with other Generals, and without royals."""
        fresh = self.fresh_generals | others
        return self.but(generals=self.generals | others, fresh_generals=fresh, royals=0)


def with_evaders(evaded: Evaded, faction: FactionId, space: LocationId, cus: Forces) -> Evaded:
    """These are now the CUs of a Faction that have Evaded into a space."""
    others = tuple(e for e in evaded if e[:2] != (faction, space))
    return others if cus == NO_FORCES else (*others, (faction, space, cus))


def army(p: Play) -> Army | None:
    """The group that is activated now."""
    i = p.find(Army)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, Army) else None


def put(p: Play, army: Army) -> None:
    """The group, changed, on top of the agenda."""
    p.replace(army)


def refreshed(p: Play, army: Army) -> Army:
    """The group as it is after a procedure: what is left of it, where its Commanding General is now."""
    s = p.state
    alive = [g for g in generals_in(army.generals) if s.generals[g] >= 0 and s.owners[g] == army.seat]
    if not alive and army.minor >= 0 and s.generals[army.minor] >= 0:
        alive = [army.minor]
    if not alive:
        return army.but(generals=0, cus=NO_FORCES, royals=0, fresh=NO_FORCES, passage=0, passing=0, stale=0)
    at = s.generals[alive[0]]
    army = army if at == army.at else turned_back(army, at).but(walls=0)
    generals = 0
    for g in alive:
        if s.generals[g] == at:
            generals |= 1 << g
    royals = 0
    for r in royals_in(army.royals):
        if s.royals[r] == at and s.royal_owner[r] == army.seat:
            royals |= 1 << r
    moved = troops.moved(s, at)
    if army.stood == at:
        fresh = common(army.fresh, troops.unmoved(s, at, army.seat))
        others = common(army.others, moved)
        cus = add(subtract(moved, others), fresh)
    else:
        fresh = NO_FORCES
        cus = common(army.cus, moved)
        others = subtract(moved, cus)
    new = army.another()
    new.at = at
    new.generals = generals
    new.royals = royals
    new.cus = cus
    new.fresh = fresh
    new.others = others
    new.stood = at
    new.stale = 0
    return new.led(p)


def turned_back(army: Army, at: LocationId) -> Army:
    """After a Withdrawal or Retreat: the way back from there is the one before."""
    trail = army.trail[:-1] if army.trail and army.trail[-1] == at else army.trail
    return army.but(at=at, trail=trail, back=trail[-1] if trail else -1, entered=-1, passage=0, passing=0)


def mark_group(p: Play, army: Army) -> None:
    """9.1.6: its pieces count as moved."""
    s = p.state
    troops.mark_moved(s, army.at, army.fresh)
    s.moved_generals |= army.generals
    s.moved_royals |= army.royals


def max_left(p: Play, army: Army) -> int:
    """9.2.8: the MPs left under whoever may come to command the group; who was just picked up stays in it."""
    left = army.left(p)
    if left or not army.die or p.edition.command_change == "replace":
        return left
    for general in generals_in(army.generals):
        left = max(left, army.but(generals=1 << general).left(p))
        if army.fresh_generals >> general & 1:
            break
    return left


def besieged_spaces(p: Play) -> int:
    """Bit mask of the spaces that are Besieged now."""
    out = 0
    pcs = p.state.pcs
    for at, factions in p.state.cu_factions.items():
        if at < p.spaces and pcs[at] >= 0 and factions != 1 << pcs[at] and troops.besiegers(p, at):
            out |= 1 << at
    return out


def held_spaces(p: Play, besieged: Mask) -> tuple[Mask, ...]:
    """By Faction: bit mask of the spaces with an Unbesieged CU of it."""
    out = [0] * FACTIONS
    bits, spaces = p.board.bits, p.spaces
    for key in p.state.cus:
        at = key // FACTIONS
        bit = bits[at % spaces]
        if not (besieged and spaces <= at < 2 * spaces and besieged & bit):
            out[key % FACTIONS] |= bit
    return tuple(out)


def besieged_bit(p: Play, location: LocationId, before: Mask) -> int:
    """The bit of the space if somebody inside is Besieged there now; `before`: Besieged when the movement began.

    Who passes through besieges nobody where a movement has to end for it.
    """
    space = p.space(location)
    if p.edition.besieged_from == "end_of_movement" and not before >> space & 1:
        return 0
    if p.inside(space) in p.state.generals_at and troops.is_besieged(p, space):
        return 1 << space
    return 0


def march_kind(p: Play, a: LocationId, b: SpaceId) -> int:
    """The kind of the cheapest Land, Mountain or Strait path between two spaces, or -1."""
    return p.board.cheapest_link[a].get(b, -1)


def march_cost(p: Play, a: LocationId, b: SpaceId) -> int:
    """9.3.A.1; 0 if there is no such path."""
    kind = march_kind(p, a, b)
    return p.board.path_cost[kind] if kind >= 0 else 0


def cart_may_leave(p: Play) -> bool:
    """8.4.3, 16.3.1"""
    return p.state.turn >= p.edition.cart_moves_from_turn or bool(p.state.cart_free)


def check_truce(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    """Card O63: not among the other's CUs or Major Generals, nor before his Major City."""
    s = p.state
    if seat not in s.truce:
        return None
    for other in s.truce:
        if other == seat:
            continue
        his_city = s.pcs[location] == other and troops.is_major_city(p, location)
        if (
            his_city
            or troops.has_cu(s, location, other)
            or any(is_major(p, g) for g in generals_at(p, location, other))
        ):
            return Refusal("16.1.1", "refusal.truce", (("who", "faction", other),))
    return None


# 7.1.C Minor Generals


def allowance(p: Play, leader: GeneralId, die: int) -> int:
    """9.2.3"""
    general = p.pieces.generals[leader]
    if die == 6 and troops.own_ability(p, leader) == Ability.MOVEMENT:
        return general.ability_value
    return p.tables.movement[general.initiative][die]


def spare_minor(p: Play, seat: SeatId, *, unmoved: bool = False) -> GeneralId:
    """An off-map Minor General, or -1; to stay with CUs rather one who has used up his activation."""
    s = p.state
    generals = s.generals
    moved = s.moved_generals if seat == s.active else 0
    best = -1
    for g in minors_of(p, seat):
        if generals[g] != OFF_MAP:
            continue
        used = moved >> g & 1
        if used and not unmoved:
            return GeneralId(g)
        if not used and best < 0:
            best = g
    return GeneralId(best)


def place_guard(p: Play, seat: SeatId, location: LocationId) -> GeneralId:
    """Put a spare Minor General with the CUs that stay in a location."""
    general = spare_minor(p, seat)
    if general >= 0:
        moves.put_general(p.state, general, location)
        p.note(
            "minor_placed",
            "7.1.C.2",
            (("who", "faction", seat), ("general", "general", general), ("at", "location", location)),
        )
    return general


def fetch(p: Play, seat: SeatId, general: GeneralId, location: LocationId) -> None:
    """7.1.C.2: reposition a Minor General; another one who is off map takes his place if CUs need it."""
    s = p.state
    old = s.generals[general]
    moves.put_general(s, general, location)
    p.note("repositioned", "7.1.C.2", (("general", "general", general), ("at", "location", location)))
    if s.pcs[p.space(old)] != seat and troops.has_cu(s, old, seat) and not generals_at(p, old, seat):
        place_guard(p, seat, old)
