"""Game, the one door: what it refuses, undo, copies, views."""

import random

import pytest

from diadochi import errors
from diadochi.game import Game
from diadochi.model.edition import EDITIONS
from diadochi.rules import activation, windows
from tests.table import BLUE, Table, changed_material


def until(game: Game, frame: type, seed: int = 5) -> Game:
    """Play at random until a frame of that kind asks."""
    rng = random.Random(seed)
    while not isinstance(game.state.agenda[-1], frame):
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
    return game


def announced(order: str, **hands: str) -> Game:
    """Blue has announced a space at sea."""
    table = Table(players=3)
    table.state.order = tuple(table.seat(faction) for faction in order.split())
    table.pc("blue", "xanthos")
    table.fleet("blue", "kilikia")
    table.army("blue", "lysimachos", "xanthos", loyal=3)
    table.deck("5", "6", "7", "8", "9", *({"1", "55"} - set(hands.values()) if hands else ()))
    for faction, card in hands.items():
        table.hand(faction, card)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "embark", "escort:kilikia")
    if table.decision.prompt == "prompt.escort":
        table.act("done")
    table.act("sail:phaselis")
    assert table.game is not None
    return table.game


def in_a_window(game: Game) -> bool:
    return isinstance(game.state.agenda[-1], windows.Priority)


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


def test_an_unknown_edition_is_refused_with_a_sentence() -> None:
    with pytest.raises(errors.GameError, match="no edition 'fifth' here; choose one of: deluxe, third, draft"):
        Game.new(4, edition="fifth")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_every_edition_begins(edition: str) -> None:
    game = Game.new(4, 1, edition=edition)
    assert game.material.edition.id == edition and game.decision is not None


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_whose_rules_are_not_all_there_is_refused(edition: str) -> None:
    with pytest.raises(errors.GameError, match="cannot be played yet"):
        Game.new(4, material=changed_material(edition, {"playable": False}))


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(errors.GameError, match="not an option"):
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
        table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
        before = table.state.digest()
        game = table.game
        assert game is not None
        game.act(game.decision.actions[0])  # type: ignore[union-attr]
        game.undo()
        assert game.digest() == before

    def test_nothing_to_undo_at_the_start(self) -> None:
        with pytest.raises(errors.CannotUndoError):
            Game.new(4, 1).undo()

    def test_it_stops_at_another_seats_decision(self) -> None:
        game = Game.new(4, 5)
        assert game.decision is not None
        first = game.decision.seat
        game.act(game.decision.actions[0])
        assert game.decision.seat != first
        if game.can_undo(first):
            game.act(game.decision.actions[0])
        assert not game.can_undo(first)

    def test_it_stops_at_a_window_of_another_seat_and_an_answer_in_it_stays(self) -> None:
        game = until(Game.new(4, 5), windows.Priority)
        while isinstance(game.state.agenda[-1], windows.Priority):
            assert not game.can_undo()
            assert [*game.earlier()] == []
            game.act("pass")
        assert not game.can_undo()

    @pytest.mark.parametrize("held", ["55", "1"])
    @pytest.mark.parametrize("order", ["blue red yellow", "red blue yellow", "yellow red blue"])
    def test_a_sail_is_not_taken_back_before_storms_at_sea(self, order: str, held: str) -> None:
        """Wherever the mover stands in the Turn Order, and whatever the others hold."""
        game = announced(order, blue="10", red=held, yellow="11")
        assert in_a_window(game)
        assert not game.can_undo()
        while in_a_window(game):
            game.act("pass")
            assert not game.can_undo()

    @pytest.mark.parametrize("hands", [{}, {"blue": "58"}])
    def test_where_nobody_else_is_asked_undo_stays_open(self, hands: dict[str, str]) -> None:
        game = announced("red blue yellow", **hands)
        assert in_a_window(game) == bool(hands)
        assert game.can_undo(0)
        game.undo(0)
        assert game.decision is not None
        assert "sail:phaselis" in game.decision.actions

    def test_a_save_of_an_older_engine_is_not_undone_across_a_window(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as older:
            older.setattr(windows, "asked", lambda p: 0)
            game, rng = Game.new(4, 5), random.Random(5)
            while not (in_a_window(game) and game.can_undo()):
                assert game.decision is not None
                game.act_code(rng.choice(game.decision.codes))
            text = game.save()
        assert not Game.load(text).can_undo()
        assert Game.load(text).save() == text

    def test_a_record_with_an_undo_across_a_window_is_still_verified(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as older:
            older.setattr(windows, "asked", lambda p: 0)
            game, rng, across = Game.new(2, 3, options=["short-game"]), random.Random(3), 0
            while game.decision is not None:
                game.act_code(rng.choice(game.decision.codes))
                if in_a_window(game) and game.can_undo() and across < 5:
                    game.undo()
                    across += 1
            text = game.record()
        assert across == 5
        assert Game.replay(text).digest() == game.digest()

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
        table = Table(players=2, segment=2)
        table.pc("blue", "pella")
        table.army("blue", "antipatros", "pella", loyal=3)
        table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
        game = table.game
        assert game is not None
        game.act(table.decision.actions[0])
        with pytest.raises(errors.CannotUndoError):
            game.undo(seat=1)
        game.undo(seat=0)


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
