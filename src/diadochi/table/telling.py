"""From stored entries to log lines, for one seat's eyes."""

from collections.abc import Callable, Sequence
from typing import Any

from diadochi.bots.satrap.reason import Reason
from diadochi.game import UNDO
from diadochi.messages import KINDS, Speaker, action_label, bits, event_line, render
from diadochi.model.material import Material
from diadochi.model.notation import Domain
from diadochi.rules.agenda import EVERYBODY, Args, Event
from diadochi.table import wire
from diadochi.table.codec import Body, decode_body, decode_reason, encode_body
from diadochi.table.rows import EntryRow
from diadochi.table.showing import BESIDE, forces, player, segment

PLURAL = {
    "cards": "card",
    "factions": "faction",
    "fleets": "fleet",
    "generals": "general",
    "royals": "royal",
    "spaces": "space",
}
DOMAIN = {
    "card": Domain.CARD,
    "faction": Domain.FACTION,
    "fleet": Domain.FLEET,
    "general": Domain.GENERAL,
    "location": Domain.LOCATION,
    "royal": Domain.ROYAL,
    "space": Domain.SPACE,
    "units": Domain.UNITS,
}
CARDS = ("card", "cards")
PLACED = DOMAIN.keys() - {"units"}
"""What has a place on map, cards or strips."""


LARGEST = 8_000
"""Characters of entries that are told in one go."""


def page(material: Material, rows: Sequence[EntryRow], seat: int, *, over: bool = False) -> list[wire.Entry]:
    """The first rows as a seat may see them, as many as are told in one go: at least one.

    How many depends on what the seat sees of them: the length of what it does not see would give that away.
    """
    out: list[wire.Entry] = []
    length = 0
    for row in rows:
        body = seen(row, seat)
        length += len(encode_body(body))
        if out and length > LARGEST:
            break
        out.append(entry(material, row, body, over=over))
    return out


def seen(row: EntryRow, seat: int) -> Body:
    """What a seat, or a spectator (-1), may see of an entry."""
    body = decode_body(row.body)
    body.events = tuple(event for event in body.events if event.seen_by(seat))
    return body


def entry(material: Material, row: EntryRow, body: Body, *, over: bool) -> wire.Entry:
    """When the game is over nothing is hidden of a reason."""
    return wire.Entry(
        version=row.version,
        turn=body.turn,
        round=body.round,
        segment=segment(body.segment),
        active=player(body.active),
        seat=player(row.seat),
        action=row.action,
        label=label(material, row.action),
        lines=[line(material, event) for event in body.events],
        reason=None if row.reason is None else why(material, decode_reason(row.reason), over),
    )


def why(material: Material, reason: Reason, over: bool) -> str | None:
    """A bot weighs cards by its whole hand: what it thinks of them is told when the game is over."""
    if not over and any(kind in CARDS for _, kind, _ in reason.args):
        return None
    return said(material, reason)


def said(material: Material, reason: Reason) -> str:
    return sentence(render(material, reason.key, reason.args))


def label(material: Material, action: str) -> str:
    known = material.notation.by_text.get(action)
    if known is not None:
        return action_label(material, known.code)
    return UNDO.capitalize() if action == UNDO else ""


def line(material: Material, event: Event) -> wire.Line:
    return wire.Line(
        text=event_line(material, event),
        rule=event.rule,
        key=event.key,
        dice=list(event.dice),
        args=arguments(material, event.args),
        refs=refs(material, event),
        private=event.to != EVERYBODY,
    )


def refs(material: Material, event: Event) -> list[wire.Ref]:
    """Everything that a line names and that has a place."""
    speaker = Speaker(material)
    out: list[wire.Ref] = []
    for _, kind, value in event.args:
        single = PLURAL.get(kind, kind)
        if single == "province":
            out.append(wire.Ref(single, material.board.provinces[value].id, speaker.province(value)))
        elif single in PLACED:
            ids = material.notation.ids[DOMAIN[single]]
            numbers = many(value) if kind in PLURAL else [value]
            out += [wire.Ref(single, ids[n], speaker.value(single, n)) for n in numbers if 0 <= n < len(ids)]
    return out


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def arguments(material: Material, args: Args) -> dict[str, wire.Argument]:
    """The arguments of an event by name, with the ids of the data."""
    return {name: argument(material, kind, value) for name, kind, value in args}


def argument(material: Material, kind: str, value: Any) -> wire.Argument:
    if kind in PLURAL:
        return [named(material, PLURAL[kind], n) for n in many(value)]
    if kind == "standings":
        return {named(material, "faction", faction): number for faction, number in value}
    return VALUES[kind](value) if kind in VALUES else named(material, kind, value) or None


def named(material: Material, kind: str, number: int) -> str:
    """Nothing, where there is nobody and nothing."""
    if kind == "action":
        return material.notation.text(number)
    if number < 0:
        return BESIDE[number] if kind == "location" else ""
    if kind == "province":
        return material.board.provinces[number].id
    return material.notation.ids[DOMAIN[kind]][number]


VALUES: dict[str, Callable[[Any], wire.Argument]] = {
    "forces": forces,
    "number": int,
    "numbers": list,
    "points": int,
    "text": str,
    "turn": int,
}
"""Arguments that are no ids."""
assert {*PLURAL, *DOMAIN, *VALUES, "action", "province", "standings"} == set(KINDS)


def many(value: Any) -> list[int]:
    return bits(value) if isinstance(value, int) else list(value)
