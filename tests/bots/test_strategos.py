"""strategos: its samples fit what it sees, it keeps its time, and it knows no more than satrap."""

import random
import time

import pytest

from diadochi.bots import BOTS, satrap, strategos
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.temper import BALANCED
from diadochi.game import Game
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
        told = [
            strategos.think(g.view(decision.seat), asked(g), random.Random(8), Counted(120)) for g in (game, other)
        ]
        assert told[0] == told[1], decision.prompt


def test_it_looks_at_its_guide_s_choice_first() -> None:
    for game in searched():
        decision = asked(game)
        mind = Mind(game.view(decision.seat), decision, random.Random(3), BALANCED)
        again = Mind(game.view(decision.seat), decision, random.Random(3), BALANCED)
        tried = strategos.candidates(mind)
        assert tried[0] == satrap.decide(again).action
        assert set(tried) <= set(decision.codes)
        assert len(tried) == len(set(tried)) <= strategos.WIDTH


def test_without_time_it_does_what_its_guide_does() -> None:
    for game in searched():
        decision = asked(game)
        view = game.view(decision.seat)
        text = strategos.think(view, decision, random.Random(3), Counted(0))
        assert text == satrap.choose(view, decision, random.Random(3))


def test_it_keeps_its_time() -> None:
    game = next(g for g in moments() if asked(g).prompt == "prompt.choose_card")
    decision = asked(game)
    began = time.thread_time()
    strategos.choose(game.view(decision.seat), decision, random.Random(1))
    assert time.thread_time() - began < 0.5


@pytest.mark.parametrize("name", ["strategos", "strategos:1", "strategos:5"])
def test_its_time_limits_have_names(name: str) -> None:
    assert name in BOTS
