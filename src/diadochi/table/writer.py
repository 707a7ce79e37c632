"""One thread that writes: whatever waits is committed together, so that many games share one disk flush."""

import asyncio
import queue
import time
from collections.abc import Callable, Sequence
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
        self._hand = store.environment.workers(1, "writer")
        self._is_called = False
        """Its thread will look into the queue."""
        self.on_written: Callable[[int, float], None] = lambda steps, seconds: None
        """Told, in that thread, how many steps a transaction wrote, and how long it took."""

    async def append(self, step: Step) -> None:
        """Returns when the step is on disk; raises ConflictError if another server was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((step, done))
        if not self._is_called:
            self._is_called = True
            self._hand.submit(self._write)
        # Whoever is cancelled here does not know whether the step was written: `Games` reads the game again.
        await self._store.in_time(done)

    def close(self) -> None:
        """Write what waits, then end."""
        self._hand.shutdown()

    def _write(self) -> None:
        # Whatever is put into the queue from now on calls again.
        self._is_called = False
        while batch := self._next_batch():
            self._write_batch(batch)

    def _next_batch(self) -> list[Waiting]:
        batch: list[Waiting] = []
        with suppress(queue.Empty):
            while len(batch) < MOST:
                batch.append(self._queue.get_nowait())
        return batch

    def _write_batch(self, batch: list[Waiting]) -> None:
        begun = time.perf_counter()
        try:
            results = self._store.append([step for step, _ in batch])
        except Exception as error:
            results = [error] * len(batch)
        self.on_written(sum(result is None for result in results), time.perf_counter() - begun)
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
