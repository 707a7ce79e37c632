"""How the API describes itself: OpenAPI, at /schema/openapi.json."""

from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server

from diadochi import __version__

DESCRIPTION = OpenAPIConfig(
    title="Diadochi",
    version=__version__,
    path="/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    servers=[Server(url="/")],
)
