"""Click where you want to go: the cost of every goal, the way there, and what stops a march."""

import pytest
from playwright.sync_api import expect

from diadochi.rules import activation
from tests.browser.conftest import Visit
from tests.browser.test_cards import sit_down
from tests.browser.visitor import Visitor
from tests.rules.voyages import army_at_xanthos, embark
from tests.server.running import Person
from tests.table import Table


def march(table: Table, *acts: str, mps: int = 4, number: int = 1) -> Table:
    """Blue's Generals set out."""
    table.begin(lambda p: activation.begin(p, table.seat("blue"), mps, number))
    table.act(*(acts or ("activate:krateros", "take-all")))
    return table


def krateros(at: str = "kelainai", **cus: int) -> Table:
    table = Table(players=2)
    table.army("blue", "krateros", at, **(cus or {"loyal": 4}))
    return table


def seated(table: Table, visit: Visit, monkeypatch: pytest.MonkeyPatch, **context: object) -> tuple[Visitor, str]:
    visitor = visit(**context)
    game, _ = sit_down(table, visitor, visitor.server.person(), monkeypatch)
    visitor.game(game).seated().my_decision()
    expect(visitor.page.locator(".cost").first).to_be_attached()
    return visitor, game


def actions(visitor: Visitor, game: str) -> list[str]:
    log = visitor.context.request.get(f"{visitor.server.url}/api/games/{game}/log?seat=blue").json()
    return [entry["action"] for entry in log["entries"] if entry["action"]]


def done(visitor: Visitor, game: str, *wanted: str) -> None:
    """Wait until exactly this has been done first."""
    found: list[str] = []
    for _ in range(600):
        found = actions(visitor, game)
        if len(found) >= len(wanted):
            break
        visitor.page.wait_for_timeout(50)
    assert found[: len(wanted)] == [*wanted]


def test_every_goal_tells_its_cost_and_one_click_marches_there(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, game = seated(march(krateros()), visit, monkeypatch)
    page = visitor.page
    expect(page.locator('.cost[data-goal="sardeis"]')).to_have_text("1")
    expect(page.locator('.cost[data-goal="pergamon"]')).to_have_text("2")
    visitor.target("pergamon").hover(force=True)
    expect(page.locator(".way")).to_have_count(1)
    expect(page.locator(".details")).to_contain_text("2 MPs by Sardeis, 2 left")
    visitor.target("pergamon").click()
    expect(visitor.prompt).to_contain_text("at Pergamon")
    assert actions(visitor, game) == ["march:sardeis", "march:pergamon"]


def test_a_march_stops_where_a_pc_can_be_removed_and_says_so(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = krateros()
    table.pc("red", "gordion")
    visitor, game = seated(march(table, mps=6), visit, monkeypatch)
    visitor.target("ankyra").click()
    expect(visitor.page.locator(".notice")).to_contain_text("you can remove the PC at Gordion")
    expect(visitor.prompt).to_contain_text("at Gordion")
    assert actions(visitor, game) == ["march:tp_dorylaion", "march:gordion"]
    assert "remove-pc:gordion" in visitor.offers()


def intercepted() -> Table:
    table = krateros("ikonion")
    table.army("red", "antigonos", "kelainai", mercenary=3)
    return march(table, mps=5)


def test_cheapest_and_safest_are_to_choose_from_and_nobody_stops_the_safest(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, game = seated(intercepted(), visit, monkeypatch)
    visitor.target("ankyra").click()
    expect(visitor.dialog).to_contain_text("Antigonos may Intercept")
    expect(visitor.dialog).to_contain_text("Nobody stops you: 33 %")
    visitor.dialog.get_by_role("button", name="Safest: 4 MPs", exact=True).click()
    expect(visitor.prompt).to_contain_text("at Ankyra")
    assert actions(visitor, game) == ["march:dana", "march:mazaka", "march:tp_halys", "march:ankyra"]


def test_who_is_not_stopped_marches_on_after_the_others_have_passed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    others = visitor.server.person()
    game, _ = sit_down(intercepted(), visitor, others, monkeypatch)
    visitor.game(game).seated().my_decision()
    expect(visitor.page.locator(".cost").first).to_be_attached()
    visitor.target("ankyra").click()
    visitor.dialog.get_by_role("button", name="Cheapest: 3 MPs", exact=True).click()
    expect(visitor.prompt).to_contain_text("On the way to Ankyra")
    view = others.wait_for(game, "red")
    assert view["decision"]["kind"] == "intercept"
    others.act(game, "red", view["version"], "pass")
    expect(visitor.prompt).to_contain_text("at Ankyra")
    done(visitor, game, "march:tp_ipsos", "pass", "march:gordion", "march:ankyra")


def intercept(red: Person, game: str) -> None:
    """With everybody who stands there."""
    view = red.wait_for(game, "red")
    while view["decision"]["mine"]:
        offers = [offer["action"] for offer in view["decision"]["offers"]]
        wanted = ("intercept:kelainai", "take-general:antigonos", "take-all", "done")
        red.act(game, "red", view["version"], next(action for action in wanted if action in offers))
        view = red.view(game, "red")


def test_who_is_stopped_is_told_so(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = krateros("ikonion")
    table.army("red", "antigonos", "kelainai", mercenary=3)
    table.state.fixed_dice = (6, 1, 1, 1, 1, 1, 1)
    visitor = visit()
    others = visitor.server.person()
    game, _ = sit_down(march(table, mps=5), visitor, others, monkeypatch)
    visitor.game(game).seated().my_decision()
    expect(visitor.page.locator(".cost").first).to_be_attached()
    visitor.target("ankyra").click()
    visitor.dialog.get_by_role("button", name="Cheapest: 3 MPs", exact=True).click()
    intercept(others, game)
    expect(visitor.page.locator(".notice")).to_contain_text("The way to Ankyra ends here")
    expect(visitor.prompt).to_contain_text("Intercepted at")
    assert "march:gordion" not in actions(visitor, game)


def tarsos() -> Table:
    table = krateros("issos")
    table.army("red", "leonnatos", "tarsos", mercenary=3)
    return march(table)


@pytest.mark.parametrize(("button", "answer"), [("Attack", "attack"), ("Ask Red for passage", "ask-passage:red")])
def test_attack_and_ask_for_passage_are_buttons_with_the_odds_before_either(
    button: str, answer: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, game = seated(tarsos(), visit, monkeypatch)
    visitor.target("tarsos").click()
    expect(visitor.dialog.locator(".odds-bar")).to_be_visible()
    expect(visitor.dialog).to_contain_text("cannot be taken back")
    assert actions(visitor, game) == []
    visitor.dialog.locator(f'[data-answer="{answer}"]').click()
    done(visitor, game, "march:tarsos", answer)


@pytest.mark.parametrize("way", ["map", "keyboard", "list"])
def test_nobody_attacks_unasked_and_unsaid(way: str, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, game = seated(tarsos(), visit, monkeypatch)
    if way == "map":
        visitor.target("tarsos").click()
    elif way == "list":
        visitor.choose("march:tarsos")
    else:
        visitor.target("tarsos").focus()
        visitor.page.keyboard.press("Enter")
    expect(visitor.dialog).to_contain_text("cannot be taken back")
    visitor.dialog.get_by_role("button", name="Back", exact=True).click()
    assert actions(visitor, game) == []


def test_on_a_phone_a_first_tap_shows_the_way_and_a_second_one_goes(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visitor, game = seated(march(krateros()), visit, monkeypatch, **phone)
    visitor.target("pergamon").tap()
    expect(visitor.page.locator(".details")).to_contain_text("2 MPs by Sardeis")
    assert actions(visitor, game) == []
    visitor.button("March there").tap()
    expect(visitor.prompt).to_contain_text("at Pergamon")


def test_at_sea_a_click_sails_there_step_by_step(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = army_at_xanthos()
    embark(table, "demetrios")
    visitor, game = seated(table, visit, monkeypatch)
    page = visitor.page
    expect(page.locator('.cost[data-goal="kyklades"]')).to_have_text("3")
    visitor.target("kyklades").click()
    done(visitor, game, "sail:rhodos", "sail:knossos", "sail:kyklades")


def test_one_click_ends_an_activation_and_begins_the_next(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = krateros()
    table.army("blue", "antipatros", "pella", loyal=2)
    visitor, game = seated(march(table, number=-1), visit, monkeypatch)
    visitor.page.locator('.panel-actions [data-then="activate:antipatros"]').click()
    done(visitor, game, "done", "activate:antipatros", "take-all")


def test_what_cannot_be_taken_back_is_marked(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, _ = seated(intercepted(), visit, monkeypatch)
    offers = visitor.page.locator(".panel-actions")
    expect(offers.locator('[data-action="march:tp_ipsos"] .final-mark')).to_be_visible()
    expect(offers.locator('[data-action="march:dana"] .final-mark')).to_have_count(0)
    expect(offers.locator('[data-goal="gordion"] .final-mark')).to_be_attached()
    label = visitor.target("gordion").get_attribute("aria-label") or ""
    assert "Antigonos may Intercept" in label
    assert "cannot be taken back" in label
