"""14.5 to 14.7: Local Troops, Battle Strength and Battle Score, item by item."""

from typing import NamedTuple

from diadochi.model.options import Option
from diadochi.model.pieces import Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT
from diadochi.rules.agenda import Play
from diadochi.rules.command import ability, commander, generals_at

CONTROLS_SPACE, CONTROLS_PROVINCE = 1, 2
"""14.5.1, 14.5.2"""
HIGHEST_ROLL = 12


class Strength(NamedTuple):
    """14.6.3, item by item."""

    cus: int
    elephant_dice: tuple[int, ...]
    elephants: int
    local: int

    @property
    def total(self) -> int:
        return self.cus + self.elephants + self.local


class Roll(NamedTuple):
    """14.7: the dice, the dice raised to the Battle Rating, what is added, and the Battle Score."""

    dice: tuple[int, int]
    rating: int
    raised: tuple[int, int]
    bonus: int
    score: int

    @property
    def total(self) -> int:
        return self.raised[0] + self.raised[1] + self.bonus


def local_troops(p: Play, faction: int, at: int) -> int:
    """14.5.1 to 14.5.4, without the effect of a failed Evasion."""
    s = p.state
    space = p.space(at)
    points = 0
    if s.pcs[space] == faction:
        points += CONTROLS_SPACE
    if s.province_owner[p.board.spaces[space].province] == faction:
        points += CONTROLS_PROVINCE
    helper = ability(p, at, faction, Ability.LOCAL_TROOPS)
    if helper is not None:
        points += helper.ability_value
    if ability(p, at, faction, Ability.DOUBLE_LOCAL_TROOPS) is not None:
        points *= 2
    return points


def elephant_strength(die: int) -> int:
    """7.2.C.2"""
    return max(die - 2, 0)


def cu_strength(p: Play, cus: Forces) -> int:
    """14.6.2: all but the Elephant CUs, which roll."""
    total = 0
    for unit, number in enumerate(cus):
        total += number * p.pieces.unit_strength[unit]
    return total


def without_elephants(cus: Forces) -> Forces:
    return (*cus[: Unit.ELEPHANT], 0, *cus[Unit.ELEPHANT + 1 :])


def strength_text(cus: Forces) -> str:
    """The message of a side's CUs and of the dice of its Elephants, where it has both, or only one of them."""
    if not cus[Unit.ELEPHANT]:
        return "strength.cus"
    return "strength.both" if any(without_elephants(cus)) else "strength.elephants"


def battle_strength(p: Play, faction: int, at: int, cus: Forces, *, local: int, no_elephants: bool) -> Strength:
    """14.6; `no_elephants`: Anti-Elephant Devices, which Seleukos halves."""
    halved = no_elephants and ability(p, at, faction, Ability.ELEPHANTS) is not None
    rolled = cus[Unit.ELEPHANT] if halved or not no_elephants else 0
    dice = tuple(p.die() for _ in range(rolled))
    elephants = sum(elephant_strength(d) for d in dice)
    return Strength(cu_strength(p, cus), dice, elephants // 2 if halved else elephants, local)


def battle_rating(p: Play, faction: int, at: int, enemy: int) -> int:
    """7.1.2: the floor of each die; 0 without a General. Of several Independent Armies the highest (A45)."""
    if faction == INDEPENDENT:
        return max((p.pieces.generals[g].battle for g in generals_at(p, at, faction)), default=0)
    general = commander(p, at, faction)
    if general < 0:
        return 0
    rating = p.pieces.generals[general].battle
    special = ability(p, at, faction, Ability.BATTLE_IN_PROVINCES)
    if special is None and enemy == INDEPENDENT:
        special = ability(p, at, faction, Ability.BATTLE_AGAINST_INDEPENDENTS)
    return rating if special is None else max(rating, special.ability_value)


def battle_roll(p: Play, strength: int, rating: int, bonus: int) -> Roll:
    """14.7.1 to 14.7.4"""
    dice = (p.die(), p.die())
    raised = (max(dice[0], rating), max(dice[1], rating))
    return Roll(dice, rating, raised, bonus, table_score(p, strength, raised[0] + raised[1] + bonus))


def table_score(p: Play, strength: int, roll: int) -> int:
    """The Battle Table; a roll above 12 reads as 12 (A77)."""
    rows = p.tables.battle
    return rows[min(strength, len(rows) - 1)][min(roll, HIGHEST_ROLL)]


def has_cavalry(p: Play, faction: int, cus: Forces) -> bool:
    """16.9.2: every Independent Army is treated as containing a Cavalry CU."""
    return p.option(Option.CAVALRY) and (faction == INDEPENDENT or cus[Unit.CAVALRY] > 0)
