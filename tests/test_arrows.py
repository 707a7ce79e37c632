"""Imports point down, as docs/architecture.md says; each check is tried on a package that breaks it."""

from pathlib import Path

import pytest

from diadochi.rules import face, procedures
from tests.arrows import (
    FOR_TYPES,
    TYPES,
    Arrow,
    arrows,
    arrows_inside,
    arrows_past_the_face,
    arrows_upward,
    modules,
    part_of,
    written_orders,
)

FOUND = modules()
ARROWS = arrows(FOUND)
PARTS, CHAPTERS = written_orders()


def test_the_page_names_every_part_once() -> None:
    assert sorted(PARTS) == sorted({part_of(name) for name in FOUND} - {"diadochi"})


def test_the_page_names_every_chapter_once() -> None:
    assert sorted(CHAPTERS) == [name for name in sorted(FOUND) if name.startswith("diadochi.rules.")]


def test_imports_point_down() -> None:
    below = [a for a in ARROWS if a.source != "diadochi" and a.target != "diadochi"]
    assert [str(a) for a in arrows_upward(below, PARTS, CHAPTERS)] == []


def test_the_engine_imports_nothing_inside_functions() -> None:
    assert [str(a) for a in arrows_inside(ARROWS)] == []


def test_chapters_are_imported_from_outside_through_the_face_only() -> None:
    assert [str(a) for a in arrows_past_the_face(ARROWS)] == []


def test_nothing_is_imported_for_types_that_is_not_needed() -> None:
    assert {(a.source, a.target) for a in ARROWS if a.kind == TYPES} & FOR_TYPES == FOR_TYPES


def test_the_package_itself_loads_nothing() -> None:
    """`diadochi --help` need not wait for the engine."""
    assert {a.kind for a in ARROWS if a.source == "diadochi"} == {TYPES}


def test_the_face_offers_what_it_says() -> None:
    offered = {name for name in vars(face) if not name.startswith("__")}
    assert offered == set(face.__all__)


# Procedures


def test_every_procedure_is_defined() -> None:
    assert procedures.missing() == []


def test_a_procedure_that_nobody_defines_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedures, "begin_battle", procedures.nobody)
    assert procedures.missing() == ["begin_battle"]
    with pytest.raises(RuntimeError, match="no chapter has defined"):
        procedures.begin_battle(*[None] * 8)  # type: ignore[arg-type]


# The checks can fail


def broken(folder: Path, **files: str) -> list[Arrow]:
    """The imports of a small package; `a__b` stands for a/b.py."""
    for name, text in {"rules__march": "", "rules__battle": "", "rules__face": "", "game": "", **files}.items():
        path = folder / "diadochi" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return arrows(modules(folder))


UP = "from diadochi.rules import battle\n"


def test_an_arrow_up_between_chapters_is_found(tmp_path: Path) -> None:
    found = broken(tmp_path, rules__march=UP)
    assert [a.source for a in arrows_upward(found, PARTS, CHAPTERS)] == ["diadochi.rules.march"]
    found = broken(tmp_path, rules__march="", rules__battle="import diadochi.rules.march\n")
    assert found and not arrows_upward(found, PARTS, CHAPTERS)


def test_an_arrow_up_between_parts_is_found(tmp_path: Path) -> None:
    found = broken(tmp_path, rules__march="from diadochi.game import Game\n")
    assert [a.target for a in arrows_upward(found, PARTS, CHAPTERS)] == ["diadochi.game"]


def test_an_arrow_up_for_types_is_found(tmp_path: Path) -> None:
    found = broken(tmp_path, rules__march=f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {UP}")
    assert [a.kind for a in arrows_upward(found, PARTS, CHAPTERS)] == [TYPES]


@pytest.mark.parametrize(
    "text",
    [
        f"def f():\n    {UP}",
        f"class A:\n    def f(self):\n        if 1:\n            {UP}",
        f"async def f():\n    {UP}",
    ],
)
def test_an_import_inside_a_function_is_found(tmp_path: Path, text: str) -> None:
    assert [a.target for a in arrows_inside(broken(tmp_path, game=text))] == ["diadochi.rules.battle"]


@pytest.mark.parametrize("text", [UP, "from diadochi.rules.battle import Battle\n", "import diadochi.rules.battle\n"])
def test_an_import_past_the_face_is_found(tmp_path: Path, text: str) -> None:
    assert [a.line for a in arrows_past_the_face(broken(tmp_path, bots__satrap=text))] == [1]
    through = "from diadochi.rules import face as rules\nfrom diadochi.rules.face import Battle\n"
    assert not arrows_past_the_face(broken(tmp_path, bots__satrap=through))
