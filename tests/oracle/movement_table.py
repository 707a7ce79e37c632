"""What the reckoning of movement looks at: the board, an activation so far, and the group that moves."""

from typing import Any

from diadochi.game import Game
from diadochi.model.board import Kind, PathKind
from diadochi.model.ids import FactionId, LocationId
from diadochi.model.pieces import UNIT_NAME
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, State
from diadochi.rules.agenda import Event

Forces = tuple[int, ...]
NOTHING: Forces = (0,) * len(UNIT_NAME)
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

    def land_paths(self, space: int) -> list[tuple[int, int]]:
        """2.11: where Land, Mountain and Strait paths lead."""
        by_land = (PathKind.LAND, PathKind.MOUNTAIN, PathKind.STRAIT)
        return [(near, kind) for near, kind in self.board.links[space] if kind in by_land]

    def sea_paths(self, space: int) -> list[tuple[int, int]]:
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
        return tuple(self.s.cus_of(LocationId(location), FactionId(faction)))

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

    def option(self, option: int) -> bool:
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
        self.walls = ""
        """How the group last passed the walls in this stay: `in` or `out` with a newcomer, or `back`."""
        self.met = False
        """Interceptors have come since."""
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
        self.fresh: Forces = frame.fresh
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
