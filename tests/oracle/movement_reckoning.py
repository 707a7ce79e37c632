"""What chapters 9 to 13.2 let a group do, and who may react: one plain function for each kind of offer."""

from copy import copy
from types import SimpleNamespace
from typing import Any

from diadochi.model.board import Kind, PathKind
from diadochi.model.ids import LocationId
from diadochi.model.options import Option
from diadochi.model.pieces import UNIT_NAME, Ability, Royal, Unit
from diadochi.model.state import INDEPENDENT, NOBODY
from tests.oracle.movement_table import DROPPING, NOTHING, Book, Forces, Group, Table, bits, minus


def allowance(t: Table, general: int, die: int) -> int:
    """9.2.3, and Antigonos' ability."""
    piece = t.pieces.generals[general]
    if piece.ability == Ability.MOVEMENT and die == 6:
        return piece.ability_value
    if die < piece.initiative:
        return 2
    return 3 if die == piece.initiative else 4


def mps_left(t: Table, book: Book, group: Group) -> int:
    """9.2.5, 9.2.10, 9.2.12, A50."""
    leaders = group.generals or ({group.minor} if group.minor >= 0 else set())
    if book.forfeited or not leaders:
        return 0
    total = allowance(t, t.commander(leaders), group.die) if group.die else group.card_mps
    return max(0, total - book.spent)


# 9, 10.A: the acts of a group


def land_mps(t: Table, book: Book, group: Group) -> int:
    """13.1.5: MPs for land, before or after the Naval Movement, not both; the Pontic Fleet's are for the sea."""
    if group.waters or (book.sailed and book.land_first):
        return 0
    return mps_left(t, book, group)


def can_travel(t: Table, group: Group) -> bool:
    """Who may go from space to space: a General; a Minor one with a CU; royals with a CU (8.4.2); 16.8."""
    if not group.generals:
        return False
    if not group.number and (group.royals or all(t.is_minor(g) for g in group.generals)):
        return False
    return not (t.option(Option.MOVEMENT_LIMIT) and group.number > 8)


def cart_is_free(t: Table, group: Group) -> bool:
    """8.4.3: in Game Turn I the Cart does not leave Babylon."""
    return Royal.FUNERAL_CART not in group.royals or t.s.turn >= 2 or bool(t.s.cart_free)


def stays_with_owner(t: Table, group: Group) -> bool:
    """9.1.13, 7.2.A.2: CUs that stay where the group leaves can show their owner."""
    staying = t.count(group.at, group.seat) - group.number
    if not staying or t.s.pcs[group.space] == group.seat:
        return True
    if t.generals(group.at, group.seat) - group.generals or t.off_map_minors(group.seat):
        return True
    return group.fetched and bool(fetchable(t, group))


def fetchable(t: Table, group: Group) -> set[int]:
    """7.1.C.2: the Minor Generals on the map who may be put with CUs that stay."""
    owners = enumerate(t.s.owners)
    return {
        g for g, f in owners if f == group.seat and t.is_minor(g) and g not in group.generals and t.s.generals[g] >= 0
    }


def fetches(t: Table, book: Book, group: Group) -> set[str]:
    """Only where CUs could not be left otherwise, and the group could then go on."""
    if stays_with_owner(t, group) or group.frame.passage or group.frame.passing:
        return set()
    then = copy(group)
    then.fetched = True
    if not can_act(t, book, then, sum(unmoved(t, group))):
        return set()
    return {f"fetch:{t.pieces.generals[g].id}" for g in fetchable(t, group)}


def truce_closes(t: Table, location: int, seat: int) -> bool:
    """O63: no way into a location where the other party has a CU or a Major General, nor to his Major City."""
    for other in range(t.s.players):
        if other == seat or not t.truce(seat, other):
            continue
        if t.major(location) and t.s.pcs[location] == other:
            return True
        if t.count(location, other) or any(not t.is_minor(g) for g in t.generals(location, other)):
            return True
    return False


def marches(t: Table, book: Book, group: Group) -> set[str]:
    if group.at >= t.n or not can_travel(t, group) or not cart_is_free(t, group) or not stays_with_owner(t, group):
        return set()
    mps = land_mps(t, book, group)
    out = set()
    for x in {space for space, _ in t.land_paths(group.space)}:
        left = mps - t.land_cost(group.space, x)
        if left >= 0 and (not truce_closes(t, x, group.seat) or passes(t, book, group, x, left)):
            out.add(f"march:{t.names[x]}")
    return out


def passes(t: Table, book: Book, group: Group, space: int, mps: int) -> bool:
    """O63: into a closed space one may go only to pass through with leave, where one can go on."""
    return not t.major(space) and not group.frame.refused >> space & 1 and goes_on(t, book, group, space, mps)


def goes_on(t: Table, book: Book, group: Group, space: int, mps: int) -> bool:
    """10.C.1: the group would be able to leave the space, by land or by sea."""
    for x in {near for near, _ in t.land_paths(space)}:
        left = mps - t.land_cost(space, x)
        if left >= 0 and (not truce_closes(t, x, group.seat) or passes(t, book, group, x, left)):
            return True
    if book.sailed or t.s.naval_mover or group.number + t.s.naval_cus > 8:
        return False
    return bool(next_ports(t, group, space, mps))


def in_waters(t: Table, group: Group, space: int) -> bool:
    return not group.waters or t.board.spaces[space].waters in group.waters


def next_ports(t: Table, group: Group, space: int, mps: int) -> set[int]:
    """9.3.A.1, 13.1.7: the next spaces by sea; of the Pontic Fleet only by Sea paths of its waters.

    Under a truce (O63) only where the group will find a shore."""
    out = set()
    for near, kind in t.sea_paths(space):
        if group.waters and (kind != PathKind.SEA or not in_waters(t, group, near)):
            continue
        left = mps - t.sea_cost(space, near)
        if left >= 0 and (landings(t, group, near) or next_ports(t, group, near, left)):
            out.add(near)
    return out


def sails(t: Table, book: Book, group: Group, space: int) -> set[str]:
    return {f"sail:{t.names[x]}" for x in next_ports(t, group, space, mps_left(t, book, group))}


def embarks(t: Table, book: Book, group: Group) -> set[str]:
    """13.1.2, 13.1.3, 13.1.6, 13.2.2."""
    if group.at >= 2 * t.n or book.sailed or t.s.naval_mover or not t.board.spaces[group.space].port:
        return set()
    if not can_travel(t, group) or not cart_is_free(t, group) or not stays_with_owner(t, group):
        return set()
    if group.number + t.s.naval_cus > 8 or not in_waters(t, group, group.space):
        return set()
    return {"embark"} if sails(t, book, group, group.space) else set()


def walls(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.B.1, 9.4.3, 9.4.5; with somebody who has not passed them in this stay, or back again."""
    space = group.space
    if not t.major(space) or t.s.pcs[space] != group.seat or not group.generals:
        return set()
    if t.is_inside(group.at):
        besiegers = {f for f in t.cu_owners(space) if t.truce(group.seat, f)}
        return {"come-out"} if not besiegers and goes_through(t, book, group, "in") else set()
    room = 2 - t.count(t.inside(space), group.seat)
    return {"go-inside"} if group.number <= room and goes_through(t, book, group, "out") else set()


def goes_through(t: Table, book: Book, group: Group, back: str) -> bool:
    return book.walls in ("", back) or bool(newcomers(t, group))


def newcomers(t: Table, group: Group) -> set[str]:
    """Who in the group has not moved in this Segment."""
    out = {f"unit {u}" for u, number in enumerate(group.fresh) if number}
    out |= {f"general {g}" for g in group.generals - bits(t.s.moved_generals)}
    return out | {f"royal {r}" for r in group.royals - bits(t.s.moved_royals)}


def removers(t: Table, group: Group) -> Forces:
    """7.2, A51: the CUs that remove a PC are all that stand there, whoever moved them."""
    return t.cus(group.at, group.seat)


def cost_of_act(t: Table, group: Group) -> int:
    """9.3.C.1, 9.3.D.1, 16.9.11, 16.9.13, 16.9.14: of a Siege or a PC removal."""
    cus = removers(t, group) if t.s.pcs[group.space] != INDEPENDENT else group.cus
    cavalry = t.option(Option.CAVALRY) and cus[Unit.CAVALRY]
    return 1 if cavalry and not t.major(group.space) else 2


def prestige(t: Table, faction: int, location: int) -> int:
    """7.2.F.2, 7.2.F.3 and the P of the Commanding General."""
    if faction == INDEPENDENT:
        return 0
    generals = t.generals(location, faction)
    total = t.s.legitimacy[faction]
    if generals:
        general = t.commander(generals)
        total += t.pieces.generals[general].popularity + t.s.popularity[general]
        total += t.s.oratory[1] if t.s.oratory[0] == general else 0
    return max(0, total)


def lower_prestige(t: Table, group: Group) -> bool:
    """16.6.1"""
    return prestige(t, group.seat, group.at) < prestige(t, t.s.pcs[group.space], t.inside(group.space))


def sieges(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.C, 15.2.A."""
    space = group.space
    owner = t.s.pcs[space]
    if group.at >= t.n or owner in (NOBODY, group.seat) or not group.generals:
        return set()
    if owner != INDEPENDENT and (not t.major(space) or t.truce(group.seat, owner)):
        return set()
    fit = minus(group.cus, book.stained)
    if t.option(Option.ROYAL_ARMY_AND_SIEGES) and lower_prestige(t, group):
        fit = tuple(0 if unit == Unit.ROYAL else number for unit, number in enumerate(fit))
    if sum(fit) < 3 or t.commander(group.generals) in book.stained_generals:
        return set()
    times, general = t.s.sieges.get(space, (0, -1))
    if times >= 2 or (times and general != t.commander(group.generals)):
        return set()
    return {f"siege:{t.names[space]}"} if land_mps(t, book, group) >= cost_of_act(t, group) else set()


def removals(t: Table, book: Book, group: Group) -> set[str]:
    """9.3.D."""
    space = group.space
    owner = t.s.pcs[space]
    if group.at >= t.n or owner in (NOBODY, INDEPENDENT, group.seat) or not t.minor_city(space) or not group.generals:
        return set()
    if sum(removers(t, group)) < 3:
        return set()
    return {f"remove-pc:{t.names[space]}"} if land_mps(t, book, group) >= cost_of_act(t, group) else set()


def acts(t: Table, book: Book, group: Group) -> set[str]:
    out = marches(t, book, group) | embarks(t, book, group)
    if not group.frame.passage and not group.frame.passing:
        out |= walls(t, book, group) | sieges(t, book, group) | removals(t, book, group)
    return out


# 10.B to 10.C


def rearranging(t: Table, mover: int, seat: int, space: int, besieged: set[int]) -> bool:
    """10.B.1, A57, A157: the owner of an enemy Major City, Unbesieged before the activation, with pieces there."""
    owner = t.s.pcs[space]
    if owner in (NOBODY, INDEPENDENT, mover, seat) or not t.major(space) or space in besieged:
        return False
    return any(t.count(at, owner) or t.generals(at, owner) or t.royals(at, owner) for at in (space, t.inside(space)))


def through_the_gate(t: Table, seat: int, space: int, moved: set[str]) -> set[str]:
    """10.B.1, 9.4.5: who may still go inside or come out; `moved` are the actions so far."""
    units = list(UNIT_NAME)
    room = 2 - t.count(t.inside(space), seat)
    out = {"done"}
    for at, way, back in ((space, "inside", "outside"), (t.inside(space), "outside", "inside")):
        out |= {f"{way}-general:{t.pieces.generals[g].id}" for g in t.generals(at, seat)}
        out |= {f"{way}-royal:{t.pieces.royals[r].id}" for r in t.royals(at, seat)}
        for u, number in enumerate(t.cus(at, seat)):
            whole = number if u == Unit.SILVER_SHIELDS else 1
            if number and (way == "outside" or whole <= room):
                out.add(f"{way}:{units[u]}")
        out -= {action.replace(back, way, 1) for action in moved if action.startswith(back)}
    return out


def passages(t: Table, seat: int, space: int) -> set[int]:
    """10.C.1: the players with a CU or General in the target, if it has no Major City."""
    if t.major(space):
        return set()
    return {q for q in range(t.s.players) if q != seat and (t.count(space, q) or t.generals(space, q))}


# 11: who may Intercept


def held(t: Table, space: int) -> set[int]:
    """A63: the Factions with an Unbesieged CU in a space."""
    out = t.cu_owners(space)
    if not t.besieged(space):
        out |= t.cu_owners(t.inside(space))
    return out


def interceptors(
    t: Table, q: int, mover: int, target: int, before: set[int], released: set[int], claimed: set[int]
) -> set[int]:
    """11.1, 11.2.2: the locations from which a player may Intercept a force that has come to the target.

    `before`: the Factions of A63 before it came; `released`: spaces Besieged when it left them; `claimed`: sources."""
    s = t.s
    if before - {q} or (mover != INDEPENDENT and t.truce(q, mover)):
        return set()
    own_cu = t.count(target, q) or t.count(t.inside(target), q)
    if not (s.pcs[target] in (q, NOBODY) or own_cu):
        return set()
    out = set()
    for source, kind in t.land_paths(target):
        if kind != PathKind.LAND or source in claimed:
            continue
        for location in (source, t.inside(source)):
            shut = t.is_inside(location) and (t.besieged(source) or source in released)
            if t.generals(location, q) and not shut and can_arrive(t, q, mover, location, target):
                out.add(location)
    return out


def can_arrive(t: Table, q: int, mover: int, location: int, target: int) -> bool:
    """A General without CUs does not Intercept where a third player's General stands."""
    third = t.general_owners(target) - {q, mover, INDEPENDENT}
    return bool(t.count(location, q)) or not third


# 12: where one may Evade


def refuges(t: Table, q: int, at: int, target: int, closed: int, with_cu: bool) -> set[int]:
    """12.1, 12.2.A.3, 12.2.A.4, A155: the next spaces for an evader."""
    out = set()
    for space, kind in t.land_paths(t.space(at)):
        if kind != PathKind.LAND or space in (target, closed):
            continue
        if not (t.s.pcs[space] in (q, NOBODY) or t.count(space, q) or t.count(t.inside(space), q)):
            continue
        if t.cu_owners(space) - {q} or (t.general_owners(space) - {q} and not with_cu):
            continue
        if truce_closes(t, space, q):
            continue
        out.add(space)
    return out


# 13: the sea


def fleets(t: Table, seat: int) -> set[int]:
    """7.4.3: available Fleets."""
    return {i for i, owner in enumerate(t.s.fleet_owner) if owner == seat and not t.s.fleet_side[i] & 2}


def may_declare(t: Table, q: int, mover: int, space: int, waters: tuple[str, ...]) -> bool:
    """13.3.A, 13.3.2, A72."""
    if q == mover or waters or not fleets(t, q) or t.s.naval_declared >> q & 1 or t.truce(q, mover):
        return False
    near = {space}
    for _ in range(2):
        near |= {b for a in near for b, kind in t.sea_paths(a) if kind == PathKind.SEA}
    return any(t.s.pcs[x] == q for x in near)


def landings(t: Table, group: Group, space: int) -> set[str]:
    """13.2.11, 9.4.3, 9.4.5: outside, or inside an own port city."""
    out = set()
    if not truce_closes(t, space, group.seat):
        out.add(f"land:{t.name(space)}")
    inside = t.inside(space)
    if t.major(space) and t.s.pcs[space] == group.seat and t.count(inside, group.seat) + group.number <= 2:
        out.add(f"land:{t.name(inside)}")
    return out


# 9.5: Independent Armies


def independent_steps(t: Table, army: Any, at: int, mps: int) -> set[int]:
    """9.5.8, 9.5.12, 9.5.14: by land, within the area of the Army."""
    out = set()
    for space, _ in t.land_paths(at):
        if army.may_enter and t.board.spaces[space].province not in army.may_enter:
            continue
        if t.land_cost(at, space) <= mps:
            out.add(space)
    return out


def ends_west(t: Table, army: Any, at: int, mps: int, start: int) -> bool:
    """9.5.13: whether a move of so many MPs can end further west than the start."""
    if t.board.spaces[at].lon < t.board.spaces[start].lon:
        return True
    if t.board.spaces[at].province in army.removed_on_entering:
        return False
    steps = independent_steps(t, army, at, mps)
    return any(ends_west(t, army, x, mps - t.land_cost(at, x), start) for x in steps)


def independent_offers(t: Table, frame: Any) -> set[str]:
    army = next(a for a in t.pieces.independents if a.general == frame.general)
    at = t.s.generals[frame.general]
    if at < 0:
        name = t.pieces.generals[frame.general].id
        return {f"enter-board:{t.names[e.space]}" for e in t.board.entry_paths if e.army == name}
    mps = 3 - frame.spent
    bound = army.westward and frame.start >= 0 and ends_west(t, army, frame.start, 3, frame.start)
    out = set()
    if (
        not frame.spent
        or not bound
        or ends_west(t, army, at, 0, frame.start)
        or not ends_west(t, army, at, mps, frame.start)
    ):
        out.add("done")
    for x in independent_steps(t, army, at, mps):
        left = mps - t.land_cost(at, x)
        if not bound or ends_west(t, army, x, left, frame.start) or not ends_west(t, army, at, mps, frame.start):
            out.add(f"march:{t.names[x]}")
    if not frame.spent and t.board.spaces[at].kind != Kind.TRANSIT and not t.major(at) and t.s.pcs[at] != INDEPENDENT:
        out.add("settle")
    return out


# 9.1: picking up and dropping off on land


def unmoved(t: Table, group: Group) -> Forces:
    """9.1.6: the own CUs of the location that nobody has moved and that are not in the group."""
    moved = t.s.moved_cus.get(LocationId(group.at), NOTHING)
    return minus(minus(t.cus(group.at, group.seat), moved), group.frame.fresh)


def with_more(group: Group, cus: Forces = NOTHING, general: int = -1, royal: int = -1) -> Group:
    new = copy(group)
    new.cus = tuple(a + b for a, b in zip(group.cus, cus, strict=True))
    new.fresh = tuple(a + b for a, b in zip(group.fresh, cus, strict=True))
    new.number = sum(new.cus)
    new.generals = group.generals | ({general} if general >= 0 else set())
    new.royals = group.royals | ({royal} if royal >= 0 else set())
    return new


def pick_ups(t: Table, group: Group) -> dict[str, Group]:
    """9.1.8, 9.1.10, 8.4.5, 8.4.6, 7.2.D.3: what may be picked up here, with the group that it makes."""
    out = {}
    for unit, number in enumerate(unmoved(t, group)):
        if number:
            whole = number if unit == Unit.SILVER_SHIELDS else 1
            cus = tuple(whole if u == unit else 0 for u in range(len(UNIT_NAME)))
            out[f"take:{UNIT_NAME[unit]}"] = with_more(group, cus)
    for r in t.royals(group.at, group.seat) - group.royals - bits(t.s.moved_royals):
        out[f"take-royal:{t.pieces.royals[r].id}"] = with_more(group, royal=r)
    if not any(t.is_minor(g) for g in group.generals):
        for g in t.generals(group.at, group.seat) - group.generals - bits(t.s.moved_generals):
            if not t.is_minor(g):
                out[f"take-general:{t.pieces.generals[g].id}"] = with_more(group, general=g)
    return out


def takes(t: Table, book: Book, group: Group) -> tuple[set[str], set[str]]:
    """What must and what may be offered: what leaves the group something to do, now or with all CUs of the place."""
    if group.frame.stop == DROPPING or group.frame.passage or group.frame.passing:
        return set(), set()
    must, may = set(), set()
    for action, made in pick_ups(t, group).items():
        if acts(t, book, made) or walls(t, book, unburdened(made)):
            must.add(action)
        made.fetched = True
        if action in must or can_act(t, book, made, sum(unmoved(t, group))):
            may.add(action)
    return must, may


def unburdened(group: Group) -> Group:
    """The group with no CUs but those that it has just picked up."""
    new = copy(group)
    new.cus, new.number = group.fresh, sum(group.fresh)
    return new


def can_act(t: Table, book: Book, group: Group, more: int) -> bool:
    """Whether the group, under whichever of its Generals, can do something with more CUs and without its royals."""
    for number in range(more + 1):
        some = with_more(group, (number, *NOTHING[1:]))
        some.royals = set()
        for g in group.generals:
            some.generals = {g}
            if acts(t, book, some):
                return True
    return False


# 9.1.3: who may be activated


def lone_group(t: Table, frame: Any, general: int, at: int) -> Group:
    """A General as he would be activated."""
    facts = SimpleNamespace(
        seat=frame.seat, generals=1 << general, cus=NOTHING, royals=0, at=at, die=frame.die, mps=frame.mps,
        waters=frame.waters, minor=general if t.is_minor(general) else -1, fresh=NOTHING, passage=0, passing=0,
        refused=0, stop=0,
    )  # fmt: skip
    return Group(t, facts)


def activations(t: Table, frame: Any) -> set[str]:
    """9.1.3, 9.1.5, 7.1.C.2: the Generals who have not moved; and locations where a Minor General may take CUs."""
    out = set()
    seat, idle = frame.seat, set()
    for g, at in enumerate(t.s.generals):
        if t.s.owners[g] == seat and not t.s.moved_generals >> g & 1:
            if at >= 0 and may_be_activated(t, frame, g, at):
                out.add(f"activate:{t.pieces.generals[g].id}")
            if t.is_minor(g):
                idle.add(g)
    for camp in {key // 6 for key in t.s.cus if key % 6 == seat}:
        if any(t.s.generals[g] != camp and may_be_activated(t, frame, g, camp) for g in idle):
            out.add(f"muster:{t.name(camp)}")
    return out


def beyond_walls(t: Table, group: Group) -> int:
    """Unmoved CUs in the other land location of a Major City, for whom a Minor General without CUs may go."""
    other = lone_group(t, group.frame, next(iter(group.generals)), (group.at + t.n) % (2 * t.n))
    return sum(unmoved(t, other))


def may_be_activated(t: Table, frame: Any, general: int, at: int) -> bool:
    group = lone_group(t, frame, general, at)
    group.fetched = True
    if frame.waters and not (t.board.spaces[group.space].port and in_waters(t, group, group.space)):
        return False
    more = sum(unmoved(t, group))
    book = Book(frame.seat, at, set())
    if t.is_minor(general) and not more and (t.s.generals[general] != at or not beyond_walls(t, group)):
        return bool(removals(t, book, group))
    return can_act(t, book, group, more)


def cities(t: Table, spaces: set[int]) -> set[str]:
    """The Major Cities among spaces with a General inside, who can be Besieged."""
    return {t.names[x] for x in spaces if t.major(x) and t.generals(t.inside(x))}


ACTS = ("march", "embark", "go-inside", "come-out", "siege", "remove-pc")
