"""A rule fix does not end the verification of games under way: a record tells which engine played from where on."""

import json
import random

import pytest
from click.testing import CliRunner

from diadochi.cli import diadochi as program
from diadochi.data import load_material
from diadochi.errors import TextError
from diadochi.rules import deck
from diadochi.rules.agenda import Play
from diadochi.table import replay
from diadochi.texts import mark, record
from tests.server.running import Json, Person, Running

DEAL = deck.deal


def other_dealing(p: Play) -> None:
    """A seeded fix: the deal is announced otherwise, and leaves the game otherwise, than it did."""
    DEAL(p)
    p.state.barrier += 1
    p.note("cards_face_down", "5.3.3", (("cards", "number", 0),))


def play_to_the_end(ann: Person, game: str) -> None:
    rng = random.Random(2)
    for _ in range(20_000):
        view = ann.get(f"/api/games/{game}/decision", seat="blue").json()
        if view["decision"] is None:
            return
        if not view["decision"]["mine"]:
            view = ann.get(f"/api/games/{game}/decision", seat="red").json()
        decision = view["decision"]
        action = rng.choice(decision["offers"])["action"]
        assert ann.act(game, decision["seat"], view["version"], action).status_code == 200
    raise AssertionError("it does not end")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """The record of a game that was begun by an engine and ended by another one, which deals otherwise."""
    database = f"sqlite:///{tmp_path_factory.mktemp('segments') / 'games.sqlite'}"
    with pytest.MonkeyPatch.context() as patch, Running(database, engine="0.0.1-old") as server:
        patch.setattr(mark, "_source_digest", lambda: "newer")
        ann = server.person()
        game = ann.new_game("hot", "hot")
        ann.play(game, 60)
        seen = ann.get(f"/api/games/{game}/record", seat="blue").json()
        patch.setattr(deck, "deal", other_dealing)
        server.restart(engine="")
        again = ann.get(f"/api/games/{game}/record", seat="blue").json()
        assert again["entries"] == seen["entries"]
        play_to_the_end(ann, game)
        assert len(ann.get(f"/api/games/{game}/record").json()["segments"]) == 2
        # In this process the rules are the newer ones.
        table = server.table
        out: Json = json.loads(record.write_played(replay.recorded(table.store, table.games.material_of(game), game)))
        return out


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mark, "_source_digest", lambda: "newer")
    monkeypatch.setattr(deck, "deal", other_dealing)


def test_the_record_names_the_engines_and_the_position_from_which_the_newer_one_went_on(told: Json) -> None:
    first, second = told["segments"]
    assert (first["from"], first["engine"], "base" in first) == (1, "0.0.1-old", False)
    assert second["from"] > 60
    assert "-newer-" in second["engine"]
    assert second["base"]["key"] == told["key"]


@pytest.mark.usefixtures("newer")
def test_the_engine_that_went_on_verifies_its_segment_and_says_where_the_other_one_differs(told: Json) -> None:
    checked = record.verify(json.dumps(told))
    old, new = checked.segments
    assert old.why
    assert 0 < old.until < old.last
    assert (new.first, new.until, new.why) == (old.last + 1, len(told["entries"]), "")
    assert checked.winner == told["result"]["winner"]
    assert checked.actions == old.until + new.last - old.last


@pytest.mark.usefixtures("newer")
def test_what_this_engine_played_must_come_out_as_the_record_says(told: Json) -> None:
    harmed = json.loads(json.dumps(told))
    dice = next(e for e in harmed["entries"][harmed["segments"][1]["from"] :] if "dice" in e)
    dice["dice"][0] = dice["dice"][0] % 6 + 1
    with pytest.raises(TextError, match="the record says"):
        record.verify(json.dumps(harmed))
    other = json.loads(json.dumps(told))
    other["segments"][1]["base"]["key"] = "00" * 32
    with pytest.raises(TextError, match="another key"):
        record.verify(json.dumps(other))


@pytest.mark.usefixtures("newer")
def test_the_command_line_tells_what_is_not_checked(told: Json) -> None:
    result = CliRunner().invoke(program, ["verify", "-"], input=json.dumps(told))
    assert result.exit_code == 0, result.output
    first = told["segments"][1]["from"]
    assert f"Actions 1 to {first - 1}, by the engine '0.0.1-old': played again up to" in result.output
    assert "the rest is NOT checked" in result.output
    assert f"Actions {first} to {len(told['entries'])}, by the engine" in result.output


def test_the_engine_that_began_verifies_its_own_segment_against_the_position_that_follows(
    told: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old engine, a year later: its part comes out, up to the very position from which the newer one went on."""
    monkeypatch.setattr(mark, "_source_digest", lambda: "old")
    ours = json.loads(json.dumps(told))
    ours["segments"][0]["engine"] = mark.engine_mark(load_material())
    checked = record.verify(json.dumps(ours))
    assert (checked.segments[0].until, checked.segments[0].why) == (checked.segments[0].last, "")
    ours["segments"][1]["base"]["vp"][0] += 1
    with pytest.raises(TextError, match="does not end in the position"):
        record.verify(json.dumps(ours))


def test_a_record_of_one_engine_says_so_and_older_records_are_read() -> None:
    from tests.texts import finished

    game = finished()
    written = json.loads(game.record())
    assert written["segments"] == [{"from": 1, "engine": mark.engine_mark(game.material)}]
    assert record.verify(json.dumps(written)).is_whole
    del written["segments"]
    assert record.verify(json.dumps({**written, "version": 1})).is_whole
