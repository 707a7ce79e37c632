"""All frames by name, so that an agenda can be read from a text."""

from typing import Any, cast

from diadochi.model.state import Frame
from diadochi.rules import (
    activation,
    attrition,
    battle,
    independents,
    march,
    operations,
    reactions,
    reinforcements,
    setup,
    siege,
    strategy,
    turn,
    tyche,
    voyage,
    windows,
)

MODULES = (
    setup, turn, reinforcements, strategy, operations, windows, activation, march, reactions, independents,
    voyage, battle, attrition, siege, tyche,
)  # fmt: skip


def _frames() -> dict[str, Any]:
    out: dict[str, Any] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "step"):
                assert out.get(name, value) is value, f"two frames called {name}"
                out[name] = value
    return out


FRAMES = _frames()


def make_frame(name: str, facts: tuple[Any, ...]) -> Frame:
    return cast(Frame, FRAMES[name](*facts))
