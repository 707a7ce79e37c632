"""The trace that `python -m tests.trace` prints."""

import re

from tests.arrows import ARCHITECTURE
from tests.trace import march, traces


def test_the_march_that_is_traced_has_an_interception_and_a_battle() -> None:
    table = march()
    done = traces(table)
    assert [action for action, _ in done][:2] == ["march:sardeis", "intercept:pergamon"]
    assert table.events("interception_roll") and table.events("battle_won")


def test_calls_from_one_module_into_another_are_counted() -> None:
    _, trace = traces(march())[-1]
    assert ("diadochi.rules.march", "diadochi.rules.battle") in trace.crossings
    assert all(outer != inner for outer, inner in trace.crossings)


MOST_MODULES, MOST_CROSSINGS = 16, 150
"""For one action, as docs/architecture.md says."""


def test_one_action_runs_through_few_modules() -> None:
    done = [trace for _, trace in traces(march())]
    assert max(len(trace.modules) for trace in done) <= MOST_MODULES
    assert max(trace.crossings.total() for trace in done) <= MOST_CROSSINGS


def test_the_page_tells_the_figures_and_draws_the_modules_of_every_action() -> None:
    page = ARCHITECTURE.read_text(encoding="utf-8").split("## One march through the modules")[1]
    assert f"at most {MOST_MODULES} modules and {MOST_CROSSINGS} crossings" in page
    for action, trace in traces(march()):
        drawn = page.split(f"    {action} ")[1].split("]")[0]
        assert {name.rsplit(".", 1)[-1] for name in trace.modules} <= set(re.findall(r"[a-z_]+", drawn))
