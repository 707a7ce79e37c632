"""Two builds of the engine by turns on the same games: `diadochi bench --against`."""

import json
import math
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

import diadochi
from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.lab import runner
from diadochi.model.edition import EDITIONS

ALTERNATIONS = 20
ENOUGH = 5
"""Questions of one kind and size in both quarters, so that their costs compare."""
NORMAL = 1.96
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Student's factors of a 95 % interval for 1, 2 ... degrees of freedom."""

Turn = dict[str, Any]


class BuildError(GameError):
    """There is no build of diadochi to measure; the message says what is needed."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as fast as the other, with its 95 % interval over the alternations."""

    ratio: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.ratio:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True, slots=True)
class Figures:
    """What one of the two builds did."""

    version: str
    build: str
    actions: int
    actions_per_second: int
    actions_per_calibration: int
    """Actions in the time of one calibration: a figure for comparing days and machines."""
    copy_microseconds: float
    game_copy_microseconds: float
    view_microseconds: float
    growth: float | None
    """The cost of a question of the same kind and size, last quarter of a game by first; None if none compares."""
    calibration_seconds: float


@dataclass(frozen=True, slots=True)
class Versus:
    alternations: int
    games: int
    """In every turn."""
    same_games: bool
    """Whether both were asked, offered and answered the same to the end."""
    speed: Ratio
    copy: Ratio
    game_copy: Ratio
    view: Ratio
    this: Figures
    other: Figures

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Side:
    """A build in a process of its own."""

    def __init__(self, folder: Path, data: Path | None, edition: str = EDITIONS[0]) -> None:
        environment = os.environ if data is None else {**os.environ, "DIADOCHI_DATA": str(data.resolve())}
        self.folder = folder
        self.turns: list[Turn] = []
        self.process = subprocess.Popen(
            (sys.executable, "-I", runner.__file__, str(folder), *named(edition)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.hello: dict[str, str] = {}

    def start(self) -> None:
        self.hello = self._answer()

    def play(self, seed: int, games: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seed} {games}\n")
        self.process.stdin.flush()
        self.turns.append(self._answer())

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None and self.process.stderr is not None
        line = self.process.stdout.readline()
        if not line:
            last = self.process.stderr.read().strip().splitlines()[-1:] or [say("error.lab.no_word")]
            raise BuildError("error.lab.build", folder=self.folder, why=last[0])
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        self.process.communicate()

    def figures(self) -> Figures:
        actions = sum(turn["actions"] for turn in self.turns)
        speed = actions / sum(turn["seconds"] for turn in self.turns)
        calibration = median(turn["calibration_seconds"] for turn in self.turns)
        return Figures(
            **self.hello,
            actions=actions,
            actions_per_second=round(speed),
            actions_per_calibration=round(median(actions_per_calibration(turn) for turn in self.turns)),
            copy_microseconds=round(median(turn["copy_microseconds"] for turn in self.turns), 2),
            game_copy_microseconds=round(median(turn["game_copy_microseconds"] for turn in self.turns), 2),
            view_microseconds=round(median(turn["view_microseconds"] for turn in self.turns), 1),
            growth=growth(self.turns),
            calibration_seconds=round(calibration, 4),
        )


def versus(
    other: Path,
    alternations: int = ALTERNATIONS,
    games: int = 10,
    seed: int = 0,
    data: Path | None = None,
    edition: str = EDITIONS[0],
) -> Versus:
    """This build and another one by turns, two at least: every alternation has games of its own."""
    with (
        package_folder(other) as folder,
        playing(this_folder(), data, edition) as ours,
        playing(folder, data, edition) as theirs,
    ):
        for i in range(alternations):
            for side in (ours, theirs) if i % 2 == 0 else (theirs, ours):
                side.play(seed + i * games, games)
    pairs = list(zip(ours.turns, theirs.turns, strict=True))
    return Versus(
        alternations=alternations,
        games=games,
        same_games=all(a["games_digest"] == b["games_digest"] for a, b in pairs),
        speed=ratio([a["actions"] / a["seconds"] * b["seconds"] / b["actions"] for a, b in pairs]),
        copy=ratio([b["copy_microseconds"] / a["copy_microseconds"] for a, b in pairs]),
        game_copy=ratio([b["game_copy_microseconds"] / a["game_copy_microseconds"] for a, b in pairs]),
        view=ratio([b["view_microseconds"] / a["view_microseconds"] for a, b in pairs]),
        this=ours.figures(),
        other=theirs.figures(),
    )


@contextmanager
def playing(folder: Path, data: Path | None, edition: str) -> Iterator[Side]:
    side = Side(folder, data, edition)
    try:
        side.start()
        yield side
    finally:
        side.close()


def named(edition: str) -> tuple[str, ...]:
    """An older release knows the first edition without its name only."""
    return () if edition == EDITIONS[0] else (edition,)


def this_folder() -> Path:
    return Path(diadochi.__file__).resolve().parents[1]


@contextmanager
def package_folder(given: Path) -> Iterator[Path]:
    """The folder that holds the package: of a source tree, of an installation, of an unpacked wheel."""
    if given.is_file():
        with tempfile.TemporaryDirectory() as folder:
            unpack(given, Path(folder))
            yield installed_in(Path(folder).resolve(), given)
    else:
        yield installed_in(given.resolve(), given)


def unpack(wheel: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    except zipfile.BadZipFile:
        raise BuildError("error.lab.no_wheel", file=wheel) from None


def installed_in(folder: Path, given: Path) -> Path:
    site_packages = ("lib/python3*/site-packages", "Lib/site-packages")
    places = (folder / "src", folder, *(place for name in site_packages for place in sorted(folder.glob(name))))
    for place in places:
        if (place / "diadochi" / "game.py").is_file():
            return place
    raise BuildError("error.lab.no_build", given=given)


def ratio(values: list[float]) -> Ratio:
    """The geometric mean, with the interval of Student's distribution."""
    logs = [math.log(value) for value in values]
    middle = fmean(logs)
    half = student(len(logs) - 1) * stdev(logs) / math.sqrt(len(logs))
    return Ratio(*(round(math.exp(x), 4) for x in (middle, middle - half, middle + half)))


def student(freedom: int) -> float:
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def actions_per_calibration(turn: Turn) -> float:
    return float(turn["actions"] / turn["seconds"] * turn["calibration_seconds"])


def growth(turns: list[Turn]) -> float | None:
    """Questions of one kind that offer equally many actions, weighed by how often they come in both quarters."""
    joined: dict[str, tuple[list[int], list[int]]] = {}
    for turn in turns:
        for name, quarters in turn["cells"].items():
            early, late = joined.setdefault(name, ([], []))
            early += quarters[0]
            late += quarters[1]
    costs = [
        (min(len(early), len(late)), median(early), median(late))
        for early, late in joined.values()
        if min(len(early), len(late)) >= ENOUGH
    ]
    if not costs:
        return None
    return round(sum(n * late for n, _, late in costs) / sum(n * early for n, early, _ in costs), 4)
