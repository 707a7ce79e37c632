"""A newer engine: open games are played again; one that differs goes on from its stored state, and says so."""

import itertools
from collections.abc import Callable

import pytest

from diadochi.rules import deck
from diadochi.rules.agenda import Play
from diadochi.table import replay
from diadochi.table.inserts import snapshot_values
from diadochi.table.rows import Header
from diadochi.table.schema import SNAPSHOTS
from tests.server.conftest import new_postgres_database
from tests.server.running import Json, Person, Running, wait_until


def other_dealing(p: Play) -> None:
    """A seeded fix: the deal is announced otherwise than it was."""
    DEAL(p)
    p.note("cards_face_down", "5.3.3", (("cards", "number", 0),))


DEAL = deck.deal


def test_a_game_that_comes_out_the_same_goes_on_without_a_word(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 40)
    before = ann.view(game, "blue")
    server.restart(engine="newer")
    assert ann.view(game, "blue") == before
    assert ann.table(game)["engine_note"] is None
    assert server.table.store.open_games("newer") == []


def test_a_game_that_comes_out_otherwise_keeps_its_state_and_tells_the_first_difference(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 60)
    entries = ann.log(game)["entries"]
    dealt = next(e["version"] for e in entries for line in e["lines"] if line["key"] == "hands_dealt")
    views = {seat: ann.view(game, seat) for seat in ("blue", "red")}
    log = ann.log(game, "blue")
    monkeypatch.setattr(deck, "deal", other_dealing)
    server.restart(engine="newer")
    table = ann.table(game)
    assert table["engine_note"]["version"] == dealt
    assert table["engine_note"]["text"]
    for seat, view in views.items():
        now = ann.view(game, seat)
        assert {**now, "can_undo": None} == {**view, "can_undo": None}
    assert ann.log(game, "blue") == log
    now = ann.play(game, 30, seed=4)["version"]
    assert now >= table["version"] + 30
    server.restart()
    assert ann.view(game)["version"] == now
    assert ann.table(game)["engine_note"] == table["engine_note"]


def test_a_moment_of_the_older_rules_is_not_shown_wrongly(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 60)
    entries = ann.log(game)["entries"]
    dealt = next(e["version"] for e in entries for line in e["lines"] if line["key"] == "hands_dealt")
    first = ann.view(game, at=dealt - 1)
    monkeypatch.setattr(deck, "deal", other_dealing)
    server.restart(engine="newer")
    assert ann.view(game, at=dealt - 1) == first
    gone = ann.get(f"/api/games/{game}/view", at=dealt)
    assert (gone.status_code, gone.json()["error"]) == (410, "gone")
    assert ann.view(game, at=ann.table(game)["version"])


def test_a_moment_that_cannot_be_read_any_more_is_gone(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 20)
    before = ann.view(game, "blue")
    with server.table.store.writing() as connection:
        strange = b'{"players": 2, "options": 0, "agenda": [["Siesta"]]}'
        connection.execute(SNAPSHOTS.delete())
        connection.execute(SNAPSHOTS.insert(), snapshot_values(game, 0, strange))
    server.restart()
    gone = ann.get(f"/api/games/{game}/view", at=3)
    assert (gone.status_code, gone.json()["error"]) == (410, "gone")
    assert {**ann.view(game, "blue"), "can_undo": None} == {**before, "can_undo": None}
    assert ann.play(game, 5)["version"] >= before["version"] + 5


def test_a_game_that_cannot_be_looked_at_keeps_no_other_one_from_it(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person()
    games = [ann.new_game("hot", "hot") for _ in range(3)]
    monkeypatch.setattr("diadochi.table.replay.Again.first_difference", fails_once(replay.Again.first_difference))
    server.restart(engine="newer")
    wait_until(lambda: len(server.table.store.open_games("newer")) <= 1)
    assert [ann.table(game)["status"] for game in games] == ["running"] * 3


def fails_once(work: Callable[..., object]) -> Callable[..., object]:
    calls = itertools.count()

    def working(*words: object) -> object:
        if not next(calls):
            raise OSError("the disk is away for a moment")
        return work(*words)

    return working


def test_every_open_game_is_looked_at_when_the_server_starts(server: Running) -> None:
    ann = server.person()
    games = [ann.new_game("hot", "hot") for _ in range(3)]
    server.restart(engine="newer")
    store = server.table.store
    wait_until(lambda: not store.open_games("newer"))
    headers = [store.header(game) for game in games]
    assert [header.engine for header in headers if header] == ["newer"] * 3


def test_an_older_server_does_not_take_a_game_back(database: str) -> None:
    """A rolling upgrade: on PostgreSQL both serve at once; an SQLite file is handed over and back."""
    with Running(database, engine="1.4.0-old") as old:
        ann = old.person()
        game = ann.new_game("hot", "hot")
        version = ann.play(game, 10)["version"]
        decided = ann.view(game)["decision"]["seat"]
        if old.table.store.is_postgres:
            with Running(database, engine="1.5.0-new") as new:
                goes_over(ann, new, game, ann.view(game, decided))
        else:
            old.restart(engine="1.5.0-new")
            ann.play(game, 5)
            old.restart(engine="1.4.0-old")
            refused(ann, game)
        assert engine_of(old, game) == "1.5.0-new"
        old.restart(engine="1.5.0-new")
        assert ann.play(game, 5)["version"] > version


def test_a_game_in_which_an_older_server_is_busy_is_taken_over_all_the_same(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time that the newer one has caught up with it, the older one has gone on: ten times."""
    database = new_postgres_database(postgres)
    with Running(database, engine="1.4.0-old") as old:
        ann = old.person()
        game = ann.new_game("hot", "hot")
        ann.play(game, 10)
        look, busy = replay.Again.first_difference, iter(range(10))

        def look_too_late(again: replay.Again, header: Header) -> replay.DifferenceError | None:
            out = look(again, header)
            if next(busy, None) is not None:
                ann.play(game, 1)
            return out

        monkeypatch.setattr(replay.Again, "first_difference", look_too_late)
        with Running(database, engine="1.5.0-new") as new:
            wait_until(lambda: engine_of(new, game) == "1.5.0-new", 60)
            refused(ann, game)
            ann.server = new
            assert ann.table(game)["engine_note"] is None
            assert ann.view(game)["version"] >= 20


def goes_over(ann: Person, new: Running, game: str, view: Json) -> None:
    """What the old server has in memory is of no use to it once the new one has touched the game."""
    old = ann.server
    wait_until(lambda: engine_of(new, game) == "1.5.0-new")
    action = view["decision"]["offers"][0]["action"]
    answer = ann.act(game, view["decision"]["seat"], view["version"], action)
    assert (answer.status_code, answer.json()["error"]) == (503, "newer_server")
    refused(ann, game)
    ann.server = new
    assert ann.play(game, 10)["version"] > view["version"]
    ann.server = old
    refused(ann, game)


def refused(ann: Person, game: str) -> None:
    answer = ann.get(f"/api/games/{game}/view")
    assert (answer.status_code, answer.json()["error"]) == (503, "newer_server")
    assert "newer server" in answer.json()["text"]


def engine_of(server: Running, game: str) -> str:
    header = server.table.store.header(game)
    assert header is not None
    return header.engine


def test_within_a_release_the_engine_that_came_later_is_the_newer_one(sqlite: str) -> None:
    with Running(sqlite, engine="one") as server:
        ann = server.person()
        game = ann.new_game("hot", "hot")
        for engine, status in (("two", 200), ("one", 503), ("two", 200), ("0.0.0-three", 503), ("four", 200)):
            server.restart(engine=engine)
            assert ann.get(f"/api/games/{game}").status_code == status, engine
