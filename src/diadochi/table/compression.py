"""Answers become shorter on the way, for clients that can read them so."""

import gzip
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

SMALLEST = 1_000
"""Bytes; a shorter answer fits into one packet anyhow."""
QUICKLY, ONCE = 3, 9
"""How hard to try: for an answer made for one reader, and for one that is kept."""
TEXT = re.compile(rb"text/|application/(json|manifest)|image/svg")
ENCODED = (b"content-encoding", b"gzip")
VARIES = (b"vary", b"accept-encoding")
REFUSED = re.compile(rb"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")


def reads_gzip(headers: dict[bytes, bytes]) -> bool:
    accepted = headers.get(b"accept-encoding", b"").lower()
    return b"gzip" in accepted and not REFUSED.search(accepted)


def packed(body: bytes, level: int = ONCE) -> bytes:
    return gzip.compress(body, level, mtime=0)


def compressing(send: Send) -> Send:
    """Sends what is text and comes in one piece compressed; everything else as it is."""
    begun: Message | None = None

    async def shorter(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start" and is_text(message):
            begun = message
            return
        if begun is not None:
            start, begun = begun, None
            body = message.get("body", b"")
            if not message.get("more_body") and len(body) >= SMALLEST:
                message = {**message, "body": packed(body, QUICKLY)}
                start = {**start, "headers": encoded(start["headers"], len(message["body"]))}
            await send(start)
        await send(message)

    return shorter


def is_text(start: Message) -> bool:
    headers = {name.lower(): value for name, value in start.get("headers", ())}
    return b"content-encoding" not in headers and bool(TEXT.match(headers.get(b"content-type", b"")))


def encoded(headers: list[tuple[bytes, bytes]], length: int) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    return [*kept, (b"content-length", str(length).encode()), ENCODED, VARIES]
