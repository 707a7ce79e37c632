"""What passes between the server and the processes in which bots think."""

import struct
from typing import IO, Any, NamedTuple

from diadochi import packing
from diadochi.bots import BOTS
from diadochi.bots.satrap.reason import Reason
from diadochi.catalogue import ENGLISH
from diadochi.model.edition import EDITIONS
from diadochi.table.rows import Rulings, SeatRow
from diadochi.table.windows import Manner

QUICK = frozenset(name for name in BOTS if name.partition(":")[0] in ("random", "satrap"))
"""Bots that take milliseconds: when they follow one another they are asked together."""
PlayedWith = tuple[str, Rulings]
"""The edition and its rulings."""
FIRST: PlayedWith = (EDITIONS[0], ())
LENGTH = struct.Struct("!I")


class Question(NamedTuple):
    """A game in which a bot has to decide. Every bot is shown its View of it and nothing else."""

    version: int
    state: bytes
    manner: Manner
    places: tuple[str, ...]
    """By seat where each bot is to be imported from; nothing for people."""
    decider: int
    most: int = 64
    """Decisions that are thought out together, so that people see the game go on."""
    seconds: float = 0.2
    """After which no further one is begun."""
    played_with: PlayedWith = FIRST

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        return self.manner.seats

    @property
    def has_people(self) -> bool:
        return any(seat.kind != "bot" for seat in self.seats)


class Thought(NamedTuple):
    action: str
    reason: Reason | None = None


class Recording(NamedTuple):
    """A game whose record is wanted: all of it, or what a seat has seen."""

    database: str
    game: str
    seat: int | None
    has_people: bool = True
    analysed: bool = False
    """A page that analyses a finished game is wanted instead."""
    played_with: PlayedWith = FIRST
    language: str = ENGLISH
    """Of whoever reads it."""


THIS_TABLE = "address-of-this-table:"
"""Stands in an analysis for the address of the game at its table, which each reader may know under another name."""


class Written(NamedTuple):
    text: bytes
    problem: str
    """Why there is none."""
    seconds: float
    """Of processor time."""
    damaged: bool = False
    """That is why there is none, and it may be mended."""


def send(pipe: IO[bytes], value: Any) -> None:
    send_packed(pipe, pack(value))


def pack(value: Any) -> bytes:
    data = packing.pack(value)
    return LENGTH.pack(len(data)) + data


def send_packed(pipe: IO[bytes], packed: bytes) -> None:
    pipe.write(packed)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    return packing.unpack(read(pipe, *LENGTH.unpack(read(pipe, LENGTH.size))))


def read(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data
