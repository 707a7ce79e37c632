"""Characters: what a bot cares about, as a few numbers."""

from typing import NamedTuple


class Temper(NamedTuple):
    """1 is the ordinary measure."""

    name: str
    land: float = 1.0
    """Provinces and what else gives Victory Points."""
    crown: float = 1.0
    """Legitimacy: heirs, the Cart, the title of Champion."""
    troops: float = 1.0
    """Combat Units and Generals."""
    rivalry: float = 1.0
    """What others lose counts as one's own gain."""
    courage: float = 0.58
    """The lowest chance of winning at which it offers battle."""
    caution: float = 1.0
    """How much it fears stronger enemies nearby."""


BALANCED = Temper("satrap")
CAUTIOUS = Temper("cautious", troops=1.3, rivalry=0.8, courage=0.7, caution=1.8)
CONQUEROR = Temper("conqueror", land=1.2, crown=0.8, rivalry=1.3, courage=0.5, caution=0.5)
LEGITIMIST = Temper("legitimist", land=0.9, crown=1.5, courage=0.6)
OPPORTUNIST = Temper("opportunist", rivalry=1.6, courage=0.54, caution=0.8)
CHARACTERS = (CAUTIOUS, CONQUEROR, LEGITIMIST, OPPORTUNIST)
