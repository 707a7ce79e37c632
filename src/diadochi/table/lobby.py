"""A game's header as a table that people look at before they sit down."""

from diadochi.catalogue import say
from diadochi.messages import Speaker
from diadochi.model.material import Material
from diadochi.table import lessons, orders, windows, wire
from diadochi.table.codec import Glimpse, glimpse
from diadochi.table.rows import Header, SeatRow
from diadochi.table.sitting import player, sitting
from diadochi.table.views import result


def table_of(material: Material, header: Header, held: int, present: int) -> wire.Table:
    state = glimpse(header.state)
    speaker = Speaker(material)
    manner = windows.Manner(header.pace, header.seats)
    return wire.Table(
        id=header.id,
        name=header.name,
        players=header.players,
        options=list(header.options),
        edition=header.edition,
        edition_name=speaker.name("edition", "", material.edition.name),
        rulings=[ruling(speaker, *told) for told in header.rulings],
        private=header.private,
        reasons=header.reasons,
        created=header.created,
        changed=header.changed,
        status=header.status,  # type: ignore[arg-type]
        pace=header.pace,  # type: ignore[arg-type]
        countdown=manner.has_countdown,
        seats=[seat_of(material, seat, held, present, manner, state) for seat in header.seats],
        version=header.version,
        decision_seat=player(material, header.decider),
        engine_note=note_of(header.note),
        result=result(speaker, state),
        lesson=lessons.told(header.lesson),
    )


def seat_of(
    material: Material, seat: SeatRow, held: int, present: int, manner: windows.Manner, state: Glimpse
) -> wire.Seat:
    mine = bool(held >> seat.seat & 1)
    return wire.Seat(
        faction=sitting(material)[seat.seat],
        kind=seat.kind,  # type: ignore[arg-type]
        name=seat.name,
        bot=seat.bot,
        present=seat.kind == "bot" or bool(present >> seat.seat & 1),
        mine=mine,
        windows=manner.setting(seat, state) if mine else None,  # type: ignore[arg-type]
        kinds=windows.kinds_of(seat.kinds) if mine else None,  # type: ignore[arg-type]
        orders=orders.read(seat.orders) if mine else None,
    )


def note_of(note: str) -> wire.EngineNote | None:
    """Its own words are the operator's, and in English."""
    version = note.partition(" ")[0]
    return wire.EngineNote(int(version), say("error.engine_note", version=version)) if version else None


def ruling(speaker: Speaker, name: str, value: str) -> wire.PlayedRuling:
    reading = speaker.say(f"ruling.{name}.{value}")
    text = speaker.say("ruling", ruling=speaker.say(f"ruling.{name}"), value=reading)
    return wire.PlayedRuling(name, value, text)
