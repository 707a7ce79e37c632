"""board.json: Provinces, spaces, paths (chapter 2)."""

from typing import Any

from diadochi.data.entry import Entry, by_name, index, shown, titled
from diadochi.model.board import (
    LAND_PATHS,
    SEA_PATHS,
    Board,
    EntryPath,
    Kind,
    Path,
    PathKind,
    Province,
    Space,
)

FILE = "board.json"
REGIONS = {region: region for region in ("europe", "asia", "africa", "major_islands")}
WATERS = {w: w for w in ("", "aegean", "ionian", "levant", "libyan", "pontos", "propontis")}
ENTERING = {army: army for army in ("philon", "glaukias", "seuthes")}


def load_board(raw: dict[str, Any]) -> Board:
    file = Entry(FILE, "", raw)
    provinces = tuple(_province(entry) for entry in file.entries("provinces", titled("province", "id")))
    known_provinces = index([province.id for province in provinces])
    spaces = tuple(_space(e, known_provinces) for e in file.entries("spaces", titled("space", "id")))
    known = index([space.id for space in spaces])
    paths = tuple(_path(entry, known) for entry in file.entries("paths", titled("path", "a", "b")))
    entries = file.entries("entry_paths", titled("entry path", "army", "space"))
    board = Board(provinces, spaces, paths, tuple(_entry_path(e, known) for e in entries), _costs(file))
    file.asked.add("checks")
    file.done()
    _check_provinces(board)
    _check_paths(board)
    _check_spaces(board)
    _check_connected(board)
    _check_entry_paths(board)
    return board


def _province(entry: Entry) -> Province:
    province = Province(
        id=entry.text("id"),
        name=entry.text("name"),
        region=entry.one_of("region", REGIONS),
        vp=entry.number("vp", 0, 10),
        provenance=entry.words("provenance", ("name", "vp")),
    )
    entry.done()
    return province


def _space(entry: Entry, provinces: dict[str, int]) -> Space:
    space = Space(
        id=entry.text("id"),
        name=entry.text("name"),
        province=entry.one_of("province", provinces),
        kind=entry.one_of("kind", by_name(Kind)),
        port=entry.flag("port"),
        independent=entry.flag("independent"),
        hellespont=entry.flag("hellespont"),
        siege_modifier=entry.number("siege_modifier", -3, 3),
        waters=entry.one_of("waters", WATERS),
        lat=entry.real("lat", -90, 90),
        lon=entry.real("lon", -180, 180),
        provenance=entry.word(),
        independent_players=entry.numbers("independent_players", 2, 5) if entry.has("independent_players") else (),
    )
    entry.done()
    return space


def _path(entry: Entry, spaces: dict[str, int]) -> Path:
    ends = [entry.one_of(end, spaces) for end in ("a", "b")]
    if ends[0] == ends[1]:
        entry.fail("it leads back to its own space", "Name two different spaces, or remove it")
    path = Path(ends[0], ends[1], entry.one_of("kind", by_name(PathKind)), entry.word())
    entry.done()
    return path


def _entry_path(entry: Entry, spaces: dict[str, int]) -> EntryPath:
    path = EntryPath(
        army=entry.one_of("army", ENTERING),
        space=entry.one_of("space", spaces),
        cost=entry.number("cost", 1, 3),
        provenance=entry.word(),
    )
    entry.done()
    return path


def _costs(file: Entry) -> tuple[int, ...]:
    entry = file.entry("path_costs")
    costs = tuple(entry.number(kind.name.lower(), 1, 4) for kind in PathKind)
    entry.word()
    entry.done()
    return costs


def _check_provinces(board: Board) -> None:
    for province, members in zip(board.provinces, board.members, strict=True):
        entry = _at("province", province.id)
        if not members:
            entry.fail("it has no spaces", "Give it a Minor City, Stronghold or Major City")
        if sum(board.spaces[s].kind == Kind.MAJOR for s in members) > 1:
            entry.fail("it has more than one Major City", "Make all but one of them Minor Cities (2.16)")


def _check_paths(board: Board) -> None:
    seen: dict[frozenset[int], set[PathKind]] = {}
    for path in board.paths:
        a, b = board.spaces[path.a], board.spaces[path.b]
        entry = _at("path", f"{a.id} - {b.id}")
        kinds = seen.setdefault(frozenset((path.a, path.b)), set())
        if path.kind in kinds:
            entry.fail("it stands there twice", "Keep one of the two")
        kinds.add(path.kind)
        if {PathKind.LAND, PathKind.MOUNTAIN} <= kinds:
            entry.fail("it is both a Land and a Mountain path", "Keep one of the two")
        for space in (a, b):
            if path.kind in SEA_PATHS and not space.port:
                entry.fail(f"a sea path ends at {space.id}, which is no port", "Make it a port (2.5)")


def _check_spaces(board: Board) -> None:
    for number, space in enumerate(board.spaces):
        entry = _at("space", space.id)
        if not board.links[number]:
            entry.fail("no path leads there", "Add a path to it")
        if space.port and not any(kind == PathKind.SEA for _, kind in board.sea_links[number]):
            entry.fail("it is a port without a Sea path", "Add a Sea path or write port: false (2.5)")
        if space.port != bool(space.waters):
            entry.fail(f"its waters are {shown(space.waters)}", "Name waters for ports, and for ports only")
        if space.kind == Kind.TRANSIT and (space.independent or space.hellespont or space.siege_modifier):
            entry.fail("a Transit Point holds no marker", "Write false, false and 0 (2.10)")
        if space.hellespont and not space.port:
            entry.fail("a Hellespont space is a port", "Make it a port (3.5)")
        if space.siege_modifier and space.kind != Kind.MAJOR:
            entry.fail("only a Major City has a siege modifier", "Write 0 (15.2)")
        if space.independent_players and not space.independent:
            entry.fail("independent_players is given but independent is false", "Write independent: true")


def _check_connected(board: Board) -> None:
    """2.11: every space is reached, even without the Trans-Mediterranean paths."""
    usable = (*LAND_PATHS, PathKind.SEA)
    seen, todo = {0}, [0]
    while todo:
        for other, kind in board.links[todo.pop()]:
            if kind in usable and other not in seen:
                seen.add(other)
                todo.append(other)
    for number, space in enumerate(board.spaces):
        if number not in seen:
            entry = _at("space", space.id)
            entry.fail("it is cut off from the rest of the board", "Add a path that joins it")


def _check_entry_paths(board: Board) -> None:
    for army in ENTERING:
        if army not in {path.army for path in board.entry_paths}:
            _at("entry path", army).fail("the Army has no way onto the board", "Add an entry path (9.5)")
    if len({(path.army, path.space) for path in board.entry_paths}) != len(board.entry_paths):
        _at("entry path", "").fail("one stands there twice", "Keep one of the two")


def _at(kind: str, name: str) -> Entry:
    return Entry(FILE, f"{kind} {name}".strip(), {})
