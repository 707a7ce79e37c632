"""A study: does a General win too often, and is it the bots, the seats or our numbers?

The same deals with the same dice are played several times, each time with one thing changed: an arm. What a General's
owner wins more or less in an arm than at first, deal by deal, tells how much of his advantage is owed to what was
changed. There are many Generals, so that one of them stands out by chance: intervals and p-values are corrected for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from diadochi.errors import GameError
from diadochi.lab.games import Played, Rulings
from diadochi.lab.inference import ERROR, Estimate, binomial_p, holm, paired_difference, paired_p, share_of_blocks
from diadochi.lab.match import PROGRAM_SECONDS, Match, material_of
from diadochi.lab.plan import Plan
from diadochi.model.edition import EDITIONS

FIRST, SEATS, BOTS, DATA = "first", "seats", "bots", "data"
NEAR = 0.05
"""So near to an even share a General is no stronger than others for all that matters."""

IT_IS, IT_IS_NOT, CANNOT_TELL = "yes", "no", "cannot tell"
TOO_OFTEN, TOO_SELDOM, EVEN = "too often", "too seldom", "even"
DEPARTS = (TOO_OFTEN, TOO_SELDOM)


class StudyError(GameError):
    """A study that cannot be made; the message says why."""


@dataclass(frozen=True)
class Study:
    """What is compared: `bot` in every seat, then the Generals dealt to other seats, `other` in every seat, `patch`."""

    bot: str
    players: int
    deals: int
    seed: int = 0
    other: str = ""
    patch: str = ""
    """A folder of corrections to the data."""
    options: tuple[str, ...] = ()
    edition: str = EDITIONS[0]
    rulings: Rulings = ()
    folder: str = ""
    seconds: float = PROGRAM_SECONDS

    def __post_init__(self) -> None:
        for name in filter(None, (self.bot, self.other)):
            Plan((name,), self.players, 1, 0, False, self.options, self.edition, self.rulings, self.folder)
        if self.patch:
            material_of(self.edition, self.patch, self.rulings)

    def arms(self) -> list[str]:
        return [FIRST, SEATS, *([BOTS] if self.other else ()), *([DATA] if self.patch else ())]

    def matches(self, arm: str) -> list[Match]:
        return [self.match(arm, number) for number in range(self.deals)]

    def match(self, arm: str, number: int) -> Match:
        seed = self.seed + number
        return Match(
            number=number,
            seed=seed,
            rng=f"{seed}",
            bots=((self.other if arm == BOTS else self.bot),) * self.players,
            turned=1 + number % (self.players - 1) if arm == SEATS else 0,
            options=self.options,
            edition=self.edition,
            rulings=self.rulings,
            folder=self.patch if arm == DATA else self.folder,
            seconds=self.seconds,
        )

    def generals(self) -> tuple[str, ...]:
        """Who starts a game."""
        pieces = material_of(self.edition, self.folder, self.rulings).pieces
        return tuple(pieces.generals[general].id for general in pieces.starting[self.players])

    def check(self, names: Iterable[str]) -> None:
        known = self.generals()
        for name in names:
            if name not in known:
                raise StudyError("error.lab.no_starter", name=repr(name), players=self.players, names=known)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an arm says of a General."""

    share: Estimate
    difference: Estimate
    """His share at first less his share in the arm, deal by deal."""
    p: float
    """Corrected for the number of Generals."""
    answer: str
    """Whether it is what the arm changed: IT_IS, IT_IS_NOT, CANNOT_TELL."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a study says of a General."""

    general: str
    games: int
    wins: int
    share: Estimate
    p: float
    answer: str
    """TOO_OFTEN, TOO_SELDOM, EVEN or CANNOT_TELL."""
    arms: Mapping[str, Comparison]


Won = dict[str, dict[int, int]]
"""By General and deal: 1 if his owner won, else 0."""


def won_by(games: Iterable[Played]) -> Won:
    out: Won = {}
    for game in games:
        if game.result is None:
            continue
        for place, seat in enumerate(game.seats):
            for general in seat.generals:
                out.setdefault(general, {})[game.number] = int(place == game.result.winner)
    return out


def findings(played: Mapping[str, Iterable[Played]], players: int) -> list[Finding]:
    """By General, the strongest first. `played`: the games of every arm; FIRST is what the others are compared with."""
    won = {arm: won_by(games) for arm, games in played.items()}
    first = won[FIRST]
    even = 1 / players
    level = 1 - ERROR / max(1, len(first))
    chances = holm({name: binomial_p(sum(deals.values()), len(deals), even) for name, deals in first.items()})
    paired = {arm: {name: differences(first[name], won[arm].get(name, {})) for name in first} for arm in won}
    changes = {arm: holm({name: paired_p(values) for name, values in of.items()}) for arm, of in paired.items()}
    out = []
    for name, deals in first.items():
        share = share_of(deals, level)
        answer = departs(share, even, chances[name])
        arms = {}
        for arm in won:
            if arm != FIRST:
                there, difference = share_of(won[arm].get(name, {}), level), paired_difference(paired[arm][name], level)
                p = changes[arm][name]
                said = explains(share.value - even, difference, p) if answer in DEPARTS else CANNOT_TELL
                arms[arm] = Comparison(there, difference, p, said)
        out.append(Finding(name, len(deals), sum(deals.values()), share, chances[name], answer, arms))
    return sorted(out, key=lambda finding: -finding.share.value)


def share_of(deals: Mapping[int, int], level: float) -> Estimate:
    return share_of_blocks([(won, 1) for won in deals.values()], level)


def differences(first: Mapping[int, int], other: Mapping[int, int]) -> list[int]:
    """Deal by deal, where both have a result."""
    return [first[number] - other[number] for number in sorted(first.keys() & other.keys())]


def departs(share: Estimate, even: float, p: float) -> str:
    if p < ERROR:
        return TOO_OFTEN if share.value > even else TOO_SELDOM
    return EVEN if even - NEAR <= share.low and share.high <= even + NEAR else CANNOT_TELL


def explains(excess: float, difference: Estimate, p: float) -> str:
    """Whether what was changed takes some of the departure away, surely; or surely less than half of it."""
    low, high = (difference.low, difference.high) if excess > 0 else (-difference.high, -difference.low)
    if low > 0 and p < ERROR:
        return IT_IS
    return IT_IS_NOT if high < abs(excess) / 2 else CANNOT_TELL


def seats(games: Iterable[Played], players: int) -> list[Estimate]:
    """By seat: its share of wins, the intervals corrected for the number of seats."""
    winners = [game.result.winner for game in games if game.result is not None]
    level = 1 - ERROR / players
    return [share_of_blocks([(int(winner == seat), 1) for winner in winners], level) for seat in range(players)]


# As JSON


def to_json(finding: Finding) -> dict[str, Any]:
    return {
        "games": finding.games,
        "wins": finding.wins,
        **estimate_to_json(finding.share),
        "p": round(finding.p, 5),
        "answer": finding.answer,
        "arms": {
            arm: {
                **estimate_to_json(c.share),
                "difference": estimate_to_json(c.difference),
                "p": round(c.p, 5),
                "answer": c.answer,
            }
            for arm, c in finding.arms.items()
        },
    }


def estimate_to_json(estimate: Estimate) -> dict[str, float]:
    return {"share": round(estimate.value, 4), "low": round(estimate.low, 4), "high": round(estimate.high, 4)}
