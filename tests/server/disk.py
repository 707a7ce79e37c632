"""A disk that fails where it is told to, below a real SQLite: every write, flush, truncation and deletion is a point.

SQLite writes its files through a table of functions (a VFS). Here that table is copied and the functions that change
files are replaced. What was written and not flushed may be lost, in part or out of order, when the power fails; when
only the process is killed, the operating system still has it.
"""

import _sqlite3
import ctypes
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OK, READ_ONLY, IO_ERROR, FULL = 0, 8, 10, 13
SECTOR = 512
MAIN_FILES = 0x00000100 | 0x00000800 | 0x00080000
"""Flags of the database, its journal and its write-ahead log."""

Pointer = ctypes.c_void_p
Int = ctypes.c_int
Long = ctypes.c_longlong
WRITE = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Int, Long)
TRUNCATE = ctypes.CFUNCTYPE(Int, Pointer, Long)
SYNC = ctypes.CFUNCTYPE(Int, Pointer, Int)
CLOSE = ctypes.CFUNCTYPE(Int, Pointer)
OPEN = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Pointer, Int, Pointer)
DELETE = ctypes.CFUNCTYPE(Int, Pointer, ctypes.c_char_p, Int)


class Methods(ctypes.Structure):
    """sqlite3_io_methods."""

    _fields_ = [
        ("version", Int),
        ("close", Pointer),
        ("read", Pointer),
        ("write", Pointer),
        ("truncate", Pointer),
        ("sync", Pointer),
        *((f"other{i}", Pointer) for i in range(13)),
    ]


class Vfs(ctypes.Structure):
    """sqlite3_vfs."""

    _fields_ = [
        ("version", Int),
        ("file_size", Int),
        ("longest_path", Int),
        ("next", Pointer),
        ("name", ctypes.c_char_p),
        ("data", Pointer),
        ("open", Pointer),
        ("delete", Pointer),
        *((f"other{i}", Pointer) for i in range(14)),
    ]


Change = tuple[str, int, bytes]


@dataclass
class Image:
    """A file as it is after a power cut, and what was done to it since it was flushed."""

    durable: bytearray | None = None
    pending: list[Change] = field(default_factory=list)

    def settle(self) -> None:
        self.durable, self.pending = self.content(), []

    def keep_deletion(self) -> None:
        """Its folder was flushed."""
        whats = [what for what, _, _ in self.pending]
        if "delete" in whats:
            self.durable, self.pending = None, self.pending[len(whats) - whats[::-1].index("delete") :]

    def content(self) -> bytearray | None:
        """As the operating system has it."""
        content = self.durable
        for what, at, data in self.pending:
            if what == "delete":
                content = None
                continue
            content = bytearray() if content is None else content
            if len(content) < at:
                content.extend(bytes(at - len(content)))
            if what == "truncate":
                del content[at:]
            else:
                content[at : at + len(data)] = data
        return content


@dataclass
class Fault:
    """At which point, how, and whether the power goes with the process."""

    at: int
    how: str
    """before, torn, after: a crash; full: an error that the server survives."""
    power: bool = False


@dataclass
class Aim:
    """A fault at a kind of point: at which of the coming ones."""

    label: str
    number: int
    fault: Fault


class Disk:
    """The files of one folder. The point of a crash is the last one that changes anything."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.images: dict[str, Image] = {}
        self.points = 0
        self.faults: dict[int, Fault] = {}
        self.aim: Aim | None = None
        self.has_shared_memory = True
        """Without it, as on some network drives, SQLite keeps a rollback journal instead of a write-ahead log."""
        self.doing = "start"
        self.dead = False
        self.failing = OK
        """What every change is answered with, as long as it is not OK."""
        self.died: Fault | None = None
        self.passed: Counter[str] = Counter()
        self.hit: Counter[str] = Counter()
        self.on_death: Callable[[], None] = lambda: None
        self.rng = random.Random(0)

    def point(self, what: str, name: str, at: int, data: bytes, carry_out: Callable[[bytes], int]) -> int:
        """One change of a file, with whatever is to go wrong there."""
        if self.dead:
            return IO_ERROR
        if self.failing:
            return self.failing
        self.points += 1
        label = f"{self.doing}: {what} {kind_of(name)}"
        self.passed[label] += 1
        fault = self.faults.pop(self.points, None) or self._aimed(label)
        if fault is None:
            return self._done(what, name, at, data, carry_out)
        self.hit[f"{label} ({fault.how})"] += 1
        if fault.how == "full":
            return FULL
        if fault.how == "torn" and what == "write":
            self._done(what, name, at, data[: self.rng.randrange(len(data))], carry_out)
        elif fault.how == "after":
            self._done(what, name, at, data, carry_out)
        self.dead, self.died = True, fault
        self.on_death()
        return IO_ERROR

    def _aimed(self, label: str) -> Fault | None:
        aim = self.aim
        if aim is None or aim.label != label:
            return None
        aim.number -= 1
        return aim.fault if aim.number == 0 else None

    def _done(self, what: str, name: str, at: int, data: bytes, carry_out: Callable[[bytes], int]) -> int:
        result = carry_out(data)
        if result != OK:
            return result
        if name.endswith("/"):
            return result
        image = self.images.setdefault(name, Image())
        if what == "sync":
            image.settle()
        else:
            image.pending.append((what, at, data))
            if what == "delete" and at:
                image.settle()
        return result

    def settle(self) -> None:
        """What is in the folder now is on the disk."""
        files = [file for file in Path(self.folder).iterdir() if is_kept(file)]
        self.images = {str(file): Image(bytearray(file.read_bytes())) for file in files}

    def keep_deletions(self) -> int:
        for image in self.images.values():
            image.keep_deletion()
        return OK

    def come_back(self) -> None:
        """After a crash: the files as the next process finds them."""
        assert self.died is not None
        for name, image in self.images.items():
            if self.died.power:
                image.pending = [part for change in image.pending for part in self._left_of(change)]
                image.settle()
            content = Image(image.durable and bytearray(image.durable), image.pending).content()
            if content is None:
                Path(name).unlink(missing_ok=True)
            else:
                Path(name).write_bytes(content)
        for memory in Path(self.folder).glob("*-shm"):
            memory.unlink()
        self.dead, self.died = False, None

    def _left_of(self, change: Change) -> list[Change]:
        """Of a change that was not flushed: all, nothing, or some of its sectors."""
        what, at, data = change
        fate = self.rng.randrange(3)
        if fate == 0:
            return []
        if fate == 1 or what != "write":
            return [change]
        parts = [(what, at + i, data[i : i + SECTOR]) for i in range(0, len(data), SECTOR)]
        return [part for part in parts if self.rng.random() < 0.5]


def kind_of(name: str) -> str:
    if name.endswith("/"):
        return "folder"
    for ending in ("-wal", "-journal"):
        if name.endswith(ending):
            return ending[1:]
    return "database"


def is_kept(file: Path) -> bool:
    return ".sqlite" in file.name and not file.name.endswith(("-shm", ".lock"))


class FaultyVfs:
    """Between SQLite and the operating system, for the files of one `Disk`; everything else goes through."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.names: dict[int, str] = {}
        self.library = ctypes.CDLL(_sqlite3.__file__)
        find = self.library.sqlite3_vfs_find
        find.restype, find.argtypes = Pointer, [ctypes.c_char_p]
        self.base_address = find(None)
        self.base = Vfs.from_address(self.base_address)
        self.open = OPEN(self.base.open)
        self.delete = DELETE(self.base.delete)
        self.hooked: dict[tuple[int, bool], tuple[Methods, Any]] = {}
        self.vfs = Vfs()
        ctypes.memmove(ctypes.byref(self.vfs), self.base_address, ctypes.sizeof(Vfs))
        self.vfs.name = b"faulty"
        self.kept = (OPEN(self._open), DELETE(self._delete))
        self.vfs.open = ctypes.cast(self.kept[0], Pointer)
        self.vfs.delete = ctypes.cast(self.kept[1], Pointer)

    def __enter__(self) -> "FaultyVfs":
        register = self.library.sqlite3_vfs_register
        register.argtypes = [Pointer, Int]
        assert register(ctypes.addressof(self.vfs), 1) == OK
        return self

    def __exit__(self, *error: object) -> None:
        register = self.library.sqlite3_vfs_register
        self.library.sqlite3_vfs_unregister.argtypes = [Pointer]
        self.library.sqlite3_vfs_unregister(ctypes.addressof(self.vfs))
        assert register(self.base_address, 1) == OK

    def _open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        ours = path.startswith(self.disk.folder) and bool(flags & MAIN_FILES)
        if ours and self.disk.dead:
            return IO_ERROR
        result = int(self.open(self.base_address, name, file, flags, out))
        if ours and result == OK:
            methods = Pointer.from_address(file)
            assert methods.value is not None
            methods.value = ctypes.addressof(self._hooked(methods.value))
            self.names[file] = path
            self.disk.images.setdefault(path, Image())
        return result

    def _delete(self, vfs: int, name: bytes, sync_folder: int) -> int:
        path = name.decode()
        if not path.startswith(self.disk.folder):
            return int(self.delete(self.base_address, name, sync_folder))
        if not Path(path).exists():
            return int(self.delete(self.base_address, name, sync_folder))
        return self.disk.point(
            "delete", path, sync_folder, b"", lambda _: int(self.delete(self.base_address, name, sync_folder))
        )

    def _hooked(self, address: int) -> Methods:
        """The functions of a file, those that change it replaced."""
        kind = address, self.disk.has_shared_memory
        if kind not in self.hooked:
            base = Methods.from_address(address)
            methods = Methods()
            ctypes.memmove(ctypes.byref(methods), address, ctypes.sizeof(Methods))
            functions = self._functions(WRITE(base.write), TRUNCATE(base.truncate), SYNC(base.sync), CLOSE(base.close))
            for name, function in functions.items():
                setattr(methods, name, ctypes.cast(function, Pointer))
            if not self.disk.has_shared_memory:
                methods.version = 1
            self.hooked[kind] = methods, functions
        return self.hooked[kind][0]

    def _functions(self, write: Any, truncate: Any, sync: Any, close: Any) -> dict[str, Any]:
        disk, names = self.disk, self.names

        def written(file: int, data: int, size: int, at: int) -> int:
            content = ctypes.string_at(data, size)
            return disk.point("write", names[file], at, content, lambda part: int(write(file, part, len(part), at)))

        def truncated(file: int, size: int) -> int:
            return disk.point("truncate", names[file], size, b"", lambda _: int(truncate(file, size)))

        def synced(file: int, flags: int) -> int:
            # Nothing is flushed in truth: the images know what would be.
            return disk.point("sync", names[file], 0, b"", lambda _: OK)

        def closed(file: int) -> int:
            names.pop(file, None)
            return int(close(file))

        return {
            "write": WRITE(written), "truncate": TRUNCATE(truncated), "sync": SYNC(synced), "close": CLOSE(closed)
        }  # fmt: skip
