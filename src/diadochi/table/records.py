"""Records of games, written in a process of its own: a whole game is played again for each.

One is written at a time, behind everything else that the machine has to do, and the last ones are kept, so that
a stranger who asks for a record costs the table no more than for anything else. Analyses of finished games are made
in the same way, in a process of their own, for they take a minute or two.
"""

import asyncio
from collections import OrderedDict
from html import escape

from diadochi.catalogue import reader
from diadochi.errors import GameError
from diadochi.table.bot_messages import THIS_TABLE, Recording, Written
from diadochi.table.bots import Thinkers
from diadochi.table.games import Games
from diadochi.table.replay import GoneError
from diadochi.table.security import charge

SECONDS = 120.0
ANALYSIS_SECONDS = 900.0
KEPT = 16
WAITING, ANALYSES_WAITING = 20, 4
ANALYSIS_CHARGE = 2.0
"""Seconds of an analysis that its reader pays for: it runs behind everything else, one at a time."""

Key = tuple[str, int | None, int, bool, str]
"""Game, seat and version; whether it is an analysis; the reader's language."""


class BusyError(GameError):
    """Too many records are asked for."""


class Clerk:
    def __init__(self, games: Games) -> None:
        self.games = games
        self.process, self.analyst = Thinkers(games.editions, 1), Thinkers(games.editions, 1)
        self._database = games.store.engine.url.render_as_string(hide_password=False)
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._asked: dict[Key, asyncio.Task[bytes]] = {}

    async def record(self, game: str, seat: int) -> bytes:
        """The record of a finished game; of a running one what a seat has seen so far."""
        version, status, _ = await self.games.moment(game)
        return await self._written((game, None if status == "over" else seat, version, False, reader()))

    async def analysis(self, game: str, table: str) -> bytes:
        """A page about a finished game; `table` is the address of that game, to which its links lead."""
        version, status, _ = await self.games.moment(game)
        if status != "over":
            raise GoneError("error.analysed_at_end")
        page = await self._written((game, None, version, True, reader()))
        return page.replace(THIS_TABLE.encode(), escape(table).encode())

    async def _written(self, key: Key) -> bytes:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._asked:
            self._check_waiting(is_analysis=key[3])
            task = self._asked[key] = asyncio.create_task(self._write(key))
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(self._asked[key])

    def _check_waiting(self, *, is_analysis: bool) -> None:
        if sum(key[3] == is_analysis for key in self._asked) >= (ANALYSES_WAITING if is_analysis else WAITING):
            raise BusyError("error.analyses_busy" if is_analysis else "error.records_busy")

    async def _write(self, key: Key) -> bytes:
        await self.games.look_through(key[0])
        written = await self._asked_for(key)
        if written.damaged:
            await self.games.mend(key[0])
            written = await self._asked_for(key)
        if written.problem:
            raise GoneError(written.problem)
        return written.text

    async def _asked_for(self, key: Key) -> Written:
        process, seconds = (self.analyst, ANALYSIS_SECONDS) if key[3] else (self.process, SECONDS)
        material = await self.games.run(self.games.material_of, key[0])
        played_with = material.edition.id, material.rulings
        wanted = Recording(self._database, key[0], key[1], analysed=key[3], played_with=played_with, language=key[4])
        (written,) = await process.think(wanted, seconds)
        if not isinstance(written, Written):
            raise BusyError("error.record_late")
        charge(min(written.seconds, ANALYSIS_CHARGE) if key[3] else written.seconds)
        return written

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
        await asyncio.to_thread(self.analyst.close)
