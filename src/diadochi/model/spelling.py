"""Names that are spelt like one that is unknown."""

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, names: Iterable[str]) -> list[str]:
    """The names that are spelt most like one that is unknown."""
    return get_close_matches(name.lower(), list(names), 3)
