"""Boards of a game one after another: the first whole, of each that follows what is different.

Each is the view of one seat at one moment, made as any other; what it does not show, no difference shows.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from diadochi.game import Game
from diadochi.model.ids import SeatId
from diadochi.model.material import Material
from diadochi.rules.face import UNDO
from diadochi.table import replay, wire_view
from diadochi.table.log_lines import seen
from diadochi.table.rows import EntryRow
from diadochi.table.store import Store
from diadochi.table.views import Showing, reveal

MOST = 5
"""Boards after the first in one answer."""
MOST_PLAYED = 18
"""Entries that are played for one answer."""

Place = list[str | int]


def boards(
    store: Store, material: Material, game: str, since: int, version: int, seat: int, *, over: bool
) -> wire_view.Boards:
    """Those from `since` on, as far as one answer goes; `version` is the game's."""
    past, _ = replay.game_at(store, material, game, since)
    first = look(past, since, seat, over=over)
    answer = wire_view.Boards(first, [], since)
    shown = plain(first)
    for row in store.entries(game, since, min(MOST_PLAYED, version - since)):
        if not played(past, row):
            break
        answer.until = row.version
        if row.action != UNDO and not seen(row, seat)[0].events:
            continue
        following = plain(look(past, row.version, seat, over=over))
        answer.steps.append(wire_view.Step(row.version, list(differences(shown, following, []))))
        shown = following
        if len(answer.steps) == MOST:
            break
    return answer


def played(game: Game, row: EntryRow) -> bool:
    """Whether an entry comes out as it did; under newer rules it may not."""
    try:
        replay.replay(game, [row])
    except replay.DifferenceError:
        return False
    return True


def look(game: Game, version: int, seat: int, *, over: bool) -> wire_view.View:
    shown = Showing(game.view(SeatId(seat)), version, past=True).shown()
    return reveal(game.material, shown, game.state) if over else shown


def plain(view: wire_view.View) -> dict[str, Any]:
    """A view as plain values; its version stands in the step."""
    out: dict[str, Any] = msgspec.to_builtins(view)
    del out["version"]
    return out


def differences(before: Any, after: Any, at: Place) -> Iterator[wire_view.Change]:
    """What leads from one plain value to another."""
    if type(before) is dict and type(after) is dict:
        for key in sorted(before.keys() - after.keys()):
            yield wire_view.Change([*at, key])
        for key, value in after.items():
            if key not in before:
                yield wire_view.Change([*at, key], value)
            elif before[key] != value:
                yield from differences(before[key], value, [*at, key])
    elif type(before) is list and type(after) is list and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield from differences(old, new, [*at, i])
    else:
        yield wire_view.Change(at, after)
