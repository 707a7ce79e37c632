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
FOR_DEVELOPERS = {
    # Misuse of a function is told to who wrote the call.
    *("ValueError", "TypeError", "KeyError", "LookupError", "RuntimeError", "AssertionError", "NotImplementedError"),
    *("AttributeError", "OSError", "DatabaseError", "ImportError", "ChartError", "IllegalActionError"),
    # The operator's log is in English.
    *("DifferenceError", "tell_operator", "told_mended", "info", "warning", "error", "exception"),
    # Statements, patterns and types.
    *("text", "execute", "compile", "cast", "match", "call_exception_handler", "handler"),
}
"""Whose arguments no player reads."""
HELP = {"help", "short_help", "epilog", "metavar"}
"""Made into help.po."""
NOT_FOR_READERS = {
    "bots/strategos.py": "names of its characters, which nobody is shown",
    "chart/theme.py": "a style sheet",
    "lab/page.py": "a style sheet",
    "table/repair.py": "a note for the operator, kept with the game",
    "rules/agenda.py": "what a seed is hashed with",
    "table/store_errors.py": "the databases' own words, by which a trouble is known",
    "bots/features.py": "what each number of an array is: docs/lab.md is made of it",
    "lab/dataset.py": "what each column is: docs/lab.md is made of it",
    "data/first_wording.py": "what the digest of the data is made of",
    "lab/card_page.py": "writes docs/cards.md",
    "lab/feature_page.py": "writes a part of docs/lab.md",
    "lab/tempers.py": "tunes the bots of the package",
    "lab/envs/train_example.py": "a program to read and to change",
    "lab/envs/spiel.py": "what OpenSpiel asks of a game, for programs",
    "lab/invariants.py": "what is wrong with the engine itself, for its tests",
    "lab/runner.py": "runs inside another build of the package",
    "table/assets.py": "heads of HTTP",
    "table/client_bundle.py": "JavaScript, and what is wrong with a module of ours",
    "table/api.py": "the description of the API, for programs",
    "table/client_types.py": "writes a source file",
    "table/metrics.py": "names and types of what is counted, for Prometheus",
}
WORDS = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}")
"""Two words that stand side by side."""
TAG = re.compile(r"<[^<>]*>|<[^<>]*$")
NO_SENTENCES = re.compile(
    # Names in formats and in notations; statements; types; heads of HTTP; folders.
    r"\'?off map\'?|entry path|independent army|cannot tell|too often|too seldom|why ACTION|save FILE"
    r"|diadochi [\w ]+|[A-Z]+ ([A-Z]+|[\w =()]+)|\w+\[.*|[\w/+]+; charset=.*|\{\} \{\} HTTP.*|Application Support",
    re.DOTALL,
)
"""What else has two words side by side."""


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


def is_left_out(node: ast.AST) -> bool:
    """Docstrings, help, and what is said to developers and to the operator."""
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.keyword):
        return node.arg in HELP
    return isinstance(node, ast.Call) and (name_of(node) in FOR_DEVELOPERS or name_of(node) == "examples")


def sentences(source: str) -> list[str]:
    """Everything in a module that reads like words for people."""
    found: list[str] = []

    def look(node: ast.AST) -> None:
        if is_left_out(node):
            return
        if isinstance(node, ast.Constant | ast.JoinedStr):
            said = TAG.sub("", "".join(strings(node)))
            found.extend([said] if WORDS.search(said) and not NO_SENTENCES.fullmatch(said) else [])
            return
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse(source))
    return found


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_sentence_stands_in_the_source(file: Path) -> None:
    if str(file.relative_to(SOURCE)) not in NOT_FOR_READERS:
        assert sentences(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'raise GameError("there is no game")',
        'raise errors.GameError(f"there is no game {x}")',
        'part.fail("its text is empty", "Write it")',
        'click.echo("The board is drawn" if x else "")',
        'NONE = "there is no game"\nraise GameError(NONE)',
        'return f"{name} wins the game"',
        'words = {"win": "wins the game"}',
        'print(say("command.x", how="as you like it"))',
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
