"""No sentence for people stands in the Python source: it is a key with words, and every key has a text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import diadochi
from tests.languages import arguments, read

SOURCE = Path(diadochi.__file__).parent
KEY = re.compile(r"(error|command|chart|sea|ability|lab)\.(?!md$)[\w.-]*\w")
SPEAKING = ("fail", "refuse", "expect", "echo", "paragraph", "heading", "Problem", "NotFoundError", "BadParameter")
"""Functions whose arguments people read; and so do those of every error of our own."""
FOR_DEVELOPERS = {
    # Misuse of a function is told to who wrote the call.
    *("ValueError", "TypeError", "KeyError", "LookupError", "RuntimeError", "AssertionError", "NotImplementedError"),
    *("AttributeError", "OSError", "DatabaseError", "ImportError", "ChartError", "IllegalActionError"),
    # What an operator finds in the log, and a note of it at the table.
    "DifferenceError",
}
WORDS = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}")


def modules() -> list[Path]:
    return [file for file in sorted(SOURCE.rglob("*.py")) if "migrations" not in file.parts]


def strings(node: ast.AST) -> Iterator[str]:
    """What a string, a formatted one or either side of an `if` says; what is said by key is left out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def constants(tree: ast.Module) -> dict[str, ast.expr]:
    """What the names of a module stand for."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    return {x.id: node.value for node in assigned for x in node.targets if isinstance(x, ast.Name)}


def sentences(source: str) -> list[str]:
    """Sentences that are handed to somebody who shows them."""
    found = []
    named = constants(ast.parse(source))
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            name = name_of(call)
            if name in SPEAKING or (name.endswith("Error") and name not in FOR_DEVELOPERS):
                given = [named.get(x.id, x) if isinstance(x, ast.Name) else x for x in call.args]
                found += [text for argument in given for text in strings(argument) if WORDS.search(text)]
    return found


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_sentence_stands_in_the_source(file: Path) -> None:
    assert sentences(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'raise GameError("there is no game")',
        'raise errors.GameError(f"there is no game {x}")',
        'part.fail("its text is empty", "Write it")',
        'click.echo("The board is drawn" if x else "")',
        'NONE = "there is no game"\nraise GameError(NONE)',
    ],
)
def test_the_scan_finds_sentences(source: str) -> None:
    assert sentences(source)


@pytest.mark.parametrize("source", ['raise GameError("error.key", x=1)', 'raise ValueError("not so many")'])
def test_the_scan_leaves_the_rest_alone(source: str) -> None:
    assert sentences(source) == []


TEXTS = {
    key: text for domain in ("diadochi", "errors", "commands", "lab") for (_, key), text in read("en", domain).items()
}
CONSTANTS = {
    node.value
    for file in modules()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant) and isinstance(node.value, str)
}
PATTERNS = [
    re.compile("".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w-]+" for p in node.values))
    for file in modules()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    if isinstance(node, ast.JoinedStr)
    and isinstance(node.values[0], ast.Constant)
    and KEY.match(f"{node.values[0].value!s}x")
]


def test_every_key_of_errors_and_commands_has_a_text() -> None:
    assert {text for text in CONSTANTS if KEY.fullmatch(text) and text not in TEXTS} == set()


def test_every_text_of_errors_and_commands_is_used() -> None:
    """A variant of a text that is used is used."""
    own = {key for key in TEXTS if KEY.fullmatch(key)}
    asked = {key: key.removesuffix(".near").removesuffix(".of") for key in own}
    assert {key for key in own if asked[key] not in CONSTANTS and not any(p.fullmatch(key) for p in PATTERNS)} == set()


TOLD = ("say", "GameError", "TextError", "NoGameError", "StoreError", "BadRequestError", "ForbiddenError")


def test_an_error_tells_its_text_everything_it_names() -> None:
    wrong = []
    for file in modules():
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and not any(word.arg is None for word in call.keywords):
                key = next(strings(call.args[0]), "")
                told = {word.arg for word in call.keywords}
                if (
                    key in TEXTS
                    and KEY.fullmatch(key)
                    and name_of(call) in ("say", "GameError", "TextError", "NoGameError")
                ):
                    untold = arguments(TEXTS[key]) - told
                    wrong += [f"{file.name}:{call.lineno} {key} is not told {untold}"] if untold else []
    assert not wrong
