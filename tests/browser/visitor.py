"""A person before the page: clicks, taps and types, and keeps what the console complains about."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.server.running import Running

DESKTOP = {"width": 1400, "height": 900}
PATIENCE = 45_000
"""Milliseconds; a busy machine is no fault of the page."""
LONG = 600.0
"""Seconds for a whole turn of everybody."""
NETWORK = re.compile(r"net::ERR|WebSocket|Failed to load resource")
OFFERS = ".panel-actions .offer[data-action]:not([disabled])"

expect.set_options(timeout=PATIENCE)


LATE = "status of 409 (Conflict)"
"""An answer that comes when its window has just ended is refused; the browser reports it, and the page looks again."""


class Visitor:
    def __init__(self, chromium: Browser, server: Running, **context: Any) -> None:
        self.server = server
        self.context = chromium.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **context})
        self.context.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.broken = False
        self.hurried = False
        """At a live table an answer may come when its window has just ended."""
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        expected = (self.hurried and LATE in message.text) or (self.broken and NETWORK.search(message.text))
        if message.type in ("error", "warning") and not expected:
            self.errors.append(message.text)

    def leave(self) -> None:
        self.context.close()

    @contextmanager
    def break_in_connection(self) -> Iterator[None]:
        """The browser itself reports what it cannot load; that is no fault of the page."""
        self.broken = True
        yield
        self.page.wait_for_timeout(200)
        self.broken = False

    # Where to go

    def lobby(self) -> "Visitor":
        self.page.goto(self.server.url)
        expect(self.button("Play against bots")).to_be_visible()
        return self

    def game(self, game: str) -> "Visitor":
        self.page.goto(f"{self.server.url}/#/game/{game}")
        return self

    def play_bots(self) -> "Visitor":
        self.lobby().button("Play against bots").click()
        return self.seated()

    def seated(self) -> "Visitor":
        expect(self.page.locator(".layer-armies .stack").first).to_be_visible()
        return self

    @property
    def game_id(self) -> str:
        return self.page.url.rsplit("/", 1)[-1]

    def new_game(self, *kinds: str, **more: Any) -> str:
        """A table made over the API; its seats are this visitor's."""
        body = {"players": len(kinds), "seats": [{"kind": kind} for kind in kinds], **more}
        answer = self.context.request.post(f"{self.server.url}/api/games", data=body)
        assert answer.ok, answer.text()
        self.invite = answer.json()["invite"]
        return str(answer.json()["id"])

    def view(self, game: str, seat: str | None = None) -> dict[str, Any]:
        query = "" if seat is None else f"?seat={seat}"
        return dict(self.context.request.get(f"{self.server.url}/api/games/{game}/view{query}").json())

    # What is there

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> Locator:
        return self.page.get_by_role("tab", name=name, exact=True)

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt-line")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand .card")

    def offers(self) -> list[str]:
        found = self.page.locator(OFFERS).evaluate_all("offers => offers.map(offer => offer.dataset.action)")
        return [str(action) for action in found]

    def my_decision(self) -> "Visitor":
        expect(self.page.locator(".prompt.mine:not(.busy)")).to_be_visible()
        return self

    # What to do

    def choose(self, action: str, timeout: float = PATIENCE) -> None:
        offer = self.page.locator(f'{OFFERS}[data-action="{action}"]').first
        closed = offer.locator("xpath=ancestor::details[not(@open)]/summary")
        if closed.count():
            closed.click()
        offer.click(timeout=timeout)

    def target(self, space: str) -> Locator:
        return self.page.locator(f'.target[data-space="{space}"]')

    def play_at_random(self, rng: random.Random, until: re.Pattern[str], clicks: int = 400) -> None:
        """Click what is offered until the line at the top says so."""
        end = time.monotonic() + LONG
        while clicks and time.monotonic() < end:
            if until.search(self.page.locator(".moment").inner_text()):
                return
            if self.dialog.count():
                self.dialog.locator("button.primary, header button").last.click()
                continue
            offers = self.offers()
            if offers:
                self.click_one(rng, offers)
                clicks -= 1
            else:
                self.page.wait_for_timeout(60)
        raise AssertionError(f"{clicks} clicks are left: {self.page.locator('.moment').inner_text()}")

    def click_one(self, rng: random.Random, offers: list[str]) -> None:
        """Steps that come to an end more often than not, so that a turn does."""
        ending = [action for action in offers if action in ("done", "pass", "attack", "take-all")]
        action = rng.choice(ending if ending and rng.random() < 0.5 else offers)
        version = self.page.locator(".prompt").get_attribute("data-version")
        self.choose(action)
        self.confirmed(version)

    def confirmed(self, version: object) -> None:
        """Agree where the page asks whether one is sure; then the step is done."""
        done = f'.prompt:not(.busy):not([data-version="{version}"])'
        sure = "dialog[open] .question"
        expect(self.page.locator(f"{done}, {sure}").first).to_be_attached()
        if self.page.locator(sure).count():
            self.dialog.last.locator("footer button.primary").click()
        expect(self.page.locator(done)).to_be_attached()

    def close_dialogs(self) -> None:
        while self.dialog.count():
            self.dialog.last.locator("footer button.primary").click()
