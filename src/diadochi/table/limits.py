"""What stands before the application on a bare socket: limits that hold before anything is understood.

A connection has so long to send a request, a request so many bytes and headers, an address so many connections; what is
over a limit is refused and closed. So a server may be put on a network without a proxy before it.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from math import inf
from typing import Any, cast

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from diadochi.table.security import Rate, household

SLICE = 4_096
"""Bytes that are looked at in one go while a head comes in."""
FRAME_SLICE = 512
SPARE_FILES = 100
"""For the database, the bots and the log, besides the connections."""


FRAMES = Rate(100, 600)


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 1_000
    """Open at once; then whoever has most of them gives way."""
    per_address: int = 250
    """Of those from one address, but for a proxy."""
    head: int = 65_536
    """Bytes of the first line and the headers: a browser sends a cookie for each of its games."""
    headers: int = 100
    body: int = 262_144
    """Bytes after the head that are read, and thrown away where the application refuses them as too large."""
    pieces: int = 1_000
    """In which a body comes."""
    pipelined: int = 8
    """Requests that wait for the answer to the one before them."""
    arrival: float = 20.0
    """Seconds for a request to come in, first line to last byte."""
    reading: float = 30.0
    """Seconds in which a client has to take some of what it is sent."""
    closing: float = 10.0
    """Seconds for the rest of an answer to go out when a connection ends."""
    frames: Rate = FRAMES
    """Of one live channel, pings included."""


LIMITS = Limits()


class Held:
    """One open connection."""

    __slots__ = ("address", "closing", "deadline", "full", "transport")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        self.deadline = inf
        """When a request must have come in."""
        self.full = inf
        """Until when the client must have taken something."""
        self.closing = inf


class Gate:
    """All connections of a server."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.most = min(limits.connections, files() - SPARE_FILES)
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.held: dict[asyncio.Transport, Held] = {}
        self.open: Counter[str] = Counter()
        self.sweeping = False

    def admit(self, transport: asyncio.Transport) -> Held | None:
        """None if there are too many."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else ""
        address = household(host)
        if self.open[address] >= self.limits.per_address and not self.is_proxy(host):
            return None
        if len(self.held) >= self.most and not self.make_room(address):
            return None
        held = self.held[transport] = Held(transport, address)
        self.open[address] += 1
        if not self.sweeping:
            self.sweeping = True
            asyncio.get_running_loop().call_later(1.0, self.sweep)
        return held

    def is_proxy(self, host: str) -> bool:
        return any(ip_address(host) in network for network in self.proxies)

    def make_room(self, newcomer: str) -> bool:
        """The oldest connection of whoever has most of them ends, unless that is the newcomer."""
        heaviest, number = self.open.most_common(1)[0]
        if number <= self.open[newcomer] + 1:
            return False
        oldest = next(held for held in self.held.values() if held.address == heaviest)
        oldest.transport.abort()
        self.release(oldest.transport)
        return True

    def release(self, transport: asyncio.Transport) -> None:
        held = self.held.pop(transport, None)
        if held is not None:
            self.open[held.address] -= 1
            if not self.open[held.address]:
                del self.open[held.address]

    def sweep(self) -> None:
        """Every second: end what is late."""
        now = time.monotonic()
        for held in list(self.held.values()):
            if held.transport.is_closing() and held.closing == inf:
                held.closing = now + self.limits.closing
            if now >= held.full or now >= held.closing:
                held.transport.abort()
            elif now >= held.deadline:
                held.transport.close()
        self.sweeping = bool(self.held)
        if self.sweeping:
            asyncio.get_running_loop().call_later(1.0, self.sweep)


def files() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return 1 << 16
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (1 << 16) if soft == resource.RLIM_INFINITY else soft


class TooMuchError(Exception):
    """A request breaks a limit."""

    def __init__(self, status: int) -> None:
        self.status = status


class PatientWriting(asyncio.Protocol):
    """A client that takes nothing of its answer is waited for so long."""

    gate: Gate
    held: Held | None

    def pause_writing(self) -> None:
        if self.held is not None:
            self.held.full = time.monotonic() + self.gate.limits.reading
        super().pause_writing()

    def resume_writing(self) -> None:
        if self.held is not None:
            self.held.full = inf
        super().resume_writing()


class GatedHttp(PatientWriting, HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.held = self.gate.admit(transport)
        self.in_head = False
        self.received = self.pieces = 0
        """Bytes of the present request, and pieces of its body."""
        self.broken: int = 0
        """The status with which the connection is refused."""
        if self.held is None:
            self.refuse(503)
        else:
            self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.release(self.transport)
        super().connection_lost(exc)

    def wait(self) -> None:
        """From now on a request has so long to come in."""
        if self.held is not None:
            self.held.deadline = time.monotonic() + self.gate.limits.arrival

    def refuse(self, status: int) -> None:
        self.broken = status
        if self.may_answer(status):
            lines = (STATUS_LINE[status], b"content-length: 0\r\n", b"connection: close\r\n", b"\r\n")
            self.transport.write(b"".join(lines))
        self.transport.close()

    def may_answer(self, status: int) -> bool:
        """Not in the middle of another answer. The application hears no more of a body that is refused."""
        cycle = self.cycle
        if cycle is None:
            return True
        is_body = cycle.more_body and not self.in_head and not cycle.response_started
        if is_body and not self.pipeline:
            cycle.disconnected = True
            cycle.message_event.set()
            return True
        return cycle.response_complete and status != 413

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        view = memoryview(data)
        while view and not self.broken and self.parser is not None and not self.transport.is_closing():
            part, view = view[:SLICE], view[SLICE:]
            if not self.feed(bytes(part)):
                return
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.held is not None and self.held.deadline == inf and not answering:
            self.wait()

    def feed(self, part: bytes) -> bool:
        """False if the rest is not for this protocol."""
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.upgrade()
                return False
        except httptools.HttpParserError:
            self.refuse(self.broken or 400)
            return False
        self.received += len(part)
        if self.in_head and self.received > self.gate.limits.head:
            self.refuse(431)
        elif self.received > self.gate.limits.head + self.gate.limits.body:
            self.refuse(413)
        return True

    def upgrade(self) -> None:
        if self.held is not None:
            self.held.deadline = inf
        self.handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= self.gate.limits.pipelined:
            self.limit(429)
        self.in_head = True
        self.received = self.pieces = 0
        self.wait()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= self.gate.limits.headers:
            self.limit(431)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.pieces += 1
        if self.pieces > self.gate.limits.pieces:
            self.limit(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self.held is not None:
            self.held.deadline = inf
        super().on_message_complete()

    def limit(self, status: int) -> None:
        """Stop the parser in the middle."""
        self.broken = status
        raise TooMuchError(status)


class GatedSocket(PatientWriting, WebSocketsSansIOProtocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.held = self.gate.held.get(cast(asyncio.Transport, transport))
        self.left, self.since = self.gate.limits.frames.burst, time.monotonic()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        view = memoryview(data)
        while view and not self.transport.is_closing():
            part, view = view[:FRAME_SLICE], view[FRAME_SLICE:]
            super().data_received(bytes(part))

    def handle_connect(self, event: Request) -> None:
        try:
            super().handle_connect(event)
        except ValueError:
            # An address that is no text.
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 ends the channel, and is nothing for the log."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            if not self.close_sent:
                self.conn.fail(1007, "not_utf8")
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_events(self) -> None:
        """Frames that come too fast end the channel, pings as well as messages."""
        rate, now = self.gate.limits.frames, time.monotonic()
        self.left = min(rate.burst, self.left + (now - self.since) * rate.per_second) - len(self.conn.events)
        self.since = now
        if self.left >= 0:
            super().handle_events()
        elif self.handshake_complete and not self.close_sent:
            self.conn.fail(1008, "too_many")
            self.handle_parser_exception()
        else:
            self.transport.abort()


def protocols(limits: Limits, proxies: Iterable[str] = ()) -> tuple[type[Any], type[Any]]:
    """The two protocols of a server, behind a gate of their own."""
    same = {"gate": Gate(limits, proxies)}
    return type("Http", (GatedHttp,), same), type("Socket", (GatedSocket,), same)
