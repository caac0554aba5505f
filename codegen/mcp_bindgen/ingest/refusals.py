"""Error for a keyword that cannot be kept exactly: place, reason, and the erratum that would make the schema
acceptable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ingest.errata import PLACEHOLDERS, Erratum
from mcp_bindgen.jsontext import JSONValue, is_object, pointer_tokens

WEAKER_KEYWORDS: Mapping[str, str] = {"oneOf": "anyOf"}
"""The keyword that replaces a refused one, by the refused keyword. With an equal value, the replacement accepts more
documents.
"""

_REMOVED_TOGETHER: Mapping[str, str] = {"patternProperties": "additionalProperties"}
"""The keyword that an erratum removes together with a refused one, by the refused keyword. Without the refused keyword,
it would reject more documents.
"""

REWRITTEN = ("dependentSchemas", "dependencies")
"""Keywords that other keywords replace before a schema is checked."""

ADVICE = "remove it from the schema, and check it in your own code"


class RefusalError(BindgenError):
    """Error for a part of a schema that cannot be kept.

    Args:
        what: the reason.
        where: path of the file and JSON Pointer of the part.
        erratum: the erratum that makes the file acceptable; None if no erratum does.
        advice: the next step of a person who does not use an erratum.
    """

    def __init__(self, what: str, *, where: str, erratum: Erratum | None = None, advice: str = ADVICE) -> None:
        self.erratum = erratum
        lines = _toml_lines(erratum) if erratum is not None else []
        found = f"{advice}; or let it in, by --errata FILE or in errata.toml of a pinned revision, with this erratum:"
        super().__init__(what, where=where, hint="\n  ".join([found, *lines]) if lines else advice)


class InvalidSchemaError(RefusalError):
    """Error for a part of a file that JSON Schema itself does not allow."""


def make_refusal(
    reason: str, word: str, document: JSONValue, *, where: str, pointer: str, advice: str = ADVICE
) -> RefusalError:
    """Return the error for a keyword of a schema.

    Args:
        reason: why the keyword cannot be kept.
        word: the keyword.
        document: the file.
        where: the path of the file.
        pointer: the JSON Pointer of the schema that has the keyword.
        advice: the next step of a person who does not use an erratum.
    """
    erratum = proposed_erratum(word, document, pointer) or _erratum_of_origin(document, pointer)
    return RefusalError(reason, where=f"{where}#{pointer}", erratum=erratum, advice=advice)


def _erratum_of_origin(document: JSONValue, pointer: str) -> Erratum | None:
    """Return an erratum for the keyword that was rewritten as the schema at a pointer.

    Return None if the file itself has a schema at the pointer, or if no rewritten keyword contains the pointer.
    """
    while pointer and _value_at(document, pointer) is None:
        pointer = pointer.rpartition("/")[0]
        for word in REWRITTEN:
            found = proposed_erratum(word, document, pointer)
            if found is not None:
                return found
    return None


def proposed_erratum(word: str, document: JSONValue, pointer: str) -> Erratum | None:
    """Return an erratum that removes or weakens a keyword; None if the file lacks the keyword at the pointer, or if
    nothing would change.

    The arguments are those of `make_refusal`.
    """
    tokens = pointer_tokens(pointer)
    schema = _value_at(document, pointer)
    if not is_object(schema) or word not in schema:
        return None
    stated: Any = schema[word]
    old: JSONValue
    new: Any
    if word in keywords.NEUTRAL and word not in _REMOVED_TOGETHER:
        pointer, old, new = f"{pointer}/{word}", stated, keywords.NEUTRAL[word]
    else:
        beside = _REMOVED_TOGETHER.get(word)
        old = schema
        new = {name: value for name, value in schema.items() if name not in (word, beside)}
        if word in WEAKER_KEYWORDS:
            new[WEAKER_KEYWORDS[word]] = stated
    if old == new:
        return None
    return Erratum(
        id="-".join([f"{PLACEHOLDERS[0]}.{tokens[1]}" if tokens[1:] else PLACEHOLDERS[0], *tokens[2:], word]),
        pointer=pointer,
        old=old,
        new=new,
        reason=f"The package cannot check this `{word}`, so the application has to.",
        upstream=PLACEHOLDERS[1],
    )


def _value_at(document: JSONValue, pointer: str) -> JSONValue:
    """Return the value at a JSON Pointer of a file, after its prose is dropped; None if the pointer leads nowhere."""
    place: Any = keywords.without_prose(document)
    try:
        for token in pointer_tokens(pointer):
            place = place[int(token) if isinstance(place, list) else token]
    except (LookupError, TypeError, ValueError):
        return None
    found: JSONValue = place
    return found


def _toml_lines(erratum: Erratum) -> list[str]:
    """Return an erratum as lines of TOML; empty if the erratum contains null, since TOML cannot express null."""
    try:
        return ["[[erratum]]", *(f"{name} = {_toml_value(value)}" for name, value in vars(erratum).items())]
    except ValueError:
        return []


def _toml_value(value: JSONValue) -> str:
    """Return a JSON value as TOML on one line. JSON strings, numbers and constants except null are TOML too.

    Raises:
        ValueError: the value is or contains a null.
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_toml_value(member)}" for name, member in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml_value, value))}]"
    if value is None:
        raise ValueError("TOML has no null")
    return json.dumps(value)
