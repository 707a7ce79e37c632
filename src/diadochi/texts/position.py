"""Position: everything on the table at the start of a Segment, by name (docs/position.md).

The random stream is no part of it: a game from a position gets a key of its own.
"""

from typing import Any

from diadochi.errors import GameError, TextError
from diadochi.model.ids import SEATS, CardId, FactionId, GeneralId, LocationId, Mask, SeatId
from diadochi.model.naming import BESIDE, SEGMENT_NAME, units
from diadochi.model.pieces import UNIT_NAME
from diadochi.model.state import FACTIONS, FIELDS, INDEPENDENT, NOBODY, OFF_MAP, OUT, State, members
from diadochi.model.verbs import Domain
from diadochi.rules import face as rules
from diadochi.rules.face import CAPITAL_LOST, FLEET_DISPERSED, PROPOSALS, UPGRADED, Play, is_minor
from diadochi.texts.header import option_names, write_rulings
from diadochi.texts.reader import layout

Position = str | bytes | dict[str, Any]
"""A position: its text, or the same as JSON values."""

FORMAT, VERSION = "diadochi position", 1
LOST = "lost"
"""A Capital that its builder has lost."""
STREAM = {"key", "rolls", "barrier"}
IN_A_SEGMENT = "error.in_a_segment"
LINES = 4
"""Objects of so many levels are broken into lines."""


def write(p: Play) -> str:
    """The position of a game that stands at the first decision of a Segment."""
    from diadochi.texts.setting import set_up

    s = p.state
    if s.result or s.segment < 0 or len(s.agenda) < 2:
        raise GameError("error.position_can_written_at")
    text = to_text(describe(p))
    try:
        again = set_up(text, s.key, p.material, strict=False).state
    except TextError:
        raise GameError(IN_A_SEGMENT) from None
    rules.advance(Play(p.material, again, ask_everything=p.ask_everything))
    if again.rolls or any(getattr(again, name) != getattr(s, name) for name in FIELDS if name not in STREAM):
        raise GameError(IN_A_SEGMENT)
    return text


def to_text(position: dict[str, Any]) -> str:
    return layout(position, LINES) + "\n"


def describe(p: Play) -> dict[str, Any]:
    """The position as JSON values; what is empty is left out."""
    s = p.state
    names = Names(p)
    out = {
        "format": FORMAT,
        "version": VERSION,
        "edition": p.edition.id,
        "players": s.players,
        "options": option_names(s.options),
        **write_rulings(p.material),
        "turn": s.turn,
        "round": s.round,
        "order": [names.faction(seat) for seat in s.order],
        "usurper": names.faction(s.usurper),
        "active": names.faction(s.active),
        "segment": SEGMENT_NAME[s.segment],
        "factions": {names.faction(seat): player(p, names, seat) for seat in SEATS[s.players]},
        "independents": independents(p, names),
        "royals": {name: royal(s, names, i) for i, name in enumerate(names.ids[Domain.ROYAL])},
        "fleets": fleets(s, names),
        "board": board(s, names),
        "cards": cards(s, names),
    }
    optional = {
        "dice": list(s.fixed_dice),
        "draws": names.all(Domain.CARD, s.fixed_draws),
    }
    return out | filled(optional)


def filled(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, False, 0, [], {})}


class Names:
    """What the numbers of the state are called."""

    def __init__(self, p: Play) -> None:
        self.ids = p.material.notation.ids

    def faction(self, faction: FactionId) -> str | None:
        return self.one(Domain.FACTION, faction)

    def one(self, domain: int, number: int) -> str | None:
        return self.ids[domain][number] if number >= 0 else None

    def all(self, domain: int, numbers: Any) -> list[str]:
        return [self.ids[domain][number] for number in numbers]

    def mask(self, domain: int, mask: Mask) -> list[str]:
        return self.all(domain, members(mask))

    def place(self, location: LocationId) -> str:
        return self.ids[Domain.LOCATION][location] if location >= 0 else BESIDE[location]


def player(p: Play, names: Names, seat: SeatId) -> dict[str, Any]:
    s = p.state
    unit, ops = s.training[seat]
    out = {
        "champion": bool(s.champions >> seat & 1),
        "pcs": pcs(s, names, seat),
        "cus": {
            names.place(LocationId(key // FACTIONS)): units(cus)
            for key, cus in sorted(s.cus.items())
            if key % FACTIONS == seat
        },
        "generals": generals(p, names, seat),
        "dealt": names.mask(Domain.GENERAL, s.dealt[seat]),
        "hand": names.mask(Domain.CARD, s.hands[seat]),
    }
    optional = {
        "front": names.mask(Domain.CARD, s.front[seat]),
        "dispersed": units(s.dispersed[seat]),
        "training": {"unit": UNIT_NAME[unit], "ops": ops} if ops else None,
        "lost_battle": bool(s.battle_lost >> seat & 1),
        "capital": LOST if s.capital[seat] == CAPITAL_LOST else names.one(Domain.SPACE, s.capital[seat]),
        "construction": names.one(Domain.SPACE, s.construction[seat]),
        "capitals_taken": s.capitals_taken[seat],
    }
    return out | filled(optional)


def pcs(s: State, names: Names, faction: FactionId) -> list[str]:
    return names.all(Domain.SPACE, (space for space, owner in enumerate(s.pcs) if owner == faction))


def generals(p: Play, names: Names, seat: SeatId) -> dict[str, str]:
    """A player's Generals; his Minor Generals are named only where they are on the map."""
    s = p.state
    own = [
        g
        for g, owner in enumerate(s.owners)
        if owner == seat and not (is_minor(p, GeneralId(g)) and s.generals[g] == OFF_MAP)
    ]
    return {names.ids[Domain.GENERAL][g]: names.place(s.generals[g]) for g in own}


def independents(p: Play, names: Names) -> dict[str, Any]:
    s = p.state
    armies = {}
    for i, army in enumerate(p.pieces.independents):
        active = bool(s.independents_active >> i & 1)
        name = names.ids[Domain.GENERAL][army.general]
        armies[name] = {"at": names.place(s.generals[army.general]), "active": active}
    return {"pcs": pcs(s, names, INDEPENDENT), "armies": armies}


def royal(s: State, names: Names, number: int) -> dict[str, Any]:
    out = {"at": names.place(s.royals[number])}
    return out | filled({"controller": names.faction(s.royal_owner[number])})


def fleets(s: State, names: Names) -> dict[str, Any]:
    """The Fleets that are not untouched in their holding boxes."""
    out = {}
    for number, name in enumerate(names.ids[Domain.FLEET]):
        side = s.fleet_side[number]
        out[name] = filled(
            {
                "controller": names.faction(s.fleet_owner[number]),
                "upgraded": bool(side & UPGRADED),
                "dispersed": bool(side & FLEET_DISPERSED),
            }
        )
    return filled(out)


def board(s: State, names: Names) -> dict[str, Any]:
    """Markers, and what lasts."""
    unowned = [g for g, owner in enumerate(s.owners) if owner == NOBODY and s.generals[g] == OUT]
    sieges = {
        names.ids[Domain.SPACE][space]: {"by": names.faction(s.sp_owner[space]), "points": points}
        for space, points in sorted(s.sp.items())
    }
    brides = names.all(Domain.ROYAL, (bride for bride, _ in PROPOSALS))
    return filled(
        {
            "removed_generals": names.all(Domain.GENERAL, unowned),
            "popularity": {names.ids[Domain.GENERAL][g]: n for g, n in enumerate(s.popularity) if n},
            "commanders": names.mask(Domain.GENERAL, s.commanders),
            "tomb": names.one(Domain.SPACE, s.tomb),
            "buried_in_pella_by": names.faction(s.tomb_burier),
            "sieges": sieges,
            "helepolis": names.one(Domain.SPACE, s.helepolis),
            "looted": names.mask(Domain.SPACE, s.looted),
            "condemned": names.one(Domain.GENERAL, s.condemned),
            "persian_support": names.faction(s.persian_support),
            "oracle": names.faction(s.oracle),
            "cart_free": bool(s.cart_free),
            "truce": [names.faction(seat) for seat in s.truce],
            "proposals": filled({b: names.faction(f) for b, f in zip(brides, s.proposals, strict=True)}),
        }
    )


def cards(s: State, names: Names) -> dict[str, Any]:
    """Where the cards are that no player has; the draw pile from the top."""
    known = {
        names.ids[Domain.CARD][card]: names.mask(Domain.FACTION, seats & ~holder_of(s, CardId(card)))
        for card, seats in enumerate(s.knows)
        if seats & ~holder_of(s, CardId(card))
    }
    out = {
        "deck": names.all(Domain.CARD, reversed(s.deck)),
        "discards": names.mask(Domain.CARD, s.discard),
        "removed": names.mask(Domain.CARD, s.removed),
        "aside": names.mask(Domain.CARD, s.aside),
    }
    optional = {
        "face_down": names.all(Domain.CARD, reversed(s.face_down)),
        "spent": names.mask(Domain.CARD, s.spent),
        "flipped": names.mask(Domain.CARD, s.flipped),
        "known": known,
    }
    return out | filled(optional)


def holder_of(s: State, card: CardId) -> int:
    """The seat that holds a card, as a bit mask."""
    return next((1 << seat for seat, hand in enumerate(s.hands) if hand >> card & 1), 0)
