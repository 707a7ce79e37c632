"""Games by the hundred: `diadochi simulate`."""

import json
import sys

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from diadochi.bots import BOTS
from diadochi.cli.output import examples, table
from diadochi.data import load_material
from diadochi.lab.simulate import DeadEnd, Tally, simulate
from diadochi.model.options import OPTION_OF_NAME

FAILED = 1


@click.command(
    name="simulate",
    epilog=examples(
        "diadochi simulate --games 2",
        "diadochi simulate --players 2 --games 1 --seed 7 --json",
    ),
)
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game; then one more each.")
@click.option("--bot", type=click.Choice(list(BOTS)), default="random", show_default=True, help="Who plays every seat.")
@click.option("--option", "options", multiple=True, type=click.Choice(list(OPTION_OF_NAME)), help="An optional rule.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def command(
    context: click.Context, players: int, games: int, seed: int, bot: str, options: tuple[str, ...], as_json: bool
) -> None:
    """Let bots play whole games, and count how they end.

    A game that cannot go on is a dead end: it is reported with its seed and its actions, so that it can be
    played again, and the exit code is 1.
    """
    material = load_material(folder=context.obj)
    with progress_bar() as bar:
        task = bar.add_task("", total=games)
        tally = simulate(players, games, seed, bot, options, material=material, after_game=lambda: bar.advance(task))
    if as_json:
        click.echo(json.dumps(tally.to_json(), indent=2))
    else:
        show(tally)
    if tally.dead_ends:
        context.exit(FAILED)


def progress_bar() -> Progress:
    """On a terminal only; on stderr, so that what is printed can be piped."""
    console = Console(file=sys.stderr)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())


def show(tally: Tally) -> None:
    facts = tally.to_json()
    names = ("games", "finished", "dead_ends", "actions", "passes", "seconds", "actions_per_second", "games_per_second")
    table(
        ("", "number"),
        ((name.replace("_", " "), f"{facts[name]:,}") for name in names),
        right=("number",),
    )
    click.echo()
    table(
        ("victory", "games"),
        ((name, str(number)) for name, number in tally.victories.most_common()),
        right=("games",),
    )
    for dead_end in tally.dead_ends:
        show_dead_end(dead_end)


def show_dead_end(dead_end: DeadEnd) -> None:
    click.echo(f"\nDead end with seed {dead_end.seed} after {len(dead_end.actions)} actions: {dead_end.reason}")
    click.echo(" ".join(dead_end.actions))
