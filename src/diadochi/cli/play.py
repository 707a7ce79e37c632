"""Playing on this machine: `diadochi play`, in the browser or in the terminal."""

import io
import random
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from diadochi import system_errors
from diadochi.bots import BOTS, Bot
from diadochi.catalogue import Word, say
from diadochi.cli import lookup
from diadochi.cli.choice import material_for, material_of, played_with
from diadochi.cli.frame import WrongValueError
from diadochi.cli.options import cautions
from diadochi.cli.output import LARGEST_SAVE, NotFoundError, examples, read_at_most
from diadochi.cli.overview import overview
from diadochi.errors import GameError, NotOfferedError
from diadochi.game import Decision, Game
from diadochi.messages import Speaker, action_label, event_line, prompt_line, refusal_line
from diadochi.model.ids import SEATS, SeatId
from diadochi.model.material import Material
from diadochi.model.options import OPTION_OF_NAME
from diadochi.view import SPECTATOR

HUMAN = "human"
OPPONENT = "satrap"
PROMPT = "> "
LOG_LINES = 20
NOTHING_ELSE = ("pass",)
WINDOW = "prompt.window."
LOOK = "look"
OPEN = ("help", "rule", "card", "save")
"""The commands that tell nothing about a hand."""
NOBODY_THERE = -1


def read_seats(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """`blue=human` and the like."""
    seats: dict[str, str] = {}
    for text in texts:
        faction, _, player = text.partition("=")
        if player != HUMAN and player not in BOTS:
            raise WrongValueError(say("command.seat_wrong", text=repr(text), human=HUMAN, bots=list(BOTS)))
        seats[faction] = player
    return seats


@click.command(
    epilog=examples(
        "diadochi play --text",
        "diadochi play --text --players 2 --seat red=human --seed 7",
        "diadochi play --text --option cavalry --option herakles",
    )
)
@click.option("--text", is_flag=True, help="Play in the terminal; the options below are for it.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser: go to the address that is printed.")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, help="How many play.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="FACTION=WHO",
    callback=read_seats,
    help="Who plays a Faction: human, or a bot such as random. By default you play the first.",
)
@click.option("--seed", type=int, help="Makes dice, cards and bots the same every time.")
@click.option("--option", "options", multiple=True, type=click.Choice(list(OPTION_OF_NAME)), help="An optional rule.")
@played_with
@click.option("--load", "file", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.pass_context
def play(
    context: click.Context,
    text: bool,
    no_browser: bool,
    players: int,
    seats: dict[str, str],
    seed: int | None,
    options: tuple[str, ...],
    edition: str,
    rulings: dict[str, str],
    file: Path | None,
) -> None:
    """Play against bots or each other: in the browser, or with --text in the terminal.

    The table opens in your browser; your games are kept in your data folder, and nothing is ever lost. In the
    terminal every decision is a list of numbered choices; `help` tells what else can be typed. The text game
    reads standard input, so it can be played through a pipe as well. Where several people share the terminal, nobody's
    cards are shown before he says that he is at the keyboard.
    """
    if not text:
        from diadochi.table.launcher import run_local  # only the browser game pays for loading the server

        return run_local(open_browser=not no_browser, folder=context.obj)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        if file is None:
            material = material_of(context.obj, edition, rulings)
            game = Game.new(players, seed, options, material=material)
            for caution in cautions(material, options):
                click.echo(say("command.caution", caution=caution), err=True)
        else:
            text_of_file = read_at_most(str(file), LARGEST_SAVE)
            game = Game.load(text_of_file, material=material_for(text_of_file, context.obj))
        bots = bots_of(game.material, game.players, seats)
    except GameError as error:
        raise NotFoundError(str(error)) from None
    return TextGame(game, bots, random.Random(seed), context).run()


def bots_of(material: Material, players: int, seats: dict[str, str]) -> dict[int, Bot]:
    """By seat: the bot that plays it. The others are people."""
    factions = material.pieces.factions[:players]
    for faction in seats:
        if faction not in factions:
            raise GameError("error.does_play_players", faction=repr(faction), players=players, factions=list(factions))
    who = {faction: seats.get(faction, OPPONENT if i else HUMAN) for i, faction in enumerate(factions)}
    return {i: BOTS[who[faction]] for i, faction in enumerate(factions) if who[faction] != HUMAN}


class TextGame:
    """A game, the bots that sit at it, and a person's lines."""

    def __init__(self, game: Game, bots: dict[int, Bot], rng: random.Random, context: click.Context) -> None:
        self.game = game
        self.material = game.material
        self.speaker = Speaker(game.material)
        self.bots = bots
        self.rng = rng
        self.context = context
        self.people = [seat for seat in SEATS[game.players] if seat not in bots]
        self.read_until = {seat: len(game.log(seat)) if game.version else 0 for seat in (*self.people, SPECTATOR)}
        """By seat: how much of its log it has been shown; a loaded game begins where it was left."""
        self.at_keyboard = self.people[0] if len(self.people) == 1 else NOBODY_THERE
        """Whose cards the screen may show; of several people the one who has said that he is there."""
        self.mapped = (-1, -1)
        """The Game Turn and Round of the last map."""
        self.commands: dict[str, Callable[[Decision, str], None]] = {
            "help": self.help,
            "map": self.map,
            "log": self.log,
            "why": self.why,
            "rule": self.rule,
            "card": self.card,
            "undo": self.undo,
            "save": self.save,
        }

    def run(self) -> None:
        self.welcome()
        while (decision := self.game.decision) is not None:
            seat = decision.seat
            if seat in self.bots:
                self.game.act(self.bots[seat](self.game.view(seat), decision, self.rng), seat)
                if not self.people:
                    self.news(SPECTATOR)
            elif self.goes_without_saying(decision):
                self.game.act("pass", seat)
            elif not self.ask(decision):
                self.say("play.bye")
                return
        self.over()

    @property
    def shared(self) -> bool:
        """Several people sit at this terminal, so that being asked must not depend on one's cards."""
        return len(self.people) > 1

    def goes_without_saying(self, decision: Decision) -> bool:
        return not self.shared and decision.actions == NOTHING_ELSE

    # What is shown

    def say(self, key: str, **words: Word) -> None:
        click.echo(self.speaker.say(key, **words))

    def welcome(self) -> None:
        if self.people:
            seats = self.speaker.each("faction", self.people)
            self.say("play.welcome", players=self.game.players, seats=seats)
        else:
            self.say("play.watch", players=self.game.players)

    def news(self, seat: SeatId) -> None:
        """What has happened since this seat was last shown something."""
        log = self.game.log(seat)
        for event in log[self.read_until[seat] :]:
            click.echo(event_line(self.material, event))
        self.read_until[seat] = len(log)

    def show(self, decision: Decision) -> None:
        state = self.game.state
        if self.mapped != (state.turn, state.round):
            self.mapped = (state.turn, state.round)
            self.map(decision)
        click.secho(f"\n{prompt_line(self.material, decision)}", bold=True)
        labels = [action_label(self.material, code, prompt=decision.prompt) for code in decision.codes]
        width = max(map(len, labels))
        for number, (label, text) in enumerate(zip(labels, decision.actions, strict=True), 1):
            if number == len(decision.asked) + 1:
                self.say("play.besides")
            click.echo(f"{number:>4}  {label:<{width}}  {text}")

    def over(self) -> None:
        self.news(self.people[0] if len(self.people) == 1 else SPECTATOR)
        result = self.game.result
        assert result is not None
        click.echo()
        self.lines(overview(self.game.view(SPECTATOR)))
        victory = self.speaker.say(f"victory.{result.victory}")
        self.say("play.over", who=self.speaker.word("faction", result.winner), victory=victory)

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            click.echo(line)

    # What is typed

    def ask(self, decision: Decision) -> bool:
        """Show a decision and obey one line after another until it is made; False to leave the game."""
        if self.shared and decision.prompt.startswith(WINDOW):
            return self.ask_openly(decision)
        return self.comes_to_the_keyboard(decision.seat) and self.ask_in_private(decision)

    def ask_openly(self, decision: Decision) -> bool:
        """A window, before everybody's eyes: the same words for any hand, and an empty line passes."""
        if self.at_keyboard != decision.seat:
            self.clear_away()
        self.news(SPECTATOR)
        click.secho(f"\n{prompt_line(self.material, decision)}", bold=True)
        while True:
            self.say("play.window", who=self.speaker.word("faction", decision.seat))
            line = read_line()
            if line is None or line == "quit":
                return False
            if line in ("", *NOTHING_ELSE):
                self.game.act("pass", decision.seat)
                return True
            if line == LOOK:
                self.at_keyboard = decision.seat
                return self.ask_in_private(decision)
            if line.partition(" ")[0] in OPEN:
                self.obey(decision, line)

    def comes_to_the_keyboard(self, seat: SeatId) -> bool:
        """Wait until the person of a seat is there; False to leave the game."""
        if self.at_keyboard == seat:
            return True
        self.clear_away()
        self.say("play.hand_over", who=self.speaker.word("faction", seat))
        line = read_line()
        self.at_keyboard = seat
        return line is not None and line != "quit"

    def clear_away(self) -> None:
        """What one person was shown is not for the next."""
        if self.at_keyboard != NOBODY_THERE:
            click.clear()
        self.at_keyboard = NOBODY_THERE

    def ask_in_private(self, decision: Decision) -> bool:
        self.news(decision.seat)
        self.show(decision)
        version = self.game.version
        while self.game.version == version:
            line = read_line()
            if line is None or line == "quit":
                return False
            self.obey(decision, line)
        return True

    def obey(self, decision: Decision, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word)
        try:
            if not line:
                self.show(decision)
            elif command is not None:
                command(decision, rest.strip())
            else:
                self.choose(decision, line)
        except NotOfferedError as error:
            self.refuse(decision, line, error)
        except GameError as error:
            click.echo(str(error))
        except NotFoundError as error:
            click.echo(error.format_message())

    def choose(self, decision: Decision, line: str) -> None:
        action = self.action(decision, line)
        if action:
            self.game.act(action, decision.seat)

    def action(self, decision: Decision, text: str) -> str:
        """The action that a number or a text means; nothing for a number that is not there."""
        if not text.isdecimal():
            return text
        number = small_number(text)
        if 1 <= number <= len(decision.codes):
            return decision.actions[number - 1]
        self.say("play.no_choice", number=text, last=len(decision.codes))
        return ""

    def refuse(self, decision: Decision, text: str, error: NotOfferedError) -> None:
        reason = refusal_line(self.material, error.refusal, decision)
        self.say("play.not_possible", action=text, reason=reason)

    # The commands

    def help(self, decision: Decision, rest: str) -> None:
        self.say("play.help")

    def map(self, decision: Decision, rest: str = "") -> None:
        self.lines(overview(self.game.view(decision.seat)))

    def log(self, decision: Decision, rest: str) -> None:
        if rest and not rest.isdecimal():
            self.say("play.log_number")
            return
        log = self.game.log(decision.seat)
        last = small_number(rest) if rest else LOG_LINES
        self.lines(event_line(self.material, event) for event in (log[-last:] if last else ()))
        if not log:
            self.say("play.nothing_happened")

    def why(self, decision: Decision, rest: str) -> None:
        if not rest:
            self.say("play.needs", usage="why ACTION")
            return
        action = self.action(decision, rest)
        if not action:
            return
        refusal = self.game.why_not(action)
        if refusal is None:
            self.say("play.may_be_chosen", action=action)
        else:
            reason = refusal_line(self.material, refusal, decision)
            self.say("play.not_possible", action=action, reason=reason)

    def rule(self, decision: Decision, rest: str) -> None:
        self.context.invoke(lookup.rules, wanted=(rest,))

    def card(self, decision: Decision, rest: str) -> None:
        self.context.invoke(lookup.card, wanted=(rest,))

    def undo(self, decision: Decision, rest: str) -> None:
        """Back to this person's last real choice: a pass that went without saying is taken back as well."""
        self.game.undo(decision.seat)
        while self.game.can_undo(decision.seat) and self.asks_nothing():
            self.game.undo(decision.seat)
        for seat in (decision.seat, SPECTATOR):
            self.read_until[seat] = min(self.read_until[seat], len(self.game.log(seat)))
        self.say("play.undone")

    def asks_nothing(self) -> bool:
        decision = self.game.decision
        return decision is not None and self.goes_without_saying(decision)

    def save(self, decision: Decision, rest: str) -> None:
        if not rest:
            self.say("play.needs", usage="save FILE")
            return
        try:
            Path(rest).write_text(self.game.save(), encoding="utf-8")
        except OSError as error:
            click.echo(say("error.system.file", file=rest, reason=system_errors.reason(error)))
        except ValueError:
            click.echo(say("error.system.file", file=rest, reason=say("error.system.missing")))
        else:
            self.say("play.saved", file=rest)


def small_number(digits: str) -> int:
    """A number as long as anybody needs."""
    return int(digits[:9])


def read_line() -> str | None:
    """The next line without blanks around it; None at the end of the input."""
    click.echo(PROMPT, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo(line.rstrip())
    return line.strip()
