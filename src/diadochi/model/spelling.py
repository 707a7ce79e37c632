"""Names that are spelt like one that is unknown."""

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, names: Iterable[str]) -> str:
    """The names that are spelt most like one that is unknown, as a question; empty if there are none."""
    found = get_close_matches(name.lower(), list(names), 3)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
