"""Game, the one door: what it refuses, undo, copies, views."""

import random

import pytest

from diadochi import errors
from diadochi.game import Game
from diadochi.model.state import FIELDS
from diadochi.rules import windows
from tests.table import Table


def until(game: Game, frame: type, seed: int = 5) -> Game:
    """Play at random until a frame of that kind asks."""
    rng = random.Random(seed)
    while not isinstance(game.state.agenda[-1], frame):
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
    return game


def test_the_same_seed_gives_the_same_game() -> None:
    assert Game.new(4, 9).digest() == Game.new(4, 9).digest() != Game.new(4, 10).digest()


def test_without_a_seed_the_key_is_secret_and_new() -> None:
    one, two = Game.new(2), Game.new(2)
    assert one.key_hash != two.key_hash
    assert len(one.state.key) == 32


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_only_two_to_five_can_play(players: int) -> None:
    with pytest.raises(errors.GameError, match="2, 3, 4 or 5"):
        Game.new(players)


def test_other_editions_are_refused_with_a_sentence() -> None:
    with pytest.raises(errors.GameError, match="deluxe"):
        Game.new(4, edition="third")


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(errors.GameError, match="no option"):
        Game.new(4, options=("chess",))


class TestRefusals:
    """Each refusal has an error class of its own and leaves the state untouched."""

    def setup_method(self) -> None:
        self.game = Game.new(4, 1)
        self.before = self.game.digest()

    def teardown_method(self) -> None:
        assert self.game.digest() == self.before
        assert self.game.version == 0

    def test_unknown_verb(self) -> None:
        with pytest.raises(errors.UnknownActionError):
            self.game.act("fly:issos")

    def test_wrong_seat(self) -> None:
        decision = self.game.decision
        assert decision is not None
        with pytest.raises(errors.WrongSeatError):
            self.game.act(decision.actions[0], seat=(decision.seat + 1) % 4)

    def test_operand_not_offered(self) -> None:
        with pytest.raises(errors.NotOfferedError) as caught:
            self.game.act("march:issos")
        assert caught.value.refusal.key

    def test_stale_version(self) -> None:
        decision = self.game.decision
        assert decision is not None
        with pytest.raises(errors.StaleVersionError):
            self.game.act(decision.actions[0], version=3)


def test_why_not_is_none_exactly_for_what_is_offered() -> None:
    game = Game.new(4, 1)
    assert game.decision is not None
    assert all(game.why_not(action) is None for action in game.decision.actions)
    assert game.why_not("bury") is not None


class TestUndo:
    def test_a_public_move_can_be_taken_back(self) -> None:
        table = Table(players=2, segment=2)
        table.pc("blue", "pella")
        table.army("blue", "antipatros", "pella", loyal=3)
        from diadochi.rules import activation

        table.begin(lambda p: activation.begin(p, 0, 4, 1))
        before = table.state.digest()
        game = table.game
        assert game is not None
        game.act(game.decision.actions[0])  # type: ignore[union-attr]
        game.undo()
        assert game.digest() == before

    def test_nothing_to_undo_at_the_start(self) -> None:
        with pytest.raises(errors.CannotUndoError):
            Game.new(4, 1).undo()

    def test_it_stops_at_another_seats_decision_even_a_pass(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        game.act("pass")
        assert game.can_undo()
        first = game.decision
        assert first is not None
        game.act("pass")
        game.undo()
        with pytest.raises(errors.CannotUndoError):
            game.undo()

    def test_it_stops_at_the_end_because_then_the_key_is_told(self) -> None:
        for seed in range(4):
            game, rng = Game.new(2, seed, options=["short-game"]), random.Random(seed)
            while game.decision is not None:
                game.act_code(rng.choice(game.decision.codes))
            assert not game.can_undo()

    def test_it_stops_at_a_chance_draw(self) -> None:
        from diadochi.rules.activation import ActivationSegment

        game = until(Game.new(4, 5), ActivationSegment)
        game.act("campaign")
        assert not game.can_undo()

    def test_it_stops_at_a_card_becoming_known(self) -> None:
        from diadochi.rules.strategy import TycheSegment

        game = until(Game.new(4, 5), TycheSegment)
        assert game.decision is not None
        game.act(next(a for a in game.decision.actions if a.startswith("spend-nothing")))
        assert not game.can_undo()

    def test_only_the_one_who_acted_takes_it_back(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        assert game.decision is not None
        seat = game.decision.seat
        game.act("pass")
        with pytest.raises(errors.CannotUndoError):
            game.undo(seat=(seat + 1) % 4)
        game.undo(seat=seat)


def test_a_copy_shares_nothing_that_changes() -> None:
    game = until(Game.new(4, 2), windows.Priority)
    copy = game.state.copy()
    assert copy == game.state
    for name in FIELDS:
        value = getattr(game.state, name)
        if isinstance(value, list | dict) and name not in ("vp", "legitimacy"):
            assert getattr(copy, name) is not value, name


def test_the_digest_is_stable_across_processes() -> None:
    import subprocess
    import sys

    script = "from diadochi.game import Game; print(Game.new(3, 4).digest())"
    told = subprocess.check_output([sys.executable, "-c", script], text=True, env={"PYTHONHASHSEED": "7"})
    assert told.strip() == Game.new(3, 4).digest()


class TestViews:
    def test_a_seat_sees_its_own_hand_and_no_other(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        view = game.view(2)
        assert view.hand == game.state.hands[2]
        assert view.known == ()
        assert view.hand_sizes == (5, 5, 5, 5)
        assert "hands" not in view.public

    def test_a_spectator_sees_no_hand_and_no_offers(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        view = game.view()
        assert view.hand == 0
        assert view.ask is not None
        assert view.ask.actions == []

    def test_a_sample_fits_everything_the_seat_knows(self) -> None:
        rng = random.Random(1)
        game = until(Game.new(4, 5), windows.Priority)
        assert game.decision is not None
        seat = game.decision.seat
        view = game.view(seat)
        for _ in range(10):
            sample = Game.sample(view, rng)
            assert sample.decision is not None
            assert sample.decision.seat == seat
            assert sample.decision.actions == game.decision.actions
            assert sample.state.hands[seat] == game.state.hands[seat]
        assert any(Game.sample(view, rng).state.hands != game.state.hands for _ in range(5))

    def test_a_private_event_is_in_the_log_of_its_seat_alone(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        own = [e for e in game.log(1) if e.key == "dealt_hand"]
        assert len(own) == 1
        assert not [e for e in game.log() if e.key == "dealt_hand"]
