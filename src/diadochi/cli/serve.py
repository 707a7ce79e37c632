"""The table for friends: `diadochi serve`."""

import os
from ipaddress import ip_network
from pathlib import Path

import click

from diadochi.catalogue import say
from diadochi.cli.frame import WrongValueError
from diadochi.cli.output import NotFoundError, examples
from diadochi.system_errors import reason

DEFAULT_PORT = 8323
TRUSTED = "FORWARDED_ALLOW_IPS"
"""The variable of uvicorn that names proxies, for whoever has set it."""


def addresses(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    named = os.environ.get(TRUSTED, "").replace(",", " ").replace("*", "0.0.0.0/0 ::/0").split()
    return networks(context, option, values or tuple(named))


def networks(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        try:
            ip_network(value)
        except ValueError:
            raise WrongValueError(say("command.no_address", value=repr(value))) from None
    return values


@click.command(
    name="serve",
    epilog=examples(
        "diadochi serve --host 0.0.0.0 --port 8323 --database sqlite:///games.sqlite",
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="P",
    help="The port to listen on; 0 takes a free one.",
)
@click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME. By default a file in your data folder.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0),
    default=100.0,
    show_default=True,
    help="Milliseconds of processor time per second that one address may use in the long run; a plain request uses "
    "about one. 0: no limit.",
)
@click.option(
    "--proxy",
    multiple=True,
    metavar="ADDRESS",
    callback=addresses,
    help="A web server before this one, an address or a network: what it says in X-Forwarded-For and X-Forwarded-Proto "
    "is believed, and nobody else.",
)
@click.option(
    "--metrics",
    multiple=True,
    metavar="ADDRESS",
    callback=networks,
    help="Who may read /metrics, an address or a network. By default programs on this machine.",
)
@click.option(
    "--bot-seconds",
    type=click.FloatRange(0.01),
    default=5.0,
    show_default=True,
    help="How many seconds a bot may think.",
)
@click.option(
    "--window-seconds",
    type=click.FloatRange(0.5, 600),
    default=3.0,
    show_default=True,
    help="The countdown in which everybody at a live table is asked for Surprise cards.",
)
@click.option(
    "--seconds", type=click.FloatRange(0), default=0.0, help="Stop after this many seconds, to try something out."
)
@click.option(
    "--prepare/--no-prepare", default=True, help="Draw the board and start the bots at once, or when somebody waits."
)
@click.option("--access-log", is_flag=True, help="Print every request, without anything secret.")
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Write the log for people, or for programs: a line of JSON for each event.",
)
@click.pass_obj
def command(
    folder: Path | None,
    host: str,
    port: int,
    database: str | None,
    rate: float,
    proxy: tuple[str, ...],
    bot_seconds: float,
    window_seconds: float,
    seconds: float,
    prepare: bool,
    access_log: bool,
    log: str,
    metrics: tuple[str, ...],
) -> None:
    """Serve the table: games in the browser for everybody who can reach this machine.

    Games are kept in a database and survive any restart. docs/serve.md tells how to put a server on the
    internet and how several of them share one PostgreSQL.
    """
    from diadochi.table.app import Config
    from diadochi.table.launcher import about_engine, default_database, listen_on, run, url_of
    from diadochi.table.security import MAKING, Rate
    from diadochi.table.store_errors import StoreError

    try:
        listening = listen_on(host, port)
    except OSError as error:
        raise NotFoundError(say("command.cannot_listen", host=host, port=port, reason=reason(error))) from None
    config = Config(
        database=default_database() if database is None else database,
        folder=folder,
        play=Rate(rate, 10 * rate),
        making=MAKING if rate else Rate(0, 0),
        proxies=proxy,
        metrics=metrics,
        logs_json=log == "json",
        bot_seconds=bot_seconds,
        window_seconds=window_seconds,
        prepare=prepare,
    )

    def opened() -> None:
        click.echo(say("command.table_at", url=url_of(listening), engine=about_engine()))

    try:
        run(config, listening, opened, seconds=seconds, access_log=access_log)
    except StoreError as error:
        raise NotFoundError(str(error)) from None
