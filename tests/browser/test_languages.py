"""The page in the pseudo-language: nothing on it is untranslated, and nothing is too long for its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from diadochi import catalogue
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.languages import PSEUDO, read, write_pseudo

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])

UNTRANSLATED = Path(__file__).with_name("untranslated.js").read_text(encoding="utf-8")

MISPLACED = Path(__file__).with_name("misplaced.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalogue.FOLDER, str(folder))
        yield


def text(key: str) -> str:
    return catalogue.catalogue(PSEUDO).say(key)


def clean(visitor: Visitor) -> None:
    """What is on the page now is translated, and has room."""
    assert visitor.page.evaluate(UNTRANSLATED) == []
    assert visitor.page.evaluate(MISPLACED) == []


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
