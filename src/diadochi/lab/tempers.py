"""Which of a character's weights win games: `python -m diadochi.lab.tempers --games 200 --keep games.jsonl`.

Every seat of every game plays as satrap with each weight at one of two levels, drawn at random. How much oftener the
seats win that have a weight at the higher level tells its effect; one game tells something about every weight.
"""

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any, NamedTuple

from diadochi.bots import satrap
from diadochi.bots.satrap.temper import BALANCED, Temper
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.material import Material

SPREAD = 1.7
"""The levels are the ordinary weight divided and multiplied by this, where nothing else is said."""
LEVELS: dict[str, tuple[float, float]] = {
    "courage": (0.5, 0.68),
    "patience": (0.65, 0.9),
    "siege_patience": (0.75, 0.92),
    "intercept": (0.5, 0.7),
    "evade": (0.3, 0.6),
    "fight_through": (0.55, 0.75),
    "general_to_major": (-0.9, 0.4),
    "crowd": (5, 9),
    "near": (8.0, 13.0),
    "aim": (0.0, 1.0),
    "finish": (False, True),
    "rush": (False, True),
    "wait": (0.0, 6.0),
    "muster": (0.0, 0.3),
}
CERTAIN = 1.2
"""From so many standard errors on a weight goes all the way to the better level."""


class Effect(NamedTuple):
    """How much oftener a seat wins with a weight at its higher level, and the standard error of that."""

    weight: str
    difference: float
    error: float

    @property
    def certainty(self) -> float:
        return self.difference / self.error


def levels(weight: str) -> tuple[float, float]:
    ordinary = getattr(BALANCED, weight)
    return LEVELS.get(weight, (ordinary / SPREAD, ordinary * SPREAD))


def weights() -> list[str]:
    return [name for name in Temper._fields if name != "name"]


def drawn(rng: random.Random) -> dict[str, int]:
    """By weight 1 for the higher level, 0 for the lower."""
    return {weight: rng.randrange(2) for weight in weights()}


def temper(name: str, drawn_levels: dict[str, int]) -> Temper:
    chosen: dict[str, Any] = {weight: levels(weight)[level] for weight, level in drawn_levels.items()}
    return BALANCED._replace(name=name, **chosen)


def play(material: Material, players: int, seed: int) -> dict[str, Any]:
    rng = random.Random(f"tempers:{seed}")
    draws = [drawn(rng) for _ in range(players)]
    tempers = [temper(f"{seed}:{seat}", levels) for seat, levels in enumerate(draws)]
    game = Game.new(players, seed, material=material, keep_undo=False)
    while (decision := game.decision) is not None:
        choice = satrap.chosen(game.view(decision.seat), decision, rng, tempers[decision.seat])
        game.act(choice)
    assert game.result is not None
    return {"seed": seed, "levels": draws, "winner": game.result.winner, "victory": game.result.victory}


def effects(games: list[dict[str, Any]]) -> list[Effect]:
    """The surest first."""
    out = []
    for weight in weights():
        won: tuple[list[int], list[int]] = ([], [])
        for game in games:
            for seat, chosen in enumerate(game["levels"]):
                if weight in chosen:
                    won[chosen[weight]].append(int(seat == game["winner"]))
        if won[0] and won[1]:
            out.append(effect(weight, *won))
    return sorted(out, key=lambda e: -abs(e.certainty))


def effect(weight: str, low: list[int], high: list[int]) -> Effect:
    share = (sum(low) + sum(high)) / (len(low) + len(high))
    error = math.sqrt(max(share * (1 - share), 0.01) * (1 / len(low) + 1 / len(high)))
    return Effect(weight, sum(high) / len(high) - sum(low) / len(low), error)


def fitted(found: list[Effect]) -> Temper:
    """Every weight moved towards its better level, the further the surer."""
    moved: dict[str, Any] = {}
    for e in found:
        ordinary, target = getattr(BALANCED, e.weight), levels(e.weight)[e.difference > 0]
        share = min(1.0, abs(e.certainty) / CERTAIN)
        value = ordinary + (target - ordinary) * share
        if isinstance(ordinary, bool):
            moved[e.weight] = share >= 0.5 and bool(target)
        else:
            moved[e.weight] = round(value) if isinstance(ordinary, int) else round(value, 3)
    return BALANCED._replace(name="fitted", **moved)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, required=True, help="the file of the games played; it is gone on with")
    given = parser.parse_args()
    lines = given.keep.read_text(encoding="utf-8").splitlines() if given.keep.exists() else []
    games = [json.loads(line) for line in lines]
    material = load_material()
    for seed in range(given.seed + len(games), given.seed + given.games):
        games.append(play(material, given.players, seed))
        with given.keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps(games[-1]) + "\n")
    found = effects(games)
    for e in found:
        print(f"{e.weight:18} {e.difference:+.3f} ({e.certainty:+.1f} standard errors)")
    print(fitted(found))


if __name__ == "__main__":
    main()
