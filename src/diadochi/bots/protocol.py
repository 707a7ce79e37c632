"""The line protocol by which outside programs play: JSON lines, version 1 (docs/bots.md)."""

from typing import Any

from diadochi.game import Decision
from diadochi.model.material import Material
from diadochi.model.state import State
from diadochi.rules.agenda import Ask
from diadochi.rules.frames import make_frame
from diadochi.view import PUBLIC, View

VERSION = 1

Message = dict[str, Any]
BYE: Message = {"type": "bye"}


def hello(material: Material, seconds: float) -> Message:
    return {
        "type": "hello",
        "protocol": VERSION,
        "edition": material.edition.id,
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
            "rule": decision.rule,
            "args": decision.args,
            "actions": decision.actions,
        },
    }


def view_of(material: Material, data: Message) -> View:
    """The View that `View.to_json` told."""
    blank = State()
    public: dict[str, Any] = {}
    for name in PUBLIC:
        public[name] = like(getattr(blank, name), data["state"][name])
    public["agenda"] = [make_frame(frame[0], frozen(frame[1:])) for frame in data["state"]["agenda"]]
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
    codes = tuple(notation.parse(text).code for text in data["actions"])
    return Decision(data["seat"], data["prompt"], frozen(data["args"]), data["rule"], codes, notation)


def like(old: Any, value: Any) -> Any:
    """A value of JSON in the form that the state holds it in."""
    if isinstance(old, dict):
        return {int(key): frozen(item) for key, item in value.items()}
    if isinstance(old, list):
        return [frozen(item) for item in value]
    return frozen(value)


def frozen(value: Any) -> Any:
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value
