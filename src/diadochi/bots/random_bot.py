"""The bot that picks at random: every answer to what is asked is as likely as any other."""

import random
from collections.abc import Sequence

from diadochi.game import Decision, Game
from diadochi.view import View

SELDOM = 1 / 16
"""How often it does something besides what is asked."""


def choose(view: View, decision: Decision, rng: random.Random) -> str:
    place, rest = any_place(decision.asked, rng)
    code = besides(decision, rest) if rest < SELDOM else -1
    return decision.notation.text(code if code >= 0 else decision.asked[place])


def pick(game: Game, rng: random.Random) -> int:
    """The same as the engine's number, for those who play very many games."""
    place, rest = any_place(game.asked, rng)
    code = -1
    if rest < SELDOM and game.decision is not None:
        code = besides(game.decision, rest)
    return code if code >= 0 else game.asked[place]


def any_place(codes: Sequence[int], rng: random.Random) -> tuple[int, float]:
    """A place in a list, and what is left of the random number, from 0 to 1."""
    place = rng.random() * len(codes)
    return int(place), place % 1


def besides(decision: Decision, rest: float) -> int:
    """Something that nobody asks for, or -1."""
    further = decision.further
    return further[int(rest / SELDOM * len(further))] if further else -1
