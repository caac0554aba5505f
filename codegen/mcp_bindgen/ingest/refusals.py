"""Error for a keyword that cannot be kept exactly: place, reason, and the erratum that would make the schema
acceptable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue, pointer_tokens

NEUTRAL: Mapping[str, JSONValue] = {
    "additionalItems": True,
    "allOf": [True],
    "dependencies": {},
    "dependentSchemas": {},
    "not": False,
    "pattern": "",
    "patternProperties": {},
    "unevaluatedItems": True,
    "unevaluatedProperties": True,
}
"""Value with which each keyword asserts nothing."""

WEAKER: Mapping[str, str] = {"oneOf": "anyOf"}
"""Keyword that, with the same value, accepts more documents."""


def refusal(reason: str, word: str, document: JSONValue, *, where: str, pointer: str) -> BindgenError:
    """Return the error for a keyword of a schema.

    Args:
        reason: why the keyword cannot be kept.
        word: the keyword.
        document: the file.
        where: the path of the file.
        pointer: the JSON Pointer of the schema that has the keyword.
    """
    return BindgenError(reason, where=f"{where}#{pointer}", hint=hint(word, document, pointer))


def hint(word: str, document: JSONValue, pointer: str) -> str:
    """Return advice on a keyword that cannot be kept, with the erratum if the file has the keyword at that place.

    The arguments are those of `refusal`.
    """
    advice = "remove it from the schema, and check it in your own code"
    try:
        erratum = _erratum(word, document, pointer)
    except (LookupError, TypeError, ValueError):
        return advice
    return "\n  ".join([f"{advice}; for a pinned revision, with this erratum:", *erratum])


def _erratum(word: str, document: JSONValue, pointer: str) -> list[str]:
    """Return the lines of an erratum after which the keyword asserts nothing.

    Raises:
        LookupError, TypeError: the file has no such place, because it states the keyword in another form.
        ValueError: TOML cannot express the erratum.
    """
    tokens = pointer_tokens(pointer)
    schema: Any = keywords.without_prose(document)
    for token in tokens:
        schema = schema[int(token) if isinstance(schema, list) else token]
    if word in NEUTRAL:
        pointer, old, new = f"{pointer}/{word}", schema[word], NEUTRAL[word]
    else:
        old, new = schema, {name: value for name, value in schema.items() if name != word}
        if word in WEAKER:
            new[WEAKER[word]] = schema[word]
        elif word not in schema:
            raise KeyError(word)
    return [
        "[[erratum]]",
        f"id = {json.dumps('-'.join(['REVISION.' + tokens[1], *tokens[2:][-1:], word]))}",
        f"pointer = {json.dumps(pointer)}",
        f"old = {_toml(old)}",
        f"new = {_toml(new)}",
        f'reason = "The package cannot check this `{word}`, so the application has to."',
        'upstream = "URL OF THE OFFICIAL FILE"',
    ]


def _toml(value: JSONValue) -> str:
    """Return a JSON value as TOML on one line. JSON strings, numbers and constants except null are TOML too."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_toml(member)}" for name, member in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    if value is None:
        raise ValueError("TOML has no null")
    return json.dumps(value)
