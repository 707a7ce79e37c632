"""A run: the games of a plan played by workers, kept in a file, stopped and gone on with."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from diadochi.lab import games
from diadochi.lab.games import Played
from diadochi.lab.match import Match, is_of
from diadochi.lab.plan import PlanError
from diadochi.lab.workers import Players
from diadochi.texts.mark import engine_mark


class Keeper:
    """The file of a run, or none."""

    def __init__(self, path: Path | None = None, *, resume: bool = False) -> None:
        self.path = path
        if path is not None and path.exists() and not resume:
            raise PlanError("error.lab.file_there", file=path)

    def kept(self, matches: Sequence[Match]) -> Iterator[Played]:
        """What the file holds of these matches; a game that was being written when the run was killed is cut off."""
        if self.path is None or not self.path.exists():
            return
        self.cut_off()
        ours = engine_mark(matches[0].material()) if matches else ""
        wanted = {match.number: match for match in matches}
        for line, played in enumerate(games.read(self.path), 1):
            match = wanted.get(played.number)
            if match is None:
                continue
            where: dict[str, object] = {"file": self.path, "line": line}
            if not is_of(played, match):
                raise PlanError("error.lab.other_run", seed=played.seed, bots=played.bots, **where)
            if played.engine != ours:
                raise PlanError("error.lab.other_engine", found=played.engine, ours=ours, **where)
            yield played

    def cut_off(self) -> None:
        assert self.path is not None
        content = self.path.read_bytes()
        if content and not content.endswith(b"\n"):
            with self.path.open("r+b") as file:
                file.truncate(content.rfind(b"\n") + 1)

    def keep(self, played: Played) -> None:
        if self.path is not None:
            games.append(self.path, played)


def run(
    matches: Sequence[Match],
    players: Players,
    keeper: Keeper | None = None,
    after_game: Callable[[Played, bool], None] | None = None,
) -> Generator[Played, None, None]:
    """Every game of these matches, those that are kept first; `after_game` is told whether one is new."""
    keeper = Keeper() if keeper is None else keeper
    missing = {match.number: match for match in matches}
    ours = engine_mark(matches[0].material()) if matches else ""
    for played in keeper.kept(matches):
        if missing.pop(played.number, None) is not None:
            if after_game is not None:
                after_game(played, False)
            yield played
    with closing(players(list(missing.values()))) as results:
        for played in results:
            if played.engine != ours:
                raise PlanError("error.lab.other_worker", found=played.engine, ours=ours)
            keeper.keep(played)
            if after_game is not None:
                after_game(played, True)
            yield played


def light(played: Played) -> Played:
    """Without what takes room: for those who keep very many games in memory."""
    return replace(played, actions=(), player_turns=())
