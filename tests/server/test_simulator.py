"""The fault simulator in its short form; `make faults` is the long one."""

import logging
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from diadochi.table import api, wire
from diadochi.table import rounds as rounds_of_tables
from diadochi.table.store import Store
from diadochi.table.store_errors import StoreError
from tests.server import simulator
from tests.server.disk import Aim, Disk, Fault, FaultyVfs
from tests.server.simulator import Summary, simulate, uncovered

CRASHES = 110


def short(crashes: int, seed: int) -> Summary:
    return simulate(crashes, seed, whole=False)


def test_crashes_lose_double_and_reorder_nothing_that_was_acknowledged() -> None:
    log = logging.getLogger("diadochi.table")
    before = log.level
    summary = short(CRASHES, seed=7)
    assert log.level == before
    assert summary.problems == []
    assert summary.crashes == CRASHES
    assert summary.acknowledged > 20
    assert summary.answers["rounds"] > 10 and summary.answers["answer 200"] > 20
    assert summary.answers["followed"] > 2, "several actions of one request"
    doing = {name.partition(":")[0] for name in summary.hit}
    assert {"act", "undo", "bot", "make", "sit", "restart", "answer", "round", "settings"} <= doing
    assert {"write wal", "sync wal", "write database"} <= {name.partition(": ")[2] for name in summary.passed}


def test_one_seed_is_one_run() -> None:
    first, again, other = short(30, seed=3), short(30, seed=3), short(30, seed=4)
    assert (first.trace, first.points, first.hit) == (again.trace, again.points, again.hit)
    assert other.trace != first.trace


def test_a_store_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without flushes a power cut takes what was acknowledged, and the simulator sees it."""
    monkeypatch.setattr("diadochi.table.store.SYNCHRONOUS", "OFF")
    assert short(40, seed=7).problems


def test_answers_that_are_not_kept_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds_of_tables, "keep", lambda *_: None)
    assert any("is kept at version" in problem for problem in short(CRASHES, seed=7).problems)


def test_orders_that_are_not_kept_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "set_windows", lambda *_: None)
    assert any("were acknowledged and are" in problem for problem in short(CRASHES, seed=7).problems)


def test_answers_that_are_shown_too_early_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """To ask only those who have not answered yet tells who has."""
    as_usual = api.round_of

    def told(games: Any, loaded: Any, seat: int) -> Any:
        out = as_usual(games, loaded, seat)
        if out is not None:
            out.asked = [name for name in out.asked if wire.FACTIONS.index(name) not in loaded.round.answers]
        return out

    monkeypatch.setattr(api, "round_of", told)
    assert any("were asked, then" in problem for problem in short(CRASHES, seed=7).problems)


# The points


def test_a_kind_of_point_without_a_crash_is_named() -> None:
    passed = Counter({"act: write wal": 3, "act: sync wal": 1, "make: sync wal": 2})
    assert uncovered(passed, Counter({"act: write wal (torn)": 1})) == ["act: sync wal", "make: sync wal"]
    hit = Counter({"act: write wal (torn)": 1, "act: sync wal (full)": 1, "make: sync wal (after)": 4})
    assert uncovered(passed, hit) == ["act: sync wal"]
    assert uncovered(passed, hit + Counter({"act: sync wal (before)": 1})) == []


def test_a_run_that_misses_a_kind_of_point_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulator, "EXTRA", 0)
    monkeypatch.setattr(simulator, "UNDISTURBED", 2.0)
    monkeypatch.setattr("sys.argv", ["simulator", "--crashes", "2"])
    with pytest.raises(SystemExit) as ended:
        simulator.main()
    assert ended.value.code
    said = capsys.readouterr().out
    assert "0 problems" in said and "never: act: sync wal" in said


def test_a_crash_is_aimed_at_a_kind_of_point(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.aim = Aim("start: sync wal", 2, Fault(0, "before"))
    for what in ("write", "sync", "write", "sync", "write"):
        disk.point(what, f"{tmp_path}/x.sqlite-wal", 0, b"x", lambda _: 0)
    assert disk.hit == Counter({"start: sync wal (before)": 1})
    assert disk.passed == Counter({"start: write wal": 2, "start: sync wal": 2})


def test_a_crash_between_write_and_flush_loses_what_only_the_operating_system_had(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    with FaultyVfs(disk):
        connection = sqlite3.connect(tmp_path / "x.sqlite", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (x)")
        assert disk.points > 5
        assert "start: sync wal" in disk.passed or "start: sync database" in disk.passed
        disk.faults = {disk.points + 1: Fault(disk.points + 1, "before", power=True)}
        with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
            connection.execute("INSERT INTO t VALUES (1)")
        connection.close()
        disk.come_back()
        connection = sqlite3.connect(tmp_path / "x.sqlite")
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)
        connection.close()


class Worst(random.Random):
    """Nothing is left of what was not flushed."""

    def randrange(self, *_: object) -> int:
        return 0


@pytest.mark.parametrize("has_log", [True, False])
def test_what_is_committed_stays_with_and_without_a_write_ahead_log(tmp_path: Path, has_log: bool) -> None:
    disk = Disk(tmp_path)
    disk.has_shared_memory, disk.rng = has_log, Worst()
    with FaultyVfs(disk):
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        store.migrate()
        store.enrol("one")
        store.enrol("two")
        assert any(label.endswith("wal") for label in disk.passed) == has_log
        disk.faults = {disk.points + 1: Fault(disk.points + 1, "before", power=True)}
        with pytest.raises(StoreError):
            store.enrol("three")
        store.close()
        disk.come_back()
        store.migrate()
        assert [store.number_of(mark) for mark in ("one", "two", "three")] == [1, 2, 0]
        store.close()
