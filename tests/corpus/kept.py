"""A game as it is kept: how it began, who played it, every action, and the digests of every moment."""

import json
import lzma
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from diadochi.game import Game
from diadochi.model.edition import EDITIONS

FOLDER = Path(__file__).parent / "games"
SUFFIX = ".game.xz"


@dataclass(frozen=True, slots=True)
class Kept:
    """One game of the corpus."""

    id: str
    players: int
    seed: int
    options: tuple[str, ...]
    by: str
    """The name of its player (players.py)."""
    why: str
    """What it is there for."""
    actions: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    """The seat asked at every moment, -1 at the end."""
    digests: bytes = b""
    """Of the first moment, and of the moment after every action."""
    victory: str = ""
    start: dict[str, Any] | None = None
    """The position that it begins with, when it is no ordinary set-up."""
    edition: str = EDITIONS[0]
    rulings: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Game:
        if self.start is not None:
            return Game.from_position(self.start, self.seed)
        return Game.new(
            self.players, self.seed, self.options, self.edition, rulings=self.rulings or None, keep_undo=False
        )

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.id}{SUFFIX}"

    def write(self) -> None:
        """A line of JSON, and after it the digests as they are."""
        values = asdict(self)
        values["actions"] = " ".join(self.actions)
        values["seats"] = " ".join(map(str, self.seats))
        digests = values.pop("digests")
        FOLDER.mkdir(exist_ok=True)
        told = json.dumps(values, separators=(",", ":")).encode()
        self.path.write_bytes(lzma.compress(told + b"\n" + digests, preset=9))


def read(path: Path) -> Kept:
    told, _, digests = lzma.decompress(path.read_bytes()).partition(b"\n")
    values = json.loads(told)
    return replace(
        Kept(**values),
        options=tuple(values["options"]),
        actions=tuple(values["actions"].split()),
        seats=tuple(map(int, values["seats"].split())),
        digests=digests,
    )


def all_kept() -> list[Kept]:
    return [read(path) for path in sorted(FOLDER.glob(f"*{SUFFIX}"))]


def named(name: str) -> Kept:
    path = FOLDER / f"{name}{SUFFIX}"
    if not path.is_file():
        raise SystemExit(f"there is no game {name!r} in the corpus; {FOLDER} holds them")
    return read(path)
