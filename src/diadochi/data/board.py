"""board.json: Provinces, spaces, paths (chapter 2)."""

from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, by_name, index, shown, titled
from diadochi.model.board import (
    KIND_NAME,
    LAND_PATHS,
    PATH_NAME,
    SEA_PATHS,
    Board,
    EntryPath,
    Kind,
    Path,
    PathKind,
    Province,
    Space,
)
from diadochi.model.ids import ProvinceId
from diadochi.model.state import space_id

FILE = "board.json"
REGIONS = {region: region for region in ("europe", "asia", "africa", "major_islands", "")}
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
        province=ProvinceId(entry.one_of("province", provinces)),
        kind=entry.one_of("kind", by_name(KIND_NAME)),
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
        entry.fail(say("error.leads_back_its_own"), say("error.name_two_different_spaces"))
    path = Path(space_id(ends[0]), space_id(ends[1]), entry.one_of("kind", by_name(PATH_NAME)), entry.word())
    entry.done()
    return path


def _entry_path(entry: Entry, spaces: dict[str, int]) -> EntryPath:
    path = EntryPath(
        army=entry.one_of("army", ENTERING),
        space=space_id(entry.one_of("space", spaces)),
        cost=entry.number("cost", 1, 3),
        provenance=entry.word(),
    )
    entry.done()
    return path


def _costs(file: Entry) -> tuple[int, ...]:
    entry = file.entry("path_costs")
    costs = tuple(entry.number(kind, 1, 4) for kind in PATH_NAME)
    entry.word()
    entry.done()
    return costs


def _check_provinces(board: Board) -> None:
    for province, members in zip(board.provinces, board.members, strict=True):
        entry = _at("province", province.id)
        if not members:
            entry.fail(say("error.has_spaces"), say("error.give_minor_city_stronghold"))
        if sum(board.spaces[s].kind == Kind.MAJOR for s in members) > 1:
            entry.fail(say("error.has_more_than_one"), say("error.make_all_but_one"))


def _check_paths(board: Board) -> None:
    seen: dict[frozenset[int], set[int]] = {}
    for path in board.paths:
        a, b = board.spaces[path.a], board.spaces[path.b]
        entry = _at("path", f"{a.id} - {b.id}")
        kinds = seen.setdefault(frozenset((path.a, path.b)), set())
        if path.kind in kinds:
            entry.fail(say("error.stands_twice"), say("error.keep_one_two"))
        kinds.add(path.kind)
        if {PathKind.LAND, PathKind.MOUNTAIN} <= kinds:
            entry.fail(say("error.both_land_mountain_path"), say("error.keep_one_two"))
        for space in (a, b):
            if path.kind in SEA_PATHS and not space.port:
                entry.fail(say("error.sea_path_ends_at", id=space.id), say("error.make_it_a_port"))


def _check_spaces(board: Board) -> None:
    for number, space in enumerate(board.spaces):
        entry = _at("space", space.id)
        if not board.links[number]:
            entry.fail(say("error.path_leads"), say("error.add_path"))
        if space.port and not any(kind == PathKind.SEA for _, kind in board.sea_links[number]):
            entry.fail(say("error.port_without_sea_path"), say("error.add_sea_path_write"))
        if space.port != bool(space.waters):
            entry.fail(say("error.its_waters", waters=shown(space.waters)), say("error.name_waters_ports_ports"))
        if space.kind == Kind.TRANSIT and (space.independent or space.hellespont or space.siege_modifier):
            entry.fail(say("error.transit_point_holds_marker"), say("error.write_false_false"))
        if space.hellespont and not space.port:
            entry.fail(say("error.hellespont_space_port"), say("error.make_port"))
        if space.siege_modifier and space.kind != Kind.MAJOR:
            entry.fail(say("error.only_major_city_has"), say("error.write"))
        if space.independent_players and not space.independent:
            entry.fail(say("error.independent_players_given_but"), say("error.write_independent_true"))


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
            entry.fail(say("error.cut_off_from_rest"), say("error.add_path_joins"))


def _check_entry_paths(board: Board) -> None:
    for army in ENTERING:
        if army not in {path.army for path in board.entry_paths}:
            _at("entry path", army).fail(say("error.army_has_way_onto"), say("error.add_entry_path"))
    if len({(path.army, path.space) for path in board.entry_paths}) != len(board.entry_paths):
        _at("entry path", "").fail(say("error.one_stands_twice"), say("error.keep_one_two"))


def _at(kind: str, name: str) -> Entry:
    return Entry(FILE, f"{kind} {name}".strip(), {})
