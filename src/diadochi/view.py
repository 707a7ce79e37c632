"""What one seat, or a spectator, may see: built by naming it.

Everything of the state is public but the hidden cards, the order of the draw pile and the random stream. A View
holds the named public fields, the viewer's own hand, the other hidden cards the viewer knows of, and sizes.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from diadochi.json_text import json_text
from diadochi.model.ids import SEATS, SeatId
from diadochi.model.material import Material
from diadochi.model.state import CHANGED_IN_PLACE, Facts, Plain, State, cards_in
from diadochi.rules import windows
from diadochi.rules.agenda import Ask, Play
from diadochi.rules.setup import empty_state
from diadochi.tabletop import Table

SPECTATOR: Final = SeatId(-1)

PUBLIC: Final = (
    "active", "agenda", "arrivals", "aside", "battle_lost", "board_dirty", "capital", "capitals_taken", "cart_free",
    "champions", "commanders", "condemned", "construction", "cu_factions", "cus", "dead", "dealt", "discard",
    "dispersed", "first", "fleet_owner", "fleet_side", "flipped", "fought", "front", "generals", "generals_at",
    "helepolis", "independents_active", "legitimacy",
    "looted", "moved_cus", "moved_generals", "moved_royals", "naval_cus", "naval_declared",
    "naval_mover", "options", "oracle", "oratory", "order", "owners", "pcs", "persian_support", "players",
    "popularity", "proposals", "province_owner", "removed", "result", "round", "royal_owner", "royals", "segment",
    "sieges", "sources", "sp", "sp_owner", "spent", "tomb", "tomb_burier", "training", "truce", "turn", "usurper", "vp",
)  # fmt: skip
"""The fields of the state that everybody may see, in rising order."""
READ_PUBLIC: Final[Callable[[State], tuple[Any, ...]]] = attrgetter(*PUBLIC)
COPIED: Final = tuple([name for name in PUBLIC if name in CHANGED_IN_PLACE])
BY_NUMBER: Final = ("cu_factions", "cus", "generals_at", "moved_cus", "sieges", "sp", "sp_owner")
"""The dictionaries among them."""


@dataclass(frozen=True)
class View:
    """What `seat` may see of a game at one moment."""

    material: Material
    seat: SeatId
    version: int
    key_hash: str
    public: dict[str, Any]
    """The public fields of the state."""
    hand: int
    """Bit mask of the viewer's cards."""
    known: tuple[tuple[int, int], ...]
    """(seat, card) of every card in another hand that the viewer knows."""
    hand_sizes: tuple[int, ...]
    deck_size: int
    face_down_size: int
    ask: Ask | None
    """The decision to make; its actions are left out when it is another seat's."""
    ask_everything: bool = False
    """Whether decisions with a single possibility are asked too."""

    def __repr__(self) -> str:
        who = self.material.pieces.factions[self.seat] if self.seat >= 0 else "a spectator"
        return f"<View of {who}: {self.table.moment}, version {self.version}>"

    @property
    def table(self) -> Table:
        """The same by name."""
        return Table(self)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """Plain values, every key in rising order."""
        public = self.public.copy()
        public["agenda"] = [frame_json(f) for f in public["agenda"]]
        for name in BY_NUMBER:
            public[name] = in_order(public[name])
        return {
            "decision": None if self.ask is None else by_name(self.ask),
            "deck_size": self.deck_size,
            "face_down_size": self.face_down_size,
            "hand": cards_in(self.hand),
            "hand_sizes": self.hand_sizes,
            "key_hash": self.key_hash,
            "known": self.known,
            "seat": self.seat,
            "state": public,
            "version": self.version,
        }

    def encode(self) -> str:
        """Canonical JSON: equal views are equal texts."""
        return json_text(self.to_json())

    def sample(self, rng: random.Random) -> State:
        """A full state that fits everything the viewer knows."""
        p = self.public
        s = empty_state(self.material, p["players"], p["options"], rng.randbytes(32))
        for name in PUBLIC:
            setattr(s, name, p[name].copy() if name in CHANGED_IN_PLACE else p[name])
        fill_hidden(s, self, rng)
        return s


def in_order(values: dict[Any, Any]) -> dict[Any, Any]:
    return {key: values[key] for key in sorted(values)}


def frame_json(frame: Facts) -> dict[str, Any]:
    """As `Facts.to_json`, in rising order of the names."""
    kind = type(frame).__name__
    if kind not in _frame_fields:
        _frame_fields[kind] = sorted(["frame", *frame.names()])
    return {name: kind if name == "frame" else getattr(frame, name) for name in _frame_fields[kind]}


_frame_fields: Final[dict[str, list[str]]] = {}
_fields: Final[dict[str, list[str]]] = {}
"""By kind of value: the names of its fields in rising order."""


def by_name(value: Plain) -> dict[str, Any]:
    """The fields in rising order of their names."""
    kind = type(value).__name__
    if kind not in _fields:
        _fields[kind] = sorted(value.names())
    return {name: getattr(value, name) for name in _fields[kind]}


def fill_hidden(s: State, view: View, rng: random.Random) -> None:
    """Deal the cards whose place the viewer does not know at random."""
    s.hands = [0] * s.players
    for seat, card in view.known:
        s.hands[seat] |= 1 << card
    if view.seat >= 0:
        s.hands[view.seat] = view.hand
    seen = s.discard | s.removed | s.aside | windows.announced(s)
    for mask in (*s.front, *s.hands):
        seen |= mask
    unknown = cards_in((1 << len(view.material.cards)) - 1 & ~seen)
    rng.shuffle(unknown)
    for seat in SEATS[s.players]:
        while s.hands[seat].bit_count() < view.hand_sizes[seat]:
            s.hands[seat] |= 1 << unknown.pop()
    s.face_down = [unknown.pop() for _ in range(view.face_down_size)]
    s.deck = unknown[: view.deck_size]
    s.knows = [0] * len(view.material.cards)
    for seat in range(s.players):
        for card in cards_in(s.hands[seat]):
            s.knows[card] = 1 << seat
    for _, card in view.known:
        s.knows[card] |= 1 << view.seat


def make_view(p: Play, seat: SeatId, version: int, key_hash: str, ask: Ask | None) -> View:
    s = p.state
    public: dict[str, Any] = dict(zip(PUBLIC, READ_PUBLIC(s), strict=True))
    for name in COPIED:
        public[name] = public[name].copy()
    known = []
    if seat >= 0:
        for other in SEATS[s.players]:
            if other != seat:
                known += [(other, c) for c in cards_in(s.hands[other]) if s.knows[c] >> seat & 1]
    return View(
        material=p.material,
        seat=seat,
        version=version,
        key_hash=key_hash,
        public=public,
        hand=s.hands[seat] if seat >= 0 else 0,
        known=tuple(known),
        hand_sizes=tuple(h.bit_count() for h in s.hands),
        deck_size=len(s.deck),
        face_down_size=len(s.face_down),
        ask=seen_ask(ask, seat),
        ask_everything=p.ask_everything,
    )


def seen_ask(ask: Ask | None, seat: SeatId) -> Ask | None:
    """A decision as a seat may see it."""
    return ask if ask is None or ask.seat == seat else ask.but(actions=[], further=(), perils=())
