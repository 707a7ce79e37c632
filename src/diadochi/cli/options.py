"""The optional rules, one sentence each: `diadochi options`."""

import json

import click

from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples, paragraph, table
from diadochi.game import option_mask
from diadochi.messages import render
from diadochi.model.edition import offered
from diadochi.model.material import Material
from diadochi.model.options import OPTION_OF_NAME
from diadochi.rules.face import warnings


def sentence(material: Material, name: str) -> str:
    """What an optional rule does."""
    return render(material, f"option.{name}")


def cautions(material: Material, names: tuple[str, ...]) -> list[str]:
    """Which of the options are better not chosen together."""
    return [render(material, key) for key in warnings(option_mask(names, material.edition))]


@click.command(epilog=examples("diadochi options", "diadochi options cavalry cavalry-superiority"))
@click.argument("names", nargs=-1, type=click.Choice(list(OPTION_OF_NAME)), metavar="[NAME]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@edition_option
@click.pass_context
def options(context: click.Context, names: tuple[str, ...], as_json: bool, edition: str) -> None:
    """List the optional rules, or those NAMED, and warn of what is better not chosen together.

    Each is a switch of its own: diadochi play --option NAME.
    """
    material = material_of(context.obj, edition)
    rows = [(name, sentence(material, name)) for name in names or offered(material.edition)]
    if as_json:
        click.echo(json.dumps({"options": dict(rows), "warnings": cautions(material, names)}, indent=2))
        return
    table((say("command.option"), say("command.option.does")), rows)
    for caution in cautions(material, names):
        paragraph(caution, say("command.warning"))
