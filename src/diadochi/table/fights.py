"""What decisions and lines of the log have to do with fights."""

from diadochi.model.material import Material
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


def step(material: Material, key: str, during: str) -> wire.FightStep | None:
    """What a line tells of a fight; `during`: the fight that was under way, which an older release has not written."""
    name, *commanders = during.split(" ")
    kind = BEGINS.get(key) or KINDS.get(name)
    if kind is None:
        return None
    generals = [material.pieces.generals[int(number)].id if int(number) >= 0 else None for number in commanders]
    return wire.FightStep(kind, key in BEGINS, key in ROLLS, key in ENDS, generals)


def of_decision(rule: str) -> wire.Fight | None:
    return next((fight for chapter, fight in ROLLED.items() if is_in(rule, chapter)), None)


def is_in(rule: str, chapter: str) -> bool:
    return rule == chapter or rule.startswith(f"{chapter}.")
