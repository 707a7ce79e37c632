"""Games by the hundred: `diadochi simulate`."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import click

from diadochi.catalogue import catalogue, figure, percent, reader, say
from diadochi.cli.output import examples, table
from diadochi.cli.runs import given, names, play, run_options
from diadochi.lab.games import Played
from diadochi.lab.simulate import Tally

FAILED = 1


@click.command(
    name="simulate",
    epilog=examples(
        "diadochi simulate --games 2",
        "diadochi simulate --bots random,satrap --games 1 -o played.jsonl",
        "diadochi simulate --players 2 --games 1 --seed 7 --json",
    ),
)
@click.option(
    "--bots",
    callback=names,
    metavar="A,B,C",
    default="random",
    show_default=True,
    help="A bot for each seat, or one for all.",
)
@run_options
@click.pass_context
def command(context: click.Context, /, bots: tuple[str, ...], **values: Any) -> None:
    """Let bots play whole games, keep them, and count how they end.

    The bots move on by a seat from game to game; fewer than players come round again. The same seeds give the same
    games, however many processes play them. Ctrl-C stops, and --resume goes on. docs/lab.md describes the file.

    A game that cannot go on is a dead end: it is reported with its seed and its actions, so that it can be
    played again, and the exit code is 1.
    """
    chosen = given(context, values)
    plan = chosen.plan(bots, paired=False)
    tally = Tally()
    for played in play(plan.matches(), chosen, chosen.output):
        tally.add(played)
    if chosen.as_json:
        click.echo(json.dumps(tally.to_json(), indent=2))
    else:
        show(tally)
    if tally.dead_ends:
        context.exit(FAILED)


def show(tally: Tally) -> None:
    facts = tally.to_json()
    names = ("games", "finished", "dead_ends", "actions", "passes", "seconds", "actions_per_second", "games_per_second")
    number = say("command.number")
    build_row = (say("command.figure.build"), builds(tally.builds))
    rows = ((say(f"command.figure.{name}"), str(figure(facts[name]))) for name in names)
    table(("", number), (build_row, *rows), right=(number,))
    click.echo()
    show_victories(tally.victories)
    if len(facts["bots"]) > 1:
        click.echo()
        columns = [say(f"command.column.{name}") for name in ("seats", "wins", "share", "interval")]
        bot = say("command.column.bot")
        table((bot, *columns), (row(name, share) for name, share in facts["bots"].items()), right=columns)
    for dead_end in tally.dead_ends:
        show_dead_end(dead_end)


def builds(found: Iterable[str]) -> str:
    return catalogue(reader()).all([say(f"command.build.{build}") for build in sorted(found)])


def show_victories(victories: Counter[str]) -> None:
    """How games were won; those without a result are counted under an empty name."""
    games = say("command.column.games")
    named = ((say(f"victory.{name}") if name else say("command.no_result"), n) for name, n in victories.most_common())
    rows = [(name, str(number)) for name, number in named]
    table((say("command.column.victory"), games), rows, right=(games,))


def row(name: str, share: dict[str, Any]) -> tuple[str, ...]:
    interval = say("number.interval", low=percent(share["low"], 1), high=percent(share["high"], 1))
    return name, str(share["seats"]), str(share["wins"]), percent(share["share"], 1), interval


def show_dead_end(dead_end: Played) -> None:
    click.echo()
    words = {"seed": dead_end.seed, "actions": len(dead_end.actions), "why": dead_end.stopped}
    click.echo(say("command.dead_end", **words))
    click.echo(" ".join(dead_end.actions))
