"""One finished game looked at again: `diadochi analyse`."""

from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diadochi.catalogue import say
from diadochi.cli.bar import progress
from diadochi.cli.choice import material_for
from diadochi.cli.output import NotFoundError, examples, read_at_most
from diadochi.cli.verify import LARGEST_RECORD

if TYPE_CHECKING:
    from diadochi.lab.playouts import Value

PLAYOUTS = 24


@click.command(epilog=examples("diadochi analyse game.json -o analysis.html --playouts 1 --jobs 1"))
@click.argument("record", type=click.Path(allow_dash=True))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="analysis.html", show_default=True, metavar="FILE",
    help="Where the page goes.",
)  # fmt: skip
@click.option("--playouts", type=click.IntRange(1), default=PLAYOUTS, show_default=True, metavar="N",
              help="Games played on from each position: more take longer and tell more.")  # fmt: skip
@click.option("--bot", default="random", show_default=True, metavar="BOT",
              help="Who plays them on; satrap knows better, and takes twenty times as long.")  # fmt: skip
@click.option("--value", "place", metavar="MODULE:NAME",
              help="A value of your own instead of playouts: a function of (material, state, seed) that returns each "
              "seat's chance.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the playouts.")
@click.option("--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes; as many as cores by default.")
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="FILE",
    help="Keep what each position is worth there; a run that is broken off goes on.",
)  # fmt: skip
@click.pass_obj
def analyse(
    folder: Path | None,
    record: str,
    output: Path,
    playouts: int,
    bot: str,
    place: str | None,
    seed: int,
    jobs: int,
    keep: Path | None,
) -> None:
    """Write a page about one finished game from its RECORD, a file; - is standard input.

    Each player's chance to win after every Player Turn, the turning points, the luck of every roll, and better
    alternatives at the three worst decisions, with links into the game's log. The same seed gives the same page.
    """
    from diadochi.bots import find  # only this command pays for loading all this
    from diadochi.lab import analysis
    from diadochi.lab.analysis_page import analysis_page
    from diadochi.lab.playouts import Playouts

    find(bot)
    value = Playouts(playouts, bot) if place is None else named(place)
    text = read_at_most(record, LARGEST_RECORD)
    game = analysis.game_of(text, material_for(text, folder))
    with ExitStack() as stack:
        tell: list[Callable[[int], None]] = []
        found = analysis.analyse(
            game, value, jobs, seed=seed, keep=keep,
            begun=lambda total: tell.append(stack.enter_context(progress(total, "command.progress.positions"))),
            done=lambda number: tell[-1](number),
        )  # fmt: skip
    output.write_text(analysis_page(found), encoding="utf-8")
    click.echo(say("command.analysed", turns=len(found.moments), output=output))


def named(place: str) -> "Value":
    """What stands under a name in a module."""
    module, _, name = place.partition(":")
    try:
        value: Any = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise NotFoundError(say("command.no_value", place=repr(place), error=error)) from None
    return value  # type: ignore[no-any-return]
