"""Every function, class and constant of the package is used somewhere."""

import ast
import re
from collections import Counter
from pathlib import Path

from tests.arrows import PACKAGE, SOURCE

OTHERS = (Path("lab/envs/spiel.py"), Path("table/migrations"))
"""What another library calls by name."""
FOR_READERS = {"from_position", "pcs_of", "removed_cards"}
"""What docs/library.md offers to people, and nothing here needs."""
FOR_TESTS = {"labels_of", "texts_of", "without_times"}
CALLED_BY_NAME = {"make_formatter", "reducer_override", "write_heading"}
"""What click and pickle call by name."""
LISTED = {"GROUPS"}
"""Importing it is what counts."""


def defined(text: str) -> list[str]:
    """The names of functions, classes and constants of a module; those with underscores around them are Python's."""
    tree = ast.parse(text)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in ast.walk(tree) if isinstance(node, kinds)]
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names += [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if not name.startswith("__")]


def unused(texts: list[str], checked: list[str]) -> set[str]:
    """The names defined in the checked texts that stand in all texts nowhere but where they are defined."""
    words = Counter(word for text in texts for word in re.findall(r"\w+", text))
    names = Counter(name for text in checked for name in defined(text))
    return {name for name, number in names.items() if words[name] <= number}


def test_nothing_is_defined_that_nobody_uses() -> None:
    top = SOURCE / PACKAGE
    files = sorted(top.rglob("*.py"))
    texts = {file: file.read_text() for file in files}
    checked = [texts[file] for file in files if not any(file.is_relative_to(top / other) for other in OTHERS)]
    found = unused(list(texts.values()), checked)
    assert found == FOR_READERS | FOR_TESTS | CALLED_BY_NAME | LISTED


def test_what_is_not_used_is_found() -> None:
    text = "USED = 1\nLEFT = 2\ndef left():\n    pass\ndef used():\n    return USED\nused()\n"
    assert unused([text], [text]) == {"LEFT", "left"}
