"""Bots have so much time, see only their View, and never hold up a game."""

import asyncio
import os
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from diadochi.bots import BOTS, Bot
from diadochi.game import Game
from diadochi.table.bot_messages import Question, Thought, pack
from diadochi.table.bots import Thinker, Thinkers, limit_of, place_of
from diadochi.table.codec import encode_state
from diadochi.table.editions import Editions
from diadochi.table.rows import SeatRow
from diadochi.table.windows import Manner
from tests.server.odd_bots import breaker, cheat, first_choice, sleeper
from tests.server.running import PATIENCE, Running, wait_until


def question(*bots: Bot, names: tuple[str, ...] = ("odd", "odd")) -> Question:
    """The beginning of a game of two bots."""
    game = Game.new(2, seed=1)
    assert game.decision is not None
    seats = tuple(SeatRow(i, "bot", bot=name) for i, name in enumerate(names))
    places = tuple(place_of(bot) for bot in bots)
    return Question(0, encode_state(game.state), Manner("live", seats), places, game.decision.seat)


@contextmanager
def thinking() -> Iterator[Thinker]:
    with ThreadPoolExecutor(1) as pool:
        thinker = Thinker(pack(Editions()), pool)
        yield thinker
    thinker.end()


async def ask(thinker: Thinker, *asked: tuple[Bot, float]) -> list[list[Thought | None]]:
    """Bots with the seconds that each has."""
    return [await thinker.think(question(bot, bot), seconds) for bot, seconds in asked]


def test_a_bot_thinks_in_a_process_of_its_own() -> None:
    first = Game.new(2, seed=1).decision
    assert first is not None
    with thinking() as thinker:
        thoughts = asyncio.run(ask(thinker, *[(first_choice, PATIENCE)] * 2))
    assert thoughts == [[Thought(first.actions[0])]] * 2


def test_a_bot_that_takes_too_long_or_breaks_is_stopped_and_the_next_one_thinks() -> None:
    asked = ((sleeper, 0.5), (breaker, PATIENCE), (first_choice, PATIENCE))
    with thinking() as thinker:
        slow, broken, (good,) = asyncio.run(ask(thinker, *asked))
    assert (slow, broken) == ([None], [None])
    assert good is not None


def test_quick_bots_that_follow_one_another_are_asked_together() -> None:
    asked = question(BOTS["satrap"], BOTS["random"], names=("satrap", "random"))._replace(seconds=PATIENCE)
    with thinking() as thinker:
        thoughts = asyncio.run(thinker.think(asked, PATIENCE))
    game = Game.new(2, seed=1)
    for thought in thoughts:
        assert thought is not None
        game.act(thought.action)
    assert {entry.seat for entry in game.entries} == {0, 1}


def test_games_without_people_leave_a_process_to_the_others() -> None:
    """Two processes, two games of bots that take long: a person's game is not held up."""
    slow = question(sleeper, sleeper)
    game = Game.new(2, seed=1)
    assert game.decision is not None
    other = 1 - game.decision.seat
    seats = tuple(seat if seat.seat != other else SeatRow(other, "person") for seat in slow.seats)
    mine = slow._replace(manner=Manner("live", seats), places=(place_of(first_choice),) * 2)

    async def ask_all(thinkers: Thinkers) -> list[Thought | None]:
        waiting = [asyncio.create_task(thinkers.think(slow, 2 * PATIENCE)) for _ in range(2)]
        await asyncio.sleep(0.1)
        answer = await thinkers.think(mine, PATIENCE)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return answer

    thinkers = Thinkers(Editions(), 2)
    try:
        assert asyncio.run(ask_all(thinkers)) == [Thought(game.decision.actions[0])]
    finally:
        thinkers.close()


def test_a_bot_with_a_limit_of_its_own_gets_twice_that_time() -> None:
    assert limit_of("strategos:5", 5.0) > 10
    assert limit_of("strategos:1", 60.0) == 60
    assert limit_of("satrap:cautious", 3.0) == 3


@pytest.mark.parametrize("moment", [0.0, 0.002, 0.01, 0.05, 0.3])
def test_who_is_stopped_while_the_process_starts_leaves_nothing_behind(
    moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    make = subprocess.Popen

    def popen(*words: object, **more: object) -> "subprocess.Popen[bytes]":
        time.sleep(0.02)
        started.append(make(*words, **more))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)

    async def stop_soon(thinker: Thinker) -> None:
        task = asyncio.create_task(thinker.think(question(first_choice, first_choice), 30))
        await asyncio.sleep(moment)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with thinking() as thinker:
        asyncio.run(stop_soon(thinker))
    assert [process.returncode is None for process in started] in ([], [False])
    assert [p for s in started for p in (s.stdin, s.stdout) if p is not None and not p.closed] == []


def test_a_server_that_closes_while_its_bots_start_leaves_no_process(sqlite: str) -> None:
    of_other_servers = children()
    with Running(sqlite) as server:
        server.person().new_game("bot", "bot")
    assert children() <= of_other_servers


def children() -> set[str]:
    """The numbers of our processes in which bots think."""
    listed = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "pid=,args="], capture_output=True, text=True)
    return {line.split()[0] for line in listed.stdout.splitlines() if "diadochi.table.bot_process" in line}


@pytest.mark.parametrize("bot", [sleeper, cheat], ids=lambda bot: bot.__name__)
def test_a_game_goes_on_whatever_its_bots_do(sqlite: str, monkeypatch: pytest.MonkeyPatch, bot: Bot) -> None:
    monkeypatch.setitem(BOTS, "odd", bot)
    with Running(sqlite, bot_seconds=0.3 if bot is sleeper else PATIENCE) as server:
        ann = server.person()
        body = {"players": 2, "seats": [{"kind": "bot", "bot": "odd"}, {"kind": "bot"}]}
        game = ann.post("/api/games", body).json()["id"]
        wait_until(lambda: bool(ann.view(game)["version"] >= 5))


def test_bots_are_called_again_after_a_restart(server: Running) -> None:
    ann = server.person()
    server.table.games.on_bot = lambda game: None
    game = ann.new_game("bot", "bot")
    assert ann.view(game)["version"] == 0
    server.restart()
    wait_until(lambda: bool(ann.view(game)["version"] >= 20))
