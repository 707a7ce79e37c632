"""Actions as texts and as numbers: `verb:operand`, an operand being one id of a closed domain.

Inside the engine an action is one small number, `verb << SHIFT | operand`. Outside it is a text and an
`Action`, whose `index` is its fixed place among all actions that can exist in an edition.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from diadochi.model.ids import CardId, FactionId, FleetId, GeneralId, LocationId, RoyalId, SpaceId, UnitId
from diadochi.model.pieces import UNIT_NAME
from diadochi.model.spelling import near
from diadochi.model.verbs import DOMAIN_NAME, VERB_OF_NAME, VERBS, Domain

if TYPE_CHECKING:
    from diadochi.model.material import Material

SHIFT: Final = 9
MASK: Final = (1 << SHIFT) - 1
NUMBERS: Final = 21


def code(verb: int, operand: int = 0) -> int:
    """The engine's number of an action."""
    return verb << SHIFT | operand


def verb_of(action: int) -> int:
    return action >> SHIFT


def operand_of(action: int) -> int:
    return action & MASK


# The operand of an action as what its verb takes


def space_in(action: int) -> SpaceId:
    return action & MASK  # type: ignore[return-value]


def location_in(action: int) -> LocationId:
    return action & MASK  # type: ignore[return-value]


def general_in(action: int) -> GeneralId:
    return action & MASK  # type: ignore[return-value]


def card_in(action: int) -> CardId:
    return action & MASK  # type: ignore[return-value]


def faction_in(action: int) -> FactionId:
    return action & MASK  # type: ignore[return-value]


def fleet_in(action: int) -> FleetId:
    return action & MASK  # type: ignore[return-value]


def royal_in(action: int) -> RoyalId:
    return action & MASK  # type: ignore[return-value]


def unit_in(action: int) -> UnitId:
    return action & MASK  # type: ignore[return-value]


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
    """A text that is no action of this edition: a key of the catalogues, what fills it, and actions spelt like it."""


def domain_ids(material: "Material") -> dict[int, tuple[str, ...]]:
    """The ids of every domain, in the order of their numbers."""
    spaces = tuple(s.id for s in material.board.spaces)
    units = UNIT_NAME
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


class Words:
    """All actions of editions that have the same ids, whatever their rulings."""

    def __init__(self, ids: dict[int, tuple[str, ...]]) -> None:
        self.numbers = {d: {name: i for i, name in enumerate(names)} for d, names in ids.items()}
        self.actions: tuple[Action, ...] = all_actions(ids)
        self.by_text = {a.text: a for a in self.actions}
        self.by_code = {a.code: a for a in self.actions}


def all_actions(ids: dict[int, tuple[str, ...]]) -> tuple[Action, ...]:
    out: list[Action] = []
    for verb in VERBS:
        for operand, name in enumerate(ids[verb.domain]):
            text = f"{verb.name}:{name}" if name else verb.name
            out.append(Action(len(out), code(verb.number, operand), text))
    return tuple(out)


_words: Final[dict[tuple[tuple[str, ...], ...], Words]] = {}
"""Made once: there are thousands of actions, and any table may choose rulings of its own."""


class Notation:
    """Prints and parses the actions of one edition, strictly."""

    def __init__(self, material: "Material") -> None:
        self.material = material
        self.ids = domain_ids(material)
        spelt = tuple(self.ids.values())
        words = _words.get(spelt)
        if words is None:
            words = _words[spelt] = Words(self.ids)
        self.numbers = words.numbers
        self.actions: tuple[Action, ...] = words.actions
        self.by_text = words.by_text
        self.by_code = words.by_code
        at_hand(self)

    def text(self, action: int) -> str:
        return self.by_code[action].text

    def parse(self, text: str) -> Action:
        action = self.by_text.get(text)
        if action is not None:
            return action
        verb, _, operand = text.partition(":")
        known = VERB_OF_NAME.get(verb)
        if known is None:
            alike = near(verb, VERB_OF_NAME)
            raise NotationError("error.no_verb", {"verb": repr(verb)}, alike)
        if known.domain == Domain.NONE:
            raise NotationError("error.no_operand_wanted", {"verb": repr(verb)}, [])
        kind, alike = DOMAIN_NAME[known.domain], near(operand, self.ids[known.domain])
        raise NotationError("error.no_operand", {"verb": verb, "operand": repr(operand), "kind": kind}, alike)


_latest: Final[list[Notation]] = []


def at_hand(notation: Notation) -> None:
    """A game with this notation has begun: what carries no material with it is named by it."""
    _latest[:] = (notation,)


def latest() -> Notation | None:
    """The notation of the game that was begun last, or of the material that was loaded since."""
    return _latest[0] if _latest else None
