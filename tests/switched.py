"""Every rule in which the editions differ, alone on the first: a field, and each value that it can have besides."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from diadochi.data import load_material
from diadochi.model.edition import EDITIONS, NEEDS, WORDS, Edition, offered
from diadochi.model.material import Material
from diadochi.model.rulings import RULINGS
from tests.table import changed_material

FIXED = {"id", "name", "playable", "players"}
"""They say which edition it is and how many play; no rule hangs on them."""

PER_PLAYERS = {"hand", "rounds", "face_down", "revealed_per_round", "generals_each", "victory_vp"}
"""By number of players, which not every edition allows."""


def values_of(name: str) -> Iterator[Any]:
    """What a field can be instead: any other word, the other of yes and no, or what it is in another edition."""
    ours = getattr(load_material().edition, name)
    if name in WORDS:
        yield from (word for word in WORDS[name] if word != ours)
    elif isinstance(ours, bool):
        yield not ours
    else:
        theirs = [getattr(load_material(edition).edition, name) for edition in EDITIONS[1:]]
        for value in {str(value): value for value in theirs if value != ours}.values():
            yield {**ours, **value} if name in PER_PLAYERS else value


def switches() -> tuple[tuple[str, Any], ...]:
    names = [field.name for field in fields(Edition) if field.name not in FIXED]
    found = ((name, value) for name in names for value in values_of(name))
    return tuple((name, value) for name, value in found if value != getattr(load_material().edition, name))


SWITCHES = switches()


def material_with(name: str, value: Any) -> Material:
    return changed_material(EDITIONS[0], {name: value})


def differing() -> set[str]:
    """The fields that differ somewhere, are a ruling, or are needed by a value of another."""
    editions = [load_material(id_).edition for id_ in EDITIONS]
    apart = {f.name for f in fields(Edition) if len({str(getattr(e, f.name)) for e in editions}) > 1}
    return (apart | {ruling.field for ruling in RULINGS} | {o for *_, needs in NEEDS for o in needs}) - FIXED


def options_with(material: Material, number: int) -> tuple[str, ...]:
    """In every other game all options, for the rules that only they bring."""
    return tuple(n for n in offered(material.edition) if n != "second-variant") if number % 2 else ()
