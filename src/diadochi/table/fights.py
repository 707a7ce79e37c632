"""What decisions and lines of the log have to do with fights."""

from functools import lru_cache

from diadochi.table import wire

BEGINS: dict[str, wire.FightKind] = {
    "battle_begins": "battle",
    "siege": "siege",
    "naval_battle": "naval",
    "declares_naval_battle": "naval",
}
ROLLS = {"battle_roll", "siege_roll", "naval_battle"}
ENDS = {"battle_won", "battle_drawn", "siege_completed", "naval_win", "naval_draw"}
KINDS: dict[str, wire.FightKind] = {"battle": "battle", "siege": "siege", "naval": "naval"}
ROLLED: dict[str, wire.Fight] = {
    "6.1": "siege",
    "11": "reaction",
    "12": "reaction",
    "13": "naval",
    "14": "battle",
    "15": "siege",
    "16.11": "reaction",
}
"""By chapter: what is rolled for after its decisions."""


@lru_cache(maxsize=1024)
def step(key: str, during: str) -> wire.FightStep | None:
    """What a line tells of a fight; `during`: the kind that was under way, which an older release has not written."""
    kind = BEGINS.get(key) or KINDS.get(during)
    return None if kind is None else wire.FightStep(kind, key in BEGINS, key in ROLLS, key in ENDS)


def of_decision(rule: str) -> wire.Fight | None:
    return next((fight for chapter, fight in ROLLED.items() if is_in(rule, chapter)), None)


def is_in(rule: str, chapter: str) -> bool:
    return rule == chapter or rule.startswith(f"{chapter}.")
