"""A Ray cluster plays the same games, also when one of its workers is killed in the middle."""

import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.lab import games
from diadochi.lab.plan import Plan
from diadochi.lab.workers import here

HEAD = """
import ray
context = ray.init("local", num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
print(context.address_info["gcs_address"], flush=True)
input()
"""
"""A cluster of two workers, until a line comes."""
PATIENCE = 300


def children(of: int) -> list[int]:
    """All processes below one."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found, below = [], [of]
    while below:
        found += (more := parents.get(below.pop(), []))
        below += more
    return found


def playing(head: int) -> list[int]:
    """The workers that are in the middle of a game."""
    out = []
    for pid in children(head):
        try:
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::play"):
                out.append(pid)
        except OSError:
            continue
    return out


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc, which is Linux's")
def test_a_cluster_of_two_workers_of_which_one_is_killed(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    plan = Plan(("satrap", "random"), 2, 4, seed=4, options=("short-game",))
    pipe = subprocess.PIPE
    token = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with subprocess.Popen([sys.executable, "-c", HEAD], stdin=pipe, stdout=pipe, text=True, env=token) as head:
        assert head.stdin is not None and head.stdout is not None
        address = head.stdout.readline().strip()
        arguments = ["--bots", "satrap,random", "--games", "4", "--seed", "4", "--options", "short-game"]
        command = [
            sys.executable,
            "-m",
            "diadochi",
            "simulate",
            *arguments,
            "--ray",
            address,
            "-o",
            str(keep),
            "--json",
        ]
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=token) as run:
            deadline = time.monotonic() + PATIENCE
            while run.poll() is None and time.monotonic() < deadline and not (victims := playing(head.pid)):
                time.sleep(0.02)
            if victims:
                os.kill(victims[0], signal.SIGKILL)
            _, err = run.communicate(timeout=PATIENCE)
        head.communicate("\n", timeout=PATIENCE)
    assert run.returncode == 0, err
    assert "a worker was lost in game" in err
    found = {game.number: game.without_times() for game in games.read(keep)}
    assert found == {game.number: game.without_times() for game in here(plan.matches())}


def test_the_missing_extra_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["simulate", "--games", "1", "--ray"]) == 1
    assert "pip install 'diadochi[ray]'" in capsys.readouterr().err


def test_an_address_where_nobody_is_at_home_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--ray", "127.0.0.1:1"]) == 1
    assert "there is no Ray cluster at '127.0.0.1:1'" in capsys.readouterr().err
