"""What is stored is not what was written: found at load, told to the operator, mended from the log, or closed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from diadochi.table import checksums
from diadochi.table.schema import ENTRIES, GAMES, SNAPSHOTS
from tests.server.running import Json, Running

NO_TEXT = {"body": sa.cast(sa.text("X'ff22'"), sa.Text)}
"""Bytes that no text has."""
GAME = 70
"""Steps: there are snapshots in between."""


def harm(server: Running, statement: sa.Executable) -> None:
    """While the server is down."""
    with server.table.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        if server.table.store.is_postgres:
            connection.exec_driver_sql("ALTER TABLE games DISABLE TRIGGER diadochi_guard")
        connection.execute(statement)
        if server.table.store.is_postgres:
            connection.exec_driver_sql("ALTER TABLE games ENABLE TRIGGER diadochi_guard")


def stored(server: Running, game: str) -> bytes:
    header = server.table.store.header(game)
    assert header is not None
    return header.state


def richer(state: bytes) -> bytes:
    """A position that could be, and is not."""
    told = json.loads(state)
    told["vp"][0] += 7
    return json.dumps(told).encode()


def seen(server: Running, game: str) -> tuple[Json, Json]:
    ann = server.people[0]
    return ann.view(game, "blue"), ann.log(game, "blue")


@pytest.fixture
def game(server: Running) -> str:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, GAME)
    return game


def closed(server: Running, game: str) -> str:
    answers = [server.people[0].get(f"/api/games/{game}{path}") for path in ("", "/view", "/log", "/decision")]
    assert [(a.status_code, a.json()["error"]) for a in answers] == [(410, "damaged")] * 4
    return str(answers[0].json()["text"])


@pytest.mark.parametrize(
    "harmed", [richer, lambda state: b"", lambda state: state[: len(state) // 2], lambda state: b"\x00junk\xff"]
)
def test_a_damaged_position_is_restored_from_the_log(
    server: Running, game: str, harmed: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    before = seen(server, game)
    harm(server, GAMES.update().values(state=harmed(stored(server, game))))
    server.restart()
    assert server.people[0].get("/api/games").status_code == 200
    assert seen(server, game) == before
    assert f"game {game}: its position was damaged and has been mended from the log" in caplog.text
    assert server.people[0].play(game, 3)["version"] > before[0]["version"]


def test_a_position_that_is_not_what_its_log_leads_to_is_restored_though_its_checksum_fits(
    server: Running, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = seen(server, game)
    header = server.table.store.header(game)
    assert header is not None
    other = richer(header.state)
    checksum = checksums.of_state(game, header.version, header.engine, other)
    harm(server, GAMES.update().values(state=other, checksum=checksum))
    server.restart()
    assert seen(server, game) == before
    assert "mended from the log" in caplog.text


@pytest.mark.parametrize("values", [{"decider": 4}, {"status": "over"}, {"version": 12}, {"version": 1200}])
def test_a_damaged_header_is_restored_from_the_log(quick: Running, values: Json) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, GAME)
    before = seen(quick, game), ann.table(game)
    harm(quick, GAMES.update().values(values))
    quick.restart()
    assert (seen(quick, game), {**ann.table(game), "changed": None}) == (before[0], {**before[1], "changed": None})


@pytest.mark.parametrize(
    "values", [{"body": "[]"}, {"action": "bury"}, {"seat": 4}, {"action": "undo", "body": "x"}, NO_TEXT]
)
def test_a_damaged_entry_is_restored_where_playing_it_again_tells_what_it_was(
    quick: Running, values: Json, caplog: pytest.LogCaptureFixture
) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, GAME)
    before = seen(quick, game)
    for version in (0, 5, GAME - 3):
        harm(quick, ENTRIES.update().where(ENTRIES.c.version == version).values(values))
    quick.restart()
    assert seen(quick, game) == before
    assert "version 5 of its log was damaged and has been mended" in caplog.text


@pytest.mark.parametrize(
    "statement",
    [
        ENTRIES.update().where(ENTRIES.c.version == 9).values(action_id="other", body="[]"),
        ENTRIES.delete().where(ENTRIES.c.version == 9),
        ENTRIES.delete().where(ENTRIES.c.version > GAME - 5),
        ENTRIES.update().where(ENTRIES.c.version == 9).values(checksum="0" * 32),
    ],
)
def test_a_log_that_cannot_be_restored_closes_the_game_and_no_other(
    server: Running, game: str, statement: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ann = server.people[0]
    other = ann.new_game("hot", "hot")
    harm(server, statement.where(ENTRIES.c.game == game))
    server.restart()
    said = closed(server, game)
    assert "ask the operator to restore it from a backup" in said
    assert f"game {game}: this game is closed, because version" in caplog.text
    assert "Traceback" not in caplog.text
    assert ann.play(other, 3)["version"] >= 3


def test_damaged_snapshots_are_made_again_or_left_out(server: Running, game: str) -> None:
    before = seen(server, game)
    then = server.people[0].view(game, "blue", at=GAME - 5)
    harm(server, SNAPSHOTS.update().values(state=b"junk"))
    server.restart()
    assert seen(server, game) == before
    assert server.people[0].view(game, "blue", at=GAME - 5) == then


def test_a_damaged_position_in_the_list_of_tables_hides_no_other(quick: Running) -> None:
    ann = quick.person()
    games = {ann.new_game("hot", "hot") for _ in range(3)}
    harm(quick, GAMES.update().where(GAMES.c.id == min(games)).values(state=b"junk"))
    quick.restart()
    listed = ann.get("/api/games").json()["games"]
    assert {table["id"] for table in listed} == games


def test_several_damaged_entries_are_mended_while_the_server_runs(server: Running, game: str) -> None:
    before = seen(server, game)
    server.table.games._loaded[game].recent.clear()
    harm(server, ENTRIES.update().where(ENTRIES.c.version.in_((6, 9, 12))).values(body="[0,0,0,0,[]]"))
    assert seen(server, game) == before
