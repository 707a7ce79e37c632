"""7.3: Attrition, and the owner's choice of the CUs that are lost."""

from typing import NamedTuple

from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.pieces import NO_FORCES, UNITS, Forces, Unit
from diadochi.model.state import INDEPENDENT, add, common, subtract
from diadochi.rules import troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args, offers


def begin(p: Play, faction: int, location: int, group: Forces, rule: str, column: int = 0, bonus: int = 0) -> None:
    """7.3.3: roll for a group of CUs in a location; its owner chooses what is eliminated.

    `column` 0 is that of the group's number of CUs; `bonus` is added to the die.
    """
    number = troops.count(group)
    if faction == INDEPENDENT or not number:
        return
    die = p.die()
    losses, elephant_first = result(p, column or number, die + bonus)
    p.note(
        "attrition_roll",
        rule,
        dice=(die,),
        who=("faction", faction),
        at=("location", location),
        cus=("forces", group),
        column=("number", column or number),
        bonus=("number", bonus),
        modified=("number", min(die + bonus, 6)),
        losses=("number", losses),
        elephant_first=("number", int(elephant_first)),
    )
    lose(p, faction, location, losses, group, "7.3.3", elephant_first)


def result(p: Play, column: int, roll: int) -> tuple[int, bool]:
    """The Attrition Table: CUs lost, and whether an Elephant CU goes first."""
    rows = p.tables.attrition
    return rows[min(column, len(rows) - 1)][min(roll, 6)]


def lose(
    p: Play,
    faction: int,
    location: int,
    number: int,
    allowed: Forces,
    rule: str,
    elephant_first: bool = False,
    spared: bool = False,
) -> None:
    """The owner picks `number` CUs of the allowed ones in a location to be eliminated.

    `spared`: a Cavalry CU is Dispersed instead (16.9.12).
    """
    if number <= 0 or allowed == NO_FORCES:
        return
    moved = common(allowed, troops.moved(p.state, location)) if faction == p.state.active else NO_FORCES
    p.push(Lose(faction, location, number, subtract(allowed, moved), moved, rule, int(elephant_first), int(spared)))


class Lose(NamedTuple):
    """CUs to be eliminated by their owner's choice; `moved` ones are told apart from the others (9.1.6)."""

    faction: int
    location: int
    number: int
    unmoved: Forces
    moved: Forces
    rule: str
    elephant_first: int
    spared: int = 0

    def step(self, p: Play) -> Ask | None:
        allowed = add(self.unmoved, self.moved)
        if self.number <= 0 or allowed == NO_FORCES:
            p.pop()
            return None
        if troops.count(allowed) <= self.number:
            p.pop()
            eliminate(p, self.location, self.faction, self.moved, self.rule, moved=True)
            eliminate(p, self.location, self.faction, self.unmoved, self.rule, moved=False)
            return None
        actions = offers(p, self, [code(Verb.LOSE, u) for u in range(2 * UNITS)])
        if len(actions) == 1 and not p.ask_everything:
            self.take(p, actions[0])
            return None
        left = args(number=("number", self.number), at=("location", self.location))
        return Ask(self.faction, "prompt.lose", self.rule, actions, left)

    def check(self, p: Play, action: int) -> Refusal | None:
        if action >> SHIFT != Verb.LOSE:
            return NOT_ASKED
        moved, unit = divmod(action & MASK, UNITS)
        # One click where it is the same: the moved ones are named only beside others of their type.
        here = self.unmoved[unit] and self.moved[unit] if moved else self.unmoved[unit] or self.moved[unit]
        if not here:
            return Refusal(self.rule, "refusal.no_cu_there", args(at=("location", self.location)))
        if self.elephant_first and unit != Unit.ELEPHANT and self.unmoved[4] + self.moved[4]:
            return Refusal("7.3.4", "refusal.elephant_first")
        return None

    def take(self, p: Play, action: int) -> None:
        moved, unit = divmod(action & MASK, UNITS)
        one = troops.one(unit)
        marked = bool(moved or not self.unmoved[unit])
        p.replace(
            self._replace(
                number=self.number - 1,
                unmoved=self.unmoved if marked else subtract(self.unmoved, one),
                moved=subtract(self.moved, one) if marked else self.moved,
                elephant_first=0,
            )
        )
        if self.spared and unit == Unit.CAVALRY:
            disperse(p, self.location, self.faction, one, self.rule, moved=marked)
        else:
            eliminate(p, self.location, self.faction, one, self.rule, moved=marked)


def disperse(p: Play, location: int, faction: int, cus: Forces, rule: str, *, moved: bool) -> None:
    if moved:
        troops.unmark_moved(p.state, location, cus)
    troops.disperse(p, location, faction, cus, rule)


def eliminate(p: Play, location: int, faction: int, cus: Forces, rule: str, *, moved: bool) -> None:
    if moved and cus != NO_FORCES:
        troops.unmark_moved(p.state, location, cus)
    troops.eliminate(p, location, faction, cus, rule)
