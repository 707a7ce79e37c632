"""The picture of the board: everything is on it, nothing covers anything, and it comes from the data."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from diadochi.chart import HEIGHT, WIDTH, ChartError, Layout, draw, layout, path_id, render
from diadochi.chart.geometry import Box, distance, inside, nearest_on_ring
from diadochi.chart.plan import FRAME, growth_at, worth
from diadochi.chart.text import Face
from diadochi.data import load_coastline, load_material
from diadochi.messages import board_of
from diadochi.model.board import KIND_NAME, PATH_NAME, Board

WIDTHS = (1600, 1100)
BOARD = load_material().board
COASTLINE = load_coastline()
SVG = "{http://www.w3.org/2000/svg}"


@cache
def layout_at(width: int) -> Layout:
    return layout(BOARD, COASTLINE, width)


@pytest.fixture(params=WIDTHS)
def plan(request: pytest.FixtureRequest) -> Layout:
    return layout_at(request.param)


@pytest.fixture
def wide() -> Layout:
    return layout_at(1600)


@pytest.fixture(scope="module")
def picture() -> str:
    return render(BOARD, layout_at(1600))


@pytest.fixture(scope="module")
def by_id(picture: str) -> dict[str, ET.Element]:
    found = [e for e in ET.fromstring(picture).iter() if e.get("id")]
    ids = {e.attrib["id"]: e for e in found}
    assert len(ids) == len(found), "an id stands twice"
    return ids


def furniture(plan: Layout) -> list[Box]:
    return [plan.legend, plan.cartouche, plan.compass, *(h.box for h in plan.holdings)]


def test_every_space_and_every_province_has_its_name(plan: Layout) -> None:
    assert plan.labels_of("space").keys() == {s.id for s in BOARD.spaces}
    assert plan.labels_of("province").keys() == {p.id for p in BOARD.provinces}


def test_no_two_labels_overlap(plan: Layout) -> None:
    clashes = [(a.key, b.key) for a, b in combinations(plan.labels, 2) if a.box.overlaps(b.box)]
    assert clashes == []


def test_no_label_covers_a_space(plan: Layout) -> None:
    covered = [
        (label.key, space.id)
        for label in plan.labels
        for space, mark in zip(BOARD.spaces, plan.marks, strict=True)
        if label.box.overlaps(mark)
    ]
    assert covered == []


def test_no_label_and_no_space_lies_under_the_legend_or_outside_the_frame(plan: Layout) -> None:
    for box in (*plan.marks, *(label.box for label in plan.labels)):
        assert FRAME.contains(box)
        assert not any(box.overlaps(other) for other in furniture(plan))
    assert not any(a.overlaps(b) for a, b in combinations(furniture(plan), 2))


def test_a_name_stands_beside_its_own_space(plan: Layout) -> None:
    names = plan.labels_of("space")
    for space, mark in zip(BOARD.spaces, plan.marks, strict=True):
        assert mark.grown(16).overlaps(names[space.id].box), space.id


def test_spaces_stand_at_the_same_place_at_every_width(plan: Layout, wide: Layout) -> None:
    assert plan.points == wide.points
    assert plan.paths == wide.paths
    assert furniture(plan) == furniture(wide)


def test_letters_can_be_read_on_a_narrow_screen() -> None:
    narrow = layout_at(1100)
    faces = [face for label in narrow.labels for face in label.faces]
    assert min(face.size for face in faces) * narrow.scale > 7.5
    names = [face for label in narrow.labels for face in label.faces if face.name in ("minor", "major")]
    assert min(face.size for face in names) * narrow.scale > 9.5


def test_a_phone_gets_the_same_labels_as_a_narrow_screen() -> None:
    assert growth_at(390) == growth_at(1100) > growth_at(1600) == 1


def test_counters_fit_between_the_spaces(wide: Layout) -> None:
    nearest = min(distance(a, b) for a, b in combinations(wide.points, 2))
    assert nearest * wide.scale >= 36


def test_ports_lie_on_a_coast(wide: Layout) -> None:
    for space, point in zip(BOARD.spaces, wide.points, strict=True):
        if space.port:
            shores = [nearest_on_ring(point, ring) for polygon in wide.ground.coast for ring in polygon]
            assert min(distance(point, shore) for shore in shores) < 4, space.id


def test_other_spaces_lie_on_land(wide: Layout) -> None:
    geography = {s.id for s in BOARD.spaces if not s.port and any(inside((s.lon, s.lat), p) for p in COASTLINE)}
    picture = {
        s.id
        for s, point in zip(BOARD.spaces, wide.points, strict=True)
        if not s.port and any(inside(point, polygon) for polygon in wide.ground.coast)
    }
    assert picture == geography
    assert len(picture) > 90


def test_a_province_covers_the_ground_of_its_spaces(wide: Layout) -> None:
    for space, point in zip(BOARD.spaces, wide.points, strict=True):
        if not space.port:
            assert wide.regions.province_at(point) == space.province, space.id


def test_neighbouring_provinces_differ_in_tint(wide: Layout) -> None:
    for province, neighbours in enumerate(BOARD.adjacent_provinces):
        for other in neighbours:
            assert wide.regions.tints[province] != wide.regions.tints[other]


def test_paths_run_from_space_to_space_and_pass_clear_of_others(wide: Layout) -> None:
    for path, line in zip(BOARD.paths, wide.paths, strict=True):
        assert distance(line[0], wide.points[path.a]) < 0.01
        assert distance(line[-1], wide.points[path.b]) < 0.01
        others = [p for i, p in enumerate(wide.points) if i not in (path.a, path.b)]
        near = min(distance(p, q) for p in line for q in others)
        assert near > 8, (BOARD.spaces[path.a].id, BOARD.spaces[path.b].id)


def test_the_picture_holds_every_space_path_and_province(by_id: dict[str, ET.Element]) -> None:
    spaces = BOARD.spaces
    for space in spaces:
        classes = by_id[f"space-{space.id}"].attrib["class"].split()
        assert KIND_NAME[space.kind] in classes
        assert ("port" in classes, "independent" in classes) == (space.port, space.independent)
    for province in BOARD.provinces:
        assert by_id[f"province-{province.id}"].attrib["d"]
    for path in BOARD.paths:
        assert path_id(BOARD, path) in by_id
    for entry in BOARD.entry_paths:
        assert f"holding-{entry.army.lower()}" in by_id
        assert f"entry-{entry.army.lower()}-{spaces[entry.space].id}" in by_id


def test_kinds_of_spaces_differ_in_shape_and_kinds_of_paths_in_pattern(by_id: dict[str, ET.Element]) -> None:
    def shape(kind: int) -> str:
        plain = next(s for s in BOARD.spaces if s.kind is kind and not s.siege_modifier)
        body = by_id[f"space-{plain.id}"].find(f"{SVG}*[@class='body']")
        assert body is not None
        return body.tag + str(body.get("r")) + str(body.get("d"))

    def pattern(kind: int) -> str:
        path = next(p for p in BOARD.paths if p.kind is kind)
        return " ".join(e.attrib["class"] for e in by_id[path_id(BOARD, path)])

    assert len({shape(kind) for kind in range(len(KIND_NAME))}) == len(KIND_NAME)
    assert len({pattern(kind) for kind in range(len(PATH_NAME))}) == len(PATH_NAME)


def test_the_province_tells_its_vp_and_how_many_spaces_control_it(by_id: dict[str, ET.Element]) -> None:
    kypros = "".join(by_id["label-province-kypros"].itertext())
    assert kypros == "KYPROS1 VP \N{MIDDLE DOT} 2 of 2"
    number = BOARD.province_index["makedonia"]
    assert worth(BOARD, number) in "".join(by_id["label-province-makedonia"].itertext())


def test_the_picture_says_that_most_of_it_is_reconstructed(picture: str) -> None:
    assert "Most paths and positions on this board are reconstructed." in picture


def test_the_picture_holds_no_script_and_reads_nothing_from_outside(picture: str) -> None:
    root = ET.fromstring(picture)
    assert not any(e.tag == f"{SVG}script" for e in root.iter())
    links = [e.attrib["href"] for e in root.iter() if "href" in e.attrib]
    assert links and all(link.startswith("#") for link in links)


def changed(board: Board, space_id: str, **values: Any) -> Board:
    number = board.space_index[space_id]
    spaces = list(board.spaces)
    spaces[number] = replace(spaces[number], **values)
    return replace(board, spaces=tuple(spaces))


def test_an_army_in_its_box_has_the_name_that_its_edition_gives_it() -> None:
    names = {entry.army: entry.name for entry in board_of(load_material("third")).entry_paths}
    assert names == {"philon": "23,000 Colonists", "glaukias": "Illyrians", "seuthes": "Scythians"}


def test_a_changed_fact_is_drawn() -> None:
    board = changed(BOARD, "pella", name="Aigai & <Edessa>", port=True)
    root = ET.fromstring(draw(board, COASTLINE))
    pella = next(e for e in root.iter() if e.get("id") == "space-pella")
    assert "port" in pella.attrib["class"].split()
    label = next(e for e in root.iter() if e.get("id") == "label-space-pella")
    assert " ".join(label.itertext()) == "Aigai & <Edessa>"


def test_the_same_data_gives_the_same_picture(picture: str) -> None:
    assert draw(BOARD, COASTLINE) == picture


def test_the_width_is_the_size_and_not_the_scale_of_the_picture() -> None:
    root = ET.fromstring(render(BOARD, layout_at(1100), theme="dark"))
    assert (root.get("width"), root.get("height")) == ("1100", str(round(1100 * HEIGHT / WIDTH)))
    assert root.get("viewBox") == f"0 0 {WIDTH:.0f} {HEIGHT:.0f}"


def test_an_unknown_theme_is_refused_with_the_choices() -> None:
    with pytest.raises(ChartError, match="choose one of light, dark"):
        draw(BOARD, COASTLINE, theme="sepia")


def test_estimated_widths_are_those_of_a_wide_serif() -> None:
    """Measured in DejaVu Serif at 100 pixels: 'Halikarnassos' 717 and, in bold, 796."""
    assert Face("minor", 100).width("Halikarnassos") >= 717
    assert Face("major", 100, bold=True).width("Halikarnassos") >= 796
