from pathlib import Path

import pytest

from diadochi.lab import games
from diadochi.lab.games import Played
from diadochi.lab.match import Match, play


@pytest.fixture(scope="session")
def few() -> list[Played]:
    """Small games of two and three players at random."""
    return [play(Match(i, 40 + i, str(i), ("random",) * (2 + i % 2))) for i in range(4)]


@pytest.fixture
def few_file(few: list[Played], tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    games.write(path, few)
    return path
