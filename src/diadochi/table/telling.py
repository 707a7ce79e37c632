"""From stored entries to log lines, for one seat's eyes."""

from typing import Any

from diadochi.game import UNDO
from diadochi.messages import KINDS, Speaker, action_label, bits, event_line
from diadochi.model.material import Material
from diadochi.model.notation import Domain
from diadochi.rules.agenda import EVERYBODY, Event
from diadochi.table import wire
from diadochi.table.codec import decode_body
from diadochi.table.showing import player, segment
from diadochi.table.store import EntryRow

PLURAL = {"cards": "card", "factions": "faction", "fleets": "fleet", "generals": "general", "royals": "royal"}
DOMAIN = {
    "card": Domain.CARD,
    "faction": Domain.FACTION,
    "fleet": Domain.FLEET,
    "general": Domain.GENERAL,
    "location": Domain.LOCATION,
    "royal": Domain.ROYAL,
    "space": Domain.SPACE,
}
assert {*PLURAL, *DOMAIN} <= set(KINDS)


def entry(material: Material, row: EntryRow, seat: int) -> wire.Entry:
    """One entry as a seat, or a spectator (-1), may see it."""
    body = decode_body(row.body)
    return wire.Entry(
        version=row.version,
        turn=body.turn,
        round=body.round,
        segment=segment(body.segment),
        active=player(body.active),
        seat=player(row.seat),
        action=row.action,
        label=label(material, row.action),
        lines=[line(material, event) for event in body.events if event.seen_by(seat)],
    )


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
        refs=refs(material, event),
        private=event.to != EVERYBODY,
    )


def refs(material: Material, event: Event) -> list[wire.Ref]:
    """Everything that a line names and that has a place on map, cards or strips."""
    speaker = Speaker(material)
    out: list[wire.Ref] = []
    for _, kind, value in event.args:
        single = PLURAL.get(kind, kind)
        if single == "province":
            out.append(wire.Ref(single, material.board.provinces[value].id, speaker.province(value)))
        elif single in DOMAIN:
            ids = material.notation.ids[DOMAIN[single]]
            numbers = many(value) if kind in PLURAL else [value]
            out += [wire.Ref(single, ids[n], speaker.value(single, n)) for n in numbers if 0 <= n < len(ids)]
    return out


def many(value: Any) -> list[int]:
    return bits(value) if isinstance(value, int) else list(value)
