"""7.2.F: Prestige, and the Popularity that Generals have or gain."""

from diadochi.model import moves
from diadochi.model.ids import FactionId, GeneralId, LocationId, SpaceId
from diadochi.model.pieces import Royal
from diadochi.model.state import INDEPENDENT
from diadochi.rules.agenda import Play
from diadochi.rules.scoring import Source
from diadochi.rules.troops import commander, is_major


def prestige(p: Play, faction: FactionId, location: LocationId, defending: bool = False) -> int:
    """7.2.F.2: L plus the P that count in that location, and whether they may fall below 0 (K16.2).

    `defending`: he defends there in a Land Battle, where Sacred Ground may help him.
    """
    return prestige_total(p, prestige_items(p, faction, location, defending))


def prestige_total(p: Play, items: list[Source]) -> int:
    points = 0
    for item in items:
        points += item.points
    return points if points > 0 or p.edition.prestige_below_zero else 0


def prestige_items(p: Play, faction: FactionId, location: LocationId, defending: bool = False) -> list[Source]:
    """The same, item by item; an Independent Army has none (7.2.F.5)."""
    if faction == INDEPENDENT:
        return []
    out = [Source("prestige.legitimacy", "faction", faction, p.state.legitimacy[faction])]
    general = commander(p, location, faction)
    if general >= 0:
        out += popularity_items(p, general)
        if defending and on_sacred_ground(p, faction, p.space(location)):
            out.append(Source("prestige.sacred_ground", "space", p.space(location), p.edition.sacred_ground))
    return out


def popularity_items(p: Play, general: GeneralId) -> list[Source]:
    """7.2.F.3, 7.2.F.4, 7.2.F.6, 7.2.F.8: the Commanding General's P."""
    s = p.state
    sources = (
        ("prestige.printed", p.pieces.generals[general].popularity),
        ("prestige.gained", s.popularity[general]),
        ("prestige.oratory", s.oratory[1] if s.oratory[0] == general else 0),
    )
    return [Source(key, "general", general, points) for key, points in sources if points]


def on_sacred_ground(p: Play, faction: FactionId, space: SpaceId) -> bool:
    """7.2.F.7, A40: the whole space of the Cart or the Tomb that the Faction controls."""
    s = p.state
    if s.tomb == space and s.pcs[space] == faction:
        return True
    cart = s.royals[Royal.FUNERAL_CART]
    return cart >= 0 and p.space(cart) == space and s.royal_owner[Royal.FUNERAL_CART] == faction


def gain_popularity(p: Play, general: GeneralId, points: int) -> None:
    """7.2.F.6, A41: the Commanding Major General who has beaten Independent Armies."""
    if points <= 0 or general < 0 or not is_major(p, general):
        return
    s = p.state
    moves.add_popularity(s, general, points)
    p.note(
        "gains_popularity",
        "7.2.F.6",
        (("who", "faction", s.owners[general]), ("general", "general", general), ("points", "number", points)),
    )
