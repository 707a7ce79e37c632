"""Which kinds of events the rules can tell, and which of them the kept games show."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import diadochi
from diadochi.messages import TOLD_AS
from tests.corpus.kept import Kept
from tests.corpus.replay import steps

SHOWN = Path(__file__).with_name("events.json")
"""How many games show each kind; `python -m tests.corpus --events` writes it."""
NEVER_SEEN = {"no_card_to_draw", "no_card_taken"}
"""There is always a card to draw, and so no hand is empty that was not: test_corpus.py counts the cards."""
RULES = Path(diadochi.__file__).parent / "rules"
TEXTS = Path(diadochi.__file__).parent / "locale" / "en" / "LC_MESSAGES" / "diadochi.po"
KEY = re.compile(r'^msgid "([^"]+)"$', re.MULTILINE)


class Place(NamedTuple):
    """A call in the source of the rules, and what the names in it can mean."""

    call: ast.Call
    function: ast.FunctionDef
    module: ast.Module


@cache
def all_keys() -> set[str]:
    """Every kind of event that the rules can tell: the texts whose keys they give to `note`."""
    told = {key for place in calls() if name_of(place.call) == "note" for key in keys_given(place.call.args[0], place)}
    pattern = re.compile("|".join(sorted(told)))
    texts = {*KEY.findall(TEXTS.read_text(encoding="utf-8")), *TOLD_AS}
    return {key for key in texts if pattern.fullmatch(key)}


@cache
def calls() -> list[Place]:
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(RULES.rglob("*.py"))]
    functions = [(f, module) for module in modules for f in ast.walk(module) if isinstance(f, ast.FunctionDef)]
    return [Place(c, f, module) for f, module in functions for c in ast.walk(f) if isinstance(c, ast.Call) and c.args]


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def keys_given(given: ast.AST, place: Place) -> Iterator[str]:
    """Patterns of the keys that an argument can be; a variable is what the function assigns or is given."""
    if not isinstance(given, ast.Name):
        yield from keys_in(given, place.module)
        return
    for node in ast.walk(place.function):
        if isinstance(node, ast.Assign) and given.id in names(node.targets):
            yield from keys_in(node.value, place.module)
        elif isinstance(node, ast.For) and given.id in names([node.target]):
            yield from keys_in(node.iter, place.module)
    parameters = [parameter.arg for parameter in place.function.args.args]
    if given.id in parameters:
        number = parameters.index(given.id)
        for caller in calls():
            if name_of(caller.call) == place.function.name and len(caller.call.args) > number:
                yield from keys_given(caller.call.args[number], caller)


def keys_in(node: ast.AST, module: ast.Module) -> Iterator[str]:
    """The strings of an expression, and those of the module's constants that it names."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+" for part in node.values
        )
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.Name) and node.id.isupper():
        for constant in module.body:
            if not isinstance(constant, ast.Assign | ast.AnnAssign) or constant.value is None:
                continue
            if node.id in names(constant.targets if isinstance(constant, ast.Assign) else [constant.target]):
                yield from keys_in(constant.value, module)
    else:
        for part in ast.iter_child_nodes(node):
            yield from keys_in(part, module)


def names(targets: Iterable[ast.AST]) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def keys_of(game: Kept) -> set[str]:
    return {event.key for step in steps(game) for event in step.events}


def count(games: Iterable[Kept], jobs: int) -> Counter[str]:
    """In how many games each kind occurs."""
    with ProcessPoolExecutor(jobs) as pool:
        shown = Counter(key for keys in pool.map(keys_of, games, chunksize=4) for key in keys)
    return Counter({key: shown[key] for key in sorted(all_keys() | set(shown))})


def read() -> dict[str, int]:
    return dict(json.loads(SHOWN.read_text(encoding="utf-8")))


def write(shown: Counter[str]) -> None:
    SHOWN.write_text(json.dumps(shown, indent=1) + "\n", encoding="utf-8")
