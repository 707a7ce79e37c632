"""Is it the General, the bots, the seats or our numbers? `diadochi study`."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from diadochi.catalogue import Word, catalogue, figure, percent, reader, say
from diadochi.cli.output import examples, paragraph, table
from diadochi.cli.runs import COMMON, PLAYERS, Given, given, play, with_options
from diadochi.data import provenance_report
from diadochi.lab import study as lab
from diadochi.lab.games import Played
from diadochi.lab.inference import Estimate
from diadochi.lab.match import material_of
from diadochi.lab.run import light
from diadochi.lab.study import BOTS, CANNOT_TELL, DATA, EVEN, IT_IS_NOT, Finding, Study
from diadochi.messages import Speaker


@click.command(
    name="study",
    epilog=examples(
        "diadochi study --bot random --players 2 --games 2",
        "diadochi study krateros --bot random --other satrap --players 2 --games 1 --json",
    ),
)
@click.argument("generals", nargs=-1, metavar="[GENERAL]...")
@click.option("--bot", default="satrap", show_default=True, help="Who plays every seat at first.")
@click.option("--other", default="", metavar="BOT", help="Who plays every seat then.")
@click.option(
    "--patch", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="A folder of corrections: our numbers changed, to see whether they matter.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Keep the games there, a file for each comparison.",
)  # fmt: skip
@with_options(COMMON)
@click.pass_context
def command(
    context: click.Context, /, generals: tuple[str, ...], bot: str, other: str, patch: Path | None, **values: Any
) -> None:
    """Say whether a GENERAL wins too often, and whether it is the bots, the seats or our reconstructed numbers.

    The same deals with the same dice are played with the Generals dealt to other seats, with other bots (--other) and
    with other numbers (--patch), and compared deal by deal. --games is the number of deals. Intervals are corrected for
    the number of Generals; "cannot tell" is an answer. docs/lab.md works through an example: is Krateros too strong?
    """
    chosen = given(context, values)
    study = Study(
        bot=bot,
        players=chosen.players or PLAYERS,
        deals=chosen.games,
        seed=chosen.seed,
        other=other,
        patch="" if patch is None else str(patch.resolve()),
        options=chosen.options,
        edition=chosen.edition,
        rulings=tuple(chosen.rulings.items()),
        folder=chosen.folder,
        seconds=chosen.seconds,
    )
    study.check(generals)
    if chosen.output is not None:
        chosen.output.mkdir(parents=True, exist_ok=True)
    played = {arm: play_arm(study, arm, chosen) for arm in study.arms()}
    found = lab.findings(played, study.players)
    seats = lab.seats(played[lab.FIRST], study.players)
    if chosen.as_json:
        told = {f.general: lab.to_json(f) for f in found if not generals or f.general in generals}
        click.echo(json.dumps({"generals": told, "seats": [lab.estimate_to_json(s) for s in seats]}, indent=2))
        return
    show(found, seats, study)
    for finding in found:
        if finding.general in generals or (not generals and finding.answer not in (CANNOT_TELL, EVEN)):
            tell(finding, study, context.obj)


def play_arm(study: Study, arm: str, chosen: Given) -> list[Played]:
    file = None if chosen.output is None else chosen.output / f"{arm}.jsonl"
    with closing(play(study.matches(arm), chosen, file)) as results:
        return [light(game) for game in results]


# What it says


def show(found: list[Finding], seats: list[Estimate], study: Study) -> None:
    arms = study.arms()[1:]
    counted = [say(f"command.column.{name}") for name in ("games", "wins", "share")]
    names = general_names(study)
    columns = (*counted, "p", *(say(f"command.study.column.{arm}") for arm in arms))
    table(
        (say("command.column.general"), *columns),
        (
            (
                str(names[f.general]),
                str(f.games),
                str(f.wins),
                shown(f.share),
                f"{f.p:.3f}",
                *(shown(f.arms[arm].share) for arm in arms),
            )
            for f in found
        ),
        right=columns,
    )
    click.echo()
    share = say("command.column.share")
    table((say("command.column.seat"), share), ((str(n), shown(seat)) for n, seat in enumerate(seats)), right=(share,))
    click.echo()
    click.echo(say("command.study.corrected", number=len(found)))


def general_names(study: Study) -> dict[str, Word]:
    """By id, in the reader's language."""
    material = material_of(study.edition, study.folder, study.rulings)
    speaker = Speaker(material)
    return {general.id: speaker.word("general", n) for n, general in enumerate(material.pieces.generals)}


def shown(estimate: Estimate) -> str:
    value, low, high = (percent(number, 1) for number in (estimate.value, estimate.low, estimate.high))
    return say("number.with_interval", value=value, low=low, high=high)


def tell(finding: Finding, study: Study, folder: Path | None) -> None:
    click.echo()
    for line in sentences(finding, study):
        paragraph(line)
    facts = own_numbers(finding.general, folder, study.edition)
    if facts:
        paragraph(say("command.study.own_numbers", general=general_names(study)[finding.general], facts=facts))


def sentences(finding: Finding, study: Study) -> list[str]:
    """The answer, then whether it is what each arm changed."""
    even = percent(1 / study.players)
    first = f"command.study.{worded(finding.answer)}"
    general = general_names(study)[finding.general]
    out = [say(first, general=general, share=shown(finding.share), even=even)]
    if finding.answer in (CANNOT_TELL, EVEN):
        return out
    for arm, comparison in finding.arms.items():
        d = comparison.difference
        value, low, high = (figure(100 * number, ".1f") for number in (d.value, d.low, d.high))
        out.append(say(f"command.study.{arm}.{worded(comparison.answer)}", value=value, low=low, high=high))
    missing = [say(f"command.study.{arm}.not_compared") for arm in (BOTS, DATA) if arm not in finding.arms]
    if missing:
        out += missing
    elif all(comparison.answer == IT_IS_NOT for comparison in finding.arms.values()):
        out.append(say("command.study.none_of_it"))
    return out


def worded(answer: str) -> str:
    """An answer in a key."""
    return answer.replace(" ", "_")


def own_numbers(general: str, folder: Path | None, edition: str) -> str:
    """How certain the facts about him are."""
    report = provenance_report(folder, edition)
    facts = [fact for fact in report.facts if (fact.file, fact.entry) == ("pieces.json", general)]
    told = [
        say(
            "command.study.fact",
            field=say(f"command.field.{fact.field}"),
            kind=say(f"command.kind_of_fact.{fact.kind}"),
        )
        for fact in facts
    ]
    return catalogue(reader()).row(told) if told else ""
