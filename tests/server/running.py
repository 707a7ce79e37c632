"""A server in a thread of the tests, and people who sit at it."""

import asyncio
import itertools
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

import httpx
import sqlalchemy as sa
import uvicorn
from websockets.sync.client import ClientConnection, connect

from diadochi.table.app import Config, TableServer, make_app_of
from diadochi.table.launcher import listen_on, url_of, uvicorn_config
from diadochi.table.security import Rate

UNLIMITED = Rate(0, 0)
PATIENCE = 300.0
"""Long enough for a machine with much else to do; nothing waits longer than it has to."""
Json = dict[str, Any]


class Running:
    """A server that runs inside a `with`; `restart` ends it and begins anew on the same database."""

    def __init__(self, database: str, host: str = "127.0.0.1", **config: Any) -> None:
        self.host = host
        self.config = replace(Config(database, play=UNLIMITED, making=UNLIMITED, prepare=False), **config)
        self.people: list[Person] = []

    def __enter__(self) -> "Running":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        for person in self.people:
            person.http.close()
        self.stop()

    def start(self) -> None:
        self.table = TableServer(self.config)
        sa.event.listen(self.table.store.engine, "before_cursor_execute", off_the_event_loop)
        self.socket = listen_on(self.host, getattr(self, "port", 0))
        self.port = self.socket.getsockname()[1]
        self.guard = make_app_of(self.table)
        self.uvicorn = uvicorn.Server(uvicorn_config(self.guard, self.config, access_log=False))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        wait_until(lambda: self.uvicorn.started)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()

    def restart(self, **config: Any) -> None:
        self.stop()
        self.config = replace(self.config, **config)
        self.start()

    def play_left(self, address: str = "127.0.0.1") -> float:
        """What an address may still cost."""
        return self.guard.play._now(address)

    @property
    def url(self) -> str:
        return url_of(self.socket).rstrip("/")

    def person(self) -> "Person":
        self.people.append(Person(self))
        return self.people[-1]


def off_the_event_loop(*_: object) -> None:
    """Database calls never block the event loop."""
    assert asyncio._get_running_loop() is None


class Served(Protocol):
    """A server, wherever it runs."""

    port: int

    @property
    def url(self) -> str: ...


class Person:
    """A browser: it keeps its cookies."""

    ids = itertools.count()

    def __init__(self, server: Served) -> None:
        self.server = server
        self.http = httpx.Client(timeout=PATIENCE)

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.http.get(self.server.url + path, params=params)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.http.post(self.server.url + path, json=body, headers=headers)

    # Tables

    def new_game(self, *kinds: str, **more: Any) -> str:
        body = {"players": len(kinds), "seats": [{"kind": kind} for kind in kinds], **more}
        answer = self.post("/api/games", body)
        assert answer.status_code == 201, answer.text
        self.invite = answer.json()["invite"]
        return str(answer.json()["id"])

    def table(self, game: str) -> Json:
        return ok(self.get(f"/api/games/{game}"))

    def windows(self, game: str, seat: str, setting: str) -> None:
        ok(self.post(f"/api/games/{game}/settings", {"seat": seat, "windows": setting}))

    # Looking

    def view(self, game: str, seat: str | None = None, **more: Any) -> Json:
        return ok(self.get(f"/api/games/{game}/view", **with_seat(seat), **more))

    def log(self, game: str, seat: str | None = None, since: int = -1) -> Json:
        """All of it, page by page."""
        out = ok(self.get(f"/api/games/{game}/log", **with_seat(seat), since=since))
        more = out
        while more["entries"]:
            more = ok(self.get(f"/api/games/{game}/log", **with_seat(seat), since=out["version"]))
            out = {"entries": [*out["entries"], *more["entries"]], "version": more["version"]}
        return out

    # Playing

    def act(
        self, game: str, seat: str, version: int, action: str, id: str | None = None, **more: Any
    ) -> httpx.Response:
        body = {"id": id or self.new_id(), "version": version, "action": action, "seat": seat, **more}
        return self.post(f"/api/games/{game}/actions", body)

    def undo(self, game: str, seat: str, version: int) -> httpx.Response:
        return self.post(f"/api/games/{game}/undo", {"id": self.new_id(), "version": version, "seat": seat})

    def new_id(self) -> str:
        return f"t{next(self.ids)}"

    def decide(self, game: str, seat: str, rng: random.Random) -> Json:
        """Wait until the seat has to decide, and choose at random; the view before it."""
        view = self.wait_for(game, seat)
        if view["decision"] is not None:
            action = rng.choice(view["decision"]["offers"])["action"]
            answer = self.act(game, seat, view["version"], action)
            assert answer.status_code == 200, answer.text
        return view

    def wait_for(self, game: str, seat: str) -> Json:
        """The view as soon as this seat has to decide, or the game is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            view = self.view(game, seat)
            if view["decision"] is None or view["decision"]["mine"]:
                return view
            time.sleep(0.02)
        raise TimeoutError(f"{seat} is not asked")

    def play(self, game: str, steps: int, seed: int = 1) -> Json:
        """Play all seats that are this person's, whoever has to decide."""
        rng = random.Random(seed)
        view = self.view(game)
        for _ in range(steps):
            if view["decision"] is None:
                break
            self.decide(game, view["decision"]["seat"], rng)
            view = self.view(game)
        return view

    # Listening

    @contextmanager
    def live(self, game: str, seat: str | None = None, since: int = -1, **headers: str) -> Iterator[ClientConnection]:
        query = f"since={since}" + (f"&seat={seat}" if seat else "")
        url = f"ws://127.0.0.1:{self.server.port}/api/games/{game}/live?{query}"
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        sent = {"Cookie": cookies, **headers}
        with connect(url, additional_headers=sent, max_size=None, open_timeout=PATIENCE, ping_interval=None) as socket:
            yield socket


def with_seat(seat: str | None) -> dict[str, str]:
    return {} if seat is None else {"seat": seat}


def ok(answer: httpx.Response) -> Json:
    assert answer.status_code in (200, 201), f"{answer.status_code} {answer.text}"
    out: Json = answer.json()
    return out


def heard(socket: ClientConnection, until: int, timeout: float = PATIENCE) -> list[Json]:
    """The entries that come over a live channel, up to a version."""
    out: list[Json] = []
    while not out or out[-1]["version"] < until:
        message = json.loads(socket.recv(timeout))
        if message["type"] == "entries":
            out += message["entries"]
    return out


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come true"
        time.sleep(0.01)
