"""Positions with given points for tests."""

from diadochi.model.state import NOBODY
from diadochi.rules import turn
from tests.table import MATERIAL, Table


def settled(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def winner(table: Table) -> tuple[str, str]:
    """Who has won, and how."""
    assert table.game is not None
    result = table.game.result
    return (table.name(result.winner), result.victory) if result else ("", "")


def score(table: Table, faction: str, vp: int) -> None:
    """Give a player Provinces worth exactly that many VP, none of them with a bonus or Legitimacy."""
    plain = (
        "aigyptos", "babylonia", "thrake", "phrygia", "media", "armenia", "mesopotamia", "kappadokia", "sousiane",
        "persis", "epeiros", "illyria", "skythia", "libye", "krete", "atropatene", "hyrkania", "ioudaia",
    )  # fmt: skip
    for name in plain:
        province = MATERIAL.board.province_index[name]
        value = MATERIAL.board.provinces[province].vp
        members = MATERIAL.board.members[province]
        if value <= vp and all(table.state.pcs[i] == NOBODY for i in members):
            table.province(faction, name)
            vp -= value
    assert vp == 0


def legitimate(table: Table, faction: str, points: int) -> None:
    """Legitimacy beyond the 3 of a Champion, from royal family members in a space of the player's own."""
    sources = {"alexandros": 5, "olympias": 3, "kleopatra": 3, "thessalonike": 2}
    table.pc(faction, "zadrakarta")
    for royal, worth in sources.items():
        if worth <= points:
            table.royal(royal, "zadrakarta", faction)
            points -= worth
    if points >= 2:
        table.province(faction, "makedonia")
        points -= 2
    assert points == 0


def preparations(table: Table, number: int) -> Table:
    """The beginning of a Game Turn."""
    table.state.turn = number - 1
    table.begin(lambda p: turn.begin_game_turn(p, number))
    return table
