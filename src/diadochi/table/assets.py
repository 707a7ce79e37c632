"""What is sent to many as it is: encoded, compressed and named by its digest once."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar import Request, Response

from diadochi.table.compression import ENCODED, packed, reads_gzip

FOR_EVER = "public, max-age=31536000, immutable"
"""For what is asked for by its digest."""
ASK_AGAIN = "no-cache"
KEPT = 256
JSON, SVG = "application/json", "image/svg+xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    packed: bytes
    media_type: str
    digest: str


@lru_cache(maxsize=KEPT)
def asset_of(content: str | bytes, media_type: str) -> Asset:
    body = content.encode() if isinstance(content, str) else content
    return Asset(body, packed(body), media_type, hashlib.sha256(body).hexdigest()[:20])


def answer(request: Request[Any, Any, Any], asset: Asset, digest: str = "") -> Response[bytes]:
    """With a tag, so that nothing is loaded twice; what is asked for by its digest is kept for ever."""
    tag = f'"{asset.digest}"'
    kept = FOR_EVER if digest == asset.digest else ASK_AGAIN
    headers = {"etag": tag, "cache-control": kept, "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    if not reads_gzip(dict(request.scope["headers"])) or len(asset.packed) >= len(asset.body):
        return Response(asset.body, headers=headers, media_type=asset.media_type)
    name, value = ENCODED
    return Response(asset.packed, headers={**headers, name.decode(): value.decode()}, media_type=asset.media_type)
