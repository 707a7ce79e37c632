"""13.1, 13.2: Naval Movement.

The pieces that go by sea are those in the sea location of the Voyage's space: only one Army or General uses
Naval Movement in a Segment (13.1.2), so nobody else is ever there.
"""

from typing import NamedTuple

from diadochi.model.board import LAND_PATHS, PathKind
from diadochi.model.cards import Window
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.rules import attrition, fleets, lading, march, naval_battle, retreat, troops, windows
from diadochi.rules.activation import change_army, forfeit
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import general_factions
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import AT_SEA, LANDED, LANDING, Army, check_truce, place_guard
from diadochi.rules.group import DROPPED as DROPPED_OFF
from diadochi.rules.lading import army_of
from diadochi.rules.upkeep import upkeep

ESCORT, STOP, ANNOUNCED, DECLARATIONS, ENTERING, LEAVING, DROPPED, RETURNED = 0, 1, 2, 3, 4, 5, 6, 7


def current(p: Play) -> "Voyage":
    """The Naval Movement under way."""
    frame = p.state.agenda[p.find(Voyage)]
    assert isinstance(frame, Voyage)
    return frame


def change(p: Play, voyage: "Voyage") -> None:
    p.state.agenda[p.find(Voyage)] = voyage


# 13.1 Limits


def check_embark(p: Play, army: Army) -> Refusal | None:
    """Whether the activated Army or General may embark now, with what belongs to the group."""
    s = p.state
    space = p.space(army.at)
    if not p.board.sea_links[space]:
        return Refusal("13.2.2", "refusal.no_port", args(space=("space", space)))
    if army.sea & LANDED:
        return Refusal("13.1.6", "refusal.has_landed")
    if s.naval_mover:
        return Refusal("13.1.2", "refusal.one_naval_movement")
    if s.naval_cus + troops.count(army.cus) > p.edition.naval_limit:
        return Refusal("13.1.3", "refusal.naval_limit", args(number=("number", p.edition.naval_limit)))
    refusal: Refusal | None = None
    for target, _ in p.board.sea_links[space]:
        refusal = check_sail(p, army, space, target)
        if refusal is None:
            return None
    return refusal


def check_sail(p: Play, army: Army, space: int, target: int) -> Refusal | None:
    """13.2.3, 13.2.10: whether the group has a way to a space, and the MPs for it."""
    cost = sea_cost(p, army, space, target)
    if cost < 0:
        return Refusal("13.2.3", "refusal.no_sea_path", args(space=("space", target)))
    left = army.left(p)
    if cost > left:
        return Refusal("9.3.A.1", "refusal.too_few_mps", args(cost=("number", cost), mps=("number", left)))
    if army.seat in p.state.truce and not finds_a_shore(p, army, target, left - cost):
        return Refusal("16.1.1", "refusal.truce_bars_every_shore", args(space=("space", target)))
    return None


def sea_cost(p: Play, army: Army, space: int, target: int) -> int:
    """MPs of the cheapest path by sea between two spaces; -1 without one that the group may use."""
    spaces = p.board.spaces
    best = -1
    for end, kind in p.board.sea_links[space]:
        if end != target:
            continue
        if army.waters and (kind != PathKind.SEA or not {spaces[space].waters, spaces[end].waters} <= set(army.waters)):
            continue
        cost = p.board.path_cost[kind]
        if best < 0 or cost < best:
            best = cost
    return best


def finds_a_shore(p: Play, army: Army, space: int, mps: int) -> bool:
    """13.1.7: a space where the group may land is within these MPs."""
    number = troops.count(army.cus)
    if check_truce(p, army.seat, space) is None or lading.finds_room(p, army.seat, space, number) is None:
        return True
    for target, _ in p.board.sea_links[space]:
        cost = sea_cost(p, army, space, target)
        if 0 <= cost <= mps and finds_a_shore(p, army, target, mps - cost):
            return True
    return False


# 13.2 Procedure


def begin(p: Play) -> None:
    """The topmost Army embarks: the escort is named first (13.2.1)."""
    army = army_of(p)
    p.push(Voyage(army.seat, army.at, p.space(army.at)))


class Voyage(NamedTuple):
    """A Naval Movement, until the General lands or is driven back."""

    seat: int
    port: int
    """The location of the Embarkation Port."""
    space: int
    """Where the ships are."""
    stage: int = ESCORT
    escort: int = 0
    """Bit mask of the escorting Fleets."""
    sailed: int = 0
    """How many spaces have been entered."""
    target: int = -1
    """The space that has been announced."""
    storm: int = 0
    """Storms at Sea has been played."""
    lost: int = 0
    """The mover has lost a Naval Battle."""
    source: int = -1
    """The location from which CUs are picked up; -1 when picking up is over."""
    dropped: int = 0
    """The locations into which pieces have been dropped off at this stop."""
    drop: int = -1
    """The location into which pieces are being dropped off."""
    generals: int = 0
    """What has been left there."""
    cus: Forces = NO_FORCES
    royals: int = 0

    def step(self, p: Play) -> Ask | None:
        if self.stage == ESCORT:
            return self.ask_escort(p)
        if self.stage == STOP:
            facts = args(space=("space", self.space), mps=("number", army_of(p).left(p)))
            return Ask(self.seat, "prompt.at_sea", "13.2.6", self.offers_at_sea(p), facts)
        if self.stage == LEAVING:
            return Ask(self.seat, "prompt.drop_off", "13.2.6", self.offers_leaving(p), args(at=("location", self.drop)))
        if self.stage == ANNOUNCED:
            p.replace(self._replace(stage=DECLARATIONS))
            windows.begin(p, Window.NAVAL_STEP)
        elif self.stage == DECLARATIONS:
            p.replace(self._replace(stage=ENTERING))
            declarations(p, self)
        elif self.stage == ENTERING:
            go_on(p, self)
        elif self.stage == DROPPED:
            p.replace(self._replace(stage=STOP))
            after_drop_off(p, self)
        else:
            p.pop()
            after_return(p, self)
        return None

    def rests(self) -> bool:
        """The ships lie before a space, and the player whose they are goes on as he likes."""
        return self.stage == STOP

    # 13.2.1

    def ask_escort(self, p: Play) -> Ask | None:
        if army_of(p).waters or not fleets.available_fleets(p, self.seat):
            p.replace(self._replace(stage=STOP))
            embark(p, self)
            return None
        candidates = [code(Verb.ESCORT, f) for f in range(len(p.pieces.fleets))]
        return Ask(self.seat, "prompt.escort", "13.2.1", offers(p, self, [*candidates, code(Verb.DONE)]))

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
            candidates += [code(Verb.TAKE_GENERAL, g) for g in members(there)]
            candidates += [code(Verb.TAKE_ROYAL, r) for r in range(len(s.royals))]
            candidates.append(code(Verb.AT, inside))
        return offers(p, self, candidates)

    def offers_leaving(self, p: Play) -> list[int]:
        s = p.state
        at = p.at_sea(self.space)
        candidates = [code(Verb.LEAVE, u) for u in range(UNITS)]
        candidates += [code(Verb.LEAVE_GENERAL, g) for g in members(s.generals_at.get(at, 0))]
        candidates += [code(Verb.LEAVE_ROYAL, r) for r in range(len(s.royals))]
        return offers(p, self, [*candidates, code(Verb.DONE), code(Verb.ATTACK)])

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == ESCORT:
            if verb == Verb.ESCORT:
                return naval_battle.check_fleet(p, self.seat, operand, self.escort)
            return None if verb == Verb.DONE else NOT_ASKED
        if self.stage == STOP:
            return self.check_at_sea(p, verb, operand)
        if self.stage == LEAVING:
            return self.check_leaving(p, verb, operand)
        return NOT_ASKED

    def check_at_sea(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if verb == Verb.SAIL:
            army = army_of(p)
            refusal = check_sail(p, army, self.space, operand) or army.check_leaving(p)
            return refusal or lading.check_left_behind(p, self)
        if verb == Verb.LAND:
            return check_land(p, self, operand)
        if verb == Verb.DROP:
            return lading.check_drop(p, self, operand)
        if verb == Verb.TAKE:
            return lading.check_take(p, self, operand)
        if verb == Verb.TAKE_GENERAL:
            return lading.check_take_general(p, self, operand)
        if verb == Verb.TAKE_ROYAL:
            return lading.check_take_royal(p, self, operand)
        if verb == Verb.AT:
            return lading.check_source(p, self, operand)
        if verb == Verb.DONE:
            return Refusal("13.1.7", "refusal.nobody_ends_at_sea")
        return NOT_ASKED

    def check_leaving(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if verb == Verb.LEAVE:
            return lading.check_leave(p, self, operand)
        if verb == Verb.LEAVE_GENERAL:
            return lading.check_leave_general(p, self, operand)
        if verb == Verb.LEAVE_ROYAL:
            return lading.check_leave_royal(p, self, operand)
        if verb in (Verb.DONE, Verb.ATTACK):
            return self.check_dropped(p, verb)
        return NOT_ASKED

    def check_dropped(self, p: Play, verb: int) -> Refusal | None:
        """Dropped CUs attack the Generals they find there (13.2.14, 10.I)."""
        facts = args(space=("space", self.space))
        enemies = general_factions(p, self.drop) & ~(1 << self.seat)
        attacks = bool(enemies) and self.cus != NO_FORCES
        if verb == Verb.ATTACK:
            return None if attacks else Refusal("13.2.14", "refusal.nobody_attacks", facts)
        if attacks:
            return Refusal("13.2.14", "refusal.say_attack", facts)
        nothing = not self.generals and self.cus == NO_FORCES and not self.royals
        return Refusal("13.2.6", "refusal.drop_something_off") if nothing else None

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage == ESCORT:
            self.take_escort(p, verb, operand)
        elif self.stage == LEAVING:
            self.take_leaving(p, verb, operand)
        elif verb == Verb.SAIL:
            sail(p, self, operand)
        elif verb == Verb.LAND:
            land(p, self, operand)
        elif verb == Verb.DROP:
            lading.guard_left_behind(p, self)
            p.replace(self._replace(stage=LEAVING, drop=operand, source=-1, generals=0, cus=NO_FORCES, royals=0))
        elif verb == Verb.AT:
            p.replace(self._replace(source=operand))
        else:
            lading.take_aboard(p, self, verb, operand)

    def take_escort(self, p: Play, verb: int, fleet: int) -> None:
        if verb == Verb.ESCORT:
            p.replace(self._replace(escort=self.escort | 1 << fleet))
        else:
            p.replace(self._replace(stage=STOP))
            embark(p, self)

    def take_leaving(self, p: Play, verb: int, operand: int) -> None:
        if verb in (Verb.DONE, Verb.ATTACK):
            bit = lading.INSIDE if p.is_inside(self.drop) else lading.OUTSIDE
            p.replace(self._replace(stage=DROPPED, dropped=self.dropped | bit))
            drop_off(p, self)
        else:
            lading.put_ashore(p, self, verb, operand)


# 13.2.2 to 13.2.5


def embark(p: Play, v: Voyage) -> None:
    """13.2.2: from land to sea, for 0 MPs."""
    s = p.state
    army = army_of(p)
    s.naval_mover = 1
    s.naval_cus += troops.count(army.cus)
    aboard = army.moved_to(p, p.at_sea(v.space))
    change_army(p, aboard._replace(port=v.port, escort=v.escort, sea=army.sea | AT_SEA))
    p.note(
        "embarks",
        "13.2.2",
        who=("faction", v.seat),
        generals=("generals", tuple(members(army.generals))),
        cus=("forces", army.cus),
        royals=("royals", tuple(members(army.royals))),
        at=("location", v.port),
        fleets=("fleets", tuple(members(v.escort))),
    )


def sail(p: Play, v: Voyage, target: int) -> None:
    """13.2.3: the next space is announced."""
    lading.guard_left_behind(p, v)
    army = army_of(p)
    cost = sea_cost(p, army, v.space, target)
    sailing = army._replace(spent=army.spent + cost)
    change_army(p, sailing)
    p.replace(v._replace(stage=ANNOUNCED, target=target, source=-1))
    p.note(
        "announces_sail",
        "13.2.3",
        who=("faction", v.seat),
        space=("space", target),
        cost=("number", cost),
        mps=("number", sailing.left(p)),
    )
    if not v.sailed:
        leave_stronghold(p, v, army)


def leave_stronghold(p: Play, v: Voyage, army: Army) -> None:
    """10.A.2, 16.9.15, A56: in by land and out by sea."""
    if army.entered in LAND_PATHS and army.passes_stronghold(p, v.space):
        cavalry = p.option(Option.CAVALRY) and army.cus[Unit.CAVALRY]
        column = 1 if cavalry else p.edition.stronghold_column
        attrition.begin(p, v.seat, p.at_sea(v.space), army.cus, "10.A.2", column)


def declarations(p: Play, v: Voyage) -> None:
    """13.2.4: after a storm, and against The Pontic Fleet (13.3.2), there are none."""
    if not v.storm and not army_of(p).waters:
        naval_battle.begin(p, v.seat, v.target, v.escort)


def go_on(p: Play, v: Voyage) -> None:
    if v.lost or v.storm:
        turn_back(p, v)
    else:
        enter(p, v)


def turn_back(p: Play, v: Voyage) -> None:
    """13.2.4, 13.2.5, 13.3.D.6: everything aboard goes back to the Embarkation Port, and all MPs are lost."""
    forfeit(p)
    sea = p.at_sea(v.space)
    lading.refresh_army(p, sea)
    army = army_of(p)
    p.replace(v._replace(stage=RETURNED))
    rule = "13.3.D.6" if v.lost else "13.2.4"
    retreat.begin(p, v.seat, v.seat, sea, v.port, army.generals, army.cus, army.royals, rule)


def after_return(p: Play, v: Voyage) -> None:
    """A70: a lost Naval Battle ends the activation; after a storm only moves of 0 MPs are left."""
    army = army_of(p)
    ashore = army._replace(sea=army.sea | LANDED, stale=1)
    change_army(p, ashore)
    upkeep(p)
    if v.lost:
        ashore.finish(p)


def enter(p: Play, v: Voyage) -> None:
    """13.2.6"""
    lading.refresh_army(p, p.at_sea(v.space))
    sea = p.at_sea(v.target)
    change_army(p, army_of(p).moved_to(p, sea))
    entered = v._replace(stage=STOP, space=v.target, target=-1, sailed=v.sailed + 1, dropped=0, drop=-1)
    p.replace(entered._replace(source=lading.first_source(p, entered)))
    p.note("sails", "13.2.6", who=("faction", v.seat), space=("space", v.target))
    upkeep(p, sea)


# 13.2.14 Dropped pieces


def drop_off(p: Play, v: Voyage) -> None:
    """13.2.14: the pieces that are left run the land Procedure by themselves, but not inside an own city."""
    generals = v.generals
    if not lading.is_guarded(p, v):
        generals |= 1 << place_guard(p, v.seat, v.drop)
    p.note(
        "drops_off",
        "13.2.6",
        who=("faction", v.seat),
        generals=("generals", tuple(members(generals))),
        cus=("forces", v.cus),
        royals=("royals", tuple(members(v.royals))),
        at=("location", v.drop),
    )
    if not p.is_inside(v.drop):
        seat = v.seat
        march.begin(p, seat, seat, v.drop, v.port, DROPPED_OFF, generals=generals, cus=v.cus, royals=v.royals)


def after_drop_off(p: Play, v: Voyage) -> None:
    """A71: the General at sea has no part in a battle of theirs and keeps his MPs."""
    change_army(p, army_of(p)._replace(forfeited=0))
    upkeep(p, p.at_sea(v.space))


# 13.2.11 Landing


def check_land(p: Play, v: Voyage, location: int) -> Refusal | None:
    if p.is_inside(location) and v.sailed and p.space(location) == v.space:
        return lading.finds_room(p, v.seat, v.space, troops.number_of(p.state, p.at_sea(v.space), v.seat))
    refusal = lading.check_location(p, v, location)
    if refusal is not None and refusal.key == "refusal.truce" and is_stranded(p, v):
        return None
    return refusal


def is_stranded(p: Play, v: Voyage) -> bool:
    """13.1.7: neither a way on nor the inside of a city; then not even a truce bars the landing."""
    army = army_of(p)
    ways = any(check_sail(p, army, v.space, target) is None for target, _ in p.board.sea_links[v.space])
    if ways and lading.check_left_behind(p, v) is None:
        return False
    return lading.finds_room(p, v.seat, v.space, troops.count(army.cus)) is not None


def land(p: Play, v: Voyage, location: int) -> None:
    """The Naval Movement ends; outside an own city the land Procedure follows from step B."""
    lading.guard_left_behind(p, v)
    army = army_of(p)
    entered = int(PathKind.SEA) if army.cus != NO_FORCES else -1
    landed = army.moved_to(p, location)._replace(
        sea=army.sea | LANDED, entered=entered, back=v.port, trail=(*army.trail, v.port), how=LANDING
    )
    change_army(p, landed)
    p.pop()
    p.note("lands", "13.2.11", who=("faction", v.seat), at=("location", location))
    if p.is_inside(location):
        upkeep(p, location)
    else:
        march.begin(p, v.seat, v.seat, location, v.port, LANDING)
