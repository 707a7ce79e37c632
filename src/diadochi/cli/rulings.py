"""The readings on which tables differ: `diadochi rulings`."""

import json
from typing import Any

import click

from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import examples, table
from diadochi.messages import render
from diadochi.model.material import Material
from diadochi.model.rulings import RULINGS


@click.command(epilog=examples("diadochi rulings", "diadochi rulings --json"))
@edition_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def rulings(context: click.Context, edition: str, as_json: bool) -> None:
    """List the readings on which tables differ, with their alternatives.

    Where the rulebook leaves room, we take one reading (docs/rulings.md). Those listed here can be played in another
    way: diadochi play --ruling NAME=VALUE.
    """
    material = material_of(context.obj, edition)
    found = facts(material)
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    rows = [(fact["name"], fact["reading"], fact["value"], ", ".join(fact["others"]), fact["text"]) for fact in found]
    columns = [say(f"command.rulings.{name}") for name in ("name", "reading", "value", "others", "text")]
    table(columns, rows)


def facts(material: Material) -> list[dict[str, Any]]:
    return [
        {
            "name": ruling.name,
            "reading": ruling.reading,
            "value": ruling.value_in(material.edition),
            "others": [value for value in ruling.values if value != ruling.value_in(material.edition)],
            "text": render(material, f"ruling.{ruling.name}"),
        }
        for ruling in RULINGS
    ]
