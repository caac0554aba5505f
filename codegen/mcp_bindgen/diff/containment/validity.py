"""Check a document against a JSON Schema that is given as text."""

from __future__ import annotations

import json
from functools import lru_cache

import jsonschema_rs

from mcp_bindgen.jsontext import JSONValue


def is_valid(schema: str, document: JSONValue) -> bool:
    """Return whether a document is valid for a JSON Schema. The schema is given as text and has no references."""
    return _validator(schema).is_valid(document)


@lru_cache(maxsize=1024)
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(schema))
