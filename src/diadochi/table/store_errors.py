"""What can be wrong with a database, as a sentence for people and one for the operator."""

import logging
import time

import sqlalchemy as sa

from diadochi.catalogue import ENGLISH, read_in, say
from diadochi.errors import GameError

LOG = logging.getLogger("diadochi.table")
REPEAT_SECONDS = 10.0

TROUBLES = (
    (("newer diadochi",), "newer"),
    (("is full", "no space left"), "full"),
    (("readonly", "read-only", "permission denied"), "read_only"),
    (("is locked", "lock timeout", "deadlock"), "locked"),
    (("malformed", "not a database", "checksum", "invalid page"), "damaged"),
    (("no such table", "no such column"), "replaced"),
    (("disk i/o", "input/output"), "disk"),
    (("unable to open",), "unopened"),
    (("timeout", "timed out", "queuepool"), "slow"),
    (("connect", "shutting down", "starting up", "ssl", "eof", "could not receive"), "silent"),
)
"""What a database's own words tell: the texts are under error.store and error.remedy."""
UNKNOWN = "unknown"


class StoreError(GameError):
    """The database cannot be used; the text says what to do."""


class DamagedError(GameError):
    """What is stored of a game is not what was written."""


def reason_of(error: BaseException) -> str:
    """One line, without statement and parameters."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__


def trouble(error: BaseException) -> str:
    """Which of them it is."""
    reason = str(getattr(error, "orig", None) or error).lower()
    return next((name for words, name in TROUBLES if any(word in reason for word in words)), UNKNOWN)


def store_error(error: sa.exc.SQLAlchemyError) -> StoreError:
    """The same as a sentence; the operator is told too, but not again and again."""
    name = trouble(error)
    with read_in(ENGLISH):
        tell_operator(say("error.trouble", reason=reason_of(error), remedy=say(f"error.remedy.{name}")))
    return StoreError(f"error.store.{name}")


_told: dict[str, float] = {}


def tell_operator(sentence: str) -> None:
    if time.monotonic() - _told.get(sentence, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _told[sentence] = time.monotonic()
        LOG.error("%s", sentence)
