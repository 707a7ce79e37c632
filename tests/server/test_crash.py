"""The server is killed in the midst of the load, and nothing that it acknowledged is lost."""

import asyncio

from click.testing import CliRunner

from diadochi.cli.load import command
from tests.server.crash import crash

KILLS = 3


def test_what_was_acknowledged_survives_a_kill(database: str) -> None:
    outcome = asyncio.run(crash(database, games=6, kills=KILLS))
    assert outcome.problems == []
    assert outcome.acknowledged > 2 * 6 * KILLS
    assert outcome.heard >= outcome.acknowledged


def test_load_prints_what_it_measured() -> None:
    result = CliRunner().invoke(command, ["--games", "2", "--seconds", "1", "--json"])
    assert result.exit_code == 0
    assert '"p99_ms"' in result.output
    assert '"share_of_errors": 0.0' in result.output
