"""Combat reckoned a second time, in random games and in wars."""

from collections import Counter

import pytest

from diadochi.data import load_material
from tests.harness import play
from tests.oracle.combat import Combat
from tests.oracle.combat_wars import war
from tests.soak import options_of

DELUXE = load_material().edition
WARS = 8
MUST_BE_SEEN = (
    "fight settled", "siege settled", "naval settled", "losers settled", "attrition_roll", "survival_roll",
    "general_killed", "royals_apart", "battle_drawn", "BattleOdds", "SiegeOdds", "NavalOdds",
)  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players: int) -> None:
    for seed in range(6):
        play(players, seed, Combat(), options=options_of(seed, DELUXE, players) if seed % 2 else ())


@pytest.mark.parametrize("mixed", [False, True])
def test_wars(mixed: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4 * WARS):
        look = Combat()
        players = 2 + seed % 4
        war(players, seed, look, options=options_of(seed, DELUXE, players) if mixed else ())
        seen.update(look.seen)
    assert all(seen[what] for what in MUST_BE_SEEN), [what for what in MUST_BE_SEEN if not seen[what]]
