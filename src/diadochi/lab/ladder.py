"""The ladder: openskill ratings of bots that outlast a run, in a file.

Every game counts once: the file remembers which games it has seen.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from diadochi.data.entry import Entry
from diadochi.errors import GameError
from diadochi.lab.games import LARGEST, Line, Played

FORMAT, VERSION = "diadochi ladder", 1
MU, SIGMA = 25.0, 25.0 / 3.0
CAUTIOUS = 3
"""The place on the ladder is decided by mu less so many sigma: what a bot has surely shown."""


class LadderError(GameError):
    """A ladder that cannot be read."""


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    wins: int = 0

    @property
    def surely(self) -> float:
        return self.mu - CAUTIOUS * self.sigma


@dataclass(slots=True)
class Ladder:
    ratings: dict[str, Rating] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    def add(self, games: Iterable[Played]) -> int:
        """Rate games that it has not seen; how many those were. Games without a sound result are not rated."""
        new = 0
        for game in games:
            mark = mark_of(game)
            if mark in self.seen or not game.is_sound:
                continue
            self.seen.add(mark)
            new += 1
            self.ratings |= rate({name: self.ratings.get(name, Rating()) for name in game.bots}, game)
        return new

    def rungs(self) -> list[tuple[str, Rating]]:
        """The highest first."""
        return sorted(self.ratings.items(), key=lambda item: (-item[1].surely, item[0]))


def mark_of(game: Played) -> str:
    """The same for the same game, whenever it was played."""
    facts = (game.key, game.rng, game.turned, game.bots, game.options, game.rulings, game.edition, game.engine)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def rate(ratings: Mapping[str, Rating], game: Played) -> dict[str, Rating]:
    """The winner beats every other seat; a bot of several seats gets the mean of what they gain."""
    assert game.result is not None
    winner = game.result.winner
    out = dict(ratings)
    if len(set(game.bots)) > 1:
        from openskill.models import PlackettLuce  # here, because it takes a while to load

        model = PlackettLuce()
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in game.bots]
        rated = model.rate(teams, ranks=[0.0 if seat == winner else 1.0 for seat in range(game.players)])
        for name in out:
            mine = [rated[seat][0] for seat, other in enumerate(game.bots) if other == name]
            mu, sigma = sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine)
            out[name] = Rating(mu, sigma, ratings[name].games, ratings[name].wins)
    for seat, name in enumerate(game.bots):
        old = out[name]
        out[name] = Rating(old.mu, old.sigma, old.games + 1, old.wins + (seat == winner))
    return out


def to_json(rating: Rating) -> dict[str, Any]:
    return {
        "surely": round(rating.surely, 2),
        "rating": round(rating.mu, 2),
        "sigma": round(rating.sigma, 2),
        "games": rating.games,
        "wins": rating.wins,
    }


# The file


def read(path: Path) -> Ladder:
    """An empty ladder if there is no such file."""
    if not path.exists():
        return Ladder()
    try:
        part = Line(str(path), "", json.loads(path.read_text(encoding="utf-8")))
    except ValueError:
        raise LadderError("error.lab.no_ladder", file=path) from None
    if part.text("format") != FORMAT or part.number("version", 1, LARGEST) != VERSION:
        raise LadderError("error.lab.ladder_format", file=path, format=repr(part.text("format")[:40]))
    bots = part.entry("bots")
    ladder = Ladder({name: read_rating(bots.entry(name)) for name in bots.raw}, set(part.texts("seen")))
    part.done()
    return ladder


def read_rating(part: Entry) -> Rating:
    rating = Rating(
        part.real("mu", -1e6, 1e6),
        part.real("sigma", 0, 1e6),
        part.number("games", 0, LARGEST),
        part.number("wins", 0, LARGEST),
    )
    part.done()
    return rating


def write(path: Path, ladder: Ladder) -> None:
    """The old file stays until the new one is whole."""
    facts: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "bots": {name: asdict(rating) for name, rating in ladder.rungs()},
        "seen": sorted(ladder.seen),
    }
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    new.replace(path)
