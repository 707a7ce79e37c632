"""What an operator's programs ask: health, readiness, metrics, and the log as JSON."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from diadochi.table.load_client import address_of
from diadochi.table.operations import may_read
from tests.server.running import PATIENCE, Running, wait_until

TOKEN = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"


def counted(server: Running) -> dict[str, float]:
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_server_is_ready_when_everything_is_prepared(quick: Running) -> None:
    assert httpx.get(f"{quick.url}/health").json() == {"status": "alive"}
    wait_until(lambda: quick.table.watching.is_prepared)
    assert httpx.get(f"{quick.url}/ready").json() == {"status": "ready"}
    quick.table.watching.is_prepared = False
    answer = httpx.get(f"{quick.url}/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "starting"})


def test_a_server_without_its_database_lives_but_is_not_ready(quick: Running, tmp_path: Path) -> None:
    wait_until(lambda: quick.table.watching.is_prepared)
    os.rename(tmp_path / "games.sqlite", tmp_path / "moved")
    answer = httpx.get(f"{quick.url}/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "no_database"})
    assert httpx.get(f"{quick.url}/health").status_code == 200
    os.rename(tmp_path / "moved", tmp_path / "games.sqlite")
    assert httpx.get(f"{quick.url}/ready").status_code == 200


def test_metrics_count_what_happens(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    before = counted(quick)
    ann.play(game, 5)
    after = counted(quick)
    acted = after["diadochi_action_seconds_count"] - before["diadochi_action_seconds_count"]
    assert acted == 5
    assert after["diadochi_steps_total"] - before["diadochi_steps_total"] == 5
    assert after['diadochi_requests_total{method="POST",status="200"}'] >= 5
    assert after['diadochi_action_seconds_bucket{le="+Inf"}'] == after["diadochi_action_seconds_count"]
    assert 0 < after["diadochi_commit_seconds_count"] <= after["diadochi_steps_total"]
    assert after["diadochi_games_in_memory"] == 1
    assert after["process_cpu_seconds_total"] > before["process_cpu_seconds_total"]
    assert game not in httpx.get(f"{quick.url}/metrics").text


def test_metrics_are_not_for_strangers(sqlite: str) -> None:
    with Running(sqlite) as server:
        assert httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    with Running(sqlite, metrics=("10.0.0.0/8",)) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert httpx.get(f"{server.url}/health").status_code == 200


@pytest.mark.parametrize(
    ("host", "readers", "proxy", "may"),
    [
        ("127.0.0.1", (), False, True),
        ("::1", (), False, True),
        ("127.0.0.1", (), True, False),
        ("10.1.2.3", (), False, False),
        ("10.1.2.3", ("10.0.0.0/8",), True, True),
        ("127.0.0.1", ("10.0.0.0/8",), False, False),
        ("", (), False, False),
    ],
)
def test_who_may_read_the_metrics(host: str, readers: tuple[str, ...], proxy: bool, may: bool) -> None:
    assert may_read(host, readers, came_by_proxy=proxy) is may


def test_the_log_as_json_tells_every_request_and_no_secret(tmp_path: Path) -> None:
    options = ("--no-prepare", "--port", "0", "--log", "json", "--access-log", "--database", f"sqlite:///{tmp_path}/x")
    words = (sys.executable, "-m", "diadochi", "serve", *options)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            url = address_of(process)
            httpx.get(f"{url}api/games", params={"secret": TOKEN}, timeout=PATIENCE)
            httpx.get(f"{url}no/{TOKEN}", headers={"X-Forwarded-For": "192.0.2.1"}, timeout=PATIENCE)
        finally:
            process.terminate()
        _, written = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in written.splitlines()]
    assert TOKEN not in written
    requests = [line for line in lines if line["logger"] == "diadochi.requests"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/api/games", 200),
        ("GET", "/no/…", 404),
    ]
    assert all(line["milliseconds"] > 0 and re.match(r"\d{4}-\d\d-\d\dT", line["time"]) for line in requests)
    assert any(line["level"] == "warning" and "--proxy" in line["text"] for line in lines)
