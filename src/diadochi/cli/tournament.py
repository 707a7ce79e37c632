"""Bots against each other: `diadochi tournament`."""

import json
from collections import Counter
from pathlib import Path

import click

from diadochi.cli.output import examples, table
from diadochi.cli.simulate import progress_bar
from diadochi.data import load_material
from diadochi.lab.tournament import Plan, Played, Score, run, scores


@click.command(
    name="tournament",
    epilog=examples(
        "diadochi tournament --bots random,satrap --players 2 --games 1",
        "diadochi tournament --bots random --players 3 --games 1 --json",
    ),
)
@click.option("--bots", required=True, metavar="A,B,C", help="Their names; a name may stand more than once.")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first deal.")
@click.option("--jobs", type=click.IntRange(0), default=0, help="Processes; 0 is one for each core.")
@click.option("--seconds", type=float, default=5.0, show_default=True, help="For a decision of an outside program.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games there, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def tournament(
    context: click.Context,
    bots: str,
    players: int,
    games: int,
    seed: int,
    jobs: int,
    seconds: float,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Let bots play against each other and tell who is stronger.

    With as many names as players, that is the line-up of every game; with more, every choice among them plays; with
    fewer, they come round again. Every deal of Generals and dice is played once from every seat. An outside program
    takes part as program:COMMAND (docs/bots.md).
    """
    plan = Plan(tuple(name.strip() for name in bots.split(",") if name.strip()), players, games, seed, seconds)
    material = load_material(folder=context.obj) if context.obj is not None else None
    with progress_bar() as bar:
        task = bar.add_task("", total=games)
        played = run(plan, jobs, resume, lambda _: bar.advance(task), material)
    found = scores(played)
    if as_json:
        click.echo(json.dumps({"bots": {name: score.to_json() for name, score in found.items()}}, indent=2))
    else:
        show(found, played)


def show(found: dict[str, Score], played: list[Played]) -> None:
    table(
        ("bot", "games", "wins", "share", "95 % interval", "rating", "ms per decision"),
        (row(name, score) for name, score in sorted(found.items(), key=lambda item: -item[1].mu)),
        right=("games", "wins", "share", "95 % interval", "rating", "ms per decision"),
    )
    click.echo()
    ways = Counter(game.victory for game in played)
    table(("victory", "games"), ((name, str(n)) for name, n in ways.most_common()), right=("games",))


def row(name: str, score: Score) -> tuple[str, ...]:
    low, high = score.interval
    pace = 1000 * score.seconds / max(score.decisions, 1)
    return (
        name,
        str(score.games),
        str(score.wins),
        f"{100 * score.win_share:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %",
        f"{score.mu:.1f} ± {score.sigma:.1f}",
        f"{pace:.2f}",
    )
