"""`docs/cards.md`: every Tyche card as a page to read, made from the data. `make cards` writes it."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from diadochi.data.files import ours

WIDTH = 120
WORDS = ("stated", "third-party", "derived", "reconstructed")
FACTS = {"effect": "text", "ops": "OPs", "numbers": "number", "kind": "kind", "name": "name"}
KINDS = {"event": "Event", "bonus": "Bonus", "surprise": "Surprise"}
UNBROKEN = "\N{NO-BREAK SPACE}"

NO_OPS = "Surprise cards without OPs"

PREFACE = """\
# The cards

This page is made from `src/diadochi/data/cards.json` by `make cards`: correct the data, not the page.

**Many card texts here are reconstructed.** The rulebooks print few of the cards. What they say of the others, in
rules, examples and lists of counters, stands here; the rest is ours, made to fit. The printed card may differ, and if
you own it you can [correct the data](data.md#correcting-the-data). All texts are in our words."""

PROVENANCE = """\
Each card says how certain its text, its OPs, its number, its kind and its name are: *stated* (a rulebook says so),
*derived* (it follows from what the rulebooks say, often with a gap that we filled: the note says which) or
*reconstructed* (it is ours)."""

READING = """\
## How to read a card

- An **Event** card is used for its event or for its OPs; a **Bonus** card for its event and then its OPs, either of
  which may be declined; a **Surprise** card has no OPs and is played in a window, also in another player's turn.
- **OPs** are Operation Points, **CU** a Combat Unit, **PC** a Political Control marker, **MP** a Movement Point, **P**
  Popularity, **L** Legitimacy, **VP** Victory Points.
- **9.4.5** or **R9.4.5** is a rule (`diadochi rules 9.4.5` shows it); **A25** is a reading of ours in
  [rulings.md](rulings.md).
- What holds for many cards alike stands once more, and exactly, at the end: [conventions](#conventions).
- *When revealed*: with two and three players cards lie face down and are revealed at the end of a round (6.0); only
  these resolve their event then."""

ALL_CARDS = """\
## All cards

Cards with an O are optional (16.1). *Text* and *OPs* on the right say how certain they are."""

ONE_BY_ONE = "## The cards one by one"

CONVENTIONS = """\
## Conventions

What holds for many cards alike: in italics what it comes to, then exactly."""

PLAIN = {
    "you": "The player of the card decides and rolls; everybody else is the enemy.",
    "playable": "A card cannot be played for an event that would change nothing.",
    "targets": "A card works on players' pieces on the map.",
    "control": "Your PC makes a space yours.",
    "placing_troops": "New troops come to one space of yours where no enemy stands.",
    "as_reinforcements": (
        "New troops go to a space of yours where no enemy stands, or to a General of yours who was on the map when the "
        "Segment began and is not Besieged; 2 CUs in a space, more only in your Major City or with your Major General."
    ),
    "reach": "Your Army is close enough: 2 MPs by land, with no enemy CU on the way.",
    "joining": "Who comes over stands with your Army at once.",
    "activation": "An event that moves your Army gives it fixed MPs; it may be activated again later in the turn.",
    "attacks": "Playing an event is no attack, whomever it harms.",
    "afterwards": "When the event is done, everything is counted again.",
    "discarding": "Where a card goes that was used.",
    "emptied_side": "Where a card takes the last CU of a side, there is no battle, and who led that side is scattered.",
}
"""What each convention comes to."""

WINDOWS = """\
## Windows

When a Surprise card may be played. [windows.md](windows.md) tells who is asked and in which order."""


def page(cards: dict[str, Any]) -> str:
    """The page of the cards in a `cards.json`."""
    events = cards["events"]
    parts = [PREFACE, _tally(events), PROVENANCE, READING, ALL_CARDS, "\n".join(_table(events)), ONE_BY_ONE]
    for event in events:
        parts += _card(event)
    parts += [CONVENTIONS, *_paragraphs(cards["conventions"], PLAIN), WINDOWS, *_paragraphs(cards["windows"], {})]
    return "\n\n".join(parts) + "\n"


def _tally(events: list[dict[str, Any]]) -> str:
    copies = sum(len(e["numbers"]) for e in events)
    text, ops = _counts(events, "effect"), _counts(events, "ops")
    return _filled(f"There are {copies} cards. Their texts: {text}. Their OPs: {ops}.")


def _counts(events: list[dict[str, Any]], fact: str) -> str:
    tally: Counter[str] = Counter()
    for event in events:
        tally[event["provenance"].get(fact, NO_OPS)] += len(event["numbers"])
    return ", ".join(f"{tally[word]} {word}" for word in (*WORDS, NO_OPS) if tally[word])


def _table(events: list[dict[str, Any]]) -> Iterator[str]:
    yield "| number | card | kind | OPs | text | its OPs |"
    yield "|---|---|---|---|---|---|"
    for number, event in sorted(((n, e) for e in events for n in e["numbers"]), key=lambda pair: _order(pair[0])):
        words = event["provenance"]
        link = f"[{event['name']}](#{event['numbers'][0].lower()})"
        cells = (number, link, KINDS[event["kind"]], event.get("ops", ""), words["effect"], words.get("ops", ""))
        yield f"| {' | '.join(map(str, cells))} |"


def _order(number: str) -> tuple[bool, int, str]:
    """Optional cards last, 47A before 47B."""
    return number.startswith("O"), int(re.sub(r"\D", "", number)), number


def _card(event: dict[str, Any]) -> Iterator[str]:
    numbers = event["numbers"]
    yield f'### <a id="{numbers[0].lower()}"></a>{", ".join(numbers)} {event["name"]}'
    yield _filled(f"{_kind(event)}. {event['effect']}")
    yield "\n".join(_filled(line, "- ") for line in _lines(event))


def _kind(event: dict[str, Any]) -> str:
    kind = f"{KINDS[event['kind']]} card" + (", optional" if event.get("optional") else "")
    return f"**{kind}, {event['ops']} OPs**" if "ops" in event else f"**{kind}**"


def _lines(event: dict[str, Any]) -> Iterator[str]:
    if "condition" in event:
        yield f"Condition: {event['condition']}"
    if "windows" in event:
        yield f"Windows: {', '.join(_link(window) for window in event['windows'])}."
        yield f"Played by: {event['playable_by']}."
    yield from event.get("limits", ())
    if event.get("remove_after_event"):
        yield "Played for its event, the card *leaves the game*."
    if event.get("kept_in_front"):
        yield "Played for its event, the card is *kept in front* of its player."
    if event.get("resolves_when_revealed"):
        yield "When revealed: the event is resolved."
    yield _certainty(event)


def _certainty(event: dict[str, Any]) -> str:
    words = event["provenance"]
    told = ", ".join(f"{name} {words[fact]}" for fact, name in FACTS.items() if fact in words)
    removal = f", leaving the game {words['remove_after_event']}" if "remove_after_event" in words else ""
    return f"*How certain: {told}{removal}.*" + (f" {event['note']}" if "note" in event else "")


def _paragraphs(texts: dict[str, str], plain: dict[str, str]) -> Iterator[str]:
    for name, text in texts.items():
        yield f"### {name.replace('_', ' ').capitalize()}"
        if name in plain:
            yield _filled(f"*{plain[name]}*")
        yield _filled(f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else "."))


def _link(name: str) -> str:
    return f"[{name.replace('_', UNBROKEN)}](#{name.replace('_', '-')})"


def _filled(text: str, bullet: str = "") -> str:
    indent = " " * len(bullet)
    lines = fill(bullet + text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return lines.replace(UNBROKEN, " ")


if __name__ == "__main__":
    sys.stdout.write(page(ours("cards")))
