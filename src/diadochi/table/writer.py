"""One thread that writes: whatever waits is committed together, so that many games share one disk flush."""

import asyncio
import queue
from collections.abc import Sequence
from contextlib import suppress

from diadochi.table.rows import Step
from diadochi.table.store import Store

MOST = 64
"""Steps in one transaction."""

Waiting = tuple[Step, "asyncio.Future[None]"]


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._hand = store.ground.workers(1, "writer")

    async def append(self, step: Step) -> None:
        """Returns when the step is on disk; raises ConflictError if another server was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((step, done))
        self._hand.submit(self._write)
        # Whoever is cancelled here does not know whether the step was written: `Games` reads the game again.
        await self._store.in_time(done)

    def close(self) -> None:
        """Write what waits, then end."""
        self._hand.shutdown()

    def _write(self) -> None:
        batch: list[Waiting] = []
        with suppress(queue.Empty):
            while len(batch) < MOST:
                batch.append(self._queue.get_nowait())
        if not batch:
            return
        try:
            results = self._store.append([step for step, _ in batch])
        except Exception as error:
            results = [error] * len(batch)
        waiting = [done for _, done in batch]
        waiting[0].get_loop().call_soon_threadsafe(_settle, waiting, results)


def _settle(waiting: "list[asyncio.Future[None]]", results: Sequence[BaseException | None]) -> None:
    for done, error in zip(waiting, results, strict=True):
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
