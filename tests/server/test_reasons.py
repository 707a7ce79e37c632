"""Bots say why where the table wants it, and give people hints; neither tells what is hidden."""

import random

import pytest

from diadochi.bots import EXPLAINING
from diadochi.bots.satrap.reason import Reason
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.table.codec import decode_reason, encode_reason
from diadochi.table.log_lines import CARDS, why
from tests.harness import disguised
from tests.server.running import Person, Running, wait_until

MATERIAL = load_material()
SIEGE = Reason("reason.siege", (("space", "space", 3), ("chance", "number", 50), ("gain", "number", 2)))
CARD = Reason("reason.event", (("card", "card", 3), ("gain", "number", 2)))


def test_a_reason_is_stored_as_a_text() -> None:
    assert decode_reason(encode_reason(SIEGE)) == SIEGE


def test_a_reason_is_told_in_words_and_those_about_cards_when_the_game_is_over() -> None:
    told = why(MATERIAL, 0, SIEGE, over=False)
    assert told is not None and "50 %" in told
    assert why(MATERIAL, 0, SIEGE, over=True) == told
    assert why(MATERIAL, 0, CARD, over=False) is None
    assert MATERIAL.cards[3].name in (why(MATERIAL, 0, CARD, over=True) or "")


def reasons(person: Person, game: str) -> list[str]:
    return [entry["reason"] for entry in person.log(game)["entries"] if entry["reason"]]


def test_bots_say_why_where_the_table_wants_it(server: Running) -> None:
    ann = server.person()
    silent = ann.new_game("bot", "bot", options=["short-game"])
    game = ann.new_game("bot", "bot", options=["short-game"], reasons=True)
    assert (ann.table(silent)["reasons"], ann.table(game)["reasons"]) == (False, True)
    wait_until(lambda: ann.table(game)["status"] == "over")
    said = reasons(ann, game)
    assert any(" with " in line or "for its event" in line for line in said)
    server.restart()
    assert reasons(ann, game) == said
    assert reasons(ann, silent) == []


@pytest.mark.parametrize("seed", range(2))
def test_what_is_told_while_the_game_runs_does_not_hang_on_any_hand(seed: int) -> None:
    """All hands and the deck are dealt anew, the bot's own hand too: the reasons that are told stay the same."""
    game, rng = Game.new(4, seed=seed), random.Random(seed)
    told = 0
    for _ in range(700):
        decision = game.decision
        assert decision is not None
        action, reason = EXPLAINING["satrap"](game.view(decision.seat), decision, random.Random(1))
        if reason is not None and not any(kind in CARDS for _, kind, _ in reason.args):
            other = Game.from_state(MATERIAL, disguised(game, -1, rng))
            assert other.decision is not None
            view = other.view(decision.seat)
            assert EXPLAINING["satrap"](view, other.decision, random.Random(1)) == (action, reason)
            told += 1
        game.act(action)
    assert told > 10


def test_a_hint_is_what_a_bot_would_do_in_ones_place(server: Running) -> None:
    ann, eve = server.person(), server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 12)
    seat = ann.view(game)["decision"]["seat"]
    offers = {offer["action"]: offer["label"] for offer in ann.view(game, seat)["decision"]["offers"]}
    hint = ann.get(f"/api/games/{game}/hint", seat=seat).json()
    assert offers[hint["action"]] == hint["label"]
    assert hint["version"] == ann.view(game)["version"]
    assert ann.get(f"/api/games/{game}/hint", seat=seat).json() == hint
    other = "red" if seat == "blue" else "blue"
    answer = ann.get(f"/api/games/{game}/hint", seat=other)
    assert (answer.status_code, answer.json()["error"]) == (409, "not_your_decision")
    assert ann.get(f"/api/games/{game}/hint").status_code == 409
    assert eve.get(f"/api/games/{game}/hint", seat=seat).status_code == 403
