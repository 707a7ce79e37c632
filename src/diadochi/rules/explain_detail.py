"""What a person can do about a refusal: the way to a space that is not adjacent, CUs that could be taken along."""

from collections.abc import Set as AbstractSet
from heapq import heappop, heappush
from typing import Final

from diadochi.model import moves
from diadochi.model.ids import ActionCode, CardId, FactionId, LocationId, SeatId, SpaceId
from diadochi.model.notation import card_in, location_in, space_in
from diadochi.model.pieces import NO_FORCES
from diadochi.model.state import INDEPENDENT, space_id
from diadochi.rules import explain_reactions, further, group, independents, minor_generals, troops, tyche
from diadochi.rules.agenda import NOT_ASKED, Args, Play, Refusal
from diadochi.rules.group import Army
from diadochi.rules.interception import Interceptions


def in_detail(p: Play, seat: SeatId, action: ActionCode, refusal: Refusal) -> Refusal:
    """The same refusal, told with what stands on the map."""
    if refusal.key == "refusal.not_adjacent":
        return by_way_of(p, space_in(action))
    if refusal.key.startswith("refusal.event."):
        return with_a_minor_general(p, seat, card_in(action)) or refusal
    frame = p.state.agenda[-1]
    if refusal.key == "refusal.no_land_path" and isinstance(frame, Interceptions):
        return explain_reactions.too_far(p, location_in(action), frame.at)
    if refusal.key == "refusal.no_passage_from":
        found = explain_reactions.explain(p, seat, action)
        return refusal if found is NOT_ASKED else found
    moving = group.army(p)
    if moving is None or moving.seat != seat:
        return refusal
    if refusal.key == "refusal.army_too_small":
        return too_small(p, moving, refusal)
    if refusal.key == "refusal.not_here" and moving.generals:
        facts = (("general", "general", moving.commander()), ("at", "location", moving.at))
        return Refusal(refusal.rule, "refusal.group_is_elsewhere", facts)
    return refusal


def too_small(p: Play, moving: Army, refusal: Refusal) -> Refusal:
    """CUs that stand beside the group and are not in it."""
    number, at = ("number", p.edition.minimum_army), ("location", moving.at)
    have = ("number", troops.count(moving.cus))
    if moving.available(p) != NO_FORCES:
        facts = (("number", *number), ("have", *have), ("cus", "forces", moving.available(p)), ("at", *at))
        return Refusal(refusal.rule, "refusal.take_them_along", facts)
    if moving.remaining(p) != NO_FORCES:
        facts = (("number", *number), ("have", *have), ("cus", "forces", moving.remaining(p)), ("at", *at))
        return Refusal(refusal.rule, "refusal.others_have_moved", facts)
    return Refusal(refusal.rule, "refusal.group_too_small", (("number", *number), ("have", *have)))


def with_a_minor_general(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """7.1.C.2: the CUs that a Minor General would make the Army which the event needs."""
    staying = further.who_stays(p)
    free = [g for g in troops.minors_of(p, seat) if not staying >> g & 1 and not minor_generals.is_needed(p, g)]
    if staying == further.CLOSED or not free:
        return None
    for at in minor_generals.leaderless(p, seat):
        then = Play(p.material, p.state.copy())
        moves.put_general(then.state, free[0], at)
        if tyche.condition(then, seat, card) is None:
            facts = (("card", "card", card), ("at", "location", at))
            return Refusal("7.1.C.2", "refusal.minor_general_first", facts)
    return None


# 2.12, 9.3.A

MOST_NAMED: Final = 4
"""Spaces on the way that a sentence names."""


def by_way_of(p: Play, space: SpaceId) -> Refusal:
    """How a group gets to a space that no path joins to its own."""
    faction, start, mps = position(p)
    facts: Args = (("space", "space", space),)
    if start == space:
        return Refusal("2.12", "refusal.is_there", facts)
    hostile = {at for at, factions in p.state.cu_factions.items() if factions & ~(1 << faction)}
    around = cheapest_way(p, LocationId(start), space, hostile)
    way = around if around and around[0] <= mps else cheapest_way(p, LocationId(start), space)
    if not way:
        return Refusal("2.12", "refusal.no_way_by_land", facts)
    cost, spaces = way
    if len(spaces) > MOST_NAMED:
        told: Args = (("cost", "number", cost), ("space", "space", space), ("mps", "number", mps))
        return Refusal("2.12", "refusal.far_away", told)
    told = (("cost", "number", cost), ("space", "space", space), ("via", "spaces", spaces), ("mps", "number", mps))
    if cost > mps:
        return Refusal("2.12", "refusal.too_far_via", told)
    enemies = tuple(at for at in spaces if at in hostile)
    if enemies:
        return Refusal("2.12", "refusal.enemies_on_the_way", (*told, ("enemies", "spaces", enemies)))
    return Refusal("2.12", "refusal.reached_via", told)


def position(p: Play) -> tuple[FactionId, int, int]:
    """Whose group marches, the space where it stands, and its MPs."""
    moving = group.army(p)
    if moving is not None:
        return moving.seat, p.space(moving.at), moving.left(p)
    army = independents.moving(p)
    assert army is not None
    return INDEPENDENT, p.space(p.state.generals[army.general]), army.left(p)


def cheapest_way(
    p: Play, start: LocationId, end: LocationId, avoided: AbstractSet[int] = frozenset()
) -> tuple[int, tuple[int, ...]] | None:
    """The MPs and the spaces between, by Land, Mountain and Strait paths; the shortest of the cheapest."""
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, start, ())]
    done = set()
    while waiting:
        cost, space, way = heappop(waiting)
        if space == end:
            return cost, way[:-1]
        if space in done:
            continue
        done.add(space)
        for other in p.board.cheapest_link[space]:
            if other not in done and (other == end or other not in avoided):
                heappush(waiting, (cost + group.march_cost(p, space_id(space), other), other, (*way, other)))
    return None
