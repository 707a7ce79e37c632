"""Checksums of what is stored, so that damage is found when it is read and not when it is played on."""

from hashlib import blake2b

import msgspec

from diadochi.table.rows import EntryRow, Header

LENGTH = 32
"""Of a checksum as a text."""


def of_state(game: str, version: int, engine: str, state: bytes) -> str:
    """Ties a stored position to its game, its version and the engine that goes on with it."""
    return _sum(f"{game} {version} {engine} ".encode(), state)


def of_snapshot(game: str, version: int, state: bytes) -> str:
    return _sum(f"{game} {version} ".encode(), state)


def of_entry(game: str, entry: EntryRow) -> str:
    told = (game, entry.version, entry.seat, entry.action, entry.action_id, entry.body, entry.reason)
    return _sum(msgspec.json.encode(told))


def is_sound(header: Header) -> bool:
    return header.checksum == of_state(header.id, header.version, header.engine, header.state)


def _sum(*parts: bytes) -> str:
    return blake2b(b"".join(parts), digest_size=LENGTH // 2).hexdigest()
