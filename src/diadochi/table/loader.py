"""From the database to a game that goes on: sound, under the newest engine that has touched it, as its log tells it."""

import re

from diadochi import __version__
from diadochi.errors import BROKEN, GameError
from diadochi.game import Game
from diadochi.model.material import Material
from diadochi.table import repair, replay
from diadochi.table.editions import Editions
from diadochi.table.rows import Header
from diadochi.table.store import Store
from diadochi.table.store_errors import tell_operator

TRIES = 5
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class FencedError(GameError):
    """A newer engine goes on with the game."""


class ContendedError(GameError):
    """Other servers change the game all the time."""


def load(store: Store, editions: Editions, game: str, *, whole: bool = False) -> tuple[Header, Game, int] | None:
    """The header, the game with its undo history, the version of the last snapshot; None if there is no such game."""
    for _ in range(TRIES):
        header = store.header(game)
        if header is None:
            return None
        material = editions.of_game(header)
        engine = editions.mark(material)
        stored = repair.mend(store, material, header, whole=whole)
        if stored is None:
            continue
        if header.engine != engine and header.status != "over":
            check_fence(store, header, engine)
            replay.renew(store, material, header, engine)
            continue
        found = current(store, material, header, engine, stored)
        if found is not None:
            return header, *found
    raise ContendedError("error.contended")


def check_fence(store: Store, header: Header, engine: str) -> None:
    """Only the newest engine that has touched a game goes on with it."""
    if rank(store, header.engine) > rank(store, engine):
        tell_operator(f"a newer engine ({header.engine}) has touched this server's games: end this one ({engine})")
        raise FencedError("error.newer_server")


def rank(store: Store, mark: str) -> tuple[tuple[int, ...], int]:
    """Later releases are newer; within a release, the engine that came to this database later."""
    release = RELEASE.match(mark) or RELEASE.match(__version__)
    return tuple(int(part) for part in release.groups()) if release else (), store.number_of(mark)


def current(
    store: Store, material: Material, header: Header, engine: str, stored: repair.Found
) -> tuple[Game, int] | None:
    """None if the stored position was not what the log leads to, and has been written anew."""
    start, state, entries = stored.last_stretch() or replay.stretch(store, header.id, header.version)
    try:
        game = replay.played(material, state, replay.without_undone(entries))
    except replay.DifferenceError as difference:
        if header.engine == engine:
            said = f"{difference.version} {difference.text}"
            tell_operator(f"game {header.id} does not come out as it was played ({said}); it goes on as it is stored")
            store.renew(header, engine, said, header.version)
            return None
        game = None
    except BROKEN:
        game = None
    if game is not None and repair.is_as_stored(material, header, game):
        return game, start
    if game is not None and header.engine == engine:
        repair.told_mended(header, "its position")
        repair.write_state(store, header, game, header.version)
        return None
    return replay.stored(material, header), header.version
