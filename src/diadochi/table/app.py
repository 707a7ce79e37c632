"""The application: store, games, bots and live channel put together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from litestar import Litestar
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.datastructures import State

from diadochi.catalogue import languages
from diadochi.errors import GameError
from diadochi.table import api, bots, client_files, operations, problems, rounds
from diadochi.table.api import Room
from diadochi.table.bots import BotRunner
from diadochi.table.editions import Editions
from diadochi.table.environment import Environment
from diadochi.table.file_lock import Claim
from diadochi.table.games import Games
from diadochi.table.limits import LIMITS, Limits
from diadochi.table.live_channel import Hub
from diadochi.table.logs import log_request
from diadochi.table.metrics import Watch
from diadochi.table.openapi import DESCRIPTION
from diadochi.table.peers import Ear
from diadochi.table.records import Clerk
from diadochi.table.reference import References
from diadochi.table.rounds import Countdown
from diadochi.table.seats import Seats
from diadochi.table.security import LARGEST_BODY, MAKING, PLAY, App, Guard, Rate
from diadochi.table.store import Store

Told = Callable[[str, str, int, float], None]
LOG = logging.getLogger("diadochi.table")


@dataclass(frozen=True, slots=True)
class Config:
    database: str
    folder: Path | None = None
    """Corrections of the data."""
    play: Rate = PLAY
    making: Rate = MAKING
    bot_seconds: float = bots.SECONDS
    window_seconds: float = rounds.SECONDS
    """The countdown in which everybody is asked for Surprise cards."""
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the server may be called; empty is any."""
    limits: Limits = LIMITS
    """Of connections and of what comes over them."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks that may say for whom they ask."""
    metrics: tuple[str, ...] = ()
    """Addresses or networks that may read the metrics; none: this machine."""
    logs_json: bool = False
    """The log is for programs: a line of JSON for each event."""
    logs_requests: bool = False
    """One for each request, too."""
    prepare: bool = True
    """Draw the board and start a process for the bots at once, not when somebody waits for it."""
    address: str = ""
    """Where it can be reached, for whoever finds its database in use."""
    engine: str = ""
    """Names the engine; only tests say it is another one than it is."""


class TableServer:
    """What lives as long as the application."""

    def __init__(self, config: Config, environment: Environment | None = None) -> None:
        self.config = config
        editions = Editions(config.folder, config.engine)
        self.store = Store(config.database, environment)
        self.claim = Claim(self.store.file, config.address)
        try:
            self.store.migrate()
            if told := self.store.told_of_folder():
                LOG.warning("%s", told)
            for mark in editions.marks:
                self.store.enrol(mark)
        except BaseException:
            self.store.close()
            self.claim.release()
            raise
        self.games = Games(self.store, editions, Countdown(config.window_seconds))
        self.hub = Hub()
        self.bots = BotRunner(self.games, config.bot_seconds)
        self.clerk = Clerk(self.games)
        self.watching = Watch(config.metrics)
        self.games.writer.on_written = self.watching.metrics.committed
        seats, references = Seats(self.games), References(editions)
        self.room = Room(self.games, seats, self.hub, references, self.bots, self.clerk, self.watching)
        self.ear = Ear(self.store, self.games, self.hub)
        self.games.on_version = lambda game, version: self.hub.new_version(game)
        self.games.on_bot = self.bots.call
        self.games.on_round = self.bots.call_round

    @asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        works = (self.renew(), self.watch(), self.ear.tell_presence(), self.prepare(app), self.look_at_everything())
        tasks = [asyncio.create_task(work) for work in works]
        self.ear.start(asyncio.get_running_loop())
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.ear.stop()
            await self.games.stop()
            await self.bots.close()
            await self.clerk.close()
            await asyncio.to_thread(self.games.close)
            self.store.close()
            self.claim.release()

    async def prepare(self, app: Litestar) -> None:
        """The board takes a second or two, a process for the bots, or for records, nearly as long."""
        if self.config.prepare:
            await self.bots.quick.warm_up()
            await self.clerk.process.warm_up()
            await self.games.run(self.room.references.first.prepare)
            await self.games.run(app.plugins.get(OpenAPIPlugin).provide_openapi_schema)
            await self.games.run(self.store.headers)
            if not self.config.allowed_hosts:
                await self.prepare_for_strangers()
        self.watching.is_prepared = True

    async def prepare_for_strangers(self) -> None:
        """Nobody has to pay for the boards of the other editions and languages."""
        for edition in self.games.editions.playable:
            for language in languages():
                await self.games.run(self.room.references.prepare, edition, language)

    async def renew(self) -> None:
        """Every open game that another engine has played is played again under this one."""
        for game in await self.games.run(self.store.open_games, *self.games.editions.marks):
            try:
                await self.games.with_game(game, lambda loaded: None)
            except GameError as error:
                LOG.warning("game %s: %s", game, error)
            except Exception:
                LOG.exception("game %s cannot be looked at; the others are", game)

    async def look_at_everything(self) -> None:
        with suppress(GameError):
            await self.games.look_at_everything()

    async def watch(self) -> None:
        """Bots that nobody has called: after a restart, or when another server went away."""
        first = True
        while True:
            with suppress(Exception):
                for game, bot, changed in await self.games.run(self.store.waiting_for_bots):
                    if first or self.bots.is_late(bot, changed):
                        self.bots.call(game)
            first = False
            await asyncio.sleep(bots.WATCH_SECONDS)


def make_app(config: Config) -> App:
    return make_app_of(TableServer(config))


def told_and_logged(tell: Told, method: str, path: str, status: int, seconds: float) -> None:
    tell(method, path, status, seconds)
    log_request(method, path, status, seconds)


def make_app_of(server: TableServer) -> Guard:
    config = server.config
    litestar = Litestar(
        [*api.HANDLERS, *client_files.HANDLERS, *operations.HANDLERS],
        state=State({"room": server.room}, deep_copy=False),
        exception_handlers=problems.HANDLERS,
        lifespan=[server.lifespan],
        request_max_body_size=LARGEST_BODY,
        openapi_config=DESCRIPTION,
        logging_config=None,
    )
    hashes = server.room.references.first.style_hashes
    has_proxy = bool(config.proxies)
    guard = Guard(litestar, hashes, config.play, config.making, config.allowed_hosts, has_proxy=has_proxy)
    guard.on_answer = server.watching.metrics.answered
    if config.logs_requests:
        guard.on_answer = partial(told_and_logged, guard.on_answer)
    return guard
