"""tables.json: battle, attrition, siege, unrest and movement."""

import re
from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown
from diadochi.model.board import Board
from diadochi.model.tables import Tables

FILE = "tables.json"
SIEGE_ROWS = tuple(str(die) for die in range(9))
UNREST_ROWS = tuple(str(roll) for roll in range(2, 13))
INITIATIVES = (2, 3, 4)
NEEDED = ("independent_minor_city", "independent_stronghold", "major_city")
CELLS = {
    "battle": tuple(str(roll) for roll in range(2, 13)),
    "attrition": tuple(str(die) for die in range(1, 7)),
    "siege": ("points", "losses"),
    "movement": tuple(str(die) for die in range(1, 7)),
}
COLUMN = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?")
LOSS = re.compile(r"(?:(-)|([1-9])(e?))")


def load_tables(raw: dict[str, Any], board: Board, siege_minimum: int) -> Tables:
    file = Entry(FILE, "", raw)
    battle, columns = _battle(file.entry("battle"))
    needed = file.entry("siege_points_needed")
    points = [needed.number(key, 1, 6) for key in NEEDED]
    needed.done()
    tables = Tables(
        battle=battle,
        battle_columns=columns,
        attrition=_attrition(file.entry("attrition")),
        siege=_siege(file.entry("siege")),
        siege_points_needed=(points[0], points[1], points[2]),
        siege_minimum=siege_minimum,
        siege_cost=file.number("siege_cost", 0, 4),
        unrest=_unrest(file.entry("unrest"), board),
        unrest_reroll=file.numbers("unrest_reroll", 2, 12),
        movement=_movement(file.entry("movement")),
    )
    check_provenance(file.entry("provenance"), raw)
    file.asked.add("constraints")
    file.done()
    return tables


def columns_of(entry: Entry, lowest: int) -> list[tuple[str, int]]:
    """(column, smallest number) in order: "0", "11-12", "25+" without a hole, the last one open."""
    out = []
    expected = lowest
    open_end = False
    for name in entry.raw:
        match = COLUMN.fullmatch(name)
        if match is None:
            entry.fail(say("error.column_cannot_read", name=shown(name)), say("error.write_like"))
        if open_end or int(match[1]) != expected:
            entry.fail(say("error.hole_before_column", name=name), say("error.go_on", expected=expected))
        out.append((name, expected))
        expected = int(match[2] or match[1]) + 1
        open_end = match[3] is not None
        if expected <= out[-1][1]:
            entry.fail(say("error.column_ends_before_begins", name=name), say("error.write_smaller_number_first"))
    if not open_end:
        entry.fail(say("error.has_last_column"), say("error.end_column", expected=expected))
    return out


def _expanded(columns: list[tuple[str, int]]) -> list[str]:
    """The column's name for each number from 0 to the beginning of the last, open column."""
    out = [""] * (columns[-1][1] + 1)
    for name, first in columns:
        out[first:] = [name] * (len(out) - first)
    return out


def _battle(entry: Entry) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    names = _expanded(columns_of(entry, 0))
    scores = {name: entry.numbers(name, 0, 30, length=11) for name in entry.raw}
    entry.done()
    # Rolls below 2 cannot occur; they read as 2.
    return tuple((scores[n][0], scores[n][0], *scores[n]) for n in names), tuple(names)


def _attrition(entry: Entry) -> tuple[tuple[tuple[int, bool], ...], ...]:
    names = _expanded(columns_of(entry, 1))
    losses: dict[str, tuple[tuple[int, bool], ...]] = {"": ((0, False),) * 7}
    for name in entry.raw:
        cells = entry.texts(name)
        if len(cells) != 6:
            entry.fail(say("error.has_results", name=name, cells=len(cells)), say("error.give_result_each_die"))
        row = [_loss(entry, name, cell) for cell in cells]
        losses[name] = (row[0], *row)
    entry.done()
    return tuple(losses[name] for name in names)


def _loss(entry: Entry, name: str, cell: str) -> tuple[int, bool]:
    match = LOSS.fullmatch(cell)
    if match is None:
        entry.fail(say("error.holds_result", name=name, cell=shown(cell)), say("error.write_number_number_e"))
    return int(match[2] or 0), bool(match[3])


def _siege(entry: Entry) -> tuple[tuple[int, int], ...]:
    rows = [entry.numbers(die, 0, 6, length=2) for die in SIEGE_ROWS]
    entry.done()
    return tuple((row[0], row[1]) for row in rows)


def _unrest(entry: Entry, board: Board) -> tuple[tuple[int, ...], ...]:
    rows = [entry.ids(roll, board.province_index) for roll in UNREST_ROWS]
    entry.done()
    for roll, row in zip(UNREST_ROWS, rows, strict=True):
        if not row:
            entry.fail(say("error.roll_shows_province", roll=roll), say("error.name_one_two_provinces"))
    return ((), (), *rows)


def _movement(entry: Entry) -> tuple[tuple[int, ...], ...]:
    rows = {i: entry.numbers(str(i), 1, 6, length=6) for i in INITIATIVES}
    entry.done()
    return tuple((0, *rows.get(i, (0,) * 6)) for i in range(max(INITIATIVES) + 1))


def cell_words(rows: Entry, row: str, cells: tuple[str, ...]) -> dict[str, str]:
    """The provenance of each cell of a row: one word for all, or some by name and the `rest`."""
    if isinstance(rows.value(row), str):
        return dict.fromkeys(cells, rows.word(row))
    named = rows.entry(row)
    words = {cell: named.word(cell if named.has(cell) else "rest") for cell in cells}
    named.done()
    return words


def check_provenance(entry: Entry, raw: dict[str, Any]) -> None:
    """Each row of each table has a provenance word, or one per cell with `rest` for the others."""
    for table in ("battle", "attrition", "siege", "unrest", "movement"):
        rows = entry.entry(table)
        for row in raw[table]:
            cell_words(rows, row, CELLS.get(table, ("",)))
        rows.done()
    columns = entry.entry("battle_columns")
    for column in raw["battle"]:
        columns.word(column)
    columns.done()
    for fact in ("siege_points_needed", "siege_cost", "unrest_reroll"):
        entry.word(fact)
    entry.done()
