"""Arguments for a tool: an object that is valid by the input schema of the tool."""

from __future__ import annotations

import json
from typing import Any

from mcp_bindgen.diff.containment.failures import FoundDocument
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import Scope, TypeRef
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ir.types import Ref
from mcp_bindgen.jsontext import JSONValue, is_array, is_object
from mcp_bindgen.servers.definitions import make_definitions, make_document, make_types
from mcp_bindings.guards import SchemaRefusedError, ToolGuard

_MAX_STEPS = 5_000
"""Greatest number of steps of one search."""

_MAX_CHARACTERS = 50_000
"""Greatest number of characters of a schema for which arguments are searched."""

_DEFINITION_NAME = "arguments"
_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "user@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.com",
}
"""A valid string for each of these formats of JSON Schema."""


def make_arguments(schema: Any) -> dict[str, Any] | None:
    """Return arguments that are valid by an input schema, preferably few; None if no valid arguments are found, or if
    the schema is refused or too long.

    Defaults, examples and formats of the schema are used if the arguments are valid with them.

    Args:
        schema: the input schema.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    guard = ToolGuard()
    try:
        guard.add([{"name": _DEFINITION_NAME, "inputSchema": schema}])
    except (SchemaRefusedError, ValueError):
        return None
    if len(json.dumps(schema)) > _MAX_CHARACTERS:
        return None
    loose = keywords.rewrite_subschemas(schema, _with_choices)
    usual = keywords.rewrite_subschemas(loose, _with_usual_values)
    for each in (keywords.rewrite_subschemas(usual, _with_stated_value), usual, loose, schema):
        found = _find_object(each)
        if found is not None and not guard.argument_findings(_DEFINITION_NAME, found):
            return found
    return None


def _with_choices(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Return the keywords of a schema with `anyOf` in place of `oneOf`, since the search cannot represent every
    `oneOf`.
    """
    return {"anyOf" if word == "oneOf" and "anyOf" not in members else word: each for word, each in members.items()}


def _with_stated_value(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Return the keywords of a schema with its default, or else its first example, as `const`. Keywords with `const`,
    and keywords without default and examples, are returned as they are.
    """
    examples = members.get("examples")
    values = [members["default"]] if "default" in members else examples if is_array(examples) else []
    return {**members, "const": values[0]} if values and "const" not in members else members


def _with_usual_values(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Return the keywords of a schema that then admits usual values only: for a boolean, false; for a string, a text of
    its format, or any text that is not empty. Other keywords are returned as they are.
    """
    if not {"const", "enum"} & members.keys():
        if members.get("type") == "boolean":
            return {**members, "const": False}
        if members.get("type") == "string":
            text = _FORMATS.get(str(members.get("format")))
            return {"minLength": 1, **members, **({} if text is None else {"const": text})}
    return members


def _find_object(schema: JSONValue) -> dict[str, Any] | None:
    """Return an object that is valid by a schema; None if none is found, or the schema cannot be represented."""
    try:
        spec = make_types(make_document(make_definitions(_DEFINITION_NAME, schema, "")), where=_DEFINITION_NAME)
    except BindgenError:
        return None
    shape = TypeRef(Scope(spec.by_name()), Ref(spec.definitions[_DEFINITION_NAME]))
    outcome = Search(_MAX_STEPS).find_document([shape], [])
    return dict(outcome.document) if isinstance(outcome, FoundDocument) and is_object(outcome.document) else None
