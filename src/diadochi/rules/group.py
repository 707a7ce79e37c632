"""9.1, 9.2: an activated group: its pieces, its MPs, and how it moves.

The pieces of the group stand in the state at `Army.at`; the frame tells which of those there belong to it.
"""

from typing import NamedTuple, Self

from diadochi.model.board import Kind
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Royal
from diadochi.model.state import FACTIONS, INDEPENDENT, OFF_MAP, add, common, subtract
from diadochi.rules import troops
from diadochi.rules.agenda import Ask, Play, Refusal, args
from diadochi.rules.command import generals_at, is_major, minors_of
from diadochi.rules.deck import cards_of as members
from diadochi.rules.retreat import put_generals, put_royals
from diadochi.rules.upkeep import upkeep

PICK_UP, DROP_OFF, ACTED = 0, 1, 2
"""What a stop has come to: after a Siege or the removal of a PC those who were picked up may stay, and stay then."""
LAND_MPS, AT_SEA, LANDED = 1, 2, 4
"""13.1.5, 13.1.6: MPs spent on land before the Naval Movement, been at sea, landed."""
WENT_IN, CAME_OUT, BACK_AGAIN = 1, 2, 3
"""How a group last passed the walls: with a piece that had not passed them in this stay, or merely back again."""
BY_PATH, LANDING, DROPPED, OUT_OF_CITY = 0, 1, 2, 3
"""How pieces come into a location."""
MOVE_LIMIT = 8
"""16.8"""
Evaded = tuple[tuple[int, int, Forces], ...]
"""Faction, space and the CUs that have come there by Evasion."""


class Army(NamedTuple):
    """The activation of one group (9.2.11). `generals`, `royals`, `escort`, `besieged` and the like are bit masks."""

    seat: int
    generals: int
    cus: Forces
    royals: int
    at: int
    die: int
    mps: int
    spent: int = 0
    forfeited: int = 0
    stop: int = PICK_UP
    besieged: int = 0
    """The spaces that were Besieged when the activation began."""
    entered: int = -1
    """The PathKind by which the group came into this space, as an Army, in this activation."""
    back: int = -1
    sea: int = 0
    port: int = -1
    escort: int = 0
    passage: int = 0
    """The players whose Free Passage it honours here."""
    waters: tuple[str, ...] = ()
    """The Pontic Fleet: only Sea paths between ports on these waters."""
    how: int = BY_PATH
    fresh: Forces = NO_FORCES
    """The CUs picked up at this stop, not moved yet."""
    fresh_generals: int = 0
    fresh_royals: int = 0
    stood: int = -1
    """The location for which `others` holds."""
    others: Forces = NO_FORCES
    """CUs there that count as moved but not by this group."""
    trail: tuple[int, ...] = ()
    walls: int = 0
    """How the group last passed the walls of this space, if it has."""
    passing: int = 0
    """10.G: among Generals of other players, so it has to move on."""
    progress: int = 0
    """Something was used up since the Minor General was placed here; only then he may be repositioned."""
    minor: int = -1
    """The activated Minor General, even if he is off map just now (E09)."""
    intercepted: int = 0
    """Spaces into which an Interception against this group succeeded (12.1.5)."""
    released: int = 0
    """Spaces that were Besieged when this group left them (11.1.B.4)."""
    refused: int = 0
    """Spaces where the other party of a truce has denied a Free Passage (card O63)."""
    stale: int = 0
    """A procedure may have changed the group since this frame was on top."""
    fought: Forces = NO_FORCES
    """Its CUs who were in a Land Battle in this Segment before the group took them along (15.2.A.5)."""
    fought_generals: int = 0
    """The same of its Major Generals."""
    evaded: Evaded = ()
    """Who has Evaded into a Stronghold in this activation (10.A.3)."""
    held: tuple[int, ...] = ()
    """By Faction, the spaces that it held with Unbesieged CUs when the activation began (A63)."""

    # 9.3, 9.4

    def step(self, p: Play) -> Ask | None:
        from diadochi.rules import army

        return army.step(p, self)

    def check(self, p: Play, action: int) -> Refusal | None:
        from diadochi.rules import army

        return army.check(p, self, action)

    def take(self, p: Play, action: int) -> None:
        from diadochi.rules import army

        army.take(p, self, action)

    # 9.2 MPs

    def commander(self) -> int:
        return (self.generals & -self.generals).bit_length() - 1

    def left(self, p: Play) -> int:
        """A50: the present commander's allowance less what the group has spent."""
        if self.forfeited:
            return 0
        left = self.allowance(p) - self.spent
        return left if left > 0 else 0

    def allowance(self, p: Play) -> int:
        return allowance(p, self.commander() if self.generals else self.minor, self.die) if self.die else self.mps

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
        return bool(others) and any(s.owners[g] == self.seat for g in members(others))

    def takes_all_generals(self, p: Play) -> bool:
        return all(self.generals >> g & 1 for g in generals_at(p, self.at, self.seat))

    def post_guard(self, p: Play) -> None:
        """9.1.13: an idle Minor General stays with what is left."""
        if not self.is_guarded(p):
            place_guard(p, self.seat, self.at)

    def passes_stronghold(self, p: Play, space: int) -> bool:
        """10.A.2, A56: entered in this activation, left by land, and still Independent."""
        if self.entered < 0 or self.cus == NO_FORCES:
            return False
        return p.board.spaces[space].kind == Kind.STRONGHOLD and p.state.pcs[space] == INDEPENDENT

    def begun_at(self, p: Play, at: int) -> Self:
        """The group begins with its General alone in a location."""
        return self._replace(
            cus=NO_FORCES,
            royals=0,
            at=at,
            stop=PICK_UP,
            fresh=NO_FORCES,
            fresh_generals=self.generals,
            fresh_royals=0,
            stood=at,
            others=troops.moved(p.state, at),
            walls=0,
        )

    # 9.3.B the walls

    def has_newcomers(self) -> bool:
        """A piece of the group has not passed the walls in this stay: who has just been picked up, or everybody."""
        return not self.walls or self.fresh != NO_FORCES or bool(self.fresh_generals or self.fresh_royals)

    def may_pass_walls(self, way: int) -> bool:
        """With a newcomer, or back again where it came through with one."""
        return self.has_newcomers() or self.walls == WENT_IN + CAME_OUT - way

    def through_walls(self, p: Play, end: int, way: int) -> Self:
        return self.moved_to(p, end)._replace(walls=way if self.has_newcomers() else BACK_AGAIN)

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

    def moved_to(self, p: Play, end: int) -> Self:
        """Carry the group's pieces to another location; they count as moved by it (9.1.6)."""
        s = p.state
        if not p.is_at_sea(self.at) and self.remaining(p) != NO_FORCES:
            self.post_guard(p)
        others = troops.moved(s, end)
        new_space = p.space(end) != p.space(self.at)
        leaves = new_space or p.is_at_sea(end)
        released = self.released | besieged_bit(p, self.at) if leaves else self.released
        mark_group(p, self)
        troops.move_cus(p, self.seat, self.cus, self.at, end)
        put_generals(s, self.generals, end)
        put_royals(s, self.royals, end)
        return self.with_fighters(p)._replace(
            at=end,
            stop=PICK_UP,
            fresh=NO_FORCES,
            fresh_generals=0,
            fresh_royals=0,
            stood=end,
            others=others,
            walls=0 if new_space else self.walls,
            passage=0,
            passing=0,
            released=released,
            progress=int(self.progress or new_space or self.fresh != NO_FORCES),
            stale=1,
        )

    def with_fighters(self, p: Play) -> Self:
        """15.2.A.5: the group about to leave its location, knowing who has fought a Land Battle there."""
        if self.at >= p.spaces or not p.state.fought >> self.at & 1:
            return self
        majors = self.fresh_generals & (1 << p.pieces.majors) - 1
        return self._replace(fought=add(self.fought, self.fresh), fought_generals=self.fought_generals | majors)

    def finish(self, p: Play) -> None:
        """The activation ends; what could not move on faces those it stands among (A152)."""
        from diadochi.rules import march

        if self.passage or self.passing:
            put(p, self._replace(passage=0, passing=0, forfeited=1, stale=1))
            march.begin_facing(p, self.seat, self.seat, self.at, self.back, self.how)
            return
        p.pop()
        upkeep(p)


def army(p: Play) -> Army | None:
    """The group that is activated now."""
    i = p.find(Army)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, Army) else None


def change_army(p: Play, new: Army) -> None:
    """Replace the group wherever it is on the agenda; it looks at itself anew when its turn comes."""
    i = p.find(Army)
    if i >= 0:
        p.state.agenda[i] = new._replace(stale=1)


def put(p: Play, army: Army) -> None:
    """The group, changed, on top of the agenda."""
    p.state.agenda[-1] = army


def refreshed(p: Play, army: Army) -> Army:
    """The group as it is after a procedure: what is left of it, where its Commanding General is now."""
    s = p.state
    alive = [g for g in members(army.generals) if s.generals[g] >= 0 and s.owners[g] == army.seat]
    if not alive and army.minor >= 0 and s.generals[army.minor] >= 0:
        alive = [army.minor]
    if not alive:
        return army._replace(generals=0, cus=NO_FORCES, royals=0, fresh=NO_FORCES, passage=0, passing=0, stale=0)
    at = s.generals[alive[0]]
    army = army if at == army.at else turned_back(army, at)._replace(walls=0)
    generals = sum(1 << g for g in alive if s.generals[g] == at)
    royals = sum(1 << r for r in members(army.royals) if s.royals[r] == at and s.royal_owner[r] == army.seat)
    moved = troops.moved(s, at)
    if army.stood == at:
        fresh = common(army.fresh, troops.unmoved(s, at, army.seat))
        others = common(army.others, moved)
        cus = add(subtract(moved, others), fresh)
    else:
        fresh = NO_FORCES
        cus = common(army.cus, moved)
        others = subtract(moved, cus)
    return army._replace(
        at=at, generals=generals, royals=royals, cus=cus, fresh=fresh, others=others, stood=at, stale=0
    )


def turned_back(army: Army, at: int) -> Army:
    """After a Withdrawal or Retreat: the way back from there is the one before."""
    trail = army.trail[:-1] if army.trail and army.trail[-1] == at else army.trail
    return army._replace(at=at, trail=trail, back=trail[-1] if trail else -1, entered=-1, passage=0, passing=0)


def mark_group(p: Play, army: Army) -> None:
    """9.1.6: its pieces count as moved."""
    s = p.state
    troops.mark_moved(s, army.at, army.fresh)
    s.moved_generals |= army.generals
    s.moved_royals |= army.royals


def besieged_spaces(p: Play) -> int:
    """Bit mask of the spaces that are Besieged now."""
    out = 0
    for at in p.state.cu_factions:
        if at < p.spaces and troops.besiegers(p, at):
            out |= 1 << at
    return out


def held_spaces(p: Play, besieged: int) -> tuple[int, ...]:
    """By Faction: bit mask of the spaces with an Unbesieged CU of it."""
    out = [0] * FACTIONS
    for at, factions in p.state.cu_factions.items():
        bit = 1 << p.space(at)
        if not (besieged & bit and p.is_inside(at)):
            for faction in members(factions):
                out[faction] |= bit
    return tuple(out)


def besieged_bit(p: Play, location: int) -> int:
    """The bit of the space if somebody inside is Besieged there now."""
    space = p.space(location)
    if p.inside(space) in p.state.generals_at and troops.is_besieged(p, space):
        return 1 << space
    return 0


def march_kind(p: Play, a: int, b: int) -> int:
    """The kind of the cheapest Land, Mountain or Strait path between two spaces, or -1."""
    return p.board.cheapest_link[a].get(b, -1)


def march_cost(p: Play, a: int, b: int) -> int:
    """9.3.A.1; 0 if there is no such path."""
    kind = march_kind(p, a, b)
    return p.board.path_cost[kind] if kind >= 0 else 0


def cart_may_leave(p: Play) -> bool:
    """8.4.3, 16.3.1"""
    return p.state.turn >= p.edition.cart_moves_from_turn or bool(p.state.cart_free)


def check_truce(p: Play, seat: int, location: int) -> Refusal | None:
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
            return Refusal("16.1.1", "refusal.truce", args(who=("faction", other)))
    return None


# 7.1.C Minor Generals


def allowance(p: Play, leader: int, die: int) -> int:
    """9.2.3"""
    general = p.pieces.generals[leader]
    if general.ability == Ability.MOVEMENT and die == 6:
        return general.ability_value
    return p.tables.movement[general.initiative][die]


def spare_minor(p: Play, seat: int, *, unmoved: bool = False) -> int:
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
            return g
        if not used and best < 0:
            best = g
    return best


def place_guard(p: Play, seat: int, location: int) -> int:
    """Put a spare Minor General with the CUs that stay in a location."""
    general = spare_minor(p, seat)
    if general >= 0:
        p.state.put_general(general, location)
        p.note(
            "minor_placed", "7.1.C.2", who=("faction", seat), general=("general", general), at=("location", location)
        )
    return general


def fetch(p: Play, seat: int, general: int, location: int) -> None:
    """7.1.C.2: reposition a Minor General; another one who is off map takes his place if CUs need it."""
    s = p.state
    old = s.generals[general]
    s.put_general(general, location)
    p.note("repositioned", "7.1.C.2", general=("general", general), at=("location", location))
    if s.pcs[p.space(old)] != seat and troops.has_cu(s, old, seat) and not generals_at(p, old, seat):
        place_guard(p, seat, old)
