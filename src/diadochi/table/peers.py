"""What several servers on one PostgreSQL tell each other: new versions, changed tables, who is present.

Messages travel with the transaction that they tell of. SQLite has one server only, so there is nothing to hear.
"""

import asyncio
import secrets
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from diadochi.errors import GameError
from diadochi.table.games import Games
from diadochi.table.live_channel import Hub
from diadochi.table.store import CHANNEL, Store

PRESENCE_SECONDS = 2.0
REPEAT = 12
"""Presence is repeated every so many looks."""
RETRY_SECONDS = 1.0


class Ear:
    def __init__(self, store: Store, games: Games, hub: Hub) -> None:
        self.store = store
        self.games = games
        self.hub = hub
        self.name = secrets.token_hex(6)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.store.is_postgres:
            self._thread = threading.Thread(target=self._listen, args=(loop,), name="ear", daemon=True)
            self._thread.start()

    async def stop(self) -> None:
        """Whatever was begun is over afterwards: the threads that it needs end next."""
        self._stopped.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Listen, and begin again when the connection breaks; then everybody looks whether something was missed."""
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                loop.call_soon_threadsafe(self._wake_all)
                while not self._stopped.is_set():
                    for message in connection.notifies(timeout=0.2):
                        loop.call_soon_threadsafe(self._hear, message.payload)
            self._stopped.wait(RETRY_SECONDS)

    def _wake_all(self) -> None:
        for game in self.games.in_memory():
            self._start(self.games.reread(game))
        for game in list(self.hub.listeners):
            self.hub.table_changed(game)

    def _hear(self, payload: str) -> None:
        game, what, *more = payload.split()
        if what in ("table", "settings"):
            self._start(self.games.reread(game))
            if what == "table":
                # A setting is nobody else's business.
                self.hub.table_changed(game)
        elif what == "here":
            server, seats = more
            if server != self.name:
                self.hub.heard_presence(game, server, int(seats))
        else:
            self.hub.new_version(game)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._stopped.is_set():
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        failure = None if task.cancelled() else task.exception()
        if failure is not None and not isinstance(failure, GameError):
            task.get_loop().call_exception_handler({"message": "a table was not read again", "exception": failure})

    async def tell_presence(self) -> None:
        """Tell the other servers who listens here: at once when it changes, and now and then."""
        if not self.store.is_postgres:
            return
        told: dict[str, int] = {}
        look = 0
        while True:
            look += 1
            here = {game: self.hub.here(game) for game in list(self.hub.listeners)}
            for game in {*told, *here}:
                seats = here.get(game, 0)
                if told.get(game, 0) != seats or (seats and look % REPEAT == 0):
                    with suppress(Exception):
                        await self.games.run(self.store.tell, f"{game} here {self.name} {seats}")
            told = {game: seats for game, seats in here.items() if seats}
            await asyncio.sleep(PRESENCE_SECONDS)
