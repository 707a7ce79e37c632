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
from typing import NamedTuple

from diadochi.data import load_material
from diadochi.game import Decision, Game
from diadochi.model.notation import Domain, Verb, code
from diadochi.model.options import OPTION_OF_NAME
from diadochi.model.pieces import NO_FORCES, Forces, Unit
from diadochi.model.state import ALL_DIRTY, BOX, DISPERSED, INDEPENDENT, NOBODY, OFF_MAP, OUT, forces
from diadochi.rules import agenda, chance
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal
from diadochi.rules.setup import empty_state, hand_out_minors
from diadochi.rules.upkeep import upkeep

MATERIAL = load_material()
PLACES = {OFF_MAP: "off map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}


class Rest(NamedTuple):
    """The ground under a procedure that a test has begun: everything is over when it asks."""

    def step(self, p: Play) -> Ask | None:
        return Ask(0, "prompt.rest", "", [code(Verb.PASS), code(Verb.DONE)])

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise AssertionError("nothing is left to do")


class Table:
    def __init__(
        self,
        players: int = 4,
        active: str = "blue",
        turn: int = 2,
        segment: int = 2,
        dice: tuple[int, ...] = (),
        options: tuple[str, ...] = (),
    ) -> None:
        mask = sum(1 << OPTION_OF_NAME[o] for o in options)
        self.state = empty_state(MATERIAL, players, mask, chance.key_of_seed(1))
        self.play = Play(MATERIAL, self.state)
        hand_out_minors(self.play)
        s = self.state
        for army in MATERIAL.pieces.independents:
            s.owners[army.general] = INDEPENDENT
            s.put_general(army.general, BOX)
        s.royals = [BOX] * len(s.royals)
        s.turn, s.segment, s.active, s.usurper = turn, segment, self.seat(active), NOBODY
        s.aside = (1 << len(MATERIAL.cards)) - 1
        s.fixed_dice = dice
        self.game: Game | None = None

    # Names

    def number(self, domain: Domain, name: str) -> int:
        return MATERIAL.notation.numbers[domain][name]

    def seat(self, faction: str) -> int:
        return self.number(Domain.FACTION, faction)

    def space(self, name: str) -> int:
        return self.number(Domain.SPACE, name)

    def location(self, name: str) -> int:
        return self.number(Domain.LOCATION, name)

    def general_number(self, name: str) -> int:
        return self.number(Domain.GENERAL, name)

    def card_number(self, name: str) -> int:
        return self.number(Domain.CARD, name)

    # Setting the pieces

    def pc(self, faction: str, *spaces: str) -> None:
        for space in spaces:
            self.state.put_pc(self.space(space), self.seat(faction))

    def province(self, faction: str, province: str) -> None:
        """Every space of a Province."""
        for space in MATERIAL.board.members[MATERIAL.board.province_index[province]]:
            self.state.put_pc(space, self.seat(faction))

    def general(self, faction: str, general: str, at: str) -> None:
        """`at` is a location, or `dispersed`."""
        number = self.general_number(general)
        self.state.owners[number] = self.seat(faction)
        self.state.put_general(number, DISPERSED if at == "dispersed" else self.location(at))

    def cus(self, faction: str, at: str, **units: int) -> None:
        self.state.add_cus(self.location(at), self.seat(faction), troop(**units))

    def army(self, faction: str, general: str, at: str, **units: int) -> None:
        self.general(faction, general, at)
        self.cus(faction, at, **units)

    def independent(self, general: str, at: str) -> None:
        """An Independent Army with its CUs, active."""
        number = self.general_number(general)
        for i, army in enumerate(MATERIAL.pieces.independents):
            if army.general == number:
                self.state.put_general(number, self.location(at))
                self.state.add_cus(self.location(at), INDEPENDENT, forces(Unit.MERCENARY, army.cus))
                self.state.independents_active |= 1 << i

    def royal(self, royal: str, at: str, owner: str = "") -> None:
        number = self.number(Domain.ROYAL, royal)
        self.state.royals[number] = self.location(at)
        self.state.royal_owner[number] = self.seat(owner) if owner else NOBODY
        self.state.board_dirty = ALL_DIRTY

    def fleet(self, faction: str, fleet: str, upgraded: bool = False, dispersed: bool = False) -> None:
        """Only for the Kilikia Fleet; the others go with their Province or space."""
        number = self.number(Domain.FLEET, fleet)
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
        self.state.board_dirty = ALL_DIRTY
        upkeep(self.play)
        self.play.events = []
        if not self.state.result:
            procedure(self.play)
        self.game = Game.from_state(MATERIAL, self.state)
        self.game._events[:0] = self.play.events
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
        return MATERIAL.pieces.factions[self.decision.seat]

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
        at = self.state.royals[self.number(Domain.ROYAL, royal)]
        return PLACES[at] if at < 0 else self.name_of(at)

    def holder(self, royal: str) -> str:
        return self.name(self.state.royal_owner[self.number(Domain.ROYAL, royal)])

    def name_of(self, location: int) -> str:
        return MATERIAL.notation.ids[Domain.LOCATION][location]

    def name(self, faction: int) -> str:
        return MATERIAL.pieces.factions[faction] if faction >= 0 else ""

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
        out[Unit[name.upper()]] += n
    return tuple(out)


def told(cus: Forces) -> dict[str, int]:
    return {Unit(u).name.lower(): n for u, n in enumerate(cus) if n}
