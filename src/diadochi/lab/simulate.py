"""Simulations: what the games of a run came to."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from diadochi.lab.games import Played
from diadochi.lab.inference import wilson

PASS = "pass"


@dataclass(slots=True)
class Tally:
    """Counts over games; every seat that a bot plays counts for it."""

    games: int = 0
    finished: int = 0
    actions: int = 0
    passes: int = 0
    seconds: float = 0.0
    """Processor time."""
    builds: Counter[str] = field(default_factory=Counter)
    victories: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    dead_ends: list[Played] = field(default_factory=list)

    def add(self, played: Played) -> None:
        self.games += 1
        self.actions += len(played.actions)
        self.passes += played.actions.count(PASS)
        self.seconds += played.seconds
        self.builds[played.build] += 1
        if played.result is None:
            self.dead_ends.append(played)
            return
        self.finished += 1
        self.victories[played.result.victory] += 1
        self.seats.update(played.bots)
        self.wins[played.bots[played.result.winner]] += 1

    def to_json(self) -> dict[str, Any]:
        seconds = max(self.seconds, 1e-9)
        return {
            "build": " and ".join(sorted(self.builds)),
            "games": self.games,
            "finished": self.finished,
            "dead_ends": len(self.dead_ends),
            "actions": self.actions,
            "passes": self.passes,
            "seconds": round(self.seconds, 3),
            "actions_per_second": round(self.actions / seconds),
            "games_per_second": round(self.games / seconds, 2),
            "victories": dict(sorted(self.victories.items())),
            "bots": {name: share_to_json(self.wins[name], self.seats[name]) for name in self.seats},
            **({"failures": [dead_end_to_json(played) for played in self.dead_ends]} if self.dead_ends else {}),
        }


def share_to_json(wins: int, seats: int) -> dict[str, Any]:
    low, high = wilson(wins, seats)
    return {"seats": seats, "wins": wins, "share": round(wins / seats, 4), "low": round(low, 4), "high": round(high, 4)}


def dead_end_to_json(played: Played) -> dict[str, Any]:
    """All it takes to play to where it could not go on."""
    return {
        "players": played.players,
        "seed": played.seed,
        "options": list(played.options),
        "reason": played.stopped,
        "actions": list(played.actions),
    }
