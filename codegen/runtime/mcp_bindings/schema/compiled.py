"""JSON Schemas of tools and elicitations, compiled once to check values against them.

A schema has the dialect that it declares in `$schema`, by default 2020-12; draft-07 is accepted too. Nothing is
fetched: a schema that refers to anything outside itself is refused. In both dialects, `format` is not checked.

Pages: /specification/2026-07-28/basic/index#json-schema-usage, /specification/2025-11-25/basic/index#json-schema-usage.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any

from ..errors import Finding, shorten
from ..json_values import find_non_json, is_array, is_object
from .dialects import DIALECTS, DRAFT_07, dialect_of
from .faults import FaultSearch, SchemaFault, SearchSchema
from .library import NO_SCHEMAS, SchemaRefusedError, Validator
from .places import Fault, path_of
from .validation_work import estimate_work, part_at, with_short_searches
from .validators import find_library

_MAX_POINTERS = 4_000_000
"""The largest number of characters of names in the JSON Pointers to all objects and arrays of a schema. jsonschema-rs
keeps some copies of each pointer."""

_MAX_PIECES = 200
"""The largest number of pieces of the JSON text of a keyword's value that are written for the text of an error. Errors
show only the beginning of a long value."""


class CompiledSchema:
    """Compiled JSON Schema, against which values are checked.

    Args:
        schema: the schema, as JSON.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        SchemaRefusedError: the value is not a schema of its dialect, has another dialect, refers to anything outside
            itself, or is too large.
    """

    def __init__(self, schema: Any) -> None:
        self._library = find_library()
        self._dialect = dialect_of(schema)
        _check_size(schema, self._library.max_parts)
        self._work = estimate_work(schema).with_step_cost(self._library.step_cost)
        self._schema = schema
        self._library.check_schema(schema, self._dialect)
        self._validator = self._compile_schema(with_short_searches(schema))

    def is_valid(self, value: Any) -> bool:
        """Return whether a JSON value is valid; False for a value that would take too long to check, or that jsonschema
        cannot check since it is nested too deeply.
        """
        if self._work.exceeds_limit(value):
            return False
        return self._validator.is_valid(value)

    def findings(self, value: Any, root: str = "") -> list[Finding]:
        """Return the faults of a JSON value, at most 100; empty if the value is valid. The findings do not quote the
        value.

        For a large value, only the first fault is reported. For a value that would take too long to check, the only
        finding says so.

        Args:
            value: the JSON value.
            root: the JSON Pointer to the value, from the root of the document that contains the value.
        """
        if self._work.exceeds_limit(value):
            return [Finding(root, "size", "too large to be checked against the schema")]
        if self._validator.is_valid(value):
            return []
        faults = [] if self._fault_search is None else self._fault_search.faults(value)
        found = [self._to_fault(fault).to_finding(root) for fault in faults]
        return list(dict.fromkeys(found)) or [Finding(root, "schema", "does not fit the schema")]

    @cached_property
    def _fault_search(self) -> FaultSearch | None:
        """The search for faults in rejected values; None if no search schema can be made of the schema."""
        schema = with_short_searches(self._schema)
        with suppress(SchemaRefusedError):
            copy = SearchSchema(schema, is_reference_alone=self._dialect == DRAFT_07, meta_schemas=DIALECTS)
            return FaultSearch(copy, self._compile_schema(copy.document, {copy.url: schema}), self._work)
        return None

    def _compile_schema(self, schema: Any, others: Mapping[str, Any] = NO_SCHEMAS) -> Validator:
        """Return the validator of a schema.

        Args:
            schema: the schema.
            others: other schemas to which the schema may refer, by URL.

        Raises:
            SchemaRefusedError: the schema cannot be compiled.
        """
        return self._library.compile(schema, self._dialect, others)

    def _to_fault(self, fault: SchemaFault) -> Fault:
        path = path_of(fault.keyword)
        keyword = next((str(each) for each in reversed(path) if not isinstance(each, int)), "false")
        wanted = part_at(self._schema, path) if path else None
        shown = "" if wanted is None else f" {shorten(_json_beginning(wanted))}"
        return Fault(fault.place, keyword, f"does not fit {keyword}{shown}")


class CompiledSchemaCache:
    """Cache of compiled schemas. It remembers refused schemas too.

    Args:
        most: the largest number of schemas in the cache. The least recently used schemas are forgotten first.
        max_characters: the largest number of characters of all schemas in the cache, as JSON; one schema may be longer.
    """

    def __init__(self, most: int = 1_000, max_characters: int = 16 * 1024 * 1024) -> None:
        self._most = most
        self._max_characters = max_characters
        self._characters = 0
        self._kept: OrderedDict[str, CompiledSchema | SchemaRefusedError] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, schema: Any) -> CompiledSchema:
        """Return the compiled form of a schema, given as JSON. A schema that is not in the cache is compiled first.

        Raises:
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
            SchemaRefusedError: the JSON value is not a schema that can be compiled.
        """
        _check_json(schema)
        text = json.dumps(schema, sort_keys=True)
        found = self._kept.pop(text, None)
        if found is not None:
            self._characters -= len(text)
        else:
            try:
                found = CompiledSchema(schema)
            except SchemaRefusedError as error:
                found = error
        self._kept[text] = found
        self._characters += len(text)
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._characters > self._max_characters):
            forgotten, _ = self._kept.popitem(last=False)
            self._characters -= len(forgotten)
        if isinstance(found, SchemaRefusedError):
            raise SchemaRefusedError(*found.args)
        return found


def _check_json(schema: Any) -> None:
    fault = find_non_json(schema)
    if fault is not None:
        raise SchemaRefusedError(f"not a schema: {fault[1]}")


def _check_size(schema: Any, max_parts: int) -> None:
    _check_json(schema)
    parts, room, characters, dialect = [(schema, 0)], max_parts, _MAX_POINTERS, dialect_of(schema)
    while parts:
        part, pointer = parts.pop()
        if is_object(part):
            inner = part.get("$schema")
            if isinstance(inner, str) and "$id" in part and inner.removesuffix("#") != dialect:
                raise SchemaRefusedError("the dialect is not supported: a part declares another one than the whole")
            parts += ((each, pointer + len(name)) for name, each in part.items())
        elif is_array(part):
            parts += ((each, pointer) for each in part)
        else:
            continue
        room -= 1
        characters -= pointer
        if room < 0:
            raise SchemaRefusedError(f"too large: it has more than {max_parts} objects and arrays")
        if characters < 0:
            raise SchemaRefusedError(f"too large: the pointers to its parts have more than {_MAX_POINTERS} characters")


def _json_beginning(value: Any) -> str:
    """Return the JSON text of a value. Return only the beginning of a long text, such as that of a long enumeration."""
    return "".join(islice(json.JSONEncoder(ensure_ascii=False).iterencode(value), _MAX_PIECES))
