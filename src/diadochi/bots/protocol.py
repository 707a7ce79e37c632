"""The line protocol by which outside programs play: JSON lines, version 1 (docs/bots.md)."""

import random
from collections.abc import Callable
from typing import Any

from diadochi.errors import BROKEN, GameError
from diadochi.game import Decision
from diadochi.model.material import Material
from diadochi.model.state import NOBODY, State
from diadochi.rules.face import Ask, empty_state, make_frame
from diadochi.texts.states import MASKS, are_masks, is_alike, is_fact
from diadochi.view import PUBLIC, View

VERSION = 1

Message = dict[str, Any]
Bot = Callable[[View, Decision, random.Random], str]
BYE: Message = {"type": "bye"}


class ProtocolError(GameError):
    """The other side does not keep to the protocol."""


def hello(material: Material, seconds: float) -> Message:
    return {
        "type": "hello",
        "protocol": VERSION,
        "edition": material.edition.id,
        "rulings": dict(material.rulings),
        "data": material.digest,
        "seconds": seconds,
    }


def question(view: View, decision: Decision) -> Message:
    return {
        "type": "decide",
        "view": view.to_json(),
        "decision": {
            "seat": decision.seat,
            "prompt": decision.prompt,
            "rule": view.material.cited(decision.rule),
            "args": decision.args,
            "actions": decision.actions,
            "further": [decision.notation.text(c) for c in decision.further],
        },
    }


def read_question(material: Material, message: Message) -> tuple[View, Decision]:
    """The View and the Decision of a question; a ProtocolError names what has another shape."""
    view, decision = message.get("view"), message.get("decision")
    if not isinstance(view, dict) or not isinstance(decision, dict):
        raise ProtocolError("error.question_holds_view_decision")
    try:
        check_view(material, view)
        check_decision(material, decision, view["state"]["players"])
        return view_of(material, view), decision_of(material, decision)
    except ProtocolError:
        raise
    except GameError as error:
        raise ProtocolError("error.question_protocol", version=VERSION, why=error) from None
    except BROKEN:
        raise ProtocolError("error.question_shape", version=VERSION) from None


def check_view(material: Material, data: Message) -> None:
    state = data.get("state")
    players = state.get("players") if isinstance(state, dict) else None
    if not isinstance(state, dict) or players not in (2, 3, 4, 5) or not is_count(state.get("options"), 1 << 32):
        raise ProtocolError("error.view_has_state_game")
    blank = empty_state(material, players, state["options"], b"")
    for name in PUBLIC:
        value = state.get(name)
        if not is_alike(value, getattr(blank, name), name) or (name in MASKS and not are_masks(value)):
            raise ProtocolError("error.has_another_shape", name=name)
        if name not in LARGE and not is_small(value):
            raise ProtocolError("error.holds_too_large_number", name=name)
    cards = len(material.cards)
    counts = {
        "hand": is_list(data.get("hand"), lambda card: is_count(card, cards)),
        "known": is_list(data.get("known"), lambda pair: is_pair(pair, players, cards)),
        "hand_sizes": is_list(data.get("hand_sizes"), lambda size: is_count(size, cards)),
        "deck_size": is_count(data.get("deck_size"), cards + 1),
        "face_down_size": is_count(data.get("face_down_size"), cards + 1),
        "seat": data.get("seat") == -1 or is_count(data.get("seat"), players),
        "version": is_count(data.get("version"), LARGEST),
        "key_hash": isinstance(data.get("key_hash"), str),
        "decision": data.get("decision") is None or is_ask(data["decision"], players),
    }
    for name, right in counts.items():
        if not right:
            raise ProtocolError("error.has_another_shape", name=name)


LARGEST = 1 << 31
SMALL = 1 << 12
DIGITS = 4
LARGE = MASKS | {"agenda", "fought", "options"}
"""Fields with numbers above 4096: bit masks, and the facts of procedures."""


def check_decision(material: Material, data: Message, players: int) -> None:
    right = {
        "seat": is_count(data.get("seat"), players),
        "prompt": isinstance(data.get("prompt"), str),
        "rule": isinstance(data.get("rule"), str),
        "args": is_list(data.get("args"), is_arg),
        "actions": is_list(data.get("actions"), lambda a: isinstance(a, str) and a in material.notation.by_text),
    }
    for name, fits in right.items():
        if not fits:
            raise ProtocolError("error.decision_has_another_shape", name=name)
    if not data["actions"]:
        raise ProtocolError("error.decision_offers_nothing")


ASK_FIELDS = set(Ask(NOBODY, "prompt.activation_segment", "", []).names())


def is_ask(data: object, players: int) -> bool:
    return (
        isinstance(data, dict)
        and set(data) == ASK_FIELDS
        and is_count(data["seat"], players)
        and isinstance(data["prompt"], str)
        and isinstance(data["rule"], str)
        and is_list(data["actions"], lambda action: is_count(action, LARGEST))
        and is_list(data["args"], is_arg)
    )


def is_arg(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(isinstance(x, str) for x in value[:2]) and is_fact(value)


def is_pair(value: object, players: int, cards: int) -> bool:
    return isinstance(value, list) and len(value) == 2 and is_count(value[0], players) and is_count(value[1], cards)


def is_list(value: object, right: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(right(item) for item in value)


def is_count(value: object, below: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


def is_small(value: Any) -> bool:
    if isinstance(value, dict):
        return all(len(key) <= DIGITS and is_small(item) for key, item in value.items())
    return all(is_small(item) for item in value) if isinstance(value, list) else -SMALL < value < SMALL


def view_of(material: Material, data: Message) -> View:
    """The View that `View.to_json` told."""
    blank = State()
    public: dict[str, Any] = {}
    for name in PUBLIC:
        public[name] = like(getattr(blank, name), data["state"][name])
    public["agenda"] = [make_frame(frame) for frame in data["state"]["agenda"]]
    return View(
        material=material,
        seat=data["seat"],
        version=data["version"],
        key_hash=data["key_hash"],
        public=public,
        hand=sum(1 << card for card in data["hand"]),
        known=frozen(data["known"]),
        hand_sizes=frozen(data["hand_sizes"]),
        deck_size=data["deck_size"],
        face_down_size=data["face_down_size"],
        ask=None if data["decision"] is None else ask_of(data["decision"]),
    )


def ask_of(data: Message) -> Ask:
    return Ask(**{name: value if name == "actions" else frozen(value) for name, value in data.items()})


def decision_of(material: Material, data: Message) -> Decision:
    notation = material.notation
    codes, further = (
        tuple(notation.parse(text).code for text in texts) for texts in (data["actions"], data.get("further", ()))
    )
    return Decision(data["seat"], data["prompt"], frozen(data["args"]), data["rule"], codes, notation, further)


def like(old: Any, value: Any) -> Any:
    """A value of JSON in the form that the state holds it in."""
    if isinstance(old, dict):
        return {int(key): frozen(item) for key, item in value.items()}
    if isinstance(old, list):
        return [frozen(item) for item in value]
    return frozen(value)


def frozen(value: Any) -> Any:
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value
