"""The data files: `diadochi data check` and `diadochi data provenance`."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from diadochi.catalogue import say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import NotFoundError, examples, table
from diadochi.data import ProvenanceReport, load_coastline, provenance_report, summary
from diadochi.data.entry import PROVENANCE
from diadochi.data.rulebook import load_rulebook


@click.group(
    epilog=examples(
        "diadochi data check",
        "diadochi data provenance --file board --list",
    )
)
def data() -> None:
    """Check the data files and see where each fact comes from.

    With --data DIR before the command, your corrections are part of what is checked and counted.
    """


@data.command(
    epilog=examples(
        "diadochi data check",
        "diadochi --data . data check",
    )
)
@edition_option
@click.pass_obj
def check(folder: Path | None, edition: str) -> None:
    """Read and check every data file, and print what is in them.

    The first thing that is wrong is named with its file, its entry and what to do; the exit code is then 1.
    """
    material = material_of(folder, edition)
    load_coastline(folder)
    load_rulebook(folder, edition)
    click.echo(summary(material))


@data.command(
    epilog=examples(
        "diadochi data provenance",
        "diadochi data provenance --file board --list",
        "diadochi data provenance --json",
    )
)
@click.option("--list", "listed", is_flag=True, help="List the facts themselves, not only their numbers.")
@click.option("--file", metavar="FILE", help="Only the facts of one file, such as board or board.json.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@edition_option
@click.pass_obj
def provenance(folder: Path | None, listed: bool, file: str | None, as_json: bool, edition: str) -> None:
    """Show how we know each fact.

    \b
    stated         a rulebook says so
    third-party    a published source outside the rulebooks says so
    derived        it follows from those
    reconstructed  our own, made to fit them; the printed game may differ
    """
    report = _report(folder, edition, file)
    if as_json:
        click.echo(json.dumps([asdict(fact) for fact in report.facts] if listed else report.counts, indent=2))
    elif listed:
        rows = ((say(f"command.kind_of_fact.{fact.kind}"), fact.file, fact.entry, fact.field) for fact in report.facts)
        table([say(f"command.column.{name}") for name in ("kind", "file", "entry", "field")], rows)
    else:
        _print_counts(report)


def _report(folder: Path | None, edition: str, file: str | None) -> ProvenanceReport:
    report = ProvenanceReport(provenance_report(folder, edition).facts + load_rulebook(folder, edition).facts)
    if file is None:
        return report
    wanted = f"{file.lower().removesuffix('.json')}.json"
    if wanted not in report.counts:
        raise NotFoundError(say("command.no_data_file", file=repr(file), counts=list(report.counts)))
    return ProvenanceReport(tuple(fact for fact in report.facts if fact.file == wanted))


def _print_counts(report: ProvenanceReport) -> None:
    rows = [[file, *(str(counts[kind]) for kind in PROVENANCE)] for file, counts in report.counts.items()]
    totals = [str(sum(kinds[kind] for kinds in report.counts.values())) for kind in PROVENANCE]
    kinds = [say(f"command.kind_of_fact.{kind}") for kind in PROVENANCE]
    table((say("command.column.file"), *kinds), [*rows, [say("command.all"), *totals]], right=kinds)
