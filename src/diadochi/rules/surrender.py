"""6.1: the Surrender Segment."""

from typing import Final

from diadochi.model.board import Kind
from diadochi.model.ids import ActionCode, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, space_in
from diadochi.model.state import (
    INDEPENDENT,
    NOBODY,
    SURRENDER,
)
from diadochi.model.verbs import Verb
from diadochi.rules import operations, options, siege, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.troops import (
    has_cu_in_space,
    is_minor_city,
    locations_of,
)
from diadochi.rules.upkeep import upkeep

REMOVE: Final = 0
PLACE: Final = 1
BESIEGE: Final = 2
BUILD: Final = 3
SURRENDER_VERB: Final = (Verb.REMOVE_PC, Verb.PLACE_PC, Verb.SIEGE, Verb.CHOOSE_SPACE)
SURRENDER_PROMPT: Final = (
    "prompt.surrender_remove",
    "prompt.surrender_place",
    "prompt.surrender_siege",
    "prompt.surrender_build",
)
SURRENDER_RULE: Final = ("6.1.2", "6.1.4", "6.1.5", "16.1.3")


class SurrenderSegment(Frame):
    """6.1.1: remove enemy PCs, place PCs, conduct Sieges, in that order; then a Capital may be begun (K19.8.1)."""

    def __init__(self, seat: SeatId, stage: int) -> None:
        self.seat = seat
        self.stage = stage

    def step(self, p: Play) -> Ask | None:
        spaces = foreign_spaces(p, self.seat)
        for stage in range(self.stage, BUILD + 1):
            actions = listed(p, self.seat, stage, spaces)
            if actions:
                if stage != self.stage:
                    p.replace(SurrenderSegment(self.seat, stage))
                return Ask(self.seat, SURRENDER_PROMPT[stage], SURRENDER_RULE[stage], [code(Verb.DONE), *actions])
        p.pop()
        return None

    def next_stage(self, p: Play) -> None:
        p.replace(SurrenderSegment(self.seat, self.stage + 1))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, space = action >> SHIFT, space_in(action)
        if verb == Verb.DONE:
            return None
        if verb in SURRENDER_VERB:
            return self.check_verb(p, verb, space)
        return NOT_ASKED

    def check_verb(self, p: Play, verb: int, space: SpaceId) -> Refusal | None:
        if verb != SURRENDER_VERB[self.stage]:
            return Refusal("6.1.1", "refusal.surrender_order")
        if verb == Verb.REMOVE_PC:
            return check_surrender(p, self.seat, space)
        if verb == Verb.PLACE_PC:
            return check_occupation(p, self.seat, space)
        if verb == Verb.CHOOSE_SPACE:
            return options.check_site(p, self.seat, space)
        return check_free_siege(p, self.seat, space)

    def take(self, p: Play, action: ActionCode) -> None:
        verb, space = action >> SHIFT, space_in(action)
        if verb == Verb.DONE:
            self.next_stage(p)
        elif verb == Verb.REMOVE_PC:
            operations.remove_pc(p, self.seat, space, "6.1.2")
            upkeep(p)
        elif verb == Verb.PLACE_PC:
            operations.place_pc(p, self.seat, space, "6.1.4")
            upkeep(p)
        elif verb == Verb.CHOOSE_SPACE:
            options.build(p, self.seat, space)
            self.next_stage(p)
        else:
            general = troops.commander(p, space, self.seat)
            siege.begin(p, self.seat, space, general, p.state.cus_of(space, self.seat), SURRENDER)


def foreign_spaces(p: Play, seat: SeatId) -> list[SpaceId]:
    """The spaces with CUs, but no PC, of a player, in rising order."""
    pcs = p.state.pcs
    out = {p.space(at) for at in locations_of(p.state, seat)}
    return sorted([space for space in out if pcs[space] != seat])


def listed(p: Play, seat: SeatId, stage: int, spaces: list[SpaceId]) -> list[int]:
    """What `check` lets pass at a stage, in these spaces."""
    if stage == BUILD:
        return [code(Verb.CHOOSE_SPACE, space) for space in options.sites(p, seat)]
    pcs, out = p.state.pcs, []
    for space in spaces:
        if stage == REMOVE:
            passes = pcs[space] not in (NOBODY, INDEPENDENT) and is_minor_city(p, space)
        elif stage == PLACE:
            passes = pcs[space] == NOBODY and p.board.spaces[space].kind != Kind.TRANSIT
        else:
            passes = pcs[space] != NOBODY and check_free_siege(p, seat, space) is None
        if passes:
            out.append(code(SURRENDER_VERB[stage], space))
    return out


def check_surrender(p: Play, seat: SeatId, space: SpaceId) -> Refusal | None:
    """6.1.2, 6.1.3, A22"""
    owner = p.state.pcs[space]
    if owner in (NOBODY, seat):
        return Refusal("6.1.2", "refusal.no_enemy_pc", (("space", "space", space),))
    if owner == INDEPENDENT:
        return Refusal("6.1.3", "refusal.independent_pc", (("space", "space", space),))
    if not is_minor_city(p, space):
        return Refusal("6.1.3", "refusal.major_city_pc", (("space", "space", space),))
    if not has_cu_in_space(p, space, seat):
        return Refusal("6.1.2", "refusal.no_own_cu", (("space", "space", space),))
    return None


def check_occupation(p: Play, seat: SeatId, space: SpaceId) -> Refusal | None:
    """6.1.4"""
    s = p.state
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal("6.1.4", "refusal.transit_point", (("space", "space", space),))
    if s.pcs[space] != NOBODY:
        there = (("space", "space", space), ("who", "faction", s.pcs[space]))
        return Refusal("6.1.4", "refusal.pc_there", there)
    if not has_cu_in_space(p, space, seat):
        return Refusal("6.1.4", "refusal.no_own_cu", (("space", "space", space),))
    return None


def check_free_siege(p: Play, seat: SeatId, space: SpaceId) -> Refusal | None:
    """6.1.5"""
    general = troops.commander(p, space, seat)
    return siege.may_conduct(p, seat, space, general, p.state.cus_of(space, seat))
