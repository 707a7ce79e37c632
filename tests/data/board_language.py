"""The words in which the checks of board.json are written, over a board as it was loaded."""

import heapq
import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from diadochi.model.board import KIND_NAME, PATH_NAME, Board
from diadochi.model.material import Material
from diadochi.model.pieces import Fleet

LAND = ("land", "mountain", "strait")
SEA = ("sea", "trans_mediterranean")
FAR = 99
SAFE = {f.__name__: f for f in (all, any, len, sum, min, max, set, sorted)}


class BoardLanguage:
    def __init__(self, material: Material) -> None:
        board, pieces = material.board, material.pieces
        self.cost = dict(zip(PATH_NAME, board.path_cost, strict=True))
        self.fleets = [
            {
                "id": fleet.id,
                "normal": fleet.normal,
                "upgraded": fleet.upgraded,
                "with": _place(board, fleet),
            }
            for fleet in pieces.fleets
        ]
        self.P: dict[str, dict[str, Any]] = {
            p.id: {"vp": p.vp, "region": p.region, "fleet": self._fleet_of(p.id)} for p in board.provinces
        }
        self.S: dict[str, dict[str, Any]] = {
            s.id: {
                "id": s.id,
                "name": s.name,
                "province": board.provinces[s.province].id,
                "kind": KIND_NAME[s.kind],
                "port": s.port,
                "independent": s.independent,
                "independent_players": list(s.independent_players),
                "hellespont": s.hellespont,
                "siege_modifier": s.siege_modifier,
                "waters": s.waters,
                "lat": s.lat,
                "lon": s.lon,
            }
            for s in board.spaces
        }
        self.links = {
            s.id: [(board.spaces[other].id, PATH_NAME[kind]) for other, kind in board.links[i]]
            for i, s in enumerate(board.spaces)
        }
        self.entry = [{"army": e.army.upper(), "to": board.spaces[e.space].id} for e in board.entry_paths]
        self.starts = [
            (
                general.start.vp,
                [board.spaces[s].id for s in general.start.spaces],
                [board.spaces[s].id for s in general.start.pcs],
            )
            for general in pieces.generals
            if general.start is not None
        ]

    def holds(self, test: str) -> bool:
        words: dict[str, Any] = {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}
        words |= {"provinces": list(self.P), "third_edition": _read("third_edition_names.json")}
        words["hellespont"] = [s for s in self.S if self.S[s]["hellespont"]]
        return bool(eval(test, {"__builtins__": SAFE, **words}))

    def _fleet_of(self, province: str) -> dict[str, Any] | None:
        return next((fleet for fleet in self.fleets if fleet["with"] == f"province {province}"), None)

    def kind(self, s: str) -> str:
        return str(self.S[s]["kind"])

    def province(self, s: str) -> str:
        return str(self.S[s]["province"])

    def port(self, s: str) -> bool:
        return bool(self.S[s]["port"])

    def indep(self, s: str) -> bool:
        return bool(self.S[s]["independent"])

    def vp(self, p: str) -> int:
        return int(self.P[p]["vp"])

    def fleet(self, f: str) -> dict[str, Any] | None:
        return next((fleet for fleet in self.fleets if fleet["id"] == f), None)

    def members(self, p: str) -> set[str]:
        return {s for s in self.S if self.province(s) == p and self.kind(s) != "transit"}

    def majors(self, p: str) -> list[str]:
        return sorted(s for s in self.members(p) if self.kind(s) == "major")

    def n(self, p: str) -> int:
        return len(self.members(p))

    def need(self, p: str) -> int:
        return self.n(p) // 2 + 1

    def region_count(self, r: str) -> int:
        return sum(p["region"] == r for p in self.P.values())

    def nbrs(self, s: str, kinds: Collection[str]) -> list[str]:
        return [other for other, kind in self.links[s] if kind in kinds]

    def land_degree(self, s: str) -> int:
        return len(self.nbrs(s, LAND))

    def path(self, a: str, b: str, k: str) -> bool:
        return (b, k) in self.links[a]

    def direct(self, a: str, b: str) -> int:
        return min([self.cost[k] for other, k in self.links[a] if other == b], default=FAR)

    def prov_link(self, p: str, q: str, k: str) -> bool:
        return any(self.path(a, b, k) for a in self._inside(p) for b in self._inside(q))

    def prov_neighbours(self, p: str) -> set[str]:
        return {self.province(b) for a in self._inside(p) for b in self.nbrs(a, LAND)} - {p}

    def _inside(self, p: str) -> list[str]:
        return [s for s in self.S if self.province(s) == p]

    def dist(self, src: str | dict[str, int], kinds: Collection[str], avoid: Collection[str] = ()) -> dict[str, int]:
        """The cheapest MPs from src to every space; an avoided space may be a goal, not passed."""
        best = dict(src) if isinstance(src, dict) else {src: 0}
        queue = [(cost, s) for s, cost in best.items()]
        heapq.heapify(queue)
        while queue:
            cost, s = heapq.heappop(queue)
            if cost > best[s] or s in avoid:
                continue
            for other, kind in self.links[s]:
                if kind in kinds and cost + self.cost[kind] < best.get(other, FAR):
                    best[other] = cost + self.cost[kind]
                    heapq.heappush(queue, (best[other], other))
        return best

    def mp(self, a: str, b: str, mode: str = "any", avoid: Collection[str] = ()) -> int:
        """By land, by sea, as for placing PCs (pc), land then sea or sea then land (move), or any way."""
        if mode == "move":
            one = self.dist(self.dist(a, LAND, avoid), SEA, avoid).get(b, FAR)
            two = self.dist(self.dist(a, SEA, avoid), LAND, avoid).get(b, FAR)
            return min(one, two)
        kinds = {"land": LAND, "sea": SEA, "pc": (*LAND, "sea"), "any": (*LAND, *SEA)}[mode]
        return self.dist(a, kinds, avoid).get(b, FAR)

    def near(self, t: str, sources: Iterable[str], avoid: Collection[str] = ()) -> bool:
        """Within 2 MPs of one of the sources, as for placing a PC (6.2 B2)."""
        return any(self.mp(s, t, "pc", avoid) <= 2 for s in sources)

    def reach(self, a: str, b: str, avoid: Collection[str] = (), modes: Collection[str] = (*LAND, *SEA)) -> bool:
        seen, todo = {a}, [a]
        while todo:
            for other, kind in self.links[todo.pop()]:
                if kind in modes and other not in seen and other not in avoid:
                    seen.add(other)
                    todo.append(other)
        return b in seen

    def hangs(self, spaces: Iterable[str], kinds: Collection[str]) -> bool:
        """The spaces are joined to each other by such paths, without leaving them."""
        inside = set(spaces)
        start = min(inside)
        return all(self.reach(start, s, avoid=set(self.S) - inside, modes=kinds) for s in inside)

    def westward(self, start: str, mps: int) -> set[str]:
        """Where an Army can come to when each move of that many MPs must end further west (9.5)."""
        seen, todo = {start}, [start]
        while todo:
            s = todo.pop()
            for other, cost in self.dist(s, LAND).items():
                if cost <= mps and self.S[other]["lon"] < self.S[s]["lon"] and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    def setup_ok(self) -> bool:
        """4.6: a General starts in the Province his PCs give him, and has its VP."""
        return all(self._start_ok(*start) for start in self.starts)

    def _start_ok(self, vp: int, spaces: list[str], pcs: list[str]) -> bool:
        (p,) = {self.province(s) for s in (*spaces, *pcs)}
        at_major = not self.majors(p) or len(spaces) > 1 or spaces == self.majors(p)
        return at_major and self.need(p) <= len(pcs) <= self.n(p) and vp == self.vp(p)

    def example_turn_1_isolated(self) -> list[str]:
        """PCs that cannot be traced to a CU or Major City at the end of the worked game's first turn."""
        out = []
        players = _read("worked_game_turn_1.json").values()
        taken = {s for player in players for s in player["pcs"]}
        for player in players:
            own, cus = set(player["pcs"]), set(player["cus"])
            goals = cus | {s for s in own if self.kind(s) == "major"}
            others = (taken - own) | {s for s in self.S if self.indep(s) and s not in taken}
            # Athenai had fallen, its Independent PC was gone.
            blocked = others - cus - {"athenai"}
            out += [s for s in own - goals if not any(self.reach(s, goal, avoid=blocked) for goal in goals)]
        return out


def _place(board: Board, fleet: Fleet) -> str:
    """7.4: a Fleet goes with a Province, a space or a card."""
    if fleet.province >= 0:
        return f"province {board.provinces[fleet.province].id}"
    return board.spaces[fleet.space].id if fleet.space >= 0 else "card"


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return content
