"""Check a document against a JSON Schema that is given as text."""

from __future__ import annotations

import json
from functools import lru_cache

import jsonschema_rs

from mcp_bindgen.jsontext import JSONValue

_MAX_BACKTRACKS = 10_000
"""Greatest number of times that the engine goes back in one text. Only patterns that are not regular need this."""


class UndecidedPatternError(ValueError):
    """Error for a pattern and a text for which the engine would go back too often."""


def is_valid(schema: str, document: JSONValue) -> bool:
    """Return whether a document is valid for a JSON Schema. The schema is given as text and has no references."""
    return _validator(schema).is_valid(document)


def pattern_matches(pattern: str, text: str) -> bool:
    """Return whether a pattern matches somewhere in a text.

    Raises:
        UndecidedPatternError: the engine would go back too often.
    """
    kinds = [error.kind for error in _validator(pattern_test(pattern)).iter_errors(text)]
    if any(isinstance(kind, jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded) for kind in kinds):
        raise UndecidedPatternError(pattern)
    return not kinds


def pattern_test(pattern: str) -> str:
    """Return, as text, a JSON Schema for the strings in which a pattern matches."""
    return json.dumps({"pattern": pattern})


@lru_cache(maxsize=1024)
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    limits = jsonschema_rs.FancyRegexOptions(backtrack_limit=_MAX_BACKTRACKS)
    return jsonschema_rs.Draft202012Validator(json.loads(schema), pattern_options=limits)
