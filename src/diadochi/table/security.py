"""Around every answer: strict headers, same-origin checks, limits; and nothing secret in the log."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec

from diadochi.table.wire import Problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

LARGEST_BODY = 16_384
LARGEST_FRAME = 4_096
LONGEST_URL = 2_048
ADDRESSES = 10_000
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ANONYMOUS = re.compile(r"[A-Za-z0-9_\-]{32,}")


def policy(style_hashes: Iterable[str]) -> str:
    """Nothing but what this server sends; the picture's own style sheet is known by its hash."""
    styles = " ".join(["'self'", *(f"'sha256-{h}'" for h in style_hashes)])
    return (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"style-src {styles}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, so many at once; 0 is no limit."""

    per_second: float
    burst: float


PLAY = Rate(100, 1000)
"""Requests of one address; a table of five on one connection stays far below it."""
MAKING = Rate(1, 60)
"""Games made, seats taken, recovery links tried, games played again for their record."""
COSTLY = re.compile(r"POST /api/(games|recover|games/[^/]+/(seats/.+|recovery|invite))|GET /api/games/[^/]+/record")


class Buckets:
    """A token bucket for each address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        if not self.rate.per_second:
            return True
        now = time.monotonic()
        left, since = self._left.pop(address, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - since) * self.rate.per_second)
        allowed = left >= 1
        self._left[address] = (left - allowed, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: App,
        style_hashes: Iterable[str] = (),
        play: Rate = PLAY,
        making: Rate = MAKING,
        hosts: Iterable[str] = (),
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.play = Buckets(play)
        self.making = Buckets(making)
        self.headers = [
            (b"content-security-policy", policy(style_hashes).encode()),
            (b"referrer-policy", b"no-referrer"),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        problem = self.problem(scope)
        if scope["type"] == "websocket":
            if problem is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": problem[1].error})
            return
        guarded = self.with_headers(scope, send)
        if problem is None:
            await self.app(scope, receive, guarded)
        else:
            await refuse(guarded, *problem)

    def problem(self, scope: Scope) -> tuple[int, Problem] | None:
        client = scope.get("client")
        address = client[0] if client else ""
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_URL:
            return 414, Problem("too_long", "this address is too long")
        if self.hosts and host_of(scope) not in self.hosts:
            return 400, Problem("other_host", "this server does not answer to that name")
        if not is_same_origin(scope):
            return 403, Problem("other_origin", "only pages of this server may do that")
        if not self.play.allows(address):
            return 429, Problem("too_many", "that was too much at once; wait a moment")
        if COSTLY.fullmatch(f"{scope.get('method')} {scope['path']}") and not self.making.allows(address):
            return 429, Problem("too_many", "that was too much at once; wait a minute")
        return None

    def with_headers(self, scope: Scope, send: Send) -> Send:
        private = scope["path"].startswith("/api/games") or scope["path"].startswith("/api/recover")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [*self.headers, (b"cache-control", b"no-store")] if private else self.headers
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        return guarded


def is_same_origin(scope: Scope) -> bool:
    """Browsers tell from which page a request comes; other programs do not, and need not."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if scope["type"] == "http" and scope["method"] in SAFE:
        return True
    if headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site"):
        return False
    origin, host = headers.get(b"origin"), headers.get(b"host", b"")
    return origin is None or (host != b"" and origin.partition(b"://")[2] == host)


def host_of(scope: Scope) -> str:
    """Without the port. A page that makes its own name point to this machine still sends its own name."""
    host: bytes = dict(scope["headers"]).get(b"host", b"")
    try:
        return urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    except ValueError:
        return ""


async def refuse(send: Send, status: int, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class NoSecrets(logging.Filter):
    """Cuts query strings, and whatever looks like a token, out of every log line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = clean(record.getMessage())
        record.args = ()
        return True


def clean(text: str) -> str:
    return ANONYMOUS.sub("…", re.sub(r"\?\S*", "", text))
