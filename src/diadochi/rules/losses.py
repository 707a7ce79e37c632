"""What a fight costs: Attrition (7.3), a new Commanding General (14.8.5), the losers (14.9), the Retreat (14.10)."""

from typing import Final

from diadochi.model import moves
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, Mask, RoyalId, SeatId, UnitId
from diadochi.model.notation import MASK, SHIFT, code, general_in, unit_in
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import (
    BOX,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    add,
    common,
    forces,
    generals_in,
    royals_in,
    subtract,
)
from diadochi.model.tables import Tables
from diadochi.model.verbs import Verb
from diadochi.rules import independents, procedures, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.royals import put_royals
from diadochi.rules.troops import (
    commander,
    disperse_general,
    enemies_of,
    generals_at,
    minors_of,
    put_generals,
)

# 7.3: Attrition, and the owner's choice of the CUs that are lost


def roll_attrition(
    p: Play, faction: FactionId, location: LocationId, group: Forces, rule: str, column: int = 0, bonus: int = 0
) -> None:
    """7.3.3: roll for a group of CUs in a location; its owner chooses what is eliminated.

    `column` 0 is that of the group's number of CUs; `bonus` is added to the die.
    """
    number = troops.count(group)
    if faction == INDEPENDENT or not number:
        return
    die = p.die()
    losses, elephant_first = attrition_result(p, column or number, die + bonus)
    p.note(
        "attrition_roll",
        rule,
        (
            ("who", "faction", faction),
            ("at", "location", location),
            ("cus", "forces", group),
            ("column", "number", column or number),
            ("bonus", "number", bonus),
            ("modified", "number", min(die + bonus, 6)),
            ("losses", "number", losses),
            ("elephant_first", "number", int(elephant_first)),
        ),
        dice=(die,),
    )
    lose(p, faction, location, losses, group, "7.3.3", elephant_first)


def attrition_result(p: Play, column: int, roll: int) -> tuple[int, bool]:
    """The Attrition Table: CUs lost, and whether an Elephant CU goes first."""
    rows = p.tables.attrition
    return rows[min(column, len(rows) - 1)][min(roll, 6)]


def next_attrition_column(tables: Tables, number: int) -> int:
    """A number of CUs of the next column to the right on the Attrition Table; beyond the last there is none."""
    rows = tables.attrition
    now = min(number, len(rows) - 1)
    return next((n for n in range(now, len(rows)) if rows[n] != rows[now]), number)


def lose(
    p: Play,
    faction: FactionId,
    location: LocationId,
    number: int,
    allowed: Forces,
    rule: str,
    elephant_first: bool = False,
    spared: bool = False,
) -> None:
    """The owner picks `number` CUs of the allowed ones in a location to be eliminated.

    `spared`: a Cavalry CU is Dispersed instead (16.9.12).
    """
    if number <= 0 or allowed == NO_FORCES:
        return
    moved = common(allowed, troops.moved(p.state, location)) if faction == p.state.active else NO_FORCES
    p.push(Lose(faction, location, number, subtract(allowed, moved), moved, rule, int(elephant_first), int(spared)))


class Lose(Frame):
    """CUs to be eliminated by their owner's choice; `moved` ones are told apart from the others (9.1.6)."""

    def __init__(
        self,
        faction: FactionId,
        location: LocationId,
        number: int,
        unmoved: Forces,
        moved: Forces,
        rule: str,
        elephant_first: int,
        spared: int = 0,
    ) -> None:
        self.faction = faction
        self.location = location
        self.number = number
        self.unmoved = unmoved
        self.moved = moved
        self.rule = rule
        self.elephant_first = elephant_first
        self.spared = spared

    def step(self, p: Play) -> Ask | None:
        allowed = add(self.unmoved, self.moved)
        if self.number <= 0 or allowed == NO_FORCES:
            p.pop()
            return None
        if troops.count(allowed) <= self.number:
            p.pop()
            eliminate_named(p, self.location, self.faction, self.moved, self.rule, moved=True)
            eliminate_named(p, self.location, self.faction, self.unmoved, self.rule, moved=False)
            return None
        actions = offers(p, self, [code(Verb.LOSE, u) for u in range(2 * UNITS)])
        if len(actions) == 1 and not p.ask_everything:
            self.take(p, actions[0])
            return None
        left = (("number", "number", self.number), ("at", "location", self.location))
        return Ask(self.faction, "prompt.lose", self.rule, actions, left)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.LOSE:
            return NOT_ASKED
        moved, unit = divmod(action & MASK, UNITS)
        # One click where it is the same: the moved ones are named only beside others of their type.
        here = self.unmoved[unit] and self.moved[unit] if moved else self.unmoved[unit] or self.moved[unit]
        if not here:
            return Refusal(self.rule, "refusal.no_cu_there", (("at", "location", self.location),))
        if self.elephant_first and unit != Unit.ELEPHANT and self.unmoved[4] + self.moved[4]:
            return Refusal("7.3.4", "refusal.elephant_first")
        return None

    def take(self, p: Play, action: ActionCode) -> None:
        moved, unit = divmod(action & MASK, UNITS)
        one = troops.one(UnitId(unit))
        marked = bool(moved or not self.unmoved[unit])
        p.replace(
            self.but(
                number=self.number - 1,
                unmoved=self.unmoved if marked else subtract(self.unmoved, one),
                moved=subtract(self.moved, one) if marked else self.moved,
                elephant_first=0,
            )
        )
        if self.spared and unit == Unit.CAVALRY:
            disperse_named(p, self.location, self.faction, one, self.rule, moved=marked)
        else:
            eliminate_named(p, self.location, self.faction, one, self.rule, moved=marked)


def disperse_named(p: Play, location: LocationId, faction: FactionId, cus: Forces, rule: str, *, moved: bool) -> None:
    if moved:
        troops.unmark_moved(p.state, location, cus)
    troops.disperse(p, location, faction, cus, rule)


def eliminate_named(p: Play, location: LocationId, faction: FactionId, cus: Forces, rule: str, *, moved: bool) -> None:
    if moved and cus != NO_FORCES:
        troops.unmark_moved(p.state, location, cus)
    troops.eliminate(p, location, faction, cus, rule)


# 14.8.5: who takes command when the Commanding General has been killed


def begin_succession(p: Play, seat: SeatId, at: LocationId) -> None:
    """The most Senior General left there; else the owner may place a Minor General."""
    new = commander(p, at, seat)
    if new >= 0:
        p.note("takes_command", "14.8.5", (("who", "faction", seat), ("general", "general", new)))
    elif troops.has_cu(p.state, at, seat):
        p.push(Succession(seat, at))


class Succession(Frame):
    """7.1.C.2, 7.1.C.5: in the own turn any Minor General, in another's one from off map."""

    def __init__(self, seat: SeatId, at: LocationId) -> None:
        self.seat = seat
        self.at = at

    def step(self, p: Play) -> Ask | None:
        actions = offers(p, self, [code(Verb.COMMAND, g) for g in minors_of(p, self.seat)])
        if not actions:
            p.pop()
            return None
        place = (("at", "location", self.at),)
        return Ask(self.seat, "prompt.command", "14.8.5", [*actions, code(Verb.DECLINE)], place)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, general = action >> SHIFT, general_in(action)
        if verb == Verb.DECLINE:
            return None
        if verb != Verb.COMMAND:
            return NOT_ASKED
        facts = (("general", "general", general),)
        if general not in minors_of(p, self.seat):
            return Refusal("14.8.5", "refusal.not_your_minor_general", facts)
        if self.seat != p.state.active and p.state.generals[general] != OFF_MAP:
            return Refusal("7.1.C.5", "refusal.only_from_off_map", facts)
        if self.is_doubled(p, general):
            return Refusal("14.8.5", "refusal.another_like_him", facts)
        return None

    def is_doubled(self, p: Play, general: GeneralId) -> bool:
        """Of those off map who are alike the one with the lower number stands for all."""
        s = p.state
        if s.generals[general] != OFF_MAP:
            return False
        alike = [g for g in minors_of(p, self.seat) if s.generals[g] == OFF_MAP and used(p, g) == used(p, general)]
        return general != alike[0]

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        if action >> SHIFT == Verb.COMMAND:
            general = general_in(action)
            moves.put_general(p.state, general, self.at)
            p.note("takes_command", "14.8.5", (("who", "faction", self.seat), ("general", "general", general)))


def used(p: Play, general: GeneralId) -> int:
    """Whether he has used up his activation in this Segment."""
    return p.state.moved_generals >> general & 1


# 14.9: the losers

NOT_MACEDONIAN: Final = (Unit.MERCENARY, Unit.ELEPHANT, Unit.CAVALRY)


def begin_losers(
    p: Play, faction: FactionId, location: LocationId, apart: int = 0, bonus: int = 0, shifted: bool = False
) -> None:
    """The losers of a Land Battle; `apart`: Royal Army CUs set apart; `bonus`: added to the Attrition die; `shifted`:
    they read the next column."""
    losers = Losers(0, faction, location, apart, bonus, "14.9.7")
    p.push(RiddenDown(faction, location, apart, bonus) if shifted else losers)


def as_losers(p: Play, faction: FactionId, location: LocationId, winner: FactionId, rule: str) -> None:
    """14.9.17: all pieces of a Faction in a location, Royal Army included; no survival roll."""
    p.note(
        "as_losers", rule, (("who", "faction", faction), ("at", "location", location), ("winner", "faction", winner))
    )
    p.push(Losers(0, faction, location, 0, 0, rule))


class Losers(Frame):
    def __init__(self, stage: int, faction: FactionId, location: LocationId, apart: int, bonus: int, rule: str) -> None:
        self.stage = stage
        self.faction = faction
        self.location = location
        self.apart = apart
        self.bonus = bonus
        self.rule = rule

    def step(self, p: Play) -> Ask | None:
        if self.faction == INDEPENDENT:
            p.pop()
            defeat_independents(p, self.location, self.rule)
        elif self.stage == 0:
            new = self.but(stage=1)
            p.replace(new)
            new.eliminate(p)
        else:
            p.pop()
            self.disperse(p)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise NotImplementedError

    def eliminate(self, p: Play, *, shifted: bool = False) -> None:
        """14.9.7, 14.9.8, 16.9.19; `shifted`: on the next column."""
        cus = p.state.cus_of(self.location, self.faction)
        gone = tuple(n if u in NOT_MACEDONIAN else 0 for u, n in enumerate(cus))
        troops.eliminate(p, self.location, self.faction, gone, "14.9.7")
        if cus != gone:
            group = self.group(p)
            number = troops.count(group)
            column = next_attrition_column(p.tables, number) if shifted else number
            roll_attrition(p, self.faction, self.location, group, "14.9.8", column, self.bonus)

    def group(self, p: Play) -> Forces:
        """The Macedonian CUs that took part."""
        cus = troops.macedonians(p.state.cus_of(self.location, self.faction))
        return subtract(cus, forces(Unit.ROYAL, self.apart)) if self.apart else cus

    def disperse(self, p: Play) -> None:
        """14.9.8 to 14.9.10"""
        if p.state.cu_factions.get(self.location, 0) >> self.faction & 1:
            troops.disperse(p, self.location, self.faction, self.group(p), "14.9.8")
        disperse_generals(p, self.location, self.faction, "14.9.9")
        free_royals(p, self.location, self.faction)


class RiddenDown(Frame):
    """Losers whom Cavalry pursues: they read the next column to the right (16.9.20)."""

    def __init__(self, faction: FactionId, location: LocationId, apart: int, bonus: int) -> None:
        self.faction = faction
        self.location = location
        self.apart = apart
        self.bonus = bonus

    def step(self, p: Play) -> Ask | None:
        losers = Losers(1, self.faction, self.location, self.apart, self.bonus, "14.9.7")
        p.replace(losers)
        losers.eliminate(p, shifted=True)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        raise NotImplementedError


def disperse_generals(p: Play, location: LocationId, faction: FactionId, rule: str) -> None:
    for general in generals_at(p, location, faction):
        disperse_general(p, general, rule)


def free_royals(p: Play, location: LocationId, faction: FactionId) -> None:
    """14.9.10, 8.3.4: they lose their controller and are never left inside."""
    s = p.state
    for number, at in enumerate(s.royals):
        if at == location and s.royal_owner[number] == faction:
            royal = RoyalId(number)
            moves.give_royal(s, royal, NOBODY)
            moves.put_royal(s, royal, p.space(location))
            p.note("loses_royal", "14.9.10", (("who", "faction", faction), ("royal", "royal", royal)))


def defeat_independents(p: Play, location: LocationId, rule: str) -> int:
    """14.9.11, 14.9.12: every Independent Army there; how many they were."""
    beaten = generals_at(p, location, INDEPENDENT)
    for general in beaten:
        independents.defeat(p, general, rule)
    return len(beaten)


# 14.10: pieces that go back where they came from; nobody may react to it (14.10.6)

MOVE: Final = 0
DIVIDE: Final = 1
FACE: Final = 2


def begin_retreat(
    p: Play,
    seat: SeatId,
    faction: FactionId,
    start: LocationId,
    end: LocationId,
    generals: Mask,
    cus: Forces,
    royals: Mask,
    rule: str,
) -> None:
    """Take these pieces of a Faction from `start` back to the location `end`.

    `generals` and `royals` are bit masks. `seat` decides for the Faction. Independent Armies may go back to their
    holding box (`end` BOX); a player's pieces without any way back (-1) are Dispersed.
    """
    if end < 0:
        no_way_back(p, faction, start, generals, cus, rule)
        return
    if p.is_inside(end) and p.state.pcs[p.space(end)] != faction:
        end = p.space(end)
    p.push(Retreat(MOVE, seat, faction, start, end, generals, cus, royals, rule))


class Retreat(Frame):
    def __init__(
        self,
        stage: int,
        seat: SeatId,
        faction: FactionId,
        start: LocationId,
        end: LocationId,
        generals: Mask,
        cus: Forces,
        royals: Mask,
        rule: str,
    ) -> None:
        self.stage = stage
        self.seat = seat
        self.faction = faction
        self.start = start
        self.end = end
        self.generals = generals
        self.cus = cus
        self.royals = royals
        self.rule = rule

    def step(self, p: Play) -> Ask | None:
        if self.stage == MOVE:
            self.move(p)
        elif self.stage == DIVIDE:
            return self.divide(p)
        else:
            p.pop()
            self.face(p)
        return None

    def move(self, p: Play) -> None:
        """Everybody to the location he came from; where a choice or a limit may part them, first outside."""
        within = p.is_inside(self.end)
        p.replace(self.but(stage=DIVIDE if within else FACE))
        p.note("retreats", self.rule, (("who", "faction", self.faction), ("at", "location", self.end)))
        outside = p.space(self.end)
        open_city = within and self.city_is_open(p)
        put_generals(p.state, self.generals, outside if open_city else self.end)
        put_royals(p.state, self.royals, outside if open_city else self.end)
        troops.move_cus(p, self.faction, self.cus, self.start, outside)

    def city_is_open(self, p: Play) -> bool:
        """A158: at an own Unbesieged city the owner divides his pieces freely."""
        space = p.space(self.end)
        return self.start != space and not troops.is_besieged(p, space)

    # A158: who goes inside

    def divide(self, p: Play) -> Ask | None:
        space = p.space(self.end)
        candidates = [code(Verb.INSIDE, u) for u in range(UNITS)]
        if self.city_is_open(p):
            candidates.append(code(Verb.DONE))
            candidates += [code(Verb.INSIDE_GENERAL, g) for g in generals_in(self.generals)]
            candidates += [code(Verb.INSIDE_ROYAL, r) for r in royals_in(self.royals)]
        elif troops.count(self.cus) <= troops.room_inside(p, space) and troops.check_elephants(p, self.cus) is None:
            troops.move_cus(p, self.faction, self.cus, space, self.end)
            p.replace(self.but(stage=FACE, cus=NO_FORCES))
            return None
        actions = offers(p, self, candidates)
        if not actions:
            p.replace(self.but(stage=FACE))
            return None
        return Ask(self.seat, "prompt.retreat_inside", "14.10.3", actions, (("space", "space", space),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage != DIVIDE:
            return NOT_ASKED
        if verb == Verb.INSIDE and operand < UNITS:
            return self.check_cu(p, unit_in(action))
        if not self.city_is_open(p):
            return NOT_ASKED
        if verb == Verb.DONE:
            return None
        group = {Verb.INSIDE_GENERAL: self.generals, Verb.INSIDE_ROYAL: self.royals}.get(verb)
        if group is None:
            return NOT_ASKED
        return None if group >> operand & 1 else Refusal("14.10.3", "refusal.not_retreating")

    def check_cu(self, p: Play, unit: UnitId) -> Refusal | None:
        if not self.cus[unit]:
            return Refusal("14.10.3", "refusal.not_retreating")
        if troops.count(troops.whole(self.cus, unit)) > troops.room_inside(p, p.space(self.end)):
            return Refusal("9.4.5", "refusal.inside_full", (("space", "space", p.space(self.end)),))
        return troops.check_elephants(p, troops.whole(self.cus, unit))

    def take(self, p: Play, action: ActionCode) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            p.replace(self.but(stage=FACE))
        elif verb == Verb.INSIDE:
            cus = troops.whole(self.cus, unit_in(action))
            troops.move_cus(p, self.faction, cus, p.space(self.end), self.end)
            p.replace(self.but(cus=subtract(self.cus, cus)))
        elif verb == Verb.INSIDE_GENERAL:
            moves.put_general(p.state, general_in(action), self.end)
            p.replace(self.but(generals=self.generals & ~(1 << operand)))
        else:
            put_royals(p.state, 1 << operand, self.end)
            p.replace(self.but(royals=self.royals & ~(1 << operand)))

    def face(self, p: Play) -> None:
        """A153: enemies may stand where they come back to."""
        outside = p.space(self.end)
        if has_pieces(p, outside, self.faction) and has_enemies(p, outside, self.faction):
            procedures.face_enemies(p, self.seat, self.faction, outside)


def no_way_back(p: Play, faction: FactionId, start: LocationId, generals: Mask, cus: Forces, rule: str) -> None:
    """14.10.5: Independent Armies go to their holding box and are inactive; a player's pieces are Dispersed."""
    if faction != INDEPENDENT:
        troops.disperse(p, start, faction, cus, rule)
    for general in generals_in(generals):
        if faction == INDEPENDENT:
            independents.take_off(p, general, BOX)
            p.note("returns_to_box", "14.10.5", (("general", "general", general),))
        else:
            disperse_general(p, general, rule)


def has_pieces(p: Play, location: LocationId, faction: FactionId) -> bool:
    return troops.has_cu(p.state, location, faction) or bool(generals_at(p, location, faction))


def has_enemies(p: Play, location: LocationId, faction: FactionId) -> bool:
    present = p.state.cu_factions.get(location, 0) | p.state.general_factions(location)
    return bool(present & enemies_of(p.state, faction))
