"""9.3.C.3: which three CUs of the activated Army count as moved in a Siege."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import INDEPENDENT, common, forces, subtract
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.group import Army, army, change_army


def goes_by_cavalry(p: Play, group: Army) -> bool:
    """16.9.11, 16.9.13: a Cavalry CU that may be named, against an Independent space but no Major City."""
    if not p.option(Option.CAVALRY) or p.state.pcs[group.at] != INDEPENDENT or troops.is_major_city(p, group.at):
        return False
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
    from diadochi.rules import siege

    if siege.counting(p, group.seat, group.at, cus) == troops.count(cus):
        return cus
    return subtract(cus, forces(Unit.ROYAL, cus[Unit.ROYAL]))


def begin(p: Play, group: Army) -> None:
    """Those that have moved already are named first: they have nothing to lose by it."""
    missing = p.tables.siege_minimum - troops.count(carried(p, group))
    if goes_by_cavalry(p, group) and not carried(p, group)[Unit.CAVALRY]:
        name(p, troops.one(Unit.CAVALRY))
        missing -= 1
    if missing > 0:
        p.push(Besiegers(group.seat, group.at, missing))


def name(p: Play, cus: Forces) -> None:
    group = army(p)
    assert group is not None
    troops.mark_moved(p.state, group.at, cus)
    change_army(p, group._replace(fresh=subtract(group.fresh, cus)))


def others_follow(p: Play) -> bool:
    """Another General may be activated in this Segment, and take those along who have not moved."""
    from diadochi.rules.activation import Activations

    i = p.find(Activations)
    frame = p.state.agenda[i] if i >= 0 else None
    return isinstance(frame, Activations) and frame.left != 0


class Besiegers(NamedTuple):
    """The owner names CUs, one by one, where it makes a difference; `missing`: how many are still to be named."""

    seat: int
    at: int
    missing: int

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
            name(p, cus)
            return None
        actions = offers(p, self, [code(Verb.CHOOSE_UNITS, u) for u in range(UNITS)])
        if (len(actions) == 1 and not p.ask_everything) or not others_follow(p):
            self.name_one(p, actions[0] & MASK)
            return None
        facts = args(number=("number", self.missing), at=("location", self.at))
        return Ask(self.seat, "prompt.besiegers", "9.3.C.3", actions, facts)

    def check(self, p: Play, action: int) -> Refusal | None:
        if action >> SHIFT != Verb.CHOOSE_UNITS:
            return NOT_ASKED
        unit = action & MASK
        if unit < UNITS and self.unnamed(p)[unit]:
            return None
        return Refusal("9.3.C.3", "refusal.no_besieger", args(at=("location", self.at)))

    def take(self, p: Play, action: int) -> None:
        self.name_one(p, action & MASK)

    def name_one(self, p: Play, unit: int) -> None:
        """Silver Shields only together (7.2.D.3)."""
        cus = troops.whole(self.unnamed(p), unit)
        p.replace(self._replace(missing=self.missing - troops.count(cus)))
        name(p, cus)
