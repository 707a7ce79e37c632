"""The chances of what is about to be rolled, from public facts alone."""

from fractions import Fraction

from diadochi import odds
from diadochi.model.notation import Domain
from diadochi.table import wire
from diadochi.table.showing import public_play
from diadochi.view import View


def now(view: View) -> wire.Odds | None:
    play = public_play(view)
    found = odds.now(play) if play.state.agenda else None
    if found is None:
        return None
    general = ""
    if isinstance(found, odds.ReactionOdds):
        general = view.material.notation.ids[Domain.GENERAL][found.general]
    facts = {name: value for name, value in found._asdict().items() if name != "general"}
    return wire.Odds(
        kind=type(found).__name__.removesuffix("Odds").lower(),
        general=general,
        chances={name: float(value) for name, value in facts.items() if isinstance(value, Fraction | int)},
        series={name: [float(x) for x in value] for name, value in facts.items() if isinstance(value, tuple)},
    )
