"""Every card, played by clicks: the page asks what the game asks, and its log says what was read and kept."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from diadochi.model.verbs import Domain
from diadochi.rules import frames
from diadochi.rules.agenda import Play, Rest
from diadochi.table import api
from tests.browser.visitor import Visitor
from tests.cards.test_lines import EVENTS, PASSES, PLAYS, kept, title
from tests.server.running import Person, Running, ok
from tests.table import MATERIAL, Table


class Ground(Rest):
    """What is there when the play of a card is over; looking ahead may come here, and stays."""

    def take(self, p: Play, action: int) -> None:
        pass


FIRST = {card.event: card.number for card in reversed(MATERIAL.cards)}
FACTIONS = MATERIAL.notation.ids[Domain.FACTION]
SETTINGS = json.dumps({"takeAll": False, "fights": "never"})
RULE = re.compile(r" \([^()]*\)$")


@pytest.fixture(scope="module")
def visitor(chromium: Browser, server: Running) -> Iterator[Visitor]:
    visitor = Visitor(chromium, server)
    visitor.context.add_init_script(f"if (origin !== 'null') localStorage.setItem('diadochi-settings', '{SETTINGS}')")
    yield visitor
    visitor.leave()
    assert visitor.errors == []


@pytest.fixture
def others(server: Running) -> Person:
    return server.person()


@pytest.mark.parametrize("event", EVENTS)
def test_a_card_is_played_by_clicks(
    event: str, visitor: Visitor, others: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, actions = PLAYS[event]
    table = begin(FIRST[event])
    game, seat = sit_down(table, visitor, others, monkeypatch)
    visitor.page.goto("about:blank")
    visitor.game(game).my_decision()
    for action in actions:
        if action == PASSES:
            pass_on(visitor, others, game, seat)
        else:
            act(visitor, others, game, seat, action.format(card=FIRST[event]))
    log = visitor.page.locator(".log-list")
    for line in told(event):
        expect(log).to_contain_text(line)


def sit_down(table: Table, visitor: Visitor, others: Person, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A table at this position: who decides first before the page, the others elsewhere. Everybody is always asked."""
    assert table.game is not None
    seat = table.decision.seat
    state = table.game.state
    monkeypatch.setitem(frames.FRAMES, "Rest", Ground)
    monkeypatch.setattr(api, "new_state", lambda *_: state.copy())
    row = api.seat_row
    monkeypatch.setattr(api, "seat_row", lambda number, seat: replace(row(number, seat), windows="ask"))
    game = visitor.new_game(*("me" if number == seat else "open" for number in range(state.players)), pace="slow")
    for number in range(state.players):
        if number != seat:
            ok(others.post(f"/api/games/{game}/seats/{FACTIONS[number]}", {"name": "Other", "invite": visitor.invite}))
    return game, FACTIONS[seat]


def act(visitor: Visitor, others: Person, game: str, seat: str, action: str) -> None:
    view = others.view(game)
    decider = view["decision"]["seat"]
    if decider != seat:
        ok(others.act(game, decider, view["version"], action))
        return
    expect(visitor.page.locator(f'.prompt.mine:not(.busy)[data-version="{view["version"]}"]')).to_be_attached()
    visitor.close_dialogs()
    visitor.choose(action)
    visitor.confirmed(view["version"])


def pass_on(visitor: Visitor, others: Person, game: str, seat: str) -> None:
    """Everybody passes until no window asks any more."""
    while (view := others.view(game))["decision"]["window"]:
        act(visitor, others, game, seat, "pass")
        assert others.view(game)["version"] > view["version"]


def told(event: str) -> list[str]:
    """What the log says to everybody from the first choice on, as it was kept; without the numbers of the rules."""
    lines = [line.strip() for line in kept()[title(event)]]
    chosen = next(i for i, line in enumerate(lines) if line.startswith(">"))
    return [RULE.sub("", line) for line in lines[chosen:] if line[0] not in "?>("]
