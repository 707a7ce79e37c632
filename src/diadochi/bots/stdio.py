"""Our side of the line protocol as a player: `diadochi bot --stdio` answers what it is asked."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from diadochi import build
from diadochi.bots import protocol
from diadochi.bots.protocol import Message, ProtocolError
from diadochi.bots.random_bot import choose as at_random
from diadochi.data import RulingError, load_material
from diadochi.errors import GameError
from diadochi.game import Decision
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.view import View

LONGEST_LINE = 1 << 22
"""Characters; a question takes a hundredth of it."""
MOST_CHUNKS = 64
"""A line that does not end after so many times that much never will."""


def serve(
    name: str,
    source: IO[str],
    sink: IO[str],
    material: Material | None = None,
    seed: int | None = None,
    folder: Path | None = None,
) -> None:
    """Answer line by line until the other side says bye or closes; a line that is wrong gets an error, and we go on."""
    from diadochi.bots import BOTS

    material = load_material() if material is None else material
    player = Player(name, material, random.Random(seed), BOTS.get(name, at_random), folder)
    for line in lines(source):
        try:
            answer = player.answer(parsed(line))
        except GameError as error:
            answer = {"type": "error", "message": str(error)}
        if answer is None:
            return
        sink.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sink.flush()


def lines(source: IO[str]) -> Iterator[str]:
    """The lines that hold something; of one that is too long, as much as shows that it is."""
    while line := source.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            skip_line(source)
        if line.strip():
            yield line


def skip_line(source: IO[str]) -> None:
    for _ in range(MOST_CHUNKS):
        rest = source.readline(LONGEST_LINE)
        if not rest or rest.endswith("\n"):
            return
    raise ProtocolError("error.line_does_end")


class Player:
    """A bot that is asked by messages."""

    def __init__(
        self, name: str, material: Material, rng: random.Random, bot: protocol.Bot, folder: Path | None = None
    ) -> None:
        self.folder = folder
        self.name = name
        self.material = material
        self.rng = rng
        self.bot = bot

    def answer(self, message: Message) -> Message | None:
        """None to bye."""
        kind = message.get("type")
        if kind == "bye":
            return None
        if kind == "hello":
            self.material = played_with(message, self.material, self.folder)
            return greet(message, self.name, self.material)
        if kind == "decide":
            view, decision = protocol.read_question(self.material, message)
            return {"type": "action", "action": self.choose(view, decision)}
        raise ProtocolError("error.message_protocol", kind=repr(str(kind)[:40]), version=protocol.VERSION)

    def choose(self, view: View, decision: Decision) -> str:
        """A view of the right shape may still be of no game, and a bot may stumble there over anything."""
        try:
            return self.bot(view, decision, self.rng)
        except Exception as error:
            raise ProtocolError("error.moment_game", name=type(error).__name__) from error


def parsed(line: str) -> Message:
    if len(line) == LONGEST_LINE:
        raise ProtocolError("error.line_longer_than_characters", longest_line=LONGEST_LINE)
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise ProtocolError("error.line_json") from None
    if not isinstance(message, dict):
        raise ProtocolError("error.message_json_object_on")
    return message


def played_with(message: Message, material: Material, folder: Path | None) -> Material:
    """What the other side plays with: a hello may name an edition and its rulings."""
    edition, rulings = message.get("edition", material.edition.id), message.get("rulings", {})
    if edition not in EDITIONS:
        raise ProtocolError("error.no_edition", edition=repr(str(edition)[:40]), editions=list(EDITIONS))
    if not isinstance(rulings, dict) or not all(isinstance(word, str) for pair in rulings.items() for word in pair):
        raise ProtocolError("error.has_another_shape", name="rulings")
    if (edition, rulings) == (material.edition.id, dict(material.rulings)):
        return material
    try:
        return load_material(edition, folder, rulings)
    except RulingError as error:
        raise ProtocolError(str(error)) from None


def greet(message: Message, name: str, material: Material) -> Message:
    asked = message.get("protocol")
    if asked != protocol.VERSION:
        raise ProtocolError("error.protocol_asked_program_speaks", asked=str(asked)[:40], version=protocol.VERSION)
    if message.get("data") not in (None, material.digest):
        raise ProtocolError("error.game_played_other_data")
    return {"type": "hello", "protocol": protocol.VERSION, "name": name, "build": build.kind()}
