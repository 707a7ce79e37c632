"""What can be wrong with a database, as a sentence for people and one for the operator."""

import logging
import time

import sqlalchemy as sa

from diadochi.errors import GameError

LOG = logging.getLogger("diadochi.table")
REPEAT_SECONDS = 10.0
AGAIN = "Nothing that was acknowledged is lost. Try again later: what you send twice is done once"

TROUBLES = (
    (("newer diadochi",), "a newer server has taken over here; load the page again", "end this server"),
    (("is full", "no space left"), "the server's disk is full, so nothing can be kept", "make room on the disk"),
    (
        ("readonly", "read-only", "permission denied"),
        "the server cannot write its games",
        "the database or its disk is read-only: look at its permissions and how it is mounted",
    ),
    (
        ("is locked", "lock timeout", "deadlock"),
        "another program holds the games",
        "end whatever else has the database open",
    ),
    (
        ("malformed", "not a database", "checksum", "invalid page"),
        "the file with the games is damaged",
        "restore a backup, or save what is left with: sqlite3 FILE .recover",
    ),
    (("no such table", "no such column"), "the games have been replaced", "name the right --database and start again"),
    (("disk i/o", "input/output"), "the server's disk does not work", "look at the disk, then start the server again"),
    (("unable to open",), "the games cannot be opened", "look at --database, its folder and their permissions"),
    (("timeout", "timed out", "queuepool"), "the database takes too long", "look at what keeps it busy"),
    (
        ("connect", "shutting down", "starting up", "ssl", "eof", "could not receive"),
        "the database does not answer",
        "look whether PostgreSQL runs and can be reached; this server goes on by itself when it does",
    ),
)
UNKNOWN = ("the database cannot be used just now", "look at the reason")


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
    """What people are told, and what the operator should do."""
    reason = str(getattr(error, "orig", None) or error).lower()
    for words, people, remedy in TROUBLES:
        if any(word in reason for word in words):
            return people, remedy
    return UNKNOWN


def store_error(error: sa.exc.SQLAlchemyError) -> StoreError:
    """The same as a sentence; the operator is told too, but not again and again."""
    people, remedy = sentences(error)
    tell_operator(f"{people} ({reason_of(error)}): {remedy}")
    return StoreError(f"{people}. {AGAIN}")


_told: dict[str, float] = {}


def tell_operator(sentence: str) -> None:
    if time.monotonic() - _told.get(sentence, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _told[sentence] = time.monotonic()
        LOG.error("%s", sentence)
