"""Games as JSON lines: read as they were written, refused by line where they are wrong, and played again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.lab import games
from diadochi.lab.games import Fault, GamesError, Played
from diadochi.lab.match import Match, play


@pytest.fixture(scope="module")
def played() -> Played:
    return play(Match(3, 5, "5", ("random", "random"), options=("oracle",)))


def changed(played: Played, **fields: Any) -> str:
    return json.dumps({**games.to_json(played), **fields})


def test_a_line_is_read_as_it_was_written(played: Played) -> None:
    line = games.write_line(played)
    assert line.count("\n") == 1
    assert games.read_line(line) == played


def test_a_fault_is_kept(played: Played) -> None:
    seat = replace(played.seats[1], fault=Fault(7, "died", "no\nluck"))
    failed = replace(played, seats=(played.seats[0], seat), result=None, stopped="it died")
    again = games.read_line(games.write_line(failed))
    assert again == failed
    assert not again.is_sound
    assert again.faults == (Fault(7, "died", "no\nluck"),)


def test_rulings_are_kept(played: Played) -> None:
    ruled = replace(played, rulings=(("regency-mode", "another"),))
    assert games.read_line(games.write_line(ruled)) == ruled


def test_a_line_tells_what_happened(played: Played) -> None:
    result = played.result
    assert result is not None
    last = played.player_turns[-1]
    assert (played.number, played.seed, played.bots, played.players) == (3, 5, ("random", "random"), 2)
    assert (last.vp, last.legitimacy, last.after) == (result.vp, result.legitimacy, len(played.actions))
    assert sum(seat.decisions for seat in played.seats) == len(played.actions)
    assert len({name for seat in played.seats for name in seat.generals}) == sum(len(s.generals) for s in played.seats)
    assert all(len(seat.generals) >= 2 for seat in played.seats)


def test_every_player_turn_is_told_once(played: Played) -> None:
    """Of a game with two players: by turns, and in rising order."""
    turns = [(t.turn, t.round, t.seat) for t in played.player_turns]
    assert len(set(turns)) == len(turns)
    assert [t[:2] for t in turns] == sorted(t[:2] for t in turns)
    moments = {t.after: t for t in played.player_turns}
    for number, game in enumerate(games.replay(played)):
        if number in moments:
            assert tuple(game.state.vp) == moments[number].vp
            assert tuple(game.state.legitimacy) == moments[number].legitimacy


def test_a_game_is_played_again_action_by_action(played: Played) -> None:
    versions = [game.version for game in games.replay(played)]
    assert versions == list(range(len(played.actions) + 1))
    *_, game = games.replay(played)
    assert isinstance(game, Game)
    assert (game.result, game.key_hash != "") == (played.result, True)


def test_another_action_is_refused_with_its_number(played: Played) -> None:
    for text in ("march:issos", "nonsense"):
        other = replace(played, actions=(played.actions[0], text, *played.actions[2:]))
        with pytest.raises(GamesError, match=r"game 3 cannot be played again from action 2: "):
            list(games.replay(other))


def test_another_end_is_refused(played: Played) -> None:
    assert played.result is not None
    other = replace(played, result=replace(played.result, winner=1 - played.result.winner))
    with pytest.raises(GamesError, match="ends differently"):
        list(games.replay(other))


def test_other_data_is_refused(played: Played, tmp_path: Path) -> None:
    patch = {"pieces": {"generals": {"krateros": {"battle": 1}}}}
    (tmp_path / "patch.json").write_text(json.dumps(patch), encoding="utf-8")
    with pytest.raises(GamesError, match="other data"):
        next(games.replay(played, load_material(folder=tmp_path)))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"format": "diadochi save"}, "the format is 'diadochi save'"),
        ({"version": 2}, "version 2 is newer than ours"),
        ({"number": "3"}, "number is '3', not a whole number"),
        ({"key": "xyz"}, "the key is not a hexadecimal number"),
        ({"options": ["ghost"]}, "options 'ghost' is unknown"),
        ({"seats": []}, "0 players cannot play"),
        ({"seats": [{}, {}]}, "seat 0: the field 'faction' is missing"),
        ({"player_turns": [[1]]}, "a Player Turn is not a list of six"),
        ({"player_turns": [[1, 1, 1, 9, [0, 0], [0, 0]]]}, "seat is 9, out of range"),
        ({"result": None}, "a game has a result, or was stopped"),
        ({"result": {"winner": 0, "victory": "luck", "vp": [0, 0], "legitimacy": [0, 0]}}, "victory 'luck' is unknown"),
        ({"winners": 1}, "the field 'winners' is unknown"),
        ({"actions": [1]}, "actions is 1, not a text"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(
    played: Played, tmp_path: Path, fields: dict[str, Any], told: str
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(games.write_line(played) + changed(played, **fields) + "\n", encoding="utf-8")
    reading = games.read(file)
    assert next(reading) == played
    with pytest.raises(GamesError, match=r"games.jsonl, line 2") as error:
        next(reading)
    assert told in str(error.value)


def test_what_is_no_json_is_refused_with_its_line(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(games.write_line(played).encode() + b'{"format": "diad')
    with pytest.raises(GamesError, match=r"line 2: this is not JSON"):
        list(games.read(file))
