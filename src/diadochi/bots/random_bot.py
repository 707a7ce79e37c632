"""The bot that picks at random: every answer to what is asked is as likely as any other."""

import random
from collections.abc import Sequence

from diadochi.game import Decision, Game
from diadochi.view import View

SELDOM = 1 / 16
"""How often it does something besides what is asked."""


def choose(view: View, decision: Decision, rng: random.Random) -> str:
    besides = decision.further and rng.random() < SELDOM
    return decision.notation.text(any_of(decision.further if besides else decision.asked, rng))


def pick(game: Game, rng: random.Random) -> int:
    """The same as the engine's number, for those who play very many games."""
    decision = game.decision if rng.random() < SELDOM else None
    return any_of(game.asked if decision is None else decision.further or decision.asked, rng)


def any_of(codes: Sequence[int], rng: random.Random) -> int:
    return codes[int(rng.random() * len(codes))]
