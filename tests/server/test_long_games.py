"""Somebody who does and undoes without end makes a game no dearer to load, and no larger in memory."""

import random

import pytest
import sqlalchemy as sa

from diadochi.game import Game
from diadochi.table import games, repair, replay
from diadochi.table.schema import ENTRIES, SNAPSHOTS
from tests.server.running import Json, Person, Running, wait_until
from tests.server.test_damage import closed, harm


def play_to_and_fro(ann: Person, game: str, steps: int, share: float, seed: int = 3) -> Json:
    """Hot seats that choose at random and often take back what they did; the view of the seat that has to decide."""
    rng = random.Random(seed)
    for _ in range(steps):
        view = seen(ann, game)
        if view["decision"] is None:
            break
        seat = view["decision"]["seat"]
        if view["can_undo"] and rng.random() < share:
            assert ann.undo(game, seat, view["version"]).status_code == 200
        else:
            ann.decide(game, seat, rng)
    return seen(ann, game)


def seen(ann: Person, game: str) -> Json:
    seat = ann.view(game)["decision"]["seat"]
    return ann.view(game, seat)


def snapshots(server: Running, game: str) -> list[int]:
    with server.table.store.reading() as connection:
        return sorted(connection.scalars(sa.select(SNAPSHOTS.c.version).where(SNAPSHOTS.c.game == game)))


def take_all_back(ann: Person, game: str) -> list[Json]:
    """Undo as often as possible; what is seen each time."""
    out = [seen(ann, game)]
    while out[-1]["can_undo"]:
        assert ann.undo(game, out[-1]["seat"], out[-1]["version"]).status_code == 200
        out.append(seen(ann, game))
    return out


def test_a_long_stretch_that_can_be_undone_is_loaded_from_its_middle(
    quick: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "SNAPSHOT_EVERY", 10_000)
    monkeypatch.setattr(games, "UNDO_KEPT", 3)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    before: Json = {}
    while len(before.get("at", ())) < 3:
        view = play_to_and_fro(ann, game, 20, 0.2, seed=before.get("version", 1))
        before = {"version": view["version"], "at": snapshots(quick, game), "view": view}
    assert before["at"][0] == 0
    assert all(0 < version < before["version"] for version in before["at"][1:])
    loaded = quick.table.games._loaded[game]
    assert loaded.game.undo_depth <= 6
    quick.restart()
    assert seen(ann, game) == before["view"]
    # An undo that the log tells reaches back no further than what a game is loaded from.
    shown = take_all_back(ann, game)
    quick.restart()
    assert seen(ann, game) == shown[-1]
    for version in before["at"]:
        assert ann.view(game, at=version)["version"] == version


def two_steps_that_can_be_undone(ann: Person, game: str) -> int:
    """Play until a seat has made two of them; the version."""
    view = play_to_and_fro(ann, game, 30, 0.0)
    while True:
        seat, could = view["seat"], view["can_undo"]
        ann.decide(game, seat, random.Random(1))
        view = seen(ann, game)
        if could and view["can_undo"] and view["seat"] == seat:
            return int(view["version"])


def test_what_was_undone_is_not_played_again(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    begun = two_steps_that_can_be_undone(ann, game)
    # One step stays, the next is taken back again and again.
    for _ in range(40):
        view = seen(ann, game)
        assert ann.undo(game, view["seat"], view["version"]).status_code == 200
        ann.decide(game, view["seat"], random.Random(1))
    before = seen(ann, game)
    assert before["version"] == begun + 80
    played: list[str] = []
    carry_out = replay.carry_out

    def counted(game: Game, seat: int, action: str) -> None:
        played.append(action)
        carry_out(game, seat, action)

    monkeypatch.setattr(replay, "carry_out", counted)
    quick.restart()
    assert seen(ann, game) == before
    assert 0 < len(played) <= games.SNAPSHOT_EVERY + games.UNDO_KEPT
    assert "undo" not in played
    assert ann.log(game)["version"] == before["version"]
    # What was undone has its moments.
    assert ann.view(game, before["seat"], at=begun + 1)["version"] == begun + 1


def test_undo_ends_where_somebody_has_gone_to_and_fro_for_very_long(
    quick: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "UNDO_WITHIN", 30)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    begun = two_steps_that_can_be_undone(ann, game)
    view = seen(ann, game)
    while view["can_undo"]:
        assert ann.undo(game, view["seat"], view["version"]).status_code == 200
        ann.decide(game, view["seat"], random.Random(1))
        view = seen(ann, game)
    assert view["version"] <= begun + 32
    assert ann.undo(game, view["seat"], view["version"]).status_code == 422
    ann.play(game, 20)


def test_a_long_game_is_kept_in_memory_from_its_last_snapshot_on(
    quick: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "RECENT", 40)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 120)
    loaded = quick.table.games._loaded[game]
    assert len(loaded.game.entries) < 100
    before = ann.view(game, "blue"), ann.log(game, "blue")
    quick.restart()
    assert (ann.view(game, "blue"), ann.log(game, "blue")) == before


def test_damage_far_back_is_mended_when_it_is_read(
    quick: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(repair, "AT_ONCE", 10)
    monkeypatch.setattr(games, "PAUSE", 3600)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 70)
    before = ann.view(game, "blue"), ann.log(game, "blue"), ann.view(game, "blue", at=7)
    harm(quick, ENTRIES.update().where(ENTRIES.c.version == 5).values(body="[]"))
    quick.restart()
    assert ann.view(game, "blue") == before[0]
    assert "damaged" not in caplog.text
    assert ann.log(game, "blue") == before[1]
    assert "version 5 of its log was damaged and has been mended" in caplog.text
    harm(quick, ENTRIES.update().where(ENTRIES.c.version == 6).values(body="[]"))
    assert ann.get(f"/api/games/{game}/record", seat="blue").status_code == 200
    assert "version 6 of its log was damaged and has been mended" in caplog.text
    harm(quick, ENTRIES.update().where(ENTRIES.c.version == 4).values(body="[]"))
    assert ann.view(game, "blue", at=7) == before[2]
    assert "version 4 of its log was damaged and has been mended" in caplog.text


def test_damage_far_back_is_found_after_the_start(
    quick: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(repair, "AT_ONCE", 10)
    ann = quick.person()
    kept, lost = ann.new_game("hot", "hot"), ann.new_game("hot", "hot")
    for game in (kept, lost):
        ann.play(game, 50)
    harm(quick, ENTRIES.update().where(ENTRIES.c.game == kept, ENTRIES.c.version == 5).values(body="[]"))
    harm(quick, ENTRIES.delete().where(ENTRIES.c.game == lost, ENTRIES.c.version == 5))
    quick.restart()
    caplog.set_level("WARNING")
    wait_for_text(caplog, f"game {kept}: version 5 of its log was damaged and has been mended")
    wait_for_text(caplog, f"game {lost}: this game is closed, because version 5 of its log is missing")
    assert "version 5 of its log is missing" in closed(quick, lost)
    assert ann.play(kept, 3)["version"] >= 53


def wait_for_text(caplog: pytest.LogCaptureFixture, text: str) -> None:
    wait_until(lambda: text in caplog.text)
