"""How states and events are written into the database."""

from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from diadochi.bots.satrap.reason import Reason
from diadochi.model.material import Material
from diadochi.model.state import FIELDS, State
from diadochi.rules.face import Event, empty_state, make_frame

values_of = attrgetter(*FIELDS)


def encode_state(s: State) -> bytes:
    """Everything, secrets included."""
    out: dict[str, Any] = dict(zip(FIELDS, values_of(s), strict=True))
    out["key"] = s.key.hex()
    out["agenda"] = [frame.to_json() for frame in s.agenda]
    return msgspec.json.encode(out)


class Glimpse(msgspec.Struct):
    """The moment and the result, for whoever needs nothing else of a state."""

    turn: int
    round: int
    active: int
    segment: int
    order: tuple[int, ...]
    result: tuple[int, ...]
    vp: list[int]
    legitimacy: list[int]


glimpse = msgspec.json.Decoder(Glimpse).decode


def decode_state(material: Material, data: bytes) -> State:
    """A field that an older engine did not have is as it is on an empty board."""
    told = msgspec.json.decode(data)
    if told.keys() != set(FIELDS):
        told = {**empty_state(material, told["players"], told["options"], b"").to_json(), **told}
    return State.from_json(told, make_frame)


class Body(NamedTuple):
    """What an entry tells besides its action: the moment after it, and its events."""

    turn: int
    round: int
    segment: int
    active: int
    events: tuple[Event, ...]


def body_of(s: State, events: tuple[Event, ...]) -> Body:
    return Body(s.turn, s.round, s.segment, s.active, events)


Told = tuple[str, str, tuple[tuple[str, str, Any], ...], tuple[int, ...], int]
"""An event as it is written."""
FIGHT = "fight"
"""Written as one more argument: an older server reads it too."""
told_in = msgspec.json.Decoder(tuple[int, int, int, int, tuple[Told, ...]]).decode


def encode_body(body: Body) -> str:
    events = [told_of(event) for event in body.events]
    return msgspec.json.encode((body.turn, body.round, body.segment, body.active, events)).decode()


def decode_body(text: str) -> Body:
    turn, round_, segment, active, events = told_in(text)
    return Body(turn, round_, segment, active, tuple([_event(*e) for e in events]))


def encode_reason(reason: Reason) -> str:
    return msgspec.json.encode(reason).decode()


def decode_reason(text: str) -> Reason:
    key, args = msgspec.json.decode(text)
    return Reason(key, _frozen(args))


def _event(key: str, rule: str, args: Any, dice: tuple[int, ...], to: int) -> Event:
    frozen = [(name, kind, _frozen(value) if type(value) is list else value) for name, kind, value in args]
    if frozen and frozen[-1][0] == FIGHT:
        *frozen, (_, _, fight) = frozen
        return Event(key, rule, tuple(frozen), dice, to, fight)
    return Event(key, rule, tuple(frozen), dice, to)


def told_of(event: Event) -> tuple[Any, ...]:
    args = (*event.args, (FIGHT, "text", event.fight)) if event.fight else event.args
    return event.key, event.rule, args, event.dice, event.to


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value
