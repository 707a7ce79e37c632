"""The application: store, games, bots and live channel put together; and ways to run it."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server

from diadochi import __version__
from diadochi.data import load_material
from diadochi.model.material import Material
from diadochi.table import api, bots, client_files, problems
from diadochi.table.api import Room
from diadochi.table.bots import BotRunner
from diadochi.table.games import Games
from diadochi.table.hearing import Ear
from diadochi.table.live import Hub
from diadochi.table.reference import Reference
from diadochi.table.replay import UnreadableError
from diadochi.table.seats import Seats
from diadochi.table.security import LARGEST_BODY, LARGEST_FRAME, MAKING, PLAY, App, Guard, NoSecrets, Rate
from diadochi.table.store import Store

LOG = logging.getLogger("diadochi.table")
SWITCH_SECONDS = 0.0005
OPEN_SECONDS = 1.0
"""The socket listens already, so a browser that is too early only waits."""
LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Config:
    database: str
    material: Material | None = None
    play: Rate = PLAY
    making: Rate = MAKING
    bot_seconds: float = bots.SECONDS
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the server may be called; empty is any."""
    draw: bool = True
    """Draw the board when the server starts, not when somebody asks for it."""
    engine: str = ""
    """Names the engine; only tests say it is another one than it is."""


class TableServer:
    """What lives as long as the application."""

    def __init__(self, config: Config) -> None:
        self.config = config
        material = config.material or load_material()
        self.store = Store(config.database)
        self.store.migrate()
        self.games = Games(self.store, material, config.engine)
        self.hub = Hub()
        self.room = Room(self.games, Seats(self.games), self.hub, Reference(material))
        self.bots = BotRunner(self.games, config.bot_seconds)
        self.ear = Ear(self.store, self.games, self.hub)
        self.games.on_version = lambda game, version: self.hub.new_version(game)
        self.games.on_bot = self.bots.call

    @asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work()) for work in (self.renew, self.watch, self.ear.tell_presence, self.draw)]
        self.ear.start(asyncio.get_running_loop())
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.ear.stop()
            await self.bots.close()
            await asyncio.to_thread(self.games.close)
            self.store.close()

    async def draw(self) -> None:
        """The board takes a second or two: not when the first player asks for it."""
        if self.config.draw:
            await self.games.run(lambda: (self.room.reference.facts, self.room.reference.pictures))

    async def renew(self) -> None:
        """Every open game that another engine has played is played again under this one."""
        for game in await self.games.run(self.store.open_games, self.games.engine):
            try:
                await self.games.with_game(game, lambda loaded: None)
            except UnreadableError as error:
                LOG.warning("game %s: %s", game, error)

    async def watch(self) -> None:
        """Bots that nobody has called: after a restart, or when another server went away."""
        patience = 0.0
        while True:
            before = (datetime.now(UTC) - timedelta(seconds=patience)).isoformat(timespec="milliseconds")
            with suppress(Exception):
                for game in await self.games.run(self.store.waiting_for_bots, before):
                    self.bots.call(game)
            patience = bots.WATCH_SECONDS
            await asyncio.sleep(bots.WATCH_SECONDS)


def make_app(config: Config) -> App:
    return make_app_of(TableServer(config))


def make_app_of(server: TableServer) -> App:
    config = server.config
    litestar = Litestar(
        [*api.HANDLERS, *client_files.HANDLERS],
        state=State({"room": server.room}, deep_copy=False),
        exception_handlers=problems.HANDLERS,
        lifespan=[server.lifespan],
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Diadochi",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            servers=[Server(url="/")],
        ),
        logging_config=None,
    )
    hashes = server.room.reference.style_hashes
    return Guard(litestar, hashes, config.play, config.making, config.allowed_hosts)


# Running it


def data_folder() -> Path:
    """Where this user's games are kept, as the platform wishes it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "diadochi"


def default_database() -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.sqlite'}"


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that is open before anything is said about it; port 0 is a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    out = socket.socket(family)
    if sys.platform != "win32":
        out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    out.bind((host, port))
    return out


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def uvicorn_config(app: App, *, access_log: bool) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=access_log,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def run(
    config: Config,
    listening: socket.socket,
    *,
    seconds: float = 0.0,
    access_log: bool = False,
    until: Callable[[], None] | None = None,
) -> None:
    """Serve until somebody stops it, or so many seconds, or until `until` returns."""
    keep_secrets()
    # The event loop must get its turn soon while an engine thread computes.
    sys.setswitchinterval(SWITCH_SECONDS)
    with listening:
        server = uvicorn.Server(uvicorn_config(make_app(config), access_log=access_log))
        if seconds:
            timer = threading.Timer(seconds, setattr, [server, "should_exit", True])
            timer.daemon = True
            timer.start()
        if until is not None:
            threading.Thread(target=stop_after, args=[server, until], daemon=True).start()
        server.run(sockets=[listening])


def stop_after(server: uvicorn.Server, until: Callable[[], None]) -> None:
    until()
    server.should_exit = True


def keep_secrets() -> None:
    for name in ("uvicorn.access", "uvicorn.error", "uvicorn.asgi", "diadochi.table"):
        logging.getLogger(name).addFilter(NoSecrets())


LOCAL_PORT = 8324
"""Always the same where it is free, so that the browser finds its settings again."""


def run_local(
    open_browser: bool = True, host: str = LOCAL[0], port: int = LOCAL_PORT, *, material: Material | None = None
) -> None:
    """The table of one machine: this user's games, for browsers on this machine only."""
    database = default_database()
    note = data_folder() / "running"
    running = note.read_text(encoding="utf-8") if note.is_file() else ""
    if running and answers(running):
        print(f"The table is open already, at {running}", flush=True)
        if open_browser:
            webbrowser.open(running)
        return
    try:
        listening = listen_on(host, port)
    except OSError:
        listening = listen_on(host, 0)
    url = url_of(listening)
    note.write_text(url, encoding="utf-8")
    if open_browser:
        opening = threading.Timer(OPEN_SECONDS, webbrowser.open, [url])
        opening.daemon = True
        opening.start()
    print(f"The table is at {url} (type quit, or press Ctrl+C, to end it; nothing is lost).", flush=True)
    try:
        config = Config(database, material, allowed_hosts=LOCAL if host in LOCAL else ())
        run(config, listening, until=quit_is_typed)
    finally:
        note.unlink(missing_ok=True)


def answers(url: str) -> bool:
    """Whether a table is there."""
    try:
        with urlopen(f"{url}schema/openapi.json", timeout=1) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError):
        return False


def quit_is_typed() -> None:
    """Returns when somebody types quit; the end of the input is nobody's word."""
    for line in sys.stdin:
        if line.strip().lower() in ("quit", "q", "exit"):
            return
    threading.Event().wait()
