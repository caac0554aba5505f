"""JSON Schemas of tools and elicitations, compiled once, and the values that are checked against them.

A schema has the dialect that it declares in `$schema`, by default 2020-12; draft-07 is accepted too. Nothing is
fetched: a schema with a reference to what it does not contain is refused. `format` annotates, as both dialects say.

Pages: /specification/2026-07-28/basic/index#json-schema-usage, /specification/2025-11-25/basic/index#json-schema-usage.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from ...errors import Finding, shortened
from ...json_values import find_non_json, is_array, is_object
from ...limits import MAX_FINDINGS
from ...schema.places import Fault, Place

DIALECTS: Mapping[str, str] = {
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
}
"""The dialects, the first of which is the default, and their classes in jsonschema-rs."""

MAX_PARTS = 20_000
"""How many objects and arrays a schema may have."""

MAX_STEPS = 100_000
"""How many schemas may apply to one place of a value, with the branches of every schema that is referred to."""

_BACKTRACKS = 100_000
"""Steps that a regular expression with look-around may take for one string."""

_ENGINE = "jsonschema_rs"
_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("if", "then", "else", "not")
_IN_PLACE_NAMED = ("dependentSchemas", "dependencies")


class SchemaRefusedError(ValueError):
    """A schema that nothing can be checked against, with the reason."""


def has_validator() -> bool:
    """Whether jsonschema-rs is installed, which checks values: `pip install 'mcp-bindings[validators]'`."""
    try:
        import_module(_ENGINE)
    except ImportError:
        return False
    return True


class CompiledSchema:
    """One schema, which values are checked against.

    Args:
        schema: as JSON.

    Raises:
        ModuleNotFoundError: the extra `validators` is not installed.
        SchemaRefusedError: it is no schema of its dialect, or of another dialect, or refers to what it does not
            contain, or is too large.
    """

    def __init__(self, schema: Any) -> None:
        dialect = _dialect(schema)
        _check_size(schema)
        try:
            engine: Any = import_module(_ENGINE)
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "checking values needs jsonschema-rs: pip install 'mcp-bindings[validators]'", name=_ENGINE
            ) from None
        _check_branches(schema)
        patterns = engine.FancyRegexOptions(backtrack_limit=_BACKTRACKS)
        try:
            self._validator: Any = getattr(engine, DIALECTS[dialect])(
                schema, validate_formats=False, retriever=_refuse, pattern_options=patterns
            )
        except (ValueError, engine.ReferencingError) as error:
            raise SchemaRefusedError(f"not a schema: {shortened(str(error).partition(chr(10))[0])}") from None
        self._schema = schema

    def is_valid(self, value: Any) -> bool:
        """Whether a JSON value is valid."""
        valid: bool = self._validator.is_valid(value)
        return valid

    def findings(self, value: Any, root: str = "") -> list[Finding]:
        """The faults of a JSON value, at most 100; none if it is valid. They do not quote the value.

        Args:
            value: to check.
            root: pointer of the value in the document around it.
        """
        if self.is_valid(value):
            return []
        faults = islice(self._validator.iter_errors(value), MAX_FINDINGS)
        found = [self._fault(fault.instance_path, fault.schema_path).finding(root) for fault in faults]
        return list(dict.fromkeys(found)) or [Finding(root, "schema", "does not fit the schema")]

    def _fault(self, path_of_value: Sequence[str | int], path: Sequence[str | int]) -> Fault:
        keyword = next((str(each) for each in reversed(path) if not isinstance(each, int)), "false")
        wanted = _at(self._schema, path)
        shown = "" if wanted is None else f" {shortened(json.dumps(wanted, ensure_ascii=False))}"
        place: Place = None
        for token in path_of_value:
            place = (place, token)
        return Fault(place, keyword, f"does not fit {keyword}{shown}")


class CompiledSchemas:
    """Compiles each schema once, and remembers those that are refused as well.

    Args:
        most: schemas that are kept; the least recently used ones are forgotten.
    """

    def __init__(self, most: int = 1_000) -> None:
        self._most = most
        self._kept: OrderedDict[str, CompiledSchema | SchemaRefusedError] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, schema: Any) -> CompiledSchema:
        """The compiled schema of a JSON value.

        Raises:
            ModuleNotFoundError, SchemaRefusedError: as for `CompiledSchema`.
        """
        _check_depth(schema)
        text = json.dumps(schema, sort_keys=True)
        found = self._kept.pop(text, None)
        if found is None:
            try:
                found = CompiledSchema(schema)
            except SchemaRefusedError as error:
                found = error
        self._kept[text] = found
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        if isinstance(found, SchemaRefusedError):
            raise SchemaRefusedError(*found.args)
        return found


def _dialect(schema: Any) -> str:
    if not is_object(schema) and not isinstance(schema, bool):
        raise SchemaRefusedError("not a schema: neither an object nor a boolean")
    if not is_object(schema) or "$schema" not in schema:
        return next(iter(DIALECTS))
    declared = schema["$schema"]
    dialect = declared.removesuffix("#") if isinstance(declared, str) else ""
    if dialect not in DIALECTS:
        raise SchemaRefusedError(f"the dialect is not supported: {shortened(repr(declared))}; use one of {[*DIALECTS]}")
    return dialect


def _check_depth(schema: Any) -> None:
    fault = find_non_json(schema)
    if fault is not None:
        raise SchemaRefusedError(f"not a schema: {fault[1]}")


def _check_size(schema: Any) -> None:
    _check_depth(schema)
    parts, room, dialect = [schema], MAX_PARTS, _dialect(schema)
    while parts:
        part = parts.pop()
        if is_object(part):
            inner = part.get("$schema")
            if isinstance(inner, str) and "$id" in part and inner.removesuffix("#") != dialect:
                raise SchemaRefusedError("the dialect is not supported: a part declares another one than the whole")
            parts += part.values()
        elif is_array(part):
            parts += part
        else:
            continue
        room -= 1
        if room < 0:
            raise SchemaRefusedError(f"not a schema of at most {MAX_PARTS} objects and arrays")


def _check_branches(schema: Any) -> None:
    """Bound the work for one place of a value, which doubles with each reference that is made twice."""
    counts: dict[int, int] = {}
    stack: list[tuple[Any, bool]] = [(schema, False)]
    open_: set[int] = set()
    while stack:
        part, is_left = stack.pop()
        key = id(part)
        if is_left:
            open_.discard(key)
            counts[key] = 1 + sum(counts.get(id(inner), 1) for inner in _in_place(schema, part))
            if counts[key] > MAX_STEPS:
                raise SchemaRefusedError(f"not a schema with at most {MAX_STEPS} branches for one place of a value")
        elif key in open_:
            raise SchemaRefusedError("not a schema: it applies itself to the same place of a value without end")
        elif key not in counts:
            open_.add(key)
            stack.append((part, True))
            stack += [(inner, False) for inner in _in_place(schema, part) if id(inner) not in counts]


def _in_place(schema: Any, part: Any) -> list[Any]:
    """The schemas that a schema applies to the same place of a value; references with a name or a URI are left out."""
    if not is_object(part):
        return []
    found: list[Any] = []
    for keyword in _IN_PLACE_LISTS:
        listed = part.get(keyword)
        found += listed if is_array(listed) else []
    found += [part[keyword] for keyword in _IN_PLACE if keyword in part]
    for keyword in _IN_PLACE_NAMED:
        named = part.get(keyword)
        found += named.values() if is_object(named) else []
    for keyword in ("$ref", "$dynamicRef"):
        reference = part.get(keyword)
        if isinstance(reference, str) and reference.startswith("#"):
            target = _at(schema, reference[1:].split("/")[1:]) if reference != "#" else schema
            found += [] if target is None else [target]
    return [each for each in found if is_object(each)]


def _at(schema: Any, path: Sequence[str | int]) -> Any:
    """The part of a schema at a path of names and indexes; None if there is none."""
    for token in path:
        if is_object(schema):
            schema = schema.get(token) if isinstance(token, str) else None
        elif is_array(schema) and str(token).isdecimal() and int(token) < len(schema):
            schema = schema[int(token)]
        else:
            return None
    return schema


def _refuse(uri: str) -> Any:
    raise ValueError(f"references are not fetched, and the schema does not contain {shortened(uri)}")
