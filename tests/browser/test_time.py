"""Time can be seen: the replay bar, what others do played out, movement, fights of others beside the map."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from diadochi.catalogue import say
from diadochi.data import load_material
from diadochi.example import load
from diadochi.game import Game
from tests.browser.conftest import Visit
from tests.browser.test_page import PHONE, TABLET, overflow, violations
from tests.browser.visitor import Visitor
from tests.server.attack import long_game
from tests.server.running import Running
from tests.server.test_boards import changed

MOVING = {"reduced_motion": "no-preference"}
LONG = 180_000
"""Milliseconds in which bots play a few rounds on a busy machine."""
NOTED = """() => {
    window.seen = {};
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        for (const name of this.classList) (window.seen[`animated ${name}`] ??= []).push(how[1].duration);
        return animate.apply(this, how);
    };
    const note = (node) => {
        if (!(node instanceof Element)) return;
        for (const one of [node, ...node.querySelectorAll("*")]) {
            for (const name of one.classList) (window.seen[name] ??= []).push(one.getAnimations().length);
        }
    };
    new MutationObserver((all) => {
        for (const change of all) {
            if (change.type === "attributes") note(change.target);
            else for (const node of change.addedNodes) note(node);
        }
    }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
}"""


@pytest.fixture(scope="module")
def kept(server: Running) -> tuple[str, int]:
    """A game of four that was stopped in its second turn, and its version."""
    return stored(server, lambda game: game.version >= 330)


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[str, int]:
    return stored(server, lambda game: False)


def stored(server: Running, stop: Callable[[Game], bool]) -> tuple[str, int]:
    """Made in a thread of its own, for the database is never asked on an event loop."""
    with ThreadPoolExecutor(1) as thread:
        made = thread.submit(long_game, server.table.store, load_material(), stop, players=4, seed=3)
        return made.result().id, made.result().version


def watch(visitor: Visitor, game: str) -> Visitor:
    """Until the bar knows the whole game."""
    visitor.game(game).seated()
    expect(visitor.page.locator(".replay .mark.turn").first).to_be_attached()
    return visitor


def bar(page: Page) -> Any:
    return page.locator(".replay")


def place(page: Page) -> int:
    return int(page.locator(".replay-place").inner_text().split("/")[0])


def speed(page: Page, factor: float) -> Locator:
    return page.locator(f'.replay [data-speed="{factor}"]')


def seek(page: Page, version: int) -> None:
    """As by the track."""
    move = "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }"
    page.get_by_role("slider").evaluate(move, version)
    at(page, version)


def at(page: Page, version: int) -> None:
    expect(page.locator(".replay-place")).to_contain_text(re.compile(rf"^{version} /"))


def stops_of(visitor: Visitor, game: str) -> Any:
    answer: Any = {"version": -1}
    version = visitor.view(game)["version"]
    while answer["version"] < version:
        answer = visitor.context.request.get(f"{visitor.server.url}/api/games/{game}/course").json()
    return answer


def shown(page: Page) -> set[str]:
    """What stands on the map, by space."""
    counters = page.locator(".layer-armies .stack")
    return set(counters.evaluate_all("all => all.map(one => one.dataset.space)"))


def stacked(board: Any) -> set[str]:
    return {space for space, seen in board["spaces"].items() if seen["stacks"] or seen["royals"]}


# The bar


def test_buttons_go_through_the_whole_game(visit: Visit, kept: tuple[str, int]) -> None:
    game, _ = kept
    visitor = watch(visit(), game)
    page, stops = visitor.page, stops_of(visitor, game)["stops"]
    expect(page.locator(".is-now")).to_be_visible()
    expect(visitor.button("One step on")).to_be_disabled()
    visitor.button("One step back").click()
    at(page, stops[-2])
    expect(page.locator(".is-behind")).to_have_text("\N{MINUS SIGN}1")
    visitor.button("To the beginning").click()
    at(page, stops[0])
    expect(page.locator(".banner")).to_contain_text("as it was")
    expect(visitor.button("One step back")).to_be_disabled()
    for stop in stops[1:9]:
        visitor.button("One step on").click()
        at(page, stop)
        expect(page.locator(".banner")).to_be_visible()
    board = visitor.context.request.get(f"{visitor.server.url}/api/games/{game}/view?at={stops[8]}").json()
    assert shown(page) == stacked(board)
    visitor.button("To the present").click()
    expect(page.locator(".banner")).to_be_hidden()
    assert shown(page) == stacked(visitor.view(game))


def test_keys_go_through_the_whole_game(visit: Visit, kept: tuple[str, int]) -> None:
    game, _ = kept
    visitor = watch(visit(), game)
    page, course = visitor.page, stops_of(visitor, game)
    stops = course["stops"]
    page.keyboard.press("ArrowLeft")
    at(page, stops[-2])
    page.keyboard.press("ArrowLeft")
    at(page, stops[-3])
    page.keyboard.press("ArrowRight")
    at(page, stops[-2])
    rounds = [mark["version"] for mark in course["marks"] if mark["kind"] in ("turn", "round")]
    page.keyboard.press("Shift+ArrowLeft")
    at(page, rounds[-1])
    page.keyboard.press("Shift+ArrowLeft")
    at(page, rounds[-2])
    page.keyboard.press("Shift+ArrowRight")
    at(page, rounds[-1])
    page.keyboard.press("Home")
    at(page, stops[0])
    page.keyboard.press("End")
    expect(page.locator(".is-now")).to_be_visible()
    # Where the map has the focus, arrows move it; while one looks back they go through the game.
    page.keyboard.press("m")
    expect(page.locator("svg.map")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".is-now")).to_be_visible()
    visitor.button("One step back").click()
    at(page, stops[-2])
    page.locator("svg.map").focus()
    box = page.locator("svg.map").get_attribute("viewBox")
    page.keyboard.press("ArrowLeft")
    at(page, stops[-3])
    assert page.locator("svg.map").get_attribute("viewBox") == box
    page.keyboard.press("Escape")
    expect(page.locator(".is-now")).to_be_visible()


def test_the_track_shows_the_game_and_can_be_dragged(visit: Visit, kept: tuple[str, int]) -> None:
    game, version = kept
    visitor = watch(visit(), game)
    page, course = visitor.page, stops_of(visitor, game)
    for kind in ("turn", "round", "battle", "siege", "naval"):
        wanted = [mark for mark in course["marks"] if mark["kind"] == kind]
        expect(page.locator(f".replay .mark.{kind}")).to_have_count(len(wanted))
    slider = page.get_by_role("slider", name="Moment of the game")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    expect(page.locator(".banner")).to_be_visible()
    assert abs(place(page) - version / 2) < version / 20
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Turn I, round"))
    before = place(page)
    slider.press("ArrowRight")
    expect(page.locator(".replay-place")).not_to_contain_text(re.compile(rf"^{before} /"))
    expect(page.locator(".track-bubble")).to_be_visible()
    expect(page.locator(".track-bubble")).to_contain_text(re.compile(r"Turn I.*action \d+"))


def test_a_game_is_played_and_paused(visit: Visit, kept: tuple[str, int]) -> None:
    game, version = kept
    visitor = watch(visit(), game)
    page, stops = visitor.page, stops_of(visitor, game)["stops"]
    speed(page, 3).click()
    expect(speed(page, 3)).to_have_attribute("aria-pressed", "true")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    at(page, stops[-6])
    page.locator(".prompt-line, .banner").last.evaluate("node => document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(visitor.button("Pause")).to_be_visible()
    expect(page.locator(".replay-place")).not_to_contain_text(re.compile(rf"^{stops[-6]} /"))
    page.keyboard.press(" ")
    expect(visitor.button("Play")).to_be_visible()
    paused = place(page)
    page.wait_for_timeout(1200)
    assert place(page) == paused
    assert stops[-6] < paused < version
    visitor.button("Play").click()
    expect(page.locator(".is-now")).to_be_visible()
    expect(page.locator(".banner")).to_be_hidden()


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_bar_on_a_small_screen(visit: Visit, device: dict[str, object], kept: tuple[str, int]) -> None:
    game, _ = kept
    visitor = watch(visit(**device), game)
    page, stops = visitor.page, stops_of(visitor, game)["stops"]
    expect(bar(page)).to_be_in_viewport(ratio=1)
    assert overflow(page) == 0
    visitor.button("One step back").tap()
    at(page, stops[-2])
    expect(visitor.button("Play")).to_be_in_viewport(ratio=1)
    box = page.get_by_role("slider").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    expect(page.locator(".replay-place")).not_to_contain_text(re.compile(rf"^{stops[-2]} /"))
    assert place(page) < stops[-2] * 0.6
    assert overflow(page) == 0


def test_on_a_phone_the_speeds_are_behind_a_long_press(visit: Visit, kept: tuple[str, int]) -> None:
    visitor = watch(visit(**PHONE), kept[0])
    page = visitor.page
    expect(speed(page, 3)).to_be_hidden()
    box = visitor.button("Play").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(speed(page, 3)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    speed(page, 3).tap()
    expect(speed(page, 3)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".is-now")).to_be_visible()


STEPS = """async (key) => {
    const times = [];
    for (let i = 0; i < 40; i++) {
        const before = document.querySelector(".layer-pcs").firstChild;
        const begun = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        while (document.querySelector(".layer-pcs").firstChild === before) {
            if (performance.now() - begun > 20000) throw new Error("no step");
            await new Promise((go) => setTimeout(go, 0));
        }
        times.push(performance.now() - begun);
    }
    return times;
}"""


@pytest.mark.parametrize("key", ["ArrowLeft", "ArrowRight"])
def test_a_step_through_a_long_game_is_no_request(visit: Visit, finished: tuple[str, int], key: str) -> None:
    """Most boards are there before they are wanted, and several came with each request."""
    game, _ = finished
    visitor = watch(visit(), game)
    page = visitor.page
    if key == "ArrowRight":
        page.keyboard.press("Home")
        at(page, 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    times = sorted(page.evaluate(STEPS, key))
    boards = [url for url in asked if "/boards" in url]
    assert 0 < len(boards) <= 40 / 2
    assert times[len(times) // 2] < 100 * slowness(page), times


def slowness(page: Page) -> float:
    """How much slower than when alone this machine is now: at 100 % it counts to a million in 3 ms."""
    counted = page.evaluate("""() => {
        const begun = performance.now();
        for (let n = 0, x = 0; n < 3e7; n++) x += n % 7;
        return performance.now() - begun;
    }""")
    return max(1.0, float(counted) / 60)


# Since my last turn


def test_what_happened_since_the_own_last_turn_is_one_button(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    page = visitor.page
    visitor.choose(next(action for action in visitor.offers() if action.startswith("start:")))
    visitor.my_decision()
    expect(bar(page).get_by_role("button", name="Since my last turn")).to_be_visible()
    now = int(page.locator(".replay-place").inner_text().split("/")[1].split()[0])
    page.keyboard.press("r")
    expect(page.locator(".banner")).to_be_visible()
    assert place(page) < now
    expect(visitor.button("Pause")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".banner")).to_be_hidden()
    visitor.my_decision()


def test_it_starts_by_itself_after_a_reload_when_much_has_happened(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    visitor.choose(next(action for action in visitor.offers() if action.startswith("start:")))
    visitor.my_decision()
    game = visitor.game_id
    moving = visit(**MOVING)
    moving.context.add_cookies(visitor.context.cookies())  # type: ignore[arg-type]
    moving.game(game).seated()
    page = moving.page
    expect(page.locator(".replay[data-state=playing]")).to_be_attached()
    expect(page.locator(".banner")).to_contain_text("as it was")
    page.keyboard.press("Escape")
    moving.my_decision()
    # Who wants no movement is left in peace.
    visitor.page.reload()
    visitor.seated().my_decision()
    visitor.page.wait_for_timeout(1500)
    expect(visitor.page.locator(".banner")).to_be_hidden()


# What others do


def act(visitor: Visitor, game: str, action: str) -> None:
    view = visitor.view(game)
    seat = view["decision"]["seat"]
    body = {"id": f"t{view['version']}", "version": view["version"], "action": action, "seat": seat}
    answer = visitor.context.request.post(f"{visitor.server.url}/api/games/{game}/actions", data=body)
    assert answer.ok, answer.text()


def test_what_bots_do_is_played_out_and_can_be_skipped(visit: Visit) -> None:
    visitor = visit(**MOVING).play_bots().my_decision()
    page = visitor.page
    visitor.choose(next(action for action in visitor.offers() if action.startswith("start:")))
    state = page.locator(".replay[data-state=following]")
    expect(state).to_be_attached()
    skip = page.get_by_role("button", name=re.compile("^Skip"))
    expect(skip).to_be_visible()
    places: list[int] = []
    end = time.monotonic() + LONG / 1000
    while len(set(places)) < 3 and time.monotonic() < end:
        places.append(place(page))
        page.wait_for_timeout(100)
    assert places == sorted(places)
    assert len(set(places)) == 3, "one thing after another"
    visitor.my_decision()
    now = visitor.view(visitor.game_id, "blue")["version"]
    assert place(page) < now
    page.keyboard.press("s")
    expect(page.locator(".is-now")).to_be_visible()
    expect(state).to_have_count(0)
    assert shown(page) == stacked(visitor.view(visitor.game_id, "blue"))


def test_an_own_step_never_waits_for_what_is_played_out(visit: Visit) -> None:
    visitor = visit(**MOVING).play_bots().my_decision()
    page = visitor.page
    visitor.choose(next(action for action in visitor.offers() if action.startswith("start:")))
    expect(page.locator(".replay[data-state=following]")).to_be_attached()
    visitor.my_decision()
    version = visitor.view(visitor.game_id, "blue")["version"]
    offer = next(action for action in visitor.offers() if action.startswith("spend-nothing"))
    expect(page.locator(".replay[data-state=following]")).to_be_attached()
    visitor.choose(offer)
    expect(page.locator(f'.prompt:not(.busy):not([data-version="{version}"])')).to_be_attached()
    assert visitor.view(visitor.game_id, "blue")["version"] > version


def test_whoever_wants_no_movement_sees_at_once_what_is_so(visit: Visit) -> None:
    asked, chosen = visit(), visit(**MOVING)
    chosen.context.add_init_script("localStorage.setItem('diadochi-settings', JSON.stringify({motion: 'off'}))")
    for visitor in (asked, chosen):
        visitor.play_bots().my_decision()
        page = visitor.page
        page.evaluate(NOTED)
        visitor.choose(next(action for action in visitor.offers() if action.startswith("start:")))
        visitor.my_decision()
        expect(page.locator(".is-now")).to_be_visible()
        seen = page.evaluate("() => Object.keys(window.seen)")
        assert not {"travelling", "flipping", "arriving", "counting"} & set(seen)


def test_the_settings_tell_how_fast_everything_moves(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    visitor.button("Settings").click()
    group = visitor.dialog.get_by_role("group", name=re.compile("Movement of pieces"))
    group.get_by_label("Faster").check()
    assert visitor.page.evaluate("JSON.parse(localStorage.getItem('diadochi-settings')).motion") == "fast"
    group.get_by_label("Off").check()
    assert visitor.page.evaluate("JSON.parse(localStorage.getItem('diadochi-settings')).motion") == "off"


# Movement


def places(board: Any) -> dict[str, str]:
    """By General who is on the map: the space."""
    found = {
        general["id"]: general["at"].split(".")[0] for player in board["players"] for general in player["generals"]
    }
    return {general: space for general, space in found.items() if space in board["spaces"]}


def goes(before: Any, after: Any) -> bool:
    old, new = places(before), places(after)
    return any(general in old and old[general] != space for general, space in new.items())


def turns(before: Any, after: Any) -> bool:
    return any(seen["pc"] != before["spaces"].get(space, {}).get("pc") for space, seen in after["spaces"].items())


def scores(before: Any, after: Any) -> bool:
    return any(a["vp"] != b["vp"] for a, b in zip(before["players"], after["players"], strict=True))


KINDS = {"animated travelling": goes, "animated sign-of": turns, "counting": scores}
"""By what is seen: when it has to be."""


def differing(visitor: Visitor, game: str, wanted: Callable[[Any, Any], bool]) -> tuple[int, int]:
    """A stop at which something happens, and the one before."""
    stops = stops_of(visitor, game)["stops"]
    since = stops[0]
    while since < stops[-1]:
        url = f"{visitor.server.url}/api/games/{game}/boards?since={since}"
        answer = visitor.context.request.get(url).json()
        board = answer["first"]
        for step in answer["steps"]:
            following = changed(board, step)
            if wanted(board, following) and {board["version"], step["version"]} <= set(stops):
                return int(board["version"]), int(step["version"])
            board = following
        since = answer["until"]
    raise AssertionError("it never happens")


@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_animated(visit: Visit, kept: tuple[str, int], kind: str) -> None:
    visitor = watch(visit(**MOVING), kept[0])
    page = visitor.page
    before, version = differing(visitor, kept[0], KINDS[kind])
    seek(page, before)
    speed(page, 3).click()
    page.evaluate(NOTED)
    page.wait_for_timeout(300)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at(page, version)
    page.wait_for_function(f"() => window.seen['{kind}']?.length")
    expect(page.locator(".travelling, .flipping, .arriving, .counting")).to_have_count(0)
    board = visitor.context.request.get(f"{visitor.server.url}/api/games/{kept[0]}/view?at={version}").json()
    assert shown(page) == stacked(board)


def test_a_piece_travels_along_its_path_to_where_it_stands(visit: Visit, kept: tuple[str, int]) -> None:
    visitor = watch(visit(**MOVING), kept[0])
    page = visitor.page
    before, _ = differing(visitor, kept[0], goes)
    seek(page, before)
    speed(page, 0.5).click()
    page.wait_for_timeout(300)
    frames = page.evaluate("""async () => {
        document.activeElement.blur();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        const at = [];
        for (const end = performance.now() + 8000; performance.now() < end;) {
            const ghost = document.querySelector(".travelling");
            if (ghost) {
                const box = ghost.getBoundingClientRect();
                at.push([Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2), ghost.dataset.to]);
            } else if (at.length) break;
            await new Promise((go) => requestAnimationFrame(go));
        }
        const goal = document.querySelector(`.stack[data-space="${at.at(-1)[2]}"]`).getBoundingClientRect();
        return [at, [goal.x, goal.y, goal.width, goal.height]];
    }""")
    places, (x, y, width, height) = frames
    assert len({(a, b) for a, b, _ in places}) >= 2, "it has moved"
    last = places[-1]
    assert x - 40 < last[0] < x + width + 40
    assert y - 40 < last[1] < y + height + 40
    expect(page.locator(".trail")).to_have_count(1)


# Watching


def test_a_fight_of_others_is_told_beside_the_map(visit: Visit, siege_and_battle: None) -> None:
    ann, bob = visit(), visit()
    game = ann.new_game("hot", "hot")
    bob.game(game).seated()
    act(ann, game, "siege:ekbatana")
    while "besieges" in ann.view(game)["decision"]["prompt"]:
        act(ann, game, "pass")
    panel = bob.page.locator(".fight-panel")
    expect(panel).to_contain_text("Siege: Ekbatana")
    expect(panel.locator(".die").first).to_be_visible()
    expect(bob.dialog).to_have_count(0)
    map_box, box = bob.page.locator(".map-host").bounding_box(), panel.bounding_box()
    assert map_box is not None and box is not None
    assert box["x"] >= map_box["x"] + map_box["width"] - 1, "beside the map"
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def test_a_game_of_bots_is_watched_at_a_pace_one_can_follow(visit: Visit) -> None:
    visitor = visit(**MOVING)
    body = {"players": 2, "seats": [{"kind": "bot", "bot": "random"}] * 2, "options": ["short-game"]}
    game = visitor.context.request.post(f"{visitor.server.url}/api/games", data=body).json()["id"]
    visitor.game(game).seated()
    page = visitor.page
    expect(page.locator(".replay[data-state=following]")).to_be_attached()
    end = time.monotonic() + LONG / 1000
    while visitor.view(game)["decision"] and time.monotonic() < end:
        page.wait_for_timeout(500)
    assert visitor.view(game)["over"]
    # The game is over; the page still shows it move by move, and says nothing of the end.
    assert place(page) < visitor.view(game)["version"]
    expect(page.locator(".prompt")).not_to_contain_text("wins")
    before = place(page)
    page.wait_for_timeout(4000)
    expect(page.locator(".replay-place")).not_to_contain_text(re.compile(rf"^{before} /"))
    assert before < place(page) < before + 60
    expect(visitor.dialog).to_have_count(0)
    page.keyboard.press("s")
    expect(page.locator(".prompt")).to_contain_text("wins")
    expect(visitor.dialog).to_have_count(0)


# Afterwards


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_at_the_end_of_a_game(
    visit: Visit, finished: tuple[str, int], axe: str, colours: str
) -> None:
    visitor = watch(visit(color_scheme=colours), finished[0])
    visitor.button("The result").click()
    expect(visitor.dialog.locator(".curve")).to_have_count(2)
    expect(visitor.dialog.locator(".turning .link")).to_have_count(5)
    assert violations(visitor.page, axe) == []


def test_when_a_game_is_over_everything_can_be_seen(visit: Visit, finished: tuple[str, int]) -> None:
    game, _ = finished
    visitor = watch(visit(), game)
    page = visitor.page
    expect(page.locator(".hand .card")).to_have_count(0)
    stops = stops_of(visitor, game)["stops"]
    page.get_by_label("Seen by").select_option(label="Red")
    page.keyboard.press("Escape")
    middle = stops[len(stops) // 3]
    seek(page, middle)
    board = visitor.context.request.get(f"{visitor.server.url}/api/games/{game}/view?at={middle}&seat=red").json()
    expect(page.locator(".hand .card")).to_have_count(len(board["hand"]))
    page.get_by_label("Show hands").check()
    hands = page.locator(".open-hands")
    expect(hands.locator("dt")).to_have_count(4)
    expect(hands.locator("dd button")).to_have_count(sum(len(hand) for hand in board["hands"].values()))


def test_the_key_of_the_dice_is_checked_in_the_browser(visit: Visit, finished: tuple[str, int]) -> None:
    visitor = watch(visit(), finished[0])
    key = visitor.view(finished[0])["key"]
    visitor.button("Table and links").click()
    expect(visitor.dialog).to_contain_text(key)
    expect(visitor.dialog.locator(".key-check")).to_have_text("Checked by your browser: the key fits the hash.")
    wrong = "0" * 64
    fits = "([key, hash]) => import('/web/verification.js').then((found) => found.fits(key, hash))"
    assert visitor.page.evaluate(fits, [wrong, visitor.view(finished[0])["key_hash"]]) is False


# The example of play


@pytest.fixture(scope="module")
def third(server: Running) -> None:
    """Its board is drawn: that takes seconds."""
    server.table.room.references.of("third").prepare()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_example_of_play_is_watched_with_its_comments(visit: Visit, third: None, axe: str, colours: str) -> None:
    visitor = visit(color_scheme=colours).lobby()
    page = visitor.page
    page.get_by_role("link", name="Watch an example").click()
    visitor.seated()
    comment = page.get_by_role("region", name="Example of play")
    told, steps = comment.get_by_role("status"), load().steps
    expect(comment).to_contain_text(f"Comment 1 of {len(steps)}")
    expect(told).to_contain_text(str(say(steps[0].comment)))
    for step in steps[1:4]:
        visitor.button("Next comment").click()
        expect(told).to_contain_text(str(say(step.comment)))
    visitor.button("Previous comment").click()
    expect(told).to_contain_text(str(say(steps[2].comment)))
    # Each Faction has its own pieces.
    yellow = page.locator('.player[data-faction="yellow"]')
    expect(yellow.locator("h3")).to_have_text("Yellow")
    expect(yellow).to_contain_text("Leonnatus")
    page.get_by_label("Show hands").check()
    expect(page.locator(".open-hands dt")).to_have_count(4)
    assert violations(page, axe) == []
    page.keyboard.press("End")
    expect(told).to_contain_text(str(say(steps[-1].comment)))
    expect(visitor.button("Next comment")).to_be_disabled()
    page.locator("a.home").click()
    expect(visitor.button("Play against bots")).to_be_visible()


def test_the_example_of_play_is_played(visit: Visit, third: None) -> None:
    """Its stops move as those of a game; the comment changes when it has been read."""
    visitor = visit(**MOVING, **PHONE)
    page = visitor.page
    page.goto(f"{visitor.server.url}/#/example")
    visitor.seated()
    page.evaluate(NOTED)
    steps = load().steps
    while int(page.locator(".guide-ways .quiet-text").inner_text().split()[1]) < 7:
        visitor.button("Next comment").click()
        page.wait_for_timeout(50)
    expect(page.locator(".replay[data-state=playing]")).to_have_count(0)
    visitor.button("Next comment").click()
    expect(page.get_by_role("region", name="Example of play")).to_contain_text(str(say(steps[7].comment)))
    expect(page.locator(".replay[data-state=playing]")).to_be_attached()
    expect(page.locator(".replay[data-state=playing]")).to_have_count(0)
    assert place(page) == 12
    assert page.evaluate("Object.keys(window.seen)").count("counting")
    assert overflow(page) == 0
