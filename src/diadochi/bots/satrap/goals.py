"""Where an Army wants to go: what each space promises it, how far it is, and what could happen there."""

import heapq
from collections.abc import Iterator
from typing import Final, NamedTuple

from diadochi.bots.satrap import evaluation, fortune
from diadochi.bots.satrap.mind import Mind
from diadochi.model.board import SEA_PATHS, Board, Kind
from diadochi.model.ids import FactionId, FleetId, LocationId, RoyalId, SpaceId
from diadochi.model.material import Material
from diadochi.model.pieces import HEIRS, NO_FORCES, Forces, Royal, Unit
from diadochi.model.state import FACTIONS, INDEPENDENT, NOBODY, numbered, royals_in, space_id, subtract
from diadochi.rules import face as rules
from diadochi.rules.face import (
    Play,
    commander,
    fleet_strength,
    generals_at,
    is_available,
    prestige,
)

STRIDE: Final = 3.3
"""MPs of an ordinary activation."""
STRONGHOLD_RISK: Final = 0.4
FIGHT_TOLL: Final = 4.0
TITLE_TOLL: Final = 5.0
NEVER: Final = -1.0
MARCH: Final = 3
LEAST: Final = 0.05
FAR: Final = 40.0
"""MPs within which goals are looked for with the Cart: the way to Pella."""
AFTERWARDS: Final = 0.5
"""What a PC is worth in the last round before a Regency that will change hands only after it."""
RALLY: Final = 12
"""Armies join each other up to so many CUs."""


class Group(NamedTuple):
    """Pieces of one seat that may move together."""

    at: int
    generals: tuple[int, ...]
    cus: Forces
    royals: int = 0

    @property
    def size(self) -> int:
        return rules.count_cus(self.cus)

    @property
    def leader(self) -> int:
        return self.generals[0] if self.generals else -1


class Goal(NamedTuple):
    """A space worth going to (or staying in): its worth now, MPs away, and the first space on the way."""

    space: int
    worth: float
    away: float
    first: int
    by_sea: bool
    fight: bool
    prize: float


class Reach(NamedTuple):
    """Of every space that can be reached: MPs, the first space on the way, whether that step is by sea."""

    away: dict[int, float]
    first: dict[int, int]
    by_sea: dict[int, bool]


class Goals:
    """The goals of one seat's Armies in one position."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.temper = mind.temper
        self.p = mind.p
        self.s = mind.s
        self.seat = mind.seat
        self._claims: dict[int, float] = {}
        self._reaches: dict[tuple[Group, bool], Reach] = {}
        self._promises: dict[tuple[Group, int], tuple[float, float, bool]] = {}
        self._grounds: dict[int, tuple[float, float]] = {}
        self.royal_spaces = {self.p.space(at) for at in self.s.royals if at >= 0}
        self._enemies: dict[int, list[FactionId]] | None = None
        self._sea_risk: float | None = None
        self._is_finish: bool | None = None
        self._gains: dict[int, float] | None = None
        self._special: frozenset[int] | None = None
        self._rallies: frozenset[int] | None = None
        self._burial_threat: float | None = None
        self._burial_road: frozenset[int] | None = None
        self._hostile_armies: list[tuple[int, int, FactionId]] | None = None
        self._menace: dict[int, int] | None = None

    # The ground

    @property
    def enemies(self) -> dict[int, list[FactionId]]:
        """By space: the Factions with enemy CUs on its land (outside)."""
        if self._enemies is None:
            self._enemies = self._find_enemies()
        return self._enemies

    def _find_enemies(self) -> dict[int, list[FactionId]]:
        out: dict[int, list[FactionId]] = {}
        for key in self.s.cus:
            location, faction = divmod(key, FACTIONS)
            if faction != self.seat and location < self.p.spaces:
                out.setdefault(location, []).append(FactionId(faction))
        return out

    def reach(self, group: Group, *, sea: bool) -> Reach:
        if (group, sea) not in self._reaches:
            self._reaches[group, sea] = self.explore(group, sea=sea)
        return self._reaches[group, sea]

    def explore(self, group: Group, *, sea: bool) -> Reach:
        p = self.p
        start = p.space(group.at)
        cost = p.board.path_cost
        sea = sea and group.size <= p.edition.naval_limit - self.s.naval_cus
        away: dict[int, float] = {start: 0.0}
        first: dict[int, int] = {}
        by_sea: dict[int, bool] = {}
        horizon = FAR if group.royals >> Royal.FUNERAL_CART & 1 else self.temper.near
        risk = self.sea_risk if sea else 0.0
        links = p.board.links if sea else p.board.land_links
        queue: list[tuple[float, int]] = [(0.0, start)]
        done = set()
        while queue:
            so_far, space = heapq.heappop(queue)
            if space in done or so_far > horizon:
                continue
            done.add(space)
            blocked, toll = False, 0.0
            if space != start:
                blocked = space in self.enemies and self.blocks(group, space_id(space))
                toll = self.toll(group, space_id(space))
            for end, kind in links[space]:
                ship = kind in SEA_PATHS
                if blocked and not ship:
                    continue
                total = so_far + cost[kind] + toll + (risk if ship else 0.0)
                if total < away.get(end, 99.0):
                    away[end] = total
                    first[end] = end if space == start else first[space]
                    by_sea[end] = ship if space == start else by_sea[space]
                    heapq.heappush(queue, (total, end))
        return Reach(away, first, by_sea)

    def blocks(self, group: Group, space: SpaceId) -> bool:
        """Enemy CUs that can neither be overrun nor, by the bearers of the Cart, be fought through."""
        there = self.enemies.get(space)
        if not there or self.overruns(group, space):
            return False
        bears_cart = group.royals >> Royal.FUNERAL_CART & 1
        return not bears_cart or any(self.stops_cart(group, space, f) for f in there)

    def stops_cart(self, group: Group, space: SpaceId, faction: FactionId) -> bool:
        chance = self.chances(group, space, faction).win
        if chance < self.temper.fight_through:
            return True
        return self.mind.champion_cost(faction) > self.temper.lost_throne

    def overruns(self, group: Group, space: SpaceId) -> bool:
        """10.J.1"""
        number = sum(rules.number_of_cus(self.s, space, f) for f in self.enemies.get(space, ()))
        return number * self.p.edition.overrun_ratio <= group.size

    def toll(self, group: Group, space: SpaceId) -> float:
        """What passing through a space costs besides the MPs, in MPs."""
        if self.temper.rush and space in self.enemies and self.costs_title(group, space):
            return TITLE_TOLL
        if space in self.enemies and not self.overruns(group, space):
            return FIGHT_TOLL
        return STRONGHOLD_RISK if self.is_wild(space) else 0.0

    def costs_title(self, group: Group, space: SpaceId) -> bool:
        """The bearers of the Cart would have to attack a fellow Champion, and need their title (3.7.2)."""
        if not group.royals >> Royal.FUNERAL_CART & 1 or not self.mind.needs_title():
            return False
        return any(self.mind.champion_cost(faction) for faction in self.enemies[space])

    @property
    def sea_risk(self) -> float:
        """Of every space by sea, in MPs: more where others have the stronger Fleets."""
        if self._sea_risk is None:
            self._sea_risk = self._find_sea_risk()
        return self._sea_risk

    def _find_sea_risk(self) -> float:
        strength = [0] * self.s.players
        for fleet, owner in numbered(FleetId, self.s.fleet_owner):
            if owner >= 0 and is_available(self.p, owner, fleet):
                strength[owner] += fleet_strength(self.p, fleet)
        others = max(x for seat, x in enumerate(strength) if seat != self.seat)
        return self.temper.sea_risk + 0.4 * max(0, others - strength[self.seat])

    def is_wild(self, space: SpaceId) -> bool:
        return self.s.pcs[space] == INDEPENDENT and self.p.board.spaces[space].kind == Kind.STRONGHOLD

    # Battle

    def chances(self, group: Group, space: SpaceId, defender: FactionId) -> fortune.Clash:
        """A Land Battle of the group against those who stand in a space."""
        p = self.p
        fame, other_fame = self.own_prestige(group), prestige(p, defender, space, True)
        own = self.fighting(group.cus, fame, other_fame)
        cus = self.fighting(self.s.cus_of(space, defender), other_fame, fame)
        if own == NO_FORCES:
            return fortune.Clash(0.0, 0.0, 1.0)
        if cus == NO_FORCES:
            return fortune.Clash(1.0, 0.0, 0.0)
        attack = fortune.strength(p, own) + self.local(space)
        defence = fortune.strength(p, cus) + rules.local_troops(p, defender, space)
        rating = p.pieces.generals[group.leader].battle if group.generals else 0
        other_rating = rules.battle_rating(p, defender, space, self.seat)
        return fortune.clash(p.tables, attack, rating, defence, other_rating)

    def fighting(self, cus: Forces, own: int, other: int) -> Forces:
        """7.2.F.9: without the Royal Army where its side has the lower Prestige."""
        if own >= other or not cus[Unit.ROYAL]:
            return cus
        return subtract(cus, (0, 0, cus[Unit.ROYAL], 0, 0, 0))

    def own_prestige(self, group: Group) -> int:
        points = self.s.legitimacy[self.seat]
        if group.generals:
            points += self.p.pieces.generals[group.leader].popularity + self.s.popularity[group.leader]
        return max(points, 0)

    def local(self, space: SpaceId) -> int:
        s = self.s
        province = self.p.board.spaces[space].province
        return int(s.pcs[space] == self.seat) + 2 * int(s.province_owner[province] == self.seat)

    def stake(self, group: Group) -> float:
        """What is lost with the group."""
        worth = evaluation.forces_worth(group.cus, self.temper) + 0.5 * len(group.generals)
        for royal in royals_in(group.royals):
            worth += self.royal_worth(royal)
        return worth * self.temper.troops

    def royal_worth(self, royal: RoyalId) -> float:
        mind = self.mind
        if royal == Royal.FUNERAL_CART:
            own = evaluation.cart_worth(self.p, self.s.legitimacy[self.seat], self.temper)
            return own * mind.temper.crown if self.s.turn <= 3 else 0.0
        points = self.p.pieces.royals[royal].legitimacy * mind.crown_rate
        if royal in HEIRS and any(self.s.royal_owner[h] == self.seat for h in HEIRS if h != royal):
            points *= 0.5
        return points + (self.temper.alexandros if royal == Royal.ALEXANDROS and self.s.turn <= 3 else 0.0)

    def prize(self, space: SpaceId, faction: FactionId) -> float:
        """What a victory over a Faction in a space takes from it."""
        s = self.s
        weight = self.temper.spoils + (0.0 if faction == INDEPENDENT else self.mind.weights[faction])
        worth = evaluation.forces_worth(s.cus_of(space, faction), self.temper) * 0.9
        worth = (worth + 0.6 * len(generals_at(self.p, space, faction))) * weight
        for royal, at in numbered(RoyalId, s.royals):
            if at == space and s.royal_owner[royal] == faction:
                worth += self.royal_worth(royal) * (1.0 + weight if royal in (0, 1, 2, 6) else weight)
        if self.p.space(s.royals[Royal.FUNERAL_CART]) == space and s.royal_owner[Royal.FUNERAL_CART] == faction:
            worth += self.temper.stop_burial * self.burial_threat
        if s.pcs[space] == self.seat:
            worth += 0.8 * (-self.mind.pc_gain(space, NOBODY)) + 0.2
        return worth

    # What a space promises

    def promise(self, group: Group, space: SpaceId) -> tuple[float, float, bool]:
        """Its worth to the group if it were there, the MPs for acting there, and whether it has to fight."""
        if (group, space) not in self._promises:
            self._promises[group, space] = self.imagine(group, space)
        return self._promises[group, space]

    def imagine(self, group: Group, space: SpaceId) -> tuple[float, float, bool]:
        worth, cost = self.holding(group, space)
        worth += self.royals_there(group, space)
        fight = False
        for faction in self.enemies.get(space, ()):
            chance = self.chances(group, space, faction)
            if self.overruns(group, space):
                chance = fortune.Clash(1.0, 0.0, 0.0)
            worth, fight = self.after_battle(group, space, faction, chance, worth), True
        return worth - self.danger(group, space), cost, fight

    def after_battle(
        self, group: Group, space: SpaceId, faction: FactionId, chance: fortune.Clash, worth: float
    ) -> float:
        temper = self.temper
        prize = self.prize(space, faction)
        need = temper.courage - (0.1 if prize > 4 else 0.0) - (temper.daring if prize > temper.stop_burial else 0.0)
        if chance.win < need:
            return NEVER
        own = self.stake(group)
        gain = chance.win * (prize + 0.6 * worth) - chance.loss * own - temper.fight_cost * (1 - chance.loss)
        return gain - self.mind.champion_cost(faction)

    def holding(self, group: Group, space: SpaceId) -> tuple[float, float]:
        """What standing there does to the PC of the space, and the MPs that it takes."""
        worth, cost = self.ground(space)
        if worth <= 0.0:
            return worth, cost
        if cost:
            return (worth, cost) if group.size >= self.p.edition.minimum_army else (0.0, 0.0)
        return (0.0, 0.0) if not group.size or self.covered(group, space) else (worth, 0.0)

    def ground(self, space: SpaceId) -> tuple[float, float]:
        """The same for an Army that is large enough; it has to besiege where that takes MPs."""
        if space not in self._grounds:
            self._grounds[space] = self.survey(space)
        return self._grounds[space]

    def survey(self, space: SpaceId) -> tuple[float, float]:
        p, mind = self.p, self.mind
        owner = self.s.pcs[space]
        if owner == self.seat or p.board.spaces[space].kind == Kind.TRANSIT:
            return 0.0, 0.0
        gain = self.gain(space)
        if self.is_finish and owner != INDEPENDENT and not rules.is_major_city(p, space):
            return self.at_the_finish(space, gain)
        if owner == NOBODY or (owner != INDEPENDENT and not rules.is_major_city(p, space)):
            return gain, 0.0
        rolls = fortune.siege_rolls(p, self.seat, space, commander(p, space, self.seat))
        worth = gain * self.temper.siege_patience ** (rolls - 1) - self.temper.siege_cost * rolls
        if owner != INDEPENDENT:
            worth -= mind.champion_cost(owner)
        return max(worth, 0.0), p.tables.siege_cost * rolls

    @property
    def is_finish(self) -> bool:
        """The last round before the game may end with the Game Turn (3.2, 3.3)."""
        if self._is_finish is None:
            self._is_finish = self._find_is_finish()
        return self._is_finish

    def _find_is_finish(self) -> bool:
        return self.temper.finish and self.s.turn >= evaluation.LATE and evaluation.rounds_left(self.p) == 0

    def at_the_finish(self, space: SpaceId, gain: float) -> tuple[float, float]:
        """An enemy PC is removed at once (9.3.D) rather than in a Surrender Segment that may not come."""
        later = AFTERWARDS * gain if self.s.turn in evaluation.REGENTS else 0.0
        now = 0.0 if self.s.pcs[space] == NOBODY else self.mind.pc_gain(space, NOBODY)
        return (now, float(self.p.edition.pc_removal_cost)) if now > later else (later, 0.0)

    def gain(self, space: SpaceId) -> float:
        """What one's own PC there would be worth."""
        gains = self.gains
        if space not in gains:
            gains[space] = self.mind.pc_gain(space, self.seat)
        return gains[space]

    @property
    def gains(self) -> dict[int, float]:
        """Kept as long as no PC changes: an Army that marches on asks for the same."""
        if self._gains is None:
            self._gains = self._find_gains()
        return self._gains

    def _find_gains(self) -> dict[int, float]:
        key = self.p.material.digest, self.seat, tuple(self.s.pcs), tuple(self.mind.weights), self.temper
        if key not in _GAINS:
            if len(_GAINS) >= REMEMBERED:
                del _GAINS[next(iter(_GAINS))]
            _GAINS[key] = {}
        return _GAINS[key]

    def covered(self, group: Group, space: SpaceId) -> bool:
        """CUs of one's own that are not of the group stand there already."""
        there = self.s.cus_of(space, self.seat)
        if space == self.p.space(group.at):
            return rules.count_cus(there) > group.size
        return there != NO_FORCES

    @property
    def special(self) -> frozenset[int]:
        """Where royals stand, Pella, the road of another player's Cart, and where one's own rally."""
        if self._special is None:
            self._special = self._find_special()
        return self._special

    def _find_special(self) -> frozenset[int]:
        return self.burial_road | self.royal_spaces | {self.p.edition.pella} | self.rallies

    @property
    def rallies(self) -> frozenset[int]:
        """Where Armies of Major Generals stand while another player's Cart threatens."""
        if self._rallies is None:
            self._rallies = self._find_rallies()
        return self._rallies

    def _find_rallies(self) -> frozenset[int]:
        s = self.s
        if not self.temper.muster or not self.burial_threat:
            return frozenset()
        own = [s.generals[g] for g in range(self.p.pieces.majors) if s.owners[g] == self.seat]
        return frozenset(x for x in own if 0 <= x < self.p.spaces and rules.number_of_cus(s, x, self.seat) >= 3)

    def rally(self, group: Group, space: SpaceId) -> float:
        """The smaller Army goes to the larger one."""
        there = rules.number_of_cus(self.s, space, self.seat)
        if group.size > there or not group.size or there + group.size > RALLY:
            return 0.0
        return self.temper.muster * self.burial_threat * group.size

    def royals_there(self, group: Group, space: SpaceId) -> float:
        p, s = self.p, self.s
        total = 0.0
        if space not in self.special:
            return total
        if self.temper.muster and space in self.rallies and group.at != space:
            total += self.rally(group, space)
        for royal, at in numbered(RoyalId, s.royals):
            if at < 0 or p.space(at) != space:
                continue
            owner = s.royal_owner[royal]
            cart = royal == Royal.FUNERAL_CART
            if owner == self.seat:
                if cart and self.is_cart_fetched() and space != p.edition.pella and not group.royals >> royal & 1:
                    total += self.temper.fetch_cart * self.temper.crown * (group.size >= 3)
            elif (cart or royal in HEIRS) and at == space and space not in self.enemies:
                total += self.royal_worth(royal) * (1.0 if owner == NOBODY else 1.0 + self.mind.weights[owner])
            elif self.is_my_bride(royal) and at == space and group.size:
                total += self.royal_worth(royal)
        if space == p.edition.pella and group.royals >> Royal.FUNERAL_CART & 1 and s.turn <= 3:
            total += self.temper.burial * self.temper.crown
        if space == p.edition.pella and self.temper.wait and self.may_wait(group):
            total += self.temper.wait * self.burial_threat
        if self.burial_threat and group.size >= 2 and space in self.burial_road and not self.covered(group, space):
            total += self.temper.bar_the_way * self.burial_threat
        return total

    def may_wait(self, group: Group) -> bool:
        """In Pella, without more CUs than are of use there."""
        pella = self.p.edition.pella
        there = rules.number_of_cus(self.s, LocationId(pella), self.seat)
        if self.p.space(group.at) == pella:
            there -= group.size
        return group.size >= self.p.edition.minimum_army and there + group.size <= RALLY

    def is_cart_fetched(self) -> bool:
        """The Cart may move; those in a rush come to it before that."""
        return 2 <= self.s.turn <= 3 or (self.temper.rush and self.s.turn == 1)

    @property
    def burial_threat(self) -> float:
        """How near another player is to winning by a burial in Pella (3.8.7): 0 to 1."""
        if self._burial_threat is None:
            self._burial_threat = self._find_burial_threat()
        return self._burial_threat

    def _find_burial_threat(self) -> float:
        p, s = self.p, self.s
        owner, at = s.royal_owner[Royal.FUNERAL_CART], s.royals[Royal.FUNERAL_CART]
        if owner in (NOBODY, self.seat) or at < 0 or not 2 <= s.turn <= 3:
            return 0.0
        missing = p.edition.victory_legitimacy - p.edition.tomb_pella_legitimacy - s.legitimacy[owner]
        return max(0.5, 1.0 - len(self.burial_road) / 25) * max(0.0, 1.0 - max(0, missing) / 6)

    @property
    def burial_road(self) -> frozenset[int]:
        """The spaces that another player's Cart would pass on the shortest way to Pella."""
        if self._burial_road is None:
            self._burial_road = self._find_burial_road()
        return self._burial_road

    def _find_burial_road(self) -> frozenset[int]:
        owner, at = self.s.royal_owner[Royal.FUNERAL_CART], self.s.royals[Royal.FUNERAL_CART]
        if owner in (NOBODY, self.seat) or at < 0 or not 2 <= self.s.turn <= 3:
            return frozenset()
        return road(self.p, self.p.space(at), LocationId(self.p.edition.pella))

    def is_my_bride(self, royal: RoyalId) -> bool:
        s = self.s
        if s.royal_owner[royal] != NOBODY:
            return False
        brides = (Royal.KLEOPATRA, Royal.THESSALONIKE)
        return royal in brides and s.proposals[brides.index(royal)] == self.seat

    @property
    def hostile_armies(self) -> list[tuple[int, int, FactionId]]:
        """(space, strength, Faction) of every enemy Army that could come."""
        if self._hostile_armies is None:
            self._hostile_armies = self._find_hostile_armies()
        return self._hostile_armies

    def _find_hostile_armies(self) -> list[tuple[int, int, FactionId]]:
        p, s = self.p, self.s
        out = []
        for space, factions in self.enemies.items():
            for faction in factions:
                general = commander(p, LocationId(space), faction)
                if general >= 0 and faction != INDEPENDENT:
                    cus = s.cus_of(LocationId(space), faction)
                    out.append((space, fortune.strength(p, cus) + p.pieces.generals[general].battle, faction))
        return out

    @property
    def menace(self) -> dict[int, int]:
        """By space: the strongest enemy Army that could march in within an activation."""
        if self._menace is None:
            self._menace = self._find_menace()
        return self._menace

    def _find_menace(self) -> dict[int, int]:
        out: dict[int, int] = {}
        for start, strength, _ in self.hostile_armies:
            for space in marches(self.p.material)[start]:
                if strength > out.get(space, 0):
                    out[space] = strength
        return out

    def danger(self, group: Group, space: SpaceId) -> float:
        """What the group risks by standing there."""
        threat = self.menace.get(space, 0)
        if not threat or not (group.size or group.generals):
            return 0.0
        rating = self.p.pieces.generals[group.leader].battle if group.generals else 0
        own = fortune.strength(self.p, group.cus) + rating + self.local(space)
        if own >= threat:
            return 0.0
        share = min(0.3, 0.06 * (threat - own))
        return share * self.stake(group) * self.temper.caution

    # Choosing

    def best(self, group: Group, mps: float, *, sea: bool = True, staying: bool = True) -> Goal:
        """The goal that promises most, nearness counted; staying where it is always is one."""
        here = self.p.space(group.at)
        reach = self.reach(group, sea=sea and not self.s.naval_mover)
        best = self.goal_here(group, here, mps) if staying else Goal(here, -9.0, 0.0, here, False, False, 0.0)
        for space, away in reach.away.items():
            if space == here:
                continue
            claimed = self._claims.get(space, 0.0)
            if not self.promises(space_id(space)):
                continue
            if space not in self.enemies and not self.could_beat(
                group, space_id(space), away, mps, claimed, best.worth
            ):
                continue
            prize, cost, fight = self.promise(group, space_id(space))
            prize -= claimed
            if prize <= LEAST:
                continue
            worth = self.discounted(prize, away + cost, mps)
            if worth > best.worth:
                best = Goal(space, worth, away, reach.first[space], reach.by_sea[space], fight, prize)
        return best

    def promises(self, space: SpaceId) -> bool:
        """Anything at all: its ground, somebody to fight, royals to take or a road to bar."""
        return space in self.enemies or space in self.special or self.ground(space)[0] > LEAST

    def could_beat(self, group: Group, space: SpaceId, away: float, mps: float, claimed: float, least: float) -> bool:
        """A quick look, without the dangers."""
        prize, cost = self.holding(group, space)
        prize += self.royals_there(group, space) - claimed
        return prize > LEAST and self.discounted(prize, away + cost, mps) > least

    def goal_here(self, group: Group, here: int, mps: float) -> Goal:
        prize, cost = self.holding(group, space_id(here))
        prize += self.royals_there(group, space_id(here)) - self.danger(group, space_id(here))
        if group.at >= self.p.spaces:
            prize -= 0.1
        return Goal(here, self.discounted(prize, cost, mps), 0.0, here, False, False, prize)

    def discounted(self, prize: float, cost: float, mps: float) -> float:
        """What a prize is worth that costs more MPs than there are now."""
        if prize <= 0:
            return prize
        patience: float = self.temper.patience ** (max(0.0, cost - mps) / STRIDE)
        return prize * patience - self.temper.per_mp * cost

    def without_claims(self) -> "Goals":
        self._claims.clear()
        return self

    def claim(self, goal: Goal) -> None:
        """Another group is going there: it promises less to the rest."""
        self._claims[goal.space] = self._claims.get(goal.space, 0.0) + goal.prize * 0.8

    # The seat's groups

    def groups(self) -> Iterator[Group]:
        """Everything that has not moved yet, by location."""
        p, s = self.p, self.s
        places = set(rules.locations_of(s, self.seat))
        places |= {s.generals[g] for g in range(len(s.generals)) if s.owners[g] == self.seat and s.generals[g] >= 0}
        for at in sorted(places):
            if p.is_at_sea(at):
                continue
            cus = rules.unmoved_cus(s, at, self.seat)
            generals = tuple(g for g in generals_at(p, at, self.seat) if not s.moved_generals >> g & 1)
            if cus != NO_FORCES or generals:
                yield Group(at, generals, cus, self.royals_at(at))

    def royals_at(self, at: LocationId) -> int:
        """One's own royal family members there, and behind the walls there."""
        s = self.s
        mask = 0
        for royal, place in numbered(RoyalId, s.royals):
            here = place in (at, at + self.p.spaces) and s.royal_owner[royal] == self.seat
            if here and not s.moved_royals >> royal & 1:
                mask |= 1 << royal
        if s.turn < self.p.edition.cart_moves_from_turn and not s.cart_free:
            mask &= ~(1 << Royal.FUNERAL_CART)
        return mask


_GAINS: dict[tuple[object, ...], dict[int, float]] = {}
REMEMBERED: Final = 16
_MARCHES: dict[str, tuple[frozenset[int], ...]] = {}
"""By the material's digest."""


def marches(material: Material) -> tuple[frozenset[int], ...]:
    """For each space those within an ordinary march of it by land."""
    if material.digest not in _MARCHES:
        board = material.board
        _MARCHES[material.digest] = tuple(march_from(board, LocationId(start)) for start in range(len(board.spaces)))
    return _MARCHES[material.digest]


def march_from(board: Board, start: LocationId) -> frozenset[int]:
    seen = {start: 0}
    edge = [start]
    while edge:
        space = edge.pop()
        for end, kind in board.land_links[space]:
            total = seen[space] + board.path_cost[kind]
            if total <= MARCH and total < seen.get(end, MARCH + 1):
                seen[end] = total
                edge.append(end)
    return frozenset(seen)


def road(p: Play, start: LocationId, end: LocationId) -> frozenset[int]:
    """The spaces after the first on the shortest way by land, whatever stands there."""
    away, back = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        so_far, space = heapq.heappop(queue)
        if space == end:
            break
        for other, kind in p.board.land_links[space]:
            total = so_far + p.board.path_cost[kind]
            if total < away.get(other, 99.0):
                away[other], back[other] = total, space
                heapq.heappush(queue, (total, other))
    out = set()
    while end in back and end != start:
        out.add(end)
        end = back[end]
    return frozenset(out)
