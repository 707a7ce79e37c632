"""Around every answer: strict headers, same-origin checks, limits; and nothing secret in the log."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, MutableMapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from types import coroutine
from typing import Any
from urllib.parse import urlsplit

import msgspec

from diadochi.catalogue import READER, say, wanted
from diadochi.errors import GameError
from diadochi.table.compression import compressing, reads_gzip
from diadochi.table.wire import Problem

LOG = logging.getLogger("diadochi.table")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

LARGEST_BODY = 16_384
LARGEST_FRAME = 4_096
LONGEST_URL = 2_048
MOST_BRACKETS = 400
"""Of a body, nested or not; names of seats may have some."""
ADDRESSES = 10_000
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LANGUAGE = re.compile(rb"(?:^|&)language=([A-Za-z-]{2,12})(?:&|$)")
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
"""Milliseconds of processor time for one address; a plain request counts as one. A table of five at one address stays
far below it."""
PLAIN_SECONDS = 0.001
"""Of the event loop's time, for which the token of a request has paid."""
MAKING = Rate(1, 60)
"""Games made, bots seated, seats taken, recovery links tried, games played again for their record or analysis."""
COSTLY = re.compile(
    r"POST /api/(games|recover|games/[^/]+/(seats/.+|recovery|invite))|GET /api/games/[^/]+/(record|analysis)"
)


class TooDeepError(GameError):
    """A body with more lists and objects than any of ours."""


class HungUpError(GameError):
    """Whoever sent a request went away in the middle of it."""


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """Who counts as one sender: an IPv4 address, or the /64 in which a line has all IPv6 addresses."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    plain = address if isinstance(address, IPv4Address) else address.ipv4_mapped
    return str(plain) if plain is not None else str(ip_network((int(address) >> 64 << 64, 64)))


class Buckets:
    """A token bucket for each address. What something costs is known afterwards: a bucket may be in debt."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Takes one token, if there is one."""
        if not self.rate.per_second:
            return True
        allowed = self._now(address) >= 1
        if allowed:
            self.spend(address, 1)
        return allowed

    def spend(self, address: str, cost: float) -> None:
        if self.rate.per_second:
            self._keep(address, max(self._now(address) - cost, -self.rate.burst))

    def debt_seconds(self, address: str) -> float:
        """Until the bucket is empty and no longer in debt."""
        return max(0.0, -self._now(address) / self.rate.per_second) if self.rate.per_second else 0.0

    def _now(self, address: str) -> float:
        now = time.monotonic()
        left, since = self._left.get(address, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - since) * self.rate.per_second)
        self._keep(address, left)
        return left

    def _keep(self, address: str, left: float) -> None:
        self._left[address] = (left, time.monotonic())
        self._left.move_to_end(address)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)


class Meter:
    """What one request costs besides the token that it has paid."""

    def __init__(self, play: Buckets, making: Buckets, address: str) -> None:
        self._play = play
        self._making = making
        self._address = address
        self._milliseconds = 0.0
        self._paid = PLAIN_SECONDS

    def add_step(self, seconds: float) -> None:
        """Processor time of the event loop: the token has paid for some of it."""
        self._paid -= seconds
        if self._paid < 0:
            self.add(-self._paid)
            self._paid = 0.0

    def add(self, seconds: float) -> None:
        """Processor time, of any thread or process."""
        self._milliseconds += 1000 * seconds

    def made(self, tokens: float) -> None:
        """What goes on costing when the request is answered."""
        self._making.spend(self._address, tokens)

    def settle(self) -> float:
        """Pay; how many seconds the sender should wait before it asks for more."""
        spent, self._milliseconds = self._milliseconds, 0.0
        if spent:
            self._play.spend(self._address, spent)
        return self._play.debt_seconds(self._address)


METER: ContextVar[Meter | None] = ContextVar("meter", default=None)
"""Of the request that is being answered."""


@coroutine
def timed(work: Coroutine[Any, Any, None], meter: Meter) -> Generator[Any, Any, None]:
    """Does the work, and the meter counts what it takes on the event loop from one waiting to the next."""
    go_on: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        begun = time.thread_time()
        try:
            waits = go_on(value)
        except StopIteration:
            return
        finally:
            meter.add_step(time.thread_time() - begun)
        try:
            go_on, value = work.send, (yield waits)
        except BaseException as error:
            go_on, value = work.throw, error


def charge(seconds: float) -> None:
    """Processor time in another process that was taken for the request."""
    meter = METER.get()
    if meter is not None:
        meter.add(seconds)


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: App,
        style_hashes: Iterable[str] = (),
        play: Rate = PLAY,
        making: Rate = MAKING,
        hosts: Iterable[str] = (),
        *,
        has_proxy: bool = False,
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.has_proxy = has_proxy
        self.play = Buckets(play)
        self.making = Buckets(making)
        self.on_answer: Callable[[str, str, int, float], None] = lambda method, path, status, seconds: None
        """Told of every answer: method, path, status and seconds."""
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
        READER.set(language_of(scope))
        address = sender_of(scope)
        problem = self.problem(scope, address)
        meter = Meter(self.play, self.making, address)
        METER.set(meter)
        if scope["type"] == "websocket":
            work = self.answer_socket(scope, receive, send, problem)
        else:
            sending = compressing(send) if reads_gzip(dict(scope["headers"])) else send
            work = self.answer(scope, receive, self.with_headers(scope, sending), problem)
        try:
            await timed(work, meter)
        finally:
            meter.settle()

    async def answer(self, scope: Scope, receive: Receive, send: Send, problem: tuple[int, Problem] | None) -> None:
        if problem is None:
            await self.app(scope, shallow(receive), send)
        else:
            await refuse(send, *problem)

    async def answer_socket(
        self, scope: Scope, receive: Receive, send: Send, problem: tuple[int, Problem] | None
    ) -> None:
        if problem is None:
            await self.app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1].error})

    def problem(self, scope: Scope, address: str) -> tuple[int, Problem] | None:
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_URL:
            return 414, Problem("too_long", say("error.too_long"))
        if self.hosts and host_of(scope) not in self.hosts:
            return 400, Problem("other_host", say("error.other_host"))
        if not is_same_origin(scope):
            return 403, Problem("other_origin", say("error.other_origin"))
        self.look_for_proxy(scope)
        if not self.play.allows(address):
            return 429, Problem("too_many", say("error.too_many"))
        if COSTLY.fullmatch(f"{scope.get('method')} {scope['path']}") and not self.making.allows(address):
            return 429, Problem("too_many", say("error.too_many_made"))
        return None

    def look_for_proxy(self, scope: Scope) -> None:
        """Behind a proxy that was not named all clients have one address."""
        if not self.has_proxy and b"x-forwarded-for" in dict(scope["headers"]):
            self.has_proxy = True
            LOG.warning("requests come through a proxy that is not trusted: name its address with --proxy")

    def with_headers(self, scope: Scope, send: Send) -> Send:
        begun = time.perf_counter()
        private = scope["path"].startswith("/api/games") or scope["path"].startswith("/api/recover")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [*self.headers, (b"cache-control", b"no-store")] if private else self.headers
                message["headers"] = [*message.get("headers", ()), *more]
                self.on_answer(scope["method"], scope["path"], message["status"], time.perf_counter() - begun)
            await send(message)

        return guarded


def language_of(scope: Scope) -> str:
    """That of whoever reads the answer: a channel names it in its address, a page in a header."""
    named = LANGUAGE.search(scope.get("query_string") or b"")
    accepted: bytes = dict(scope["headers"]).get(b"accept-language", b"")
    return wanted(named[1].decode() if named else "", accepted.decode("latin-1"))


def sender_of(scope: Scope) -> str:
    client = scope.get("client")
    return household(client[0]) if client else ""


def shallow(receive: Receive) -> Receive:
    """The same without bodies that are nested for the sake of it, or break off."""
    brackets, more = 0, True

    async def bounded() -> Message:
        nonlocal brackets, more
        message = await receive()
        if more and message["type"] == "http.disconnect":
            raise HungUpError("error.broke_off")
        more = message.get("more_body", False)
        body = message.get("body", b"")
        brackets += body.count(b"[") + body.count(b"{")
        if brackets > MOST_BRACKETS:
            raise TooDeepError("error.too_deep")
        return message

    return bounded


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
