"""14.8.5: who takes command when the Commanding General has been killed."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import OFF_MAP
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import commander, minors_of


def begin(p: Play, seat: int, at: int) -> None:
    """The most Senior General left there; else the owner may place a Minor General."""
    new = commander(p, at, seat)
    if new >= 0:
        p.note("takes_command", "14.8.5", who=("faction", seat), general=("general", new))
    elif troops.has_cu(p.state, at, seat):
        p.push(Succession(seat, at))


class Succession(NamedTuple):
    """7.1.C.2, 7.1.C.5: in the own turn any Minor General, in another's one from off map."""

    seat: int
    at: int

    def step(self, p: Play) -> Ask | None:
        actions = offers(p, self, [code(Verb.COMMAND, g) for g in minors_of(p, self.seat)])
        if not actions:
            p.pop()
            return None
        place = args(at=("location", self.at))
        return Ask(self.seat, "prompt.command", "14.8.5", [*actions, code(Verb.DECLINE)], place)

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, general = action >> SHIFT, action & MASK
        if verb == Verb.DECLINE:
            return None
        if verb != Verb.COMMAND:
            return NOT_ASKED
        facts = args(general=("general", general))
        if general not in minors_of(p, self.seat):
            return Refusal("14.8.5", "refusal.not_your_minor_general", facts)
        if self.seat != p.state.active and p.state.generals[general] != OFF_MAP:
            return Refusal("7.1.C.5", "refusal.only_from_off_map", facts)
        if self.is_doubled(p, general):
            return Refusal("14.8.5", "refusal.another_like_him", facts)
        return None

    def is_doubled(self, p: Play, general: int) -> bool:
        """Of those off map who are alike the one with the lower number stands for all."""
        s = p.state
        if s.generals[general] != OFF_MAP:
            return False
        alike = [g for g in minors_of(p, self.seat) if s.generals[g] == OFF_MAP and used(p, g) == used(p, general)]
        return general != alike[0]

    def take(self, p: Play, action: int) -> None:
        p.pop()
        if action >> SHIFT == Verb.COMMAND:
            general = action & MASK
            p.state.put_general(general, self.at)
            p.note("takes_command", "14.8.5", who=("faction", self.seat), general=("general", general))


def used(p: Play, general: int) -> int:
    """Whether he has used up his activation in this Segment."""
    return p.state.moved_generals >> general & 1
