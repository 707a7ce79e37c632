"""Who plays the games of the corpus: at random, at random with a preference, or a bot for all seats."""

import random
from collections.abc import Callable

from diadochi.bots import BOTS
from diadochi.game import Game

Player = Callable[[Game, random.Random], str]

PREFERENCES: dict[str, dict[str, float]] = {
    "fighter": {
        "siege": 12, "campaign": 12, "activate": 6, "take-all": 8, "take-general": 3, "come-out": 6, "march": 4,
        "attack": 8, "declare": 8, "commit": 4, "join": 4, "join-general": 4, "surprise": 12, "intercept": 6,
        "force-march": 6, "command": 3, "betray": 5, "stand": 3, "evade": 3, "withdraw": 2, "inside": 2,
        "done": 0.3, "pass": 0.5, "discard": 0.2, "spend-nothing": 0.1, "mercenary": 0.2, "disband": 0.05,
    },
    "admiral": {
        "embark": 15, "escort": 12, "sail": 6, "declare": 12, "commit": 12, "land": 3, "drop": 4, "take-all": 6,
        "activate": 5, "campaign": 8, "surprise": 8, "upgrade": 8, "retrieve": 8, "upgrade-fleet": 4, "muster": 2,
        "done": 0.3, "spend-nothing": 0.1, "mercenary": 0.2,
    },
    "diplomat": {
        "ask-passage": 20, "grant": 6, "deny": 1, "honour": 3, "betray": 2, "march": 6, "take-all": 5, "event": 6,
        "place-pcs": 6, "place-pc": 4, "take-royal": 20, "surprise": 6, "campaign": 6, "bury": 20, "free-cart": 8,
        "disband": 0.1, "done": 0.4,
    },
    "besieger": {
        "siege": 60, "campaign": 15, "take-all": 20, "march": 5, "activate": 8, "go-inside": 3, "come-out": 3,
        "event": 5, "recruit": 8, "train": 4, "claim": 5, "remove-pc": 8, "place-pc": 4, "done": 0.15, "disband": 0.02,
        "leave": 0.1, "leave-general": 0.1, "leave-royal": 0.1, "spend-nothing": 0.1, "mercenary": 0.2,
    },
    "recruiter": {
        "recruit": 20, "recruit-general": 5, "train": 6, "start-training": 4, "event": 4, "as-reinforcement": 2,
        "muster": 5, "fetch": 6, "reposition": 3, "remove-general": 2, "move-independent": 3, "surprise": 5,
        "place-pcs": 5, "take-all": 4, "evade": 8, "evade-to": 3, "intercept": 8, "done": 0.5,
    },
}  # fmt: skip


def at_random(game: Game, rng: random.Random) -> str:
    decision = game.decision
    assert decision is not None
    return rng.choice(decision.actions)


def prefers(weights: dict[str, float]) -> Player:
    def choose(game: Game, rng: random.Random) -> str:
        decision = game.decision
        assert decision is not None
        actions = decision.actions
        return rng.choices(actions, [weights.get(action.partition(":")[0], 1.0) for action in actions])[0]

    return choose


def bot(name: str) -> Player:
    def choose(game: Game, rng: random.Random) -> str:
        decision = game.decision
        assert decision is not None
        return BOTS[name](game.view(decision.seat), decision, rng)

    return choose


PLAYERS: dict[str, Player] = {
    "random": at_random,
    **{name: prefers(weights) for name, weights in PREFERENCES.items()},
    **{name: bot(name) for name in ("satrap", "satrap:conqueror", "satrap:legitimist", "strategos")},
}
