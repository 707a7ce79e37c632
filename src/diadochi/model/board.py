"""The board: Provinces, spaces and the paths between them (chapter 2).

A space is a number, its place in `Board.spaces`. A location is a number too: the land (or outside)
location of space s is s itself, its inside is s + n, its sea location s + 2n, with n spaces.
"""

from dataclasses import dataclass, field
from typing import Final

from diadochi.model.ids import LocationId, Mask, ProvinceId, SpaceId


class Kind:
    """2.1: a space is exactly one of these."""

    MINOR: Final = 0
    STRONGHOLD: Final = 1
    MAJOR: Final = 2
    TRANSIT: Final = 3


KIND_NAME: Final = ("minor", "stronghold", "major", "transit")
"""Their names, by number."""


class PathKind:
    LAND: Final = 0
    MOUNTAIN: Final = 1
    STRAIT: Final = 2
    SEA: Final = 3
    TRANS_MEDITERRANEAN: Final = 4


PATH_NAME: Final = ("land", "mountain", "strait", "sea", "trans_mediterranean")
"""Their names, by number."""


LAND_PATHS: Final = (PathKind.LAND, PathKind.MOUNTAIN, PathKind.STRAIT)
SEA_PATHS: Final = (PathKind.SEA, PathKind.TRANS_MEDITERRANEAN)

NO_WAY: Final = 1000
"""More MPs than anybody has."""


@dataclass(frozen=True, slots=True)
class Province:
    id: str
    name: str
    region: str
    vp: int
    provenance: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    name: str
    province: ProvinceId
    kind: int
    port: bool
    independent: bool
    hellespont: bool
    siege_modifier: int
    waters: str
    lat: float
    lon: float
    provenance: str = ""
    independent_players: tuple[int, ...] = ()
    """Independent at the start only with these numbers of players; empty is any (4.1)."""


@dataclass(frozen=True, slots=True)
class Path:
    a: SpaceId
    b: SpaceId
    kind: int
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class EntryPath:
    """A white dotted path by which an Independent Army enters the board (9.5)."""

    army: str
    space: SpaceId
    cost: int
    provenance: str = ""
    name: str = ""
    """Of the Army, in the reader's language and the edition's words, where it is to be drawn."""


@dataclass
class Board:
    """The board and what follows from it, never changed once it is made."""

    provinces: tuple[Province, ...]
    spaces: tuple[Space, ...]
    paths: tuple[Path, ...]
    entry_paths: tuple[EntryPath, ...]
    path_cost: tuple[int, ...]
    """MPs by PathKind (9.3 A)."""
    space_index: dict[str, SpaceId] = field(init=False, repr=False, compare=False)
    province_index: dict[str, ProvinceId] = field(init=False, repr=False, compare=False)
    links: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """For each space its (neighbour, path kind) pairs, in the order of the data."""
    land_links: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """2.11: Land, Mountain and Strait paths."""
    beside: tuple[tuple[LocationId, ...], ...] = field(init=False, repr=False, compare=False)
    """11.1.A.1: for each space the locations, outside and inside, of those joined to it by a Land path."""
    cheapest_link: tuple[dict[SpaceId, int], ...] = field(init=False, repr=False, compare=False)
    """For each space by neighbour: the kind of the cheapest Land, Mountain or Strait path."""
    marches: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """9.3.A.1: for each space its (neighbour, MPs) pairs by the cheapest Land, Mountain or Strait path."""
    shortest_march: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each space the fewest MPs that a march from it takes; NO_WAY where there is none."""
    sea_links: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """2.11: Sea and Trans-Mediterranean paths."""
    traces: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """6.2.B2: for each space its (neighbour, MPs) pairs by all paths but Trans-Mediterranean ones."""
    ways: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """For each space its (neighbour, MPs) pairs by paths of every kind."""
    members: tuple[tuple[SpaceId, ...], ...] = field(init=False, repr=False, compare=False)
    """The spaces of each Province that count for control (2.18): all but Transit Points."""
    bits: tuple[Mask, ...] = field(init=False, repr=False, compare=False)
    """Each space alone as a set of bits."""
    cities: tuple[SpaceId, ...] = field(init=False, repr=False, compare=False)
    """The spaces that take a PC: all but Transit Points."""
    major_cities: frozenset[SpaceId] = field(init=False, repr=False, compare=False)
    """The printed Major Cities."""
    needed: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """2.17, 2.18: the majority of each Province's spaces."""
    major_city: tuple[SpaceId, ...] = field(init=False, repr=False, compare=False)
    """The printed Major City of each Province, or -1."""
    adjacent_provinces: tuple[tuple[ProvinceId, ...], ...] = field(init=False, repr=False, compare=False)
    """2.20: joined by a Land, Mountain or Strait path."""

    def __post_init__(self) -> None:
        self.space_index = self._space_index()
        self.province_index = self._province_index()
        self.links = self._links()
        self.land_links = self._land_links()
        self.beside = self._beside()
        self.cheapest_link = self._cheapest_link()
        self.marches = self._marches()
        self.shortest_march = self._shortest_march()
        self.sea_links = self._sea_links()
        self.traces = self._traces()
        self.ways = self._ways()
        self.members = self._members()
        self.bits = tuple(1 << i for i in range(len(self.spaces)))
        self.cities = self._cities()
        self.major_cities = self._major_cities()
        self.needed = self._needed()
        self.major_city = self._major_city()
        self.adjacent_provinces = self._adjacent_provinces()

    def _space_index(self) -> dict[str, SpaceId]:
        return {s.id: SpaceId(LocationId(i)) for i, s in enumerate(self.spaces)}

    def _province_index(self) -> dict[str, ProvinceId]:
        return {p.id: ProvinceId(i) for i, p in enumerate(self.provinces)}

    def _links(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        out: list[list[tuple[SpaceId, int]]] = [[] for _ in self.spaces]
        for path in self.paths:
            out[path.a].append((path.b, path.kind))
            out[path.b].append((path.a, path.kind))
        return tuple(tuple(x) for x in out)

    def _land_links(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return tuple(tuple(x for x in row if x[1] in LAND_PATHS) for row in self.links)

    def _beside(self) -> tuple[tuple[LocationId, ...], ...]:
        inside = len(self.spaces)
        out: list[list[LocationId]] = [[] for _ in self.spaces]
        for space, row in enumerate(self.land_links):
            for near, kind in row:
                if kind == PathKind.LAND:
                    out[space] += (near, LocationId(near + inside))
        return tuple(tuple(x) for x in out)

    def _cheapest_link(self) -> tuple[dict[SpaceId, int], ...]:
        out: list[dict[SpaceId, int]] = []
        for row in self.land_links:
            kinds: dict[SpaceId, int] = {}
            for near, kind in row:
                if near not in kinds or self.path_cost[kind] < self.path_cost[kinds[near]]:
                    kinds[near] = kind
            out.append(kinds)
        return tuple(out)

    def _marches(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return tuple(tuple((near, self.path_cost[kind]) for near, kind in row.items()) for row in self.cheapest_link)

    def _shortest_march(self) -> tuple[int, ...]:
        return tuple(min((cost for _, cost in row), default=NO_WAY) for row in self.marches)

    def _sea_links(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return tuple(tuple(x for x in row if x[1] in SEA_PATHS) for row in self.links)

    def _traces(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return tuple(
            tuple((near, self.path_cost[kind]) for near, kind in row if kind != PathKind.TRANS_MEDITERRANEAN)
            for row in self.links
        )

    def _ways(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return tuple(tuple((near, self.path_cost[kind]) for near, kind in row) for row in self.links)

    def _members(self) -> tuple[tuple[SpaceId, ...], ...]:
        return tuple(
            tuple(
                SpaceId(LocationId(i)) for i, s in enumerate(self.spaces) if s.province == p and s.kind != Kind.TRANSIT
            )
            for p in range(len(self.provinces))
        )

    def _cities(self) -> tuple[SpaceId, ...]:
        return tuple(SpaceId(LocationId(i)) for i, s in enumerate(self.spaces) if s.kind != Kind.TRANSIT)

    def _major_cities(self) -> frozenset[SpaceId]:
        return frozenset(SpaceId(LocationId(i)) for i, s in enumerate(self.spaces) if s.kind == Kind.MAJOR)

    def _needed(self) -> tuple[int, ...]:
        return tuple(len(m) // 2 + 1 for m in self.members)

    def _major_city(self) -> tuple[SpaceId, ...]:
        nowhere = SpaceId(LocationId(-1))
        return tuple(next((i for i in m if self.spaces[i].kind == Kind.MAJOR), nowhere) for m in self.members)

    def _adjacent_provinces(self) -> tuple[tuple[ProvinceId, ...], ...]:
        out: list[set[ProvinceId]] = [set() for _ in self.provinces]
        for path in self.paths:
            p, q = self.spaces[path.a].province, self.spaces[path.b].province
            if path.kind in LAND_PATHS and p != q:
                out[p].add(q)
                out[q].add(p)
        return tuple(tuple(sorted(x)) for x in out)


def traced_from(ways: tuple[tuple[tuple[SpaceId, int], ...], ...], space: int, mps: int) -> int:
    """Bit mask of the spaces that a trace of so many MPs reaches, the space itself included."""
    out = 1 << space
    for near, cost in ways[space]:
        if cost <= mps:
            out |= traced_from(ways, near, mps - cost)
    return out
