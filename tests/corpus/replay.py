"""Play a kept game again: at which action what differs, and how it looks now."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from diadochi.game import Game
from diadochi.rules.agenda import Event
from diadochi.texts.older import understood
from tests.corpus.kept import Kept
from tests.corpus.moment import DIGEST_BYTES, PARTS, Moment, digest, digests, moment
from tests.corpus.players import PLAYERS

SIZE = DIGEST_BYTES * len(PARTS)
SHOWN = 12
LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Difference:
    """The first moment of a game that is not as it was kept."""

    game: str
    after: int
    """How many actions had been played."""
    action: str
    what: tuple[str, ...]
    """The parts that differ, or the seat, or the action that is not offered any more, or the end."""
    detail: tuple[str, ...]
    moments: int = 1
    """How many moments differ as far as the game could be played."""

    def __str__(self) -> str:
        first = f"{self.game}: after action {self.after} ({self.action or 'the start'}) {', '.join(self.what)} differ"
        rest = f"; {self.moments} moments in all" if self.moments > 1 else ""
        return "\n".join([first + rest, *(f"    {line}" for line in self.detail)])


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a game that is played again."""

    after: int
    action: str
    game: Game
    events: Sequence[Event]


def steps(kept: Kept) -> Iterator[Step]:
    """Every moment, as far as the actions are offered."""
    game = kept.begin()
    yield Step(0, "", game, game.events)
    for number, word in enumerate(kept.actions, 1):
        action = understood(game, word)
        if game.decision is None or action not in game.decision.actions:
            return
        yield Step(number, action, game, game.act(action))


def compare(kept: Kept) -> Difference | None:
    """The first difference, with the number of all moments that differ; None if the game is as it was."""
    first: Difference | None = None
    differing, last, before = 0, 0, None
    for step in steps(kept):
        m = moment(step.game, step.events)
        what = parts_that_differ(kept, step.after, step.game, m)
        if what:
            differing += 1
            first = first or Difference(kept.id, step.after, step.action, what, tuple(describe(what, m, before)))
        last, before = step.after, m
    if last < len(kept.actions):
        offered = before["offers"].get("actions", ["the game is over"]) if before else []
        what = (f"{kept.actions[last]} is not offered any more; offers",)
        first = first or Difference(kept.id, last, kept.actions[last - 1], what, (row("offered", offered),))
    return None if first is None else replace(first, moments=differing)


def parts_that_differ(kept: Kept, after: int, game: Game, m: Moment) -> tuple[str, ...]:
    old = kept.digests[after * SIZE : (after + 1) * SIZE]
    asked = -1 if game.decision is None else game.decision.seat
    seat = () if kept.seats[after] == asked else (f"the seat asked ({kept.seats[after]}, now {asked})",)
    places = enumerate(PARTS)
    return seat + tuple(part for i, part in places if digest(m[part]) != old[i * DIGEST_BYTES : (i + 1) * DIGEST_BYTES])


def describe(what: tuple[str, ...], m: Moment, before: Moment | None) -> Iterator[str]:
    """How the parts that differ look now: of the position and the cards, what the last action changed."""
    if "events" in what:
        yield from (row("event", event) for event in m["events"])
    for part in ("position", "cards"):
        if part in what:
            yield from changes(m[part], before[part] if before else {})
    if "offers" in what:
        yield row("offered", m["offers"].get("actions", []))


def changes(now: dict[str, Any], before: dict[str, Any]) -> Iterator[str]:
    for key, value in now.items():
        old = before.get(key)
        if value == old:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            keys = [k for k in {**old, **value} if old.get(k) != value.get(k)]
            yield row(key, {k: value.get(k) for k in keys})
        else:
            yield row(key, value)


def row(name: str, value: Any) -> str:
    text = str(value)
    return f"{name}: {text if len(text) < 2000 else text[:2000] + ' …'}"


def finish(kept: Kept) -> Kept:
    """The game with the digests of now; from where its actions are not offered any more its player plays on."""
    game = kept.begin()
    kept_digests = [digests(moment(game, game.events))]
    seats = [seat_of(game)]
    actions: list[str] = []
    wanted = list(kept.actions)
    rng = random.Random(f"{kept.seed} {len(wanted)}")
    while game.decision is not None and len(actions) < LONGEST:
        action = understood(game, wanted.pop(0)) if wanted else PLAYERS[kept.by](game, rng)
        if action not in game.decision.actions:
            wanted.clear()
            rng = random.Random(f"{kept.seed} {len(actions)}")
            continue
        events = game.act(action)
        actions.append(action)
        seats.append(seat_of(game))
        kept_digests.append(digests(moment(game, events)))
    victory = game.result.victory if game.result else ""
    return replace(kept, actions=tuple(actions), seats=tuple(seats), digests=b"".join(kept_digests), victory=victory)


def seat_of(game: Game) -> int:
    return -1 if game.decision is None else game.decision.seat
