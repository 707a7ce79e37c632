"""Chapter 14: the Land Battle, with the all-Royal side of step 10.K."""

from typing import ClassVar, Final, NamedTuple

from diadochi.model.cards import Window
from diadochi.model.ids import NO_GENERAL, ActionCode, FactionId, GeneralId, LocationId, Mask, ProvinceId, SeatId, Side
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, SCORE_DUE, forces, generals_in, subtract
from diadochi.model.tables import Tables
from diadochi.rules import city, group, independents, losses, march, options, procedures, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.city import Joining, Returning
from diadochi.rules.group import DROPPED
from diadochi.rules.losses import Losers, Retreat, Succession, as_losers
from diadochi.rules.prestige import gain_popularity, prestige_items, prestige_total
from diadochi.rules.royals import royals_mask
from diadochi.rules.troops import ability, able, commander, generals_at, generals_mask, is_major, kill_general

__all__ = ["Battle", "Joining", "Losers", "Retreat", "Returning", "Succession", "as_losers", "begin", "joined"]

# The stages; the edition says in which order their steps follow.
JOIN: Final = 0
ROYAL_WINDOW: Final = 1
ROYAL: Final = 2
ATTACKER_CARDS: Final = 3
DEFENDER_CARDS: Final = 4
PRESTIGE_WINDOW: Final = 5
PRESTIGE: Final = 6
SCORE: Final = 7
SURVIVAL: Final = 8
DEATH: Final = 9
COMMAND: Final = 10
COMMANDED: Final = 11
FIRST_LOSS: Final = 12
SECOND_LOSS: Final = 13
ROYAL_JOINS: Final = 14
INSIDE: Final = 15
RETREAT: Final = 16
END: Final = 17
CARDS: Final = 18

FIRST_STAGE: Final = {
    "join": JOIN,
    "royal_only": ROYAL_WINDOW,
    "attacker_cards": ATTACKER_CARDS,
    "defender_cards": DEFENDER_CARDS,
    "cards": CARDS,
    "prestige": PRESTIGE_WINDOW,
    "score": SCORE,
    "survival": SURVIVAL,
    "losses": FIRST_LOSS,
    "royals_join": ROYAL_JOINS,
    "inside": INSIDE,
    "retreat": RETREAT,
}
"""The stage with which a step of `Edition.battle_steps` begins."""

WINNER_LOSS: Final = 1
"""14.9.3, 14.9.4: CUs lost by a winner, and by both in a draw."""
KILLED_ON: Final = 6
KILLED_ON_IF_LOST: Final = 5
"""14.8.2"""
CAVALRY_ROLL: Final = 1
CAVALRY_PURSUIT: Final = 2
"""16.9.18, 16.9.20"""


def begin(
    p: Play,
    attacker: FactionId,
    defender: FactionId,
    at: LocationId,
    seat: SeatId,
    back: LocationId,
    how: int,
    no_local: Mask = 0,
) -> None:
    """Steps 10.K and 10.L: a Land Battle in location `at`.

    `seat` moves the Attacker (and decides for Independents); `back` is where the Attacker's pieces came from, the
    Embarkation Port for what came by sea (`how`: by a path, landing, dropped off, out of a city); `no_local` masks
    Factions without Local Troops.
    """
    p.note(
        "battle_begins",
        "14.1.1",
        (("attacker", "faction", attacker), ("defender", "faction", defender), ("at", "location", at)),
    )
    p.events[-1].fight = f"{Battle.fight} {commander(p, at, attacker)} {commander(p, at, defender)}"
    if p.edition.capital_by == "building":
        options.attacked(p, defender, p.space(at))
    p.push(Battle(JOIN, attacker, defender, at, seat, back, how, no_local))


def after(p: Play, step: str) -> int:
    """The stage that follows a step."""
    steps = p.edition.battle_steps
    i = steps.index(step) + 1
    return FIRST_STAGE[steps[i]] if i < len(steps) else END


def joiner(p: Play, attacker: FactionId, defender: FactionId, at: LocationId) -> FactionId:
    """14.2.1: only the city's controller can have pieces both inside and outside."""
    owner = p.state.pcs[at % p.spaces]
    if owner != attacker and p.edition.garrison_joins == "relief_attack_only":
        return NOBODY
    if owner in (attacker, defender) and owner != INDEPENDENT and troops.is_major_city(p, p.space(at)):
        return owner
    return NOBODY


def joined(p: Play, seat: SeatId, generals: Mask, cus: Forces) -> None:
    """14.2: the city's controller has said who comes out."""
    battle = current(p)
    assert battle is not None
    battle.told_joiners(p, seat, generals, cus)


def current(p: Play) -> "Battle | None":
    """The Land Battle under way."""
    i = p.find(Battle)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, Battle) else None


# 14.5 to 14.7: Local Troops, Battle Strength and Battle Score, item by item

CONTROLS_SPACE: Final = 1
CONTROLS_PROVINCE: Final = 2
"""14.5.1, 14.5.2"""
HIGHEST_ROLL: Final = 12


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


def local_troops(p: Play, faction: FactionId, at: LocationId) -> int:
    """14.5.1 to 14.5.4, without the effect of a failed Evasion."""
    s = p.state
    space = at % p.spaces
    points = 0
    if s.pcs[space] == faction:
        points += CONTROLS_SPACE
    if holds_province(p, faction, p.board.spaces[space].province):
        points += CONTROLS_PROVINCE
    helper = able(p, at, faction)
    if helper is not None and helper.ability == Ability.LOCAL_TROOPS:
        return points + helper.ability_value
    return points * 2 if helper is not None and helper.ability == Ability.DOUBLE_LOCAL_TROOPS else points


def holds_province(p: Play, faction: FactionId, province: ProvinceId) -> bool:
    """14.5.2; Independents need no Major City where most of the markers are enough."""
    if faction == INDEPENDENT and p.edition.independent_local_troops == "majority_of_markers":
        spaces = p.board.members[province]
        return 2 * sum(1 for space in spaces if p.state.pcs[space] == INDEPENDENT) > len(spaces)
    return p.state.province_owner[province] == faction


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


def battle_strength(
    p: Play, faction: FactionId, at: LocationId, cus: Forces, *, local: int, no_elephants: bool
) -> Strength:
    """14.6; `no_elephants`: Anti-Elephant Devices, which Seleukos halves."""
    halved = no_elephants and ability(p, at, faction, Ability.ELEPHANTS) is not None
    rolled = cus[Unit.ELEPHANT] if halved or not no_elephants else 0
    dice = tuple(p.die() for _ in range(rolled))
    elephants = sum(elephant_strength(d) for d in dice)
    return Strength(cu_strength(p, cus), dice, elephants // 2 if halved else elephants, local)


def battle_rating(p: Play, faction: FactionId, at: LocationId, enemy: FactionId) -> int:
    """7.1.2: the floor of each die; 0 without a General. Of several Independent Armies the highest (A45)."""
    if faction == INDEPENDENT:
        return max((p.pieces.generals[g].battle for g in generals_at(p, at, faction)), default=0)
    general = commander(p, at, faction)
    if general < 0:
        return 0
    facts = p.pieces.generals[general]
    fits = Ability.BATTLE_AGAINST_INDEPENDENTS if enemy == INDEPENDENT else Ability.BATTLE_IN_PROVINCES
    if facts.ability not in (Ability.BATTLE_IN_PROVINCES, fits) or able(p, at, faction) is None:
        return facts.battle
    return max(facts.battle, facts.ability_value)


def battle_roll(p: Play, strength: int, rating: int, bonus: int) -> Roll:
    """14.7.1 to 14.7.4; `strength`: by which the column is read."""
    dice = p.two_dice()
    raised = (max(dice[0], rating), max(dice[1], rating))
    return Roll(dice, rating, raised, bonus, table_score(p, strength, raised[0] + raised[1] + bonus))


def table_score(p: Play, strength: int, roll: int) -> int:
    """The Battle Table; a roll above 12 reads as 12 (A77)."""
    rows = p.tables.battle
    return rows[min(strength, len(rows) - 1)][min(roll, HIGHEST_ROLL)]


def next_column(tables: Tables, strength: int) -> int:
    """A strength of the next column to the right on the Battle Table; beyond the last there is none."""
    columns = tables.battle_columns
    now = min(strength, len(columns) - 1)
    return next((s for s in range(now, len(columns)) if columns[s] != columns[now]), strength)


# The procedure


class Battle(Frame):
    """Pairs are (Attacker's, Defender's). `dying`: the Commanding General whose survival roll has failed."""

    fight: ClassVar[str] = "battle"

    def __init__(
        self,
        stage: int,
        attacker: FactionId,
        defender: FactionId,
        at: LocationId,
        seat: SeatId,
        back: LocationId,
        how: int,
        no_local: Mask,
        bonus: tuple[int, int] = (0, 0),
        no_elephants: tuple[int, int] = (0, 0),
        joined_generals: Mask = 0,
        joined_cus: Forces = NO_FORCES,
        others: Forces = NO_FORCES,
        apart: tuple[int, int] = (0, 0),
        cavalry: tuple[int, int] = (0, 0),
        rolls: tuple[int, int] = (0, 0),
        scores: tuple[int, int] = (0, 0),
        side: Side = 0,
        dying: GeneralId = NO_GENERAL,
    ) -> None:
        self.stage = stage
        self.attacker = attacker
        self.defender = defender
        self.at = at
        self.seat = seat
        self.back = back
        self.how = how
        self.no_local = no_local
        self.bonus = bonus
        self.no_elephants = no_elephants
        self.joined_generals = joined_generals
        self.joined_cus = joined_cus
        self.others = others
        """The CUs outside whom they joined."""
        self.apart = apart
        self.cavalry = cavalry
        self.rolls = rolls
        self.scores = scores
        self.side = side
        self.dying = dying

    def copy(self) -> "Battle":
        return Battle(
            self.stage,
            self.attacker,
            self.defender,
            self.at,
            self.seat,
            self.back,
            self.how,
            self.no_local,
            self.bonus,
            self.no_elephants,
            self.joined_generals,
            self.joined_cus,
            self.others,
            self.apart,
            self.cavalry,
            self.rolls,
            self.scores,
            self.side,
            self.dying,
        )

    def step(self, p: Play) -> Ask | None:
        """Stage after stage, until another procedure has to run or the points have to be counted."""
        s, now = p.state, self.copy()
        p.replace(now)
        while True:
            STEPS[now.stage](now, p)
            if s.agenda[-1] is not now or s.board_dirty & SCORE_DUE:
                return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise NotImplementedError

    # What it is told

    def told_joiners(self, p: Play, seat: SeatId, generals: Mask, cus: Forces) -> None:
        """14.2: these have come out of the city; it keeps them in mind for a Retreat."""
        others = subtract(p.state.cus_of(self.at, seat), cus)
        p.become(self, self.but(joined_generals=generals, joined_cus=cus, others=others))

    def told_devices(self, p: Play, side: Side) -> None:
        """Anti-Elephant Devices against a side."""
        attack, defence = self.no_elephants
        p.become(self, self.but(no_elephants=(attack, 1) if side else (1, defence)))

    def told_bonus(self, p: Play, side: Side, bonus: int) -> None:
        """14.7.3: Cavalry Superiority."""
        attack, defence = self.bonus
        p.become(self, self.but(bonus=(attack, bonus) if side else (bonus, defence)))

    def told_survival(self, p: Play) -> None:
        """14.8.3: Only a Flesh Wound."""
        p.become(self, self.but(dying=NO_GENERAL))

    # The sides

    def faction(self, side: Side) -> FactionId:
        return self.defender if side else self.attacker

    def cus(self, p: Play, side: Side) -> Forces:
        """The participating CUs of a side: those in the location that are not set apart."""
        cus = p.state.cus_of(self.at, self.faction(side))
        return subtract(cus, forces(Unit.ROYAL, self.apart[side])) if self.apart[side] else cus

    def loser(self) -> int:
        """The losing side, or -1 in a draw (14.7.5)."""
        attack, defence = self.scores
        return -1 if attack == defence else int(attack > defence)

    # 14.2 Battle and Major Cities

    def join(self, p: Play) -> None:
        seat = joiner(p, self.attacker, self.defender, self.at)
        self.stage = after(p, "join")
        if seat != NOBODY:
            city.ask_joiners(p, seat, self.at, attacking=seat == self.attacker)

    # 10.K, A38: a side of Royal Army alone

    def royal_window(self, p: Play) -> None:
        matters = self.royal_matters(p) and (self.all_royal(p, 0) or self.all_royal(p, 1))
        self.prestige_question(p, ROYAL if matters else after(p, "royal_only"), matters)

    def prestige_question(self, p: Play, stage: int, matters: bool) -> None:
        """A25: a window before Prestige is compared, where it can matter."""
        self.stage = stage
        if matters:
            windows.begin(p, Window.ANY_TIME)

    def royal_matters(self, p: Play) -> bool:
        """Nobody's Prestige is below that of Independents (7.2.F.5)."""
        if INDEPENDENT in (self.attacker, self.defender):
            return False
        return self.cus(p, 0)[Unit.ROYAL] > 0 or self.cus(p, 1)[Unit.ROYAL] > 0

    def all_royal(self, p: Play, side: Side) -> bool:
        cus = self.cus(p, side)
        return 0 < cus[Unit.ROYAL] == troops.count(cus)

    def lower_side(self, p: Play) -> int:
        """14.4.1: the side of lower Prestige, or -1."""
        attack, defence = self.prestige(p, 0), self.prestige(p, 1)
        return -1 if attack == defence else int(attack > defence)

    def prestige(self, p: Play, side: Side) -> int:
        faction = self.faction(side)
        items = prestige_items(p, faction, self.at, bool(side))
        total = prestige_total(p, items)
        p.note(
            "prestige",
            "7.2.F.2",
            (
                ("who", "faction", faction),
                ("legitimacy", "number", items[0].points),
                ("popularity", "number", sum(i.points for i in items[1:])),
                ("total", "number", total),
            ),
        )
        return total

    def royal(self, p: Play) -> None:
        if self.emptied(p):
            return
        lower = self.lower_side(p)
        if lower >= 0 and self.all_royal(p, lower):
            self.defect(p, lower)
        else:
            self.stage = after(p, "royal_only")

    def defect(self, p: Play, lower: Side) -> None:
        """7.2.F.12, 10.K.2: no battle; the Royal Army goes over, the Generals are Dispersed."""
        number = p.state.cus_of(self.at, self.faction(lower))[Unit.ROYAL]
        who, winner = ("faction", self.faction(lower)), ("faction", self.faction(1 - lower))
        p.note("no_battle", "10.K.2", (("who", *who), ("winner", *winner), ("at", "location", self.at)))
        self.join_royals(p, lower, number, "10.K.2")
        losses.disperse_generals(p, self.at, self.faction(lower), "10.K.2")
        p.pop()

    def join_royals(self, p: Play, side: Side, number: int, rule: str) -> None:
        """14.9.15, 14.9.16: they count as moved by the activated General whom they join."""
        loser, winner = self.faction(side), self.faction(1 - side)
        cus = forces(Unit.ROYAL, number)
        troops.change_side(p, self.at, loser, cus, self.at, winner, rule)
        if winner == self.attacker and winner == p.state.active:
            troops.mark_moved(p.state, self.at, cus)

    # 14.3 Battle cards

    def attacker_cards(self, p: Play) -> None:
        self.ask_cards(p, (self.attacker,), "attacker_cards")

    def defender_cards(self, p: Play) -> None:
        if not self.emptied(p):
            self.ask_cards(p, (self.defender,), "defender_cards")

    def cards(self, p: Play) -> None:
        """Both sides in one window, in Turn Order."""
        sides = (self.attacker, self.defender)
        self.ask_cards(p, tuple(seat for seat in p.state.order if seat in sides), "cards")

    def ask_cards(self, p: Play, factions: tuple[FactionId, ...], step: str) -> None:
        """14.3.1: only players with CUs in the battle."""
        self.stage = after(p, step)
        players = tuple(f for f in factions if f != INDEPENDENT)
        if players:
            windows.begin(p, Window.BATTLE_CARDS, players)

    def emptied(self, p: Play) -> bool:
        """A76: a side that the cards have left without CUs fights no battle."""
        here = p.state.cu_factions.get(self.at, 0)
        for faction in (self.attacker, self.defender):
            if not here >> faction & 1:
                p.note("side_emptied", "14.3.2", (("who", "faction", faction), ("at", "location", self.at)))
                losses.disperse_generals(p, self.at, faction, "14.3.2")
                losses.free_royals(p, self.at, faction)
                p.pop()
                return True
        return False

    # 14.4 Royal Army

    def prestige_window(self, p: Play) -> None:
        if not self.emptied(p):
            matters = self.royal_matters(p)
            self.prestige_question(p, PRESTIGE if matters else after(p, "prestige"), matters)

    def compare_prestige(self, p: Play) -> None:
        """14.4.1: the lower side's Royal Army is set apart; frozen from now on (A38)."""
        if self.emptied(p):
            return
        lower = self.lower_side(p)
        number = p.state.cus_of(self.at, self.faction(lower))[Unit.ROYAL] if lower >= 0 else 0
        if not number:
            self.stage = after(p, "prestige")
        elif self.all_royal(p, lower):
            self.defect(p, lower)
        else:
            who = self.faction(lower)
            p.note("royals_apart", "7.2.F.9", (("who", "faction", who), ("cus", "forces", forces(Unit.ROYAL, number))))
            self.stage = after(p, "prestige")
            self.apart = (0, number) if lower else (number, 0)

    # 14.5 to 14.7 Local Troops, Battle Strength, Battle Score

    def score(self, p: Play) -> None:
        cus = (self.cus(p, 0), self.cus(p, 1))
        strengths = (self.strength(p, 0, cus[0]), self.strength(p, 1, cus[1]))
        cavalry = self.has_cavalry(p, cus)
        rolls = []
        for side in (0, 1):
            horse = has_edge(p, cavalry, side, strengths[1 - side].elephants > 0)
            rolls.append(self.roll(p, side, strengths[side].total, horse))
        self.conclude(p, (rolls[0], rolls[1]), cavalry)

    def has_cavalry(self, p: Play, cus: tuple[Forces, Forces]) -> tuple[int, int]:
        if not p.option(Option.CAVALRY):
            return (0, 0)
        attacker, defender = (troops.has_cavalry(p, self.faction(side), cus[side]) for side in (0, 1))
        return (int(attacker), int(defender))

    def strength(self, p: Play, side: Side, cus: Forces) -> Strength:
        faction = self.faction(side)
        # 14.5.5
        local = 0 if self.no_local >> faction & 1 else local_troops(p, faction, self.at)
        devices = bool(self.no_elephants[side])
        out = battle_strength(p, faction, self.at, cus, local=local, no_elephants=devices)
        p.note(
            "battle_strength",
            "14.6.3",
            (
                ("who", "faction", faction),
                ("cus", "forces", cus),
                ("cus_and_dice", "text", strength_text(cus)),
                ("others", "forces", without_elephants(cus)),
                ("strength", "number", out.cus),
                ("elephants", "number", out.elephants),
                ("local", "number", local),
                ("total", "number", out.total),
            ),
            dice=out.elephant_dice,
        )
        return out

    def roll(self, p: Play, side: Side, strength: int, horse: bool) -> Roll:
        """16.9.18: Cavalry brings +1, or the next column."""
        faction, enemy = self.faction(side), self.faction(1 - side)
        rating = battle_rating(p, faction, self.at, enemy)
        bonus, column = self.bonus[side], strength
        if horse and p.edition.cavalry_battle == "column":
            column = next_column(p.tables, strength)
            p.note("cavalry_column", "16.9.18", (("who", "faction", faction), ("column", "number", column)))
        elif horse:
            bonus += CAVALRY_ROLL
        out = battle_roll(p, column, rating, bonus)
        p.note(
            "battle_roll",
            "14.7.4",
            (
                ("who", "faction", faction),
                ("rating", "number", rating),
                ("raised", "numbers", out.raised),
                ("bonus", "number", bonus),
                ("roll", "number", out.total),
                ("strength", "number", strength),
                ("score", "number", out.score),
            ),
            dice=out.dice,
        )
        return out

    def conclude(self, p: Play, rolls: tuple[Roll, Roll], cavalry: tuple[int, int]) -> None:
        """14.7.5"""
        s = p.state
        self.stage = after(p, "score")
        self.cavalry = cavalry
        self.rolls = (rolls[0].total, rolls[1].total)
        self.scores = (rolls[0].score, rolls[1].score)
        loser = self.loser()
        if loser < 0:
            p.note("battle_drawn", "14.7.5", (("at", "location", self.at),))
        else:
            beaten = self.faction(loser)
            p.note("battle_won", "14.7.5", (("who", "faction", self.faction(1 - loser)), ("loser", "faction", beaten)))
            if beaten != INDEPENDENT:
                s.battle_lost |= 1 << beaten
        if s.active in (self.attacker, self.defender):
            s.fought |= 1 << self.at % p.spaces
            march.mark_fighters(p, self.at)

    # 14.8 Commanding General loss

    def survival(self, p: Play) -> None:
        if self.side > 1:
            self.stage = after(p, "survival")
            return
        faction = self.faction(self.side)
        general = (
            commander(p, self.at, faction) if self.rolls[self.side] == p.edition.general_killed_roll else NO_GENERAL
        )
        if general < 0 or not is_major(p, general):
            self.side += 1
            return
        die = p.die()
        killed_on = KILLED_ON_IF_LOST if self.loser() == self.side else KILLED_ON
        p.note(
            "survival_roll",
            "14.8.2",
            (
                ("who", "faction", faction),
                ("general", "general", general),
                ("killed_on", "number", killed_on),
                ("killed", "number", int(die >= killed_on)),
            ),
            dice=(die,),
        )
        if die < killed_on:
            self.side += 1
        else:
            self.stage = DEATH
            self.dying = general
            windows.begin(p, Window.COMMANDER_DEATH, (faction,))

    def death(self, p: Play) -> None:
        """14.8.3; `dying` is -1 if Only a Flesh Wound has saved him."""
        if self.dying < 0:
            self.stage = SURVIVAL
            self.side += 1
            return
        kill_general(p, GeneralId(self.dying), "14.8.3")
        self.stage = COMMAND

    def command(self, p: Play) -> None:
        """14.8.5: at once and before losses. Whoever has lost needs no new commander (14.9.9)."""
        self.stage = COMMANDED
        if self.loser() != self.side:
            losses.begin_succession(p, self.faction(self.side), self.at)

    def commanded(self, p: Play) -> None:
        """The new Commanding General leads the activated Army on."""
        army = group.army(p)
        new = commander(p, self.at, self.attacker)
        if self.side == 0 and new >= 0 and army is not None and army.seat == self.attacker and army.at == self.at:
            army.told_commander(p, self.dying, new)
        self.stage = SURVIVAL
        self.side += 1
        self.dying = NO_GENERAL

    # 14.9 Battle losses

    def first_loss(self, p: Play) -> None:
        """14.9.3 to 14.9.6: the Attacker in a draw, else the winner."""
        self.stage = SECOND_LOSS
        loser = self.loser()
        if loser < 0:
            self.lose_one(p, 0, "14.9.3")
        elif self.scores[1 - loser] >= 2 * self.scores[loser]:
            p.note("winner_loses_nothing", "14.9.5", (("who", "faction", self.faction(1 - loser)),))
        else:
            self.lose_one(p, 1 - loser, "14.9.4")

    def lose_one(self, p: Play, side: Side, rule: str) -> None:
        """14.9.13: Independent Armies lose nothing."""
        if self.faction(side) != INDEPENDENT:
            losses.lose(p, self.faction(side), self.at, WINNER_LOSS, self.cus(p, side), rule)

    def second_loss(self, p: Play) -> None:
        """14.9.3, 14.9.7 to 14.9.12: the Defender in a draw, else the loser."""
        self.stage = after(p, "losses")
        loser = self.loser()
        if loser < 0:
            self.lose_one(p, 1, "14.9.3")
            return
        winner = self.faction(1 - loser)
        if self.faction(loser) == INDEPENDENT and p.option(Option.POPULARITY_FOR_INDEPENDENTS):
            beaten = len(generals_at(p, self.at, INDEPENDENT))
            gain_popularity(p, commander(p, self.at, winner), beaten)
        losses.begin_losers(
            p, self.faction(loser), self.at, self.apart[loser], self.pursuit(p, loser), self.shifts_pursuit(p, loser)
        )

    def pursuit(self, p: Play, loser: Side) -> int:
        """What is added to the loser's Attrition die: the winner's ability, and 16.9.20."""
        special = ability(p, self.at, self.faction(1 - loser), Ability.WINNER_ATTRITION)
        bonus = special.ability_value if special is not None else 0
        return bonus + (CAVALRY_PURSUIT if self.rides_down(loser) and p.edition.cavalry_pursuit == "roll" else 0)

    def shifts_pursuit(self, p: Play, loser: Side) -> bool:
        """16.9.20, where Cavalry brings the next column of the Attrition Table."""
        return self.rides_down(loser) and p.edition.cavalry_pursuit == "column"

    def rides_down(self, loser: Side) -> bool:
        return bool(self.cavalry[1 - loser] and not self.cavalry[loser])

    def royal_joins(self, p: Play) -> None:
        """14.9.15: the Royal Army set apart on the losing side; what has joined is not apart any more."""
        self.stage = after(p, "royals_join")
        loser = self.loser()
        if loser >= 0 and self.apart[loser]:
            self.join_royals(p, loser, self.apart[loser], "14.9.15")
            self.apart = (0, 0)

    # 14.10 Retreat

    def retreat(self, p: Play) -> None:
        """14.10.1 to 14.10.5: on a draw the Attacker goes back, each piece by the way it came."""
        self.stage = after(p, "retreat")
        if self.loser() >= 0:
            return
        generals = generals_mask(p, self.at, self.attacker)
        royals = royals_mask(p.state, self.at, self.attacker)
        cus = p.state.cus_of(self.at, self.attacker)
        losses.begin_retreat(p, self.seat, self.attacker, self.at, self.back, generals, cus, royals, "14.10.1")

    def go_inside(self, p: Play) -> None:
        """14.2.5, 14.10.3: what joined the Attacker goes back inside."""
        self.stage = after(p, "inside")
        if self.loser() >= 0 or self.back == p.inside(p.space(self.at)):
            return
        if joiner(p, self.attacker, self.defender, self.at) == self.attacker:
            city.go_back(p, self.attacker, self.at, self.joined_generals, self.joined_cus, self.others)

    def end(self, p: Play) -> None:
        """10.L.2: the activated Army has no MPs left; a General still at sea keeps his (A71)."""
        p.pop()
        if self.how != DROPPED:
            march.end_battle(p)
            self.go_on_together(p)
        self.independents_go_on(p)

    def independents_go_on(self, p: Play) -> None:
        """What a victory or a draw of an Independent Army means for the PC of the space, and for its move."""
        loser = self.loser()
        if loser >= 0:
            if self.faction(1 - loser) == INDEPENDENT and p.edition.independent_victor_removes_pc:
                independents.remove_pc(p, p.space(self.at))
        elif self.attacker == INDEPENDENT and not p.edition.independent_pc_after_draw:
            independents.driven_back(p)

    def go_on_together(self, p: Play) -> None:
        """14.2.2: Generals who joined the Attacker were moved by the activated one; not by a Minor General (9.1.10)."""
        if not self.joined_generals:
            return
        army = group.army(p)
        if army is None or army.seat != self.attacker or army.at != self.at or not is_major(p, army.commander()):
            return
        here = generals_mask(p, self.at, self.attacker)
        joined = sum(1 << g for g in generals_in(self.joined_generals & here) if is_major(p, g))
        army.told_joiners(p, joined)


STEPS: Final = {
    JOIN: Battle.join,
    ROYAL_WINDOW: Battle.royal_window,
    ROYAL: Battle.royal,
    ATTACKER_CARDS: Battle.attacker_cards,
    DEFENDER_CARDS: Battle.defender_cards,
    PRESTIGE_WINDOW: Battle.prestige_window,
    PRESTIGE: Battle.compare_prestige,
    SCORE: Battle.score,
    SURVIVAL: Battle.survival,
    DEATH: Battle.death,
    COMMAND: Battle.command,
    COMMANDED: Battle.commanded,
    FIRST_LOSS: Battle.first_loss,
    SECOND_LOSS: Battle.second_loss,
    ROYAL_JOINS: Battle.royal_joins,
    INSIDE: Battle.go_inside,
    RETREAT: Battle.retreat,
    END: Battle.end,
    CARDS: Battle.cards,
}


def has_edge(p: Play, cavalry: tuple[int, int], side: Side, enemy_elephants: bool) -> bool:
    """16.9.18: Cavalry against a side whose Elephants count for nothing; for the next column without Cavalry too."""
    if not cavalry[side] or enemy_elephants:
        return False
    return p.edition.cavalry_battle == "roll" or not cavalry[1 - side]


procedures.begin_battle = begin
procedures.joined_battle = joined
