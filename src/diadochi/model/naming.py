"""What the numbers in events, questions and refusals are called, for those who show one without its material."""

from collections.abc import Iterable
from typing import Any, Final

from diadochi.model.notation import Notation
from diadochi.model.notation import latest as latest_notation
from diadochi.model.pieces import UNIT_NAME
from diadochi.model.state import BOX, DISPERSED, OFF_MAP, OUT, members
from diadochi.model.verbs import Domain

BESIDE: Final[dict[int, str]] = {OFF_MAP: "off map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}
"""Where a General or a member of the royal family is who is not on the map."""
SEGMENT_NAME: Final = ("surrender", "tyche", "activation", "forage")
DOMAIN_OF_KIND: Final = {
    "space": Domain.SPACE,
    "location": Domain.LOCATION,
    "general": Domain.GENERAL,
    "card": Domain.CARD,
    "faction": Domain.FACTION,
    "fleet": Domain.FLEET,
    "royal": Domain.ROYAL,
    "units": Domain.UNITS,
}
MOST_SHOWN: Final = 12
"""Actions that a text of a decision names."""


def named(kind: str, value: Any) -> Any:
    """An argument by name: `("space", 3)` is `amphipolis`."""
    notation = latest_notation()
    if notation is None:
        return value
    if kind.endswith("s") and kind[:-1] in DOMAIN_OF_KIND:
        numbers = members(value) if isinstance(value, int) else value
        return tuple([name_of(notation, DOMAIN_OF_KIND[kind[:-1]], number) for number in numbers])
    if kind in DOMAIN_OF_KIND:
        return name_of(notation, DOMAIN_OF_KIND[kind], value)
    if kind == "action":
        return notation.text(value)
    if kind in ("province", "provinces"):
        ids = tuple([province.id for province in notation.material.board.provinces])
        return ids[value] if kind == "province" else tuple([ids[number] for number in value])
    return units(value) if kind == "forces" else value


def name_of(notation: Notation, domain: int, number: int) -> str | None:
    if number >= 0:
        return notation.ids[domain][number]
    return BESIDE.get(number) if domain == Domain.LOCATION else None


def units(forces: Iterable[int]) -> dict[str, int]:
    """Numbers of CUs by type, without those that are not there."""
    return {name: n for name, n in zip(UNIT_NAME, forces, strict=True) if n}


def arguments(args: Iterable[tuple[str, str, Any]]) -> dict[str, Any]:
    return {name: named(kind, value) for name, kind, value in args}


def shown(kind: str, **values: Any) -> str:
    """A value as a line of Python, without what is empty."""
    told = ", ".join(f"{name}={value!r}" for name, value in values.items() if value not in ((), {}, "", None))
    return f"{kind}({told})"


def actions(codes: Iterable[int]) -> tuple[str, ...]:
    """The first actions of a list, and how many there are in all."""
    told = [str(named("action", code)) for code in codes]
    return tuple(told) if len(told) <= MOST_SHOWN else (*told[: MOST_SHOWN - 2], f"... ({len(told)})")
