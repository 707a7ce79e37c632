"""Bad days of a database: a sentence each, no traceback, and nothing acknowledged that is not kept."""

import logging
import os
import signal
import sqlite3
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from diadochi.cli.serve import command
from diadochi.table import launcher, store, store_errors
from diadochi.table.app import Config, TableServer
from diadochi.table.store_errors import StoreError
from tests.server.conftest import new_postgres_database, start_postgres
from tests.server.disk import FULL, IO_ERROR, READ_ONLY, Disk, FaultyVfs
from tests.server.running import Json, Running, wait_until

KEY = "k" * 40


@pytest.fixture(autouse=True)
def operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is told everything again in each test."""
    monkeypatch.setattr(store_errors, "_told", {})


# Opening


def refusal(database: str) -> str:
    """What the command line says, in one line, with a word about what to do."""
    said = said_of(database)
    assert "--database" in said
    return said


def said_of(database: str) -> str:
    result = CliRunner().invoke(command, ["--port", "0", "--database", database, "--seconds", "0.1"])
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    said = result.output.strip()
    assert "Traceback" not in said
    return said


def made(file: Path) -> None:
    with Running(f"sqlite:///{file}") as server:
        ann = server.person()
        ann.play(ann.new_game("hot", "hot"), 20)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"Dear diary, today we buried Alexander. " * 100)
    content = file.read_bytes()
    assert "file is not a database" in refusal(f"sqlite:///{file}")
    assert file.read_bytes() == content


@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_truncated_database_is_refused(tmp_path: Path, share: float) -> None:
    file = tmp_path / "games.sqlite"
    made(file)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    said = refusal(f"sqlite:///{file}")
    assert "malformed" in said
    assert "restore a backup" in said


def test_a_database_with_a_garbled_page_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    made(file)
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 2 + 64] = os.urandom(64)
    file.write_bytes(content)
    assert "malformed" in refusal(f"sqlite:///{file}")


def test_a_newer_database_is_refused(sqlite: str) -> None:
    opened = store.Store(sqlite)
    opened.migrate()
    with opened.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    opened.close()
    assert "was written by a newer diadochi: use that version" in refusal(sqlite)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("DROP TABLE seats", "lacks seats"),
        ("ALTER TABLE entries DROP COLUMN checksum", "lacks entries.checksum"),
        ("UPDATE alembic_version SET version_num = ''", "newer diadochi"),
        ("INSERT INTO alembic_version VALUES ('other')", "newer diadochi"),
    ],
)
def test_a_database_that_somebody_has_changed_is_refused(tmp_path: Path, change: str, told: str) -> None:
    file = tmp_path / "games.sqlite"
    made(file)
    with sqlite3.connect(file) as connection:
        connection.execute(change)
    connection.close()
    assert told in refusal(f"sqlite:///{file}")


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "gone").symlink_to(tmp_path / "no folder" / "games.sqlite")
    for name in ("loop", "gone"):
        assert "cannot be opened" in refusal(f"sqlite:///{tmp_path / name}")


@pytest.mark.parametrize("end", ["?mode=ro", "?mode=ro&uri=true"])
def test_a_file_is_named_without_anything_behind_it(tmp_path: Path, end: str) -> None:
    assert "is not a database; write sqlite:///FILE" in said_of(f"sqlite:///{tmp_path / 'games.sqlite'}{end}")
    assert "is not a database; write sqlite:///FILE" in said_of(f"sqlite:///file:{tmp_path / 'games.sqlite'}{end}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("database", ["", "games", "postgresql://games@localhost:port/games"])
def test_what_names_no_database_is_refused(database: str) -> None:
    assert "is not a database; write sqlite:///FILE" in said_of(database)


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE games (title TEXT)")
    connection.close()
    assert "cannot be opened" in refusal(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    connection.close()
    assert names == ["games"]


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "sqlite:///{pipe}"])
@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_what_keeps_nothing_is_refused_and_left_alone(tmp_path: Path, database: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o644)
    result = CliRunner().invoke(command, ["--port", "0", "--database", database.format(pipe=pipe), "--seconds", "0.1"])
    assert result.exit_code == 1
    assert "is not a database; write sqlite:///FILE" in result.output
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("code, word", [(READ_ONLY, "read-only"), (FULL, "full"), (IO_ERROR, "disk")])
def test_a_disk_that_cannot_be_written_is_told_at_the_start(tmp_path: Path, code: int, word: str) -> None:
    disk = Disk(tmp_path)
    disk.failing = code
    with FaultyVfs(disk):
        assert word in refusal(f"sqlite:///{tmp_path / 'games.sqlite'}")


def test_a_foreign_lock_is_told_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)
    file = tmp_path / "games.sqlite"
    made(file)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    said = refusal(f"sqlite:///{file}")
    holder.close()
    assert "database is locked" in said
    assert "end whatever else has the database open" in said


def test_a_postgresql_that_is_not_there_is_told() -> None:
    said = refusal("postgresql://nobody@127.0.0.1:1/games")
    assert "PostgreSQL runs" in said


# While the server runs


class Playing:
    """A game, and an action that is sent again and again as a browser does."""

    def __init__(self, server: Running) -> None:
        self.ann = server.person()
        self.game = self.ann.new_game("hot", "hot")
        self.version = self.ann.play(self.game, 8)["version"]
        seat = self.ann.view(self.game)["decision"]["seat"]
        view = self.ann.view(self.game, seat)
        self.body = {
            "id": "one", "version": self.version, "seat": seat, "action": view["decision"]["offers"][0]["action"]
        }  # fmt: skip

    def send(self) -> httpx.Response:
        return self.ann.post(f"/api/games/{self.game}/actions", self.body)

    def is_refused(self, word: str) -> None:
        answer = self.send()
        assert (answer.status_code, answer.json()["error"]) == (503, "storage"), answer.text
        assert word.lower() in answer.json()["text"].lower()
        assert "what you send twice is done once" in answer.json()["text"]

    def goes_on(self) -> None:
        """The same action again: it is done, and once."""
        wait_until(lambda: self.send().status_code == 200, 60)
        assert self.send().json()["version"] == self.version + 1
        entries = self.ann.log(self.game)["entries"]
        assert [e["version"] for e in entries] == list(range(len(entries)))
        assert entries[self.version + 1]["action"] == self.body["action"]
        assert self.ann.play(self.game, 3)["version"] > self.version + 1


@pytest.mark.parametrize(
    "code, word, remedy",
    [
        (FULL, "disk is full", "make room on the disk"),
        (READ_ONLY, "cannot write", "look at its permissions"),
        (IO_ERROR, "disk does not work", "look at the disk"),
    ],
)
def test_a_disk_that_fails_acknowledges_nothing_and_goes_on_afterwards(
    tmp_path: Path, code: int, word: str, remedy: str, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk(tmp_path)
    with FaultyVfs(disk), Running(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        playing = Playing(server)
        with playing.ann.live(playing.game, since=0):
            disk.failing = code
            playing.is_refused(word)
            playing.is_refused(word)
            made = playing.ann.post("/api/games", {"players": 2, "seats": [{"kind": "hot"}, {"kind": "bot"}]})
            assert made.status_code == 503
            assert playing.ann.view(playing.game)["version"] == playing.version
            disk.failing = 0
            playing.goes_on()
    assert "Traceback" not in caplog.text
    assert any(record.levelno == logging.ERROR and remedy in record.message for record in caplog.records)


@pytest.mark.parametrize("ending", ["", "-wal"])
@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be deleted")
def test_a_deleted_or_replaced_file_acknowledges_nothing(
    tmp_path: Path, ending: str, caplog: pytest.LogCaptureFixture
) -> None:
    file, aside = tmp_path / f"games.sqlite{ending}", tmp_path / "aside"
    with Running(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        playing = Playing(server)
        file.rename(aside)
        playing.is_refused("deleted or replaced")
        file.write_bytes(aside.read_bytes())
        playing.is_refused("deleted or replaced")
        aside.replace(file)
        playing.goes_on()
    assert "was deleted or replaced: put it back" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("left", [0, 4096])
def test_a_file_that_is_cut_short_acknowledges_nothing(
    tmp_path: Path, left: int, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.sqlite"
    with Running(f"sqlite:///{file}") as server:
        playing = Playing(server)
        whole = file.read_bytes()
        os.truncate(file, left)
        playing.is_refused("deleted or replaced")
        file.write_bytes(whole)
        playing.goes_on()
    assert "was deleted or replaced: put it back" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_foreign_lock_is_waited_for_and_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.5)
    with Running(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        playing = Playing(server)
        holder = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        playing.is_refused("another program holds the games")
        holder.execute("ROLLBACK")
        holder.close()
        playing.goes_on()


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """One that may be stopped."""
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = start_postgres(Path(folder) / "d")
        yield server
        server.cleanup()


def test_a_postgresql_that_is_restarted_loses_nothing(own_postgres: Any, caplog: pytest.LogCaptureFixture) -> None:
    with Running(new_postgres_database(own_postgres.get_uri())) as server:
        playing = Playing(server)
        with playing.ann.live(playing.game, since=0):
            own_postgres.stop()
            playing.is_refused("the database does not answer")
            own_postgres.ensure_postgres_running()
            playing.goes_on()
    assert "Traceback" not in caplog.text


def test_a_postgresql_that_hangs_keeps_nobody_waiting(
    own_postgres: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "HANGING_SECONDS", 1.0)
    with Running(new_postgres_database(own_postgres.get_uri())) as server:
        playing = Playing(server)
        with server.table.store.reading() as connection:
            pids = list(connection.scalars(sa.text("SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL")))
            folder = Path(str(connection.scalar(sa.text("SELECT current_setting('data_directory')"))))
        # The first process makes new connections, which would answer.
        pids.insert(0, int((folder / "postmaster.pid").read_text().splitlines()[0]))
        try:
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
            begun = time.monotonic()
            playing.is_refused("does not answer")
            assert time.monotonic() - begun < 20
            assert playing.ann.get(f"/api/games/{playing.game}").status_code == 503
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        wait_until(lambda: not server.table.store.hangs())
        playing.goes_on()
    assert "Traceback" not in caplog.text


def test_a_lock_in_postgresql_is_not_waited_for_for_ever(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 1)
    with Running(new_postgres_database(postgres)) as server:
        playing = Playing(server)
        with server.table.store.engine.connect() as holder:
            holder.exec_driver_sql("LOCK TABLE games IN EXCLUSIVE MODE")
            playing.is_refused("another program holds the games")
        playing.goes_on()


def test_a_server_that_knows_no_checksums_is_fenced_by_postgresql(postgres: str) -> None:
    """What a server of an earlier release does to a game, in the words that it uses."""
    with Running(new_postgres_database(postgres)) as server:
        playing = Playing(server)
        for statement in (
            "UPDATE games SET version = version + 1, state = 'x'",
            "UPDATE games SET engine = '0.0.1-old'",
            "INSERT INTO games (id, name, created, changed, private, status, players, options, key, engine, note, "
            "base, version, decider, state) SELECT 'new', name, created, changed, private, status, players, options, "
            "key, engine, note, base, version, decider, state FROM games",
        ):
            with pytest.raises(StoreError, match="newer server"), server.table.store.writing() as connection:
                connection.exec_driver_sql(statement)
        playing.goes_on()


# Private


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no modes")
def test_database_files_and_their_folder_belong_to_their_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / "games.sqlite").touch(mode=0o644)
    monkeypatch.setattr(launcher, "data_folder", lambda: folder)
    before = os.umask(0)
    try:
        with Running(launcher.default_database()) as server:
            server.person().new_game("hot", "hot")
            files = list(folder.iterdir())
            assert len(files) == 4
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no modes")
@pytest.mark.parametrize(
    ("mode", "told"), [(0o700, ""), (0o755, "can see which files"), (0o770, "can delete or replace")]
)
def test_a_folder_that_somebody_chose_stays_as_it_is_and_the_operator_is_told(
    tmp_path: Path, mode: int, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "chosen"
    folder.mkdir()
    folder.chmod(mode)
    for end in ("", "-shm", ".lock"):
        file = folder / f"games.sqlite{end}"
        file.touch()
        file.chmod(0o644)
    with Running(f"sqlite:///{folder / 'games.sqlite'}") as server:
        server.person().new_game("hot", "hot")
        files = {file.name.removeprefix("games.sqlite"): stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert files == dict.fromkeys(("", "-wal", "-shm", ".lock"), 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == mode
    assert (f"chmod 700 {folder}" in caplog.text) == bool(told)
    assert told in caplog.text


# Keys and ids


def test_the_same_key_with_another_body_is_refused(server: Running) -> None:
    ann, bob = server.person(), server.person()
    body: Json = {"players": 2, "seats": [{"kind": "me"}, {"kind": "open"}], "key": KEY}
    first = ann.post("/api/games", body).json()
    assert ann.post("/api/games", body).json() == first
    for other in ({**body, "name": "Ipsos"}, {**body, "seats": [{"kind": "me"}, {"kind": "bot"}]}):
        answer = ann.post("/api/games", other)
        assert (answer.status_code, answer.json()["error"]) == (409, "reused_key")
    seat = f"/api/games/{first['id']}/seats/red"
    sat = bob.post(seat, {"name": "Bob", "key": KEY[::-1] + "x"})
    assert sat.status_code == 201
    assert bob.post(seat, {"name": "Bob", "key": KEY[::-1] + "x"}).status_code == 201
    reused = bob.post(seat, {"name": "Rob", "key": KEY[::-1] + "x"})
    assert (reused.status_code, reused.json()["error"]) == (409, "reused_key")
    assert len(ann.get("/api/games").json()["games"]) == 1


def test_the_same_key_with_two_bodies_at_once_makes_one_game(server: Running) -> None:
    people = [server.person() for _ in range(6)]
    answers: list[httpx.Response] = []

    def make(number: int) -> None:
        body = {"players": 2, "seats": [{"kind": "me"}, {"kind": "hot"}], "key": KEY, "name": f"{number % 2}"}
        answers.append(people[number].post("/api/games", body))

    threads = [threading.Thread(target=make, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3
    assert len(people[0].get("/api/games").json()["games"]) == 1


def test_the_same_id_with_another_action_is_refused(quick: Running) -> None:
    playing = Playing(quick)
    assert playing.send().status_code == 200
    answer = playing.ann.post(f"/api/games/{playing.game}/actions", {**playing.body, "action": "bury"})
    assert (answer.status_code, answer.json()["error"]) == (409, "reused_id"), answer.text
    playing.goes_on()


def test_a_server_that_cannot_open_its_database_holds_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"junk" * 1000)
    for _ in range(2):
        with pytest.raises(StoreError, match="not a database"):
            TableServer(Config(f"sqlite:///{file}"))
