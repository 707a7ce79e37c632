"""The names of the seas: lettering, no part of the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sea:
    lines: tuple[str, ...]
    lon: float
    lat: float
    size: float


SEAS = (
    Sea(("Adrias",), 18.6, 41.9, 14),
    Sea(("Ionion", "Pelagos"), 19.0, 37.4, 16),
    Sea(("Aigaion", "Pelagos"), 24.9, 39.0, 14),
    Sea(("Propontis",), 28.1, 40.7, 11),
    Sea(("Pontos Euxeinos",), 33.0, 43.3, 19),
    Sea(("Libykon Pelagos",), 23.0, 33.9, 17),
    Sea(("Aigyption Pelagos",), 31.0, 33.2, 17),
    Sea(("Arabios", "Kolpos"), 36.0, 26.0, 13),
    Sea(("Persikos", "Kolpos"), 50.6, 28.3, 14),
    Sea(("Hyrkania", "Thalatta"), 51.0, 39.5, 16),
)
