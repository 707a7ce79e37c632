"""The example of play in the terminal: `diadochi example`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import click

from diadochi import example as examples_of_play
from diadochi.catalogue import say
from diadochi.cli.choice import material_of
from diadochi.cli.output import examples, heading, labelled, paragraph
from diadochi.cli.play import read_line
from diadochi.errors import GameError
from diadochi.example import EDITION, Example, Shown, Step
from diadochi.messages import Speaker, event_line
from diadochi.model.ids import SEATS, CardId
from diadochi.model.state import cards_in
from diadochi.view import SPECTATOR

MARK = "*"
"""Behind what the book does not tell."""
DEAL = "deal"
QUIT, BACK = ("q", "quit"), ("b", "back")


class Page(NamedTuple):
    """What is shown of a step; the words are found when it is shown."""

    step: Step
    lines: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


@click.command(
    epilog=examples(
        "diadochi example --step 18",
        "diadochi example --from X063 --all",
        "diadochi --language en example --step X080",
    )
)
@click.option("--all", "everything", is_flag=True, help="Print every step without waiting.")
@click.option("--step", "only", metavar="STEP", help="Print one step, such as X018 or 18.")
@click.option("--from", "begin", metavar="STEP", help="Begin with this step.")
@click.option("--json", "as_json", is_flag=True, help="Print the record itself, for other programs.")
@click.pass_context
def example(context: click.Context, everything: bool, only: str | None, begin: str | None, as_json: bool) -> None:
    """Walk through the example of play of the third edition, with a comment on every step.

    Four players play the first Game Turn and the beginning of the second, up to the battle of Issus. Each step tells
    what happens and why a player might do it, what the log says, the dice, and the VP and Legitimacy afterwards. Enter
    goes on, b goes back, the number of a step goes there, q ends.

    Dice and cards are those of the book. Where the book does not tell them they are ours and marked with an asterisk;
    where it contradicts itself, a remark says what is played here.
    """
    if as_json:
        click.echo(examples_of_play.text(), nl=False)
        return
    play = examples_of_play.load(material_of(context.obj, EDITION))
    book = Book(play)
    if only is not None:
        book.show(play.steps.index(play.find(only)))
        return
    at = 0 if begin is None else play.steps.index(play.find(begin))
    if everything or not is_terminal():
        for number in range(at, len(play.steps)):
            book.show(number)
        return
    turn_pages(play, at, book.show)


def is_terminal() -> bool:
    """Whether a person sits there, who reads and types."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def turn_pages(play: Example, at: int, show: Callable[[int], None]) -> None:
    """Show one step after another, as the person wants it."""
    while at < len(play.steps):
        show(at)
        line: str | None = ""
        while (wanted := following(play, at, line := asked(play, at))) is None:
            if line is None or line.lower() in QUIT:
                return
            click.echo(say("command.example.what", line=repr(line[:20]), last=play.steps[-1].id))
        at = wanted


def asked(play: Example, at: int) -> str | None:
    click.echo(say("command.example.next", step=play.steps[at].id, last=play.steps[-1].id))
    return read_line()


def following(play: Example, at: int, line: str | None) -> int | None:
    """The step that a line asks for; None if it asks for none."""
    if not line:
        return None if line is None else at + 1
    if line.lower() in BACK:
        return max(0, at - 1)
    try:
        return play.steps.index(play.find(line))
    except GameError:
        return None


class Book:
    """The steps as pages; those before the one that is shown first are played then."""

    def __init__(self, play: Example) -> None:
        self.record = play.record
        self.speaker = Speaker(play.record.material)
        self.walk: Iterator[Shown] = play.walk()
        self.pages: list[Page] = []

    def show(self, number: int) -> None:
        while len(self.pages) <= number:
            self.pages.append(self.page(next(self.walk)))
        page = self.pages[number]
        if not number or page.step.chapter != self.pages[number - 1].step.chapter:
            heading(say(f"example.chapter.{page.step.chapter}"))
            click.echo()
        heading(examples_of_play.title(self.speaker, page.step))
        paragraph(say(page.step.comment))
        for slip in page.step.slips:
            paragraph(say(slip), say("command.example.slip"))
        for line in page.lines:
            paragraph(line, "\N{MIDDLE DOT}")
        labelled(page.facts)
        if has_mark(page):
            click.echo(say("command.example.ours", mark=MARK))
        click.echo()

    def page(self, shown: Shown) -> Page:
        material = self.speaker.material
        lines = tuple(event_line(material, event) for event in shown.events if event.seen_by(SPECTATOR))
        return Page(shown.step, lines, tuple(self.facts(shown)))

    def facts(self, shown: Shown) -> Iterator[tuple[str, str]]:
        dice = [
            f"{die}{MARK if number in move.supplied else ''}"
            for move in shown.moves
            for number, die in enumerate(move.given.dice, 1)
        ]
        yield say("command.example.dice"), ", ".join(dice)
        yield say("command.example.drawn"), ", ".join(self.cards(shown, drawn_in(shown)))
        state = shown.game.state
        for seat in SEATS[shown.game.players]:
            who = self.speaker.word("faction", seat)
            told = say("command.example.score", vp=state.vp[seat], legitimacy=state.legitimacy[seat])
            yield str(who), self.with_hand(shown, told, state.hands[seat])

    def with_hand(self, shown: Shown, told: str, hand: int) -> str:
        """Hands are shown where they have just been dealt."""
        if shown.step.part != DEAL:
            return told
        return say("command.example.hand", told=told, cards=self.cards(shown, cards_in(hand)))

    def cards(self, shown: Shown, cards: Sequence[CardId]) -> list[str]:
        """Marked where they are ours: by the move that draws them, or by the one that has dealt last."""
        dealt = [move for move in self.record.moves[: shown.step.actions] if move.deck]
        ours = {card for move in (*dealt[-1:], *shown.moves) for card in move.supplied_cards}
        return [f"{self.speaker.word('card', card)}{MARK if card in ours else ''}" for card in cards]


def drawn_in(shown: Shown) -> list[CardId]:
    return [card for move in shown.moves for card in move.given.draws]


def has_mark(page: Page) -> bool:
    return any(MARK in value for _, value in page.facts)
