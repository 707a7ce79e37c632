"""Which Faction sits where: each edition has its own order."""

from typing import cast

from diadochi.model.material import Material
from diadochi.table import wire


def sitting(material: Material) -> tuple[wire.Faction, ...]:
    """The Factions of players, by seat."""
    return cast("tuple[wire.Faction, ...]", material.pieces.factions[: len(wire.FACTIONS)])


def player(material: Material, seat: int) -> wire.Faction | None:
    return sitting(material)[seat] if 0 <= seat < len(wire.FACTIONS) else None
