"""Check a document against a JSON Schema that is given as text."""

from __future__ import annotations

import json
from functools import lru_cache

import jsonschema_rs

from mcp_bindgen.jsontext import JSONValue

_MAX_BACKTRACKS = 10_000
"""Greatest number of times that the engine goes back in one text. Only patterns that are not regular need this."""


class UndecidedError(Exception):
    """Error for a question that was given up because the answer would take too long, because a bound is too large, or
    because no work is left.
    """


def is_valid(schema: str, document: JSONValue) -> bool:
    """Return whether a document is valid for a JSON Schema. The schema is given as text and has no references.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    validator = _validator(schema)
    if validator.is_valid(document):
        return True
    kinds = (error.kind for error in validator.iter_errors(document))
    if any(isinstance(kind, jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded) for kind in kinds):
        raise UndecidedError
    return False


def pattern_test(pattern: str) -> str:
    """Return, as text, a JSON Schema for the strings in which a pattern matches."""
    return json.dumps({"pattern": pattern})


@lru_cache(maxsize=1024)
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    limits = jsonschema_rs.FancyRegexOptions(backtrack_limit=_MAX_BACKTRACKS)
    return jsonschema_rs.Draft202012Validator(json.loads(schema), pattern_options=limits)
