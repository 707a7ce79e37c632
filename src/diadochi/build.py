"""Which build of the engine runs: the Python files, or what `make compiled` made of them."""

from diadochi.rules import engine

COMPILED, INTERPRETED = "compiled", "interpreted"


def kind() -> str:
    return INTERPRETED if (engine.__file__ or ".py").endswith((".py", ".pyc")) else COMPILED
