"""Exact chances: `diadochi odds`."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import click

from diadochi import odds as chances
from diadochi.catalogue import Value, figure, say
from diadochi.catalogue import percent as percentage
from diadochi.cli.choice import edition_option, material_for, material_of
from diadochi.cli.output import LARGEST_SAVE, NotFoundError, examples, labelled, read_at_most
from diadochi.game import Game
from diadochi.messages import Speaker, refusal_line
from diadochi.model.ids import GeneralId
from diadochi.model.pieces import Ability, Unit
from diadochi.model.state import add, forces
from diadochi.rules.face import Play, empty_state

HIGHEST = 60
NUMBER = click.IntRange(0, HIGHEST)
RATING = click.IntRange(0, 6)
MODIFIER = click.IntRange(-6, 6)


EDITION = "edition"


@click.group(
    epilog=examples(
        "diadochi odds battle --strength 8 --rating 2 --against 7 --elephants-against 4 --rating-against 3",
        "diadochi odds siege --modifier 1 --needed 3",
        "diadochi odds naval --strength 3 --against 2 --aboard 6",
        "diadochi odds intercept eumenes",
        "diadochi odds evade lysimachos",
        "diadochi odds attrition 6",
        "diadochi odds now fight.json",
    )
)
@edition_option
@click.pass_context
def odds(context: click.Context, edition: str) -> None:
    """Exact chances from the tables: battles, sieges, attrition, reactions.

    The Battle, Siege and Attrition Tables are reconstructed; with your own tables (--data) the chances follow them.
    """
    context.meta[EDITION] = edition


DRAWN = "forsaken-drawn"


class Brought(NamedTuple):
    option: str
    values: click.IntRange | None
    """None: yes or no."""
    help: str


SIDE = (
    Brought("elephants", click.IntRange(0, 12), help="Elephant CUs that roll"),
    Brought("halved", None, help="Elephants count half (Anti-Elephant Devices against a General of Elephants)"),
    Brought("rating", RATING, help="Battle Rating of the Commanding General, 0 without one"),
    Brought("bonus", MODIFIER, help="what cards add to the roll"),
    Brought("cavalry", None, help="has Cavalry, with option 16.9"),
    Brought("mortal", None, help="a Major General commands, who may be killed"),
    Brought("pursuit", MODIFIER, help="what the commander adds to the loser's Attrition die"),
    Brought("pursuit-after", MODIFIER, help="what his successor adds when he is killed"),
    Brought("macedonians", NUMBER, help="Macedonian CUs in the battle"),
    Brought("others", NUMBER, help="other CUs in the battle"),
    Brought(
        "forsaken", NUMBER, help="CUs that are Dispersed, though not beaten, if he is killed and no one takes over"
    ),
    Brought(DRAWN, NUMBER, help="the same after a draw, if it is another number than after a victory"),
    Brought("independent", None, help="an Independent Army, which loses no CUs"),
)
"""What a side brings."""


def both_sides(command: Callable[..., None]) -> Callable[..., None]:
    """The same options for the Attacker and, with `-against`, for the Defender."""
    for name, values, text in reversed(SIDE):
        for end, whose in (("-against", "Defender"), ("", "Attacker")):
            option, told = f"--{name}{end}", f"The {whose}: {text}."
            if values is None:
                command = click.option(option, is_flag=True, help=told)(command)
            else:
                default = None if name == DRAWN else 0
                command = click.option(option, type=values, default=default, help=told)(command)
    return command


@odds.command(epilog=examples("diadochi odds battle --strength 12 --rating 4 --against 8 --rating-against 2"))
@click.option("--strength", type=NUMBER, required=True, help="The Attacker's Battle Strength without Elephant CUs.")
@click.option("--against", type=NUMBER, required=True, help="The Defender's Battle Strength without Elephant CUs.")
@both_sides
@click.pass_obj
def battle(folder: Path | None, /, strength: int, against: int, **given: int | None) -> None:
    """A Land Battle: the chances that the Attacker wins, draws or loses.

    What a side loses on average is told when its CUs are named (--macedonians, --others).
    """
    sides = (side_of(given, strength, ""), side_of(given, against, "_against"))
    result = chances.battle(table(folder), sides)
    tell_battle(result, (any(sides[0].cus), any(sides[1].cus)))


def side_of(given: dict[str, int | None], strength: int, end: str) -> chances.Side:
    def value(name: str) -> int:
        return given[f"{name}{end}"] or 0

    won, drawn = value("forsaken"), given[f"forsaken_drawn{end}"]
    return chances.Side(
        cus=add(forces(Unit.LOYAL, value("macedonians")), forces(Unit.MERCENARY, value("others"))),
        strength=strength,
        elephants=value("elephants"),
        halved=bool(value("halved")),
        rating=value("rating"),
        bonus=value("bonus"),
        mortal=bool(value("mortal")),
        independent=bool(value("independent")),
        cavalry=bool(value("cavalry")),
        pursuit=value("pursuit"),
        pursuit_after=value("pursuit_after"),
        forsaken=(won, won if drawn is None else drawn),
    )


@odds.command(epilog=examples("diadochi odds siege --needed 2"))
@click.option("--modifier", type=MODIFIER, default=0, help="The sum of all modifiers of the siege roll.")
@click.option("--needed", type=click.IntRange(1, 3), default=3, help="The Siege Points that are still needed.")
@click.pass_obj
def siege(folder: Path | None, modifier: int, needed: int) -> None:
    """One siege roll: the chances of each number of Siege Points, and that the space falls."""
    tell_siege(chances.siege_roll(table(folder), modifier, needed))


@odds.command(epilog=examples("diadochi odds naval --strength 2 --against 2"))
@click.option("--strength", type=NUMBER, required=True, help="The Fleet Strength of the escort.")
@click.option("--against", type=NUMBER, required=True, help="The Fleet Strength of the Interceptor.")
@click.option("--aboard", type=NUMBER, default=0, help="The CUs aboard.")
@click.option("--bonus", type=MODIFIER, default=0, help="What cards add to the mover's roll.")
@click.option("--bonus-against", type=MODIFIER, default=0, help="What cards add to the Interceptor's roll.")
@click.pass_obj
def naval(folder: Path | None, strength: int, against: int, aboard: int, bonus: int, bonus_against: int) -> None:
    """A Naval Battle: the chances of the mover, and what is lost aboard."""
    tell_naval(chances.naval_battle(table(folder), strength, against, aboard, (bonus, bonus_against)))


@odds.command(epilog=examples("diadochi odds intercept antigonos"))
@click.argument("general")
@click.option("--modifier", type=MODIFIER, default=0, help="What is added to the die: Cavalry, with option 16.9.")
@click.pass_obj
def intercept(folder: Path | None, general: str, modifier: int) -> None:
    """An Interception by a GENERAL, named as in `diadochi play`."""
    tell_reaction(table(folder), general, Ability.INTERCEPTION, modifier)


@odds.command(epilog=examples("diadochi odds evade krateros"))
@click.argument("general")
@click.option("--modifier", type=MODIFIER, default=0, help="What is added to the die: Cavalry, with option 16.9.")
@click.pass_obj
def evade(folder: Path | None, general: str, modifier: int) -> None:
    """An Evasion by a GENERAL."""
    tell_reaction(table(folder), general, Ability.EVASION, modifier)


@odds.command(epilog=examples("diadochi odds attrition 9"))
@click.argument("number", type=click.IntRange(1, HIGHEST))
@click.option("--column", type=click.IntRange(0, HIGHEST), default=0, help="Another column than the group's own.")
@click.option("--bonus", type=MODIFIER, default=0, help="What is added to the die.")
@click.pass_obj
def attrition(folder: Path | None, number: int, column: int, bonus: int) -> None:
    """Attrition of a group of NUMBER CUs."""
    result = chances.attrition(table(folder), number, column, bonus)
    rows = [(say("command.odds.cus_lost", cus=n), percent(c)) for n, c in enumerate(result.chances) if c]
    labelled((*rows, (say("command.odds.on_average"), say("command.odds.cus", cus=mean(result.expected)))))


@odds.command(epilog=examples("diadochi odds now fight.json"))
@click.argument("save", type=click.Path(allow_dash=True))
@click.option(
    "--action", metavar="ACTION", help="The odds of what this action leads to; it must be offered, such as march:issos."
)
@click.option("--seat", metavar="FACTION", help="Who asks: only what this Faction may know counts.")
@click.pass_obj
def now(folder: Path | None, save: str, action: str | None, seat: str | None) -> None:
    """What is about to be rolled in the game of a SAVE, a file of `diadochi play`; what an action would lead to."""
    text = read_at_most(save, LARGEST_SAVE)
    game = Game.load(text, material=material_for(text, folder))
    asking = seat_named(game, seat)
    found = game.odds(action, asking)
    if found is None:
        raise NotFoundError(nothing_to_roll(game, action, asking))
    tell(game, found)


def seat_named(game: Game, name: str | None) -> int | None:
    factions = game.material.pieces.factions[: game.players]
    if name is not None and name not in factions:
        raise NotFoundError(say("command.no_seat", name=repr(name), seats=list(factions)))
    return None if name is None else factions.index(name)


def nothing_to_roll(game: Game, action: str | None, seat: int | None) -> str:
    if action is None:
        return say("command.odds.nothing")
    refusal = game.why_not(action, seat)
    if refusal is not None:
        why = refusal_line(game.material, refusal, game.decision)
        return say("command.odds.not_possible", action=action, why=why)
    return say("command.odds.no_roll", action=action)


def tell(game: Game, found: chances.Odds) -> None:
    if isinstance(found, chances.BattleOdds):
        tell_battle(found)
    elif isinstance(found, chances.SiegeOdds):
        tell_siege(found)
    elif isinstance(found, chances.NavalOdds):
        tell_naval(found)
    else:
        labelled(((Speaker(game.material).general(found.general), percent(found.success)),))


def tell_battle(result: chances.BattleOdds, losses: tuple[bool, bool] = (True, True)) -> None:
    rows = outcomes(result)
    for side, name in enumerate(("attacker", "defender")):
        if losses[side]:
            lost, dispersed = mean(result.eliminated[side]), mean(result.dispersed[side])
            rows.append((say(f"command.odds.{name}_loses"), say("command.odds.losses", cus=lost, dispersed=dispersed)))
        if result.killed[side]:
            rows.append((say(f"command.odds.{name}_killed"), percent(result.killed[side])))
    labelled(rows)


def outcomes(result: chances.BattleOdds | chances.NavalOdds) -> list[tuple[str, str]]:
    return [
        (say("command.odds.win"), percent(result.win)),
        (say("command.odds.draw"), percent(result.draw)),
        (say("command.odds.loss"), percent(result.loss)),
    ]


def tell_siege(result: chances.SiegeOdds) -> None:
    rows = [(say("command.odds.siege_points", points=n), percent(c)) for n, c in enumerate(result.points) if c]
    lost = (say("command.odds.besieger_loses"), say("command.odds.cus_on_average", cus=mean(result.losses)))
    labelled((*rows, (say("command.odds.falls"), percent(result.completed)), lost))


def tell_naval(result: chances.NavalOdds) -> None:
    lost = (say("command.odds.lost_aboard"), say("command.odds.cus_on_average", cus=mean(result.eliminated)))
    labelled((*outcomes(result), lost))


def tell_reaction(p: Play, name: str, kind: int, modifier: int) -> None:
    number = next((i for i, g in enumerate(p.pieces.generals) if name.lower() in (g.id, g.name.lower())), -1)
    if number < 0:
        raise NotFoundError(say("command.no_general", name=repr(name)))
    needed = chances.reaction_roll(p, GeneralId(number), kind) - modifier
    told = say("command.odds.needed", chance=percent(chances.success(needed)), needed=needed)
    labelled(((Speaker(p.material).general(number), told),))


def table(folder: Path | None) -> Play:
    material = material_of(folder, click.get_current_context().meta[EDITION])
    return Play(material, empty_state(material, 2, 0, b""))


def percent(chance: Fraction) -> str:
    return percentage(float(chance), 1)


def mean(number: Fraction) -> Value:
    return figure(float(number), ".2f")
