"""14.8.5: who takes command when the Commanding General has been killed."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import OFF_MAP
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import commander, minors_of, place_minor


def begin(p: Play, seat: int, at: int) -> None:
    """The most Senior General left there, else an off-map Minor General; in the own turn one from elsewhere."""
    new = commander(p, at, seat)
    if new >= 0:
        p.note("takes_command", "14.8.5", who=("faction", seat), general=("general", new))
    elif troops.has_cu(p.state, at, seat) and place_minor(p, seat, at, "14.8.5") < 0 and seat == p.state.active:
        p.push(Succession(seat, at))


class Succession(NamedTuple):
    """All Minor Generals are on the map and it is the player's own turn (7.1.C.2)."""

    seat: int
    at: int

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.DECLINE), *(code(Verb.COMMAND, g) for g in minors_of(p, self.seat))]
        return Ask(self.seat, "prompt.command", "14.8.5", offers(p, self, candidates), args(at=("location", self.at)))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, general = action >> SHIFT, action & MASK
        if verb == Verb.DECLINE:
            return None
        if verb != Verb.COMMAND:
            return NOT_ASKED
        if general not in minors_of(p, self.seat) or p.state.generals[general] == OFF_MAP:
            return Refusal("14.8.5", "refusal.not_your_minor_general", args(general=("general", general)))
        return None

    def take(self, p: Play, action: int) -> None:
        p.pop()
        if action >> SHIFT == Verb.COMMAND:
            general = action & MASK
            p.state.put_general(general, self.at)
            p.note("takes_command", "14.8.5", who=("faction", self.seat), general=("general", general))
