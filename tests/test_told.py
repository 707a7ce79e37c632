"""No frame changes another one: a procedure tells one below it, and that one says itself what it becomes."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import diadochi
from diadochi import build
from diadochi.game import Game
from diadochi.model.state import Facts
from diadochi.rules.agenda import Frame, Play
from diadochi.rules.frames import FRAMES

ENGINE = Path(diadochi.__file__).parent
AGENDA = ENGINE / "rules" / "agenda.py"
ALLOWED = {"agenda.py": "Play itself", "windows.py": "give_word: the window on top, to look at what a seat is asked"}
"""The only files of the rules that write into an agenda."""
CHANGES = ("append", "insert", "pop", "remove", "clear", "extend", "reverse", "sort")


# What the sources say


def is_agenda(node: ast.expr) -> bool:
    return ast.unparse(node).split(".")[-1] == "agenda"


def called(node: ast.AST) -> str:
    """The name of the method that a node calls."""
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def writes(tree: ast.Module) -> Iterator[int]:
    """The lines that write into an agenda."""
    nodes: Iterator[Any] = ast.walk(tree)
    for node in nodes:
        assigned = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        if assigned and is_agenda(node.value):
            yield node.lineno
        if called(node) in CHANGES and is_agenda(node.func.value):
            yield node.lineno


def becomings(tree: Any, frames: set[str], within: str = "") -> Iterator[int]:
    """The lines where `become` is called for anything but the frame itself, or outside a frame."""
    nodes: Iterator[Any] = ast.iter_child_nodes(tree)
    for node in nodes:
        if called(node) == "become" and (within not in frames or ast.unparse(node.args[0]) != "self"):
            yield node.lineno
        yield from becomings(node, frames, node.name if isinstance(node, ast.ClassDef) else within)


def test_only_play_writes_into_an_agenda() -> None:
    found = {path.name for path in (ENGINE / "rules").rglob("*.py") if list(writes(ast.parse(path.read_text("utf-8"))))}
    assert found == set(ALLOWED)


def test_a_frame_says_itself_what_it_becomes() -> None:
    frames = set(FRAMES)
    for path in (ENGINE / "rules").rglob("*.py"):
        assert list(becomings(ast.parse(path.read_text("utf-8")), frames)) == [], path


@pytest.mark.parametrize(
    "text", ["p.state.agenda[i] = new", "del agenda[-2]", "s.agenda.insert(-1, new)", "agenda[1:] = []"]
)
def test_a_write_into_an_agenda_is_found(text: str) -> None:
    assert list(writes(ast.parse(text))) == [1]
    assert not list(writes(ast.parse("frame = s.agenda[-1]\nother = agenda.index(frame)")))


@pytest.mark.parametrize(
    "text",
    [
        "def f(p, battle):\n    p.become(battle, battle.but(side=1))",
        "class Battle(Frame):\n    def f(self, p, army):\n        p.become(army, army.but(spent=1))",
        "class Stranger:\n    def f(self, p):\n        p.become(self, self.but(spent=1))",
    ],
)
def test_a_frame_that_is_changed_by_others_is_found(text: str) -> None:
    assert list(becomings(ast.parse(text), set(FRAMES)))
    own = "class Battle(Frame):\n    def f(self, p):\n        p.become(self, self.but(side=1))"
    assert not list(becomings(ast.parse(own), set(FRAMES)))


# What happens in games


class Watch:
    """Looks at the frames below the one that runs, before and after it."""

    def __init__(self) -> None:
        self.told: list[Facts] = []
        self.changes = 0
        self.faults: list[str] = []

    def run(self, frame: Frame, p: Play, act: Any) -> Any:
        agenda = p.state.agenda
        below = agenda[:-1] if agenda and agenda[-1] is frame else agenda[:]
        before = [lower.values() for lower in below]
        out = act()
        for i, lower in enumerate(below):
            if lower.values() != before[i]:
                self.faults.append(f"{type(frame).__name__} has changed a {type(lower).__name__} in place")
            if i < len(agenda) and type(agenda[i]) is type(lower) and agenda[i] is not lower:
                self.changes += 1
                if not any(lower is told for told in self.told):
                    self.faults.append(f"{type(frame).__name__} has replaced a {type(lower).__name__}")
        return out


def watched(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    become = Play.become

    def telling(p: Play, frame: Frame, new: Frame) -> None:
        watch.told.append(frame)
        become(p, frame, new)

    def watching(method: Any) -> Any:
        return lambda frame, p, *more: watch.run(frame, p, lambda: method(frame, p, *more))

    monkeypatch.setattr(Play, "become", telling)
    for kind in set(FRAMES.values()):
        monkeypatch.setattr(kind, "step", watching(kind.step))
        monkeypatch.setattr(kind, "take", watching(kind.take))
    return watch


def play(seed: int) -> None:
    game, rng = Game.new(4, seed, keep_undo=False), random.Random(seed)
    for _ in range(900):
        decision = game.decision
        if decision is None:
            return
        game.act_code(rng.choice(decision.codes))


interpreted = pytest.mark.skipif(build.kind() == build.COMPILED, reason="a compiled engine does not notice the watch")


@interpreted
def test_in_games_no_step_and_no_action_changes_a_frame_below(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(monkeypatch)
    play(1)
    play(2)
    assert watch.faults == []
    assert watch.changes > 20


@interpreted
def test_a_frame_that_replaces_or_changes_one_below_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    procedure, army = FRAMES["Procedure"], FRAMES["Army"]
    step = procedure.step

    def meddling(frame: Frame, p: Play) -> Any:
        i = p.find(army)
        if i >= 0:
            lower: Any = p.state.agenda[i]
            p.state.agenda[i] = lower.but(spent=lower.spent)
            lower.spent += 1
        return step(frame, p)

    monkeypatch.setattr(procedure, "step", meddling)
    watch = watched(monkeypatch)
    play(1)
    assert "Procedure has replaced a Army" in watch.faults
    assert "Procedure has changed a Army in place" in watch.faults
