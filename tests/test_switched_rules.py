"""A rule of another edition, alone on the first: whole games come to an end, with all invariants.

`python -m tests.soak --switched --games 20` plays more of them.
"""

from typing import Any

import pytest

from tests import harness
from tests.switched import PER_PLAYERS, SWITCHES, differing, material_with, options_with


@pytest.mark.parametrize(("name", "value"), SWITCHES, ids=lambda x: x if isinstance(x, str) else "")
@pytest.mark.parametrize("number", [0, 1], ids=["plain", "options"])
def test_a_game_with_this_rule_ends(name: str, value: Any, number: int) -> None:
    material = material_with(name, value)
    game = harness.play(
        2 + number,
        len(name),
        harness.now_and_then(harness.keeps_invariants, 40),
        harness.now_and_then(harness.offers_are_exact, 300),
        harness.now_and_then(harness.nothing_leaks, 600),
        harness.now_and_then(harness.state_survives_json, 300),
        options=options_with(material, number),
        edition=material,
    )
    assert game.result is not None


def test_every_field_in_which_the_editions_differ_is_switched() -> None:
    assert {name for name, _ in SWITCHES} >= differing() - PER_PLAYERS
