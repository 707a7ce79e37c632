"""9.1.8, 9.1.13: what an activated group picks up and drops off at a stop."""

from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Royal
from diadochi.model.state import OFF_MAP, add, subtract
from diadochi.rules import orders, troops
from diadochi.rules.agenda import Play, Refusal, args
from diadochi.rules.command import is_minor, minors_of
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import DROP_OFF, MOVE_LIMIT, PICK_UP, Army, cart_may_leave, fetch, put, spare_minor


def check_stop(army: Army) -> Refusal | None:
    """Who stays without having moved is not picked up again."""
    return Refusal("9.1.8", "refusal.dropping_off") if army.stop == DROP_OFF else None


def check_use(p: Play, army: Army) -> Refusal | None:
    """Nothing is picked up or dropped off where the group can do nothing any more."""
    return None if orders.can_go_on(p, army) else Refusal("9.3.0.1", "refusal.goes_no_further")


def check_take(p: Play, army: Army, unit: int) -> Refusal | None:
    there = army.available(p)
    if unit >= UNITS or not there[unit]:
        if unit < UNITS and troops.moved(p.state, army.at)[unit]:
            return Refusal("9.1.6", "refusal.already_moved")
        return Refusal("9.1.8", "refusal.no_such_cu", args(at=("location", army.at)))
    return check_more(p, army, troops.whole(there, unit))


def check_more(p: Play, army: Army, more: Forces) -> Refusal | None:
    return check_stop(army) or check_use(p, with_cus(army, more)) or check_limit(p, army, more)


def check_limit(p: Play, army: Army, more: Forces) -> Refusal | None:
    """16.8.1"""
    if p.option(Option.MOVEMENT_LIMIT) and troops.count(army.cus) + troops.count(more) > MOVE_LIMIT:
        return Refusal("16.8.1", "refusal.movement_limit")
    return None


def check_take_all(p: Play, army: Army, _: int) -> Refusal | None:
    everything = with_everything(p, army)
    if everything == army:
        return Refusal("9.1.8", "refusal.no_such_cu", args(at=("location", army.at)))
    return check_stop(army) or check_use(p, everything) or check_limit(p, army, army.available(p))


def with_everything(p: Play, army: Army) -> Army:
    """The group with all that may leave the space with it; its Commanding General keeps the command."""
    s = p.state
    army = with_cus(army, army.available(p))
    mask = s.generals_at.get(army.at, 0) & ~army.generals
    for general in members(mask & ~((1 << army.commander()) - 1)):
        if check_take_general(p, army, general) is None:
            army = with_general(army, general)
    if army.cus == NO_FORCES:
        return army
    for royal, at in enumerate(s.royals):
        stays = royal == Royal.FUNERAL_CART and not cart_may_leave(p)
        if at == army.at and not stays and check_take_royal(p, army, royal) is None:
            army = with_royal(army, royal)
    return army


def check_take_general(p: Play, army: Army, general: int) -> Refusal | None:
    s = p.state
    if s.owners[general] != army.seat or s.generals[general] != army.at or army.generals >> general & 1:
        return Refusal("9.1.8", "refusal.no_such_general", args(general=("general", general)))
    if is_minor(p, general) or is_minor(p, army.commander()):
        return Refusal("9.1.10", "refusal.minor_general_alone", args(general=("general", general)))
    if s.moved_generals >> general & 1:
        return Refusal("9.1.6", "refusal.general_moved", args(general=("general", general)))
    return check_stop(army) or check_use(p, with_general(army, general))


def check_take_royal(p: Play, army: Army, royal: int) -> Refusal | None:
    s = p.state
    if s.royals[royal] != army.at or army.royals >> royal & 1:
        return Refusal("8.4.5", "refusal.no_such_royal", args(royal=("royal", royal)))
    if s.royal_owner[royal] != army.seat:
        return Refusal("8.4.7", "refusal.royal_not_yours", args(royal=("royal", royal)))
    if s.moved_royals >> royal & 1:
        return Refusal("8.4.6", "refusal.royal_moved", args(royal=("royal", royal)))
    more = with_royal(army, royal)
    if not orders.can_pass_walls(p, more):
        refusal = orders.check_royals(p, more)
        if refusal is not None:
            return refusal
    return check_stop(army) or check_use(p, more)


def check_leave(p: Play, army: Army, unit: int) -> Refusal | None:
    if unit >= UNITS or not army.cus[unit]:
        return Refusal("9.1.8", "refusal.not_in_group")
    if army.stop == PICK_UP and army.cus[unit] == army.fresh[unit]:
        return Refusal("9.1.8", "refusal.just_taken")
    return check_use(p, army) or check_last(p, army, unit) or army.check_guard(p)


def check_last(p: Play, army: Army, unit: int) -> Refusal | None:
    """7.1.C.6: without a CU a Minor General goes on only through the walls or from elsewhere."""
    left = army._replace(cus=subtract(army.cus, troops.whole(army.cus, unit)))
    if orders.check_walls(p, left) is None or orders.can_reposition(p, left):
        return None
    return orders.check_minor(left)


def check_leave_general(p: Play, army: Army, general: int) -> Refusal | None:
    facts = args(general=("general", general))
    if not army.generals >> general & 1:
        return Refusal("9.1.8", "refusal.not_in_group", facts)
    if army.fresh_generals >> general & 1:
        return Refusal("9.1.8", "refusal.just_taken", facts)
    if not army.generals & ~(1 << general):
        return Refusal("7.2.5", "refusal.last_general", facts)
    return check_use(p, army)


def check_leave_royal(p: Play, army: Army, royal: int) -> Refusal | None:
    facts = args(royal=("royal", royal))
    if not army.royals >> royal & 1:
        return Refusal("9.1.8", "refusal.not_in_group", facts)
    if army.fresh_royals >> royal & 1:
        return Refusal("9.1.8", "refusal.just_taken", facts)
    if army.is_guarded(p):
        return check_use(p, army)
    if army.passage or army.passing or army.remaining(p) == NO_FORCES:
        return Refusal("9.1.13", "refusal.no_general_stays", facts)
    return check_use(p, army) or army.check_guard(p)


def check_fetch(p: Play, army: Army, general: int) -> Refusal | None:
    """7.1.C.2: a Minor General is taken from elsewhere to stay with the CUs here."""
    if general not in minors_of(p, army.seat) or p.state.generals[general] in (OFF_MAP, army.at):
        return Refusal("7.1.C.2", "refusal.no_such_general", args(general=("general", general)))
    return check_guard_needed(p, army) or check_parting(p, army)


def check_parting(p: Play, army: Army) -> Refusal | None:
    """A guard is of use only if the group or its Minor General can go away."""
    if orders.can_go_on(p, army) or orders.can_reposition(p, army):
        return None
    return Refusal("9.3.0.1", "refusal.goes_no_further")


def check_guard_needed(p: Play, army: Army) -> Refusal | None:
    if army.is_guarded(p) or p.state.cus_of(army.at, army.seat) == NO_FORCES:
        return Refusal("9.1.13", "refusal.nobody_needed")
    if spare_minor(p, army.seat) >= 0:
        return Refusal("7.1.C.2", "refusal.minor_general_idle")
    return None


# Carrying out


def take(p: Play, army: Army, unit: int) -> None:
    put(p, with_cus(army, troops.whole(army.available(p), unit)))


def take_all(p: Play, army: Army, _: int) -> None:
    put(p, with_everything(p, army))


def with_cus(army: Army, cus: Forces) -> Army:
    return army._replace(cus=add(army.cus, cus), fresh=add(army.fresh, cus))


def take_general(p: Play, army: Army, general: int) -> None:
    """9.2.9: a more Senior General takes over."""
    put(p, with_general(army, general))


def with_general(army: Army, general: int) -> Army:
    bit = 1 << general
    return army._replace(generals=army.generals | bit, fresh_generals=army.fresh_generals | bit)


def take_royal(p: Play, army: Army, royal: int) -> None:
    put(p, with_royal(army, royal))


def with_royal(army: Army, royal: int) -> Army:
    bit = 1 << royal
    return army._replace(royals=army.royals | bit, fresh_royals=army.fresh_royals | bit)


def leave(p: Play, army: Army, unit: int) -> None:
    """9.2.6: what is dropped off has used up its activation; what has not moved yet just stays."""
    carried = subtract(army.cus, army.fresh)
    fresh = NO_FORCES if carried[unit] else troops.whole(army.fresh, unit)
    cus = troops.whole(carried, unit) if carried[unit] else fresh
    army.post_guard(p)
    p.note("leaves_cus", "9.2.6", who=("faction", army.seat), cus=("forces", cus), at=("location", army.at))
    others = army.others if fresh != NO_FORCES else add(army.others, cus)
    left = army._replace(cus=subtract(army.cus, cus), fresh=subtract(army.fresh, fresh), others=others)
    put(p, left if fresh == NO_FORCES else left._replace(stop=DROP_OFF))


def leave_general(p: Play, army: Army, general: int) -> None:
    """9.2.8: the next most Senior takes over from a commander who is dropped."""
    p.note("leaves_general", "9.2.6", general=("general", general), at=("location", army.at))
    put(p, army._replace(generals=army.generals & ~(1 << general)))


def leave_royal(p: Play, army: Army, royal: int) -> None:
    army.post_guard(p)
    p.note("leaves_royal", "8.4.5", royal=("royal", royal), at=("location", army.at))
    put(p, army._replace(royals=army.royals & ~(1 << royal)))


def fetch_guard(p: Play, army: Army, general: int) -> None:
    fetch(p, army.seat, general, army.at)
