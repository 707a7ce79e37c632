"""Our side of the line protocol as a player: `diadochi bot --stdio` answers what it is asked."""

import json
import random
from typing import IO

from diadochi.bots import protocol
from diadochi.bots.protocol import Message
from diadochi.bots.random_bot import choose as at_random
from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.model.material import Material


class ProtocolError(GameError):
    """The other side does not keep to the protocol."""


def serve(name: str, source: IO[str], sink: IO[str], material: Material | None = None, seed: int | None = None) -> None:
    """Answer line by line until the other side says bye or closes."""
    from diadochi.bots import BOTS

    material = load_material() if material is None else material
    rng = random.Random(seed)
    bot = BOTS.get(name, at_random)
    for line in source:
        if not line.strip():
            continue
        message = parsed(line)
        kind = message.get("type")
        if kind == "bye":
            return
        if kind == "hello":
            answer = greet(message, name, material)
        elif kind == "decide":
            view = protocol.view_of(material, message["view"])
            decision = protocol.decision_of(material, message["decision"])
            answer = {"type": "action", "action": bot(view, decision, rng)}
        else:
            raise ProtocolError(f"{kind!r} is no message of protocol {protocol.VERSION}")
        sink.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sink.flush()


def parsed(line: str) -> Message:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"this line is no JSON ({error})") from None
    if not isinstance(message, dict):
        raise ProtocolError("a message is a JSON object on one line")
    return message


def greet(message: Message, name: str, material: Material) -> Message:
    if message.get("protocol") != protocol.VERSION:
        raise ProtocolError(f"protocol {message.get('protocol')} is asked for; this program speaks {protocol.VERSION}")
    if message.get("data") not in (None, material.digest):
        raise ProtocolError("the game is played with other data than this program has")
    return {"type": "hello", "protocol": protocol.VERSION, "name": name}
