"""13.3: Naval Battles; who may declare one, how they are fought."""

from typing import NamedTuple

from diadochi.model.board import PathKind
from diadochi.model.cards import Window
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, Ability
from diadochi.rules import fleets, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.battle_score import HIGHEST_ROLL, table_score
from diadochi.rules.command import ability
from diadochi.rules.deck import cards_of as members
from diadochi.rules.scoring import attack

RANGE = 2
"""13.3.A: Sea paths between the announced space and the declarer's nearest PC."""


def begin(p: Play, mover: int, space: int, escort: int) -> None:
    """A space has been announced: the declarations (13.2.4), then the battles."""
    p.push(NavalDeclarations(mover, space, escort, 0, -1, ()))


# 13.3.A


def check_declare(p: Play, seat: int, mover: int, space: int) -> Refusal | None:
    s = p.state
    if seat == mover:
        return Refusal("13.3.A.4", "refusal.own_naval_movement")
    if not fleets.available_fleets(p, seat):
        return Refusal("13.3.A.1", "refusal.no_available_fleet")
    if s.naval_declared >> seat & 1:
        return Refusal("13.3.A.3", "refusal.has_declared_naval_battle")
    if seat in s.truce and mover in s.truce:
        return Refusal("16.1.1", "refusal.truce", args(who=("faction", mover)))
    if not has_pc_in_range(p, seat, space):
        return Refusal("13.3.A.2", "refusal.no_pc_in_naval_range", args(space=("space", space)))
    return None


def has_pc_in_range(p: Play, seat: int, space: int) -> bool:
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


class NavalDeclarations(NamedTuple):
    """13.2.4, 13.3.A: in Turn Order the players declare Naval Battles and commit Fleets."""

    mover: int
    space: int
    escort: int
    turn: int
    """The place in Turn Order of the player who is asked."""
    committed: int
    """Bit mask of the Fleets he commits; -1 before he has declared."""
    battles: tuple[tuple[int, int], ...]
    """(Interceptor, committed Fleets)"""

    def step(self, p: Play) -> Ask | None:
        order = p.state.order
        if self.turn == len(order):
            p.replace(NavalBattles(self.mover, self.space, self.escort, self.battles))
            return None
        seat = order[self.turn]
        if self.committed < 0:
            if check_declare(p, seat, self.mover, self.space) is not None:
                p.replace(self._replace(turn=self.turn + 1))
                return None
            actions = [code(Verb.DECLARE), code(Verb.PASS)]
            at = ("space", self.space)
            return Ask(seat, "prompt.declare", "13.3.A.1", actions, args(mover=("faction", self.mover), space=at))
        candidates = [code(Verb.COMMIT, f) for f in range(len(p.pieces.fleets))]
        actions = offers(p, self, [*candidates, code(Verb.DONE)])
        return Ask(seat, "prompt.commit", "13.2.4", actions, args(space=("space", self.space)))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, fleet = action >> SHIFT, action & MASK
        seat = p.state.order[self.turn]
        if self.committed < 0:
            return None if verb in (Verb.DECLARE, Verb.PASS) else NOT_ASKED
        if verb == Verb.DONE:
            return None if self.committed else Refusal("13.3.A.1", "refusal.commit_a_fleet")
        if verb == Verb.COMMIT:
            return check_fleet(p, seat, fleet, self.committed)
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        verb = action >> SHIFT
        seat = p.state.order[self.turn]
        if verb == Verb.DECLARE:
            p.state.naval_declared |= 1 << seat
            p.replace(self._replace(committed=0))
        elif verb == Verb.COMMIT:
            p.replace(self._replace(committed=self.committed | 1 << (action & MASK)))
        elif verb == Verb.PASS:
            p.replace(self._replace(turn=self.turn + 1))
        else:
            battles = (*self.battles, (seat, self.committed))
            p.replace(self._replace(turn=self.turn + 1, committed=-1, battles=battles))
            who, names = ("faction", seat), ("fleets", tuple(members(self.committed)))
            p.note("declares_naval_battle", "13.2.4", who=who, fleets=names, space=("space", self.space))


def check_fleet(p: Play, seat: int, fleet: int, named: int) -> Refusal | None:
    """A Fleet that may be named, as an escort (13.2.1) or for an Interceptor (13.2.4)."""
    s = p.state
    name = args(fleet=("fleet", fleet))
    if s.fleet_owner[fleet] != seat:
        return Refusal("7.4.3", "refusal.not_your_fleet", name)
    if not fleets.is_available(p, seat, fleet):
        return Refusal("7.4.3", "refusal.fleet_dispersed", name)
    if named >> fleet & 1:
        return Refusal("13.2.1", "refusal.fleet_named_already", name)
    return None


# 13.3.B


class NavalBattles(NamedTuple):
    """13.3.B.4: the Naval Battles in one space, one after another until the mover loses one."""

    mover: int
    space: int
    escort: int
    battles: tuple[tuple[int, int], ...]

    def step(self, p: Play) -> Ask | None:
        from diadochi.rules import voyage

        v = voyage.current(p)
        if not self.battles or v.lost or v.storm:
            for interceptor, _ in self.battles:
                rule = "13.3.B.2" if v.storm else "13.3.B.1"
                p.note("naval_battle_cancelled", rule, who=("faction", interceptor), mover=("faction", self.mover))
            p.pop()
            return None
        interceptor, committed = self.battles[0]
        p.replace(self._replace(battles=self.battles[1:]))
        p.push(NavalBattle(self.mover, interceptor, self.space, self.escort, committed, WINDOW, 0, (0, 0)))
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise AssertionError(action)


WINDOW, DICE = 0, 1


class NavalBattle(NamedTuple):
    """13.3.C, 13.3.D: one Naval Battle, the mover against one Interceptor."""

    mover: int
    interceptor: int
    space: int
    escort: int
    committed: int
    stage: int
    cancelled: int
    """Fog."""
    bonus: tuple[int, int]
    """What cards add to the rolls of the mover and of the Interceptor."""

    def step(self, p: Play) -> Ask | None:
        from diadochi.rules import voyage

        if self.stage == WINDOW:
            p.replace(self._replace(stage=DICE))
            windows.begin(p, Window.NAVAL_DICE)
        elif self.cancelled or voyage.current(p).storm:
            p.pop()
            who = ("faction", self.interceptor)
            p.note("naval_battle_cancelled", "13.3.B.2", who=who, mover=("faction", self.mover))
        else:
            p.pop()
            fight(p, self)
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise AssertionError(action)


def fight(p: Play, battle: NavalBattle) -> None:
    """13.3.B.3: a battle that takes place is an attack; then the dice and what comes of them."""
    mover, interceptor = battle.mover, battle.interceptor
    attack(p, interceptor, mover, "13.3.B.3")
    admiral = leader_bonus(p, mover)
    own = strength(p, mover, battle.escort) + admiral
    other = strength(p, interceptor, battle.committed)
    dice = (p.die(), p.die(), p.die(), p.die())
    rolls = (modified(dice[0] + dice[1], battle.bonus[0]), modified(dice[2] + dice[3], battle.bonus[1]))
    scores = (score(p, own, rolls[0]), score(p, other, rolls[1]))
    p.note(
        "naval_battle",
        "13.3.D.1",
        dice=dice,
        space=("space", battle.space),
        mover=("faction", mover),
        mover_fleets=("fleets", tuple(members(battle.escort))),
        mover_ability=("number", admiral),
        mover_strength=("number", own),
        mover_dice=("numbers", dice[:2]),
        mover_bonus=("number", battle.bonus[0]),
        mover_roll=("number", rolls[0]),
        mover_score=("number", scores[0]),
        interceptor=("faction", interceptor),
        interceptor_fleets=("fleets", tuple(members(battle.committed))),
        interceptor_strength=("number", other),
        interceptor_dice=("numbers", dice[2:]),
        interceptor_bonus=("number", battle.bonus[1]),
        interceptor_roll=("number", rolls[1]),
        interceptor_score=("number", scores[1]),
    )
    settle(p, battle, scores[0] - scores[1])


def strength(p: Play, seat: int, named: int) -> int:
    """13.3.C.1"""
    return sum(fleets.fleet_strength(p, f) for f in members(named) if fleets.is_available(p, seat, f))


def leader_bonus(p: Play, mover: int) -> int:
    """What the General who leads the movement adds to Fleet Strength (7.1.3)."""
    from diadochi.rules import voyage

    leader = ability(p, p.at_sea(voyage.current(p).space), mover, Ability.NAVAL)
    return leader.ability_value if leader is not None else 0


def modified(roll: int, bonus: int) -> int:
    return min(roll + bonus, HIGHEST_ROLL)


def score(p: Play, fleet_strength: int, roll: int) -> int:
    """13.3.D.1, A74: without Fleet Strength the table is not used."""
    return table_score(p, fleet_strength, roll) if fleet_strength else 0


def settle(p: Play, battle: NavalBattle, margin: int) -> None:
    """13.3.D.2 to 13.3.D.7"""
    if margin == 0:
        p.note("naval_draw", "13.3.D.2", mover=("faction", battle.mover), who=("faction", battle.interceptor))
    elif margin > 0:
        p.note("naval_win", "13.3.D.3", who=("faction", battle.mover), loser=("faction", battle.interceptor))
        disperse(p, battle.interceptor, battle.committed, "13.3.D.3")
    else:
        p.note("naval_win", "13.3.D.4", who=("faction", battle.interceptor), loser=("faction", battle.mover))
        disperse(p, battle.mover, battle.escort, "13.3.D.4")
        mover_loses(p, battle.mover)


def disperse(p: Play, seat: int, named: int, rule: str) -> None:
    lost = tuple(f for f in members(named) if fleets.is_available(p, seat, f))
    for fleet in lost:
        fleets.disperse_fleet(p, fleet)
    if lost:
        p.note("fleets_dispersed", rule, who=("faction", seat), fleets=("fleets", lost))


def mover_loses(p: Play, mover: int) -> None:
    """13.3.D.5: Attrition of all CUs aboard; the voyage itself turns back after it."""
    from diadochi.rules import attrition, voyage

    v = voyage.current(p)
    voyage.change(p, v._replace(lost=1))
    at = p.at_sea(v.space)
    cus = p.state.cus_of(at, mover)
    if cus != NO_FORCES:
        attrition.begin(p, mover, at, cus, "13.3.D.5")
