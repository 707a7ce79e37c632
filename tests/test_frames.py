"""Frames have one definition of their fields, from which everything else follows; constants have names."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import diadochi.rules
from diadochi.game import Game
from diadochi.model import board, cards, options, pieces
from diadochi.model.state import Facts
from diadochi.rules.frames import FRAMES, make_frame

CHAPTERS = Path(diadochi.rules.__file__).parent
SAMPLE = """
class Skewed(Frame):
    def __init__(self, a: int, b: int) -> None:
        self.b = b
        self.a = a

    def copy(self) -> "Skewed":
        return Skewed(self.a)
"""


def frame_classes(trees: list[ast.Module]) -> Iterator[ast.ClassDef]:
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["Frame"]:
                yield node


def method(of: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    return next((node for node in of.body if isinstance(node, ast.FunctionDef) and node.name == name), None)


def problems(of: ast.ClassDef) -> list[str]:
    """What departs from: `__init__` assigns its parameters in order, and `copy` passes them on."""
    init, copy = method(of, "__init__"), method(of, "copy")
    names = [] if init is None else [arg.arg for arg in init.args.args[1:]]
    assigned = [] if init is None else [ast.unparse(node) for node in init.body if isinstance(node, ast.Assign)]
    out = [] if assigned == [f"self.{name} = {name}" for name in names] else [f"{of.name}.__init__"]
    if copy is not None:
        passed = ", ".join(f"self.{name}" for name in names)
        told = [ast.unparse(node) for node in copy.body]
        out += [] if told == [f"return {of.name}({passed})"] else [f"{of.name}.copy"]
    return out


def chapters() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CHAPTERS.rglob("*.py"))]


def test_a_field_is_a_parameter_that_is_assigned_in_its_place() -> None:
    found = list(frame_classes(chapters()))
    assert {node.name for node in found} == set(FRAMES) - {"Activation"}
    assert [problem for node in found for problem in problems(node)] == []


def test_a_frame_that_departs_from_it_is_found() -> None:
    (skewed,) = frame_classes([ast.parse(SAMPLE)])
    assert problems(skewed) == ["Skewed.__init__", "Skewed.copy"]


def frames_of_games() -> dict[str, Facts]:
    """One frame of every kind that some random games come across."""
    out: dict[str, Facts] = {}
    for seed in range(3):
        game, rng = Game.new(3, seed, keep_undo=False), random.Random(seed)
        while (decision := game.decision) is not None:
            out.update({type(frame).__name__: frame for frame in game.state.agenda})
            game.act_code(rng.choice(decision.codes))
    return out


def test_frames_copy_change_and_are_read_by_name_and_by_order() -> None:
    found = frames_of_games()
    assert len(found) > 20
    for name, frame in found.items():
        copy = frame.copy()
        assert copy == frame
        assert copy is not frame
        assert make_frame(frame.to_json()) == frame
        assert make_frame([name, *frame.values()]) == frame
        for field in frame.names():
            other = frame.but(**{field: getattr(frame, field)})
            assert other == frame
        with pytest.raises(TypeError, match="nonsense"):
            frame.but(nonsense=1)


def test_a_changed_frame_leaves_the_old_one_as_it_was() -> None:
    army = frames_of_games()["Army"]
    before = army.values()
    changed = army.but(spent=7)
    assert changed != army
    assert getattr(changed, "spent") == 7  # noqa: B009
    assert army.values() == before


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        (pieces.Unit, pieces.UNIT_NAME),
        (pieces.Royal, pieces.ROYAL_NAME),
        (pieces.Ability, pieces.ABILITY_NAME),
        (board.Kind, board.KIND_NAME),
        (board.PathKind, board.PATH_NAME),
        (cards.CardKind, cards.CARD_KIND_NAME),
        (cards.Window, cards.WINDOW_NAME),
        (options.Option, options.OPTION_NAME),
    ],
)
def test_a_number_has_the_name_at_its_place(numbers: type, names: tuple[str, ...]) -> None:
    assert names == tuple(dict.fromkeys(names))
    for number, name in enumerate(names):
        assert getattr(numbers, name.upper().replace("-", "_")) == number
