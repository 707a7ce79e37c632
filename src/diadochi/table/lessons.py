"""The guided first game: prepared positions, each with what a learner does there. Its words are the page's."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.model.material import Material
from diadochi.table import wire
from diadochi.texts.setting import set_up

PLAYERS = 2
"""The learner, and a bot."""


@dataclass(frozen=True)
class Lesson:
    id: str
    number: int
    position: dict[str, Any]
    ends: tuple[str, ...]
    """The learner's verbs and the keys of events with which it is done."""


@cache
def lessons() -> dict[str, Lesson]:
    """In their order."""
    told = json.loads(resources.files("diadochi.table").joinpath("lessons.json").read_text(encoding="utf-8"))
    found = enumerate(told["lessons"], 1)
    return {
        one["id"]: Lesson(one["id"], n, merged(told["position"], one["position"]), tuple(one["ends"]))
        for n, one in found
    }


def game(wanted: wire.NewGame, material: Material, key: bytes) -> Game:
    """Not every position is one to which a game leads: hands are small, so that there is less to look at."""
    lesson = lessons().get(wanted.lesson)
    if lesson is None or wanted.players != PLAYERS or wanted.options:
        raise GameError("error.no_lesson", id=repr(wanted.lesson))
    return Game.from_state(material, set_up(lesson.position, key, material, strict=False).state)


def told(id: str) -> wire.Lesson | None:
    """What a table says of the step that it is; nothing where it is none."""
    lesson = lessons().get(id)
    if lesson is None:
        return None
    order = list(lessons())
    following = order[lesson.number] if lesson.number < len(order) else None
    return wire.Lesson(id, lesson.number, len(order), list(lesson.ends), following)


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A position with changes; `null` takes something away."""
    out = dict(base)
    for key, value in changes.items():
        if value is None:
            del out[key]
        elif isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merged(out[key], value)
        else:
            out[key] = value
    return out
