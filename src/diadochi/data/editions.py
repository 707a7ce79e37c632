"""editions.json: what differs between the editions, as values."""

from dataclasses import MISSING, fields
from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, by_name
from diadochi.model.board import Board
from diadochi.model.edition import COMPLETE, STEPS, WORDS, Edition, mask
from diadochi.model.options import OPTION_OF_NAME
from diadochi.model.pieces import ROYAL_NAME, UNIT_NAME

FILE = "editions.json"
PLAYERS = (2, 3, 4, 5)
BY_PLAYERS = ("rounds", "hand", "face_down", "revealed_per_round", "generals_each", "victory_vp")
NAMED = ("id", "name", "playable")
OPTIONS = ("options", "standard_options")
NUMBERS = tuple(f.name for f in fields(Edition) if f.type is int and f.name not in OPTIONS)
"""Whole numbers, ids of spaces and Provinces among them."""
FLAGS = tuple(f.name for f in fields(Edition) if f.type is bool)
DEFAULT = frozenset(f.name for f in fields(Edition) if f.default is not MISSING or f.default_factory is not MISSING)
"""The fields that a file need not name."""
SPACES = ("pella", "babylon", "pergamon", "herakles_comes_to")
PROVINCES = ("makedonia",)
FACTS = tuple(f.name for f in fields(Edition) if f.name not in NAMED)


def load_edition(raw: dict[str, Any], edition: str, board: Board) -> Edition:
    file = Entry(FILE, "", raw)
    if edition not in raw or edition in ("about", "note"):
        names = ", ".join(key for key in raw if key not in ("about", "note"))
        file.fail(say("error.no_such_edition", edition=repr(edition)), say("error.choose_one", names=names))
    entry = file.entry(edition)
    players = _players(entry)
    facts: dict[str, Any] = {"players": players}
    for field in fields(Edition):
        if field.name not in ("id", "players") and (field.name not in DEFAULT or entry.has(field.name)):
            facts[field.name] = _value(entry, field.name, board, players)
    entry.words("provenance", FACTS)
    entry.done()
    return Edition(id=edition, **facts)


def _players(entry: Entry) -> tuple[int, ...]:
    if not entry.has("players"):
        return PLAYERS
    players = entry.numbers("players", PLAYERS[0], PLAYERS[-1])
    if not players or list(players) != sorted(set(players)):
        entry.fail(say("error.players_order"), say("error.name_each_number_players"))
    return players


def _value(entry: Entry, key: str, board: Board, players: tuple[int, ...]) -> Any:
    """The field as the engine holds it."""
    if key in WORDS:
        return entry.one_of(key, {word: word for word in WORDS[key]})
    if key in STEPS:
        return _steps(entry, key)
    if key in FLAGS:
        return entry.flag(key)
    if key in SPACES:
        return entry.one_of(key, board.space_index)
    if key in PROVINCES:
        return entry.one_of(key, board.province_index)
    if key in NUMBERS:
        return entry.number(key, 0, 99)
    if key in BY_PLAYERS:
        return _by_players(entry.entry(key), players)
    if key in OPTIONS:
        return mask(*entry.ids(key, {name: name for name in OPTION_OF_NAME}))
    return _special(entry, key, board)


def _special(entry: Entry, key: str, board: Board) -> Any:
    if key == "name":
        return entry.text(key)
    if key == "regency_heir":
        return _regency(entry.entry(key))
    if key == "training_cost":
        return _training(entry.entry(key))
    if key == "generals_each_second":
        second = entry.entry(key)
        return _by_players(second, tuple(players for players in PLAYERS if second.has(str(players))))
    if key in ("lord_of_asia", "cavalry_provinces"):
        return entry.ids(key, board.province_index)
    if key == "treasure_cities":
        return entry.ids(key, board.space_index)
    if key == "cavalry_bonus":
        groups = [Entry(FILE, f"{entry.name}, {key}", {key: group}) for group in entry.items(key)]
        return tuple(group.ids(key, board.province_index) for group in groups)
    if key == "siege_points_major":
        return entry.numbers(key, 1, 6, length=3)
    return entry.numbers(key, 1, 9)


def _steps(entry: Entry, key: str) -> tuple[str, ...]:
    steps = entry.ids(key, {step: step for step in STEPS[key]})
    missing = [step for step in STEPS[key] if step not in steps]
    if key in COMPLETE and missing:
        entry.fail(say("error.lacks_step", what=key, missing=missing[0]), say("error.name_every_step_once"))
    return steps


def _by_players(entry: Entry, players: tuple[int, ...]) -> dict[int, int]:
    out = {number: entry.number(str(number), 0, 99) for number in players}
    entry.done()
    return out


def _regency(entry: Entry) -> dict[int, int]:
    """3.2: the heir of the Regency check by Game Turn."""
    heirs = {turn: entry.one_of(str(turn), by_name(ROYAL_NAME)) for turn in range(1, 10) if entry.has(str(turn))}
    entry.done()
    return heirs


def _training(entry: Entry) -> dict[int, int]:
    units = by_name(UNIT_NAME)
    costs = {units[key]: entry.number(key, 1, 99) for key in entry.raw if key in units}
    entry.done()
    return costs
