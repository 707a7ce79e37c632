"""The tests of the table. `tests/table.py` has the same name: this hands on what it holds until one is renamed."""

import importlib.util
import sys
from pathlib import Path

_spec = importlib.util.spec_from_file_location("tests.positions", Path(__file__).parent.with_suffix(".py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
sys.modules["tests.positions"] = _module
_spec.loader.exec_module(_module)
globals().update({name: value for name, value in vars(_module).items() if not name.startswith("__")})
