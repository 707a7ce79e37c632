"""A page about many games: `diadochi report`."""

from pathlib import Path

import click

from diadochi.catalogue import figure, say
from diadochi.cli.bar import progress
from diadochi.cli.choice import material_of
from diadochi.cli.output import examples


@click.command(
    epilog=examples(
        "diadochi report games.jsonl -o report.html",
    )
)
@click.argument("games", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="report.html", show_default=True, metavar="FILE",
    help="Where the page goes.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes; as many as cores by default.")
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="FILE",
    help="Keep what is gathered from each game there; a run that is broken off, or has more games later, goes on.",
)  # fmt: skip
@click.pass_obj
def report(folder: Path | None, games: Path, output: Path, jobs: int, keep: Path | None) -> None:
    """Write one page about the finished games in GAMES, a file of JSON lines.

    How games end, the share of wins by General, pair, seat and number of players, VP and Legitimacy over time, what
    each card is worth, the busiest spaces on the map, luck and habits. Shares carry their 95 % intervals. Every game is
    played again for it. The page is one file and loads nothing.
    """
    from diadochi.lab import facts  # only this command pays for loading it
    from diadochi.lab import report as reports

    with games.open("rb") as file:
        number = sum(1 for _ in file)
    with progress(number, "command.progress.games") as done:
        gathered = facts.gather(games, jobs, keep, str(folder or ""), lambda: done(1))
    page = reports.report(gathered, material_of(folder, reports.edition_of(gathered.facts)), games.name)
    output.write_text(page, encoding="utf-8")
    click.echo(say("command.reported", games=figure(len(gathered.facts)), output=output))
    if gathered.left_out:
        click.echo(say("command.left_out", games=gathered.left_out))
