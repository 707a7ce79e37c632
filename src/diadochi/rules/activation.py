"""6.3, 9.1, 9.2: the Activation Segment, and which Armies and Generals are activated."""

from typing import NamedTuple

from diadochi.model.board import Kind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, Ability, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, forces
from diadochi.rules import orders, own_turn, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.army import setting_out, starting
from diadochi.rules.command import is_minor, minors_of, player_generals_on_map
from diadochi.rules.group import allowance, fetch, spare_minor
from diadochi.rules.group import army as army
from diadochi.rules.group import change_army as change_army
from diadochi.rules.upkeep import upkeep

# The activation under way


def forfeit(p: Play) -> None:
    """9.2.12: the MPs of whoever moves now are lost for the rest of the activation."""
    from diadochi.rules import independents

    if independents.forfeit(p):
        return
    group = army(p)
    if group is not None:
        change_army(p, group._replace(forfeited=1))


def begin_segment(p: Play, seat: int) -> None:
    p.push(ActivationSegment(seat, CHOICE))


def begin(p: Play, seat: int, mps: int, number: int, waters: tuple[str, ...] = ()) -> None:
    """Activate that many Armies or Generals, each with these MPs (Force-March, card events)."""
    p.push(Activations(seat, 0, mps, number, waters, -1))


# 6.3

CHOICE, LAST_ACTS, OVER = 0, 1, 2


class ActivationSegment(NamedTuple):
    """6.3: activate everybody, or raise a Mercenary, or nothing; then the abilities of the Segment's end."""

    seat: int
    stage: int

    def step(self, p: Play) -> Ask | None:
        if self.stage == CHOICE:
            candidates = [code(Verb.CAMPAIGN), code(Verb.MERCENARY), code(Verb.DONE)]
            candidates += windows.own_candidates(p, self.seat)
            return Ask(self.seat, "prompt.activation_segment", "6.3.1", offers(p, self, candidates), hidden=True)
        if self.stage == LAST_ACTS:
            return self.last_acts(p)
        p.pop()
        upkeep(p)
        return None

    def last_acts(self, p: Play) -> Ask | None:
        candidates = last_act_candidates(p, self.seat)
        actions = offers(p, self, candidates) if candidates else []
        if not actions:
            p.replace(self._replace(stage=OVER))
            return None
        return Ask(self.seat, "prompt.last_acts", "7.1.3", [*actions, code(Verb.DONE)])

    def check(self, p: Play, action: int) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == LAST_ACTS:
            return None if verb == Verb.DONE else check_last_act(p, self.seat, verb, action & MASK)
        if verb in (Verb.CAMPAIGN, Verb.MERCENARY, Verb.DONE):
            return None
        return windows.check(p, self.seat, action)

    def take(self, p: Play, action: int) -> None:
        verb = action >> SHIFT
        if self.stage == LAST_ACTS:
            self.take_last_act(p, verb, action & MASK)
        elif verb in (Verb.SURPRISE, Verb.DISCARD):
            windows.take(p, self.seat, action)
        else:
            p.replace(self._replace(stage=LAST_ACTS))
            if verb == Verb.CAMPAIGN:
                self.campaign(p)
            elif verb == Verb.MERCENARY:
                self.raise_mercenary(p)

    def campaign(self, p: Play) -> None:
        """9.2.2: one die for everybody."""
        die = p.die()
        p.note("movement_die", "9.2.2", dice=(die,), who=("faction", self.seat), die=("number", die))
        p.push(Activations(self.seat, die, 0, -1, (), -1))

    def raise_mercenary(self, p: Play) -> None:
        """6.3.2"""
        from diadochi.rules import reinforcements

        p.note("raises_mercenary", "6.3.2", who=("faction", self.seat))
        p.push(own_turn.NobodyActivated(self.seat))
        reinforcements.begin(p, self.seat, forces(Unit.MERCENARY), (), "6.3.2")

    def take_last_act(self, p: Play, verb: int, space: int) -> None:
        if verb == Verb.DONE:
            p.replace(self._replace(stage=OVER))
            return
        owner = p.state.pcs[space]
        p.state.put_pc(space, self.seat if verb == Verb.PLACE_PC else NOBODY)
        key = "pc_replaced" if verb == Verb.PLACE_PC else "pc_removed"
        p.note(key, "7.1.3", who=("faction", self.seat), space=("space", space), owner=("faction", owner))
        upkeep(p)


def last_act_candidates(p: Play, seat: int) -> list[int]:
    """Perdikkas takes an enemy PC off, Kassandros puts his own in its place."""
    out = []
    for g in player_generals_on_map(p.state, seat):
        at = p.state.generals[g]
        ability = p.pieces.generals[g].ability
        if ability == Ability.REMOVE_PC:
            out.append(code(Verb.REMOVE_PC, p.space(at)))
        elif ability == Ability.REPLACE_PC:
            out.append(code(Verb.PLACE_PC, p.space(at)))
    return out


def check_last_act(p: Play, seat: int, verb: int, space: int) -> Refusal | None:
    from diadochi.rules.command import ability

    if verb not in (Verb.REMOVE_PC, Verb.PLACE_PC):
        return NOT_ASKED
    s = p.state
    facts = args(space=("space", space))
    kind = Ability.REMOVE_PC if verb == Verb.REMOVE_PC else Ability.REPLACE_PC
    if ability(p, space, seat, kind) is None or not troops.has_cu(s, space, seat):
        return Refusal("7.1.3", "refusal.no_such_ability_here", facts)
    owner = s.pcs[space]
    independent = owner == INDEPENDENT and verb == Verb.PLACE_PC and p.board.spaces[space].kind == Kind.MINOR
    if owner in (NOBODY, seat) or not troops.is_minor_city(p, space) or (owner == INDEPENDENT and not independent):
        return Refusal("7.1.3", "refusal.pc_stays", facts)
    return None


# 9.1

ACTIVATING = {Verb.ACTIVATE, Verb.MUSTER}


class Activations(NamedTuple):
    """9.1.3: activate Armies and Generals, one completely after another. `left` -1: all of them.

    `muster`: the location that waits for a Minor General to be taken from elsewhere.
    """

    seat: int
    die: int
    mps: int
    left: int
    waters: tuple[str, ...]
    muster: int
    placed: int = 0
    """Of older saves."""

    def step(self, p: Play) -> Ask | None:
        if not self.left:
            p.pop()
            return None
        if self.muster >= 0:
            candidates = [code(Verb.FETCH, g) for g in minors_of(p, self.seat)]
            place = args(at=("location", self.muster))
            return Ask(self.seat, "prompt.fetch", "7.1.C.2", offers(p, self, candidates), place)
        actions = offers(p, self, self.candidates(p))
        verbs = {action >> SHIFT for action in actions}
        if verbs & ACTIVATING:
            facts = args(die=("number", self.die), mps=("number", self.mps))
            return Ask(self.seat, "prompt.activate", "9.1.3", actions, facts)
        p.replace(own_turn.NobodyActivated(self.seat))
        return None

    def candidates(self, p: Play) -> list[int]:
        s = p.state
        out = [code(Verb.DONE)]
        out += [code(Verb.ACTIVATE, g) for g in player_generals_on_map(s, self.seat) if not s.moved_generals >> g & 1]
        for at in troops.locations_of(s, self.seat):
            own_space = s.pcs[p.space(at)] == self.seat
            if not own_space or at not in s.moved_cus or troops.unmoved(s, at, self.seat) != NO_FORCES:
                out.append(code(Verb.MUSTER, at))
        return out

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.muster >= 0:
            return self.check_fetch(p, operand) if verb == Verb.FETCH else NOT_ASKED
        if verb == Verb.DONE:
            return None
        if verb == Verb.ACTIVATE:
            return self.check_activate(p, operand)
        if verb == Verb.MUSTER:
            return self.check_muster(p, operand)
        return NOT_ASKED

    def check_activate(self, p: Play, general: int) -> Refusal | None:
        s = p.state
        if s.owners[general] != self.seat or s.generals[general] < 0:
            return Refusal("9.1.3", "refusal.not_your_general", args(general=("general", general)))
        if s.moved_generals >> general & 1:
            return Refusal("9.1.5", "refusal.general_moved", args(general=("general", general)))
        at = s.generals[general]
        if is_minor(p, general) and not finds_cus(p, self.seat, at) and not self.can_remove_pc(p, general, at):
            return Refusal("9.1.6", "refusal.already_moved")
        return self.check_waters(p, at) or self.check_use(p, general, at)

    def allowance(self, p: Play, general: int) -> int:
        return allowance(p, general, self.die) if self.die else self.mps

    def can_remove_pc(self, p: Play, general: int, location: int) -> bool:
        """9.3.D.1: it takes no CUs that could still move."""
        return not self.waters and orders.can_remove(p, self.seat, location, self.allowance(p, general))

    def check_use(self, p: Play, general: int, location: int) -> Refusal | None:
        """Nobody is activated where he can do nothing."""
        mps = self.allowance(p, general)
        if location < p.spaces and not self.waters and orders.has_path(p, location, mps):
            return None
        if orders.can_go_on(p, setting_out(p, self.seat, general, location, self.die, self.mps, self.waters)):
            return None
        return Refusal("9.3.0.1", "refusal.cannot_act_there", args(at=("location", location)))

    def check_waters(self, p: Play, location: int) -> Refusal | None:
        if self.waters and p.board.spaces[p.space(location)].waters not in self.waters:
            return Refusal("7.4.7", "refusal.not_on_these_waters", args(at=("location", location)))
        return None

    def check_muster(self, p: Play, location: int) -> Refusal | None:
        """9.1.1: CUs that go under a Minor General placed with them."""
        minor = minors_of(p, self.seat)[0]
        moves = not p.is_at_sea(location) and troops.unmoved(p.state, location, self.seat) != NO_FORCES
        if not moves and not self.can_remove_pc(p, minor, location):
            return Refusal("9.1.1", "refusal.no_cu_to_move", args(at=("location", location)))
        if self.waters:
            refusal = self.check_waters(p, location)
            if refusal is not None:
                return refusal
        if spare_minor(p, self.seat, unmoved=True) < 0 and not self.fetchable(p, location):
            return Refusal("7.1.C.2", "refusal.no_minor_general", args(at=("location", location)))
        return self.check_use(p, minor, location)

    def fetchable(self, p: Play, location: int) -> bool:
        return any(can_be_fetched(p, g, location) for g in minors_of(p, self.seat))

    def check_fetch(self, p: Play, general: int) -> Refusal | None:
        if general in minors_of(p, self.seat) and can_be_fetched(p, general, self.muster):
            return None
        return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            p.pop()
        elif verb == Verb.ACTIVATE:
            self.activate(p, operand)
        elif verb == Verb.FETCH:
            fetch(p, self.seat, operand, self.muster)
            self.activate(p, operand)
        else:
            self.take_muster(p, operand)

    def take_muster(self, p: Play, location: int) -> None:
        general = spare_minor(p, self.seat, unmoved=True)
        if general < 0:
            p.replace(self._replace(muster=location))
            return
        p.state.put_general(general, location)
        p.note(
            "minor_placed", "9.1.1", who=("faction", self.seat), general=("general", general), at=("location", location)
        )
        self.activate(p, general)

    def activate(self, p: Play, general: int) -> None:
        s = p.state
        s.moved_generals |= 1 << general
        p.replace(self._replace(left=self.left - 1 if self.left > 0 else -1, muster=-1))
        group = starting(p, self.seat, general, self.die, self.mps, self.waters)
        p.note(
            "activates",
            "9.1.3",
            who=("faction", self.seat),
            general=("general", general),
            at=("location", group.at),
            mps=("number", group.left(p)),
        )
        p.push(group)


def finds_cus(p: Play, seat: int, location: int) -> bool:
    """7.1.C.6: CUs to go with, here or behind the walls of an own Major City."""
    s = p.state
    space = p.space(location)
    if troops.unmoved(s, location, seat) != NO_FORCES:
        return True
    other = space if p.is_inside(location) else p.inside(space)
    return s.pcs[space] == seat and troops.unmoved(s, other, seat) != NO_FORCES


def can_be_fetched(p: Play, general: int, location: int) -> bool:
    """A Minor General on the map elsewhere who has not used up his activation."""
    s = p.state
    return s.generals[general] >= 0 and s.generals[general] != location and not s.moved_generals >> general & 1
