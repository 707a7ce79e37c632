"""Several people: two browsers, one device, spectators; and what breaks between them and the server."""

import re
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Route, TimeoutError, expect

from diadochi.model.material import Material
from diadochi.table import api, wire
from diadochi.table.lobby import table_of
from diadochi.table.rows import Header
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.running import Running

FIGHTING = (
    "march:sippara",
    "take-all",
    "activate:perdikkas",
    "campaign",
    "siege:ekbatana",
    "stand",
    "deny",
    "spend-nothing:21",
    "attack",
    "pass",
)
"""What both do on the way to the siege and the battle, the first that is offered."""
LONG = 600.0
"""Seconds for a whole fight, on a busy machine too."""


def act(visitor: Visitor) -> None:
    """One step towards the fight, or a moment's patience."""
    if visitor.dialog.count():
        visitor.dialog.locator("button.primary").last.click()
        return
    offers = visitor.offers()
    if not offers:
        visitor.page.wait_for_timeout(50)
        return
    with suppress(TimeoutError):
        # A countdown may end before the click.
        visitor.choose(next((action for action in FIGHTING if action in offers), offers[0]), timeout=2000)
    visitor.page.wait_for_timeout(100)


def test_two_browsers_play_each_other_through_a_siege_and_a_battle(visit: Visit, siege_and_battle: None) -> None:
    blue, red = visit(), visit()
    blue.hurried = red.hurried = True
    game = blue.new_game("me", "open", private=True)
    blue.game(game)
    expect(blue.button("Invite by link")).to_be_visible()
    red.page.goto(f"{red.server.url}/#/join/{game}/{blue.invite}")
    red.button("Sit down as Red").click()
    blue.seated()
    red.seated()
    seen = {"Siege": 0, "Land Battle": 0}
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        for visitor in (blue, red):
            for title in seen:
                dialog = visitor.page.locator(f'dialog[open][aria-label^="{title}"]')
                if dialog.count():
                    expect(dialog.locator(".die").first).to_be_visible()
                    seen[title] |= 1 if visitor is blue else 2
            act(visitor)
        if all(who == 3 for who in seen.values()):
            break
    assert seen == {"Siege": 3, "Land Battle": 3}
    view = blue.view(game, "blue")
    assert view["version"] == red.view(game, "red")["version"]


def test_the_news_of_a_seat_may_come_before_the_seat(
    visit: Visit, siege_and_battle: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, red = visit(), visit()
    game = blue.new_game("me", "open", private=True)

    def late_to_those_who_sit(material: Material, header: Header, held: int, present: int) -> wire.Table:
        time.sleep(1.5 if held else 0)
        return table_of(material, header, held, present)

    monkeypatch.setattr(api, "table_of", late_to_those_who_sit)
    red.page.goto(f"{red.server.url}/#/join/{game}/{blue.invite}")
    red.button("Sit down as Red").click()
    expect(red.hand).to_have_count(5)


@pytest.mark.parametrize("reload", [False, True])
def test_a_seat_is_not_lost_with_the_answer(visit: Visit, siege_and_battle: None, reload: bool) -> None:
    blue, red = visit(), visit()
    game = blue.new_game("me", "open", private=True)
    lost = 0

    def lose_the_answer(route: Route) -> None:
        nonlocal lost
        if lost and not reload:
            route.continue_()
            return
        lost += 1
        assert httpx.post(route.request.url, json=route.request.post_data_json).status_code == 201
        route.abort()

    red.page.route("**/seats/red", lose_the_answer)
    red.page.goto(f"{red.server.url}/#/join/{game}/{blue.invite}")
    with red.break_in_connection():
        red.button("Sit down as Red").click()
        if reload:
            expect(red.page.locator("#page")).to_contain_text("Trying again")
            red.page.unroute("**/seats/red")
            red.page.reload()
        expect(red.hand).to_have_count(5)
    assert lost


def test_two_clicks_make_one_game(visit: Visit) -> None:
    visitor = visit().lobby()
    visitor.button("Play against bots").dblclick()
    visitor.seated()
    mine = visitor.context.request.get(f"{visitor.server.url}/api/games?mine=true").json()
    assert len(mine["games"]) == 1


def test_the_odds_are_shown_before_the_siege_is_rolled(visit: Visit, siege_and_battle: None) -> None:
    blue = visit()
    game = blue.new_game("me", "bot")
    blue.game(game).seated().my_decision()
    ask_always(blue, game, "blue")
    blue.target("ekbatana").click()
    expect(blue.dialog).to_contain_text("the city falls")
    blue.button("Roll the dice").click()
    expect(blue.prompt).to_contain_text("before the siege roll")
    expect(blue.page.locator(".odds")).to_contain_text("the city falls")


def ask_always(visitor: Visitor, game: str, seat: str) -> None:
    body = {"seat": seat, "windows": "ask"}
    assert visitor.context.request.post(f"{visitor.server.url}/api/games/{game}/settings", data=body).ok


def test_a_curtain_hides_the_hands_of_a_hot_seat(
    visit: Visit, siege_and_battle: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red is asked in the window at the start of the turn, so that the device changes hands."""
    row, how = api.seat_row, ("start", "ask")
    monkeypatch.setattr(api, "seat_row", lambda number, seat: replace(row(number, seat), windows=how[number]))
    visitor = visit()
    visitor.game(visitor.new_game("me", "hot"))
    curtain = visitor.page.locator(".curtain")
    expect(curtain).to_contain_text("Red is next")
    expect(visitor.hand).to_have_count(0)
    visitor.button("I am Red").click()
    expect(curtain).to_be_hidden()
    expect(visitor.hand).to_have_count(5)
    expect(visitor.page.locator("svg.map")).to_be_focused()
    visitor.my_decision().button("Hint").click()
    expect(visitor.page.locator(".advice")).to_contain_text("A bot would choose")
    visitor.choose("pass")
    expect(curtain).to_contain_text("Blue is next")
    expect(visitor.page.locator(".advice")).to_be_empty()
    expect(visitor.hand).to_have_count(0)
    visitor.button("I am Blue").click()
    expect(curtain).to_be_hidden()
    expect(visitor.hand).to_have_count(5)
    expect(visitor.prompt).to_contain_text("Blue")


def test_a_spectator_sees_the_table_and_no_hand(visit: Visit) -> None:
    player = visit().play_bots().my_decision()
    spectator = visit().game(player.game_id).seated()
    expect(spectator.prompt).to_contain_text("Waiting for Blue")
    expect(spectator.hand).to_have_count(0)
    assert spectator.offers() == []
    player.choose(player.offers()[0])
    expect(spectator.page.locator(".prompt")).to_have_attribute("data-version", re.compile("[1-9]"))


def test_a_reload_in_mid_decision_loses_nothing(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    visitor.choose(visitor.offers()[0])
    visitor.my_decision()
    prompt, offers = visitor.prompt.inner_text(), visitor.offers()
    visitor.page.reload()
    visitor.seated().my_decision()
    assert (visitor.prompt.inner_text(), visitor.offers()) == (prompt, offers)


def test_my_games_lead_back_to_the_table(visit: Visit) -> None:
    visitor = visit().play_bots()
    game = visitor.game_id
    visitor.lobby().page.get_by_role("link", name=re.compile("Go on")).first.click()
    visitor.seated()
    assert visitor.game_id == game


def test_a_recovery_link_moves_the_seat_to_another_device(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    visitor.button("Table and links").click()
    visitor.button("Move my seat to another device").click()
    link = visitor.page.locator(".link-field").input_value()
    other = visit()
    other.page.goto(link)
    other.seated().my_decision()
    visitor.dialog.last.get_by_role("button", name="Close").click()
    assert other.offers() == visitor.offers()


class FrailServer(Running):
    """One that does not draw the board again whenever it starts."""

    def __init__(self, database: str, drawn: Running) -> None:
        super().__init__(database)
        self.drawn = drawn.table.room.reference

    def start(self) -> None:
        super().start()
        vars(self.table.room.reference).update(vars(self.drawn))


@pytest.fixture
def frail_server(tmp_path: Path, server: Running) -> FrailServer:
    return FrailServer(f"sqlite:///{tmp_path}/games.sqlite", server)


def test_a_server_that_restarts_in_mid_decision_loses_nothing(chromium: Browser, frail_server: FrailServer) -> None:
    with frail_server:
        visitor = Visitor(chromium, frail_server)
        visitor.play_bots().my_decision()
        before, action = visitor.prompt.inner_text(), visitor.offers()[0]
        with visitor.break_in_connection():
            frail_server.stop()
            expect(visitor.page.locator(".offline")).to_be_visible()
            visitor.choose(action)
            visitor.page.wait_for_timeout(500)
            expect(visitor.prompt).to_have_text(before)
            frail_server.start()
            expect(visitor.prompt).not_to_have_text(before)
            expect(visitor.page.locator(".offline")).to_be_hidden()
            visitor.my_decision()
        log = visitor.page.locator(".entry").count()
        visitor.page.reload()
        visitor.seated()
        assert visitor.page.locator(".entry").count() == log
        visitor.leave()
        assert visitor.errors == []


def test_an_action_sent_before_a_reload_arrives_once(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    action = visitor.offers()[0]
    with visitor.break_in_connection():
        visitor.context.set_offline(True)
        visitor.choose(action)
        expect(visitor.page.locator(".offline")).to_be_visible()
        visitor.context.set_offline(False)
        visitor.page.reload()
        visitor.seated().my_decision()
    entries = visitor.context.request.get(f"{visitor.server.url}/api/games/{visitor.game_id}/log").json()["entries"]
    assert [entry["action"] for entry in entries].count(action) == 1
