"""14.9.7 to 14.9.12: what the losers of a Land Battle suffer, and those whom other rules treat so (14.9.17)."""

from typing import NamedTuple

from diadochi.model.pieces import Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, forces, subtract
from diadochi.rules import attrition, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal
from diadochi.rules.command import disperse_general, generals_at

NOT_MACEDONIAN = (Unit.MERCENARY, Unit.ELEPHANT, Unit.CAVALRY)


def begin(p: Play, faction: int, location: int, apart: int = 0, bonus: int = 0) -> None:
    """The losers of a Land Battle; `apart`: Royal Army CUs set apart; `bonus`: added to the Attrition die."""
    p.push(Losers(0, faction, location, apart, bonus, "14.9.7"))


def as_losers(p: Play, faction: int, location: int, winner: int, rule: str) -> None:
    """14.9.17: all pieces of a Faction in a location, Royal Army included; no survival roll."""
    p.note("as_losers", rule, who=("faction", faction), at=("location", location), winner=("faction", winner))
    p.push(Losers(0, faction, location, 0, 0, rule))


class Losers(NamedTuple):
    stage: int
    faction: int
    location: int
    apart: int
    bonus: int
    rule: str

    def step(self, p: Play) -> Ask | None:
        if self.faction == INDEPENDENT:
            p.pop()
            defeat_independents(p, self.location, self.rule)
        elif self.stage == 0:
            p.replace(self._replace(stage=1))
            self.eliminate(p)
        else:
            p.pop()
            self.disperse(p)
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise NotImplementedError

    def eliminate(self, p: Play) -> None:
        """14.9.7, 14.9.8, 16.9.19"""
        cus = p.state.cus_of(self.location, self.faction)
        gone = tuple(n if u in NOT_MACEDONIAN else 0 for u, n in enumerate(cus))
        troops.eliminate(p, self.location, self.faction, gone, "14.9.7")
        attrition.begin(p, self.faction, self.location, self.group(p), "14.9.8", bonus=self.bonus)

    def group(self, p: Play) -> Forces:
        """The Macedonian CUs that took part."""
        cus = troops.macedonians(p.state.cus_of(self.location, self.faction))
        return subtract(cus, forces(Unit.ROYAL, self.apart))

    def disperse(self, p: Play) -> None:
        """14.9.8 to 14.9.10"""
        troops.disperse(p, self.location, self.faction, self.group(p), "14.9.8")
        disperse_generals(p, self.location, self.faction, "14.9.9")
        free_royals(p, self.location, self.faction)


def disperse_generals(p: Play, location: int, faction: int, rule: str) -> None:
    for general in generals_at(p, location, faction):
        disperse_general(p, general, rule)


def free_royals(p: Play, location: int, faction: int) -> None:
    """14.9.10, 8.3.4: they lose their controller and are never left inside."""
    s = p.state
    for royal, at in enumerate(s.royals):
        if at == location and s.royal_owner[royal] == faction:
            s.royal_owner[royal] = NOBODY
            s.royals[royal] = p.space(location)
            s.board_dirty |= 3
            p.note("loses_royal", "14.9.10", who=("faction", faction), royal=("royal", royal))


def defeat_independents(p: Play, location: int, rule: str) -> int:
    """14.9.11, 14.9.12: every Independent Army there; how many they were."""
    from diadochi.rules import independents

    beaten = generals_at(p, location, INDEPENDENT)
    for general in beaten:
        independents.defeat(p, general, rule)
    return len(beaten)
