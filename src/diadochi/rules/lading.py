"""13.2.6 to 13.2.9: what goes aboard and ashore while the General stays at sea."""

from typing import TYPE_CHECKING

from diadochi.model.notation import Verb
from diadochi.model.pieces import NO_FORCES, UNITS
from diadochi.model.state import add
from diadochi.rules import orders, troops
from diadochi.rules.activation import army, change_army
from diadochi.rules.agenda import Play, Refusal, args
from diadochi.rules.command import commander, is_minor
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import Army, check_truce, place_guard, spare_minor
from diadochi.rules.retreat import generals_mask, put_royals, royals_mask

if TYPE_CHECKING:
    from diadochi.rules.voyage import Voyage

OUTSIDE, INSIDE = 1, 2
"""The locations into which pieces have been dropped off at a stop."""


def army_of(p: Play) -> Army:
    """The group that goes by sea."""
    found = army(p)
    assert found is not None
    return found


def refresh_army(p: Play, at: int) -> None:
    """The activated group is what is aboard; a change of command changes its MPs (9.2.5)."""
    s = p.state
    group = army_of(p)
    seat = group.seat
    generals, royals = generals_mask(p, at, seat), royals_mask(s, at, seat)
    change_army(p, group._replace(at=at, generals=generals, cus=s.cus_of(at, seat), royals=royals))


def finds_room(p: Play, seat: int, space: int, number: int) -> Refusal | None:
    """9.4.5: so many CUs may go inside."""
    if p.state.pcs[space] != seat or not troops.is_major_city(p, space):
        return Refusal("9.4.3", "refusal.city_closed", args(space=("space", space)))
    room = troops.room_inside(p, space)
    if number > room:
        return Refusal("9.4.5", "refusal.no_room_inside", args(space=("space", space)))
    return None


# 13.2.6, 13.2.7 Picking up


def first_source(p: Play, v: "Voyage") -> int:
    """Outside first, unless there are CUs to pick up only inside."""
    inside = p.inside(v.space)
    outside_cus = troops.unmoved(p.state, v.space, v.seat)
    inside_cus = troops.unmoved(p.state, inside, v.seat)
    return inside if outside_cus == NO_FORCES and inside_cus != NO_FORCES else v.space


def check_source(p: Play, v: "Voyage", location: int) -> Refusal | None:
    """CUs are picked up outside, then inside."""
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if v.source != v.space or location != p.inside(v.space):
        return Refusal("13.2.7", "refusal.no_pick_up_there", args(at=("location", location)))
    if troops.unmoved(p.state, location, v.seat) == NO_FORCES:
        return Refusal("9.1.6", "refusal.no_unmoved_cu", args(at=("location", location)))
    return None


def check_use(p: Play, v: "Voyage", group: Army) -> Refusal | None:
    """Nobody is picked up only to be landed again in the same place; a city has two."""
    if orders.max_left(p, group) or finds_room(p, v.seat, v.space, 0) is None:
        return None
    return Refusal("9.3.0.1", "refusal.goes_no_further")


def check_take(p: Play, v: "Voyage", unit: int) -> Refusal | None:
    s = p.state
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    free = troops.unmoved(s, v.source, v.seat)
    if unit >= UNITS or not free[unit]:
        return Refusal("9.1.6", "refusal.no_unmoved_cu", args(at=("location", v.source)))
    if s.naval_cus + troops.count(troops.whole(free, unit)) > p.edition.naval_limit:
        return Refusal("13.1.3", "refusal.naval_limit", args(number=("number", p.edition.naval_limit)))
    return check_use(p, v, army_of(p))


def check_take_general(p: Play, v: "Voyage", general: int) -> Refusal | None:
    s = p.state
    name = args(general=("general", general))
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if s.owners[general] != v.seat or s.generals[general] not in (v.space, p.inside(v.space)):
        return Refusal("13.2.7", "refusal.general_not_here", name)
    if s.moved_generals >> general & 1:
        return Refusal("9.1.6", "refusal.general_has_moved", name)
    if is_minor(p, general) or is_minor(p, commander(p, p.at_sea(v.space), v.seat)):
        return Refusal("9.1.10", "refusal.minor_moves_alone", name)
    group = army_of(p)
    return check_use(p, v, group._replace(generals=group.generals | 1 << general))


def check_take_royal(p: Play, v: "Voyage", royal: int) -> Refusal | None:
    s = p.state
    name = args(royal=("royal", royal))
    if v.source < 0:
        return Refusal("13.2.6", "refusal.picking_up_is_over")
    if s.royal_owner[royal] != v.seat or s.royals[royal] not in (v.space, p.inside(v.space)):
        return Refusal("8.4.2", "refusal.royal_not_here", name)
    if s.moved_royals >> royal & 1:
        return Refusal("8.4.6", "refusal.royal_has_moved", name)
    if not troops.has_cu(s, p.at_sea(v.space), v.seat):
        return Refusal("8.4.2", "refusal.royals_need_a_cu")
    return check_use(p, v, army_of(p))


def take_aboard(p: Play, v: "Voyage", verb: int, operand: int) -> None:
    """What has been taken counts as moved (9.1.6)."""
    s = p.state
    sea = p.at_sea(v.space)
    if verb == Verb.TAKE:
        cus = troops.whole(troops.unmoved(s, v.source, v.seat), operand)
        troops.mark_moved(s, v.source, cus)
        troops.move_cus(p, v.seat, cus, v.source, sea)
        s.naval_cus += troops.count(cus)
    elif verb == Verb.TAKE_GENERAL:
        s.moved_generals |= 1 << operand
        s.put_general(operand, sea)
    else:
        s.moved_royals |= 1 << operand
        put_royals(s, 1 << operand, sea)
    refresh_army(p, sea)


def needs_guard(p: Play, v: "Voyage") -> bool:
    """CUs whose General has gone aboard where no PC shows whose they are."""
    s = p.state
    if v.source < 0 or s.pcs[v.space] == v.seat or commander(p, v.space, v.seat) >= 0:
        return False
    return troops.has_cu(s, v.space, v.seat)


def guard_left_behind(p: Play, v: "Voyage") -> None:
    """A Minor General takes them over."""
    if needs_guard(p, v):
        place_guard(p, v.seat, v.space)


def check_left_behind(p: Play, v: "Voyage") -> Refusal | None:
    """9.1.13: without one, nobody sails away from them."""
    if not needs_guard(p, v) or spare_minor(p, v.seat) >= 0:
        return None
    return Refusal("9.1.13", "refusal.no_general_stays")


# 13.2.8, 13.2.9, 13.2.14 Dropping off


def check_drop(p: Play, v: "Voyage", location: int) -> Refusal | None:
    refusal = check_location(p, v, location)
    if refusal is not None:
        return refusal
    if v.dropped & (INSIDE if p.is_inside(location) else OUTSIDE):
        return Refusal("13.2.6", "refusal.dropped_off_already", args(at=("location", location)))
    if not p.is_inside(location) and troops.enemy_cu_at(p.state, location, v.seat):
        return Refusal("13.2.8", "refusal.no_drop_among_enemies", args(at=("location", location)))
    return check_anything_to_leave(p, v._replace(drop=location))


def check_location(p: Play, v: "Voyage", location: int) -> Refusal | None:
    """A land location of the space where the ships are, open to these pieces."""
    if not v.sailed:
        return Refusal("13.2.6", "refusal.sail_first")
    if p.space(location) != v.space or p.is_at_sea(location):
        return Refusal("13.2.6", "refusal.ships_are_elsewhere", args(space=("space", v.space)))
    return finds_room(p, v.seat, v.space, 0) if p.is_inside(location) else check_truce(p, v.seat, v.space)


def check_anything_to_leave(p: Play, v: "Voyage") -> Refusal | None:
    s = p.state
    sea = p.at_sea(v.space)
    refusal = check_leave_general(p, v, commander(p, sea, v.seat))
    if refusal is None:
        return None
    for unit in range(UNITS):
        if s.cus_of(sea, v.seat)[unit]:
            refusal = check_leave(p, v, unit)
            if refusal is None:
                return None
    for royal in members(royals_mask(s, sea, v.seat)):
        if check_leave_royal(p, v, royal) is None:
            return None
    return refusal


def check_leave(p: Play, v: "Voyage", unit: int) -> Refusal | None:
    s = p.state
    aboard = s.cus_of(p.at_sea(v.space), v.seat)
    if unit >= UNITS or not aboard[unit]:
        return Refusal("13.2.6", "refusal.not_aboard")
    if p.is_inside(v.drop):
        return finds_room(p, v.seat, v.space, troops.count(troops.whole(aboard, unit)))
    if is_guarded(p, v) or spare_minor(p, v.seat) >= 0:
        return None
    return Refusal("9.1.13", "refusal.leave_a_general", args(space=("space", v.space)))


def check_leave_general(p: Play, v: "Voyage", general: int) -> Refusal | None:
    aboard = generals_mask(p, p.at_sea(v.space), v.seat)
    if not aboard >> general & 1:
        return Refusal("13.2.6", "refusal.not_aboard")
    if aboard == 1 << general:
        return Refusal("13.2.6", "refusal.a_general_stays_aboard")
    return None


def check_leave_royal(p: Play, v: "Voyage", royal: int) -> Refusal | None:
    s = p.state
    if not royals_mask(s, p.at_sea(v.space), v.seat) >> royal & 1:
        return Refusal("13.2.6", "refusal.not_aboard")
    if is_guarded(p, v) or (troops.has_cu(s, v.drop, v.seat) and spare_minor(p, v.seat) >= 0):
        return None
    return Refusal("9.1.13", "refusal.leave_a_general", args(space=("space", v.space)))


def is_guarded(p: Play, v: "Voyage") -> bool:
    """9.1.13: in an own space, or with a General of the Faction."""
    return p.state.pcs[v.space] == v.seat or commander(p, v.drop, v.seat) >= 0


def put_ashore(p: Play, v: "Voyage", verb: int, operand: int) -> None:
    s = p.state
    sea = p.at_sea(v.space)
    if verb == Verb.LEAVE:
        cus = troops.whole(s.cus_of(sea, v.seat), operand)
        troops.move_cus(p, v.seat, cus, sea, v.drop)
        p.replace(v._replace(cus=add(v.cus, cus)))
    elif verb == Verb.LEAVE_GENERAL:
        s.put_general(operand, v.drop)
        p.replace(v._replace(generals=v.generals | 1 << operand))
    else:
        put_royals(s, 1 << operand, v.drop)
        p.replace(v._replace(royals=v.royals | 1 << operand))
    refresh_army(p, sea)
