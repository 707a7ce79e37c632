"""Records are written one at a time, in a process of their own, and kept."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from diadochi.table import bot_process, records, replay
from diadochi.table.bot_messages import THIS_TABLE, Recording, Written
from diadochi.table.security import Rate
from diadochi.texts import record
from diadochi.texts.mark import engine_mark
from diadochi.texts.segments import Segment
from tests import harness
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
    monkeypatch.setattr(records, "WAITING", 2)
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


def test_a_running_game_is_not_analysed(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    answer = ann.get(f"/api/games/{game}/analysis")
    assert answer.status_code == 410


def test_a_finished_game_is_analysed_once_in_a_process_of_its_own(
    quick: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    version, _, rest = asyncio.run(quick.table.games.moment(game))

    async def moment(_: str) -> tuple[int, str, object]:
        return version, "over", rest

    monkeypatch.setattr(quick.table.games, "moment", moment)
    asked, go = list[Recording](), threading.Event()
    go.set()
    page = f'<a href="{THIS_TABLE}7">'.encode()
    monkeypatch.setattr(quick.table.clerk.analyst, "think", slow(asked, go, Written(page, "", 60.0)))
    for host in (f"127.0.0.1:{quick.port}", "games.example", "other.example:99"):
        answer = ann.http.get(f"{quick.url}/api/games/{game}/analysis", headers={"Host": host})
        assert (answer.status_code, answer.text) == (200, f'<a href="http://{host}/#/game/{game}/7">')
        assert answer.headers["content-disposition"] == f'attachment; filename="diadochi-{game}-analysis.html"'
    assert [(question.seat, question.analysed) for question in asked] == [(None, True)]


@pytest.mark.parametrize("what", ["record", "analysis"])
def test_records_and_analyses_are_counted_like_what_is_made(sqlite: str, what: str) -> None:
    with Running(sqlite, making=Rate(0.0001, 3)) as server:
        ann = server.person()
        answers = [ann.get(f"/api/games/none/{what}").status_code for _ in range(4)]
    assert answers == [404, 404, 404, 429]


def test_the_process_makes_the_page_of_a_finished_game(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = harness.play(2, 1)
    opening = game.events[: len(game.events) - sum(len(entry.events) for entry in game.entries)]
    segments = (Segment(0, engine_mark(game.material)),)
    played = record.Played(game.material, game.state, {}, opening, game.entries, segments)
    monkeypatch.setattr(replay, "recorded", lambda store, material, name: played)
    monkeypatch.setattr(bot_process, "ANALYSIS_PLAYOUTS", 1)
    asked = Recording(sqlite, "g", None, analysed=True)
    written = bot_process.write(asked, game.material)
    assert written.problem == ""
    page = written.text.decode()
    assert "Turning points" in page
    assert "1 playout by random" in page
    assert f'href="{THIS_TABLE}{len(game.entries)}"' in page
