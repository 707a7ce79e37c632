"""Values as bytes, to pass from one process to another, whichever build of the engine runs there."""

import pickle
from dataclasses import fields, is_dataclass
from io import BytesIO
from typing import Any


class Packer(pickle.Pickler):
    """A dataclass is made anew from its fields: a compiled one cannot be made without them or filled in afterwards."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, type) or not is_dataclass(value):
            return NotImplemented
        return type(value), tuple([getattr(value, field.name) for field in fields(value) if field.init])


def pack(value: Any) -> bytes:
    packed = BytesIO()
    Packer(packed).dump(value)
    return packed.getvalue()


def unpack(packed: bytes) -> Any:
    return pickle.loads(packed)
