"""The agenda: the stack of procedures under way.

A procedure of the rulebook is a frame: a plain value of ints and tuples on `State.agenda`. States share their
frames, so a frame that goes on puts another one in its place, or a copy of itself that it changes while it runs
and leaves alone from then on. The engine (`rules/engine.py`) steps the top frame until one asks a seat to
decide or the game is over.

    step(p)        go on as far as it can: change the state and the agenda; the Ask, if now a seat must decide
    check(p, a)    why action a may not be chosen now: a Refusal, or None if it may
    take(p, a)     carry out the chosen action

A frame that asks and is stepped again changes nothing and asks the same: a decision can be worked out anew at any
time. A frame holds only facts that everybody may see.

No frame changes another one. What a procedure has to tell to one below it (a march to the group that marches, a card
to the battle it is played in), it tells by calling a method of that frame; the frame alone says what that changes and
puts what it has become in its own place: `p.become(self, ...)`.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, ClassVar, Final, NoReturn

from diadochi.model import naming
from diadochi.model.ids import SEATS, ActionCode, CardId, GeneralId, LocationId, Mask, Number, SeatId, SpaceId
from diadochi.model.material import Material
from diadochi.model.notation import code
from diadochi.model.pieces import Unit
from diadochi.model.state import Facts, Plain, State
from diadochi.model.verbs import Verb

EVERYBODY: Final = -1
"""Visibility of an event: a bit mask of seats, or everybody."""

Value = tuple[str, Any]
"""What an argument is (space, general, number, ...) and its number; see `diadochi.messages`."""
Args = tuple[tuple[str, str, Any], ...]
"""The name, the kind and the value of each argument of a message."""


EVENT_FIELDS: Final = ("key", "rule", "args", "dice", "to")


class Event(Plain):
    """Something that happened: a message key with arguments, the rule, the dice, and who may see it.

    `fight` says during which kind of fight, if any, and of one that begins also who commands. It is no part of what
    happened: without it an event is equal.
    """

    def __init__(
        self,
        key: str,
        rule: str,
        args: Args = (),
        dice: tuple[int, ...] = (),
        to: Mask = EVERYBODY,
        fight: str = "",
    ) -> None:
        self.key = key
        self.rule = rule
        self.args = args
        self.dice = dice
        self.to = to
        self.fight = fight

    def names(self) -> tuple[str, ...]:
        return EVENT_FIELDS

    def seen_by(self, seat: int) -> bool:
        """Whether a seat, or a spectator (-1), may see it."""
        return self.to == EVERYBODY or (seat >= 0 and bool(self.to >> seat & 1))

    @property
    def text(self) -> str:
        """The English sentence; `diadochi.messages` speaks other languages."""
        return event_text(self)

    def __repr__(self) -> str:
        to = () if self.to == EVERYBODY else naming.named("factions", self.to)
        told = naming.arguments(self.args)
        return naming.shown("Event", key=self.key, rule=self.rule, args=told, dice=self.dice, to=to)


UNDO: Final = "undo"


class Entry(Plain):
    """One step of a game: an action, or an undo of the step before."""

    def __init__(self, seat: SeatId, text: str, events: tuple[Event, ...]) -> None:
        self.seat = seat
        self.text = text
        self.events = events

    def __repr__(self) -> str:
        return naming.shown("Entry", seat=naming.named("faction", self.seat), text=self.text, events=self.events)


class Refusal(Plain):
    """Why something may not be done."""

    def __init__(self, rule: str, key: str, args: Args = ()) -> None:
        self.rule = rule
        self.key = key
        self.args = args

    @property
    def text(self) -> str:
        """The English sentence, with the rule; `diadochi.messages` speaks other languages."""
        return refusal_text(self)

    def __repr__(self) -> str:
        return naming.shown("Refusal", rule=self.rule, key=self.key, args=naming.arguments(self.args))


class Ask(Plain):
    """A decision that a seat has to make."""

    def __init__(
        self,
        seat: SeatId,
        prompt: str,
        rule: str,
        actions: list[int],
        args: Args = (),
        hidden: bool = False,
        further: tuple[int, ...] = (),
        perils: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.rule = rule
        self.actions = actions
        self.args = args
        self.hidden = hidden
        """The offers depend on hidden cards: then even a single one is asked."""
        self.further = further
        """What may be done besides, in one's own turn, without being asked (7.1.C.2); see `rules/further.py`."""
        self.perils = perils
        """Those actions after which CUs would be Dispersed: one should be sure of them."""

    def __repr__(self) -> str:
        seat, told = naming.named("faction", self.seat), naming.arguments(self.args)
        actions = naming.actions(self.actions)
        return naming.shown("Ask", seat=seat, prompt=self.prompt, args=told, rule=self.rule, actions=actions)


def speechless(_: Event | Refusal) -> NoReturn:
    raise RuntimeError("sentences are made by diadochi.messages; import it first")


event_text: Callable[[Event], str] = speechless
refusal_text: Callable[[Refusal], str] = speechless
"""The English sentences; `diadochi.messages` fills both in."""

NOT_ASKED: Final = Refusal("", "refusal.not_asked")
"""The verb answers no question that is asked now."""


class Frame(Facts):
    """A procedure under way."""

    fight: ClassVar[str] = ""
    """What kind of fight it is: whatever happens while it is under way belongs to it."""

    def step(self, p: "Play") -> Ask | None:
        raise NotImplementedError

    def check(self, p: "Play", action: ActionCode) -> Refusal | None:
        raise NotImplementedError

    def take(self, p: "Play", action: ActionCode) -> None:
        raise NotImplementedError

    def told_of_departure(self, p: "Play", general: GeneralId) -> None:
        """A General has left the map; most procedures do not mind."""


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
        self.state = state
        self.events: list[Event] = []
        self.dice: list[int] = []
        """All dice, drawn cards and shuffled orders that chance has given since this Play was made."""
        self.draws: list[CardId] = []
        self.orders: list[tuple[int, ...]] = []

    @property
    def surprises(self) -> int:
        """Bit mask of the Surprise cards."""
        surprises = self.material.surprises
        return surprises | self.turned() if self.state.flipped else surprises

    def turned(self) -> int:
        """7.2.D.2: the cards that have become Surprise cards and still are."""
        s = self.state
        if any(cus[Unit.SILVER_SHIELDS] for cus in [*s.cus.values(), *s.dispersed]):
            return s.flipped
        return s.flipped & ~sum(1 << i for i, card in enumerate(self.cards) if card.flips_back)

    # The agenda

    def top(self) -> Frame:
        frame = self.state.agenda[-1]
        assert isinstance(frame, Frame)
        return frame

    def push(self, frame: Frame) -> None:
        self.state.agenda.append(frame)

    def replace(self, frame: Frame) -> None:
        self.state.agenda[-1] = frame

    def pop(self) -> None:
        self.state.agenda.pop()

    def become(self, frame: Frame, new: Frame) -> None:
        """A frame anywhere on the agenda, which has been told something, is another one from now on."""
        agenda = self.state.agenda
        i = len(agenda) - 1
        while agenda[i] is not frame:
            i -= 1
        agenda[i] = new

    def tell_departure(self, general: GeneralId) -> None:
        """Tell every procedure under way that a General has left the map."""
        for frame in self.state.agenda[:]:
            assert isinstance(frame, Frame)
            frame.told_of_departure(self, general)

    def under(self) -> Facts | None:
        """The frame under the top one."""
        agenda = self.state.agenda
        return agenda[-2] if len(agenda) > 1 else None

    def slip_under(self, frame: Frame) -> None:
        """Put a frame that never runs itself under the top one."""
        self.state.agenda.insert(-1, frame)

    def drop_under(self) -> None:
        """Take away the frame under the top one."""
        del self.state.agenda[-2]

    def find(self, kind: type) -> int:
        """The place on the agenda of the topmost frame of a kind, or -1."""
        i = len(self.state.agenda)
        for frame in reversed(self.state.agenda):
            i -= 1
            if isinstance(frame, kind):
                return i
        return -1

    # Events

    def note(self, key: str, rule: str, args: Args = (), *, dice: tuple[int, ...] = (), to: Mask = EVERYBODY) -> None:
        self.events.append(Event(key, rule, args, dice, to, self.fight()))

    def fight(self) -> str:
        """The kind of fight under way."""
        for frame in reversed(self.state.agenda):
            if isinstance(frame, Frame) and frame.fight:
                return frame.fight
        return ""

    # Chance

    def die(self) -> int:
        value = die(self.state)
        self.dice.append(value)
        return value

    def two_dice(self) -> tuple[int, int]:
        return self.die(), self.die()

    def shuffle(self, items: list[Number]) -> None:
        shuffle(self.state, items)
        self.orders.append(tuple(items))

    # Places

    def space(self, location: int) -> SpaceId:
        return location % self.spaces  # type: ignore[return-value]

    def inside(self, space: LocationId) -> LocationId:
        return space + self.spaces  # type: ignore[return-value]

    def at_sea(self, space: SpaceId) -> LocationId:
        return space + 2 * self.spaces  # type: ignore[return-value]

    def is_inside(self, location: LocationId) -> bool:
        return self.spaces <= location < 2 * self.spaces

    def is_at_sea(self, location: LocationId) -> bool:
        return location >= 2 * self.spaces

    def option(self, option: int) -> bool:
        """Whether an optional rule is played: by choice, or always in this edition."""
        return bool((self.state.options | self.edition.standard_options) >> option & 1)


def offers(p: Play, frame: Frame, candidates: Iterable[int]) -> list[int]:
    """The candidates that the one check lets pass."""
    return [a for a in candidates if frame.check(p, a) is None]


# Chance: one keyed stream per game that anybody can verify once the key is published. Draw number i of the game whose
# key is k is HMAC-SHA-256(k, i as 8 big-endian bytes), read as a number. A die is that number modulo 6, plus 1; a
# shuffle is Fisher-Yates from the end, one draw per card. A queue of fixed dice, draws and orders (tests, puzzles,
# replays) is used up first.


BLOCK: Final = 64
"""Bytes of a block of SHA-256."""
INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])
OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])
"""The pads of HMAC, as tables of what becomes of each byte of the key."""


def key_of_seed(seed: int) -> bytes:
    """The key of a game of the laboratory."""
    return sha256(f"diadochi seed {seed}".encode()).digest()


def key_hash(key: bytes) -> str:
    """What is shown when the game starts."""
    return sha256(key).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """The same as `hmac.digest`, in half the time."""
    block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = sha256(block.translate(INNER) + message).digest()
    return sha256(block.translate(OUTER) + inner).digest()


def below(s: State, n: int) -> int:
    """A number from 0 to n - 1."""
    number = int.from_bytes(hmac_sha256(s.key, s.rolls.to_bytes(8, "big")), "big")
    s.rolls += 1
    s.barrier += 1
    return number % n


def die(s: State) -> int:
    if s.fixed_dice:
        value = s.fixed_dice[0]
        s.fixed_dice = s.fixed_dice[1:]
        s.rolls += 1
        s.barrier += 1
        return value
    return below(s, 6) + 1


def shuffle(s: State, items: list[Number]) -> None:
    """Shuffle in place, from a sorted start so that no earlier order shows through."""
    items.sort()
    if s.fixed_orders:
        order, s.fixed_orders = s.fixed_orders[0], s.fixed_orders[1:]
        if sorted(order) == items:
            s.rolls += max(0, len(items) - 1)
            s.barrier += max(0, len(items) - 1)
            items[:] = order  # type: ignore[assignment]
            return
    for i in range(len(items) - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]


class Rest(Frame):
    """The ground under a single procedure, for those who try one out: everything is over when it asks."""

    def step(self, p: Play) -> Ask | None:
        return Ask(SEATS[1][0], "prompt.rest", "", [code(Verb.PASS), code(Verb.DONE)])

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError("nothing is left to do")
