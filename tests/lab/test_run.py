"""Runs: the same games with any number of workers, kept whole, stopped and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from diadochi.cli import main
from diadochi.cli.output import duration
from diadochi.cli.progress import GamesProgress, rate
from diadochi.lab import games, workers
from diadochi.lab.games import Played
from diadochi.lab.match import Match, play
from diadochi.lab.plan import Plan, PlanError
from diadochi.lab.pool import PoolError, in_order, uninterrupted
from diadochi.lab.run import Keeper, light, run
from diadochi.lab.workers import Crew, Worker, WorkerError, here, players_for

PLAN = Plan(("random",), 2, 4, seed=4)


def timeless(played: list[Played]) -> list[dict[str, Any]]:
    return [game.without_times() for game in sorted(played, key=lambda game: game.number)]


def test_several_processes_play_the_same_games() -> None:
    alone, together = list(here(PLAN.matches())), list(Crew(3).play(PLAN.matches()))
    assert timeless(alone) == timeless(together)
    assert len(alone) == 4


def test_one_process_for_each_core_unless_told() -> None:
    assert players_for(1) is here
    assert players_for(3).__self__.jobs == 3  # type: ignore[attr-defined]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    first = list(run(PLAN.matches()[:2], here, Keeper(keep)))
    told: list[tuple[int, bool]] = []
    again = list(
        run(PLAN.matches(), here, Keeper(keep, resume=True), lambda game, new: told.append((game.number, new)))
    )
    assert told == [(0, False), (1, False), (2, True), (3, True)]
    assert again[:2] == first
    assert list(games.read(keep)) == again
    assert timeless(again) == timeless(list(here(PLAN.matches())))


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    keep.write_text("mine\n")
    with pytest.raises(PlanError, match="is there already: go on with it by --resume"):
        Keeper(keep)


def test_a_game_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    whole = list(run(PLAN.matches()[:2], here, Keeper(keep)))
    content = keep.read_bytes()
    keep.write_bytes(content[: len(content) - 100])
    again = list(run(PLAN.matches()[:2], here, Keeper(keep, resume=True)))
    assert timeless(again) == timeless(whole)
    assert [game.number for game in games.read(keep)] == [0, 1]


@pytest.mark.parametrize(
    "other",
    [
        Plan(("random",), 3, 4, seed=4),
        Plan(("random",), 2, 4, seed=5),
        Plan(("random", "satrap"), 2, 4, seed=4),
        Plan(("random",), 2, 4, seed=4, options=("oracle",)),
        Plan(("random",), 2, 4, seed=4, paired=True),
    ],
)
def test_the_file_of_another_run_is_refused(other: Plan, tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    games.write(keep, map(play, PLAN.matches()[:2]))
    with pytest.raises(PlanError, match=r"games.jsonl, line 1: this is a game of another run"):
        list(run(other.matches(), here, Keeper(keep, resume=True)))


def test_the_games_of_another_engine_or_of_other_data_are_refused(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    games.write(keep, map(play, PLAN.matches()[:1]))
    keep.write_text(keep.read_text().replace('"engine":"0.', '"engine":"9.'), encoding="utf-8")
    with pytest.raises(PlanError, match="another engine or other data played this game"):
        list(run(PLAN.matches(), here, Keeper(keep, resume=True)))


def test_data_of_one_s_own_is_played_in_every_process(tmp_path: Path) -> None:
    patch = {"pieces": {"generals": {"krateros": {"battle": 1}}}}
    (tmp_path / "patch.json").write_text(json.dumps(patch), encoding="utf-8")
    plan = Plan(("random",), 2, 2, seed=4, folder=str(tmp_path))
    ours = play(PLAN.match(0))
    played = list(run(plan.matches(), Crew(2).play))
    assert {game.data for game in played} == {plan.match(0).material().digest}
    assert played[0].data != ours.data


def test_a_light_game_keeps_what_is_counted() -> None:
    played = play(PLAN.match(0))
    assert light(played).result == played.result
    assert light(played).actions == ()


# Workers that die


def test_a_worker_that_dies_loses_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """One is killed after its first game is in."""
    crew = Crew(2).play(PLAN.matches())
    first = next(crew)
    crew_workers = crew.gi_frame.f_locals["workers"]  # type: ignore[attr-defined]
    busy = next(worker for worker in crew_workers if worker.match is not None)
    assert busy.process.pid is not None
    os.kill(busy.process.pid, signal.SIGKILL)
    rest = list(crew)
    assert timeless([first, *rest]) == timeless(list(here(PLAN.matches())))
    assert "a worker was lost in game" in caplog.text


def test_a_game_that_kills_every_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "work", kill_oneself)
    with pytest.raises(WorkerError, match=r"game \d \(seed \d\) has ended 3 workers \(exit code -9\)"):
        list(Crew(2).play(PLAN.matches()))


def kill_oneself(line: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_no_worker_is_left_behind() -> None:
    crew = Crew(2).play(PLAN.matches())
    next(crew)
    processes = [worker.process for worker in crew.gi_frame.f_locals["workers"]]  # type: ignore[attr-defined]
    crew.close()
    assert not any(process.is_alive() for process in processes)


def test_a_worker_that_is_dead_already_is_replaced_when_it_is_given_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    give = Worker.give
    victims: list[int] = []

    def late(worker: Worker, match: Match) -> None:
        if not victims:
            victims.append(match.number)
            worker.process.kill()
            worker.process.join()
        give(worker, match)

    monkeypatch.setattr(Worker, "give", late)
    assert timeless(list(Crew(2).play(PLAN.matches()))) == timeless(list(here(PLAN.matches())))
    assert victims == [0]


# The command


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "diadochi", "simulate", "--players", "2", *arguments]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A run in the background of a shell ignores Ctrl-C, and so would what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    """Ctrl-C goes to every process of the command."""
    keep = tmp_path / "games.jsonl"
    arguments = command("--games", "100000", "--jobs", "2", "-o", str(keep))
    process = subprocess.Popen(
        arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        wait_for(keep)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=300)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    done = [game.number for game in games.read(keep)]
    assert f"stopped: {len(done)} of 100000 games are kept in {keep}; the same command with --resume goes on" in err
    assert "Traceback" not in err
    assert main(["simulate", "--players", "2", "--games", "2", "--jobs", "1", "-o", str(keep), "--resume"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to hold back")
@pytest.mark.usefixtures("interruptible")
def test_a_process_never_hears_of_an_interrupt_while_it_loads() -> None:
    hears = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('goes on')"
    with uninterrupted():
        done = subprocess.run([sys.executable, "-c", hears], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "goes on\n")
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)


def wait_for(keep: Path) -> None:
    deadline = time.monotonic() + 120
    while not (keep.exists() and keep.read_bytes().count(b"\n") >= 2):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_resume_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--resume"]) == 2
    assert "--resume goes on with a file" in capsys.readouterr().err


def test_options_may_be_given_with_commas(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    options = ["--options", "oracle,herakles", "--option", "cavalry"]
    assert main(["simulate", "--players", "2", "--games", "1", *options, "-o", str(keep)]) == 0
    assert next(games.read(keep)).options == ("oracle", "herakles", "cavalry")


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--options", "oracle,ghost"]) == 1
    assert "'ghost' is not an option; choose among: " in capsys.readouterr().err


def test_an_unknown_ruling_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--ruling", "ghost=1"]) == 1
    assert "ghost" in capsys.readouterr().err


def test_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("hoplite", "strategos:0s", "strategos:5x", "strategos:0p"):
        assert main(["simulate", "--games", "1", "--bots", name]) == 1
        assert f"{name!r} is not a bot; choose among: random, satrap" in capsys.readouterr().err


def test_as_many_play_as_bots_are_named(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    assert main(["simulate", "--bots", "random,random,random", "--games", "1", "-o", str(keep)]) == 0
    assert next(games.read(keep)).players == 3


# Progress


def test_without_a_terminal_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    progress = GamesProgress(10)
    game = play(PLAN.match(0))
    progress(game, False)
    for _ in range(4):
        now[0] += 10
        progress(game, True)
    assert capsys.readouterr().err == "4 of 10 games, 6.0 games/min, 60 s left\n"


def test_rates_and_durations_read_well() -> None:
    assert [rate(x) for x in (12, 0.5, 0.01)] == ["12.0 games/s", "30.0 games/min", "36.0 games/h"]
    assert [duration(x) for x in (59, 600, 7200)] == ["59 s", "10 min", "2.0 h"]


# Playouts


def test_playouts_give_the_same_game_again() -> None:
    match = Match(0, 3, "3", ("strategos:3p", "random"), options=("short-game",))
    assert play(match).without_times() == play(match).without_times()


# Work in order


def waits_or_ends(seconds: float) -> float:
    if seconds < 0:
        os._exit(3)
    time.sleep(seconds)
    return seconds


def test_results_come_in_the_order_of_the_work() -> None:
    jobs = [0.2, 0.0, 0.1, 0.0, 0.0]
    assert list(in_order(waits_or_ends, jobs, 2)) == jobs


def test_a_process_that_ends_before_its_work_is_done_is_told() -> None:
    with pytest.raises(PoolError, match=r"a process ended before its work was done \(exit code 3\)"):
        list(in_order(waits_or_ends, [0.0, -1.0], 2))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_processes_that_work_in_order_end_with_whoever_stops_and_hear_of_no_interrupt() -> None:
    results = in_order(waits_or_ends, [0.0, 60.0, 60.0], 2)
    assert next(results) == 0.0
    hands = results.gi_frame.f_locals["hands"]  # type: ignore[attr-defined]
    for hand in hands:
        os.kill(hand.process.pid, signal.SIGINT)
    assert not wait([hand.line for hand in hands], 0.3)
    results.close()  # type: ignore[attr-defined]
    assert not any(hand.process.is_alive() for hand in hands)
