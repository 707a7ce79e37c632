"""9.1 to 9.4: an activated Army or General; picking up, dropping off, spending MPs.

The pieces of the group stand in the state at `Army.at`; the frame tells which of those there belong to it. A stop
is a stay in one location: first pieces are picked up, then dropped off, once; every act begins a new stop.
"""

from typing import NamedTuple

from diadochi.model.board import Kind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Ability, Forces, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, add, common, subtract
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import generals_at, is_major, is_minor, minors_of
from diadochi.rules.deck import cards_of as members
from diadochi.rules.retreat import put_generals, put_royals
from diadochi.rules.upkeep import upkeep

PICK_UP, DROP_OFF = 0, 1
LAND_MPS, AT_SEA, LANDED = 1, 2, 4
"""13.1.5, 13.1.6: MPs spent on land before the Naval Movement, been at sea, landed."""
WENT_IN, CAME_OUT = 1, 2
BY_PATH, LANDING, DROPPED, OUT_OF_CITY = 0, 1, 2, 3
"""How pieces come into a location."""
MOVE_LIMIT = 8
"""16.8"""


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
    """The PathKind by which the group came into this space in this activation."""
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
    """Through which side of the walls the group went in this space."""
    passing: int = 0
    """10.G: among Generals of other players, so it has to move on."""
    progress: int = 0
    """Something was used up since the Minor General was placed here; only then he may be repositioned."""
    minor: int = -1
    """The activated Minor General, even if he is off map just now (E09)."""
    intercepted: int = 0
    """Spaces into which an Interception against this group succeeded (12.1.5)."""
    stale: int = 0
    """A procedure may have changed the group since this frame was on top."""

    # 9.2 MPs

    def commander(self) -> int:
        return (self.generals & -self.generals).bit_length() - 1

    def left(self, p: Play) -> int:
        """A50: the present commander's allowance less what the group has spent."""
        if self.forfeited:
            return 0
        return max(0, self.allowance(p) - self.spent)

    def allowance(self, p: Play) -> int:
        if not self.die:
            return self.mps
        leader = self.commander() if self.generals else self.minor
        general = p.pieces.generals[leader]
        if general.ability == Ability.MOVEMENT and self.die == 6:
            return general.ability_value
        return p.tables.movement[general.initiative][self.die]

    # The decision

    def step(self, p: Play) -> Ask | None:
        if self.stale:
            p.replace(refreshed(p, self))
            return None
        actions = offers(p, self, self.candidates(p))
        facts = args(
            general=("general", self.commander() if self.generals else self.minor),
            at=("location", self.at),
            mps=("number", self.left(p)),
            cus=("forces", self.cus),
        )
        return Ask(self.seat, "prompt.army", "9.3.0.1", actions, facts)

    def candidates(self, p: Play) -> list[int]:
        out = [code(Verb.DONE)]
        if self.generals:
            self.add_pick_ups(p, out)
            self.add_drop_offs(out)
            self.add_acts(p, out)
        if self.minor >= 0 and self.progress:
            out += [code(Verb.REPOSITION, at) for at in troops.locations_of(p.state, self.seat)]
        return out

    def add_pick_ups(self, p: Play, out: list[int]) -> None:
        if self.stop != PICK_UP:
            return
        s = p.state
        there = self.available(p)
        if there != NO_FORCES:
            out.append(code(Verb.TAKE_ALL))
            out += troops.unit_actions(Verb.TAKE, there)
        mask = s.generals_at.get(self.at, 0) & ~self.generals
        if mask and self.minor != self.commander():
            out += [code(Verb.TAKE_GENERAL, g) for g in members(mask)]
        for royal, at in enumerate(s.royals):
            if at == self.at:
                out.append(code(Verb.TAKE_ROYAL, royal))

    def add_drop_offs(self, out: list[int]) -> None:
        if self.cus != self.fresh:
            out += troops.unit_actions(Verb.LEAVE, self.cus)
        if self.generals & (self.generals - 1):
            out += [code(Verb.LEAVE_GENERAL, g) for g in members(self.generals)]
        if self.royals:
            out += [code(Verb.LEAVE_ROYAL, r) for r in members(self.royals)]

    def add_acts(self, p: Play, out: list[int]) -> None:
        s = p.state
        space = p.space(self.at)
        if p.is_inside(self.at):
            out.append(code(Verb.COME_OUT))
        else:
            if self.left(p):
                out += [code(Verb.MARCH, n) for n, _ in p.board.land_links[space]]
            if s.pcs[space] == self.seat:
                if troops.is_major_city(p, space):
                    out.append(code(Verb.GO_INSIDE))
            elif s.pcs[space] != NOBODY and self.cus != NO_FORCES:
                out.append(code(Verb.SIEGE, space))
                out.append(code(Verb.REMOVE_PC, space))
        if p.board.spaces[space].port and not self.sea & LANDED:
            out.append(code(Verb.EMBARK))
        if s.pcs[space] != self.seat:
            out += [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]

    # Legality

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return self.check_done(p)
        if verb == Verb.REPOSITION:
            return self.check_reposition(p, operand)
        if not self.generals:
            return NOT_ASKED
        if verb == Verb.MARCH:
            return self.check_march(p, operand)
        if verb == Verb.LEAVE_ROYAL:
            return self.check_leave_royal(p, operand)
        if verb not in OTHER_VERBS:
            return NOT_ASKED
        if self.passage or self.passing:
            return Refusal("10.C.5" if self.passage else "10.G.1", "refusal.must_move_on")
        return self.check_other(p, verb, operand)

    def check_other(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if verb in (Verb.TAKE, Verb.TAKE_ALL, Verb.TAKE_GENERAL, Verb.TAKE_ROYAL):
            if self.stop != PICK_UP:
                return Refusal("9.1.8", "refusal.dropping_off")
            if verb == Verb.TAKE:
                return self.check_take(p, operand)
            if verb == Verb.TAKE_ALL:
                return self.check_take_all(p)
            return (
                self.check_take_general(p, operand) if verb == Verb.TAKE_GENERAL else self.check_take_royal(p, operand)
            )
        if verb == Verb.LEAVE:
            return self.check_leave(p, operand)
        if verb == Verb.LEAVE_GENERAL:
            return self.check_leave_general(operand)
        if verb == Verb.GO_INSIDE:
            return self.check_go_inside(p)
        if verb == Verb.COME_OUT:
            return self.check_come_out(p)
        if verb == Verb.SIEGE:
            return self.check_siege(p, operand)
        if verb == Verb.REMOVE_PC:
            return self.check_remove_pc(p, operand)
        if verb == Verb.EMBARK:
            return self.check_embark(p)
        return self.check_fetch(p, operand)

    # 9.1.8 picking up

    def available(self, p: Play) -> Forces:
        """The CUs here that nobody has moved in this Segment and that are not in the group yet."""
        return subtract(troops.unmoved(p.state, self.at, self.seat), self.fresh)

    def check_take(self, p: Play, unit: int) -> Refusal | None:
        if unit >= UNITS or not self.available(p)[unit]:
            if unit < UNITS and troops.moved(p.state, self.at)[unit]:
                return Refusal("9.1.6", "refusal.already_moved")
            return Refusal("9.1.8", "refusal.no_such_cu", args(at=("location", self.at)))
        return self.check_limit(p, troops.whole(self.available(p), unit))

    def check_limit(self, p: Play, more: Forces) -> Refusal | None:
        """16.8.1"""
        if p.option(Option.MOVEMENT_LIMIT) and troops.count(self.cus) + troops.count(more) > MOVE_LIMIT:
            return Refusal("16.8.1", "refusal.movement_limit")
        return None

    def check_take_all(self, p: Play) -> Refusal | None:
        there = self.available(p)
        if there == NO_FORCES:
            return Refusal("9.1.8", "refusal.no_such_cu", args(at=("location", self.at)))
        return self.check_limit(p, there)

    def check_take_general(self, p: Play, general: int) -> Refusal | None:
        s = p.state
        facts = args(general=("general", general))
        if s.owners[general] != self.seat or s.generals[general] != self.at or self.generals >> general & 1:
            return Refusal("9.1.8", "refusal.no_such_general", facts)
        if is_minor(p, general) or is_minor(p, self.commander()):
            return Refusal("9.1.10", "refusal.minor_general_alone", facts)
        if s.moved_generals >> general & 1:
            return Refusal("9.1.6", "refusal.general_moved", facts)
        return None

    def check_take_royal(self, p: Play, royal: int) -> Refusal | None:
        s = p.state
        facts = args(royal=("royal", royal))
        if s.royals[royal] != self.at or self.royals >> royal & 1:
            return Refusal("8.4.5", "refusal.no_such_royal", facts)
        if s.royal_owner[royal] != self.seat:
            return Refusal("8.4.7", "refusal.royal_not_yours", facts)
        if s.moved_royals >> royal & 1:
            return Refusal("8.4.6", "refusal.royal_moved", facts)
        return None

    # 9.1.13 dropping off

    def check_leave(self, p: Play, unit: int) -> Refusal | None:
        if unit >= UNITS or not self.cus[unit]:
            return Refusal("9.1.8", "refusal.not_in_group")
        if self.cus[unit] == self.fresh[unit]:
            return Refusal("9.1.8", "refusal.just_taken")
        return self.check_guard(p)

    def check_guard(self, p: Play) -> Refusal | None:
        """9.1.13: in a space that is not his own somebody has to stay with what is left."""
        if self.is_guarded(p) or spare_minor(p, self.seat) >= 0:
            return None
        return Refusal("9.1.13", "refusal.no_general_stays")

    def is_guarded(self, p: Play) -> bool:
        if p.state.pcs[p.space(self.at)] == self.seat:
            return True
        return any(not self.generals >> g & 1 for g in generals_at(p, self.at, self.seat))

    def check_leave_general(self, general: int) -> Refusal | None:
        facts = args(general=("general", general))
        if not self.generals >> general & 1:
            return Refusal("9.1.8", "refusal.not_in_group", facts)
        if self.fresh_generals >> general & 1:
            return Refusal("9.1.8", "refusal.just_taken", facts)
        if not self.generals & ~(1 << general):
            return Refusal("7.2.5", "refusal.last_general", facts)
        return None

    def check_leave_royal(self, p: Play, royal: int) -> Refusal | None:
        facts = args(royal=("royal", royal))
        if not self.royals >> royal & 1:
            return Refusal("9.1.8", "refusal.not_in_group", facts)
        if self.fresh_royals >> royal & 1:
            return Refusal("9.1.8", "refusal.just_taken", facts)
        if self.is_guarded(p):
            return None
        if self.passage or self.passing or self.remaining(p) == NO_FORCES:
            return Refusal("9.1.13", "refusal.no_general_stays", facts)
        return self.check_guard(p)

    def remaining(self, p: Play) -> Forces:
        """Own CUs here that are not in the group."""
        return subtract(p.state.cus_of(self.at, self.seat), self.cus)

    def check_fetch(self, p: Play, general: int) -> Refusal | None:
        """7.1.C.2: a Minor General is taken from elsewhere to stay with the CUs here."""
        facts = args(general=("general", general))
        if general not in minors_of(p, self.seat) or p.state.generals[general] in (OFF_MAP, self.at):
            return Refusal("7.1.C.2", "refusal.no_such_general", facts)
        if self.is_guarded(p) or p.state.cus_of(self.at, self.seat) == NO_FORCES:
            return Refusal("9.1.13", "refusal.nobody_needed")
        if spare_minor(p, self.seat) >= 0:
            return Refusal("7.1.C.2", "refusal.minor_general_idle")
        return None

    # 9.3.A marching

    def check_march(self, p: Play, space: int) -> Refusal | None:
        if self.at >= p.spaces:
            return Refusal("9.4.1", "refusal.come_out_first")
        cost = march_cost(p, self.at, space)
        if not cost:
            return Refusal("2.12", "refusal.not_adjacent", args(space=("space", space)))
        left = self.left(p)
        if cost > left:
            return Refusal("9.3.A.1", "refusal.too_few_mps", args(cost=("number", cost), mps=("number", left)))
        return self.check_land_mps() or self.check_leaving(p) or check_truce(p, self.seat, space)

    def check_land_mps(self) -> Refusal | None:
        """13.1.5; card 11: its MPs are for the sea only."""
        if self.waters:
            return Refusal("7.4.7", "refusal.only_by_sea")
        if self.sea & LANDED and self.sea & LAND_MPS:
            return Refusal("13.1.5", "refusal.land_before_sea")
        return None

    def check_leaving(self, p: Play) -> Refusal | None:
        """The space may be left with these pieces."""
        if self.royals:
            if self.cus == NO_FORCES:
                return Refusal("8.4.2", "refusal.royal_needs_army")
            if self.royals >> Royal.FUNERAL_CART & 1 and not cart_may_leave(p):
                return Refusal("8.4.3", "refusal.cart_stays")
        if (self.passage or self.passing) and (self.remaining(p) != NO_FORCES or not self.takes_all_generals(p)):
            return Refusal("10.C.3", "refusal.leave_with_all")
        if self.remaining(p) != NO_FORCES:
            return self.check_guard(p)
        return None

    def takes_all_generals(self, p: Play) -> bool:
        return all(self.generals >> g & 1 for g in generals_at(p, self.at, self.seat))

    # 9.3.B the walls

    def check_go_inside(self, p: Play) -> Refusal | None:
        space = self.at
        if space >= p.spaces or not troops.is_major_city(p, space):
            return Refusal("2.9", "refusal.no_inside", args(space=("space", p.space(space))))
        if p.state.pcs[space] != self.seat:
            return Refusal("9.4.3", "refusal.city_closed", args(space=("space", space)))
        if self.walls & WENT_IN:
            return Refusal("9.3.B.1", "refusal.walls_once")
        if troops.count(self.cus) > troops.room_inside(p, space):
            return Refusal("9.4.5", "refusal.no_room_inside", args(space=("space", space)))
        return None

    def check_come_out(self, p: Play) -> Refusal | None:
        if not p.is_inside(self.at):
            return Refusal("9.4.1", "refusal.not_inside")
        if self.walls & CAME_OUT:
            return Refusal("9.3.B.1", "refusal.walls_once")
        return check_truce(p, self.seat, p.space(self.at))

    # 9.3.C, 9.3.D

    def check_siege(self, p: Play, space: int) -> Refusal | None:
        from diadochi.rules import siege

        if space != self.at:
            return Refusal("9.3.C.1", "refusal.not_here", args(space=("space", space)))
        owner = p.state.pcs[space]
        if owner in (NOBODY, self.seat) or not (owner == INDEPENDENT or troops.is_major_city(p, space)):
            return Refusal("9.3.C.1", "refusal.nothing_to_besiege", args(space=("space", space)))
        return self.check_cost(p, self.siege_cost(p)) or siege.may_conduct(
            p, self.seat, self.at, self.commander(), self.cus
        )

    def siege_cost(self, p: Play) -> int:
        """9.3.C.1, 16.9.11"""
        if self.has_cavalry(p) and p.state.pcs[self.at] == INDEPENDENT and not troops.is_major_city(p, self.at):
            return 1
        return p.tables.siege_cost

    def has_cavalry(self, p: Play) -> bool:
        return p.option(Option.CAVALRY) and self.cus[Unit.CAVALRY] > 0

    def check_cost(self, p: Play, cost: int) -> Refusal | None:
        if troops.count(self.cus) < p.edition.minimum_army:
            return Refusal("9.3.C.2", "refusal.army_too_small", args(number=("number", p.edition.minimum_army)))
        if cost > self.left(p):
            return Refusal("9.3.0.1", "refusal.too_few_mps", args(cost=("number", cost), mps=("number", self.left(p))))
        return self.check_land_mps()

    def check_remove_pc(self, p: Play, space: int) -> Refusal | None:
        if space != self.at:
            return Refusal("9.3.D.1", "refusal.not_here", args(space=("space", space)))
        owner = p.state.pcs[space]
        if owner in (NOBODY, self.seat, INDEPENDENT) or not troops.is_minor_city(p, space):
            return Refusal("9.3.D.2", "refusal.pc_stays", args(space=("space", space)))
        return self.check_cost(p, 1 if self.has_cavalry(p) else p.edition.pc_removal_cost)

    # 13 and the rest

    def check_embark(self, p: Play) -> Refusal | None:
        from diadochi.rules import voyage

        return self.check_leaving(p) or voyage.check_embark(p, self)

    def check_reposition(self, p: Play, location: int) -> Refusal | None:
        """7.1.C.2: only to where he can still act, and only after he has done something here."""
        if self.minor < 0 or (self.generals and self.generals != 1 << self.minor):
            return Refusal("7.1.C.2", "refusal.not_a_minor_general")
        if not self.progress:
            return Refusal("7.1.C.2", "refusal.nothing_done_here")
        if self.passage or self.passing:
            return Refusal("10.C.5", "refusal.must_move_on")
        if location == self.at or troops.unmoved(p.state, location, self.seat) == NO_FORCES:
            return Refusal("7.1.C.2", "refusal.no_cu_to_move", args(at=("location", location)))
        if not self.can_act(p, location):
            return Refusal("7.1.C.2", "refusal.cannot_act_there", args(at=("location", location)))
        if self.generals and p.state.cus_of(self.at, self.seat) != NO_FORCES:
            return self.check_guard(p)
        return None

    def can_act(self, p: Play, location: int) -> bool:
        """There he has MPs for a path, or walls to pass for 0 MPs."""
        space = p.space(location)
        if p.is_inside(location):
            return check_truce(p, self.seat, space) is None
        if p.state.pcs[space] == self.seat and troops.is_major_city(p, space) and troops.room_inside(p, space) > 0:
            return True
        left = self.left(p)
        if self.waters or (self.sea & LANDED and self.sea & LAND_MPS):
            return False
        return any(p.board.path_cost[kind] <= left for _, kind in p.board.land_links[space])

    def check_done(self, p: Play) -> Refusal | None:
        """An honoured Free Passage and a lone General among enemy Generals have to move on if they can."""
        if (self.passage or self.passing) and self.can_march(p):
            return Refusal("10.C.5" if self.passage else "10.G.1", "refusal.must_move_on")
        return None

    def can_march(self, p: Play) -> bool:
        if self.at >= p.spaces or not self.left(p):
            return False
        return any(self.check_march(p, n) is None for n, _ in p.board.land_links[self.at])

    # Carrying out

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            self.finish(p)
        elif verb == Verb.MARCH:
            self.march(p, operand)
        elif verb in (Verb.TAKE, Verb.TAKE_ALL):
            there = self.available(p)
            self.pick_up(p, there if verb == Verb.TAKE_ALL else troops.whole(there, operand))
        elif verb == Verb.TAKE_GENERAL:
            bit = 1 << operand
            p.replace(self._replace(generals=self.generals | bit, fresh_generals=self.fresh_generals | bit))
        elif verb == Verb.TAKE_ROYAL:
            bit = 1 << operand
            p.replace(self._replace(royals=self.royals | bit, fresh_royals=self.fresh_royals | bit))
        elif verb == Verb.LEAVE:
            self.leave(p, operand)
        elif verb == Verb.LEAVE_GENERAL:
            p.note("leaves_general", "9.2.6", general=("general", operand), at=("location", self.at))
            p.replace(self._replace(generals=self.generals & ~(1 << operand), stop=DROP_OFF))
        elif verb == Verb.LEAVE_ROYAL:
            self.post_guard(p)
            p.note("leaves_royal", "8.4.5", royal=("royal", operand), at=("location", self.at))
            p.replace(self._replace(royals=self.royals & ~(1 << operand), stop=DROP_OFF))
        elif verb == Verb.FETCH:
            fetch(p, self.seat, operand, self.at)
        elif verb == Verb.GO_INSIDE:
            self.go_inside(p)
        elif verb == Verb.COME_OUT:
            self.come_out(p)
        elif verb == Verb.SIEGE:
            self.siege(p, operand)
        elif verb == Verb.REMOVE_PC:
            self.remove_pc(p, operand)
        elif verb == Verb.EMBARK:
            self.embark(p)
        else:
            self.reposition(p, operand)

    def pick_up(self, p: Play, cus: Forces) -> None:
        p.replace(self._replace(cus=add(self.cus, cus), fresh=add(self.fresh, cus)))

    def leave(self, p: Play, unit: int) -> None:
        """9.2.6: what is dropped off has used up its activation."""
        cus = troops.whole(subtract(self.cus, self.fresh), unit)
        self.post_guard(p)
        p.note("leaves_cus", "9.2.6", who=("faction", self.seat), cus=("forces", cus), at=("location", self.at))
        p.replace(self._replace(cus=subtract(self.cus, cus), others=add(self.others, cus), stop=DROP_OFF))

    def post_guard(self, p: Play) -> None:
        """9.1.13: an idle Minor General stays with what is left."""
        if not self.is_guarded(p):
            place_guard(p, self.seat, self.at)

    def march(self, p: Play, space: int) -> None:
        from diadochi.rules import march

        cost = march_cost(p, self.at, space)
        start = self.at
        moved = self.moved_to(p, space)
        moved = moved._replace(
            spent=self.spent + cost,
            sea=self.sea if self.sea & LANDED else self.sea | LAND_MPS,
            entered=march_kind(p, start, space),
            back=start,
            trail=(*self.trail, start),
            how=BY_PATH,
        )
        p.note(
            "marches",
            "10.A.1",
            who=("faction", self.seat),
            generals=("generals", tuple(members(self.generals))),
            cus=("forces", self.cus),
            royals=("royals", tuple(members(self.royals))),
            start=("location", start),
            space=("space", space),
            cost=("number", cost),
            mps=("number", moved.left(p)),
        )
        p.replace(moved)
        march.begin(p, self.seat, self.seat, space, start, BY_PATH, passed=self.passes_stronghold(p, start))

    def passes_stronghold(self, p: Play, space: int) -> bool:
        """10.A.2, A56: entered in this activation, left by land, and still Independent."""
        if self.entered < 0 or self.cus == NO_FORCES:
            return False
        return p.board.spaces[space].kind == Kind.STRONGHOLD and p.state.pcs[space] == INDEPENDENT

    def moved_to(self, p: Play, end: int) -> "Army":
        """Carry the group's pieces to another location; they count as moved by it (9.1.6)."""
        s = p.state
        if not p.is_at_sea(self.at) and self.remaining(p) != NO_FORCES:
            self.post_guard(p)
        others = troops.moved(s, end)
        mark_group(p, self)
        troops.move_cus(p, self.seat, self.cus, self.at, end)
        put_generals(s, self.generals, end)
        put_royals(s, self.royals, end)
        new_space = p.space(end) != p.space(self.at)
        return self._replace(
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
            progress=int(self.progress or new_space or self.fresh != NO_FORCES),
            stale=1,
        )

    def go_inside(self, p: Play) -> None:
        inside = p.inside(self.at)
        p.replace(self.moved_to(p, inside)._replace(walls=self.walls | WENT_IN))
        p.note(
            "goes_inside",
            "9.3.B.1",
            general=("general", self.commander()),
            cus=("forces", self.cus),
            at=("location", inside),
        )
        upkeep(p, inside)

    def come_out(self, p: Play) -> None:
        from diadochi.rules import march

        outside = p.space(self.at)
        moved = self.moved_to(p, outside)
        p.replace(
            moved._replace(walls=self.walls | CAME_OUT, back=self.at, trail=(*self.trail, self.at), how=OUT_OF_CITY)
        )
        p.note(
            "comes_out",
            "9.3.B.1",
            general=("general", self.commander()),
            cus=("forces", self.cus),
            at=("location", outside),
        )
        march.begin(p, self.seat, self.seat, outside, self.at, OUT_OF_CITY)

    def siege(self, p: Play, space: int) -> None:
        """9.3.C.3: three CUs count as moved by their General; those that moved already, then the weakest."""
        from diadochi.rules import siege

        missing = p.edition.minimum_army - troops.count(subtract(self.cus, self.fresh))
        marked = weakest(self.fresh, missing)
        troops.mark_moved(p.state, self.at, marked)
        p.state.moved_generals |= 1 << self.commander()
        p.replace(self.spending(self.siege_cost(p))._replace(fresh=subtract(self.fresh, marked), stop=DROP_OFF))
        siege.begin(p, self.seat, space, self.commander(), self.cus, p.state.segment)

    def spending(self, cost: int) -> "Army":
        """MPs spent on land without moving."""
        sea = self.sea if self.sea & LANDED else self.sea | LAND_MPS
        return self._replace(spent=self.spent + cost, sea=sea, progress=1, stale=1)

    def remove_pc(self, p: Play, space: int) -> None:
        owner = p.state.pcs[space]
        p.replace(self.spending(1 if self.has_cavalry(p) else p.edition.pc_removal_cost))
        p.state.put_pc(space, NOBODY)
        p.note("pc_removed", "9.3.D.1", who=("faction", self.seat), space=("space", space), owner=("faction", owner))
        upkeep(p, self.at)

    def embark(self, p: Play) -> None:
        from diadochi.rules import voyage

        if self.remaining(p) != NO_FORCES:
            self.post_guard(p)
        mark_group(p, self)
        p.replace(self._replace(fresh=NO_FORCES, fresh_generals=0, fresh_royals=0, progress=1, stale=1))
        voyage.begin(p)

    def reposition(self, p: Play, location: int) -> None:
        """7.1.C.2, 9.1.4: he carries nothing along and keeps only his remaining MPs (9.3.A.2)."""
        s = p.state
        if self.generals and s.cus_of(self.at, self.seat) != NO_FORCES:
            self.post_guard(p)
        s.put_general(self.minor, location)
        p.note("repositioned", "7.1.C.2", general=("general", self.minor), at=("location", location))
        fresh = starting(p, self.seat, self.minor, self.die, self.mps, self.waters)
        kept = fresh._replace(spent=self.spent, forfeited=self.forfeited, sea=self.sea, besieged=self.besieged)
        p.replace(kept._replace(port=self.port, escort=self.escort, intercepted=self.intercepted))

    def finish(self, p: Play) -> None:
        """The activation ends; what could not move on faces those it stands among (A152)."""
        from diadochi.rules import march

        if self.passage or self.passing:
            p.replace(self._replace(passage=0, passing=0, forfeited=1, stale=1))
            march.begin_facing(p, self.seat, self.seat, self.at, self.back, self.how)
            return
        p.pop()
        upkeep(p)


PICK_UPS = frozenset((Verb.TAKE, Verb.TAKE_ALL, Verb.TAKE_GENERAL, Verb.TAKE_ROYAL))
ACTS = frozenset((Verb.GO_INSIDE, Verb.COME_OUT, Verb.SIEGE, Verb.REMOVE_PC, Verb.EMBARK, Verb.FETCH))
OTHER_VERBS = PICK_UPS | ACTS | {Verb.LEAVE, Verb.LEAVE_GENERAL}


def starting(p: Play, seat: int, general: int, die: int, mps: int, waters: tuple[str, ...] = ()) -> Army:
    """A group that begins with its General alone."""
    at = p.state.generals[general]
    return Army(
        seat=seat,
        generals=1 << general,
        cus=NO_FORCES,
        royals=0,
        at=at,
        die=die,
        mps=mps,
        besieged=besieged_spaces(p),
        waters=waters,
        fresh_generals=1 << general,
        stood=at,
        others=troops.moved(p.state, at),
        minor=general if is_minor(p, general) else -1,
    )


def refreshed(p: Play, army: Army) -> Army:
    """The group as it is after a procedure: what is left of it, where its Commanding General is now."""
    s = p.state
    alive = [g for g in members(army.generals) if s.generals[g] >= 0 and s.owners[g] == army.seat]
    if not alive and army.minor >= 0 and s.generals[army.minor] >= 0:
        alive = [army.minor]
    if not alive:
        return army._replace(generals=0, cus=NO_FORCES, royals=0, fresh=NO_FORCES, passage=0, passing=0, stale=0)
    at = s.generals[alive[0]]
    army = army if at == army.at else turned_back(army, at)
    generals = sum(1 << g for g in alive if s.generals[g] == at)
    royals = sum(1 << r for r in members(army.royals) if s.royals[r] == at and s.royal_owner[r] == army.seat)
    here = s.cus_of(at, army.seat)
    if army.stood == at:
        fresh = common(army.fresh, troops.unmoved(s, at, army.seat))
        others = common(army.others, troops.moved(s, at))
        cus = add(subtract(troops.moved(s, at), others), fresh)
    else:
        fresh = NO_FORCES
        cus = common(army.cus, here)
        others = subtract(troops.moved(s, at), common(cus, troops.moved(s, at)))
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
    for at in p.state.generals_at:
        if at < p.spaces and troops.is_besieged(p, at):
            out |= 1 << at
    return out


def march_kind(p: Play, a: int, b: int) -> int:
    """The kind of the cheapest Land, Mountain or Strait path between two spaces, or -1."""
    best = -1
    for space, kind in p.board.land_links[a]:
        if space == b and (best < 0 or p.board.path_cost[kind] < p.board.path_cost[best]):
            best = kind
    return best


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


WEAKEST_FIRST = (Unit.MERCENARY, Unit.CAVALRY, Unit.ELEPHANT, Unit.LOYAL, Unit.ROYAL, Unit.SILVER_SHIELDS)


def weakest(cus: Forces, number: int) -> Forces:
    """That many of the CUs, the weakest first; Silver Shields only together (7.2.D.3)."""
    out = list(NO_FORCES)
    for unit in WEAKEST_FIRST:
        if number <= 0:
            break
        n = cus[unit] if unit == Unit.SILVER_SHIELDS else min(cus[unit], number)
        out[unit] = n
        number -= n
    return tuple(out)


# 7.1.C Minor Generals


def spare_minor(p: Play, seat: int, *, unmoved: bool = False) -> int:
    """An off-map Minor General, or -1; to stay with CUs rather one who has used up his activation."""
    s = p.state
    best = -1
    for g in minors_of(p, seat):
        if s.generals[g] != OFF_MAP:
            continue
        used = seat == s.active and s.moved_generals >> g & 1
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
