"""How far a run is: games done, rate, time left. On stderr, so that what is printed can be piped."""

import sys
import time
from types import TracebackType
from typing import IO, Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

from diadochi.catalogue import figure, say
from diadochi.cli.output import duration
from diadochi.lab.games import Played

EVERY = 30.0
"""Seconds between two lines where there is no terminal."""
INTERRUPTED = 130


class StoppedError(click.ClickException):
    """A run that was interrupted."""

    exit_code = INTERRUPTED

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(say("command.failed", text=self.format_message()), file=file, err=True)


def stopped(done: int, total: int, file: object) -> StoppedError:
    return StoppedError(
        say("command.run_lost", done=done, total=total)
        if file is None
        else say("command.run_kept", done=done, total=total, file=file)
    )


class Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(rate(task.finished_speed or task.speed or 0.0))


class GamesProgress:
    """A bar on a terminal, else a line now and then. What an outside program does wrong is told at once."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = self.new = 0
        self.begin = self.told = time.monotonic()
        self.is_terminal = sys.stderr.isatty()
        console = Console(file=sys.stderr)
        columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not self.is_terminal)
        self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> "GamesProgress":
        self.bar.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.__exit__(kind, error, trace)

    def __call__(self, played: Played, is_new: bool) -> None:
        self.done += 1
        self.new += is_new
        if is_new:
            self.bar.advance(self.task)
        else:
            self.bar.update(self.task, completed=self.done)
            self.bar.reset(self.task, completed=self.done)
        for seat in played.seats:
            if seat.fault is not None and is_new:
                self.tell(
                    say(
                        f"command.fault.{seat.fault.kind}",
                        bot=seat.bot,
                        number=played.number,
                        seed=played.seed,
                        actions=seat.fault.after,
                        words=seat.fault.words,
                    )
                )
        now = time.monotonic()
        if not self.is_terminal and now - self.told >= EVERY:
            self.told = now
            self.tell(self.line(now - self.begin))

    def line(self, seconds: float) -> str:
        speed = self.new / seconds
        if not speed:
            return say("command.progress.begun", done=self.done, total=self.total)
        left = duration((self.total - self.done) / speed)
        return say("command.progress.games", done=self.done, total=self.total, rate=rate(speed), left=left)

    def tell(self, text: str) -> None:
        if self.is_terminal:
            self.bar.console.print(text, markup=False, highlight=False)
        else:
            click.echo(text, err=True)


def rate(speed: float) -> str:
    """Games a second, a minute or an hour, whatever reads best."""
    if speed >= 1:
        return say("command.games_per_second", rate=figure(speed, ".1f"))
    if speed * 60 >= 1:
        return say("command.games_per_minute", rate=figure(speed * 60, ".1f"))
    return say("command.games_per_hour", rate=figure(speed * 3600, ".1f"))
