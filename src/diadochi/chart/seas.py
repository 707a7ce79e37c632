"""The names of the seas: lettering, no part of the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sea:
    id: str
    in_two: bool
    """Its name stands in two lines, where it has two words."""
    lon: float
    lat: float
    size: float


SEAS = (
    Sea("adrias", False, 18.6, 41.9, 14),
    Sea("ionion", True, 19.0, 37.4, 16),
    Sea("aigaion", True, 24.9, 39.0, 14),
    Sea("propontis", False, 28.1, 40.7, 11),
    Sea("pontos", False, 33.0, 43.3, 19),
    Sea("libykon", False, 23.0, 33.9, 17),
    Sea("aigyption", False, 31.0, 33.2, 17),
    Sea("arabios", True, 36.0, 26.0, 13),
    Sea("persikos", True, 50.6, 28.3, 14),
    Sea("hyrkania", True, 51.0, 39.5, 16),
)
