"""Each kind of broken data file is refused with file, entry and advice, and never with a traceback."""

import json
import pickle
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diadochi.data import DataError, load_coastline, load_material, provenance_report
from tests.data.files import FILES, Change, content, corrected, entry


def drop(key: str) -> Change:
    return lambda data: data.pop(key)


def in_space(id_: str, **fields: object) -> Change:
    return lambda board: entry(board["spaces"], id_).update(fields)


def add_path(*ends: str, kind: str = "land") -> Change:
    path = {"a": ends[0], "b": ends[1], "kind": kind, "provenance": "stated"}
    return lambda board: board["paths"].append(path)


def cut_off(*spaces: str) -> Change:
    def change(board: Any) -> None:
        board["paths"] = [p for p in board["paths"] if (p["a"] in spaces) == (p["b"] in spaces)]
        kept = {s for p in board["paths"] if p["kind"] in ("sea",) for s in (p["a"], p["b"])}
        for space in board["spaces"]:
            if space["port"] and space["id"] not in kept:
                space.update(port=False, waters="", hellespont=False)

    return change


def without_paths(space: str) -> Change:
    def change(board: Any) -> None:
        board["paths"] = [p for p in board["paths"] if space not in (p["a"], p["b"])]

    return change


def empty_province(board: Any) -> None:
    entry(board["spaces"], "rhodos")["province"] = "karia"


def general(id_: str, **fields: object) -> Change:
    return lambda pieces: entry(pieces["generals"], id_).update(fields)


def card(id_: str, **fields: object) -> Change:
    return lambda cards: entry(cards["events"], id_, "event").update(fields)


def row(table: str, key: str, value: object) -> Change:
    return lambda tables: tables[table].update({key: value})


def rename(section: str, old: str, new: str) -> Change:
    return lambda data: entry(data[section], old).update(id=new)


def remove(section: str, old: str) -> Change:
    return lambda data: data[section].remove(entry(data[section], old))


def twice(section: str, id_: str) -> Change:
    return lambda data: data[section].append(deepcopy(entry(data[section], id_)))


BROKEN: dict[str, tuple[str, Change, str, str]] = {
    "missing section": ("board", drop("paths"), "", "'paths' is missing"),
    "missing field": ("board", lambda b: b["spaces"][0].pop("port"), "space pella", "'port' is missing"),
    "unknown field": ("board", in_space("pella", prot=True), "space pella", "'prot' is unknown"),
    "wrong type": ("board", in_space("pella", port="yes"), "space pella", "neither true nor false"),
    "text for a number": ("pieces", general("eumenes", battle="4"), "general eumenes", "not a whole number"),
    "true for a number": ("pieces", general("eumenes", battle=True), "general eumenes", "not a whole number"),
    "number for a text": ("cards", card("fog", effect=5), "event fog", "not a text"),
    "half a letter": ("cards", card("fog", effect="\ud800"), "event fog", "half of a letter"),
    "object for a list": ("board", lambda b: b.update(spaces={}), "", "not a list"),
    "list for an object": ("tables", lambda t: t.update(battle=[]), "battle", "an object belongs"),
    "number out of range": ("pieces", general("eumenes", initiative=7), "general eumenes", "out of range"),
    "place outside the world": ("board", in_space("pella", lat=95), "space pella", "lat is"),
    "unknown province": ("board", in_space("pella", province="mordor"), "space pella", "'mordor' is unknown"),
    "unknown kind": ("board", in_space("pella", kind="village"), "space pella", "'village' is unknown"),
    "unknown space": ("board", add_path("pella", "roma"), "path pella - roma", "'roma' is unknown"),
    "unknown path kind": ("board", add_path("pella", "larisa", kind="air"), "path pella - larisa", "'air'"),
    "unknown general": (
        "pieces",
        lambda p: p["general_groups"]["event"].append("nemo"),
        "general_groups",
        "'nemo'",
    ),
    "unknown unit": ("cards", card("traitor", params={"types": ["tank"]}), "event traitor, params", "'tank'"),
    "unknown troops": ("cards", card("unrest", params={"forces": [{"tank": 1}]}), "event unrest", "'tank'"),
    "unknown royal": (
        "cards",
        card("olympias", params={"royal": "roxane"}),
        "event olympias, params",
        "'roxane'",
    ),
    "unknown fleet": (
        "cards",
        card("kilikia_pirates", params={"fleet": "krete"}),
        "event kilikia",
        "'krete'",
    ),
    "unknown window": ("cards", card("fog", windows=["noon"]), "event fog", "'noon' is unknown"),
    "unknown army": (
        "board",
        lambda b: b["entry_paths"][0].update(army="spartakos"),
        "entry path",
        "'spartakos'",
    ),
    "unknown province in a table": (
        "tables",
        row("unrest", "4", ["mordor"]),
        "unrest",
        "'mordor' is unknown",
    ),
    "unknown place in an edition": (
        "editions",
        lambda e: e["deluxe"].update(pella="roma"),
        "deluxe",
        "'roma'",
    ),
    "unknown provenance": ("board", in_space("pella", provenance="guessed"), "space pella", "is not a provenance"),
    "unknown provenance of a cell": (
        "tables",
        lambda t: t["provenance"]["battle"].update({"8": {"7": "seen", "rest": "derived"}}),
        "provenance, battle, 8",
        "is not a provenance",
    ),
    "missing provenance": (
        "pieces",
        lambda p: p["generals"][0]["provenance"].pop("battle"),
        "perdikkas",
        "'battle'",
    ),
    "duplicate space": ("board", twice("spaces", "pella"), "space pella", "stands there twice"),
    "duplicate general": ("pieces", twice("generals", "eumenes"), "general eumenes", "stands there twice"),
    "duplicate card": ("cards", card("fog", numbers=["50", "51"]), "event", "number 51 stands there twice"),
    "duplicate path": ("board", add_path("larisa", "pella"), "path larisa - pella", "stands there twice"),
    "land and mountain": (
        "board",
        add_path("larisa", "pella", kind="mountain"),
        "path larisa",
        "both a Land",
    ),
    "loop": ("board", add_path("pella", "pella"), "path pella - pella", "back to its own space"),
    "port without a sea path": (
        "board",
        in_space("pella", port=True, waters="aegean"),
        "space pella",
        "port without a Sea path",
    ),
    "sea path at no port": (
        "board",
        add_path("pella", "athenai", kind="sea"),
        "path pella - athenai",
        "not a port",
    ),
    "port without waters": ("board", in_space("athenai", waters=""), "space athenai", "its waters are"),
    "province without spaces": ("board", empty_province, "province rhodos", "has no spaces"),
    "two major cities": (
        "board",
        in_space("larisa", kind="major", province="makedonia"),
        "makedonia",
        "more than one",
    ),
    "transit point with a marker": (
        "board",
        in_space("tp_halys", independent=True),
        "tp_halys",
        "holds no marker",
    ),
    "siege modifier of a minor city": (
        "board",
        in_space("larisa", siege_modifier=1),
        "larisa",
        "only a Major City",
    ),
    "hellespont inland": ("board", in_space("gordion", hellespont=True), "space gordion", "is a port"),
    "space without a path": ("board", without_paths("gabai"), "space gabai", "no path leads there"),
    "spaces cut off": ("board", cut_off("persepolis", "pasargadai"), "space persepolis", "cut off"),
    "army that cannot enter": (
        "board",
        lambda b: b.update(entry_paths=[e for e in b["entry_paths"] if e["army"] != "philon"]),
        "entry path philon",
        "no way onto the board",
    ),
    "battle row too short": ("tables", row("battle", "8", [1, 2, 3]), "battle", "8 has 3 numbers, not 11"),
    "battle column missing": (
        "tables",
        lambda t: t["battle"].pop("9"),
        "battle",
        "hole before the column 10",
    ),
    "battle without a last column": ("tables", lambda t: t["battle"].pop("25+"), "battle", "no last column"),
    "battle column unreadable": ("tables", row("battle", "many", [0] * 11), "battle", "cannot be read"),
    "attrition column missing": ("tables", lambda t: t["attrition"].pop("2"), "attrition", "hole before"),
    "attrition row too short": ("tables", row("attrition", "2", ["-"]), "attrition", "has 1 results, not 6"),
    "attrition result unreadable": (
        "tables",
        row("attrition", "2", ["x"] * 6),
        "attrition",
        "the result 'x'",
    ),
    "siege row missing": ("tables", lambda t: t["siege"].pop("4"), "siege", "'4' is missing"),
    "unrest row missing": ("tables", lambda t: t["unrest"].pop("8"), "unrest", "'8' is missing"),
    "unrest row empty": ("tables", row("unrest", "8", []), "unrest", "shows no Province"),
    "movement row missing": ("tables", lambda t: t["movement"].pop("3"), "movement", "'3' is missing"),
    "movement row too short": ("tables", row("movement", "3", [2, 2]), "movement", "has 2 numbers, not 6"),
    "general removed": ("pieces", remove("generals", "eumenes"), "general eumenes", "it is missing"),
    "general added": ("pieces", rename("generals", "eumenes", "nemo"), "general nemo", "not one of ours"),
    "space removed": ("board", remove("spaces", "gabai"), "space gabai", "it is missing"),
    "fleet renamed": ("pieces", rename("fleets", "kypros", "krete"), "fleet krete", "not one of ours"),
    "royal renamed": (
        "pieces",
        rename("royal_family", "olympias", "roxane"),
        "royal roxane",
        "not one of ours",
    ),
    "minor general renamed": (
        "pieces",
        lambda p: p["minor_generals"]["factions"]["red"][0].update(id="nemo"),
        "minor_generals, red, nemo",
        "not one of ours",
    ),
    "faction added": (
        "pieces",
        lambda p: p["minor_generals"]["factions"].update(pink=[]),
        "minor_generals",
        "'pink' is unknown",
    ),
    "card removed": ("cards", card("fog", numbers=[]), "", "card 50 is missing"),
    "card added": ("cards", card("fog", numbers=["50", "99"]), "event fog", "no card '99'"),
    "event renamed": ("cards", card("fog", event="mist"), "event mist", "not one of ours"),
    "surprise card with ops": ("cards", card("fog", ops=2), "event fog", "has no OPs"),
    "event with a window": (
        "cards",
        card("epidemic", windows=["any_time"]),
        "event epidemic",
        "windows are for",
    ),
    "general in two groups": (
        "pieces",
        lambda p: p["general_groups"]["event"].append("eumenes"),
        "2 players",
        "no group or in two",
    ),
    "starting general without a start": (
        "pieces",
        lambda p: entry(p["generals"], "eumenes").pop("start"),
        "2 players",
        "eumenes has no start",
    ),
    "the same seniority": ("pieces", general("eumenes", seniority=20), "general eumenes", "same seniority"),
    "fleet that shrinks": (
        "pieces",
        lambda p: entry(p["fleets"], "kypros").update(upgraded=1),
        "fleet kypros",
        "not the stronger",
    ),
    "edition without a number": (
        "editions",
        lambda e: e["deluxe"].pop("turns"),
        "deluxe",
        "'turns' is missing",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_refused_with_file_entry_and_advice(tmp_path: Path, kind: str) -> None:
    file, change, where, message = BROKEN[kind]
    with pytest.raises(DataError) as refused:
        corrected(tmp_path, file, change)
    error = refused.value
    assert error.file == f"{file}.json"
    assert where in error.entry
    assert message in error.message
    assert error.advice
    assert str(error).startswith(error.file)


UNREADABLE = {
    "empty": (b"", "not JSON"),
    "not JSON": (b'{"spaces": [', "line 1"),
    "not UTF-8": (b"\xff\xfe", "not UTF-8"),
    "no object": (b"[]", "holds no object"),
    "not a number": (b'{"a": NaN}', "NaN"),
    "key twice": (b'{"a": 1, "a": 2}', "twice"),
    "a little too deep": (b'{"a": ' + b"[" * 60 + b"]" * 60 + b"}", "nested too deeply"),
    "too deep": (b"[" * 100_000, "nested too deeply"),
    "too many digits": (b'{"a": ' + b"9" * 5000 + b"}", "too many digits"),
}


@pytest.mark.parametrize("file", ["board", "cards", "patch"])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_unreadable_file_is_refused(tmp_path: Path, file: str, kind: str) -> None:
    text, message = UNREADABLE[kind]
    (tmp_path / f"{file}.json").write_bytes(text)
    with pytest.raises(DataError) as refused:
        load_material(folder=tmp_path)
    assert refused.value.file == f"{file}.json"
    assert message in refused.value.message


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cards.json").mkdir()
    with pytest.raises(DataError, match=r"cards\.json"):
        load_material(folder=tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        load_material(folder=tmp_path / "nowhere")


def test_a_broken_coastline_is_refused(tmp_path: Path) -> None:
    broken = {"source": "", "provenance": "stated", "polygons": [[[[10, 95]]]]}
    (tmp_path / "coastline.json").write_text(json.dumps(broken), "utf-8")
    with pytest.raises(DataError, match="latitude is 95"):
        load_coastline(tmp_path)


def loads_or_refuses(folder: Path, file: str, text: bytes) -> None:
    """No other exception than DataError, and one that can be printed."""
    (folder / f"{file}.json").write_bytes(text)
    try:
        load_material(folder=folder)
        provenance_report(folder)
        load_coastline(folder)
    except DataError as error:
        assert str(error).encode("utf-8")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(file=st.sampled_from([*FILES, "patch", "coastline"]), text=st.binary(max_size=60))
def test_no_bytes_end_in_a_traceback(tmp_path: Path, file: str, text: bytes) -> None:
    loads_or_refuses(tmp_path, file, text)
    (tmp_path / f"{file}.json").unlink()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4) | st.just("pella"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, item in items for way in places(item, (*path, key)))]


@cache
def places_of(file: str) -> list[tuple[Any, ...]]:
    return places(content(file))[1:]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(data=st.data())
def test_no_wrong_value_ends_in_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(FILES))
    *way, last = data.draw(st.sampled_from(places_of(file)))
    broken = content(file)
    inner = broken
    for key in way:
        inner = inner[key]
    inner[last] = data.draw(JSON)
    loads_or_refuses(tmp_path, file, json.dumps(broken).encode("utf-8"))
    (tmp_path / f"{file}.json").unlink()


PATCH_KEYS = st.sampled_from(
    [
        "board",
        "cards",
        "tables",
        "pieces",
        "editions",
        "spaces",
        "paths",
        "add",
        "change",
        "remove",
        "pella",
        "a",
        "b",
        "15",
        "17",
        "ops",
        "battle",
        "8",
        "9",
        "siege",
        "generals",
        "eumenes",
        "deluxe",
        "numbers",
        "event",
    ]
)
PATCHES = st.recursive(
    JSON,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(PATCH_KEYS, inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(patch=PATCHES)
def test_no_patch_ends_in_a_traceback(tmp_path: Path, patch: object) -> None:
    loads_or_refuses(tmp_path, "patch", json.dumps(patch).encode("utf-8"))


def test_an_error_comes_from_another_process_as_it_is() -> None:
    error = DataError("board.json", "pella", "no path leads there", "Add one.")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.file, again.entry) == (str(error), "board.json", "pella")
