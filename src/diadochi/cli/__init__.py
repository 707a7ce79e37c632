"""The command line. Each group of commands is a module; `main` is the one door."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from diadochi import __version__, build, system_errors
from diadochi.catalogue import languages, read_in, say, wanted
from diadochi.cli import bench, frame, load, serve, simulate, study
from diadochi.cli.analyse import analyse
from diadochi.cli.backup import backup, export, import_, restore
from diadochi.cli.board import board
from diadochi.cli.bot import bot
from diadochi.cli.data import data
from diadochi.cli.dataset import dataset
from diadochi.cli.example import example
from diadochi.cli.lookup import card, rules
from diadochi.cli.odds import odds
from diadochi.cli.options import options
from diadochi.cli.output import examples
from diadochi.cli.play import play
from diadochi.cli.report import report
from diadochi.cli.rulings import rulings
from diadochi.cli.tournament import ladder_command, tournament
from diadochi.cli.verify import verify
from diadochi.cli.wording import LANGUAGE, PLACES, asked_for, is_known, put_in_words, system_language
from diadochi.data import DataError, RulingError
from diadochi.errors import GameError

COMMANDS: tuple[click.Command, ...] = (
    analyse, backup, bench.command, board, bot, card, data, dataset, example, export, import_, ladder_command,
    load.command, odds, options, play, report, restore, rules, rulings, serve.command, simulate.command,
    study.command, tournament, verify,
)  # fmt: skip
REFUSED = 1
INTERRUPTED = 130


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "diadochi data check",
        "diadochi rules overrun",
        "diadochi card mutiny",
    ),
)
@click.version_option(f"{__version__} ({build.kind()})", prog_name="diadochi", message="%(prog)s %(version)s")
@click.option(
    "--data",
    "folder",
    envvar="DIADOCHI_DATA",
    show_envvar=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder with your corrections: whole data files, or a patch of single entries.",
)
@click.option(
    LANGUAGE,
    envvar="DIADOCHI_LANGUAGE",
    show_envvar=True,
    metavar="LANGUAGE",
    expose_value=False,
    help="The language of everything that is printed, such as de; by default that of your system.",
)
@click.pass_context
def diadochi(context: click.Context, folder: Path | None) -> None:
    """The board game Successors: look up its rules and cards, draw its board, check its data.

    Every command explains itself: diadochi COMMAND --help.
    """
    context.obj = folder


for command in COMMANDS:
    diadochi.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. What goes wrong becomes one sentence on stderr and an exit code."""
    _open_closed()
    _print_anything(sys.stdout, sys.stderr)
    with read_in(_language(sys.argv[1:] if arguments is None else arguments)):
        put_in_words(diadochi)
        return _run(arguments)


def _language(arguments: Sequence[str]) -> str:
    """What the command line asks for, else the system; one that there is not falls back to English, and is told."""
    asked = asked_for(arguments) or os.environ.get(PLACES[0])
    found = wanted(asked, system_language())
    if asked and not is_known(asked):
        click.echo(say("command.no_language", language=asked, languages=languages()), err=True)
    return found


def _run(arguments: Sequence[str] | None) -> int:
    try:
        result = diadochi.main(arguments, prog_name="diadochi", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as refusal:
        frame.show(refusal)
        return refusal.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _say(say("command.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        # The reader of a pipe, such as `head`, has had enough: nothing to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except (DataError, GameError, RulingError) as error:
        return _say(str(error))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("diadochi"):
            raise
        return _say(say("command.no_package", package=error.name.partition(".")[0]))
    except OSError as error:
        return _say(system_errors.sentence(error))
    except UnicodeError as error:
        return _say(say("command.unreadable", error=error))


def _say(sentence: str, code: int = REFUSED) -> int:
    click.echo(say("command.failed", text=sentence), err=True)
    return code


def _open_closed() -> None:
    """Whoever starts a program without its input or output, as some schedulers do, gives it nothing to read or see."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  open as long as the program runs


def _print_anything(*streams: TextIO) -> None:
    """A terminal that lacks a letter, or a name that is no UTF-8, must not stop a command."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
