"""Players that see only a View.

A bot is one function: `choose(view, decision, rng)` returns the text of an action that the decision offers.
"""

import random
from collections.abc import Callable
from functools import partial

from diadochi.bots import random_bot, satrap, strategos
from diadochi.bots.satrap.reason import Reason
from diadochi.bots.satrap.temper import CHARACTERS
from diadochi.errors import GameError
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


def find(name: str) -> Bot:
    """A bot by its name; `strategos:0.5s` may think for so many seconds, `strategos:200p` plays so many lines ahead."""
    if name in BOTS:
        return BOTS[name]
    limited = strategos.limited(name.removeprefix("strategos:")) if name.startswith("strategos:") else None
    if limited is None:
        raise GameError("error.unknown_bot", name=repr(name), names=list(BOTS))
    return limited


EXPLAINING: dict[str, Explaining] = {
    "satrap": satrap.explain,
    **{f"satrap:{temper.name}": partial(satrap.explained, temper=temper) for temper in CHARACTERS},
}
"""Those that can say why: the same choice, and for big ones a reason."""
