"""The browser client: the files of the package `diadochi.web`, and the picture of the board."""

import hashlib
import mimetypes
import re
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Response as AnyResponse

from diadochi.catalogue import reader, say
from diadochi.chart import THEMES
from diadochi.table.api import AnyRequest, Edition, room_of

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
KEY = re.compile(r"\{(page\.\w+)\}")
NOT_THERE = b"There is nothing here."
NO_CLIENT = b"The browser client is not installed; the API is described at /schema/openapi.json."


def find(path: str) -> Traversable | None:
    """A file of the client; nothing outside its folder, and no Python."""
    at = resources.files("diadochi").joinpath("web")
    for part in path.split("/"):
        if not part or part.startswith((".", "_")) or "\\" in part or "\0" in part:
            return None
        at = at.joinpath(part)
    return at if at.is_file() and not at.name.endswith(".py") else None


def answer(request: AnyRequest, body: bytes, media_type: str) -> AnyResponse[bytes]:
    """With a tag, so that a browser asks again but loads nothing twice."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(body, headers=headers, media_type=media_type)


def media_type_of(name: str) -> str:
    suffix = name[name.rfind(".") :]
    return TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def in_words(page: str) -> str:
    """With the texts that stand in it by their keys, in the reader's language."""
    filled = page.replace("{language}", reader())
    return KEY.sub(lambda found: escape(say(found[1])), filled)


@get("/", include_in_schema=False, sync_to_thread=True)
def index(request: AnyRequest) -> AnyResponse[bytes]:
    page = find("index.html")
    if page is None:
        return Response(NO_CLIENT, status_code=404, media_type="text/plain")
    return answer(request, in_words(page.read_text(encoding="utf-8")).encode(), TYPES[".html"])


@get("/web/{path:path}", include_in_schema=False, sync_to_thread=True)
def file(request: AnyRequest, path: FromPath[str]) -> AnyResponse[bytes]:
    found = find(path.strip("/"))
    if found is None:
        return Response(NOT_THERE, status_code=404, media_type="text/plain")
    return answer(request, found.read_bytes(), media_type_of(found.name))


@get("/board.svg", include_in_schema=False, sync_to_thread=True)
def picture(request: AnyRequest, theme: FromQuery[str] = "light", edition: Edition = None) -> AnyResponse[bytes]:
    chosen = theme if theme in THEMES else "light"
    return answer(request, room_of(request).references.of(edition).picture(chosen).encode(), TYPES[".svg"])


HANDLERS = [index, file, picture]
