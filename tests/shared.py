"""The tests of the first edition's rules, run in the other editions too, where their books say the same.

A test whose marks name only rules that another edition's book repeats runs in that edition as well: on its board, with
its pieces, cards and values, under the first edition's names (`tests.table.alike`). `not_shared.json` names those that
show such a rule by something which the edition has not or does in another way, and says what.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from diadochi.data.rulebook import load_rulebook
from diadochi.model.edition import EDITIONS
from tests import table

NOT_SHARED = Path(__file__).with_name("not_shared.json")
PLAYED = "edition_played"
"""The fixture that says in which edition a shared test runs."""


@cache
def repeated(edition: str) -> frozenset[str]:
    """The rules of the first edition's book that this edition's says in the same way, with their letter."""
    book = load_rulebook(edition=edition)
    same = {number for rule in book.rules if not rule.instead_of for number in rule.same_as}
    other = {number for rule in book.rules for number in rule.instead_of}
    return frozenset(f"R{number}" for number in same - other - book.absent)


@cache
def exceptions() -> dict[str, dict[str, dict[str, str]]]:
    """By edition, file and test: why it does not run there."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(NOT_SHARED.read_text(encoding="utf-8"))
    return found


def editions_of(definition: pytest.Item) -> list[str]:
    """In which editions a test runs."""
    marks = {str(x) for mark in definition.iter_markers("rule") for x in mark.args}
    name = definition.nodeid.partition("[")[0].rpartition("::")[2]
    others = [e for e in EDITIONS[1:] if marks and marks <= repeated(e)]
    return [EDITIONS[0], *(e for e in others if name not in exceptions()[e].get(definition.path.name, {}))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = editions_of(metafunc.definition)
    if len(found) > 1:
        metafunc.parametrize(PLAYED, found, indirect=True)


@pytest.fixture(autouse=True)
def edition_played(request: pytest.FixtureRequest) -> Iterator[str]:
    edition: str = getattr(request, "param", EDITIONS[0])
    with playing(edition):
        yield edition


@contextmanager
def playing(edition: str) -> Iterator[None]:
    """Tables are of this edition where a test names none."""
    before, table.played = table.played, edition
    try:
        yield
    finally:
        table.played = before
