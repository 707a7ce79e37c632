"""What a copy of a state shares, and the text of a view, which must not hang on what is installed."""

import json
import random

import pytest

from diadochi import json_text
from diadochi.bots import random_bot
from diadochi.game import Game
from diadochi.model.state import CHANGED_IN_PLACE, EVERYWHERE, FIELDS, REMEMBERED, State
from diadochi.rules.frames import make_frame
from tests.table import MATERIAL


def a_game(actions: int) -> Game:
    game = Game.new(4, 2, material=MATERIAL, keep_undo=False)
    rng = random.Random(2)
    for _ in range(actions):
        game.act_code(random_bot.pick(game, rng))
    return game


@pytest.mark.parametrize("how", ["copy", "source"])
def test_a_copy_has_its_own_of_what_is_changed_in_place_and_shares_the_rest(how: str) -> None:
    state = a_game(300).state
    copy = state.copy() if how == "copy" else State(state)
    assert copy == state
    own = {
        name
        for name in FIELDS
        if isinstance(getattr(state, name), list | dict) and getattr(copy, name) is not getattr(state, name)
    }
    assert own == set(CHANGED_IN_PLACE)


def test_whatever_is_played_on_a_copy_the_state_stays() -> None:
    """A move that changed a shared list in place would change both."""
    game = a_game(100)
    kept = game.state.copy()
    told = [(name, repr(getattr(kept, name))) for name in FIELDS if name != "agenda"]
    rng = random.Random(3)
    for _ in range(800):
        if not game.asked:
            break
        game.act_code(random_bot.pick(game, rng))
    assert [(name, repr(getattr(kept, name))) for name in FIELDS if name != "agenda"] == told


def test_what_only_saves_work_is_told_in_no_text() -> None:
    """Whoever reads a state looks at every location once."""
    state = a_game(300).state
    again = State.from_json(json.loads(json.dumps(state.to_json())), make_frame)
    assert not set(REMEMBERED) & set(FIELDS)
    assert again == state
    assert (state.touched != EVERYWHERE, again.touched) == (True, EVERYWHERE)


def test_a_view_is_the_same_text_with_and_without_msgspec(monkeypatch: pytest.MonkeyPatch) -> None:
    assert json_text.encoder is not None
    for actions in (5, 250):
        view = a_game(actions).view(1)
        quick = view.encode()
        assert quick == json.dumps(view.to_json(), separators=(",", ":"), sort_keys=True)
        with monkeypatch.context() as patch:
            patch.setattr(json_text, "encoder", None)
            assert view.encode() == quick


def test_a_copy_of_a_game_shares_the_log_and_goes_its_own_way() -> None:
    game = Game.new(players=3, seed=5)
    for _ in range(20):
        game.act_code(game.asked[0])
    copy = game.copy()
    grandchild = copy.copy()
    before = game.entries[:]
    for one, answer in ((game, 0), (copy, -1), (grandchild, 0)):
        for _ in range(5):
            one.act_code(one.asked[answer])
    assert game.entries[:20] == copy.entries[:20] == grandchild.entries[:20] == before
    assert grandchild.entries == game.entries != copy.entries
    assert [g.version for g in (game, copy, grandchild)] == [25, 25, 25]
    assert grandchild.events == game.events
    assert game.copy().save() == game.copy(keep_undo=True).save()


def test_steps_are_copied_only_when_somebody_reads_them() -> None:
    game = Game.new(players=3, seed=5)
    for _ in range(20):
        game.act_code(game.asked[0])
    copy = game.copy()
    assert copy._log.steps == []
    copy.act_code(copy.asked[0])
    assert len(copy._log.steps) == 1
    assert copy.version == 21
    assert len(copy.entries) == 21
