"""What the rulebooks' examples say about map and tables; the tests hold the data against it."""

from dataclasses import dataclass
from typing import Any

from diadochi.data.entry import Entry, titled

TABLES = {name: name for name in ("battle", "attrition", "siege", "unrest", "movement")}


@dataclass(frozen=True, slots=True)
class Check:
    """A statement about the map. `test` puts it as an expression, which only the tests evaluate."""

    rule: str
    statement: str
    test: str


@dataclass(frozen=True, slots=True)
class Constraint:
    """A statement about a table: one result, or the existence of a column."""

    id: str
    table: str
    kind: str
    column: str
    initiative: int
    roll: int | str
    op: str
    value: Any
    provenance: str


def read_checks(raw: dict[str, Any]) -> tuple[Check, ...]:
    checks = []
    for entry in Entry("board.json", "", raw).entries("checks", titled("check", "rule")):
        checks.append(Check(entry.text("rule"), entry.text("statement"), entry.text("test")))
        entry.done()
    return tuple(checks)


def read_constraints(raw: dict[str, Any]) -> tuple[Constraint, ...]:
    entries = Entry("tables.json", "", raw).entries("constraints", titled("constraint", "id"))
    return tuple(_constraint(entry) for entry in entries)


def _constraint(entry: Entry) -> Constraint:
    constraint = Constraint(
        id=entry.text("id"),
        table=entry.one_of("table", TABLES),
        kind=entry.text("kind", "result"),
        column=entry.text("column", ""),
        initiative=entry.number("initiative", 2, 4, default=0),
        roll=entry.value("roll") if entry.has("roll") else "",
        op=entry.text("op", ""),
        value=entry.value("value") if entry.has("value") else None,
        provenance=entry.word(),
    )
    entry.done()
    return constraint
