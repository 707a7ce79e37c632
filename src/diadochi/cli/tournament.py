"""Bots against each other: `diadochi tournament`, and where they stand for good: `diadochi ladder`."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from diadochi.catalogue import figure, percent, say
from diadochi.cli.output import examples, table
from diadochi.cli.runs import Given, given, names, play, run_options
from diadochi.cli.simulate import builds, show_victories
from diadochi.lab import games, ladder
from diadochi.lab.games import Played
from diadochi.lab.inference import Verdict
from diadochi.lab.ladder import Ladder, Rating
from diadochi.lab.plan import Plan
from diadochi.lab.run import light
from diadochi.lab.tournament import (
    Patience,
    Question,
    Score,
    Sequence,
    question_of,
    scores,
    try_programs,
    verdict_to_json,
)

LADDER = Path("ladder.json")
COLUMNS = ("games", "wins", "share", "interval", "rating", "pace", "faults")


@click.command(
    name="tournament",
    epilog=examples(
        "diadochi tournament --bots random,satrap --games 1",
        "diadochi tournament --bots random --players 3 --games 1 --json",
        "diadochi tournament --bots random,random --games 2 --ladder ladder.json",
        "diadochi tournament --bots random,satrap --games 2 --sprt 'satrap beats random by 5'",
    ),
)
@click.option(
    "--bots", callback=names, metavar="A,B,C", required=True, help="The bots' names; a name may appear more than once."
)
@click.option(
    "--sprt", metavar="QUESTION", help="Stop as soon as it is answered: 'A beats B by 5' (percentage points)."
)
@click.option(
    "--ladder", "rungs", type=click.Path(path_type=Path), metavar="FILE", help="Rate the games there as well."
)
@run_options
@click.pass_context
def tournament(
    context: click.Context, /, bots: tuple[str, ...], sprt: str | None, rungs: Path | None, **values: Any
) -> None:
    """Let bots play against each other and tell who is stronger.

    With as many names as players, that is the line-up of every game; with more, every choice among them plays; with
    fewer, they come round again. Every deal of Generals and dice is played once from every seat, and the intervals
    allow for that. strategos:0.5s may think for half a second, strategos:200p plays 200 lines ahead: the same on every
    machine. An outside program takes part as program:COMMAND (docs/bots.md); a game in which it fails counts for
    nobody.
    """
    chosen = given(context, values)
    plan = chosen.plan(bots, paired=True)
    sequence = None if sprt is None else Sequence(plan, question_of(sprt, plan))
    standing = None if rungs is None else ladder.read(rungs)
    try_programs(plan)
    played = play_tournament(plan, chosen, sequence)
    found = scores(plan, played)
    if rungs is not None and standing is not None:
        standing.add(played)
        ladder.write(rungs, standing)
    if chosen.as_json:
        told: dict[str, Any] = {"bots": {name: score.to_json() for name, score in found.items()}}
        if sequence is not None:
            told["sprt"] = verdict_to_json(sequence.question, sequence.verdict)
        click.echo(json.dumps(told, indent=2))
        return
    show(found, played)
    if sequence is not None:
        show_verdict(sequence.question, sequence.verdict)


def play_tournament(plan: Plan, chosen: Given, sequence: Sequence | None) -> list[Played]:
    """In the order of their numbers, up to where the question was answered."""
    patience = Patience()
    played: list[Played] = []
    with closing(play(plan.matches(), chosen, chosen.output)) as results:
        for game in results:
            played.append(light(game))
            patience.look(game)
            if sequence is not None and sequence.look(played[-1]):
                break
    if sequence is not None and sequence.is_answered:
        played = [game for game in played if plan.block(game.number) < sequence.next]
    return sorted(played, key=lambda game: game.number)


def show(found: dict[str, Score], played: list[Played]) -> None:
    columns = [say(f"command.column.{name}") for name in COLUMNS]
    table(
        (say("command.column.bot"), *columns),
        (row(name, score) for name, score in sorted(found.items(), key=lambda item: -item[1].rating.mu)),
        right=columns,
    )
    click.echo()
    show_victories(Counter("" if game.result is None else game.result.victory for game in played))
    click.echo()
    click.echo(say("command.builds", builds=builds({game.build for game in played})))


def row(name: str, score: Score) -> tuple[str, ...]:
    share = score.share
    pace = 1000 * score.seconds / max(score.decisions, 1)
    return (
        name,
        str(score.games),
        str(score.wins),
        percent(share.value, 1),
        say("number.interval", low=percent(share.low, 1), high=percent(share.high, 1)),
        rated(score.rating),
        str(figure(pace, ".2f")),
        str(score.faults),
    )


def show_verdict(question: Question, verdict: Verdict) -> None:
    points = figure(question.points, "g")
    click.echo(say(f"command.sprt.{verdict.answer}", better=question.better, other=question.other, points=points))
    llr, lower, upper = (figure(number, ".2f") for number in (verdict.llr, verdict.lower, verdict.upper))
    click.echo(say("command.sprt.looked", deals=verdict.blocks, llr=llr, lower=lower, upper=upper))


def rated(rating: Rating) -> str:
    return f"{figure(rating.mu, '.1f')} ± {figure(rating.sigma, '.1f')}"


# The ladder


@click.command(name="ladder", epilog=examples("diadochi ladder", "diadochi ladder --ladder ours.json --json"))
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="[GAMES]...")
@click.option(
    "--ladder", "rungs", type=click.Path(path_type=Path), default=LADDER, show_default=True, metavar="FILE",
    help="The file of the ladder.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def ladder_command(files: tuple[Path, ...], rungs: Path, as_json: bool) -> None:
    """Show the ladder: ratings of bots over all their games. Files of GAMES are added to it first.

    A game counts once, however often its file is given. The place is decided by what a bot has surely shown: its
    rating less three times its uncertainty. A game that an outside program could not finish is not rated.
    """
    standing = ladder.read(rungs)
    if files:
        seen = [light(game) for file in files for game in games.read(file)]
        new = standing.add(seen)
        ladder.write(rungs, standing)
        click.echo(say("command.rated", games=new, known=len(seen) - new), err=True)
    if as_json:
        click.echo(json.dumps({name: ladder.to_json(rating) for name, rating in standing.rungs()}, indent=2))
    elif standing.ratings:
        show_ladder(standing)
    else:
        click.echo(say("command.ladder_empty", file=rungs))


def show_ladder(standing: Ladder) -> None:
    columns = [say(f"command.column.{name}") for name in ("surely", "rating", "games", "wins")]
    table(
        (say("command.column.bot"), *columns),
        ((name, str(figure(r.surely, ".1f")), rated(r), str(r.games), str(r.wins)) for name, r in standing.rungs()),
        right=columns,
    )
