"""Why something is not asked for now, and when it would be."""

from diadochi.model.notation import MASK, SHIFT, Verb
from diadochi.model.state import NO_SEGMENT, NOBODY, TYCHE
from diadochi.rules import burial, explain_reactions, group, operations, own_turn, strategy, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.march import Procedure

OF_A_GROUP = frozenset(
    (
        Verb.MARCH,
        Verb.GO_INSIDE,
        Verb.COME_OUT,
        Verb.EMBARK,
        Verb.TAKE,
        Verb.TAKE_ALL,
        Verb.TAKE_GENERAL,
        Verb.TAKE_ROYAL,
        Verb.LEAVE,
        Verb.LEAVE_GENERAL,
        Verb.LEAVE_ROYAL,
    )
)
WHEN = {
    Verb.SIEGE: Refusal("15.2.A.3", "refusal.when_siege"),
    Verb.REMOVE_PC: Refusal("9.3.D.1", "refusal.when_remove_pc"),
    Verb.INTERCEPT: Refusal("11.1.1", "refusal.when_intercept"),
    Verb.EVADE: Refusal("12.2.1", "refusal.when_evade"),
    Verb.EVADE_TO: Refusal("12.2.A.1", "refusal.when_evade_to"),
    Verb.WITHDRAW: Refusal("11.3.1", "refusal.when_withdraw"),
    Verb.ASK_PASSAGE: Refusal("10.C.1", "refusal.when_passage"),
    Verb.ATTACK: Refusal("10.C.1", "refusal.when_attack"),
    Verb.GRANT: Refusal("10.C.1", "refusal.when_passage"),
    Verb.DENY: Refusal("10.C.1", "refusal.when_passage"),
    Verb.HONOUR: Refusal("10.C.5", "refusal.when_honour"),
    Verb.BETRAY: Refusal("10.C.5", "refusal.when_honour"),
    Verb.INSIDE: Refusal("10.B.1", "refusal.when_inside"),
    Verb.INSIDE_GENERAL: Refusal("10.B.1", "refusal.when_inside"),
    Verb.INSIDE_ROYAL: Refusal("10.B.1", "refusal.when_inside"),
    Verb.OUTSIDE: Refusal("10.B.1", "refusal.when_inside"),
    Verb.OUTSIDE_GENERAL: Refusal("10.B.1", "refusal.when_inside"),
    Verb.OUTSIDE_ROYAL: Refusal("10.B.1", "refusal.when_inside"),
    Verb.JOIN: Refusal("14.2.1", "refusal.when_join"),
    Verb.JOIN_GENERAL: Refusal("14.2.1", "refusal.when_join"),
    Verb.COMMAND: Refusal("14.8.5", "refusal.when_command"),
    Verb.ESCORT: Refusal("13.2.1", "refusal.when_escort"),
    Verb.DECLARE: Refusal("13.3.A.2", "refusal.when_declare"),
    Verb.COMMIT: Refusal("13.2.4", "refusal.when_declare"),
    Verb.LAND: Refusal("13.2.11", "refusal.when_land"),
    Verb.DROP: Refusal("13.2.6", "refusal.when_land"),
    Verb.MOVE_INDEPENDENT: Refusal("9.5.3", "refusal.when_independents"),
    Verb.ENTER_BOARD: Refusal("9.5.7", "refusal.when_independents"),
    Verb.SETTLE: Refusal("9.5.6", "refusal.when_independents"),
    Verb.START: Refusal("4.2.1", "refusal.when_set_up"),
    Verb.DISCARD_GENERAL: Refusal("4.2.1", "refusal.when_set_up"),
    Verb.FIRST: Refusal("5.1.C.1", "refusal.when_turn_order"),
    Verb.LEFT: Refusal("5.1.C.1", "refusal.when_turn_order"),
    Verb.RIGHT: Refusal("5.1.C.1", "refusal.when_turn_order"),
    Verb.PLACE: Refusal("5.2.1", "refusal.when_place"),
    Verb.CAMPAIGN: Refusal("6.3.1", "refusal.when_campaign"),
    Verb.MERCENARY: Refusal("6.3.1", "refusal.when_campaign"),
    Verb.FETCH: Refusal("7.1.C.2", "refusal.when_fetch"),
    Verb.LOSE: Refusal("7.3.1", "refusal.when_lose"),
    Verb.RETRIEVE_FLEET: Refusal("16.10.2", "refusal.when_retrieve"),
    Verb.CLAIM: Refusal("15.4.1", "refusal.when_claim"),
}


def explain(p: Play, ask: Ask, seat: int, action: int) -> Refusal:
    """Why an action that this seat is not asked for now may not be done."""
    if seat < 0:
        return Refusal(ask.rule, "refusal.spectator")
    refusal = explain_verb(p, seat, action)
    if seat != ask.seat and (refusal is NOT_ASKED or refusal.key == "refusal.first_this_question"):
        asked = args(who=("faction", ask.seat), prompt=("text", ask.prompt))
        return Refusal(ask.rule, "refusal.another_decides", (*ask.args, *asked))
    return refusal


def explain_verb(p: Play, seat: int, action: int) -> Refusal:
    verb, operand = action >> SHIFT, action & MASK
    if verb == Verb.BURY:
        return burial.refuse_burial(p, seat) or Refusal("3.8.5", "refusal.burial_segment")
    if verb == Verb.PLACE_PC:
        return Refusal("6.2.B2.1", "refusal.when_pcs")
    if verb in (Verb.SURPRISE, Verb.DISCARD) or verb in strategy.USE_NOTE:
        return explain_card(p, seat, verb, operand)
    if verb == Verb.START_TRAINING:
        return explain_training(p, seat, operand)
    if verb == Verb.UPGRADE_FLEET:
        return operations.refuse_upgrade(p, seat, operand) or needs_card(p.edition.upgrade_ops, "6.2.C.1")
    if verb == Verb.RECRUIT_GENERAL:
        refusal = operations.refuse_recruiting(p, seat) or operations.refuse_general(p, operand)
        return refusal or needs_card(p.edition.recruit_ops, "6.2.D.1")
    return explain_war(p, seat, action)


def explain_card(p: Play, seat: int, verb: int, card: int) -> Refusal:
    """6.2: when a card of the hand may be used."""
    name = ("card", card)
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", args(card=name))
    if not p.surprises >> card & 1:
        if verb in strategy.USE_NOTE:
            return Refusal("6.2.1", "refusal.only_in_tyche_segment")
        return Refusal("6.2.9", "refusal.not_a_surprise_card", args(card=name))
    when = windows.when(p, card)
    if verb == Verb.DISCARD:
        return Refusal("6.2.8", "refusal.when_discard", args(card=name))
    if verb == Verb.SURPRISE:
        return Refusal("6.2.6", "refusal.when_surprise", args(card=name, when=when))
    return Refusal("6.2.9", "refusal.surprise_card", args(card=name, when=when))


def explain_training(p: Play, seat: int, unit: int) -> Refusal:
    now, done = p.state.training[seat]
    if done:
        return Refusal("6.2.B3.6", "refusal.already_training", args(cus=("forces", troops.one(now))))
    return operations.refuse_training(p, unit) or needs_card(1, "6.2.B3.2")


def needs_card(ops: int, rule: str) -> Refusal:
    return Refusal(rule, "refusal.needs_card", args(ops=("number", ops)))


def explain_war(p: Play, seat: int, action: int) -> Refusal:
    verb = Verb(action >> SHIFT)
    if verb in own_turn.VERBS:
        return explain_own_turn(p, seat, verb)
    if verb in OF_A_GROUP:
        return explain_group(p, seat, verb)
    if verb == Verb.ACTIVATE or verb == Verb.MUSTER:
        return explain_activation(p, seat)
    if verb == Verb.SAIL:
        return explain_sail(p, seat)
    if verb in (Verb.SIEGE, Verb.REMOVE_PC) and is_activating(p, seat):
        return Refusal(WHEN[verb].rule, "refusal.activate_first")
    if moves(p, seat) and verb == Verb.INTERCEPT:
        return Refusal("11.1.5", "refusal.mover_does_not_react")
    if moves(p, seat) and verb in (Verb.EVADE, Verb.EVADE_TO):
        return Refusal("12.1.6", "refusal.mover_does_not_react")
    refusal = explain_reactions.explain(p, seat, action) if verb in explain_reactions.REACTIONS else NOT_ASKED
    return WHEN.get(verb, NOT_ASKED) if refusal is NOT_ASKED else refusal


def explain_own_turn(p: Play, seat: int, verb: Verb) -> Refusal:
    """7.1.C.2, 7.2.F.17: between two steps of one's own Player Turn."""
    s = p.state
    rule = "7.2.F.17" if verb == Verb.DISBAND else "7.1.C.2"
    if s.active == NOBODY or s.segment == NO_SEGMENT:
        return Refusal(rule, "refusal.own_player_turn")
    if seat != s.active:
        return Refusal(rule, "refusal.another_players_turn", args(who=("faction", s.active)))
    return Refusal(rule, "refusal.between_steps")


def explain_group(p: Play, seat: int, verb: Verb) -> Refusal:
    """9.1.3: pieces move when their General is activated."""
    from diadochi.rules.voyage import Voyage

    if p.find(Voyage) >= 0 and seat == p.state.active:
        return Refusal("13.2.11", "refusal.ships_first")
    if is_activating(p, seat):
        return Refusal("9.1.3", "refusal.activate_first")
    if group.army(p) is not None and seat == p.state.active:
        return Refusal("9.1.3", "refusal.first_this_question")
    return explain_activation(p, seat)


def explain_activation(p: Play, seat: int) -> Refusal:
    if seat != p.state.active and p.state.active != NOBODY:
        return Refusal("9.1.3", "refusal.another_players_turn", args(who=("faction", p.state.active)))
    moving = group.army(p)
    if moving is not None:
        general = moving.commander() if moving.generals else moving.minor
        return Refusal("9.1.3", "refusal.finish_this_activation", args(general=("general", general)))
    return Refusal("9.2.1" if p.state.segment == TYCHE else "6.3.1", "refusal.when_activate")


def explain_sail(p: Play, seat: int) -> Refusal:
    """13.2.2: only who has embarked sails."""
    from diadochi.rules import orders, voyage

    moving = group.army(p)
    if moving is None or seat != moving.seat or p.find(voyage.Voyage) >= 0:
        return explain_group(p, seat, Verb.SAIL)
    return orders.check_embark(p, moving, 0) or Refusal("13.2.2", "refusal.embark_first")


def is_activating(p: Play, seat: int) -> bool:
    """The seat has to say whom it activates."""
    from diadochi.rules.activation import Activations

    return isinstance(p.state.agenda[-1], Activations) and seat == p.state.active


def moves(p: Play, seat: int) -> bool:
    """The seat moves the pieces of the Procedure or the activation under way."""
    i = p.find(Procedure)
    frame = p.state.agenda[i] if i >= 0 else None
    if isinstance(frame, Procedure):
        return frame.seat == seat
    moving = group.army(p)
    return moving is not None and moving.seat == seat
