"""Looking things up: `diadochi rules` and `diadochi card`."""

import re
from difflib import get_close_matches
from pathlib import Path

import click

from diadochi.cli.output import NotFoundError, examples, heading, labelled, paragraph, table
from diadochi.data import load_material
from diadochi.data.rulebook import Rule, Rulebook, Section, UnknownRuleError, load_rulebook
from diadochi.model.cards import Card, CardKind, Window

_NUMBER = re.compile(r"R?\d+(\.\w+)*\.?", re.IGNORECASE)
_MARK = re.compile(r"[AEDG]\d{2,3}", re.IGNORECASE)

KINDS = {CardKind.EVENT: "Event", CardKind.BONUS: "Bonus", CardKind.SURPRISE: "Surprise"}
WINDOWS = {
    Window.ANY_TIME: "at any time in a Strategy Phase",
    Window.ANSWER_SURPRISE: "in answer to a Surprise card",
    Window.BATTLE_CARDS: "when battle cards are played (14.3)",
    Window.NAVAL_STEP: "when a Naval Movement announces its next space (13.2)",
    Window.NAVAL_DICE: "before the dice of a Naval Battle (13.3)",
    Window.SIEGE_ROLL: "before the die of a Siege (15.2)",
    Window.COMMANDER_DEATH: "when a survival roll has killed a Commanding General (14.8)",
}
MEANING = {
    "stated": "a rulebook says so",
    "third-party": "a published source outside the rulebooks says so",
    "derived": "it follows from what the sources state",
    "reconstructed": "our own wording, the printed card may differ",
}


@click.command(
    epilog=examples(
        "diadochi rules",
        "diadochi rules 10.J.3",
        "diadochi rules 6.2",
        "diadochi rules royal army",
    )
)
@click.argument("wanted", metavar="[NUMBER|WORD]...", nargs=-1)
@click.pass_obj
def rules(folder: Path | None, wanted: tuple[str, ...]) -> None:
    """Look up the rules, in our own words.

    NUMBER is a rule (10.J.3), a section (10.J) or a chapter (10). WORDs find the rules that hold all of them.
    A02 finds the rules that rest on a reading of ours, E03 those that a worked example shows. Without an
    argument: the contents.
    """
    book = load_rulebook(folder)
    asked = " ".join(wanted).strip()
    if not asked:
        _contents(book)
    elif _NUMBER.fullmatch(asked):
        _by_number(book, asked)
    else:
        _by_word(book, asked)


def _contents(book: Rulebook) -> None:
    for chapter in book.chapters:
        heading(f"{chapter.number}  {chapter.title}")
        for section in chapter.sections:
            if section.number != chapter.number:
                click.echo(f"    {section.number:<8}{section.title}")


def _by_number(book: Rulebook, number: str) -> None:
    sections = book.under(number)
    if not sections:
        try:
            _show_rule(book.rule(number))
        except UnknownRuleError as unknown:
            raise NotFoundError(f"{unknown}. 'diadochi rules' shows the contents.") from None
    for section in sections:
        _show_section(section)


def _by_word(book: Rulebook, words: str) -> None:
    found = book.resting_on(words) if _MARK.fullmatch(words) else book.search(words)
    if not found:
        near = get_close_matches(words.lower(), book.vocabulary, n=3)
        hint = f"Did you mean {' or '.join(near)}?" if near else "'diadochi rules' shows the contents."
        raise NotFoundError(f"no rule mentions {words!r}. {hint}")
    for rule in found:
        heading(f"{rule.number}  {rule.title}")
        paragraph(rule.text)


def _show_section(section: Section) -> None:
    heading(f"{section.number}  {section.title}")
    for rule in section.rules:
        paragraph(rule.text, rule.number)


def _show_rule(rule: Rule) -> None:
    heading(f"{rule.number}  {rule.title}")
    paragraph(rule.text)
    if rule.readings:
        paragraph(f"The rulebook leaves room here; our reading: {', '.join(rule.readings)}.")
    if rule.examples:
        paragraph(f"Shown by the worked example {', '.join(rule.examples)}.")


@click.command(
    epilog=examples(
        "diadochi card",
        "diadochi card 28",
        "diadochi card kilikia pirates",
        "diadochi card silver",
    )
)
@click.argument("wanted", metavar="[NUMBER|NAME]...", nargs=-1)
@click.pass_obj
def card(folder: Path | None, wanted: tuple[str, ...]) -> None:
    """Look up the Tyche cards.

    NUMBER is the card's number (28, 47B), NAME its name or a part of it. Without an argument: the list of
    all cards.

    Many card texts are reconstructed: the effect is our own wording and the printed card may differ.
    """
    cards = load_material(folder=folder).cards
    asked = " ".join(wanted).strip()
    found = find_cards(cards, asked)
    if not found:
        names = {c.name.lower(): c.name for c in cards}
        near = [names[n] for n in get_close_matches(asked.lower(), names, n=3, cutoff=0.5)]
        hint = f"Did you mean {' or '.join(near)}?" if near else "'diadochi card' lists them all."
        raise NotFoundError(f"no card is called {asked!r}. {hint}")
    if asked and len({c.event for c in found}) == 1:
        _show_card(found)
    else:
        _list_cards(found)


def find_cards(cards: tuple[Card, ...], asked: str) -> tuple[Card, ...]:
    """All cards for nothing, else those of that number, of that name, or with that part of a name."""
    want = asked.casefold()
    exact = [
        tuple(c for c in cards if c.number.casefold() == want.removeprefix("#")),
        tuple(c for c in cards if want in (c.name.casefold(), c.event.casefold())),
    ]
    return next(filter(None, exact), tuple(c for c in cards if want in c.name.casefold()))


def _list_cards(cards: tuple[Card, ...]) -> None:
    rows = ((c.number, c.name, KINDS[c.kind], _ops(c), c.provenance.get("effect", "")) for c in cards)
    table(("no.", "name", "kind", "OPs", "effect is"), rows, right=("no.", "OPs"))
    click.echo("\nreconstructed: our own wording, the printed card may differ.")


def _show_card(copies: tuple[Card, ...]) -> None:
    one = copies[0]
    heading(one.name)
    labelled(
        (
            ("Number", ", ".join(c.number for c in copies)),
            ("Kind", KINDS[one.kind] + (" (optional card)" if one.optional else "")),
            ("OPs", " or ".join(dict.fromkeys(_ops(c) for c in copies))),
            ("Effect", one.effect),
            ("Condition", one.condition),
            ("Limits", "\n".join(one.limits)),
            ("When", "\n".join(WINDOWS[w] for w in one.windows)),
            ("Played by", one.playable_by),
            ("Afterwards", _afterwards(one)),
            ("Provenance", "\n".join(_provenance(one))),
        )
    )


def _ops(card: Card) -> str:
    return "" if card.kind == CardKind.SURPRISE else str(card.ops)


def _afterwards(card: Card) -> str:
    if card.remove_after_event:
        return "the card leaves the game once its event was played"
    if card.kept_in_front:
        return "the card stays in front of its player"
    return ""


def _provenance(card: Card) -> list[str]:
    """One line per kind, the weakest first: what of the card is of that kind."""
    return [
        f"{word} ({', '.join(facts)}): {meaning}"
        for word, meaning in reversed(MEANING.items())
        if (facts := [fact for fact, kind in card.provenance.items() if kind == word])
    ]
