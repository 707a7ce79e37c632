"""How far a long command is that plays nothing itself: done, rate, time left. On stderr, so that it can be piped."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from diadochi.cli.progress import EVERY, duration


class Rate(ProgressColumn):
    """So many a second, or a minute where that is less than one."""

    def render(self, task: Task) -> Text:
        return Text(rate(task.finished_speed or task.speed or 0.0))


def rate(speed: float) -> str:
    return f"{speed:.1f}/s" if speed >= 1 else f"{60 * speed:.1f}/min"


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, else a line now and then; call what it gives with how many are done since."""
    if not sys.stderr.isatty():
        yield Lines(total, what)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


class Lines:
    """Where there is no terminal."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.begin = self.told = time.monotonic()

    def __call__(self, done: int) -> None:
        self.done += done
        now = time.monotonic()
        if now - self.told >= EVERY:
            self.told = now
            speed = self.done / (now - self.begin)
            left = duration((self.total - self.done) / speed) if speed else "unknown"
            click.echo(f"{self.done} of {self.total} {self.what}, {rate(speed)}, {left} left", err=True)
