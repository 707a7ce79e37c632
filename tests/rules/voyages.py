"""Naval Movement for tests: embarked, and looked at."""

from diadochi.rules import activation, fleets
from tests.table import Table


def force_march(table: Table, faction: str, mps: int = 4, number: int = 1) -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, number))


def embark(table: Table, general: str, *fleets: str, faction: str = "blue", mps: int = 4) -> None:
    """Activate a General with all CUs of his location and go to sea; the Fleets named escort him."""
    force_march(table, faction, mps)
    put_to_sea(table, general, *fleets)


def put_to_sea(table: Table, general: str, *fleets: str) -> None:
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act("embark")
    for fleet in fleets:
        table.act(f"escort:{fleet}")
    if table.decision.prompt == "prompt.escort":
        table.act("done")


def fleet_sides(table: Table, *names: str) -> list[int]:
    return [table.state.fleet_side[table.fleet_number(n)] for n in names]


def upgrade(table: Table, fleet: str) -> None:
    fleets.upgrade_fleet(table.play, table.fleet_number(fleet))


def army_at_xanthos(**units: int) -> Table:
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "demetrios", "xanthos", **(units or {"loyal": 3}))
    return table
