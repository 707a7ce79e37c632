"""Chapter 12: Evasion."""

from typing import NamedTuple

from diadochi.model.board import Kind, PathKind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Royal
from diadochi.model.state import INDEPENDENT, NOBODY, add, common, subtract
from diadochi.rules import independent_reactions, independents, march, retreat, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.battle_score import has_cavalry
from diadochi.rules.command import (
    commander,
    disperse_general,
    general_factions,
    generals_at,
)
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import BY_PATH, cart_may_leave, check_truce
from diadochi.rules.march import Procedure
from diadochi.rules.reactions import (
    change_procedure,
    evaded_into,
    moving_cavalry,
    procedure,
    remember_evaders,
    roll_initiative,
    was_intercepted,
)


def begin(p: Play, moving: Procedure) -> None:
    """10.F, 12.1.5, 12.1.6, A67"""
    if moving.intercepted or was_intercepted(p, moving):
        return
    here = moving.present(p) & ~(1 << moving.seat)
    others = bool(here >> INDEPENDENT & 1) and independent_reactions.are_possible(p, moving)
    players = [f for f in p.state.order if f != moving.seat]
    evaders = tuple(f for f in players if others or (here >> f & 1 and commander(p, moving.at, f) >= 0))
    if evaders:
        p.push(Evasions(moving.at, evaders, 0, DECLARING, 0, -1, 0, 0, NO_FORCES, 0))


DECLARING, RESOLVING, EVADING = 0, 1, 2
LAST_SPACE = 2
"""12.2.A.1"""


class Evasions(NamedTuple):
    """Declarations in Turn Order, then the rolls; a successful evader goes one or two spaces.

    `generals`, `cus` and `royals` are those of `faction` who evade now, `location` is where they are, `moved` the
    spaces so far; `others` are its CUs that stood there before. `payer` has declared for the Independents, whom
    `leader` leads (16.11).
    """

    at: int
    players: tuple[int, ...]
    turn: int
    stage: int
    declared: int
    location: int
    moved: int
    generals: int
    cus: Forces
    royals: int
    faction: int = NOBODY
    payer: int = NOBODY
    leader: int = -1
    others: Forces = NO_FORCES

    def step(self, p: Play) -> Ask | None:
        if self.stage == DECLARING:
            return self.declare(p)
        if self.stage == RESOLVING:
            self.resolve(p)
            return None
        left = self.after_attrition(p)
        if left != self:
            p.replace(left)
            return None
        return self.ask_where(p)

    def after_attrition(self, p: Play) -> "Evasions":
        """The CUs that are left; without any the royals go no further (8.4.2)."""
        if not self.moved or self.faction == INDEPENDENT:
            return self
        cus = subtract(p.state.cus_of(self.location, self.faction), self.others)
        return self._replace(cus=cus, royals=self.royals if cus != NO_FORCES else 0)

    def declare(self, p: Play) -> Ask | None:
        """12.2.1: everybody says yes or no before anybody rolls."""
        if self.turn >= len(self.players):
            p.replace(self._replace(stage=RESOLVING, turn=0))
            return None
        seat = self.players[self.turn]
        others = independent_reactions.actions(p, [self.at])
        hidden = any(self.check_here(p, a & MASK) is None for a in others) and windows.may_hold(p, seat)
        own = self.can_evade(p, seat)
        if not own and not hidden:
            p.replace(self._replace(turn=self.turn + 1))
            return None
        actions = offers(p, self, [code(Verb.EVADE), *others, code(Verb.STAND)])
        space = ("space", p.space(self.at))
        if not own:
            return Ask(seat, "prompt.evade_independents", "16.11.4", actions, args(space=space), hidden)
        facts = args(general=("general", commander(p, self.at, seat)), space=space)
        return Ask(seat, "prompt.evade", "12.2.1", actions, facts, hidden)

    def can_evade(self, p: Play, faction: int) -> bool:
        """A General is there, and a space to go to."""
        if commander(p, self.at, faction) < 0:
            return False
        generals = retreat.generals_mask(p, self.at, faction)
        return bool(refuges(p, faction, self.at, self.at, p.state.cus_of(self.at, faction), generals))

    def resolve(self, p: Play) -> None:
        if self.turn >= len(self.players):
            p.pop()
            return
        seat = self.players[self.turn]
        faction = INDEPENDENT if seat == self.payer else seat
        if seat != self.payer and not self.declared >> seat & 1:
            p.replace(self._replace(turn=self.turn + 1))
        elif not self.can_evade(p, faction):
            p.note("evasion_impossible", "12.1.9", who=("faction", faction))
            p.replace(self._replace(turn=self.turn + 1))
        elif self.roll(p, faction):
            p.replace(self.with_group(p, faction))
        else:
            p.replace(self._replace(turn=self.turn + 1))
            moving = procedure(p)
            change_procedure(p, moving._replace(failed=moving.failed | 1 << faction))

    def with_group(self, p: Play, seat: int) -> "Evasions":
        """12.2.A.2, A154: everything of the location goes, royals only beside a CU."""
        s = p.state
        cus = s.cus_of(self.at, seat)
        royals = retreat.royals_mask(s, self.at, seat) if cus != NO_FORCES else 0
        if not cart_may_leave(p):
            royals &= ~(1 << Royal.FUNERAL_CART)
        generals = retreat.generals_mask(p, self.at, seat)
        group = self._replace(generals=generals, cus=cus, royals=royals, faction=seat)
        return group._replace(stage=EVADING, location=self.at, moved=0)

    def roll(self, p: Play, seat: int) -> bool:
        """12.2.2, 12.2.3, 16.9.17"""
        general = self.leader if seat == INDEPENDENT else commander(p, self.at, seat)
        modifier = 0
        if p.option(Option.CAVALRY):
            cavalry = has_cavalry(p, seat, p.state.cus_of(self.at, seat))
            modifier = int(cavalry) - int(moving_cavalry(p, procedure(p)))
        return roll_initiative(p, seat, general, Ability.EVASION, modifier, "evasion_roll", "12.2.2")

    def ask_where(self, p: Play) -> Ask | None:
        seat = self.players[self.turn]
        spaces = refuges(p, self.faction, self.location, self.at, self.cus, self.generals)
        actions = [code(Verb.EVADE_TO, space) for space in spaces]
        if self.moved:
            actions.append(code(Verb.DONE))
        if self.moved == LAST_SPACE or not actions:
            p.replace(self._replace(stage=RESOLVING, turn=self.turn + 1, location=-1))
            return None
        facts = args(general=("general", members(self.generals)[0]), at=("location", self.location))
        return Ask(seat, "prompt.evade_to", "12.2.A.1", actions, facts)

    def check(self, p: Play, action: int) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == DECLARING:
            return self.check_declaring(p, verb, action & MASK)
        if self.stage != EVADING:
            return NOT_ASKED
        if verb == Verb.DONE and self.moved:
            return None
        if verb != Verb.EVADE_TO:
            return NOT_ASKED
        return check_refuge(p, self.faction, self.location, self.at, action & MASK, self.cus, self.generals)

    def check_declaring(self, p: Play, verb: int, operand: int) -> Refusal | None:
        seat = self.players[self.turn]
        if verb == Verb.EVADE:
            return None if self.can_evade(p, seat) else NOT_ASKED
        if verb == Verb.MOVE_INDEPENDENT:
            return self.check_here(p, operand) or independent_reactions.check_card(p, seat)
        return None if verb == Verb.STAND else NOT_ASKED

    def check_here(self, p: Play, general: int) -> Refusal | None:
        """16.11.1, 16.11.5, 16.11.7: what everybody can see."""
        if not independent_reactions.are_possible(p, procedure(p)):
            return NOT_ASKED
        refusal = independent_reactions.check_general(p, general, [self.at])
        if refusal is not None:
            return refusal
        if self.payer != NOBODY:
            return Refusal("16.11.5", "refusal.one_attempt_per_space", args(at=("location", self.at)))
        if not self.can_evade(p, INDEPENDENT):
            return Refusal("16.11.7", "refusal.nowhere_to_evade", args(general=("general", general)))
        return None

    def take(self, p: Play, action: int) -> None:
        verb = action >> SHIFT
        seat = self.players[self.turn]
        if verb in (Verb.EVADE, Verb.STAND):
            declared = self.declared | 1 << seat if verb == Verb.EVADE else self.declared
            if verb == Verb.EVADE:
                p.note(
                    "declares_evasion",
                    "12.2.1",
                    who=("faction", seat),
                    general=("general", commander(p, self.at, seat)),
                )
            p.replace(self._replace(turn=self.turn + 1, declared=declared))
        elif verb == Verb.MOVE_INDEPENDENT:
            independent_reactions.pay(p, seat, action & MASK, independent_reactions.EVASION)
        elif verb == Verb.DONE:
            p.replace(self._replace(stage=RESOLVING, turn=self.turn + 1, location=-1))
        else:
            others = p.state.cus_of(action & MASK, self.faction)
            p.replace(self._replace(location=action & MASK, moved=self.moved + 1, others=others))
            evade(p, self, action & MASK)


def declare_independent(p: Play, seat: int, general: int) -> None:
    """16.11.4: in the place of an own attempt."""
    frame = p.state.agenda[-1]
    assert isinstance(frame, Evasions)
    who, leader = ("faction", seat), ("general", general)
    p.note("declares_independent_evasion", "16.11.3", who=who, general=leader)
    p.replace(frame._replace(turn=frame.turn + 1, payer=seat, leader=general))


def refuges(p: Play, seat: int, location: int, at: int, cus: Forces, generals: int) -> list[int]:
    """The spaces into which an evader may go from a location; `at` is the one the mover has entered."""
    spaces = [n for n, kind in p.board.land_links[p.space(location)] if kind == PathKind.LAND]
    return [space for space in spaces if check_refuge(p, seat, location, at, space, cus, generals) is None]


def check_refuge(p: Play, seat: int, location: int, at: int, space: int, cus: Forces, generals: int) -> Refusal | None:
    """12.1.1 to 12.1.4, 12.2.A.3, 12.2.A.4, A155"""
    s = p.state
    facts = args(space=("space", space))
    if not any(n == space and kind == PathKind.LAND for n, kind in p.board.land_links[p.space(location)]):
        return Refusal("12.1.4", "refusal.no_land_path", facts)
    if space == p.space(at):
        return Refusal("12.2.A.4", "refusal.not_back", facts)
    moving = procedure(p)
    if moving.how == BY_PATH and moving.back >= 0 and p.space(moving.back) == space:
        return Refusal("12.2.A.3", "refusal.mover_came_from_there", facts)
    if s.pcs[space] not in (seat, NOBODY) and not troops.has_cu(s, space, seat):
        return Refusal("12.1.1", "refusal.space_held_by_other", facts)
    if seat == INDEPENDENT and not all(independents.may_enter(p, g, space) for g in members(generals)):
        return Refusal("16.11.7", "refusal.independents_stay", facts)
    return check_enemies(p, seat, space, cus) or check_truce(p, seat, space)


def check_enemies(p: Play, seat: int, space: int, evading: Forces) -> Refusal | None:
    """12.1.2, 12.1.3; the Besieged inside do not bar the besieger's camp (A155)."""
    s = p.state
    facts = args(space=("space", space))
    cus, generals = s.cu_factions.get(space, 0), general_factions(p, space)
    inside = p.inside(space)
    if inside in s.cu_factions or inside in s.generals_at:
        camp = bool(troops.besiegers(p, space) >> seat & 1)
        if not camp:
            cus |= s.cu_factions.get(inside, 0)
            generals |= general_factions(p, inside)
    if cus & ~(1 << seat):
        return Refusal("12.1.2", "refusal.enemy_cu_there", facts)
    if generals & ~(1 << seat) and evading == NO_FORCES:
        return Refusal("12.1.3", "refusal.enemy_general_there", facts)
    return None


def evade(p: Play, evasion: Evasions, end: int) -> None:
    """12.2.A.1, 12.2.A.7, A56"""
    s = p.state
    seat, start, cus = evasion.faction, evasion.location, evasion.cus
    troops.move_cus(p, seat, cus, start, end)
    retreat.put_generals(s, evasion.generals, end)
    retreat.put_royals(s, evasion.royals, end)
    p.note(
        "evades_to",
        "12.2.A.1",
        who=("faction", seat),
        generals=("generals", tuple(members(evasion.generals))),
        cus=("forces", cus),
        at=("location", end),
    )
    if cus == NO_FORCES:
        return
    disperse_lone_generals(p, seat, end)
    if seat == INDEPENDENT:
        leave_the_game(p, end)
        return
    pass_strongholds(p, seat, start, end, cus)


def pass_strongholds(p: Play, seat: int, start: int, end: int, cus: Forces) -> None:
    """10.A.3, A56: who leaves a Stronghold into which he has Evaded in this activation."""
    moving = procedure(p)
    if p.board.spaces[end].kind == Kind.STRONGHOLD:
        remember_evaders(p, moving, seat, end, add(evaded_into(p, moving, seat, end), cus))
    if p.board.spaces[start].kind != Kind.STRONGHOLD:
        return
    came = evaded_into(p, moving, seat, start)
    leaving = common(came, cus)
    if leaving == NO_FORCES:
        return
    remember_evaders(p, moving, seat, start, subtract(came, leaving))
    if p.state.pcs[start] == INDEPENDENT:
        march.pass_stronghold(p, seat, end, cus)


def leave_the_game(p: Play, space: int) -> None:
    """16.11.7, A156: PHILON goes out of the game in Hellas, and the others go on without him."""
    frame = p.state.agenda[-1]
    assert isinstance(frame, Evasions)
    left = [g for g in members(frame.generals) if not independents.leaves_the_game(p, g, space)]
    cus = NO_FORCES
    for general in left:
        cus = add(cus, independents.cus_of(p, general))
    p.replace(frame._replace(generals=sum(1 << g for g in left), cus=cus, moved=frame.moved if left else LAST_SPACE))


def disperse_lone_generals(p: Play, seat: int, location: int) -> None:
    """12.2.A.7, 12.2.A.8: it never costs Champion status."""
    for faction in members(general_factions(p, location) & ~(1 << seat)):
        for general in generals_at(p, location, faction):
            disperse_general(p, general, "12.2.A.7")
