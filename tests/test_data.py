"""What the data files hold, by edition, with digest and provenance (docs/data.md)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from diadochi.data import (
    Check,
    Constraint,
    DataError,
    load_checks,
    load_coastline,
    load_constraints,
    load_material,
    provenance_report,
    summary,
)
from diadochi.model.cards import WINDOW_NAME, CardKind
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.model.pieces import ABILITY_NAME, ROYAL_NAME, Royal, Unit
from tests.data.board_language import BoardLanguage
from tests.data.files import FILES, content, corrected, patched, text_of

WORDS = {"stated", "third-party", "derived", "reconstructed"}


@pytest.fixture(scope="module")
def material() -> Material:
    return load_material()


def test_the_summary_counts_the_files(material: Material) -> None:
    assert summary(material) == (
        "33 Provinces, 149 spaces, 280 paths, 20 Generals, 5 Independent Armies, 8 Fleets, 70 cards"
    )


@pytest.mark.parametrize("check", load_checks(), ids=lambda check: check.rule)
def test_the_map_agrees_with_the_rulebooks(material: Material, check: Check) -> None:
    assert BoardLanguage(material).holds(check.test), check.statement


def test_there_are_117_checks_of_the_map() -> None:
    assert len(load_checks()) == 117


def test_a_check_of_the_map_can_fail(tmp_path: Path) -> None:
    material = patched(tmp_path, {"board": {"provinces": {"makedonia": {"vp": 9}}}})
    language = BoardLanguage(material)
    assert sum(not language.holds(check.test) for check in load_checks()) >= 2


@pytest.mark.parametrize("constraint", load_constraints(), ids=lambda constraint: constraint.id)
def test_the_tables_agree_with_the_rulebooks(material: Material, constraint: Constraint) -> None:
    assert constraint_holds(material, constraint)


def test_every_table_is_constrained() -> None:
    assert {c.table for c in load_constraints()} == {"battle", "attrition", "siege", "unrest", "movement"}
    assert len(load_constraints()) == 42


def test_a_constraint_of_a_table_can_fail(tmp_path: Path) -> None:
    material = patched(tmp_path, {"tables": {"siege": {"3": [2, 0]}}})
    failing = [c.id for c in load_constraints() if not constraint_holds(material, c)]
    assert failing == ["S1", "S2"]


def constraint_holds(material: Material, c: Constraint) -> bool:
    test = {"battle": battle, "attrition": attrition, "siege": siege, "unrest": unrest, "movement": movement}
    return test[c.table](material, c)


def strength(column: str) -> int:
    return int(re.split(r"[-+]", column)[0])


def battle(material: Material, c: Constraint) -> bool:
    if c.kind == "header":
        return c.column in material.tables.battle_columns
    scores = material.tables.battle[strength(c.column)]
    assert c.op == "="
    return set(scores[2:]) == {c.value} if c.roll == "all" else scores[int(c.roll)] == c.value


def attrition(material: Material, c: Constraint) -> bool:
    table = material.tables.attrition
    if c.kind == "header":
        printed = content("tables")["attrition"]
        return all(column in printed for column in c.column.split(","))
    if c.kind == "symbols":
        cells = {cell for row in table[1:] for cell in row[1:]}
        return (0, False) in cells and (1, False) in cells and (1, True) in cells
    losses = [loss for loss, _ in table[strength(c.column)]]
    if c.op == "some loss=":
        assert c.roll == "any<6"
        return c.value in losses[1:6]
    assert c.op == "loss="
    return bool(losses[int(c.roll)] == c.value)


def siege(material: Material, c: Constraint) -> bool:
    points, losses = material.tables.siege[int(c.roll)]
    holds = {
        "points=": points == c.value,
        "points>=": points >= c.value,
        "losses=": losses == c.value,
        "losses<=": losses <= c.value,
    }
    return bool(holds[c.op])


def unrest(material: Material, c: Constraint) -> bool:
    rows = [[material.board.provinces[p].id for p in row] for row in material.tables.unrest]
    if c.op == "some row lists two provinces":
        return any(len(row) == 2 for row in rows)
    if c.op == "province listed":
        return any(c.value in row for row in rows)
    roll = int(c.roll)
    holds = {
        "includes": c.value in rows[roll],
        "equals": c.value == rows[roll],
        "reroll": (roll in material.tables.unrest_reroll) == c.value,
    }
    return bool(holds[c.op])


def movement(material: Material, c: Constraint) -> bool:
    assert c.op == "="
    return bool(material.tables.movement[c.initiative][int(c.roll)] == c.value)


def test_scores_and_losses_never_fall_with_the_roll_or_the_strength(material: Material) -> None:
    battle_table, losses = material.tables.battle, [[n for n, _ in row] for row in material.tables.attrition]
    for table in (battle_table, losses):
        assert all(list(row) == sorted(row) for row in table)
        assert all(list(column) == sorted(column) for column in zip(*table, strict=True))


def test_no_army_loses_more_cus_by_attrition_than_it_has(material: Material) -> None:
    assert all(loss <= cus for cus, row in enumerate(material.tables.attrition) for loss, _ in row)


def test_generals_stand_by_seniority_then_by_faction(material: Material) -> None:
    pieces = material.pieces
    assert [g.seniority for g in pieces.generals[:20]] == list(range(20, 0, -1))
    assert [g.faction for g in pieces.generals[20:]] == [f for f in range(5) for _ in range(4)] + [5] * 5
    armies = [pieces.generals[army.general].id for army in pieces.independents]
    assert armies == ["leosthenes", "ariarathes", "philon", "glaukias", "seuthes"]
    assert pieces.factions == ("blue", "red", "yellow", "green", "black", "independent")


def test_ids_of_generals_are_unique(material: Material) -> None:
    assert len({general.id for general in material.pieces.generals}) == 45


def test_every_ability_belongs_to_a_general_of_some_edition() -> None:
    generals = [general for edition in EDITIONS for general in load_material(edition).pieces.generals]
    assert {general.ability for general in generals} == set(range(len(ABILITY_NAME)))


def test_there_are_eight_royal_army_cus_at_the_start(material: Material) -> None:
    """7.2 F: with 2 or 4 players all of them are on the board."""
    starting = [material.pieces.generals[g] for g in material.pieces.starting[4]]
    assert sum(g.start.forces[Unit.ROYAL] for g in starting if g.start) == 8


def test_no_starting_pcs_overlap(material: Material) -> None:
    generals = [material.pieces.generals[number] for number in material.pieces.starting[5]]
    pcs = [space for general in generals if general.start for space in general.start.pcs]
    assert len(pcs) == len(set(pcs))


def test_independent_spaces_of_thrake_depend_on_the_players(material: Material) -> None:
    """4.1: with 3 or 5 players Lysimachos has all of Thrake but Apollonia."""
    spaces = material.board.spaces
    lysimachos = next(g for g in material.pieces.generals if g.id == "lysimachos")
    assert lysimachos.start
    changing = {i for i, space in enumerate(spaces) if space.independent_players}
    assert changing == set(lysimachos.start.pcs)


def test_royals_stand_in_the_order_of_the_enum(material: Material) -> None:
    assert [royal.id for royal in material.pieces.royals] == list(ROYAL_NAME)
    assert material.pieces.royals[Royal.PHILIPPOS].start == -1


def test_cards_stand_in_the_order_of_their_numbers(material: Material) -> None:
    numbers = [card.number for card in material.cards]
    plain = [str(n) for n in range(1, 60) if n != 47]
    expected = [*plain[:46], "47A", "47B", *plain[46:], *(f"O{n}" for n in range(60, 70))]
    assert numbers == expected


def test_the_first_deck_is_59_cards(material: Material) -> None:
    assert sum(card.in_first_deck for card in material.cards) == 59


def test_surprise_cards_have_windows_and_others_have_ops(material: Material) -> None:
    for card in material.cards:
        assert (card.kind == CardKind.SURPRISE) == bool(card.windows) == bool(card.playable_by)
        assert (card.kind == CardKind.SURPRISE) == (card.ops == 0)
    assert {window for card in material.cards for window in card.windows} == set(range(len(WINDOW_NAME)))


def test_copies_of_a_card_differ_only_in_number(material: Material) -> None:
    copies = [card for card in material.cards if card.event == "unrest"]
    assert [card.number for card in copies] == ["17", "18", "19"]
    assert len({(card.ops, card.effect, card.kind) for card in copies}) == 1


def test_the_revealed_events_are_the_six_of_chapter_6(material: Material) -> None:
    events = {card.event for card in material.cards if card.resolves_when_revealed}
    assert len(events) == 6 and "plans_of_their_own" in events


def test_the_coastline_is_rings_of_longitude_and_latitude() -> None:
    coast = load_coastline()
    points = [point for polygon in coast for ring in polygon for point in ring]
    assert len(coast) == 81
    assert all(13 < lon < 65 and 21 < lat < 49 for lon, lat in points)


def test_an_unknown_edition_names_those_there_are() -> None:
    with pytest.raises(DataError, match=r"no edition 'fifth'.*deluxe, third, draft"):
        load_material("fifth")


def test_our_material_is_loaded_once() -> None:
    assert load_material() is load_material("deluxe")


def test_the_digest_is_the_same_for_the_same_data(tmp_path: Path, material: Material) -> None:
    (tmp_path / "board.json").write_text(json.dumps(content("board")), "utf-8")
    assert load_material(folder=tmp_path).digest == material.digest
    assert re.fullmatch("[0-9a-f]{64}", material.digest)


@pytest.mark.parametrize(
    "patch",
    [
        {"board": {"provinces": {"media": {"vp": 3}}}},
        {"cards": {"15": {"ops": 4}}},
        {"cards": {"18": {"name": "Revolt"}}},
        {"tables": {"siege": {"5": [1, 0]}}},
        {"pieces": {"fleets": {"kypros": {"upgraded": 3}}}},
        {"editions": {"deluxe": {"turns": 4}}},
    ],
)
def test_every_change_of_a_value_changes_the_digest(tmp_path: Path, material: Material, patch: object) -> None:
    assert patched(tmp_path, patch).digest != material.digest


def test_remarks_and_provenance_do_not_change_the_digest(tmp_path: Path, material: Material) -> None:
    change = {"note": "seen on the printed map", "provenance": "stated"}
    assert patched(tmp_path, {"board": {"spaces": {"gordion": change}}}).digest == material.digest


def test_the_order_of_a_corrected_file_does_not_matter(tmp_path: Path, material: Material) -> None:
    def reverse(board: Any) -> None:
        board["spaces"].reverse()
        board["provinces"].reverse()

    assert corrected(tmp_path, "board", reverse) == material


def test_every_provenance_is_one_of_four_words() -> None:
    assert {fact.kind for fact in provenance_report().facts} == WORDS


def test_every_file_reports_its_provenance() -> None:
    counts = provenance_report().counts
    assert set(counts) == {f"{name}.json" for name in (*FILES, "coastline")}
    assert sum(counts["board.json"].values()) == 33 * 2 + 149 + 280 + 6 + 1
    assert sum(counts["tables.json"].values()) == 17 * 11 + 17 + 12 * 6 + 9 * 2 + 11 + 3 * 6 + 3


def test_most_paths_are_reconstructed(material: Material) -> None:
    kinds = [path.provenance for path in material.board.paths]
    assert kinds.count("stated") == 21
    assert kinds.count("reconstructed") == 232


def test_no_note_names_a_file_of_the_workshop() -> None:
    for file in FILES:
        assert not re.search(r"\b00[0-4]\b(?! Greek)|seed|rules-index", text_of(file))


def test_a_correction_may_say_where_it_is_from(tmp_path: Path) -> None:
    patched(tmp_path, {"board": {"spaces": {"gordion": {"provenance": "stated"}}}})
    facts = provenance_report(tmp_path).facts
    assert next(fact.kind for fact in facts if fact.entry == "gordion") == "stated"
