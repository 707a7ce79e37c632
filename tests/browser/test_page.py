"""The page itself: every width, both colours, everybody can use it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_game_on_a_small_screen(visit: Visit, device: dict[str, object]) -> None:
    visitor = visit(**device).lobby()
    assert overflow(visitor.page) == 0
    visitor.button("Play against bots").tap()
    visitor.seated().my_decision()
    assert overflow(visitor.page) == 0
    for tab in ("Hand", "Players", "Log", "Beside", "Actions"):
        turn_to(visitor, tab)
        expect(visitor.prompt).to_be_in_viewport(ratio=1)
        visitor.prompt.click(trial=True)
        visitor.button("Hint").click(trial=True)
        assert overflow(visitor.page) == 0
    visitor.page.locator(".panel-actions .offer").first.tap()
    turn_to(visitor, "Map")
    expect(visitor.page.locator("svg.map")).to_be_in_viewport()
    visitor.button("Show the whole map").tap()
    expect(visitor.button("Undo")).to_be_in_viewport()


def turn_to(visitor: Visitor, tab: str) -> None:
    """A tablet has some parts always in sight; what has nothing in it takes no room."""
    if visitor.tab(tab).is_visible():
        visitor.tab(tab).tap()
        expect(visitor.page.locator(f"[role=tabpanel][aria-labelledby=tab-{tab.lower()}]")).to_be_visible()
    else:
        expect(visitor.page.locator(f"[aria-labelledby=tab-{tab.lower()}]")).to_be_attached()


def test_the_map_follows_wheel_and_drag(visit: Visit) -> None:
    page = visit().play_bots().page
    box = page.locator("svg.map").bounding_box()
    assert box is not None
    whole = page.locator("svg.map").get_attribute("viewBox")
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.wheel(0, -600)
    expect(page.locator("svg.map")).not_to_have_attribute("viewBox", str(whole))
    near = page.locator("svg.map").get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(box["x"] + 380, box["y"] + 340, steps=4)
    page.mouse.up()
    expect(page.locator("svg.map")).not_to_have_attribute("viewBox", str(near))
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator("svg.map")).to_have_attribute("viewBox", str(whole))


def test_two_fingers_zoom_the_map(visit: Visit) -> None:
    page = visit(**PHONE).play_bots().page
    box = page.locator("svg.map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = width_seen(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *apart: int) -> None:
        points = [{"x": x + dx, "y": y, "id": i} for half in apart for i, dx in enumerate((-half, half))]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for apart in (45, 60, 75, 90):
        fingers("touchMove", apart)
    fingers("touchEnd")
    assert width_seen(page) < before * 0.6


def width_seen(page: Page) -> float:
    return float(str(page.locator("svg.map").get_attribute("viewBox")).split()[2])


def test_layers_can_be_hidden(visit: Visit) -> None:
    page = visit().play_bots().page
    page.locator(".layers summary").click()
    page.get_by_label("Armies").uncheck()
    expect(page.locator(".stack").first).to_be_hidden()
    page.get_by_label("Armies").check()
    expect(page.locator(".stack").first).to_be_visible()


def test_points_tell_their_sources(visit: Visit) -> None:
    page = visit().play_bots().page
    page.get_by_role("button", name=re.compile("Legitimacy of Blue")).focus()
    page.get_by_role("button", name=re.compile("Legitimacy of Blue")).click()
    expect(page.locator("dialog[open] .sources li").first).to_be_visible()


def test_nothing_is_loaded_from_elsewhere(visit: Visit) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.play_bots()
    assert [url for url in asked if not url.startswith(visitor.server.url)] == []


def test_a_name_is_shown_as_text_whatever_it_is(visit: Visit) -> None:
    name = "<img src=x onerror=alert(1)>"
    visitor = visit()
    game = visitor.new_game("me", "bot", name=name)
    visitor.lobby()
    expect(visitor.page.get_by_text(name)).to_be_visible()
    visitor.game(game).seated()
    visitor.button("Table and links").click()
    expect(visitor.dialog.get_by_role("heading", name=name)).to_be_visible()


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    # The picture of the board is hidden from those who listen, and large.
    found = page.evaluate("levels => axe.run({exclude: ['.ground']}, {runOnly: levels})", LEVELS)
    return [f"{v['id']}: {v['help']}: {n['target']} {n['html'][:160]}" for v in found["violations"] for n in v["nodes"]]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_in_lobby_and_table(visit: Visit, axe: str, colours: str) -> None:
    visitor = visit(color_scheme=colours).lobby()
    visitor.button("Set up a table").click()
    for summary in visitor.page.locator(".options summary").all():
        summary.click()
    assert violations(visitor.page, axe) == []
    visitor.dialog.get_by_role("button", name="Close").click()
    visitor.button("Play against bots").click()
    visitor.seated().my_decision()
    assert violations(visitor.page, axe) == []
    for tab in ("Log", "Beside"):
        visitor.tab(tab).click()
        assert violations(visitor.page, axe) == []
    for opening in OPENINGS:
        visitor.page.get_by_role("button", name=re.compile(opening)).first.click()
        expect(visitor.dialog).to_be_visible()
        assert violations(visitor.page, axe) == [], opening
        visitor.dialog.last.get_by_role("button", name="Close").first.click()
    visitor.game(visitor.new_game("me", "open"))
    expect(visitor.page.locator(".waiting-seats")).to_be_visible()
    assert violations(visitor.page, axe) == []


OPENINGS = (
    "^Settings$",
    "^How to play$",
    "^Keys$",
    "Table and links",
    "Dispersed Box, discards and cards out of the game",
    "Victory Points of Blue",
)


def test_axe_finds_nothing_on_a_phone_with_cards_in_hand(visit: Visit, axe: str, siege_and_battle: None) -> None:
    visitor = visit(**PHONE)
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    assert violations(visitor.page, axe) == []
    for tab in ("Hand", "Players", "Actions"):
        visitor.tab(tab).tap()
        assert violations(visitor.page, axe) == []
    visitor.choose("siege:ekbatana")
    expect(visitor.dialog.locator(".odds-bar")).to_be_visible()
    assert violations(visitor.page, axe) == []
    visitor.button("Roll the dice").tap()
    expect(visitor.page.locator('dialog[open][aria-label^="Siege"]')).to_be_visible()
    assert violations(visitor.page, axe) == []
