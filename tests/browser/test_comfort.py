"""What helps whoever is new, comes back, waits, or has a small screen."""

import math
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from diadochi.rules import activation
from diadochi.table import api, lessons
from diadochi.texts.setting import set_up
from tests.browser.conftest import Visit
from tests.browser.test_cards import sit_down
from tests.browser.test_page import PHONE, overflow
from tests.browser.visitor import Visitor
from tests.rules.segments import surrender_segment
from tests.table import Table

LONG = 240_000
"""Milliseconds for a whole game of two bots that choose at random."""


def test_a_hint_marks_what_a_bot_would_choose_until_something_is_done(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    visitor.game(visitor.new_game("bot", "me")).seated().my_decision().button("Hint").click()
    advice = visitor.page.locator(".advice")
    expect(advice).to_contain_text("A bot would choose")
    marked = visitor.page.locator(".panel-actions .offer.advised")
    expect(marked).to_have_count(1)
    version = visitor.page.locator(".prompt").get_attribute("data-version")
    marked.click()
    visitor.confirmed(version)
    expect(advice).to_be_empty()
    expect(visitor.page.locator(".advised")).to_have_count(0)


def test_who_comes_back_reads_what_has_happened_meanwhile(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    visitor.page.locator(".panel-actions .offer").first.click()
    news = visitor.page.locator(".news")
    expect(news.locator("li.first .emblem").nth(1)).to_be_visible()
    visitor.my_decision().page.reload()
    visitor.seated().my_decision()
    expect(news.locator("li").first).to_be_visible()
    expect(news).to_contain_text("Turn Order")


def test_what_a_pass_lets_go_on_is_told_of_who_began_it(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    visitor.game(visitor.new_game("me", "bot")).seated().my_decision()
    version = visitor.page.locator(".prompt").get_attribute("data-version")
    visitor.choose("siege:ekbatana")
    visitor.confirmed(version)
    roll = visitor.page.locator(".news li", has_text=re.compile("Blue rolls . against Ekbatana"))
    expect(roll).to_be_attached()
    expect(roll).not_to_have_class(re.compile("first|concerns"))


def test_a_card_that_can_be_taken_back_is_played_without_a_question(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    visitor.game(visitor.new_game("bot", "me")).seated().my_decision()
    played = next(action for action in visitor.offers() if re.match("event|surprise", action))
    number = played.partition(":")[2]
    assert visitor.page.locator(f'.hand [data-card="{number}"] .card-effect').inner_text()
    version = visitor.page.locator(".prompt").get_attribute("data-version")
    visitor.choose(played)
    visitor.confirmed(version)
    expect(visitor.dialog).to_have_count(0)


def test_done_says_what_it_ends(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    visitor.game(visitor.new_game("me", "bot")).seated().my_decision()
    expect(visitor.prompt).to_contain_text("conduct Sieges")
    expect(visitor.page.locator(".chip.ending")).to_contain_text("Done: no more Sieges")


def near_enough(visitor: Visitor) -> bool:
    """Whether a finger finds every target that is in sight."""
    boxes = [target.bounding_box() for target in visitor.page.locator(".target").all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box is not None]
    pairs = [(a, b) for i, a in enumerate(middles) for b in middles[:i]]
    return bool(middles) and all(math.dist(a, b) > 20 for a, b in pairs)


def test_a_phone_comes_so_near_that_targets_can_be_tapped(visit: Visit) -> None:
    visitor = visit(**PHONE).play_bots().my_decision()
    expect(visitor.page.locator(".target").first).to_be_in_viewport()
    assert near_enough(visitor)


def test_a_phone_is_led_to_the_cards(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit(**PHONE)
    visitor.game(visitor.new_game("bot", "me")).seated().my_decision()
    visitor.button("Look at your cards").tap()
    expect(visitor.hand.first).to_be_in_viewport()
    expect(visitor.page.locator(".to-hand")).to_be_hidden()


def test_a_long_name_stays_on_the_page(visit: Visit) -> None:
    ann, bob = visit(), visit(**PHONE)
    seats = [{"kind": "me", "name": "W" * 40}, {"kind": "open"}]
    body = {"players": 2, "seats": seats, "name": "M" * 80}
    game = str(ann.context.request.post(f"{ann.server.url}/api/games", data=body).json()["id"])
    bob.game(game)
    expect(bob.button("Sit down as Red")).to_be_visible()
    assert overflow(bob.page) == 0
    bob.page.get_by_label("Your name").fill("W" * 40)
    bob.button("Sit down as Red").tap()
    bob.seated()
    assert overflow(bob.page) == 0
    width = bob.prompt.evaluate("line => line.scrollWidth - line.clientWidth")
    assert width <= 0
    bob.lobby()
    assert overflow(bob.page) == 0


def test_a_bot_takes_the_seat_of_a_friend_who_does_not_come(visit: Visit) -> None:
    ann, bob = visit(), visit()
    game = ann.new_game("me", "open", "open")
    bob.game(game)
    expect(bob.button("Sit down as Red")).to_be_visible()
    expect(bob.button("Let a bot play Red")).to_have_count(0)
    ann.game(game).button("Let a bot play Red").click()
    expect(ann.page.locator(".waiting-seats")).to_contain_text("Red bot")
    bob.button("Sit down as Yellow").click()
    ann.seated()
    bob.seated()


def test_who_comes_too_late_is_told_so(visit: Visit) -> None:
    ann, eve = visit(), visit()
    game = ann.new_game("me", "bot")
    eve.page.goto(f"{eve.server.url}/#/join/{game}/{ann.invite}")
    eve.seated()
    expect(eve.page.locator(".notice")).to_contain_text("Every seat is taken")


def test_who_is_away_is_said_where_one_waits(
    visit: Visit, siege_and_battle: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a slow table, where Red wants to be asked."""
    row, how = api.seat_row, ("start", "ask")
    monkeypatch.setattr(api, "seat_row", lambda number, seat: replace(row(number, seat), windows=how[number]))
    ann, bob = visit(), visit()
    game = ann.new_game("open", "me", pace="slow")
    bob.game(game).button("Sit down as Blue").click()
    bob.seated()
    expect(bob.prompt).to_contain_text("Waiting for Red (away)")
    ann.game(game).seated()
    expect(bob.prompt).not_to_contain_text("away")
    ann.page.close()
    expect(bob.prompt).to_contain_text("Waiting for Red (away)")


def test_a_network_that_is_gone_is_told_at_once(visit: Visit) -> None:
    visitor = visit().play_bots()
    with visitor.break_in_connection():
        visitor.context.set_offline(True)
        expect(visitor.page.locator(".offline")).to_be_visible()
        visitor.context.set_offline(False)
        expect(visitor.page.locator(".offline")).to_be_hidden()


def test_help_tells_how_to_win_and_finds_rules(visit: Visit) -> None:
    visitor = visit().play_bots()
    visitor.button("How to play").click()
    expect(visitor.dialog).to_contain_text("23 VP or 18 Legitimacy")
    visitor.page.get_by_label("Search the rules").fill("Instant Victory")
    visitor.button("Search").click()
    expect(visitor.dialog.locator(".rules-found")).to_contain_text("3.1.2 Instant Victory")


def test_a_finished_game_gives_its_result_and_its_record(visit: Visit) -> None:
    visitor = visit()
    seats = [{"kind": "bot", "bot": "random"}] * 2
    body = {"players": 2, "seats": seats, "options": ["short-game"]}
    made = visitor.context.request.post(f"{visitor.server.url}/api/games", data=body).json()
    visitor.game(made["id"]).seated()
    expect(visitor.page.locator(".prompt")).to_contain_text("wins", timeout=LONG)
    visitor.page.reload()
    visitor.seated().button("The result").click()
    told = visitor.dialog.locator(".end-why")
    expect(told).to_contain_text("wins")
    expect(visitor.dialog).to_contain_text(re.compile(r"ends with \d+ VP and \d+ L\. Next is"))
    expect(told.locator(".rule-link")).to_be_visible()
    expect(visitor.dialog.get_by_role("img", name=re.compile("over the whole game"))).to_have_count(2)
    analysis = visitor.dialog.get_by_role("link", name="Analysis", exact=True)
    expect(analysis).to_have_attribute("href", f"/api/games/{made['id']}/analysis")
    with visitor.page.expect_download() as download:
        visitor.dialog.get_by_role("link", name="Record of the game").click()
    assert download.value.suggested_filename == f"diadochi-{made['id']}.json"
    visitor.page.goto(f"{visitor.server.url}/#/game/{made['id']}/7")  # as an analysis links to a moment
    expect(visitor.page.locator(".replay-place")).to_contain_text(re.compile(r"^7 /"), timeout=LONG)


def test_the_end_of_a_game_is_told_and_can_be_played_again(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step of the guided game, at a table of one's own."""
    last = list(lessons.lessons().values())[-1].position
    monkeypatch.setattr(
        api, "new_state", lambda material, players, mask, key: set_up(last, key, material, strict=False).state
    )
    visitor = visit()
    game = visitor.new_game("me", "bot", private=True, reasons=True)
    visitor.game(game).seated().my_decision()
    for action in ("place-pcs:5", "trikka"):
        version = visitor.page.locator(".prompt").get_attribute("data-version")
        visitor.choose(action) if ":" in action else visitor.target(action).press("Enter")
        visitor.confirmed(version)
    expect(visitor.dialog).to_contain_text("Blue has the Victory Points to rule and wins at once")
    expect(visitor.dialog.locator(".end-why .rule-link")).to_have_text("3.1.2")
    point = visitor.dialog.locator(".turning .link").last
    version = point.get_attribute("data-version")
    point.click()
    expect(visitor.page.locator(".replay-place")).to_contain_text(re.compile(rf"^{version} /"))
    visitor.page.keyboard.press("Escape")
    visitor.button("The result").click()
    visitor.button("Rematch").click()
    visitor.seated().my_decision()
    again = visitor.context.request.get(f"{visitor.server.url}/api/games/{visitor.game_id}").json()
    assert again["id"] != game
    assert [seat["kind"] for seat in again["seats"]] == ["person", "bot"]
    assert (again["private"], again["reasons"], again["status"]) == (True, True, "running")


def test_all_pcs_of_a_surrender_segment_are_removed_and_placed_with_a_click_each(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(players=2)
    table.pc("red", "larisa", "dana")
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.army("blue", "antigonos", "dana", mercenary=1)
    surrender_segment(table)
    visitor = visit()
    game, seat = sit_down(table, visitor, visitor.server.person(), monkeypatch)
    visitor.game(game).seated().my_decision()
    for label, owner in (("Remove all 2", None), ("Place all 2", "blue")):
        visitor.button(label).click()
        expect(visitor.button(label)).to_have_count(0)
        visitor.my_decision()
        spaces = visitor.view(game, seat)["spaces"]
        assert [spaces.get(space, {}).get("pc") for space in ("larisa", "dana")] == [owner, owner]


def test_who_intercepts_takes_everybody_along_with_one_click(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(players=2)
    table.army("red", "peithon", "pergamon", mercenary=2)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis")
    visitor = visit()
    game, _ = sit_down(table, visitor, visitor.server.person(), monkeypatch)
    visitor.game(game).seated().my_decision()
    version = visitor.page.locator(".prompt").get_attribute("data-version")
    visitor.choose("intercept:pergamon")
    visitor.confirmed(version)
    expect(visitor.page.locator(".log-list")).to_contain_text(
        "Interception from Pergamon into Sardeis with Peithon and 2"
    )


CAREFUL = "remove-general:alketas"
"""Alketas alone shows who owns the CUs with him."""


def visit_alketas(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    table = Table(players=2)
    table.army("blue", "krateros", "pella", loyal=2)
    table.army("blue", "alketas", "larisa", mercenary=2)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    game, seat = sit_down(table, visitor, visitor.server.person(), monkeypatch)
    visitor.game(game).seated().my_decision().choose(CAREFUL)
    expect(visitor.dialog).to_contain_text("Alketas")
    expect(visitor.dialog).to_contain_text("Dispersed")
    return game, seat


@pytest.mark.parametrize("how", ["Back", "Escape", "Enter on Back"])
def test_who_is_not_sure_keeps_a_minor_general_and_his_cus(
    how: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    game, seat = visit_alketas(visitor, monkeypatch)
    before = visitor.view(game, seat)
    if how == "Escape":
        visitor.page.keyboard.press("Escape")
    elif how == "Back":
        visitor.dialog.get_by_role("button", name="Back", exact=True).click()
    else:
        visitor.page.keyboard.press("Shift+Tab")
        expect(visitor.dialog.get_by_role("button", name="Back", exact=True)).to_be_focused()
        visitor.page.keyboard.press("Enter")
    expect(visitor.dialog).to_have_count(0)
    visitor.page.wait_for_timeout(300)
    after = visitor.view(game, seat)
    assert (after["version"], after["spaces"]) == (before["version"], before["spaces"])
    assert CAREFUL in visitor.my_decision().offers()


@pytest.mark.parametrize("how", ["Yes", "Enter"])
def test_who_is_sure_removes_a_minor_general_and_his_cus_are_dispersed(
    how: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    game, seat = visit_alketas(visitor, monkeypatch)
    version = visitor.view(game, seat)["version"]
    if how == "Yes":
        visitor.dialog.get_by_role("button", name="Yes", exact=True).click()
    else:
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(f'.prompt:not(.busy):not([data-version="{version}"])')).to_be_attached()
    expect(visitor.dialog).to_have_count(0)
    assert CAREFUL not in visitor.my_decision().offers()
    log = visitor.page.locator(".log-list")
    expect(log).to_contain_text("Alketas")
    visitor.choose("done")
    expect(log).to_contain_text("Blue has 2 Mercenary CUs Dispersed at Larisa")
    assert "larisa" not in visitor.view(game, seat)["spaces"]
