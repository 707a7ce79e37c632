"""What bots say before a fight agrees with the fight that follows."""

import random
from collections import Counter
from typing import Any

import pytest

from diadochi.bots import EXPLAINING
from diadochi.bots.satrap import fortune
from diadochi.bots.satrap.reason import Reason
from diadochi.game import Game
from diadochi.rules import siege
from diadochi.rules.agenda import Event
from tests.table import MATERIAL

FIGHTS = ("reason.attack", "reason.overrun", "reason.disperse")
REACTIONS = (
    "interception_roll",
    "evasion_roll",
    "plays_surprise",
    "joins",
    "stands_inside",
    "withdraws",
    "attrition_roll",
)
UNHURT = 2
"""Per cent: nothing but rounding lies between what was said and what was rolled."""


def facts(event: Event | Reason) -> dict[str, Any]:
    return {name: value for name, _, value in event.args}


class Listener:
    """One game among bots: the reason of each action, and the events until the same seat decides again."""

    def __init__(self, players: int, seed: int, bot: str) -> None:
        self.game, self.rng, self.bot = Game.new(players, seed, keep_undo=False), random.Random(seed), bot
        self.checked: Counter[str] = Counter()

    def play(self) -> None:
        while (decision := self.game.decision) is not None:
            text, reason = EXPLAINING[self.bot](self.game.view(decision.seat), decision, self.rng)
            missing = self.missing(reason)
            events = list(self.game.act(text))
            while (later := self.game.decision) is not None and is_reaction(later.prompt):
                action, _ = EXPLAINING[self.bot](self.game.view(later.seat), later, self.rng)
                events += self.game.act(action)
            self.compare(decision.seat, text, reason, events, missing)

    def missing(self, reason: Reason | None) -> int:
        """The Siege Points that the space still needs."""
        if reason is None or reason.key != "reason.siege":
            return 0
        space = facts(reason)["space"]
        return siege.needed(self.game._play, space) - self.game.state.sp.get(space, 0)

    def compare(self, seat: int, text: str, reason: Reason | None, events: list[Event], missing: int) -> None:
        overrun = any(e.key == "overruns" and facts(e)["who"] == seat for e in events)
        battles = [i for i, e in enumerate(events) if e.key == "battle_begins" and facts(e)["attacker"] == seat]
        reacted = any(e.key in REACTIONS for e in events[: battles[0] if battles else len(events)])
        key = "" if reason is None else reason.key
        if overrun or battles:
            assert key not in ("reason.march", "reason.remove_pc"), (text, reason)
        if overrun and not reacted:
            assert key in ("reason.overrun", "reason.advance", ""), (text, reason)
        if key == "reason.overrun" and not reacted:
            assert overrun, (text, reason, [e.key for e in events])
        if key == "reason.disperse" and not reacted:
            assert any(e.key == "general_dispersed" and e.rule == "10.I.1" for e in events), (text, reason)
        if battles and key in FIGHTS and not reacted:
            assert reason is not None
            self.compare_battle(text, reason, events[battles[0] :], seat)
        elif key in FIGHTS:
            self.checked[key] += 1
        if reason is not None and key == "reason.siege":
            self.compare_siege(reason, events, missing)

    def compare_battle(self, text: str, reason: Reason, events: list[Event], seat: int) -> None:
        assert reason.key == "reason.attack", (text, reason)
        said, begun = facts(reason), facts(events[0])
        assert said["space"] == begun["at"] % len(MATERIAL.board.spaces)
        assert said["who"] == begun["defender"]
        strengths = {facts(e)["who"]: facts(e) for e in events if e.key == "battle_strength"}
        rolls = {facts(e)["who"]: facts(e) for e in events if e.key == "battle_roll"}
        if len(strengths) < 2 or len(rolls) < 2 or any(e.key == "plays_surprise" for e in events):
            return
        sides = [(strengths[f], rolls[f]) for f in (seat, begun["defender"])]
        if any(s["elephants"] or any(n for n in s["cus"][4:5]) or r["bonus"] for s, r in sides):
            return
        (a, ra), (d, rd) = sides
        chance = fortune.clash(MATERIAL.tables, a["total"], ra["rating"], d["total"], rd["rating"]).win
        assert abs(said["chance"] - 100 * chance) <= UNHURT, (text, reason, a, d)
        self.checked["battle"] += 1

    def compare_siege(self, reason: Reason, events: list[Event], missing: int) -> None:
        said = facts(reason)
        for begun in (facts(e) for e in events if e.key == "siege"):
            assert begun["space"] == said["space"]
        if not any(e.key == "siege_roll" for e in events) or any(e.key == "plays_surprise" for e in events):
            return
        modifier = sum(facts(e)["points"] for e in events if e.key == "siege_modifier")
        rows = [MATERIAL.tables.siege[max(siege.LOWEST, min(die + modifier, siege.HIGHEST))] for die in range(1, 7)]
        assert said["chance"] == round(100 * sum(points >= missing for points, _ in rows) / 6), (reason, missing)
        self.checked["siege"] += 1


def is_reaction(prompt: str) -> bool:
    return prompt.startswith("prompt.window.") or prompt in ("prompt.intercept", "prompt.evade")


@pytest.mark.parametrize(
    ("players", "seed", "bot"), [(2, 1, "satrap"), (3, 2, "satrap:conqueror"), (4, 3, "satrap"), (5, 4, "satrap")]
)
def test_the_reason_of_a_fight_is_the_fight_that_follows(players: int, seed: int, bot: str) -> None:
    listener = Listener(players, seed, bot)
    listener.play()
    assert listener.checked["siege"] + listener.checked["battle"] > 5, listener.checked
