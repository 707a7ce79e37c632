"""The capacity of a server: `diadochi load`."""

import asyncio
import json
import tempfile
from pathlib import Path

import click

from diadochi.catalogue import say
from diadochi.cli.output import examples, table

WORST_SHARE = 0.01
FAILED = 1


@click.command(
    name="load",
    epilog=examples("diadochi load --games 2 --seconds 1"),
)
@click.option("--games", type=click.IntRange(1), default=50, show_default=True, help="Games played at the same time.")
@click.option("--seconds", type=click.FloatRange(0.1), default=10.0, show_default=True, help="How long.")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, help="Players of each game.")
@click.option("--url", metavar="URL", help="A running server. Without it one is started for the purpose.")
@click.option("--database", metavar="URL", help="For the server that is started; else a new SQLite file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def command(
    context: click.Context,
    games: int,
    seconds: float,
    players: int,
    url: str | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Play many games at once against a server, every seat by this program, and print how fast it answers.

    An action counts when the server has acknowledged it, which it does after it is on disk. A server that you name
    must have been started with --rate 0.
    """
    from diadochi.table.load_client import measure, server_process

    if url is not None:
        report = asyncio.run(measure(url, games, players, seconds))
    else:
        with tempfile.TemporaryDirectory() as folder:
            where = database or f"sqlite:///{Path(folder) / 'load.sqlite'}"
            with server_process(where, context.obj) as started:
                report = asyncio.run(measure(started, games, players, seconds))
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=2))
    else:
        number = say("command.number")
        table(("", number), report.rows(), right=(number,))
    if report.share_of_errors > WORST_SHARE:
        context.exit(FAILED)
