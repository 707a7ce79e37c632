"""13.3: Naval Battles; who may declare one, how they are fought."""

from typing import ClassVar, Final

from diadochi.model.board import PathKind
from diadochi.model.cards import Window
from diadochi.model.ids import ActionCode, FactionId, Mask, SeatId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, fleet_in
from diadochi.model.pieces import NO_FORCES, Ability
from diadochi.model.state import common, fleets_in
from diadochi.model.verbs import Verb
from diadochi.rules import fleets, losses, procedures, voyage, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.battle import HIGHEST_ROLL, table_score
from diadochi.rules.scoring import attack
from diadochi.rules.troops import ability

RANGE: Final = 2
"""13.3.A: Sea paths between the announced space and the declarer's nearest PC."""


def begin(p: Play, mover: FactionId, space: SpaceId, escort: Mask) -> None:
    """A space has been announced: the declarations (13.2.4), then the battles."""
    p.push(NavalDeclarations(mover, space, escort, 0, -1, ()))


# 13.3.A


def check_declare(p: Play, seat: SeatId, mover: FactionId, space: SpaceId) -> Refusal | None:
    s = p.state
    if seat == mover:
        return Refusal("13.3.A.4", "refusal.own_naval_movement")
    if not fleets.available_fleets(p, seat):
        return Refusal("13.3.A.1", "refusal.no_available_fleet")
    if p.edition.naval_declarations and s.naval_declared >> seat & 1:
        return Refusal("13.3.A.3", "refusal.has_declared_naval_battle")
    if seat in s.truce and mover in s.truce:
        return Refusal("16.1.1", "refusal.truce", (("who", "faction", mover),))
    if not any(has_pc_in_range(p, seat, near) for near in voyage.in_reach(p, space)):
        return Refusal(
            "13.3.A.2", "refusal.no_pc_in_naval_range", (("space", "space", space), ("number", "number", RANGE))
        )
    return None


def has_pc_in_range(p: Play, seat: SeatId, space: SpaceId) -> bool:
    """13.3.A.2, A72: only Sea paths count, and the announced space itself is in range."""
    pcs = p.state.pcs
    reached = {space}
    edge = [space]
    for _ in range(RANGE + 1):
        if any(pcs[x] == seat for x in edge):
            return True
        edge = [y for x in edge for y, kind in p.board.sea_links[x] if kind == PathKind.SEA and y not in reached]
        reached.update(edge)
    return False


class NavalDeclarations(Frame):
    """13.2.4, 13.3.A: in Turn Order the players declare Naval Battles and commit Fleets."""

    fight: ClassVar[str] = "naval"

    def __init__(
        self,
        mover: FactionId,
        space: SpaceId,
        escort: Mask,
        turn: int,
        committed: Mask,
        battles: tuple[tuple[FactionId, Mask], ...],
    ) -> None:
        self.mover = mover
        self.space = space
        self.escort = escort
        self.turn = turn
        """The place in Turn Order of the player who is asked."""
        self.committed = committed
        """Bit mask of the Fleets he commits; -1 before he has declared."""
        self.battles = battles
        """(Interceptor, committed Fleets)"""

    def step(self, p: Play) -> Ask | None:
        order = p.state.order
        v = voyage.current(p)
        if self.turn == len(order) or v.lost or v.storm:
            p.replace(NavalBattles(self.mover, self.space, self.escort, self.battles))
            return None
        seat = order[self.turn]
        if self.committed < 0:
            if check_declare(p, seat, self.mover, self.space) is not None:
                p.replace(self.but(turn=self.turn + 1))
                return None
            actions = [code(Verb.DECLARE), code(Verb.PASS)]
            at = ("space", self.space)
            return Ask(seat, "prompt.declare", "13.3.A.1", actions, (("mover", "faction", self.mover), ("space", *at)))
        candidates = [code(Verb.COMMIT, f) for f in range(len(p.pieces.fleets))]
        actions = offers(p, self, [*candidates, code(Verb.DONE)])
        return Ask(seat, "prompt.commit", "13.2.4", actions, (("space", "space", self.space),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, fleet = action >> SHIFT, fleet_in(action)
        seat = p.state.order[self.turn]
        if self.committed < 0:
            return None if verb in (Verb.DECLARE, Verb.PASS) else NOT_ASKED
        if verb == Verb.DONE:
            return None if self.committed else Refusal("13.3.A.1", "refusal.commit_a_fleet")
        if verb == Verb.COMMIT:
            return fleets.check_fleet(p, seat, fleet, self.committed)
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        seat = p.state.order[self.turn]
        if verb == Verb.DECLARE:
            p.state.naval_declared |= 1 << seat
            p.replace(self.but(committed=0))
        elif verb == Verb.COMMIT:
            p.replace(self.but(committed=self.committed | 1 << (action & MASK)))
        elif verb == Verb.PASS:
            p.replace(self.but(turn=self.turn + 1))
        else:
            battle = (seat, self.committed)
            at_once = p.edition.naval_order == "one_by_one"
            battles = self.battles if at_once else (*self.battles, battle)
            p.replace(self.but(turn=self.turn + 1, committed=-1, battles=battles))
            who, names = ("faction", seat), ("fleets", tuple(fleets_in(self.committed)))
            p.note(
                "declares_naval_battle", "13.2.4", (("who", *who), ("fleets", *names), ("space", "space", self.space))
            )
            if at_once:
                p.push(NavalBattles(self.mover, self.space, self.escort, (battle,)))


# 13.3.B


class NavalBattles(Frame):
    """13.3.B.4: the Naval Battles in one space, one after another until the mover loses one."""

    fight: ClassVar[str] = "naval"

    def __init__(
        self, mover: FactionId, space: SpaceId, escort: Mask, battles: tuple[tuple[FactionId, Mask], ...]
    ) -> None:
        self.mover = mover
        self.space = space
        self.escort = escort
        self.battles = battles

    def step(self, p: Play) -> Ask | None:
        v = voyage.current(p)
        if not self.battles or v.lost or v.storm:
            for interceptor, _ in self.battles:
                if not v.storm and p.edition.status_by_naval == "declared":
                    attack(p, interceptor, self.mover, "13.3.B.3")
                rule = "13.3.B.2" if v.storm else "13.3.B.1"
                p.note(
                    "naval_battle_cancelled", rule, (("who", "faction", interceptor), ("mover", "faction", self.mover))
                )
            p.pop()
            return None
        interceptor, committed = self.battles[0]
        p.replace(self.but(battles=self.battles[1:]))
        p.push(NavalBattle(self.mover, interceptor, self.space, self.escort, committed, WINDOW, 0, (0, 0)))
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError(action)


WINDOW: Final = 0
DICE: Final = 1


class NavalBattle(Frame):
    """13.3.C, 13.3.D: one Naval Battle, the mover against one Interceptor."""

    fight: ClassVar[str] = "naval"

    def __init__(
        self,
        mover: FactionId,
        interceptor: FactionId,
        space: SpaceId,
        escort: Mask,
        committed: Mask,
        stage: int,
        cancelled: int,
        bonus: tuple[int, int],
    ) -> None:
        self.mover = mover
        self.interceptor = interceptor
        self.space = space
        self.escort = escort
        self.committed = committed
        self.stage = stage
        self.cancelled = cancelled
        """Fog."""
        self.bonus = bonus
        """What cards add to the rolls of the mover and of the Interceptor."""

    def told_fog(self, p: Play) -> None:
        p.become(self, self.but(cancelled=1))

    def told_bonus(self, p: Play, seat: SeatId, bonus: int) -> None:
        """13.3.D.9: Superior Admiral."""
        mover, interceptor = self.bonus
        p.become(self, self.but(bonus=(bonus, interceptor) if seat == self.mover else (mover, bonus)))

    def step(self, p: Play) -> Ask | None:
        if self.stage == WINDOW:
            p.replace(self.but(stage=DICE))
            windows.begin(p, Window.NAVAL_DICE)
        elif self.cancelled or voyage.current(p).storm:
            p.pop()
            who = ("faction", self.interceptor)
            p.note("naval_battle_cancelled", "13.3.B.2", (("who", *who), ("mover", "faction", self.mover)))
        else:
            p.pop()
            fight(p, self)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise AssertionError(action)


def fight(p: Play, battle: NavalBattle) -> None:
    """13.3.B.3: a battle that takes place is an attack; then the dice and what comes of them."""
    mover, interceptor = battle.mover, battle.interceptor
    attack(p, interceptor, mover, "13.3.B.3")
    admiral = leader_bonus(p, mover)
    own = strength(p, mover, battle.escort) + admiral
    other = strength(p, interceptor, battle.committed)
    dice = (*p.two_dice(), *p.two_dice())
    rolls = (modified(dice[0] + dice[1], battle.bonus[0]), modified(dice[2] + dice[3], battle.bonus[1]))
    scores = (score(p, own, rolls[0]), score(p, other, rolls[1]))
    p.note(
        "naval_battle",
        "13.3.D.1",
        (
            ("space", "space", battle.space),
            ("mover", "faction", mover),
            ("mover_fleets", "fleets", tuple(fleets_in(battle.escort))),
            ("mover_ability", "number", admiral),
            ("mover_strength", "number", own),
            ("mover_dice", "numbers", dice[:2]),
            ("mover_bonus", "number", battle.bonus[0]),
            ("mover_roll", "number", rolls[0]),
            ("mover_score", "number", scores[0]),
            ("interceptor", "faction", interceptor),
            ("interceptor_fleets", "fleets", tuple(fleets_in(battle.committed))),
            ("interceptor_strength", "number", other),
            ("interceptor_dice", "numbers", dice[2:]),
            ("interceptor_bonus", "number", battle.bonus[1]),
            ("interceptor_roll", "number", rolls[1]),
            ("interceptor_score", "number", scores[1]),
        ),
        dice=dice,
    )
    settle(p, battle, scores[0] - scores[1])


def strength(p: Play, seat: SeatId, named: Mask) -> int:
    """13.3.C.1"""
    return sum(fleets.fleet_strength(p, f) for f in fleets_in(named) if fleets.is_available(p, seat, f))


def leader_bonus(p: Play, mover: FactionId) -> int:
    """What the General who leads the movement adds to Fleet Strength (7.1.3)."""
    leader = ability(p, voyage.army_of(p).at, mover, Ability.NAVAL)
    return leader.ability_value if leader is not None else 0


def modified(roll: int, bonus: int) -> int:
    return min(roll + bonus, HIGHEST_ROLL)


def score(p: Play, fleet_strength: int, roll: int) -> int:
    """13.3.D.1, A74: without Fleet Strength the table is not used."""
    return table_score(p, fleet_strength, roll) if fleet_strength else 0


def settle(p: Play, battle: NavalBattle, margin: int) -> None:
    """13.3.D.2 to 13.3.D.7"""
    if margin == 0:
        p.note("naval_draw", "13.3.D.2", (("mover", "faction", battle.mover), ("who", "faction", battle.interceptor)))
    elif margin > 0:
        p.note("naval_win", "13.3.D.3", (("who", "faction", battle.mover), ("loser", "faction", battle.interceptor)))
        disperse(p, battle.interceptor, battle.committed, "13.3.D.3")
    else:
        p.note("naval_win", "13.3.D.4", (("who", "faction", battle.interceptor), ("loser", "faction", battle.mover)))
        disperse(p, battle.mover, battle.escort, "13.3.D.4")
        mover_loses(p, battle.mover)


def disperse(p: Play, seat: SeatId, named: Mask, rule: str) -> None:
    lost = tuple(f for f in fleets_in(named) if fleets.is_available(p, seat, f))
    for fleet in lost:
        fleets.disperse_fleet(p, fleet)
    if lost:
        p.note("fleets_dispersed", rule, (("who", "faction", seat), ("fleets", "fleets", lost)))


def mover_loses(p: Play, mover: FactionId) -> None:
    """13.3.D.5: Attrition of all CUs aboard; the voyage itself turns back after it."""
    v = voyage.current(p)
    v.told_defeat(p)
    group = voyage.army_of(p)
    at = group.at
    # What an earlier Battle of the same voyage has cost is no longer there.
    cus = common(group.cus, p.state.cus_of(at, mover))
    if cus != NO_FORCES:
        losses.roll_attrition(p, mover, at, cus, "13.3.D.5")


procedures.begin_naval_battles = begin
