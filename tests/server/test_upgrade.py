"""A rolling upgrade from two actual older builds: one that knows no fence, one that has it. See `make upgrade`."""

from pathlib import Path

import pytest

from tests.server.conftest import new_postgres_database
from tests.server.upgrade import older_source, upgrade

FIRST, FENCING = "35807ff", "11b21f3"
REFUSES = {FIRST: "500 internal", FENCING: "503 newer_server"}
GAMES, STEPS = 3, 5


@pytest.mark.parametrize("commit", [FIRST, FENCING])
def test_the_newer_one_of_two_servers_takes_the_games_over(commit: str, postgres: str, tmp_path: Path) -> None:
    source = older_source(commit, tmp_path / "older")
    outcome = upgrade(new_postgres_database(postgres), source, GAMES, STEPS, tmp_path)
    assert outcome.problems == []
    assert set(outcome.refusals) == {REFUSES[commit]}
    assert outcome.before >= GAMES * STEPS
    assert outcome.after == 3 * GAMES * STEPS


@pytest.mark.parametrize("commit", [FIRST, FENCING])
def test_an_sqlite_file_is_handed_over_and_not_back(commit: str, sqlite: str, tmp_path: Path) -> None:
    outcome = upgrade(sqlite, older_source(commit, tmp_path / "older"), GAMES, STEPS, tmp_path)
    assert outcome.problems == []
    assert (outcome.before, outcome.after) == (GAMES * STEPS, 2 * GAMES * STEPS)
