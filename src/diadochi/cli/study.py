"""Is it the General, the bots, the seats or our numbers? `diadochi study`."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from diadochi.cli.output import examples, paragraph, table
from diadochi.cli.runs import COMMON, PLAYERS, Given, given, play, with_options
from diadochi.data import provenance_report
from diadochi.lab import study as lab
from diadochi.lab.games import Played
from diadochi.lab.inference import Estimate
from diadochi.lab.run import light
from diadochi.lab.study import BOTS, CANNOT_TELL, DATA, EVEN, IT_IS, IT_IS_NOT, SEATS, TOO_OFTEN, Finding, Study

CHANGED = {SEATS: "the seats", BOTS: "the bots", DATA: "the numbers that the patch changes"}
NOT_ASKED = {
    BOTS: "the bots (--other NAME compares with others)",
    DATA: "our numbers (--patch DIR compares with other ones)",
}
HEADINGS = {SEATS: "other seats", BOTS: "other bots", DATA: "other numbers"}

OFTEN = "{general} wins too often: {share}; even is {even:.0f} %."
SELDOM = "{general} wins too seldom: {share}; even is {even:.0f} %."
IS_EVEN = "{general} wins about as often as others: {share}; even is {even:.0f} %."
UNCERTAIN = (
    "Cannot tell whether {general} wins more or less often than others: {share}; even is {even:.0f} %. "
    "Play more --games."
)
IT = "At least part of it is owed to {what}: {points}."
IT_ISNT = "It is not mainly {what}: {points}."
TELL = "Cannot tell whether it is {what}: {points}."
POINTS = "with other ones his share falls by {value:.1f} points ({low:.1f} to {high:.1f})"
NONE_OF_IT = "So it lies in the rules, in what was not changed, or in what all bots that were compared do alike."
NOT_COMPARED = "Not compared: {what}."
CORRECTED = "Intervals hold for all {number} Generals together in 95 of 100 studies; p is corrected by Holm's method."
OWN_NUMBERS = "{general}'s own numbers: {facts}."


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
            say(finding, study, context.obj)


def play_arm(study: Study, arm: str, chosen: Given) -> list[Played]:
    file = None if chosen.output is None else chosen.output / f"{arm}.jsonl"
    with closing(play(study.matches(arm), chosen, file)) as results:
        return [light(game) for game in results]


# What it says


def show(found: list[Finding], seats: list[Estimate], study: Study) -> None:
    arms = study.arms()[1:]
    columns = ("games", "wins", "share", "p", *(HEADINGS[arm] for arm in arms))
    table(
        ("General", *columns),
        (
            (
                f.general,
                str(f.games),
                str(f.wins),
                str(f.share),
                f"{f.p:.3f}",
                *(str(f.arms[arm].share) for arm in arms),
            )
            for f in found
        ),
        right=columns,
    )
    click.echo()
    table(("seat", "share"), ((str(seat), str(share)) for seat, share in enumerate(seats)), right=("share",))
    click.echo()
    click.echo(CORRECTED.format(number=len(found)))


def say(finding: Finding, study: Study, folder: Path | None) -> None:
    click.echo()
    for line in sentences(finding, study):
        paragraph(line)
    facts = own_numbers(finding.general, folder)
    if facts:
        paragraph(OWN_NUMBERS.format(general=finding.general.capitalize(), facts=facts))


def sentences(finding: Finding, study: Study) -> list[str]:
    """The answer, then whether it is what each arm changed."""
    answers = {TOO_OFTEN: OFTEN, EVEN: IS_EVEN, CANNOT_TELL: UNCERTAIN}
    first = answers.get(finding.answer, SELDOM)
    out = [first.format(general=finding.general.capitalize(), share=finding.share, even=100 / study.players)]
    if finding.answer in (CANNOT_TELL, EVEN):
        return out
    for arm, comparison in finding.arms.items():
        d = comparison.difference
        points = POINTS.format(value=100 * d.value, low=100 * d.low, high=100 * d.high)
        words = {IT_IS: IT, IT_IS_NOT: IT_ISNT, CANNOT_TELL: TELL}[comparison.answer]
        out.append(words.format(what=CHANGED[arm], points=points))
    missing = [text for arm, text in NOT_ASKED.items() if arm not in finding.arms]
    if missing:
        out.append(NOT_COMPARED.format(what="; ".join(missing)))
    elif all(comparison.answer == IT_IS_NOT for comparison in finding.arms.values()):
        out.append(NONE_OF_IT)
    return out


def own_numbers(general: str, folder: Path | None) -> str:
    """How certain the facts about him are."""
    report = provenance_report(folder)
    facts = [fact for fact in report.facts if (fact.file, fact.entry) == ("pieces.json", general)]
    return ", ".join(f"{fact.field} {fact.kind}" for fact in facts)
