import io
import os

import pytest
from hypothesis import settings

from tests.browser import NoBrowserError
from tests.browser import browser as find_browser

settings.register_profile("diadochi", deadline=None, max_examples=60)
settings.load_profile("diadochi")


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The corrections and the terminal of whoever runs the tests must not change them."""
    monkeypatch.delenv("DIADOCHI_DATA", raising=False)
    for name in [n for n in os.environ if n in ("COLUMNS", "FORCE_COLOR", "NO_COLOR")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


@pytest.fixture(scope="session")
def browser() -> str:
    """The path of a Chromium or Chrome."""
    try:
        return find_browser()
    except NoBrowserError as missing:
        pytest.fail(str(missing), pytrace=False)
