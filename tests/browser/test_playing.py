"""Playing in a real browser, by clicks, taps and keys alone."""

import random
import re
import time

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import LONG, Visitor
from tests.server.running import Person, ok

SECOND_TURN = re.compile(r"Turn II\b")


def test_a_newcomer_plays_a_turn_against_bots_by_clicks_alone(visit: Visit) -> None:
    visitor = visit().play_bots()
    visitor.my_decision()
    visitor.play_at_random(random.Random(4), SECOND_TURN)
    visitor.tab("Log").click()
    expect(visitor.page.locator(".log h3", has_text="Game Turn II")).to_be_attached()


def test_targets_glow_on_the_map_and_a_click_on_one_chooses_it(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    spaces = [action.removeprefix("start:") for action in visitor.offers() if action.startswith("start:")]
    assert spaces
    expect(visitor.page.locator(".layer-glow .glow")).to_have_count(len(spaces))
    before = visitor.prompt.inner_text()
    visitor.target(spaces[0]).click()
    expect(visitor.prompt).not_to_have_text(before)
    stack = visitor.page.locator(f'.stack[data-space="{spaces[0]}"]')
    expect(stack.locator(".counter.blue .initials").first).to_be_attached()


def test_undo_takes_a_step_back_and_is_grey_when_there_is_none(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    undo = visitor.button("Undo")
    expect(undo).to_be_disabled()
    to_activation(visitor)
    before = visitor.prompt.inner_text()
    visitor.choose("activate:perdikkas")
    expect(visitor.prompt).to_contain_text("4 Royal Army")
    undo.click()
    expect(visitor.prompt).not_to_contain_text("4 Royal Army")
    undo.click()
    expect(visitor.prompt).to_have_text(before)


def to_activation(visitor: Visitor) -> None:
    """Through Siege and Tyche Segment to where Armies are activated."""
    for wish in ("done", "spend-nothing:", "campaign"):
        offered = visitor.page.locator(f'.panel-actions .offer[data-action^="{wish}"]').first
        expect(offered).to_be_enabled()
        offered.click()
    expect(visitor.page.locator('.offer[data-action="activate:perdikkas"]')).to_be_enabled()


def test_steppers_take_several_units_along_in_one_click(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    visitor.choose("activate:perdikkas")
    expect(visitor.prompt).to_contain_text("4 Royal Army")
    visitor.button("Undo").click()
    expect(visitor.prompt).not_to_contain_text("4 Royal Army")
    more = visitor.button("One Royal Army more")
    more.click()
    more.click()
    visitor.page.locator(".steppers").get_by_role("button", name="Take along").click()
    expect(visitor.prompt).to_contain_text("2 Royal Army")


def test_what_has_been_counted_stays_when_the_page_is_drawn_again(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    visitor.choose("activate:perdikkas")
    expect(visitor.prompt).to_contain_text("4 Royal Army")
    visitor.button("Undo").click()
    visitor.button("One Royal Army more").click()
    visitor.button("Settings").click()
    with visitor.page.expect_response(re.compile("/view")):
        visitor.page.get_by_label(re.compile("Always ask me")).check()
    visitor.dialog.get_by_role("button", name="Close").click()
    expect(visitor.page.get_by_role("group", name="Take along: Royal Army").locator("output")).to_have_text("1")


def test_a_click_on_a_general_activates_him_and_what_else_is_possible_stands_back(
    visit: Visit, siege_and_battle: None
) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    assert {"muster:babylon", "disband:babylon"} <= set(visitor.offers())
    expect(visitor.page.locator('.offer[data-action="muster:babylon"]')).to_be_visible()
    expect(visitor.page.locator('.offer[data-action="disband:babylon"]')).to_be_hidden()
    visitor.target("babylon").click()
    expect(visitor.prompt).to_contain_text("Perdikkas and 4 Royal Army")
    assert "take-royal:alexandros" not in visitor.offers(), "he goes along with everything else"


def test_a_click_costs_one_round_trip(visit: Visit, siege_and_battle: None) -> None:
    """The answer to an action brings the view, its odds and what lies ahead."""
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    visitor.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(f"{request.method} {request.url.rsplit('/', 1)[-1]}"))
    for action in ("activate:perdikkas", "march:sippara"):
        version = visitor.page.locator(".prompt").get_attribute("data-version")
        visitor.choose(action)
        visitor.confirmed(version)
        visitor.my_decision()
        visitor.page.wait_for_timeout(300)
        assert asked == ["POST actions"], action
        asked.clear()
    entries = visitor.context.request.get(f"{visitor.server.url}/api/games/{game}/log").json()["entries"]
    assert [entry["action"] for entry in entries][-3:] == ["activate:perdikkas", "take-all", "march:sippara"]
    visitor.button("Undo").click()
    visitor.my_decision()
    visitor.page.wait_for_timeout(300)
    assert asked == ["POST undo"]


def test_royal_army_is_disbanded_one_by_one_and_taken_back(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    visitor.page.locator("svg.map").focus()
    for _ in range(4):
        visitor.page.keyboard.press("+")
    royal = visitor.page.locator('.stack[data-space="babylon"] .unit.royal .unit-number')
    expect(royal).to_have_text("4")
    visitor.choose("disband:babylon")
    expect(royal).to_have_text("3")
    visitor.my_decision().choose("disband:babylon")
    expect(royal).to_have_text("2")
    visitor.button("Undo").click()
    expect(royal).to_have_text("3")


def test_what_is_not_offered_tells_why_not_with_its_rule(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    offered = {action.removeprefix("start:") for action in visitor.offers()}
    space = next(name for name in ("sinope", "athenai", "memphis") if name not in offered)
    click_space(visitor, space)
    why = visitor.page.locator(".details .why")
    expect(why).to_be_visible()
    why.locator(".rule-link").click()
    expect(visitor.dialog.locator(".rule-text p")).not_to_have_text("")
    expect(visitor.dialog).to_contain_text("Rule")


def click_space(visitor: Visitor, space: str) -> None:
    box = visitor.page.locator(f"#space-{space} .body").bounding_box()
    assert box is not None
    visitor.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_card_can_be_read_and_is_played_only_after_a_second_yes(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    visitor.choose("done")
    card = visitor.page.locator('.card[data-card="21"]')
    expect(card).to_have_class(re.compile("playable"))
    card.locator(".card-open").click(position={"x": 100, "y": 60})
    expect(visitor.dialog.locator(".card.large .card-effect")).not_to_have_text("")
    visitor.dialog.get_by_role("button", name="Close").click()
    visitor.button("Settings").click()
    visitor.dialog.locator('[name="ask-cards"][value="yes"]').check()
    visitor.dialog.get_by_role("button", name="Close").click()
    version = visitor.view(game, "blue")["version"]
    card.locator('[data-key="card-event:21"]').click()
    visitor.dialog.get_by_role("button", name="Back").click()
    assert visitor.view(game, "blue")["version"] == version
    # A card that is only spent is asked for where one wishes.
    visitor.button("Settings").click()
    visitor.page.locator('input[name="ask-cards"][value="yes"]').check()
    visitor.dialog.get_by_role("button", name="Close").click()
    card.locator('[data-key="card-spend-nothing:21"]').click()
    visitor.dialog.get_by_role("button", name="Back").click()
    assert visitor.view(game, "blue")["version"] == version
    card.locator('[data-key="card-spend-nothing:21"]').click()
    visitor.dialog.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.prompt).to_contain_text("activate your Armies")


def test_a_line_of_the_log_shows_the_board_as_it_was(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    start = next(action for action in visitor.offers() if action.startswith("start:"))
    counters = visitor.page.locator(f'.stack[data-space="{start.removeprefix("start:")}"]')
    visitor.choose(start)
    expect(counters).to_be_attached()
    visitor.tab("Log").click()
    visitor.page.locator(".entry .look").first.click()
    expect(visitor.page.locator(".banner")).to_contain_text("as it was")
    expect(counters).not_to_be_attached()
    visitor.button("Back to the present").click()
    expect(counters).to_be_attached()


def test_the_whole_game_is_played_with_the_keyboard(visit: Visit) -> None:
    visitor = visit().lobby()
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Tab")
    expect(visitor.button("Play against bots")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.seated().my_decision()
    before = visitor.prompt.inner_text()
    visitor.page.keyboard.press("1")
    expect(visitor.prompt).not_to_have_text(before)
    visitor.page.keyboard.press("m")
    expect(visitor.page.locator("svg.map")).to_be_focused()
    assert shows_the_whole_map(visitor)
    visitor.page.keyboard.press("+")
    visitor.page.keyboard.press("ArrowLeft")
    assert not shows_the_whole_map(visitor)
    visitor.page.keyboard.press("0")
    assert shows_the_whole_map(visitor)


HEARD = """() => {
    window.heard = [];
    const isHeard = (node) => node.closest("[role=status], [aria-live=polite]")
        && (!document.querySelector("dialog[open]") || node.closest("dialog[open]"));
    new MutationObserver((all) => {
        for (const { target, addedNodes } of all) {
            const node = target instanceof Element ? target : target.parentElement;
            if (node && isHeard(node)) window.heard.push(...[...addedNodes].map((one) => one.textContent));
        }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""What a screen reader says by itself."""
WISHES = (
    "siege:ekbatana",
    "spend-nothing:21",
    "activate:perdikkas",
    "campaign",
    "march:sippara",
    "attack",
    "done",
    "pass",
)


OFFERED = """(action) => {
    const all = [...document.querySelectorAll(".panel-actions [aria-keyshortcuts]")];
    const node = all.find((each) => each.dataset.action === action);
    if (!node || document.querySelector("dialog[open], .prompt.busy")) return null;
    const numbers = all.map((each) => Number(each.getAttribute("aria-keyshortcuts")));
    const number = Number(node.getAttribute("aria-keyshortcuts"));
    if (number > 9) node.closest("details")?.setAttribute("open", "");
    (number > 9 ? node : document.querySelector("svg.map")).focus();
    return [number, Math.max(...numbers)];
}"""


def type_number(visitor: Visitor, action: str) -> bool:
    """Choose by the digit that stands beside it, or by Enter where it is; if it is still offered."""
    found = visitor.page.evaluate(OFFERED, action)
    if found is None:
        return False
    number, last = found
    if number < 10:
        visitor.page.keyboard.press(str(number))
    if number >= 10 or last >= number * 10:
        visitor.page.keyboard.press("Enter")
    return True


def answer_for_red(person: Person, game: str) -> None:
    """He stands, and lets everything happen."""
    view = person.view(game, "red")
    decision = view["decision"]
    if decision is None or not decision["mine"] or decision["round"]:
        return
    offered = [offer["action"] for offer in decision["offers"]]
    wanted = next((action for action in ("stand", "deny", "pass", "done") if action in offered), offered[0])
    ok(person.act(game, "red", view["version"], wanted))


def test_a_player_turn_a_siege_and_a_battle_by_keyboard_alone(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    visitor.hurried = True
    game = visitor.new_game("me", "open", private=True)
    red = visitor.server.person()
    ok(red.post(f"/api/games/{game}/seats/red", {"name": "Red", "invite": visitor.invite}))
    visitor.game(game).seated()
    page = visitor.page
    page.evaluate(HEARD)
    questions, choices, fights, odds = set[str](), set[str](), set[str](), 0
    done = list[str]()
    end = time.monotonic() + LONG
    while visitor.view(game, "blue")["active"] == "blue" and time.monotonic() < end:
        answer_for_red(red, game)
        if visitor.dialog.count():
            told = visitor.dialog.last.aria_snapshot()
            assert re.match(r"- '?dialog", told)
            odds += "Roll the dice" in told
            if re.search(r'dialog "(Siege|Land Battle)', told):
                fights.add(told)
            expect(visitor.dialog.last.locator(":focus")).to_have_count(1)
            page.keyboard.press("Enter")
        elif page.locator(".prompt.mine:not(.busy)").count() and (offers := visitor.offers()):
            questions.add(visitor.prompt.inner_text())
            wishes = [wish for wish in WISHES if wish in offers and (":" not in wish or wish not in done)]
            action = wishes[0] if wishes else offers[0]
            choices.add(page.locator(".panel-actions").aria_snapshot())
            version = page.locator(".prompt").get_attribute("data-version")
            if not type_number(visitor, action):
                continue
            done.append(action)
            moved = f'.prompt.busy, .prompt:not([data-version="{version}"]), dialog[open]'
            expect(page.locator(moved).first).to_be_attached()
        page.wait_for_timeout(60)
    heard = " ".join(page.evaluate("window.heard"))
    assert {"siege:ekbatana", "activate:perdikkas", "march:sippara"} <= set(done)
    assert odds, "before the siege"
    lines = [line for entry in red.log(game)["entries"] for line in entry["lines"]]
    assert {"siege", "battle"} <= {line["fight"]["kind"] for line in lines if line["fight"]}
    assert len(questions) >= 4
    assert visitor.prompt.get_attribute("role") == "status"
    for name in ("Conduct a Siege of Ekbatana", "Perdikkas", "Sippara"):
        assert any(re.search(f"button .*{name}", names) for names in choices), name
    assert fights, "a window may close one of them before it has been read: the log tells it"
    assert re.search(r"Blue rolls \d against Ekbatana", heard)
    assert re.search(r"(wins|loses|Dispersed|tie)", heard)
    for question in questions:
        assert re.sub(r"\s", "", question) in re.sub(r"\s", "", heard)


def shows_the_whole_map(visitor: Visitor) -> bool:
    """Whatever the size of its place on the page, which changes with what is told around it."""
    left, top, width, height = map(float, str(visitor.page.locator("svg.map").get_attribute("viewBox")).split())
    from_left, from_top, wide, high = visitor.server.table.room.reference.facts.play
    across = left < from_left + 1 and left + width > from_left + wide - 1
    return across and top < from_top + 1 and top + height > from_top + high - 1


def test_the_board_is_told_in_words(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    expect(visitor.prompt).to_be_focused()
    visitor.page.keyboard.press("b")
    beside = visitor.page.locator(".panel-beside")
    expect(beside).to_contain_text("Makedonia, 3 VP, 3 of 5 needed: nobody holds any")
    beside.get_by_role("button", name=re.compile(": Leosthenes, 6 Mercenary")).press("Enter")
    expect(visitor.page.locator('.details[aria-live="polite"]')).to_contain_text("Leosthenes")
    visitor.page.keyboard.press("l")
    expect(visitor.page.locator(".log-list")).to_be_focused()


def test_a_target_on_the_map_is_chosen_with_tab_and_enter(visit: Visit) -> None:
    visitor = visit().play_bots().my_decision()
    before = visitor.prompt.inner_text()
    visitor.page.keyboard.press("m")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".target").first).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.prompt).not_to_have_text(before)
    expect(visitor.page.locator("svg.map")).to_be_focused()


def test_the_focus_stays_where_one_plays(visit: Visit, siege_and_battle: None) -> None:
    visitor = visit()
    game = visitor.new_game("me", "bot")
    visitor.game(game).seated().my_decision()
    to_activation(visitor)
    visitor.page.locator('.offer[data-action="activate:perdikkas"]').focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.prompt).to_contain_text("4 Royal Army")
    expect(visitor.page.locator(".panel-actions :focus")).to_have_count(1)
    undo = visitor.button("Undo")
    undo.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.prompt).not_to_contain_text("4 Royal Army")
    expect(undo).to_be_focused()
