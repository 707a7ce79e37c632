"""The chances of a Land Battle, a Siege and a Naval Battle, counted plainly over all dice by `combat_reckoning`.

What is compared is what `Game.odds` tells before the dice, as things stand: without further joiners and cards.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from diadochi.model.ids import FactionId, GeneralId, LocationId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, OFF_MAP, add, numbered, subtract
from tests.oracle.combat_reckoning import MACEDONIANS, Table, fighting_strength, only, option

DIE = range(1, 7)
ZERO, ONE = Fraction(0), Fraction(1)
Chances = Counter[int]
Result = tuple[int, bool, tuple[bool, bool]]
"""The winner's side (-1 in a draw), whether he has at least twice the score, and whether each side rolled a 9."""


class Battle(NamedTuple):
    """A Land Battle before its dice."""

    at: LocationId
    sides: tuple[FactionId, FactionId]
    no_local: set[FactionId]
    devices: set[FactionId]
    superior: set[FactionId]


class BattleChances(NamedTuple):
    """The same fields as `diadochi.odds.BattleOdds`."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    eliminated: tuple[Fraction, Fraction]
    dispersed: tuple[Fraction, Fraction]
    killed: tuple[Fraction, Fraction]


def elephant_throws(number: int, halved: bool) -> Chances:
    """How many throws give each strength; 7.2.C.2."""
    out: Chances = Counter({0: 1})
    for _ in range(number):
        out = total((points + max(0, die - 2), n) for points, n in out.items() for die in DIE)
    return total((points // 2, n) for points, n in out.items()) if halved else out


def total(pairs: Iterable[tuple[int, int]]) -> Chances:
    out: Chances = Counter()
    for value, n in pairs:
        out[value] += n
    return out


def battle(table: Table, fight: Battle) -> BattleChances:
    """14.4 to 14.9 over all dice."""
    s, at = table.state, fight.at
    apart = table.set_apart(*fight.sides, at)
    cus = {f: subtract(s.cus_of(at, f), apart[f]) for f in fight.sides}
    for f in fight.sides:
        if cus[f] == NO_FORCES:  # 10.K.2
            lost = f == fight.sides[0]
            return BattleChances(ZERO if lost else ONE, ZERO, ONE if lost else ZERO, *[(ZERO, ZERO)] * 3)
    a, d = fight.sides
    base = {f: fighting_strength(cus[f]) + table.local_troops(f, at, f in fight.no_local) for f in fight.sides}
    throws = {f: elephants(table, fight, f, cus[f]) for f in fight.sides}
    counts: Counter[Result] = Counter()
    for (points_a, n), (points_d, m) in product(throws[a].items(), throws[d].items()):
        rolls_a = rolls(table, fight, a, cus[a], points_d)
        rolls_d = rolls(table, fight, d, cus[d], points_a)
        for (roll_a, i), (roll_d, j) in product(rolls_a.items(), rolls_d.items()):
            score_a = table.battle_score(base[a] + points_a, roll_a)
            score_d = table.battle_score(base[d] + points_d, roll_d)
            winner = -1 if score_a == score_d else int(score_d > score_a)
            twice = max(score_a, score_d) >= 2 * min(score_a, score_d)
            counts[winner, twice, (roll_a == 9, roll_d == 9)] += n * m * i * j
    every = sum(counts.values())
    chance = {0: ZERO, -1: ZERO, 1: ZERO}
    eliminated, dispersed, killed = [ZERO, ZERO], [ZERO, ZERO], [ZERO, ZERO]
    for result, count in counts.items():
        weight = Fraction(count, every)
        chance[result[0]] += weight
        for side in (0, 1):
            gone, scattered = losses(table, fight, cus, result, side)
            eliminated[side] += weight * gone
            dispersed[side] += weight * scattered
            killed[side] += weight * death(table, fight, result, side)
    return BattleChances(chance[0], chance[-1], chance[1], pair(eliminated), pair(dispersed), pair(killed))


def pair(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    return values[0], values[1]


def elephants(table: Table, fight: Battle, faction: FactionId, cus: Forces) -> Chances:
    seleukos = table.has_ability(table.commander(faction, fight.at), Ability.ELEPHANTS, fight.at)
    if faction in fight.devices and not seleukos:
        return Counter({0: 1})
    return elephant_throws(cus[Unit.ELEPHANT], faction in fight.devices)


def rolls(table: Table, fight: Battle, faction: FactionId, cus: Forces, enemy_elephants: int) -> Chances:
    enemy = fight.sides[0] if faction == fight.sides[1] else fight.sides[1]
    rating = table.battle_rating(faction, enemy, fight.at)
    bonus = 1 if faction in fight.superior else 0
    if table.has_cavalry(faction, cus) and not enemy_elephants:
        bonus += 1
    return Counter(max(one, rating) + max(two, rating) + bonus for one in DIE for two in DIE)


def death(table: Table, fight: Battle, result: Result, side: int) -> Fraction:
    """14.8: the chance that the Commanding General of a side dies."""
    winner, _, nines = result
    faction = fight.sides[side]
    general = table.commander(faction, fight.at)
    if faction == INDEPENDENT or not table.is_major(general) or not nines[side]:
        return ZERO
    return Fraction(1, 6) if winner in (-1, side) else Fraction(2, 6)


def losses(
    table: Table, fight: Battle, cus: dict[FactionId, Forces], result: Result, side: int
) -> tuple[Fraction, Fraction]:
    """14.9: CUs of a side that are eliminated and Dispersed on average."""
    winner, twice, _ = result
    faction, enemy = fight.sides[side], fight.sides[1 - side]
    if faction == INDEPENDENT:
        return ZERO, ZERO
    if winner in (-1, side):
        lost = 0 if winner == side and twice else 1
        left = survivors(table, fight, cus, result, side) - lost
        abandoned = loses_all_command(table, faction, fight.at)
        return Fraction(lost), death(table, fight, result, side) * left if abandoned else ZERO
    macedonians = sum(only(cus[faction], *MACEDONIANS))
    horse = 2 if table.has_cavalry(enemy, cus[enemy]) and not table.has_cavalry(faction, cus[faction]) else 0
    dies = death(table, fight, result, 1 - side)
    winners = sorted(table.generals(enemy, fight.at), key=lambda g: -table.material.pieces.generals[g].seniority)
    worn = ZERO
    for chance, commander in ((1 - dies, winners[:1]), (dies, winners[1:2])):
        leonnatos = enemy != INDEPENDENT and any(
            table.has_ability(g, Ability.WINNER_ATTRITION, fight.at) for g in commander
        )
        worn += chance * attrition(table, macedonians, horse + (1 if leonnatos else 0))
    return sum(cus[faction]) - macedonians + worn, macedonians - worn


def survivors(table: Table, fight: Battle, cus: dict[FactionId, Forces], result: Result, side: int) -> int:
    """14.9.15: all CUs of a side that has not lost, before its own loss, with the Royal Army that joins a winner."""
    s, at = table.state, fight.at
    enemy = fight.sides[1 - side]
    joining = sum(s.cus_of(at, enemy)) - sum(cus[enemy]) if result[0] == side else 0
    return sum(s.cus_of(at, fight.sides[side])) + joining


def loses_all_command(table: Table, faction: FactionId, at: LocationId) -> bool:
    """14.8.5, 14.8.6: whether the death of the Commanding General leaves CUs that nothing shows to be the Faction's.

    In his own turn a player takes any of his Minor Generals, so this is never an Attacker (14.1.1), and nobody to whom
    it happens Retreats after a draw."""
    s = table.state
    minors = [g for g, owner in numbered(GeneralId, s.owners) if owner == faction and not table.is_major(g)]
    placeable = minors if s.active == faction else [g for g in minors if s.generals[g] == OFF_MAP]
    assert minors, ("7.1.C", faction)
    return len(table.generals(faction, at)) == 1 and not placeable and s.pcs[table.space(at)] != faction


def attrition(table: Table, number: int, bonus: int) -> Fraction:
    """7.3: CUs of a group that are lost on average."""
    return sum((Fraction(min(number, table.attrition(number, die + bonus)[0]), 6) for die in DIE), ZERO)


class SiegeChances(NamedTuple):
    """The same fields as `diadochi.odds.SiegeOdds`."""

    completed: Fraction
    points: tuple[Fraction, ...]
    losses: Fraction


def siege(table: Table, seat: FactionId, space: SpaceId, general: GeneralId, traitor: bool) -> SiegeChances:
    """15.2, 15.4 over the die."""
    modifier = sum(table.siege_modifiers(seat, space, general, traitor))
    completed, lost, points = ZERO, ZERO, [ZERO] * 4
    for die in DIE:
        gained, gone = table.siege_result(die + modifier)
        points[gained] += Fraction(1, 6)
        lost += Fraction(gone, 6)
        if siege_points(table, seat, space, gained)[0] == table.siege_points_needed(space):
            completed += Fraction(1, 6)
    while not points[-1]:
        points.pop()
    return SiegeChances(completed, tuple(points), lost)


def defectors(table: Table, seat: FactionId, space: SpaceId, gained: int) -> Forces:
    """7.2.F.15: the Royal Army inside that goes over."""
    s, inside = table.state, table.inside(space)
    owner = s.pcs[space]
    if gained and table.total_prestige(seat, space) > table.total_prestige(owner, inside):
        return only(s.cus_of(inside, owner), Unit.ROYAL)
    return NO_FORCES


def siege_points(table: Table, seat: FactionId, space: SpaceId, gained: int) -> tuple[int, int]:
    """(Siege Points afterwards, CUs inside that were lost instead by 16.5)"""
    s = table.state
    points, needed = s.sp.get(space, 0), table.siege_points_needed(space)
    inside = s.cus_of(table.inside(space), s.pcs[space])
    garrison = sum(subtract(inside, defectors(table, seat, space, gained)))
    guarded = table.is_major_city(space) and option(s, Option.CU_SIEGE_DEFENCE)
    killed = 0
    for _ in range(gained):
        if guarded and points == needed - 1 and killed < garrison:
            killed += 1
        elif points < needed:
            points += 1
    return points, killed


class NavalChances(NamedTuple):
    """The same fields as `diadochi.odds.NavalOdds`."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    eliminated: Fraction


def naval_battle(table: Table, mover: FactionId, strengths: tuple[int, int], bonus: tuple[int, int]) -> NavalChances:
    """13.3.D over all dice; `strengths` and `bonus` of the mover and of the Interceptor."""
    chance = {1: 0, 0: 0, -1: 0}
    for dice in product(DIE, repeat=4):
        own = table.battle_score(strengths[0], dice[0] + dice[1] + bonus[0])
        other = table.battle_score(strengths[1], dice[2] + dice[3] + bonus[1])
        chance[(own > other) - (own < other)] += 1
    win, draw, loss = (Fraction(chance[sign], 6**4) for sign in (1, 0, -1))
    number = sum(aboard(table, mover))
    return NavalChances(win, draw, loss, loss * attrition(table, number, 0) if number else ZERO)


def aboard(table: Table, faction: FactionId) -> Forces:
    """All CUs of a Faction at sea."""
    out = NO_FORCES
    for key, cus in table.state.cus.items():
        if key % 6 == faction and key // 6 >= 2 * table.spaces:
            out = add(out, cus)
    return out
