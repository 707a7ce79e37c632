"""docs/rulings.md: every reading once, with rules that exist."""

import re
from pathlib import Path

from diadochi.data.rulebook import load_rulebook

TEXT = (Path(__file__).parent.parent / "docs" / "rulings.md").read_text(encoding="utf-8")
RULINGS = re.findall(r"^- \*\*(A\d+)\*\* \(([^)]+)\) \S", TEXT, re.MULTILINE)


def test_every_reading_stands_there_once() -> None:
    numbers = [*range(1, 88), *range(101, 105), *range(151, 159)]
    assert sorted(reading for reading, _ in RULINGS) == sorted(f"A{n:02}" for n in numbers)


def test_each_names_the_rules_that_rest_on_it() -> None:
    book = load_rulebook()
    for reading, rules in RULINGS:
        named = {book.rule(number).number for number in rules.split(", ")}
        resting = {rule.number for rule in book.resting_on(reading)}
        assert resting <= named, (reading, resting - named)
