"""The chances of what is about to be rolled, on their way to the wire."""

from fractions import Fraction

from diadochi import odds
from diadochi.model.material import Material
from diadochi.model.verbs import Domain
from diadochi.table import wire


def shown(material: Material, found: odds.Odds) -> wire.Odds:
    general = ""
    if isinstance(found, odds.ReactionOdds):
        general = material.notation.ids[Domain.GENERAL][found.general]
    facts = {name: value for name, value in found._asdict().items() if name != "general"}
    return wire.Odds(
        kind=type(found).__name__.removesuffix("Odds").lower(),
        general=general,
        chances={name: float(value) for name, value in facts.items() if isinstance(value, Fraction | int)},
        series={name: [float(x) for x in value] for name, value in facts.items() if isinstance(value, tuple)},
    )
