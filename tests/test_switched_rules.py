"""A rule of another edition, alone on the first: whole games come to an end, with all invariants."""

import pytest

from tests import harness
from tests.table import changed_material

CHANGES: tuple[tuple[str, object], ...] = (
    (
        "phases",
        ("turn_events", "turn_order", "usurper", "reinforcements", "deal", "strategy", "isolation", "turn_end"),
    ),
    ("turn_direction", "clockwise"),
    ("neutral_resolver", "random"),
    ("bonus_order", ("ops", "event")),
    ("may_discard", True),
    ("training_rest_is_used", False),
    ("polyperchon_arrives", "turn3"),
    ("demetrios_placed", "reinforcements"),
    ("recruit_mode", "random_province"),
    ("recruit_mode", "tyche_card"),
    ("recruit_when", "any_lost"),
    ("reinforce_barred_by", "cus"),
    ("reinforce_general_since", "phase"),
    ("reinforce_besieged", "generals"),
    ("reinforce_minor_generals", "own_spaces"),
    ("place_pc_transmediterranean", True),
    ("independent_pc_is_enemy", False),
    ("isolation_cus_block", False),
    ("forage_unit", "army"),
)
"""Those of chapters 4 to 6."""


@pytest.mark.parametrize(("name", "value"), CHANGES, ids=lambda x: x if isinstance(x, str) else None)
def test_a_game_with_this_rule_ends(name: str, value: object) -> None:
    harness.play(
        3,
        len(name),
        harness.now_and_then(harness.keeps_invariants, 20),
        harness.now_and_then(harness.offers_are_exact, 100),
        harness.now_and_then(harness.nothing_leaks, 400),
        harness.now_and_then(harness.state_survives_json, 200),
        edition=changed_material("deluxe", {name: value}),
    )
