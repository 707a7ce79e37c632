"""A table for tests: set pieces by name, begin a procedure, act, look.

    table = Table(players=3, active="blue")
    table.pc("blue", "pella", "larisa")
    table.army("blue", "antipatros", "pella", loyal=2, mercenary=1)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("campaign", "activate:antipatros", "march:larisa")
    assert table.where("antipatros") == "larisa"

Hands are empty unless given, so that no window asks anybody.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache

from diadochi.data import load_material
from diadochi.data.pieces import load_pieces
from diadochi.data.sources import ours_of
from diadochi.game import Decision, Game
from diadochi.model import moves
from diadochi.model.edition import EDITIONS, switched
from diadochi.model.ids import SEATS, CardId, FleetId, GeneralId, LocationId, RoyalId, SeatId, SpaceId
from diadochi.model.material import Material
from diadochi.model.options import OPTION_OF_NAME
from diadochi.model.pieces import NO_FORCES, UNIT_NAME, Forces, Unit
from diadochi.model.state import BOX, DISPERSED, INDEPENDENT, NOBODY, OFF_MAP, OUT, forces, space_id
from diadochi.model.verbs import Domain
from diadochi.rules import agenda
from diadochi.rules.agenda import Play, Rest
from diadochi.rules.setup import empty_state, hand_out_minors
from diadochi.rules.upkeep import upkeep

MATERIAL = load_material()
"""That of the edition which is played where none is named."""
BLUE, RED, YELLOW, GREEN, BLACK = SEATS[5]
PLACES = {OFF_MAP: "off map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}


@cache
def seated_alike(edition: str) -> Material:
    """The material of an edition, with the Factions in the same order in all of them: tests share their tables."""
    material = load_material(edition)
    pieces = deepcopy(ours_of(edition)["pieces"])
    factions = pieces["minor_generals"]["factions"]
    pieces["minor_generals"]["factions"] = {name: factions[name] for name in MATERIAL.pieces.factions[:-1]}
    return replace(material, pieces=load_pieces(pieces, material.board, material.edition.players))


@cache
def alike(edition: str) -> Material:
    """The same with the first edition's names of spaces, for the tests that the editions share."""
    material = seated_alike(edition)
    if edition == EDITIONS[0]:
        return material
    spaces = zip(material.board.spaces, MATERIAL.board.spaces, strict=True)
    board = replace(material.board, spaces=tuple(replace(space, id=ours.id) for space, ours in spaces))
    return replace(material, board=board)


played = EDITIONS[0]
"""The edition of a table for which a test names none (tests/shared.py)."""


def changed_material(edition: str, changes: dict[str, object]) -> Material:
    """The material of an edition with other values of some fields, and with what they need."""
    material = seated_alike(edition)
    values = material.edition
    for name, value in changes.items():
        values = switched(values, name, value)
    return replace(material, edition=values)


def material_of(edition: str, changes: dict[str, object]) -> Material:
    if changes:
        return changed_material(edition or EDITIONS[0], changes)
    return seated_alike(edition) if edition else alike(played)


class Table:
    def __init__(
        self,
        players: int = 4,
        active: str = "blue",
        turn: int = 2,
        segment: int = 2,
        dice: tuple[int, ...] = (),
        options: tuple[str, ...] = (),
        edition: str = "",
        changed: dict[str, object] | None = None,
    ) -> None:
        """`changed`: other values of the edition's fields, with what they need."""
        mask = sum(1 << OPTION_OF_NAME[o] for o in options)
        self.material = material = material_of(edition, changed or {})
        self.state = empty_state(material, players, mask, agenda.key_of_seed(1))
        self.play = Play(material, self.state)
        hand_out_minors(self.play)
        s = self.state
        for army in material.pieces.independents:
            s.owners[army.general] = INDEPENDENT
            moves.put_general(s, army.general, BOX)
        s.royals = [BOX] * len(s.royals)
        s.turn, s.segment, s.active, s.usurper = turn, segment, self.seat(active), NOBODY
        s.aside = (1 << len(material.cards)) - 1
        s.fixed_dice = dice
        self.game: Game | None = None

    # Names

    def number(self, domain: int, name: str) -> int:
        return self.material.notation.numbers[domain][name]

    def seat(self, faction: str) -> SeatId:
        return SeatId(self.number(Domain.FACTION, faction))

    def space(self, name: str) -> SpaceId:
        return space_id(self.number(Domain.SPACE, name))

    def location(self, name: str) -> LocationId:
        return LocationId(self.number(Domain.LOCATION, name))

    def general_number(self, name: str) -> GeneralId:
        return GeneralId(self.number(Domain.GENERAL, name))

    def card_number(self, name: str) -> CardId:
        return CardId(self.number(Domain.CARD, name))

    def fleet_number(self, name: str) -> FleetId:
        return FleetId(self.number(Domain.FLEET, name))

    def royal_number(self, name: str) -> RoyalId:
        return RoyalId(self.number(Domain.ROYAL, name))

    # Setting the pieces

    def pc(self, faction: str, *spaces: str) -> None:
        for space in spaces:
            moves.put_pc(self.state, self.space(space), self.seat(faction))

    def province(self, faction: str, province: str) -> None:
        """Every space of a Province."""
        for space in self.material.board.members[self.material.board.province_index[province]]:
            moves.put_pc(self.state, space, self.seat(faction))

    def general(self, faction: str, general: str, at: str) -> None:
        """`at` is a location, or `dispersed`."""
        number = self.general_number(general)
        self.state.owners[number] = self.seat(faction)
        moves.put_general(self.state, number, DISPERSED if at == "dispersed" else self.location(at))

    def cus(self, faction: str, at: str, **units: int) -> None:
        moves.add_cus(self.state, self.location(at), self.seat(faction), troop(**units))

    def army(self, faction: str, general: str, at: str, **units: int) -> None:
        self.general(faction, general, at)
        self.cus(faction, at, **units)

    def independent(self, general: str, at: str) -> None:
        """An Independent Army with its CUs, active."""
        number = self.general_number(general)
        for i, army in enumerate(self.material.pieces.independents):
            if army.general == number:
                moves.put_general(self.state, number, self.location(at))
                moves.add_cus(self.state, self.location(at), INDEPENDENT, forces(Unit.MERCENARY, army.cus))
                self.state.independents_active |= 1 << i

    def royal(self, royal: str, at: str, owner: str = "") -> None:
        number = self.royal_number(royal)
        self.state.royals[number] = self.location(at)
        self.state.royal_owner[number] = self.seat(owner) if owner else NOBODY
        moves.all_due(self.state)

    def fleet(self, faction: str, fleet: str, upgraded: bool = False, dispersed: bool = False) -> None:
        """Only for the Kilikia Fleet; the others go with their Province or space."""
        number = self.fleet_number(fleet)
        self.state.fleet_owner[number] = self.seat(faction)
        self.state.fleet_side[number] = upgraded + 2 * dispersed

    def hand(self, faction: str, *cards: str) -> None:
        """Give cards; the draw pile is what `deck` sets."""
        seat = self.seat(faction)
        for card in cards:
            number = self.card_number(card)
            self.state.aside &= ~(1 << number)
            self.state.hands[seat] |= 1 << number
            self.state.knows[number] |= 1 << seat

    def deck(self, *cards: str) -> None:
        """The draw pile, first to be drawn first."""
        numbers = [self.card_number(c) for c in cards]
        for number in numbers:
            self.state.aside &= ~(1 << number)
        self.state.deck = numbers[::-1]

    def siege_points(self, faction: str, space: str, points: int) -> None:
        self.state.sp[self.space(space)] = points
        self.state.sp_owner[self.space(space)] = self.seat(faction)

    def dice(self, *dice: int) -> None:
        """The next dice, whoever rolls them."""
        (self.game.state if self.game else self.state).fixed_dice += dice

    # Playing

    def begin(self, procedure: Callable[[Play], None]) -> None:
        """Put everything in order, then begin a procedure."""
        self.state.agenda = [Rest()]
        moves.all_due(self.state)
        upkeep(self.play)
        self.play.events = []
        if not self.state.result:
            procedure(self.play)
        self.game = Game.from_state(self.material, self.state)
        self.game.opening = (*self.play.events, *self.game.opening)
        self._follow()

    def _follow(self) -> None:
        assert self.game is not None
        self.state = self.game.state
        self.play = self.game._play

    def act(self, *actions: str) -> None:
        assert self.game is not None
        for action in actions:
            self.game.act(action)
            self._follow()

    @property
    def decision(self) -> Decision:
        assert self.game is not None
        assert self.game.decision is not None
        return self.game.decision

    @property
    def offers(self) -> tuple[str, ...]:
        return tuple(self.decision.notation.text(code) for code in self.decision.asked)

    @property
    def further(self) -> tuple[str, ...]:
        """What may be done besides what is asked (7.1.C.2)."""
        return tuple(self.decision.notation.text(code) for code in self.decision.further)

    @property
    def deciding(self) -> str:
        return self.material.pieces.factions[self.decision.seat]

    @property
    def over(self) -> bool:
        """The procedure that was begun is finished."""
        return isinstance(self.state.agenda[-1], Rest) or bool(self.state.result)

    def why_not(self, action: str) -> str:
        """The rule by which an action is refused; empty if it is offered."""
        assert self.game is not None
        refusal = self.game.why_not(action)
        return refusal.rule if refusal else ""

    # Looking

    def where(self, general: str) -> str:
        at = self.state.generals[self.general_number(general)]
        return PLACES[at] if at < 0 else self.name_of(at)

    def where_royal(self, royal: str) -> str:
        at = self.state.royals[self.royal_number(royal)]
        return PLACES[at] if at < 0 else self.name_of(at)

    def holder(self, royal: str) -> str:
        return self.name(self.state.royal_owner[self.royal_number(royal)])

    def name_of(self, location: int) -> str:
        return self.material.notation.ids[Domain.LOCATION][location]

    def name(self, faction: int) -> str:
        return self.material.pieces.factions[faction] if faction >= 0 else ""

    def forces(self, faction: str, at: str) -> dict[str, int]:
        """The CUs of a Faction in a location, by type."""
        return told(self.state.cus_of(self.location(at), self.seat(faction)))

    def dispersed(self, faction: str) -> dict[str, int]:
        return told(self.state.dispersed[self.seat(faction)])

    def pc_of(self, space: str) -> str:
        return self.name(self.state.pcs[self.space(space)])

    def vp(self, faction: str) -> int:
        return self.state.vp[self.seat(faction)]

    def legitimacy(self, faction: str) -> int:
        return self.state.legitimacy[self.seat(faction)]

    def champion(self, faction: str) -> bool:
        return bool(self.state.champions >> self.seat(faction) & 1)

    def events(self, key: str) -> list[agenda.Event]:
        """What happened under a message key."""
        assert self.game is not None
        return [e for e in self.game.events if e.key == key]


def troop(**units: int) -> Forces:
    out = list(NO_FORCES)
    for name, n in units.items():
        out[UNIT_NAME.index(name)] += n
    return tuple(out)


def told(cus: Forces) -> dict[str, int]:
    return {UNIT_NAME[u]: n for u, n in enumerate(cus) if n}
