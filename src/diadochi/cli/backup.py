"""What an operator keeps: `diadochi backup`, `restore`, `export`, `import`."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diadochi.cli.output import examples

if TYPE_CHECKING:
    from diadochi.table.backup import Copied

FILE = click.Path(dir_okay=False, path_type=Path)
database = click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME. Unless you say otherwise the file in your data folder.",
)


def url_of(database: str | None) -> str:
    from diadochi.table.launcher import default_database

    return database or default_database()


def progress(label: str) -> Callable[[int, int], None]:
    """A line with the rate and the time left, for people; nothing in a pipe."""
    began = time.monotonic()

    def told(done: int, of: int) -> None:
        rate = done / max(time.monotonic() - began, 0.001)
        end = "\n" if done == of else "\r"
        click.echo(f"{label}: {done} of {of} games, {rate:.0f}/s, {(of - done) / rate:.0f} s left ", err=True, nl=False)
        click.echo(end, err=True, nl=False)

    return told if sys.stderr.isatty() else lambda done, of: None


def tell(copied: "Copied", what: str) -> None:
    click.echo(f"{what}: {copied.games} games with {copied.entries} log entries.")
    for game in copied.damaged:
        click.echo(f"Game {game} is damaged, and copied as it is. Start the server: it repairs what it can.", err=True)


@click.command(epilog=examples("diadochi backup --help"))
@click.argument("file", type=FILE)
@database
def backup(file: Path, database: str | None) -> None:
    """Write all games into FILE while people play on.

    FILE becomes an SQLite database as the games are at this moment. An existing FILE is replaced when the new one is
    complete. Keep it as private as the games: it holds the keys of their dice.
    """
    from diadochi.table import backup as copies

    copied = copies.backup(url_of(database), file, progress("Backing up"))
    tell(copied, f"{file} holds")


@click.command(epilog=examples("diadochi restore --help"))
@click.argument("file", type=FILE)
@database
@click.option("--replace", is_flag=True, help="Delete the games that are there first.")
def restore(file: Path, database: str | None, replace: bool) -> None:
    """Put the games of the backup FILE into an empty database, SQLite or PostgreSQL.

    Stop the server first. Everybody keeps his seat: browsers go on where the backup was made.
    """
    from diadochi.table import backup as copies

    copied = copies.restore(file, url_of(database), progress("Restoring"), replace=replace)
    tell(copied, "Restored")


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

    tell(copies.export(url_of(database), game, file), f"{file} holds")


@click.command(name="import", epilog=examples("diadochi import --help"))
@click.argument("file", type=FILE)
@database
def import_(file: Path, database: str | None) -> None:
    """Add the games of an exported FILE to a database, also while its server runs."""
    from diadochi.table import backup as copies

    copied = copies.import_games(file, url_of(database), progress("Importing"))
    tell(copied, "Imported")
