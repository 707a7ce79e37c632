"""Reading a text strictly: whatever is wrong with it is a TextError that names its line and field."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown
from diadochi.data.errors import DataError
from diadochi.data.files import parse
from diadochi.errors import TextError

Path = tuple[str | int, ...]
"""The keys and places in lists that lead to a value."""

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


PAGES = {"position": "docs/position.md"}
"""Where the fields of a text are described."""


def plain(text: str) -> str:
    """Half letters, which cannot be printed, are told by their numbers."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class Part(Entry):
    """An object of a text, whose fields are asked for one by one."""

    def __init__(self, kind: str, source: str, path: Path, raw: object) -> None:
        self.page = PAGES.get(kind, "docs/api.md")
        self.source = source
        self.path = path
        self.key: str | int = ""
        """The field that was asked for last: what is wrong is wrong there."""
        super().__init__(kind, field_name(path), raw)

    @property
    def called(self) -> str:
        """What to call the whole text."""
        return say(f"error.this.{self.file}")

    def fail(self, message: str, advice: str) -> NoReturn:
        path = self.path if self.key == "" else (*self.path, self.key)
        line = say("error.file_line", file=self.called, line=line_of(self.source, path))
        where = say("list.more", a=line, b=self.name) if self.name else line
        key = "error.at" if self.page in advice else "error.at.see"
        words = {"where": where, "message": message, "advice": advice, "page": self.page}
        raise TextError(key, **{name: plain(word) for name, word in words.items()})

    def refuse(self, key: str | int, message: str, advice: str) -> NoReturn:
        """The same for a field that has been asked for before."""
        self.key = key
        self.fail(say("error.of_field", field=key, message=message), advice)

    def expect(self, key: str | int, found: object, expected: str, rule: str) -> NoReturn:
        """Refuses what the rules cannot leave behind."""
        told = found if isinstance(found, str) else shown(found)
        self.refuse(
            key, say("error.found_expected", told=told, expected=expected), say("error.that_is_rule", rule=rule)
        )

    def at(self, path: Path) -> "Part":
        """The object at a path, to refuse something in it, though it may not be written at all."""
        return Part(self.file, self.source, path, {})

    def has(self, key: str) -> bool:
        self.key = key
        return super().has(key)

    def value(self, key: str) -> Any:
        self.key = key if key in self.raw else ""
        return super().value(key)

    def entry(self, key: str) -> "Part":
        return Part(self.file, self.source, (*self.path, key), self.value(key))

    def parts(self, key: str) -> Iterator["Part"]:
        """The objects of a list."""
        for i, raw in enumerate(self.items(key)):
            yield Part(self.file, self.source, (*self.path, key, i), raw)

    def done(self) -> None:
        self.key = next((key for key in self.raw if key not in self.asked), "")
        super().done()


def read(kind: str, text: str | bytes) -> Part:
    """The object that a text holds. `kind` says what it is: a save, a record, a position, a seat_record."""
    if not isinstance(text, str | bytes):
        raise TextError("error.no_text", file=say(f"error.this.{kind}"), found=shown(text))
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        raw = parse(say(f"error.this.{kind}"), content)
    except DataError as error:
        raise TextError(str(error)) from error
    return Part(kind, content.decode("utf-8-sig"), (), raw)


def read_header(part: Part, name: str, version: int) -> None:
    """Refuses a text of another kind, or of a version that we do not know."""
    found = part.text("format")
    if found != name:
        part.fail(say("error.format", found=repr(found[:40]), name=repr(name)), say("error.give_right_kind_text"))
    number = part.number("version", 1, 1_000_000)
    if number > version:
        part.fail(say("error.version_newer_than_ours", number=number, version=version), say("error.use_newer_diadochi"))


def field_name(path: Path) -> str:
    return ".".join(str(step)[:40] for step in path)


def line_of(text: str, path: Path) -> int:
    """The line where the value at `path` stands, or the nearest thing on the way to it."""
    here: list[str | int | None] = []  # None: the key of an object comes next
    deepest, start = 0, 0
    for token in TOKEN.finditer(text):
        word = token.group()
        if word == ":":
            continue
        if word == ",":
            last = here[-1]
            here[-1] = last + 1 if isinstance(last, int) else None
            continue
        if word in "}]":
            here.pop()
            continue
        if here and here[-1] is None:
            here[-1] = json.loads(word)
        if len(here) > deepest and tuple(here) == path[: len(here)]:
            deepest, start = len(here), token.start()
        if word in "{[":
            here.append(None if word == "{" else 0)
    return text.count("\n", 0, start) + 1


SHORT = 60


def layout(value: Any, levels: int, indent: str = "") -> str:
    """JSON, broken into lines down to so many levels; a list of plain values or a short object stays in one line."""
    line = json.dumps(value, ensure_ascii=False)
    items = list(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    flat = not any(isinstance(item, dict | list) for item in items)
    if levels == 0 or not items or (flat and (isinstance(value, list) or len(line) <= SHORT)):
        return line
    inner = indent + "  "
    lines = [layout(item, levels - 1, inner) for item in items]
    if isinstance(value, dict):
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {line}" for key, line in zip(value, lines, strict=True)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"
