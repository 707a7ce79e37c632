"""What a chapter calls although a later one defines it: a march leads to a battle, a window to a Surprise card.

Chapters import downward only. For a call upward there is a slot here; the chapter that defines the procedure fills it
when it is imported, and `rules/engine.py` imports all of them and then asks for what is `missing`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from diadochi.model.ids import FactionId, GeneralId, LocationId, SeatId, SpaceId
from diadochi.model.pieces import Forces
from diadochi.rules.agenda import Args, Ask, Play, Refusal

if TYPE_CHECKING:
    from diadochi.rules.group import Army
    from diadochi.rules.march import Procedure


def nobody(*_: object) -> NoReturn:
    """What stands in a slot until its chapter is imported."""
    raise RuntimeError("a procedure is called that no chapter has defined")


# 5.2: filled by `strategy`
generals_present: Callable[[Play], int] = nobody
"""The Generals who have been on the map since the Phase or the Segment began."""

# 6.2: filled by `tyche.surprise`
about_window: Callable[[Play, int], Args] = nobody
"""What a window of a kind is opened for."""
rivals_in_prestige: Callable[[Play], Args] = nobody
"""Whose Prestige is compared after the window on top."""

# 9: filled by `activation`
step_army: "Callable[[Play, Army], Ask | None]" = nobody
check_army: "Callable[[Play, Army, int], Refusal | None]" = nobody
take_army: "Callable[[Play, Army, int], None]" = nobody
others_follow: Callable[[Play], bool] = nobody
"""Another General may be activated in this Segment."""

# 10: filled by `march`
begin_independent_march: Callable[[Play, SeatId, LocationId, LocationId, GeneralId, Forces], None] = nobody
"""By player, space, where it comes from, General and CUs."""
face_enemies: Callable[[Play, SeatId, FactionId, LocationId], None] = nobody
"""Player, Faction and location where a Withdrawal or Retreat comes among enemies."""

# 11, 12: filled by `interception` and `evasion`
begin_interceptions: "Callable[[Play, Procedure], None]" = nobody
declare_independent_interception: Callable[[Play, SeatId, GeneralId], None] = nobody
"""By player and Independent General."""
may_evade: "Callable[[Play, Procedure], bool]" = nobody
begin_movers_evasion: "Callable[[Play, Procedure], None]" = nobody
"""Where an interceptor attacks: whether the mover may Evade, and that he does."""
begin_evasions: "Callable[[Play, Procedure], None]" = nobody
declare_independent_evasion: Callable[[Play, SeatId, GeneralId], None] = nobody

# 13.3: filled by `naval_battle`
begin_naval_battles: Callable[[Play, SeatId, SpaceId, int], None] = nobody
"""Mover, announced space and escort."""

# 14: filled by `battle`
begin_battle: Callable[[Play, FactionId, FactionId, LocationId, SeatId, LocationId, int, int], None] = nobody
"""Attacker, Defender, location, player, way back, how they came, who brings no Local Troops."""
joined_battle: Callable[[Play, SeatId, int, Forces], None] = nobody
"""By player: the Generals and CUs that have come out of a city."""


def missing() -> list[str]:
    """The slots that no chapter has filled."""
    return [name for name, value in globals().items() if value is nobody and name != "nobody"]
