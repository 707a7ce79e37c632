"""The game's facts as validated, immutable values, read from data files that a player may correct."""

from functools import cache
from pathlib import Path

from diadochi.data.board import load_board
from diadochi.data.cards import load_cards
from diadochi.data.checks import Check, Constraint, read_checks, read_constraints
from diadochi.data.coastline import Coastline, read_coastline
from diadochi.data.editions import load_edition
from diadochi.data.errors import DataError
from diadochi.data.files import Data, correction_folder, digest_of, read_all, read_file, read_patch
from diadochi.data.identity import keep_ids
from diadochi.data.patch import apply
from diadochi.data.pieces import load_pieces
from diadochi.data.provenance import Fact, ProvenanceReport, facts_of
from diadochi.data.tables import load_tables
from diadochi.model.material import Material

__all__ = [
    "Check",
    "Constraint",
    "DataError",
    "Fact",
    "ProvenanceReport",
    "load_checks",
    "load_coastline",
    "load_constraints",
    "load_material",
    "provenance_report",
    "summary",
]

DEFAULT = "deluxe"


def load_material(edition: str = DEFAULT, folder: Path | None = None) -> Material:
    """Everything a game is played with.

    `folder` (or the environment's DIADOCHI_DATA) holds data files that replace ours, or a
    `patch.json` that changes single entries. Raises DataError, naming file, entry and remedy.
    """
    corrections = correction_folder(folder)
    return _ours(edition) if corrections is None else _corrected(corrections, edition)[1]


def load_coastline(folder: Path | None = None) -> Coastline:
    """The land of the region: polygons of rings of (longitude, latitude)."""
    return read_coastline(read_file("coastline", correction_folder(folder)))


def load_checks(folder: Path | None = None) -> tuple[Check, ...]:
    """What the rulebooks' examples say about the map."""
    return read_checks(_corrected(correction_folder(folder))[0]["board"])


def load_constraints(folder: Path | None = None) -> tuple[Constraint, ...]:
    """What the rulebooks' examples say about the tables."""
    return read_constraints(_corrected(correction_folder(folder))[0]["tables"])


def provenance_report(folder: Path | None = None) -> ProvenanceReport:
    """How we know each fact: which are stated, and which are our own."""
    corrections = correction_folder(folder)
    coastline = read_file("coastline", corrections)
    read_coastline(coastline)
    data = {**_corrected(corrections)[0], "coastline": coastline}
    return ProvenanceReport(tuple(f for name, raw in data.items() for f in facts_of(f"{name}.json", raw)))


@cache
def _ours(edition: str) -> Material:
    return _corrected(None, edition)[1]


def _corrected(folder: Path | None, edition: str = DEFAULT) -> tuple[Data, Material]:
    """The files with the folder's patch applied; the files are checked before the patch and after it."""
    data = read_all(folder)
    patch = read_patch(folder)
    material = _material(data, edition)
    if patch:
        apply(data, patch)
        material = _material(data, edition)
    return data, material


def _material(raw: Data, edition: str) -> Material:
    data = keep_ids(raw)
    board = load_board(data["board"])
    values = load_edition(data["editions"], edition, board)
    pieces = load_pieces(data["pieces"], board)
    return Material(
        board=board,
        pieces=pieces,
        cards=load_cards(data["cards"], board, pieces),
        tables=load_tables(data["tables"], board, values.minimum_army),
        edition=values,
        digest=digest_of(data, edition),
    ).complete()


def summary(material: Material) -> str:
    """One line with the counts of the files."""
    board, pieces = material.board, material.pieces
    return (
        f"{len(board.provinces)} provinces, {len(board.spaces)} spaces, {len(board.paths)} paths, "
        f"{pieces.majors} generals, {len(pieces.independents)} independent armies, "
        f"{len(pieces.fleets)} fleets, {len(material.cards)} cards"
    )
