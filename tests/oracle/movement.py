"""A second reckoning of chapters 9 to 13.2: at every decision of a movement, what must be offered.

It is written from the numbered rules and from docs/rulings.md, over the plain state, the group that the activation
holds, and the events since the last look. It is slow on purpose: every question is answered from the board anew.
"""

import random
from collections import Counter
from copy import copy
from types import SimpleNamespace
from typing import Any

from diadochi.game import Game
from diadochi.model.board import Kind, PathKind
from diadochi.model.options import Option
from diadochi.model.pieces import Ability, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, TYCHE, State
from diadochi.rules.agenda import Event

Forces = tuple[int, ...]
NOTHING: Forces = (0,) * len(Unit)
DROPPING = 1
"""The stop of a group that has begun to drop off: it picks up nothing before its next act."""


class Table:
    """The board as one sees it, by plain questions."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        self.game = game
        self.s = game.state if state is None else state
        self.board = game.material.board
        self.pieces = game.material.pieces
        self.n = len(self.board.spaces)
        self.names = [s.id for s in self.board.spaces]

    # Places

    def space(self, location: int) -> int:
        return location % self.n

    def inside(self, space: int) -> int:
        return space + self.n

    def is_inside(self, location: int) -> bool:
        return self.n <= location < 2 * self.n

    def name(self, location: int) -> str:
        """The location in the notation of actions."""
        return self.names[self.space(location)] + ("", ".inside", ".sea")[location // self.n]

    def major(self, space: int) -> bool:
        """2.1, 16.1.3: a printed Major City or a completed Capital."""
        return self.board.spaces[space].kind == Kind.MAJOR or space in self.s.capital

    def minor_city(self, space: int) -> bool:
        """2.4: a Minor City, or a Stronghold that is not Independent."""
        kind = self.board.spaces[space].kind
        if self.major(space):
            return False
        return kind == Kind.MINOR or (kind == Kind.STRONGHOLD and self.s.pcs[space] != INDEPENDENT)

    def land_paths(self, space: int) -> list[tuple[int, PathKind]]:
        """2.11: where Land, Mountain and Strait paths lead."""
        by_land = (PathKind.LAND, PathKind.MOUNTAIN, PathKind.STRAIT)
        return [(near, kind) for near, kind in self.board.links[space] if kind in by_land]

    def sea_paths(self, space: int) -> list[tuple[int, PathKind]]:
        """2.11: where Sea and Trans-Mediterranean paths lead."""
        by_sea = (PathKind.SEA, PathKind.TRANS_MEDITERRANEAN)
        return [(near, kind) for near, kind in self.board.links[space] if kind in by_sea]

    def land_cost(self, a: int, b: int) -> int:
        """9.3.A.1: of the cheapest land path between two spaces."""
        return min({PathKind.LAND: 1}.get(kind, 2) for near, kind in self.land_paths(a) if near == b)

    def sea_cost(self, a: int, b: int) -> int:
        """9.3.A.1: of the cheapest sea path between two spaces."""
        return min({PathKind.SEA: 1}.get(kind, 2) for near, kind in self.sea_paths(a) if near == b)

    # Pieces

    def cus(self, location: int, faction: int) -> Forces:
        return tuple(self.s.cus_of(location, faction))

    def count(self, location: int, faction: int) -> int:
        return sum(self.cus(location, faction))

    def cu_owners(self, location: int) -> set[int]:
        return {f for f in range(6) if self.count(location, f)}

    def generals(self, location: int, faction: int | None = None) -> set[int]:
        s = self.s
        return {g for g, at in enumerate(s.generals) if at == location and (faction is None or s.owners[g] == faction)}

    def general_owners(self, location: int) -> set[int]:
        return {self.s.owners[g] for g in self.generals(location)}

    def royals(self, location: int, faction: int) -> set[int]:
        s = self.s
        return {r for r, at in enumerate(s.royals) if at == location and s.royal_owner[r] == faction}

    def is_minor(self, general: int) -> bool:
        return self.pieces.majors <= general < len(self.pieces.generals) - len(self.pieces.independents)

    def commander(self, generals: set[int]) -> int:
        """7.1.A.2: the most Senior."""
        return max(generals, key=lambda g: (self.pieces.generals[g].seniority, -g))

    def has_army(self, location: int, faction: int) -> bool:
        """7.2.4."""
        return bool(self.count(location, faction) and self.generals(location, faction))

    def besieged(self, space: int) -> bool:
        """15.1.1: a controlled Major City or an Independent space, with an enemy Army there."""
        owner = self.s.pcs[space]
        if owner == NOBODY or not (owner == INDEPENDENT or self.major(space)):
            return False
        return any(f != owner and self.has_army(space, f) for f in range(6))

    def all_besieged(self) -> set[int]:
        return {space for space in range(self.n) if self.besieged(space)}

    def off_map_minors(self, faction: int) -> set[int]:
        s = self.s
        return {
            g for g in range(len(s.owners)) if self.is_minor(g) and s.owners[g] == faction and s.generals[g] == OFF_MAP
        }

    def option(self, option: Option) -> bool:
        return bool(self.s.options >> option & 1)

    def truce(self, one: int, two: int) -> bool:
        return set(self.s.truce) == {one, two}


def bits(mask: int) -> set[int]:
    return {i for i in range(mask.bit_length()) if mask >> i & 1}


def minus(a: Forces, b: Forces) -> Forces:
    return tuple(max(0, x - y) for x, y in zip(a, b, strict=True))


def values(event: Event) -> dict[str, Any]:
    return {name: value for name, _, value in event.args}


class Book:
    """What an activation has done so far, from the events alone."""

    def __init__(self, seat: int, at: int, besieged: set[int]) -> None:
        self.seat = seat
        self.besieged = besieged
        self.spent = 0
        self.on_land = 0
        """MPs spent on land."""
        self.land_first = False
        """MPs were spent on land before the Naval Movement."""
        self.at_sea = False
        self.sailed = False
        self.ship = at
        self.port = -1
        """The Embarkation Port."""
        self.forfeited = False
        self.released: set[int] = set()
        """Spaces that were Besieged when the group left them (11.1.B.4, A65)."""
        self.stained: Forces = NOTHING
        self.carried: Forces = NOTHING
        self.stained_generals: set[int] = set()
        """Who in the group has fought a Land Battle in this Segment (15.2.A.5); `carried`: of earlier stops.

        Minor Generals do not count: one who has not fought can always take his place (7.1.C.2)."""
        self.walls: set[str] = set()
        """The directions in which the group went through the walls in this stay."""
        self.city = -1

    def stain(self, cus: Forces, generals: set[int]) -> None:
        self.stained = tuple(a + b for a, b in zip(self.carried, cus, strict=True))
        self.stained_generals |= generals

    def pay_on_land(self, cost: int) -> None:
        self.spent += cost
        self.on_land += cost


class Group:
    """The moving group, from the frame of the activation."""

    def __init__(self, t: Table, frame: Any) -> None:
        self.seat: int = frame.seat
        self.generals = bits(frame.generals)
        self.cus: Forces = frame.cus
        self.number = sum(frame.cus)
        self.royals = bits(frame.royals)
        self.at: int = frame.at
        self.space = t.space(frame.at)
        self.die: int = frame.die
        self.card_mps: int = frame.mps
        self.waters: tuple[str, ...] = frame.waters
        self.minor: int = frame.minor
        self.frame = frame
        self.fetched = False
        """A Minor General may be fetched from the map to stay with CUs."""


def allowance(t: Table, general: int, die: int) -> int:
    """9.2.3, and Antigonos' ability."""
    piece = t.pieces.generals[general]
    if piece.ability == Ability.MOVEMENT and die == 6:
        return piece.ability_value
    if die < piece.initiative:
        return 2
    return 3 if die == piece.initiative else 4


def mps_left(t: Table, book: Book, group: Group) -> int:
    """9.2.5, 9.2.10, 9.2.12, A50."""
    leaders = group.generals or ({group.minor} if group.minor >= 0 else set())
    if book.forfeited or not leaders:
        return 0
    total = allowance(t, t.commander(leaders), group.die) if group.die else group.card_mps
    return max(0, total - book.spent)


# 9, 10.A: the acts of a group


def land_mps(t: Table, book: Book, group: Group) -> int:
    """13.1.5: MPs for land, before or after the Naval Movement, not both; the Pontic Fleet's are for the sea."""
    if group.waters or (book.sailed and book.land_first):
        return 0
    return mps_left(t, book, group)


def can_travel(t: Table, group: Group) -> bool:
    """Who may go from space to space: a General; a Minor one with a CU; royals with a CU (8.4.2); 16.8."""
    if not group.generals:
        return False
    if not group.number and (group.royals or all(t.is_minor(g) for g in group.generals)):
        return False
    return not (t.option(Option.MOVEMENT_LIMIT) and group.number > 8)


def cart_is_free(t: Table, group: Group) -> bool:
    """8.4.3: in Game Turn I the Cart does not leave Babylon."""
    return Royal.FUNERAL_CART not in group.royals or t.s.turn >= 2 or bool(t.s.cart_free)


def stays_with_owner(t: Table, group: Group) -> bool:
    """9.1.13, 7.2.A.2: CUs that stay where the group leaves can show their owner."""
    staying = t.count(group.at, group.seat) - group.number
    if not staying or t.s.pcs[group.space] == group.seat:
        return True
    if t.generals(group.at, group.seat) - group.generals or t.off_map_minors(group.seat):
        return True
    return group.fetched and bool(fetchable(t, group))


def fetchable(t: Table, group: Group) -> set[int]:
    """7.1.C.2: the Minor Generals on the map who may be put with CUs that stay."""
    owners = enumerate(t.s.owners)
    return {
        g for g, f in owners if f == group.seat and t.is_minor(g) and g not in group.generals and t.s.generals[g] >= 0
    }


def fetches(t: Table, book: Book, group: Group) -> set[str]:
    """Only where CUs could not be left otherwise, and the group could then go on."""
    if stays_with_owner(t, group) or group.frame.passage or group.frame.passing:
        return set()
    then = copy(group)
    then.fetched = True
    if not can_act(t, book, then, sum(unmoved(t, group))):
        return set()
    return {f"fetch:{t.pieces.generals[g].id}" for g in fetchable(t, group)}


def truce_closes(t: Table, location: int, seat: int) -> bool:
    """O63: no way into a location where the other party has a CU or a Major General, nor to his Major City."""
    for other in range(t.s.players):
        if other == seat or not t.truce(seat, other):
            continue
        if t.major(location) and t.s.pcs[location] == other:
            return True
        if t.count(location, other) or any(not t.is_minor(g) for g in t.generals(location, other)):
            return True
    return False


def marches(t: Table, book: Book, group: Group) -> set[str]:
    if group.at >= t.n or not can_travel(t, group) or not cart_is_free(t, group) or not stays_with_owner(t, group):
        return set()
    mps = land_mps(t, book, group)
    out = set()
    for x in {space for space, _ in t.land_paths(group.space)}:
        left = mps - t.land_cost(group.space, x)
        if left >= 0 and (not truce_closes(t, x, group.seat) or passes(t, book, group, x, left)):
            out.add(f"march:{t.names[x]}")
    return out


def passes(t: Table, book: Book, group: Group, space: int, mps: int) -> bool:
    """O63: into a closed space one may go only to pass through with leave, where one can go on."""
    return not t.major(space) and not group.frame.refused >> space & 1 and goes_on(t, book, group, space, mps)


def goes_on(t: Table, book: Book, group: Group, space: int, mps: int) -> bool:
    """10.C.1: the group would be able to leave the space, by land or by sea."""
    for x in {near for near, _ in t.land_paths(space)}:
        left = mps - t.land_cost(space, x)
        if left >= 0 and (not truce_closes(t, x, group.seat) or passes(t, book, group, x, left)):
            return True
    if book.sailed or t.s.naval_mover or group.number + t.s.naval_cus > 8:
        return False
    return bool(next_ports(t, group, space, mps))


def in_waters(t: Table, group: Group, space: int) -> bool:
    return not group.waters or t.board.spaces[space].waters in group.waters


def next_ports(t: Table, group: Group, space: int, mps: int) -> set[int]:
    """9.3.A.1, 13.1.7: the next spaces by sea; of the Pontic Fleet only by Sea paths of its waters.

    Under a truce (O63) only where the group will find a shore."""
    out = set()
    for near, kind in t.sea_paths(space):
        if group.waters and (kind != PathKind.SEA or not in_waters(t, group, near)):
            continue
        left = mps - t.sea_cost(space, near)
        if left >= 0 and (landings(t, group, near) or next_ports(t, group, near, left)):
            out.add(near)
    return out


def sails(t: Table, book: Book, group: Group, space: int) -> set[str]:
    return {f"sail:{t.names[x]}" for x in next_ports(t, group, space, mps_left(t, book, group))}


def embarks(t: Table, book: Book, group: Group) -> set[str]:
    """13.1.2, 13.1.3, 13.1.6, 13.2.2."""
    if group.at >= 2 * t.n or book.sailed or t.s.naval_mover or not t.board.spaces[group.space].port:
        return set()
    if not can_travel(t, group) or not cart_is_free(t, group) or not stays_with_owner(t, group):
        return set()
    if group.number + t.s.naval_cus > 8 or not in_waters(t, group, group.space):
        return set()
    return {"embark"} if sails(t, book, group, group.space) else set()


def walls(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.B.1, 9.4.3, 9.4.5; once in each direction per stay."""
    space = group.space
    if not t.major(space) or t.s.pcs[space] != group.seat or not group.generals:
        return set()
    if t.is_inside(group.at):
        besiegers = {f for f in t.cu_owners(space) if t.truce(group.seat, f)}
        return set() if besiegers or "out" in book.walls else {"come-out"}
    room = 2 - t.count(t.inside(space), group.seat)
    return {"go-inside"} if group.number <= room and "in" not in book.walls else set()


def cost_of_act(t: Table, group: Group) -> int:
    """9.3.C.1, 9.3.D.1, 16.9.11, 16.9.13, 16.9.14: of a Siege or a PC removal."""
    cavalry = t.option(Option.CAVALRY) and group.cus[Unit.CAVALRY]
    return 1 if cavalry and not t.major(group.space) else 2


def prestige(t: Table, faction: int, location: int) -> int:
    """7.2.F.2, 7.2.F.3 and the P of the Commanding General."""
    if faction == INDEPENDENT:
        return 0
    generals = t.generals(location, faction)
    total = t.s.legitimacy[faction]
    if generals:
        general = t.commander(generals)
        total += t.pieces.generals[general].popularity + t.s.popularity[general]
        total += t.s.oratory[1] if t.s.oratory[0] == general else 0
    return max(0, total)


def lower_prestige(t: Table, group: Group) -> bool:
    """16.6.1"""
    return prestige(t, group.seat, group.at) < prestige(t, t.s.pcs[group.space], t.inside(group.space))


def sieges(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.C, 15.2.A."""
    space = group.space
    owner = t.s.pcs[space]
    if group.at >= t.n or owner in (NOBODY, group.seat) or not group.generals:
        return set()
    if owner != INDEPENDENT and (not t.major(space) or t.truce(group.seat, owner)):
        return set()
    fit = minus(group.cus, book.stained)
    if t.option(Option.ROYAL_ARMY_AND_SIEGES) and lower_prestige(t, group):
        fit = tuple(0 if unit == Unit.ROYAL else number for unit, number in enumerate(fit))
    if sum(fit) < 3 or t.commander(group.generals) in book.stained_generals:
        return set()
    times, general = t.s.sieges.get(space, (0, -1))
    if times >= 2 or (times and general != t.commander(group.generals)):
        return set()
    return {f"siege:{t.names[space]}"} if land_mps(t, book, group) >= cost_of_act(t, group) else set()


def removals(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.D."""
    space = group.space
    owner = t.s.pcs[space]
    if group.at >= t.n or owner in (NOBODY, INDEPENDENT, group.seat) or not t.minor_city(space) or not group.generals:
        return set()
    if group.number < 3:
        return set()
    return {f"remove-pc:{t.names[space]}"} if land_mps(t, book, group) >= cost_of_act(t, group) else set()


def acts(t: Table, book: Book, group: Group) -> set[str]:
    out = marches(t, book, group) | embarks(t, book, group)
    if not group.frame.passage and not group.frame.passing:
        out |= walls(t, book, group) | sieges(t, book, group) | removals(t, book, group)
    return out


# 10.B to 10.C


def rearranging(t: Table, mover: int, seat: int, space: int, besieged: set[int]) -> bool:
    """10.B.1, A57, A157: the owner of an enemy Major City, Unbesieged before the activation, with pieces there."""
    owner = t.s.pcs[space]
    if owner in (NOBODY, INDEPENDENT, mover, seat) or not t.major(space) or space in besieged:
        return False
    return any(t.count(at, owner) or t.generals(at, owner) or t.royals(at, owner) for at in (space, t.inside(space)))


def going_inside(t: Table, seat: int, space: int) -> set[str]:
    """10.B.1, 9.4.5: who may still go inside; everybody begins outside."""
    units = [unit.name.lower() for unit in Unit]
    out = {"done"}
    out |= {f"inside-general:{t.pieces.generals[g].id}" for g in t.generals(space, seat)}
    out |= {f"inside-royal:{t.pieces.royals[r].id}" for r in t.royals(space, seat)}
    if t.count(t.inside(space), seat) < 2:
        out |= {f"inside:{units[u]}" for u, number in enumerate(t.cus(space, seat)) if number}
    return out


def passages(t: Table, seat: int, space: int) -> set[int]:
    """10.C.1: the players with a CU or General in the target, if it has no Major City."""
    if t.major(space):
        return set()
    return {q for q in range(t.s.players) if q != seat and (t.count(space, q) or t.generals(space, q))}


# 11: who may Intercept


def held(t: Table, space: int) -> set[int]:
    """A63: the Factions with an Unbesieged CU in a space."""
    out = t.cu_owners(space)
    if not t.besieged(space):
        out |= t.cu_owners(t.inside(space))
    return out


def interceptors(
    t: Table, q: int, mover: int, target: int, before: set[int], released: set[int], claimed: set[int]
) -> set[int]:
    """11.1, 11.2.2: the locations from which a player may Intercept a force that has come to the target.

    `before`: the Factions of A63 before it came; `released`: spaces Besieged when it left them; `claimed`: sources."""
    s = t.s
    if before - {q} or (mover != INDEPENDENT and t.truce(q, mover)):
        return set()
    own_cu = t.count(target, q) or t.count(t.inside(target), q)
    if not (s.pcs[target] in (q, NOBODY) or own_cu):
        return set()
    out = set()
    for source, kind in t.land_paths(target):
        if kind != PathKind.LAND or source in claimed:
            continue
        for location in (source, t.inside(source)):
            shut = t.is_inside(location) and (t.besieged(source) or source in released)
            if t.generals(location, q) and not shut and can_arrive(t, q, mover, location, target):
                out.add(location)
    return out


def can_arrive(t: Table, q: int, mover: int, location: int, target: int) -> bool:
    """A General without CUs does not Intercept where a third player's General stands."""
    third = t.general_owners(target) - {q, mover, INDEPENDENT}
    return bool(t.count(location, q)) or not third


# 12: where one may Evade


def refuges(t: Table, q: int, at: int, target: int, closed: int, with_cu: bool) -> set[int]:
    """12.1, 12.2.A.3, 12.2.A.4, A155: the next spaces for an evader."""
    out = set()
    for space, kind in t.land_paths(t.space(at)):
        if kind != PathKind.LAND or space in (target, closed):
            continue
        if not (t.s.pcs[space] in (q, NOBODY) or t.count(space, q) or t.count(t.inside(space), q)):
            continue
        if t.cu_owners(space) - {q} or (t.general_owners(space) - {q} and not with_cu):
            continue
        if truce_closes(t, space, q):
            continue
        out.add(space)
    return out


# 13: the sea


def fleets(t: Table, seat: int) -> set[int]:
    """7.4.3: available Fleets."""
    return {i for i, owner in enumerate(t.s.fleet_owner) if owner == seat and not t.s.fleet_side[i] & 2}


def may_declare(t: Table, q: int, mover: int, space: int, waters: tuple[str, ...]) -> bool:
    """13.3.A, 13.3.2, A72."""
    if q == mover or waters or not fleets(t, q) or t.s.naval_declared >> q & 1 or t.truce(q, mover):
        return False
    near = {space}
    for _ in range(2):
        near |= {b for a in near for b, kind in t.sea_paths(a) if kind == PathKind.SEA}
    return any(t.s.pcs[x] == q for x in near)


def landings(t: Table, group: Group, space: int) -> set[str]:
    """13.2.11, 9.4.3, 9.4.5: outside, or inside an own port city."""
    out = set()
    if not truce_closes(t, space, group.seat):
        out.add(f"land:{t.name(space)}")
    inside = t.inside(space)
    if t.major(space) and t.s.pcs[space] == group.seat and t.count(inside, group.seat) + group.number <= 2:
        out.add(f"land:{t.name(inside)}")
    return out


# 9.5: Independent Armies


def independent_steps(t: Table, army: Any, at: int, mps: int) -> set[int]:
    """9.5.8, 9.5.12, 9.5.14: by land, within the area of the Army."""
    out = set()
    for space, _ in t.land_paths(at):
        if army.may_enter and t.board.spaces[space].province not in army.may_enter:
            continue
        if t.land_cost(at, space) <= mps:
            out.add(space)
    return out


def ends_west(t: Table, army: Any, at: int, mps: int, start: int) -> bool:
    """9.5.13: whether a move of so many MPs can end further west than the start."""
    if t.board.spaces[at].lon < t.board.spaces[start].lon:
        return True
    if t.board.spaces[at].province in army.removed_on_entering:
        return False
    steps = independent_steps(t, army, at, mps)
    return any(ends_west(t, army, x, mps - t.land_cost(at, x), start) for x in steps)


def independent_offers(t: Table, frame: Any) -> set[str]:
    army = next(a for a in t.pieces.independents if a.general == frame.general)
    at = t.s.generals[frame.general]
    if at < 0:
        name = t.pieces.generals[frame.general].id
        return {f"enter-board:{t.names[e.space]}" for e in t.board.entry_paths if e.army == name}
    mps = 3 - frame.spent
    bound = army.westward and frame.start >= 0 and ends_west(t, army, frame.start, 3, frame.start)
    out = set()
    if (
        not frame.spent
        or not bound
        or ends_west(t, army, at, 0, frame.start)
        or not ends_west(t, army, at, mps, frame.start)
    ):
        out.add("done")
    for x in independent_steps(t, army, at, mps):
        left = mps - t.land_cost(at, x)
        if not bound or ends_west(t, army, x, left, frame.start) or not ends_west(t, army, at, mps, frame.start):
            out.add(f"march:{t.names[x]}")
    if not frame.spent and t.board.spaces[at].kind != Kind.TRANSIT and not t.major(at) and t.s.pcs[at] != INDEPENDENT:
        out.add("settle")
    return out


# 9.1: picking up and dropping off on land


def unmoved(t: Table, group: Group) -> Forces:
    """9.1.6: the own CUs of the location that nobody has moved and that are not in the group."""
    moved = t.s.moved_cus.get(group.at, NOTHING)
    return minus(minus(t.cus(group.at, group.seat), moved), group.frame.fresh)


def with_more(group: Group, cus: Forces = NOTHING, general: int = -1, royal: int = -1) -> Group:
    new = copy(group)
    new.cus = tuple(a + b for a, b in zip(group.cus, cus, strict=True))
    new.number = sum(new.cus)
    new.generals = group.generals | ({general} if general >= 0 else set())
    new.royals = group.royals | ({royal} if royal >= 0 else set())
    return new


def pick_ups(t: Table, group: Group) -> dict[str, Group]:
    """9.1.8, 9.1.10, 8.4.5, 8.4.6, 7.2.D.3: what may be picked up here, with the group that it makes."""
    out = {}
    for unit, number in enumerate(unmoved(t, group)):
        if number:
            whole = number if unit == Unit.SILVER_SHIELDS else 1
            cus = tuple(whole if u == unit else 0 for u in range(len(Unit)))
            out[f"take:{Unit(unit).name.lower()}"] = with_more(group, cus)
    for r in t.royals(group.at, group.seat) - group.royals - bits(t.s.moved_royals):
        out[f"take-royal:{t.pieces.royals[r].id}"] = with_more(group, royal=r)
    if not any(t.is_minor(g) for g in group.generals):
        for g in t.generals(group.at, group.seat) - group.generals - bits(t.s.moved_generals):
            if not t.is_minor(g):
                out[f"take-general:{t.pieces.generals[g].id}"] = with_more(group, general=g)
    return out


def takes(t: Table, book: Book, group: Group) -> tuple[set[str], set[str]]:
    """What must and what may be offered: what leaves the group something to do, now or with all CUs of the place."""
    if group.frame.stop == DROPPING or group.frame.passage or group.frame.passing:
        return set(), set()
    must, may = set(), set()
    for action, made in pick_ups(t, group).items():
        if acts(t, book, made):
            must.add(action)
        made.fetched = True
        if can_act(t, book, made, sum(unmoved(t, group))):
            may.add(action)
    return must, may


def can_act(t: Table, book: Book, group: Group, more: int) -> bool:
    """Whether the group, under whichever of its Generals, can do something with more CUs and without its royals."""
    for number in range(more + 1):
        some = with_more(group, (number, *NOTHING[1:]))
        some.royals = set()
        for g in group.generals:
            some.generals = {g}
            if acts(t, book, some):
                return True
    return False


# 9.1.3: who may be activated


def lone_group(t: Table, frame: Any, general: int, at: int) -> Group:
    """A General as he would be activated."""
    facts = SimpleNamespace(
        seat=frame.seat, generals=1 << general, cus=NOTHING, royals=0, at=at, die=frame.die, mps=frame.mps,
        waters=frame.waters, minor=general if t.is_minor(general) else -1, fresh=NOTHING, passage=0, passing=0,
        refused=0, stop=0,
    )  # fmt: skip
    return Group(t, facts)


def activations(t: Table, frame: Any) -> set[str]:
    """9.1.3, 9.1.5, 7.1.C.2: the Generals who have not moved; and locations where a Minor General may take CUs."""
    out = set()
    seat, idle = frame.seat, set()
    for g, at in enumerate(t.s.generals):
        if t.s.owners[g] == seat and not t.s.moved_generals >> g & 1:
            if at >= 0 and may_be_activated(t, frame, g, at):
                out.add(f"activate:{t.pieces.generals[g].id}")
            if t.is_minor(g):
                idle.add(g)
    for at in {key // 6 for key in t.s.cus if key % 6 == seat}:
        if any(t.s.generals[g] != at and may_be_activated(t, frame, g, at) for g in idle):
            out.add(f"muster:{t.name(at)}")
    return out


def beyond_walls(t: Table, group: Group) -> int:
    """Unmoved CUs in the other land location of a Major City, for whom a Minor General without CUs may go."""
    other = lone_group(t, group.frame, next(iter(group.generals)), (group.at + t.n) % (2 * t.n))
    return sum(unmoved(t, other))


def may_be_activated(t: Table, frame: Any, general: int, at: int) -> bool:
    group = lone_group(t, frame, general, at)
    group.fetched = True
    if frame.waters and not (t.board.spaces[group.space].port and in_waters(t, group, group.space)):
        return False
    more = sum(unmoved(t, group))
    if t.is_minor(general) and not more and (t.s.generals[general] != at or not beyond_walls(t, group)):
        return False
    return can_act(t, Book(frame.seat, at, set()), group, more)


def cities(t: Table, spaces: set[int]) -> set[str]:
    """The Major Cities among spaces with a General inside, who can be Besieged."""
    return {t.names[x] for x in spaces if t.major(x) and t.generals(t.inside(x))}


ACTS = ("march", "embark", "go-inside", "come-out", "siege", "remove-pc")


ORDER = {
    "lose": 0, "fetch": 0, "rearrange": 1, "ask_passage": 2, "grant_passage": 2, "intercept": 3, "intercept_with": 3,
    "withdraw": 4, "honour_passage": 5, "evade": 6,
}  # fmt: skip
"""The decisions of a Procedure by their steps; every other one comes after them."""
LAST = 7


class Way:
    """A Procedure from its beginning, to see that everybody is asked who has to be."""

    def __init__(self, t: Table, seat: int, faction: int, at: int, closed: int) -> None:
        self.seat, self.faction, self.at, self.closed = seat, faction, at, closed
        self.before = held(t, at)
        self.owner = t.s.pcs[at]
        self.due: dict[tuple[str, int], set[int]] = {}
        self.asked: set[tuple[str, int]] = set()
        self.granted: set[int] = set()
        self.honoured: set[int] = set()
        self.success = False

    def expect_interceptions(self, t: Table, released: set[int]) -> None:
        for q in range(t.s.players):
            if q != self.seat:
                sources = interceptors(t, q, self.faction, self.at, self.before, released, set())
                self.due["intercept", q] = {t.space(x) for x in sources}

    def evaders(self, t: Table) -> set[int]:
        if self.success:
            return set()
        out = set()
        for q in range(t.s.players):
            if q == self.seat or q in self.honoured or not t.generals(self.at, q):
                continue
            if refuges(t, q, self.at, self.at, self.closed, t.count(self.at, q) > 0):
                out.add(q)
        return out

    def unasked(self, t: Table, step: int) -> set[str]:
        """Who should have been asked before this step and was not; `t` is the table at the last look."""
        out = set()
        for (what, q), why in self.due.items():
            if (
                ORDER[what] < step
                and why
                and (what, q) not in self.asked
                and not (what == "intercept" and q in self.granted)
            ):
                out.add(f"{what}:{q}")
        if step == LAST:
            out |= {f"evade:{q}" for q in self.evaders(t) if ("evade", q) not in self.asked}
        return out


class Oracle:
    """The Look. `problems` collects differences when it does not raise."""

    def __init__(self, raising: bool = True) -> None:
        self.raising = raising
        self.problems: list[str] = []
        self.read = 0
        self.news: list[str] = []
        self.book: Book | None = None
        self.besieged: set[int] = set()
        self.segment = -1
        self.attacker = NOBODY
        self.sides: set[int] = set()
        self.way: Way | None = None
        self.declarers: set[int] = set()
        """Who has still to be asked for a Naval Battle."""
        self.target = -1
        """Of the Interception that was last declared."""
        self.intercepted: set[int] = set()
        """Spaces into which an Interception succeeded in this activation (12.1.5)."""
        self.battlefield = -1
        self.battlefields: set[int] = set()
        """Where the active player has been in a Land Battle in this Segment."""
        self.before: State | None = None
        """The state at the last look."""
        self.cost = 2
        """Of a Siege or PC removal by the group that was last asked."""
        self.checked: Counter[str] = Counter()

    def __call__(self, game: Game, rng: random.Random) -> None:
        t = Table(game)
        self.follow(t)
        decision = game.decision
        self.follow_way(t)
        self.follow_declarations(t)
        if decision is not None:
            self.reckon(t, set(decision.actions))
        self.segment = game.state.segment
        self.before = game.state.copy()
        if decision is not None and decision.prompt == "prompt.activate":
            self.besieged = t.all_besieged()

    # The book

    def follow(self, t: Table) -> None:
        entries = t.game.entries
        self.news = [event.key for entry in entries[self.read :] for event in entry.events]
        for entry in entries[self.read :]:
            for event in entry.events:
                self.note(t, event)
        self.read = len(entries)

    def note(self, t: Table, event: Event) -> None:
        told = values(event)
        if event.key == "declares_interception":
            self.target = told["space"]
        elif event.key == "interception_roll" and told["result"] == "roll_succeeds":
            self.intercepted.add(self.target)
        elif event.key.endswith("_segment"):
            self.battlefields = set()
        elif event.key == "battle_begins":
            self.attacker, self.battlefield = told["attacker"], told["at"]
            self.sides = {told["attacker"], told["defender"]}
        elif event.key in ("battle_won", "battle_drawn") and t.s.active in self.sides:
            self.battlefields.add(self.battlefield)
        if event.key in ("activates", "moves_independent"):
            self.intercepted = set()
        if event.key == "activates":
            self.book = Book(told["who"], told["at"], self.besieged)
        book = self.book
        if book is None:
            return
        if event.key in ("marches", "embarks", "repositioned"):
            book.walls = set()
            book.carried = book.stained
        elif event.key in ("withdraws", "retreats") and t.space(told["at"]) != book.city:
            book.walls = set()
        if event.key in ("goes_inside", "comes_out"):
            book.city = t.space(told["at"])
        if event.key in ("marches", "embarks") and self.before is not None:
            left = t.space(told["start" if event.key == "marches" else "at"])
            if Table(t.game, self.before).besieged(left):
                book.released.add(left)
        if event.key == "goes_inside":
            book.walls.add("in")
        elif event.key == "comes_out":
            book.walls.add("out")
        elif event.key == "marches":
            book.pay_on_land(t.land_cost(t.space(told["start"]), told["space"]))
        elif event.key == "embarks":
            book.at_sea, book.land_first = True, book.on_land > 0
            book.ship = book.port = t.space(told["at"])
        elif event.key == "announces_sail":
            book.spent += t.sea_cost(book.ship, told["space"])
        elif event.key == "sails":
            book.ship = told["space"]
        elif event.key == "lands":
            book.at_sea, book.sailed = False, True
        elif (event.key == "siege" and self.segment >= TYCHE) or event.rule.startswith("9.3.D"):
            book.pay_on_land(self.cost)
        elif event.key in ("withdraws", "retreats") and told["who"] == book.seat:
            self.goes_back(book, event)
        elif event.key in ("battle_won", "battle_drawn") and self.attacker == book.seat and not book.at_sea:
            book.forfeited = True

    def follow_way(self, t: Table) -> None:
        """Chapter 10: nobody is passed over."""
        if self.before is None:
            return
        before = Table(t.game, self.before)
        events = t.game.entries[-1].events if t.game.entries else ()
        for event in events:
            self.note_way(before, event, t.game.entries[-1].text)
        way, decision = self.way, t.game.decision
        if way is None or decision is None:
            return
        grants = {values(event)["who"] for event in events if event.key == "grants_passage"}
        way.honoured |= {q for q in grants if t.truce(q, way.seat)}
        prompt = decision.prompt.removeprefix("prompt.")
        step = ORDER.get(prompt, LAST)
        if step == LAST and "stands_inside" in self.news:
            self.way = None
            return
        self.compare("asked", way.unasked(before, step), set(), t)
        way.asked.add((prompt, decision.seat))
        if step == LAST:
            self.way = None

    def note_way(self, before: Table, event: Event, action: str) -> None:
        told = values(event)
        book = self.book
        if event.key == "marches" and book is not None:
            self.way = Way(before, told["who"], told["who"], told["space"], before.space(told["start"]))
            self.expect(before, self.way, book.besieged, book.released)
        elif event.key == "lands" and not action.startswith("land:"):
            self.way = None
        elif event.key == "lands" and book is not None and told["at"] < before.n:
            self.way = Way(before, told["who"], told["who"], told["at"], -1)
            self.expect(before, self.way, book.besieged, book.released)
        elif event.key == "independent_marches":
            move: Any = before.s.agenda[-1]
            start = before.s.generals[told["general"]]
            if type(move).__name__ == "IndependentMove" and start >= 0:
                self.way = Way(before, move.seat, INDEPENDENT, told["space"], start)
                self.expect(before, self.way, bits(move.besieged), bits(move.released))
        way = self.way
        if way is None:
            return
        if event.key == "grants_passage":
            way.granted.add(told["who"])
        elif event.key == "attrition_roll":
            way.due.pop(("ask_passage", way.seat), None)
        elif event.key == "honours_passage":
            way.honoured.add(told["of"])
        elif event.key == "interception_roll" and told["result"] == "roll_succeeds":
            way.success = True
            if book is None or way.closed >= 0 or way.at != book.port:
                way.due["withdraw", way.seat] = {0}
        elif event.key == "declares_interception":
            for (what, q), sources in way.due.items():
                if what == "intercept" and q != told["who"]:
                    sources.discard(before.space(told["source"]))
        elif event.key == "withdraws":
            self.way = None

    def expect(self, t: Table, way: Way, besieged: set[int], released: set[int]) -> None:
        way.success = way.at in self.intercepted
        way.expect_interceptions(t, released)
        if way.faction != INDEPENDENT and self.book is not None:
            group = self.group(t)
            asked = {q for q in passages(t, way.seat, way.at) if not t.truce(q, way.seat)}
            if asked and goes_on(t, self.book, group, way.at, land_mps(t, self.book, group)):
                way.due["ask_passage", way.seat] = asked
        if rearranging(t, way.faction, way.seat, way.at, besieged):
            way.due["rearrange", way.owner] = {0}

    def goes_back(self, book: Book, event: Event) -> None:
        """A group at sea keeps its MPs when pieces it dropped off go back."""
        if event.rule.startswith("13."):
            book.at_sea, book.sailed = False, True
        if not book.at_sea:
            book.forfeited = True

    # The offers

    def reckon(self, t: Table, offered: set[str]) -> None:
        decision = t.game.decision
        assert decision is not None
        frame: Any = t.s.agenda[-1]
        ask = getattr(self, "at_" + decision.prompt.removeprefix("prompt."), None)
        if ask is not None:
            ask(t, frame, offered, decision.seat)

    def group(self, t: Table) -> Group:
        """The group of the activation under way."""
        return Group(t, next(f for f in reversed(t.s.agenda) if type(f).__name__ == "Army"))

    def at_army(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        book = self.book
        assert book is not None
        assert t.game.decision is not None
        group = Group(t, frame)
        self.cost = cost_of_act(t, group)
        if self.news[-1:] == ["activates"]:
            book.besieged = t.all_besieged()
        if group.at in self.battlefields:
            book.stain(frame.fresh, {g for g in bits(frame.fresh_generals) if not t.is_minor(g)})
        self.compare("besieged", cities(t, book.besieged), cities(t, bits(frame.besieged)), t)
        self.compare("released", cities(t, book.released), cities(t, bits(frame.released)), t)
        told = {name: value for name, _, value in t.game.decision.args}
        self.compare("mps", {str(mps_left(t, book, group))}, {str(told["mps"])}, t)
        ours = acts(t, book, group)
        self.compare_verbs(t, ACTS, ours, offered)
        self.compare("fetch", fetches(t, book, group) - offered, set(), t)
        must, may = takes(t, book, group)
        taken = {a for a in offered if a.startswith("take") and a != "take-all"}
        self.compare("take", must - taken, taken - may, t)

    def at_activate(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = activations(t, frame) if frame.left else set()
        self.compare_verbs(t, ("activate", "muster"), ours, offered)

    def at_escort(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        free = fleets(t, seat) - bits(frame.escort)
        self.compare("escort", {f"escort:{t.pieces.fleets[i].id}" for i in free} | {"done"}, offered, t)

    def at_at_sea(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        book, group = self.book, self.group(t)
        assert book is not None
        ours = sails(t, book, group, frame.space)
        if frame.sailed:
            ours |= landings(t, group, frame.space)
        self.compare_verbs(t, ("sail", "land"), ours, offered)

    def follow_declarations(self, t: Table) -> None:
        """13.2.4: whoever may declare a Naval Battle is asked before the space is entered."""
        decision = t.game.decision
        if self.before is not None and "announces_sail" in self.news:
            before = Table(t.game, self.before)
            event = next(e for e in reversed(t.game.entries[-1].events) if e.key == "announces_sail")
            told, waters = values(event), self.group(before).waters
            mover, space = told["who"], told["space"]
            self.declarers = {q for q in range(t.s.players) if may_declare(before, q, mover, space, waters)}
        if "retreats" in self.news or decision is None:
            self.declarers = set()
        elif decision.prompt == "prompt.declare":
            self.declarers.discard(decision.seat)
        elif not decision.prompt.startswith(("prompt.window", "prompt.surprise", "prompt.commit")):
            self.compare("declarers", {str(q) for q in self.declarers}, set(), t)
            self.declarers = set()

    def at_declare(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {"pass"}
        if may_declare(t, seat, frame.mover, frame.space, self.group(t).waters):
            ours.add("declare")
        self.compare("declare", ours, offered, t)

    def at_commit(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {f"commit:{t.pieces.fleets[i].id}" for i in fleets(t, seat) - bits(frame.committed)}
        self.compare("commit", ours | ({"done"} if frame.committed else set()), offered, t)

    def at_independent(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        self.compare("independent", independent_offers(t, frame), offered, t)

    def at_ask_passage(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        free = passages(t, seat, frame.at) - bits(frame.asked)
        names = {f"ask-passage:{t.pieces.factions[q]}" for q in free if not t.truce(q, seat)}
        self.compare("ask-passage", names | {"pass"}, offered, t)

    def at_rearrange(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        of_player = self.book is not None and procedure.faction != INDEPENDENT
        besieged = self.book.besieged if self.book is not None and of_player else bits(procedure.besieged)
        told = rearranging(t, procedure.faction, procedure.seat, frame.space, besieged)
        ours = going_inside(t, seat, frame.space) if told and t.s.pcs[frame.space] == seat else set()
        self.compare("rearrange", ours, offered, t)

    def procedure(self, t: Table) -> Any:
        return next(f for f in reversed(t.s.agenda) if type(f).__name__ == "Procedure")

    def at_intercept(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        sources = self.sources(t, frame, procedure, seat)
        offered = {a for a in offered if not a.startswith("move-independent")}
        self.compare("intercept", {f"intercept:{t.name(x)}" for x in sources} | {"pass"}, offered, t)

    def sources(self, t: Table, frame: Any, procedure: Any, q: int) -> set[int]:
        if q == procedure.seat or procedure.granted >> q & 1:
            return set()
        claimed = {t.space(attempt[1]) for attempt in frame.declared}
        known = self.way is not None and self.way.at == procedure.at
        before = self.way.before if self.way is not None and known else bits(procedure.held)
        of_player = self.book is not None and procedure.faction != INDEPENDENT
        released = self.book.released if self.book is not None and of_player else bits(self.mover(t).released)
        return interceptors(t, q, procedure.faction, procedure.at, before, released, claimed)

    def mover(self, t: Table) -> Any:
        """The frame of the activation or of the Independent Army's move."""
        return next(f for f in reversed(t.s.agenda) if type(f).__name__ in ("Army", "IndependentMove"))

    def at_evade(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {"stand"}
        procedure = self.procedure(t)
        if self.may_evade(t, procedure, seat) and procedure.at not in self.intercepted:
            ours.add("evade")
        offered = {a for a in offered if not a.startswith("move-independent")}
        self.compare("evade", ours, offered, t)

    def may_evade(self, t: Table, procedure: Any, q: int) -> bool:
        if q in (procedure.seat, procedure.faction) or procedure.honoured >> q & 1 or procedure.intercepted:
            return False
        if not t.generals(procedure.at, q):
            return False
        return bool(refuges(t, q, procedure.at, procedure.at, self.closed(t, procedure), t.count(procedure.at, q) > 0))

    def closed(self, t: Table, procedure: Any) -> int:
        """12.2.A.3, A69: the space the mover came from by a path."""
        if self.way is not None and self.way.at == procedure.at:
            return self.way.closed
        return t.space(procedure.back) if procedure.how == 0 and procedure.back >= 0 else -1

    def at_evade_to(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        spaces = refuges(t, frame.faction, frame.location, procedure.at, self.closed(t, procedure), sum(frame.cus) > 0)
        for army in t.pieces.independents:
            if army.may_enter and frame.generals >> army.general & 1:
                spaces = {x for x in spaces if t.board.spaces[x].province in army.may_enter}
        ours = {f"evade-to:{t.names[x]}" for x in spaces}
        self.compare("evade-to", ours | ({"done"} if frame.moved else set()), offered, t)

    def compare_verbs(self, t: Table, verbs: tuple[str, ...], reckoned: set[str], offered: set[str]) -> None:
        for verb in verbs:
            ours = {a for a in reckoned if a.split(":")[0] == verb}
            theirs = {a for a in offered if a.split(":")[0] == verb}
            self.compare(verb, ours, theirs, t)

    def compare(self, what: str, ours: set[str], theirs: set[str], t: Table) -> None:
        self.checked[what] += 1
        if ours == theirs:
            return
        problem = f"{what}: missing {sorted(ours - theirs)} extra {sorted(theirs - ours)}"
        if self.raising:
            raise AssertionError(f"{problem}\n{t.s.agenda[-1]}")
        self.problems.append(f"{problem}\n    {t.s.agenda[-1]}")
