import pytest

from diadochi.rules import tyche
from tests.rules.segments import needs_interpreted
from tests.shared import edition_played, pytest_generate_tests

__all__ = ["edition_played", "pytest_generate_tests"]


@pytest.fixture
def any_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event can be played and does nothing."""
    needs_interpreted()
    monkeypatch.setattr(tyche, "condition", lambda p, seat, card: None)
    monkeypatch.setattr(tyche, "begin", lambda p, seat, card: p.note("event_resolved", "6.2.A.1"))
