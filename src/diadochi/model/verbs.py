"""The verbs of all actions, and what kind of operand each one takes."""

from dataclasses import dataclass
from typing import Final


class Domain:
    """What an operand can be."""

    NONE: Final = 0
    SPACE: Final = 1
    LOCATION: Final = 2
    GENERAL: Final = 3
    CARD: Final = 4
    FACTION: Final = 5
    FLEET: Final = 6
    ROYAL: Final = 7
    UNITS: Final = 8
    NUMBER: Final = 9


DOMAIN_NAME: Final = ("none", "space", "location", "general", "card", "faction", "fleet", "royal", "units", "number")


class Verb:
    """Every verb; docs/actions.md tells what each one does. The order is part of the numbering."""

    PASS: Final = 0
    DONE: Final = 1
    # 4 set-up
    DISCARD_GENERAL: Final = 2
    START: Final = 3
    # 5 preparations and Reinforcements
    FIRST: Final = 4
    LEFT: Final = 5
    RIGHT: Final = 6
    PLACE: Final = 7
    # 6 Surprise cards
    SURPRISE: Final = 8
    DISCARD: Final = 9
    # 6.1, 6.2
    REMOVE_PC: Final = 10
    PLACE_PC: Final = 11
    SIEGE: Final = 12
    EVENT: Final = 13
    FORCE_MARCH: Final = 14
    PLACE_PCS: Final = 15
    TRAIN: Final = 16
    SPEND_NOTHING: Final = 17
    UPGRADE: Final = 18
    RECRUIT: Final = 19
    FREE_CART: Final = 20
    RETRIEVE: Final = 21
    START_TRAINING: Final = 22
    UPGRADE_FLEET: Final = 23
    RETRIEVE_FLEET: Final = 24
    RECRUIT_GENERAL: Final = 25
    AS_REINFORCEMENT: Final = 26
    CLAIM: Final = 27
    DECLINE: Final = 28
    # 6.3, 9 activation
    CAMPAIGN: Final = 29
    MERCENARY: Final = 30
    ACTIVATE: Final = 31
    MUSTER: Final = 32
    FETCH: Final = 33
    TAKE_ALL: Final = 34
    TAKE: Final = 35
    TAKE_GENERAL: Final = 36
    TAKE_ROYAL: Final = 37
    LEAVE: Final = 38
    LEAVE_GENERAL: Final = 39
    LEAVE_ROYAL: Final = 40
    MARCH: Final = 41
    GO_INSIDE: Final = 42
    COME_OUT: Final = 43
    REPOSITION: Final = 44
    DISBAND: Final = 45
    # 10 to 12
    INSIDE: Final = 46
    INSIDE_GENERAL: Final = 47
    INSIDE_ROYAL: Final = 48
    ASK_PASSAGE: Final = 49
    GRANT: Final = 50
    DENY: Final = 51
    HONOUR: Final = 52
    BETRAY: Final = 53
    INTERCEPT: Final = 54
    WITHDRAW: Final = 55
    STAND: Final = 56
    EVADE: Final = 57
    EVADE_TO: Final = 58
    # 13
    EMBARK: Final = 59
    ESCORT: Final = 60
    SAIL: Final = 61
    DECLARE: Final = 62
    COMMIT: Final = 63
    DROP: Final = 64
    LAND: Final = 65
    # 14, 15, 7.3
    JOIN: Final = 66
    JOIN_GENERAL: Final = 67
    COMMAND: Final = 68
    LOSE: Final = 69
    # 3.8
    BURY: Final = 70
    # 9.5
    MOVE_INDEPENDENT: Final = 71
    ENTER_BOARD: Final = 72
    SETTLE: Final = 73
    # the choices that card events ask for
    AT: Final = 74
    CHOOSE_SPACE: Final = 75
    CHOOSE_GENERAL: Final = 76
    CHOOSE_ROYAL: Final = 77
    CHOOSE_FACTION: Final = 78
    CHOOSE_UNITS: Final = 79
    CHOOSE: Final = 80
    # 7.1.C
    REMOVE_GENERAL: Final = 81
    # 10.C, 10.E
    ATTACK: Final = 82
    # 10.B
    OUTSIDE: Final = 83
    OUTSIDE_GENERAL: Final = 84
    OUTSIDE_ROYAL: Final = 85
    # 3.2
    CROWN: Final = 86
    KILL_HEIR: Final = 87


@dataclass(frozen=True, slots=True)
class VerbEntry:
    """One line of the table."""

    number: int
    name: str
    domain: int
    rule: str = ""
    when: str = ""
    """The message that says when it is asked, and its rule."""
    marches: bool = False
    """It belongs to the group that an activation moves."""
    then: tuple[int, ...] = ()
    """What follows, in this order, for a player who takes everything along."""
    fights: bool = False
    """It may begin a fight."""
    ends: bool = False
    """It ends what is asked, with nothing more done."""
    counted: bool = False
    """CUs one by one: a player says how many of each."""
    joins: bool = False
    """Somebody who goes with the CUs that are counted."""
    listed: bool = False
    """It stands in the list of what may be chosen, even where it is asked."""
    on_map: bool = True
    """It is meant by a click on its place; on one's own Army that could mean too much."""
    reads: bool = False
    """A card is played for what is written on it."""
    introduces: bool = False
    """A General is chosen of whom a player has to know more than the name."""

    @property
    def label(self) -> str:
        return f"label.{self.name}"

    @property
    def heading(self) -> str:
        return f"heading.{self.name}"


VERBS: Final[tuple[VerbEntry, ...]] = (
    VerbEntry(Verb.PASS, "pass", Domain.NONE, ends=True),
    VerbEntry(Verb.DONE, "done", Domain.NONE, ends=True),
    VerbEntry(
        Verb.DISCARD_GENERAL,
        "discard-general",
        Domain.GENERAL,
        rule="4.2.1",
        when="refusal.when_set_up",
        introduces=True,
    ),
    VerbEntry(Verb.START, "start", Domain.SPACE, rule="4.2.1", when="refusal.when_set_up"),
    VerbEntry(Verb.FIRST, "first", Domain.FACTION, rule="5.1.C.1", when="refusal.when_turn_order"),
    VerbEntry(Verb.LEFT, "left", Domain.NONE, rule="5.1.C.1", when="refusal.when_turn_order"),
    VerbEntry(Verb.RIGHT, "right", Domain.NONE, rule="5.1.C.1", when="refusal.when_turn_order"),
    VerbEntry(Verb.PLACE, "place", Domain.LOCATION, rule="5.2.1", when="refusal.when_place"),
    VerbEntry(Verb.SURPRISE, "surprise", Domain.CARD, reads=True),
    VerbEntry(Verb.DISCARD, "discard", Domain.CARD),
    VerbEntry(Verb.REMOVE_PC, "remove-pc", Domain.SPACE, rule="9.3.D.1", when="refusal.when_remove_pc"),
    VerbEntry(Verb.PLACE_PC, "place-pc", Domain.SPACE),
    VerbEntry(Verb.SIEGE, "siege", Domain.SPACE, rule="15.2.A.3", when="refusal.when_siege", fights=True),
    VerbEntry(Verb.EVENT, "event", Domain.CARD, reads=True),
    VerbEntry(Verb.FORCE_MARCH, "force-march", Domain.CARD),
    VerbEntry(Verb.PLACE_PCS, "place-pcs", Domain.CARD),
    VerbEntry(Verb.TRAIN, "train", Domain.CARD),
    VerbEntry(Verb.SPEND_NOTHING, "spend-nothing", Domain.CARD),
    VerbEntry(Verb.UPGRADE, "upgrade", Domain.CARD),
    VerbEntry(Verb.RECRUIT, "recruit", Domain.CARD),
    VerbEntry(Verb.FREE_CART, "free-cart", Domain.CARD),
    VerbEntry(Verb.RETRIEVE, "retrieve", Domain.CARD),
    VerbEntry(Verb.START_TRAINING, "start-training", Domain.UNITS),
    VerbEntry(Verb.UPGRADE_FLEET, "upgrade-fleet", Domain.FLEET),
    VerbEntry(Verb.RETRIEVE_FLEET, "retrieve-fleet", Domain.FLEET, rule="16.10.2", when="refusal.when_retrieve"),
    VerbEntry(Verb.RECRUIT_GENERAL, "recruit-general", Domain.GENERAL, introduces=True),
    VerbEntry(Verb.AS_REINFORCEMENT, "as-reinforcement", Domain.NONE),
    VerbEntry(Verb.CLAIM, "claim", Domain.NONE, rule="15.4.1", when="refusal.when_claim"),
    VerbEntry(Verb.DECLINE, "decline", Domain.NONE),
    VerbEntry(Verb.CAMPAIGN, "campaign", Domain.NONE, rule="6.3.1", when="refusal.when_campaign"),
    VerbEntry(Verb.MERCENARY, "mercenary", Domain.NONE, rule="6.3.1", when="refusal.when_campaign"),
    VerbEntry(Verb.ACTIVATE, "activate", Domain.GENERAL, then=(Verb.TAKE_ALL,)),
    VerbEntry(Verb.MUSTER, "muster", Domain.LOCATION, then=(Verb.TAKE_ALL,)),
    VerbEntry(Verb.FETCH, "fetch", Domain.GENERAL, rule="7.1.C.2", when="refusal.when_fetch"),
    VerbEntry(Verb.TAKE_ALL, "take-all", Domain.NONE, marches=True),
    VerbEntry(Verb.TAKE, "take", Domain.UNITS, marches=True, counted=True),
    VerbEntry(Verb.TAKE_GENERAL, "take-general", Domain.GENERAL, marches=True, joins=True),
    VerbEntry(Verb.TAKE_ROYAL, "take-royal", Domain.ROYAL, marches=True, joins=True),
    VerbEntry(Verb.LEAVE, "leave", Domain.UNITS, marches=True, counted=True),
    VerbEntry(Verb.LEAVE_GENERAL, "leave-general", Domain.GENERAL, marches=True, joins=True, on_map=False),
    VerbEntry(Verb.LEAVE_ROYAL, "leave-royal", Domain.ROYAL, marches=True, joins=True, on_map=False),
    VerbEntry(Verb.MARCH, "march", Domain.SPACE, marches=True, fights=True),
    VerbEntry(Verb.GO_INSIDE, "go-inside", Domain.NONE, marches=True),
    VerbEntry(Verb.COME_OUT, "come-out", Domain.NONE, marches=True),
    VerbEntry(Verb.REPOSITION, "reposition", Domain.LOCATION, listed=True),
    VerbEntry(Verb.DISBAND, "disband", Domain.LOCATION, on_map=False, listed=True),
    VerbEntry(Verb.INSIDE, "inside", Domain.UNITS, rule="10.B.1", when="refusal.when_inside", counted=True),
    VerbEntry(
        Verb.INSIDE_GENERAL,
        "inside-general",
        Domain.GENERAL,
        rule="10.B.1",
        when="refusal.when_inside",
        joins=True,
        on_map=False,
    ),
    VerbEntry(
        Verb.INSIDE_ROYAL,
        "inside-royal",
        Domain.ROYAL,
        rule="10.B.1",
        when="refusal.when_inside",
        joins=True,
        on_map=False,
    ),
    VerbEntry(Verb.ASK_PASSAGE, "ask-passage", Domain.FACTION, rule="10.C.1", when="refusal.when_passage"),
    VerbEntry(Verb.GRANT, "grant", Domain.NONE, rule="10.C.1", when="refusal.when_passage"),
    VerbEntry(Verb.DENY, "deny", Domain.NONE, rule="10.C.1", when="refusal.when_passage"),
    VerbEntry(Verb.HONOUR, "honour", Domain.NONE, rule="10.C.5", when="refusal.when_honour"),
    VerbEntry(Verb.BETRAY, "betray", Domain.NONE, rule="10.C.5", when="refusal.when_honour", fights=True),
    VerbEntry(
        Verb.INTERCEPT,
        "intercept",
        Domain.LOCATION,
        rule="11.1.1",
        when="refusal.when_intercept",
        fights=True,
        then=(Verb.TAKE_GENERAL, Verb.TAKE_ALL),
    ),
    VerbEntry(Verb.WITHDRAW, "withdraw", Domain.NONE, rule="11.3.1", when="refusal.when_withdraw"),
    VerbEntry(Verb.STAND, "stand", Domain.NONE),
    VerbEntry(Verb.EVADE, "evade", Domain.NONE, rule="12.2.1", when="refusal.when_evade"),
    VerbEntry(Verb.EVADE_TO, "evade-to", Domain.SPACE, rule="12.2.A.1", when="refusal.when_evade_to"),
    VerbEntry(Verb.EMBARK, "embark", Domain.NONE, marches=True),
    VerbEntry(Verb.ESCORT, "escort", Domain.FLEET, rule="13.2.1", when="refusal.when_escort"),
    VerbEntry(Verb.SAIL, "sail", Domain.SPACE, fights=True),
    VerbEntry(Verb.DECLARE, "declare", Domain.NONE, rule="13.3.A.2", when="refusal.when_declare"),
    VerbEntry(Verb.COMMIT, "commit", Domain.FLEET, rule="13.2.4", when="refusal.when_declare"),
    VerbEntry(Verb.DROP, "drop", Domain.LOCATION, rule="13.2.6", when="refusal.when_land"),
    VerbEntry(Verb.LAND, "land", Domain.LOCATION, rule="13.2.11", when="refusal.when_land", fights=True),
    VerbEntry(Verb.JOIN, "join", Domain.UNITS, rule="14.2.1", when="refusal.when_join", counted=True),
    VerbEntry(
        Verb.JOIN_GENERAL,
        "join-general",
        Domain.GENERAL,
        rule="14.2.1",
        when="refusal.when_join",
        joins=True,
        on_map=False,
    ),
    VerbEntry(Verb.COMMAND, "command", Domain.GENERAL, rule="14.8.5", when="refusal.when_command"),
    VerbEntry(Verb.LOSE, "lose", Domain.UNITS, rule="7.3.1", when="refusal.when_lose"),
    VerbEntry(Verb.BURY, "bury", Domain.NONE, listed=True),
    VerbEntry(
        Verb.MOVE_INDEPENDENT, "move-independent", Domain.GENERAL, rule="9.5.3", when="refusal.when_independents"
    ),
    VerbEntry(Verb.ENTER_BOARD, "enter-board", Domain.SPACE, rule="9.5.7", when="refusal.when_independents"),
    VerbEntry(Verb.SETTLE, "settle", Domain.NONE, rule="9.5.6", when="refusal.when_independents"),
    VerbEntry(Verb.AT, "at", Domain.LOCATION),
    VerbEntry(Verb.CHOOSE_SPACE, "choose-space", Domain.SPACE),
    VerbEntry(Verb.CHOOSE_GENERAL, "choose-general", Domain.GENERAL),
    VerbEntry(Verb.CHOOSE_ROYAL, "choose-royal", Domain.ROYAL),
    VerbEntry(Verb.CHOOSE_FACTION, "choose-faction", Domain.FACTION),
    VerbEntry(Verb.CHOOSE_UNITS, "choose-units", Domain.UNITS),
    VerbEntry(Verb.CHOOSE, "choose", Domain.NUMBER),
    VerbEntry(Verb.REMOVE_GENERAL, "remove-general", Domain.GENERAL, on_map=False, listed=True),
    VerbEntry(Verb.ATTACK, "attack", Domain.NONE, rule="10.C.1", when="refusal.when_attack", fights=True),
    VerbEntry(Verb.OUTSIDE, "outside", Domain.UNITS, rule="10.B.1", when="refusal.when_inside", counted=True),
    VerbEntry(
        Verb.OUTSIDE_GENERAL,
        "outside-general",
        Domain.GENERAL,
        rule="10.B.1",
        when="refusal.when_inside",
        joins=True,
        on_map=False,
    ),
    VerbEntry(
        Verb.OUTSIDE_ROYAL,
        "outside-royal",
        Domain.ROYAL,
        rule="10.B.1",
        when="refusal.when_inside",
        joins=True,
        on_map=False,
    ),
    VerbEntry(Verb.CROWN, "crown", Domain.NONE, rule="3.2.1", when="refusal.when_crown"),
    VerbEntry(Verb.KILL_HEIR, "kill-heir", Domain.NONE, rule="3.2.1", when="refusal.when_crown"),
)
"""Every verb, in the order of the numbers."""
DONE_ENDS: Final = {
    "prompt.rearrange": "label.as_it_stands",
    "prompt.surrender_remove": "label.done.remove_pcs",
    "prompt.surrender_place": "label.done.place_pcs",
    "prompt.surrender_siege": "label.done.sieges",
    "prompt.place_pcs": "label.done.place_pcs",
    "prompt.activation_segment": "label.done.nobody",
    "prompt.last_acts": "label.done.segment",
    "prompt.fetch": "label.done.go_on",
    "prompt.nobody_activated": "label.done.go_on",
    "prompt.activate": "label.done.nobody_else",
    "prompt.army": "label.done.halt",
    "prompt.intercept_with": "label.done.intercept",
    "prompt.escort": "label.done.sail",
}
"""By prompt: the label that says what is over when one is done."""
ALL_AT_ONCE: Final = {
    "prompt.surrender_remove": (Verb.REMOVE_PC, "all.remove_pc"),
    "prompt.surrender_place": (Verb.PLACE_PC, "all.place_pc"),
    "prompt.escort": (Verb.ESCORT, "all.escort"),
}
"""By prompt: what nothing speaks against doing with everything, and the label of that."""
VERB_OF_NAME: Final = {verb.name: verb for verb in VERBS}
