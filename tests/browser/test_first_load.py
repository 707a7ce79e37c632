"""How much comes over the wire, in how many requests, until a table can be played at."""

import pytest
from playwright.sync_api import CDPSession, expect

from diadochi.data import load_material
from diadochi.model.edition import EDITIONS
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

MOST_BYTES = 350_000
MOST_REQUESTS = 25
FEW_BYTES = 60_000
SIZE = {"viewport": {"width": 1440, "height": 900}}


class Wire:
    """What the browser loads, as it comes: compressed."""

    def __init__(self, cdp: CDPSession) -> None:
        self.requests: dict[str, str] = {}
        self.bytes = 0.0
        cdp.on(
            "Network.requestWillBeSent", lambda told: self.requests.update({told["requestId"]: told["request"]["url"]})
        )
        cdp.on("Network.loadingFinished", self.loaded)
        cdp.send("Network.enable")

    def loaded(self, told: dict[str, float]) -> None:
        self.bytes += told["encodedDataLength"]

    def forget(self) -> None:
        self.requests, self.bytes = {}, 0.0


@pytest.mark.parametrize("edition", [name for name in EDITIONS if load_material(edition=name).edition.playable])
def test_a_table_is_loaded_with_little(visit: Visit, edition: str) -> None:
    visitor: Visitor = visit(**SIZE)
    game = visitor.new_game("me", "bot", "bot", "bot", edition=edition)
    # Drawing a board takes seconds: not while the page waits for it.
    assert visitor.server.table.room.references.of(edition).prepare().width
    wire = Wire(visitor.context.new_cdp_session(visitor.page))
    visitor.game(game).seated()
    expect(visitor.prompt).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert wire.bytes <= MOST_BYTES, wire.requests
    assert len(wire.requests) <= MOST_REQUESTS, wire.requests
    wire.forget()
    visitor.page.reload()
    visitor.seated().page.wait_for_load_state("networkidle")
    assert wire.bytes <= FEW_BYTES, "what does not change is loaded twice"


def test_only_one_theme_of_the_board_is_loaded(visit: Visit) -> None:
    visitor: Visitor = visit(**SIZE)
    game = visitor.new_game("me", "bot")
    wire = Wire(visitor.context.new_cdp_session(visitor.page))
    visitor.game(game).seated()
    assert sum("/board.svg" in url for url in wire.requests.values()) == 1
    visitor.page.evaluate("document.documentElement.className = 'dark'")
    dark = visitor.page.locator("#board .sea").first.evaluate("sea => getComputedStyle(sea).fill")
    visitor.page.evaluate("document.documentElement.className = 'light'")
    assert visitor.page.locator("#board .sea").first.evaluate("sea => getComputedStyle(sea).fill") != dark
