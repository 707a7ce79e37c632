"""Tournaments: balanced, repeatable, resumable, and counted right."""

import json
from collections import Counter
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.lab import tournament
from diadochi.lab.tournament import Plan, Played, TournamentError, run, scores, wilson

KEYS = {"games", "wins", "win_share", "low", "high", "rating"}


def played(game: int, seats: tuple[str, ...], winner: int) -> Played:
    n = len(seats)
    return Played(game, 0, seats, winner, "end-game", 5, (0,) * n, (0,) * n, (1,) * n, (0.0,) * n)


@pytest.mark.parametrize(("bots", "players"), [(("a", "b"), 2), (("a", "b", "c"), 2), (("a", "b"), 4), (("a",), 3)])
def test_every_bot_has_every_seat_with_every_deal(
    bots: tuple[str, ...], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "BOTS", dict.fromkeys("abc"))
    plan = Plan(bots, players, 0)
    rounds = players * len(plan.line_ups())
    games = [plan.game(i) for i in range(rounds)]
    assert len({Counter(name for g in games for name in [g.seats[seat]]).total() for seat in range(players)}) == 1
    for seat in range(players):
        assert Counter(g.seats[seat] for g in games) == Counter(g.seats[0] for g in games)
    for block in range(len(plan.line_ups())):
        turn = games[block * players : (block + 1) * players]
        assert len({g.seed for g in turn}) == 1
        assert len({tuple(sorted(g.seats)) for g in turn}) == 1


def test_a_game_is_played_the_same_again() -> None:
    plan = Plan(("random",), 2, 1, seed=4)
    one, two = run(plan, jobs=1), run(plan, jobs=1)
    assert (one[0].winner, one[0].vp, one[0].turn) == (two[0].winner, two[0].vp, two[0].turn)


def test_several_processes_play_the_same_games() -> None:
    plan = Plan(("random",), 2, 3, seed=4)
    alone, together = run(plan, jobs=1), run(plan, jobs=2)
    assert [(g.game, g.winner, g.vp) for g in alone] == [(g.game, g.winner, g.vp) for g in together]


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    run(Plan(("random",), 2, 2), 1, keep)
    new: list[int] = []
    out = run(Plan(("random",), 2, 3), 1, keep, lambda game: new.append(game.game))
    assert new == [2]
    assert [game.game for game in out] == [0, 1, 2]
    assert run(Plan(("random",), 2, 3), 1, keep) == out


def test_the_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    run(Plan(("random",), 2, 1), 1, keep)
    with pytest.raises(TournamentError, match="another tournament"):
        run(Plan(("random",), 3, 1), 1, keep)
    keep.write_text("what?\n", encoding="utf-8")
    with pytest.raises(TournamentError, match="cannot be read"):
        run(Plan(("random",), 2, 1), 1, keep)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(TournamentError, match="'hoplite' is no bot"):
        Plan(("hoplite",), 2, 1)
    with pytest.raises(TournamentError, match="at least one"):
        Plan((), 2, 1)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)]
)
def test_the_interval_is_wilson_s(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_every_seat_that_a_bot_plays_counts() -> None:
    found = scores([played(0, ("a", "b", "b"), 0), played(1, ("b", "a", "b"), 0)])
    assert (found["a"].games, found["a"].wins) == (2, 1)
    assert (found["b"].games, found["b"].wins) == (4, 1)


def test_the_better_bot_is_rated_higher() -> None:
    found = scores([played(i, ("a", "b"), 0) for i in range(10)])
    assert found["a"].mu > 25 > found["b"].mu
    assert found["a"].sigma < 25 / 3


def test_alone_among_its_like_a_bot_keeps_its_rating() -> None:
    assert scores([played(0, ("a", "a"), 0)])["a"].mu == 25


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--bots", "random", "--players", "2", "--games", "1", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["bots"]["random"]) == KEYS
    assert told["bots"]["random"]["games"] == 2


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--bots", "random", "--players", "2", "--games", "1", "--jobs", "1"]) == 0
    assert "95 % interval" in capsys.readouterr().out
