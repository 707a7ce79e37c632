"""Chapters 11 and 12: what Interception and Evasion have in common."""

from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT
from diadochi.rules.agenda import Play
from diadochi.rules.group import army, change_army
from diadochi.rules.march import Procedure, mover


def procedure(p: Play) -> Procedure:
    frame = p.state.agenda[p.find(Procedure)]
    assert isinstance(frame, Procedure)
    return frame


def change_procedure(p: Play, new: Procedure) -> None:
    p.state.agenda[p.find(Procedure)] = new


def moving_cavalry(p: Play, moving: Procedure) -> bool:
    """16.9.2, 16.9.16, 16.9.17: a moving piece is Cavalry."""
    if not p.option(Option.CAVALRY):
        return False
    return moving.faction == INDEPENDENT or moving.cus[Unit.CAVALRY] > 0


def roll_initiative(p: Play, seat: int, general: int, ability: Ability, modifier: int, key: str, rule: str) -> bool:
    """A die above the Initiative Rating, or as high as the General's own ability asks."""
    facts = p.pieces.generals[general]
    needed = facts.ability_value if facts.ability == ability else facts.initiative + 1
    die = p.die()
    success = die + modifier >= needed
    p.note(
        key,
        rule,
        dice=(die,),
        who=("faction", seat),
        general=("general", general),
        initiative=("number", facts.initiative),
        modifier=("number", modifier),
        modified=("number", die + modifier),
        needed=("number", needed),
        result=("text", "roll_succeeds" if success else "roll_fails"),
    )
    return success


# 12.1.5


def remember_interception(p: Play, moving: Procedure) -> None:
    """A67: no Evasion in that space for the rest of the activation."""
    from diadochi.rules import independents

    bit = 1 << p.space(moving.at)
    if moving.faction == INDEPENDENT:
        independents.remember_interception(p, bit)
        return
    group = army(p)
    if group is not None:
        change_army(p, group._replace(intercepted=group.intercepted | bit))


def was_intercepted(p: Play, moving: Procedure) -> bool:
    group = mover(p, moving.faction)
    return group is not None and bool(group.intercepted >> p.space(moving.at) & 1)


# 10.A.3


def evaded_into(p: Play, moving: Procedure, faction: int, space: int) -> Forces:
    """A56: the CUs of a Faction that have Evaded into a space in this activation."""
    group = mover(p, moving.faction)
    found = [cus for f, at, cus in group.evaded if (f, at) == (faction, space)] if group is not None else []
    return found[0] if found else NO_FORCES


def remember_evaders(p: Play, moving: Procedure, faction: int, space: int, cus: Forces) -> None:
    """These are now the CUs of a Faction that have Evaded into a space."""
    group = mover(p, moving.faction)
    if group is None:
        return
    evaded = tuple(e for e in group.evaded if e[:2] != (faction, space))
    if cus != NO_FORCES:
        evaded = (*evaded, (faction, space, cus))
    p.state.agenda[p.find(type(group))] = group._replace(evaded=evaded)


# 11.1.B.4


def was_released(p: Play, moving: Procedure, space: int) -> bool:
    """A65: Besieged when the activation under way began, or until the moving group left the space."""
    group = mover(p, moving.faction)
    return bool(moving.besieged >> space & 1) or (group is not None and bool(group.released >> space & 1))
