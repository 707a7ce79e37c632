"""What other editions do in command, activation and march; each field alone on the first edition plays to the end."""

import pytest

from tests import harness
from tests.table import changed_material

OTHERS = ("third", "draft")
FIELDS = (
    "reaction_steps",
    "sortie_first_step",
    "stronghold_attempt_exempts",
    "city_rearranged_for",
    "passage_where",
    "passage_binding",
    "lone_general_enters",
    "lone_general_meets",
    "lone_general_killed_when",
    "evade_from",
    "interceptors",
    "released_general",
    "lone_generals_withdraw",
    "independents_withdraw",
    "independent_mover_reacts",
    "cavalry_reaction",
    "cavalry_pc_cost",
    "cavalry_stronghold_column",
)
FIRST = changed_material("deluxe", {}).edition
OTHER_VALUES = sorted(
    {
        (field, value)
        for field in FIELDS
        for value in (getattr(changed_material(edition, {}).edition, field) for edition in OTHERS)
        if value != getattr(FIRST, field)
    }
    | {("passage_binding", "both"), ("independent_mover_reacts", True)},
    key=str,
)


@pytest.mark.parametrize(("field", "value"), OTHER_VALUES, ids=str)
def test_a_field_switched_alone_plays_to_the_end(field: str, value: object) -> None:
    play_with(field, value, seed=1)


def play_with(field: str, value: object, seed: int) -> None:
    """A game in which the field matters, with what must hold looked at now and then."""
    options = ("cavalry",) if field.startswith("cavalry") else ()
    material = changed_material("deluxe", {field: value})
    looks = (harness.keeps_invariants, harness.offers_are_exact)
    game = harness.play(2, seed, *(harness.now_and_then(look, 60) for look in looks), options=options, edition=material)
    assert game.state.result
