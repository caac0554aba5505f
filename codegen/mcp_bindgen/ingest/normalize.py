"""Both dialects become one: definitions under `$defs`, assertions only, every reference resolved by name.

A custom schema is untrusted, so this is also where it is checked: what cannot be expressed exactly is
refused with its JSON Pointer. No reference is ever fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import quote, unquote

import jsonschema.exceptions
import jsonschema.validators

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue, escape, unescape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MAX_BOUND = 2**53
"""Up to here every integer is a double too."""
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
    for place, schema in keywords.subschemas({key: definitions}):
        if place:
            _check(schema, definitions, key, f"{where}#{place}")

    def members(schema: dict[str, JSONValue]) -> dict[str, JSONValue]:
        kept = {word: _exact(value) for word, value in schema.items() if word in keywords.SUPPORTED or word == "format"}
        target = _target(kept, key)
        if target is not None:
            kept["$ref"] = reference(target)
            if old:  # draft-07 ignores whatever stands beside a reference
                return {"$ref": kept["$ref"]}
        return kept

    return {
        "$schema": DIALECT,
        "$defs": {name: keywords.rewrite(schema, members) for name, schema in definitions.items()},
    }


def reference(definition: str) -> str:
    """The `$ref` of a definition: a JSON Pointer as a URI fragment."""
    return "#/$defs/" + quote(escape(definition), safe="~$")


def referenced(schema: Mapping[str, JSONValue]) -> str | None:
    """The definition a normalized schema refers to, by wire name."""
    return _target(schema, "$defs")


def _target(schema: Mapping[str, JSONValue], key: str) -> str | None:
    pointer = schema.get("$ref")
    return unescape(unquote(pointer.removeprefix(f"#/{key}/"))) if isinstance(pointer, str) else None


def _exact(value: JSONValue) -> JSONValue:
    """Numbers without a fraction as integers, which they are in JSON Schema: `2.0` characters are `2`."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= MAX_BOUND:
        return int(value)
    return [_exact(item) for item in value] if isinstance(value, list) else value


def _check_metaschema(document: Mapping[str, JSONValue], where: str) -> None:
    try:
        fault = _metaschema_fault(json.dumps(document))
    except RecursionError:
        raise BindgenError("schemas are nested too deeply", where=where) from None
    if fault is not None:
        keyword, pointer = fault
        raise BindgenError(f"no valid JSON Schema: `{keyword}` is violated here", where=f"{where}#{pointer}")


@lru_cache(maxsize=32)
def _metaschema_fault(text: str) -> tuple[str, str] | None:
    """Keyword and pointer. Remembered by content: the pinned schemas are judged once, however often they are read."""
    document: dict[str, JSONValue] = json.loads(text)
    checker = jsonschema.validators.validator_for(document, default=jsonschema.Draft202012Validator)
    try:
        checker.check_schema(document)
    except jsonschema.exceptions.SchemaError as error:
        return str(error.validator), "".join(f"/{escape(str(token))}" for token in error.absolute_path)
    return None


def _check(schema: Mapping[str, JSONValue], definitions: Mapping[str, JSONValue], key: str, where: str) -> None:
    refused = sorted(keywords.REFUSED.intersection(schema))
    if refused:
        raise BindgenError(
            f"`{refused[0]}` has no exact form in Python types",
            where=where,
            hint="take it out of the schema, or lay the condition on the caller",
        )
    if isinstance(schema.get("items"), list):
        raise BindgenError("`items` as a list has no exact form in Python types", where=f"{where}/items")
    pointer = schema.get("$ref")
    if isinstance(pointer, str):
        if not pointer.startswith("#"):
            raise BindgenError(f"remote reference {pointer!r} is never fetched", where=f"{where}/$ref")
        if not pointer.startswith(f"#/{key}/") or _target(schema, key) not in definitions:
            raise BindgenError(f"reference {pointer!r} leads to no definition", where=f"{where}/$ref")
    for word in keywords.NUMBERS.intersection(schema):
        _check_number(word, schema[word], where=f"{where}/{word}")
    for word in ("const", "enum"):
        values = schema.get(word)
        for item in values if word == "enum" and isinstance(values, list) else [values]:
            if isinstance(item, (Mapping, list)):
                raise BindgenError(
                    f"`{word}` of an object or array has no exact form in Python types", where=f"{where}/{word}"
                )
            if isinstance(item, float) and abs(item) > MAX_BOUND:
                raise BindgenError(
                    "validators do not agree on constants beyond 2^53 with a fraction or exponent",
                    where=f"{where}/{word}",
                    hint="write it as an integer",
                )


def _check_number(word: str, value: JSONValue, *, where: str) -> None:
    """Bounds are compared with integers and with doubles, so they must be the same number as either."""
    number = _exact(value)
    if word == "multipleOf" and not isinstance(number, int):
        raise BindgenError("`multipleOf` with a fraction has no exact form in Python types", where=where)
    if isinstance(number, (int, float)) and abs(number) > MAX_BOUND:
        raise BindgenError(f"`{word}` is beyond what every number on the wire can be compared with", where=where)
