"""The browser client: the files of the package `diadochi.web`, and the picture of the board."""

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
from diadochi.chart.theme import palette, style
from diadochi.table.api import AnyRequest, Edition, room_of
from diadochi.table.assets import SVG, answer, asset_of
from diadochi.table.client_bundle import client
from diadochi.table.log_lines import sentence

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": SVG,
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
KEY = re.compile(r"\{(page\.\w+)\}")


def find(path: str) -> Traversable | None:
    """A file of the client; nothing outside its folder, and no Python."""
    at = resources.files("diadochi").joinpath("web")
    for part in path.split("/"):
        if not part or part.startswith((".", "_")) or "\\" in part or "\0" in part:
            return None
        at = at.joinpath(part)
    return at if at.is_file() and not at.name.endswith(".py") else None


def nothing(key: str) -> AnyResponse[bytes]:
    return Response(sentence(say(key)).encode(), status_code=404, media_type="text/plain; charset=utf-8")


def media_type_of(name: str) -> str:
    suffix = name[name.rfind(".") :]
    return TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def in_words(page: str) -> str:
    """With the texts that stand in it by their keys, in the reader's language."""
    filled = page.replace("{language}", reader())
    return KEY.sub(lambda found: escape(say(found[1])), filled)


@get("/", include_in_schema=False, sync_to_thread=True)
def index(request: AnyRequest) -> AnyResponse[bytes]:
    if find("index.html") is None:
        return nothing("error.no_client")
    return answer(request, asset_of(in_words(client().page), TYPES[".html"]))


@get("/page.js", include_in_schema=False, sync_to_thread=True)
def script(request: AnyRequest) -> AnyResponse[bytes]:
    return answer(request, client().script, query_of(request))


@get("/page.css", include_in_schema=False, sync_to_thread=True)
def style_sheet(request: AnyRequest) -> AnyResponse[bytes]:
    return answer(request, client().style, query_of(request))


@get("/web/{path:path}", include_in_schema=False, sync_to_thread=True)
def file(request: AnyRequest, path: FromPath[str]) -> AnyResponse[bytes]:
    found = find(path.strip("/"))
    if found is None:
        return nothing("error.http.not_found")
    return answer(request, asset_of(found.read_bytes(), media_type_of(found.name)))


@get("/board.svg", include_in_schema=False, sync_to_thread=True)
def picture(request: AnyRequest, theme: FromQuery[str] = "light", edition: Edition = None) -> AnyResponse[bytes]:
    return answer(request, room_of(request).references.of(edition).picture_asset(known(theme)))


@get("/board.css", include_in_schema=False, sync_to_thread=True)
def colours(request: AnyRequest, theme: FromQuery[str] = "light") -> AnyResponse[bytes]:
    """Those of a theme: the board itself is the same in all of them."""
    return answer(request, asset_of(style(palette(known(theme))), TYPES[".css"]))


def query_of(request: AnyRequest) -> str:
    found: bytes = request.scope["query_string"]
    return found.decode("latin-1")


def known(theme: str) -> str:
    return theme if theme in THEMES else "light"


HANDLERS = [index, script, style_sheet, file, picture, colours]
