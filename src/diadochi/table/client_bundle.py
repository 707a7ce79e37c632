"""The browser client in two files: its modules as one script, its style sheets as one.

The modules stay as they are written. Each becomes a function that returns what it exports, and stands after those that
it needs. For this they may not need one another in a circle; `tests/test_client.py` holds them to it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from diadochi.table.assets import Asset, asset_of

SCRIPT = re.compile(r'<script type="module" src="/web/(\w+)\.js"></script>')
STYLES = re.compile(r'(?:<link rel="stylesheet" href="/web/\w+\.css">\s*)+')
STYLE = re.compile(r"/web/(\w+\.css)")
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
OTHER_IMPORT = re.compile(r"^import\b.*$", re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
SHARED = re.compile(r"^export (let .*;)$", re.MULTILINE)
"""What is given another value later: everybody uses the same."""
SHARED_NAME = re.compile(r"(\w+) = ")


class BundleError(Exception):
    """A module that cannot be put together with the others."""


@dataclass(frozen=True)
class Client:
    page: str
    """index.html, which asks for the script and the style sheet by their digests."""
    script: Asset
    style: Asset


def text_of(name: str) -> str:
    return resources.files("diadochi").joinpath("web", name).read_text(encoding="utf-8")


@cache
def client() -> Client:
    page = text_of("index.html")
    first = SCRIPT.search(page)
    assert first is not None
    script = asset_of(bundle(first[1], lambda name: text_of(f"{name}.js")), "text/javascript")
    style = asset_of("\n".join(text_of(name) for name in STYLE.findall(page)), "text/css")
    page = STYLES.sub(f'<link rel="stylesheet" href="/page.css?{style.digest}">\n', page)
    page = SCRIPT.sub(f'<script type="module" src="/page.js?{script.digest}"></script>', page)
    return Client(page, script, style)


def bundle(first: str, read: Callable[[str], str]) -> str:
    """One script that does what the module `first` does with all that it needs."""
    sources = {name: read(name) for name in in_order(first, read)}
    shared = {name: shared_names(source) for name, source in sources.items()}
    return "".join(as_function(name, source, shared) for name, source in sources.items())


def in_order(first: str, read: Callable[[str], str]) -> list[str]:
    """The modules, each after those that it needs."""
    out: list[str] = []

    def take(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise BundleError(f"modules of the client need one another in a circle: {' > '.join((*path, name))}")
        if name not in out:
            for needed in needs(read(name)):
                take(needed, (*path, name))
            out.append(name)

    take(first, ())
    return out


def needs(source: str) -> Iterator[str]:
    return (found[2] for found in IMPORT.finditer(source))


def shared_names(source: str) -> frozenset[str]:
    return frozenset(name for found in SHARED.finditer(source) for name in SHARED_NAME.findall(found[1]))


def as_function(module: str, source: str, shared: dict[str, frozenset[str]]) -> str:
    outside = "".join(f"{found[1]}\n" for found in SHARED.finditer(source))
    exports = [found[2] for found in EXPORT.finditer(source)]
    body = SHARED.sub("", source)
    body = EXPORT.sub(r"\1", IMPORT.sub(lambda found: taken(found, shared[found[2]]), body))
    if stray := OTHER_IMPORT.search(body) or re.search(r"^export\b.*$", body, re.MULTILINE):
        raise BundleError(f"{module}.js: this line cannot be put together with other modules: {stray[0]}")
    return f"{outside}const ${module} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();\n"


def taken(found: re.Match[str], shared: frozenset[str]) -> str:
    """An import as it is written inside a function."""
    names = (name.strip() for name in found[1].split(","))
    wanted = [name.replace(" as ", ": ") for name in names if name and name not in shared]
    return f"const {{ {', '.join(wanted)} }} = ${found[2]};" if wanted else ""
