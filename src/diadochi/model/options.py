"""The optional rules of chapter 16, each a switch."""

from enum import IntEnum


class Option(IntEnum):
    """The bit of each switch in `State.options`."""

    CAVALRY_SUPERIORITY = 0
    FOUNDATION_OF_A_CAPITAL = 1
    DIPLOMATIC_MARRIAGE = 2
    ORACLE = 3
    ALEXANDERS_GHOST = 4
    SUPERIOR_ADMIRAL = 5
    PRICE_OF_FAILURE = 6
    PORT_RESUPPLIED = 7
    HERAKLES = 8
    FASTER_FUNERAL_CART = 9
    DESTRUCTION_OF_THE_CART = 10
    CU_SIEGE_DEFENCE = 11
    ROYAL_ARMY_AND_SIEGES = 12
    FORAGE_ATTRITION = 13
    MOVEMENT_LIMIT = 14
    CAVALRY = 15
    DISPERSED_FLEETS = 16
    INDEPENDENT_REACTIONS = 17
    SHORT_GAME = 18


OPTION_NAME = {o: o.name.lower().replace("_", "-") for o in Option}
OPTION_OF_NAME = {n: o for o, n in OPTION_NAME.items()}
