"""6.4: the Forage Segment."""

from diadochi.model.board import Kind
from diadochi.model.ids import ActionCode, LocationId, Mask, SeatId, SpaceId
from diadochi.model.notation import MASK, SHIFT, code, unit_in
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import FACTIONS, NO_SPACE, OFF_MAP, add
from diadochi.model.verbs import Verb
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.troops import (
    count,
    eliminate,
    has_army,
    locations_of,
    one,
    unit_actions,
)
from diadochi.rules.upkeep import upkeep


class ForageSegment(Frame):
    """6.4.2: `foraged` is the bit mask of the spaces, or of the Armies' locations, that are done.

    `due` CUs are still to be lost in `space`, by Armies in `at`.
    """

    def __init__(
        self,
        seat: SeatId,
        foraged: Mask = 0,
        space: SpaceId = NO_SPACE,
        at: LocationId = OFF_MAP,
        due: int = 0,
        elephant: int = 0,
    ) -> None:
        self.seat = seat
        self.foraged = foraged
        self.space = space
        self.at = at
        self.due = due
        self.elephant = elephant

    def copy(self) -> "ForageSegment":
        return ForageSegment(self.seat, self.foraged, self.space, self.at, self.due, self.elephant)

    def step(self, p: Play) -> Ask | None:
        if not self.due:
            self.next_space(p)
            return None
        where = (("space", "space", self.space), ("due", "number", self.due))
        if self.chooses_place(p):
            candidates = [code(Verb.AT, at) for at in self.places(p)]
            return Ask(self.seat, "prompt.forage_where", "6.4.3", offers(p, self, candidates), where)
        candidates = unit_actions(Verb.LOSE, self.choice(p, self.place(p)))
        return Ask(self.seat, "prompt.forage", "6.4.2", offers(p, self, candidates), where)

    def next_space(self, p: Play) -> None:
        armies = p.edition.forage_unit == "army"
        cus = (cus_by_army if armies else cus_by_space)(p, self.seat)
        for place in sorted([place for place, n in cus.items() if n > forage_limit(p, p.space(place))]):
            if not self.foraged >> place & 1:
                space, n = p.space(place), cus[place]
                limit = forage_limit(p, space)
                who = ("faction", self.seat)
                p.note(
                    "forages",
                    "6.4.2",
                    (("who", *who), ("space", "space", space), ("cus", "number", n), ("limit", "number", limit)),
                )
                due, elephant = forage_loss(p, self.seat, space, n)
                at = LocationId(place if armies else OFF_MAP)
                p.replace(ForageSegment(self.seat, self.foraged | 1 << place, space, at, due, elephant))
                return
        p.pop()
        upkeep(p)

    def places(self, p: Play) -> list[LocationId]:
        """6.4.3: outside and inside count together."""
        return [at for at in (self.space, p.inside(self.space)) if self.choice(p, at) != NO_FORCES]

    def chooses_place(self, p: Play) -> bool:
        return self.at < 0 and (len(self.places(p)) > 1 or p.ask_everything)

    def place(self, p: Play) -> LocationId:
        return self.at if self.at >= 0 else self.places(p)[0]

    def choice(self, p: Play, at: LocationId) -> Forces:
        """The CUs one of which may be lost; with option 16.7 an Elephant where the table says so (7.3.4)."""
        s = p.state
        cus = s.cus_of(at, self.seat)
        if not self.elephant:
            return cus
        here = cus
        if p.edition.forage_unit == "space":
            here = add(s.cus_of(self.space, self.seat), s.cus_of(p.inside(self.space), self.seat))
        return cus if not here[Unit.ELEPHANT] else (0, 0, 0, 0, cus[Unit.ELEPHANT], 0)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        choosing_place = self.chooses_place(p)
        if verb == Verb.AT and choosing_place:
            if operand not in self.places(p):
                return Refusal("6.4.2", "refusal.forage_elsewhere", (("space", "space", self.space),))
            return None
        if verb == Verb.LOSE and not choosing_place:
            if operand >= UNITS or not self.choice(p, self.place(p))[operand]:
                return Refusal("6.4.2", "refusal.no_such_cu", (("space", "space", self.space),))
            return None
        return NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        operand = action & MASK
        if action >> SHIFT == Verb.AT:
            p.replace(self.but(at=operand))
            return
        eliminate(p, self.place(p), self.seat, one(unit_in(action)), "6.4.2")
        at = self.at if p.edition.forage_unit == "army" else OFF_MAP
        p.replace(self.but(at=at, due=self.due - 1, elephant=0))


def cus_by_space(p: Play, seat: SeatId) -> dict[int, int]:
    out: dict[int, int] = {}
    for key, cus in p.state.cus.items():
        if key % FACTIONS == seat:
            space = p.space(key // FACTIONS)
            out[space] = out.get(space, 0) + count(cus)
    return out


def cus_by_army(p: Play, seat: SeatId) -> dict[int, int]:
    """The CUs of each Army by its location: those with a General (C11)."""
    return {at: count(p.state.cus_of(at, seat)) for at in locations_of(p.state, seat) if has_army(p, at, seat)}


def forage_limit(p: Play, space: SpaceId) -> int:
    """6.4.1"""
    transit = p.board.spaces[space].kind == Kind.TRANSIT
    return p.edition.forage_limit_transit if transit else p.edition.forage_limit


def forage_loss(p: Play, seat: SeatId, space: SpaceId, number: int) -> tuple[int, int]:
    """6.4.4: one CU; with option 16.7 Attrition, but at least one. With it, whether an Elephant goes first."""
    if not p.option(Option.FORAGE_ATTRITION):
        return 1, 0
    table = p.tables.attrition
    die = p.die()
    lost, elephant = table[min(number, len(table) - 1)][die]
    p.note(
        "forage_attrition",
        "16.7.1",
        (
            ("who", "faction", seat),
            ("space", "space", space),
            ("column", "number", number),
            ("lost", "number", max(1, lost)),
        ),
        dice=(die,),
    )
    return max(1, lost), int(elephant)
