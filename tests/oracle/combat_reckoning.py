"""What the rules of combat make of a State: plain reckoning, chapter by chapter, from the specification alone.

7.2.F Prestige, 7.3 Attrition, 13.3 Fleet Strength, 14.5 to 14.9 Land Battle, 15.2 and 15.4 Siege, with the options of
chapter 16 that change them. Slow and obvious; nothing of `diadochi.rules` is used.
"""

from typing import NamedTuple

from diadochi.model.board import Kind
from diadochi.model.ids import NO_GENERAL, FactionId, GeneralId, LocationId, ProvinceId, SpaceId, UnitId
from diadochi.model.material import Material
from diadochi.model.options import Option
from diadochi.model.pieces import UNIT_NAME, Ability, Forces, Royal, Unit
from diadochi.model.state import DISPERSED, INDEPENDENT, NOBODY, State, numbered, space_id, subtract

MACEDONIANS = (Unit.LOYAL, Unit.ROYAL, Unit.SILVER_SHIELDS)
STRENGTH = {Unit.MERCENARY: 1, Unit.LOYAL: 2, Unit.ROYAL: 2, Unit.SILVER_SHIELDS: 3, Unit.CAVALRY: 1}
LARGEST_ROLL = 12


def option(s: State, which: int) -> bool:
    return bool(s.options >> which & 1)


def only(cus: Forces, *units: UnitId) -> Forces:
    """Those of the CUs that are of these types."""
    return tuple(n if unit in units else 0 for unit, n in numbered(UnitId, cus))


class Table(NamedTuple):
    """A State and what it is played with."""

    material: Material
    state: State

    # Places

    @property
    def spaces(self) -> int:
        return len(self.material.board.spaces)

    def space(self, location: LocationId) -> SpaceId:
        return space_id(location % self.spaces)

    def inside(self, space: SpaceId) -> LocationId:
        return LocationId(space + self.spaces)

    def at_sea(self, space: SpaceId) -> LocationId:
        return LocationId(space + 2 * self.spaces)

    def province(self, location: LocationId) -> ProvinceId:
        return self.material.board.spaces[self.space(location)].province

    def is_major_city(self, space: SpaceId) -> bool:
        """Printed, or a completed Capital (16.1.3)."""
        return self.material.board.spaces[space].kind == Kind.MAJOR or space in self.state.capital

    def controls_province(self, faction: FactionId, province: ProvinceId) -> bool:
        """2.18, 2.19, 16.1.4: its Major Cities and over half of its spaces."""
        members = [
            i
            for i, s in numbered(space_id, self.material.board.spaces)
            if s.province == province and s.kind != Kind.TRANSIT
        ]
        held = [i for i in members if self.state.pcs[i] == faction]
        cities = [i for i in members if self.is_major_city(i)]
        return 2 * len(held) > len(members) and set(cities) <= set(held)

    # 7.1 Generals

    def generals(self, faction: FactionId, location: LocationId) -> list[GeneralId]:
        s = self.state
        return [g for g, where in numbered(GeneralId, s.generals) if where == location and s.owners[g] == faction]

    def commander(self, faction: FactionId, location: LocationId) -> GeneralId:
        """7.1.A.2: the most Senior; -1 if there is none."""
        here = self.generals(faction, location)
        return max(here, key=lambda g: (self.material.pieces.generals[g].seniority, -g), default=NO_GENERAL)

    def is_major(self, general: GeneralId) -> bool:
        return 0 <= general < self.material.pieces.majors

    def has_ability(self, general: GeneralId, ability: int, location: LocationId) -> bool:
        """7.1.3: of a General who commands; abilities bound to Provinces only there."""
        if general < 0:
            return False
        data = self.material.pieces.generals[general]
        if data.ability != ability:
            return False
        return not data.ability_provinces or self.province(location) in data.ability_provinces

    def ability_value(self, general: GeneralId) -> int:
        return self.material.pieces.generals[general].ability_value

    # 7.2.F Prestige

    def prestige(self, faction: FactionId, location: LocationId, defends: bool = False) -> tuple[int, int]:
        """(L, P); `defends`: in a Land Battle, where Sacred Ground counts (A40)."""
        if faction == INDEPENDENT:
            return 0, 0
        s = self.state
        general = self.commander(faction, location)
        popularity = 0
        if general >= 0:
            popularity = self.material.pieces.generals[general].popularity + s.popularity[general]
            if s.oratory[0] == general:
                popularity += 5
            if defends and self.holds_sacred_ground(faction, self.space(location)):
                popularity += 4
        return s.legitimacy[faction], popularity

    def total_prestige(self, faction: FactionId, location: LocationId, defends: bool = False) -> int:
        return max(0, sum(self.prestige(faction, location, defends)))

    def holds_sacred_ground(self, faction: FactionId, space: SpaceId) -> bool:
        s = self.state
        cart = s.royals[Royal.FUNERAL_CART]
        with_cart = cart >= 0 and self.space(cart) == space and s.royal_owner[Royal.FUNERAL_CART] == faction
        return with_cart or (s.tomb == space and s.pcs[space] == faction)

    def set_apart(self, attacker: FactionId, defender: FactionId, at: LocationId) -> dict[FactionId, Forces]:
        """7.2.F.9, 14.4: the Royal Army of the side with the lower Prestige."""
        royal = {f: only(self.state.cus_of(at, f), Unit.ROYAL) for f in (attacker, defender)}
        own, theirs = self.total_prestige(attacker, at), self.total_prestige(defender, at, defends=True)
        none = only(royal[attacker])
        return {
            attacker: royal[attacker] if own < theirs else none,
            defender: royal[defender] if theirs < own else none,
        }

    # 7.3 Attrition

    def attrition(self, column: int, die: int) -> tuple[int, bool]:
        """(CUs lost, an Elephant first); dice above 6 read 6."""
        table = self.material.tables.attrition
        return table[min(column, len(table) - 1)][max(1, min(6, die))]

    # 13.3 Naval Battle

    def fleet_strength(self, fleets: tuple[int, ...]) -> int:
        s = self.state
        data = self.material.pieces.fleets
        return sum(data[f].upgraded if s.fleet_side[f] & 1 else data[f].normal for f in fleets)

    def available_fleets(self, faction: FactionId) -> list[int]:
        s = self.state
        return [f for f, owner in enumerate(s.fleet_owner) if owner == faction and not s.fleet_side[f] & 2]

    # 14 Land Battle

    def local_troops(self, faction: FactionId, at: LocationId, failed_evasion: bool) -> int:
        if failed_evasion:
            return 0
        space = self.space(at)
        points = 1 if self.state.pcs[space] == faction else 0
        if self.controls_province(faction, self.province(at)):
            points += 2
        general = self.commander(faction, at)
        if self.has_ability(general, Ability.LOCAL_TROOPS, at):
            points += self.ability_value(general)
        if self.has_ability(general, Ability.DOUBLE_LOCAL_TROOPS, at):
            points *= 2
        return points

    def battle_rating(self, faction: FactionId, enemy: FactionId, at: LocationId) -> int:
        """14.7.2; A45: the highest of several Independent Armies; 0 without a General."""
        ratings = self.material.pieces.generals
        if faction == INDEPENDENT:
            return max((ratings[g].battle for g in self.generals(faction, at)), default=0)
        general = self.commander(faction, at)
        if general < 0:
            return 0
        rating = ratings[general].battle
        if self.has_ability(general, Ability.BATTLE_IN_PROVINCES, at) or (
            enemy == INDEPENDENT and self.has_ability(general, Ability.BATTLE_AGAINST_INDEPENDENTS, at)
        ):
            rating = max(rating, self.ability_value(general))
        return rating

    def has_cavalry(self, faction: FactionId, cus: Forces) -> bool:
        """16.9.2: every Independent Army has Cavalry."""
        if not option(self.state, Option.CAVALRY):
            return False
        return cus[Unit.CAVALRY] > 0 or (faction == INDEPENDENT and sum(cus) > 0)

    def battle_score(self, strength: int, roll: int) -> int:
        table = self.material.tables.battle
        return 0 if strength == 0 else table[min(strength, len(table) - 1)][min(LARGEST_ROLL, roll)]

    # 15 Siege

    def siege_points_needed(self, space: SpaceId) -> int:
        if self.is_major_city(space):
            return 3
        return 2 if self.material.board.spaces[space].kind == Kind.STRONGHOLD else 1

    def siege_modifiers(self, seat: FactionId, space: SpaceId, general: GeneralId, traitor: bool) -> list[int]:
        """15.2.B, without those that are 0."""
        s = self.state
        out = []
        if self.is_major_city(space):
            city = self.material.board.spaces[space]
            if city.port and not self.available_fleets(seat):
                out.append(-1)
            out.append({"rhodos": -1, "memphis": 1, "babylon": 1}.get(city.id, 0))
            out.append(1 if s.helepolis == space else 0)
            out.append(3 if traitor else 0)
            owner = s.pcs[space]
            held = owner not in (NOBODY, INDEPENDENT)
            guard = self.commander(owner, self.inside(space)) if held else NO_GENERAL
            if self.has_ability(guard, Ability.SIEGE_DEFENCE, space):
                out.append(-1)
        if self.commander(seat, space) == general and self.has_ability(general, Ability.SIEGE, space):
            out.append(1)
        return sorted(m for m in out if m)

    def siege_result(self, modified: int) -> tuple[int, int]:
        """(Siege Points, CUs lost by the besieger)"""
        return self.material.tables.siege[max(0, min(8, modified))]

    # Totals

    def all_cus(self, faction: FactionId) -> Forces:
        """On the map and in the Dispersed Box, by type."""
        s = self.state
        out = [0] * len(UNIT_NAME)
        for key, cus in s.cus.items():
            if key % 6 == faction:
                out = [a + b for a, b in zip(out, cus, strict=True)]
        if faction < s.players:
            out = [a + b for a, b in zip(out, s.dispersed[faction], strict=True)]
        return tuple(out)

    def is_gone(self, general: GeneralId) -> bool:
        """2.34: a Major General in the Dispersed Box, a Minor one off map."""
        where = self.state.generals[general]
        return where == DISPERSED if self.is_major(general) else where == -1


def fighting_strength(cus: Forces) -> int:
    """14.6.2 without Elephants, which roll."""
    return sum(STRENGTH[unit] * n for unit, n in numbered(UnitId, cus) if unit != Unit.ELEPHANT)


def lost_outright(cus: Forces) -> Forces:
    """14.9.7, 16.9.19: what a loser's CUs lose before any Attrition."""
    return subtract(cus, only(cus, *MACEDONIANS))
