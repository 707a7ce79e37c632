"""The board: Provinces, spaces and the paths between them (chapter 2).

A space is a number, its place in `Board.spaces`. A location is a number too: the land (or outside)
location of space s is s itself, its inside is s + n, its sea location s + 2n, with n spaces.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property


class Kind(IntEnum):
    """2.1: a space is exactly one of these."""

    MINOR = 0
    STRONGHOLD = 1
    MAJOR = 2
    TRANSIT = 3


class PathKind(IntEnum):
    LAND = 0
    MOUNTAIN = 1
    STRAIT = 2
    SEA = 3
    TRANS_MEDITERRANEAN = 4


LAND_PATHS = (PathKind.LAND, PathKind.MOUNTAIN, PathKind.STRAIT)
SEA_PATHS = (PathKind.SEA, PathKind.TRANS_MEDITERRANEAN)


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
    province: int
    kind: Kind
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
    a: int
    b: int
    kind: PathKind
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class EntryPath:
    """A white dotted path by which an Independent Army enters the board (9.5)."""

    army: str
    space: int
    cost: int
    provenance: str = ""


@dataclass(frozen=True)
class Board:
    provinces: tuple[Province, ...]
    spaces: tuple[Space, ...]
    paths: tuple[Path, ...]
    entry_paths: tuple[EntryPath, ...]
    path_cost: tuple[int, ...]
    """MPs by PathKind (9.3 A)."""

    @cached_property
    def space_index(self) -> dict[str, int]:
        return {s.id: i for i, s in enumerate(self.spaces)}

    @cached_property
    def province_index(self) -> dict[str, int]:
        return {p.id: i for i, p in enumerate(self.provinces)}

    @cached_property
    def links(self) -> tuple[tuple[tuple[int, PathKind], ...], ...]:
        """For each space its (neighbour, path kind) pairs, in the order of the data."""
        out: list[list[tuple[int, PathKind]]] = [[] for _ in self.spaces]
        for path in self.paths:
            out[path.a].append((path.b, path.kind))
            out[path.b].append((path.a, path.kind))
        return tuple(tuple(x) for x in out)

    @cached_property
    def land_links(self) -> tuple[tuple[tuple[int, PathKind], ...], ...]:
        """2.11: Land, Mountain and Strait paths."""
        return tuple(tuple(x for x in row if x[1] in LAND_PATHS) for row in self.links)

    @cached_property
    def cheapest_link(self) -> tuple[dict[int, PathKind], ...]:
        """For each space by neighbour: the kind of the cheapest Land, Mountain or Strait path."""
        out: list[dict[int, PathKind]] = []
        for row in self.land_links:
            kinds: dict[int, PathKind] = {}
            for near, kind in row:
                if near not in kinds or self.path_cost[kind] < self.path_cost[kinds[near]]:
                    kinds[near] = kind
            out.append(kinds)
        return tuple(out)

    @cached_property
    def sea_links(self) -> tuple[tuple[tuple[int, PathKind], ...], ...]:
        """2.11: Sea and Trans-Mediterranean paths."""
        return tuple(tuple(x for x in row if x[1] in SEA_PATHS) for row in self.links)

    @cached_property
    def traces(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """6.2.B2: for each space its (neighbour, MPs) pairs by all paths but Trans-Mediterranean ones."""
        return tuple(
            tuple((near, self.path_cost[kind]) for near, kind in row if kind != PathKind.TRANS_MEDITERRANEAN)
            for row in self.links
        )

    def traced_from(self, space: int, mps: int) -> int:
        """Bit mask of the spaces that a trace of so many MPs reaches, the space itself included."""
        out = 1 << space
        for near, cost in self.traces[space]:
            if cost <= mps:
                out |= self.traced_from(near, mps - cost)
        return out

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The spaces of each Province that count for control (2.18): all but Transit Points."""
        return tuple(
            tuple(i for i, s in enumerate(self.spaces) if s.province == p and s.kind != Kind.TRANSIT)
            for p in range(len(self.provinces))
        )

    @cached_property
    def major_cities(self) -> frozenset[int]:
        """The printed Major Cities."""
        return frozenset(i for i, s in enumerate(self.spaces) if s.kind == Kind.MAJOR)

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """2.17, 2.18: the majority of each Province's spaces."""
        return tuple(len(m) // 2 + 1 for m in self.members)

    @cached_property
    def major_city(self) -> tuple[int, ...]:
        """The printed Major City of each Province, or -1."""
        return tuple(next((i for i in m if self.spaces[i].kind == Kind.MAJOR), -1) for m in self.members)

    @cached_property
    def adjacent_provinces(self) -> tuple[tuple[int, ...], ...]:
        """2.20: joined by a Land, Mountain or Strait path."""
        out: list[set[int]] = [set() for _ in self.provinces]
        for path in self.paths:
            p, q = self.spaces[path.a].province, self.spaces[path.b].province
            if path.kind in LAND_PATHS and p != q:
                out[p].add(q)
                out[q].add(p)
        return tuple(tuple(sorted(x)) for x in out)
