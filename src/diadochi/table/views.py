"""From a View of the engine to the View of the wire: numbers become ids, keys become sentences.

Everything here is made from the View alone; the game it was taken from is not looked at.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from msgspec import structs

from diadochi.catalogue import Word, reader
from diadochi.game import decision_of
from diadochi.messages import Speaker, action_label, label_of, question
from diadochi.model.ids import SEATS, FactionId, FleetId, GeneralId, LocationId, SeatId
from diadochi.model.material import Material
from diadochi.model.notation import Notation, operand_of, verb_of
from diadochi.model.pieces import NO_FORCES, UNIT_NAME, Forces
from diadochi.model.state import (
    BOX,
    DISPERSED,
    FACTIONS,
    INDEPENDENT,
    NO_SEGMENT,
    NOBODY,
    OFF_MAP,
    OUT,
    State,
    cards_in,
    generals_in,
    numbered,
    spaces_in,
)
from diadochi.model.verbs import ALL_AT_ONCE, DOMAIN_NAME, VERBS, Domain, Verb
from diadochi.rules import face as rules
from diadochi.rules.face import (
    FLEET_DISPERSED,
    UPGRADED,
    Ask,
    Play,
    Priority,
    empty_state,
    fleet_strength,
)
from diadochi.table import fights, wire, wire_view
from diadochi.table.codec import Glimpse
from diadochi.table.sitting import player, sitting
from diadochi.view import PUBLIC, View

BESIDE: dict[int, str] = {OFF_MAP: "off map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}
WHERE: tuple[str, ...] = ("land", "inside", "sea")
UNIT_IDS = UNIT_NAME


def public_play(view: View) -> Play:
    """A state that holds what everybody may see, and no card that is hidden."""
    s = empty_state(view.material, view.public["players"], view.public["options"], b"")
    for name in PUBLIC:
        setattr(s, name, view.public[name])
    return Play(view.material, s)


class Showing:
    """One View on its way to the wire."""

    def __init__(self, view: View, version: int, *, can_undo: bool = False, past: bool = False) -> None:
        self.view = view
        self.version = version
        self.can_undo = can_undo
        self.past = past
        self.material = view.material
        self.speaker = Speaker(view.material)
        self.ids = view.material.notation.ids
        self.spaces = len(view.material.board.spaces)
        self.sitting = sitting(view.material)

    @cached_property
    def play(self) -> Play:
        return public_play(self.view)

    @cached_property
    def s(self) -> State:
        return self.play.state

    def shown(self) -> wire_view.View:
        s, view = self.s, self.view
        cards = self.ids[Domain.CARD]
        need = self.material.edition.victory_vp[s.players]
        fleets = [self.fleet(f) for f in range(len(s.fleet_owner))]
        return wire_view.View(
            version=self.version,
            seat=self.who(view.seat),
            over=bool(s.result),
            result=result(self.speaker, s),
            turn=s.turn,
            round=s.round,
            segment=segment(s.segment),
            active=self.who(s.active),
            order=[self.sitting[seat] for seat in s.order],
            usurper=self.who(s.usurper),
            phase_text=self.phase(),
            players=[self.player(seat, fleets) for seat in SEATS[s.players]],
            spaces=self.board(),
            provinces=self.provinces(),
            independents=self.independents(),
            royals={
                self.ids[Domain.ROYAL][r]: wire_view.RoyalView(self.place(at), self.who(s.royal_owner[r]))
                for r, at in enumerate(s.royals)
            },
            fleets=fleets,
            deck_size=view.deck_size,
            discard=[cards[c] for c in cards_in(s.discard)],
            removed=[cards[c] for c in cards_in(s.removed)],
            face_down=view.face_down_size,
            front={self.sitting[seat]: [cards[c] for c in cards_in(mask)] for seat, mask in enumerate(s.front) if mask},
            hand=self.hand(),
            known=[wire_view.KnownCard(self.sitting[seat], cards[c]) for seat, c in view.known],
            thresholds=wire_view.Thresholds(need, self.material.edition.victory_legitimacy),
            decision=self.decision(),
            can_undo=self.can_undo,
            key_hash=view.key_hash,
            hands={},
            key="",
        )

    def who(self, seat: int) -> wire.Faction | None:
        return player(self.material, seat)

    # The moment

    def phase(self) -> str:
        s, speaker = self.s, self.speaker
        if not s.turn:
            return speaker.say("map.setup")
        turn = speaker.word("turn", s.turn)
        if not s.round:
            return speaker.say("map.turn.preparations", turn=turn)
        if s.active == NOBODY or s.segment == NO_SEGMENT:
            return speaker.say("map.turn", turn=turn, round=s.round, order=speaker.word("factions", s.order))
        who, segment = speaker.word("faction", s.active), speaker.say(f"segment.{s.segment}")
        return speaker.say("map.player_turn", who=who, segment=segment)

    def decision(self) -> wire.Decision | None:
        shown = decision(self.material, self.view.ask, self.view.seat, self.view.public["agenda"])
        if shown is not None and self.past:
            shown.offers, shown.together = [], None
        return shown

    def hand(self) -> list[wire_view.HandCard]:
        uses: dict[int, list[str]] = {}
        ask = self.view.ask
        for code in ask.actions if ask is not None and not self.past else ():
            verb = VERBS[verb_of(code)]
            if verb.domain == Domain.CARD:
                uses.setdefault(operand_of(code), []).append(verb.name)
        return [wire_view.HandCard(self.ids[Domain.CARD][c], uses.get(c, [])) for c in cards_in(self.view.hand)]

    # The players

    def player(self, seat: SeatId, fleets: list[wire_view.FleetView]) -> wire_view.Player:
        s = self.s
        unit, points = s.training[seat]
        cost = self.material.edition.training_cost.get(unit, 0)
        dispersed = [g for g, at in numbered(GeneralId, s.generals) if at == DISPERSED and s.owners[g] == seat]
        return wire_view.Player(
            faction=self.sitting[seat],
            vp=s.vp[seat],
            vp_sources=[self.source(x) for x in rules.victory_point_sources(self.play, seat)],
            legitimacy=s.legitimacy[seat],
            legitimacy_sources=[self.source(x) for x in rules.legitimacy_sources(self.play, seat)],
            champion=bool(s.champions >> seat & 1),
            hand_size=self.view.hand_sizes[seat],
            generals=[
                wire_view.GeneralAt(self.ids[Domain.GENERAL][g], self.place(at))
                for g, at in enumerate(s.generals)
                if s.owners[g] == seat and at != OUT
            ],
            fleets=[fleet for fleet in fleets if fleet.owner == self.sitting[seat]],
            training=wire_view.Training(UNIT_IDS[unit], points, cost) if points else None,
            dispersed=wire_view.Dispersed(forces(s.dispersed[seat]), self.generals(dispersed)),
        )

    def source(self, source: rules.Source) -> wire_view.Source:
        said = sources_said(self.material.notation, reader())
        told = source.key, source.kind, source.value
        if told not in said:
            what: Word = self.speaker.word(source.kind, source.value) if source.kind else ""
            said[told] = self.speaker.say(source.key, what=what)
        return wire_view.Source(said[told], source.points)

    def fleet(self, fleet: int) -> wire_view.FleetView:
        side = self.s.fleet_side[fleet]
        return wire_view.FleetView(
            id=self.ids[Domain.FLEET][fleet],
            owner=self.who(self.s.fleet_owner[fleet]),
            strength=fleet_strength(self.play, FleetId(fleet)),
            upgraded=bool(side & UPGRADED),
            dispersed=bool(side & FLEET_DISPERSED),
        )

    # The board

    def place(self, location: int) -> str:
        return self.ids[Domain.LOCATION][location] if location >= 0 else BESIDE[location]

    def generals(self, generals: list[GeneralId]) -> list[str]:
        return [self.ids[Domain.GENERAL][g] for g in generals]

    def faction(self, faction: int) -> str:
        return self.ids[Domain.FACTION][faction]

    def board(self) -> dict[str, wire_view.SpaceView]:
        s = self.s
        out: dict[int, wire_view.SpaceView] = {}

        def at(space: int) -> wire_view.SpaceView:
            return out.setdefault(space, empty_space())

        for space, owner in enumerate(s.pcs):
            if owner != NOBODY:
                at(space).pc = self.faction(owner)
        for space, points in s.sp.items():
            at(space).siege_points[self.faction(s.sp_owner.get(space, INDEPENDENT))] = points
        for space in spaces_in(s.looted):
            at(space).looted = True
        if s.helepolis >= 0:
            at(s.helepolis % self.spaces).helepolis = True
        if s.tomb >= 0:
            at(s.tomb).tomb = True
        for seat, space in enumerate(s.capital):
            if space >= 0:
                at(space).capital = self.sitting[seat]
        for location, faction in self.stack_places():
            at(location % self.spaces).stacks.append(self.stack(location, faction))
        for royal, location in enumerate(s.royals):
            if location >= 0 and s.royal_owner[royal] == NOBODY:
                at(location % self.spaces).royals.append(self.ids[Domain.ROYAL][royal])
        return {self.ids[Domain.SPACE][space]: seen for space, seen in sorted(out.items())}

    def stack_places(self) -> list[tuple[LocationId, FactionId]]:
        s = self.s
        places = {(LocationId(key // FACTIONS), FactionId(key % FACTIONS)) for key in s.cus}
        for location, mask in s.generals_at.items():
            places |= {(location, s.owners[g]) for g in generals_in(mask) if s.owners[g] >= 0}
        for location, owner in zip(s.royals, s.royal_owner, strict=True):
            if location >= 0 and owner >= 0:
                places.add((location, owner))
        return sorted(places)

    def stack(self, location: LocationId, faction: FactionId) -> wire_view.Stack:
        s = self.s
        generals = [g for g in generals_in(s.generals_at.get(location, 0)) if s.owners[g] == faction]
        royals = [r for r, at in enumerate(s.royals) if at == location and s.royal_owner[r] == faction]
        own = faction == s.active
        ids = self.ids[Domain.ROYAL]
        return wire_view.Stack(
            faction=self.faction(faction),
            where=WHERE[location // self.spaces],
            generals=self.generals(generals),
            cus=forces(s.cus_of(location, faction)),
            royals=[ids[r] for r in royals],
            moved=wire_view.Moved(
                cus=forces(s.moved_cus.get(location, NO_FORCES) if own else NO_FORCES),
                generals=self.generals([g for g in generals if s.moved_generals >> g & 1]),
                royals=[ids[r] for r in royals if s.moved_royals >> r & 1],
            ),
        )

    def provinces(self) -> dict[str, wire_view.ProvinceView]:
        s, board = self.s, self.material.board
        out = {}
        for number, province in enumerate(board.provinces):
            held: dict[str, int] = {}
            for space in board.members[number]:
                if s.pcs[space] != NOBODY:
                    name = self.faction(s.pcs[space])
                    held[name] = held.get(name, 0) + 1
            owner = s.province_owner[number]
            out[province.id] = wire_view.ProvinceView(None if owner == NOBODY else self.faction(owner), held)
        return out

    def independents(self) -> list[wire_view.Independent]:
        s = self.s
        return [
            wire_view.Independent(
                id=self.ids[Domain.GENERAL][army.general],
                at=self.place(s.generals[army.general]),
                active=bool(s.independents_active >> i & 1),
            )
            for i, army in enumerate(self.material.pieces.independents)
        ]


def reveal(material: Material, view: wire_view.View, s: State) -> wire_view.View:
    """With what is no secret any more when the game is over."""
    cards = material.notation.ids[Domain.CARD]
    view.hands = {
        faction: [cards[c] for c in cards_in(hand)] for faction, hand in zip(sitting(material), s.hands, strict=False)
    }
    view.key = s.key.hex()
    return view


def empty_space() -> wire_view.SpaceView:
    return wire_view.SpaceView(
        pc=None,
        siege_points={},
        helepolis=False,
        looted=False,
        tomb=False,
        capital=None,
        stacks=[],
        royals=[],
    )


def decision(material: Material, ask: Ask | None, seat: int, agenda: Sequence[object]) -> wire.Decision | None:
    """A decision as a seat may see it."""
    if ask is None:
        return None
    asked = decision_of(ask, material.notation)
    return wire.Decision(
        seat=sitting(material)[ask.seat],
        mine=ask.seat == seat,
        kind=ask.prompt.removeprefix("prompt."),
        prompt=question(material, asked),
        rule=material.cited(ask.rule),
        fight=fights.of_decision(ask.rule),
        hidden=ask.hidden,
        window=isinstance(agenda[-1], Priority),
        offers=offers(material, ask),
        together=together(material, ask),
        round=None,
    )


def offers(material: Material, ask: Ask) -> list[wire.Offer]:
    """The answers to the question, then what may be done besides."""
    out = [offer(material, code, ask.prompt) for code in ask.actions]
    out += [structs.replace(offer(material, code, ask.prompt), further=True) for code in ask.further]
    if not ask.perils:
        return out
    perils = {material.notation.text(code): code for code in ask.perils}
    return [structs.replace(x, sure=sure(material, perils[x.action])) if x.action in perils else x for x in out]


def together(material: Material, ask: Ask) -> wire.Together | None:
    """Everything at once, where nothing speaks against it."""
    if ask.prompt not in ALL_AT_ONCE:
        return None
    verb, label = ALL_AT_ONCE[ask.prompt]
    actions = [material.notation.text(code) for code in ask.actions if verb_of(code) == verb]
    if len(actions) < 2:
        return None
    return wire.Together(Speaker(material).say(label, number=len(actions)), actions)


def sure(material: Material, code: int) -> str:
    """7.2.A.1: what a Minor General leaves behind; 10.B: whom nobody guards outside the walls."""
    speaker = Speaker(material)
    if verb_of(code) == Verb.DONE:
        return speaker.say("sure.unguarded")
    return speaker.say("sure.dispersed", general=speaker.word("general", operand_of(code)))


@lru_cache(maxsize=16)
def sources_said(notation: Notation, language: str) -> dict[tuple[str, str, int], str]:
    """What points are for, in the last few sets of data and languages."""
    return {}


@lru_cache(maxsize=16)
def offers_made(notation: Notation, language: str) -> dict[tuple[int, str], wire.Offer]:
    """The offers of the last few sets of data and languages."""
    return {}


def offer(material: Material, code: int, prompt: str) -> wire.Offer:
    """Made once for each action and what it means."""
    known = offers_made(material.notation, reader())
    verb = VERBS[verb_of(code)]
    key = code, label_of(verb, prompt)
    if key not in known:
        known[key] = wire.Offer(
            action=material.notation.text(code),
            verb=verb.name,
            domain=DOMAIN_NAME[verb.domain],
            id=material.notation.ids[verb.domain][operand_of(code)],
            label=action_label(material, code, prompt=prompt),
            further=False,
            sure="",
        )
    return known[key]


def segment(number: int) -> wire.Segment | None:
    return None if number == NO_SEGMENT else wire.SEGMENTS[number]


def forces(value: Forces) -> dict[str, int]:
    return {UNIT_IDS[unit]: number for unit, number in enumerate(value) if number}


def result(speaker: Speaker, s: State | Glimpse) -> wire.Result | None:
    if not s.result:
        return None
    winner, kind = s.result
    victory = rules.VICTORY_NAME[kind]
    players = sitting(speaker.material)
    return wire.Result(
        winner=players[winner],
        victory=victory,
        text=speaker.say(f"victory.{victory}"),
        vp=dict(zip(players, s.vp, strict=False)),
        legitimacy=dict(zip(players, s.legitimacy, strict=False)),
    )
