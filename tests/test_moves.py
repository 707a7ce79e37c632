"""Only `diadochi.model.moves` moves pieces, so that whatever they change is scored and put in order again."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import diadochi
from diadochi.model import moves
from diadochi.model.ids import FactionId, SpaceId
from diadochi.model.options import CHAPTER_16
from diadochi.model.state import CHANGED_IN_PLACE, FIELDS, NOBODY, State
from tests import harness, plain_ints

SOURCE = Path(diadochi.__file__).parent
MOVES = SOURCE / "model" / "moves.py"
STORAGE = SOURCE / "model" / "state.py"
NOT_STATES = SOURCE / "table" / "views.py"
"""It fills what goes over the wire, where some fields have the same names."""
CHANGING = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "update"}


def writes(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The State's fields that a piece of code writes, with the line."""
    own = {"self", *new_frames(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from writes_under_another_name(node)
        for target in targets(node):
            while isinstance(target, ast.Subscript | ast.Starred):
                target = target.value
            if isinstance(target, ast.Attribute) and target.attr in FIELDS and not is_own(target, own):
                yield target.attr, target.lineno


def new_frames(tree: ast.AST) -> set[str]:
    """The names of frames that are being made: `new = frame.another()`."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "another"
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def is_own(target: ast.Attribute, own: set[str]) -> bool:
    """A field of a frame: some have the same names."""
    return isinstance(target.value, ast.Name) and target.value.id in own


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement or a call changes."""
    match node:
        case ast.Assign(targets=found) | ast.Delete(targets=found):
            for target in found:
                yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            yield target
        case ast.Call(func=ast.Attribute(value=changed, attr=method)) if method in CHANGING:
            yield changed
        case ast.Call(func=ast.Name(id="setattr"), args=[of, ast.Constant(value=str(name)), *_]):
            yield ast.copy_location(ast.Attribute(of, name, ast.Store()), node)


def writes_under_another_name(function: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """`pcs = s.pcs`, and then `pcs[space] = seat`."""
    names = {
        name.id: value.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name, value in pairs(target, node.value)
        if isinstance(name, ast.Name) and isinstance(value, ast.Attribute) and value.attr in FIELDS
    }
    for node in ast.walk(function):
        for target in targets(node):
            bare = not isinstance(node, ast.Call)
            while isinstance(target, ast.Subscript):
                target, bare = target.value, False
            if isinstance(target, ast.Name) and target.id in names and not bare:
                yield names[target.id], target.lineno


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def changed_in_place(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The lists and dictionaries of a State that are changed and not replaced: a copy may share them."""
    own = {"self", *new_frames(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from writes_under_another_name(node)
        for target in targets(node):
            replaced = not isinstance(node, ast.Call)
            while isinstance(target, ast.Subscript | ast.Starred):
                target, replaced = target.value, False
            if not replaced and isinstance(target, ast.Attribute) and not is_own(target, own):
                yield target.attr, target.lineno


BLANK = State()
SHARED = {name for name in FIELDS if isinstance(getattr(BLANK, name), list | dict)} - set(CHANGED_IN_PLACE)

PIECES = {name for name, _ in writes(ast.parse(MOVES.read_text()))}
"""Whatever the moves write is theirs alone."""


def foreign_writes(source: str) -> list[tuple[str, int]]:
    return sorted((name, line) for name, line in writes(ast.parse(source)) if name in PIECES)


def test_the_moves_write_all_pieces_and_what_is_due() -> None:
    assert {
        "board_dirty", "pcs", "cus", "cu_factions", "generals", "generals_at", "owners", "dispersed", "royals",
        "royal_owner", "fleet_owner", "fleet_side", "sp", "sp_owner", "tomb", "tomb_burier", "helepolis", "champions",
        "popularity", "oratory", "condemned", "oracle", "persian_support", "capital", "capitals_taken", "construction",
        "training", "province_owner", "independents_active", "looted", "dead", "dealt", "proposals", "cart_free",
    } <= PIECES  # fmt: skip
    assert not PIECES & {"vp", "legitimacy", "sources", "agenda", "hands", "moved_cus"}


def test_nobody_else_moves_pieces() -> None:
    found = {
        str(file.relative_to(SOURCE)): foreign
        for file in SOURCE.rglob("*.py")
        if file not in (MOVES, STORAGE, NOT_STATES) and (foreign := foreign_writes(file.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("s.pcs[space] = seat", "pcs"),
        ("p.state.board_dirty |= 3", "board_dirty"),
        ("s.royals[r], s.royal_owner[r] = 0, 1", "royals"),
        ("s.royals[r], s.royal_owner[r] = 0, 1", "royal_owner"),
        ("del s.sp[space]", "sp"),
        ("owner = s.sp_owner.pop(space)", "sp_owner"),
        ("game.copy().state.cus.clear()", "cus"),
        ("setattr(s, 'tomb', 4)", "tomb"),
        ("for s.tomb in spaces: pass", "tomb"),
        ("def f(s):\n    pcs = s.pcs\n    pcs[0] = 1", "pcs"),
        ("def f(s):\n    pcs, cus = s.pcs, s.cus\n    cus.pop(3)", "cus"),
    ],
)
def test_a_piece_that_somebody_else_moves_is_found(code: str, field: str) -> None:
    assert field in [name for name, _ in foreign_writes(code)]


def test_what_copies_share_is_replaced_not_changed() -> None:
    for file in (MOVES, *(SOURCE / "rules").rglob("*.py")):
        found = [(name, line) for name, line in changed_in_place(ast.parse(file.read_text())) if name in SHARED]
        assert not found, file


@pytest.mark.parametrize(
    "code", ["s.hands[0] |= 1", "p.state.deck.pop()", "del s.cus[3]", "def f(s):\n    pcs = s.pcs\n    pcs[0] = 1"]
)
def test_a_change_in_place_is_found(code: str) -> None:
    assert [name for name, _ in changed_in_place(ast.parse(code)) if name in SHARED]
    assert not list(changed_in_place(ast.parse("s.hands = replaced(s.hands, 0, 1)")))


@pytest.mark.parametrize("code", ["pc = s.pcs[space]", "s.hands[0] = 1", "def f(s):\n    pcs = s.pcs\n    pcs = 3"])
def test_looking_at_pieces_is_free(code: str) -> None:
    assert not foreign_writes(code)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_over_again_gives_the_same_at_every_decision(players: int) -> None:
    """What is scored and put in order only where something moved is what a look at everything gives."""
    for seed in range(2):
        harness.play(players, seed, harness.nothing_is_overdue)


def test_with_all_optional_rules_too() -> None:
    harness.play(4, 5, harness.nothing_is_overdue, options=CHAPTER_16)


def test_a_move_that_marks_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(s: State, space: SpaceId, faction: FactionId) -> None:
        s.pcs[space] = faction

    monkeypatch.setattr(moves, "put_pc", silent)
    with pytest.raises(harness.HarnessError, match="overdue"):
        harness.play(4, 3, harness.nothing_is_overdue, limit=1500)


@pytest.mark.parametrize("field", ["royal_owner", "fleet_owner", "owners"])
def test_a_piece_moved_by_hand_is_overdue(field: str) -> None:
    game = harness.play(4, 6, limit=400)
    values = getattr(game.state, field)
    place = next(i for i, owner in enumerate(values) if owner != NOBODY)
    values[place] = (values[place] + 1) % 4
    with pytest.raises(AssertionError, match="overdue"):
        harness.nothing_is_overdue(game, random.Random(0))


MOST_PLAIN_INTS = 274


def test_the_rules_take_no_more_plain_numbers_than_they_did() -> None:
    """A ratchet: lower it when parameters have become ids (`diadochi.model.ids`)."""
    plain, _ = plain_ints.count(list(plain_ints.RULES.rglob("*.py")))
    assert plain <= MOST_PLAIN_INTS


def test_plain_numbers_are_counted() -> None:
    source = "def f(p: Play, space: int, *, at: LocationId, n: int = 0) -> int: ..."
    assert plain_ints.parameters(source) == ["Play", "int", "LocationId", "int"]


def test_a_frame_that_is_being_made_is_no_state() -> None:
    assert foreign_writes("new = frame.another()\nnew.cus = NO_FORCES") == []
    assert foreign_writes("new = state.copy()\nnew.cus = {}") == [("cus", 2)]
