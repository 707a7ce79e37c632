"""cards.json: the Tyche cards, an entry for each copy."""

from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, by_name, index, titled
from diadochi.data.pieces import forces
from diadochi.model.board import PATH_NAME, Board
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME, Card, CardKind, Params
from diadochi.model.ids import FleetId, GeneralId, RoyalId, UnitId
from diadochi.model.pieces import ROYAL_NAME, UNIT_NAME, Forces, Pieces
from diadochi.model.state import numbered

FILE = "cards.json"
FACTS = ("effect", "ops", "numbers", "kind", "name", "remove_after_event")


def load_cards(raw: dict[str, Any], board: Board, pieces: Pieces) -> tuple[Card, ...]:
    file = Entry(FILE, "", raw)
    later = file.texts("later")
    entries = file.entries("events", titled("event", "event"))
    cards = tuple(_card(entry, later, board, pieces) for entry in entries)
    _texts(file.entry("conventions"))
    windows = file.entry("windows")
    for window in WINDOW_NAME:
        windows.text(window)
    windows.done()
    file.done()
    return cards


def _card(entry: Entry, later: tuple[str, ...], board: Board, pieces: Pieces) -> Card:
    kind = entry.one_of("kind", by_name(CARD_KIND_NAME))
    surprise = kind == CardKind.SURPRISE
    without_ops = kind in (CardKind.SURPRISE, CardKind.GENERAL)
    if without_ops and entry.has("ops"):
        entry.fail(say("error.card_has_ops", what=CARD_KIND_NAME[kind].capitalize()), say("error.remove_ops"))
    flips = entry.flag("flips", False)
    (number,) = entry.texts("numbers")
    optional = entry.flag("optional", False)
    card = Card(
        number=number,
        event=entry.text("event"),
        name=entry.text("name"),
        kind=kind,
        ops=0 if without_ops else entry.number("ops", 1, 4),
        effect=entry.text("effect"),
        condition=entry.text("condition", ""),
        limits=entry.texts("limits", ()),
        windows=entry.ids("windows", by_name(WINDOW_NAME), required=surprise or flips),
        playable_by=entry.text("playable_by", ""),
        params=_params(entry.entry("params"), board, pieces) if entry.has("params") else Params(),
        optional=optional,
        in_first_deck=not optional and number not in later,
        remove_after_event=entry.flag("remove_after_event", False),
        kept_in_front=entry.flag("kept_in_front", False),
        resolves_when_revealed=entry.flag("resolves_when_revealed", False),
        must_be_played=entry.flag("must_be_played", False),
        flips=flips,
        flips_back=entry.flag("flips_back", False),
        leaves_deck=entry.flag("leaves_deck", False),
        provenance=entry.words("provenance", FACTS),
    )
    if bool(card.windows) != (surprise or flips):
        entry.fail(say("error.windows_surprise_cards_each"), say("error.correct_windows"))
    entry.done()
    return card


def _params(entry: Entry, board: Board, pieces: Pieces) -> Params:
    units = {name: number for number, name in numbered(UnitId, UNIT_NAME)}
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
        paths=entry.ids("paths", by_name(PATH_NAME), required=False),
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
        general=GeneralId(entry.one_of("general", generals) if entry.has("general") else -1),
        royal=RoyalId(entry.one_of("royal", by_name(ROYAL_NAME)) if entry.has("royal") else -1),
        fleet=FleetId(entry.one_of("fleet", index([f.id for f in pieces.fleets])) if entry.has("fleet") else -1),
        from_turn=entry.number("from_turn", 1, 5, default=0),
        pc=entry.flag("pc", False),
        province_pcs=entry.flag("province_pcs", False),
        from_box=entry.flag("from_box", False),
        with_pcs=entry.flag("with_pcs", False),
        with_generals=entry.flag("with_generals", False),
        not_in_enemy_city=entry.flag("not_in_enemy_city", False),
        not_before_own_city=entry.flag("not_before_own_city", False),
        own_too=entry.flag("own_too", False),
        no_cus=entry.flag("no_cus", False),
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
