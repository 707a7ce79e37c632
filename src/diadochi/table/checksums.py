"""Checksums of what is stored, so that damage is found when it is read and not when it is played on."""

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from diadochi.table.rows import EntryRow, Header

encode = msgspec.json.Encoder().encode
LENGTH = 32
"""Of a checksum as a text."""


def of_state(game: str, version: int, engine: str, state: bytes) -> str:
    """Ties a stored position to its game, its version and the engine that goes on with it."""
    return _sum(f"{game} {version} {engine} ".encode(), state)


def of_snapshot(game: str, version: int, state: bytes) -> str:
    return _sum(f"{game} {version} ".encode(), state)


def of_entry(game: str, entry: EntryRow) -> str:
    columns = entry.version, entry.seat, entry.action, entry.action_id, entry.body, entry.reason
    return of_columns(game, columns)


def of_columns(game: str, columns: Sequence[object]) -> str:
    """The same of an entry's columns in their order: a whole log is looked through without a row for each."""
    return blake2b(encode((game, *columns)), digest_size=LENGTH // 2).hexdigest()


def of_answer(game: str, version: int, seat: int, action: str, action_id: str | None) -> str:
    return _sum(encode((game, version, seat, action, action_id)))


def is_sound(header: Header) -> bool:
    return header.checksum == of_state(header.id, header.version, header.engine, header.state)


def _sum(*parts: bytes) -> str:
    return blake2b(b"".join(parts), digest_size=LENGTH // 2).hexdigest()
