"""All frames by name, so that an agenda can be read from a text."""

import importlib
import pkgutil
from typing import Any, Final

from diadochi import rules
from diadochi.rules.agenda import Frame

FACE: Final = f"{rules.__name__}.face"
"""Holds no frames of its own, and imports this module."""


def _frames() -> dict[str, type[Frame]]:
    """Every frame of the chapters."""
    out: dict[str, type[Frame]] = {}
    for info in pkgutil.walk_packages(rules.__path__, "diadochi.rules."):
        if info.name in (__name__, FACE):
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            if isinstance(value, type) and issubclass(value, Frame) and value is not Frame:
                assert out.get(name, value) is value, f"two frames are called {name}"
                out[name] = value
    return out


FRAMES: Final = _frames()
FRAMES["Activation"] = FRAMES["Army"]
"""Its name in older saves."""


def make_frame(told: Any) -> Frame:
    """The frame that was told by the names of its fields, or in an older save by their order."""
    if isinstance(told, list):
        frame: Frame = FRAMES[told[0]](*[_frozen(value) for value in told[1:]])
    else:
        frame = FRAMES[told["frame"]](**{name: _frozen(value) for name, value in told.items() if name != "frame"})
    return frame


def _frozen(value: Any) -> Any:
    return tuple([_frozen(v) for v in value]) if isinstance(value, list | tuple) else value
