"""strategos: its samples fit what it sees, it keeps its time, and it knows no more than satrap."""

import random
import time

import pytest

from diadochi.bots import BOTS, satrap, strategos
from diadochi.bots.satrap.mind import Mind
from diadochi.game import Game
from diadochi.model.ids import SeatId
from diadochi.model.pieces import Royal
from diadochi.rules.agenda import Play
from tests.bots.moments import MATERIAL, asked, moments
from tests.harness import disguised

SEARCHED = ("prompt.choose_card", "prompt.activate", "prompt.intercept", "prompt.surrender_siege")


class Counted(strategos.Clock):
    """A limit of so many looks at the clock, the same on every machine."""

    def __init__(self, looks: int) -> None:
        super().__init__(0.2)
        self.looks = looks

    def is_over(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def searched() -> list[Game]:
    return [game for game in moments() if asked(game).prompt in SEARCHED]


def test_a_sample_looks_to_its_seat_exactly_like_the_game() -> None:
    rng = random.Random(2)
    for game in moments():
        seat = asked(game).seat
        view = game.view(seat)
        sample = Game.sample(view, rng)
        sample.entries, sample.key_hash = game.entries, game.key_hash
        assert sample.view(seat).encode() == view.encode()


def test_samples_differ_in_what_is_hidden() -> None:
    view = searched()[0].view(asked(searched()[0]).seat)
    hands = {tuple(view.sample(random.Random(i)).hands) for i in range(8)}
    assert len(hands) > 1


def test_every_card_of_a_sample_is_somewhere_once() -> None:
    for game in searched():
        s = game.view(asked(game).seat).sample(random.Random(4))
        places = [*s.hands, *s.front, s.discard, s.removed, s.aside]
        total = sum(x.bit_count() for x in places) + len(s.deck) + len(s.face_down)
        assert total == len(MATERIAL.cards)


def test_hidden_cards_do_not_change_its_choice() -> None:
    rng = random.Random(6)
    for game in searched()[:6]:
        decision = asked(game)
        other = Game.from_state(MATERIAL, disguised(game, decision.seat, rng), keep_undo=False)
        other.entries, other.key_hash = game.entries, game.key_hash
        told = [strategos.think(g.view(decision.seat), asked(g), random.Random(8), Counted(120)) for g in (game, other)]
        assert told[0] == told[1], decision.prompt


def test_it_looks_at_its_guide_s_choice_first() -> None:
    for game in searched():
        decision, guide = asked(game), strategos.guide(game.players, game.state.turn)
        mind = Mind.of(game.view(decision.seat), decision, random.Random(3), guide)
        again = Mind.of(game.view(decision.seat), decision, random.Random(3), guide)
        tried = strategos.candidates(mind)
        assert tried[0] == satrap.decide(again).action
        assert set(tried) <= set(decision.codes)
        assert len(tried) == len(set(tried)) <= strategos.WIDTH


def test_without_time_it_does_what_its_guide_does() -> None:
    for game in searched():
        decision, guide = asked(game), strategos.guide(game.players, game.state.turn)
        view = game.view(decision.seat)
        text = strategos.think(view, decision, random.Random(3), Counted(0))
        assert text == satrap.explained(view, decision, random.Random(3), guide)[0]


def test_it_keeps_its_time() -> None:
    game = next(g for g in moments() if asked(g).prompt == "prompt.choose_card")
    decision = asked(game)
    began = time.thread_time()
    strategos.choose(game.view(decision.seat), decision, random.Random(1))
    assert time.thread_time() - began < 0.5


def mind_with_cart_of(game: Game, owner: SeatId) -> Mind:
    owners = game.state.royal_owner.copy()
    owners[Royal.FUNERAL_CART] = owner
    game.state.royal_owner = owners
    decision = asked(game)
    return Mind.of(game.view(decision.seat), decision, random.Random(3), strategos.GUIDE)


def test_with_the_cart_in_hand_it_follows_its_guide() -> None:
    numbers = set()
    for game in (moment.copy() for moment in searched()):
        seat = asked(game).seat
        without = mind_with_cart_of(game, SeatId((seat + 1) % 4))
        with_cart = mind_with_cart_of(game, seat)
        numbers.add((len(strategos.candidates(without)), len(strategos.candidates(with_cart))))
    assert (strategos.WIDTH, 1) in numbers
    assert {number for _, number in numbers} == {1}


def test_in_the_last_game_turn_its_guide_cares_less_for_troops() -> None:
    assert strategos.guide(4, 5).troops < strategos.guide(4, 4).troops


def test_with_two_players_it_makes_no_rush_for_pella() -> None:
    assert strategos.guide(4, 2).rush
    assert not strategos.guide(2, 2).rush


def test_it_searches_on_while_a_candidate_may_still_overtake() -> None:
    close = [[0.0, 1.0], [0.0, -0.6], [0.0, 0.4]]
    assert not strategos.is_settled(close[:2], 2)
    assert not strategos.is_settled(close, 2)


@pytest.mark.parametrize("value", [-2.0, 2.0])
def test_it_stops_when_a_candidate_is_surely_worse_or_surely_better(value: float) -> None:
    assert strategos.is_settled([[0.0, value], [0.0, value + 0.1], [0.0, value - 0.1], [0.0, value]], 2)


@pytest.mark.parametrize(("value", "place"), [(0.2, 0), (0.8, 1)])
def test_it_leaves_its_guide_s_choice_only_for_one_that_is_surely_better(
    monkeypatch: pytest.MonkeyPatch, value: float, place: int
) -> None:
    game = searched()[0]
    decision = asked(game)
    view = game.view(decision.seat)
    mind = Mind.of(view, decision, random.Random(3), strategos.GUIDE)
    monkeypatch.setattr(strategos, "outcomes", lambda *_: [1.0, 1.0 + value])
    tried = list(decision.codes[:2])
    assert strategos.best_line(view, mind, tried, Counted(20)) == tried[place]


def test_it_plays_lines_of_cards_in_a_fifth_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    real = strategos.outcome

    def counted(mind: Mind, p: Play, action: int, clock: strategos.Clock) -> float | None:
        played.append(action)
        return real(mind, p, action, clock)

    monkeypatch.setattr(strategos, "outcome", counted)
    for game in moments():
        if asked(game).prompt == "prompt.choose_card":
            strategos.choose(game.view(asked(game).seat), asked(game), random.Random(1))
    assert len(set(played)) > 1


def test_a_card_that_is_kept_counts() -> None:
    game = next(g for g in moments() if asked(g).prompt == "prompt.choose_card")
    seat = asked(game).seat
    mind = Mind.of(game.view(seat), asked(game), random.Random(3), strategos.GUIDE)
    p = Play(MATERIAL, mind.s.copy())
    full = strategos.at_hand(p, mind)
    p.state.hands[seat] = 0
    assert full > strategos.at_hand(p, mind) == 0.0


@pytest.mark.parametrize("name", ["strategos", "strategos:1", "strategos:5"])
def test_its_time_limits_have_names(name: str) -> None:
    assert name in BOTS
