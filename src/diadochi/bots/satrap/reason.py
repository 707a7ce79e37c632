"""A choice and its reason: a message key with arguments, for the log and for hints."""

from typing import Any, Final, NamedTuple

from diadochi.bots.satrap.mind import Mind
from diadochi.rules.face import Args


class Reason(NamedTuple):
    """Why: rendered by `diadochi.messages` like an event."""

    key: str
    args: Args


class Choice(NamedTuple):
    action: int
    reason: Reason | None = None


KINDS: Final = {"space": "space", "who": "faction", "card": "card", "province": "province"}


def because(mind: Mind, action: int, key: str, **facts: float) -> Choice:
    """`chance` becomes per cent, `gain` whole Victory Points; the rest are ids. A choice worth no VP says nothing."""
    if "chance" not in facts and round(facts.get("gain", 1)) < 1:
        return Choice(action)
    values: dict[str, tuple[str, Any]] = {}
    for name, value in facts.items():
        if name == "chance":
            values[name] = ("number", round(100 * value))
        elif name == "gain":
            values[name] = ("number", max(0, round(value)))
        else:
            values[name] = (KINDS[name], int(value))
    return Choice(action, Reason(key, arguments(values)))


def arguments(values: dict[str, tuple[str, Any]]) -> Args:
    return tuple([(name, kind, value) for name, (kind, value) in values.items()])
