"""Random whole games: what must hold at every moment, and that the harness would notice."""

import random
from operator import attrgetter

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.edition import EDITIONS
from diadochi.model.ids import FactionId
from diadochi.model.notation import code
from diadochi.model.state import FIELDS
from diadochi.model.verbs import Verb
from diadochi.rules import deck, windows
from diadochi.rules.agenda import Play
from diadochi.view import PUBLIC
from tests import harness

PLAYERS = (2, 3, 4, 5)
TABLES = [(edition, players) for edition in EDITIONS for players in load_material(edition).edition.players]
AT_EVERY_TABLE = pytest.mark.parametrize(("edition", "players"), TABLES)
SECRET = {"barrier", "deck", "face_down", "fixed_dice", "fixed_draws", "fixed_orders", "hands", "key", "knows", "rolls"}


@AT_EVERY_TABLE
def test_random_games_end_and_keep_the_invariants(edition: str, players: int) -> None:
    for seed in range(3):
        game = harness.play(players, seed, harness.keeps_invariants, edition=edition)
        assert game.result is not None


@pytest.mark.parametrize("players", PLAYERS)
def test_offers_are_exact(players: int) -> None:
    harness.play(players, 11, harness.now_and_then(harness.offers_are_exact, 25))


@AT_EVERY_TABLE
def test_undo_copies_and_json_at_random_moments(edition: str, players: int) -> None:
    looks = (harness.undo_restores, harness.copies_are_independent, harness.state_survives_json)
    harness.play(players, 12, *(harness.now_and_then(look, 20) for look in looks), edition=edition)


@AT_EVERY_TABLE
def test_no_state_comes_back_within_a_player_turn(edition: str, players: int) -> None:
    harness.play(players, 13, harness.no_cycles(), edition=edition, limit=1200)


@AT_EVERY_TABLE
def test_nothing_leaks(edition: str, players: int) -> None:
    harness.play(players, 14, harness.now_and_then(harness.nothing_leaks, 12), edition=edition)


@AT_EVERY_TABLE
def test_every_card_is_somewhere_exactly_once_in_every_sample(edition: str, players: int) -> None:
    """At every moment of a game: windows, announced cards and their answers, events being resolved."""
    harness.play(players, 16, harness.samples_fit, edition=edition, limit=1500)


def test_a_surprise_card_that_is_announced_is_dealt_to_nobody() -> None:
    """6.2.6: while it may be answered."""
    announced = set()
    for seed in range(40):
        game = announcing(seed)
        if game is not None:
            harness.samples_fit(game, random.Random(seed))
            announced.add(windows.announced(game.state).bit_count())
    assert 1 in announced


def announcing(seed: int) -> Game | None:
    """A game in which a Surprise card has been announced; None if nobody does so early."""
    rng = random.Random(seed)
    game = Game.new(4, seed)
    for _ in range(1500):
        if game.decision is None or windows.announced(game.state):
            break
        surprises = [a for a in game.decision.actions if a.startswith("surprise:")]
        game.act(rng.choice(surprises or game.decision.actions))
    return game if windows.announced(game.state) else None


@AT_EVERY_TABLE
def test_no_log_leaks(edition: str, players: int) -> None:
    harness.play(players, 15, harness.now_and_then(harness.logs_do_not_leak, 60), edition=edition)


def test_every_field_of_the_state_is_named_public_or_secret() -> None:
    assert set(PUBLIC) | SECRET == set(FIELDS)
    assert not set(PUBLIC) & SECRET


def in_a_window(seed: int) -> Game:
    """A game in which a window asks somebody."""
    rng = random.Random(seed)
    game = Game.new(4, seed)
    while not isinstance(game.state.agenda[-1], windows.Priority):
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
    return game


def test_the_harness_notices_a_hand_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_a_window(1)
    monkeypatch.setattr("diadochi.view.PUBLIC", (*PUBLIC, "hands"))
    monkeypatch.setattr("diadochi.view.READ_PUBLIC", attrgetter(*PUBLIC, "hands"))
    with pytest.raises(AssertionError, match="sees something hidden"):
        harness.nothing_leaks(game, random.Random(1))


def test_the_harness_notices_a_cards_name_in_a_public_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told what a seat draws."""

    def draw_openly(p: Play, seat: FactionId, rule: str) -> int:
        card = drawn(p, seat, rule)
        p.note("draws_card", rule, (("who", "faction", seat), ("card", "card", card)))
        return card

    drawn = deck.draw
    monkeypatch.setattr(deck, "draw", draw_openly)
    with pytest.raises(harness.HarnessError, match="reads something hidden"):
        for seed in range(20):
            harness.play(4, seed, harness.now_and_then(harness.logs_do_not_leak, 5), limit=150)


def test_the_harness_notices_a_prompt_that_only_a_holder_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that skips seats without a Surprise card tells who holds one."""

    def only_holders(p: Play, seat: int) -> bool:
        return bool(p.state.hands[seat] & p.surprises)

    game = in_a_window(1)
    monkeypatch.setattr(windows, "may_hold", only_holders)
    game = Game.from_state(game.material, game.state)
    with pytest.raises(AssertionError, match="sees something hidden"):
        for seed in range(30):
            harness.nothing_leaks(game, random.Random(seed))


def test_a_window_asks_seats_that_can_only_pass() -> None:
    asked = set()
    rng = random.Random(3)
    game = Game.new(4, 3)
    while game.decision is not None and game.state.turn < 2:
        if isinstance(game.state.agenda[-1], windows.Priority):
            asked.add(len(game.decision.codes))
            game.act("pass")
        else:
            game.act(rng.choice(game.decision.actions))
    assert 1 in asked
    assert code(Verb.PASS) == 0
