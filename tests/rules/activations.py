"""Activations for tests: begun, and looked at."""

from diadochi.rules import activation
from tests.table import Table


def force_march(table: Table, mps: int = 4, faction: str = "blue", number: int = 1) -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, number))


def campaign(table: Table, die: int, faction: str = "blue") -> None:
    """The Activation Segment with this movement die."""
    table.dice(die)
    table.begin(lambda p: activation.begin_segment(p, table.seat(faction)))
    table.act("campaign")


def mps(table: Table) -> int:
    """What is left to the activated group."""
    group = activation.army(table.play)
    assert group is not None
    return group.left(table.play)


def dispersed_minors(table: Table, *names: str, at: str) -> None:
    """Minor Generals of blue who are busy elsewhere, each with a CU."""
    for name in names:
        table.army("blue", name, at, mercenary=1)


def minor_in_halikarnassos() -> Table:
    table = Table()
    table.pc("blue", "ephesos", "sardeis", "ikonion")
    table.army("blue", "alketas", "halikarnassos", mercenary=1)
    table.cus("blue", "ikonion", mercenary=1)
    return table
