"""10.B: an enemy comes before an Unbesieged Major City, and its owner says who goes inside and who comes out."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, UNITS, Forces
from diadochi.model.state import add
from diadochi.rules import retreat, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import generals_at
from diadochi.rules.deck import cards_of as members

GOING_IN = (Verb.INSIDE, Verb.INSIDE_GENERAL, Verb.INSIDE_ROYAL)
COMING_OUT = (Verb.OUTSIDE, Verb.OUTSIDE_GENERAL, Verb.OUTSIDE_ROYAL)


def begin(p: Play, owner: int, space: int) -> None:
    places = (space, p.inside(space))
    if any(retreat.has_pieces(p, at, owner) or retreat.royals_mask(p.state, at, owner) for at in places):
        p.push(Rearrange(owner, space))


class Rearrange(NamedTuple):
    """10.B.1: everybody stands where he stood until his owner says otherwise, once for each piece."""

    seat: int
    space: int
    went_in: Forces = NO_FORCES
    came_out: Forces = NO_FORCES
    generals: int = 0
    """The Generals, and the royals, who have changed their place."""
    royals: int = 0

    def step(self, p: Play) -> Ask | None:
        inside = p.inside(self.space)
        candidates = [code(Verb.DONE), *self.pieces(p, self.space, GOING_IN), *self.pieces(p, inside, COMING_OUT)]
        place = args(space=("space", self.space))
        return Ask(self.seat, "prompt.rearrange", "10.B.1", offers(p, self, candidates), place)

    def pieces(self, p: Play, at: int, verbs: tuple[Verb, Verb, Verb]) -> list[int]:
        """An action for everything in a location."""
        units, general, royal = verbs
        out = troops.unit_actions(units, p.state.cus_of(at, self.seat))
        out += [code(general, g) for g in generals_at(p, at, self.seat)]
        return out + [code(royal, r) for r in members(retreat.royals_mask(p.state, at, self.seat))]

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            return None
        if verb not in GOING_IN and verb not in COMING_OUT:
            return NOT_ASKED
        at = self.space if verb in GOING_IN else p.inside(self.space)
        if verb in (Verb.INSIDE, Verb.OUTSIDE):
            return self.check_cu(p, verb, operand, at)
        if verb in (Verb.INSIDE_GENERAL, Verb.OUTSIDE_GENERAL):
            here, moved = retreat.generals_mask(p, at, self.seat), self.generals
        else:
            here, moved = retreat.royals_mask(p.state, at, self.seat), self.royals
        if not here >> operand & 1:
            return Refusal("10.B.1", "refusal.not_there", args(at=("location", at)))
        return self.placed() if moved >> operand & 1 else None

    def check_cu(self, p: Play, verb: int, unit: int, at: int) -> Refusal | None:
        cus = p.state.cus_of(at, self.seat)
        if unit >= UNITS or not cus[unit]:
            return Refusal("10.B.1", "refusal.not_there", args(at=("location", at)))
        if (self.came_out if verb == Verb.INSIDE else self.went_in)[unit]:
            return self.placed()
        if verb == Verb.INSIDE and troops.count(troops.whole(cus, unit)) > troops.room_inside(p, self.space):
            return Refusal("9.4.5", "refusal.no_room_inside", args(space=("space", self.space)))
        return None

    def placed(self) -> Refusal:
        return Refusal("10.B.1", "refusal.changed_place", args(space=("space", self.space)))

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            p.pop()
            self.tell(p)
            return
        inside = p.inside(self.space)
        start, end = (self.space, inside) if verb in GOING_IN else (inside, self.space)
        if verb in (Verb.INSIDE, Verb.OUTSIDE):
            self.move_cus(p, troops.whole(p.state.cus_of(start, self.seat), operand), start, end)
        elif verb in (Verb.INSIDE_GENERAL, Verb.OUTSIDE_GENERAL):
            p.state.put_general(operand, end)
            p.replace(self._replace(generals=self.generals | 1 << operand))
        else:
            retreat.put_royals(p.state, 1 << operand, end)
            p.replace(self._replace(royals=self.royals | 1 << operand))

    def move_cus(self, p: Play, cus: Forces, start: int, end: int) -> None:
        troops.move_cus(p, self.seat, cus, start, end)
        if p.is_inside(end):
            p.replace(self._replace(went_in=add(self.went_in, cus)))
        else:
            p.replace(self._replace(came_out=add(self.came_out, cus)))

    def tell(self, p: Play) -> None:
        if self == Rearrange(self.seat, self.space):
            return
        inside = p.inside(self.space)
        p.note(
            "stands_inside",
            "10.B.1",
            who=("faction", self.seat),
            generals=("generals", tuple(generals_at(p, inside, self.seat))),
            cus=("forces", p.state.cus_of(inside, self.seat)),
            royals=("royals", tuple(members(retreat.royals_mask(p.state, inside, self.seat)))),
            at=("location", inside),
        )
