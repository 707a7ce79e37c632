"""Bots that the tests let play; in a module that a process loads in no time."""

import random
import time

from diadochi.game import Decision
from diadochi.view import View


def first_choice(view: View, decision: Decision, rng: random.Random) -> str:
    assert type(view) is View
    return decision.actions[0]


def sleeper(view: View, decision: Decision, rng: random.Random) -> str:
    time.sleep(3600)
    return decision.actions[0]


def breaker(view: View, decision: Decision, rng: random.Random) -> str:
    raise RuntimeError("no idea")


def cheat(view: View, decision: Decision, rng: random.Random) -> str:
    return "bury"


def surveyor(view: View, decision: Decision, rng: random.Random) -> str:
    """A bot that plays only where Pella has another name."""
    assert view.material.board.spaces[0].name == "Bunomos"
    return decision.actions[0]
