"""The exact chances of a Land Battle, Siege, Naval Battle, Interception, Evasion or Attrition as it stands.

Everything is counted from the tables over all dice; nothing is drawn and nothing changes.
"""

from collections import Counter
from fractions import Fraction
from typing import Final, NamedTuple

from diadochi.model.ids import FactionId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.notation import code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, Facts, forces, generals_in, subtract
from diadochi.model.tables import Tables
from diadochi.model.verbs import Verb
from diadochi.rules import battle as battle_rules
from diadochi.rules import fleets, siege, troops, voyage
from diadochi.rules.agenda import Play
from diadochi.rules.battle import CAVALRY_PURSUIT, CAVALRY_ROLL, KILLED_ON, KILLED_ON_IF_LOST, WINNER_LOSS, Battle
from diadochi.rules.evasion import DECLARING, Evasions
from diadochi.rules.interception import Interceptions
from diadochi.rules.losses import Succession, attrition_result, next_attrition_column
from diadochi.rules.naval_battle import NavalBattle, NavalDeclarations, leader_bonus
from diadochi.rules.naval_battle import strength as fleet_strength
from diadochi.rules.prestige import prestige
from diadochi.rules.reactions import Payment, moving_cavalry, procedure
from diadochi.rules.troops import ability, commander, generals_at, is_major, minors_of

FACES: Final = 6
ZERO: Final = Fraction(0)
Pair = tuple[Fraction, Fraction]
"""The Attacker's and the Defender's."""


# Attrition


class AttritionOdds(NamedTuple):
    """`chances[n]`: exactly n CUs are lost."""

    chances: tuple[Fraction, ...]
    expected: Fraction


def attrition(p: Play, number: int, column: int = 0, bonus: int = 0) -> AttritionOdds:
    """7.3.3: a group of `number` CUs, on its own column unless another is named."""
    counts = [0] * (number + 1)
    for die in range(1, FACES + 1):
        lost, _ = attrition_result(p, column or number, die + bonus)
        counts[min(lost, number)] += 1
    chances = tuple(Fraction(n, FACES) for n in counts)
    return AttritionOdds(chances, sum((n * c for n, c in enumerate(chances)), ZERO))


# Land Battle


class Side(NamedTuple):
    """What one side of a battle brings; `cus` are those that take part."""

    cus: Forces
    strength: int
    """Combat Strength without Elephant CUs, and Local Troops."""
    elephants: int = 0
    """Elephant CUs that roll."""
    halved: bool = False
    rating: int = 0
    bonus: int = 0
    mortal: bool = False
    """A Major General commands: a roll of 9 may kill him."""
    independent: bool = False
    cavalry: bool = False
    pursuit: int = 0
    """Added to the loser's Attrition die while this commander lives."""
    pursuit_after: int = 0
    """The same under the General who takes command when he is killed."""
    forsaken: tuple[int, int] = (0, 0)
    """14.8.6: the CUs that are Dispersed after a victory, and after a draw, when he is killed and not replaced; the CU
    that is lost is among them."""


class BattleOdds(NamedTuple):
    """The Attacker's chances, and for both sides the CUs eliminated and Dispersed and the commander's death."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    eliminated: Pair = (ZERO, ZERO)
    dispersed: Pair = (ZERO, ZERO)
    killed: Pair = (ZERO, ZERO)


class Outcome(NamedTuple):
    """What decides about losses: the loser (-1 in a draw), a winner without loss, and who rolled the fatal 9."""

    loser: int
    unhurt: bool
    fatal: tuple[bool, bool]


def battle(p: Play, sides: tuple[Side, Side]) -> BattleOdds:
    counts = outcomes(p, sides)
    total = sum(counts.values())
    chance = [ZERO, ZERO, ZERO]
    eliminated, dispersed, killed = [ZERO, ZERO], [ZERO, ZERO], [ZERO, ZERO]
    for outcome, count in counts.items():
        weight = Fraction(count, total)
        chance[outcome.loser + 1] += weight
        for side in (0, 1):
            gone, scattered = losses(p, sides, outcome, side)
            eliminated[side] += weight * gone
            dispersed[side] += weight * scattered
            killed[side] += weight * death(sides, outcome, side)
    draw, loss, win = chance
    return BattleOdds(
        win, draw, loss, (eliminated[0], eliminated[1]), (dispersed[0], dispersed[1]), (killed[0], killed[1])
    )


def outcomes(p: Play, sides: tuple[Side, Side]) -> Counter[Outcome]:
    """How many of all throws lead to each outcome."""
    out: Counter[Outcome] = Counter()
    cavalry = (int(sides[0].cavalry), int(sides[1].cavalry))
    strengths = (strength_counts(sides[0]), strength_counts(sides[1]))
    for (attack, attack_elephants), m in strengths[0].items():
        for (defence, defence_elephants), n in strengths[1].items():
            edges = (
                battle_rules.has_edge(p, cavalry, 0, defence_elephants),
                battle_rules.has_edge(p, cavalry, 1, attack_elephants),
            )
            columns = (column_read(p, attack, edges[0]), column_read(p, defence, edges[1]))
            rolls = (roll_counts(p, sides[0], edges[0]), roll_counts(p, sides[1], edges[1]))
            for outcome, k in clashes(p.tables, columns, rolls, p.edition.general_killed_roll).items():
                out[outcome] += m * n * k
    return out


def column_read(p: Play, strength: int, edge: bool) -> int:
    """16.9.18, where Cavalry brings the next column."""
    return battle_rules.next_column(p.tables, strength) if edge and p.edition.cavalry_battle == "column" else strength


def strength_counts(side: Side) -> Counter[tuple[int, bool]]:
    """(Battle Strength, whether Elephants count for something) over all Elephant dice."""
    out: Counter[tuple[int, bool]] = Counter()
    for points, count in elephant_counts(side.elephants).items():
        worth = points // 2 if side.halved else points
        out[side.strength + worth, worth > 0] += count
    return out


def elephant_counts(number: int) -> Counter[int]:
    """How many of the throws of that many dice give each Elephant strength."""
    out = Counter({0: 1})
    for _ in range(number):
        more: Counter[int] = Counter()
        for points, count in out.items():
            for die in range(1, FACES + 1):
                more[points + battle_rules.elephant_strength(die)] += count
        out = more
    return out


def roll_counts(p: Play, side: Side, edge: bool) -> Counter[int]:
    """14.7.2, 14.7.3, 16.9.18: the modified rolls of 2 dice."""
    bonus = side.bonus + (CAVALRY_ROLL if edge and p.edition.cavalry_battle == "roll" else 0)
    dice = [max(die, side.rating) for die in range(1, FACES + 1)]
    return Counter(a + b + bonus for a in dice for b in dice)


def clashes(
    tables: Tables, strengths: tuple[int, int], rolls: tuple[Counter[int], Counter[int]], fatal_roll: int
) -> Counter[Outcome]:
    out: Counter[Outcome] = Counter()
    for attack, m in rolls[0].items():
        for defence, n in rolls[1].items():
            own, other = table_score(tables, strengths[0], attack), table_score(tables, strengths[1], defence)
            loser = -1 if own == other else int(own > other)
            unhurt = loser >= 0 and max(own, other) >= 2 * min(own, other)
            out[Outcome(loser, unhurt, (attack == fatal_roll, defence == fatal_roll))] += m * n
    return out


def table_score(tables: Tables, strength: int, roll: int) -> int:
    return tables.battle[min(strength, len(tables.battle) - 1)][min(roll, battle_rules.HIGHEST_ROLL)]


def death(sides: tuple[Side, Side], outcome: Outcome, side: int) -> Fraction:
    """14.8.2"""
    if not (outcome.fatal[side] and sides[side].mortal):
        return ZERO
    return Fraction(FACES + 1 - (KILLED_ON_IF_LOST if outcome.loser == side else KILLED_ON), FACES)


def losses(p: Play, sides: tuple[Side, Side], outcome: Outcome, side: int) -> tuple[Fraction, Fraction]:
    """14.9.3 to 14.9.8: the CUs of a side that are eliminated and Dispersed on average."""
    own = sides[side]
    if own.independent:
        return ZERO, ZERO
    if outcome.loser != side:
        lost = 0 if outcome.unhurt else WINNER_LOSS
        forsaken = max(0, own.forsaken[outcome.loser < 0] - lost)
        return Fraction(lost), death(sides, outcome, side) * forsaken
    macedonians = troops.count(troops.macedonians(own.cus))
    others = troops.count(own.cus) - macedonians
    dead = death(sides, outcome, 1 - side)
    enemy = sides[1 - side]
    ridden_down = enemy.cavalry and not own.cavalry
    shifted = ridden_down and p.edition.cavalry_pursuit == "column"
    column = next_attrition_column(p.tables, macedonians) if shifted else macedonians
    horse = CAVALRY_PURSUIT if ridden_down and not shifted else 0
    worn = (1 - dead) * attrition(p, macedonians, column, enemy.pursuit + horse).expected
    worn += dead * attrition(p, macedonians, column, enemy.pursuit_after + horse).expected
    return others + worn, macedonians - worn


def battle_at(
    p: Play,
    attacker: FactionId,
    defender: FactionId,
    at: LocationId,
    no_local: int = 0,
    bonus: tuple[int, int] = (0, 0),
    no_elephants: tuple[int, int] = (0, 0),
    back: LocationId = OFF_MAP,
) -> BattleOdds:
    """A Land Battle between those who stand in a location now, without joiners and further cards.

    `back`: where the Attacker goes after a draw."""
    lower = lower_side(p, attacker, defender, at)
    sides = []
    apart = [0, 0]
    for i, faction in enumerate((attacker, defender)):
        enemy = defender if i == 0 else attacker
        cus = p.state.cus_of(at, faction)
        if i == lower:
            apart[i] = cus[Unit.ROYAL]
            cus = subtract(cus, forces(Unit.ROYAL, apart[i]))
            if cus == NO_FORCES:
                return defection(i)
        local = 0 if no_local >> faction & 1 else battle_rules.local_troops(p, faction, at)
        sides.append(side_of(p, faction, enemy, at, cus, local, bonus[i], bool(no_elephants[i])))
    for i, faction in enumerate((attacker, defender)):
        left = forsaken(p, faction, at, apart[1 - i], back if i == 0 else at)
        sides[i] = sides[i]._replace(forsaken=left)
    return battle(p, (sides[0], sides[1]))


def forsaken(p: Play, faction: FactionId, at: LocationId, joining: int, after_draw: int) -> tuple[int, int]:
    """14.8.6: the CUs that nobody owns any more when the Commanding General is killed, after a victory and a draw.

    `joining`: the enemy's Royal Army that was set apart, which goes over to a winner (14.9.15)."""
    if faction == INDEPENDENT or len(generals_at(p, at, faction)) != 1 or can_be_replaced(p, faction, at):
        return 0, 0
    number = troops.number_of(p.state, at, faction)
    won = 0 if p.state.pcs[p.space(at)] == faction else number + joining
    return won, 0 if is_owned(p, faction, at, after_draw) else number


def can_be_replaced(p: Play, faction: FactionId, at: LocationId) -> bool:
    """14.8.5: by a Minor General whom the owner may place."""
    replacing = Succession(faction, at)
    return any(replacing.check(p, code(Verb.COMMAND, general)) is None for general in minors_of(p, faction))


def is_owned(p: Play, faction: FactionId, at: LocationId, after_draw: int) -> bool:
    """CUs that Retreat to a location belong to their Faction by its PC or another General there."""
    if after_draw < 0:
        return True
    return p.state.pcs[p.space(after_draw)] == faction or (
        after_draw != at and commander(p, LocationId(after_draw), faction) >= 0
    )


def lower_side(p: Play, attacker: FactionId, defender: FactionId, at: LocationId) -> int:
    """7.2.F.9: whose Royal Army would be set apart, or -1."""
    own, other = prestige(p, attacker, at), prestige(p, defender, at, defending=True)
    return -1 if own == other else int(own > other)


def defection(lower: int) -> BattleOdds:
    """7.2.F.12: a side of Royal Army alone goes over without a battle."""
    one = Fraction(1)
    return BattleOdds(ZERO, ZERO, one) if lower == 0 else BattleOdds(one, ZERO, ZERO)


def side_of(
    p: Play, faction: FactionId, enemy: FactionId, at: LocationId, cus: Forces, local: int, bonus: int, devices: bool
) -> Side:
    commanders = generals_at(p, at, faction)
    halved = devices and ability(p, at, faction, Ability.ELEPHANTS) is not None
    return Side(
        cus=cus,
        strength=battle_rules.cu_strength(p, cus) + local,
        elephants=0 if devices and not halved else cus[Unit.ELEPHANT],
        halved=halved,
        rating=battle_rules.battle_rating(p, faction, at, enemy),
        bonus=bonus,
        mortal=bool(commanders) and is_major(p, commanders[0]),
        independent=faction == INDEPENDENT,
        cavalry=troops.has_cavalry(p, faction, cus),
        pursuit=pursuit(p, commanders[:1]),
        pursuit_after=pursuit(p, commanders[1:2]),
    )


def pursuit(p: Play, commanders: list[GeneralId]) -> int:
    for general in commanders:
        facts = p.pieces.generals[general]
        if facts.ability == Ability.WINNER_ATTRITION:
            return facts.ability_value
    return 0


# Siege


class SiegeOdds(NamedTuple):
    """`points[n]`: the roll gives n Siege Points. `completed`: the space falls now."""

    completed: Fraction
    points: tuple[Fraction, ...]
    losses: Fraction
    """CUs that the besieger loses on average."""


def siege_at(p: Play, seat: SeatId, space: SpaceId, general: GeneralId, card: int = 0) -> SiegeOdds:
    """One Siege of a space by the Army of a General, with what a card adds."""
    modifier = sum(item.points for item in siege.modifiers(p, seat, space, general, card))
    lying = p.state.sp.get(space, 0)
    need = siege.needed(p, space) - lying
    if not lying or p.edition.royal_siege_when == "every_sp":
        need = min(need, max(1, needed_after_defection(p, seat, space) - lying))
    return siege_roll(p, modifier, need + holding(p, seat, space))


def needed_after_defection(p: Play, seat: SeatId, space: SpaceId) -> int:
    """7.2.F.15: the Siege Points that take the space when the Royal Army inside has gone over."""
    owner = p.state.pcs[space]
    if owner in (NOBODY, INDEPENDENT) or not troops.is_major_city(p, space) or space in p.state.capital:
        return siege.needed(p, space)
    return siege.needed_with(p, troops.count(staying_inside(p, seat, space)))


def staying_inside(p: Play, seat: SeatId, space: SpaceId) -> Forces:
    """The garrison, without the Royal Army that goes over to the besieger."""
    owner = p.state.pcs[space]
    cus = p.state.cus_of(p.inside(space), owner)
    besieged, besieger = siege.standings(p, seat, space)
    return subtract(cus, forces(Unit.ROYAL, cus[Unit.ROYAL])) if besieged < besieger else cus


def siege_roll(p: Play, modifier: int, need: int) -> SiegeOdds:
    """15.2.B.5: one siege roll; the space falls with at least `need` Siege Points."""
    rows = [p.tables.siege[max(siege.LOWEST, min(die + modifier, siege.HIGHEST))] for die in range(1, FACES + 1)]
    counts = Counter(points for points, _ in rows)
    fallen = sum(1 for points, _ in rows if points >= need)
    return SiegeOdds(
        Fraction(fallen, FACES),
        tuple(Fraction(counts[n], FACES) for n in range(max(counts) + 1)),
        Fraction(sum(lost for _, lost in rows), FACES),
    )


def holding(p: Play, seat: SeatId, space: SpaceId) -> int:
    """16.5.1: the CUs inside that hold off a Siege Point each, once the Royal Army has gone over."""
    owner = p.state.pcs[space]
    if not p.option(Option.CU_SIEGE_DEFENCE) or not troops.is_major_city(p, space) or owner == INDEPENDENT:
        return 0
    return troops.count(staying_inside(p, seat, space))


# Naval Battle


class NavalOdds(NamedTuple):
    """The mover's chances, and the CUs aboard that are lost on average."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    eliminated: Fraction


def naval_battle(p: Play, mover: int, interceptor: int, aboard: int = 0, bonus: tuple[int, int] = (0, 0)) -> NavalOdds:
    """13.3.D: the Fleet Strengths of both, and the number of CUs aboard."""
    sides = tuple(Side(NO_FORCES, strength, bonus=b) for strength, b in zip((mover, interceptor), bonus, strict=True))
    result = battle(p, (sides[0], sides[1]))
    return NavalOdds(result.win, result.draw, result.loss, result.loss * attrition(p, aboard).expected)


# Interception and Evasion


def success(needed: int) -> Fraction:
    """The chance to roll at least this with one die."""
    return Fraction(max(0, min(FACES, FACES + 1 - needed)), FACES)


def interception(p: Play, general: GeneralId, modifier: int = 0) -> Fraction:
    """11.2.7, 11.2.8"""
    return success(reaction_roll(p, general, Ability.INTERCEPTION) - modifier)


def evasion(p: Play, general: GeneralId, modifier: int = 0) -> Fraction:
    """12.2.2, 12.2.3"""
    return success(reaction_roll(p, general, Ability.EVASION) - modifier)


def reaction_roll(p: Play, general: GeneralId, kind: int) -> int:
    """The lowest die with which a General Intercepts or Evades."""
    facts = p.pieces.generals[general]
    return facts.ability_value if facts.ability == kind else facts.initiative + 1


class ReactionOdds(NamedTuple):
    """One attempt to Intercept or to Evade, by the General who would roll."""

    general: int
    success: Fraction


# What is on the agenda

Odds = BattleOdds | SiegeOdds | NavalOdds | ReactionOdds


def now(p: Play) -> Odds | None:
    """The chances of what is about to be rolled: the topmost procedure that has any."""
    for frame in reversed(p.state.agenda):
        found = of_frame(p, frame)
        if found is not None:
            return found
    return None


def of_frame(p: Play, frame: Facts) -> Odds | None:
    if isinstance(frame, Battle):
        return of_battle(p, frame)
    if isinstance(frame, siege.Siege) and frame.stage <= siege.ROLL:
        return siege_at(p, frame.seat, frame.space, frame.general, frame.modifier)
    if isinstance(frame, NavalBattle):
        return of_naval_battle(p, frame)
    if isinstance(frame, NavalDeclarations) and frame.turn < len(p.state.order):
        return of_declaration(p, frame)
    if isinstance(frame, Payment):
        return of_payment(p, frame)
    if isinstance(frame, Interceptions) and frame.generals:
        return of_interception(p, frame)
    if isinstance(frame, Evasions) and frame.stage == DECLARING and frame.turn < len(frame.players):
        return of_evasion(p, frame)
    return None


def of_battle(p: Play, frame: Battle) -> BattleOdds | None:
    """Until its dice have been rolled."""
    if frame.rolls != (0, 0):
        return None
    sides = (frame.attacker, frame.defender)
    return battle_at(p, *sides, frame.at, frame.no_local, frame.bonus, frame.no_elephants, frame.back)


def of_naval_battle(p: Play, frame: NavalBattle) -> NavalOdds:
    own = fleet_strength(p, frame.mover, frame.escort) + leader_bonus(p, frame.mover)
    other = fleet_strength(p, frame.interceptor, frame.committed)
    return naval_battle(p, own, other, troops.count(voyage.army_of(p).cus), frame.bonus)


def of_declaration(p: Play, frame: NavalDeclarations) -> NavalOdds:
    """13.3.A: with the Fleets committed so far; while none is, with all that may be."""
    seat = p.state.order[frame.turn]
    named = frame.committed if frame.committed > 0 else sum(1 << f for f in fleets.available_fleets(p, seat))
    return of_naval_battle(p, NavalBattle(frame.mover, seat, frame.space, frame.escort, named, 0, 0, (0, 0)))


def of_interception(p: Play, frame: Interceptions) -> ReactionOdds:
    """11.2.5: the most Senior of those named so far rolls."""
    return interception_by(p, generals_in(frame.generals)[0], frame.source, frame.players[frame.turn])


def interception_by(p: Play, general: GeneralId, source: int, faction: FactionId) -> ReactionOdds:
    """11.2.7, 16.9.16"""
    return ReactionOdds(general, interception(p, general, horse_modifier(p, LocationId(source), faction)))


def of_independent_interception(p: Play, general: GeneralId) -> ReactionOdds:
    """16.11"""
    return interception_by(p, general, p.state.generals[general], INDEPENDENT)


def of_evasion(p: Play, frame: Evasions) -> ReactionOdds | None:
    """12.2.2, 16.9.17"""
    seat = frame.players[frame.turn]
    leader = commander(p, frame.at, seat)
    return ReactionOdds(leader, evasion(p, leader, horse_modifier(p, frame.at, seat))) if leader >= 0 else None


def of_independent_evasion(p: Play, frame: Evasions, general: GeneralId) -> ReactionOdds:
    """16.11"""
    return ReactionOdds(general, evasion(p, general, horse_modifier(p, frame.at, INDEPENDENT)))


def of_payment(p: Play, frame: Payment) -> ReactionOdds | None:
    """16.11.3: the attempt that is being paid for."""
    below = p.state.agenda[p.find(Payment) - 1]
    if isinstance(below, Evasions):
        return of_independent_evasion(p, below, frame.general)
    return of_independent_interception(p, frame.general)


def horse_modifier(p: Play, location: LocationId, faction: FactionId) -> int:
    if not p.option(Option.CAVALRY):
        return 0
    own = troops.has_cavalry(p, faction, p.state.cus_of(location, faction))
    return int(own) - int(moving_cavalry(p, procedure(p)))
