"""What threads share is complete before they share it: nothing is filled in while another thread looks at it."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import httpx
import pytest

from diadochi.table.bot_messages import Question, Thought
from diadochi.table.load_client import address_of, start_server
from tests.server.crash import kill
from tests.server.running import PATIENCE, Person, Running

DUE = 12
"""Games in which a bot has to decide when the server starts."""
STARTS = 5
"""A race is not lost every time."""
ALL_AT_ONCE = """
import pickle, sys, threading
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.table.codec import decode_state, encode_state
from diadochi.table.views import Showing

sys.setswitchinterval(1e-6)
material = load_material()
before = [set(vars(part)) for part in (material, material.board)]
go, failures = threading.Barrier(16), []

def work(number):
    go.wait()
    try:
        if number % 2:
            for _ in range(3):
                pickle.loads(pickle.dumps(material))
        else:
            game = Game.new(2 + number % 4, seed=number, material=material)
            for _ in range(30):
                game.act(game.decision.actions[0])
            decode_state(material, encode_state(game.state))
            Showing(game.view(0), 0).shown()
    except Exception as error:
        failures.append(repr(error))

threads = [threading.Thread(target=work, args=[number]) for number in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
added = [set(vars(part)) - old for part, old in zip((material, material.board), before)]
print(failures, added)
"""


def test_the_material_is_complete_before_threads_share_it() -> None:
    said = subprocess.run([sys.executable, "-c", ALL_AT_ONCE], capture_output=True, text=True, timeout=PATIENCE)
    assert said.stdout.strip() == "[] [set(), set()]", said.stderr


def test_a_server_starts_with_many_games_due(sqlite: str, capfd: pytest.CaptureFixture[str]) -> None:
    with Running(sqlite) as server:
        server.table.games.on_bot = lambda game: None
        ann = server.person()
        games = [ann.new_game("bot", "bot") for _ in range(DUE)]
    versions = dict.fromkeys(games, 0)
    for _ in range(STARTS):
        versions = started_and_killed(sqlite, versions)
    assert "failed" not in capfd.readouterr().err


def started_and_killed(sqlite: str, versions: dict[str, int]) -> dict[str, int]:
    """The versions of the games when each of them has gone on, or is over."""
    process = start_server(sqlite)
    try:
        url = address_of(process)
        with httpx.Client(timeout=PATIENCE) as client:
            return {game: gone_on(client, f"{url}api/games/{game}", version) for game, version in versions.items()}
    finally:
        kill(process)


def gone_on(client: httpx.Client, url: str, version: int) -> int:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        table = client.get(url).json()
        if table["version"] > version or table["status"] == "over":
            return int(table["version"])
        time.sleep(0.05)
    raise TimeoutError(f"{url} does not go on")


def failing(failure: Exception | None) -> Callable[[Question, float], Awaitable[list[Thought | None]]]:
    async def think(question: Question, seconds: float) -> list[Thought | None]:
        await asyncio.sleep(0)
        if failure is not None:
            raise failure
        return []

    return think


@pytest.mark.parametrize("failure", [RuntimeError("dictionary changed size during iteration"), None], ids=str)
def test_a_failed_hint_is_asked_for_again(quick: Running, failure: Exception | None) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    seat = ann.view(game)["decision"]["seat"]
    thinkers = quick.table.bots.quick
    think, thinkers.think = thinkers.think, failing(failure)  # type: ignore[method-assign, assignment]
    assert hinted(ann, game, seat) is None
    thinkers.think = think  # type: ignore[method-assign]
    assert hinted(ann, game, seat)


def hinted(ann: Person, game: str, seat: str) -> str | None:
    answer = ann.get(f"/api/games/{game}/hint", seat=seat)
    action: str | None = answer.json().get("action")
    return action
