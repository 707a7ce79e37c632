"""The table by name: what lies where at one moment, in the middle of a Procedure too.

Names are those of actions and positions: `pella`, `pella.inside`, `antigonos`, `blue`, `47A`. A Table holds what its
view holds and knows nothing else; that of a whole game knows all hands besides.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from diadochi.catalogue import Word, catalogue, either, reader, say
from diadochi.errors import UnknownNameError
from diadochi.messages import Speaker
from diadochi.model.naming import BESIDE, SEGMENT_NAME, units
from diadochi.model.spelling import near
from diadochi.model.state import FACTIONS, OFF_MAP, members
from diadochi.model.verbs import Domain

if TYPE_CHECKING:
    from diadochi.view import View

UPGRADED, DISPERSED = 1, 2
Units = dict[str, int]


class Table:
    """Everything that may be seen on the table at the moment it was asked for."""

    def __init__(self, view: "View", hands: tuple[int, ...] | None = None) -> None:
        self._material = view.material
        self._ids = view.material.notation.ids
        self._numbers = view.material.notation.numbers
        self._public = view.public
        self._hands = known_hands(view) if hands is None else hands
        self._hand_sizes = view.hand_sizes
        self._ask = view.ask
        self.deck_size = view.deck_size
        self.face_down_size = view.face_down_size

    def __repr__(self) -> str:
        return f"<Table: {self.moment}>"

    def _repr_html_(self) -> str:
        """The board as a picture, for notebooks; only they pay for loading what draws it."""
        shown: str = import_module("diadochi.picture").html(self, self._material)
        return shown

    # When

    @property
    def moment(self) -> str:
        """The moment in words: Game Turn, round, Segment, and who has to decide."""
        if self._public["result"]:
            return say("moment.won", who=self._named(self._public["result"][0]))
        words = [say("moment.turn", turn=say(f"turn.{self.turn}")) if self.turn else say("moment.set_up")]
        if self.round:
            words.append(say("moment.round", round=self.round))
        if self.segment is not None:
            words.append(say(f"moment.{self.segment}", who=self._named(self._public["active"])))
        if self._ask is not None:
            words.append(say("moment.decides", who=self._named(self._ask.seat)))
        return catalogue(reader()).row(words)

    @property
    def turn(self) -> int:
        return int(self._public["turn"])

    @property
    def round(self) -> int:
        return int(self._public["round"])

    @property
    def segment(self) -> str | None:
        number: int = self._public["segment"]
        return SEGMENT_NAME[number] if number >= 0 else None

    @property
    def active(self) -> str | None:
        """Whose Player Turn it is."""
        return self._faction(self._public["active"])

    @property
    def usurper(self) -> str | None:
        return self._faction(self._public["usurper"])

    @property
    def order(self) -> tuple[str, ...]:
        """The players in Turn Order."""
        return self._all(Domain.FACTION, self._public["order"])

    @property
    def factions(self) -> tuple[str, ...]:
        """The players, seat by seat."""
        return self._all(Domain.FACTION, range(self._public["players"]))

    @property
    def champions(self) -> tuple[str, ...]:
        return self._all(Domain.FACTION, members(self._public["champions"]))

    # Where

    def where(self, piece: str) -> str | None:
        """The place of a General, a member of the royal family, the Tomb or the Helepolis; None while there is none."""
        if piece in ("tomb", "helepolis"):
            space: int = self._public[piece]
            return self._ids[Domain.SPACE][space] if space >= 0 else None
        generals, royals = self._numbers[Domain.GENERAL], self._numbers[Domain.ROYAL]
        if piece in generals:
            return self._place(self._public["generals"][generals[piece]])
        if piece in royals:
            return self._place(self._public["royals"][royals[piece]])
        raise unknown("piece", piece, [*generals, *royals, "tomb", "helepolis"])

    def whose(self, piece: str) -> str | None:
        """The Faction of a General, or who controls a member of the royal family."""
        generals, royals = self._numbers[Domain.GENERAL], self._numbers[Domain.ROYAL]
        if piece in generals:
            return self._faction(self._public["owners"][generals[piece]])
        if piece in royals:
            return self._faction(self._public["royal_owner"][royals[piece]])
        raise unknown("piece", piece, [*generals, *royals])

    def at(self, place: str) -> dict[str, Any]:
        """What stands in a location: its PC, the CUs by Faction, Generals and royal family members."""
        self._number(Domain.LOCATION, place, "place")
        space, _, side = place.partition(".")
        return {
            "pc": self.pc(space) if side != "sea" else None,
            "cus": self.cus(place),
            "generals": tuple(g for g, at in self.generals().items() if at == place),
            "royals": tuple(r for r, at in self.royals.items() if at == place),
        }

    def cus(self, place: str) -> dict[str, Units]:
        """The CUs in a location, by Faction and type."""
        location = self._number(Domain.LOCATION, place, "place")
        found = [(faction, self._public["cus"].get(location * FACTIONS + faction)) for faction in range(FACTIONS)]
        return {self._ids[Domain.FACTION][faction]: units(cus) for faction, cus in found if cus}

    def cus_of(self, faction: str) -> dict[str, Units]:
        """The CUs of a Faction on the map, by location and type."""
        number = self._seat(faction)
        own = [(key, cus) for key, cus in sorted(self._public["cus"].items()) if key % FACTIONS == number]
        return {self._ids[Domain.LOCATION][key // FACTIONS]: units(cus) for key, cus in own}

    def pc(self, space: str) -> str | None:
        """Whose PC is in a space."""
        return self._faction(self._public["pcs"][self._number(Domain.SPACE, space, "space")])

    def pcs_of(self, faction: str) -> tuple[str, ...]:
        """The spaces with a PC of a Faction."""
        number = self._seat(faction)
        return self._all(Domain.SPACE, [i for i, owner in enumerate(self._public["pcs"]) if owner == number])

    def generals(self, faction: str | None = None) -> dict[str, str]:
        """The Generals, of one Faction or of all, and where they are; without Minor Generals off map."""
        number = None if faction is None else self._seat(faction)
        out = {}
        for general, owner in enumerate(self._public["owners"]):
            at: int = self._public["generals"][general]
            if owner >= 0 and number in (None, owner) and at != OFF_MAP:
                out[self._ids[Domain.GENERAL][general]] = self._place(at)
        return out

    @property
    def royals(self) -> dict[str, str]:
        """The royal family and the Funeral Cart, and where they are."""
        return {name: self._place(at) for name, at in zip(self._ids[Domain.ROYAL], self._public["royals"], strict=True)}

    def dispersed(self, faction: str) -> Units:
        """A player's CUs in the Dispersed Box."""
        return units(self._public["dispersed"][self._player(faction)])

    # Who has what

    @property
    def vp(self) -> dict[str, int]:
        return self._by_player(self._public["vp"])

    @property
    def legitimacy(self) -> dict[str, int]:
        return self._by_player(self._public["legitimacy"])

    @property
    def provinces(self) -> dict[str, str | None]:
        """Who controls each Province."""
        owners = self._public["province_owner"]
        return {x.id: self._faction(owners[i]) for i, x in enumerate(self._material.board.provinces)}

    @property
    def fleets(self) -> dict[str, dict[str, Any]]:
        """Each Fleet's controller, and whether it is upgraded or Dispersed."""
        out = {}
        for i, name in enumerate(self._ids[Domain.FLEET]):
            side: int = self._public["fleet_side"][i]
            owner = self._faction(self._public["fleet_owner"][i])
            out[name] = {"controller": owner, "upgraded": bool(side & UPGRADED), "dispersed": bool(side & DISPERSED)}
        return out

    @property
    def sieges(self) -> dict[str, dict[str, Any]]:
        """The spaces with Siege Points: how many, and whose."""
        owners = self._public["sp_owner"]
        return {
            self._ids[Domain.SPACE][space]: {"by": self._faction(owners[space]), "points": points}
            for space, points in sorted(self._public["sp"].items())
        }

    @property
    def popularity(self) -> dict[str, int]:
        """By General: the P gained in play."""
        return {self._ids[Domain.GENERAL][g]: n for g, n in enumerate(self._public["popularity"]) if n}

    # Cards

    def hand(self, faction: str) -> tuple[str, ...]:
        """The cards of a hand that may be seen."""
        return self._all(Domain.CARD, members(self._hands[self._player(faction)]))

    @property
    def hand_sizes(self) -> dict[str, int]:
        return self._by_player(self._hand_sizes)

    def front(self, faction: str) -> tuple[str, ...]:
        """The cards in front of a player."""
        return self._all(Domain.CARD, members(self._public["front"][self._player(faction)]))

    @property
    def discards(self) -> tuple[str, ...]:
        return self._all(Domain.CARD, members(self._public["discard"]))

    @property
    def removed_cards(self) -> tuple[str, ...]:
        """The cards that are out of the game."""
        return self._all(Domain.CARD, members(self._public["removed"]))

    # Names

    def _faction(self, number: int) -> str | None:
        return self._ids[Domain.FACTION][number] if number >= 0 else None

    def _named(self, faction: int) -> Word:
        return Speaker(self._material).word("faction", faction)

    def _place(self, location: int) -> str:
        return self._ids[Domain.LOCATION][location] if location >= 0 else BESIDE[location]

    def _all(self, domain: int, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple([self._ids[domain][number] for number in numbers])

    def _by_player(self, values: Iterable[int]) -> dict[str, int]:
        return dict(zip(self.factions, values, strict=True))

    def _number(self, domain: int, name: str, kind: str) -> int:
        number = self._numbers[domain].get(name)
        if number is None:
            raise unknown(kind, name, self._ids[domain])
        return number

    def _seat(self, faction: str) -> int:
        return self._number(Domain.FACTION, faction, "faction")

    def _player(self, faction: str) -> int:
        if faction not in self.factions:
            raise unknown("player", faction, self.factions)
        return self._seat(faction)


def known_hands(view: "View") -> tuple[int, ...]:
    """By player: the cards that the viewer knows to be in that hand."""
    hands = [0] * len(view.hand_sizes)
    for seat, card in view.known:
        hands[seat] |= 1 << card
    if view.seat >= 0:
        hands[view.seat] = view.hand
    return tuple(hands)


def unknown(kind: str, name: str, names: Iterable[str]) -> UnknownNameError:
    alike = near(name, names)
    key = f"error.no_name.{kind}.near" if alike else f"error.no_name.{kind}"
    return UnknownNameError(key, name=repr(name), alike=either(alike))
