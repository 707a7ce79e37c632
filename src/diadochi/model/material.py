"""Everything a game is played with: one immutable value, made by `diadochi.data`."""

from dataclasses import dataclass

from diadochi.model.board import Board
from diadochi.model.cards import Card
from diadochi.model.edition import Edition
from diadochi.model.pieces import Pieces
from diadochi.model.tables import Tables


@dataclass(frozen=True, slots=True)
class Material:
    board: Board
    pieces: Pieces
    cards: tuple[Card, ...]
    tables: Tables
    edition: Edition
    digest: str
    """SHA-256 of the data it was made from, patches included."""
