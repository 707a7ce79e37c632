"""Work for several processes whose results come in the order of the work: the same for any number of processes."""

import contextlib
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TypeVar

from diadochi.errors import GameError

Job = TypeVar("Job")
Done = TypeVar("Done")

AHEAD = 4
"""So many jobs per process are under way or done and waited for."""


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """A process started meanwhile never hears of Ctrl+C, not even while it loads; ours hears of it afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int = 0) -> Iterator[Done]:
    """`processes`: 0 for as many as there are cores."""
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    if processes <= 1:
        yield from map(work, jobs)
        return
    waiting = iter(jobs)
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        under_way = [pool.submit(work, job) for job in islice(waiting, AHEAD * processes)]
        try:
            while under_way:
                yield under_way.pop(0).result()
                under_way += [pool.submit(work, job) for job in islice(waiting, 1)]
        finally:
            for future in under_way:
                future.cancel()


class KeptError(GameError):
    """A file that holds something else than what a command kept."""


def read_kept(keep: Path) -> dict[str, str]:
    """Results that were kept as lines of JSON, by the mark of their job; a last line that is broken off is left out."""
    if not keep.exists():
        return {}
    lines = [line for line in keep.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    try:
        found = {json.loads(line)["line"]: line for line in lines}
    except (ValueError, LookupError, TypeError):
        raise KeptError("error.lab.no_kept", file=keep) from None
    keep.write_text("".join(lines), encoding="utf-8")
    return found
