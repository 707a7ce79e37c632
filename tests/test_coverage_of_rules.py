"""`make rules`, and that nothing falls out of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.coverage_of_rules import SHARED, Coverage, Marks, everything, marks_of, rule_marks, tell

ROOT = Path(__file__).parent.parent


def of(marks: dict[str, str] | None = None, waivers: dict[str, str] | None = None) -> Coverage:
    return Coverage("rule", ("R1.1", "R1.2", "R2.1"), marks or {}, waivers or {})


def marks(request: pytest.FixtureRequest) -> Marks:
    """Of the tests that run now if these are all; else they are collected anew, which takes half a minute."""
    items, chosen = request.session.items, request.config.option
    whole = {item.path for item in items} >= set((ROOT / "tests").rglob("test_*.py"))
    return marks_of(items) if whole and not (chosen.keyword or chosen.markexpr) else collected_anew()


def collected_anew() -> Marks:
    code = "import json; from tests.coverage_of_rules import collect; print(json.dumps(collect()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    found: Marks = json.loads(done.stdout)
    return found


def test_everything_is_proven_or_waived_and_every_mark_is_known(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    found = marks(request)
    for edition, generals in (("deluxe", 20), ("third", 12), ("draft", 13)):
        code = tell(found, edition)
        told = capsys.readouterr()
        assert code == 0, told.err
        heads = told.out.splitlines()[:4]
        assert [line.split(":")[0] for line in heads] == ["rules", "examples", "generals", "cards"]
        assert heads[2] == f"generals: {generals} of {generals}"


@pytest.mark.parametrize(
    ("edition", "counts"), [("deluxe", (668, 71, 20, 70)), ("third", (390, 95, 12, 63)), ("draft", (625, 34, 13, 59))]
)
def test_what_there_is_to_prove(edition: str, counts: tuple[int, ...]) -> None:
    assert tuple(len(ids) for ids in everything(edition).values()) == counts


def test_a_line_that_shares_rules_is_proven_by_tests_that_run_in_its_edition() -> None:
    """The third edition's 2.2.1 says the same as 7.2.1 and 7.2.2."""
    tests = {"R7.2.1": "a", "R7.2.2": "b"}
    assert "T2.2.1" not in rule_marks({"rule": tests, SHARED["third"]: {"R7.2.1": "a"}}, "third")
    assert rule_marks({"rule": tests, SHARED["third"]: tests}, "third")["T2.2.1"] == "a"


def test_the_headline_counts_what_has_a_test() -> None:
    assert of({"R1.1": "a", "R2.1": "b"}).headline == "rules: 2 of 3 covered"


def test_what_has_no_test_is_listed_with_its_reason() -> None:
    coverage = of({"R1.1": "a"}, {"R1.2": "a count"})
    assert list(coverage.gaps) == ["rule R1.2: a count", "rule R2.1: NO TEST"]


@pytest.mark.parametrize(
    ("marks", "waivers", "problem"),
    [
        ({"R9.9": "test_x"}, {"R*": "later"}, "test_x: there is no rule R9.9"),
        ({"R1.1": "a", "R1.2": "a"}, {}, "rule R2.1 has neither a test nor a waiver"),
        ({"R1.1": "a", "R1.2": "a"}, {"R1.2": "x", "R2.1": "x"}, "waivers.json: rule R1.2 has a test"),
        ({"R1.1": "a", "R1.2": "a"}, {"R7.1": "x", "R2.1": "x"}, "waivers.json: there is no rule R7.1"),
    ],
)
def test_a_gap_an_unknown_mark_and_a_needless_waiver_are_problems(
    marks: dict[str, str], waivers: dict[str, str], problem: str
) -> None:
    (found,) = of(marks, waivers).problems
    assert found.startswith(problem)
