"""What earlier releases wrote is opened by this one: databases, saves, records, positions."""

import gzip
import itertools
import random
from pathlib import Path

import pytest

from diadochi import Game, TextError
from tests.fixtures.reading import databases, facts_of, files, name_of, text_of
from tests.server.running import Running, wait_until

STEPS = 30


def play_on(game: Game, steps: int = STEPS) -> None:
    rng = random.Random(steps)
    for _ in range(steps):
        if game.decision is None:
            return
        game.act(rng.choice(game.decision.actions))


def test_there_are_fixtures() -> None:
    """An empty folder would prove nothing."""
    assert len(files("saves")) >= 200
    assert len(files("records")) >= 16
    assert len(files("positions")) >= 60
    assert len(databases()) >= 1


@pytest.mark.parametrize("path", files("saves"), ids=name_of)
def test_a_save_is_read_and_goes_on(path: Path) -> None:
    game = Game.load(text_of(path))
    assert (game.decision is None) == path.name.endswith("-finished.json.gz")
    play_on(game)
    assert Game.load(game.save()).digest() == game.digest()


@pytest.mark.parametrize("path", files("positions"), ids=name_of)
def test_a_position_is_read_and_played(path: Path) -> None:
    play_on(Game.from_position(text_of(path), seed=1))


@pytest.mark.parametrize("path", [p for p in files("records") if "-seat" not in p.name], ids=name_of)
def test_a_record_is_replayed_or_says_which_engine_made_it(path: Path) -> None:
    try:
        game = Game.replay(text_of(path))
    except TextError as error:
        assert "engine" in str(error)
    else:
        assert game.result is not None


@pytest.mark.parametrize("path", databases(), ids=lambda path: path.parent.name)
def test_a_server_goes_on_with_the_games_of_a_database(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    facts = facts_of(path)
    file = tmp_path / "games.sqlite"
    file.write_bytes(gzip.decompress(path.read_bytes()))
    with Running(f"sqlite:///{file}") as server:
        ann = server.person()
        ann.http.cookies.update(facts["cookies"])
        ann.ids = itertools.count(1_000_000)
        for name, game in facts["games"].items():
            table = ann.table(game)
            if name == "open":
                assert table["status"] == "waiting"
                continue
            before, now = facts["views"][name], ann.view(game)
            assert now["version"] >= before["version"], name
            assert (now["decision"] is None) == name.startswith("finished"), name
            if name == "with a bot":
                ann.decide(game, "blue", random.Random(1))
            elif now["decision"] is not None:
                assert ann.play(game, STEPS)["version"] > now["version"], name
            else:
                assert ann.get(f"/api/games/{game}/record").status_code == 200, name
        wait_until(lambda: not server.table.store.open_games(*server.table.games.editions.marks))
    assert "damaged" not in caplog.text, "an upgrade looks like damage"
