"""The definitions for the schema of a tool. Each reference in these definitions leads to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ingest.normalize import normalize
from mcp_bindgen.ir.build import build_spec
from mcp_bindgen.ir.types import SpecRevision, reach_names
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object, parse_index, pointer_tokens

_MAX_INLINED = 20_000
"""Greatest number of characters that replace the references of one schema."""
_ANNOTATIONS = ("$schema", "$id", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")


def make_definitions(name: str, schema: Any, place: str) -> dict[str, tuple[JSONValue, str]]:
    """Return the definitions for a schema: one for the schema, and one for each part to which a kept reference leads.

    Args:
        name: the name of the definition for the schema.
        schema: the schema. Its references lead to parts of the schema.
        place: the JSON Pointer of the schema in the offer.

    Returns:
        The definitions by name, each with its JSON Pointer in the offer.

    Raises:
        BindgenError: a reference leads to no part of the schema, or a keyword about references is not supported.
    """
    schema = _with_newest_keywords(schema)
    inline = _make_inliner(schema, place)
    names, found = {"": name}, dict[str, tuple[JSONValue, str]]()
    waiting = [""]

    def rename_reference(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
        kept = {word: value for word, value in members.items() if word not in keywords.DEFINITIONS}
        reference = kept.get("$ref")
        if isinstance(reference, str):
            target = _pointer_of_reference(reference)
            if not reference.startswith("#") or (target and not target.startswith("/")):
                raise BindgenError(f"reference {reference!r} leads out of the schema", where=place)
            if target not in names:
                tokens = pointer_tokens(target)
                inner = tokens[1:] if tokens[0] in keywords.DEFINITIONS else tokens
                names[target] = f"{name}: {'.'.join(inner)}"
                waiting.append(target)
            kept |= reference_to(names[target])
        elif "$ref" in kept or {"$id", "$anchor", "$dynamicRef", "$recursiveRef"} & kept.keys():
            raise BindgenError("$id, an anchor or a dynamic reference cannot be compared", where=place)
        return kept

    while waiting:
        pointer = waiting.pop()
        part = inline(_part_at(schema, pointer, place))
        if not pointer and is_object(part):
            part = {word: value for word, value in part.items() if word not in ("$schema", "$id")}
        found[names[pointer]] = keywords.rewrite_subschemas(part, rename_reference), place + pointer
    return found


def make_document(definitions: Mapping[str, tuple[JSONValue, str]]) -> JSONValue:
    """Return the schema file with some definitions. Without definitions, the file has one that admits every value.

    Args:
        definitions: the definitions by name, each with its JSON Pointer in the offer.
    """
    parts = {name: part for name, (part, _) in definitions.items()} or {"nothing": {}}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts}


def _with_newest_keywords(schema: JSONValue) -> JSONValue:
    """Return a schema of draft 7 with the keywords of 2020-12; any other schema as it is.

    Draft 7 has `items` and `additionalItems` for tuples, and `dependencies` for two kinds of conditions. Draft 7
    ignores the keywords beside `$ref`.
    """
    if not is_object(schema) or "draft-07" not in str(schema.get("$schema")):
        return schema

    def replace_keywords(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
        if "$ref" in members:
            kept = ("$ref", *keywords.DEFINITIONS, *_ANNOTATIONS)
            return {word: value for word, value in members.items() if word in kept}
        items, rest = members.get("items"), members.pop("additionalItems", True)
        if is_array(items):
            members |= {"prefixItems": items, "items": rest}
        dependencies = members.pop("dependencies", {})
        if is_object(dependencies):
            needed = {name: each for name, each in dependencies.items() if is_array(each)}
            others = {name: each for name, each in dependencies.items() if not is_array(each)}
            members |= {"dependentRequired": needed} if needed else {}
            members |= {"dependentSchemas": others} if others else {}
        return members

    return keywords.rewrite_subschemas(schema, replace_keywords)


def make_types(document: JSONValue, *, where: str) -> SpecRevision:
    """Return the types of a schema file.

    Args:
        document: the schema file.
        where: the id of these types, and their name in errors.

    Raises:
        BindgenError: a part of the file cannot be represented exactly.
    """
    revision = replace(sources.custom_revision("offer", document), id=where)
    effective = normalize(document, where=where, keeps_patterns=True)
    return build_spec(revision, effective, where=where, document=document)


def reference_to(name: str) -> dict[str, str]:
    """Return a schema that refers to a definition.

    Args:
        name: the name of the definition.
    """
    return {"$ref": f"#/$defs/{quote(escape_token(name))}"}


def _make_inliner(schema: Any, place: str) -> Callable[[JSONValue], JSONValue]:
    """Return a function that replaces each reference in a part of a schema by the part to which it leads.

    The example document of a change then shows a complete call. A reference is kept if the part to which it leads
    contains the reference or is no object, if a keyword beside the reference has another value in that part, or if all
    replacements together are too long.

    Args:
        schema: the schema, in which the references lead to parts.
        place: the JSON Pointer of the schema in the offer, for errors.

    Raises:
        BindgenError: a reference leads to no part of the schema.
    """
    remaining = _MAX_INLINED
    inner = {
        each: _inner_references(_part_at(schema, _pointer_of_reference(each), place))
        for each in _inner_references(schema)
    }
    recursive = {each for each in inner if each in reach_names(inner[each], lambda reference: inner.get(reference, ()))}

    def replace_reference(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
        nonlocal remaining
        reference = members.get("$ref")
        if reference not in inner or reference in recursive:
            return members
        target = _part_at(schema, _pointer_of_reference(str(reference)), place)
        beside = {word: value for word, value in members.items() if word not in ("$ref", *keywords.DEFINITIONS)}
        remaining -= len(str(target))
        if remaining < 0 or not is_object(target):
            return members
        if any(word not in _ANNOTATIONS and target.get(word) != value for word, value in beside.items()):
            return members
        return replace_reference({**target, **beside})

    return lambda part: keywords.rewrite_subschemas(part, replace_reference)


def _inner_references(schema: JSONValue) -> set[str]:
    """Return the references in a schema that lead to parts of that schema."""
    found = [each.get("$ref") for _, each in keywords.subschemas(schema)]
    return {each for each in found if isinstance(each, str) and (each == "#" or each.startswith("#/"))}


def _pointer_of_reference(reference: str) -> str:
    return unquote(reference).removeprefix("#")


def _part_at(schema: Any, pointer: str, place: str) -> Any:
    for token in pointer_tokens(pointer):
        try:
            schema = schema[parse_index(token)] if is_array(schema) else schema[token]
        except (LookupError, TypeError, ValueError):
            raise BindgenError(f"reference '#{pointer}' leads to no part of the schema", where=place) from None
    return schema
