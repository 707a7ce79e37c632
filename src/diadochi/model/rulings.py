"""Readings on which tables differ: each can be switched for a game, and overrides a field of the edition."""

from dataclasses import dataclass
from typing import Any, Final

from diadochi.model.edition import WORDS, Edition, switched

FLAG: Final = ("no", "yes")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading with its alternatives. Its name is that of the field, with hyphens."""

    field: str
    reading: str
    """Its number among the rulings."""
    choices: tuple[str, ...] = ()
    """The words that make a reading, where the field has others too."""

    @property
    def name(self) -> str:
        return self.field.replace("_", "-")

    @property
    def values(self) -> tuple[str, ...]:
        return self.choices or WORDS.get(self.field, FLAG)

    def value_in(self, edition: Edition) -> str:
        """The value that the edition has."""
        value = getattr(edition, self.field)
        return FLAG[value] if isinstance(value, bool) else str(value)

    def field_value(self, value: str) -> Any:
        """The field's value for one of `values`."""
        return value if self.field in WORDS else value == FLAG[True]


RULINGS: Final = (
    Ruling("regency_mode", "A03"),
    Ruling("condemnation_release", "A08"),
    Ruling("demetrios_placed", "A15"),
    Ruling("polyperchon_arrives", "A34"),
    Ruling("independent_pc_after_draw", "A55"),
    Ruling("passage_binding", "A58", choices=("grantor", "both")),
    Ruling("interceptors", "A62"),
    Ruling("released_general", "A65"),
    Ruling("independents_withdraw", "A66"),
    Ruling("dropped_pieces", "A71"),
    Ruling("independent_mover_reacts", "A157"),
)
RULING_OF_NAME: Final = {ruling.name: ruling for ruling in RULINGS}


def with_rulings(edition: Edition, rulings: tuple[tuple[str, str], ...]) -> Edition:
    """The edition as this table plays it."""
    for name, value in rulings:
        ruling = RULING_OF_NAME[name]
        edition = switched(edition, ruling.field, ruling.field_value(value))
    return edition
