"""Work for several processes whose results come in the order of the work: the same for any number of processes."""

import contextlib
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.packing import pack, unpack

Job = TypeVar("Job")
Done = TypeVar("Done")


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


class PoolError(GameError):
    """A process ended before its work was done."""


class Hand:
    """A process that does one job after another."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve, args=(theirs, work), daemon=True)
        with uninterrupted():
            self.process.start()
        theirs.close()
        self.number = -1
        """Of the job that it does; -1 if there is none."""

    def give(self, number: int, job: object) -> None:
        self.number = number
        with contextlib.suppress(OSError):  # it is dead already: its answer is the end
            self.line.send(job)

    def answer(self) -> tuple[int, Any]:
        """The number of its job, and what came of it."""
        try:
            told = unpack(self.line.recv_bytes())
        except (EOFError, OSError):
            self.process.join()
            why = say("error.exit_code", code=str(self.process.exitcode))
            raise PoolError("error.lab.process_ended", why=why) from None
        if isinstance(told, Exception):
            raise told
        number, self.number = self.number, -1
        return number, told

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def serve(line: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """In the process. An interrupt is the affair of whoever gives out the jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            job = line.recv()
            try:
                line.send_bytes(pack(work(job)))
            except GameError as error:
                line.send_bytes(pack(error))
    except (EOFError, OSError):
        return


def in_order(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int = 0) -> Iterator[Done]:
    """`processes`: 0 for as many as there are cores."""
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    if processes <= 1:
        yield from map(work, jobs)
        return
    waiting, done = enumerate(jobs), dict[int, Done]()
    hands: list[Hand] = []
    try:
        for number, job in islice(waiting, processes):
            hands.append(Hand(work))
            hands[-1].give(number, job)
        for number in range(len(jobs)):
            while number not in done:
                busy = [hand for hand in hands if hand.number >= 0]
                ready = wait([hand.line for hand in busy])
                for hand in (hand for hand in busy if hand.line in ready):
                    finished, answer = hand.answer()
                    done[finished] = answer
                    for following in islice(waiting, 1):
                        hand.give(*following)
            yield done.pop(number)
    finally:
        for hand in hands:
            hand.end()


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
