"""A player's corrections: whole files and patches (docs/data.md)."""

import json
import re
from pathlib import Path

import pytest

from diadochi.data import DataError, load_material, summary
from diadochi.model.board import SEA_PATHS, Kind, PathKind
from diadochi.model.material import Material
from diadochi.model.pieces import Unit
from tests.data.files import corrected, entry, patched

DOCS = Path(__file__).parent.parent / "docs" / "data.md"


@pytest.fixture(scope="module")
def material() -> Material:
    return load_material()


def test_a_whole_file_replaces_ours(tmp_path: Path) -> None:
    material = corrected(tmp_path, "pieces", lambda pieces: entry(pieces["generals"], "eumenes").update(battle=3))
    assert next(g.battle for g in material.pieces.generals if g.id == "eumenes") == 3


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(tmp_path, {"editions": {"deluxe": {"turns": 4}}})
    monkeypatch.setenv("DIADOCHI_DATA", str(tmp_path))
    assert load_material().edition.turns == 4


def test_the_folder_given_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(tmp_path, {"editions": {"deluxe": {"turns": 4}}})
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("DIADOCHI_DATA", str(tmp_path))
    assert load_material(folder=tmp_path / "empty").edition.turns == 5


def test_a_patch_changes_a_space(tmp_path: Path) -> None:
    patch = {"board": {"spaces": {"gordion": {"kind": "stronghold", "independent": True}}}}
    board = patched(tmp_path, patch).board
    space = board.spaces[board.space_index["gordion"]]
    assert (space.kind, space.independent, space.name) == (Kind.STRONGHOLD, True, "Gordion")


def paths_between(material: Material, a: str, b: str) -> list[int]:
    board = material.board
    return [kind for other, kind in board.links[board.space_index[a]] if board.spaces[other].id == b]


def test_a_patch_adds_removes_and_changes_paths(tmp_path: Path) -> None:
    paths = {
        "add": [{"a": "pella", "b": "trikka", "kind": "mountain", "provenance": "stated"}],
        "remove": [{"a": "larisa", "b": "lamia"}],
        "change": [{"a": "pella", "b": "larisa", "kind": "mountain"}],
    }
    material = patched(tmp_path, {"board": {"paths": paths}})
    assert paths_between(material, "pella", "trikka") == [PathKind.MOUNTAIN]
    assert paths_between(material, "lamia", "larisa") == []
    assert paths_between(material, "larisa", "pella") == [PathKind.MOUNTAIN]


def test_a_patch_makes_a_port(tmp_path: Path) -> None:
    patch = {
        "spaces": {"pella": {"port": True, "waters": "aegean"}},
        "paths": {"add": [{"a": "pella", "b": "poteidaia", "kind": "sea", "provenance": "stated"}]},
    }
    board = patched(tmp_path, {"board": patch}).board
    assert [kind for _, kind in board.sea_links[board.space_index["pella"]]] == [PathKind.SEA]


def test_of_two_paths_a_patch_takes_the_kind_it_names(tmp_path: Path) -> None:
    remove_sea = {"board": {"paths": {"remove": [{"a": "chersonesos", "b": "abydos", "kind": "sea"}]}}}
    assert paths_between(patched(tmp_path, remove_sea), "abydos", "chersonesos") == [PathKind.STRAIT]


def test_a_patch_of_a_number_changes_that_copy_alone(tmp_path: Path) -> None:
    cards = patched(tmp_path, {"cards": {"18": {"ops": 2}}}).cards
    assert [card.ops for card in cards if card.event == "unrest"] == [3, 2, 3]
    assert len(cards) == 70


def test_a_patch_of_an_event_changes_all_its_copies(tmp_path: Path) -> None:
    cards = patched(tmp_path, {"cards": {"18": {"name": "Revolt"}, "unrest": {"ops": 2}}}).cards
    assert [(card.ops, card.name) for card in cards if card.event == "unrest"] == [
        (2, "Unrest"),
        (2, "Revolt"),
        (2, "Unrest"),
    ]


def test_a_patch_changes_a_row_or_a_cell_of_a_table(tmp_path: Path) -> None:
    tables = {"siege": {"5": [1, 0]}, "battle": {"8": {"10": 8}}, "attrition": {"16+": {"1": "2"}}}
    loaded = patched(tmp_path, {"tables": tables}).tables
    assert loaded.siege[5] == (1, 0)
    assert (loaded.battle[8][9], loaded.battle[8][10]) == (6, 8)
    assert loaded.attrition[16][1] == (2, False)


def test_a_patch_changes_a_general_inside_his_start(tmp_path: Path) -> None:
    patch = {"pieces": {"generals": {"antigonos": {"start": {"forces": {"mercenary": 3}}}}}}
    start = next(g.start for g in patched(tmp_path, patch).pieces.generals if g.id == "antigonos")
    assert start and (start.forces[Unit.MERCENARY], start.forces[Unit.LOYAL]) == (3, 2)


def test_a_patch_changes_an_entry_path(tmp_path: Path) -> None:
    paths = {"remove": [{"army": "philon", "space": "zadrakarta"}]}
    board = patched(tmp_path, {"board": {"entry_paths": paths}}).board
    assert [board.spaces[path.space].id for path in board.entry_paths if path.army == "philon"] == ["hekatompylos"]


def test_a_patch_changes_the_groups_of_generals(tmp_path: Path) -> None:
    groups = {
        "event": ["polyperchon", "demetrios", "kassandros"],
        "unavailable": ["pleistarchos", "menelaos"],
    }
    reserve = ["aristonous", "nearchos", "asandros", "lysimachos", "seleukos", "polyarchos", "peukestas"]
    recruit = {
        "recruit": {"forces": {"loyal": 1}, "province": "any_port"},
        "provenance": {"recruit": "stated"},
    }
    pieces = {
        "general_groups": {
            **groups,
            "reserve": {
                "2": reserve,
                "4": reserve,
                "3": [*reserve[:3], *reserve[4:]],
                "5": [*reserve[:3], *reserve[5:]],
            },
        },
        "generals": {"polyarchos": recruit, "peukestas": recruit},
    }
    assert len(patched(tmp_path, {"pieces": pieces}).pieces.event_generals) == 3


def test_a_patch_leaves_our_own_data_alone(tmp_path: Path, material: Material) -> None:
    patched(tmp_path, {"cards": {"15": {"ops": 4}}})
    assert load_material() is material
    assert next(card.ops for card in material.cards if card.number == "15") == 3


REFUSED_PATCHES: dict[str, tuple[object, str]] = {
    "new space": ({"board": {"spaces": {"roma": {"kind": "major"}}}}, "no such id"),
    "new general": ({"pieces": {"generals": {"nemo": {}}}}, "no such id"),
    "new card": ({"cards": {"99": {"ops": 4}}}, "no such card"),
    "new edition": ({"editions": {"mine": {}}}, "no such section"),
    "new row": ({"tables": {"battle": {"30+": [0] * 11}}}, "no such row"),
    "new roll": ({"tables": {"battle": {"8": {"13": 9}}}}, "no roll '13'"),
    "other id": ({"board": {"spaces": {"pella": {"id": "aigai"}}}}, "id cannot change"),
    "other number": ({"cards": {"fog": {"numbers": ["50", "99"]}}}, "numbers cannot change"),
    "unknown file": ({"boards": {}}, "no such file"),
    "unknown section": ({"board": {"space": {}}}, "no such section"),
    "no such path": ({"board": {"paths": {"remove": [{"a": "pella", "b": "memphis"}]}}}, "no such path"),
    "no object": ({"board": 5}, "an object belongs"),
    "unknown verb": ({"board": {"paths": {"delete": []}}}, "'delete' is unknown"),
}


@pytest.mark.parametrize("kind", REFUSED_PATCHES)
def test_a_patch_never_adds_or_removes_ids(tmp_path: Path, kind: str) -> None:
    patch, message = REFUSED_PATCHES[kind]
    with pytest.raises(DataError) as refused:
        patched(tmp_path, patch)
    assert refused.value.file == "patch.json"
    assert message in refused.value.message
    assert refused.value.advice


def test_a_patched_value_is_checked_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="space pella: it is a port without a Sea path"):
        patched(tmp_path, {"board": {"spaces": {"pella": {"port": True, "waters": "aegean"}}}})


def test_the_patch_of_the_data_page_works(tmp_path: Path, material: Material) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    changed = patched(tmp_path, json.loads(block))
    assert changed.digest != material.digest
    assert summary(changed) == summary(material)
    assert next(card.ops for card in changed.cards if card.number == "15") == 4
    board = changed.board
    assert any(kind in SEA_PATHS for _, kind in board.links[board.space_index["pella"]])
