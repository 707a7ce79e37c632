"""Writes the types of the browser client from the OpenAPI description: `make types`."""

from collections.abc import Mapping
from typing import Any

from litestar import Litestar

from diadochi.table import api
from diadochi.table.openapi import DESCRIPTION

HEAD = "// The JSON of the server, made from its OpenAPI description by `make types`.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def page() -> str:
    schemas = Litestar(api.HANDLERS, openapi_config=DESCRIPTION).openapi_schema.to_schema()["components"]["schemas"]
    return "\n".join([HEAD, *(interface(name, schema) for name, schema in sorted(schemas.items()))])


def interface(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    lines = [
        f"    {field}{'' if field in required else '?'}: {written(kind)};\n"
        for field, kind in schema.get("properties", {}).items()
    ]
    return f"export interface {name} {{\n{''.join(lines)}}}\n"


def written(schema: Mapping[str, Any]) -> str:
    """A schema as TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join("null" if value is None else f'"{value}"' for value in schema["enum"])
    if "oneOf" in schema:
        return " | ".join(written(one) for one in schema["oneOf"])
    if "type" not in schema:
        return "unknown"
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(written({**schema, "type": one}) for one in kind)
    if kind == "array":
        items = written(schema["items"])
        return f"({items})[]" if " | " in items else f"{items}[]"
    if kind == "object":
        return f"Record<string, {written(schema['additionalProperties'])}>"
    return PLAIN[kind]


if __name__ == "__main__":
    print(page(), end="")
