"""The bot that picks at random: every action that is offered is as likely as any other."""

import random
from collections.abc import Sequence

from diadochi.game import Decision
from diadochi.view import View


def choose(view: View, decision: Decision, rng: random.Random) -> str:
    return decision.notation.text(pick(decision.codes, rng))


def pick(codes: Sequence[int], rng: random.Random) -> int:
    """The same among the engine's numbers, for those who play very many games."""
    return codes[int(rng.random() * len(codes))]
