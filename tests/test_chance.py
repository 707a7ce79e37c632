"""Chance: one keyed stream per game, and queues for tests and puzzles."""

import hashlib
import hmac

from diadochi.model.state import State
from diadochi.rules import agenda


def state(key: bytes = b"k" * 32) -> State:
    s = State()
    s.key = key
    return s


def test_a_die_is_the_keyed_stream_modulo_six() -> None:
    s = state()
    for i in range(50):
        number = int.from_bytes(hmac.new(s.key, i.to_bytes(8, "big"), hashlib.sha256).digest(), "big")
        assert agenda.die(s) == number % 6 + 1


def test_all_faces_come_up_about_equally() -> None:
    s = state()
    dice = [agenda.die(s) for _ in range(6000)]
    assert all(880 < dice.count(face) < 1120 for face in range(1, 7))


def test_the_same_key_gives_the_same_dice_and_another_key_others() -> None:
    a, b, c = state(), state(), state(b"x" * 32)
    dice = [[agenda.die(s) for _ in range(20)] for s in (a, b, c)]
    assert dice[0] == dice[1] != dice[2]


def test_the_hash_of_the_key_is_what_is_shown() -> None:
    key = agenda.key_of_seed(7)
    assert agenda.key_hash(key) == hashlib.sha256(key).hexdigest()


def test_a_shuffle_does_not_depend_on_the_order_before() -> None:
    one, two = list(range(20)), list(range(19, -1, -1))
    agenda.shuffle(state(), one)
    agenda.shuffle(state(), two)
    assert one == two
    assert sorted(one) == list(range(20)) != one


def test_fixed_dice_are_used_up_first() -> None:
    s = state()
    s.fixed_dice = (6, 1)
    free = state()
    free.rolls = 2
    assert [agenda.die(s), agenda.die(s), agenda.die(s)] == [6, 1, agenda.die(free)]


def test_every_draw_is_a_barrier_for_undo() -> None:
    s = state()
    before = s.barrier
    agenda.die(s)
    assert s.barrier > before
