"""Choose the games of the corpus: editions, numbers of players, options, rulings, players, ways to win, rare events.

It makes games that do not exist yet and touches no other. Games for rare events are scripted (rare.py), or looked for
among many, by the keys of the events that they would add.
"""

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from diadochi.data import load_material
from diadochi.model.edition import EDITIONS
from diadochi.model.options import CHAPTER_16
from tests.corpus.events import NEVER_SEEN, all_keys, keys_of
from tests.corpus.kept import FOLDER, Kept, all_kept
from tests.corpus.players import PLAYERS, PREFERENCES
from tests.corpus.rare import scripted
from tests.corpus.replay import LONGEST, finish
from tests.soak import options_of, rulings_of

NUMBERS = (2, 3, 4, 5)
RANDOM_GAMES = 15
BOT_GAMES = {"satrap": 7, "satrap:conqueror": 2, "satrap:legitimist": 2}
MIXED_GAMES = 2
"""Of the other editions: games with some options and some rulings."""
SEARCHED = 400


def plan() -> Iterator[Kept]:
    for players in NUMBERS:
        for i in range(RANDOM_GAMES):
            yield kept(f"random-{players}p-{i:02}", players, 1000 * players + i, "random")
            yield kept(f"random-{players}p-options-{i:02}", players, 1000 * players + 500 + i, "random", True)
        for by in PREFERENCES:
            yield kept(f"{by}-{players}p", players, 7000 + players, by)
            yield kept(f"{by}-{players}p-options", players, 7500 + players, by, True)
        for by, games in BOT_GAMES.items():
            for i in range(games):
                name = by.replace(":", "-")
                yield kept(f"{name}-{players}p-{i:02}", players, 9000 + 10 * players + i, by, i % 2 == 1)
    for edition in EDITIONS[1:]:
        for players in load_material(edition).edition.players:
            yield from of_edition(edition, players)


def of_edition(edition: str, players: int) -> Iterator[Kept]:
    """Played at random, with every preference, and by the bot; every other one with some options and rulings."""
    by = ["random", *PREFERENCES, "satrap", "satrap:conqueror"]
    for i, who in enumerate([*by, *["random"] * MIXED_GAMES]):
        seed = 1000 * players + i
        mixed = i % 2 == 1 or i >= len(by)
        yield Kept(
            f"{edition}-{players}p-{i:02}-{who.replace(':', '-')}",
            players,
            seed,
            options_of(seed, load_material(edition).edition, players) if mixed else (),
            who,
            "",
            edition=edition,
            rulings=rulings_of(seed, load_material(edition).edition) if mixed else {},
        )


def kept(name: str, players: int, seed: int, by: str, options: bool = False, why: str = "") -> Kept:
    return Kept(name, players, seed, some_options(seed) if options else (), by, why)


def some_options(seed: int) -> tuple[str, ...]:
    rng = random.Random(seed)
    return tuple(name for name in CHAPTER_16 if rng.random() < 0.5)


def make() -> None:
    with ProcessPoolExecutor() as pool:
        missing = [game for game in (*plan(), *scripted()) if not game.path.exists()]
        for game in pool.map(finish, missing):
            game.write()
            print(f"{game.id}: {len(game.actions)} actions, {game.victory}", flush=True)
        seen = set().union(*pool.map(keys_of, all_kept(), chunksize=4))
        wanted = all_keys() - seen - NEVER_SEEN
        print(f"{len(seen)} kinds of events; not seen: {', '.join(sorted(wanted))}", flush=True)
        for game in rare(pool, wanted):
            game = finish(game)
            game.write()
            print(f"{game.id}: {game.why}", flush=True)
    size = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{len(all_kept())} games, {size / 1e6:.2f} MB")


def rare(pool: ProcessPoolExecutor, wanted: set[str]) -> Iterator[Kept]:
    """Games that show what no other game shows."""
    tries = [
        kept(f"rare-{players}p-{by}-{i:03}", players, 50_000 + 1000 * n + i, by, i % 2 == 0)
        for i in range(SEARCHED // 20)
        for n, by in enumerate(PREFERENCES)
        for players in NUMBERS
    ]
    for game, keys in zip(tries, pool.map(keys_played, tries, chunksize=4), strict=True):
        found = sorted(keys & wanted)
        if found:
            wanted -= set(found)
            yield Kept(game.id, game.players, game.seed, game.options, game.by, ", ".join(found))


def keys_played(game: Kept) -> set[str]:
    """The events of a game that is not kept yet, played just as `finish` plays it."""
    playing = game.begin()
    keys = {event.key for event in playing.events}
    choose, rng = PLAYERS[game.by], random.Random(f"{game.seed} 0")
    for _ in range(LONGEST):
        if playing.decision is None:
            break
        keys |= {event.key for event in playing.act(choose(playing, rng))}
    return keys


if __name__ == "__main__":
    make()
