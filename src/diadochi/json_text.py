"""Plain values as compact JSON. The engine needs nothing but the standard library; msgspec is eight times as quick."""

import json
from typing import Any

try:
    from msgspec.json import Encoder

    encoder: Encoder | None = Encoder()
except ImportError:
    encoder = None


def json_text(values: Any) -> str:
    """ASCII texts, numbers, lists and dictionaries, in the order in which they are."""
    return json.dumps(values, separators=(",", ":")) if encoder is None else encoder.encode(values).decode()
