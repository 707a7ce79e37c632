"""Saves and records: read strictly, written canonically."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diadochi import __version__
from diadochi.cli import main
from diadochi.errors import GameError, TextError
from diadochi.game import Game
from diadochi.model.ids import CardId
from diadochi.model.state import State, numbered
from diadochi.rules import agenda
from diadochi.rules.group import Army
from diadochi.texts import reader, record, save
from diadochi.view import SPECTATOR
from tests.texts import (
    MATERIAL,
    VALUES,
    Json,
    changed,
    finished,
    go_on,
    mutated,
    places,
    position,
    recorded,
    recorded_end,
    sealed,
)  # fmt: skip

# Reading


READERS = (Game.load, Game.replay, Game.from_position)


@pytest.mark.parametrize("read", READERS)
@given(content=st.binary() | st.text())
def test_arbitrary_bytes_are_refused(read: Callable[[Any], Game], content: str | bytes) -> None:
    with pytest.raises(TextError):
        read(content)


@pytest.mark.parametrize("read", READERS)
@given(value=VALUES)
def test_arbitrary_json_is_refused(read: Callable[[Any], Game], value: Any) -> None:
    with pytest.raises(TextError):
        read(json.dumps(value))


@pytest.mark.parametrize("value", [{1: 2}, {"format": {1, 2}}, {"format": object()}])
def test_a_position_of_other_than_json_values_is_refused(value: Any) -> None:
    with pytest.raises(TextError):
        Game.from_position(value)


@given(data=st.data())
def test_a_save_with_any_value_changed_is_read_or_refused(data: st.DataObject) -> None:
    values = json.loads(text_of_a_save())
    path = data.draw(st.sampled_from(list(places(values))))
    text = sealed(changed(values, path, data.draw(VALUES)))
    try:
        Game.load(text)
    except TextError as error:
        assert re.match(r"this save(, line \d+| was played)", str(error))


def test_a_save_with_a_list_for_a_mask_is_refused() -> None:
    values = json.loads(text_of_a_save())
    where = values["state"]["generals_at"]
    where[next(iter(where))] = [1]
    with pytest.raises(TextError, match="generals_at has another shape"):
        Game.load(sealed(values))


@cache
def text_of_a_save() -> str:
    return go_on(Game.new(2, 3), 40, random.Random(3)).save()


@given(data=st.data())
def test_a_position_with_any_value_changed_is_played_or_refused(data: st.DataObject) -> None:
    values = json.loads(position())
    path = data.draw(st.sampled_from(list(places(values))))
    new = data.draw(VALUES | st.sampled_from([values[key] for key in values]))
    try:
        game = Game.from_position(changed(values, path, new), seed=1)
    except TextError as error:
        assert re.match(r"this position, line \d+", str(error)) or "JSON" in str(error)
    else:
        go_on(game, 5, random.Random(1))


@given(data=st.data())
def test_a_record_with_any_value_changed_is_refused(data: st.DataObject) -> None:
    values = json.loads(recorded())
    del values["entries"][5:]
    path = data.draw(st.sampled_from(list(places(values))))
    with pytest.raises(TextError):
        Game.replay(json.dumps(changed(values, path, data.draw(VALUES))))


def test_errors_name_line_and_field() -> None:
    lines = position().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if '"pcs"' in line)
    text = position().replace('"pcs": ["', '"pcs": ["atlantis", "', 1)
    with pytest.raises(TextError, match=rf"^this position, line {number}, factions\.blue: pcs 'atlantis' is unknown"):
        Game.from_position(text)


def test_a_field_that_stands_there_twice_is_refused() -> None:
    with pytest.raises(TextError, match="'turn': it stands there twice"):
        Game.from_position(position().replace('"turn": 2', '"turn": 2, "turn": 2'))


def test_the_line_of_a_value_is_found_past_strings_that_look_like_json() -> None:
    text = '{\n"a": ["}", "\\"]"],\n"b": {\n"a": 1,\n"c": [\n{},\n{"d": 2}]}}'
    paths: list[reader.Path] = [(), ("a", 1), ("b", "a"), ("b", "c", 1, "d"), ("b", "x")]
    assert [reader.line_of(text, path) for path in paths] == [1, 2, 4, 7, 3]


# Save


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_loaded_game_goes_on_exactly_the_same(players: int) -> None:
    rng = random.Random(players)
    game = Game.new(players, players)
    for _ in range(6):
        go_on(game, rng.randrange(120), rng)
        loaded = Game.load(game.save())
        assert loaded.save() == game.save()
        assert (loaded.digest(), loaded.decision, loaded.version) == (game.digest(), game.decision, game.version)
        assert (loaded.events, loaded.entries, loaded.log(0)) == (game.events, game.entries, game.log(0))
        seed = rng.random()
        for x in (loaded, twin := Game.load(game.save())):
            go_on(x, 25, random.Random(seed))
        go_on(game, 25, random.Random(seed))
        assert loaded.digest() == twin.digest() == game.digest()
        assert loaded.events == game.events


def test_a_save_from_before_the_activation_was_called_an_army_is_read() -> None:
    rng = random.Random(7)
    game = Game.new(3, 7)
    while not any(isinstance(frame, Army) for frame in game.state.agenda):
        go_on(game, 1, rng, undo=False)
    saved = game.save()
    older = json.loads(saved.replace('"Army"', '"Activation"'))
    assert older != json.loads(saved)
    older["digest"] = save.digest_of({key: value for key, value in older.items() if key != "digest"})
    assert Game.load(json.dumps(older)).save() == saved


def test_a_loaded_game_can_be_undone_as_far_as_before() -> None:
    rng = random.Random(7)
    game = Game.new(3, 7)
    while len(game._undo) < 4:
        go_on(game, 1, rng, undo=False)
    loaded = Game.load(game.save())
    while game.can_undo():
        assert loaded.can_undo()
        game.undo()
        loaded.undo()
        assert (loaded.digest(), loaded.events) == (game.digest(), game.events)
    assert not loaded.can_undo()


def test_a_finished_game_can_be_saved() -> None:
    loaded = Game.load(finished().save())
    assert (loaded.decision, loaded.result) == (None, finished().result)
    assert loaded.record() == recorded()


@pytest.mark.parametrize(
    ("path", "new", "message"),
    [
        (("state", "turn"), 3, "the digest does not fit"),
        (("key",), 3, "the digest does not fit"),
        (("format",), "diadochi record", "the format is 'diadochi record'"),
        (("version",), 99, "version 99 is newer than ours"),
    ],
)
def test_a_changed_save_is_refused(path: reader.Path, new: Any, message: str) -> None:
    with pytest.raises(TextError, match=message):
        Game.load(json.dumps(changed(json.loads(text_of_a_save()), path, new)))


def test_a_save_played_with_other_data_is_refused_unless_one_says_so() -> None:
    other = replace(MATERIAL, digest="0" * 64)
    with pytest.raises(TextError, match=r"^this save was played with other data.*--data DIR"):
        Game.load(text_of_a_save(), material=other)
    assert Game.load(text_of_a_save(), material=other, other_data=True).material is other


def test_a_negative_bit_mask_is_refused() -> None:
    values = changed(json.loads(text_of_a_save()), ("state", "arrivals"), -1)
    with pytest.raises(TextError, match=r"line \d+, state: arrivals has another shape"):
        Game.load(sealed(values))


# Record


def test_only_a_finished_game_has_a_record() -> None:
    with pytest.raises(GameError, match="when the game is over"):
        Game.new(2, 1).record()


def test_a_record_tells_with_what_and_how_the_game_was_played() -> None:
    game, told = finished(), json.loads(recorded())
    assert told["seats"] == ["blue", "red"]
    assert (told["data"], told["key"], told["key_hash"]) == (MATERIAL.digest, game.state.key.hex(), game.key_hash)
    assert [(x["seat"], x["action"]) for x in told["entries"]] == [
        (MATERIAL.pieces.factions[x.seat], x.text) for x in game.entries
    ]
    assert [i for i, x in enumerate(told["entries"], 1) if "digest" in x] == list(range(25, game.version + 1, 25))


def test_a_record_holds_every_die_that_was_rolled() -> None:
    told = json.loads(recorded())
    for entry, item in zip(finished().entries, told["entries"], strict=True):
        assert {die for event in entry.events for die in event.dice} <= set(item.get("dice", []))


def test_a_record_replays_to_the_same_end() -> None:
    replayed = Game.replay(recorded())
    assert replayed.result == finished().result
    assert replayed.events == finished().events
    assert replayed.state == finished().state


def test_a_record_replays_without_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(recorded())
    cards = {card.number: i for i, card in numbered(CardId, MATERIAL.cards)}

    def given_in(item: Json) -> record.Given:
        orders = tuple(tuple(order) for order in item.get("shuffles", []))
        return record.Given(tuple(item.get("dice", [])), tuple(cards[c] for c in item.get("draws", [])), orders)

    def nothing(s: State, n: int) -> int:
        raise AssertionError("a random number was asked for")

    monkeypatch.setattr(agenda, "below", nothing)
    state = record.beginning(MATERIAL, 2, 0, bytes(32), {})
    replay = record.Replay(MATERIAL, state, given_in(told["opening"]))
    for item in told["entries"]:
        replay.step(told["seats"].index(item["seat"]), item["action"], given_in(item))
    assert replay.game.result == finished().result


def first_with(key: str) -> int:
    return next(i for i, item in enumerate(json.loads(recorded())["entries"]) if key in item)


def other_die(values: Json) -> None:
    dice = values["entries"][first_with("dice")]["dice"]
    dice[0] = dice[0] % 6 + 1


def other_order(values: Json) -> None:
    values["entries"][first_with("shuffles")]["shuffles"][0].reverse()


def other_draw(values: Json) -> None:
    values["entries"][first_with("draws")]["draws"].reverse()


def other_seat(values: Json) -> None:
    entry = values["entries"][first_with("dice")]
    entry["seat"] = "red" if entry["seat"] == "blue" else "blue"


def other_action(values: Json) -> None:
    values["entries"][first_with("dice")]["action"] = "bury"


def other_digest(values: Json) -> None:
    values["entries"][24]["digest"] = "0" * 64


def other_opening(values: Json) -> None:
    values["opening"]["shuffles"][0].reverse()


def cut_short(values: Json) -> None:
    del values["entries"][-1]


def other_key(values: Json) -> None:
    values["key"] = "00" * 32


def other_key_and_hash(values: Json) -> None:
    values["key"], values["key_hash"] = "00" * 32, agenda.key_hash(bytes(32))


def other_winner(values: Json) -> None:
    values["result"]["winner"] = "red" if values["result"]["winner"] == "blue" else "blue"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_die, r"line \d+, entries\.\d+: dice: the record says"),
        (other_order, r"line \d+, entries\.\d+: (draws|shuffles): the record says"),
        (other_draw, r"line \d+, entries\.\d+: draws: the record says"),
        (other_seat, r"line \d+, entries\.\d+: action: it is \w+'s decision"),
        (other_action, r"line \d+, entries\.\d+: action: bury is not possible now"),
        (other_digest, r"line \d+, entries\.24: the game does not stand as the digest says"),
        (other_opening, r"line \d+, opening: shuffles: the record says"),
        (cut_short, r"entries: the game is not over"),
        (other_key, r"the key does not fit the hash"),
        (other_key_and_hash, r"opening: shuffles: the record says"),
        (other_winner, r"result: the game ends differently"),
    ],
)
def test_verify_names_the_first_difference(change: Callable[[Json], None], message: str) -> None:
    values = json.loads(recorded())
    change(values)
    with pytest.raises(TextError, match=message):
        Game.replay(json.dumps(values, indent=1))


def test_a_game_that_began_in_the_middle_has_no_record() -> None:
    game = go_on(Game.new(2, 1), 50, random.Random(1))
    middle = go_on(Game.from_state(MATERIAL, game.state.copy()), 20_000, random.Random(1))
    with pytest.raises(GameError, match="there is no record"):
        middle.record()


def test_a_game_from_a_position_with_dice_has_a_record() -> None:
    start = {**json.loads(position()), "dice": [6, 6, 1, 2]}
    game = go_on(Game.from_position(start, seed=2), 20_000, random.Random(2))
    told = json.loads(game.record())
    assert told["start"]["dice"] == [6, 6, 1, 2]
    rolled = [die for item in told["entries"] for die in item.get("dice", [])]
    assert rolled[:4] == [6, 6, 1, 2]
    assert Game.replay(game.record()).result == game.result


def test_verify_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(recorded(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    dice = sum(len(item.get("dice", [])) for item in json.loads(recorded())["entries"])
    assert f"{finished().version} actions are legal; {dice} dice and " in out
    file.write_text(recorded().replace('"action": "', '"action": "x', 1), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "entries.0: action" in capsys.readouterr().err


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs `diadochi verify` on a text, which is not that of a game with hidden cards: exit code, output and errors."""

    def run(record: str | bytes, *options: str) -> tuple[int, str, str]:
        file = tmp_path / "record.json"
        file.write_bytes(record if isinstance(record, bytes) else record.encode())
        code = main(["verify", str(file), *options])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


Verify = Callable[..., tuple[int, str, str]]


def test_verify_tells_the_hash_and_asks_to_compare_it(verify: Verify) -> None:
    """The record alone cannot tell what was shown when the game began."""
    code, out, _ = verify(recorded_end())
    assert code == 0
    assert json.loads(recorded_end())["key_hash"] in out
    assert "Compare this hash" in out


def test_verify_compares_the_hash_that_it_is_given(verify: Verify) -> None:
    shown = json.loads(recorded_end())["key_hash"]
    code, out, _ = verify(recorded_end(), "--hash", f" {shown.upper()} ")
    assert code == 0
    assert "the hash that you gave" in out
    assert "Compare" not in out
    code, out, err = verify(recorded_end(), "--hash", "00" * 32)
    assert (code, out) == (1, "")
    assert shown in err


def test_a_record_with_other_dice_does_not_fit_the_hash_that_was_shown(verify: Verify) -> None:
    """Somebody who plays the game again with another key has a record that holds in itself."""
    shown = json.loads(recorded_end(2))["key_hash"]
    forged = recorded_end(3)
    assert verify(forged)[0] == 0
    assert verify(forged, "--hash", shown)[0] == 1


def test_verify_compares_with_what_a_seat_saw(verify: Verify, tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    game = Game.replay(recorded_end())
    told = json.loads(game.record(0))
    told["entries"] = told["entries"][:20]
    mine.write_text(json.dumps(told), encoding="utf-8")
    code, out, _ = verify(recorded_end(), "--seat-record", str(mine))
    assert code == 0
    assert f"{told['seat']} was shown, and 20 entries" in out
    told["entries"][7]["action"] = "bury"
    mine.write_text(json.dumps(told), encoding="utf-8")
    code, _, err = verify(recorded_end(), "--seat-record", str(mine))
    assert code == 1
    assert "entry 7 " in err
    mine.write_text(Game.replay(recorded_end(3)).record(0), encoding="utf-8")
    code, _, err = verify(recorded_end(), "--seat-record", str(mine))
    assert code == 1
    assert "the hash is different" in err
    assert err.startswith("diadochi: this seat's record, line ")


def test_verify_names_both_engines(verify: Verify) -> None:
    assert f"diadochi {__version__}; the record says that the same version" in verify(recorded_end())[1]
    values = {**json.loads(recorded_end()), "engine": "0.0.7"}
    assert f"diadochi {__version__}; the record says that '0.0.7'" in verify(json.dumps(values))[1]


def test_verify_says_which_digests_are_missing(verify: Verify) -> None:
    values = json.loads(recorded_end())
    number = len(values["entries"]) // record.DIGEST_EVERY + 1
    assert f"{number} digests agree, and none is missing" in verify(recorded_end())[1]
    del values["entries"][24]["digest"]
    assert f"{number - 1} of {number} digests agree; missing: after entry 25." in verify(json.dumps(values))[1]
    del values["digest"]
    missing = f"{number - 2} of {number} digests agree; missing: after entry 25, the one at the end."
    assert missing in verify(json.dumps(values))[1]


@pytest.mark.parametrize("seed", range(3))
def test_verify_survives_whatever_it_is_fed(verify: Verify, seed: int, tmp_path: Path) -> None:
    """One sentence and exit code 1, never a traceback; what changes nothing that counts may still hold."""
    rng = random.Random(seed)
    mine = tmp_path / "mine.json"
    mine.write_text(Game.replay(recorded_end()).record(0), encoding="utf-8")
    for _ in range(120):
        record = mutated(recorded_end(), rng)
        code, out, err = verify(record)
        assert code in (0, 1), record
        if code == 1:
            assert out == "", record
            assert re.fullmatch(r"diadochi: [^\n]+\n", err), (record, err)
        else:
            assert err == ""
    seen = mine.read_text(encoding="utf-8")
    for _ in range(20):
        mine.write_bytes(mutated(seen, rng))
        code, _, err = verify(recorded_end(), "--seat-record", str(mine))
        assert code in (0, 1)
        assert code == 0 or re.fullmatch(r"diadochi: [^\n]+\n", err), err


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/", "no such file"])
def test_verify_reads_no_more_than_a_record_can_be(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", path]) == 1
    assert re.fullmatch(r"diadochi: [^\n]+\n", capsys.readouterr().err)


@pytest.mark.parametrize("text", ["[" * 10**6, '{"a":' * 10**6, "0" * 10**6, '{"format": ' + '"x"' * 10**5 + "}"])
def test_verify_survives_texts_without_end(verify: Verify, text: str) -> None:
    assert verify(text)[0] == 1


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_the_record_of_a_seat_holds_only_what_it_saw(seat: int) -> None:
    game = go_on(Game.new(3, 4), 300, random.Random(4))
    text = game.record(seat)
    told = json.loads(text)
    assert game.state.key.hex() not in text
    assert "digest" not in text
    shown = [event for item in [told["opening"], *(x["events"] for x in told["entries"])] for event in item]
    happened = [event for entry in game.entries for event in entry.events]
    hidden = [event for event in happened if not event.seen_by(seat)]
    assert hidden
    assert len(shown) == len(told["opening"]) + len(happened) - len(hidden)
    private = [event for event in shown if event["key"] in {event.key for event in hidden}]
    assert all(event["args"]["who"] == ["faction", seat] for event in private)


def test_the_record_of_a_seat_is_no_full_record() -> None:
    with pytest.raises(TextError, match="what one seat saw"):
        Game.replay(finished().record(0))
    with pytest.raises(GameError, match="there is no seat 2"):
        finished().record(2)
