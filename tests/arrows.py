"""Which module imports which; `python -m tests.arrows` prints an order of the rules and what points up in it.

`tests/test_arrows.py` holds the imports to the order that stands in docs/architecture.md.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
PACKAGE = "diadochi"

TOP, INSIDE, TYPES = "top", "inside", "types"


class Arrow(NamedTuple):
    """An import: who imports whom, on which line, and whether at the top, inside a function or for types only."""

    source: str
    target: str
    line: int
    kind: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line} -> {self.target} ({self.kind})"


def modules(root: Path = SOURCE) -> dict[str, Path]:
    """All modules below a folder by their dotted name."""
    out = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        out[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return out


def arrows(found: dict[str, Path]) -> list[Arrow]:
    """All imports among the modules."""
    out = []
    for name, path in found.items():
        for node, kind in _imports(ast.parse(path.read_text()), TOP):
            targets = sorted(_targets(node, found) - {name})
            out += [Arrow(name, target, node.lineno, kind) for target in targets]
    return out


def _imports(node: ast.AST, kind: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, kind
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(child, INSIDE)
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            yield from _imports(child, TYPES)
        else:
            yield from _imports(child, kind)


def _targets(node: ast.Import | ast.ImportFrom, found: dict[str, Path]) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names if alias.name in found}
    assert not node.level, "imports are absolute"
    base = node.module or ""
    names = {f"{base}.{alias.name}" for alias in node.names}
    inner = names & found.keys()
    return inner if len(inner) == len(names) or base not in found else inner | {base}


# Orders


def part_of(name: str) -> str:
    """The part of the package that a module belongs to: `model`, `rules`, `game` ..."""
    return name.split(".")[1] if "." in name else name


def by_part(found: list[Arrow]) -> list[Arrow]:
    """The arrows from one part to another."""
    out = [Arrow(part_of(a.source), part_of(a.target), a.line, a.kind) for a in found]
    return [a for a in out if a.source != a.target]


def upward(names: list[str], found: list[Arrow]) -> list[Arrow]:
    """The arrows that point up in an order."""
    place = {name: i for i, name in enumerate(names)}
    return [a for a in found if a.source in place and a.target in place and place[a.target] >= place[a.source]]


def in_order(names: list[str], found: list[Arrow]) -> list[str]:
    """The names from the lowest to the highest, with few arrows upward."""
    arrows = {(a.source, a.target) for a in found if a.kind != TYPES and a.source in names and a.target in names}
    left, low, high = list(names), list[str](), list[str]()
    while left:
        here = [(s, t) for s, t in arrows if s in left and t in left]
        uses = {n: sum(s == n for s, _ in here) for n in left}
        used = {n: sum(t == n for _, t in here) for n in left}
        if taken := [n for n in left if not uses[n]]:
            low += taken
        elif taken := [n for n in left if not used[n]]:
            high = taken + high
        else:
            taken = [max(left, key=lambda n: used[n] - uses[n])]
            low += taken
        left = [n for n in left if n not in taken]
    return low + high


# What has to hold

ARCHITECTURE = ROOT / "docs" / "architecture.md"
SECTION = "## What depends on what\n"
ENGINE = ("model", "rules", "game", "view")
OUTSIDE = ("bots", "lab", "table", "cli", "texts", "chart")
CHAPTERS = f"{PACKAGE}.rules."
FACE = f"{PACKAGE}.rules.face"
ANY_RELEASE = "diadochi.lab.runner"
"""Plays with the engine of any release, also of those that had no face yet."""

FOR_TYPES = {
    ("diadochi.model.notation", "diadochi.model.material"),
    ("diadochi.rules.procedures", "diadochi.rules.group"),
    ("diadochi.rules.procedures", "diadochi.rules.march"),
    ("diadochi.tabletop", "diadochi.view"),
    ("diadochi.texts.record", "diadochi.game"),
    ("diadochi.texts.older", "diadochi.game"),
}
"""Names that are needed from above, but only to say of what type a value is."""


def written_orders() -> tuple[list[str], list[str]]:
    """The parts of the package and the chapters of the rules, each from the lowest to the highest."""
    section = ARCHITECTURE.read_text().split(SECTION)[1].split("\n## ")[0]
    blocks = re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)
    parts, chapters = (block.replace(",", " ").split() for block in blocks)
    return parts, [CHAPTERS + name for name in chapters]


def arrows_upward(found: list[Arrow], parts: list[str], chapters: list[str]) -> list[Arrow]:
    """Imports that point up, between parts or between chapters."""
    place = {name: i for i, name in enumerate(parts)}
    out = [a for a in found if place[part_of(a.target)] > place[part_of(a.source)]]
    out += upward(chapters, found)
    return [a for a in out if a.kind != TYPES or (a.source, a.target) not in FOR_TYPES]


def arrows_inside(found: list[Arrow]) -> list[Arrow]:
    """Imports inside functions of the engine."""
    return [a for a in found if a.kind == INSIDE and part_of(a.source) in ENGINE]


def arrows_past_the_face(found: list[Arrow]) -> list[Arrow]:
    """Imports of chapters from outside that do not go through the face of the rules."""
    outside = [a for a in found if part_of(a.source) in OUTSIDE and a.source != ANY_RELEASE]
    return [a for a in outside if a.target.startswith(CHAPTERS) and a.target != FACE]


def main() -> None:
    found = modules()
    under = f"{PACKAGE}.{sys.argv[1] if len(sys.argv) > 1 else 'rules'}."
    all_arrows = arrows(found)
    names = in_order([name for name in found if name.startswith(under)], all_arrows)
    for name in names:
        print(name)
    for arrow in upward(names, all_arrows):
        print("up:", arrow)


if __name__ == "__main__":
    main()
