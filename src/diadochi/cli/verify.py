"""Checking a finished game: `diadochi verify`."""

from pathlib import Path

import click

from diadochi.cli.output import examples
from diadochi.data import load_material


@click.command(epilog=examples("diadochi verify game.json"))
@click.argument("record", type=click.Path(allow_dash=True))
@click.pass_obj
def verify(folder: Path | None, record: str) -> None:
    """Check the RECORD of a finished game, a file; - is standard input.

    The game is played again with the key that was published at its end: the key must fit the hash shown at the
    start, every die and every shuffle must come from the key, every action must be legal for its seat, and the
    digests and the result must be the same. The first difference is named, and the exit code is then 1.
    """
    from diadochi.texts import record as records  # only this command pays for loading it

    with click.open_file(record, "rb") as file:
        checked = records.verify(file.read(), load_material(folder=folder))
    winner = checked.game.material.pieces.factions[checked.game.state.result[0]]
    click.echo("The key fits the hash that was shown when the game began.")
    click.echo(f"{checked.actions} actions are legal; {checked.dice} dice and {checked.shuffles} shuffles fit the key.")
    click.echo(f"{checked.digests} digests agree, and so does the result: {winner} wins.")
