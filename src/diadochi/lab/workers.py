"""Those who play the games of a run: this process, several of them, or a Ray cluster. All come to the same games.

A worker that dies loses nothing but the game it was playing, which is played again by another.
"""

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.lab.extras import need
from diadochi.lab.games import Played
from diadochi.lab.match import Match, play
from diadochi.lab.pool import uninterrupted
from diadochi.packing import pack, unpack

MOST_DEATHS = 3
"""How often a worker may die of one and the same game."""

Players = Callable[[Iterable[Match]], Generator[Played, None, None]]
"""Plays matches, and hands each out as soon as it is over."""

CONNECT_SECONDS = 10.0

LOG = logging.getLogger("diadochi.lab")


class WorkerError(GameError):
    """Workers that cannot play; the message says why."""


def keep_for_good() -> None:
    """What is loaded by now lives as long as the process: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def players_for(jobs: int = 0, ray: str | None = None) -> Players:
    """`jobs`: processes, 0 is one for each core. `ray`: the address of a cluster, empty for one of so many processes
    on this machine."""
    if ray is not None:
        return Cluster(ray, jobs).play
    jobs = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    return here if jobs == 1 else Crew(jobs).play


def here(matches: Iterable[Match]) -> Generator[Played, None, None]:
    for match in matches:
        yield play(match)


# Processes


class Worker:
    """A process that plays one match after another."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs,), daemon=True)
        with uninterrupted():
            self.process.start()
        theirs.close()
        self.match: Match | None = None

    def give(self, match: Match) -> None:
        self.match = match
        with contextlib.suppress(OSError):  # it is dead already: its answer is the end
            self.line.send(match)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def work(line: "Connection[Any, Any]") -> None:
    """In the worker. An interrupt is the affair of whoever gives out the matches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_for_good()
    try:
        while True:
            match = line.recv()
            try:
                line.send_bytes(played(match))
            except GameError as error:
                line.send_bytes(pack(error))
    except (EOFError, OSError):
        return


def played(match: Match) -> bytes:
    """A game for another process."""
    return pack(play(match))


class Crew:
    """So many processes; fewer where there are fewer matches."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, matches: Iterable[Match]) -> Generator[Played, None, None]:
        waiting = deque(matches)
        if len(waiting) < 2:
            yield from here(waiting)
            return
        deaths: dict[int, int] = {}
        workers = [Worker() for _ in range(min(self.jobs, len(waiting)))]
        try:
            for worker in workers:
                worker.give(waiting.popleft())
            while busy := [worker for worker in workers if worker.match is not None]:
                ready = wait([worker.line for worker in busy])
                for worker in busy:
                    if worker.line not in ready:
                        continue
                    match, game = worker.match, answer(worker)
                    worker.match = None
                    if game is None:
                        assert match is not None
                        worker = bury(workers, worker, match, deaths)
                        waiting.appendleft(match)
                    if waiting:
                        worker.give(waiting.popleft())
                    if game is not None:
                        yield game
        finally:
            for worker in workers:
                worker.end()


def answer(worker: Worker) -> Played | None:
    """None if the worker died."""
    try:
        told = unpack(worker.line.recv_bytes())
    except (EOFError, OSError):
        return None
    if isinstance(told, Exception):
        raise told
    assert isinstance(told, Played)
    return told


def bury(workers: list[Worker], dead: Worker, match: Match, deaths: dict[int, int]) -> Worker:
    """A new worker in the place of a dead one."""
    dead.process.join()
    mourn(match, deaths, say("error.exit_code", code=str(dead.process.exitcode)))
    dead.line.close()
    workers[workers.index(dead)] = new = Worker()
    return new


def mourn(match: Match, deaths: dict[int, int], why: str) -> None:
    """A worker is gone. It is told; and the run ends if the game itself seems to kill them."""
    number = deaths[match.number] = deaths.get(match.number, 0) + 1
    facts = {"game": match.number, "seed": match.seed, "why": why}
    if number >= MOST_DEATHS:
        raise WorkerError("error.lab.workers_die", workers=number, **facts)
    LOG.warning(say("error.lab.worker_lost", **facts))


# Ray


class Cluster:
    """A Ray cluster: at an address, or one of this machine alone. Every node needs the same diadochi."""

    def __init__(self, address: str = "", jobs: int = 0) -> None:
        self.address = address
        self.jobs = jobs
        self.ray = need("ray", "ray")

    def play(self, matches: Iterable[Match]) -> Generator[Played, None, None]:
        self.join()
        try:
            yield from self.results(deque(matches))
        finally:
            self.ray.shutdown()

    def join(self) -> None:
        try:
            self.knock()
            own = {} if self.address else {"num_cpus": self.jobs or None, "include_dashboard": False}
            self.ray.init(self.address or "local", logging_level="ERROR", log_to_driver=False, **own)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            why = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise WorkerError("error.lab.no_cluster", address=repr(self.address or "local"), why=why) from None

    def knock(self) -> None:
        """Ray itself would wait for minutes where nobody is at home."""
        host, colon, port = self.address.removeprefix("ray://").rpartition(":")
        if colon and port.isdecimal():
            socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()

    def results(self, waiting: deque[Match]) -> Iterator[Played]:
        ray = self.ray
        task = ray.remote(max_retries=0)(played)
        at_once = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, Match] = {}
        deaths: dict[int, int] = {}
        while waiting or running:
            while waiting and len(running) < at_once:
                match = waiting.popleft()
                running[task.remote(match)] = match
            (done,), _ = ray.wait(list(running), num_returns=1)
            match = running.pop(done)
            try:
                yield unpack(ray.get(done))
            except ray.exceptions.RayTaskError as error:
                raise WorkerError(str(error.cause)) from None
            except ray.exceptions.RayError as error:  # the worker or its machine is gone
                mourn(match, deaths, type(error).__name__)
                waiting.appendleft(match)
