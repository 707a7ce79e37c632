"""Backups made while people play, restored and played on; single games that move to another server."""

import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from diadochi.table import backup
from diadochi.table.backup import BackupError, Copied
from diadochi.table.store import Store
from tests.server.conftest import new_postgres_database
from tests.server.running import Json, Person, Running, wait_until


def silent(done: int, of: int) -> None:
    pass


class Load:
    """People who go on playing in the background; `acknowledged` is the last version that the server told them."""

    def __init__(self, server: Running, games: int) -> None:
        self.people = [server.person() for _ in range(games)]
        self.games = [person.new_game("hot", "hot") for person in self.people]
        self.acknowledged = dict.fromkeys(self.games, 0)
        self._over = threading.Event()
        pairs = zip(self.people, self.games, strict=True)
        self._threads = [threading.Thread(target=self._play, args=pair) for pair in pairs]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _play(self, person: Person, game: str) -> None:
        seed = 0
        while not self._over.is_set():
            seed += 1
            self.acknowledged[game] = person.play(game, 1, seed)["version"]


def lines(log: Json) -> list[Json]:
    return [entry["lines"] for entry in log["entries"]]


def restored(file: Path, folder: Path, kind: str, request: pytest.FixtureRequest) -> str:
    url = f"sqlite:///{folder / 'restored.sqlite'}"
    if kind == "postgres":
        url = new_postgres_database(request.getfixturevalue("postgres"))
    backup.restore(file, url, silent)
    return url


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_under_load_is_restored_and_played_on(
    server: Running, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "backup"
    with Load(server, 3) as load:
        for person, game in zip(load.people, load.games, strict=True):
            person.view(game)
        wait_until(lambda: min(load.acknowledged.values()) >= 15)
        before = dict(load.acknowledged)
        copied = backup.backup(server.config.database, file, silent)
        wait_until(lambda: all(load.acknowledged[game] >= before[game] + 3 for game in load.games))
    assert copied.games == 3 and not copied.damaged
    logs = {game: lines(person.log(game)) for person, game in zip(load.people, load.games, strict=True)}
    with Running(restored(file, tmp_path, kind, request)) as second:
        for person, game in zip(load.people, load.games, strict=True):
            person.server = second
            version = person.table(game)["version"]
            assert before[game] <= version < len(logs[game])
            assert lines(person.log(game)) == logs[game][: version + 1]
            assert person.play(game, 5)["version"] > version


def test_a_backup_is_private_and_a_whole_database(quick: Running, tmp_path: Path) -> None:
    quick.person().new_game("hot", "hot")
    file = tmp_path / "a b?%.sqlite"
    assert backup.backup(quick.config.database, file, silent) == Copied(1, 1, ())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [name.name for name in tmp_path.glob("a b*")] == [file.name]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_failed_backup_leaves_the_older_one(quick: Running, tmp_path: Path) -> None:
    quick.person().new_game("hot", "hot")
    file = tmp_path / "backup"
    file.write_text("older")

    def told(done: int, of: int) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        backup.backup(quick.config.database, file, told)
    assert file.read_text() == "older"
    assert not list(tmp_path.glob("*.part*"))


def test_what_is_there_is_not_overwritten_unasked(quick: Running, tmp_path: Path) -> None:
    quick.person().new_game("hot", "hot")
    file, url = tmp_path / "backup", f"sqlite:///{tmp_path / 'other.sqlite'}"
    backup.backup(quick.config.database, file, silent)
    backup.restore(file, url, silent)
    with pytest.raises(BackupError, match="there are 1 games in this database"):
        backup.restore(file, url, silent)
    assert backup.restore(file, url, silent, replace=True).games == 1


def test_a_database_in_use_is_not_restored_into(quick: Running, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    backup.backup(quick.config.database, file, silent)
    with pytest.raises(Exception, match="in use by another server"):
        backup.restore(file, quick.config.database, silent, replace=True)


@pytest.mark.parametrize("content", [b"", b"junk" * 5000, None])
def test_what_is_no_backup_is_told(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BackupError, match=r"there is no file|cannot be opened|it is not a backup"):
        backup.restore(file, f"sqlite:///{tmp_path / 'games.sqlite'}", silent)


def test_one_game_moves_to_a_server_that_runs(server: Running, tmp_path: Path) -> None:
    ann = server.person()
    stays, moves = ann.new_game("hot", "hot"), ann.new_game("hot", "hot")
    before = ann.play(moves, 12)
    file = tmp_path / "game"
    assert backup.export(server.config.database, moves, file).games == 1
    with Running(f"sqlite:///{tmp_path / 'second.sqlite'}") as second:
        ann.server = second
        backup.import_games(file, second.config.database, silent)
        assert ann.get(f"/api/games/{stays}").status_code == 404
        assert ann.view(moves)["version"] == before["version"]
        assert ann.play(moves, 5)["version"] > before["version"]
        with pytest.raises(BackupError, match="already: nothing was imported"):
            backup.import_games(file, second.config.database, silent)


def test_a_damaged_game_is_copied_and_named(quick: Running, tmp_path: Path) -> None:
    ann = quick.person()
    sound, damaged = ann.new_game("hot", "hot"), ann.new_game("hot", "hot")
    ann.play(damaged, 3)
    quick.stop()
    store = Store(quick.config.database)
    with store.writing() as connection:
        change = sa.text("UPDATE entries SET action = 'pass' WHERE game = :game AND version = 2")
        connection.execute(change, {"game": damaged})
    store.close()
    copied = backup.backup(quick.config.database, tmp_path / "backup", silent)
    assert (copied.games, copied.damaged) == (2, (damaged,))
    assert sound not in copied.damaged
    quick.start()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "diadochi", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_the_commands(quick: Running, tmp_path: Path) -> None:
    game = quick.person().new_game("hot", "hot")
    here, there = ("--database", quick.config.database), ("--database", f"sqlite:///{tmp_path / 'there.sqlite'}")
    file, one = str(tmp_path / "all"), str(tmp_path / "one")
    assert run("backup", file, *here).stdout == f"{file} holds 1 game with 1 log entry.\n"
    assert run("restore", file, *there).stdout == "Restored 1 game with 1 log entry.\n"
    assert run("export", game, one, *here).returncode == 0
    again = run("import", one, *there)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"diadochi: game {game} is in this database already: nothing was imported\n"
    missing = run("export", "nothing", one, *here)
    assert missing.stderr.startswith("diadochi: there is no game 'nothing'")
    assert run("backup", file, "--database", f"sqlite:///{tmp_path / 'no.sqlite'}").stderr.startswith(
        f"diadochi: there is no file {tmp_path / 'no.sqlite'}"
    )
