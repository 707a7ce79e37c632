"""The page in every language: nothing on it is untranslated, and nothing is too long for its place."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import TimeoutError, expect

from diadochi import catalogue
from diadochi.catalogue import ENGLISH
from diadochi.model.state import TYCHE
from diadochi.rules import operations, strategy
from diadochi.table import api
from tests.browser.conftest import Visit
from tests.browser.test_cards import sit_down
from tests.browser.test_people import FIGHTING, LONG, ask_always
from tests.browser.test_playing import click_space
from tests.browser.visitor import Visitor
from tests.languages import ALL, LOCALE, PSEUDO, read, write_pseudo
from tests.rules.points import score
from tests.server.running import Running
from tests.table import BLUE, Table

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])

SHOWN = Path(__file__).with_name("shown.js").read_text(encoding="utf-8")

MISPLACED = Path(__file__).with_name("misplaced.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def pseudo(tmp_path_factory: pytest.TempPathFactory, server: Running) -> Iterator[None]:
    """The board is drawn before a test waits for it."""
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalogue.FOLDER, str(folder))
        for theme in ("light", "dark"):
            draw_board(server, PSEUDO, theme)
        yield


def draw_board(server: Running, language: str, theme: str) -> None:
    query = {"theme": theme, "language": language}
    assert httpx.get(f"{server.url}/board.svg", params=query, timeout=240).is_success


FETCHED = """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/texts/"))
    .map(({ transferSize }) => transferSize)"""


def text(key: str) -> str:
    return catalogue.catalogue(PSEUDO).say(key)


def clean(visitor: Visitor, *typed: str) -> None:
    """What is on the page now is translated, but for what people have typed, and has room."""
    shown = visitor.page.evaluate(SHOWN)
    words = {word for text in ("".join(shown["nodes"]), *shown["attributes"]) for word in outside(text)}
    assert words - {*typed} == set()
    assert visitor.page.evaluate(MISPLACED) == []


MARKED = re.compile(r"⟦[^⟦⟧]*⟧|\[[^\[\]]*\]")


def outside(text: str) -> list[str]:
    """The words that the pseudo-language has not marked as its own."""
    before, left = "", text
    while before != left:
        before, left = left, MARKED.sub("", left)
    return re.findall(r"[A-Za-z\u00c0-\u024f]{2,}", left)


def turn_to(visitor: Visitor, tab: str) -> None:
    """Where there is no such tab, it is in sight."""
    handle = visitor.page.locator(f'[data-tab="{tab}"][role="tab"]')
    if handle.is_visible():
        handle.click()


def close(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    expect(visitor.dialog).to_have_count(0)


def visitor_in(visit: Visit, viewport: dict[str, int], **more: Any) -> Visitor:
    return visit(locale=PSEUDO, viewport=viewport, **more)


@SCREENS
def test_the_lobby_is_translated(visit: Visit, viewport: dict[str, int]) -> None:
    visitor = visitor_in(visit, viewport)
    visitor.page.goto(visitor.server.url)
    play = visitor.button(text("page.play_bots"))
    expect(play).to_be_visible()
    expect(visitor.page.get_by_text(text("page.games.mine.none"))).to_be_visible()
    clean(visitor)
    for key in ("page.table.set_up", "page.settings", "page.help"):
        visitor.button(text(key)).first.click()
        expect(visitor.dialog).to_be_visible()
        clean(visitor)
        close(visitor)
    visitor.button(text("page.guide.begin")).click()
    visitor.seated()
    expect(visitor.page.locator(".guide-task")).to_be_visible()
    clean(visitor)


@SCREENS
def test_a_table_is_translated(visit: Visit, viewport: dict[str, int]) -> None:
    visitor = visitor_in(visit, viewport)
    visitor.page.goto(visitor.server.url)
    visitor.button(text("page.play_bots")).click()
    visitor.seated()
    for tab in ("actions", "log", "beside", *(("hand", "players") if viewport is PHONE else ())):
        visitor.page.locator(f'[data-tab="{tab}"][role="tab"]').click()
        clean(visitor)
    visitor.page.locator('[data-tab="actions"][role="tab"]').click()
    visitor.page.locator(".panel-actions .offer:not([disabled])").first.click()
    visitor.page.wait_for_timeout(500)
    visitor.page.locator('[data-tab="log"][role="tab"]').click()
    expect(visitor.page.locator(".log .line").first).to_be_attached()
    clean(visitor)
    for key in ("page.table_and_links", "page.settings", "page.help"):
        visitor.button(text(key)).first.click()
        clean(visitor)
        close(visitor)


@SCREENS
def test_a_fight_is_translated(visit: Visit, siege_and_battle: None, viewport: dict[str, int]) -> None:
    """A card, a space with a reason and its rule, the rules that are searched, the odds, a siege, a battle."""
    visitor = visitor_in(visit, viewport)
    visitor.hurried = True
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    ask_always(visitor, game, "blue")
    turn_to(visitor, "hand")
    clean(visitor)
    visitor.page.locator(".hand .card-open").first.click(position={"x": 60, "y": 30})
    expect(visitor.dialog.locator(".card.large")).to_be_visible()
    clean(visitor)
    close(visitor)
    turn_to(visitor, "map")
    visitor.button(text("page.zoom.whole")).click()
    visitor.page.locator(".layers summary").click()
    clean(visitor)
    visitor.page.locator(".layers summary").click()
    click_space(visitor, "pella")
    expect(visitor.page.locator(".details .why")).to_be_visible()
    clean(visitor)
    visitor.page.locator(".details .why .rule-link").click()
    expect(visitor.dialog.locator(".rule-text p")).not_to_have_text("")
    clean(visitor)
    close(visitor)
    visitor.button(text("page.help")).click()
    for wanted in ("10.J.3", "zzzz"):
        visitor.page.locator("#rules-search").fill(wanted)
        with visitor.page.expect_response("**/api/rules*"):
            visitor.page.keyboard.press("Enter")
        expect(visitor.dialog.locator(".rules-found")).not_to_be_empty()
        clean(visitor)
    close(visitor)
    turn_to(visitor, "actions")
    visitor.choose("siege:ekbatana")
    expect(visitor.dialog.locator(".odds-view")).to_be_visible()
    clean(visitor)
    visitor.dialog.locator("footer button.primary").click()
    fights = fight_on(visitor)
    assert fights == {"siege", "battle"}


def fight_on(visitor: Visitor) -> set[str]:
    """To the siege and to the battle; everything on the way is looked at once."""
    titles = {kind: text(f"page.fight.{kind}.at").partition("…")[0] for kind in ("siege", "battle")}
    seen: set[str] = set()
    looked: set[str] = set()
    end = time.monotonic() + LONG
    while seen != titles.keys() and time.monotonic() < end:
        if visitor.dialog.count():
            label = visitor.dialog.last.get_attribute("aria-label") or ""
            seen |= {kind for kind, title in titles.items() if label.startswith(title)}
            clean(visitor)
            visitor.dialog.last.locator("button.primary").last.click()
            continue
        offers = visitor.offers()
        if not offers:
            visitor.page.wait_for_timeout(50)
            continue
        prompt = visitor.prompt.inner_text()
        if prompt not in looked:
            looked.add(prompt)
            clean(visitor)
        with suppress(TimeoutError):
            # A countdown may end before the click, and a phone may turn to the map.
            turn_to(visitor, "actions")
            visitor.choose(next((action for action in FIGHTING if action in offers), offers[0]), timeout=2000)
        visitor.page.wait_for_timeout(100)
    return seen


@SCREENS
def test_a_hot_seat_and_its_links_are_translated(
    visit: Visit, siege_and_battle: None, monkeypatch: pytest.MonkeyPatch, viewport: dict[str, int]
) -> None:
    """A curtain, a hint, links, a break in the connection."""
    row, how = api.seat_row, ("start", "ask")
    monkeypatch.setattr(api, "seat_row", lambda number, seat: replace(row(number, seat), windows=how[number]))
    visitor = visitor_in(visit, viewport)
    visitor.game(visitor.new_game("me", "hot"))
    curtain = visitor.page.locator(".curtain")
    expect(curtain).to_be_visible()
    clean(visitor)
    curtain.locator("button").click()
    expect(curtain).to_be_hidden()
    turn_to(visitor, "actions")
    visitor.my_decision().button(text("page.hint")).click()
    expect(visitor.page.locator(".advice")).not_to_be_empty()
    clean(visitor)
    visitor.button(text("page.table_and_links")).click()
    for key in ("page.recovery.ask", "page.link.spectators"):
        visitor.button(text(key)).click()
        expect(visitor.page.locator(".link-field")).to_be_visible()
        clean(visitor)
        visitor.page.keyboard.press("Escape")
        expect(visitor.dialog).to_have_count(1)
    close(visitor)
    with visitor.break_in_connection():
        visitor.context.set_offline(True)
        expect(visitor.page.locator(".offline")).to_be_visible()
        clean(visitor)
        visitor.context.set_offline(False)
        expect(visitor.page.locator(".offline")).to_be_hidden()


@SCREENS
def test_who_joins_or_comes_too_late_reads_his_language(visit: Visit, viewport: dict[str, int]) -> None:
    ann, bob, eve = (visitor_in(visit, viewport) for _ in range(3))
    game = ann.new_game("me", "open")
    ann.game(game)
    expect(ann.page.locator(".waiting-seats")).to_be_visible()
    clean(ann)
    bob.page.goto(f"{bob.server.url}/#/join/{game}/{ann.invite}")
    expect(bob.page.locator(".waiting-seats")).to_be_visible()
    clean(bob)
    bob.page.locator(".waiting-seats button").first.click()
    bob.seated()
    clean(bob)
    eve.page.goto(f"{eve.server.url}/#/join/{game}/{ann.invite}")
    eve.seated()
    expect(eve.page.locator(".notice")).to_be_visible()
    clean(eve)
    with eve.break_in_connection():
        eve.page.goto(f"{eve.server.url}/#/game/nothing")
        expect(eve.page.locator(".loading")).to_be_visible()
        clean(eve)
    ann.page.goto(ann.server.url)
    expect(ann.page.locator(".tables a").first).to_be_visible()
    clean(ann)


@SCREENS
def test_a_finished_game_is_translated(visit: Visit, monkeypatch: pytest.MonkeyPatch, viewport: dict[str, int]) -> None:
    table = Table(players=2)
    score(table, "blue", 27)
    table.army("blue", "antigonos", "tarsos", loyal=2)
    table.pc("blue", "tarsos")
    table.state.segment = TYCHE
    table.begin(lambda p: operations.begin_place_pcs(p, BLUE, 4, strategy.own_pcs(p.state, BLUE)))
    visitor = visitor_in(visit, viewport)
    game, _ = sit_down(table, visitor, visitor.server.person(), monkeypatch)
    visitor.game(game).seated().my_decision()
    turn_to(visitor, "actions")
    clean(visitor, "Other")
    visitor.choose("place-pc:issos")
    expect(visitor.dialog.locator(".result")).to_be_visible()
    clean(visitor, "Other")
    close(visitor)
    clean(visitor, "Other")
    visitor.button(text("page.table_and_links")).click()
    clean(visitor, "Other")


TURN = ("done", "spend-nothing:21", "campaign", "activate:ptolemaios", "march:heliopolis", "done")
ENGLISH_WORDS = re.compile(r"\b(?:the|of|and|with|your|you|from|this|are|which|has)\b")
SHIPPED = sorted({folder.name for folder in LOCALE.iterdir()} - {ENGLISH})


@pytest.mark.parametrize("language", SHIPPED)
def test_a_turn_is_played_in_each_language(visit: Visit, siege_and_battle: None, language: str) -> None:
    visitor = visit(locale=language, viewport=DESKTOP)
    draw_board(visitor.server, language, "light")
    visitor.hurried = True
    visitor.game(visitor.new_game("me", "bot")).seated()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    for action in TURN:
        version = visitor.my_decision().page.locator(".prompt").get_attribute("data-version")
        visitor.choose(action)
        visitor.confirmed(version)
    for viewport in (DESKTOP, PHONE):
        visitor.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for tab in ("log", "actions"):
            turn_to(visitor, tab)
            assert left_in_english(visitor, language) == set()
            assert visitor.page.evaluate(MISPLACED) == []


def left_in_english(visitor: Visitor, language: str) -> set[str]:
    """Texts of the English catalogue that the language's does not have, and whatever has an English word."""
    said, english = (every_text(x) for x in (language, ENGLISH))
    shown = visitor.page.evaluate(SHOWN)
    texts = {text.strip() for text in (*shown["nodes"], *shown["attributes"])}
    return (texts & (english - said)) | {text for text in texts if ENGLISH_WORDS.search(text)}


@cache
def every_text(language: str) -> set[str]:
    return {text for domain in ALL for text in read(language, domain).values()}


def test_everybody_reads_the_same_log_in_his_own_language(visit: Visit) -> None:
    alice, bob = visit(), visitor_in(visit, DESKTOP)
    game = alice.new_game("me", "bot")
    alice.game(game).seated()
    bob.game(game).seated()
    expect(alice.page.locator(".log .line").first).to_contain_text("becomes an Independent Province")
    expect(bob.page.locator(".log .line").first).to_contain_text("béçöméš áñ Îñdépéñdéñt Próvîñçé".replace("ó", "ö"))


def test_a_choice_goes_before_the_browser(visit: Visit) -> None:
    visitor = visit()
    visitor.lobby().button("Settings").first.click()
    visitor.dialog.locator("#language").select_option(PSEUDO)
    expect(visitor.button(text("page.play_bots"))).to_be_visible()
    assert ("", "language.name") in read("en", "diadochi")


def test_texts_are_fetched_once_and_a_language_that_is_gone_is_told(visit: Visit) -> None:
    visitor = visit(locale="tlh")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    game = visitor.new_game("me", "bot")
    visitor.lobby().game(game).seated()
    assert sum("/api/texts/" in url for url in asked) == 1
    visitor.lobby()
    assert visitor.page.evaluate(FETCHED) == [0], "the browser has kept them"
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    visitor.page.evaluate("localStorage.setItem('diadochi-settings', JSON.stringify({ language: 'tlh' }))")
    visitor.page.reload()
    expect(visitor.page.locator(".notice")).to_contain_text("There are no texts in tlh, so this is in English.")
