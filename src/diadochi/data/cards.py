"""cards.json: the Tyche cards, an entry for each copy."""

from typing import Any

from diadochi.data.entry import Entry, by_name, index, titled
from diadochi.data.pieces import forces
from diadochi.model.board import Board, PathKind
from diadochi.model.cards import Card, CardKind, Params, Window
from diadochi.model.pieces import Forces, Pieces, Royal, Unit

FILE = "cards.json"
FACTS = ("effect", "ops", "numbers", "kind", "name", "remove_after_event")


def load_cards(raw: dict[str, Any], board: Board, pieces: Pieces) -> tuple[Card, ...]:
    file = Entry(FILE, "", raw)
    later = file.texts("later")
    entries = file.entries("events", titled("event", "event"))
    cards = tuple(_card(entry, later, board, pieces) for entry in entries)
    _texts(file.entry("conventions"))
    windows = file.entry("windows")
    for window in Window:
        windows.text(window.name.lower())
    windows.done()
    file.done()
    return cards


def _card(entry: Entry, later: tuple[str, ...], board: Board, pieces: Pieces) -> Card:
    kind = entry.one_of("kind", by_name(CardKind))
    surprise = kind == CardKind.SURPRISE
    if surprise and entry.has("ops"):
        entry.fail("a Surprise card has no OPs", "Remove ops (6.2)")
    (number,) = entry.texts("numbers")
    optional = entry.flag("optional", False)
    card = Card(
        number=number,
        event=entry.text("event"),
        name=entry.text("name"),
        kind=kind,
        ops=0 if surprise else entry.number("ops", 1, 4),
        effect=entry.text("effect"),
        condition=entry.text("condition", ""),
        limits=entry.texts("limits", ()),
        windows=entry.ids("windows", by_name(Window), required=surprise),
        playable_by=entry.text("playable_by", ""),
        params=_params(entry.entry("params"), board, pieces) if entry.has("params") else Params(),
        optional=optional,
        in_first_deck=not optional and number not in later,
        remove_after_event=entry.flag("remove_after_event", False),
        kept_in_front=entry.flag("kept_in_front", False),
        resolves_when_revealed=entry.flag("resolves_when_revealed", False),
        provenance=entry.words("provenance", FACTS),
    )
    if bool(card.windows) != surprise:
        entry.fail("windows are for Surprise cards, and each of those needs one", "Correct windows (6.2)")
    entry.done()
    return card


def _params(entry: Entry, board: Board, pieces: Pieces) -> Params:
    units = by_name(Unit)
    waters = {space.waters: space.waters for space in board.spaces if space.waters}
    generals = index([general.id for general in pieces.generals])
    params = Params(
        provinces=entry.ids("provinces", board.province_index, required=False),
        spaces=entry.ids("spaces", board.space_index, required=False),
        forces=_choices(entry, "forces"),
        forces_cavalry=_choices(entry, "forces_cavalry"),
        forces_cavalry_only_in=entry.ids("forces_cavalry_only_in", board.province_index, required=False),
        forces_each_turn=forces(entry.entry("forces_each_turn")) if entry.has("forces_each_turn") else (),
        range=entry.number("range", 1, 9, default=0),
        paths=entry.ids("paths", by_name(PathKind), required=False),
        waters=entry.ids("waters", waters, required=False),
        mps=entry.number("mps", 1, 9, default=0),
        activations=entry.number("activations", 1, 9, default=0),
        siege_modifier=entry.number("siege_modifier", -6, 6, default=0),
        battle_roll_modifier=entry.number("battle_roll_modifier", -6, 6, default=0),
        legitimacy=entry.number("legitimacy", -18, 18, default=0),
        popularity=entry.number("popularity", -18, 18, default=0),
        losses=_losses(entry.entry("losses")) if entry.has("losses") else (),
        killed_on=entry.numbers("killed_on", 1, 6) if entry.has("killed_on") else (),
        types=entry.ids("types", units, required=False),
        types_cavalry=entry.ids("types_cavalry", units, required=False),
        general=entry.one_of("general", generals) if entry.has("general") else -1,
        royal=entry.one_of("royal", by_name(Royal)) if entry.has("royal") else -1,
        fleet=entry.one_of("fleet", index([f.id for f in pieces.fleets])) if entry.has("fleet") else -1,
        from_turn=entry.number("from_turn", 1, 5, default=0),
    )
    entry.done()
    return params


def _choices(entry: Entry, key: str) -> tuple[Forces, ...]:
    if not entry.has(key):
        return ()
    return tuple(forces(Entry(FILE, f"{entry.name}, {key}", raw)) for raw in entry.items(key))


def _losses(entry: Entry) -> tuple[int, ...]:
    losses = tuple(entry.number(str(die), 0, 9) for die in range(1, 7))
    entry.done()
    return (0, *losses)


def _texts(entry: Entry) -> None:
    for key in entry.raw:
        entry.text(key)
