"""Save, record, position: they round-trip, and whatever is wrong with them is a TextError with line and field."""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diadochi.cli import main
from diadochi.data import load_material
from diadochi.errors import GameError, TextError
from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.state import State
from diadochi.rules import chance
from diadochi.texts import reader, record, save
from diadochi.texts.position import STREAM
from diadochi.view import SPECTATOR

MATERIAL = load_material()
DOCS = Path(__file__).parents[1] / "docs"
Json = dict[str, Any]

NUMBERS = st.integers(-2, 300) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | st.sampled_from(["blue", "pella", "5"])
VALUES = st.recursive(
    SCALARS, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=6), x, max_size=3), max_leaves=8
)


def go_on(game: Game, steps: int, rng: random.Random, *, undo: bool = True) -> Game:
    """So many random steps, undos among them."""
    for _ in range(steps):
        if game.decision is None:
            break
        if undo and game.can_undo() and rng.random() < 0.2:
            game.undo()
        else:
            game.act_code(rng.choice(game.decision.codes))
    return game


@cache
def finished(players: int = 2, seed: int = 1) -> Game:
    return go_on(Game.new(players, seed), 20_000, random.Random(seed))


@cache
def recorded() -> str:
    return finished().record()


def at_segment(game: Game, segment: int, rng: random.Random, turn: int = 1) -> Game:
    """Play on to the first decision of a Segment."""
    before = -1
    while (game.state.turn, game.state.segment) != (turn, segment) or before == segment:
        before = game.state.segment
        go_on(game, 1, rng, undo=False)
    return game


@cache
def position() -> str:
    return at_segment(Game.new(3, 5), 2, random.Random(5), turn=2).position()


def places(value: Any, path: reader.Path = ()) -> Iterator[reader.Path]:
    """The ways to all values inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(value: Any, path: reader.Path, new: Any) -> Any:
    out = json.loads(json.dumps(value))
    part = out
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = new
    return out


def sealed(values: Json) -> str:
    """A save whose digest fits."""
    content = {key: value for key, value in values.items() if key != "digest"}
    return json.dumps({**content, "digest": save.digest_of(content)})


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
    with pytest.raises(TextError, match=r"played with other data.*--data DIR"):
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
    cards = {card.number: i for i, card in enumerate(MATERIAL.cards)}

    def given_in(item: Json) -> record.Given:
        orders = tuple(tuple(order) for order in item.get("shuffles", []))
        return record.Given(tuple(item.get("dice", [])), tuple(cards[c] for c in item.get("draws", [])), orders)

    def nothing(s: State, n: int) -> int:
        raise AssertionError("a random number was asked for")

    monkeypatch.setattr(chance, "below", nothing)
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
    values["key"], values["key_hash"] = "00" * 32, chance.key_hash(bytes(32))


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
        (other_digest, r"line \d+, entries\.24: the game stands otherwise"),
        (other_opening, r"line \d+, opening: shuffles: the record says"),
        (cut_short, r"entries: the game is not over"),
        (other_key, r"the key does not fit the hash"),
        (other_key_and_hash, r"opening: shuffles: the record says"),
        (other_winner, r"result: the game ends otherwise"),
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


# Position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_position_round_trips_at_the_start_of_every_segment(players: int) -> None:
    rng = random.Random(players)
    game = Game.new(players, 20 + players)
    seen = set()
    before: tuple[int, ...] = ()
    while game.decision is not None:
        s = game.state
        now = (s.turn, s.round, s.active, s.segment)
        if now != before and s.segment >= 0 and rng.random() < 0.15:
            text = game.position()
            twin = Game.from_position(text, seed=1)
            assert twin.position() == text
            assert twin.decision == game.decision
            assert all(getattr(twin.state, name) == getattr(s, name) for name in State.__slots__ if name not in STREAM)
            seen.add(s.segment)
        before = now
        go_on(game, 1, rng, undo=False)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("segment", [0, 1, 2, 3])
def test_a_game_from_a_position_plays_on_to_the_end(segment: int) -> None:
    rng = random.Random(segment)
    game = Game.from_position(at_segment(Game.new(4, 8), segment, rng, turn=2).position(), seed=segment)
    assert go_on(game, 20_000, rng).result is not None


def test_a_position_is_written_only_at_the_start_of_a_segment() -> None:
    game = Game.new(4, 8)
    with pytest.raises(GameError, match="start of a Segment only"):
        game.position()
    at_segment(game, 1, random.Random(1))
    game.position()
    game.act(next(action for action in game.decision.actions if action.startswith("train:")))  # type: ignore[union-attr]
    with pytest.raises(GameError, match="not the first decision of a Segment"):
        game.position()
    with pytest.raises(GameError, match="start of a Segment only"):
        finished().position()


def test_a_position_fixes_dice_and_draws() -> None:
    start = json.loads(position())
    start["dice"], start["draws"] = [1, 2, 3], [start["cards"]["deck"][-1]]
    game = Game.from_position(start, seed=1)
    assert (game.state.fixed_dice, len(game.state.fixed_draws)) == ((1, 2, 3), 1)
    assert json.loads(game.position()) == start


def test_a_position_may_be_given_as_bytes_text_or_values() -> None:
    for given_as in (position(), position().encode(), json.loads(position())):
        assert Game.from_position(given_as, seed=1).position() == position()


def test_remarks_may_stand_in_a_position() -> None:
    start = json.loads(position())
    start["about"] = "a puzzle"
    assert Game.from_position(start, seed=1).position() == position()


WRITTEN = {
    "aside", "battle_lost", "capital", "capitals_taken", "cart_free", "champions", "condemned", "construction", "cus",
    "dealt", "deck", "discard", "dispersed", "face_down", "fixed_dice", "fixed_draws", "fleet_owner", "fleet_side",
    "front", "generals", "hands", "helepolis", "independents_active", "knows", "looted", "options", "oracle", "order",
    "owners", "pcs", "persian_support", "players", "popularity", "proposals", "removed", "round", "royal_owner",
    "royals", "segment", "active", "sp", "sp_owner", "spent", "tomb", "tomb_burier", "training", "truce", "turn",
    "usurper",
}  # fmt: skip
FOLLOWS = {
    "agenda", "cu_factions", "dead", "first", "generals_at", "legitimacy", "province_owner", "vp",
}  # fmt: skip
AT_REST = {
    "arrivals", "board_dirty", "fixed_orders", "fought", "moved_cus", "moved_generals", "moved_royals",
    "naval_cus", "naval_declared", "naval_mover", "oratory", "result", "sieges",
}  # fmt: skip


def test_every_field_of_the_state_is_told_or_follows_or_rests_at_the_start_of_a_segment() -> None:
    assert set(State.__slots__) == WRITTEN | FOLLOWS | AT_REST | STREAM


def fields(value: Any, path: reader.Path = ()) -> Iterator[str]:
    """The names of fields, without the ids that are fields too."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in IDS:
                yield key
            yield from fields(item)


IDS = {name for names in MATERIAL.notation.ids.values() for name in names}


def test_every_field_of_a_position_is_described() -> None:
    described = set(re.findall(r"`(\w+)`", (DOCS / "position.md").read_text(encoding="utf-8")))
    assert set(fields(json.loads(position()))) <= described
    assert {"face_down", "known", "sieges", "training"} <= described


# What a position cannot be


def own(values: Json, faction: str = "blue") -> Json:
    part: Json = values["factions"][faction]
    return part


def two_pcs(v: Json) -> None:
    own(v, "red")["pcs"].append(own(v)["pcs"][0])


def pc_on_transit_point(v: Json) -> None:
    own(v)["pcs"].append(next(s.id for s in MATERIAL.board.spaces if s.kind is Kind.TRANSIT))


def pc_nowhere(v: Json) -> None:
    own(v)["pcs"].append("atlantis")


def two_factions(v: Json) -> None:
    own(v, "red")["cus"][next(iter(own(v)["cus"]))] = {"loyal": 1}


def three_inside(v: Json) -> None:
    cities = {space.id for space in MATERIAL.board.spaces if space.kind is Kind.MAJOR}
    faction, city = next((f, s) for f, part in v["factions"].items() for s in part["pcs"] if s in cities)
    own(v, faction)["cus"][f"{city}.inside"] = {"loyal": 3}


def inside_a_minor_city(v: Json) -> None:
    space = next(s for s in own(v)["pcs"] if MATERIAL.board.spaces[MATERIAL.board.space_index[s]].kind is Kind.MINOR)
    own(v)["cus"][f"{space}.inside"] = {"loyal": 1}


def at_sea(v: Json) -> None:
    own(v)["cus"]["athenai.sea"] = {"loyal": 1}


def nine_royal_army(v: Json) -> None:
    own(v)["dispersed"] = {"royal": 9}


def two_silver_shields(v: Json) -> None:
    own(v)["dispersed"] = own(v, "red")["dispersed"] = {"silver_shields": 1}


def cavalry_without_the_option(v: Json) -> None:
    own(v)["dispersed"] = {"cavalry": 1}


def no_cu(v: Json) -> None:
    own(v)["cus"][next(iter(own(v)["cus"]))] = {}


def general_twice(v: Json) -> None:
    own(v, "red")["generals"][next(iter(own(v)["generals"]))] = "dispersed"


def minor_of_another(v: Json) -> None:
    own(v)["generals"][MATERIAL.pieces.generals[MATERIAL.pieces.majors + 5].id] = "off map"


def general_among_enemies(v: Json) -> None:
    general = next(iter(own(v)["generals"]))
    own(v)["generals"][general] = next(iter(own(v, "red")["cus"]))


def general_without_a_place(v: Json) -> None:
    own(v)["generals"][next(iter(own(v)["generals"]))] = "box"


def idle_minor(v: Json) -> None:
    own(v)["generals"][MATERIAL.pieces.generals[MATERIAL.pieces.majors].id] = "arados"


def card_in_two_places(v: Json) -> None:
    v["cards"]["discards"].append(own(v)["hand"][0])


def card_nowhere(v: Json) -> None:
    v["cards"]["deck"].pop()


def known_card_in_the_open(v: Json) -> None:
    v["cards"]["known"] = {v["cards"]["aside"][0]: ["blue"]}


def upgraded_and_dispersed(v: Json) -> None:
    v["fleets"][next(iter(v["fleets"]))] |= {"upgraded": True, "dispersed": True}


def foreign_fleet(v: Json) -> None:
    v["fleets"]["rhodos"] = {"controller": "blue"}


def heir_from_afar(v: Json) -> None:
    v["royals"]["herakles"] = {"at": "box", "controller": "blue"}


def cus_of_nobody(v: Json) -> None:
    v["factions"]["blue"]["cus"]["gaza" if "gaza" not in own(v)["pcs"] else "petra"] = {"loyal": 1}
    for other in ("red", "yellow"):
        own(v, other)["cus"].pop("gaza", None)


def siege_of_nothing(v: Json) -> None:
    v["board"]["sieges"] = {own(v)["pcs"][0]: {"by": "blue", "points": 1}}


def order_without_a_player(v: Json) -> None:
    v["order"].pop()


def seventh_die(v: Json) -> None:
    v["dice"] = [7]


def unknown_field(v: Json) -> None:
    own(v)["gold"] = 3


def unknown_segment(v: Json) -> None:
    v["segment"] = "banquet"


def six_players(v: Json) -> None:
    v["players"] = 6


def tomb_without_burier(v: Json) -> None:
    v["board"]["tomb"] = "pella"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (two_pcs, r"factions\.red: pcs: \w+ has two PCs"),
        (pc_on_transit_point, r"factions\.blue: pcs: \w+ is a Transit Point"),
        (pc_nowhere, r"factions\.blue: pcs 'atlantis' is unknown"),
        (two_factions, r"factions\.red\.cus: [\w.]+: CUs of two Factions"),
        (three_inside, r"factions\.\w+\.cus: \w+\.inside: at most 2 CUs"),
        (inside_a_minor_city, r"factions\.blue\.cus: \w+\.inside: only a Major City has an inside"),
        (at_sea, r"factions\.blue\.cus: athenai\.sea: nobody is at sea"),
        (nine_royal_army, r"factions\.blue: cus: there are more than 8 Royal Army CUs"),
        (two_silver_shields, r"factions\.red: cus: the Silver Shields are one stack"),
        (cavalry_without_the_option, r"factions\.blue: cus: Cavalry needs the option"),
        (no_cu, r"factions\.blue\.cus\.\w+: there is no CU"),
        (general_twice, r"factions\.red\.generals: \w+: he stands there twice"),
        (minor_of_another, r"factions\.blue\.generals: \w+: he is no General of this player"),
        (general_among_enemies, r"factions: \w+: \w+ stands among enemies"),
        (general_without_a_place, r"factions\.blue\.generals: \w+ 'box' is unknown"),
        (idle_minor, r"factions\.blue\.generals: \w+: by the rules it would at once be nothing"),
        (card_in_two_places, r"cards: discards: a card of it is in two places"),
        (card_nowhere, r"cards: deck: the card \w+ is nowhere"),
        (known_card_in_the_open, r"cards\.known: \w+: everybody can see this card"),
        (upgraded_and_dispersed, r"fleets\.\w+: upgraded: a Dispersed or uncontrolled Fleet"),
        (foreign_fleet, r"fleets: rhodos: by the rules it would at once be nothing"),
        (heir_from_afar, r"royals\.herakles: controller: nobody controls"),
        (cus_of_nobody, r"factions\.blue\.cus: \w+: by the rules it would at once be nothing"),
        (siege_of_nothing, r"board\.sieges\.\w+: by: he besieges nothing"),
        (order_without_a_player, r"order: a player is missing"),
        (seventh_die, r"dice is 7, out of range"),
        (unknown_field, r"factions\.blue: the field 'gold' is unknown"),
        (unknown_segment, r"segment 'banquet' is unknown"),
        (six_players, r"players is 6, out of range"),
        (tomb_without_burier, r"board: tomb: who buried Alexander"),
    ],
)
def test_an_impossible_position_is_refused(change: Callable[[Json], None], message: str) -> None:
    values = json.loads(position())
    change(values)
    with pytest.raises(TextError, match=rf"^this position, line \d+.*{message}"):
        Game.from_position(values)


def test_a_game_that_is_won_is_no_position() -> None:
    values = json.loads(position())
    for name, part in values["factions"].items():
        part["pcs"] = [s.id for s in MATERIAL.board.spaces if s.kind is not Kind.TRANSIT] if name == "blue" else []
        part["cus"] = {}
        part["generals"] = dict.fromkeys(part["dealt"], "dispersed")
    values["independents"]["pcs"] = []
    for army in values["independents"]["armies"].values():
        army["at"] = "box"
    values["royals"] = {royal: {"at": "box"} for royal in values["royals"]}
    values["fleets"] = {}
    with pytest.raises(TextError, match="blue has won already"):
        Game.from_position(values)
