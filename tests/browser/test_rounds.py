"""A window under a countdown, before the page: everybody is asked at once, and nobody sees what the others answer."""

import re

import pytest
from playwright.sync_api import Locator, expect

from diadochi.rules import frames
from diadochi.table import api
from diadochi.table.rounds import Countdown
from diadochi.table.schema import ANSWERS
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.running import Running, wait_until
from tests.server.test_rounds import LONG, STORMS, Ground, finish, ready_to_sail

PHONE = {"width": 390, "height": 760}


@pytest.fixture(autouse=True)
def voyage(blue_begins: None, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """New games begin before a voyage of Blue; Red holds Storms at Sea. The countdown ends when a test says so."""
    for name in ("Rest", "Ground"):
        monkeypatch.setitem(frames.FRAMES, name, Ground)
    game = ready_to_sail(red=STORMS).game
    assert game is not None
    monkeypatch.setattr(api, "new_state", lambda *_: game.state.copy())
    monkeypatch.setattr(server.table.games, "countdown", Countdown(LONG))


def sit_down(visit: Visit, **red: object) -> tuple[str, Visitor, Visitor]:
    """Blue and Red at their pages; Yellow does not look."""
    blue, other, yellow = visit(), visit(**red), visit()
    game = blue.new_game("me", "open", "open")
    for visitor, faction in ((other, "red"), (yellow, "yellow")):
        body = {"name": faction, "invite": blue.invite}
        assert visitor.context.request.post(f"{visitor.server.url}/api/games/{game}/seats/{faction}", data=body).ok
    for visitor in (blue, other):
        visitor.game(game).seated()
    return game, blue, other


def chip(visitor: Visitor, action: str) -> Locator:
    return visitor.page.locator(f'.chips [data-action="{action}"]')


def test_everybody_is_asked_together_and_answers_show_at_the_end(visit: Visit, server: Running) -> None:
    game, blue, red = sit_down(visit)
    watching = visit().game(game).seated()
    blue.my_decision().choose("sail:phaselis")
    for visitor in (blue, red, watching):
        expect(visitor.page.locator(".countdown")).to_be_visible()
        expect(visitor.page.locator(".countdown-seconds")).to_contain_text(re.compile(r"\d+ s"))
    expect(watching.prompt).to_contain_text("Blue, Red and Yellow are asked together")
    assert watching.offers() == []
    assert not watching.dialog.count()
    expect(blue.button("Undo")).to_be_disabled()
    expect(red.page.locator(f'.card.fits[data-card="{STORMS}"]')).to_be_visible()
    expect(blue.page.locator(".card.fits")).to_have_count(0)
    chip(red, "pass").click()
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "true")
    expect(red.prompt).to_contain_text("You may change it until the end")
    red.page.locator(f'.hand [data-card="{STORMS}"] .use.event').click()
    expect(red.prompt).to_contain_text("Storms at Sea")
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "false")
    expect(blue.prompt).not_to_contain_text("Storms")
    before = blue.page.locator(".prompt").get_attribute("data-version")
    finish(server, game)
    expect(blue.page.locator(".log-list")).to_contain_text("Storms at Sea")
    expect(blue.page.locator(".prompt")).not_to_have_attribute("data-version", str(before))


def test_the_keyboard_passes_and_the_countdown_is_said_once(visit: Visit, server: Running) -> None:
    game, blue, red = sit_down(visit)
    blue.my_decision().choose("sail:phaselis")
    red.my_decision()
    assert red.page.locator(".prompt-line").get_attribute("aria-live") == "polite"
    assert red.page.locator(".countdown").get_attribute("aria-hidden") == "true"
    number = chip(red, "pass").get_attribute("aria-keyshortcuts")
    red.page.keyboard.press(str(number))
    red.page.keyboard.press("Enter")
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "true")
    said = red.prompt.inner_text()
    red.page.wait_for_timeout(1200)
    assert red.prompt.inner_text() == said
    finish(server, game)
    expect(red.page.locator(".countdown")).to_be_hidden()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_bar_moves_only_where_motion_is_welcome(visit: Visit, server: Running, motion: str) -> None:
    game, blue, red = sit_down(visit, reduced_motion=motion, viewport=PHONE)
    blue.my_decision().choose("sail:phaselis")
    red.my_decision()
    expect(chip(red, "pass")).to_be_in_viewport()
    expect(red.page.locator(".countdown")).to_be_visible()
    moves = 'document.querySelector(".countdown-bar").style.transform.startsWith("scaleX")'
    assert red.page.evaluate(moves) == (motion == "no-preference")
    finish(server, game)


def test_a_reload_finds_the_countdown_and_the_own_answer(visit: Visit, server: Running) -> None:
    game, blue, red = sit_down(visit)
    blue.my_decision().choose("sail:phaselis")
    chip(red.my_decision(), "pass").click()
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "true")
    red.page.reload()
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "true")
    expect(red.page.locator(".countdown")).to_be_visible()
    finish(server, game)


def test_settings_say_what_they_give_away(visit: Visit) -> None:
    game, _, red = sit_down(visit)
    red.button("Settings").click()
    expect(red.dialog).to_contain_text("under a countdown that is the same whatever anybody holds")
    expect(red.dialog).to_contain_text("everybody can tell that I hold one")
    expect(red.dialog.locator('input[name="windows"][value="ask"]')).to_be_checked()
    red.dialog.locator('input[name="windows"][value="chosen"]').check()
    expect(red.dialog.locator('input[value="any_time"]')).not_to_be_checked()
    red.dialog.locator('input[value="naval_step"]').uncheck()
    red.dialog.locator('input[value="every_step"]').check()
    expect(red.page.locator("#notices .notice")).to_have_count(0)

    def is_kept() -> bool:
        seat = red.context.request.get(f"{red.server.url}/api/games/{game}").json()["seats"][1]
        return seat["windows"] == "chosen" and "naval_step" not in seat["kinds"] and "every_step" in seat["kinds"]

    wait_until(is_kept)


def test_time_at_every_step_is_one_click(visit: Visit, server: Running) -> None:
    game, blue, red = sit_down(visit)
    blue.my_decision().choose("sail:phaselis")
    red.my_decision().button("Give me time at every step").click()
    expect(red.button("Give me time at every step")).to_have_count(0)
    seat = red.context.request.get(f"{red.server.url}/api/games/{game}").json()["seats"][1]
    assert "every_step" in seat["kinds"]
    finish(server, game)


def test_a_table_is_made_for_now_or_for_days(visit: Visit) -> None:
    visitor = visit().lobby()
    visitor.button("Set up a table").click()
    expect(visitor.page.locator('input[name="pace"][value="live"]')).to_be_checked()
    visitor.page.locator('input[name="pace"][value="slow"]').check()
    visitor.page.locator("#players").select_option("3")
    visitor.button("Begin").click()
    visitor.seated()
    assert visitor.context.request.get(f"{visitor.server.url}/api/games/{visitor.game_id}").json()["pace"] == "slow"


def damage_answers(server: Running, game: str) -> None:
    with server.table.store.writing() as connection:
        connection.execute(ANSWERS.update().where(ANSWERS.c.game == game).values(action=f"surprise:{STORMS}"))


def test_whose_answer_was_damaged_on_the_disk_is_asked_to_answer_again(visit: Visit, server: Running) -> None:
    game, blue, red = sit_down(visit)
    blue.my_decision().choose("sail:phaselis")
    chip(red, "pass").click()
    expect(red.prompt).to_contain_text("You may change it until the end")
    server.table.games.pool.submit(damage_answers, server, game).result()
    server.table.games.forget(game)
    for visitor in (blue, red):
        visitor.page.reload()
    expect(red.prompt).to_contain_text("has damaged your answer. Please answer again.")
    expect(blue.prompt).not_to_contain_text("damaged")
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "false")
    chip(red, "pass").click()
    expect(chip(red, "pass")).to_have_attribute("aria-pressed", "true")
    expect(red.prompt).not_to_contain_text("damaged")
