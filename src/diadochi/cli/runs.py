"""What simulate, tournament and study have in common: their options, and playing a run with progress."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, ruling_option
from diadochi.cli.frame import WrongCallError
from diadochi.cli.progress import GamesProgress, stopped
from diadochi.lab.games import Played
from diadochi.lab.match import PROGRAM_SECONDS, Match
from diadochi.lab.plan import Plan
from diadochi.lab.run import Keeper, run
from diadochi.lab.workers import players_for

PLAYERS = 4
F = TypeVar("F", bound=Callable[..., Any])


def names(context: click.Context, parameter: click.Parameter, given: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in given.split(",") if name.strip())


def of_options(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for text in given for name in names(context, parameter, text)))


COMMON = (
    click.option("--players", type=click.IntRange(2, 5), help="How many play; as many as bots are named, else 4."),
    click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games."),
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        help="The seed of the first deal; each further deal adds one.",
    ),
    edition_option,
    ruling_option,
    click.option(
        "--option", "--options", "options", multiple=True, callback=of_options, metavar="NAME",
        help="An optional rule, or several with commas between them.",
    ),
    click.option(
        "--seconds", type=click.FloatRange(0.01), default=PROGRAM_SECONDS, show_default=True,
        help="For each decision of an outside program.",
    ),
    click.option("--jobs", type=click.IntRange(0), default=0, help="Processes; 0, the default, is one for each core."),
    click.option(
        "--ray", is_flag=False, flag_value="", default=None, metavar="[ADDRESS]",
        help="Play on a Ray cluster, or on one of this machine (extra: ray).",
    ),
    click.option("--resume", is_flag=True, help="Go on with the games of that file."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs."),
)  # fmt: skip


OUTPUT = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games there, as JSON lines."
)


def with_options(options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


run_options = with_options((*COMMON, OUTPUT))


class Given(NamedTuple):
    """What the options say."""

    players: int | None
    games: int
    seed: int
    edition: str
    rulings: dict[str, str]
    options: tuple[str, ...]
    seconds: float
    jobs: int
    ray: str | None
    output: Path | None
    resume: bool
    as_json: bool
    folder: str = ""

    def plan(self, bots: tuple[str, ...], *, paired: bool) -> Plan:
        return Plan(
            bots=bots,
            players=self.number_of_players(bots),
            games=self.games,
            seed=self.seed,
            paired=paired,
            options=self.options,
            edition=self.edition,
            rulings=tuple(self.rulings.items()),
            folder=self.folder,
            seconds=self.seconds,
        )

    def number_of_players(self, bots: Sequence[str]) -> int:
        if self.players is not None:
            return self.players
        return len(bots) if 2 <= len(bots) <= 5 else PLAYERS


def given(context: click.Context, values: dict[str, Any]) -> Given:
    if values["resume"] and values["output"] is None:
        raise WrongCallError(say("command.resume_what"))
    return Given(**values, folder="" if context.obj is None else str(Path(context.obj).resolve()))


def play(matches: Sequence[Match], chosen: Given, output: Path | None) -> Generator[Played, None, None]:
    """The games of these matches with progress; an interrupt ends them with a sentence that says what is kept."""
    keeper = Keeper(output, resume=chosen.resume)
    players = players_for(chosen.jobs, chosen.ray)
    with GamesProgress(len(matches)) as progress:
        try:
            with closing(run(matches, players, keeper, progress)) as results:
                yield from results
        except KeyboardInterrupt:
            raise stopped(progress.done, len(matches), output) from None
