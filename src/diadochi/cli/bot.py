"""A bot for other programs: `diadochi bot --stdio`."""

import io
import sys
from pathlib import Path

import click

from diadochi.bots import BOTS
from diadochi.bots.stdio import serve
from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples, table


@click.command(name="bot", epilog=examples("diadochi bot"))
@click.option("--stdio", is_flag=True, help="Answer questions on standard input, one line each (docs/bots.md).")
@click.option("--bot", "name", type=click.Choice(list(BOTS)), default="satrap", show_default=True, help="Who plays.")
@click.option("--seed", type=int, help="Makes its choices repeatable.")
@edition_option
@click.pass_obj
def bot(folder: Path | None, stdio: bool, name: str, seed: int | None, edition: str) -> None:
    """List the bots, or let one play over standard input and output.

    A hello that names an edition and rulings goes before --edition.
    """
    if stdio:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        serve(name, sys.stdin, sys.stdout, material_of(folder, edition), seed, folder)
    else:
        table((say("command.column.bot"),), ((each,) for each in BOTS))
