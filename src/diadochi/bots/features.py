"""A view as numbers: what bots, the dataset and the environments learn from. docs/lab.md lists all of them.

`seat_features` tells in a few dozen numbers how a player stands, `table_features` what holds for the whole table, and
`encode` is the whole view as one row of floats. Everything is made from a View, so nothing hidden can get in.

Seats are relative in `encode`: the viewer comes first, then the others in the order of the seats. So one network can
play every seat. A spectator looks from seat 0.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from diadochi.model.board import Kind
from diadochi.model.ids import RoyalId
from diadochi.model.material import Material
from diadochi.model.pieces import FEMALES, HEIRS, UNIT_NAME, UNITS, Royal
from diadochi.model.state import BOX, DISPERSED, FACTIONS, INDEPENDENT, OFF_MAP, OUT, members, numbered
from diadochi.rules.face import FLEET_DISPERSED, FRAMES, UPGRADED
from diadochi.view import View

PLAYERS: Final = 5
SEGMENTS: Final = 4
PLACES: Final = (OFF_MAP, DISPERSED, OUT, BOX)
"""Where a piece is when it is on no space; on the map there are land, inside and at sea."""


class Feature(NamedTuple):
    name: str
    about: str
    scale: float = 1.0
    """`encode` divides by it, so that most numbers lie between 0 and 1."""


SEAT: Final = (
    Feature("vp", "Victory Points", 30),
    Feature("legitimacy", "Legitimacy", 18),
    Feature("provinces", "Provinces controlled", 12),
    Feature("province_vp", "VP of the Provinces controlled", 25),
    Feature("pcs", "PCs on the board", 60),
    Feature("major_cities", "Major Cities with the player's PC", 10),
    Feature("hellespont", "spaces marked H with the player's PC", 6),
    *(Feature(f"{unit}_cus", f"CUs on the map: {unit.replace('_', ' ')}", 10) for unit in UNIT_NAME),
    Feature("cus", "CUs on the map", 25),
    Feature("strength", "Combat Strength of these CUs, Elephants not counted", 50),
    Feature("largest_army", "CUs in the location with the most", 12),
    Feature("cus_inside", "CUs inside cities", 10),
    Feature("cus_at_sea", "CUs at sea", 10),
    Feature("armies", "locations with CUs and a General", 5),
    Feature("dispersed_cus", "CUs in the Dispersed Box", 10),
    Feature("major_generals", "Major Generals on the map", 4),
    Feature("minor_generals", "Minor Generals on the map", 4),
    Feature("dispersed_generals", "Generals in the Dispersed Box", 4),
    Feature("best_battle", "the highest Battle Rating of a General on the map", 4),
    Feature("best_initiative", "the lowest Initiative Rating of a General on the map; 0 without one", 4),
    Feature("seniority", "the highest Seniority of a Major General on the map", 20),
    Feature("popularity", "P gained in play", 6),
    Feature("fleets", "Fleets controlled", 8),
    Feature("fleet_strength", "Fleet Strength of those that are not Dispersed", 20),
    Feature("heirs", "heirs controlled", 3),
    Feature("females", "royal women controlled", 3),
    Feature("alexandros", "controls Alexandros: 0 or 1"),
    Feature("philippos", "controls Philippos: 0 or 1"),
    Feature("herakles", "controls Herakles: 0 or 1"),
    Feature("funeral_cart", "controls the Funeral Cart: 0 or 1"),
    Feature("buried_alexander", "buried Alexander in Pella: 0 or 1"),
    Feature("champion", "is a Champion: 0 or 1"),
    Feature("usurper", "is the Usurper: 0 or 1"),
    Feature("cards", "cards in hand", 8),
    Feature("cards_in_front", "cards in front", 4),
    Feature("training", "OPs on the training track", 6),
    Feature("sieges", "spaces with own Siege Points", 4),
    Feature("siege_points", "own Siege Points", 8),
    Feature("battle_lost", "lost a Land Battle in this Game Turn: 0 or 1"),
    Feature("active", "it is this player's Player Turn: 0 or 1"),
    Feature("decides", "has to decide now: 0 or 1"),
    Feature("place_in_order", "0 for the first in Turn Order, 1 for the second, and so on", 4),
)
"""What `seat_features` tells of a player, in this order."""

TABLE: Final = (
    Feature("turn", "the Game Turn; 0 in set-up", 5),
    Feature("round", "the round of the Strategy Phase; 0 outside", 5),
    Feature("rounds_left", "rounds of this Game Turn after this one", 5),
    *(Feature(f"segment_{n}", f"the {n} Segment is under way: 0 or 1") for n in ("surrender", "tyche", "activation",
                                                                              "forage")),
    Feature("players", "how many play", 5),
    Feature("deck", "cards in the draw pile", 70),
    Feature("face_down", "cards that lie face down", 10),
    Feature("vp_to_win", "VP that win at once", 30),
    Feature("legitimacy_to_win", "L that wins at once", 18),
    Feature("hand_ops", "OPs of the viewer's cards", 24),
    Feature("hand_surprises", "the viewer's Surprise cards", 8),
    Feature("cart_on_map", "the Funeral Cart is on the map: 0 or 1"),
    Feature("tomb", "the Tomb stands somewhere: 0 or 1"),
    Feature("independents", "active Independent Armies", 5),
)  # fmt: skip
"""What `table_features` tells, in this order."""

SPACE: Final = (
    *(Feature(f"pc_{n}", f"a PC of {who}: 0 or 1") for n, who in
      [*((i, f"relative seat {i}") for i in range(PLAYERS)), ("independent", "the Independents")]),
    *(Feature(f"{side}_cus_{n}", f"CUs {where} of {who}", 10) for side, where in
      (("land", "on the land"), ("inside", "inside"), ("sea", "at sea")) for n, who in
      [*((i, f"relative seat {i}") for i in range(PLAYERS)), ("independent", "the Independents")]),
    Feature("siege_points", "Siege Points", 4),
    Feature("looted", "looted: 0 or 1"),
)  # fmt: skip
"""What `encode` tells of each space."""

PIECE: Final = (
    *(Feature(f"owner_{i}", f"belongs to relative seat {i}: 0 or 1") for i in range(PLAYERS)),
    Feature("owner_independent", "belongs to the Independents: 0 or 1"),
    Feature("on_land", "on the land of a space: 0 or 1"),
    Feature("inside", "inside a city: 0 or 1"),
    Feature("at_sea", "at sea: 0 or 1"),
    Feature("off_map", "off map: 0 or 1"),
    Feature("dispersed", "Dispersed: 0 or 1"),
    Feature("out", "out of the game: 0 or 1"),
    Feature("box", "in a holding box: 0 or 1"),
    Feature("east", "longitude of its space, 0 in the west of the board to 1 in the east"),
    Feature("north", "latitude of its space, 0 in the south to 1 in the north"),
)
"""What `encode` tells of each General and each member of the royal family."""

FLEET: Final = (
    *(Feature(f"owner_{i}", f"controlled by relative seat {i}: 0 or 1") for i in range(PLAYERS)),
    Feature("upgraded", "upgraded: 0 or 1"),
    Feature("dispersed", "Dispersed: 0 or 1"),
)

CARD: Final = (
    Feature("in_hand", "in the viewer's hand: 0 or 1"),
    Feature("known", "in another hand, and the viewer knows it: 0 or 1"),
    *(Feature(f"front_{i}", f"in front of relative seat {i}: 0 or 1") for i in range(PLAYERS)),
    Feature("discarded", "in the discard pile: 0 or 1"),
    Feature("removed", "out of the game: 0 or 1"),
    Feature("aside", "not part of the deck (yet): 0 or 1"),
)


class Block(NamedTuple):
    """A part of the row that `encode` writes: `rows` times `features`."""

    name: str
    rows: int
    features: tuple[Feature, ...]
    about: str
    first: int
    """Where it begins."""

    @property
    def size(self) -> int:
        return self.rows * len(self.features)


@cache
def procedures() -> dict[str, int]:
    """The number of every procedure that can be under way, by name."""
    return {name: i for i, name in enumerate(sorted({kind.__name__ for kind in FRAMES.values()}))}


@cache
def _blocks(spaces: int, generals: int, royals: int, fleets: int, cards: int) -> tuple[Block, ...]:
    under_way = tuple(Feature(name, "under way: 0 or 1") for name in procedures())
    parts: tuple[tuple[str, int, tuple[Feature, ...], str], ...] = (
        ("table", 1, TABLE, "the whole table"),
        ("seats", PLAYERS, SEAT, "a row per relative seat; zeros where nobody sits"),
        ("spaces", spaces, SPACE, "a row per space, in the order of the board"),
        ("generals", generals, PIECE, "a row per General, in the order of the pieces"),
        ("royals", royals, PIECE, "a row per member of the royal family, the Funeral Cart included"),
        ("fleets", fleets, FLEET, "a row per Fleet"),
        ("cards", cards, CARD, "a row per Tyche card, in the order of their numbers"),
        ("procedures", 1, under_way, "which procedures of the rules are under way"),
    )
    out: list[Block] = []
    first = 0
    for name, rows, features, about in parts:
        out.append(Block(name, rows, features, about, first))
        first += out[-1].size
    return tuple(out)


def blocks(material: Material) -> tuple[Block, ...]:
    """The parts of the row that `encode` writes, in order."""
    pieces = material.pieces
    return _blocks(
        len(material.board.spaces), len(pieces.generals), len(pieces.royals), len(pieces.fleets), len(material.cards)
    )


def size(material: Material) -> int:
    """How long the row is."""
    last = blocks(material)[-1]
    return last.first + last.size


# How the players stand


def seat_features(view: View) -> list[list[float]]:
    """By seat: the numbers of SEAT, unscaled."""
    rows = [dict.fromkeys(NAMES, 0.0) for _ in range(FACTIONS)]
    count_land(view, rows)
    count_troops(view, rows)
    count_generals(view, rows)
    count_household(view, rows)
    p = view.public
    order: Sequence[int] = p["order"]
    for seat in range(p["players"]):
        row = rows[seat]
        row["vp"], row["legitimacy"] = p["vp"][seat], p["legitimacy"][seat]
        row["champion"] = p["champions"] >> seat & 1
        row["usurper"] = p["usurper"] == seat
        row["cards"], row["cards_in_front"] = view.hand_sizes[seat], p["front"][seat].bit_count()
        row["training"] = p["training"][seat][1]
        row["dispersed_cus"] = sum(p["dispersed"][seat])
        row["battle_lost"] = p["battle_lost"] >> seat & 1
        row["active"] = p["active"] == seat
        row["decides"] = view.ask is not None and view.ask.seat == seat
        row["place_in_order"] = order.index(seat) if seat in order else 0
    return [[float(value) for value in row.values()] for row in rows[: p["players"]]]


NAMES: Final = tuple(feature.name for feature in SEAT)
Row = dict[str, float]


def count_land(view: View, rows: list[Row]) -> None:
    p, board = view.public, view.material.board
    for space, owner in enumerate(p["pcs"]):
        if owner >= 0:
            row, facts = rows[owner], board.spaces[space]
            row["pcs"] += 1
            row["major_cities"] += facts.kind == Kind.MAJOR
            row["hellespont"] += facts.hellespont
    for province, owner in enumerate(p["province_owner"]):
        if owner >= 0:
            rows[owner]["provinces"] += 1
            rows[owner]["province_vp"] += board.provinces[province].vp
    for space, points in p["sp"].items():
        owner = p["sp_owner"].get(space, -1)
        if owner >= 0:
            rows[owner]["sieges"] += 1
            rows[owner]["siege_points"] += points


def count_troops(view: View, rows: list[Row]) -> None:
    spaces, strength = len(view.material.board.spaces), view.material.pieces.unit_strength
    commanded: dict[int, int] = {}
    for general, at in enumerate(view.public["generals"]):
        if at >= 0 and view.public["owners"][general] >= 0:
            commanded[at] = commanded.get(at, 0) | 1 << view.public["owners"][general]
    for key, cus in view.public["cus"].items():
        at, faction = divmod(key, FACTIONS)
        row, number = rows[faction], sum(cus)
        for unit in range(UNITS):
            row[UNIT_FEATURE[unit]] += cus[unit]
            row["strength"] += cus[unit] * strength[unit]
        row["cus"] += number
        row["largest_army"] = max(row["largest_army"], number)
        row["cus_inside"] += number if spaces <= at < 2 * spaces else 0
        row["cus_at_sea"] += number if at >= 2 * spaces else 0
        row["armies"] += commanded.get(at, 0) >> faction & 1


UNIT_FEATURE: Final = tuple(f"{unit}_cus" for unit in UNIT_NAME)


def count_generals(view: View, rows: list[Row]) -> None:
    p, pieces = view.public, view.material.pieces
    for general, owner in enumerate(p["owners"]):
        if owner < 0:
            continue
        row, facts, at = rows[owner], pieces.generals[general], p["generals"][general]
        row["popularity"] += p["popularity"][general]
        row["dispersed_generals"] += at == DISPERSED
        if at < 0:
            continue
        major = general < pieces.majors
        row["major_generals" if major else "minor_generals"] += 1
        row["best_battle"] = max(row["best_battle"], facts.battle)
        row["best_initiative"] = min(row["best_initiative"] or facts.initiative, facts.initiative)
        if major:
            row["seniority"] = max(row["seniority"], facts.seniority)


def count_household(view: View, rows: list[Row]) -> None:
    p, pieces = view.public, view.material.pieces
    for fleet, owner in enumerate(p["fleet_owner"]):
        if owner >= 0:
            facts, side = pieces.fleets[fleet], p["fleet_side"][fleet]
            rows[owner]["fleets"] += 1
            if not side & FLEET_DISPERSED:
                rows[owner]["fleet_strength"] += facts.upgraded if side & UPGRADED else facts.normal
    for royal, owner in numbered(RoyalId, p["royal_owner"]):
        if owner >= 0 and p["royals"][royal] != OUT:
            rows[owner]["heirs"] += royal in HEIRS
            rows[owner]["females"] += royal in FEMALES
            if royal in OWN_FEATURE:
                rows[owner][OWN_FEATURE[royal]] = 1
    if p["tomb_burier"] >= 0:
        rows[p["tomb_burier"]]["buried_alexander"] = 1


OWN_FEATURE: Final = {
    Royal.ALEXANDROS: "alexandros",
    Royal.PHILIPPOS: "philippos",
    Royal.HERAKLES: "herakles",
    Royal.FUNERAL_CART: "funeral_cart",
}


def table_features(view: View) -> list[float]:
    """The numbers of TABLE, unscaled."""
    p, e, cards = view.public, view.material.edition, view.material.cards
    players: int = p["players"]
    hand = members(view.hand)
    return [
        float(value)
        for value in (
            p["turn"],
            p["round"],
            e.rounds[players] - p["round"] if p["round"] else 0,
            *(p["segment"] == segment for segment in range(SEGMENTS)),
            players,
            view.deck_size,
            view.face_down_size,
            e.victory_vp[players],
            e.victory_legitimacy,
            sum(cards[card].ops for card in hand),
            (view.hand & view.material.surprises).bit_count(),
            p["royals"][Royal.FUNERAL_CART] >= 0,
            p["tomb"] >= 0,
            p["independents_active"].bit_count(),
        )
    ]


# The whole view


def encode(view: View) -> "array[float]":
    """The whole view as a row of 32-bit floats; `blocks` tells what stands where."""
    row = array("f", bytes(4 * size(view.material)))
    parts = {block.name: block for block in blocks(view.material)}
    number = procedures()
    seen = Relative(view)
    write(row, parts["table"], 0, table_features(view))
    for seat, values in enumerate(seat_features(view)):
        write(row, parts["seats"], seen.seat[seat], values)
    write_spaces(row, parts["spaces"].first, view, seen)
    write_pieces(row, parts["generals"].first, view, seen, view.public["generals"], view.public["owners"])
    write_pieces(row, parts["royals"].first, view, seen, view.public["royals"], view.public["royal_owner"])
    write_fleets(row, parts["fleets"].first, view, seen)
    write_cards(row, parts["cards"].first, view, seen)
    for frame in view.public["agenda"]:
        row[parts["procedures"].first + number[type(frame).__name__]] = 1.0
    return row


class Relative:
    """The seats as the viewer counts them."""

    def __init__(self, view: View) -> None:
        players, first = view.public["players"], max(view.seat, 0)
        self.seat = {seat: (seat - first) % players for seat in range(players)}
        self.faction = {**self.seat, INDEPENDENT: PLAYERS}


def write(row: "array[float]", block: Block, number: int, values: list[float]) -> None:
    first = block.first + number * len(block.features)
    for i, (value, feature) in enumerate(zip(values, block.features, strict=True)):
        row[first + i] = value / feature.scale


SPACE_CUS: Final = (FACTIONS, 2 * FACTIONS, 3 * FACTIONS)
SPACE_POINTS: Final = 4 * FACTIONS
CU_SCALE: Final = SPACE[FACTIONS].scale
POINT_SCALE: Final = SPACE[SPACE_POINTS].scale


def write_spaces(row: "array[float]", first: int, view: View, seen: Relative) -> None:
    p, spaces, width = view.public, len(view.material.board.spaces), len(SPACE)
    for space, owner in enumerate(p["pcs"]):
        if owner >= 0:
            row[first + space * width + seen.faction[owner]] = 1.0
    for key, cus in p["cus"].items():
        at, faction = divmod(key, FACTIONS)
        side, space = divmod(at, spaces)
        row[first + space * width + SPACE_CUS[side] + seen.faction[faction]] = sum(cus) / CU_SCALE
    for space, points in p["sp"].items():
        row[first + space * width + SPACE_POINTS] = points / POINT_SCALE
    for space in members(p["looted"]):
        row[first + space * width + SPACE_POINTS + 1] = 1.0


def write_pieces(
    row: "array[float]", first: int, view: View, seen: Relative, places: list[int], owners: list[int]
) -> None:
    spaces, width = view.material.board.spaces, len(PIECE)
    west, south, wide, high = extent(view.material)
    for piece, (at, owner) in enumerate(zip(places, owners, strict=True)):
        start = first + piece * width
        if owner >= 0:
            row[start + seen.faction[owner]] = 1.0
        if at < 0:
            row[start + FACTIONS + 3 + PLACES.index(at)] = 1.0
            continue
        side, number = divmod(at, len(spaces))
        row[start + FACTIONS + side] = 1.0
        row[start + width - 2] = (spaces[number].lon - west) / wide
        row[start + width - 1] = (spaces[number].lat - south) / high


_EXTENT: dict[str, tuple[float, float, float, float]] = {}
"""By the material's digest."""


def extent(material: Material) -> tuple[float, float, float, float]:
    """West, south, and how wide and high the board is, in degrees."""
    found = _EXTENT.get(material.digest)
    if found is None:
        lons, lats = [s.lon for s in material.board.spaces], [s.lat for s in material.board.spaces]
        found = _EXTENT[material.digest] = min(lons), min(lats), max(lons) - min(lons), max(lats) - min(lats)
    return found


def write_fleets(row: "array[float]", first: int, view: View, seen: Relative) -> None:
    p, width = view.public, len(FLEET)
    for fleet, (owner, side) in enumerate(zip(p["fleet_owner"], p["fleet_side"], strict=True)):
        if owner in seen.seat:
            row[first + fleet * width + seen.seat[owner]] = 1.0
        row[first + fleet * width + PLAYERS] = float(bool(side & UPGRADED))
        row[first + fleet * width + PLAYERS + 1] = float(bool(side & FLEET_DISPERSED))


def write_cards(row: "array[float]", first: int, view: View, seen: Relative) -> None:
    p, width = view.public, len(CARD)
    known = 0
    for _, card in view.known:
        known |= 1 << card
    masks = [view.hand, known, *[0] * PLAYERS, p["discard"], p["removed"], p["aside"]]
    for seat, front in enumerate(p["front"]):
        masks[2 + seen.seat[seat]] = front
    for place, mask in enumerate(masks):
        for card in members(mask):
            row[first + card * width + place] = 1.0
