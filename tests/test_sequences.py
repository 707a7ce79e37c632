"""The number of action sequences to a small depth from ten fixed positions is what it was."""

import pytest

from tests.sequences import POSITIONS, count, expected


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_action_sequences_is_what_it_was(name: str) -> None:
    assert count(name) == expected()[name]
