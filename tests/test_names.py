"""Names that mean the same thing are the same."""

import ast
from pathlib import Path

import diadochi

SOURCE = Path(diadochi.__file__).parent


def refusals_by_another_name(source: str) -> list[str]:
    """The functions that look for a refusal and are not called a check."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and (node.name.startswith("refuse_") or (node.name == "refuse" and returns_refusal(node)))
    ]


def returns_refusal(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) == "Refusal | None"


def test_what_looks_for_a_refusal_is_called_a_check() -> None:
    found = {file.name: refusals_by_another_name(file.read_text()) for file in SOURCE.rglob("*.py")}
    assert {file: names for file, names in found.items() if names} == {}


def test_another_name_would_be_found() -> None:
    source = (
        "def refuse_pc(): ...\ndef refuse() -> Refusal | None: ...\ndef check_pc(): ...\ndef refuse() -> NoReturn: ..."
    )
    assert refusals_by_another_name(source) == ["refuse_pc", "refuse"]
