"""The optional rules, each a switch."""

from typing import Final


class Option:
    """The bit of each switch in `State.options`."""

    CAVALRY_SUPERIORITY: Final = 0
    FOUNDATION_OF_A_CAPITAL: Final = 1
    DIPLOMATIC_MARRIAGE: Final = 2
    ORACLE: Final = 3
    ALEXANDERS_GHOST: Final = 4
    SUPERIOR_ADMIRAL: Final = 5
    PRICE_OF_FAILURE: Final = 6
    PORT_RESUPPLIED: Final = 7
    HERAKLES: Final = 8
    FASTER_FUNERAL_CART: Final = 9
    DESTRUCTION_OF_THE_CART: Final = 10
    CU_SIEGE_DEFENCE: Final = 11
    ROYAL_ARMY_AND_SIEGES: Final = 12
    FORAGE_ATTRITION: Final = 13
    MOVEMENT_LIMIT: Final = 14
    CAVALRY: Final = 15
    DISPERSED_FLEETS: Final = 16
    INDEPENDENT_REACTIONS: Final = 17
    SHORT_GAME: Final = 18
    ABILITIES: Final = 19
    POPULARITY_FOR_INDEPENDENTS: Final = 20
    INTERCEPTION_TRANSIT: Final = 21
    EVASION_TRANSIT: Final = 22
    INTERCEPTOR_MAY_ATTACK: Final = 23
    CAPITAL: Final = 24
    ELEPHANTS_OUTSIDE: Final = 25
    GENERALS_SET_ASIDE: Final = 26
    SECOND_VARIANT: Final = 27


OPTION_NAME: Final = (
    "cavalry-superiority",
    "foundation-of-a-capital",
    "diplomatic-marriage",
    "oracle",
    "alexanders-ghost",
    "superior-admiral",
    "price-of-failure",
    "port-resupplied",
    "herakles",
    "faster-funeral-cart",
    "destruction-of-the-cart",
    "cu-siege-defence",
    "royal-army-and-sieges",
    "forage-attrition",
    "movement-limit",
    "cavalry",
    "dispersed-fleets",
    "independent-reactions",
    "short-game",
    "abilities",
    "popularity-for-independents",
    "interception-transit",
    "evasion-transit",
    "interceptor-may-attack",
    "capital",
    "elephants-outside",
    "generals-set-aside",
    "second-variant",
)
"""Their names, by number."""


CHAPTER_16: Final = OPTION_NAME[: Option.SHORT_GAME + 1]
"""Those of chapter 16; the others are standard rules there, or belong to other editions."""

OPTION_OF_NAME: Final = {name: option for option, name in enumerate(OPTION_NAME)}
