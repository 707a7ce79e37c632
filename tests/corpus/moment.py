"""What people can know of a moment, by names: nothing of frames or of the layout of the state.

A moment has three parts with a digest each (position, cards, offers) and the events that led to it.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from diadochi.game import Game
from diadochi.model.ids import LocationId
from diadochi.model.state import BOX, DISPERSED, FACTIONS, OFF_MAP, OUT, State
from diadochi.model.verbs import Domain
from diadochi.rules.agenda import Event

PARTS = ("position", "cards", "offers", "events")
DIGEST_BYTES = 2
UNITS = ("mercenary", "loyal", "royal", "silver_shields", "elephant", "cavalry")
BESIDE = {OFF_MAP: "off map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}

ENCODE = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
Moment = dict[str, Any]


def moment(game: Game, events: Sequence[Event]) -> Moment:
    names = Names(game)
    return {
        "position": position(game.state, names),
        "cards": cards(game.state, names),
        "offers": offers(game),
        "events": [event(e, names) for e in events],
    }


def digests(m: Moment) -> bytes:
    return b"".join(digest(m[part]) for part in PARTS)


def digest(value: Any) -> bytes:
    return hashlib.blake2b(ENCODE(value).encode(), digest_size=DIGEST_BYTES).digest()


class Names:
    """What the numbers of a state are called."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids = game.notation.ids

    def one(self, domain: int, number: int) -> str:
        return self.ids[domain][number] if number >= 0 else "-"

    def faction(self, number: int) -> str:
        return self.one(Domain.FACTION, number)

    def mask(self, domain: int, mask: int) -> list[str]:
        ids, out = self.ids[domain], []
        while mask:
            low = mask & -mask
            out.append(ids[low.bit_length() - 1])
            mask ^= low
        return out

    def place(self, location: int) -> str:
        return self.ids[Domain.LOCATION][location] if location >= 0 else BESIDE[LocationId(location)]


def position(s: State, names: Names) -> Moment:
    """Everything that lies open on the table."""
    return {
        "time": [s.turn, s.round, s.segment, names.faction(s.active), names.faction(s.usurper)],
        "order": [names.faction(seat) for seat in s.order],
        "points": [list(s.vp), list(s.legitimacy)],
        "champions": names.mask(Domain.FACTION, s.champions),
        "pcs": {names.one(Domain.SPACE, i): names.faction(f) for i, f in enumerate(s.pcs) if f >= 0},
        "cus": {
            f"{names.place(key // FACTIONS)} {names.faction(key % FACTIONS)}": units(cus) for key, cus in s.cus.items()
        },
        "generals": generals(s, names),
        "dispersed": [units(cus) for cus in s.dispersed],
        "royals": [[names.place(at), names.faction(by)] for at, by in zip(s.royals, s.royal_owner, strict=True)],
        "fleets": [[names.faction(by), side] for by, side in zip(s.fleet_owner, s.fleet_side, strict=True)],
        "sieges": {names.one(Domain.SPACE, i): [names.faction(s.sp_owner[i]), n] for i, n in s.sp.items()},
        "markers": markers(s, names),
        "result": [names.faction(s.result[0]), int(s.result[1])] if s.result else [],
    }


def units(cus: Sequence[int]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(UNITS, cus, strict=True) if n}


def generals(s: State, names: Names) -> dict[str, list[str]]:
    """Who is somewhere, and whose he is; off the map nobody's Minor General is told."""
    known = enumerate(zip(s.generals, s.owners, strict=True))
    return {
        names.one(Domain.GENERAL, g): [names.place(at), names.faction(by)] for g, (at, by) in known if at != OFF_MAP
    }


def markers(s: State, names: Names) -> dict[str, Any]:
    return {
        "tomb": names.one(Domain.SPACE, s.tomb),
        "buried in Pella by": names.faction(s.tomb_burier),
        "helepolis": names.one(Domain.SPACE, s.helepolis),
        "looted": names.mask(Domain.SPACE, s.looted),
        "popularity": {names.one(Domain.GENERAL, g): n for g, n in enumerate(s.popularity) if n},
        "oratory": [names.one(Domain.GENERAL, s.oratory[0]), s.oratory[1]],
        "condemned": names.one(Domain.GENERAL, s.condemned),
        "persian support": names.faction(s.persian_support),
        "oracle": names.faction(s.oracle),
        "training": [[UNITS[unit], ops] if ops else [] for unit, ops in s.training],
        "lost a battle": names.mask(Domain.FACTION, s.battle_lost),
        "cart free": bool(s.cart_free),
        "capitals": [[names.one(Domain.SPACE, max(at, -1)), at < -1] for at in s.capital],
        "construction": [names.one(Domain.SPACE, max(at, -1)) for at in s.construction],
        "capitals taken": list(s.capitals_taken),
        "truce": [names.faction(f) for f in s.truce],
        "proposals": [names.faction(f) for f in s.proposals],
        "independents": [int(n) for n in bin(s.independents_active)[2:]],
    }


def cards(s: State, names: Names) -> Moment:
    """Where every card is, and who knows it."""

    def those(mask: int) -> list[str]:
        return names.mask(Domain.CARD, mask)

    return {
        "hands": [those(hand) for hand in s.hands],
        "in front": [those(mask) for mask in s.front],
        "deck": [names.one(Domain.CARD, c) for c in s.deck],
        "face down": [names.one(Domain.CARD, c) for c in s.face_down],
        "discards": those(s.discard),
        "removed": those(s.removed),
        "aside": those(s.aside),
        "spent": those(s.spent),
        "known": {
            names.one(Domain.CARD, c): names.mask(Domain.FACTION, seats) for c, seats in enumerate(s.knows) if seats
        },
    }


def offers(game: Game) -> Moment:
    decision = game.decision
    return {} if decision is None else {"seat": decision.seat, "actions": sorted(decision.actions)}


def event(e: Event, names: Names) -> list[Any]:
    args = {name: [kind, called(kind, value, names)] for name, kind, value in e.args}
    return [e.key, e.rule, args, list(map(int, e.dice)), int(e.to)]


def called(kind: str, value: Any, names: Names) -> Any:
    say = NAMED.get(kind)
    if say is not None:
        return say(value, names)
    if isinstance(value, tuple | list):
        return [called(kind, v, names) for v in value]
    return value if isinstance(value, str) else int(value)


def each(domain: int) -> Callable[[Any, Names], list[str]]:
    def several(value: Any, names: Names) -> list[str]:
        return names.mask(domain, value) if isinstance(value, int) else [names.one(domain, v) for v in value]

    return several


def one(domain: int) -> Callable[[Any, Names], str]:
    return lambda value, names: names.one(domain, value)


NAMED: dict[str, Callable[[Any, Names], Any]] = {
    "action": lambda value, names: names.game.notation.text(value),
    "card": one(Domain.CARD),
    "cards": each(Domain.CARD),
    "faction": one(Domain.FACTION),
    "factions": each(Domain.FACTION),
    "fleet": one(Domain.FLEET),
    "fleets": each(Domain.FLEET),
    "forces": lambda value, names: units(value),
    "general": one(Domain.GENERAL),
    "generals": each(Domain.GENERAL),
    "location": lambda value, names: names.place(value),
    "province": lambda value, names: names.game.material.board.provinces[value].id,
    "royal": one(Domain.ROYAL),
    "royals": each(Domain.ROYAL),
    "space": one(Domain.SPACE),
    "units": one(Domain.UNITS),
}
