"""Moments of games that satraps play: enough of every kind of decision to try a bot on."""

import random
from functools import cache

from diadochi.bots import satrap
from diadochi.data import load_material
from diadochi.game import Decision, Game

MATERIAL = load_material()
PER_PROMPT = 3
MARCHES = 15


@cache
def moments(players: int = 4, seed: int = 3, most: int = 900) -> tuple[Game, ...]:
    """Copies of the game before some decisions of every kind."""
    game = Game.new(players, seed, material=MATERIAL, keep_undo=False)
    rng = random.Random(seed)
    found: dict[str, list[Game]] = {}
    for _ in range(most):
        decision = game.decision
        if decision is None:
            break
        kept = found.setdefault(decision.prompt, [])
        most_kept = MARCHES if decision.prompt == "prompt.army" else PER_PROMPT
        if len(kept) < most_kept and len(decision.codes) > 1:
            kept.append(game.copy())
        game.act(satrap.choose(game.view(decision.seat), decision, rng))
    return tuple(moment for kept in found.values() for moment in kept)


def asked(game: Game) -> Decision:
    assert game.decision is not None
    return game.decision
