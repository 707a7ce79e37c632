"""Card O63: a Free Passage under a truce, asked for before the march that it excepts."""

from typing import NamedTuple

from diadochi.model.notation import SHIFT, Verb, code
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.group import Army, check_truce, put
from diadochi.rules.march import Procedure


def check_march(p: Play, army: Army, space: int, left: int) -> Refusal | None:
    """Whether the truce lets the group in: not among the other's pieces, unless it may ask for a Free Passage.

    `left`: the MPs it would have there; 10.C.1 and 10.C.5 want a way on, and no Major City.
    """
    refusal = check_truce(p, army.seat, space)
    if refusal is None or army.refused >> space & 1 or troops.is_major_city(p, space):
        return refusal
    for target, kind in p.board.land_links[space]:
        if p.board.path_cost[kind] <= left and check_truce(p, army.seat, target) is None:
            return None
    return refusal


def needs_passage(p: Play, army: Army, space: int) -> bool:
    return check_truce(p, army.seat, space) is not None


def ask(p: Play, army: Army, space: int) -> None:
    other = next(f for f in p.state.truce if f != army.seat)
    p.note("asks_passage", "10.C.1", who=("faction", army.seat), of=("faction", other), space=("space", space))
    p.push(TrucePassage(army.seat, other, space))


class TrucePassage(NamedTuple):
    """The other party of the truce says whether the mover may pass; then it is honoured."""

    seat: int
    other: int
    space: int

    def step(self, p: Play) -> Ask | None:
        facts = args(mover=("faction", self.seat), space=("space", self.space))
        return Ask(self.other, "prompt.grant_passage", "10.C.1", [code(Verb.GRANT), code(Verb.DENY)], facts)

    def check(self, p: Play, action: int) -> Refusal | None:
        return None if action >> SHIFT in (Verb.GRANT, Verb.DENY) else NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        from diadochi.rules import orders

        p.pop()
        army = p.state.agenda[-1]
        assert isinstance(army, Army)
        granted = action >> SHIFT == Verb.GRANT
        key = "grants_passage" if granted else "denies_passage"
        space = ("space", self.space)
        p.note(key, "10.C.1", who=("faction", self.other), to_whom=("faction", self.seat), space=space)
        if not granted:
            put(p, army._replace(refused=army.refused | 1 << self.space))
            return
        orders.enter(p, army, self.space)
        frame = p.state.agenda[-1]
        assert isinstance(frame, Procedure)
        bit = 1 << self.other
        p.replace(frame._replace(asked=bit, granted=bit, honoured=bit))
