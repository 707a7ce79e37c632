"""5.2: Reinforcements; who collects them and where they may be placed.

The pieces to be placed wait in the Dispersed Box; what cannot be placed stays there (5.2.16).
"""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import NO_UNIT, SEATS, ActionCode, FleetId, GeneralId, LocationId, Mask, SeatId, SpaceId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, location_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import (
    DISPERSED,
    INDEPENDENT,
    NO_SEGMENT,
    NOBODY,
    OFF_MAP,
    add,
    forces,
    numbered,
    space_id,
    subtract,
)
from diadochi.model.verbs import Verb
from diadochi.rules import procedures, scoring, troops
from diadochi.rules.agenda import NOT_ASKED, Args, Ask, Frame, Play, Refusal, offers
from diadochi.rules.fleets import FLEET_DISPERSED
from diadochi.rules.group import army
from diadochi.rules.troops import (
    count,
    enemy_cu_at,
    enemy_cu_in_space,
    is_besieged,
    is_major_city,
    locations_of,
    room_inside,
    whole,
)
from diadochi.rules.upkeep import upkeep

STRONGEST_FIRST: Final = (Unit.SILVER_SHIELDS, Unit.ROYAL, Unit.LOYAL, Unit.ELEPHANT, Unit.CAVALRY, Unit.MERCENARY)

Tally = tuple[tuple[int, int], ...]
"""(space or Province, CUs placed there so far)"""


# The Reinforcements Phase


def begin_phase(p: Play) -> None:
    """5.2.1 to 5.2.7"""
    return_fleets(p)
    p.push(ReinforcementsPhase(on_map(p), 0, fresh_troops(p)))


class ReinforcementsPhase(Frame):
    """`present`: bit mask of the Generals on the map since the Phase began; `fresh`: new CUs by player."""

    def __init__(self, present: Mask, turn: int, fresh: tuple[Forces, ...]) -> None:
        self.present = present
        self.turn = turn
        self.fresh = fresh

    def told_of_departure(self, p: Play, general: GeneralId) -> None:
        p.become(self, self.but(present=self.present & ~(1 << general)))

    def step(self, p: Play) -> Ask | None:
        s = p.state
        if self.turn == s.players:
            p.pop()
            upkeep(p)
            return None
        seat = s.order[self.turn]
        p.replace(self.but(turn=self.turn + 1))
        if p.edition.reinforce_minor_generals == "own_spaces":
            p.push(MinorGenerals(seat))
        if p.option(Option.CAVALRY) and p.edition.cavalry_reinforcement == "elect":
            p.push(CavalryChoice(seat, self.fresh[seat]))
        else:
            place_collected(p, seat, self.fresh[seat])
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("the Reinforcements Phase asks nothing itself")


class MinorGenerals(Frame):
    """K6.4.2, C62: Minor Generals from off map join the CUs in own spaces, after all else is placed: they open no space
    and lift no cap.
    """

    def __init__(self, seat: SeatId) -> None:
        self.seat = seat

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.PLACE, at) for at in locations_of(p.state, self.seat)]
        actions = offers(p, self, candidates)
        if not actions:
            p.pop()
            upkeep(p)
            return None
        return Ask(self.seat, "prompt.reinforce_minors", "K6.4.2", [*actions, code(Verb.DONE)])

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if verb == Verb.DONE:
            return None
        return check_minor(p, self.seat, location_in(action)) if verb == Verb.PLACE else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.DONE:
            p.pop()
            upkeep(p)
        else:
            troops.place_minor(p, self.seat, location_in(action), "K6.4.2")


def check_minor(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    s = p.state
    if s.pcs[p.space(location)] != seat:
        return Refusal("K6.4.2", "refusal.not_your_space", (("space", "space", p.space(location)),))
    if p.is_at_sea(location) or not troops.has_cu(s, location, seat):
        return Refusal("K6.4.2", "refusal.no_own_cu_there", (("at", "location", location),))
    if troops.idle_minor(p, seat) < 0:
        return Refusal("K6.4.2", "refusal.no_minor_general", (("at", "location", location),))
    if p.edition.minor_subordinates == "leave" and troops.commander(p, location, seat) >= 0:
        return Refusal("7.1.C.6", "refusal.has_a_general", (("at", "location", location),))
    return None


def return_fleets(p: Play) -> None:
    """5.2.1, 5.2.2: Dispersed Fleets come back on their normal side; by 16.10.1 only those of nobody."""
    s = p.state
    for fleet, side in numbered(FleetId, s.fleet_side):
        if not side & FLEET_DISPERSED:
            continue
        owner = s.fleet_owner[fleet]
        if owner == NOBODY:
            p.note("fleet_returns_to_box", "5.2.1", (("fleet", "fleet", fleet),))
        elif p.option(Option.DISPERSED_FLEETS):
            continue
        else:
            p.note("fleet_returns", "5.2.2", (("who", "faction", owner), ("fleet", "fleet", fleet)))
        moves.turn_fleet(s, fleet, 0)


def fresh_troops(p: Play) -> tuple[Forces, ...]:
    """5.2.3 to 5.2.6, by player."""
    s = p.state
    e = p.edition
    out = [NO_FORCES] * s.players
    for seat in SEATS[s.players]:
        rule = "16.9.4" if raises_cavalry(p, seat) else "5.2.3"
        collect(p, out, seat, yearly_troops(p, seat), "each", rule)
    strategos = s.province_owner[e.makedonia]
    if 0 <= strategos < s.players:
        collect(p, out, strategos, forces(Unit.LOYAL, e.loyal_makedonia), "makedonia", "5.2.4")
    collect(p, out, most_legitimate(p), forces(Unit.LOYAL, e.loyal_most_legitimacy), "legitimacy", "5.2.5")
    leaders = [seat for seat in SEATS[s.players] if s.vp[seat] == max(s.vp)]
    number = e.mercenaries_most_vp if len(leaders) == 1 else e.mercenaries_most_vp_tied
    for seat in leaders:
        collect(p, out, seat, forces(Unit.MERCENARY, number), "vp", "5.2.6")
    for seat in SEATS[s.players]:
        for _ in range(cavalry_honours(p, seat)):
            collect(p, out, seat, forces(Unit.CAVALRY), "cavalry", "16.9.4")
    if s.persian_support != NOBODY:
        collect(p, out, s.persian_support, persian_troops(p), "persian", "6.2.A.1")
    return tuple(out)


def yearly_troops(p: Play, seat: SeatId) -> Forces:
    """5.2.3, 16.9.4: Mercenaries, one of them replaced by Cavalry."""
    mercenaries = forces(Unit.MERCENARY, p.edition.mercenaries_each)
    if not raises_cavalry(p, seat):
        return mercenaries
    return add(subtract(mercenaries, forces(Unit.MERCENARY)), forces(Unit.CAVALRY))


def raises_cavalry(p: Play, seat: SeatId) -> bool:
    owners = p.state.province_owner
    chosen = p.option(Option.CAVALRY) and p.edition.cavalry_reinforcement == "one_of_two"
    return chosen and any(owners[x] == seat for x in p.edition.cavalry_provinces)


def cavalry_honours(p: Play, seat: SeatId) -> int:
    """K19.9.2: a Cavalry CU for each group of Provinces held as a whole, and for most of the treasure cities."""
    if not p.option(Option.CAVALRY):
        return 0
    owners = p.state.province_owner
    groups = sum(all(owners[x] == seat for x in group) for group in p.edition.cavalry_bonus)
    return groups + (richest(p) == seat)


def richest(p: Play) -> SeatId:
    """Who controls strictly most of the treasure cities that nobody has looted, or NOBODY."""
    s = p.state
    held = [0] * s.players
    for city in p.edition.treasure_cities:
        if s.pcs[city] in SEATS[s.players] and not s.looted >> city & 1:
            held[s.pcs[city]] += 1
    best = max(held)
    return SEATS[s.players][held.index(best)] if best and held.count(best) == 1 else NOBODY


class CavalryChoice(Frame):
    """K19.9.2: one Cavalry CU instead of the Mercenaries that everybody collects."""

    def __init__(self, seat: SeatId, fresh: Forces) -> None:
        self.seat = seat
        self.fresh = fresh

    def step(self, p: Play) -> Ask | None:
        choices = [code(Verb.CHOOSE_UNITS, Unit.MERCENARY), code(Verb.CHOOSE_UNITS, Unit.CAVALRY)]
        number = (("number", "number", p.edition.mercenaries_each),)
        return Ask(self.seat, "prompt.elect_cavalry", "16.9.4", choices, number)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.CHOOSE_UNITS:
            return NOT_ASKED
        if action & MASK in (Unit.MERCENARY, Unit.CAVALRY):
            return None
        return Refusal("16.9.4", "refusal.mercenaries_or_cavalry")

    def take(self, p: Play, action: ActionCode) -> None:
        fresh = self.fresh
        if action & MASK == Unit.CAVALRY:
            mercenaries, cavalry = forces(Unit.MERCENARY, p.edition.mercenaries_each), forces(Unit.CAVALRY)
            fresh = add(subtract(fresh, mercenaries), cavalry)
            p.note("elects_cavalry", "16.9.4", (("who", "faction", self.seat), ("cus", "forces", cavalry)))
        p.pop()
        place_collected(p, self.seat, fresh)


def persian_troops(p: Play) -> Forces:
    """Card 26: what Persian Popular Support brings in every Reinforcements Phase."""
    return p.material.event_params["persian_popular_support"].forces_each_turn


def collect(p: Play, out: list[Forces], seat: SeatId, cus: Forces, source: str, rule: str) -> None:
    out[seat] = add(out[seat], cus)
    p.note(f"reinforcements_{source}", rule, (("who", "faction", seat), ("cus", "forces", cus)))


def most_legitimate(p: Play) -> SeatId:
    """5.2.5: without Popularity; a tie goes to the most Senior General."""
    s = p.state
    best = [seat for seat in SEATS[s.players] if s.legitimacy[seat] == max(s.legitimacy)]
    return best[0] if len(best) == 1 else scoring.most_senior(p, best, "5.2.5")


def place_collected(p: Play, seat: SeatId, fresh: Forces) -> None:
    """5.2.2: with the new CUs a player places everything of his that is Dispersed."""
    s = p.state
    generals = tuple(g for g in range(p.pieces.majors) if s.generals[g] == DISPERSED and s.owners[g] == seat)
    old = s.dispersed[seat]
    if generals or old != NO_FORCES:
        p.note(
            "collects_dispersed",
            "5.2.2",
            (("who", "faction", seat), ("generals", "generals", generals), ("cus", "forces", old)),
        )
    moves.take_from_box(s, seat, old)
    begin(p, seat, add(old, fresh), generals + waiting(p, seat), "5.2.7")


def waiting(p: Play, seat: SeatId) -> tuple[int, ...]:
    """A15: the Major Generals of a player who come with his Reinforcements for the first time."""
    s = p.state
    return tuple(g for g in range(p.pieces.majors) if s.generals[g] == OFF_MAP and s.owners[g] == seat)


# Placing


def begin(p: Play, seat: SeatId, cus: Forces, generals: tuple[int, ...], rule: str) -> None:
    """Have a player place these CUs and Generals as Reinforcements, the Generals first."""
    collect_in_box(p, seat, cus)
    p.push(Reinforcements(seat, cus, generals, rule, procedures.generals_present(p)))


def begin_with_company(p: Play, seat: SeatId, general: GeneralId, cus: Forces, rule: str) -> None:
    """6.2.D.10: a General and the CUs on his card, which come where he comes."""
    collect_in_box(p, seat, cus)
    p.push(Reinforcements(seat, cus, (general,), rule, procedures.generals_present(p), unit=UnitId(ON_CARD)))


def collect_in_box(p: Play, seat: SeatId, cus: Forces) -> None:
    moves.put_in_box(p.state, seat, cus)


def on_map(p: Play) -> int:
    """Bit mask of the Generals on the map."""
    mask = 0
    for there in p.state.generals_at.values():
        mask |= there
    return mask


ON_CARD: Final = -2
"""6.2.D.10: the CUs are on the General's card, so they come with him."""


class Reinforcements(Frame):
    """What is still to be placed, and how much has been placed where.

    `unit`: the type to be placed next, or -1 while that is open, or ON_CARD. `overflow`: 1 while no eligible space is
    left for the next piece (5.2.13).
    """

    def __init__(
        self,
        seat: SeatId,
        cus: Forces,
        generals: tuple[int, ...],
        rule: str,
        present: Mask,
        placed: Tally = (),
        overflowed: Tally = (),
        unit: UnitId = NO_UNIT,
        overflow: int = 0,
    ) -> None:
        self.seat = seat
        self.cus = cus
        self.generals = generals
        self.rule = rule
        self.present = present
        self.placed = placed
        self.overflowed = overflowed
        self.unit = unit
        self.overflow = overflow

    def copy(self) -> "Reinforcements":
        return Reinforcements(
            self.seat,
            self.cus,
            self.generals,
            self.rule,
            self.present,
            self.placed,
            self.overflowed,
            self.unit,
            self.overflow,
        )

    def told_of_departure(self, p: Play, general: GeneralId) -> None:
        p.become(self, self.but(present=self.present & ~(1 << general)))

    def step(self, p: Play) -> Ask | None:
        if not self.generals and self.cus == NO_FORCES:
            p.pop()
            put_in_order(p)
            return None
        if self.type_is_open():
            return self.choose_type(p)
        regular = self.but(overflow=0) if self.overflow else self
        actions = [code(Verb.PLACE, at) for at in eligible_locations(p, regular)]
        if self.overflow and actions:
            p.replace(regular)
            return None
        if self.overflow:
            actions = offers(p, self, overflow_candidates(p))
        if actions:
            rule = "5.2.13" if self.overflow else "5.2.8"
            return Ask(self.seat, self.prompt(), rule, actions, self.piece())
        if self.overflow:
            self.leave_dispersed(p)
        else:
            p.replace(self.but(overflow=1))
        return None

    def prompt(self) -> str:
        if not self.generals:
            return "prompt.reinforce_cus"
        return "prompt.reinforce_company" if self.unit == ON_CARD else "prompt.reinforce_general"

    def piece(self) -> Args:
        if self.unit == ON_CARD:
            return (("general", "general", self.generals[0]), ("cus", "forces", self.cus))
        if self.generals:
            return (("general", "general", self.generals[0]),)
        return (("cus", "forces", self.next_cus()),)

    def type_is_open(self) -> bool:
        return not self.generals and self.unit < 0

    def choose_type(self, p: Play) -> Ask | None:
        """Which CU comes first is worth a question only where some will fit, but not all."""
        kinds = [int(u) for u in STRONGEST_FIRST if self.cus[u]]
        if len(kinds) > 1 and is_short_of_room(p, self.but(unit=kinds[0])):
            candidates = [code(Verb.CHOOSE_UNITS, u) for u in kinds]
            return Ask(self.seat, "prompt.reinforce_type", "5.2.16", offers(p, self, candidates))
        chosen = self.another()
        chosen.unit = UnitId(kinds[0])
        p.replace(chosen)
        return None

    def company(self) -> Forces:
        """The CUs that come with the General."""
        return self.cus if self.unit == ON_CARD else NO_FORCES

    def next_cus(self) -> Forces:
        """One CU, or the Silver Shields together (7.2.D.3); with a General only those on his card."""
        return self.company() if self.generals else whole(self.cus, self.unit)

    def number(self) -> int:
        """How many CUs `next_cus` are."""
        if self.generals:
            return count(self.company())
        return self.cus[self.unit] if self.unit == Unit.SILVER_SHIELDS else 1

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.type_is_open():
            if verb != Verb.CHOOSE_UNITS:
                return NOT_ASKED
            to_place = operand < UNITS and self.cus[operand]
            return None if to_place else Refusal("5.2.7", "refusal.not_to_be_placed")
        if verb != Verb.PLACE:
            return NOT_ASKED
        return (
            check_overflow(p, self, location_in(action))
            if self.overflow
            else check_location(p, self, location_in(action))
        )

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.CHOOSE_UNITS:
            p.replace(self.but(unit=action & MASK))
        elif self.generals:
            self.place_general(p, location_in(action))
        else:
            self.place_cus(p, location_in(action))

    def place_general(self, p: Play, location: LocationId) -> None:
        general, company = self.generals[0], self.company()
        rest = self.without_general()
        if p.edition.reinforce_general_since == "phase":
            rest = rest.but(present=rest.present | 1 << general)
        p.replace(rest)
        moves.put_general(p.state, GeneralId(general), location)
        p.note(
            "reinforces_general",
            "5.2.13" if self.overflow else self.rule,
            (("who", "faction", self.seat), ("general", "general", general), ("at", "location", location)),
        )
        if company != NO_FORCES:
            self.put_cus(p, location, company)

    def without_general(self) -> "Reinforcements":
        cus = subtract(self.cus, self.company())
        return self.but(generals=self.generals[1:], cus=cus, unit=-1, overflow=0)

    def put_cus(self, p: Play, location: LocationId, cus: Forces) -> None:
        s = p.state
        moves.take_from_box(s, self.seat, cus)
        moves.add_cus(s, location, self.seat, cus)
        p.note(
            "reinforces_cus",
            "5.2.13" if self.overflow else self.rule,
            (("who", "faction", self.seat), ("cus", "forces", cus), ("at", "location", location)),
        )

    def place_cus(self, p: Play, location: LocationId) -> None:
        cus = self.next_cus()
        space, n = p.space(location), count(cus)
        self.put_cus(p, location, cus)
        overflowed = self.overflowed
        if self.overflow:
            overflowed = tallied(overflowed, p.board.spaces[space].province, n)
            if troops.commander(p, location, self.seat) < 0:
                troops.place_minor(p, self.seat, location, "5.2.15")
        rest = self.another()
        rest.cus = subtract(self.cus, cus)
        rest.placed = tallied(self.placed, space, n)
        rest.overflowed = overflowed
        rest.unit = NO_UNIT
        rest.overflow = 0
        p.replace(rest)

    def leave_dispersed(self, p: Play) -> None:
        """5.2.16"""
        if self.generals:
            general = self.generals[0]
            moves.put_general(p.state, GeneralId(general), DISPERSED)
            p.replace(self.without_general())
            who = ("faction", self.seat)
            p.note("reinforcement_general_dispersed", "5.2.16", (("who", *who), ("general", "general", general)))
            if self.unit == ON_CARD:
                p.note("reinforcement_cus_dispersed", "5.2.16", (("who", *who), ("cus", "forces", self.cus)))
            return
        cus = self.next_cus()
        p.replace(self.but(cus=subtract(self.cus, cus), unit=-1, overflow=0))
        p.note("reinforcement_cus_dispersed", "5.2.16", (("who", "faction", self.seat), ("cus", "forces", cus)))


def put_in_order(p: Play) -> None:
    """A101; during an activation the Procedure under way does it at its end."""
    if army(p) is None:
        upkeep(p)


def tally(counts: Tally, key: int) -> int:
    for k, n in counts:
        if k == key:
            return n
    return 0


def tallied(counts: Tally, key: int, more: int) -> Tally:
    rest = tuple(x for x in counts if x[0] != key)
    return (*rest, (key, tally(counts, key) + more))


# 5.2.8 to 5.2.12 Eligible spaces


def eligible_locations(p: Play, r: Reinforcements) -> list[LocationId]:
    """Every location that `check_location` lets pass, in rising order."""
    s = p.state
    n, cap = r.number(), p.edition.reinforcement_cap
    enemies = spaces_with_enemies(p, r)
    out = []
    for at in possible_locations(p, r):
        sure = at < p.spaces and at not in enemies and s.pcs[at] == r.seat and tally(r.placed, at) + n <= cap
        if sure or check_location(p, r, LocationId(at)) is None:
            out.append(at)
    return out


def possible_locations(p: Play, r: Reinforcements) -> list[LocationId]:
    """Where an own General or an own PC is, in rising order."""
    s, seat = p.state, r.seat
    out = {s.generals[g] for g in troops.player_generals_on_map(s, seat)}
    for number, owner in enumerate(s.pcs):
        if owner == seat:
            space = space_id(number)
            out.add(space)
            if is_major_city(p, space):
                out.add(p.inside(space))
    return sorted(out)


def spaces_with_enemies(p: Play, r: Reinforcements) -> set[int]:
    """The spaces with an enemy CU or General on land, inside or outside, as far as they bar."""
    s, seat = p.state, r.seat
    others = ~(1 << seat)
    out = {at % p.spaces for at, factions in s.cu_factions.items() if factions & others and at < 2 * p.spaces}
    if p.edition.reinforce_barred_by == "cus":
        return out
    for general, at in enumerate(s.generals):
        if 0 <= at < 2 * p.spaces and s.owners[general] != seat:
            out.add(at % p.spaces)
    return out


def check_location(p: Play, r: Reinforcements, location: LocationId) -> Refusal | None:
    space = location % p.spaces
    refusal = check_side(p, r.seat, location)
    if refusal is not None:
        return refusal
    if not is_own_and_free(p, space_id(space), r.seat):
        refusal = check_general(p, r, space_id(space))
        if refusal is not None and not joins_besieged(p, r, location):
            return refusal
        if has_enemy(p, location, r.seat):
            return Refusal("5.2.8", "refusal.enemy_in_location", (("at", "location", location),))
    n = r.number()
    cap = p.edition.reinforcement_cap
    if n and not r.generals and tally(r.placed, space) + n > cap and not lifts_cap(p, r.seat, space_id(space)):
        where = (("space", "space", space), ("cap", "number", cap))
        return Refusal("5.2.11", "refusal.reinforcement_cap", where)
    if n and p.is_inside(location) and n > room_inside(p, LocationId(space)):
        limit = ("number", troops.inside_limit(p, LocationId(space)))
        return Refusal("9.4.5", "refusal.city_full", (("space", "space", space), ("limit", *limit)))
    return troops.check_elephants(p, r.next_cus()) if p.is_inside(location) else None


def check_side(p: Play, seat: SeatId, location: LocationId) -> Refusal | None:
    """On land, and inside only in an own Major City (9.4.3)."""
    if location < p.spaces:
        return None
    space = p.space(location)
    if p.is_at_sea(location):
        return Refusal("5.2.8", "refusal.not_at_sea", (("space", "space", space),))
    if not is_major_city(p, space):
        return Refusal("2.9", "refusal.no_inside", (("space", "space", space),))
    if p.state.pcs[space] != seat:
        return Refusal("9.4.3", "refusal.city_closed", (("space", "space", space),))
    return None


def is_own_and_free(p: Play, space: SpaceId, seat: SeatId) -> bool:
    """5.2.8 (a)"""
    return p.state.pcs[space] == seat and not has_enemy_in_space(p, space, seat)


def check_general(p: Play, r: Reinforcements, space: SpaceId) -> Refusal | None:
    """5.2.9 (b): in a space that is not both own and free"""
    s = p.state
    seat = r.seat
    here = own_generals(p, space, seat)
    free = [g for g in here if not p.is_inside(s.generals[g]) or not is_besieged(p, space)]
    if any(counts(p, r, g) for g in free):
        return None
    if here:
        who = (("space", "space", space), ("general", "general", free[0] if free else here[0]))
        if not free:
            return Refusal("5.2.9", "refusal.general_besieged", who)
        return Refusal("5.2.9" if s.segment == NO_SEGMENT else "5.2.10", "refusal.general_just_placed", who)
    key = "refusal.enemy_in_space" if s.pcs[space] == seat else "refusal.neither_pc_nor_general"
    return Refusal("5.2.8", key, (("space", "space", space),))


def counts(p: Play, r: Reinforcements, general: GeneralId) -> bool:
    """5.2.9, 5.2.10: he has been on the map long enough; in a Segment that need not be asked (B10)."""
    if r.present >> general & 1:
        return True
    return p.edition.reinforce_general_since == "phase" and p.state.segment != NO_SEGMENT


def joins_besieged(p: Play, r: Reinforcements, location: LocationId) -> bool:
    """5.2.9: a Major General who comes without CUs to an own General inside a Besieged city."""
    if p.edition.reinforce_besieged != "generals" or not p.is_inside(location) or r.number() or not r.generals:
        return False
    return any(r.present >> g & 1 for g in troops.generals_at(p, location, r.seat))


def own_generals(p: Play, space: SpaceId, seat: SeatId) -> list[GeneralId]:
    return troops.generals_at(p, space, seat) + troops.generals_at(p, p.inside(space), seat)


def has_enemy(p: Play, location: LocationId, seat: SeatId) -> bool:
    """An enemy CU, or General if they bar, in the location."""
    if enemy_cu_at(p.state, location, seat):
        return True
    if p.edition.reinforce_barred_by == "cus":
        return False
    return location in p.state.generals_at and bool(p.state.general_factions(location) & ~(1 << seat))


def has_enemy_in_space(p: Play, space: SpaceId, seat: SeatId) -> bool:
    if enemy_cu_in_space(p, space, seat):
        return True
    return p.edition.reinforce_barred_by == "cus_and_generals" and troops.enemy_general_in_space(p, space, seat)


def lifts_cap(p: Play, seat: SeatId, space: SpaceId) -> bool:
    """5.2.11, 5.2.12: an own Major City, or an own Major General in the space at that moment."""
    if p.state.pcs[space] == seat and is_major_city(p, space):
        return True
    return any(troops.is_major(p, g) for g in own_generals(p, space, seat))


PLENTY: Final = 1000


def room(p: Play, r: Reinforcements) -> int:
    """How many CUs find an eligible space."""
    total = 0
    seen: set[int] = set()
    for at in possible_locations(p, r):
        space = p.space(at)
        if space in seen:
            continue
        if not is_own_and_free(p, space, r.seat) and (
            check_general(p, r, space) is not None or has_enemy(p, space, r.seat)
        ):
            continue
        seen.add(space)
        if lifts_cap(p, r.seat, space):
            return PLENTY
        total += p.edition.reinforcement_cap - tally(r.placed, space)
    return total


def is_short_of_room(p: Play, r: Reinforcements) -> bool:
    """Some of the CUs can be placed, but not all of them in eligible spaces."""
    eligible = room(p, r)
    if eligible:
        return eligible < count(r.cus)
    return any(check_overflow(p, r, LocationId(space)) is None for space in range(p.spaces))


# 5.2.13 to 5.2.16 Overflow


def overflow_candidates(p: Play) -> list[int]:
    return [code(Verb.PLACE, space) for space in range(p.spaces)]


def check_overflow(p: Play, r: Reinforcements, location: LocationId) -> Refusal | None:
    s = p.state
    seat = r.seat
    refusal = check_side(p, seat, location)
    if refusal is not None:
        return refusal
    space = p.space(location)
    if s.pcs[space] not in (NOBODY, INDEPENDENT):
        own = check_location(p, r, location) if s.pcs[space] == seat else None
        return own or Refusal("5.2.13", "refusal.overflow_controlled", (("space", "space", space),))
    if has_enemy_in_space(p, space, seat):
        return Refusal("5.2.13", "refusal.enemy_in_space", (("space", "space", space),))
    province = p.board.spaces[space].province
    if s.province_owner[province] not in (NOBODY, INDEPENDENT, seat):
        return Refusal("5.2.13", "refusal.overflow_province", (("province", "province", province),))
    n = r.number()
    cap = p.edition.reinforcement_cap
    if n and tally(r.overflowed, province) + n > cap:
        full = (("province", "province", province), ("cap", "number", cap))
        return Refusal("5.2.14", "refusal.overflow_cap", full)
    if n and not r.generals and troops.commander(p, space, seat) < 0 and troops.idle_minor(p, seat) < 0:
        return Refusal("5.2.15", "refusal.overflow_no_general", (("space", "space", space),))
    return None
