"""The fault simulator in its short form; `make faults` is the long one."""

import sqlite3
from pathlib import Path

import pytest

from tests.server.disk import Disk, Fault, FaultyVfs
from tests.server.simulator import simulate

CRASHES = 60


def test_crashes_lose_double_and_reorder_nothing_that_was_acknowledged() -> None:
    summary = simulate(CRASHES, seed=7)
    assert summary.problems == []
    assert summary.crashes == CRASHES
    assert summary.acknowledged > 20
    doing = {name.partition(":")[0] for name in summary.hit}
    assert {"act", "bot", "make", "restart"} <= doing
    assert {"write wal", "sync wal", "write database"} <= {name.partition(": ")[2] for name in summary.passed}


def test_one_seed_is_one_run() -> None:
    first, again, other = simulate(30, seed=3), simulate(30, seed=3), simulate(30, seed=4)
    assert (first.trace, first.points, first.hit) == (again.trace, again.points, again.hit)
    assert other.trace != first.trace


def test_a_store_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without flushes a power cut takes what was acknowledged, and the simulator sees it."""
    monkeypatch.setattr("diadochi.table.store.SYNCHRONOUS", "OFF")
    assert simulate(40, seed=7).problems


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
