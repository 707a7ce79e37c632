"""Records of games, written in a process of its own: a whole game is played again for each.

One is written at a time, behind everything else that the machine has to do, and the last ones are kept, so that
a stranger who asks for a record costs the table no more than for anything else.
"""

import asyncio
from collections import OrderedDict

from diadochi.errors import GameError
from diadochi.table.bots import Thinkers
from diadochi.table.games import Games
from diadochi.table.replay import GoneError
from diadochi.table.security import charge
from diadochi.table.thoughts import Recording, Written

SECONDS = 120.0
KEPT = 16
WAITING = 20

Key = tuple[str, int | None, int]
"""Game, seat and version."""


class BusyError(GameError):
    """Too many records are asked for."""


class Clerk:
    def __init__(self, games: Games) -> None:
        self.games = games
        self.process = Thinkers(games.material, 1)
        self._database = games.store.engine.url.render_as_string(hide_password=False)
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._asked: dict[Key, asyncio.Task[bytes]] = {}

    async def record(self, game: str, seat: int) -> bytes:
        """The record of a finished game; of a running one what a seat has seen so far."""
        version, status, _ = await self.games.moment(game)
        key = (game, None if status == "over" else seat, version)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._asked:
            if len(self._asked) >= WAITING:
                raise BusyError("many records are being written just now; ask again in a minute")
            task = self._asked[key] = asyncio.create_task(self._write(key))
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(self._asked[key])

    async def _write(self, key: Key) -> bytes:
        await self.games.look_through(key[0])
        (written,) = await self.process.think(Recording(self._database, key[0], key[1]), SECONDS)
        if not isinstance(written, Written):
            raise BusyError("the record could not be written in time; ask again")
        charge(written.seconds)
        if written.problem:
            raise GoneError(written.problem)
        return written.text

    def _ended(self, key: Key, task: "asyncio.Task[bytes]") -> None:
        self._asked.pop(key, None)
        if not task.cancelled() and task.exception() is None:
            self._kept[key] = task.result()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    async def close(self) -> None:
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.process.close)
