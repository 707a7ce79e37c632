"""Drawing the board: `diadochi board`."""

from pathlib import Path

import click

from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples
from diadochi.data import load_coastline


@click.command(
    epilog=examples(
        "diadochi board -o night.svg --theme dark",
        "diadochi board -o - --width 1200 > wide.svg",
    )
)
@click.option(
    "-o",
    "--output",
    type=click.Path(allow_dash=True),
    default="board.svg",
    show_default=True,
    metavar="FILE",
    help="Where the drawing goes; - is standard output.",
)
@click.option(
    "--width",
    type=click.IntRange(400, 10_000),
    default=2400,
    show_default=True,
    metavar="N",
    help="Width in pixels, from 400 to 10000.",
)
@click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help="Colours for a bright or a dark page.",
)
@edition_option
@click.pass_obj
def board(folder: Path | None, output: str, width: int, theme: str, edition: str) -> None:
    """Draw the board as an SVG picture, from the data alone.

    Most paths are reconstructed, for the rulebooks do not print the map: 'diadochi data provenance --file
    board --list' shows which.
    """
    from diadochi.chart import draw  # only this command pays for loading it
    from diadochi.messages import board_of

    drawing = draw(board_of(material_of(folder, edition)), load_coastline(folder), width=width, theme=theme)
    with click.open_file(output, "w", encoding="utf-8") as file:
        file.write(drawing)
    if output != "-":
        click.echo(say("command.board_written", output=output))
