"""How fast the engine is: `diadochi bench`."""

import json
from pathlib import Path

import click

from diadochi.catalogue import figure, say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples, table
from diadochi.lab.bench import bench
from diadochi.lab.versus import ALTERNATIONS, Ratio, Versus, versus


@click.command(
    name="bench",
    epilog=examples(
        "diadochi bench --games 1",
        "diadochi bench --games 1 --json",
        "diadochi bench --games 1 --against older --alternations 2",
    ),
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many games to time; with --against, in each turn.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first game.")
@click.option(
    "--against",
    type=click.Path(exists=True, path_type=Path),
    metavar="OTHER",
    help="Compare with another build: a source tree, a folder with an installed package, or a wheel.",
)
@click.option(
    "--alternations",
    type=click.IntRange(2),
    default=ALTERNATIONS,
    show_default=True,
    help="With --against: how many turns each of the two gets.",
)
@edition_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_obj
def command(
    folder: Path | None, games: int, seed: int, against: Path | None, alternations: int, edition: str, as_json: bool
) -> None:
    """Measure the engine: copies, views, and random play with four players.

    The calibration is a fixed loop of plain Python; with it, runs on different machines compare. The sizes of
    decisions are those that random play meets.

    With --against, this build and another one play the same games by turns, each in a process of its own and
    measured in processor time. A ratio above 1 means that this build is faster; its 95 % interval is taken over
    the alternations. If the two did not play identical games, you are told.
    """
    if against is not None:
        found = versus(against, alternations, games, seed, folder, edition)
        if as_json:
            click.echo(json.dumps(found.to_json(), indent=2))
        else:
            show(found)
        return
    facts = bench(games, seed, material_of(folder, edition)).to_json()
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        rows = ((say(f"command.figure.{name}"), shown(value)) for name, value in facts.items())
        number = say("command.number")
        table(("", number), rows, right=(number,))
    if facts["environment_steps_per_second"] is None:
        what = say("command.figure.environment_steps_per_second")
        why = say("error.lab.extra", package="numpy", extra="rl")
        click.echo(say("error.of_field", field=what, message=why), err=True)


def show(found: Versus) -> None:
    ratios = {
        "build": None,
        "actions_per_second": found.speed,
        "copy_microseconds": found.copy,
        "game_copy_microseconds": found.game_copy,
        "view_microseconds": found.view,
        "growth": None,
        "actions_per_calibration": None,
        "calibration_seconds": None,
    }
    rows = ((say(f"command.figure.{name}"), *both(found, name), told(ratio)) for name, ratio in ratios.items())
    columns = (
        "",
        say("command.column.this", version=found.this.version),
        say("command.column.other", version=found.other.version),
        say("command.column.times_as_fast"),
    )
    table(columns, rows, right=columns[1:])
    click.echo()
    click.echo(verdict(found))


def told(ratio: Ratio | None) -> str:
    if ratio is None:
        return ""
    value, low, high = (figure(number, ".3f") for number in (ratio.ratio, ratio.low, ratio.high))
    return say("number.with_interval", value=value, low=low, high=high)


def both(found: Versus, name: str) -> tuple[str, str]:
    return shown(getattr(found.this, name)), shown(getattr(found.other, name))


def verdict(found: Versus) -> str:
    games = found.alternations * found.games
    this, other = figure(found.this.actions), figure(found.other.actions)
    if found.same_games:
        return say("command.same_games", games=games, actions=this, turns=found.alternations)
    return say("command.other_games", games=games, actions=this, others=other)


def shown(value: float | str | None) -> str:
    if value is None:
        return "-"
    return say(f"command.build.{value}") if isinstance(value, str) else str(figure(value))
