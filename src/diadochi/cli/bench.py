"""How fast the engine is: `diadochi bench`."""

import json
from pathlib import Path

import click

from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples, table
from diadochi.lab.bench import bench
from diadochi.lab.versus import ALTERNATIONS, Versus, versus
from diadochi.model.edition import EDITIONS


@click.command(
    name="bench",
    epilog=examples(
        "diadochi bench --games 1",
        "diadochi bench --games 1 --json",
        "diadochi bench --games 1 --against older --alternations 2",
    ),
)
@click.option(
    "--games", type=click.IntRange(1), default=10, show_default=True, help="How many games to time; of each turn."
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
        if edition != EDITIONS[0]:
            raise click.UsageError("--against compares builds with the first edition; leave --edition out.")
        found = versus(against, alternations, games, seed, folder)
        if as_json:
            click.echo(json.dumps(found.to_json(), indent=2))
        else:
            show(found)
        return
    facts = bench(games, seed, material_of(folder, edition)).to_json()
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        rows = ((name.replace("_", " "), shown(value)) for name, value in facts.items())
        table(("", "figure"), rows, right=("figure",))


def show(found: Versus) -> None:
    rows = (
        ("build", *both(found, "build"), ""),
        ("actions per second", *both(found, "actions_per_second"), str(found.speed)),
        ("copy of a state, µs", *both(found, "copy_microseconds"), str(found.copy)),
        ("copy of a game, µs", *both(found, "game_copy_microseconds"), str(found.game_copy)),
        ("view built and encoded, µs", *both(found, "view_microseconds"), str(found.view)),
        ("cost of a question, last quarter by first", *both(found, "growth"), ""),
        ("actions per calibration", *both(found, "actions_per_calibration"), ""),
        ("calibration, s", *both(found, "calibration_seconds"), ""),
    )
    columns = ("", f"this, {found.this.version}", f"other, {found.other.version}", "times as fast (95 % interval)")
    table(columns, rows, right=columns[1:])
    click.echo()
    click.echo(verdict(found))


def both(found: Versus, name: str) -> tuple[str, str]:
    return shown(getattr(found.this, name)), shown(getattr(found.other, name))


def verdict(found: Versus) -> str:
    games = found.alternations * found.games
    if found.same_games:
        return f"Both played the same {games} games ({found.this.actions:,} actions), {found.alternations} turns each."
    return (
        f"The two did not play the same games: {found.this.actions:,} and {found.other.actions:,} actions in {games} "
        "games. The engines differ, so the ratio compares their rates only."
    )


def shown(value: float | str | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:,}"
