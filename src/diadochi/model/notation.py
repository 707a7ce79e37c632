"""Actions as texts and as numbers: `verb:operand`, an operand being one id of a closed domain.

Inside the engine an action is one small number, `verb << SHIFT | operand`. Outside it is a text and an
`Action`, whose `index` is its fixed place among all actions that can exist in an edition.
"""

from dataclasses import dataclass
from enum import IntEnum

from diadochi.model.material import Material
from diadochi.model.pieces import Unit
from diadochi.model.spelling import near

SHIFT = 9
MASK = (1 << SHIFT) - 1
NUMBERS = 21


class Domain(IntEnum):
    """What an operand can be."""

    NONE = 0
    SPACE = 1
    LOCATION = 2
    GENERAL = 3
    CARD = 4
    FACTION = 5
    FLEET = 6
    ROYAL = 7
    UNITS = 8
    NUMBER = 9


class Verb(IntEnum):
    """Every verb; docs/actions.md tells what each one does. The order is part of the numbering."""

    PASS = 0
    DONE = 1
    # 4 set-up
    DISCARD_GENERAL = 2
    START = 3
    # 5 preparations and Reinforcements
    FIRST = 4
    LEFT = 5
    RIGHT = 6
    PLACE = 7
    # 6 Surprise cards
    SURPRISE = 8
    DISCARD = 9
    # 6.1, 6.2
    REMOVE_PC = 10
    PLACE_PC = 11
    SIEGE = 12
    EVENT = 13
    FORCE_MARCH = 14
    PLACE_PCS = 15
    TRAIN = 16
    SPEND_NOTHING = 17
    UPGRADE = 18
    RECRUIT = 19
    FREE_CART = 20
    RETRIEVE = 21
    START_TRAINING = 22
    UPGRADE_FLEET = 23
    RETRIEVE_FLEET = 24
    RECRUIT_GENERAL = 25
    AS_REINFORCEMENT = 26
    CLAIM = 27
    DECLINE = 28
    # 6.3, 9 activation
    CAMPAIGN = 29
    MERCENARY = 30
    ACTIVATE = 31
    MUSTER = 32
    FETCH = 33
    TAKE_ALL = 34
    TAKE = 35
    TAKE_GENERAL = 36
    TAKE_ROYAL = 37
    LEAVE = 38
    LEAVE_GENERAL = 39
    LEAVE_ROYAL = 40
    MARCH = 41
    GO_INSIDE = 42
    COME_OUT = 43
    REPOSITION = 44
    DISBAND = 45
    # 10 to 12
    INSIDE = 46
    INSIDE_GENERAL = 47
    INSIDE_ROYAL = 48
    ASK_PASSAGE = 49
    GRANT = 50
    DENY = 51
    HONOUR = 52
    BETRAY = 53
    INTERCEPT = 54
    WITHDRAW = 55
    STAND = 56
    EVADE = 57
    EVADE_TO = 58
    # 13
    EMBARK = 59
    ESCORT = 60
    SAIL = 61
    DECLARE = 62
    COMMIT = 63
    DROP = 64
    LAND = 65
    # 14, 15, 7.3
    JOIN = 66
    JOIN_GENERAL = 67
    COMMAND = 68
    LOSE = 69
    # 3.8
    BURY = 70
    # 9.5
    MOVE_INDEPENDENT = 71
    ENTER_BOARD = 72
    SETTLE = 73
    # the choices that card events ask for
    AT = 74
    CHOOSE_SPACE = 75
    CHOOSE_GENERAL = 76
    CHOOSE_ROYAL = 77
    CHOOSE_FACTION = 78
    CHOOSE_UNITS = 79
    CHOOSE = 80
    # 7.1.C
    REMOVE_GENERAL = 81
    # 10.C, 10.E
    ATTACK = 82
    # 10.B
    OUTSIDE = 83
    OUTSIDE_GENERAL = 84
    OUTSIDE_ROYAL = 85


VERB_DOMAIN: dict[Verb, Domain] = {
    Verb.PASS: Domain.NONE,
    Verb.DONE: Domain.NONE,
    Verb.DISCARD_GENERAL: Domain.GENERAL,
    Verb.START: Domain.SPACE,
    Verb.FIRST: Domain.FACTION,
    Verb.LEFT: Domain.NONE,
    Verb.RIGHT: Domain.NONE,
    Verb.PLACE: Domain.LOCATION,
    Verb.SURPRISE: Domain.CARD,
    Verb.DISCARD: Domain.CARD,
    Verb.REMOVE_PC: Domain.SPACE,
    Verb.PLACE_PC: Domain.SPACE,
    Verb.SIEGE: Domain.SPACE,
    Verb.EVENT: Domain.CARD,
    Verb.FORCE_MARCH: Domain.CARD,
    Verb.PLACE_PCS: Domain.CARD,
    Verb.TRAIN: Domain.CARD,
    Verb.SPEND_NOTHING: Domain.CARD,
    Verb.UPGRADE: Domain.CARD,
    Verb.RECRUIT: Domain.CARD,
    Verb.FREE_CART: Domain.CARD,
    Verb.RETRIEVE: Domain.CARD,
    Verb.START_TRAINING: Domain.UNITS,
    Verb.UPGRADE_FLEET: Domain.FLEET,
    Verb.RETRIEVE_FLEET: Domain.FLEET,
    Verb.RECRUIT_GENERAL: Domain.GENERAL,
    Verb.AS_REINFORCEMENT: Domain.NONE,
    Verb.CLAIM: Domain.NONE,
    Verb.DECLINE: Domain.NONE,
    Verb.CAMPAIGN: Domain.NONE,
    Verb.MERCENARY: Domain.NONE,
    Verb.ACTIVATE: Domain.GENERAL,
    Verb.MUSTER: Domain.LOCATION,
    Verb.FETCH: Domain.GENERAL,
    Verb.TAKE_ALL: Domain.NONE,
    Verb.TAKE: Domain.UNITS,
    Verb.TAKE_GENERAL: Domain.GENERAL,
    Verb.TAKE_ROYAL: Domain.ROYAL,
    Verb.LEAVE: Domain.UNITS,
    Verb.LEAVE_GENERAL: Domain.GENERAL,
    Verb.LEAVE_ROYAL: Domain.ROYAL,
    Verb.MARCH: Domain.SPACE,
    Verb.GO_INSIDE: Domain.NONE,
    Verb.COME_OUT: Domain.NONE,
    Verb.REPOSITION: Domain.LOCATION,
    Verb.DISBAND: Domain.LOCATION,
    Verb.INSIDE: Domain.UNITS,
    Verb.INSIDE_GENERAL: Domain.GENERAL,
    Verb.INSIDE_ROYAL: Domain.ROYAL,
    Verb.ASK_PASSAGE: Domain.FACTION,
    Verb.GRANT: Domain.NONE,
    Verb.DENY: Domain.NONE,
    Verb.HONOUR: Domain.NONE,
    Verb.BETRAY: Domain.NONE,
    Verb.INTERCEPT: Domain.LOCATION,
    Verb.WITHDRAW: Domain.NONE,
    Verb.STAND: Domain.NONE,
    Verb.EVADE: Domain.NONE,
    Verb.EVADE_TO: Domain.SPACE,
    Verb.EMBARK: Domain.NONE,
    Verb.ESCORT: Domain.FLEET,
    Verb.SAIL: Domain.SPACE,
    Verb.DECLARE: Domain.NONE,
    Verb.COMMIT: Domain.FLEET,
    Verb.DROP: Domain.LOCATION,
    Verb.LAND: Domain.LOCATION,
    Verb.JOIN: Domain.UNITS,
    Verb.JOIN_GENERAL: Domain.GENERAL,
    Verb.COMMAND: Domain.GENERAL,
    Verb.LOSE: Domain.UNITS,
    Verb.BURY: Domain.NONE,
    Verb.MOVE_INDEPENDENT: Domain.GENERAL,
    Verb.ENTER_BOARD: Domain.SPACE,
    Verb.SETTLE: Domain.NONE,
    Verb.AT: Domain.LOCATION,
    Verb.CHOOSE_SPACE: Domain.SPACE,
    Verb.CHOOSE_GENERAL: Domain.GENERAL,
    Verb.CHOOSE_ROYAL: Domain.ROYAL,
    Verb.CHOOSE_FACTION: Domain.FACTION,
    Verb.CHOOSE_UNITS: Domain.UNITS,
    Verb.CHOOSE: Domain.NUMBER,
    Verb.REMOVE_GENERAL: Domain.GENERAL,
    Verb.ATTACK: Domain.NONE,
    Verb.OUTSIDE: Domain.UNITS,
    Verb.OUTSIDE_GENERAL: Domain.GENERAL,
    Verb.OUTSIDE_ROYAL: Domain.ROYAL,
}

VERB_NAME: dict[Verb, str] = {v: v.name.lower().replace("_", "-") for v in Verb}
VERB_OF_NAME: dict[str, Verb] = {n: v for v, n in VERB_NAME.items()}


def code(verb: Verb, operand: int = 0) -> int:
    """The engine's number of an action."""
    return verb << SHIFT | operand


def verb_of(action: int) -> int:
    return action >> SHIFT


def operand_of(action: int) -> int:
    return action & MASK


@dataclass(frozen=True, slots=True)
class Action:
    """One of all the actions that can exist in an edition."""

    index: int
    code: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"


class NotationError(ValueError):
    """A text that is no action of this edition."""


def domain_ids(material: Material) -> dict[Domain, tuple[str, ...]]:
    """The ids of every domain, in the order of their numbers."""
    spaces = tuple(s.id for s in material.board.spaces)
    units = tuple(u.name.lower() for u in Unit)
    return {
        Domain.NONE: ("",),
        Domain.SPACE: spaces,
        Domain.LOCATION: (*spaces, *(f"{s}.inside" for s in spaces), *(f"{s}.sea" for s in spaces)),
        Domain.GENERAL: tuple(g.id for g in material.pieces.generals),
        Domain.CARD: tuple(c.number for c in material.cards),
        Domain.FACTION: material.pieces.factions,
        Domain.FLEET: tuple(f.id for f in material.pieces.fleets),
        Domain.ROYAL: tuple(r.id for r in material.pieces.royals),
        Domain.UNITS: (*units, *(f"{u}.moved" for u in units)),
        Domain.NUMBER: tuple(str(n) for n in range(NUMBERS)),
    }


class Notation:
    """Prints and parses the actions of one edition, strictly."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.ids = domain_ids(material)
        self.numbers = {d: {name: i for i, name in enumerate(ids)} for d, ids in self.ids.items()}
        self.actions: tuple[Action, ...] = self._all_actions()
        self.by_text = {a.text: a for a in self.actions}
        self.by_code = {a.code: a for a in self.actions}
        _made[:] = [self]

    def _all_actions(self) -> tuple[Action, ...]:
        out: list[Action] = []
        for verb in Verb:
            for operand, name in enumerate(self.ids[VERB_DOMAIN[verb]]):
                text = f"{VERB_NAME[verb]}:{name}" if name else VERB_NAME[verb]
                out.append(Action(len(out), code(verb, operand), text))
        return tuple(out)

    def text(self, action: int) -> str:
        return self.by_code[action].text

    def parse(self, text: str) -> Action:
        action = self.by_text.get(text)
        if action is not None:
            return action
        verb, _, operand = text.partition(":")
        known = VERB_OF_NAME.get(verb)
        if known is None:
            raise NotationError(f"{verb!r} is no verb{near(verb, VERB_OF_NAME)}; docs/actions.md lists them all")
        domain = VERB_DOMAIN[known]
        if domain is Domain.NONE:
            raise NotationError(f"{verb!r} stands alone, without an operand")
        kind, alike = domain.name.lower(), near(operand, self.ids[domain])
        raise NotationError(f"{operand!r} is no {kind}{alike}; write {verb}:<{kind}>")


_made: list[Notation] = []


def latest() -> Notation | None:
    """The notation of the material that was loaded last, to name what carries no material with it."""
    return _made[-1] if _made else None
