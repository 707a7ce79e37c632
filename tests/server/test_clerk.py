"""Records are written one at a time, in a process of their own, and kept."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from diadochi.table import clerk
from diadochi.table.security import Rate
from diadochi.table.thoughts import Recording, Written
from tests.server.running import Running, wait_until

Think = Callable[[Recording, float], Awaitable[list[Written | None]]]


def slow(asked: list[Recording], go: threading.Event, *answers: Written | None) -> Think:
    """Answers one after another, and then the last one, each as soon as it may."""
    left = list(answers)

    async def think(question: Recording, seconds: float) -> list[Written | None]:
        asked.append(question)
        while not go.is_set():
            await asyncio.sleep(0.01)
        return [left.pop(0) if len(left) > 1 else left[0]]

    return think


def test_a_record_is_written_once_and_kept(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    asked, go = list[Recording](), threading.Event()
    monkeypatch.setattr(quick.table.clerk.process, "think", slow(asked, go, Written(b"{}", "", 0.1)))
    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(quick.person().get, f"/api/games/{game}/record") for _ in range(4)]
        wait_until(lambda: bool(asked))
        go.set()
    assert {answer.result().status_code for answer in answers} == {200}
    assert ann.get(f"/api/games/{game}/record").json() == {}
    assert len(asked) == 1
    assert ann.get(f"/api/games/{game}/record", seat="blue").status_code == 200
    ann.play(game, 1)
    assert ann.get(f"/api/games/{game}/record").status_code == 200
    assert [question.seat for question in asked] == [-1, 0, -1]


def test_a_record_that_failed_is_asked_for_again(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    asked, go = list[Recording](), threading.Event()
    go.set()
    answers = (None, Written(b"", "older rules", 0.1), Written(b"{}", "", 0.1))
    monkeypatch.setattr(quick.table.clerk.process, "think", slow(asked, go, *answers))
    assert [ann.get(f"/api/games/{game}/record").status_code for _ in range(4)] == [503, 410, 200, 200]
    assert len(asked) == 3


def test_few_records_wait(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk, "WAITING", 2)
    ann = quick.person()
    games = [ann.new_game("hot", "hot") for _ in range(3)]
    asked, go = list[Recording](), threading.Event()
    monkeypatch.setattr(quick.table.clerk.process, "think", slow(asked, go, Written(b"{}", "", 0.1)))
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(quick.person().get, f"/api/games/{game}/record") for game in games[:2]]
        wait_until(lambda: len(asked) == 2)
        busy = ann.get(f"/api/games/{games[2]}/record")
        go.set()
    assert (busy.status_code, busy.json()["error"]) == (503, "busy")
    assert [answer.result().status_code for answer in waiting] == [200, 200]


def test_who_asks_for_a_record_pays_for_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(sqlite, play=Rate(0.0001, 10_000)) as server:
        ann = server.person()
        game = ann.new_game("hot", "hot")
        go = threading.Event()
        go.set()
        monkeypatch.setattr(server.table.clerk.process, "think", slow([], go, Written(b"{}", "", 3.0)))
        before = server.play_left()
        assert ann.get(f"/api/games/{game}/record").status_code == 200
        assert before - server.play_left() > 3_000
        before = server.play_left()
        assert ann.get(f"/api/games/{game}/record").status_code == 200
        assert before - server.play_left() < 1_000
