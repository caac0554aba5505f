"""Checks: the functions that lint rules name in `check`.

A check receives the rule and a value at the place that the rule names. It returns the violations as JSON Pointers
relative to the value. Most checks ignore a value of another JSON type, since the schema already rejects it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic_core import from_json

from ..json_values import are_equal_values, escape_token, is_array, is_object, member_at
from ..schema.param_headers import find_param_headers
from ..schema.validators import find_library
from ..spec.names import BAGGAGE, TRACEPARENT, TRACESTATE
from . import formats

if TYPE_CHECKING:
    from mcp_bindings.spec.lint_rules import LintRule  # rendered

Check: TypeAlias = "Callable[[Any, LintRule], Iterable[str]]"
"""Function that takes a value and a rule. It returns the pointers to the parts of the value that break the rule."""

DIALECTS: Mapping[str, str] = {
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "http://json-schema.org/draft-06/schema": "Draft6Validator",
    "http://json-schema.org/draft-04/schema": "Draft4Validator",
}
"""The name of the validator class in jsonschema and jsonschema-rs, by supported dialect of JSON Schema. Other dialects
are not supported, since their metaschemas would have to be fetched."""

_DEFAULT_DIALECT = next(iter(DIALECTS))

JSON_SCHEMA_CHECK = "json_schema"
"""The name of the check that needs jsonschema-rs or jsonschema."""

_ALLOWED_KEYWORDS = frozenset({"type", "properties", "required", "additionalProperties"})
ANNOTATIONS = frozenset({"$schema", "$id", "$comment", "title", "description"})

_REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})
_NAMED_SCHEMAS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_DATA = frozenset({"const", "default", "enum", "examples"})
"""Keywords of JSON Schema whose values are no schemas."""

_MAX_INTEGER = 10**15
"""The bound of the integers that a rule can name: they are smaller than this number, and greater than its negative."""

_SchemaPath: TypeAlias = "tuple[_SchemaPath, str] | None"
"""Path to a part of a schema: the path to the part's parent, and the part's name or index in the parent. None is the
path to the whole schema."""

_TRACE_CONTEXT_CHECKS: Mapping[str, Callable[[str], bool]] = {
    TRACEPARENT: formats.is_traceparent,
    TRACESTATE: formats.is_tracestate,
    BAGGAGE: formats.is_baggage,
}


def _make_text_check(test: Callable[[str], bool]) -> Check:
    return lambda value, rule: [""] if isinstance(value, str) and not test(value) else []


def _check_max_items(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if is_array(value) and len(value) > rule.maximum else []


def _check_text_length(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if isinstance(value, str) and not rule.minimum <= len(value) <= rule.maximum else []


def _check_param_headers(value: Any, rule: LintRule) -> Iterable[str]:
    """Check the `x-mcp-header` annotations of an input schema."""
    return [""] if find_param_headers(value).problems else []


def _check_header_names(value: Any, rule: LintRule) -> Iterable[str]:
    """Check the names of arguments that HTTP headers repeat, and the names of these headers, by the rule's pattern."""
    matches = re.compile(rule.pattern).fullmatch
    for header, path, _ in find_param_headers(value).headers:
        if not (matches(header) and matches(path[-1])):
            yield "".join(f"/properties/{escape_token(name)}" for name in path)


def _check_pattern(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if isinstance(value, str) and not re.fullmatch(rule.pattern, value) else []


def _check_one_of(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if isinstance(value, str) and value not in rule.values else []


def _check_none_of(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if _as_text(value) in rule.values else []


def _check_outside_range(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that an integer is outside the rule's range, or is one of the rule's values."""
    text = None if isinstance(value, str) else _as_text(value)
    if text is None or text in rule.values:
        return []
    return [""] if rule.minimum <= int(text) <= rule.maximum else []


def _check_error_data(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that the data of an error with one of the rule's codes has the rule's members."""
    if not is_object(value) or _as_text(value.get("code")) not in rule.values:
        return []
    data = value.get("data")
    return [] if is_object(data) and all(name in data for name in rule.members) else [""]


def _check_error_elicitations(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that the data of an error with one of the rule's codes lists URL elicitations with ids."""
    if not is_object(value) or _as_text(value.get("code")) not in rule.values:
        return []
    listed = member_at(value, "data", "elicitations")
    if not is_array(listed) or not listed:
        return [""]
    return [f"/data/elicitations/{index}" for index, each in enumerate(listed) if not _is_url_elicitation(each)]


def _is_url_elicitation(value: Any) -> bool:
    return member_at(value, "mode") == "url" and isinstance(member_at(value, "elicitationId"), str)


def _check_exactly_one(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if is_object(value) and sum(name in value for name in rule.members) != 1 else []


def _check_at_least_one(value: Any, rule: LintRule) -> Iterable[str]:
    return [""] if is_object(value) and not any(name in value for name in rule.members) else []


def _check_absent(value: Any, rule: LintRule) -> Iterable[str]:
    return [f"/{escape_token(name)}" for name in rule.members if is_object(value) and name in value]


def _check_present(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that an object has the path that the rule's members form. A violation is reported for the whole object."""
    if not is_object(value):
        return []
    for name in rule.members:
        if not is_object(value) or name not in value:
            return [""]
        value = value[name]
    return []


def _check_key_pattern(value: Any, rule: LintRule) -> Iterable[str]:
    matches = re.compile(rule.pattern).fullmatch
    for key in _as_object(value):
        if not matches(key):
            yield f"/{escape_token(key)}"


def _check_trace_context(value: Any, rule: LintRule) -> Iterable[str]:
    members = _as_object(value)
    return [
        f"/{key}"
        for key, test in _TRACE_CONTEXT_CHECKS.items()
        if key in members and not (isinstance(members[key], str) and test(members[key]))
    ]


def _check_embedded_mime_type(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that the resource in a content block has a media type, and that the media type is valid."""
    resource = value.get("resource") if is_object(value) and value.get("type") == "resource" else None
    if not is_object(resource):
        return []
    if "mimeType" not in resource:
        return ["/resource"]
    found = resource["mimeType"]
    return ["/resource/mimeType"] if isinstance(found, str) and not formats.is_mime_type(found) else []


def _has_valid_scheme(text: str) -> bool:
    scheme = formats.find_scheme(text)
    return scheme is None or formats.is_scheme(scheme)


def _is_uri_with_any_scheme(text: str) -> bool:
    """Return whether a text would be a URI if its scheme were valid."""
    scheme = formats.find_scheme(text)
    return scheme is not None and formats.is_scheme_specific(text[len(scheme) + 1 :])


def _check_schema_object(value: Any, rule: LintRule) -> Iterable[str]:
    return [] if is_object(value) else [""]


def _check_no_parameters(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that the input schema of a tool without parameters has no keywords but `type` and `additionalProperties`.

    `type` must be `object`, and `additionalProperties`, if present, false. Annotations are allowed. A schema that may
    have parameters breaks no rule.
    """
    if not is_object(value) or value.get("type") != "object":
        return []
    rest = {name: member for name, member in value.items() if name not in ANNOTATIONS}
    names_none = not rest.get("properties") and not rest.get("required") and _ALLOWED_KEYWORDS.issuperset(rest)
    others = rest.get("additionalProperties", False)
    if not names_none or not (isinstance(others, bool) or others == {}):
        return []
    return [] if rest in ({"type": "object"}, {"type": "object", "additionalProperties": False}) else [""]


def _check_json_schema(value: Any, rule: LintRule) -> Iterable[str]:
    """Check a schema by the metaschema of its dialect, by default 2020-12. An unknown dialect breaks the rule too.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    if not is_object(value):
        return []
    dialect = value.get("$schema", _DEFAULT_DIALECT)
    if not isinstance(dialect, str) or dialect.removesuffix("#") not in DIALECTS:
        return ["/$schema"]
    return [] if find_library("lint()").is_schema(value, dialect.removesuffix("#")) else [""]


def _check_local_references(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that each reference in a schema stays inside the schema or names one of the schema's `$id`s.

    The values of keywords such as `default` are data and not schemas, so they are skipped.
    """
    identifiers, found = set[str](), list[tuple[str, _SchemaPath]]()
    stack: list[tuple[Any, _SchemaPath, bool]] = [(value, None, False)]
    while stack:
        part, path, are_names = stack.pop()
        if is_array(part):
            stack.extend((item, (path, str(place)), False) for place, item in enumerate(part))
        elif is_object(part):
            for name, member in part.items():
                if not are_names and isinstance(member, str):
                    if name == "$id":
                        identifiers.add(member)
                    elif name in _REFERENCES and not member.startswith("#"):
                        found.append((member.partition("#")[0], (path, name)))
                elif are_names or name not in _DATA:
                    stack.append((member, (path, name), not are_names and name in _NAMED_SCHEMAS))
    return [_to_pointer(path) for target, path in found if target not in identifiers]


def _check_unique_names(value: Any, rule: LintRule) -> Iterable[str]:
    seen: set[str] = set()
    for place, item in enumerate(value if is_array(value) else []):
        name = item.get("name") if is_object(item) else None
        if isinstance(name, str):
            if name in seen:
                yield f"/{place}/name"
            seen.add(name)


def _check_text_copy(value: Any, rule: LintRule) -> Iterable[str]:
    if not is_object(value) or "structuredContent" not in value or not is_array(value.get("content")):
        return []
    texts = (block.get("text") for block in value["content"] if is_object(block) and block.get("type") == "text")
    return [] if any(_is_copy(text, value["structuredContent"]) for text in texts) else ["/content"]


def _check_tool_results_alone(value: Any, rule: LintRule) -> Iterable[str]:
    kinds = {kind for _, kind, _ in _iterate_content_blocks(value)}
    mixed = "tool_result" in kinds and len(kinds) > 1
    return ["/content"] if mixed and value.get("role") == "user" else []


def _check_tool_roles(value: Any, rule: LintRule) -> Iterable[str]:
    roles = {"tool_use": "assistant", "tool_result": "user"}
    role = value.get("role") if is_object(value) else None
    if role not in roles.values():
        return
    for place, kind, _ in _iterate_content_blocks(value):
        if kind in roles and role != roles[kind]:
            yield _make_block_pointer(place)


def _check_tool_balance(value: Any, rule: LintRule) -> Iterable[str]:
    messages = value if is_array(value) else []
    for place, message in enumerate(messages):
        used = (
            _list_block_ids(message, "tool_use", "id")
            if is_object(message) and message.get("role") == "assistant"
            else []
        )
        if not used:
            continue
        after = messages[place + 1] if place + 1 < len(messages) else None
        results = (
            _list_block_ids(after, "tool_result", "toolUseId")
            if is_object(after) and after.get("role") == "user"
            else []
        )
        times = Counter(results)
        if any(times[each] != 1 for each in used):
            yield f"/{place}"


def _check_tool_result_ids(value: Any, rule: LintRule) -> Iterable[str]:
    ids: set[str] = set()
    for place, message in enumerate(value if is_array(value) else []):
        for inner, kind, block in _iterate_content_blocks(message):
            named = block.get("toolUseId")
            if kind == "tool_result" and isinstance(named, str) and named not in ids:
                yield f"/{place}{_make_block_pointer(inner)}/toolUseId"
        ids.update(_list_block_ids(message, "tool_use", "id"))


def _check_content_on_accept(value: Any, rule: LintRule) -> Iterable[str]:
    """Check that only a response with the action `accept` has content. Even this response may lack content, since a
    response to a URL elicitation has none.
    """
    if not is_object(value) or "content" not in value or not isinstance(value.get("action"), str):
        return []
    return [] if value["action"] == "accept" else ["/content"]


CHECKS: Mapping[str, Check] = {
    "absent": _check_absent,
    "at_least_one": _check_at_least_one,
    "base64": _make_text_check(formats.is_base64),
    "content_on_accept": _check_content_on_accept,
    "embedded_mime_type": _check_embedded_mime_type,
    "error_data": _check_error_data,
    "error_elicitations": _check_error_elicitations,
    "exactly_one": _check_exactly_one,
    "header_names": _check_header_names,
    "json_schema": _check_json_schema,
    "keys": _check_key_pattern,
    "length": _check_text_length,
    "local_references": _check_local_references,
    "max_items": _check_max_items,
    "mime_type": _make_text_check(formats.is_mime_type),
    "no_credentials": _make_text_check(lambda text: not formats.has_credentials(text)),
    "no_parameters": _check_no_parameters,
    "none_of": _check_none_of,
    "one_of": _check_one_of,
    "outside": _check_outside_range,
    "param_headers": _check_param_headers,
    "pattern": _check_pattern,
    "present": _check_present,
    "root_path": _make_text_check(lambda text: formats.is_uri(text) and not formats.has_dot_segments(text)),
    "schema_object": _check_schema_object,
    "text_copy": _check_text_copy,
    "timestamp": _make_text_check(formats.is_timestamp),
    "tool_balance": _check_tool_balance,
    "tool_result_ids": _check_tool_result_ids,
    "tool_results_alone": _check_tool_results_alone,
    "tool_roles": _check_tool_roles,
    "trace_context": _check_trace_context,
    "unique_names": _check_unique_names,
    "uri": _make_text_check(formats.is_uri),
    "uri_rest": _make_text_check(_is_uri_with_any_scheme),
    "uri_scheme": _make_text_check(_has_valid_scheme),
    "uri_template": _make_text_check(formats.is_uri_template),
    "url": _make_text_check(formats.is_url),
}
"""Checks by the names that lint rules use."""


def _as_text(value: Any) -> str | None:
    """Return a string itself, an integer as decimal text, and None for any other value.

    A float without a fraction counts as an integer. An integer of 10^15 or more, or as far below 0, gives None.
    """
    if isinstance(value, str):
        return value
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _MAX_INTEGER
    return str(int(value)) if is_number and value == int(value) else None


def _as_object(value: Any) -> Mapping[str, Any]:
    return value if is_object(value) else {}


def _iterate_content_blocks(message: Any) -> Iterator[tuple[int | None, str, Mapping[str, Any]]]:
    """Yield index, type and value of each block in the content of a sampling message.

    The content is one block or a list of blocks. The index of a single block is None.
    """
    content = message.get("content") if is_object(message) else None
    blocks: Iterable[tuple[int | None, Any]] = enumerate(content) if is_array(content) else [(None, content)]
    for place, block in blocks:
        if is_object(block):
            kind = block.get("type")
            if isinstance(kind, str):
                yield place, kind, block


def _make_block_pointer(place: int | None) -> str:
    return "/content" if place is None else f"/content/{place}"


def _list_block_ids(message: Any, kind: str, member: str) -> list[str]:
    found = (block.get(member) for _, each, block in _iterate_content_blocks(message) if each == kind)
    return [each for each in found if isinstance(each, str)]


def _to_pointer(path: _SchemaPath) -> str:
    tokens: list[str] = []
    while path is not None:
        path, token = path
        tokens.append(f"/{escape_token(token)}")
    return "".join(reversed(tokens))


def _is_copy(text: Any, value: Any) -> bool:
    try:
        return isinstance(text, str) and are_equal_values(from_json(text), value)
    except ValueError:
        return False
