"""What older records and databases say in other words than ours."""

from typing import TYPE_CHECKING

from diadochi.model.notation import code
from diadochi.model.verbs import Verb

if TYPE_CHECKING:
    from diadochi.game import Game

FOR_ATTACK = {"pass": code(Verb.PASS), "stand": code(Verb.STAND), "done": code(Verb.DONE)}
"""An attack had no word of its own once: whoever did not ask, withdraw or move on attacked."""


def understood(game: "Game", text: str) -> str:
    """The entry of a game that is played again, in the words of today."""
    older, decision = FOR_ATTACK.get(text), game.decision
    if older is None or decision is None or older in decision.codes or code(Verb.ATTACK) not in decision.codes:
        return text
    return "attack"
