"""What the data said otherwise in the first release: a better sentence makes no other game, and so no other digest."""

from typing import Final

FIRST_WORDING: Final = {
    "It adds +1 to every siege roll against that Major City, no matter who besieges it.": (
        "It adds +1 to every siege roll against that Major City, whoever besieges it."
    ),
    "It goes back to its holding box as soon as no player's CU besieges the city or the city's PC is removed.": (
        "It goes back to its holding box as soon as no player's CU besieges the city any more "
        "or the city's PC is removed."
    ),
    "Largest Fleet is checked again.": "Largest Fleet is looked at again.",
    "Pieces in the space are outside the new Major City; Province control is checked again.": (
        "Pieces in the space are outside the new Major City; Province control is looked at again."
    ),
}
"""By what it says now."""
