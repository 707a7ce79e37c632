"""Games, saves, records and positions for tests, and what can be changed in them."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.texts import reader, save

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


@cache
def recorded_end(seed: int = 2) -> str:
    """The record of a game that begins near the end of another: short, and quickly played again, but not too short."""
    positions = segments_of(Game.new(2, seed), random.Random(seed))
    for found in reversed(positions):
        game = go_on(Game.from_position(found, seed=seed), 20_000, random.Random(seed))
        if len(game.entries) >= SHORTEST:
            return game.record()
    raise AssertionError(f"the game of seed {seed} is too short")


SHORTEST = 60


def segments_of(game: Game, rng: random.Random) -> list[str]:
    """The positions of the last Game Turns, a Segment each."""
    found: list[str] = []
    last: tuple[int, ...] = ()
    while game.decision is not None:
        s = game.state
        now = (s.turn, s.round, s.active, s.segment)
        if now != last and s.active >= 0 and s.turn > 1:
            with suppress(GameError):
                found.append(game.position())
                last = now
        go_on(game, 1, rng, undo=False)
    return found


JUNK: tuple[object, ...] = (
    None, True, -1, 0, 7, 10**12, 10**300, 0.5, "", "pella", "\ud800", [], [[]], {}, [0] * 9, {"0": 1}, "9" * 5000,
)  # fmt: skip


def mutated(text: str, rng: random.Random) -> bytes:
    """A text with something wrong in it: among its bytes, or among the values that it holds."""
    kind = rng.randrange(8)
    data = bytearray(text.encode())
    if kind == 0:
        return bytes(data[: rng.randrange(len(data))])
    if kind == 1:
        at = rng.randrange(len(data))
        del data[at : at + rng.randrange(1, 40)]
        return bytes(data)
    if kind == 2:
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    values = json.loads(text)
    path = rng.choice(list(places(values)))
    if kind == 3:
        return json.dumps(without(values, path)).encode()
    return json.dumps(changed(values, path, rng.choice(JUNK))).encode()


def without(value: Any, path: reader.Path) -> Any:
    out = json.loads(json.dumps(value))
    part = out
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return out


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
