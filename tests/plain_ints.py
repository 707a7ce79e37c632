"""How many parameters of the rules are plain numbers: `python -m tests.plain_ints`."""

import ast
from pathlib import Path

import diadochi

RULES = Path(diadochi.__file__).parent / "rules"


def parameters(source: str) -> list[str]:
    """The annotations of all parameters of all functions, as they are written."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            of = node.args
            named = [*of.posonlyargs, *of.args, *of.kwonlyargs]
            found += [ast.unparse(a.annotation) for a in named if a.annotation is not None]
    return found


def count(files: list[Path]) -> tuple[int, int]:
    """How many of the parameters are `int`, and how many there are."""
    found = [annotation for file in files for annotation in parameters(file.read_text())]
    return found.count("int"), len(found)


def main() -> None:
    for file in sorted(RULES.rglob("*.py")):
        plain, total = count([file])
        print(f"{file.relative_to(RULES)!s:32} {plain:5} of {total}")
    print("{} of {}".format(*count(list(RULES.rglob("*.py")))))


if __name__ == "__main__":
    main()
