"""Cards that change PCs: 2 and 3 Diplomacy, 9 and 10 Minor Raid, 17 to 20 Unrest."""

from collections.abc import Iterable
from typing import Final

from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import ActionCode, CardId, ProvinceId, SeatId, SpaceId
from diadochi.model.notation import SHIFT, code, space_in
from diadochi.model.state import INDEPENDENT, NOBODY, numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import operations, siege, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.tyche.conventions import (
    check_target_city,
    in_reach,
    out_of_reach,
    reaching,
    replace_pc,
)
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks

# Diplomacy and Minor Raid


def pick_city(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    return [code(Verb.CHOOSE_SPACE, i) for i, owner in numbered(space_id, p.state.pcs) if owner not in (NOBODY, seat)]


def check_diplomacy(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = space_in(action)
    if p.cards[card].params.no_cus and troops.cu_factions_in_space(p, space):
        return Refusal(RULE, "refusal.cu_prevents_diplomacy", (("space", "space", space),))
    return check_target_city(p, seat, space)


def diplomacy(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    replace_pc(p, seat, space_in(picks[0]))


def check_raid(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = space_in(action)
    refusal = check_target_city(p, seat, space)
    if refusal is None and not reaching(p, seat, card, space):
        return out_of_reach(p, card, space)
    return refusal


def pick_raid(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    pcs = p.state.pcs
    return [code(Verb.CHOOSE_SPACE, i) for i in sorted(in_reach(p, seat, card)) if pcs[i] not in (NOBODY, seat)]


def minor_raid(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    operations.remove_pc(p, seat, space_in(picks[0]), RULE)


# Unrest and Unrest Spreads

ROLL: Final = 0
PLACE: Final = 1
SPREAD: Final = 2
SPREADING: Final = "unrest_spreads"


def begin_unrest(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    p.push(Unrest(seat, card))


class Unrest(Frame):
    """6.2.A.3, A27: roll, place an Independent PC, roll again after a 7; Unrest Spreads places one more.

    `shown`: the Provinces of the last roll, then the one that the Unrest spreads from. `again`: another roll is due.
    """

    def __init__(
        self, seat: SeatId, number: CardId, stage: int = ROLL, shown: tuple[int, ...] = (), again: int = 0
    ) -> None:
        self.seat = seat
        self.number = number
        self.stage = stage
        self.shown = shown
        self.again = again

    def step(self, p: Play) -> Ask | None:
        if self.stage == ROLL:
            self.roll(p)
            return None
        spaces = [i for province in self.provinces(p) for i in p.board.members[province]]
        actions = offers(p, self, [code(Verb.CHOOSE_SPACE, i) for i in spaces])
        if actions:
            prompt = "prompt.unrest_spreads" if self.stage == SPREAD else "prompt.unrest"
            return Ask(self.seat, prompt, "6.2.A.3", actions, (("card", "card", self.number),))
        p.note("unrest_fades", "6.2.A.4", (("card", "card", self.number),))
        self.next_stage(p, self.shown)
        return None

    def roll(self, p: Play) -> None:
        dice = p.two_dice()
        total = sum(dice)
        shown = p.tables.unrest[total]
        again = int(total in p.tables.unrest_reroll)
        p.replace(self.but(stage=PLACE, shown=shown, again=again))
        p.note(
            "unrest_roll_again" if again else "unrest_roll" if len(shown) == 1 else "unrest_roll_two",
            "6.2.A.3",
            (
                ("who", "faction", self.seat),
                ("total", "number", total),
                ("province", "province", shown[0]),
                ("other", "province", shown[-1]),
            ),
            dice=dice,
        )

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if self.stage == ROLL or action >> SHIFT != Verb.CHOOSE_SPACE:
            return NOT_ASKED
        space = space_in(action)
        if p.board.spaces[space].province not in self.provinces(p):
            return Refusal("6.2.A.3", "refusal.unrest_elsewhere", (("space", "space", space),))
        return check_eligible(p, space)

    def provinces(self, p: Play) -> tuple[int, ...]:
        """Where the PC may go: the Provinces shown, or those adjacent to them if they are full."""
        if self.stage == PLACE and any(has_eligible_space(p, ProvinceId(province)) for province in self.shown):
            return self.shown
        return adjacent(p, self.shown)

    def take(self, p: Play, action: ActionCode) -> None:
        space = space_in(action)
        self.next_stage(p, (p.board.spaces[space].province,))
        place_unrest(p, space)

    def next_stage(self, p: Play, around: tuple[int, ...]) -> None:
        spreads = self.stage == PLACE and p.cards[self.number].event == SPREADING
        if self.again:
            p.replace(Unrest(self.seat, self.number))
        elif spreads:
            p.replace(self.but(stage=SPREAD, shown=around))
        else:
            p.pop()


def check_eligible(p: Play, space: SpaceId) -> Refusal | None:
    where = (("space", "space", space),)
    if p.board.spaces[space].kind == Kind.TRANSIT:
        return Refusal("2.10", "refusal.transit_point", where)
    if p.state.pcs[space] == INDEPENDENT:
        return Refusal("6.2.A.3", "refusal.already_independent", where)
    if troops.cu_factions_in_space(p, space):
        return Refusal("6.2.A.3", "refusal.cu_prevents_unrest", where)
    return None


def has_eligible_space(p: Play, province: ProvinceId) -> bool:
    return any(check_eligible(p, space) is None for space in p.board.members[province])


def adjacent(p: Play, provinces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({near for province in provinces for near in p.board.adjacent_provinces[province]}))


def place_unrest(p: Play, space: SpaceId) -> None:
    """A player's PC is replaced; who is inside a Major City suffers 9.4.4."""
    old = p.state.pcs[space]
    moves.put_pc(p.state, space, INDEPENDENT)
    if old == NOBODY:
        p.note("unrest", "6.2.A.3", (("space", "space", space),))
    else:
        p.note("unrest_replaces", "6.2.A.3", (("space", "space", space), ("owner", "faction", old)))
    if troops.is_major_city(p, space):
        siege.pc_lost(p, space, independent=True)


UNREST: Final = CardEvent((begin_unrest,))

EVENTS.update(
    diplomacy=CardEvent((diplomacy,), pick_city, check_diplomacy),
    minor_raid=CardEvent((minor_raid,), pick_raid, check_raid),
    unrest=UNREST,
    unrest_spreads=UNREST,
)
