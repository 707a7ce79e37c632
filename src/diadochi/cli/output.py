"""How commands write: paragraphs and tables that read well in a terminal and in a pipe."""

import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import IO, Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from diadochi.catalogue import figure, say

NARROWEST, WIDEST = 40, 100
_PIPE = 200
LARGEST_SAVE = 1 << 26
"""Bytes; a long game takes a twentieth of it."""


class NotFoundError(click.ClickException):
    """What a person asked for is not there; the message says what to do."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(say("command.failed", text=self.format_message()), file=file, err=True)


def read_at_most(path: str, most: int) -> bytes:
    """The bytes of a file, - is standard input; one that does not end there is refused."""
    with click.open_file(path, "rb") as file:
        content: bytes = file.read(most + 1)
    if len(content) > most:
        raise NotFoundError(say("command.too_large", file=path, megabytes=most >> 20))
    return content


def examples(*lines: str) -> str:
    """The end of a help text: command lines that the tests run."""
    return "\n".join(("\b", say("command.examples"), *(f"  {line}" for line in lines)))


def heading(text: str) -> None:
    click.secho(text, bold=True)


def paragraph(text: str, label: str = "") -> None:
    """An indented text, its lines aligned beside the label."""
    first = f"    {label}  " if label else "    "
    click.echo(textwrap.fill(text, _width(), initial_indent=first, subsequent_indent=" " * len(first)))


def labelled(pairs: Iterable[tuple[str, str]]) -> None:
    """Name and value side by side; empty values are left out."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for name, value in pairs:
        if value:
            grid.add_row(Text(name), Text(value))
    _print(grid, _width())


def table(columns: Iterable[str], rows: Iterable[Iterable[str]], right: Iterable[str] = ()) -> None:
    out = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    numeric = set(right)
    for column in columns:
        out.add_column(column, justify="right" if column in numeric else "left")
    for row in rows:
        out.add_row(*(Text(cell) for cell in row))
    _print(out, _width() if sys.stdout.isatty() else _PIPE)


def per_second(speed: float) -> str:
    """So many a second, or a minute where that is less than one."""
    if speed >= 1:
        return say("command.per_second", rate=figure(speed, ".1f"))
    return say("command.per_minute", rate=figure(60 * speed, ".1f"))


def duration(seconds: float) -> str:
    if seconds < 90:
        return say("command.seconds", number=figure(seconds, ".0f"))
    if seconds < 5400:
        return say("command.minutes", number=figure(seconds / 60, ".0f"))
    return say("command.hours", number=figure(seconds / 3600, ".1f"))


def _width() -> int:
    return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))


def _print(content: Table, width: int) -> None:
    console = Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(content)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())
