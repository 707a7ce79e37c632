"""What a number names. Everything in a State is an int; to a type checker a space is none that is a General.

An id costs nothing at run time and goes wherever an int is wanted; an int goes for an id only by its name, as in
`GeneralId(4)`. Prefer to type the source (a field, the result of a function) to naming the id where it is used.
"""

from typing import Final, NewType, TypeVar

LocationId = NewType("LocationId", int)
"""A space on land, inside or at sea (`Play.space`, `inside`, `at_sea`), or OFF_MAP, DISPERSED, OUT, BOX."""
SpaceId = NewType("SpaceId", LocationId)
"""A place in `Board.spaces`, or -1; the number of a space is that of its land location."""
ProvinceId = NewType("ProvinceId", int)
FactionId = NewType("FactionId", int)
"""A player's, INDEPENDENT, or NOBODY."""
SeatId = FactionId
"""A player, 0 to 4, or NOBODY where there is none: another name for his Faction, whose number is the same."""
GeneralId = NewType("GeneralId", int)
RoyalId = NewType("RoyalId", int)
FleetId = NewType("FleetId", int)
CardId = NewType("CardId", int)
UnitId = NewType("UnitId", int)

Mask = int
"""A set as bits: bit n stands for the thing with the number n. Only a name: what is made of bits is an int again."""
Side = int
"""A side of a battle: 0 the Attacker, 1 the Defender; only a name, for the other side is 1 - side."""

ActionCode = int
"""A verb with its operand (`notation.code`). Only a name, as Mask is: an action is taken apart by bits."""

Number = TypeVar("Number", bound=int)
"""An id of whatever kind."""

NO_FACTION: Final = FactionId(-1)
NO_CARD: Final = CardId(-1)
NO_UNIT: Final = UnitId(-1)
NO_ROYAL: Final = RoyalId(-1)
NO_FLEET: Final = FleetId(-1)
EVERY_FACTION: Final = tuple([FactionId(faction) for faction in range(6)])
"""The players' and the Independent one."""
NO_GENERAL: Final = GeneralId(-1)
NO_PROVINCE: Final = ProvinceId(-1)
SEATS: Final = tuple([tuple([SeatId(seat) for seat in range(players)]) for players in range(6)])
"""The seats of a game, by the number of players."""
