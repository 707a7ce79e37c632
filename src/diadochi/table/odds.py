"""The chances of what is about to be rolled, from public facts alone."""

from fractions import Fraction

from diadochi import foresight, odds
from diadochi.game import Decision
from diadochi.model.notation import VERB_DOMAIN, Domain, Verb, verb_of
from diadochi.table import wire
from diadochi.table.showing import public_play
from diadochi.view import View


def now(view: View) -> wire.Odds | None:
    play = public_play(view)
    found = odds.now(play) if play.state.agenda else None
    return shown(view, found) if found is not None else None


def of_action(view: View, decision: Decision, text: str) -> wire.Odds | None:
    """Of the fight that an action leads to. What a card does may hang on hidden cards: of those it tells nothing."""
    action = dict(zip(decision.actions, decision.codes, strict=True)).get(text)
    if action is None or VERB_DOMAIN[Verb(verb_of(action))] == Domain.CARD:
        return None
    found = foresight.fight(public_play(view), decision.seat, action)
    return shown(view, found) if found is not None else None


def shown(view: View, found: odds.Odds) -> wire.Odds:
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
