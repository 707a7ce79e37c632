"""The optional rules, one sentence each: `diadochi options`."""

import json

import click

from diadochi.cli.output import examples, paragraph, table
from diadochi.data import load_material
from diadochi.game import option_mask
from diadochi.messages import render
from diadochi.model.material import Material
from diadochi.model.options import OPTION_OF_NAME
from diadochi.rules.options import warnings


def sentence(material: Material, name: str) -> str:
    """What an optional rule does."""
    return render(material, f"option.{name}")


def cautions(material: Material, names: tuple[str, ...]) -> list[str]:
    """Which of the options are better not chosen together."""
    return [render(material, key) for key in warnings(option_mask(names))]


@click.command(epilog=examples("diadochi options", "diadochi options cavalry cavalry-superiority"))
@click.argument("names", nargs=-1, type=click.Choice(list(OPTION_OF_NAME)), metavar="[NAME]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def options(context: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """List the optional rules, or those NAMED, and warn of what is better not chosen together.

    Each is a switch of its own: diadochi play --option NAME.
    """
    material = load_material(folder=context.obj)
    rows = [(name, sentence(material, name)) for name in names or OPTION_OF_NAME]
    if as_json:
        click.echo(json.dumps({"options": dict(rows), "warnings": cautions(material, names)}, indent=2))
        return
    table(("Option", "What it does"), rows)
    for caution in cautions(material, names):
        paragraph(caution, "Warning:")
