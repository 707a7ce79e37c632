"""Single possibilities are taken at once, or asked: a choice of the game, kept in its texts."""

import json
import random
from functools import cache

import pytest

from diadochi import Game
from diadochi.bots import BOTS
from diadochi.model.options import CHAPTER_16
from diadochi.model.state import FIELDS
from diadochi.texts import save
from tests.texts import at_segment, go_on


@cache
def asked(players: int = 2, seed: int = 3) -> Game:
    """A whole game in which everything is asked."""
    return go_on(Game.new(players, seed, ask_everything=True), 60_000, random.Random(seed))


def singles(game: Game, steps: int, seed: int) -> int:
    """How many decisions of the next steps have one possibility and do not depend on hidden cards."""
    rng = random.Random(seed)
    found = 0
    for _ in range(steps):
        if game.decision is None:
            break
        ask = game.ask(game.decision.seat)
        assert ask is not None
        found += len(ask.actions) == 1 and not ask.hidden
        game.act_code(rng.choice(game.decision.codes))
    return found


def told(game: Game) -> list[object]:
    """The state but for what remembers the answers of the question under way."""
    return [getattr(game.state, name) for name in FIELDS if name != "agenda"]


def test_single_possibilities_are_taken_at_once() -> None:
    assert singles(Game.new(4, 1), 3000, 1) == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_possibility_is_asked(players: int) -> None:
    assert singles(Game.new(players, 1, CHAPTER_16, ask_everything=True), 3000, 1) > 20


def test_nothing_is_forced_where_everything_is_asked() -> None:
    assert any(event.key == "only_choice" for event in go_on(Game.new(2, 3), 60_000, random.Random(3)).events)
    assert not any(event.key == "only_choice" for event in asked().events)
    assert asked().result is not None


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_the_same_game_comes_of_the_same_choices(seed: int) -> None:
    """Taking the single possibilities by hand leads where taking them at once does."""
    quick = Game.new(seed, seed, CHAPTER_16, keep_undo=False)
    slow = Game.new(seed, seed, CHAPTER_16, keep_undo=False, ask_everything=True)
    rng = random.Random(seed)
    for _ in range(1500):
        while slow.decision is not None and slow.decision != quick.decision:
            assert len(slow.decision.asked) == 1
            slow.act_code(slow.decision.asked[0])
        assert told(quick) == told(slow)
        if quick.decision is None:
            break
        code = rng.choice(quick.decision.codes)
        quick.act_code(code)
        slow.act_code(code)


def test_saves_say_so_and_go_on_asking() -> None:
    game = go_on(Game.new(4, 2, ask_everything=True), 150, random.Random(2))
    told = json.loads(game.save())
    assert told["ask_everything"] is True
    again = Game.load(game.save())
    assert again.ask_everything
    assert again.decision == game.decision
    assert go_on(again, 100, random.Random(1)).digest() == go_on(game, 100, random.Random(1)).digest()
    assert "ask_everything" not in json.loads(Game.new(4, 2).save())
    assert not Game.load(Game.new(4, 2).save()).ask_everything


def test_a_save_without_the_word_asks_as_before() -> None:
    values = json.loads(go_on(Game.new(4, 2, ask_everything=True), 150, random.Random(2)).save())
    content = {key: value for key, value in values.items() if key not in ("digest", "ask_everything")}
    assert not Game.load(json.dumps({**content, "digest": save.digest_of(content)})).ask_everything


def test_records_say_so_and_are_verified() -> None:
    record = asked().record()
    assert json.loads(record)["ask_everything"] is True
    replayed = Game.replay(record)
    assert replayed.ask_everything
    assert replayed.result == asked().result
    assert json.loads(asked().record(seat=0))["ask_everything"] is True


def test_copies_undo_views_and_samples_ask_too() -> None:
    game = Game.new(4, 2, ask_everything=True)
    rng = random.Random(2)
    while game.decision is None or len(game.decision.codes) > 1 or not game.can_undo():
        go_on(game, 1, rng, undo=False)
    assert game.copy().decision == game.decision
    view = game.view(game.decision.seat)
    assert view.ask_everything
    assert Game.sample(view, rng).decision == game.decision
    assert all(earlier.ask_everything for earlier in game.earlier())
    before = next(game.earlier()).decision
    game.undo()
    assert game.decision == before


def test_a_position_may_be_asked_everything() -> None:
    start = at_segment(Game.new(3, 5), 2, random.Random(5), turn=2).position()
    game = Game.from_position(start, seed=1, ask_everything=True)
    assert game.ask_everything
    assert game.position() == start
    assert singles(game, 2000, 1) > 0


def test_bots_play_where_everything_is_asked() -> None:
    game = Game.new(2, 4, ask_everything=True)
    rng = random.Random(4)
    for _ in range(150):
        assert game.decision is not None
        game.act(BOTS["satrap"](game.view(game.decision.seat), game.decision, rng))
