"""Games by the hundred: `diadochi simulate`."""

import json
from typing import Any

import click

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
    table(
        ("", "number"),
        (("build", facts["build"]), *((label(name), f"{facts[name]:,}") for name in names)),
        right=("number",),
    )
    click.echo()
    table(
        ("victory", "games"),
        ((name, str(number)) for name, number in tally.victories.most_common()),
        right=("games",),
    )
    if len(facts["bots"]) > 1:
        click.echo()
        columns = ("seats", "wins", "share", "95 % interval")
        table(("bot", *columns), (row(name, share) for name, share in facts["bots"].items()), right=columns)
    for dead_end in tally.dead_ends:
        show_dead_end(dead_end)


def label(name: str) -> str:
    """Seconds are processor seconds."""
    return name.replace("_", " ").replace("second", "processor second")


def row(name: str, share: dict[str, Any]) -> tuple[str, ...]:
    interval = f"{100 * share['low']:.1f} to {100 * share['high']:.1f} %"
    return name, str(share["seats"]), str(share["wins"]), f"{100 * share['share']:.1f} %", interval


def show_dead_end(dead_end: Played) -> None:
    click.echo(f"\nDead end with seed {dead_end.seed} after {len(dead_end.actions)} actions: {dead_end.stopped}")
    click.echo(" ".join(dead_end.actions))
