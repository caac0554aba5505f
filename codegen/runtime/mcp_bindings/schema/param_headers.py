"""Tool arguments that are repeated in HTTP headers: `x-mcp-header` in a tool's `inputSchema`.

Page: /specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from ..errors import quote_value
from ..json_values import is_array, is_object, member_at
from ..limits import MAX_FINDINGS, MAX_POINTER_CHARACTERS
from ..spec.http_fields import FIELD_NAME, decode_header, encode_header
from ..spec.names import PARAM_HEADER_PREFIX
from .validation_work import DATA_KEYWORDS, NAMED_SCHEMA_KEYWORDS

ANNOTATION = "x-mcp-header"
"""The keyword that names the header of an argument."""

_TYPES = ("integer", "string", "boolean")
_SAFE_INTEGER = 2**53 - 1

_HEADER_NAME = re.compile(FIELD_NAME)
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?")


class ParamHeader(NamedTuple):
    """Argument that is repeated in a header."""

    header: str
    """Name of the header, such as `Mcp-Param-Region`."""

    path: tuple[str, ...]
    """Member names that lead from `arguments` to the argument."""

    type: str
    """The type of the argument: `integer`, `string` or `boolean`."""


class ParamHeaders(NamedTuple):
    """Headers for which the `inputSchema` of a tool asks, and at most 100 problems of its `x-mcp-header` annotations.

    If a schema has problems, an HTTP client omits the tool from its list of tools.
    """

    headers: tuple[ParamHeader, ...]
    problems: tuple[str, ...]


def find_param_headers(input_schema: object) -> ParamHeaders:
    """Find the arguments that a tool wants as headers, and the rules that its `x-mcp-header` annotations break.

    An annotation belongs to a property of type integer, string or boolean that is reached through `properties` alone.
    The value of an annotation is an HTTP token. No two annotations have equal values, ignoring case. Page:
    /specification/2026-07-28/basic/transports/streamable-http#schema-extension.
    """
    found: list[ParamHeader] = []
    problems: list[str] = []
    taken: set[str] = set()
    for value, schema, path in _find_annotations(input_schema):
        place = _path_text(path) if path else "a location that is not reached through `properties` alone"
        kind = _type_of(schema)
        if len(problems) == MAX_FINDINGS:
            break
        if not isinstance(value, str) or not _HEADER_NAME.fullmatch(value):
            problems.append(f"{place}: {ANNOTATION} is not an HTTP token")
            continue
        if value.lower() in taken:
            problems.append(f"{place}: another property has this {ANNOTATION}")
        elif not path:
            problems.append(f"{ANNOTATION} is at {place}")
        elif kind not in _TYPES:
            problems.append(f"{place}: {ANNOTATION} needs type {', '.join(_TYPES[:-1])} or {_TYPES[-1]}")
        else:
            found.append(ParamHeader(PARAM_HEADER_PREFIX + value, path, kind))
        taken.add(value.lower())
    return ParamHeaders(tuple(found), tuple(problems))


def _find_annotations(schema: object) -> Iterator[tuple[object, Mapping[str, Any], tuple[str, ...]]]:
    """Yield the value of each annotation, the schema that has the annotation, and the path of properties to this
    schema. The path is empty if it would lead through other keywords than `properties`.
    """
    frontier: deque[tuple[object, tuple[str, ...] | None]] = deque([(schema, ())])
    while frontier:
        node, path = frontier.popleft()
        if is_array(node):
            frontier.extend((item, None) for item in node if is_object(item) or is_array(item))
        elif is_object(node):
            if ANNOTATION in node:
                yield node[ANNOTATION], node, path or ()
            for keyword, value in node.items():
                if keyword in NAMED_SCHEMA_KEYWORDS and is_object(value):
                    chain = path is not None and keyword == "properties"
                    frontier.extend((part, (*(path or ()), name) if chain else None) for name, part in value.items())
                elif keyword not in DATA_KEYWORDS and keyword != ANNOTATION and (is_object(value) or is_array(value)):
                    frontier.append((value, None))


def _type_of(schema: Mapping[str, Any]) -> Any:
    """Return the `type` of a schema; for a list of one type, that type; None for a schema without `type`."""
    kind = schema.get("type")
    return kind[0] if is_array(kind) and len(kind) == 1 else kind


def _path_text(path: tuple[str, ...]) -> str:
    """Return a path of a peer's names as text, for the message about a problem. It is quoted, and cut if it is long."""
    text = ""
    for name in path:
        text += ("/" if text else "") + name[:MAX_POINTER_CHARACTERS]
        if len(text) > MAX_POINTER_CHARACTERS:
            break
    return quote_value(text)


def argument_at(params: object, path: tuple[str, ...]) -> Any:
    """Return the argument of a tool call at a path, given the params of the call; None if it is absent or null."""
    return member_at(params, "arguments", *path)


def format_argument(value: object, kind: str) -> str:
    """Return an argument as the text of a header.

    Page: /specification/2026-07-28/basic/transports/streamable-http#value-encoding.

    Args:
        value: the argument.
        kind: the type of the argument in the schema: `integer`, `string` or `boolean`.

    Raises:
        ValueError: the argument does not have this type, is an integer that JavaScript cannot represent exactly, or is
            a text with an unpaired surrogate.
    """
    match value:
        case bool() if kind == "boolean":
            return "true" if value else "false"
        case str() if kind == "string":
            return encode_header(value)
        case int() | float() if kind == "integer" and not isinstance(value, bool):
            if abs(value) <= _SAFE_INTEGER and value == int(value):
                return str(int(value))
            raise ValueError("an integer that JavaScript cannot represent exactly, or a fraction")
        case _:
            raise ValueError(f"expected {kind}")


def header_equals_argument(header: str, value: object, kind: str) -> bool:
    """Return whether a header has the value of an argument. Integers are compared as numbers.

    Args:
        header: the text of the header.
        value: the argument.
        kind: the type of the argument in the schema: `integer`, `string` or `boolean`.

    Raises:
        ValueError: the header has invalid characters, or its Base64 form is broken.
    """
    text = decode_header(header)
    match value:
        case bool():
            return kind == "boolean" and text == ("true" if value else "false")
        case str():
            return kind == "string" and text == value
        case int() | float():
            return kind == "integer" and _NUMBER.fullmatch(text) is not None and Decimal(text) == value
        case _:
            return False
