"""Which tests of the first edition's rules run in the other editions too (tests/shared.py)."""

import re
from pathlib import Path

import pytest

from diadochi.model.edition import EDITIONS
from tests.shared import exceptions, playing, repeated
from tests.table import Table

HERE = Path(__file__).parent


@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_an_exception_names_a_test_and_says_why(edition: str) -> None:
    for file, tests in exceptions()[edition].items():
        (path,) = [path for folder in ("rules", "cards") for path in (HERE / folder).glob(file)]
        known = set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert set(tests) <= known
        assert all(len(why.split()) > 4 for why in tests.values())


@pytest.mark.parametrize(("edition", "rules"), [("third", 400), ("draft", 450)])
def test_most_rules_are_repeated(edition: str, rules: int) -> None:
    assert len(repeated(edition)) > rules
    assert sum(map(len, exceptions()[edition].values())) < 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shared_test_plays_with_the_values_of_its_edition_under_our_names(edition: str) -> None:
    with playing(edition):
        table = Table()
    assert table.material.edition.id == edition
    assert table.material.board.spaces[table.space("pergamon")].id == "pergamon"
    assert Table().material.edition.id == EDITIONS[0]
