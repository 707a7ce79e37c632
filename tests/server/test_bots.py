"""Bots have so much time, see only their View, and never hold up a game."""

import asyncio
import random
import time

import pytest

from diadochi.bots import BOTS
from diadochi.game import Decision, Game
from diadochi.table.bots import Thinker
from diadochi.view import View
from tests.server.running import Running, wait_until


def first_choice(view: View, decision: Decision, rng: random.Random) -> str:
    assert type(view) is View
    return decision.actions[0]


def sleeper(view: View, decision: Decision, rng: random.Random) -> str:
    time.sleep(60)
    return decision.actions[0]


def breaker(view: View, decision: Decision, rng: random.Random) -> str:
    raise RuntimeError("no idea")


def cheat(view: View, decision: Decision, rng: random.Random) -> str:
    return "bury"


async def ask(seconds: float, *bots: object) -> list[str | None]:
    game = Game.new(2, seed=1)
    decision = game.decision
    assert decision is not None
    thinker = Thinker(seconds)
    try:
        return [await thinker.choose(bot, game.view(decision.seat), decision) for bot in bots]  # type: ignore[arg-type]
    finally:
        await thinker.stop()


def test_a_bot_thinks_in_a_process_of_its_own() -> None:
    first = Game.new(2, seed=1).decision
    assert first is not None
    assert asyncio.run(ask(30, first_choice, first_choice)) == [first.actions[0]] * 2


def test_a_bot_that_takes_too_long_or_breaks_is_stopped_and_the_next_one_thinks() -> None:
    begun = time.monotonic()
    slow, broken, good = asyncio.run(ask(10, sleeper, breaker, first_choice))
    assert (slow, broken) == (None, None)
    assert good is not None
    assert time.monotonic() - begun < 59


@pytest.mark.parametrize("bot", [sleeper, cheat], ids=lambda bot: bot.__name__)
def test_a_game_goes_on_whatever_its_bots_do(sqlite: str, monkeypatch: pytest.MonkeyPatch, bot: object) -> None:
    monkeypatch.setitem(BOTS, "odd", bot)
    with Running(sqlite, bot_seconds=0.3 if bot is sleeper else 20.0) as server:
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
