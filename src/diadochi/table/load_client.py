"""A client that plays many games at once over HTTP, and measures."""

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from diadochi.catalogue import figure, say
from diadochi.errors import GameError
from diadochi.table import wire

START_SECONDS = 60.0
SEEN = re.compile(r"http://\S+/")


class LoadError(GameError):
    """The server cannot be measured; the text says why."""


@dataclass(slots=True)
class Report:
    games: int
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: int = 0

    @property
    def share_of_errors(self) -> float:
        return self.errors / max(1, self.errors + len(self.latencies))

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seconds": round(self.seconds, 2),
            "actions": len(self.latencies),
            "actions_per_second": round(len(self.latencies) / max(self.seconds, 1e-9), 1),
            "p50_ms": round(self.percentile(0.50), 2),
            "p95_ms": round(self.percentile(0.95), 2),
            "p99_ms": round(self.percentile(0.99), 2),
            "share_of_errors": round(self.share_of_errors, 5),
        }

    def rows(self) -> list[tuple[str, str]]:
        return [(say(f"command.load.{name}"), str(figure(value))) for name, value in self.to_json().items()]


class Client:
    """One connection that is kept open: HTTP/1.1 as far as this server speaks it, and nothing that costs time."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self.request("GET", path, b"")

    async def post(self, path: str, body: wire.Request) -> tuple[int, bytes]:
        return await self.request("POST", path, msgspec.json.encode(body))

    async def request(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """A connection that was idle may have been closed by the server: then once more over a new one."""
        was_open = self._streams is not None
        try:
            return await self._request(method, path, body)
        except (OSError, EOFError):
            if not was_open:
                raise
        return await self._request(method, path, body)

    async def _request(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {cookies}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            return await self._answer(reader)
        except (OSError, EOFError, ValueError):
            await self.close()
            raise

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = 0
        for line in lines:
            name, _, value = line.partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                key, _, rest = value.strip().partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(status.split()[1]), await reader.readexactly(length)

    async def close(self) -> None:
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].close()


async def measure(url: str, games: int, players: int, seconds: float) -> Report:
    report = Report(games)
    clients = [Client(url) for _ in range(games)]
    try:
        made = [await new_game(client, players) for client in clients]
        begun = time.perf_counter()
        until = begun + seconds
        await asyncio.gather(*(play(c, g, players, until, report) for c, g in zip(clients, made, strict=True)))
        report.seconds = time.perf_counter() - begun
    finally:
        for client in clients:
            await client.close()
    return report


async def new_game(client: Client, players: int) -> str:
    body = wire.NewGame(players, [wire.NewSeat("hot") for _ in range(players)], private=True, name="load")
    status, answer = await client.post("/api/games", body)
    if status != 201:
        raise LoadError("error.server_makes_game_start", what=answer.decode(errors="replace"))
    return msgspec.json.decode(answer, type=wire.Created).id


async def play(client: Client, game: str, players: int, until: float, report: Report) -> None:
    """Play all seats of a game at random; when it is over, the next one."""
    rng = random.Random(game)
    number = 0
    view: Seen | None = None
    while time.perf_counter() < until:
        view = view or await look(client, game, wire.FACTIONS[0])
        if view is None:
            report.errors += 1
            continue
        if view.decision is None:
            game = await new_game(client, players)
            view = None
            continue
        number += 1
        offer = rng.choice([offer for offer in view.decision.offers if not offer.further])
        name = f"load.{number}.{rng.randrange(1 << 40)}"
        body = wire.Act(name, view.version, offer.action, view.decision.seat, next=True)
        view = None
        begun = time.perf_counter()
        status, answer = await client.post(f"/api/games/{game}/actions", body)
        if status == 200:
            report.latencies.append(time.perf_counter() - begun)
            view = ACCEPTED.decode(answer).next
        else:
            report.errors += 1


class SeenOffer(msgspec.Struct):
    action: str
    further: bool = False


class SeenDecision(msgspec.Struct):
    """As much of a decision as a random choice needs."""

    seat: wire.Faction
    mine: bool
    offers: list[SeenOffer]


class Seen(msgspec.Struct):
    version: int
    decision: SeenDecision | None


class SeenAccepted(msgspec.Struct):
    version: int
    next: Seen | None = None


ANSWER = msgspec.json.Decoder(Seen)
ACCEPTED = msgspec.json.Decoder(SeenAccepted)


async def look(client: Client, game: str, seat: wire.Faction) -> Seen | None:
    """The decision, with the offers to whichever seat has to make it."""
    for _ in range(2):
        status, answer = await client.get(f"/api/games/{game}/decision?seat={seat}")
        if status != 200:
            return None
        found = ANSWER.decode(answer)
        if found.decision is None or found.decision.mine:
            return found
        seat = found.decision.seat
    return None


@contextmanager
def server_process(database: str, folder: Path | None = None) -> Iterator[str]:
    """A server in a process of its own, until the end of the `with`."""
    with start_server(database, folder=folder) as process:
        try:
            url = address_of(process)
            asyncio.run(until_it_answers(url))
            yield url
        finally:
            process.terminate()


def start_server(
    database: str, port: int = 0, *more: str, folder: Path | None = None, access_log: bool = False
) -> "subprocess.Popen[str]":
    data = () if folder is None else ("--data", str(folder))
    options = ["--rate", "0", "--no-prepare", "--port", str(port), "--database", database, *more]
    if access_log:
        options.append("--access-log")
    words = (sys.executable, "-m", "diadochi", *data, "serve", *options)
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})


def address_of(process: "subprocess.Popen[str]") -> str:
    """What a server prints first."""
    assert process.stdout is not None
    said = SEEN.search(process.stdout.readline())
    if said is None:
        raise LoadError("error.server_does_start")
    return said.group()


async def until_it_answers(url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        client = Client(url)
        try:
            async with asyncio.timeout(5):
                status, _ = await client.get("/schema/openapi.json")
            if status == 200:
                return
        except (OSError, EOFError, TimeoutError):
            await asyncio.sleep(0.05)
        finally:
            await client.close()
    raise LoadError("error.server_does_answer")
