"""The decisions of movement: whom to activate, whom to take along, where to march or sail, what to do there."""

from typing import Final

from diadochi.bots.satrap import fortune
from diadochi.bots.satrap.goals import STRIDE, Goal, Goals, Group
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.reason import Choice, because
from diadochi.model.board import Kind
from diadochi.model.ids import LocationId, RoyalId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, location_in
from diadochi.model.pieces import NO_FORCES, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, generals_in, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import Activations, Army, Play, Voyage, route_cost, route_end
from diadochi.rules.face import activated_army as army

WORTH_MOVING: Final = 0.08
CART_ESCORT: Final = 7
"""The bearers of the Cart leave nobody behind unless they are more than these."""
STRONGEST_FIRST: Final = (Unit.SILVER_SHIELDS, Unit.ROYAL, Unit.LOYAL, Unit.ELEPHANT, Unit.CAVALRY, Unit.MERCENARY)


def segment(mind: Mind) -> Choice:
    """6.3: move, or raise a Mercenary."""
    total = sum(max(0.0, gain) for gain, _, _ in prospects(mind, STRIDE))
    verb = Verb.CAMPAIGN if total > mind.temper.campaign else Verb.MERCENARY
    return Choice(code(verb))


def nobody_activated(mind: Mind) -> Choice:
    """After a Mercenary: everybody stays as he is."""
    return Choice(code(Verb.DONE))


def prospects(mind: Mind, mps: float, goals: Goals | None = None) -> list[tuple[float, Group, Goal]]:
    """For every group: what moving promises beyond staying; what one goes for the others leave."""
    goals = Goals(mind) if goals is None else goals.without_claims()
    out = []
    for group in sorted(goals.groups(), key=lambda g: -g.size):
        if not can_lead(mind, group) or stays_home(mind, group):
            continue
        stay = goals.goal_here(group, mind.p.space(group.at), 0.0)
        goal = goals.best(group, mps)
        gain = goal.worth - max(stay.worth, stay.prize)
        if goal.space != mind.p.space(group.at):
            goals.claim(goal)
        elif goal.prize > 0.05 and goals.holding(group, space_id(goal.space))[1]:
            gain = max(gain, mind.temper.stay_and_besiege * goal.prize)
        else:
            gain = 0.0
        out.append((gain, group, goal))
    return out


def stays_home(mind: Mind, group: Group) -> bool:
    """The Cart may not move yet, and is not left alone."""
    s, cart = mind.s, mind.s.royals[Royal.FUNERAL_CART]
    if not mind.temper.rush or s.turn >= mind.p.edition.cart_moves_from_turn or cart < 0:
        return False
    return s.royal_owner[Royal.FUNERAL_CART] == mind.seat and mind.p.space(cart) == mind.p.space(group.at)


def can_lead(mind: Mind, group: Group) -> bool:
    return bool(group.generals) or group.cus != NO_FORCES


def activate(mind: Mind) -> Choice:
    """9.1: whom to move next."""
    frame = mind.s.agenda[-1]
    assert isinstance(frame, Activations)
    options: dict[int, list[int]] = {}
    for c in mind.codes:
        options.setdefault(c >> SHIFT, []).append(c & MASK)
    best, chosen = WORTH_MOVING, code(Verb.DONE)
    for gain, group, _ in prospects(mind, float(frame.mps) or 2.0 + frame.die / 3):
        action = leading(group, options)
        if action is not None and gain > best:
            best, chosen = gain, action
    return Choice(chosen)


def leading(group: Group, options: dict[int, list[int]]) -> int | None:
    for general in group.generals:
        if general in options.get(Verb.ACTIVATE, ()):
            return code(Verb.ACTIVATE, general)
    if group.at in options.get(Verb.MUSTER, ()):
        return code(Verb.MUSTER, group.at)
    return None


def fetch(mind: Mind) -> Choice:
    """Which Minor General is taken from where he stands: the one with the fewest CUs."""

    def missed(action: int) -> float:
        at = mind.s.generals[action & MASK]
        free = mind.s.pcs[mind.p.space(at)] == mind.seat
        return (0 if free else 10) + rules.number_of_cus(mind.s, at, mind.seat)

    return Choice(min(mind.codes, key=missed))


# An activated Army


class Marching:
    """One decision of an activated group."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.p, self.s = mind.p, mind.s
        found = army(mind.p)
        assert found is not None
        self.army: Army = found
        self.goals = Goals(mind)
        self.offered = set(mind.codes)
        self.here = self.p.space(self.army.at)
        self.mps = float(self.army.left(self.p))

    def can(self, verb: int, operand: int = 0) -> bool:
        return code(verb, operand) in self.offered

    def decide(self) -> Choice:
        fetching = self.fetch_cart()
        if fetching is not None:
            return Choice(fetching)
        if self.army.stop == 0:
            taking = self.pick_up()
            if taking is not None:
                return Choice(taking)
        act = self.act_here()
        if act is not None:
            return act
        return self.go_on()

    def group(self) -> Group:
        return Group(self.army.at, tuple(generals_in(self.army.generals)), self.army.cus, self.army.royals)

    # Picking up

    def fetch_cart(self) -> int | None:
        """The General goes alone behind his own walls and brings the Cart and the royal family out."""
        s, seat = self.s, self.mind.seat
        cart = s.royals[Royal.FUNERAL_CART]
        mine = s.royal_owner[Royal.FUNERAL_CART] == seat and 2 <= s.turn <= 3 and self.here != self.p.edition.pella
        if mine and self.army.cus == NO_FORCES and cart == self.p.inside(self.here) and self.army.at == self.here:
            return code(Verb.GO_INSIDE) if self.can(Verb.GO_INSIDE) else None
        if self.p.is_inside(self.army.at) and mine and (cart == self.army.at or self.bears_cart()):
            for royal in range(len(s.royals)):
                if self.can(Verb.TAKE_ROYAL, royal):
                    return code(Verb.TAKE_ROYAL, royal)
            return code(Verb.COME_OUT) if self.can(Verb.COME_OUT) else None
        return None

    def pick_up(self) -> int | None:
        takes = [c for c in self.mind.codes if c >> SHIFT == Verb.TAKE]
        if takes:
            left = rules.count_cus(self.army.available(self.p))
            guard = self.guard(left + rules.count_cus(self.army.cus))
            if guard < left:
                if guard == 0 and self.can(Verb.TAKE_ALL) and not self.leaves_royals():
                    return code(Verb.TAKE_ALL)
                for unit in STRONGEST_FIRST:
                    if self.can(Verb.TAKE, unit):
                        return code(Verb.TAKE, unit)
        if self.army.cus != NO_FORCES:
            for royal in range(len(self.s.royals)):
                if self.can(Verb.TAKE_ROYAL, royal) and self.takes_royal(
                    RoyalId(royal), rules.count_cus(self.army.cus)
                ):
                    return code(Verb.TAKE_ROYAL, royal)
        if self.army.remaining(self.p) == NO_FORCES:
            for c in self.mind.codes:
                if c >> SHIFT == Verb.TAKE_GENERAL:
                    return c
        return None

    def leaves_royals(self) -> bool:
        """Some of the royal family here would rather stay."""
        size = rules.count_cus(self.army.cus) + rules.count_cus(self.army.available(self.p))
        royals = range(len(self.s.royals))
        return any(self.can(Verb.TAKE_ROYAL, r) and not self.takes_royal(RoyalId(r), size) for r in royals)

    def takes_royal(self, royal: RoyalId, size: int) -> bool:
        if royal == Royal.FUNERAL_CART:
            return size >= 3 and self.s.turn >= 2
        home = self.s.pcs[self.here] == self.mind.seat
        cart = self.army.royals >> Royal.FUNERAL_CART & 1
        return size >= 3 and (not home or bool(cart) or not self.p.is_inside(self.army.at))

    def guard(self, total: int) -> int:
        """How many CUs stay where the group begins."""
        if total < 2 or self.army.trail:
            return 0
        with_cart = self.goals.royals_at(self.army.at) >> Royal.FUNERAL_CART & 1
        if with_cart and (total <= CART_ESCORT or self.mind.temper.rush):
            return 0
        owner = self.s.pcs[self.here]
        if owner == self.mind.seat:
            return 1 if self.holds_treasure() and total >= 5 else 0
        if owner == INDEPENDENT or (rules.is_major_city(self.p, self.here) and owner != NOBODY):
            return 0
        return 1 if self.goals.gain(self.here) > self.mind.temper.guard and self.has_guard() else 0

    def has_guard(self) -> bool:
        return self.army.check_guard(self.p) is None

    def holds_treasure(self) -> bool:
        return self.goals.menace.get(self.here, 0) > 0 and -self.mind.pc_gain(self.here, NOBODY) > 1.5

    # Acting where it stands

    def act_here(self) -> Choice | None:
        """A Siege or the removal of a PC, when nothing better is near."""
        siege = code(Verb.SIEGE, self.here)
        if siege in self.offered:
            worth = self.goals.holding(self.group(), self.here)[0]
            if worth > 0.1 and worth >= self.mind.temper.act_now * self.onward().worth:
                chance = fortune.siege_chance(self.p, self.mind.seat, self.here, self.army.commander())
                return because(self.mind, siege, "reason.siege", space=self.here, chance=chance, gain=worth)
        remove = code(Verb.REMOVE_PC, self.here)
        if remove in self.offered:
            gain = self.mind.pc_gain(self.here, NOBODY)
            onward = self.onward()
            if gain > 0 and (onward.space == self.here or onward.worth < gain):
                return because(self.mind, remove, "reason.remove_pc", space=self.here, gain=gain)
        return None

    def onward(self) -> Goal:
        sea = self.p.board.spaces[self.here].port and not self.army.sea & 4
        return self.goals.best(self.group(), self.mps, sea=bool(sea))

    def go_on(self) -> Choice:
        goal = self.onward()
        if goal.space == self.here and self.worth_leaving_one():
            rest = self.without_one()
            goal = self.goals.best(rest, self.mps, staying=False)
            if goal.worth > WORTH_MOVING and goal.away <= self.mps:
                return Choice(self.leave_one())
            return Choice(code(Verb.DONE))
        if goal.space == self.here or goal.worth <= WORTH_MOVING:
            return self.finish()
        if self.worth_leaving_one() and not goal.fight:
            return Choice(self.leave_one())
        return self.step(goal)

    def finish(self) -> Choice:
        if self.p.is_inside(self.army.at) and self.can(Verb.COME_OUT) and not self.can(Verb.DONE):
            return Choice(code(Verb.COME_OUT))
        return Choice(code(Verb.DONE) if self.can(Verb.DONE) else self.mind.codes[0])

    def worth_leaving_one(self) -> bool:
        """A CU that stays will put a PC there (6.1)."""
        number = rules.count_cus(self.army.cus)
        if self.mind.temper.rush and self.bears_cart():
            return False
        if number < (CART_ESCORT + 1 if self.bears_cart() else 2) or self.army.cus == self.army.fresh:
            return False
        owner = self.s.pcs[self.here]
        if owner in (INDEPENDENT, self.mind.seat) or (owner != NOBODY and rules.is_major_city(self.p, self.here)):
            return False
        if rules.count_cus(self.army.remaining(self.p)) or self.cheapest() is None or not self.has_guard():
            return False
        return self.goals.gain(self.here) > self.mind.temper.guard

    def bears_cart(self) -> bool:
        return bool(self.army.royals >> Royal.FUNERAL_CART & 1)

    def cheapest(self) -> int | None:
        for unit in reversed(STRONGEST_FIRST):
            if self.can(Verb.LEAVE, unit):
                return int(unit)
        return None

    def leave_one(self) -> int:
        unit = self.cheapest()
        assert unit is not None
        return code(Verb.LEAVE, unit)

    def without_one(self) -> Group:
        unit = self.cheapest()
        cus = tuple(n - (u == unit) for u, n in enumerate(self.army.cus))
        return self.group()._replace(cus=cus)

    def step(self, goal: Goal) -> Choice:
        """Towards the goal, by land or by sea."""
        if self.p.is_inside(self.army.at) and not goal.by_sea and self.can(Verb.COME_OUT):
            return Choice(code(Verb.COME_OUT))
        if goal.by_sea and self.can(Verb.EMBARK):
            return self.towards(code(Verb.EMBARK), goal)
        if self.can(Verb.MARCH, goal.first) and not goal.by_sea:
            if self.would_starve(space_id(goal.first)):
                return self.finish()
            return self.towards(code(Verb.MARCH, goal.first), goal)
        if goal.by_sea:
            goal = self.goals.best(self.group(), self.mps, sea=False)
            if goal.space != self.here and goal.worth > WORTH_MOVING and self.can(Verb.MARCH, goal.first):
                return self.towards(code(Verb.MARCH, goal.first), goal)
        if self.p.is_inside(self.army.at) and self.can(Verb.COME_OUT):
            return Choice(code(Verb.COME_OUT))
        return self.finish()

    def would_starve(self, space: SpaceId) -> bool:
        """6.4.1: the march would end on a Transit Point with too many CUs."""
        p = self.p
        if p.board.spaces[space].kind != Kind.TRANSIT or self.bears_cart():
            return False
        cost = min(p.board.path_cost[kind] for end, kind in p.board.land_links[self.here] if end == space)
        onward = min(p.board.path_cost[kind] for end, kind in p.board.land_links[space] if end != self.here)
        number = rules.count_cus(self.army.cus) + rules.number_of_cus(self.s, space, self.mind.seat)
        return self.mps - cost < onward and number > p.edition.forage_limit_transit

    def towards(self, action: int, goal: Goal) -> Choice:
        if goal.fight:
            defender = self.goals.enemies[goal.space][0]
            chance = self.goals.chances(self.group(), space_id(goal.space), defender).win
            return because(
                self.mind, action, "reason.attack", space=goal.space, who=defender, chance=chance, gain=goal.prize
            )
        return because(self.mind, action, "reason.march", space=goal.space, gain=goal.prize)


def march(mind: Mind) -> Choice:
    return Marching(mind).decide()


# At sea


def at_sea(mind: Mind) -> Choice:
    """13.2: sail on, or land; a route is announced in the same way."""
    p = mind.p
    voyage = mind.s.agenda[-1]
    group = army(p)
    assert group is not None and isinstance(voyage, Voyage)
    space = route_end(p, voyage)
    goals = Goals(mind)
    party = Group(space, tuple(generals_in(group.generals)), group.cus, group.royals)
    lands = [c for c in mind.codes if c >> SHIFT == Verb.LAND]
    sails = {c & MASK: c for c in mind.codes if c >> SHIFT == Verb.SAIL}
    mps = float(group.left(p) - route_cost(p, voyage))
    scored = [(landing_worth(mind, goals, party, location_in(c), mps), c) for c in lands]
    if code(Verb.DONE) in mind.codes:
        scored.append((landing_worth(mind, goals, party, space, mps), code(Verb.DONE)))
    for end, c in sails.items():
        left = mps - sea_cost(p, space, LocationId(end))
        scored.append((best_landing(mind, goals, party, space_id(end), left, {space, end}) - 0.05, c))
    if scored:
        return Choice(max(scored)[1])
    return Choice(mind.rng.choice(mind.codes))


def sea_cost(p: Play, space: SpaceId, end: LocationId) -> float:
    board = p.board
    return float(min(board.path_cost[kind] for e, kind in board.sea_links[space] if e == end))


def landing_worth(mind: Mind, goals: Goals, party: Group, location: LocationId, mps: float) -> float:
    """What the party promises itself from a shore, and from where it can march from there."""
    space = mind.p.space(location)
    ashore = party._replace(at=space)
    worth = goals.promise(ashore, space)[0]
    if space in goals.enemies and worth <= 0:
        return -5.0
    onward = goals.best(ashore, mps, sea=False, staying=False).worth
    return max(worth, onward)


def best_landing(mind: Mind, goals: Goals, party: Group, space: SpaceId, mps: float, seen: set[int]) -> float:
    best = landing_worth(mind, goals, party, space, mps) if mps >= 0 else -9.0
    if mps >= 1:
        for end, _ in mind.p.board.sea_links[space]:
            if end not in seen and len(seen) < 8:
                seen.add(end)
                left = mps - sea_cost(mind.p, space, end)
                if left >= 0:
                    best = max(best, best_landing(mind, goals, party, end, left, seen) - 0.05)
    return best


def drop_off(mind: Mind) -> Choice:
    ends = [c for c in (code(Verb.DONE), code(Verb.ATTACK)) if c in mind.codes]
    return Choice(ends[0] if ends else mind.codes[0])


def escort(mind: Mind) -> Choice:
    """13.2.1: all available Fleets come along."""
    fleets = [c for c in mind.codes if c >> SHIFT == Verb.ESCORT]
    return Choice(fleets[0] if fleets else code(Verb.DONE))
