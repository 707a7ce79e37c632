"""How fast the engine is: `diadochi bench`."""

import json
from pathlib import Path

import click

from diadochi.cli.output import examples, table
from diadochi.data import load_material
from diadochi.lab.bench import bench


@click.command(
    name="bench",
    epilog=examples(
        "diadochi bench --games 1",
        "diadochi bench --games 1 --json",
    ),
)
@click.option("--games", type=click.IntRange(1), default=10, show_default=True, help="How many games to time.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_obj
def command(folder: Path | None, games: int, seed: int, as_json: bool) -> None:
    """Measure the engine: copies, views, and random play with four players.

    The calibration is a fixed loop of plain Python; with it, runs on different machines compare. The sizes of
    decisions are those that random play meets.
    """
    facts = bench(games, seed, load_material(folder=folder)).to_json()
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        rows = ((name.replace("_", " "), f"{value:,}") for name, value in facts.items())
        table(("", "figure"), rows, right=("figure",))
