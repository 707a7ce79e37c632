"""One server uses one SQLite file: a lock of the operating system, which also ends when the server is killed."""

import os
import sys
from pathlib import Path
from typing import IO

from diadochi.system_errors import reason
from diadochi.table.store_errors import StoreError

PRIVATE = 0o600
BEYOND = 1 << 30
"""On Windows what is locked cannot be read, so a byte is locked where nothing is written."""


class Claim:
    """Held from the start of a server to its end. PostgreSQL has no file, and needs none."""

    def __init__(self, database: Path | None, address: str) -> None:
        self._file: IO[str] | None = None
        if database is None:
            return
        try:
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
            file = os.fdopen(os.open(f"{database}.lock", flags, PRIVATE), "a+", encoding="utf-8")
            keep_private(file)
        except OSError as error:
            raise StoreError("error.cannot_open", database=database, reason=reason(error)) from None
        if not lock(file):
            with file:
                file.seek(0)
                raise taken(database, file.read().strip())
        file.truncate(0)
        file.write(f"process {os.getpid()}, {address}" if address else f"process {os.getpid()}")
        file.flush()
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            self._file.truncate(0)
            self._file.close()
            self._file = None


def keep_private(file: IO[str]) -> None:
    """Also one that an earlier release has made."""
    if sys.platform != "win32" and os.fstat(file.fileno()).st_uid == os.getuid():
        os.fchmod(file.fileno(), PRIVATE)


def taken(database: Path, holder: str) -> StoreError:
    return StoreError("error.in_use" if holder else "error.in_use.unnamed", database=database, holder=holder)


if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[str]) -> bool:
        file.seek(BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True
else:
    import fcntl

    def lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
