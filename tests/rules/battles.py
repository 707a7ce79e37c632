"""Land Battles for tests: set, fought with given dice, and looked at."""

from typing import Any

from diadochi.model.state import OFF_MAP
from diadochi.rules import battle
from diadochi.rules.agenda import Event
from diadochi.rules.group import BY_PATH
from tests.table import Table

EVEN = (3, 3, 3, 3)
"""The battle dice of both sides, the Attacker's first: neither 9 nor the same strength of luck."""


def fight(
    table: Table,
    attacker: str,
    defender: str,
    at: str,
    *dice: int,
    back: str = "",
    how: int = BY_PATH,
    seat: str = "",
    no_local: tuple[str, ...] = (),
) -> Table:
    """A Land Battle; the dice are those of Elephants, then 2 of the Attacker and 2 of the Defender, then the rest."""
    table.dice(*dice)
    end = table.location(back) if back else OFF_MAP
    mask = sum(1 << table.seat(f) for f in no_local)
    who = table.seat(seat or attacker)
    table.begin(
        lambda p: battle.begin(p, table.seat(attacker), table.seat(defender), table.location(at), who, end, how, mask)
    )
    return table


def fact(event: Event, name: str) -> Any:
    return next(value for key, _, value in event.args if key == name)


def facts(table: Table, key: str, name: str) -> list[Any]:
    return [fact(e, name) for e in table.events(key)]


def meeting(attacker: int = 4, defender: int = 4, **more: Any) -> Table:
    """Blue attacks Red in an uncontrolled space, Mercenaries on both sides under Minor Generals."""
    table = Table(active="blue", **more)
    table.army("blue", "alketas", "trikka", mercenary=attacker)
    table.army("red", "philoxenos", "trikka", mercenary=defender)
    return table


def royal_meeting(legitimate: str = "red", **blue: int) -> Table:
    """Blue attacks Red; Blue has Royal Army, and one of them the higher Legitimacy."""
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", **(blue or {"royal": 2, "mercenary": 4}))
    table.army("red", "antigonos", "trikka", mercenary=6)
    table.royal("alexandros", "pella", legitimate)
    table.pc(legitimate, "pella")
    return table
