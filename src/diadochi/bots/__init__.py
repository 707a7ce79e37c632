"""Players that see only a View.

A bot is one function: `choose(view, decision, rng)` returns the text of an action that the decision offers.
"""

import random
from collections.abc import Callable
from functools import partial

from diadochi.bots import random_bot, satrap, strategos
from diadochi.bots.satrap.reason import Reason
from diadochi.bots.satrap.temper import CHARACTERS
from diadochi.game import Decision
from diadochi.view import View

Bot = Callable[[View, Decision, random.Random], str]
Explaining = Callable[[View, Decision, random.Random], tuple[str, Reason | None]]

BOTS: dict[str, Bot] = {
    "random": random_bot.choose,
    "satrap": satrap.choose,
    "satrap:cautious": satrap.cautious,
    "satrap:conqueror": satrap.conqueror,
    "satrap:legitimist": satrap.legitimist,
    "satrap:opportunist": satrap.opportunist,
    "strategos": strategos.choose,
    "strategos:1": strategos.one_second,
    "strategos:5": strategos.five_seconds,
}
"""Every bot by the name that the command line knows it by."""

EXPLAINING: dict[str, Explaining] = {
    "satrap": satrap.explain,
    **{f"satrap:{temper.name}": partial(satrap.explained, temper=temper) for temper in CHARACTERS},
}
"""Those that can say why: the same choice, and for big ones a reason."""
