"""A bot for other programs: `diadochi bot --stdio`."""

import io
import sys

import click

from diadochi.bots import BOTS
from diadochi.bots.stdio import serve
from diadochi.catalogue import say
from diadochi.cli.output import examples, table
from diadochi.data import load_material


@click.command(name="bot", epilog=examples("diadochi bot"))
@click.option("--stdio", is_flag=True, help="Answer questions on standard input, one line each (docs/bots.md).")
@click.option("--bot", "name", type=click.Choice(list(BOTS)), default="satrap", show_default=True, help="Who plays.")
@click.option("--seed", type=int, help="Makes its choices repeatable.")
@click.pass_context
def bot(context: click.Context, stdio: bool, name: str, seed: int | None) -> None:
    """List the bots, or let one play over standard input and output."""
    if stdio:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        serve(name, sys.stdin, sys.stdout, load_material(folder=context.obj), seed)
    else:
        table((say("command.column.bot"),), ((each,) for each in BOTS))
