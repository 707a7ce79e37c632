"""The live channel: every seat hears of each version in order, from wherever it left off.

The hub only wakes its listeners; each fetches what it has not sent yet from the committed entries. So nothing is
sent twice, nothing is left out, and a listener that was away asks for what it missed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from diadochi.errors import GameError
from diadochi.table import wire
from diadochi.table.games import Games
from diadochi.table.security import METER, Buckets, Rate, household
from diadochi.table.sitting import player, sitting

AT_ONCE = 100
"""Entries in one message at most."""
SPECTATOR = -1
MOST_CHANNELS = 200
"""Open at once from one address."""
SAYING = Rate(50, 500)
"""Messages of one address."""
REMOTE_SECONDS = 75.0
TRY_AGAIN = 1013
Socket = WebSocket[Any, Any, Any]
DECODER = msgspec.json.Decoder(wire.FromClient)


class Goodbye(NamedTuple):
    """With what a channel is closed."""

    code: int
    reason: str


class Listener:
    def __init__(self, seat: int, address: str) -> None:
        self.seat = seat
        self.address = address
        self.wake = asyncio.Event()
        self.table = False
        self.presence = False
        self.acknowledged = 0


class Hub:
    """Who listens to which game."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self.open: Counter[str] = Counter()
        """Channels by address."""
        self.said = Buckets(SAYING)
        self.elsewhere: dict[str, dict[str, tuple[int, float]]] = {}
        """By game and server: the seats that are present there, and when it said so."""

    def add(self, game: str, listener: Listener) -> None:
        self.listeners.setdefault(game, set()).add(listener)
        self.open[listener.address] += 1
        self.tell_presence(game)

    def remove(self, game: str, listener: Listener) -> None:
        rest = self.listeners.get(game, set())
        rest.discard(listener)
        self.open[listener.address] -= 1
        if not self.open[listener.address]:
            del self.open[listener.address]
        if not rest:
            self.listeners.pop(game, None)
        self.tell_presence(game)

    def new_version(self, game: str) -> None:
        for listener in self.listeners.get(game, ()):
            listener.wake.set()

    def table_changed(self, game: str) -> None:
        for listener in self.listeners.get(game, ()):
            listener.table = True
            listener.wake.set()

    def tell_presence(self, game: str) -> None:
        for listener in self.listeners.get(game, ()):
            listener.presence = True
            listener.wake.set()

    def here(self, game: str) -> int:
        """Bit mask of the seats that listen at this server."""
        mask = 0
        for listener in self.listeners.get(game, ()):
            if listener.seat >= 0:
                mask |= 1 << listener.seat
        return mask

    def present(self, game: str) -> int:
        mask = self.here(game)
        for seats, said in self.elsewhere.get(game, {}).values():
            if time.monotonic() - said < REMOTE_SECONDS:
                mask |= seats
        return mask

    def heard_presence(self, game: str, server: str, seats: int) -> None:
        servers = self.elsewhere.setdefault(game, {})
        old, _ = servers.get(server, (0, 0.0))
        servers[server] = (seats, time.monotonic())
        if not seats:
            del servers[server]
        if not servers:
            del self.elsewhere[game]
        if old != seats:
            self.tell_presence(game)


async def present(games: Games, hub: Hub, game: str) -> list[str]:
    mask = hub.present(game)
    return [faction for seat, faction in enumerate(sitting(await games.played_with(game))) if mask >> seat & 1]


async def serve(socket: Socket, games: Games, hub: Hub, game: str, seat: int, since: int) -> None:
    """Talk with one client until it goes."""
    version, _, _ = await games.moment(game)
    address = household(socket.client.host) if socket.client is not None else ""
    if hub.open[address] >= MOST_CHANNELS:
        await socket.close(code=1008, reason="too_many")
        return
    listener = Listener(seat, address)
    hub.add(game, listener)
    # After a break the table may be another one: seats, status, the note of a newer engine.
    listener.presence, listener.table = False, True
    listener.wake.set()
    tasks = [
        asyncio.create_task(tell(socket, games, hub, game, listener, version, min(since, version))),
        asyncio.create_task(listen(socket, hub, listener)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.remove(game, listener)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    if any(isinstance(result, GameError) for result in results):
        # The game is closed, a newer server's, or the database is away: the client comes again.
        await close(socket, Goodbye(TRY_AGAIN, "try_again"))
        return
    raise_unexpected(results)
    for result in results:
        if isinstance(result, Goodbye):
            await close(socket, result)


async def close(socket: Socket, goodbye: Goodbye) -> None:
    """When nothing is being sent."""
    with suppress(WebSocketException, RuntimeError):
        await socket.close(code=goodbye.code, reason=goodbye.reason)


def raise_unexpected(results: Iterable[object]) -> None:
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | TimeoutError | OSError):
            raise result


async def tell(socket: Socket, games: Games, hub: Hub, game: str, listener: Listener, version: int, sent: int) -> None:
    await send(socket, wire.Hello(version, await present(games, hub, game)))
    while True:
        await listener.wake.wait()
        listener.wake.clear()
        if listener.table:
            listener.table = False
            await send(socket, wire.TableChanged())
        if listener.presence:
            listener.presence = False
            await send(socket, wire.Presence(await present(games, hub, game)))
        while True:
            entries = await games.entries(game, sent, AT_ONCE, listener.seat)
            if not entries:
                break
            sent = entries[-1].version
            version, _, decider = await games.moment(game)
            await send(socket, wire.Entries(entries, version, player(await games.played_with(game), decider)))
            await pay()


async def pay() -> None:
    """Whoever has used up what one address may cost waits for more."""
    meter = METER.get()
    if meter is not None:
        await asyncio.sleep(meter.settle())


async def listen(socket: Socket, hub: Hub, listener: Listener) -> Goodbye:
    """Until what it hears ends the channel."""
    while True:
        said = await socket.receive_data(mode="text")
        if not hub.said.allows(listener.address):
            return Goodbye(1008, "too_many")
        try:
            message = DECODER.decode(said)
        except msgspec.DecodeError:
            return Goodbye(1007, "unknown_message")
        if isinstance(message, wire.Ack):
            listener.acknowledged = max(listener.acknowledged, message.version)
        else:
            await send(socket, wire.Pong())


async def send(socket: Socket, message: wire.ToClient) -> None:
    await socket.send_data(msgspec.json.encode(message), mode="text")
