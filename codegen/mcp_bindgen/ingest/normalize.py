"""Both dialects become one: definitions under `$defs`, assertions only, every reference resolved by name.

A user's own schema is untrusted, so this is also where it is judged: what cannot be expressed exactly is
refused with its JSON Pointer. No reference is ever fetched.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import jsonschema.exceptions
import jsonschema.validators

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue, escape, unescape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
OLD_DIALECTS = ("http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-06/schema")


def normalize(document: JSONValue, *, where: str) -> dict[str, JSONValue]:
    """The effective form of a schema document: `{"$schema": …, "$defs": {…}}`.

    Raises:
        BindgenError: not a schema, a keyword without exact Python form, or a reference that leads nowhere.
    """
    if not isinstance(document, Mapping):
        raise BindgenError("no schema: the document is not an object", where=where)
    dialect = document.get("$schema", DIALECT)
    if not isinstance(dialect, str) or dialect.rstrip("#") not in (DIALECT, *OLD_DIALECTS):
        raise BindgenError(
            f"unknown dialect {dialect!r}", where=f"{where}#/$schema", hint=f"draft-07 and {DIALECT} are understood"
        )
    old = dialect.rstrip("#") in OLD_DIALECTS
    key = "definitions" if "definitions" in document and "$defs" not in document else "$defs"
    definitions = document.get(key)
    if not isinstance(definitions, Mapping) or not definitions:
        raise BindgenError("no schema: neither `$defs` nor `definitions` holds a definition", where=where)
    _check_metaschema(document, where)
    for place, schema in keywords.subschemas(definitions, f"/{key}"):
        if place != f"/{key}":
            _check(schema, definitions, key, f"{where}#{place}")

    def members(schema: dict[str, JSONValue]) -> dict[str, JSONValue]:
        kept = {word: value for word, value in schema.items() if word in keywords.SUPPORTED or word == "format"}
        reference = kept.get("$ref")
        if isinstance(reference, str):
            kept["$ref"] = f"#/$defs/{reference.removeprefix(f'#/{key}/')}"
            if old:  # draft-07 ignores whatever stands beside a reference
                return {"$ref": kept["$ref"]}
        return kept

    return {
        "$schema": DIALECT,
        "$defs": {name: keywords.rewrite(schema, members) for name, schema in definitions.items()},
    }


def referenced(schema: Mapping[str, JSONValue]) -> str | None:
    """The definition a normalized schema refers to, by wire name."""
    reference = schema.get("$ref")
    return unescape(reference.removeprefix("#/$defs/")) if isinstance(reference, str) else None


def _check_metaschema(document: Mapping[str, JSONValue], where: str) -> None:
    checker = jsonschema.validators.validator_for(document, default=jsonschema.Draft202012Validator)
    try:
        checker.check_schema(document)  # type: ignore[arg-type]
    except jsonschema.exceptions.SchemaError as error:
        pointer = "".join(f"/{escape(str(token))}" for token in error.absolute_path)
        value = str(error.validator)
        raise BindgenError(f"no valid JSON Schema: `{value}` is violated here", where=f"{where}#{pointer}") from None
    except RecursionError:
        raise BindgenError("no valid JSON Schema: nested too deeply", where=where) from None


def _check(schema: Mapping[str, JSONValue], definitions: Mapping[str, JSONValue], key: str, where: str) -> None:
    refused = sorted(keywords.REFUSED.intersection(schema))
    if refused:
        raise BindgenError(
            f"`{refused[0]}` has no exact form in Python types",
            where=where,
            hint="take it out of the schema, or lay the condition on the caller",
        )
    reference = schema.get("$ref")
    if isinstance(reference, str):
        if not reference.startswith("#"):
            raise BindgenError(f"remote reference {reference!r} is never fetched", where=where)
        name = unescape(reference.removeprefix(f"#/{key}/"))
        if not reference.startswith(f"#/{key}/") or name not in definitions:
            raise BindgenError(f"reference {reference!r} leads to no definition", where=where)
    if not isinstance(schema.get("multipleOf", 1), int):
        raise BindgenError("`multipleOf` with a fraction has no exact form in Python types", where=where)
    for word, value in schema.items():
        if word in ("enum", "const"):
            values = value if word == "enum" and isinstance(value, Sequence) else [value]
            for item in values:
                if isinstance(item, (Mapping, list)) or (isinstance(item, float) and not math.isfinite(item)):
                    raise BindgenError(f"`{word}` of an object or array has no exact form in Python types", where=where)
