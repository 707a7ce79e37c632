"""editions.json: what differs between the editions, as values."""

from typing import Any

from diadochi.data.entry import Entry, by_name
from diadochi.model.board import Board
from diadochi.model.edition import Edition
from diadochi.model.pieces import Royal, Unit

FILE = "editions.json"
PLAYERS = ("2", "3", "4", "5")
BY_PLAYERS = ("rounds", "hand", "face_down", "revealed_per_round", "generals_each", "victory_vp")
NUMBERS = (
    "turns",
    "victory_legitimacy",
    "victory_from_turn",
    "lord_of_asia_vp",
    "largest_fleet_vp",
    "largest_fleet_minimum",
    "hellespont_vp",
    "capital_vp",
    "champion_legitimacy",
    "makedonia_legitimacy",
    "tomb_legitimacy",
    "tomb_pella_legitimacy",
    "cart_until_turn",
    "cart_moves_from_turn",
    "reinforcements_from_turn",
    "mercenaries_each",
    "mercenaries_most_vp",
    "mercenaries_most_vp_tied",
    "loyal_makedonia",
    "loyal_most_legitimacy",
    "reinforcement_cap",
    "upgrade_ops",
    "recruit_ops",
    "recruit_relaxed_from_turn",
    "place_pc_range",
    "forage_limit",
    "forage_limit_transit",
    "inside_limit",
    "naval_limit",
    "overrun_ratio",
    "sacred_ground",
    "independent_mps",
    "minimum_army",
    "stronghold_column",
    "pc_removal_cost",
    "general_killed_roll",
)
FACTS = (
    *BY_PLAYERS, *NUMBERS, "regency_heir", "lord_of_asia", "makedonia", "pella", "babylon", "pergamon", "burial_turns",
    "cavalry_provinces", "training_cost",
)  # fmt: skip


def load_edition(raw: dict[str, Any], edition: str, board: Board) -> Edition:
    file = Entry(FILE, "", raw)
    if edition not in raw or edition in ("about", "note"):
        names = ", ".join(key for key in raw if key not in ("about", "note"))
        file.fail(f"there is no edition {edition!r}", f"Choose one of: {names}")
    entry = file.entry(edition)
    facts: dict[str, Any] = {key: entry.number(key, 0, 99) for key in NUMBERS}
    for key in BY_PLAYERS:
        part = entry.entry(key)
        facts[key] = {int(players): part.number(players, 0, 99) for players in PLAYERS}
        part.done()
    result = Edition(
        id=edition,
        name=entry.text("name"),
        regency_heir=_regency(entry.entry("regency_heir")),
        lord_of_asia=entry.ids("lord_of_asia", board.province_index),
        makedonia=entry.one_of("makedonia", board.province_index),
        pella=entry.one_of("pella", board.space_index),
        babylon=entry.one_of("babylon", board.space_index),
        pergamon=entry.one_of("pergamon", board.space_index),
        cavalry_provinces=entry.ids("cavalry_provinces", board.province_index),
        burial_turns=entry.numbers("burial_turns", 1, 9),
        training_cost=_training(entry.entry("training_cost")),
        **facts,
    )
    entry.words("provenance", FACTS)
    entry.done()
    return result


def _regency(entry: Entry) -> dict[int, int]:
    """3.2: the heir of the Regency check by Game Turn."""
    heirs = {turn: entry.one_of(str(turn), by_name(Royal)) for turn in range(1, 10) if entry.has(str(turn))}
    entry.done()
    return {turn: int(heir) for turn, heir in heirs.items()}


def _training(entry: Entry) -> dict[int, int]:
    units = by_name(Unit)
    costs = {int(units[key]): entry.number(key, 1, 99) for key in entry.raw if key in units}
    entry.done()
    return costs
