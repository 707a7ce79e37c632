"""The game's facts as validated, immutable values, read from data files that a player may correct."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from diadochi.catalogue import say
from diadochi.data.board import load_board
from diadochi.data.cards import load_cards
from diadochi.data.checks import Check, Constraint, read_checks, read_constraints
from diadochi.data.coastline import Coastline, read_coastline
from diadochi.data.editions import load_edition
from diadochi.data.errors import DataError, RulingError
from diadochi.data.files import BASE, Data, correction_folder, digest_of, read_file, read_patch
from diadochi.data.identity import keep_ids
from diadochi.data.patch import apply
from diadochi.data.pieces import load_pieces
from diadochi.data.provenance import Fact, ProvenanceReport, facts_of
from diadochi.data.rulebook import Rulebook, load_rulebook
from diadochi.data.sources import ours_of, read_all
from diadochi.data.tables import load_tables
from diadochi.model.edition import Edition
from diadochi.model.material import Material
from diadochi.model.rulings import RULING_OF_NAME, with_rulings

__all__ = [
    "BASE",
    "Check",
    "Constraint",
    "DataError",
    "Fact",
    "ProvenanceReport",
    "RulingError",
    "check_rulings",
    "load_checks",
    "load_coastline",
    "load_constraints",
    "load_material",
    "provenance_report",
    "ruled",
    "summary",
]


Rulings = tuple[tuple[str, str], ...]
RULED = 64
"""Sets of rulings that are kept: there are thousands, and anybody may begin a game with any of them."""


def load_material(
    edition: str = BASE, folder: Path | None = None, rulings: Mapping[str, str] | None = None
) -> Material:
    """Everything a game is played with; `rulings` are readings that the table plays in another way.

    `folder` (or the environment's DIADOCHI_DATA) holds data files that replace ours, or a
    `patch.json` that changes single entries; those of another edition than the first lie in a folder in it that has
    the edition's name. Raises DataError, naming file, entry and remedy.
    """
    corrections = correction_folder(folder, edition)
    material = _ours(edition) if corrections is None else _corrected(corrections, edition)[1]
    if not rulings:
        return material
    chosen = check_rulings(material.edition, rulings)
    return _ours_ruled(edition, chosen) if corrections is None else _ruled(material, chosen)


def ruled(material: Material, rulings: Mapping[str, str]) -> Material:
    """The material with exactly these rulings."""
    if material.rulings:
        if dict(material.rulings) != rulings:
            raise RulingError(say("error.was_played_other_rulings"))
        return material
    return _ruled(material, check_rulings(material.edition, rulings))


def check_rulings(edition: Edition, rulings: Mapping[str, str]) -> Rulings:
    """The rulings that differ from the edition, in our order; a RulingError says what cannot be chosen."""
    for name, value in rulings.items():
        ruling = RULING_OF_NAME.get(name)
        if ruling is None:
            raise RulingError(say("error.ruling_choose_among", name=repr(name), ruling_of_name=list(RULING_OF_NAME)))
        if value not in ruling.values:
            raise RulingError(
                say("error.ruling_cannot_choose_among", name=name, value=repr(value), values=list(ruling.values))
            )
    return tuple(
        (name, rulings[name])
        for name, ruling in RULING_OF_NAME.items()
        if name in rulings and rulings[name] != ruling.value_in(edition)
    )


def load_coastline(folder: Path | None = None) -> Coastline:
    """The land of the region: polygons of rings of (longitude, latitude)."""
    return read_coastline(read_file("coastline", correction_folder(folder)))


def load_checks(folder: Path | None = None, edition: str = BASE) -> tuple[Check, ...]:
    """What the rulebooks' examples say about the map."""
    return read_checks(_corrected(correction_folder(folder, edition), edition)[0]["board"])


def load_constraints(folder: Path | None = None, edition: str = BASE) -> tuple[Constraint, ...]:
    """What the rulebooks' examples say about the tables."""
    return read_constraints(_corrected(correction_folder(folder, edition), edition)[0]["tables"])


def provenance_report(folder: Path | None = None, edition: str = BASE) -> ProvenanceReport:
    """How we know each fact: which are stated, and which are our own."""
    corrections = correction_folder(folder, edition)
    coastline = read_file("coastline", correction_folder(folder))
    read_coastline(coastline)
    data = {**_corrected(corrections, edition)[0], "coastline": coastline}
    return ProvenanceReport(tuple(f for name, raw in data.items() for f in facts_of(f"{name}.json", raw)))


@cache
def _ours(edition: str) -> Material:
    return _corrected(None, edition)[1]


@lru_cache(maxsize=RULED)
def _ours_ruled(edition: str, rulings: Rulings) -> Material:
    return _ruled(_ours(edition), rulings)


def _ruled(material: Material, rulings: Rulings) -> Material:
    if not rulings:
        return material
    return replace(material, edition=with_rulings(material.edition, rulings), rulings=rulings)


def _corrected(folder: Path | None, edition: str) -> tuple[Data, Material]:
    """The files with the folder's patch applied; the files are checked before the patch and after it."""
    data = read_all(folder, edition)
    patch = read_patch(folder)
    material = _material(data, edition)
    if patch:
        apply(data, patch)
        material = _material(data, edition)
    return data, material


@cache
def _book(edition: str) -> Rulebook:
    """The edition's book of rules, for the numbers of its rules; the first edition's are those that the code cites."""
    return Rulebook(()) if edition == BASE else load_rulebook(edition=edition)


def _material(raw: Data, edition: str) -> Material:
    data = keep_ids(raw, ours_of(edition))
    board = load_board(data["board"])
    values = load_edition(data["editions"], edition, board)
    pieces = load_pieces(data["pieces"], board, values.players)
    return Material(
        board=board,
        pieces=pieces,
        cards=load_cards(data["cards"], board, pieces),
        tables=load_tables(data["tables"], board, values.minimum_army),
        edition=values,
        digest=digest_of(data, edition),
        letter=_book(edition).letter,
        citations=dict(_book(edition).citations),
    )


def summary(material: Material) -> str:
    """One line with the counts of the files."""
    board, pieces = material.board, material.pieces
    return say(
        "command.data_summary",
        provinces=len(board.provinces),
        spaces=len(board.spaces),
        paths=len(board.paths),
        generals=pieces.majors,
        armies=len(pieces.independents),
        fleets=len(pieces.fleets),
        cards=len(material.cards),
    )
