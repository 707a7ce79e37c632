"""What an operator's programs ask a server: whether it lives, whether it can serve, and what it counts."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException

from diadochi import __version__, build
from diadochi.errors import GameError
from diadochi.table.api import AnyRequest, Room, room_of
from diadochi.table.metrics import CONTENT_TYPE

LOCAL = ("127.0.0.0/8", "::1/128")
READY_SECONDS = 5.0
FORWARDED = "x-forwarded-for"


class Health(msgspec.Struct):
    status: Literal["alive", "ready", "starting", "no_database"]


@get("/health", include_in_schema=False)
async def health() -> Health:
    """This process answers: if it does not, start it again."""
    return Health("alive")


@get("/ready", include_in_schema=False)
async def ready(request: AnyRequest) -> Response[Health]:
    """Requests may be sent here: it has started, and the database answers."""
    status = await readiness(room_of(request))
    return Response(status, status_code=200 if status.status == "ready" else 503)


async def readiness(room: Room) -> Health:
    if not room.watch.is_prepared:
        return Health("starting")
    try:
        await asyncio.wait_for(room.games.run(room.games.store.look), READY_SECONDS)
    except (GameError, TimeoutError):
        return Health("no_database")
    return Health("ready")


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[str]:
    """For Prometheus, and for nobody else: whom the operator has named, or programs on this machine."""
    room = room_of(request)
    host = request.client.host if request.client is not None else ""
    if not may_read(host, room.watch.readers, came_by_proxy=FORWARDED in request.headers):
        raise NotFoundException
    labels = {"version": __version__, "build": build.kind()}
    return Response(room.watch.metrics.text(labels, gauges(room)), media_type=CONTENT_TYPE)


def may_read(host: str, readers: Sequence[str], *, came_by_proxy: bool) -> bool:
    """Without named readers the machine itself; a proxy on it speaks for strangers."""
    if not readers and came_by_proxy:
        return False
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network(reader) for reader in readers or LOCAL)


network = lru_cache(ip_network)


def gauges(room: Room) -> dict[str, float]:
    held = room.games.in_memory()
    return {
        "diadochi_games_in_memory": len(held),
        "diadochi_live_channels": sum(room.hub.open.values()),
    }


HANDLERS = [health, ready, metrics]
