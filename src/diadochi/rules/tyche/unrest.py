"""Cards that change PCs: 2 and 3 Diplomacy, 9 and 10 Minor Raid, 17 to 20 Unrest."""

from collections.abc import Iterable
from typing import NamedTuple

from diadochi.model.board import LAND_PATHS, Kind
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import INDEPENDENT, NOBODY
from diadochi.rules import operations, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.tyche.conventions import (
    armies,
    check_target_city,
    out_of_reach,
    reaching,
    replace_pc,
    spaces_within,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, picked

# Diplomacy and Minor Raid


def pick_city(p: Play, seat: int, card: int, picks: Picks) -> list[int] | None:
    if picks:
        return None
    return [code(Verb.CHOOSE_SPACE, i) for i, owner in enumerate(p.state.pcs) if owner not in (NOBODY, seat)]


def check_diplomacy(p: Play, seat: int, card: int, picks: Picks, action: int) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    return check_target_city(p, seat, action & MASK)


def diplomacy(p: Play, seat: int, card: int, picks: Picks) -> None:
    replace_pc(p, seat, picked(picks, 0))


def check_raid(p: Play, seat: int, card: int, picks: Picks, action: int) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = action & MASK
    refusal = check_target_city(p, seat, space)
    if refusal is None and not reaching(p, seat, card, space):
        return out_of_reach(p, card, space)
    return refusal


def pick_raid(p: Play, seat: int, card: int, picks: Picks) -> list[int] | None:
    """What an Army can reach, as a path is as long from the one end as from the other."""
    if picks:
        return None
    near: set[int] = set()
    for at in armies(p, seat):
        near |= spaces_within(p, p.space(at), p.cards[card].params.range, LAND_PATHS, seat)
    pcs = p.state.pcs
    return [code(Verb.CHOOSE_SPACE, i) for i in sorted(near) if pcs[i] not in (NOBODY, seat)]


def minor_raid(p: Play, seat: int, card: int, picks: Picks) -> None:
    operations.remove_pc(p, seat, picked(picks, 0), RULE)


# Unrest and Unrest Spreads

ROLL, PLACE, SPREAD = 0, 1, 2
SPREADING = "unrest_spreads"


def begin_unrest(p: Play, seat: int, card: int, picks: Picks) -> None:
    p.push(Unrest(seat, card))


class Unrest(NamedTuple):
    """6.2.A.3, A27: roll, place an Independent PC, roll again after a 7; Unrest Spreads places one more.

    `shown`: the Provinces of the last roll, then the one that the Unrest spreads from. `again`: another roll is due.
    """

    seat: int
    number: int
    stage: int = ROLL
    shown: tuple[int, ...] = ()
    again: int = 0

    def step(self, p: Play) -> Ask | None:
        if self.stage == ROLL:
            self.roll(p)
            return None
        spaces = [i for province in self.provinces(p) for i in p.board.members[province]]
        actions = offers(p, self, [code(Verb.CHOOSE_SPACE, i) for i in spaces])
        if actions:
            prompt = "prompt.unrest_spreads" if self.stage == SPREAD else "prompt.unrest"
            return Ask(self.seat, prompt, "6.2.A.3", actions, args(card=("card", self.number)))
        p.note("unrest_fades", "6.2.A.4", card=("card", self.number))
        self.next_stage(p, self.shown)
        return None

    def roll(self, p: Play) -> None:
        dice = (p.die(), p.die())
        total = sum(dice)
        shown = p.tables.unrest[total]
        again = int(total in p.tables.unrest_reroll)
        p.replace(self._replace(stage=PLACE, shown=shown, again=again))
        p.note(
            "unrest_roll_again" if again else "unrest_roll" if len(shown) == 1 else "unrest_roll_two",
            "6.2.A.3",
            dice=dice,
            who=("faction", self.seat),
            total=("number", total),
            province=("province", shown[0]),
            other=("province", shown[-1]),
        )

    def check(self, p: Play, action: int) -> Refusal | None:
        if self.stage == ROLL or action >> SHIFT != Verb.CHOOSE_SPACE:
            return NOT_ASKED
        space = action & MASK
        if p.board.spaces[space].province not in self.provinces(p):
            return Refusal("6.2.A.3", "refusal.unrest_elsewhere", args(space=("space", space)))
        return check_eligible(p, space)

    def provinces(self, p: Play) -> tuple[int, ...]:
        """Where the PC may go: the Provinces shown, or those adjacent to them if they are full."""
        if self.stage == PLACE and any(has_eligible_space(p, province) for province in self.shown):
            return self.shown
        return adjacent(p, self.shown)

    def take(self, p: Play, action: int) -> None:
        space = action & MASK
        self.next_stage(p, (p.board.spaces[space].province,))
        place_unrest(p, space)

    def next_stage(self, p: Play, around: tuple[int, ...]) -> None:
        spreads = self.stage == PLACE and p.cards[self.number].event == SPREADING
        if self.again:
            p.replace(Unrest(self.seat, self.number))
        elif spreads:
            p.replace(self._replace(stage=SPREAD, shown=around))
        else:
            p.pop()


def check_eligible(p: Play, space: int) -> Refusal | None:
    where = args(space=("space", space))
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal("2.10", "refusal.transit_point", where)
    if p.state.pcs[space] == INDEPENDENT:
        return Refusal("6.2.A.3", "refusal.already_independent", where)
    if troops.cu_factions_in_space(p, space):
        return Refusal("6.2.A.3", "refusal.cu_prevents_unrest", where)
    return None


def has_eligible_space(p: Play, province: int) -> bool:
    return any(check_eligible(p, space) is None for space in p.board.members[province])


def adjacent(p: Play, provinces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({near for province in provinces for near in p.board.adjacent_provinces[province]}))


def place_unrest(p: Play, space: int) -> None:
    """A player's PC is replaced; who is inside a Major City suffers 9.4.4."""
    from diadochi.rules import siege

    old = p.state.pcs[space]
    p.state.put_pc(space, INDEPENDENT)
    if old == NOBODY:
        p.note("unrest", "6.2.A.3", space=("space", space))
    else:
        p.note("unrest_replaces", "6.2.A.3", space=("space", space), owner=("faction", old))
    if troops.is_major_city(p, space):
        siege.pc_lost(p, space, independent=True)


UNREST = CardEvent((begin_unrest,))

EVENTS.update(
    diplomacy=CardEvent((diplomacy,), pick_city, check_diplomacy),
    minor_raid=CardEvent((minor_raid,), pick_raid, check_raid),
    unrest=UNREST,
    unrest_spreads=UNREST,
)
