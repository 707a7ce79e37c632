"""Exact chances: `diadochi odds`."""

from fractions import Fraction
from pathlib import Path

import click

from diadochi import odds as chances
from diadochi.cli.output import LARGEST_SAVE, NotFoundError, examples, labelled, read_at_most
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.pieces import NO_FORCES, Ability
from diadochi.rules.agenda import Play
from diadochi.rules.setup import empty_state

HIGHEST = 60
NUMBER = click.IntRange(0, HIGHEST)
RATING = click.IntRange(0, 6)
MODIFIER = click.IntRange(-6, 6)


@click.group(
    epilog=examples(
        "diadochi odds battle --strength 8 --rating 2 --against 7 --elephants-against 4 --rating-against 3",
        "diadochi odds siege --modifier 1 --needed 3",
        "diadochi odds naval --strength 3 --against 2 --aboard 6",
        "diadochi odds intercept eumenes",
        "diadochi odds evade lysimachos",
        "diadochi odds attrition 6",
    )
)
def odds() -> None:
    """Exact chances from the tables: battles, sieges, attrition, reactions.

    The Battle, Siege and Attrition Tables are reconstructed; with your own tables (--data) the chances follow them.
    """


@odds.command(epilog=examples("diadochi odds battle --strength 12 --rating 4 --against 8 --rating-against 2"))
@click.option("--strength", type=NUMBER, required=True, help="The Attacker's Battle Strength without Elephant CUs.")
@click.option("--elephants", type=click.IntRange(0, 12), default=0, help="The Attacker's Elephant CUs.")
@click.option("--rating", type=RATING, default=0, help="His Commanding General's Battle Rating; 0 without one.")
@click.option("--against", type=NUMBER, required=True, help="The Defender's Battle Strength without Elephant CUs.")
@click.option("--elephants-against", type=click.IntRange(0, 12), default=0, help="The Defender's Elephant CUs.")
@click.option("--rating-against", type=RATING, default=0, help="His Commanding General's Battle Rating.")
@click.pass_obj
def battle(
    folder: Path | None,
    strength: int,
    elephants: int,
    rating: int,
    against: int,
    elephants_against: int,
    rating_against: int,
) -> None:
    """A Land Battle: the chances that the Attacker wins, draws or loses."""
    attacker = chances.Side(NO_FORCES, strength, elephants=elephants, rating=rating)
    defender = chances.Side(NO_FORCES, against, elephants=elephants_against, rating=rating_against)
    result = chances.battle(table(folder), (attacker, defender))
    labelled((("win", percent(result.win)), ("draw", percent(result.draw)), ("loss", percent(result.loss))))


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
@click.pass_obj
def naval(folder: Path | None, strength: int, against: int, aboard: int) -> None:
    """A Naval Battle: the chances of the mover, and what is lost aboard."""
    tell_naval(chances.naval_battle(table(folder), strength, against, aboard))


@odds.command(epilog=examples("diadochi odds intercept antigonos"))
@click.argument("general")
@click.pass_obj
def intercept(folder: Path | None, general: str) -> None:
    """An Interception by a GENERAL, named as in `diadochi play`."""
    tell_reaction(table(folder), general, Ability.INTERCEPTION)


@odds.command(epilog=examples("diadochi odds evade krateros"))
@click.argument("general")
@click.pass_obj
def evade(folder: Path | None, general: str) -> None:
    """An Evasion by a GENERAL."""
    tell_reaction(table(folder), general, Ability.EVASION)


@odds.command(epilog=examples("diadochi odds attrition 9"))
@click.argument("number", type=click.IntRange(1, HIGHEST))
@click.pass_obj
def attrition(folder: Path | None, number: int) -> None:
    """Attrition of a group of NUMBER CUs."""
    result = chances.attrition(table(folder), number)
    rows = [(f"{n} lost", percent(c)) for n, c in enumerate(result.chances) if c]
    labelled((*rows, ("on average", f"{float(result.expected):.2f} CUs")))


@odds.command(epilog=examples("diadochi odds now fight.json"))
@click.argument("save", type=click.Path(allow_dash=True))
@click.pass_obj
def now(folder: Path | None, save: str) -> None:
    """What is about to be rolled in the game of a SAVE, a file of `diadochi play`."""
    game = Game.load(read_at_most(save, LARGEST_SAVE), material=load_material(folder=folder))
    found = game.odds()
    if found is None:
        raise NotFoundError("nothing is about to be rolled in this game")
    tell(game, found)


def tell(game: Game, found: chances.Odds) -> None:
    if isinstance(found, chances.BattleOdds):
        labelled((("win", percent(found.win)), ("draw", percent(found.draw)), ("loss", percent(found.loss))))
    elif isinstance(found, chances.SiegeOdds):
        tell_siege(found)
    elif isinstance(found, chances.NavalOdds):
        tell_naval(found)
    else:
        labelled(((game.material.pieces.generals[found.general].name, percent(found.success)),))


def tell_siege(result: chances.SiegeOdds) -> None:
    rows = [(f"{n} Siege Points", percent(c)) for n, c in enumerate(result.points) if c]
    lost = ("besieger loses", f"{float(result.losses):.2f} CUs on average")
    labelled((*rows, ("the space falls", percent(result.completed)), lost))


def tell_naval(result: chances.NavalOdds) -> None:
    lost = ("lost aboard", f"{float(result.eliminated):.2f} CUs on average")
    labelled((("win", percent(result.win)), ("draw", percent(result.draw)), ("loss", percent(result.loss)), lost))


def tell_reaction(p: Play, name: str, kind: Ability) -> None:
    number = next((i for i, g in enumerate(p.pieces.generals) if name.lower() in (g.id, g.name.lower())), -1)
    if number < 0:
        raise NotFoundError(f"there is no General {name!r}; `diadochi odds intercept antigonos` names one")
    needed = chances.reaction_roll(p, number, kind)
    labelled(((p.pieces.generals[number].name, f"{percent(chances.success(needed))} ({needed} or more)"),))


def table(folder: Path | None) -> Play:
    material = load_material(folder=folder)
    return Play(material, empty_state(material, 2, 0, b""))


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"
