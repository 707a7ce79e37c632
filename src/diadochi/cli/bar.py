"""How far a long command is that plays nothing itself: done, rate, time left. On stderr, so that it can be piped."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from diadochi.catalogue import say
from diadochi.cli.output import duration, per_second
from diadochi.cli.progress import EVERY


class Rate(ProgressColumn):
    """So many a second, or a minute where that is less than one."""

    def render(self, task: Task) -> Text:
        return Text(per_second(task.finished_speed or task.speed or 0.0))


@contextmanager
def progress(total: int, key: str) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, else a line now and then; call what it gives with how many are done since.

    `key` is the text of the line; with `.of` behind it, of what is counted.
    """
    if not sys.stderr.isatty():
        yield Lines(total, key)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(say(f"{key}.of"), total=total)
        yield lambda done: bar.advance(task, done)


class Lines:
    """Where there is no terminal."""

    def __init__(self, total: int, key: str) -> None:
        self.total, self.key, self.done = total, key, 0
        self.begin = self.told = time.monotonic()

    def __call__(self, done: int) -> None:
        self.done += done
        now = time.monotonic()
        if now - self.told >= EVERY:
            self.told = now
            speed = self.done / (now - self.begin)
            left = duration((self.total - self.done) / speed)
            click.echo(say(self.key, done=self.done, total=self.total, rate=per_second(speed), left=left), err=True)
