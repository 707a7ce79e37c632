"""5.5: the Isolation Phase."""

from diadochi.model import moves
from diadochi.model.ids import SeatId, SpaceId
from diadochi.model.state import NOBODY, numbered, space_id
from diadochi.rules.agenda import Play
from diadochi.rules.troops import enemy_cu_in_space, has_cu_in_space, is_major_city, locations_of
from diadochi.rules.upkeep import upkeep


def isolate(p: Play) -> None:
    """5.5.1: each player in Turn Order removes his isolated PCs before the next one looks."""
    s = p.state
    for seat in s.order:
        if s.result:
            return
        remove_isolated(p, seat, "5.5.1")
        upkeep(p)


def remove_isolated(p: Play, seat: SeatId, rule: str) -> None:
    for space in isolated(p, seat):
        moves.put_pc(p.state, space, NOBODY)
        p.note("pc_isolated", rule, (("who", "faction", seat), ("space", "space", space)))


def isolated(p: Play, seat: SeatId) -> list[SpaceId]:
    """A player's PCs from which no chain leads to a CU or a Major City of his, all judged together (A20)."""
    own = [space for space, owner in numbered(space_id, p.state.pcs) if owner == seat]
    linked = linked_spaces(p, seat, own)
    return [space for space in own if space not in linked]


def linked_spaces(p: Play, seat: SeatId, own: list[SpaceId]) -> set[SpaceId]:
    """The spaces that a chain joins to one of the end points, along paths of every type (5.5.3)."""
    todo = end_points(p, seat, own)
    found = set(todo)
    while todo:
        for near, _ in p.board.links[todo.pop()]:
            if near not in found and carries_chain(p, seat, near):
                found.add(near)
                todo.append(near)
    return found


def end_points(p: Play, seat: SeatId, own: list[SpaceId]) -> list[SpaceId]:
    """5.5.2, 5.5.9: a CU or an own Major City; a General alone is none."""
    with_cus = {p.space(location) for location in locations_of(p.state, seat)}
    return sorted(with_cus | {space for space in own if is_major_city(p, space)})


def carries_chain(p: Play, seat: SeatId, space: SpaceId) -> bool:
    """5.5.4, 5.5.8: Independent Armies are enemy CUs; Generals without CUs do not matter."""
    owner = p.state.pcs[space]
    if owner == seat:
        return True
    if owner == NOBODY:
        return not p.edition.isolation_cus_block or not enemy_cu_in_space(p, space, seat)
    return has_cu_in_space(p, space, seat)
