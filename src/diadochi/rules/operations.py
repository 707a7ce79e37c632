"""6.2 B to D: place PCs, train troops, upgrade a Fleet, recruit a Major General."""

from typing import Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import (
    NO_GENERAL,
    ActionCode,
    FleetId,
    GeneralId,
    LocationId,
    Mask,
    ProvinceId,
    RoyalId,
    SeatId,
    SpaceId,
    UnitId,
)
from diadochi.model.notation import SHIFT, code, fleet_in, general_in, location_in, space_in, unit_in
from diadochi.model.options import Option
from diadochi.model.pieces import HEIRS, UNITS, Recruit, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, numbered, space_id, spaces_in
from diadochi.model.verbs import Verb
from diadochi.rules import reinforcements, siege, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.fleets import FLEET_DISPERSED, UPGRADED, upgrade_fleet
from diadochi.rules.troops import count, enemy_cu_in_space, inside_limit, is_major_city, one, room_inside
from diadochi.rules.upkeep import upkeep

# B2 Place PCs


def begin_place_pcs(p: Play, seat: SeatId, ops: int, origins: Mask) -> None:
    """`origins`: bit mask of the spaces with a PC of the player when the Tyche Segment began (6.2.B2.2)."""
    p.push(PlacingPCs(seat, ops, origins))


class PlacingPCs(Frame):
    def __init__(self, seat: SeatId, ops: int, origins: Mask) -> None:
        self.seat = seat
        self.ops = ops
        self.origins = origins

    def copy(self) -> "PlacingPCs":
        return PlacingPCs(self.seat, self.ops, self.origins)

    def step(self, p: Play) -> Ask | None:
        if not self.ops:
            p.pop()
            return None
        actions = [code(Verb.DONE), *placings(p, self.seat, self.origins)]
        return Ask(self.seat, "prompt.place_pcs", "6.2.B2.1", actions, (("ops", "number", self.ops),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if verb == Verb.DONE:
            return None
        if verb == Verb.PLACE_PC:
            return check_pc(p, self.seat, space_in(action), self.origins)
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            return
        p.replace(self.but(ops=self.ops - 1))
        place_pc(p, self.seat, space_in(action), "6.2.B2.1")
        upkeep(p)


def place_pc(p: Play, seat: SeatId, space: SpaceId, rule: str) -> None:
    moves.put_pc(p.state, space, seat)
    p.note("pc_placed", rule, (("who", "faction", seat), ("space", "space", space)))


def remove_pc(p: Play, seat: SeatId, space: SpaceId, rule: str) -> None:
    owner = p.state.pcs[space]
    moves.put_pc(p.state, space, NOBODY)
    p.note("pc_removed", rule, (("who", "faction", seat), ("owner", "faction", owner), ("space", "space", space)))


def placings(p: Play, seat: SeatId, origins: Mask) -> list[int]:
    """A PC in every space that takes one; only those near an origin come into question."""
    pcs = p.state.pcs
    out = []
    for space in spaces_in(spaces_near(p, origins)):
        if pcs[space] == NOBODY and takes_pc(p, seat, space, origins):
            out.append(code(Verb.PLACE_PC, space))
    return out


def spaces_near(p: Play, origins: Mask) -> int:
    """Bit mask of the spaces that a trace from an origin could reach (6.2.B2.2)."""
    within = p.material.within_trace
    near = 0
    for space in spaces_in(origins):
        near |= within[space]
    return near


def can_place_pc(p: Play, seat: SeatId, origins: Mask) -> bool:
    """Nearly always beside an origin; only where that is not so, all spaces come into question."""
    pcs = p.state.pcs
    left = origins
    while left:
        low = left & -left
        for space, _ in p.material.traces[low.bit_length() - 1]:
            if pcs[space] == NOBODY and takes_pc(p, seat, space, origins):
                return True
        left ^= low
    return bool(placings(p, seat, origins))


def takes_pc(p: Play, seat: SeatId, space: SpaceId, origins: Mask) -> bool:
    """6.2.B2.1 to 6.2.B2.5"""
    if p.state.pcs[space] != NOBODY or enemy_cu_in_space(p, space, seat):
        return False
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return False
    return is_in_reach(p, seat, space, origins, p.edition.place_pc_range)


def check_pc(p: Play, seat: SeatId, space: SpaceId, origins: Mask) -> Refusal | None:
    """Why a space takes no PC."""
    if takes_pc(p, seat, space, origins):
        return None
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal("6.2.B2.1", "refusal.transit_point", (("space", "space", space),))
    owner = p.state.pcs[space]
    if owner != NOBODY:
        return Refusal("6.2.B2.1", "refusal.pc_there", (("space", "space", space), ("who", "faction", owner)))
    if enemy_cu_in_space(p, space, seat):
        return Refusal("6.2.B2.1", "refusal.enemy_cu_there", (("space", "space", space),))
    mps = p.edition.place_pc_range
    obstacle = obstacle_of(p, seat, space, origins, mps)
    if obstacle >= 0:
        return Refusal("6.2.B2.4", "refusal.trace_blocked", (("space", "space", space), ("by", "space", obstacle)))
    return Refusal("6.2.B2.2", "refusal.trace_too_long", (("space", "space", space), ("mps", "number", mps)))


def is_in_reach(p: Play, seat: SeatId, space: SpaceId, origins: Mask, mps: int, *, obstacles: bool = True) -> bool:
    """6.2.B2.2 to 6.2.B2.5, A28: from the target back to an origin; neither end is passed through."""
    pcs = p.state.pcs
    traces = p.material.traces[space]
    for near, cost in traces:
        if cost <= mps and origins >> near & 1 and pcs[near] == seat:
            return True
    for near, cost in traces:
        if cost >= mps or (obstacles and is_obstacle(p, seat, near)):
            continue
        if is_in_reach(p, seat, near, origins, mps - cost, obstacles=obstacles):
            return True
    return False


def is_obstacle(p: Play, seat: SeatId, space: SpaceId) -> bool:
    """6.2.B2.4: an enemy PC, Independent ones included if they are enemies, or an enemy CU."""
    owner = p.state.pcs[space]
    if owner not in (NOBODY, seat) and (owner != INDEPENDENT or p.edition.independent_pc_is_enemy):
        return True
    return enemy_cu_in_space(p, space, seat)


def obstacle_of(p: Play, seat: SeatId, space: SpaceId, origins: Mask, mps: int) -> int:
    """The space that alone stands between the target and an origin, or -1."""
    for near, cost in p.material.traces[space]:
        if cost >= mps or not is_obstacle(p, seat, near):
            continue
        if is_in_reach(p, seat, near, origins, mps - cost, obstacles=False):
            return near
    return -1


# B3 Train Troops


def begin_training(p: Play, seat: SeatId, ops: int) -> None:
    p.push(Training(seat, ops))


class Training(Frame):
    """6.2.B3, A29: all OPs are used; those beyond a completed CU start the next one."""

    def __init__(self, seat: SeatId, ops: int) -> None:
        self.seat = seat
        self.ops = ops

    def step(self, p: Play) -> Ask | None:
        unit, done = p.state.training[self.seat]
        if not self.ops:
            p.pop()
            return None
        if done:
            self.train(p, UnitId(unit), done)
            return None
        candidates = [code(Verb.START_TRAINING, u) for u in range(UNITS)]
        ops = (("ops", "number", self.ops),)
        return Ask(self.seat, "prompt.start_training", "6.2.B3.2", offers(p, self, candidates), ops)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.START_TRAINING:
            return NOT_ASKED
        return check_training(p, unit_in(action))

    def take(self, p: Play, action: ActionCode) -> None:
        self.train(p, unit_in(action), 0)

    def train(self, p: Play, unit: UnitId, done: int) -> None:
        total = done + self.ops
        cost = p.edition.training_cost[unit]
        complete = total >= cost
        moves.put_training(p.state, self.seat, Unit.MERCENARY if complete else unit, 0 if complete else total)
        left = max(0, total - cost)
        p.replace(self.but(ops=left) if p.edition.training_rest_is_used else FurtherTraining(self.seat, left))
        p.note(
            "training_completed" if complete else "training_advances",
            "6.2.B3.4" if complete else "6.2.B3.3" if done else "6.2.B3.2",
            (
                ("who", "faction", self.seat),
                ("cus", "forces", one(unit)),
                ("ops", "number", min(total, cost)),
                ("cost", "number", cost),
            ),
        )
        if complete:
            reinforcements.begin(p, self.seat, one(unit), (), "6.2.B3.4")


class FurtherTraining(Frame):
    """6.2.B3.5: what is left over after a CU may begin another."""

    def __init__(self, seat: SeatId, ops: int) -> None:
        self.seat = seat
        self.ops = ops

    def step(self, p: Play) -> Ask | None:
        if not self.ops:
            p.pop()
            return None
        candidates = [code(Verb.DONE), *(code(Verb.START_TRAINING, u) for u in range(UNITS))]
        ops = (("ops", "number", self.ops),)
        return Ask(self.seat, "prompt.further_training", "6.2.B3.5", offers(p, self, candidates), ops)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if verb == Verb.DONE:
            return None
        return check_training(p, unit_in(action)) if verb == Verb.START_TRAINING else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            return
        training = Training(self.seat, self.ops)
        p.replace(training)
        training.train(p, unit_in(action), 0)


def check_training(p: Play, unit: UnitId) -> Refusal | None:
    """6.2.B3.1, 16.9.9"""
    if unit >= UNITS:
        return NOT_ASKED
    what = (("cus", "forces", one(unit)),)
    if unit not in p.edition.training_cost:
        return Refusal("6.2.B3.1", "refusal.cannot_be_trained", what)
    if unit == Unit.CAVALRY and not p.option(Option.CAVALRY):
        return Refusal("16.9.9", "refusal.no_cavalry", what)
    return None


# C Upgrade a Fleet; 16.10 retrieve one


def begin_upgrade(p: Play, seat: SeatId) -> None:
    p.push(FleetUpgrade(seat))


class FleetUpgrade(Frame):
    def __init__(self, seat: SeatId) -> None:
        self.seat = seat

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.UPGRADE_FLEET, f) for f in range(len(p.pieces.fleets))]
        return Ask(self.seat, "prompt.upgrade_fleet", "6.2.C.1", offers(p, self, candidates))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.UPGRADE_FLEET:
            return NOT_ASKED
        return check_upgrade(p, self.seat, fleet_in(action))

    def take(self, p: Play, action: ActionCode) -> None:
        fleet = fleet_in(action)
        p.pop()
        upgrade_fleet(p, fleet)
        p.note("fleet_upgraded", "6.2.C.1", (("who", "faction", self.seat), ("fleet", "fleet", fleet)))


def check_upgrade(p: Play, seat: SeatId, fleet: FleetId) -> Refusal | None:
    s = p.state
    what = (("fleet", "fleet", fleet),)
    if s.fleet_owner[fleet] != seat:
        return Refusal("6.2.C.1", "refusal.not_your_fleet", what)
    if s.fleet_side[fleet] & FLEET_DISPERSED:
        return Refusal("6.2.C.1", "refusal.fleet_dispersed", what)
    if s.fleet_side[fleet] & UPGRADED:
        return Refusal("6.2.C.1", "refusal.fleet_upgraded", what)
    return None


def can_upgrade(p: Play, seat: SeatId) -> bool:
    return any(check_upgrade(p, seat, f) is None for f, _ in numbered(FleetId, p.pieces.fleets))


def begin_retrieve(p: Play, seat: SeatId) -> None:
    p.push(FleetRetrieval(seat))


class FleetRetrieval(Frame):
    def __init__(self, seat: SeatId) -> None:
        self.seat = seat

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.RETRIEVE_FLEET, f) for f in range(len(p.pieces.fleets))]
        return Ask(self.seat, "prompt.retrieve_fleet", "16.10.2", offers(p, self, candidates))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.RETRIEVE_FLEET:
            return NOT_ASKED
        return check_retrieval(p, self.seat, fleet_in(action))

    def take(self, p: Play, action: ActionCode) -> None:
        fleet = fleet_in(action)
        p.pop()
        moves.turn_fleet(p.state, fleet, 0)
        p.note("fleet_retrieved", "16.10.2", (("who", "faction", self.seat), ("fleet", "fleet", fleet)))


def check_retrieval(p: Play, seat: SeatId, fleet: FleetId) -> Refusal | None:
    s = p.state
    what = (("fleet", "fleet", fleet),)
    if s.fleet_owner[fleet] != seat:
        return Refusal("16.10.2", "refusal.not_your_fleet", what)
    if not s.fleet_side[fleet] & FLEET_DISPERSED:
        return Refusal("16.10.2", "refusal.fleet_not_dispersed", what)
    return None


def can_retrieve(p: Play, seat: SeatId) -> bool:
    return any(check_retrieval(p, seat, f) is None for f, _ in numbered(FleetId, p.pieces.fleets))


# D Recruit a Major General


def begin_recruit(p: Play, seat: SeatId) -> None:
    p.push(Recruiting(seat, WHO, NO_GENERAL, OFF_MAP))


WHO: Final = 0
WHERE: Final = 1
PC: Final = 2


class Recruiting(Frame):
    """Who is recruited, where he comes, and whether the PC of the space is replaced."""

    def __init__(self, seat: SeatId, stage: int, general: GeneralId, at: LocationId) -> None:
        self.seat = seat
        self.stage = stage
        self.general = general
        self.at = at

    def step(self, p: Play) -> Ask | None:
        if self.stage == WHO:
            candidates = [code(Verb.RECRUIT_GENERAL, g) for g in range(p.pieces.majors)]
            return Ask(self.seat, "prompt.recruit_general", "6.2.D.1", offers(p, self, candidates))
        if self.stage == WHERE:
            candidates = [code(Verb.AS_REINFORCEMENT), *self.locations(p)]
            who = (("general", "general", self.general),)
            return Ask(self.seat, "prompt.recruit_where", "6.2.D.8", offers(p, self, candidates), who)
        space = (("space", "space", p.space(self.at)),)
        return Ask(self.seat, "prompt.claim", "6.2.D.9", [code(Verb.CLAIM), code(Verb.DECLINE)], space)

    def locations(self, p: Play) -> list[int]:
        spaces = [i for i, _ in numbered(space_id, p.board.spaces) if check_preference(p, self.general, i) is None]
        cities = [p.inside(i) for i in spaces if is_major_city(p, i)]
        return [code(Verb.PLACE, location) for location in (*spaces, *cities)]

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == WHO and verb == Verb.RECRUIT_GENERAL:
            return check_general(p, general_in(action))
        if self.stage == WHERE and verb == Verb.PLACE:
            return check_recruit_at(p, self.seat, self.general, location_in(action))
        if self.stage == WHERE and verb == Verb.AS_REINFORCEMENT:
            return None
        if self.stage == PC and verb in (Verb.CLAIM, Verb.DECLINE):
            return None
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        if verb == Verb.RECRUIT_GENERAL:
            self.recruit(p, general_in(action))
        elif verb == Verb.AS_REINFORCEMENT:
            p.pop()
            cus = recruit_of(p, self.general).forces
            reinforcements.begin_with_company(p, self.seat, self.general, cus, "6.2.D.10")
        elif verb == Verb.PLACE:
            self.place(p, location_in(action))
        else:
            p.pop()
            if verb == Verb.CLAIM:
                claim(p, self.seat, self.at)
            upkeep(p)

    def recruit(self, p: Play, general: GeneralId) -> None:
        moves.give_general(p.state, general, self.seat)
        p.note("recruits", "6.2.D.1", (("who", "faction", self.seat), ("general", "general", general)))
        if p.edition.recruit_mode == "random_province":
            p.replace(Hiring(self.seat, general, draw_province(p, self.seat, general)))
        else:
            p.replace(self.but(stage=WHERE, general=general))

    def place(self, p: Play, location: LocationId) -> None:
        """6.2.D.8, A31: who comes inside a city has taken it; elsewhere the player is asked."""
        s = p.state
        space = p.space(location)
        put_recruit(p, self.seat, self.general, location)
        may_claim = s.pcs[space] != self.seat and p.board.spaces[space].kind != Kind.TRANSIT
        if p.edition.recruit_mode == "tyche_card":
            may_claim = False
        if may_claim and not p.is_inside(location):
            p.replace(self.but(stage=PC, at=location))
            return
        p.pop()
        if may_claim:
            claim(p, self.seat, location)
        upkeep(p)


class Hiring(Frame):
    """6.2.D.8, 6.2.D.9: where in the Province that was drawn he comes; what is free of enemies there is his then."""

    def __init__(self, seat: SeatId, general: GeneralId, province: ProvinceId) -> None:
        self.seat = seat
        self.general = general
        self.province = province

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.PLACE, at) for at in province_locations(p, self.province)]
        who = (("general", "general", self.general), ("province", "province", self.province))
        return Ask(self.seat, "prompt.hire_where", "6.2.D.8", offers(p, self, candidates), who)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.PLACE:
            return NOT_ASKED
        location = location_in(action)
        if p.board.spaces[p.space(location)].province != self.province:
            drawn = (("province", "province", self.province),)
            return Refusal("6.2.D.8", "refusal.not_drawn_province", drawn)
        return check_arrival(p, self.seat, self.general, location)

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        location = location_in(action)
        for space in p.board.members[self.province]:
            convert(p, self.seat, space)
        put_recruit(p, self.seat, self.general, location)
        upkeep(p)


def province_locations(p: Play, province: ProvinceId) -> list[LocationId]:
    """The spaces of a Province, Transit Points included, and the insides of its Major Cities."""
    spaces = [i for i, space in numbered(space_id, p.board.spaces) if space.province == province]
    return [*spaces, *(p.inside(i) for i in spaces if is_major_city(p, i))]


def drawable(p: Play, seat: SeatId, general: GeneralId) -> list[ProvinceId]:
    """C17: the Provinces that no other player controls and in which he finds room."""
    owners = p.state.province_owner
    return [
        i
        for i, _ in numbered(ProvinceId, p.board.provinces)
        if owners[i] in (NOBODY, INDEPENDENT, seat)
        and any(check_arrival(p, seat, general, at) is None for at in province_locations(p, i))
    ]


def draw_province(p: Play, seat: SeatId, general: GeneralId) -> ProvinceId:
    provinces = drawable(p, seat, general)
    p.shuffle(provinces)
    what = (("general", "general", general), ("province", "province", provinces[0]))
    p.note("province_drawn", "6.2.D.8", (("who", "faction", seat), *what))
    return provinces[0]


def convert(p: Play, seat: SeatId, space: SpaceId) -> None:
    """6.2.D.9, C18: a PC of the player's in the place of any other; those inside a city go outside."""
    s = p.state
    owner = s.pcs[space]
    if owner == seat or enemy_cu_in_space(p, space, seat):
        return
    moves.put_pc(s, space, seat)
    moves.remove_siege_points(s, space)
    facts = (("who", "faction", seat), ("space", "space", space))
    if owner == NOBODY:
        p.note("pc_placed", "6.2.D.9", facts)
        return
    p.note("pc_replaced", "6.2.D.9", (*facts, ("owner", "faction", owner)))
    if is_major_city(p, space):
        siege.pc_lost(p, space, independent=False)


def claim(p: Play, seat: SeatId, location: LocationId) -> None:
    """6.2.D.9, A31: royals inside a city that changes hands go outside, Heirs and Cart to the General."""
    s = p.state
    space = p.space(location)
    place_pc(p, seat, space, "6.2.D.9")
    for royal, at in numbered(RoyalId, s.royals):
        if at == p.inside(space):
            joins = royal in HEIRS or royal == Royal.FUNERAL_CART
            moves.put_royal(s, royal, location if joins else space)


def put_recruit(p: Play, seat: SeatId, general: GeneralId, location: LocationId) -> None:
    cus = recruit_of(p, general).forces
    moves.put_general(p.state, general, location)
    moves.add_cus(p.state, location, seat, cus)
    p.note(
        "recruit_placed",
        "6.2.D.8",
        (
            ("who", "faction", seat),
            ("general", "general", general),
            ("cus", "forces", cus),
            ("at", "location", location),
        ),
    )


def recruit_of(p: Play, general: GeneralId) -> Recruit:
    recruit = p.pieces.generals[general].recruit
    assert recruit is not None
    return recruit


def check_recruiting(p: Play, seat: SeatId) -> Refusal | None:
    """6.2.D.1 to 6.2.D.4"""
    lost = p.edition.recruit_when == "any_lost"
    refusal = check_lost(p, seat) if lost else check_number(p, seat)
    if refusal is not None:
        return refusal
    free = [g for g in troops.reserve(p) if check_general(p, g) is None]
    if not free:
        return Refusal("6.2.D.1", "refusal.no_reserve_general")
    if p.edition.recruit_mode == "random_province" and not drawable(p, seat, free[0]):
        return Refusal("6.2.D.8", "refusal.no_province_to_draw")
    return None


def check_number(p: Play, seat: SeatId) -> Refusal | None:
    """6.2.D.2 to 6.2.D.4: fewer Major Generals than were dealt; later as many."""
    s = p.state
    living = len(troops.living(p, seat))
    received = s.dealt[seat].bit_count()
    relaxed = s.turn >= p.edition.recruit_relaxed_from_turn
    if living > received or (living == received and not relaxed):
        numbers = (("living", "number", living), ("received", "number", received))
        return Refusal("6.2.D.3" if relaxed else "6.2.D.2", "refusal.enough_generals", numbers)
    return None


def check_lost(p: Play, seat: SeatId) -> Refusal | None:
    """6.2.D.2, C15: a Major General of the player's has been killed in this game."""
    s = p.state
    if any(owner == seat and s.dead >> g & 1 for g, owner in enumerate(s.owners[: p.pieces.majors])):
        return None
    return Refusal("6.2.D.2", "refusal.no_general_lost")


def check_general(p: Play, general: GeneralId) -> Refusal | None:
    """6.2.D.1, 6.2.D.7"""
    s = p.state
    if general not in troops.reserve(p):
        return Refusal("6.2.D.1", "refusal.not_a_reserve_general", (("general", "general", general),))
    if s.owners[general] != NOBODY or s.generals[general] != OFF_MAP:
        return Refusal("6.2.D.1", "refusal.general_taken", (("general", "general", general),))
    elder = recruit_of(p, general).after_death_of
    if elder and not is_dead(p, elder):
        return Refusal("6.2.D.7", "refusal.general_waits", (("general", "general", general),))
    return None


def is_dead(p: Play, name: str) -> bool:
    return any(g.id == name and p.state.dead >> i & 1 for i, g in enumerate(p.pieces.generals[: p.pieces.majors]))


def check_preference(p: Play, general: GeneralId, space: SpaceId) -> Refusal | None:
    """6.2.D.5, 6.2.D.6: the preferred Province, or any port."""
    province = recruit_of(p, general).province
    if province < 0:
        if p.board.spaces[space].port:
            return None
        return Refusal("6.2.D.6", "refusal.not_a_port", (("space", "space", space), ("general", "general", general)))
    if p.board.spaces[space].province == province:
        return None
    preferred = (("general", "general", general), ("province", "province", province))
    return Refusal("6.2.D.8", "refusal.not_preferred_province", preferred)


def check_recruit_at(p: Play, seat: SeatId, general: GeneralId, location: LocationId) -> Refusal | None:
    """6.2.D.8, A31: outside, or inside a city that is his or becomes his by this."""
    space = p.space(location)
    where = (("space", "space", space),)
    if p.is_inside(location) and p.edition.recruit_mode == "tyche_card" and p.state.pcs[space] != seat:
        return Refusal("9.4.3", "refusal.city_closed", where)
    return check_preference(p, general, space) or check_arrival(p, seat, general, location)


def check_arrival(p: Play, seat: SeatId, general: GeneralId, location: LocationId) -> Refusal | None:
    """6.2.D.8: among no enemies, inside only a city that takes his CUs."""
    space = p.space(location)
    where = (("space", "space", space),)
    if p.is_at_sea(location):
        return Refusal("6.2.D.8", "refusal.not_at_sea", where)
    if reinforcements.has_enemy_in_space(p, space, seat):
        return Refusal("6.2.D.8", "refusal.enemy_in_space", where)
    if p.is_inside(location):
        if not is_major_city(p, space):
            return Refusal("2.9", "refusal.no_inside", where)
        if count(recruit_of(p, general).forces) > room_inside(p, space):
            limit = ("number", inside_limit(p, space))
            return Refusal("9.4.5", "refusal.city_full", (("space", "space", space), ("limit", *limit)))
    return None
