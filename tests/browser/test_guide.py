"""The guided first game: from the lobby, step by step, left and taken up again; by clicks, taps and keys."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_page import PHONE, overflow, violations
from tests.browser.visitor import Visitor

BEGIN = "Guided first game: ten short steps"
STEPS = {
    "the map": ("pella",),
    "a card as OPs": ("train:5",),
    "a march": ("pella", "larisa"),
    "PCs": ("place-pcs:5", "larisa"),
    "a Province": ("place-pcs:5", "trikka"),
    "a battle": ("mazaka", "komana"),
    "a siege": ("siege:kelainai",),
    "Legitimacy": ("tarsos", "issos"),
    "the Cart": ("larisa", "pella", "done", "done", "bury"),
    "how to win": ("place-pcs:5", "trikka"),
}
"""What a learner clicks: a space on the map, or what is offered."""


def begin(visitor: Visitor) -> Visitor:
    visitor.lobby().button(BEGIN).click()
    return visitor.seated().my_decision()


def do(visitor: Visitor, what: str) -> None:
    version = visitor.my_decision().page.locator(".prompt").get_attribute("data-version")
    if visitor.target(what).count():
        visitor.target(what).press("Enter")
    else:
        visitor.choose(what)
    visitor.confirmed(version)
    visitor.page.wait_for_function("!document.querySelector('.prompt.busy')")


def test_a_learner_goes_through_all_steps_and_wins(visit: Visit) -> None:
    visitor = begin(visit())
    guide = visitor.page.locator(".guide")
    for number, (title, actions) in enumerate(STEPS.items(), 1):
        expect(guide.locator("summary")).to_have_text(f"Step {number} of {len(STEPS)}: {title}")
        visitor.seated()
        expect(guide.locator(".guide-task")).to_be_visible()
        for action in actions:
            do(visitor, action)
        expect(guide.locator(".guide-done")).to_be_visible()
        visitor.close_dialogs()
        if number < len(STEPS):
            visitor.button("Next step").click()
    expect(visitor.button("Next step")).to_have_count(0)
    visitor.lobby()
    expect(visitor.page.locator(".tables").first).to_contain_text("You have no games yet")


def test_it_can_be_left_and_taken_up_again_and_a_step_begun_anew(visit: Visit) -> None:
    visitor = begin(visit())
    do(visitor, "pella")
    visitor.button("Next step").click()
    expect(visitor.page.locator(".guide summary")).to_contain_text("Step 2")
    visitor.page.locator(".guide").get_by_role("link", name="Leave").click()
    visitor.page.get_by_role("link", name="Go on with the guided game: step 2 of 10").click()
    do(visitor.seated(), "train:5")
    expect(visitor.page.locator(".guide-done")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.locator(".guide-done")).to_be_visible()
    visitor.button("Start this step again").click()
    expect(visitor.page.locator(".guide-task")).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_fits_on_a_phone_and_can_be_heard(visit: Visit, axe: str, colours: str) -> None:
    visitor = begin(visit(**PHONE, color_scheme=colours))
    assert overflow(visitor.page) == 0
    guide = visitor.page.get_by_role("region", name="Guided first game")
    expect(guide.get_by_role("status")).to_contain_text("Click Antipatros at Pella")
    assert violations(visitor.page, axe) == []
    guide.locator("summary").tap()
    expect(guide.get_by_role("status")).to_be_hidden()
    expect(visitor.page.locator("svg.map")).to_be_in_viewport()
