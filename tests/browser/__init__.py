"""Finds a Chromium or Chrome for the tests that need one."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = (
    "this test needs a browser: install Chromium (Debian and Ubuntu: apt install chromium; "
    "Fedora: dnf install chromium; macOS: brew install --cask chromium) or Google Chrome, "
    "or set DIADOCHI_BROWSER to its path"
)


class NoBrowserError(Exception):
    """There is no browser and none could be installed."""


def find() -> str | None:
    named = os.environ.get("DIADOCHI_BROWSER")
    candidates = [named] if named else [*NAMES, "/Applications/Chromium.app/Contents/MacOS/Chromium"]
    return next((path for name in candidates if (path := shutil.which(name))), None)


def install() -> None:
    """Installs the system's package when we are allowed to; otherwise does nothing."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "chromium"]):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def browser(find: Callable[[], str | None] = find, install: Callable[[], None] = install) -> str:
    """The path of a browser; installs one, once for all test processes, if need be."""
    import fcntl

    with (Path(tempfile.gettempdir()) / "diadochi-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = find()
        if path is None:
            install()
            path = find()
    if path is None:
        raise NoBrowserError(ADVICE)
    return path
