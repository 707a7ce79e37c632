"""Games to learn from: `diadochi dataset`."""

from pathlib import Path

import click

from diadochi.catalogue import figure, say
from diadochi.cli.bar import progress
from diadochi.cli.output import examples


@click.command(
    epilog=examples(
        "diadochi dataset games.jsonl -o data",
        "diadochi dataset games.jsonl -o views --observations --jobs 1",
    )
)
@click.argument("games", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), default="dataset", show_default=True,
    metavar="DIR", help="The folder for the files.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes; as many as cores by default.")
@click.option("--observations", is_flag=True, help="Also the whole view of every decision as an array: 23 KB each.")
@click.pass_obj
def dataset(folder: Path | None, games: Path, output: Path, jobs: int, observations: bool) -> None:
    """Write the finished games in GAMES as Parquet tables: games, positions and decisions (extra 'lab').

    Positions are the features of every seat after every Player Turn; decisions are what was asked, offered and chosen,
    with the features of the seat that decided. Both tell who won. README.md in the folder describes every column.

    The files are written in parts of a hundred games. A run that was broken off goes on where it was.
    """
    from diadochi.lab import dataset as datasets  # only this command pays for loading it

    with games.open("rb") as file:
        number = sum(1 for _ in file)
    with progress(number, "command.progress.games") as done:
        rows = datasets.write(games, output, jobs, str(folder or ""), observations=observations, after_part=done)
    tables = [say("command.dataset_table", table=table, rows=figure(count)) for table, count in rows.items()]
    click.echo(say("command.dataset_written", tables=tables, output=output))
