"""Chapters 11 and 12: Land Interception and Evasion."""

from typing import NamedTuple

from diadochi.model.board import Kind, PathKind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Ability, Forces, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, add, subtract
from diadochi.rules import march, retreat, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import (
    commander,
    disperse_general,
    general_factions,
    generals_at,
    idle_minor,
    is_minor,
    place_minor,
)
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import BY_PATH, MOVE_LIMIT, cart_may_leave, check_truce

Attempt = tuple[int, int, int, Forces, int]
"""A declared Interception: player, location, Generals, CUs, royals."""


def procedure(p: Play) -> "march.Procedure":
    frame = p.state.agenda[p.find(march.Procedure)]
    assert isinstance(frame, march.Procedure)
    return frame


def change_procedure(p: Play, new: "march.Procedure") -> None:
    p.state.agenda[p.find(march.Procedure)] = new


def moving_cavalry(p: Play, moving: "march.Procedure") -> bool:
    """16.9.2, 16.9.16, 16.9.17: a moving piece is Cavalry."""
    if not p.option(Option.CAVALRY):
        return False
    return moving.faction == INDEPENDENT or moving.cus[Unit.CAVALRY] > 0


# 11.1, 11.2 Interception


def begin_interceptions(p: Play, moving: "march.Procedure") -> None:
    """10.D: every player but the mover may declare, in Turn Order."""
    if not any(general_factions(p, at) & ~(1 << moving.seat) for at in interceptor_locations(p, moving.at)):
        return
    players = tuple(f for f in p.state.order if f != moving.seat)
    p.push(Interceptions(moving.at, players, 0, (), -1, 0, NO_FORCES, 0))


def interceptor_locations(p: Play, at: int) -> list[int]:
    """11.1.A.1: the land locations of the spaces joined by a Land path."""
    out = []
    for space, kind in p.board.land_links[p.space(at)]:
        if kind == PathKind.LAND:
            out.append(space)
            out.append(p.inside(space))
    return out


class Interceptions(NamedTuple):
    """Declarations in Turn Order, then the rolls. `source` and what follows: the attempt being named."""

    at: int
    players: tuple[int, ...]
    turn: int
    declared: tuple[Attempt, ...]
    source: int
    generals: int
    cus: Forces
    royals: int

    def step(self, p: Play) -> Ask | None:
        if self.turn >= len(self.players):
            p.pop()
            resolve_interceptions(p, self.declared)
            return None
        if self.source >= 0:
            return self.ask_who(p)
        seat = self.players[self.turn]
        candidates = [code(Verb.INTERCEPT, at) for at in interceptor_locations(p, self.at)]
        actions = offers(p, self, candidates)
        if not actions:
            p.replace(self._replace(turn=self.turn + 1))
            return None
        facts = args(who=("faction", procedure(p).faction), space=("space", p.space(self.at)))
        return Ask(seat, "prompt.intercept", "11.2.3", [*actions, code(Verb.PASS)], facts)

    def ask_who(self, p: Play) -> Ask:
        """11.2.4: it begins with nobody."""
        s = p.state
        seat = self.players[self.turn]
        candidates = [code(Verb.TAKE_GENERAL, g) for g in generals_at(p, self.source, seat)]
        candidates.append(code(Verb.MUSTER, self.source))
        if self.generals:
            candidates += [code(Verb.DONE), code(Verb.TAKE_ALL)]
            candidates += troops.unit_actions(Verb.TAKE, self.staying(p))
            candidates += [code(Verb.TAKE_ROYAL, r) for r in members(retreat.royals_mask(s, self.source, seat))]
        facts = args(source=("location", self.source), space=("space", p.space(self.at)), cus=("forces", self.cus))
        return Ask(seat, "prompt.intercept_with", "11.2.4", offers(p, self, candidates), facts)

    def staying(self, p: Play) -> Forces:
        return subtract(p.state.cus_of(self.source, self.players[self.turn]), self.cus)

    # Legality

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.source < 0:
            if verb == Verb.PASS:
                return None
            return self.check_intercept(p, operand) if verb == Verb.INTERCEPT else NOT_ASKED
        if verb == Verb.TAKE_GENERAL:
            return self.check_general(p, operand)
        if verb == Verb.MUSTER:
            return self.check_muster(p, operand)
        if not self.generals:
            return NOT_ASKED
        if verb in (Verb.TAKE, Verb.TAKE_ALL):
            return self.check_cus(p, verb, operand)
        if verb == Verb.TAKE_ROYAL:
            return self.check_royal(p, operand)
        return self.check_declared(p) if verb == Verb.DONE else NOT_ASKED

    def check_intercept(self, p: Play, location: int) -> Refusal | None:
        seat = self.players[self.turn]
        facts = args(at=("location", location))
        if location not in interceptor_locations(p, self.at):
            return Refusal("11.1.A.1", "refusal.no_land_path", facts)
        if commander(p, location, seat) < 0:
            return Refusal("11.1.1", "refusal.no_general_there", facts)
        if any(p.space(a[1]) == p.space(location) for a in self.declared):
            return Refusal("11.2.2", "refusal.one_attempt_per_space", facts)
        return check_interceptor(p, seat, procedure(p)) or check_free_to_intercept(p, procedure(p), location)

    def check_general(self, p: Play, general: int) -> Refusal | None:
        s = p.state
        seat = self.players[self.turn]
        facts = args(general=("general", general))
        if s.owners[general] != seat or s.generals[general] != self.source or self.generals >> general & 1:
            return Refusal("11.2.4", "refusal.no_such_general", facts)
        if self.generals and (is_minor(p, general) or self.led_by_minor(p)):
            return Refusal("9.1.10", "refusal.minor_general_alone", facts)
        return None

    def led_by_minor(self, p: Play) -> bool:
        return is_minor(p, self.generals.bit_length() - 1)

    def check_muster(self, p: Play, location: int) -> Refusal | None:
        """11.2.6, 7.1.C.3, A36: an off-map Minor General attempts it, where a General and a CU are already."""
        seat = self.players[self.turn]
        facts = args(at=("location", location))
        if location != self.source or self.generals:
            return Refusal("11.2.6", "refusal.not_here", facts)
        if not troops.has_cu(p.state, location, seat) or commander(p, location, seat) < 0:
            return Refusal("11.2.6", "refusal.minor_needs_army", facts)
        if idle_minor(p, seat) < 0:
            return Refusal("7.1.C.3", "refusal.no_minor_general", facts)
        return None

    def check_cus(self, p: Play, verb: int, unit: int) -> Refusal | None:
        staying = self.staying(p)
        if verb == Verb.TAKE_ALL:
            more = staying
        else:
            more = troops.whole(staying, unit) if unit < UNITS and staying[unit] else NO_FORCES
        if more == NO_FORCES:
            return Refusal("11.2.4", "refusal.no_such_cu", args(at=("location", self.source)))
        if p.option(Option.MOVEMENT_LIMIT) and troops.count(self.cus) + troops.count(more) > MOVE_LIMIT:
            return Refusal("16.8.1", "refusal.movement_limit")
        return None

    def check_royal(self, p: Play, royal: int) -> Refusal | None:
        facts = args(royal=("royal", royal))
        if not retreat.royals_mask(p.state, self.source, self.players[self.turn]) & ~self.royals & 1 << royal:
            return Refusal("11.2.4", "refusal.no_such_royal", facts)
        if self.cus == NO_FORCES:
            return Refusal("11.2.15", "refusal.royal_needs_army", facts)
        if royal == Royal.FUNERAL_CART and not cart_may_leave(p):
            return Refusal("8.4.3", "refusal.cart_stays", facts)
        return None

    def check_declared(self, p: Play) -> Refusal | None:
        """9.1.13: somebody stays with the CUs that stay; with option 16.8 not all of them may be able to go."""
        if self.staying(p) == NO_FORCES or p.option(Option.MOVEMENT_LIMIT) or self.is_guarded(p):
            return None
        if idle_minor(p, self.players[self.turn]) >= 0:
            return None
        return Refusal("9.1.13", "refusal.no_general_stays")

    def is_guarded(self, p: Play) -> bool:
        seat = self.players[self.turn]
        if p.state.pcs[p.space(self.source)] == seat:
            return True
        return any(not self.generals >> g & 1 for g in generals_at(p, self.source, seat))

    # Carrying out

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.PASS:
            p.replace(self._replace(turn=self.turn + 1))
        elif verb == Verb.INTERCEPT:
            p.replace(self._replace(source=operand))
        elif verb == Verb.TAKE_GENERAL:
            p.replace(self._replace(generals=self.generals | 1 << operand))
        elif verb == Verb.MUSTER:
            general = place_minor(p, self.players[self.turn], operand, "11.2.6")
            p.replace(self._replace(generals=1 << general))
        elif verb == Verb.TAKE_ROYAL:
            p.replace(self._replace(royals=self.royals | 1 << operand))
        elif verb == Verb.DONE:
            self.declare(p)
        else:
            more = self.staying(p) if verb == Verb.TAKE_ALL else troops.whole(self.staying(p), operand)
            p.replace(self._replace(cus=add(self.cus, more)))

    def declare(self, p: Play) -> None:
        seat = self.players[self.turn]
        p.note(
            "declares_interception",
            "11.2.4",
            who=("faction", seat),
            generals=("generals", tuple(members(self.generals))),
            cus=("forces", self.cus),
            royals=("royals", tuple(members(self.royals))),
            source=("location", self.source),
            space=("space", p.space(self.at)),
        )
        attempt = (seat, self.source, self.generals, self.cus, self.royals)
        new = self._replace(declared=(*self.declared, attempt), source=-1, generals=0, cus=NO_FORCES, royals=0)
        p.replace(new)


def check_interceptor(p: Play, seat: int, moving: "march.Procedure") -> Refusal | None:
    """What keeps a player from Intercepting into the space at all."""
    s = p.state
    space = p.space(moving.at)
    facts = args(space=("space", space))
    if moving.granted >> seat & 1:
        return Refusal("10.C.1", "refusal.passage_granted", facts)
    if moving.faction in s.truce and seat in s.truce:
        return Refusal("16.1.1", "refusal.truce", args(who=("faction", moving.faction)))
    if s.pcs[space] not in (seat, NOBODY) and not troops.has_cu_in_space(p, space, seat):
        return Refusal("11.1.A.2", "refusal.not_your_space", facts)
    if moving.held & ~(1 << seat):
        return Refusal("11.1.B.2", "refusal.held_by_enemy", facts)
    return None


def check_free_to_intercept(p: Play, moving: "march.Procedure", location: int) -> Refusal | None:
    """11.1.B.4, A65: a Besieged General stays so until the activation under way is over."""
    space = p.space(location)
    if p.is_inside(location) and (moving.besieged >> space & 1 or troops.is_besieged(p, space)):
        return Refusal("11.1.B.4", "refusal.besieged", args(space=("space", space)))
    return None


def resolve_interceptions(p: Play, declared: tuple[Attempt, ...]) -> None:
    """11.2.3, 11.2.11, 11.2.12: the first Faction to succeed cancels the other players' rolls."""
    winner = NOBODY
    for attempt in declared:
        if winner in (NOBODY, attempt[0]) and intercept(p, attempt):
            winner = attempt[0]
    if winner == NOBODY:
        return
    moving = procedure(p)
    change_procedure(p, moving._replace(intercepted=moving.intercepted | 1 << winner))
    march.remember_interception(p, moving)


def intercept(p: Play, attempt: Attempt) -> bool:
    """11.2.5, 11.2.7, 11.2.8, 16.9.16"""
    seat, source, generals, _, _ = attempt
    moving = procedure(p)
    leader = members(generals)[0]
    modifier = 0
    if p.option(Option.CAVALRY):
        modifier = int(p.state.cus_of(source, seat)[Unit.CAVALRY] > 0) - int(moving_cavalry(p, moving))
    success = roll_initiative(p, seat, leader, Ability.INTERCEPTION, modifier, "interception_roll", "11.2.7")
    if success:
        go(p, attempt, moving.at)
    return success


def roll_initiative(p: Play, seat: int, general: int, ability: Ability, modifier: int, key: str, rule: str) -> bool:
    """A die above the Initiative Rating, or as high as the General's own ability asks."""
    facts = p.pieces.generals[general]
    needed = facts.ability_value if facts.ability == ability else facts.initiative + 1
    die = p.die()
    success = die + modifier >= needed
    p.note(
        key,
        rule,
        dice=(die,),
        who=("faction", seat),
        general=("general", general),
        initiative=("number", facts.initiative),
        modifier=("number", modifier),
        modified=("number", die + modifier),
        needed=("number", needed),
        result=("text", "success" if success else "failure"),
    )
    return success


def go(p: Play, attempt: Attempt, end: int) -> None:
    """11.2.10: everything declared moves; a Minor General stays with CUs that need one."""
    s = p.state
    seat, source, generals, cus, royals = attempt
    troops.move_cus(p, seat, cus, source, end)
    retreat.put_generals(s, generals, end)
    retreat.put_royals(s, royals, end)
    if troops.has_cu(s, source, seat) and s.pcs[p.space(source)] != seat and commander(p, source, seat) < 0:
        place_minor(p, seat, source, "11.2.6")


# 12 Evasion


def begin_evasions(p: Play, moving: "march.Procedure") -> None:
    """10.F, 12.1.5, 12.1.6, A67"""
    if moving.intercepted or march.was_intercepted(p, moving):
        return
    here = moving.present(p) & ~(1 << moving.seat | 1 << INDEPENDENT)
    evaders = tuple(f for f in p.state.order if here >> f & 1 and commander(p, moving.at, f) >= 0)
    if evaders:
        p.push(Evasions(moving.at, evaders, 0, DECLARING, 0, -1, 0, 0, NO_FORCES, 0))


DECLARING, RESOLVING, EVADING = 0, 1, 2


class Evasions(NamedTuple):
    """Declarations in Turn Order, then the rolls; a successful evader goes one or two spaces.

    `generals`, `cus` and `royals` are those who evade now, `location` is where they are, `moved` the spaces so far.
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

    def step(self, p: Play) -> Ask | None:
        if self.stage == DECLARING:
            return self.declare(p)
        if self.stage == RESOLVING:
            self.resolve(p)
            return None
        return self.ask_where(p)

    def declare(self, p: Play) -> Ask | None:
        """12.2.1: everybody says yes or no before anybody rolls."""
        if self.turn >= len(self.players):
            p.replace(self._replace(stage=RESOLVING, turn=0))
            return None
        seat = self.players[self.turn]
        if not refuges(p, seat, self.at, self.at, p.state.cus_of(self.at, seat)):
            p.replace(self._replace(turn=self.turn + 1))
            return None
        actions = [code(Verb.EVADE), code(Verb.STAND)]
        facts = args(general=("general", commander(p, self.at, seat)), space=("space", p.space(self.at)))
        return Ask(seat, "prompt.evade", "12.2.1", actions, facts)

    def resolve(self, p: Play) -> None:
        if self.turn >= len(self.players):
            p.pop()
            return
        seat = self.players[self.turn]
        if not self.declared >> seat & 1:
            p.replace(self._replace(turn=self.turn + 1))
        elif not refuges(p, seat, self.at, self.at, p.state.cus_of(self.at, seat)):
            p.note("evasion_impossible", "12.1.9", who=("faction", seat))
            p.replace(self._replace(turn=self.turn + 1))
        elif self.roll(p, seat):
            p.replace(self.with_group(p, seat))
        else:
            p.replace(self._replace(turn=self.turn + 1))
            moving = procedure(p)
            change_procedure(p, moving._replace(failed=moving.failed | 1 << seat))

    def with_group(self, p: Play, seat: int) -> "Evasions":
        """12.2.A.2, A154: everything of the location goes, royals only beside a CU."""
        s = p.state
        cus = s.cus_of(self.at, seat)
        royals = retreat.royals_mask(s, self.at, seat) if cus != NO_FORCES else 0
        if not cart_may_leave(p):
            royals &= ~(1 << Royal.FUNERAL_CART)
        generals = retreat.generals_mask(p, self.at, seat)
        return self._replace(stage=EVADING, location=self.at, moved=0, generals=generals, cus=cus, royals=royals)

    def roll(self, p: Play, seat: int) -> bool:
        """12.2.2, 12.2.3, 16.9.17"""
        general = commander(p, self.at, seat)
        modifier = 0
        if p.option(Option.CAVALRY):
            cavalry = p.state.cus_of(self.at, seat)[Unit.CAVALRY] > 0
            modifier = int(cavalry) - int(moving_cavalry(p, procedure(p)))
        return roll_initiative(p, seat, general, Ability.EVASION, modifier, "evasion_roll", "12.2.2")

    def ask_where(self, p: Play) -> Ask | None:
        seat = self.players[self.turn]
        actions = [code(Verb.EVADE_TO, space) for space in refuges(p, seat, self.location, self.at, self.cus)]
        if self.moved:
            actions.append(code(Verb.DONE))
        if self.moved == 2 or not actions:
            p.replace(self._replace(stage=RESOLVING, turn=self.turn + 1, location=-1))
            return None
        facts = args(general=("general", members(self.generals)[0]), at=("location", self.location))
        return Ask(seat, "prompt.evade_to", "12.2.A.1", actions, facts)

    def check(self, p: Play, action: int) -> Refusal | None:
        verb = action >> SHIFT
        if self.stage == DECLARING:
            return None if verb in (Verb.EVADE, Verb.STAND) else NOT_ASKED
        if self.stage != EVADING:
            return NOT_ASKED
        if verb == Verb.DONE and self.moved:
            return None
        if verb != Verb.EVADE_TO:
            return NOT_ASKED
        return check_refuge(p, self.players[self.turn], self.location, self.at, action & MASK, self.cus)

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
        elif verb == Verb.DONE:
            p.replace(self._replace(stage=RESOLVING, turn=self.turn + 1, location=-1))
        else:
            p.replace(self._replace(location=action & MASK, moved=self.moved + 1))
            evade(p, self, action & MASK)


def refuges(p: Play, seat: int, location: int, at: int, cus: Forces) -> list[int]:
    """The spaces into which an evader may go from a location; `at` is the one the mover has entered."""
    spaces = [n for n, kind in p.board.land_links[p.space(location)] if kind == PathKind.LAND]
    return [space for space in spaces if check_refuge(p, seat, location, at, space, cus) is None]


def check_refuge(p: Play, seat: int, location: int, at: int, space: int, cus: Forces) -> Refusal | None:
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
        return Refusal("12.1.1", "refusal.not_your_space", facts)
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
    seat, start, cus = evasion.players[evasion.turn], evasion.location, evasion.cus
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
    if evasion.moved and p.board.spaces[start].kind == Kind.STRONGHOLD and s.pcs[start] == INDEPENDENT:
        march.pass_stronghold(p, seat, end, cus)


def disperse_lone_generals(p: Play, seat: int, location: int) -> None:
    """12.2.A.7, 12.2.A.8: it never costs Champion status."""
    for faction in members(general_factions(p, location) & ~(1 << seat)):
        for general in generals_at(p, location, faction):
            disperse_general(p, general, "12.2.A.7")
