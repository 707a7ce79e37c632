"""The agenda: the stack of procedures under way.

A procedure of the rulebook is a frame: a named tuple of ints and tuples on `State.agenda`, replaced and
never changed in place. The engine (`rules/engine.py`) steps the top frame until one asks a seat to decide or the
game is over.

    step(p)        go on: change the state and the agenda and return None, or change nothing and return an Ask
    check(p, a)    why action a may not be chosen now: a Refusal, or None if it may
    take(p, a)     carry out the chosen action

`step` of a frame that asks changes nothing, so a decision can be worked out anew at any time. A frame holds
only facts that everybody may see.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from diadochi.model import naming
from diadochi.model.material import Material
from diadochi.model.state import State
from diadochi.rules import chance

EVERYBODY = -1
"""Visibility of an event: a bit mask of seats, or everybody."""

Value = tuple[str, Any]
"""What an argument is (space, general, number, ...) and its number; see `diadochi.messages`."""
Args = tuple[tuple[str, str, Any], ...]


def args(**values: Value) -> Args:
    return tuple([(name, kind, value) for name, (kind, value) in values.items()])


class Event(NamedTuple):
    """Something that happened: a message key with arguments, the rule, the dice, and who may see it."""

    key: str
    rule: str
    args: Args = ()
    dice: tuple[int, ...] = ()
    to: int = EVERYBODY

    def seen_by(self, seat: int) -> bool:
        """Whether a seat, or a spectator (-1), may see it."""
        return self.to == EVERYBODY or (seat >= 0 and bool(self.to >> seat & 1))

    @property
    def text(self) -> str:
        """The English sentence; `diadochi.messages` speaks other languages."""
        from diadochi import messages

        return messages.event_line(messages.material_at_hand(), self)

    def __repr__(self) -> str:
        to = () if self.to == EVERYBODY else naming.named("factions", self.to)
        told = naming.arguments(self.args)
        return naming.shown("Event", key=self.key, rule=self.rule, args=told, dice=self.dice, to=to)


class Refusal(NamedTuple):
    """Why something may not be done."""

    rule: str
    key: str
    args: Args = ()

    @property
    def text(self) -> str:
        """The English sentence, with the rule; `diadochi.messages` speaks other languages."""
        from diadochi import messages

        return messages.refusal_line(messages.material_at_hand(), self)

    def __repr__(self) -> str:
        return naming.shown("Refusal", rule=self.rule, key=self.key, args=naming.arguments(self.args))


class Ask(NamedTuple):
    """A decision that a seat has to make."""

    seat: int
    prompt: str
    rule: str
    actions: list[int]
    args: Args = ()
    hidden: bool = False
    """The offers depend on hidden cards: then even a single one is asked."""
    further: tuple[int, ...] = ()
    """What may be done besides, in one's own turn, without being asked (7.1.C.2); see `rules/further.py`."""
    perils: tuple[int, ...] = ()
    """Those actions after which CUs would be Dispersed: one should be sure of them."""

    def __repr__(self) -> str:
        seat, told = naming.named("faction", self.seat), naming.arguments(self.args)
        actions = naming.actions(self.actions)
        return naming.shown("Ask", seat=seat, prompt=self.prompt, args=told, rule=self.rule, actions=actions)


class Frame(Protocol):
    def step(self, p: "Play") -> Ask | None: ...

    def check(self, p: "Play", action: int) -> Refusal | None: ...

    def take(self, p: "Play", action: int) -> None: ...


NOT_ASKED = Refusal("", "refusal.not_asked")
"""The verb answers no question that is asked now."""


class Play:
    """A state in play: the material, the state and the events of the present action."""

    def __init__(self, material: Material, state: State, *, ask_everything: bool = False) -> None:
        self.ask_everything = ask_everything
        """A decision with a single possibility is asked too, and not taken at once."""
        self.material = material
        self.board = material.board
        self.pieces = material.pieces
        self.cards = material.cards
        self.tables = material.tables
        self.edition = material.edition
        self.spaces = len(material.board.spaces)
        self.surprises = material.surprises
        """Bit mask of the Surprise cards."""
        self.state = state
        self.events: list[Event] = []
        self.dice: list[int] = []
        """All dice, drawn cards and shuffled orders that chance has given since this Play was made."""
        self.draws: list[int] = []
        self.orders: list[tuple[int, ...]] = []

    # The agenda

    def push(self, frame: Frame) -> None:
        self.state.agenda.append(frame)  # type: ignore[arg-type]

    def replace(self, frame: Frame) -> None:
        self.state.agenda[-1] = frame  # type: ignore[call-overload]

    def pop(self) -> None:
        self.state.agenda.pop()

    def find(self, kind: type) -> int:
        """The place on the agenda of the topmost frame of a kind, or -1."""
        i = len(self.state.agenda)
        for frame in reversed(self.state.agenda):
            i -= 1
            if isinstance(frame, kind):
                return i
        return -1

    # Events

    def note(self, key: str, rule: str, *, dice: tuple[int, ...] = (), to: int = EVERYBODY, **values: Value) -> None:
        self.events.append(Event(key, rule, args(**values), dice, to))

    # Chance

    def die(self) -> int:
        value = chance.die(self.state)
        self.dice.append(value)
        return value

    def shuffle(self, items: list[int]) -> None:
        chance.shuffle(self.state, items)
        self.orders.append(tuple(items))

    # Places

    def space(self, location: int) -> int:
        return location % self.spaces

    def inside(self, space: int) -> int:
        return space + self.spaces

    def at_sea(self, space: int) -> int:
        return space + 2 * self.spaces

    def is_inside(self, location: int) -> bool:
        return self.spaces <= location < 2 * self.spaces

    def is_at_sea(self, location: int) -> bool:
        return location >= 2 * self.spaces

    def option(self, option: int) -> bool:
        return bool(self.state.options >> option & 1)


def offers(p: Play, frame: Frame, candidates: Iterable[int]) -> list[int]:
    """The candidates that the one check lets pass."""
    return [a for a in candidates if frame.check(p, a) is None]
