"""Looking things up: `diadochi rules` and `diadochi card`."""

import re
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

import click

from diadochi.catalogue import either, say
from diadochi.cli.choice import edition_option, material_of
from diadochi.cli.output import NotFoundError, examples, heading, labelled, paragraph, table
from diadochi.data.rulebook import Rule, Rulebook, Section, UnknownRuleError, load_rulebook
from diadochi.messages import Speaker
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME, Card, CardKind
from diadochi.model.material import Material

_NUMBER = re.compile(r"[RTK]?\d+(\.\w+)*\.?", re.IGNORECASE)
_MARK = re.compile(r"[ABCEDG]\d{2,3}", re.IGNORECASE)

PROVENANCE = ("reconstructed", "derived", "third-party", "stated")
"""The weakest first."""


@click.command(
    epilog=examples(
        "diadochi rules",
        "diadochi rules 10.J.3",
        "diadochi rules 6.2",
        "diadochi rules royal army",
    )
)
@click.argument("wanted", metavar="[NUMBER|WORD]...", nargs=-1)
@edition_option
@click.pass_obj
def rules(folder: Path | None, wanted: tuple[str, ...], edition: str) -> None:
    """Look up the rules, in our own words.

    NUMBER is a rule (10.J.3), a section (10.J) or a chapter (10). WORDs find the rules that hold all of them.
    A02 finds the rules that rest on a reading of ours, E03 those that a worked example shows. Without an
    argument: the contents.
    """
    material = material_of(folder, edition)
    book = Speaker(material).rulebook(load_rulebook(folder, edition))
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
            raise NotFoundError(say("command.rule_contents", unknown=unknown)) from None
    for section in sections:
        _show_section(section)


def _by_word(book: Rulebook, words: str) -> None:
    found = book.resting_on(words) if _MARK.fullmatch(words) else book.search(words)
    if not found:
        near = get_close_matches(words.lower(), book.vocabulary, n=3)
        key = "command.rule_unknown.near" if near else "command.rule_unknown"
        raise NotFoundError(say(key, words=repr(words), near=either(near)))
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
        paragraph(say("command.rule_readings", readings=list(rule.readings)))
    if rule.examples:
        paragraph(say("command.rule_examples", examples=list(rule.examples)))


@click.command(
    epilog=examples(
        "diadochi card",
        "diadochi card 28",
        "diadochi card kilikia pirates",
        "diadochi card silver",
    )
)
@click.argument("wanted", metavar="[NUMBER|NAME]...", nargs=-1)
@edition_option
@click.pass_obj
def card(folder: Path | None, wanted: tuple[str, ...], edition: str) -> None:
    """Look up the Tyche cards.

    NUMBER is the card's number (28, 47B), NAME its name or a part of it. Without an argument: the list of
    all cards.

    Many card texts are reconstructed: the effect is our own wording and the printed card may differ.
    """
    cards = in_words(material_of(folder, edition))
    asked = " ".join(wanted).strip()
    found = find_cards(cards, asked)
    if not found:
        names = {c.name.lower(): c.name for c in cards}
        near = [names[n] for n in get_close_matches(asked.lower(), names, n=3, cutoff=0.5)]
        key = "command.card_unknown.near" if near else "command.card_unknown"
        raise NotFoundError(say(key, asked=repr(asked), near=either(near)))
    if asked and len({c.event for c in found}) == 1:
        _show_card(found)
    else:
        _list_cards(found)


def in_words(material: Material) -> tuple[Card, ...]:
    """The cards as the reader's language has them."""
    speaker = Speaker(material)
    return tuple(
        replace(
            card,
            name=speaker.card(number),
            effect=speaker.effect(card),
            condition=speaker.condition(card),
            playable_by=speaker.played_by(card),
            limits=tuple(speaker.limits(card)),
        )
        for number, card in enumerate(material.cards)
    )


def find_cards(cards: tuple[Card, ...], asked: str) -> tuple[Card, ...]:
    """All cards for nothing, else those of that number, of that name, or with that part of a name."""
    want = asked.casefold()
    exact = [
        tuple(c for c in cards if c.number.casefold() == want.removeprefix("#")),
        tuple(c for c in cards if want in (c.name.casefold(), c.event.casefold())),
    ]
    return next(filter(None, exact), tuple(c for c in cards if want in c.name.casefold()))


def _list_cards(cards: tuple[Card, ...]) -> None:
    rows = ((c.number, c.name, _kind(c), _ops(c), _effect_is(c)) for c in cards)
    number, ops = say("command.card.no"), say("command.card.ops")
    table(
        (number, say("command.card.name"), say("command.card.kind"), ops, say("command.card.effect_is")),
        rows,
        (number, ops),
    )
    click.echo(say("command.card.reconstructed"))


def _effect_is(card: Card) -> str:
    kind = card.provenance.get("effect")
    return say(f"command.kind_of_fact.{kind}") if kind else ""


def _show_card(copies: tuple[Card, ...]) -> None:
    one = copies[0]
    heading(one.name)
    kind = say("command.card.optional", kind=_kind(one)) if one.optional else _kind(one)
    facts = {
        "number": ", ".join(c.number for c in copies),
        "kind": kind,
        "ops": either(list(dict.fromkeys(_ops(c) for c in copies))),
        "effect": one.effect,
        "condition": one.condition,
        "limits": "\n".join(one.limits),
        "when": "\n".join(say(f"command.window.{WINDOW_NAME[w]}") for w in one.windows),
        "played_by": one.playable_by,
        "afterwards": _afterwards(one),
        "provenance": "\n".join(_provenance(one)),
    }
    labelled((say(f"command.card.{name}"), text) for name, text in facts.items())


def _kind(card: Card) -> str:
    return say(f"command.kind.{CARD_KIND_NAME[card.kind]}")


def _ops(card: Card) -> str:
    return "" if card.kind == CardKind.SURPRISE else str(card.ops)


def _afterwards(card: Card) -> str:
    if card.remove_after_event:
        return say("command.card.leaves")
    if card.kept_in_front:
        return say("command.card.stays")
    return ""


def _provenance(card: Card) -> list[str]:
    """One line per kind, the weakest first: what of the card is of that kind."""
    by_kind = [
        (word, [say(f"command.field.{fact}") for fact, kind in card.provenance.items() if kind == word])
        for word in PROVENANCE
    ]
    return [say(f"command.provenance.{word}", facts=facts) for word, facts in by_kind if facts]
