"""What an operator keeps: `diadochi backup`, `restore`, `export`, `import`."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diadochi.catalogue import say
from diadochi.cli.output import duration, examples, per_second

if TYPE_CHECKING:
    from diadochi.table.backup import Copied

FILE = click.Path(dir_okay=False, path_type=Path)
database = click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME. By default the file in your data folder.",
)


def url_of(database: str | None) -> str:
    from diadochi.table.launcher import default_database

    return default_database() if database is None else database


def progress(key: str) -> Callable[[int, int], None]:
    """A line with the rate and the time left, for people; nothing in a pipe."""
    began = time.monotonic()

    def told(done: int, of: int) -> None:
        rate = done / max(time.monotonic() - began, 0.001)
        end = "\n" if done == of else "\r"
        left = duration((of - done) / max(rate, 0.001))
        click.echo(say(key, done=done, games=of, rate=per_second(rate), left=left), err=True, nl=False)
        click.echo(end, err=True, nl=False)

    return told if sys.stderr.isatty() else lambda done, of: None


def tell(copied: "Copied", key: str, file: Path | None = None) -> None:
    click.echo(say(key, games=copied.games, entries=copied.entries, file=file))
    for game in copied.damaged:
        click.echo(say("command.game_damaged", game=game), err=True)


@click.command(epilog=examples("diadochi backup --help"))
@click.argument("file", type=FILE)
@database
def backup(file: Path, database: str | None) -> None:
    """Write all games into FILE while people play on.

    FILE becomes an SQLite database as the games are at this moment. An existing FILE is replaced when the new one is
    complete. Keep it as private as the games: it holds the keys of their dice.
    """
    from diadochi.table import backup as copies

    copied = copies.backup(url_of(database), file, progress("command.progress.backup"))
    tell(copied, "command.backed_up", file)


@click.command(epilog=examples("diadochi restore --help"))
@click.argument("file", type=FILE)
@database
@click.option("--replace", is_flag=True, help="Delete the games that are there first.")
def restore(file: Path, database: str | None, replace: bool) -> None:
    """Put the games of the backup FILE into an empty database, SQLite or PostgreSQL.

    Stop the server first. Everybody keeps his seat: browsers go on where the backup was made.
    """
    from diadochi.table import backup as copies

    copied = copies.restore(file, url_of(database), progress("command.progress.restore"), replace=replace)
    tell(copied, "command.restored")


@click.command(epilog=examples("diadochi export --help"))
@click.argument("game")
@click.argument("file", type=FILE)
@database
def export(game: str, file: Path, database: str | None) -> None:
    """Write one GAME into FILE, to move it to another server or to keep it.

    FILE holds all that the server keeps of the game: log, positions, seats and the key of its dice. For a record that
    anybody may read and verify, use the page's own button.
    """
    from diadochi.table import backup as copies

    tell(copies.export(url_of(database), game, file), "command.backed_up", file)


@click.command(name="import", epilog=examples("diadochi import --help"))
@click.argument("file", type=FILE)
@database
def import_(file: Path, database: str | None) -> None:
    """Add the games of an exported FILE to a database, also while its server runs."""
    from diadochi.table import backup as copies

    copied = copies.import_games(file, url_of(database), progress("command.progress.import"))
    tell(copied, "command.imported")
