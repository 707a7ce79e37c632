"""The tables: battle, attrition, siege, unrest, movement."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tables:
    battle: tuple[tuple[int, ...], ...]
    """Score by [Battle Strength 0..highest][modified roll 0..12]; strengths above read the last row."""
    battle_columns: tuple[str, ...]
    """The printed column's name for each of those strengths."""
    attrition: tuple[tuple[tuple[int, bool], ...], ...]
    """(CUs lost, an Elephant first) by [number of CUs 0..highest][die 0..6]."""
    siege: tuple[tuple[int, int], ...]
    """(Siege Points, CUs lost by the besieger) by modified die 0 (or less) .. 8 (or more)."""
    siege_points_needed: tuple[int, int, int]
    """For an Independent Minor City, an Independent Stronghold, a Major City (15.4)."""
    siege_minimum: int
    siege_cost: int
    unrest: tuple[tuple[int, ...], ...]
    """Provinces by the sum of 2 dice 0..12."""
    unrest_reroll: tuple[int, ...]
    movement: tuple[tuple[int, ...], ...]
    """MPs by [Initiative Rating][die]; rows and cells that cannot occur are 0."""
