import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from diadochi.rules.agenda import key_of_seed
from diadochi.rules.setup import new_state
from diadochi.table import api
from diadochi.texts.setting import set_up
from tests.browser.visitor import Visitor
from tests.server.running import Running

SIEGE_AND_BATTLE = Path(__file__).with_name("siege_and_battle.json")
AXE = "axe-core@4.10"

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def chromium(browser: str) -> Iterator[Browser]:
    """One Chromium for a module: a session's would leave its event loop running for other tests."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('table')}/games.sqlite", window_seconds=1.0) as running:
        # Drawing the board takes seconds: not while a test waits for the page.
        assert running.table.room.reference.prepare().width
        yield running


@pytest.fixture
def visit(chromium: Browser, server: Running) -> Iterator[Visit]:
    """Opens the page for one more person; at the end nobody's console may show an error."""
    visitors: list[Visitor] = []

    def open_page(**context: object) -> Visitor:
        visitors.append(Visitor(chromium, server, **context))
        return visitors[-1]

    yield open_page
    for visitor in visitors:
        visitor.leave()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture(autouse=True)
def blue_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """New games of four begin with Blue, who chooses where Eumenes starts."""
    key = key_of_seed(7)
    monkeypatch.setattr(api, "new_state", lambda material, players, mask, _: new_state(material, players, mask, key))


@pytest.fixture
def siege_and_battle(blue_begins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """New games begin before a siege and next to a battle."""
    position = json.loads(SIEGE_AND_BATTLE.read_text(encoding="utf-8"))
    monkeypatch.setattr(api, "new_state", lambda material, players, mask, key: set_up(position, key, material).state)


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, from the package registry of Node."""
    if not shutil.which("npm"):
        pytest.skip("axe-core needs Node: install node and npm to check the page for accessibility")
    folder = tmp_path_factory.mktemp("node")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), AXE]
    got = subprocess.run(command, capture_output=True, timeout=120)
    source = folder / "node_modules" / "axe-core" / "axe.min.js"
    if got.returncode or not source.is_file():
        pytest.skip(f"axe-core could not be installed with npm: {got.stderr.decode(errors='replace')[-200:]}")
    return source.read_text(encoding="utf-8")
