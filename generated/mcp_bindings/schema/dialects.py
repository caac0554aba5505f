"""Dialects of JSON Schema that the schemas of tools and elicitations may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import shorten
from ..json_values import is_object
from .library import SchemaRefusedError

DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
DRAFT_07 = "http://json-schema.org/draft-07/schema"

DIALECTS: Mapping[str, str] = {
    DRAFT_2020_12: "Draft202012Validator",
    DRAFT_07: "Draft7Validator",
}
"""The name of the validator class of each dialect, in jsonschema-rs and in jsonschema. The first dialect is the
default."""


def dialect_of(schema: Any) -> str:
    """Return the URL of the dialect that a JSON Schema declares. For a schema without `$schema`, return the default.

    Raises:
        SchemaRefusedError: the value is not a schema, or its dialect is not one of `DIALECTS`.
    """
    if not is_object(schema) and not isinstance(schema, bool):
        raise SchemaRefusedError("not a schema: neither an object nor a boolean")
    if not is_object(schema) or "$schema" not in schema:
        return next(iter(DIALECTS))
    declared = schema["$schema"]
    dialect = declared.removesuffix("#") if isinstance(declared, str) else ""
    if dialect not in DIALECTS:
        raise SchemaRefusedError(f"the dialect is not supported: {shorten(repr(declared))}; use one of {[*DIALECTS]}")
    return dialect
