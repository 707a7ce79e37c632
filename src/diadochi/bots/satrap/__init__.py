"""satrap: plays by sense. One function for each kind of decision; each weighs what is offered.

`choose` decides, `explain` decides and says why. A character is the same player with other weights.
"""

import random
from collections.abc import Callable
from typing import Final

from diadochi.bots.satrap import battle, cards, household, movement
from diadochi.bots.satrap.foretelling import foretold
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.reason import Choice, Reason
from diadochi.bots.satrap.temper import BALANCED, CAUTIOUS, CONQUEROR, LEGITIMIST, OPPORTUNIST, Temper
from diadochi.game import Decision
from diadochi.view import View

DECISIONS: Final[dict[str, Callable[[Mind], Choice]]] = {
    "prompt.discard_general": household.discard_general,
    "prompt.start": household.start,
    "prompt.first_player": household.first_player,
    "prompt.direction": household.direction,
    "prompt.reinforce_general": household.reinforce,
    "prompt.reinforce_company": household.reinforce,
    "prompt.reinforce_cus": household.reinforce,
    "prompt.surrender_remove": household.change_pc,
    "prompt.surrender_place": household.change_pc,
    "prompt.last_acts": household.change_pc,
    "prompt.surrender_siege": battle.surrender_siege,
    "prompt.claim": household.claim,
    "prompt.bury": household.bury,
    "prompt.choose_card": cards.choose_card,
    "prompt.bonus_ops": cards.choose_card,
    "prompt.place_pcs": cards.place_pcs,
    "prompt.start_training": cards.train,
    "prompt.activation_segment": movement.segment,
    "prompt.nobody_activated": movement.nobody_activated,
    "prompt.activate": movement.activate,
    "prompt.fetch": movement.fetch,
    "prompt.army": movement.march,
    "prompt.escort": movement.escort,
    "prompt.at_sea": movement.at_sea,
    "prompt.route": movement.at_sea,
    "prompt.drop_off": movement.drop_off,
    "prompt.intercept": battle.intercept,
    "prompt.intercept_with": battle.intercept_with,
    "prompt.withdraw": battle.withdraw,
    "prompt.evade": battle.evade,
    "prompt.evade_to": battle.evade_to,
    "prompt.ask_passage": battle.ask_passage,
    "prompt.grant_passage": battle.grant,
    "prompt.honour_passage": battle.honour,
    "prompt.rearrange": battle.rearrange,
    "prompt.join": battle.join,
    "prompt.lose": battle.lose,
    "prompt.forage": battle.lose,
    "prompt.command": battle.command,
    "prompt.declare": battle.declare,
    "prompt.commit": battle.commit,
    "prompt.move_independents": household.independents,
    "prompt.independent": household.independents,
}


def decide(mind: Mind) -> Choice:
    """The choice, always one that is offered."""
    if len(mind.codes) == 1:
        return Choice(mind.codes[0])
    if mind.prompt.startswith("prompt.window."):
        choice = battle.window(mind)
    else:
        choice = DECISIONS.get(mind.prompt, household.by_trial)(mind)
    return choice if choice.action in mind.codes else Choice(mind.codes[0])


def chosen(view: View, decision: Decision, rng: random.Random, temper: Temper) -> str:
    if len(decision.asked) == 1:
        return decision.notation.text(decision.asked[0])
    return decision.notation.text(decide(Mind.of(view, decision, rng, temper)).action)


def explained(view: View, decision: Decision, rng: random.Random, temper: Temper) -> tuple[str, Reason | None]:
    if len(decision.asked) == 1:
        return decision.notation.text(decision.asked[0]), None
    mind = Mind.of(view, decision, rng, temper)
    choice = foretold(mind, decide(mind))
    return decision.notation.text(choice.action), choice.reason


def explain(view: View, decision: Decision, rng: random.Random) -> tuple[str, Reason | None]:
    """The action and, for big choices, the reason."""
    return explained(view, decision, rng, BALANCED)


def choose(view: View, decision: Decision, rng: random.Random) -> str:
    return chosen(view, decision, rng, BALANCED)


def cautious(view: View, decision: Decision, rng: random.Random) -> str:
    return chosen(view, decision, rng, CAUTIOUS)


def conqueror(view: View, decision: Decision, rng: random.Random) -> str:
    return chosen(view, decision, rng, CONQUEROR)


def legitimist(view: View, decision: Decision, rng: random.Random) -> str:
    return chosen(view, decision, rng, LEGITIMIST)


def opportunist(view: View, decision: Decision, rng: random.Random) -> str:
    return chosen(view, decision, rng, OPPORTUNIST)
