"""10.B: an enemy comes before an Unbesieged Major City, and its owner says who stands inside."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import UNITS
from diadochi.rules import retreat, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import generals_at
from diadochi.rules.deck import cards_of as members


def begin(p: Play, owner: int, space: int) -> None:
    """The owner's pieces all go outside, then he says who stands inside."""
    s = p.state
    inside = p.inside(space)
    if not any(retreat.has_pieces(p, x, owner) or retreat.royals_mask(s, x, owner) for x in (space, inside)):
        return
    generals, royals = retreat.generals_mask(p, inside, owner), retreat.royals_mask(s, inside, owner)
    troops.move_cus(p, owner, s.cus_of(inside, owner), inside, space)
    retreat.put_generals(s, generals, space)
    retreat.put_royals(s, royals, space)
    p.push(Rearrange(owner, space))


class Rearrange(NamedTuple):
    """10.B.1: who stands inside a Major City when an enemy comes."""

    seat: int
    space: int

    def step(self, p: Play) -> Ask | None:
        s = p.state
        candidates = [code(Verb.DONE)]
        candidates += troops.unit_actions(Verb.INSIDE, s.cus_of(self.space, self.seat))
        candidates += [code(Verb.INSIDE_GENERAL, g) for g in generals_at(p, self.space, self.seat)]
        candidates += [code(Verb.INSIDE_ROYAL, r) for r in members(retreat.royals_mask(s, self.space, self.seat))]
        return Ask(
            self.seat, "prompt.rearrange", "10.B.1", offers(p, self, candidates), args(space=("space", self.space))
        )

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        s = p.state
        if verb == Verb.DONE:
            return None
        if verb == Verb.INSIDE:
            return self.check_cu(p, operand)
        if verb == Verb.INSIDE_GENERAL:
            there = s.generals[operand] == self.space and s.owners[operand] == self.seat
        elif verb == Verb.INSIDE_ROYAL:
            there = s.royals[operand] == self.space and s.royal_owner[operand] == self.seat
        else:
            return NOT_ASKED
        return None if there else Refusal("10.B.1", "refusal.not_outside", args(space=("space", self.space)))

    def check_cu(self, p: Play, unit: int) -> Refusal | None:
        cus = p.state.cus_of(self.space, self.seat)
        if unit >= UNITS or not cus[unit]:
            return Refusal("10.B.1", "refusal.not_outside", args(space=("space", self.space)))
        if troops.count(troops.whole(cus, unit)) > troops.room_inside(p, self.space):
            return Refusal("9.4.5", "refusal.no_room_inside", args(space=("space", self.space)))
        return None

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        s = p.state
        inside = p.inside(self.space)
        if verb == Verb.DONE:
            p.pop()
            self.tell(p)
        elif verb == Verb.INSIDE:
            cus = troops.whole(s.cus_of(self.space, self.seat), operand)
            troops.move_cus(p, self.seat, cus, self.space, inside)
        elif verb == Verb.INSIDE_GENERAL:
            s.put_general(operand, inside)
        else:
            retreat.put_royals(s, 1 << operand, inside)

    def tell(self, p: Play) -> None:
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
