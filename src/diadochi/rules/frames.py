"""All frames by name, so that an agenda can be read from a text."""

import importlib
import pkgutil
from typing import Any, cast

from diadochi import rules
from diadochi.model.state import Frame


def _frames() -> dict[str, Any]:
    """Every named tuple of the chapters that can be stepped."""
    out: dict[str, Any] = {}
    for info in pkgutil.walk_packages(rules.__path__, "diadochi.rules."):
        if info.name == __name__:
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "step"):
                assert out.get(name, value) is value, f"two frames are called {name}"
                out[name] = value
    return out


FRAMES = _frames()
FRAMES["Activation"] = FRAMES["Army"]
"""Its name in older saves."""


def make_frame(name: str, facts: tuple[Any, ...]) -> Frame:
    return cast(Frame, FRAMES[name](*facts))
