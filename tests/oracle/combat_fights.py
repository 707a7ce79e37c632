"""Fights, Sieges and losses under way, as the reckoning of combat follows them, and what must be true at their end."""

from typing import Any, NamedTuple

from diadochi.model.ids import NO_GENERAL, SEATS, FactionId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import FEMALES, NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import (
    BOX,
    INDEPENDENT,
    NOBODY,
    OUT,
    SURRENDER,
    State,
    add,
    subtract,
)
from diadochi.rules.agenda import Event
from tests.oracle import combat_odds
from tests.oracle.combat_reckoning import MACEDONIANS, Table, lost_outright, only, option

PROCEDURE_STARTS = (
    "marches",
    "independent_marches",
    "lands",
    "drops_off",
    "comes_out",
    "activates",
    "moves_independent",
)
CUS_CHANGE = (
    "cus_eliminated",
    "cus_dispersed",
    "cus_change_side",
    "cus_change_side_to",
    "reinforces_cus",
    "event_places_cus",
    "recruit_placed",
)


class Moment(NamedTuple):
    """An event and the State when it was told."""

    event: Event
    table: Table

    @property
    def args(self) -> dict[str, Any]:
        return {name: value for name, _, value in self.event.args}


class Losers:
    """14.9.7 to 14.9.12: a Faction's pieces in a location that suffer as losers of a Land Battle."""

    def __init__(self, table: Table, faction: FactionId, at: LocationId, apart: Forces, bonus: int) -> None:
        self.before = table
        self.faction, self.at, self.bonus = faction, at, bonus
        self.cus = subtract(table.state.cus_of(at, faction), apart)
        self.generals = table.generals(faction, at)
        self.eliminated = NO_FORCES
        self.attrition: Attrition | None = None
        self.dispersed = NO_FORCES
        self.tainted = False

    def settle(self, now: Table) -> None:
        s, before = now.state, self.before.state
        if self.faction == INDEPENDENT:
            for army, data in enumerate(now.material.pieces.independents):
                if data.general in self.generals:
                    assert s.generals[data.general] == (BOX if data.returns_to_box else OUT), ("14.9.11", army)
                    assert not s.independents_active >> army & 1, ("14.9.11", army)
            assert s.cus_of(self.at, INDEPENDENT) == NO_FORCES, "14.9.12"
            return
        macedonians = only(self.cus, *MACEDONIANS)
        assert self.eliminated == lost_outright(self.cus), ("14.9.7", self.cus, self.eliminated)
        assert (self.attrition is not None) == (sum(macedonians) > 0), ("14.9.8", self.cus)
        lost = NO_FORCES
        if self.attrition is not None:
            self.attrition.settle()
            lost = self.attrition.lost
        assert self.dispersed == subtract(macedonians, lost), ("14.9.8", macedonians, lost, self.dispersed)
        if not self.tainted:
            box = subtract(s.dispersed[self.faction], before.dispersed[self.faction])
            assert box == self.dispersed, ("14.9.8 Dispersed Box", box, self.dispersed)
            assert s.cus_of(self.at, self.faction) == NO_FORCES, "14.9.8 CUs are left"
        for general in self.generals:
            where = s.generals[general]
            if where != OUT:
                assert now.is_gone(general), ("14.9.9", general, where)
        own_pc = s.pcs[now.space(self.at)] == self.faction
        for royal, where in enumerate(before.royals):
            back = own_pc and royal not in FEMALES  # 8.2.2
            if where == self.at and before.royal_owner[royal] == self.faction and s.royals[royal] == where and not back:
                assert s.royal_owner[royal] != self.faction, ("14.9.10", royal)


class Attrition:
    """7.3: one roll and the CUs that its owner then loses."""

    def __init__(self, moment: Moment) -> None:
        args, table = moment.args, moment.table
        self.who, self.at, self.cus = args["who"], args["at"], args["cus"]
        (die,) = moment.event.dice
        assert args["modified"] == max(1, min(6, die + args["bonus"])), ("7.3.3 modified", moment.event)
        losses, elephant = table.attrition(args["column"], args["modified"])
        self.losses = min(losses, sum(self.cus))
        self.elephant_first = elephant
        assert args["losses"] == losses, ("7.3.3", moment.event)
        assert bool(args["elephant_first"]) == elephant, ("7.3.4", moment.event)
        self.lost = NO_FORCES

    def lose(self, cus: Forces) -> None:
        everybody = sum(self.cus) <= self.losses
        if self.elephant_first and self.lost == NO_FORCES and self.cus[Unit.ELEPHANT] and not everybody:
            assert cus[Unit.ELEPHANT], ("7.3.4 an Elephant first", self.cus, cus)
        self.lost = add(self.lost, cus)
        assert all(a <= b for a, b in zip(self.lost, self.cus, strict=True)), ("7.3.3 not of the group", self.cus, cus)

    def settle(self) -> None:
        assert sum(self.lost) == self.losses, ("7.3.3", self.cus, self.losses, self.lost)


class Fight:
    """14: one Land Battle from its beginning to its end."""

    def __init__(self, moment: Moment, failed_evasion: set[tuple[FactionId, LocationId]]) -> None:
        args, table = moment.args, moment.table
        self.at: LocationId = args["at"]
        self.sides: tuple[FactionId, FactionId] = (args["attacker"], args["defender"])
        self.start = table
        self.no_local = {f for f, at in failed_evasion if at == self.at}
        self.devices: set[FactionId] = set()
        self.superior: set[FactionId] = set()
        self.pending: list[str] = []
        self.prestige: dict[FactionId, int] = {}
        self.apart: dict[FactionId, Forces] = dict.fromkeys(self.sides, NO_FORCES)
        self.told_apart: dict[FactionId, Forces] = dict.fromkeys(self.sides, NO_FORCES)
        self.cus: dict[FactionId, Forces] = {}
        self.strength: dict[FactionId, int] = {}
        self.elephants: dict[FactionId, int] = {}
        self.roll: dict[FactionId, int] = {}
        self.score: dict[FactionId, int] = {}
        self.commander: dict[FactionId, GeneralId] = {}
        self.scored: Table | None = None
        self.winner = NOBODY
        self.decided = False
        self.survival: dict[FactionId, bool] = {}
        self.killed: set[FactionId] = set()
        self.spared: set[FactionId] = set()
        self.command: dict[FactionId, GeneralId] = {}
        self.lost: dict[FactionId, Forces] = dict.fromkeys(self.sides, NO_FORCES)
        self.losers: Losers | None = None
        self.unhurt = False
        self.changed_side: dict[FactionId, Forces] = dict.fromkeys(self.sides, NO_FORCES)
        self.no_battle = False
        self.popularity: dict[GeneralId, int] = {}
        self.tainted = False

    def other(self, faction: FactionId) -> FactionId:
        return self.sides[1] if faction == self.sides[0] else self.sides[0]


class Siege:
    """15: one Siege from its declaration to its end."""

    def __init__(self, moment: Moment) -> None:
        args = moment.args
        self.seat: SeatId = args["who"]
        self.general: GeneralId = args["general"]
        self.space: SpaceId = args["space"]
        self.start = moment.table
        self.owner = moment.table.state.pcs[self.space]
        self.traitor = False
        self.roll: Moment | None = None
        self.told_modifiers: list[int] = []
        self.points = self.losses = 0
        self.lost = self.scattered = self.inside_lost = self.defected = NO_FORCES
        self.completed = False
        self.told_points = -1
        self.tainted = False


# Chapters 3 and 7, as far as they matter here


def breaks_peace(s: State, attacker: FactionId, victim: FactionId) -> bool:
    """3.7.2: a Champion attacks another Champion who is not the Usurper, so he cannot be Champion any more."""
    if INDEPENDENT in (attacker, victim):
        return False
    both = s.champions >> attacker & 1 and s.champions >> victim & 1
    return bool(both) and s.usurper != victim


def seleukos_commands(table: Table, faction: FactionId, at: LocationId) -> bool:
    return table.has_ability(table.commander(faction, at), Ability.ELEPHANTS, at)


def battle_prestige(table: Table, fight: Fight, faction: FactionId) -> int:
    return table.total_prestige(faction, fight.at, faction == fight.sides[1])


def admiral_ability(table: Table, mover: FactionId) -> int:
    """+1 if Nearchos leads the Naval Movement."""
    s = table.state
    afloat = {where for g, where in enumerate(s.generals) if where >= 2 * table.spaces and s.owners[g] == mover}
    assert len(afloat) == 1, ("13.1.2", afloat)
    at = afloat.pop()
    general = table.commander(mover, at)
    return table.ability_value(general) if table.has_ability(general, Ability.NAVAL, at) else 0


# The end of a Land Battle


def losers_of(fight: Fight) -> Losers:
    """14.9: the losing side of a battle, as it stood when the dice were rolled."""
    if fight.losers is None:
        assert fight.winner != NOBODY
        assert fight.scored is not None
        loser = fight.other(fight.winner)
        fight.losers = Losers(fight.scored, loser, fight.at, fight.apart[loser], attrition_bonus(fight))
    return fight.losers


def attrition_bonus(fight: Fight) -> int:
    """16.9.20 and the ability of Leonnatos, who must command and live."""
    table = fight.scored
    assert table is not None
    winner, loser = fight.winner, fight.other(fight.winner)
    bonus = 0
    if table.has_cavalry(winner, fight.cus[winner]) and not table.has_cavalry(loser, fight.cus[loser]):
        bonus += 2
    general = fight.command.get(winner, NO_GENERAL) if winner in fight.killed else fight.commander[winner]
    if winner != INDEPENDENT and table.has_ability(general, Ability.WINNER_ATTRITION, fight.at):
        bonus += table.ability_value(general)
    return bonus


def settle_fight(fight: Fight, now: Table, key: str) -> None:
    """14.8 to 14.10 as a whole."""
    if fight.no_battle:
        assert not fight.decided
        return
    assert fight.decided, "14.7 no result"
    if key in CUS_CHANGE or key in PROCEDURE_STARTS:
        fight.tainted = True
    assert fight.scored is not None
    scored, s = fight.scored, now.state
    for side in fight.sides:
        must = side != INDEPENDENT and fight.roll[side] == 9 and scored.is_major(fight.commander[side])
        assert (side in fight.survival) == must, ("14.8.1", side, fight.roll)
        killed = fight.survival.get(side, False) and side not in fight.spared
        assert (side in fight.killed) == killed, ("14.8.3", side)
        if killed:
            assert s.generals[fight.commander[side]] == OUT, "14.8.3"
            assert s.dead >> fight.commander[side] & 1, "14.8.3"
    if fight.winner == NOBODY:
        for side in fight.sides:
            assert sum(fight.lost[side]) == (0 if side == INDEPENDENT else 1), ("14.9.3", side, fight.lost)
            assert_kept(fight, now, side)
        return
    winner, loser = fight.winner, fight.other(fight.winner)
    unhurt = fight.score[winner] >= 2 * fight.score[loser] or winner == INDEPENDENT
    assert sum(fight.lost[winner]) == (0 if unhurt else 1), ("14.9.4, 14.9.5", fight.score, fight.lost)
    assert fight.changed_side[winner] == NO_FORCES, "14.9.15"
    assert fight.changed_side[loser] == fight.apart[loser], ("14.9.15", fight.changed_side, fight.apart)
    losers = losers_of(fight)
    losers.tainted |= fight.tainted
    losers.settle(now)
    assert_kept(fight, now, winner)
    if loser != INDEPENDENT:
        assert s.battle_lost >> loser & 1, "59 a Land Battle lost"
    assert_popularity(fight, now, winner, loser)


def assert_kept(fight: Fight, now: Table, side: FactionId) -> None:
    """Winners and both sides of a draw keep everything but their loss, and what joined them."""
    assert fight.scored is not None
    lost = fight.lost[side]
    assert all(a <= b for a, b in zip(lost, fight.cus[side], strict=True)), ("14.9.14", lost, fight.cus)
    if side == INDEPENDENT or fight.tainted:
        return
    want = subtract(add(fight.scored.all_cus(side), fight.changed_side[fight.other(side)]), lost)
    assert now.all_cus(side) == want, ("14.9", side, now.all_cus(side), want)
    if fight.winner == side:
        here = subtract(add(fight.scored.state.cus_of(fight.at, side), fight.changed_side[fight.other(side)]), lost)
        assert now.state.cus_of(fight.at, side) == here, ("14.9.4", side)
    elif side == fight.sides[0]:
        assert now.state.cus_of(fight.at, side) == NO_FORCES, "14.10.1"
        assert not now.generals(side, fight.at), "14.10.1"


def assert_popularity(fight: Fight, now: Table, winner: FactionId, loser: FactionId) -> None:
    """7.2.F.6, A41."""
    assert fight.scored is not None
    want: dict[GeneralId, int] = {}
    if loser == INDEPENDENT:
        general = fight.command.get(winner, NO_GENERAL) if winner in fight.killed else fight.commander[winner]
        if now.is_major(general):
            want[general] = len(fight.scored.generals(INDEPENDENT, fight.at))
    assert fight.popularity == want, ("7.2.F.6", fight.popularity, want)
    for general, points in want.items():
        gained = now.state.popularity[general] - fight.scored.state.popularity[general]
        assert gained == points, ("7.2.F.6", general, gained)


# The end of a Siege


def assert_helepolis(now: Table) -> None:
    """Card 14: it stands only where a player's CU besieges a city."""
    s = now.state
    calm = not {"Procedure", "Siege", "Army", "Voyage"} & {type(frame).__name__ for frame in s.agenda}
    if s.helepolis >= 0 and calm:
        owner = s.pcs[s.helepolis]
        besiegers = [f for f in SEATS[s.players] if f != owner and s.cus_of(s.helepolis, f) != NO_FORCES]
        assert owner != NOBODY, "14 the city has no PC"
        assert besiegers, "14 nobody besieges"


def siege_prestige(table: Table, siege: Siege) -> int:
    return table.total_prestige(siege.seat, siege.space)


def besieged_prestige(table: Table, siege: Siege) -> int:
    return table.total_prestige(siege.owner, table.inside(siege.space))


def settle_siege(siege: Siege, now: Table, key: str) -> None:
    """15.2 to 15.4 as a whole; A42: points, losses, Royal Army, completion."""
    assert siege.roll is not None
    before = siege.roll.table
    s, old, space = now.state, before.state, siege.space
    defected = combat_odds.defectors(before, siege.seat, space, siege.points)
    assert siege.defected == defected, ("7.2.F.15", siege.defected, defected)
    needed = before.siege_points_needed(space)
    points, killed = combat_odds.siege_points(before, siege.seat, space, siege.points)
    assert sum(siege.inside_lost) == killed, ("16.5.1", siege.inside_lost, killed)
    assert siege.completed == (points == needed), ("15.4.1", points, needed)
    army = add(siege.lost, siege.scattered)
    assert sum(army) == siege.losses, ("15.2.B.5", army, siege.losses)
    independent_town = option(old, Option.CAVALRY) and not before.is_major_city(space)
    if siege.scattered != NO_FORCES:
        assert independent_town, "16.9.12"
        assert siege.scattered == only(siege.scattered, Unit.CAVALRY), "16.9.12"
    if independent_town:
        assert siege.lost[Unit.CAVALRY] == 0, ("16.9.12", siege.lost)
    if siege.completed:
        assert space not in s.sp, "15.4.2"
        assert s.pcs[space] in (NOBODY, siege.seat), "15.4.2"
        if old.segment != SURRENDER:
            assert s.pcs[space] == NOBODY, "15.4.5"
        assert s.cus_of(now.inside(space), siege.owner) == NO_FORCES, "15.4.3"
    else:
        assert s.sp.get(space, 0) == points, ("15.2.B.5", s.sp.get(space, 0), points)
        assert s.pcs[space] == siege.owner, "15.4.1"
        if points:
            assert s.sp_owner[space] == siege.seat, "15.3.2"
    if not siege.tainted and key not in CUS_CHANGE:
        want = subtract(add(old.cus_of(space, siege.seat), siege.defected), army)
        assert s.cus_of(space, siege.seat) == want, ("15.2.B.5", s.cus_of(space, siege.seat), want)
