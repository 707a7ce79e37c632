"""14.10, A158: pieces that go back where they came from; nobody may react to it (14.10.6)."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, UNITS, Forces
from diadochi.model.state import BOX, INDEPENDENT, State, subtract
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers
from diadochi.rules.command import disperse_general, enemies_of, general_factions, generals_at
from diadochi.rules.deck import cards_of as members

MOVE, DIVIDE, FACE = 0, 1, 2


def begin(
    p: Play, seat: int, faction: int, start: int, end: int, generals: int, cus: Forces, royals: int, rule: str
) -> None:
    """Take these pieces of a Faction from `start` back to the location `end`.

    `generals` and `royals` are bit masks. `seat` decides for the Faction. Independent Armies may go back to their
    holding box (`end` BOX); a player's pieces without any way back (-1) are Dispersed.
    """
    if end < 0:
        no_way_back(p, faction, start, generals, cus, rule)
        return
    if p.is_inside(end) and p.state.pcs[p.space(end)] != faction:
        end = p.space(end)
    p.push(Retreat(MOVE, seat, faction, start, end, generals, cus, royals, rule))


def generals_mask(p: Play, location: int, faction: int) -> int:
    out = 0
    for general in generals_at(p, location, faction):
        out |= 1 << general
    return out


def royals_mask(s: State, location: int, faction: int) -> int:
    """Bit mask of the royal family members that a Faction controls in a location."""
    out = 0
    for royal, at in enumerate(s.royals):
        if at == location and s.royal_owner[royal] == faction:
            out |= 1 << royal
    return out


class Retreat(NamedTuple):
    stage: int
    seat: int
    faction: int
    start: int
    end: int
    generals: int
    cus: Forces
    royals: int
    rule: str

    def step(self, p: Play) -> Ask | None:
        if self.stage == MOVE:
            self.move(p)
        elif self.stage == DIVIDE:
            return self.divide(p)
        else:
            p.pop()
            self.face(p)
        return None

    def move(self, p: Play) -> None:
        """Everybody to the location he came from; where a choice or a limit may part them, first outside."""
        within = p.is_inside(self.end)
        p.replace(self._replace(stage=DIVIDE if within else FACE))
        p.note("retreats", self.rule, who=("faction", self.faction), at=("location", self.end))
        outside = p.space(self.end)
        open_city = within and self.city_is_open(p)
        put_generals(p.state, self.generals, outside if open_city else self.end)
        put_royals(p.state, self.royals, outside if open_city else self.end)
        troops.move_cus(p, self.faction, self.cus, self.start, outside)

    def city_is_open(self, p: Play) -> bool:
        """A158: at an own Unbesieged city the owner divides his pieces freely."""
        space = p.space(self.end)
        return self.start != space and not troops.is_besieged(p, space)

    # A158: who goes inside

    def divide(self, p: Play) -> Ask | None:
        space = p.space(self.end)
        candidates = [code(Verb.INSIDE, u) for u in range(UNITS)]
        if self.city_is_open(p):
            candidates.append(code(Verb.DONE))
            candidates += [code(Verb.INSIDE_GENERAL, g) for g in members(self.generals)]
            candidates += [code(Verb.INSIDE_ROYAL, r) for r in members(self.royals)]
        elif troops.count(self.cus) <= troops.room_inside(p, space):
            troops.move_cus(p, self.faction, self.cus, space, self.end)
            p.replace(self._replace(stage=FACE, cus=NO_FORCES))
            return None
        actions = offers(p, self, candidates)
        if not actions:
            p.replace(self._replace(stage=FACE))
            return None
        return Ask(self.seat, "prompt.retreat_inside", "14.10.3", actions, args(space=("space", space)))

    def check(self, p: Play, action: int) -> Refusal | None:
        verb, operand = action >> SHIFT, action & MASK
        if self.stage != DIVIDE:
            return NOT_ASKED
        if verb == Verb.INSIDE and operand < UNITS:
            return self.check_cu(p, operand)
        if not self.city_is_open(p):
            return NOT_ASKED
        if verb == Verb.DONE:
            return None
        group = {Verb.INSIDE_GENERAL: self.generals, Verb.INSIDE_ROYAL: self.royals}.get(Verb(verb))
        if group is None:
            return NOT_ASKED
        return None if group >> operand & 1 else Refusal("14.10.3", "refusal.not_retreating")

    def check_cu(self, p: Play, unit: int) -> Refusal | None:
        if not self.cus[unit]:
            return Refusal("14.10.3", "refusal.not_retreating")
        if troops.count(troops.whole(self.cus, unit)) > troops.room_inside(p, p.space(self.end)):
            return Refusal("9.4.5", "refusal.inside_full", args(space=("space", p.space(self.end))))
        return None

    def take(self, p: Play, action: int) -> None:
        verb, operand = action >> SHIFT, action & MASK
        if verb == Verb.DONE:
            p.replace(self._replace(stage=FACE))
        elif verb == Verb.INSIDE:
            cus = troops.whole(self.cus, operand)
            troops.move_cus(p, self.faction, cus, p.space(self.end), self.end)
            p.replace(self._replace(cus=subtract(self.cus, cus)))
        elif verb == Verb.INSIDE_GENERAL:
            p.state.put_general(operand, self.end)
            p.replace(self._replace(generals=self.generals & ~(1 << operand)))
        else:
            put_royals(p.state, 1 << operand, self.end)
            p.replace(self._replace(royals=self.royals & ~(1 << operand)))

    def face(self, p: Play) -> None:
        """A153: enemies may stand where they come back to."""
        from diadochi.rules import march

        outside = p.space(self.end)
        if has_pieces(p, outside, self.faction) and has_enemies(p, outside, self.faction):
            march.after_return(p, self.seat, self.faction, outside)


def put_generals(s: State, generals: int, location: int) -> None:
    for general in members(generals):
        s.put_general(general, location)


def put_royals(s: State, royals: int, location: int) -> None:
    for royal in members(royals):
        s.royals[royal] = location
        s.board_dirty |= 3


def no_way_back(p: Play, faction: int, start: int, generals: int, cus: Forces, rule: str) -> None:
    """14.10.5: Independent Armies go to their holding box and are inactive; a player's pieces are Dispersed."""
    from diadochi.rules import independents

    if faction != INDEPENDENT:
        troops.disperse(p, start, faction, cus, rule)
    for general in members(generals):
        if faction == INDEPENDENT:
            independents.take_off(p, general, BOX)
            p.note("returns_to_box", "14.10.5", general=("general", general))
        else:
            disperse_general(p, general, rule)


def has_pieces(p: Play, location: int, faction: int) -> bool:
    return troops.has_cu(p.state, location, faction) or bool(generals_at(p, location, faction))


def has_enemies(p: Play, location: int, faction: int) -> bool:
    present = p.state.cu_factions.get(location, 0) | general_factions(p, location)
    return bool(present & enemies_of(p.state, faction))
