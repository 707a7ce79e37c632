"""Reading one entry of a data file: every field is asked for by type and range, or refused by name."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn, TypeVar

from diadochi.catalogue import either, say
from diadochi.data.errors import DataError
from diadochi.model.spelling import near

PROVENANCE = ("stated", "third-party", "derived", "reconstructed")
REMARKS = frozenset({"about", "note"})

MOST_NAMED = 12
T = TypeVar("T")


def shown(value: object) -> str:
    """A value as the person may find it in the file, cut to a readable length."""
    if isinstance(value, list | dict):
        return say("error.a_list" if isinstance(value, list) else "error.an_object")
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Entry:
    """An object of a data file. `name` says where it stands, for the error message."""

    page = "docs/data.md"
    """Where the fields are described."""

    def __init__(self, file: str, name: str, raw: object) -> None:
        self.file = file
        self.name = name
        if not isinstance(raw, dict):
            self.fail(say("error.stands_where_object_belongs", raw=shown(raw)), say("error.write_fields_braces"))
        self.raw: dict[str, Any] = raw
        self.asked: set[str] = set()

    def fail(self, message: str, advice: str) -> NoReturn:
        raise DataError(self.file, self.name, message, advice)

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.raw

    def value(self, key: str) -> Any:
        self.asked.add(key)
        if key not in self.raw:
            self.fail(say("error.field_missing", what=repr(key)), say("error.add_lists_fields", page=self.page))
        return self.raw[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        return self.is_text(key, self.value(key))

    def is_text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            self.fail(say("error.not_a_text", what=key, value=shown(value)), say("error.put_quotation_marks"))
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            self.fail(say("error.holds_half_letter", what=key, value=shown(value)), say("error.write_letter_itself"))
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        if default is not None and not self.has(key):
            return default
        return tuple(self.is_text(key, item) for item in self.items(key))

    def items(self, key: str) -> list[Any]:
        value = self.value(key)
        if not isinstance(value, list):
            self.fail(say("error.not_a_list", what=key, value=shown(value)), say("error.put_items_brackets"))
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if default is not None and not self.has(key):
            return default
        return self.in_range(key, self.value(key), low, high)

    def in_range(self, key: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(
                say("error.whole_number", what=key, value=shown(value)),
                say("error.give_number_from", low=low, high=high),
            )
        if not low <= value <= high:
            self.fail(
                say("error.out_range", what=key, value=shown(value)), say("error.give_number_from", low=low, high=high)
            )
        return value

    def numbers(self, key: str, low: int, high: int, length: int = -1) -> tuple[int, ...]:
        values = tuple(self.in_range(key, item, low, high) for item in self.items(key))
        if length >= 0 and len(values) != length:
            self.fail(
                say("error.has_numbers", what=key, values=len(values), length=length),
                say("error.give_exactly_numbers", length=length),
            )
        return values

    def real(self, key: str, low: float, high: float) -> float:
        value = self.value(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            self.fail(
                say("error.wrong_value", what=key, value=shown(value)),
                say("error.give_number_from", low=f"{low:g}", high=f"{high:g}"),
            )
        return float(value)

    def flag(self, key: str, default: bool | None = None) -> bool:
        if default is not None and not self.has(key):
            return default
        value = self.value(key)
        if not isinstance(value, bool):
            self.fail(say("error.neither_true_nor_false", what=key, value=shown(value)), say("error.write_true_false"))
        return value

    def one_of(self, key: str, words: Mapping[str, T]) -> T:
        return self.known(key, self.value(key), words)

    def known(self, key: str, value: object, words: Mapping[str, T]) -> T:
        if not isinstance(value, str) or value not in words:
            self.fail(say("error.unknown", what=key, value=shown(value)), advised(value, list(words)))
        return words[value]

    def ids(self, key: str, index: Mapping[str, T], required: bool = True) -> tuple[T, ...]:
        if not required and not self.has(key):
            return ()
        out = tuple(self.known(key, item, index) for item in self.items(key))
        if len(set(out)) != len(out):
            self.fail(say("error.names_something_twice", what=key), say("error.name_each_id_once"))
        return out

    def entry(self, key: str) -> "Entry":
        return Entry(self.file, f"{self.name}, {key}" if self.name else key, self.value(key))

    def entries(self, key: str, title: Callable[[object], str]) -> Iterator["Entry"]:
        for raw in self.items(key):
            yield Entry(self.file, title(raw), raw)

    def word(self, key: str = "provenance") -> str:
        return self.is_word(key, self.value(key))

    def is_word(self, key: str, value: object) -> str:
        if value not in PROVENANCE:
            self.fail(
                say("error.no_provenance", what=key, value=shown(value)),
                say("error.use_provenance", provenance=list(PROVENANCE)),
            )
        return str(value)

    def words(self, key: str, allowed: tuple[str, ...]) -> dict[str, str]:
        """A provenance word for each of the named facts; those that are fields must have one."""
        part = self.entry(key)
        out = {name: part.word(name) for name in allowed if name in part.raw or name in self.raw}
        part.asked.update(allowed)
        part.done()
        return out

    def done(self) -> None:
        """Refuses fields that nobody asked for: most likely misspelt ones."""
        extra = [key for key in self.raw if key not in self.asked and key not in REMARKS]
        if extra:
            self.fail(say("error.field_unknown", extra=shown(extra[0])), say("error.correct_its_spelling_remove"))
        for key in REMARKS & self.raw.keys():
            self.text(key)


def advised(value: object, words: list[str]) -> str:
    """Which words there are: all where they are few, else those that are spelt like the wrong one."""
    if len(words) <= MOST_NAMED:
        return say("error.use_one", words=words)
    alike = near(value, words) if isinstance(value, str) else []
    return say("error.use_id.near" if alike else "error.use_id", ids=len(words), alike=either(alike))


def by_name(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def index(ids: list[str]) -> dict[str, int]:
    return {id_: number for number, id_ in enumerate(ids)}


def titled(kind: str, *keys: str) -> Callable[[object], str]:
    """Names an entry after its id: `titled("space", "id")` gives `space pella`."""

    def title(raw: object) -> str:
        parts = [raw.get(key, "?") for key in keys] if isinstance(raw, dict) else ["?"]
        return f"{kind} {' - '.join(p[:40] if isinstance(p, str) else shown(p) for p in parts)}"

    return title
