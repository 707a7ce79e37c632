"""Chapter 15: Sieges."""

from typing import ClassVar, Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.cards import Window
from diadochi.model.ids import SEATS, ActionCode, GeneralId, LocationId, Mask, SeatId, SpaceId, UnitId
from diadochi.model.notation import SHIFT, code, unit_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, OFF_MAP, SURRENDER, common, factions_in, forces, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import losses, options, procedures, scoring, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.fleets import available_fleets
from diadochi.rules.group import Army, army
from diadochi.rules.group import army as army_under_way
from diadochi.rules.prestige import prestige
from diadochi.rules.scoring import Source
from diadochi.rules.troops import ability, commander
from diadochi.rules.upkeep import upkeep

SIEGES_IN_SURRENDER: Final = 1
SIEGES_IN_SEGMENT: Final = 2
"""15.2.A.2, 15.2.A.3"""
NO_FLEET: Final = -1
"""15.2.B.1"""
LOWEST: Final = 0
HIGHEST: Final = 8
"""The rows of the Siege Table (A82)."""


# 15.2.A Who may conduct a Siege


def may_conduct(p: Play, seat: SeatId, location: LocationId, general: GeneralId, cus: Forces) -> Refusal | None:
    """Whether the Army of `general` may conduct a Siege where it stands; `cus`: its CUs that count."""
    s = p.state
    space = p.space(location)
    if location != space or not is_target(p, seat, space):
        return Refusal("9.3.C.1", "refusal.siege_target", (("space", "space", space),))
    if seat in s.truce and s.pcs[space] in s.truce:
        return Refusal("16.1.1", "refusal.truce", (("who", "faction", s.pcs[space]),))
    if general < 0 or s.generals[general] != location:
        return Refusal("15.2.A.1", "refusal.siege_needs_general", (("space", "space", space),))
    if counting(p, seat, space, cus) < p.tables.siege_minimum:
        return Refusal("15.2.A.1", "refusal.siege_needs_cus", (("number", "number", p.tables.siege_minimum),))
    number, who = s.sieges.get(space, (0, -1))
    if s.segment == SURRENDER and number >= SIEGES_IN_SURRENDER:
        return Refusal("15.2.A.2", "refusal.siege_once", (("space", "space", space),))
    if number >= SIEGES_IN_SEGMENT:
        return Refusal("15.2.A.3", "refusal.siege_twice", (("space", "space", space),))
    if who not in (-1, general):
        return Refusal("15.2.A.4", "refusal.siege_same_army", (("general", "general", who),))
    return check_fought(p, space, general, cus)


def is_target(p: Play, seat: SeatId, space: SpaceId) -> bool:
    """9.3.C.1: another player's Major City or an Independent space."""
    owner = p.state.pcs[space]
    if owner in (NOBODY, seat):
        return False
    return owner == INDEPENDENT or troops.is_major_city(p, space)


def counting(p: Play, seat: SeatId, space: LocationId, cus: Forces) -> int:
    """16.6.1: with that option a lower Prestige makes besieging Royal Army not count."""
    number = troops.count(cus)
    if cus[Unit.ROYAL] and p.option(Option.ROYAL_ARMY_AND_SIEGES) and besieger_is_lower(p, seat, SpaceId(space)):
        number -= cus[Unit.ROYAL]
    return number


def besieger_is_lower(p: Play, seat: SeatId, space: SpaceId) -> bool:
    return prestige(p, seat, space) < prestige(p, p.state.pcs[space], p.inside(space))


def besieging(p: Play, group: Army) -> Forces:
    """The CUs of the activated Army that count: those it has, or with them all that stand there with it."""
    return p.state.cus_of(group.at, group.seat) if p.edition.siege_counts == "all" else group.cus


def check_fought(p: Play, space: SpaceId, general: GeneralId, cus: Forces) -> Refusal | None:
    """15.2.A.5: who was in a Land Battle in this Segment neither conducts a Siege nor counts."""
    fought = p.state.fought >> space & 1
    army = army_under_way(p)
    if army is not None:
        generals = army.fought_generals | (army.fresh_generals if fought else 0)
        if fought:
            cus = arrived(army)
        cus = subtract(cus, common(cus, army.fought))
        fought = generals >> general & 1 or troops.count(cus) < p.tables.siege_minimum
    if not fought:
        return None
    return Refusal("15.2.A.5", "refusal.siege_after_battle", (("space", "space", space),))


def arrived(army: Army) -> Forces:
    """The CUs of a group that came after a Land Battle, without what it has picked up where that was fought."""
    return subtract(army.cus, army.fresh) if army.entered >= 0 else NO_FORCES


def needed(p: Play, space: SpaceId) -> int:
    """15.4.1: a player's Major City by the CUs inside it."""
    minor, stronghold, major = p.tables.siege_points_needed
    owner = p.state.pcs[space]
    if space in p.state.capital:
        return p.edition.capital_siege_points
    if troops.is_major_city(p, space):
        if owner in (NOBODY, INDEPENDENT):
            return major
        return needed_with(p, troops.number_of(p.state, p.inside(space), owner))
    return stronghold if p.board.spaces[space].kind == Kind.STRONGHOLD else minor


def needed_with(p: Play, garrison: int) -> int:
    """For a player's Major City with so many CUs inside."""
    points = p.edition.siege_points_major
    return points[min(garrison, len(points) - 1)]


def most_points(p: Play, space: SpaceId) -> int:
    """More Siege Points than these never lie in a space without taking it, whoever goes in or out."""
    if space in p.state.capital or not troops.is_major_city(p, space) or p.state.pcs[space] == INDEPENDENT:
        return needed(p, space)
    return max(p.edition.siege_points_major)


# 15.2.B Modifiers


def modifiers(p: Play, seat: SeatId, space: SpaceId, general: GeneralId, card: int = 0) -> list[Source]:
    """15.2.B.1 to 15.2.B.4, item by item; those of the city only for Major Cities (A82)."""
    out = []
    if troops.is_major_city(p, space):
        out += city_modifiers(p, seat, space)
    if card:
        out.append(Source("siege.traitor", "", 0, card))
    helper = ability(p, space, seat, Ability.SIEGE) or (
        ability(p, space, seat, Ability.SURRENDER_SIEGE) if p.state.segment == SURRENDER else None
    )
    if helper is not None and p.pieces.generals[general] is helper:
        out.append(Source("siege.ability", "general", general, helper.ability_value))
    return out


def city_modifiers(p: Play, seat: SeatId, space: SpaceId) -> list[Source]:
    s = p.state
    city = p.board.spaces[space]
    out = []
    if city.port and not available_fleets(p, seat):
        out.append(Source("siege.no_fleet", "space", space, NO_FLEET))
    if city.siege_modifier:
        out.append(Source("siege.city", "space", space, city.siege_modifier))
    if s.helepolis == space:
        out.append(Source("siege.helepolis", "space", space, helepolis_bonus(p)))
    defender = ability(p, p.inside(space), s.pcs[space], Ability.SIEGE_DEFENCE)
    if defender is not None:
        general = commander(p, p.inside(space), s.pcs[space])
        out.append(Source("siege.defence", "general", general, defender.ability_value))
    return out


def helepolis_bonus(p: Play) -> int:
    """15.2.B.3: as its card says."""
    return p.material.event_params["helepolis"].siege_modifier


# 15.2 to 15.4 One Siege

DECLARE: Final = 0
ROLL: Final = 1
CU_LOSS: Final = 2
DEFECTION: Final = 3
DEFENCE: Final = 4
COMPLETION: Final = 5
CAPTURED: Final = 6
CLAIM: Final = 7


def begin(p: Play, seat: SeatId, space: SpaceId, general: GeneralId, cus: Forces, segment: int) -> None:
    """One Siege by the Army of `general`; `cus`: the CUs that count and may be lost."""
    p.push(Siege(DECLARE, seat, space, general, cus, segment))


class Siege(Frame):
    """`modifier` is what a card adds; `points` and `losses` are the result of the roll, `held` points that CUs inside
    hold off (16.5)."""

    fight: ClassVar[str] = "siege"

    def __init__(
        self,
        stage: int,
        seat: SeatId,
        space: SpaceId,
        general: GeneralId,
        cus: Forces,
        segment: int,
        modifier: int = 0,
        points: int = 0,
        losses: int = 0,
        held: Mask = 0,
    ) -> None:
        self.stage = stage
        self.seat = seat
        self.space = space
        self.general = general
        self.cus = cus
        self.segment = segment
        self.modifier = modifier
        self.points = points
        self.losses = losses
        self.held = held

    def copy(self) -> "Siege":
        return Siege(
            self.stage,
            self.seat,
            self.space,
            self.general,
            self.cus,
            self.segment,
            self.modifier,
            self.points,
            self.losses,
            self.held,
        )

    def told_treason(self, p: Play, bonus: int) -> None:
        """15.2.B.3: Traitor Inside City."""
        p.become(self, self.but(modifier=bonus))

    def step(self, p: Play) -> Ask | None:
        if self.stage == CLAIM:
            return self.claim(p)
        STEPS[self.stage](self, p)
        return None

    def declare(self, p: Play) -> None:
        """3.7.5: Champion status first (A42), then the window before the roll."""
        s = p.state
        number, _ = s.sieges.get(self.space, (0, -1))
        s.sieges = {**s.sieges, self.space: (number + 1, self.general)}
        p.note(
            "siege",
            "15.2.A.1",
            (("who", "faction", self.seat), ("general", "general", self.general), ("space", "space", self.space)),
        )
        scoring.attack(p, self.seat, s.pcs[self.space], "3.7.5")
        p.replace(self.but(stage=ROLL))
        windows.begin(p, Window.SIEGE_ROLL)

    def roll(self, p: Play) -> None:
        """15.2.B.5"""
        die = p.die()
        items = modifiers(p, self.seat, self.space, self.general, self.modifier)
        modified = die + sum(i.points for i in items)
        points, losses = p.tables.siege[max(LOWEST, min(modified, HIGHEST))]
        for item in items:
            p.note("siege_modifier", "15.2.B.1", (("reason", "text", item.key), ("points", "number", item.points)))
        p.note(
            "siege_roll",
            "15.2.B.5",
            (
                ("who", "faction", self.seat),
                ("space", "space", self.space),
                ("modifiers", "numbers", tuple(i.points for i in items)),
                ("modified", "number", modified),
                ("points", "number", points),
                ("losses", "number", losses),
            ),
            dice=(die,),
        )
        left = common(self.cus, p.state.cus_of(self.space, self.seat))
        p.replace(self.but(stage=CU_LOSS, points=points, losses=losses, cus=left))

    def cu_loss(self, p: Play) -> None:
        """A42: the Siege Points, then the besieger's losses."""
        points = self.points
        if self.is_defended(p):
            points = min(points, needed(p, self.space) - 1 - p.state.sp.get(self.space, 0))
        p.replace(self.but(stage=DEFECTION if self.tempts(p) else DEFENCE, held=self.points - points))
        self.add_points(p, points)
        if self.losses and self.spares_cavalry(p):
            self.lose_cavalry(p)
        else:
            losses.lose(p, self.seat, self.space, self.losses, self.cus, "15.2.B.5")

    def lose_cavalry(self, p: Play) -> None:
        """16.9.12: whoever need not name a Cavalry CU, and saves no MPs by it, may lose another CU instead."""
        if p.edition.cavalry_siege_loss == "eliminate":
            self.eliminate_cavalry(p)
            return
        others = subtract(self.cus, forces(Unit.CAVALRY, self.cus[Unit.CAVALRY]))
        if self.segment == SURRENDER and counting(p, self.seat, self.space, others) >= p.tables.siege_minimum:
            losses.lose(p, self.seat, self.space, self.losses, self.cus, "16.9.12", spared=True)
        else:
            self.disperse_cavalry(p, forces(Unit.CAVALRY, self.losses))

    def eliminate_cavalry(self, p: Play) -> None:
        """The first loss of a Siege that cost less MPs is a Cavalry CU; a free one has saved none."""
        if self.segment == SURRENDER:
            losses.lose(p, self.seat, self.space, self.losses, self.cus, "15.2.B.5")
            return
        one = troops.one(Unit.CAVALRY)
        losses.lose(p, self.seat, self.space, self.losses - 1, subtract(self.cus, one), "15.2.B.5")
        if self.seat == p.state.active:
            troops.unmark_moved(p.state, self.space, common(one, troops.moved(p.state, self.space)))
        troops.eliminate(p, self.space, self.seat, one, "16.9.12")

    def spares_cavalry(self, p: Play) -> bool:
        """16.9.12, 16.9.13: not against Major Cities."""
        if not p.option(Option.CAVALRY) or troops.is_major_city(p, self.space):
            return False
        return self.cus[Unit.CAVALRY] >= self.losses

    def disperse_cavalry(self, p: Play, cus: Forces) -> None:
        """16.9.12: rather what has moved already."""
        if self.seat == p.state.active:
            troops.unmark_moved(p.state, self.space, common(cus, troops.moved(p.state, self.space)))
        troops.disperse(p, self.space, self.seat, cus, "16.9.12")

    def add_points(self, p: Play, points: int) -> None:
        s = p.state
        if points <= 0:
            return
        total = min(s.sp.get(self.space, 0) + points, needed(p, self.space))
        moves.put_siege_points(s, self.space, self.seat, total)
        p.note("siege_points", "15.2.B.5", (("space", "space", self.space), ("points", "number", total)))

    def tempts(self, p: Play) -> bool:
        """7.2.F.15: Royal Army inside may go over with every Siege Point, or with the first."""
        return p.edition.royal_siege_when == "every_sp" or self.space not in p.state.sp

    def defection(self, p: Play) -> None:
        """7.2.F.15, 7.2.F.16"""
        p.replace(self.but(stage=DEFENCE))
        s = p.state
        owner = s.pcs[self.space]
        inside = p.inside(self.space)
        royals = s.cus_of(inside, owner)[Unit.ROYAL]
        if not self.points or not royals:
            return
        besieged, besieger = standings(p, self.seat, self.space)
        p.note(
            "siege_legitimacy" if p.edition.royal_siege_compare == "legitimacy" else "siege_prestige",
            "7.2.F.15",
            (
                ("who", "faction", self.seat),
                ("besieger", "number", besieger),
                ("owner", "faction", owner),
                ("besieged", "number", besieged),
            ),
        )
        if besieged < besieger:
            troops.change_side(p, inside, owner, forces(Unit.ROYAL, royals), self.space, self.seat, "7.2.F.15")

    def is_defended(self, p: Play) -> bool:
        """16.5.1: CUs inside a Major City hold off the last Siege Point."""
        if not p.option(Option.CU_SIEGE_DEFENCE) or not troops.is_major_city(p, self.space):
            return False
        return troops.has_cu(p.state, p.inside(self.space), p.state.pcs[self.space])

    def defence(self, p: Play) -> None:
        """16.5.1, A86: after the Royal Army's defection a point held off costs a CU inside, or counts after all."""
        p.replace(self.but(stage=COMPLETION))
        if not self.held:
            return
        owner = p.state.pcs[self.space]
        inside = p.inside(self.space)
        garrison = p.state.cus_of(inside, owner)
        lost = min(self.held, troops.count(garrison))
        self.add_points(p, self.held - lost)
        losses.lose(p, owner, inside, lost, garrison, "16.5.1")

    def completion(self, p: Play) -> None:
        """15.4.1 to 15.4.3"""
        s = p.state
        if s.sp.get(self.space, 0) < needed(p, self.space):
            self.finish(p)
            return
        owner = s.pcs[self.space]
        inside = p.inside(self.space)
        p.replace(self.but(stage=CAPTURED))
        moves.remove_siege_points(s, self.space)
        moves.put_pc(s, self.space, NOBODY)
        p.note(
            "siege_completed",
            "15.4.2",
            (("who", "faction", self.seat), ("space", "space", self.space), ("owner", "faction", owner)),
        )
        if owner != INDEPENDENT:
            losses.as_losers(p, owner, inside, self.seat, "15.4.3")

    def captured(self, p: Play) -> None:
        """15.4.4, 15.4.5: only in the Surrender Segment may a PC follow at once."""
        options.capture_capital(p, self.space, self.seat)
        if self.segment == SURRENDER:
            p.replace(self.but(stage=CLAIM))
        else:
            self.finish(p)

    def claim(self, p: Play) -> Ask:
        actions = [code(Verb.CLAIM), code(Verb.DECLINE)]
        return Ask(self.seat, "prompt.claim", "15.4.4", actions, (("space", "space", self.space),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if self.stage == CLAIM and action >> SHIFT in (Verb.CLAIM, Verb.DECLINE):
            return None
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        if action >> SHIFT == Verb.CLAIM:
            moves.put_pc(p.state, self.space, self.seat)
            p.note("places_pc", "15.4.4", (("who", "faction", self.seat), ("space", "space", self.space)))
        self.finish(p)

    def finish(self, p: Play) -> None:
        """A101"""
        p.pop()
        army = army_under_way(p)
        upkeep(p, army.at if army is not None else OFF_MAP)


STEPS: Final = {
    DECLARE: Siege.declare,
    ROLL: Siege.roll,
    CU_LOSS: Siege.cu_loss,
    DEFECTION: Siege.defection,
    DEFENCE: Siege.defence,
    COMPLETION: Siege.completion,
    CAPTURED: Siege.captured,
}


def standings(p: Play, seat: SeatId, space: SpaceId) -> tuple[int, int]:
    """What is compared for the Royal Army inside: the besieged player's and the besieger's."""
    owner = p.state.pcs[space]
    if p.edition.royal_siege_compare == "legitimacy":
        return (p.state.legitimacy[owner] if owner != INDEPENDENT else 0), p.state.legitimacy[seat]
    return prestige(p, owner, p.inside(space)), prestige(p, seat, space)


# 9.4.4, A52


def pc_lost(p: Play, space: SpaceId, independent: bool) -> None:
    """What becomes of pieces inside a Major City whose PC is gone, after its removal or replacement.

    They suffer as losers if the city turned Independent, unless they are merely put outside, or if enemy CUs stand
    there; else they move outside.
    """
    s = p.state
    inside = p.inside(space)
    outside = s.cu_factions.get(space, 0)
    for faction in SEATS[s.players]:
        if faction == s.pcs[space] or not troops.is_inside(p, faction, inside):
            continue
        enemies = outside & ~(1 << faction)
        if independent and p.edition.city_turned_independent == "losers":
            losses.as_losers(p, faction, inside, INDEPENDENT, "9.4.4")
        elif enemies:
            losses.as_losers(p, faction, inside, factions_in(enemies)[-1], "9.4.4")
        else:
            troops.move_outside(p, faction, inside)


# 9.3.C.3: which three CUs of the activated Army count as moved


def goes_by_cavalry(p: Play, group: Army) -> bool:
    """16.9.11, 16.9.13: a Cavalry CU that may be named, against an Independent space but no Major City."""
    if not p.option(Option.CAVALRY) or p.state.pcs[group.at] != INDEPENDENT or troops.is_major_city(p, group.at):
        return False
    if p.edition.siege_counts == "all":
        return besieging(p, group)[Unit.CAVALRY] > 0
    return carried(p, group)[Unit.CAVALRY] + waiting(p, group)[Unit.CAVALRY] > 0


def carried(p: Play, group: Army) -> Forces:
    """The CUs that count and that the General has moved already; not those of an earlier Land Battle (15.2.A.5)."""
    moved = subtract(group.cus, group.fresh)
    return without_royal_army(p, group, subtract(moved, common(moved, group.fought)))


def waiting(p: Play, group: Army) -> Forces:
    """The CUs that count and have not moved; not those of a Land Battle fought here (15.2.A.5)."""
    fought = p.state.fought >> p.space(group.at) & 1
    return NO_FORCES if fought else without_royal_army(p, group, group.fresh)


def without_royal_army(p: Play, group: Army, cus: Forces) -> Forces:
    """16.6.1"""
    if counting(p, group.seat, group.at, cus) == troops.count(cus):
        return cus
    return subtract(cus, forces(Unit.ROYAL, cus[Unit.ROYAL]))


def name_besiegers(p: Play, group: Army) -> None:
    """Those that have moved already are named first: they have nothing to lose by it."""
    if p.edition.siege_counts == "all":
        return
    missing = p.tables.siege_minimum - troops.count(carried(p, group))
    if goes_by_cavalry(p, group) and not carried(p, group)[Unit.CAVALRY]:
        count_as_moved(p, troops.one(Unit.CAVALRY))
        missing -= 1
    if missing > 0:
        p.push(Besiegers(group.seat, group.at, missing))


def count_as_moved(p: Play, cus: Forces) -> None:
    group = army(p)
    assert group is not None
    troops.mark_moved(p.state, group.at, cus)
    group.told_besiegers(p, cus)


class Besiegers(Frame):
    """The owner names CUs, one by one, where it makes a difference; `missing`: how many are still to be named."""

    def __init__(self, seat: SeatId, at: LocationId, missing: int) -> None:
        self.seat = seat
        self.at = at
        self.missing = missing

    def unnamed(self, p: Play) -> Forces:
        group = army(p)
        return waiting(p, group) if group is not None else NO_FORCES

    def step(self, p: Play) -> Ask | None:
        cus = self.unnamed(p)
        if self.missing <= 0:
            p.pop()
            return None
        if self.missing >= troops.count(cus):
            p.pop()
            count_as_moved(p, cus)
            return None
        actions = offers(p, self, [code(Verb.CHOOSE_UNITS, u) for u in range(UNITS)])
        if (len(actions) == 1 and not p.ask_everything) or not procedures.others_follow(p):
            self.name_one(p, unit_in(actions[0]))
            return None
        facts = (("number", "number", self.missing), ("at", "location", self.at))
        return Ask(self.seat, "prompt.besiegers", "9.3.C.3", actions, facts)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.CHOOSE_UNITS:
            return NOT_ASKED
        unit = unit_in(action)
        if unit < UNITS and self.unnamed(p)[unit]:
            return None
        return Refusal("9.3.C.3", "refusal.no_besieger", (("at", "location", self.at),))

    def take(self, p: Play, action: ActionCode) -> None:
        self.name_one(p, unit_in(action))

    def name_one(self, p: Play, unit: UnitId) -> None:
        """Silver Shields only together (7.2.D.3)."""
        cus = troops.whole(self.unnamed(p), unit)
        p.replace(self.but(missing=self.missing - troops.count(cus)))
        count_as_moved(p, cus)
