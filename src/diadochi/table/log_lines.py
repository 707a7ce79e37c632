"""From stored entries to log lines, for one seat's eyes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from diadochi.bots.satrap.reason import Reason
from diadochi.catalogue import GENDER
from diadochi.messages import KINDS, SEVERAL, Speaker, action_label, render
from diadochi.model.ids import SeatId
from diadochi.model.material import Material
from diadochi.model.state import members
from diadochi.model.verbs import Domain
from diadochi.rules.face import EVERYBODY, UNDO, Args, Event
from diadochi.table import fights, wire
from diadochi.table.codec import Body, decode_body, decode_reason, encode_body
from diadochi.table.rows import EntryRow
from diadochi.table.sitting import player
from diadochi.table.views import BESIDE, forces, segment

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
LINKED = {*PLACED, "province"}
LINK = "\ue000"
"""Stands around a reference; no name has it."""
WORDS = "\ue001"
"""Stands between its number and its words."""
BEGINS: dict[str, wire.Heading] = {
    "game_turn": "turn",
    "round": "round",
    "player_turn": "surrender",
    "surrender_segment": "surrender",
    "tyche_segment": "tyche",
    "activation_segment": "activation",
    "forage_segment": "forage",
}
MARKED: dict[str, wire.MarkKind] = {
    "game_turn": "turn",
    "round": "round",
    "battle_begins": "battle",
    "siege": "siege",
    "naval_battle": "naval",
}
"""What the track of a replay shows, by the key of an event."""


LARGEST = 6_000
"""Characters of entries that are told in one go."""


def page(material: Material, rows: Sequence[EntryRow], seat: int, *, over: bool = False) -> list[wire.Entry]:
    """The first rows as a seat may see them, as many as are told in one go: at least one.

    How many depends on what the seat sees of them: the length of what it does not see would give that away.
    """
    out: list[wire.Entry] = []
    length = 0
    for row in rows:
        body, size = seen(row, seat)
        length += size
        if out and length > LARGEST:
            break
        out.append(entry(material, row, body, over=over))
    return out


def seen(row: EntryRow, seat: int) -> tuple[Body, int]:
    """What a seat, or a spectator (-1), may see of an entry, and its length."""
    whole = decode_body(row.body)
    body = whole._replace(events=tuple(event for event in whole.events if event.seen_by(SeatId(seat))))
    return body, len(row.body if len(body.events) == len(whole.events) else encode_body(body))


def entry(material: Material, row: EntryRow, body: Body, *, over: bool) -> wire.Entry:
    """When the game is over nothing is hidden of a reason."""
    return wire.Entry(
        version=row.version,
        turn=body.turn,
        round=body.round,
        segment=segment(body.segment),
        active=player(material, body.active),
        seat=player(material, row.seat),
        action=row.action,
        label=label(material, row.action),
        lines=[line(material, event) for event in body.events],
        reason=None if row.reason is None else why(material, row.seat, decode_reason(row.reason), over),
    )


def why(material: Material, seat: int, reason: Reason, over: bool) -> str | None:
    """A bot weighs cards by its whole hand: what it thinks of them is told when the game is over."""
    if not over and any(kind in CARDS for _, kind, _ in reason.args):
        return None
    return said(material, reason, seat)


def said(material: Material, reason: Reason, seat: int = -1) -> str:
    """Why a bot does something, or would do it in the place of whoever asks it."""
    bot = ("bot", "faction", seat) if seat >= 0 else ("bot", "text", "reason.bot")
    return sentence(render(material, reason.key, (*reason.args, bot)))


def label(material: Material, action: str, prompt: str = "") -> str:
    known = material.notation.by_text.get(action)
    if known is not None:
        return action_label(material, known.code, prompt=prompt)
    return Speaker(material).say("label.undo") if action == UNDO else ""


def line(material: Material, event: Event) -> wire.Line:
    named = refs(material, event)
    pieces = parts(material, event, named)
    return wire.Line(
        text="".join(piece if isinstance(piece, str) else piece.text for piece in pieces),
        parts=pieces,
        label=row(material, event),
        rule=material.cited(event.rule),
        key=event.key,
        fight=fights.step(material, event.key, event.fight),
        mark=MARKED.get(event.key),
        begins=BEGINS.get(event.key),
        common=event.rule.startswith("5."),
        dice=list(event.dice),
        args=arguments(material, event.args),
        refs=named,
        private=event.to != EVERYBODY,
    )


def refs(material: Material, event: Event) -> list[wire.Ref]:
    """Everything that a line names and that has a place."""
    speaker = Speaker(material)
    out: list[wire.Ref] = []
    for _, kind, value in event.args:
        single = SEVERAL.get(kind, kind)
        numbers = many(value) if kind in SEVERAL else [value]
        if single == "province":
            out += [wire.Ref(single, material.board.provinces[n].id, speaker.province(n)) for n in numbers]
        elif single in PLACED:
            ids = material.notation.ids[DOMAIN[single]]
            out += [wire.Ref(single, ids[n], speaker.value(single, n)) for n in numbers if 0 <= n < len(ids)]
    return out


@dataclass(frozen=True)
class Linker(Speaker):
    """Says numbers in place of the names that a line refers to."""

    refs: Sequence[wire.Ref] = ()

    def value(self, kind: str, value: Any, form: str = "") -> str:
        said = super().value(kind, value, form)
        name = named(self.material, kind, value) if kind in LINKED and form != GENDER else ""
        number = next((i for i, ref in enumerate(self.refs) if (ref.kind, ref.id) == (kind, name)), None)
        return said if number is None else f"{LINK}{number}{WORDS}{said}{LINK}"


def parts(material: Material, event: Event, refs: Sequence[wire.Ref]) -> list[str | wire.Named]:
    """A line in pieces: words, and between them references, each with what it is called there."""
    pieces = Linker(material, refs=refs).line(event.key, event.args, dice=event.dice).split(LINK)
    out: list[str | wire.Named] = [linked(piece) if i % 2 else piece for i, piece in enumerate(pieces) if piece]
    if out:
        first = out[0]
        out[0] = sentence(first) if isinstance(first, str) else wire.Named(first.ref, sentence(first.text))
    return out


def linked(piece: str) -> wire.Named:
    number, _, words = piece.partition(WORDS)
    return wire.Named(int(number), words)


def row(material: Material, event: Event) -> str:
    """What adds points, in a computation that is shown row by row."""
    reason = next((value for name, kind, value in event.args if name == "reason" and kind == "text"), "")
    return sentence(render(material, reason, event.args)) if reason and event.key == "siege_modifier" else ""


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def arguments(material: Material, args: Args) -> dict[str, wire.Argument]:
    """The arguments of an event by name, with the ids of the data."""
    return {name: argument(material, kind, value) for name, kind, value in args}


def argument(material: Material, kind: str, value: Any) -> wire.Argument:
    if kind in SEVERAL:
        return [named(material, SEVERAL[kind], n) for n in many(value)]
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
assert {*SEVERAL, *DOMAIN, *VALUES, "action", "province", "standings"} == set(KINDS)


def many(value: Any) -> list[int]:
    return members(value) if isinstance(value, int) else list(value)
