"""Ways to run the server: for everybody who can reach this machine, or for its user alone."""

import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import uvicorn
from websockets import http11

from diadochi import build
from diadochi.catalogue import say
from diadochi.table.app import Config, make_app
from diadochi.table.limits import protocols
from diadochi.table.logs import write_json
from diadochi.table.security import LARGEST_FRAME, App, NoSecrets

SWITCH_SECONDS = 0.0005
GARBAGE = (20_000, 20, 50)
ANSWER_SECONDS = 10.0
OPEN_SECONDS = 0.2
"""The socket listens already, so a browser that is too early only waits."""
PRIVATE = 0o700
LOCAL = ("127.0.0.1", "localhost", "::1")


def data_folder() -> Path:
    """Where this user's games are kept, as the platform wishes it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "diadochi"


def default_database() -> str:
    folder = data_folder()
    keep_private(folder)
    return f"sqlite:///{folder / 'games.sqlite'}"


def keep_private(folder: Path) -> None:
    """Nobody else reads what is kept there: the keys of the dice, for one."""
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
    if sys.platform != "win32" and folder.stat().st_uid == os.getuid():
        folder.chmod(PRIVATE)


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that is open before anything is said about it; port 0 is a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    out = socket.socket(family)
    if sys.platform != "win32":
        out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    out.bind((host, port))
    return out


def about_engine() -> str:
    return say(f"command.engine.{build.kind()}")


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def uvicorn_config(app: App, config: Config, *, access_log: bool) -> uvicorn.Config:
    http11.MAX_LINE_LENGTH = config.limits.head
    http, channel = protocols(config.limits, config.proxies)
    more: dict[str, Any] = {"log_config": None} if config.logs_json else {}
    as_text = access_log and not config.logs_json
    out = uvicorn.Config(
        app,
        log_level="warning",
        access_log=as_text,
        http=http,
        ws=channel,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )
    if as_text:
        log_requests()
    return out


def run(
    config: Config,
    listening: socket.socket,
    opened: Callable[[], None],
    *,
    seconds: float = 0.0,
    access_log: bool = False,
    until: Callable[[], None] | None = None,
) -> None:
    """Serve until somebody stops it, or so many seconds, or until `until` returns. `opened` is called at the start."""
    keep_secrets()
    if config.logs_json:
        write_json()
    # The event loop must get its turn soon while an engine thread computes.
    sys.setswitchinterval(SWITCH_SECONDS)
    with listening:
        logs_requests = config.logs_json and access_log
        app = make_app(replace(config, address=url_of(listening), logs_requests=logs_requests))
        server = uvicorn.Server(uvicorn_config(app, config, access_log=access_log))
        # What lives as long as the server need not be looked through again and again; games make little garbage.
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        if seconds:
            timer = threading.Timer(seconds, setattr, [server, "should_exit", True])
            timer.daemon = True
            timer.start()
        if until is not None:
            threading.Thread(target=stop_after, args=[server, until], daemon=True).start()
        listening.listen()
        opened()
        server.run(sockets=[listening])


def stop_after(server: uvicorn.Server, until: Callable[[], None]) -> None:
    until()
    server.should_exit = True


def keep_secrets() -> None:
    for name in ("uvicorn.access", "uvicorn.error", "uvicorn.asgi", "diadochi.table"):
        logging.getLogger(name).addFilter(NoSecrets())


def log_requests() -> None:
    log = logging.getLogger("uvicorn.access")
    log.setLevel(logging.INFO)
    for handler in log.handlers:
        handler.setFormatter(logging.Formatter("%(message)s"))


LOCAL_PORT = 8324
"""Always the same where it is free, so that the browser finds its settings again."""


def run_local(
    open_browser: bool = True, host: str = LOCAL[0], port: int = LOCAL_PORT, *, folder: Path | None = None
) -> None:
    """The table of one machine: this user's games, for browsers on this machine only."""
    database = default_database()
    note = data_folder() / "running"
    running = note.read_text(encoding="utf-8") if note.is_file() else ""
    if running and answers(running):
        print(say("command.table_open", url=running), flush=True)
        if open_browser:
            webbrowser.open(running)
        return
    try:
        listening = listen_on(host, port)
    except OSError:
        listening = listen_on(host, 0)
    url = url_of(listening)

    def opened() -> None:
        note.write_text(url, encoding="utf-8")
        print(say("command.own_table_at", url=url, engine=about_engine()), flush=True)
        if open_browser:
            opening = threading.Timer(OPEN_SECONDS, webbrowser.open, [url])
            opening.daemon = True
            opening.start()

    config = Config(database, folder, allowed_hosts=LOCAL if host in LOCAL else ())
    try:
        run(config, listening, opened, until=quit_is_typed)
    finally:
        if note.is_file() and note.read_text(encoding="utf-8") == url:
            note.unlink()


def answers(url: str) -> bool:
    """Whether a table is there."""
    try:
        with urlopen(f"{url}schema/openapi.json", timeout=ANSWER_SECONDS) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError):
        return False


def quit_is_typed() -> None:
    """Returns when somebody types quit; the end of the input is nobody's word."""
    for line in sys.stdin:
        if line.strip().lower() in ("quit", "q", "exit"):
            return
    threading.Event().wait()
