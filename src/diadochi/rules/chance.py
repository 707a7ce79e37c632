"""Chance: one keyed stream per game that anybody can verify once the key is published.

Draw number i of the game whose key is k is HMAC-SHA-256(k, i as 8 big-endian bytes), read as a number.
A die is that number modulo 6, plus 1; a shuffle is Fisher-Yates from the end, one draw per card. A queue of
fixed dice, draws and orders (tests, puzzles, replays) is used up first.
"""

import hashlib
import hmac

from diadochi.model.state import State


def key_of_seed(seed: int) -> bytes:
    """The key of a game of the laboratory."""
    return hashlib.sha256(f"diadochi seed {seed}".encode()).digest()


def key_hash(key: bytes) -> str:
    """What is shown when the game starts."""
    return hashlib.sha256(key).hexdigest()


def below(s: State, n: int) -> int:
    """A number from 0 to n - 1."""
    number = int.from_bytes(hmac.digest(s.key, s.rolls.to_bytes(8, "big"), "sha256"), "big")
    s.rolls += 1
    s.barrier += 1
    return number % n


def die(s: State) -> int:
    if s.fixed_dice:
        value = s.fixed_dice[0]
        s.fixed_dice = s.fixed_dice[1:]
        s.rolls += 1
        s.barrier += 1
        return value
    return below(s, 6) + 1


def shuffle(s: State, items: list[int]) -> None:
    """Shuffle in place, from a sorted start so that no earlier order shows through."""
    items.sort()
    if s.fixed_orders:
        order, s.fixed_orders = s.fixed_orders[0], s.fixed_orders[1:]
        if sorted(order) == items:
            s.rolls += max(0, len(items) - 1)
            s.barrier += max(0, len(items) - 1)
            items[:] = order
            return
    for i in range(len(items) - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]
