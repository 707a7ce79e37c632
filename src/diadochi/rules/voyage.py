"""13.1, 13.2: Naval Movement.

The pieces that go by sea are those in the sea location of the Voyage's space: only one Army or General uses
Naval Movement in a Segment (13.1.2), so nobody else is ever there.
"""

from typing import Final

from diadochi.model import moves
from diadochi.model.board import LAND_PATHS
from diadochi.model.cards import Window
from diadochi.model.ids import ActionCode, FleetId, GeneralId, LocationId, Mask, RoyalId, SeatId, SpaceId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, fleet_in, location_in
from diadochi.model.pieces import NO_FORCES, UNITS, Forces
from diadochi.model.state import NO_SPACE, OFF_MAP, add, fleets_in, generals_in, royals_in, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import fleets, losses, march, procedures, troops, ways, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.group import DROPPED as DROPPED_OFF
from diadochi.rules.group import (
    LANDING,
    Army,
    army,
    check_truce,
    max_left,
    place_guard,
    spare_minor,
)
from diadochi.rules.royals import put_royals, royals_mask
from diadochi.rules.troops import commander, generals_mask, is_minor
from diadochi.rules.upkeep import upkeep

ESCORT: Final = 0
STOP: Final = 1
ANNOUNCED: Final = 2
DECLARATIONS: Final = 3
ENTERING: Final = 4
LEAVING: Final = 5
DROPPED: Final = 6
RETURNED: Final = 7
ROUTING: Final = 8
SETTING_OUT: Final = 9
OUTSIDE: Final = 1
INSIDE: Final = 2
"""The locations into which pieces have been dropped off at a stop."""


def current(p: Play) -> "Voyage":
    """The Naval Movement under way."""
    frame = p.state.agenda[p.find(Voyage)]
    assert isinstance(frame, Voyage)
    return frame


# 13.2 Procedure


def begin(p: Play) -> None:
    """The topmost Army embarks: the escort is named first (13.2.1)."""
    army = army_of(p)
    p.push(Voyage(army.seat, SpaceId(army.at), p.space(army.at)))


def army_of(p: Play) -> Army:
    """The group that goes by sea."""
    found = army(p)
    assert found is not None
    return found


class Route(Frame):
    """The spaces that a voyage has announced and not yet entered; it lies under the Voyage and never runs."""

    def __init__(self, spaces: tuple[SpaceId, ...], cost: int) -> None:
        self.spaces = spaces
        self.cost = cost
        """The MPs of the whole route, which are paid when it is announced."""

    def step(self, p: Play) -> Ask | None:
        raise AssertionError("a route lies under a voyage")

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError(action)

    def told_leg(self, p: Play, space: SpaceId, cost: int) -> None:
        p.become(self, self.but(spaces=(*self.spaces, space), cost=self.cost + cost))

    def told_entry(self, p: Play) -> None:
        p.become(self, self.but(spaces=self.spaces[1:]))


def route(p: Play) -> Route | None:
    """The route of the voyage under way, where it is announced as a whole."""
    i = p.find(Route)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, Route) else None


def in_reach(p: Play, space: SpaceId) -> tuple[SpaceId, ...]:
    """13.3.A.2: near which an interceptor needs a PC: the announced space, or any that the route enters."""
    announced = route(p)
    if announced is None:
        return (space,)
    return announced.spaces if p.edition.naval_reach == "route" else announced.spaces[:1]


def route_end(p: Play, v: "Voyage") -> SpaceId:
    """Where the ships are, or where the route that is being announced has come to."""
    announced = route(p)
    return announced.spaces[-1] if v.stage == ROUTING and announced is not None and announced.spaces else v.space


def route_cost(p: Play, v: "Voyage") -> int:
    """The MPs of a route that is being announced."""
    announced = route(p)
    return announced.cost if v.stage == ROUTING and announced is not None else 0


class Voyage(Frame):
    """A Naval Movement, until the General lands or is driven back."""

    def __init__(
        self,
        seat: SeatId,
        port: SpaceId,
        space: SpaceId,
        stage: int = ESCORT,
        escort: Mask = 0,
        sailed: int = 0,
        target: SpaceId = NO_SPACE,
        storm: int = 0,
        lost: int = 0,
        source: LocationId = OFF_MAP,
        dropped: Mask = 0,
        drop: LocationId = OFF_MAP,
        generals: Mask = 0,
        cus: Forces = NO_FORCES,
        royals: Mask = 0,
    ) -> None:
        self.seat = seat
        self.port = port
        """The location of the Embarkation Port."""
        self.space = space
        """Where the ships are."""
        self.stage = stage
        self.escort = escort
        """Bit mask of the escorting Fleets."""
        self.sailed = sailed
        """How many spaces have been entered."""
        self.target = target
        """The space that has been announced."""
        self.storm = storm
        """Storms at Sea has been played."""
        self.lost = lost
        """The mover has lost a Naval Battle."""
        self.source = source
        """The location from which CUs are picked up; -1 when picking up is over."""
        self.dropped = dropped
        """The locations into which pieces have been dropped off at this stop."""
        self.drop = drop
        """The location into which pieces are being dropped off."""
        self.generals = generals
        """What has been left there."""
        self.cus = cus
        self.royals = royals

    def told_storm(self, p: Play) -> None:
        """13.2.4: Storms at Sea."""
        p.become(self, self.but(storm=1))

    def told_defeat(self, p: Play) -> None:
        """13.3.D.5"""
        p.become(self, self.but(lost=1))

    def copy(self) -> "Voyage":
        return Voyage(
            self.seat,
            self.port,
            self.space,
            self.stage,
            self.escort,
            self.sailed,
            self.target,
            self.storm,
            self.lost,
            self.source,
            self.dropped,
            self.drop,
            self.generals,
            self.cus,
            self.royals,
        )

    def step(self, p: Play) -> Ask | None:
        if self.stage == ESCORT:
            return self.ask_escort(p)
        if self.stage == STOP:
            facts = (("space", "space", self.space), ("mps", "number", army_of(p).left(p)))
            return Ask(self.seat, "prompt.at_sea", "13.2.6", self.offers_at_sea(p), facts)
        if self.stage == ROUTING:
            return self.ask_route(p)
        if self.stage == LEAVING:
            return Ask(self.seat, "prompt.drop_off", "13.2.6", self.offers_leaving(p), (("at", "location", self.drop),))
        if self.stage == ANNOUNCED:
            p.replace(self.but(stage=DECLARATIONS))
            windows.begin(p, Window.NAVAL_STEP)
        elif self.stage == DECLARATIONS:
            p.replace(self.but(stage=ENTERING))
            declarations(p, self)
        elif self.stage == ENTERING:
            go_on(p, self)
        elif self.stage == SETTING_OUT:
            enter(p, self)
        elif self.stage == DROPPED:
            p.replace(self.but(stage=STOP))
            after_drop_off(p, self)
        else:
            leave_agenda(p)
            after_return(p, self)
        return None

    def rests(self) -> bool:
        """The ships lie before a space, and the player whose they are goes on as he likes."""
        return self.stage == STOP

    # 13.2.1

    def ask_escort(self, p: Play) -> Ask | None:
        if army_of(p).waters or not fleets.available_fleets(p, self.seat):
            cast_off(p, self)
            return None
        candidates = [code(Verb.ESCORT, f) for f in range(len(p.pieces.fleets))]
        return Ask(self.seat, "prompt.escort", "13.2.1", offers(p, self, [*candidates, code(Verb.DONE)]))

    def ask_route(self, p: Play) -> Ask:
        """13.2.3: the route is announced, one space after another."""
        end = route_end(p, self)
        candidates = [code(Verb.SAIL, target) for target, _ in p.board.sea_links[end]]
        left = army_of(p).left(p) - route_cost(p, self)
        facts = (("space", "space", end), ("mps", "number", left))
        return Ask(self.seat, "prompt.route", "13.2.3", offers(p, self, [*candidates, code(Verb.DONE)]), facts)

    # 13.2.3, 13.2.6, 13.2.11

    def offers_at_sea(self, p: Play) -> list[int]:
        s = p.state
        inside = p.inside(self.space)
        candidates = [code(Verb.SAIL, target) for target, _ in p.board.sea_links[self.space]]
        if self.sailed:
            candidates += [code(Verb.LAND, self.space), code(Verb.LAND, inside)]
            candidates += [code(Verb.DROP, self.space), code(Verb.DROP, inside)]
        if self.source >= 0:
            candidates += [code(Verb.TAKE, u) for u in range(UNITS)]
            there = s.generals_at.get(self.space, 0) | s.generals_at.get(inside, 0)
            candidates += [code(Verb.TAKE_GENERAL, g) for g in generals_in(there)]
            candidates += [code(Verb.TAKE_ROYAL, r) for r in range(len(s.royals))]
            candidates.append(code(Verb.AT, inside))
        return offers(p, self, candidates)

    def offers_leaving(self, p: Play) -> list[int]:
        s = p.state
        at = p.at_sea(self.space)
        candidates = [code(Verb.LEAVE, u) for u in range(UNITS)]
        candidates += [code(Verb.LEAVE_GENERAL, g) for g in generals_in(s.generals_at.get(at, 0))]
        candidates += [code(Verb.LEAVE_ROYAL, r) for r in range(len(s.royals))]
        return offers(p, self, [*candidates, code(Verb.DONE), code(Verb.ATTACK)])

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == ESCORT:
            if verb == Verb.ESCORT:
                return fleets.check_fleet(p, self.seat, fleet_in(action), self.escort)
            return None if verb == Verb.DONE else NOT_ASKED
        if self.stage == STOP:
            return self.check_at_sea(p, verb, operand)
        if self.stage == ROUTING:
            return check_route(p, self, verb, operand)
        if self.stage == LEAVING:
            return self.check_leaving(p, verb, operand)
        return NOT_ASKED

    def check_at_sea(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if verb == Verb.SAIL:
            return check_sail(p, self, space_id(operand))
        if verb == Verb.LAND:
            return check_land(p, self, LocationId(operand))
        if verb == Verb.DROP:
            return check_drop(p, self, LocationId(operand))
        if verb == Verb.TAKE:
            return check_take(p, self, UnitId(operand))
        if verb == Verb.TAKE_GENERAL:
            return check_take_general(p, self, GeneralId(operand))
        if verb == Verb.TAKE_ROYAL:
            return check_take_royal(p, self, RoyalId(operand))
        if verb == Verb.AT:
            return check_source(p, self, LocationId(operand))
        if verb == Verb.DONE:
            return Refusal("13.1.7", "refusal.nobody_ends_at_sea")
        return NOT_ASKED

    def check_leaving(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if verb == Verb.LEAVE:
            return check_leave(p, self, UnitId(operand))
        if verb == Verb.LEAVE_GENERAL:
            return check_leave_general(p, self, GeneralId(operand))
        if verb == Verb.LEAVE_ROYAL:
            return check_leave_royal(p, self, RoyalId(operand))
        if verb in (Verb.DONE, Verb.ATTACK):
            return self.check_dropped(p, verb)
        return NOT_ASKED

    def check_dropped(self, p: Play, verb: int) -> Refusal | None:
        """Dropped CUs attack the Generals they find there (13.2.14, 10.I)."""
        facts = (("space", "space", self.space),)
        enemies = p.state.general_factions(self.drop) & ~(1 << self.seat)
        attacks = bool(enemies) and self.cus != NO_FORCES and p.edition.dropped_pieces == "procedure"
        if verb == Verb.ATTACK:
            return None if attacks else Refusal("13.2.14", "refusal.nobody_attacks", facts)
        if attacks:
            return Refusal("13.2.14", "refusal.say_attack", facts)
        nothing = not self.generals and self.cus == NO_FORCES and not self.royals
        return Refusal("13.2.6", "refusal.drop_something_off") if nothing else None

    def take(self, p: Play, action: ActionCode) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == ESCORT:
            self.take_escort(p, verb, fleet_in(action))
        elif self.stage == LEAVING:
            self.take_leaving(p, verb, operand)
        elif self.stage == ROUTING:
            take_route(p, self, verb, operand)
        elif verb == Verb.SAIL:
            sail(p, self, space_id(operand))
        elif verb == Verb.LAND:
            land(p, self, location_in(action))
        elif verb == Verb.DROP:
            guard_left_behind(p, self)
            p.replace(self.but(stage=LEAVING, drop=operand, source=-1, generals=0, cus=NO_FORCES, royals=0))
        elif verb == Verb.AT:
            p.replace(self.but(source=operand))
        else:
            take_aboard(p, self, verb, operand)

    def take_escort(self, p: Play, verb: int, fleet: FleetId) -> None:
        if verb == Verb.ESCORT:
            p.replace(self.but(escort=self.escort | 1 << fleet))
        else:
            cast_off(p, self)

    def take_leaving(self, p: Play, verb: int, operand: int) -> None:
        if verb in (Verb.DONE, Verb.ATTACK):
            bit = INSIDE if p.is_inside(self.drop) else OUTSIDE
            p.replace(self.but(stage=DROPPED, dropped=self.dropped | bit))
            drop_off(p, self)
        else:
            put_ashore(p, self, verb, operand)


# 13.2.2 to 13.2.5


def cast_off(p: Play, v: Voyage) -> None:
    """13.2.2: aboard at once, or after the whole route has been announced and fought for."""
    p.state.naval_mover = 1
    p.state.naval_cus += troops.count(army_of(p).cus)
    if p.edition.naval_path == "full" and not army_of(p).waters:
        p.replace(v.but(stage=ROUTING))
        p.slip_under(Route((), 0))
    else:
        p.replace(v.but(stage=STOP))
        embark(p, v)


def check_route(p: Play, v: Voyage, verb: int, operand: int) -> Refusal | None:
    """13.2.3: a way on within the MPs, and at its end a shore."""
    army = army_of(p)
    end, cost = route_end(p, v), route_cost(p, v)
    if verb == Verb.SAIL:
        return ways.check_sail(p, army.but(spent=army.spent + cost), end, space_id(operand))
    if verb != Verb.DONE:
        return NOT_ASKED
    if not cost:
        return Refusal("13.2.6", "refusal.sail_first")
    return ways.check_shore(p, army, end, army.left(p) - cost)


def take_route(p: Play, v: Voyage, verb: int, operand: int) -> None:
    announced = route(p)
    assert announced is not None
    if verb == Verb.SAIL:
        cost = ways.sea_cost(p, army_of(p), route_end(p, v), space_id(operand))
        announced.told_leg(p, space_id(operand), cost)
        return
    army_of(p).told_cost(p, announced.cost)
    p.replace(v.but(stage=ANNOUNCED, target=announced.spaces[-1]))
    p.note(
        "announces_route",
        "13.2.3",
        (
            ("who", "faction", v.seat),
            ("spaces", "spaces", announced.spaces),
            ("fleets", "fleets", tuple(fleets_in(v.escort))),
            ("cost", "number", announced.cost),
            ("mps", "number", army_of(p).left(p)),
        ),
    )


def check_sail(p: Play, v: Voyage, target: SpaceId) -> Refusal | None:
    """13.2.3: to the next space, which an announced route names and has paid for."""
    army = army_of(p)
    announced = route(p)
    if announced is None:
        refusal = ways.check_sail(p, army, v.space, target)
    elif announced.spaces[:1] != (target,):
        refusal = Refusal("13.2.3", "refusal.other_route", (("space", "space", target),))
    else:
        refusal = None
    return refusal or army.check_leaving(p) or check_left_behind(p, v)


def embark(p: Play, v: Voyage) -> None:
    """13.2.2: from land to sea, for 0 MPs."""
    army = army_of(p)
    army.told_embarkation(p, p.at_sea(v.space), v.port, v.escort)
    p.note(
        "embarks",
        "13.2.2",
        (
            ("who", "faction", v.seat),
            ("generals", "generals", tuple(generals_in(army.generals))),
            ("cus", "forces", army.cus),
            ("royals", "royals", tuple(royals_in(army.royals))),
            ("at", "location", v.port),
            ("fleets", "fleets", tuple(fleets_in(v.escort))),
        ),
    )


def sail(p: Play, v: Voyage, target: SpaceId) -> None:
    """13.2.3: the next space is announced."""
    guard_left_behind(p, v)
    if route(p) is not None:
        enter(p, v.but(target=target, source=-1))
        return
    army = army_of(p)
    cost = ways.sea_cost(p, army, v.space, target)
    army.told_cost(p, cost)
    p.replace(v.but(stage=ANNOUNCED, target=target, source=-1))
    p.note(
        "announces_sail",
        "13.2.3",
        (
            ("who", "faction", v.seat),
            ("space", "space", target),
            ("cost", "number", cost),
            ("mps", "number", army_of(p).left(p)),
        ),
    )
    if not v.sailed:
        leave_stronghold(p, v, army)


def leave_stronghold(p: Play, v: Voyage, army: Army) -> None:
    """10.A.2, 16.9.15, A56: in by land and out by sea."""
    if army.entered in LAND_PATHS and army.passes_stronghold(p, v.space):
        column = march.stronghold_column(p, army.cus)
        losses.roll_attrition(p, v.seat, p.at_sea(v.space), army.cus, "10.A.2", column)


def declarations(p: Play, v: Voyage) -> None:
    """13.2.4: after a storm, and against The Pontic Fleet (13.3.2), there are none."""
    if not v.storm and not army_of(p).waters:
        procedures.begin_naval_battles(p, v.seat, space_id(v.target), v.escort)


def go_on(p: Play, v: Voyage) -> None:
    announced = route(p)
    if announced is None:
        if v.lost or v.storm:
            turn_back(p, v)
        else:
            enter(p, v)
    elif v.lost or v.storm:
        stay_in_port(p, v)
    else:
        army_of(p).told_setting_out(p)
        army = army_of(p)
        p.replace(v.but(stage=SETTING_OUT, target=announced.spaces[0]))
        embark(p, v)
        leave_stronghold(p, v, army)


def stay_in_port(p: Play, v: Voyage) -> None:
    """13.2.4, 13.3.D.6: nothing has left the port yet; all MPs are lost."""
    march.forfeit(p)
    leave_agenda(p)
    after_return(p, v)


def leave_agenda(p: Play) -> None:
    """The Naval Movement is over, and with it the route."""
    p.pop()
    if isinstance(p.state.agenda[-1], Route):
        p.pop()


def turn_back(p: Play, v: Voyage) -> None:
    """13.2.4, 13.2.5, 13.3.D.6: everything aboard goes back to the Embarkation Port, and all MPs are lost."""
    march.forfeit(p)
    sea = p.at_sea(v.space)
    army_of(p).told_aboard(p, sea)
    army = army_of(p)
    p.replace(v.but(stage=RETURNED))
    rule = "13.3.D.6" if v.lost else "13.2.4"
    losses.begin_retreat(p, v.seat, v.seat, sea, v.port, army.generals, army.cus, army.royals, rule)


def after_return(p: Play, v: Voyage) -> None:
    """A70: a lost Naval Battle ends the activation; after a storm only moves of 0 MPs are left."""
    army_of(p).told_return(p)
    upkeep(p)
    if v.lost:
        march.finish(p, army_of(p))


def enter(p: Play, v: Voyage) -> None:
    """13.2.6"""
    army_of(p).told_aboard(p, p.at_sea(v.space))
    sea = p.at_sea(space_id(v.target))
    army_of(p).told_entry(p, sea)
    announced = route(p)
    if announced is not None:
        announced.told_entry(p)
    entered = v.but(stage=STOP, space=v.target, target=-1, sailed=v.sailed + 1, dropped=0, drop=-1)
    p.replace(entered.but(source=first_source(p, entered)))
    p.note("sails", "13.2.6", (("who", "faction", v.seat), ("space", "space", v.target)))
    upkeep(p, sea)


# 13.2.14 Dropped pieces


def drop_off(p: Play, v: Voyage) -> None:
    """13.2.14: the pieces that are left run the land Procedure by themselves, but not inside an own city."""
    generals = v.generals
    needs_guard = v.cus != NO_FORCES or p.edition.royal_drop_needs_general
    if needs_guard and not is_guarded(p, v):
        generals |= 1 << place_guard(p, v.seat, v.drop)
    p.note(
        "drops_off",
        "13.2.6",
        (
            ("who", "faction", v.seat),
            ("generals", "generals", tuple(generals_in(generals))),
            ("cus", "forces", v.cus),
            ("royals", "royals", tuple(royals_in(v.royals))),
            ("at", "location", v.drop),
        ),
    )
    if not p.is_inside(v.drop) and p.edition.dropped_pieces == "procedure":
        seat = v.seat
        march.begin(p, seat, seat, v.drop, v.port, DROPPED_OFF, generals=generals, cus=v.cus, royals=v.royals)


def after_drop_off(p: Play, v: Voyage) -> None:
    """A71: the General at sea has no part in a battle of theirs and keeps his MPs."""
    army_of(p).told_return_of_mps(p)
    upkeep(p, p.at_sea(v.space))


# 13.2.11 Landing


BARRED_SHORES: Final = ("refusal.truce", "refusal.no_lone_general_there", "refusal.must_be_able_to_go_on")
"""What keeps from landing, unless there is no other way."""


def check_land(p: Play, v: Voyage, location: LocationId) -> Refusal | None:
    announced = route(p)
    if announced is not None and announced.spaces and check_sail(p, v, announced.spaces[0]) is None:
        return Refusal("13.2.3", "refusal.route_goes_on", (("space", "space", announced.spaces[0]),))
    if p.is_inside(location) and v.sailed and p.space(location) == v.space:
        aboard = p.state.cus_of(p.at_sea(v.space), v.seat)
        room = ways.finds_quay(p, v.seat, v.space, troops.count(aboard))
        return room or troops.check_elephants(p, aboard)
    refusal = check_location(p, v, location) or ways.check_landing_alone(p, army_of(p), v.space)
    if refusal is not None and refusal.key in BARRED_SHORES and is_stranded(p, v):
        return None
    return refusal


def is_stranded(p: Play, v: Voyage) -> bool:
    """13.1.7: neither a way on nor the inside of a city; then not even a truce bars the landing."""
    army = army_of(p)
    onward = any(ways.check_sail(p, army, v.space, target) is None for target, _ in p.board.sea_links[v.space])
    if onward and check_left_behind(p, v) is None and route(p) is None:
        return False
    return ways.finds_quay(p, v.seat, v.space, troops.count(army.cus)) is not None


def land(p: Play, v: Voyage, location: LocationId) -> None:
    """The Naval Movement ends; outside an own city the land Procedure follows from step B."""
    guard_left_behind(p, v)
    army_of(p).told_landing(p, location, v.port)
    leave_agenda(p)
    p.note("lands", "13.2.11", (("who", "faction", v.seat), ("at", "location", location)))
    if p.is_inside(location):
        upkeep(p, location)
    else:
        march.begin(p, v.seat, v.seat, location, v.port, LANDING)


# 13.2.6, 13.2.7 Picking up


def first_source(p: Play, v: Voyage) -> LocationId:
    """Outside first, unless there are CUs to pick up only inside."""
    inside = p.inside(v.space)
    outside_cus = troops.unmoved(p.state, v.space, v.seat)
    inside_cus = troops.unmoved(p.state, inside, v.seat)
    return inside if outside_cus == NO_FORCES and inside_cus != NO_FORCES else v.space


def check_source(p: Play, v: Voyage, location: LocationId) -> Refusal | None:
    """CUs are picked up outside, then inside."""
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if v.source != v.space or location != p.inside(v.space):
        return Refusal("13.2.7", "refusal.no_pick_up_there", (("at", "location", location),))
    if troops.unmoved(p.state, location, v.seat) == NO_FORCES:
        return Refusal("9.1.6", "refusal.no_unmoved_cu", (("at", "location", location),))
    return None


def check_use(p: Play, v: Voyage, group: Army) -> Refusal | None:
    """Nobody is picked up only to be landed again in the same place; a city has two."""
    announced = route(p)
    if announced is not None and announced.spaces:
        return None
    if max_left(p, group) or ways.finds_room(p, v.seat, v.space, 0) is None:
        return None
    return Refusal("9.3.0.1", "refusal.goes_no_further")


def check_take(p: Play, v: Voyage, unit: UnitId) -> Refusal | None:
    s = p.state
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    free = troops.unmoved(s, v.source, v.seat)
    if unit >= UNITS or not free[unit]:
        return Refusal("9.1.6", "refusal.no_unmoved_cu", (("at", "location", v.source),))
    if s.naval_cus + troops.count(troops.whole(free, unit)) > p.edition.naval_limit:
        return Refusal("13.1.3", "refusal.naval_limit", (("number", "number", p.edition.naval_limit),))
    return check_use(p, v, army_of(p))


def check_take_general(p: Play, v: Voyage, general: GeneralId) -> Refusal | None:
    s = p.state
    name = (("general", "general", general),)
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if s.owners[general] != v.seat or s.generals[general] not in (v.space, p.inside(v.space)):
        return Refusal("13.2.7", "refusal.general_not_here", name)
    if s.moved_generals >> general & 1:
        return Refusal("9.1.6", "refusal.general_moved", name)
    minor = is_minor(p, general) or is_minor(p, commander(p, p.at_sea(v.space), v.seat))
    if minor and not troops.minors_stay(p):
        return Refusal("9.1.10", "refusal.minor_general_alone", name)
    group = army_of(p)
    return check_use(p, v, group.but(generals=group.generals | 1 << general))


def check_take_royal(p: Play, v: Voyage, royal: RoyalId) -> Refusal | None:
    s = p.state
    name = (("royal", "royal", royal),)
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if s.royal_owner[royal] != v.seat or s.royals[royal] not in (v.space, p.inside(v.space)):
        return Refusal("8.4.2", "refusal.royal_not_here", name)
    if s.moved_royals >> royal & 1:
        return Refusal("8.4.6", "refusal.royal_moved", name)
    if not troops.has_cu(s, p.at_sea(v.space), v.seat):
        return Refusal("8.4.2", "refusal.royals_need_a_cu")
    return check_use(p, v, army_of(p))


def take_aboard(p: Play, v: Voyage, verb: int, operand: int) -> None:
    """What has been taken counts as moved (9.1.6)."""
    s = p.state
    sea = p.at_sea(v.space)
    if verb == Verb.TAKE:
        cus = troops.whole(troops.unmoved(s, v.source, v.seat), UnitId(operand))
        troops.mark_moved(s, v.source, cus)
        troops.move_cus(p, v.seat, cus, v.source, sea)
        s.naval_cus += troops.count(cus)
    elif verb == Verb.TAKE_GENERAL:
        s.moved_generals |= 1 << operand
        moves.put_general(s, GeneralId(operand), sea)
    else:
        s.moved_royals |= 1 << operand
        put_royals(s, 1 << operand, sea)
    army_of(p).told_aboard(p, sea)


def needs_guard(p: Play, v: Voyage) -> bool:
    """CUs whose General has gone aboard where no PC shows whose they are."""
    s = p.state
    if v.source < 0 or s.pcs[v.space] == v.seat or commander(p, v.space, v.seat) >= 0:
        return False
    return troops.has_cu(s, v.space, v.seat)


def guard_left_behind(p: Play, v: Voyage) -> None:
    """A Minor General takes them over."""
    if needs_guard(p, v):
        place_guard(p, v.seat, v.space)


def check_left_behind(p: Play, v: Voyage) -> Refusal | None:
    """9.1.13: without one, nobody sails away from them."""
    if not needs_guard(p, v) or spare_minor(p, v.seat) >= 0:
        return None
    return Refusal("9.1.13", "refusal.no_general_stays")


# 13.2.8, 13.2.9, 13.2.14 Dropping off


def check_drop(p: Play, v: Voyage, location: LocationId) -> Refusal | None:
    refusal = check_location(p, v, location)
    if refusal is not None:
        return refusal
    if v.dropped & (INSIDE if p.is_inside(location) else OUTSIDE):
        return Refusal("13.2.6", "refusal.dropped_off_already", (("at", "location", location),))
    return check_drop_place(p, v, location) or check_anything_to_leave(p, v.but(drop=location))


def check_drop_place(p: Play, v: Voyage, location: LocationId) -> Refusal | None:
    """13.2.8, 13.2.9: not among enemies; nor, where nothing follows, beside a General of theirs."""
    s = p.state
    refusal = Refusal("13.2.8", "refusal.no_drop_among_enemies", (("at", "location", location),))
    within = p.is_inside(location)
    if p.edition.dropped_pieces == "quiet" and p.state.general_factions(location) & ~(1 << v.seat):
        return refusal
    if p.edition.naval_dropoff == "space_or_own_cus":
        if troops.has_cu(s, location, v.seat):
            return None
        enemies = troops.enemy_cu_in_space(p, v.space, v.seat) and not (within and troops.is_besieged(p, v.space))
    else:
        enemies = not within and troops.enemy_cu_at(s, location, v.seat)
    if enemies:
        return refusal
    return ways.finds_quay(p, v.seat, v.space, 0) if within else None


def check_location(p: Play, v: Voyage, location: LocationId) -> Refusal | None:
    """A land location of the space where the ships are, open to these pieces."""
    if not v.sailed:
        return Refusal("13.2.6", "refusal.sail_first")
    if p.space(location) != v.space or p.is_at_sea(location):
        return Refusal("13.2.6", "refusal.ships_are_elsewhere", (("space", "space", v.space),))
    return ways.finds_room(p, v.seat, v.space, 0) if p.is_inside(location) else check_truce(p, v.seat, v.space)


def check_anything_to_leave(p: Play, v: Voyage) -> Refusal | None:
    s = p.state
    sea = p.at_sea(v.space)
    refusal = None
    for general in troops.generals_at(p, sea, v.seat):
        refusal = check_leave_general(p, v, general)
        if refusal is None:
            return None
    for unit in range(UNITS):
        if s.cus_of(sea, v.seat)[unit]:
            refusal = check_leave(p, v, UnitId(unit))
            if refusal is None:
                return None
    for royal in royals_in(royals_mask(s, sea, v.seat)):
        if check_leave_royal(p, v, royal) is None:
            return None
    return refusal


def check_leave(p: Play, v: Voyage, unit: UnitId) -> Refusal | None:
    s = p.state
    aboard = s.cus_of(p.at_sea(v.space), v.seat)
    if unit >= UNITS or not aboard[unit]:
        return Refusal("13.2.6", "refusal.not_aboard")
    if p.is_inside(v.drop):
        cus = troops.whole(aboard, unit)
        return ways.finds_room(p, v.seat, v.space, troops.count(cus)) or troops.check_elephants(p, cus)
    if is_guarded(p, v) or spare_minor(p, v.seat) >= 0:
        return None
    return Refusal("9.1.13", "refusal.leave_a_general", (("space", "space", v.space),))


def check_leave_general(p: Play, v: Voyage, general: GeneralId) -> Refusal | None:
    aboard = generals_mask(p, p.at_sea(v.space), v.seat)
    if not aboard >> general & 1:
        return Refusal("13.2.6", "refusal.not_aboard")
    if aboard == 1 << general:
        return Refusal("13.2.6", "refusal.a_general_stays_aboard")
    if p.edition.command_change == "replace" and general == commander(p, p.at_sea(v.space), v.seat):
        return Refusal("9.2.8", "refusal.commander_goes_along", (("general", "general", general),))
    return None


def check_leave_royal(p: Play, v: Voyage, royal: RoyalId) -> Refusal | None:
    s = p.state
    if not royals_mask(s, p.at_sea(v.space), v.seat) >> royal & 1:
        return Refusal("13.2.6", "refusal.not_aboard")
    if is_guarded(p, v) or not p.edition.royal_drop_needs_general:
        return None
    if troops.has_cu(s, v.drop, v.seat) and spare_minor(p, v.seat) >= 0:
        return None
    return Refusal("9.1.13", "refusal.leave_a_general", (("space", "space", v.space),))


def is_guarded(p: Play, v: Voyage) -> bool:
    """9.1.13: in an own space, or with a General of the Faction."""
    return p.state.pcs[v.space] == v.seat or commander(p, v.drop, v.seat) >= 0


def put_ashore(p: Play, v: Voyage, verb: int, operand: int) -> None:
    s = p.state
    sea = p.at_sea(v.space)
    if verb == Verb.LEAVE:
        cus = troops.whole(s.cus_of(sea, v.seat), UnitId(operand))
        troops.move_cus(p, v.seat, cus, sea, v.drop)
        p.replace(v.but(cus=add(v.cus, cus)))
    elif verb == Verb.LEAVE_GENERAL:
        moves.put_general(s, GeneralId(operand), v.drop)
        p.replace(v.but(generals=v.generals | 1 << operand))
    else:
        put_royals(s, 1 << operand, v.drop)
        p.replace(v.but(royals=v.royals | 1 << operand))
    army_of(p).told_aboard(p, sea)
