"""A still, readable board: what is measured in a real browser, in CSS pixels."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

DESK = {"width": 1440, "height": 900}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LEAST_CONTRAST = 4.5
CONTRASTS = Path(__file__).with_name("contrasts.js").read_text(encoding="utf-8")

STACKS = """() => Object.fromEntries([...document.querySelectorAll(".layer-armies .stack")].map((stack) => {
    const { x, y, width, height } = stack.getBoundingClientRect();
    return [stack.dataset.key, [x, y, width, height].map(Math.round)];
}))"""
SCALE = "document.querySelector('svg.map').getScreenCTM().a"


def battlefield(visit: Visit, **context: Any) -> Visitor:
    """Before a siege and next to a battle, with a hand."""
    visitor = visit(**{"viewport": DESK, **context})
    return visitor.game(visitor.new_game("me", "bot")).seated().my_decision()


def to_cards(visitor: Visitor) -> None:
    version = visitor.page.locator(".prompt").get_attribute("data-version")
    visitor.choose("done")
    visitor.confirmed(version)
    visitor.my_decision()


def near(page: Page) -> None:
    page.locator("svg.map").focus()
    for _ in range(4):
        page.keyboard.press("+")


# Labels


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_label_stands_out_from_every_ground(visit: Visit, siege_and_battle: None, colours: str) -> None:
    page = battlefield(visit, color_scheme=colours).page
    poor = page.evaluate(CONTRASTS, LEAST_CONTRAST)
    assert poor == []
    near(page)
    assert page.evaluate(CONTRASTS, LEAST_CONTRAST) == []


LABELS = """(kind) => [...document.querySelectorAll(`[id$="${kind}-labels"] text`)]
    .filter((node) => node.checkVisibility())
    .map((node) => parseFloat(getComputedStyle(node).fontSize) * Math.abs(node.getScreenCTM().d))"""
CITY, PROVINCE = 10, 9


def test_every_label_can_be_read_at_the_whole_map(visit: Visit, siege_and_battle: None) -> None:
    """In CSS pixels, with a hand shown."""
    page = battlefield(visit).page
    expect(page.locator(".hand .card").first).to_be_visible()
    for kind, least in (("space", CITY), ("province", PROVINCE)):
        sizes = page.evaluate(LABELS, kind)
        assert len(sizes) > 20, kind
        assert min(sizes) >= least, (kind, min(sizes))


# Counters


def test_no_counter_covers_a_target_and_nothing_ties_it_to_afar(visit: Visit, siege_and_battle: None) -> None:
    page = battlefield(visit).page
    stems = page.locator(".stem:not([hidden])").evaluate_all("stems => stems.map((stem) => stem.getTotalLength())")
    assert stems
    assert max(stems) < 45
    assert page.locator(".tether").count() == 0


def test_a_stack_fans_out_on_pointing_on_a_tap_and_on_enter_and_closes_again(
    visit: Visit, siege_and_battle: None
) -> None:
    page = battlefield(visit).page
    fan, stack = page.locator(".fan"), page.locator('.stack[data-space="babylon"]').first
    before = page.evaluate(STACKS)
    stack.hover()
    expect(fan).to_be_visible()
    expect(fan).to_contain_text("Perdikkas")
    expect(fan).to_contain_text("Royal Army")
    assert page.evaluate(STACKS) == before
    page.mouse.move(5, 5)
    expect(fan).to_be_hidden()
    handle = page.locator('.handle[data-space="babylon"]').first
    handle.focus()
    expect(fan).to_be_visible()
    page.keyboard.press("Escape")
    expect(fan).to_be_hidden()
    page.keyboard.press("Enter")
    expect(fan).to_be_visible()
    expect(handle).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    expect(fan).to_be_hidden()


def test_pointing_for_a_moment_only_opens_nothing(visit: Visit, siege_and_battle: None) -> None:
    page = battlefield(visit).page
    page.evaluate(
        """async () => {
            const wait = (time) => new Promise((done) => setTimeout(done, time));
            const map = document.querySelector("svg.map");
            const stack = map.querySelector('.stack[data-space="babylon"]');
            stack.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
            await wait(60);
            map.dispatchEvent(new PointerEvent("pointerleave"));
            await wait(400);
        }"""
    )
    expect(page.locator(".fan")).to_be_hidden()


def test_a_counter_is_small_from_afar_and_tells_everything_from_near(visit: Visit, siege_and_battle: None) -> None:
    page = battlefield(visit).page
    stack = page.locator('.stack[data-space="babylon"]').first
    assert size(stack)["height"] < 26
    expect(stack.locator(".initials")).to_have_text("Pe")
    near(page)
    stack = page.locator('.stack[data-space="babylon"]').first
    expect(stack.locator(".general-name")).to_have_text("Perdikkas")
    expect(stack.locator(".unit.royal .unit-number")).to_have_text("4")


def size(node: Locator) -> dict[str, float]:
    box = node.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


# The page


def test_the_map_is_seen_again_as_it_was(visit: Visit, siege_and_battle: None) -> None:
    visitor = battlefield(visit)
    near(visitor.page)
    visitor.page.keyboard.press("ArrowLeft")
    seen = visitor.page.locator("svg.map").get_attribute("viewBox")
    visitor.page.reload()
    visitor.seated()
    expect(visitor.page.locator("svg.map")).to_have_attribute("viewBox", str(seen))


def test_actions_come_before_the_news_and_are_never_squeezed(visit: Visit) -> None:
    visitor = visit(viewport=DESK).play_bots().my_decision()
    page = visitor.page
    visitor.page.locator(".panel-actions .offer").first.click()
    visitor.my_decision()
    panel = page.locator(".panel-actions")
    room = page.evaluate(
        "[...document.querySelectorAll('.panel-actions')].map((x) => [x.scrollHeight, x.clientHeight])[0]"
    )
    news = page.locator(".news")
    if news.is_visible():
        assert size(news)["y"] >= size(panel)["y"] + size(panel)["height"] - 1
    assert room[0] <= room[1] + 1 or not news.is_visible() or size(news)["height"] < 60


def test_a_card_shows_its_whole_text_while_one_chooses(visit: Visit, siege_and_battle: None) -> None:
    visitor = battlefield(visit)
    page = visitor.page
    scale = page.evaluate(SCALE)
    to_cards(visitor)
    expect(page.locator(".hand.choosing")).to_be_visible()
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".hand .card")].flatMap((card) => {
            const end = card.getBoundingClientRect().bottom + 1;
            const isCut = (part) => part.scrollHeight > part.clientHeight + 1 || !part.checkVisibility()
                || part.getBoundingClientRect().bottom > end;
            return [...card.querySelectorAll(".card-effect, .card-condition, .use")].filter(isCut)
                .map((part) => part.textContent);
        })"""
    )
    assert cut == []
    assert page.evaluate(SCALE) == pytest.approx(scale), "the hand lies over the map, which keeps its scale"


def test_a_tablet_held_upright_shows_map_actions_log_and_hand_at_once(visit: Visit, siege_and_battle: None) -> None:
    page = battlefield(visit, **TABLET).page
    for part in (".standings", ".prompt", "svg.map", ".panel-actions", ".panel-log", ".hand"):
        expect(page.locator(part)).to_be_in_viewport()
    actions, log, seen, hand = (
        size(page.locator(part)) for part in (".panel-actions", ".panel-log", ".map-host", ".panel-hand")
    )
    assert actions["x"] + actions["width"] <= log["x"] + 1
    assert seen["y"] + seen["height"] <= actions["y"] + 1
    assert actions["y"] + actions["height"] <= hand["y"] + 1
    assert seen["width"] == 820
    assert seen["height"] > 350


@pytest.mark.parametrize("part", ["Map", "Actions", "Hand", "Players", "Log", "Beside"])
def test_a_phone_always_shows_everybodys_points(visit: Visit, siege_and_battle: None, part: str) -> None:
    visitor = battlefield(visit, **PHONE)
    visitor.tab(part).tap()
    standings = visitor.page.locator(".standing")
    expect(standings).to_have_count(2)
    for number, player in enumerate(visitor.view(visitor.game_id)["players"]):
        standing = visitor.page.locator(f'.standing[data-faction="{player["faction"]}"]')
        expect(standing, str(number)).to_be_in_viewport(ratio=1)
        expect(standing).to_contain_text(f"{player['vp']} VP")
        expect(standing).to_contain_text(f"{player['legitimacy']} L")


# What explains itself


def test_what_lies_beside_the_map_is_one_click_away(visit: Visit, siege_and_battle: None) -> None:
    visitor = battlefield(visit)
    visitor.button("Dispersed Box, discards and cards out of the game").click()
    expect(visitor.dialog).to_contain_text("Dispersed")
    expect(visitor.dialog).to_contain_text("Discards")
    names = visitor.dialog.locator(".pile button")
    if names.count():
        names.first.click()
        expect(visitor.dialog.locator(".card.large .card-effect").first).not_to_have_text("")


def test_figures_explain_themselves_by_pointing_focus_and_a_long_press(visit: Visit, siege_and_battle: None) -> None:
    visitor = battlefield(visit)
    page = visitor.page
    tip = page.locator(".tip")
    expect(tip).to_be_hidden()
    figure = page.locator(".player .figure[data-tip]").first
    figure.hover()
    expect(tip).to_have_text(str(figure.get_attribute("data-tip")))
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    figure.focus()
    expect(tip).to_have_text(str(figure.get_attribute("data-tip")))
    expect(figure).to_have_attribute("aria-describedby", "tip")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.get_by_role("button", name=re.compile("Victory Points of Blue")).hover()
    expect(page.locator(".sources-tip:visible")).to_contain_text("Victory Points")
    phone = battlefield(visit, **PHONE)
    expect(phone.page.locator(".tip")).to_be_hidden()
    phone.tab("Players").tap()
    figure = phone.page.locator(".player .figure[data-tip]").first
    box = size(figure)
    touch = phone.page.context.new_cdp_session(phone.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(phone.page.locator(".tip")).to_have_text(str(figure.get_attribute("data-tip")))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
