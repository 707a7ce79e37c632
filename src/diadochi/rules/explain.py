"""Why something is not asked for now, and when it would be."""

from diadochi.model.ids import ActionCode, CardId, SeatId, UnitId
from diadochi.model.notation import SHIFT, card_in, fleet_in, general_in, unit_in
from diadochi.model.state import NO_SEGMENT, NOBODY, TYCHE
from diadochi.model.verbs import VERBS, Verb
from diadochi.rules import (
    burial,
    deck,
    explain_reactions,
    group,
    operations,
    orders,
    own_turn,
    strategy,
    troops,
    voyage,
    windows,
)
from diadochi.rules.activation import Activations
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal
from diadochi.rules.march import Procedure
from diadochi.rules.voyage import Voyage


def explain(p: Play, ask: Ask, seat: SeatId, action: ActionCode) -> Refusal:
    """Why an action that this seat is not asked for now may not be done."""
    if seat < 0:
        return Refusal(ask.rule, "refusal.spectator")
    refusal = explain_verb(p, seat, action)
    if seat != ask.seat and (refusal is NOT_ASKED or refusal.key == "refusal.first_this_question"):
        asked = (("who", "faction", ask.seat), ("prompt", "text", ask.prompt))
        return Refusal(ask.rule, "refusal.another_decides", (*ask.args, *asked))
    return refusal


def explain_verb(p: Play, seat: SeatId, action: ActionCode) -> Refusal:
    verb = action >> SHIFT
    if verb == Verb.BURY:
        any_segment = "own_movement" in p.edition.burial_windows
        when = "refusal.burial_moment" if any_segment else "refusal.burial_segment"
        return burial.check_burial(p, seat) or Refusal("3.8.5", when)
    if verb == Verb.PLACE_PC:
        return Refusal("6.2.B2.1", "refusal.when_pcs")
    if verb in (Verb.SURPRISE, Verb.DISCARD) or verb in strategy.USE_NOTE:
        return explain_card(p, seat, verb, card_in(action))
    if verb == Verb.START_TRAINING:
        return explain_training(p, seat, unit_in(action))
    if verb == Verb.UPGRADE_FLEET:
        return operations.check_upgrade(p, seat, fleet_in(action)) or needs_card(p.edition.upgrade_ops, "6.2.C.1")
    if verb == Verb.RECRUIT_GENERAL:
        refusal = operations.check_recruiting(p, seat) or operations.check_general(p, general_in(action))
        return refusal or needs_card(p.edition.recruit_ops, "6.2.D.1")
    return explain_war(p, seat, action)


def explain_card(p: Play, seat: SeatId, verb: int, card: CardId) -> Refusal:
    """6.2: when a card of the hand may be used."""
    name = ("card", card)
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", (("card", *name),))
    if not deck.surprise_cards(p) >> card & 1:
        if verb in strategy.USE_NOTE:
            return Refusal("6.2.1", "refusal.only_in_tyche_segment")
        return Refusal("6.2.9", "refusal.not_a_surprise_card", (("card", *name),))
    when = windows.when(p, card)
    if verb == Verb.DISCARD:
        return Refusal("6.2.8", "refusal.when_discard", (("card", *name),))
    if verb == Verb.SURPRISE:
        return Refusal("6.2.6", "refusal.when_surprise", (("card", *name), ("when", *when)))
    return Refusal("6.2.9", "refusal.surprise_card", (("card", *name), ("when", *when)))


def explain_training(p: Play, seat: SeatId, unit: UnitId) -> Refusal:
    now, done = p.state.training[seat]
    if done:
        return Refusal("6.2.B3.6", "refusal.already_training", (("cus", "forces", troops.one(UnitId(now))),))
    return operations.check_training(p, unit) or needs_card(1, "6.2.B3.2")


def needs_card(ops: int, rule: str) -> Refusal:
    return Refusal(rule, "refusal.needs_card", (("ops", "number", ops),))


def explain_war(p: Play, seat: SeatId, action: ActionCode) -> Refusal:
    verb = action >> SHIFT
    if verb in own_turn.VERBS:
        return explain_own_turn(p, seat, verb)
    if VERBS[verb].marches:
        return explain_group(p, seat, verb)
    if verb == Verb.ACTIVATE or verb == Verb.MUSTER:
        return explain_activation(p, seat)
    if verb == Verb.SAIL:
        return explain_sail(p, seat)
    if verb in (Verb.SIEGE, Verb.REMOVE_PC) and is_activating(p, seat):
        return Refusal(when(verb).rule, "refusal.activate_first")
    if moves(p, seat) and verb == Verb.INTERCEPT:
        return Refusal("11.1.5", "refusal.mover_does_not_react")
    if moves(p, seat) and verb in (Verb.EVADE, Verb.EVADE_TO):
        return Refusal("12.1.6", "refusal.mover_does_not_react")
    refusal = explain_reactions.explain(p, seat, action) if verb in explain_reactions.REACTIONS else NOT_ASKED
    return when(verb) if refusal is NOT_ASKED else refusal


def when(verb: int) -> Refusal:
    """When this verb is asked for."""
    entry = VERBS[verb]
    return Refusal(entry.rule, entry.when) if entry.when else NOT_ASKED


def explain_own_turn(p: Play, seat: SeatId, verb: int) -> Refusal:
    """7.1.C.2, 7.2.F.17: between two steps of one's own Player Turn."""
    s = p.state
    rule = "7.2.F.17" if verb == Verb.DISBAND else "7.1.C.2"
    if s.active == NOBODY or s.segment == NO_SEGMENT:
        return Refusal(rule, "refusal.own_player_turn")
    if seat != s.active:
        return Refusal(rule, "refusal.another_players_turn", (("who", "faction", s.active),))
    return Refusal(rule, "refusal.between_steps")


def explain_group(p: Play, seat: SeatId, verb: int) -> Refusal:
    """9.1.3: pieces move when their General is activated."""
    if p.find(Voyage) >= 0 and seat == p.state.active:
        return Refusal("13.2.11", "refusal.ships_first")
    if is_activating(p, seat):
        return Refusal("9.1.3", "refusal.activate_first")
    if group.army(p) is not None and seat == p.state.active:
        return Refusal("9.1.3", "refusal.first_this_question")
    return explain_activation(p, seat)


def explain_activation(p: Play, seat: SeatId) -> Refusal:
    if seat != p.state.active and p.state.active != NOBODY:
        return Refusal("9.1.3", "refusal.another_players_turn", (("who", "faction", p.state.active),))
    moving = group.army(p)
    if moving is not None:
        general = moving.commander() if moving.generals else moving.minor
        return Refusal("9.1.3", "refusal.finish_this_activation", (("general", "general", general),))
    return Refusal("9.2.1" if p.state.segment == TYCHE else "6.3.1", "refusal.when_activate")


def explain_sail(p: Play, seat: SeatId) -> Refusal:
    """13.2.2: only who has embarked sails."""
    moving = group.army(p)
    if moving is None or seat != moving.seat or p.find(voyage.Voyage) >= 0:
        return explain_group(p, seat, Verb.SAIL)
    return orders.check_embark(p, moving, 0) or Refusal("13.2.2", "refusal.embark_first")


def is_activating(p: Play, seat: SeatId) -> bool:
    """The seat has to say whom it activates."""
    return isinstance(p.state.agenda[-1], Activations) and seat == p.state.active


def moves(p: Play, seat: SeatId) -> bool:
    """The seat moves the pieces of the Procedure or the activation under way."""
    i = p.find(Procedure)
    frame = p.state.agenda[i] if i >= 0 else None
    if isinstance(frame, Procedure):
        return frame.seat == seat
    moving = group.army(p)
    return moving is not None and moving.seat == seat
