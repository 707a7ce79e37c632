"""What earlier releases wrote is opened by this one: databases, saves, records, positions."""

import gzip
import itertools
import json
import random
from pathlib import Path

import pytest

from diadochi import Game, TextError
from diadochi.texts import record
from diadochi.texts.mark import engine_mark
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


# Games that an older release has begun, and this one ends

BEGUN_BEFORE = [path for path in files("saves") if not path.name.endswith("-finished.json.gz")][::25]


def ended_here(text: str) -> Game:
    game = Game.load(text)
    play_on(game, 100_000)
    return game


@pytest.mark.parametrize("path", BEGUN_BEFORE, ids=name_of)
def test_a_game_begun_by_an_older_release_and_ended_here_has_a_record(path: Path) -> None:
    begun = Game.load(text_of(path))
    again = Game.load(begun.save())
    assert again.segments == begun.segments, "nothing was played between the two"
    game = ended_here(again.save())
    checked = record.verify(game.record())
    *_, ours = checked.segments
    assert (ours.engine, ours.why) == (engine_mark(game.material), "")
    assert ours.last == ours.until == game.version
    assert Game.replay(game.record()).result == game.result
    assert checked.segments[0].engine == "0.1.0" or ours.first == 1


def test_what_an_older_release_played_is_not_undone_here() -> None:
    """What would be taken back is not in the record's part of this engine."""
    could = [path for path in files("saves") if json.loads(text_of(path))["undo"]]
    assert could
    for path in could[::20]:
        game = Game.load(text_of(path))
        assert not game.can_undo()
        assert not Game.load(game.save()).can_undo()


@pytest.mark.parametrize("path", [p for p in files("saves") if "finished" in p.name][:2], ids=name_of)
def test_the_record_of_a_game_that_an_older_release_ended_says_so(path: Path) -> None:
    game = Game.load(text_of(path))
    checked = record.verify(game.record())
    assert [segment.engine for segment in checked.segments] == ["0.1.0"]
    assert not checked.is_whole
    assert game.result is not None
    assert checked.winner == game.material.pieces.factions[game.result.winner]
