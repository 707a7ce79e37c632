"""A short map in words: where everything is, as far as the viewer may see it."""

import random
from collections import Counter
from collections.abc import Iterator

from diadochi.catalogue import Word
from diadochi.messages import Speaker
from diadochi.model.ids import SEATS, FactionId, FleetId, LocationId, Mask, SeatId
from diadochi.model.pieces import Forces
from diadochi.model.state import DISPERSED, FACTIONS, INDEPENDENT, NO_SEGMENT, NOBODY, State, members, numbered
from diadochi.rules import face as rules
from diadochi.rules.face import FLEET_DISPERSED, Play, fleet_strength
from diadochi.view import View


def overview(view: View) -> list[str]:
    return list(Overview(view).lines())


class Overview:
    def __init__(self, view: View) -> None:
        self.view = view
        self.speaker = Speaker(view.material)
        # What the viewer cannot know is dealt at random here, and nothing below looks at it.
        self.play = Play(view.material, view.sample(random.Random(0)))
        self.state: State = self.play.state

    def lines(self) -> Iterator[str]:
        yield from self.moment()
        for seat in SEATS[self.state.players]:
            yield from self.player(seat)
        yield self.say("map.independents")
        yield from map(indent, self.pieces(INDEPENDENT))
        yield self.say("map.royals")
        yield from map(indent, self.royal_family())

    def say(self, key: str, **words: Word) -> str:
        return self.speaker.say(key, **words)

    def moment(self) -> Iterator[str]:
        s = self.state
        if not s.turn:
            yield self.say("map.setup")
        elif not s.round:
            yield self.say("map.turn.preparations", turn=self.speaker.word("turn", s.turn))
        else:
            order = self.speaker.each("faction", s.order)
            yield self.say("map.turn", turn=self.speaker.word("turn", s.turn), round=s.round, order=order)
        if s.active != NOBODY and s.segment != NO_SEGMENT:
            who, segment = self.speaker.word("faction", s.active), self.say(f"segment.{s.segment}")
            yield self.say("map.player_turn", who=who, segment=segment)
        if s.usurper != NOBODY:
            yield self.say("map.usurper", who=self.speaker.word("faction", s.usurper))
        view = self.view
        discards = s.discard.bit_count()
        yield self.say("map.cards", deck=view.deck_size, discards=discards, face_down=view.face_down_size)
        for space, points in sorted(s.sp.items()):
            who = self.speaker.word("faction", s.sp_owner.get(space, NOBODY))
            yield self.say("map.siege", space=self.speaker.word("space", space), who=who, points=points)

    def player(self, seat: SeatId) -> Iterator[str]:
        s = self.state
        cards = self.view.hand_sizes[seat]
        yield self.say(
            "map.champion" if rules.is_champion(s, seat) else "map.successor",
            who=self.speaker.word("faction", seat),
            vp=s.vp[seat],
            legitimacy=s.legitimacy[seat],
            cards=cards,
        )
        if seat == self.view.seat and self.view.hand:
            yield indent(self.say("map.hand", cards=self.speaker.each("card", self.view.hand)))
        if s.front[seat]:
            yield indent(self.say("map.front", cards=self.speaker.each("card", s.front[seat])))
        yield from map(indent, self.points(seat))
        yield from map(indent, self.pieces(seat))
        yield from map(indent, self.beside_the_map(seat))

    def points(self, seat: SeatId) -> Iterator[str]:
        """VP and L with their sources."""
        for key, sources in (
            ("map.vp", rules.victory_point_sources(self.play, seat)),
            ("map.legitimacy", rules.legitimacy_sources(self.play, seat)),
        ):
            if sources:
                yield self.say(key, sources=self.speaker.row(map(self.source, sources)))

    def source(self, source: rules.Source) -> str:
        what = self.speaker.word(source.kind, source.value) if source.kind else ""
        return self.say("map.source", source=self.say(source.key, what=what), points=source.points)

    def pieces(self, faction: FactionId) -> Iterator[str]:
        """Generals and CUs by location, then PCs by Province."""
        s = self.state
        here = {location for location, mask in s.generals_at.items() if self.own(mask, faction)}
        here |= {LocationId(key // FACTIONS) for key in s.cus if key % FACTIONS == faction}
        for location in sorted(here, key=lambda x: (x % self.play.spaces, x)):
            generals = self.own(s.generals_at.get(location, 0), faction)
            yield self.stack(location, generals, s.cus_of(location, faction))
        provinces = self.provinces(faction)
        if provinces:
            yield self.say("map.pcs", provinces=self.speaker.row(provinces))

    def stack(self, location: LocationId, generals: list[int], cus: Forces) -> str:
        key = "map.army" if generals and any(cus) else "map.generals" if generals else "map.cus"
        return self.say(
            key,
            location=self.speaker.word("location", location),
            generals=self.speaker.word("generals", generals),
            cus=self.speaker.word("forces", cus),
        )

    def own(self, generals: Mask, faction: FactionId) -> list[int]:
        return [g for g in members(generals) if self.state.owners[g] == faction]

    def provinces(self, faction: FactionId) -> list[str]:
        s, board = self.state, self.play.board
        held = Counter(board.spaces[i].province for i, owner in enumerate(s.pcs) if owner == faction)
        return [
            self.say(
                "map.province.controlled" if s.province_owner[province] == faction else "map.province",
                province=self.speaker.word("province", province),
                held=held[province],
                spaces=len(board.members[province]),
            )
            for province in sorted(held)
        ]

    def beside_the_map(self, seat: SeatId) -> Iterator[str]:
        s = self.state
        fleets = [f for f, owner in numbered(FleetId, s.fleet_owner) if owner == seat]
        if fleets:
            yield self.say("map.fleets", fleets=self.speaker.row(map(self.fleet, fleets)))
        names = [self.speaker.general(g) for g, at in enumerate(s.generals) if at == DISPERSED and s.owners[g] == seat]
        if any(s.dispersed[seat]):
            names.append(self.speaker.forces(s.dispersed[seat]))
        if names:
            yield self.say("map.dispersed", pieces=self.speaker.row(names))
        unit, ops = s.training[seat]
        if ops:
            yield self.say("map.training", unit=self.speaker.word("units", unit), ops=ops)

    def fleet(self, fleet: FleetId) -> str:
        dispersed = self.state.fleet_side[fleet] & FLEET_DISPERSED
        key = "map.fleet.dispersed" if dispersed else "map.fleet"
        return self.say(key, fleet=self.speaker.word("fleet", fleet), strength=fleet_strength(self.play, fleet))

    def royal_family(self) -> Iterator[str]:
        s = self.state
        for royal, location in enumerate(s.royals):
            owner = s.royal_owner[royal]
            yield self.say(
                "map.royal.free" if owner == NOBODY else "map.royal",
                royal=self.speaker.word("royal", royal),
                location=self.speaker.word("location", location),
                who=self.speaker.word("faction", owner),
            )
        if s.tomb >= 0:
            yield self.say("map.tomb", space=self.speaker.word("space", s.tomb))


def indent(line: str) -> str:
    return f"  {line}"
