"""The game's facts as validated, immutable values, read from data files that a player may correct."""

from functools import cache
from pathlib import Path

from diadochi.data.board import load_board
from diadochi.data.cards import load_cards
from diadochi.data.editions import load_edition
from diadochi.data.errors import DataError
from diadochi.data.files import correction_folder, digest_of, read_all
from diadochi.data.identity import keep_ids
from diadochi.data.pieces import load_pieces
from diadochi.data.tables import load_tables
from diadochi.model.material import Material

__all__ = ["DataError", "load_material", "summary"]


def load_material(edition: str = "deluxe", folder: Path | None = None) -> Material:
    """Everything a game is played with.

    `folder` (or the environment's DIADOCHI_DATA) holds data files that replace ours, or a
    `patch.json` that changes single entries. Raises DataError, naming file, entry and remedy.
    """
    corrections = correction_folder(folder)
    return _ours(edition) if corrections is None else _load(edition, corrections)


@cache
def _ours(edition: str) -> Material:
    return _load(edition, None)


def _load(edition: str, folder: Path | None) -> Material:
    data = keep_ids(read_all(folder))
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
    )


def summary(material: Material) -> str:
    """One line with the counts of the files."""
    board, pieces = material.board, material.pieces
    return (
        f"{len(board.provinces)} provinces, {len(board.spaces)} spaces, {len(board.paths)} paths, "
        f"{pieces.majors} generals, {len(pieces.independents)} independent armies, "
        f"{len(pieces.fleets)} fleets, {len(material.cards)} cards"
    )
