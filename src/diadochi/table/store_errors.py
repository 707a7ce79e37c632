"""What can be wrong with a database, as a sentence for people and one for the operator."""

import logging
import time

import sqlalchemy as sa

from diadochi.catalogue import ENGLISH, catalogue
from diadochi.errors import GameError

LOG = logging.getLogger("diadochi.table")
REPEAT_SECONDS = 10.0

TROUBLES = (
    (("newer diadochi",), "error.store.newer", "end this server"),
    (("is full", "no space left"), "error.store.full", "make room on the disk"),
    (
        ("readonly", "read-only", "permission denied"),
        "error.store.read_only",
        "the database or its disk is read-only: look at its permissions and how it is mounted",
    ),
    (
        ("is locked", "lock timeout", "deadlock"),
        "error.store.locked",
        "end whatever else has the database open",
    ),
    (
        ("malformed", "not a database", "checksum", "invalid page"),
        "error.store.damaged",
        "restore a backup, or save what is left with: sqlite3 FILE .recover",
    ),
    (("no such table", "no such column"), "error.store.replaced", "name the right --database and start again"),
    (("disk i/o", "input/output"), "error.store.disk", "look at the disk, then start the server again"),
    (("unable to open",), "error.store.unopened", "look at --database, its folder and their permissions"),
    (("timeout", "timed out", "queuepool"), "error.store.slow", "look at what keeps it busy"),
    (
        ("connect", "shutting down", "starting up", "ssl", "eof", "could not receive"),
        "error.store.silent",
        "look whether PostgreSQL runs and can be reached; this server goes on by itself when it does",
    ),
)
UNKNOWN = ("error.store.unknown", "look at the reason")


class StoreError(GameError):
    """The database cannot be used; the text says what to do."""


class DamagedError(GameError):
    """What is stored of a game is not what was written."""


def reason_of(error: BaseException) -> str:
    """One line, without statement and parameters."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__


def sentences(error: BaseException) -> tuple[str, str]:
    """The key of what people are told, and what the operator should do."""
    reason = str(getattr(error, "orig", None) or error).lower()
    for words, people, remedy in TROUBLES:
        if any(word in reason for word in words):
            return people, remedy
    return UNKNOWN


def store_error(error: sa.exc.SQLAlchemyError) -> StoreError:
    """The same as a sentence; the operator is told too, but not again and again."""
    people, remedy = sentences(error)
    told = catalogue(ENGLISH).say(people).partition(".")[0]
    tell_operator(f"{told} ({reason_of(error)}): {remedy}")
    return StoreError(people)


_told: dict[str, float] = {}


def tell_operator(sentence: str) -> None:
    if time.monotonic() - _told.get(sentence, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _told[sentence] = time.monotonic()
        LOG.error("%s", sentence)
