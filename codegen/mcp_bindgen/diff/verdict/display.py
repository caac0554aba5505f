"""The changed thing in a short readable notation: `title?: string`, `array of Tool`, `level = "MUST"`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from mcp_bindgen.diff.schema.json_schema import type_schema
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Delta, Place
from mcp_bindgen.ir.types import Field, ObjectType
from mcp_bindgen.jsontext import JSONValue, is_array, is_object, pointer_tokens

WIDTH = 60
"""Greatest number of characters in a line, unless the text has no place for a line break."""

VALUE_DIFFERENCES = (
    *("value added", "value removed", "constant changed"),
    *("default value added", "default value removed", "default value changed"),
)
"""Kinds of difference for which `Delta.before` and `Delta.after` are JSON values. A value may be null."""


def before_and_after(delta: Delta, old: Subject, new: Subject) -> tuple[str | None, str | None]:
    """Return the changed thing on the old side and on the new side as text; None for a side that lacks the thing or has
    nothing to show. In the two texts of a changed description, mark the words that differ.
    """
    if delta.what == "description changed":
        return mark_differing_words(str(delta.before), str(delta.after))
    before = None if delta.kind == "added" else _text_of_side(delta, delta.old, delta.before, old)
    after = None if delta.kind == "removed" else _text_of_side(delta, delta.new, delta.after, new)
    return before, after


MAX_WORDS = 1_000
"""Greatest average number of words of two texts that are compared word by word. The time grows with the square of this
number.
"""


def mark_differing_words(before: str, after: str) -> tuple[str, str]:
    """Mark the words in which two texts differ: `[-removed-]` in the first text, `{+added+}` in the second. Return both
    texts, without marks if they are long.
    """
    old_words, new_words = (re.findall(r"\s*(?:\w+|[^\w\s])|\s+", text) for text in (before, after))
    if len(old_words) + len(new_words) > 2 * MAX_WORDS:
        return before, after
    old, new = list[str](), list[str]()
    for kind, start, end, other_start, other_end in SequenceMatcher(
        None, old_words, new_words, autojunk=False
    ).get_opcodes():
        gone, come = "".join(old_words[start:end]), "".join(new_words[other_start:other_end])
        old.append(gone if kind == "equal" or not gone else f"[-{gone}-]")
        new.append(come if kind == "equal" or not come else f"{{+{come}+}}")
    return "".join(old), "".join(new)


def _text_of_side(delta: Delta, place: Place | None, value: JSONValue, subject: Subject) -> str | None:
    if place is None:
        return None
    if delta.what in VALUE_DIFFERENCES:
        return json_line(value)
    if delta.source != "schema" and place.pointer.split("/")[1] != "$defs":
        return _fact_text(delta, place, value)
    if delta.what in ("member became required", "member became optional"):
        return _member_text(delta.subject, _find_field(place, delta.subject, subject), subject)
    if delta.what in ("object closed", "object opened"):
        return "no other members" if value is False else f"other members: {schema_text(value)}"
    if delta.what in ("bound changed", "format changed"):
        word = "format" if delta.what == "format changed" else delta.subject
        return f"no {word}" if value is None else f"{word} {value if isinstance(value, str) else json_line(value)}"
    if delta.what.split()[0] in ("request", "notification", "sender"):
        return f"{delta.subject}: {place.definition}"
    if value is None:
        return None
    text = value if isinstance(value, str) else schema_text(value)
    return f"{_label_before_type(delta, place, subject)}{text}"


def _label_before_type(delta: Delta, place: Place, subject: Subject) -> str:
    """Return the text before the type of a thing, such as the name of a member with a colon; empty if nothing comes
    before.
    """
    words = delta.what.split()
    name = delta.subject
    if delta.kind == "renamed":
        old, _, new = delta.subject.partition(" to ")
        name = old if place is delta.old else new
    match words:
        case ["required", "member", _]:
            return f"{name}: "
        case ["optional", "member", _]:
            return f"{name}?: "
        case ["member", "renamed" | "moved"]:
            return f"{name}: "
        case ["definition", "added" | "removed"]:
            return f"{name}: "
        case ["type", "changed"]:
            tokens = pointer_tokens(place.pointer)
            field = _find_field(place, tokens[-1], subject) if tokens[-2] == "properties" else None
            return "" if field is None else f"{_member_head(field.wire_name, field)}: "
        case _:
            return ""


def _find_field(place: Place, name: str, subject: Subject) -> Field | None:
    for type_name in place.types[:1]:
        type_ = subject.types.get(type_name)
        if isinstance(type_, ObjectType):
            return type_.by_wire_name.get(name)
    return None


def _member_text(name: str, field: Field | None, subject: Subject) -> str:
    if field is None:
        return name
    return f"{_member_head(name, field)}: {schema_text(type_schema(field.type, subject.types))}"


def _member_head(name: str, field: Field) -> str:
    return name if field.required else f"{name}?"


def _fact_text(delta: Delta, place: Place, value: JSONValue) -> str | None:
    """Return the columns of a protocol fact as text. A value that is no object is the value of the column that ends the
    pointer. Return None without columns.
    """
    if is_object(value):
        return "\n".join(_column_text(name, each) for name, each in value.items()) or None
    if value is None:
        return None
    return _column_text(pointer_tokens(place.pointer)[-1], value)


def _column_text(name: str, value: JSONValue) -> str:
    line = f"{name} = {json_line(value)}"
    if len(line) <= WIDTH or not is_array(value):
        return line
    return f"{name} = [\n" + "".join(f"  {json_line(item)},\n" for item in value) + "]"


def schema_text(schema: JSONValue, indent: str = "") -> str:
    """Return a JSON Schema in readable notation, on one line if this line is short.

    Args:
        schema: a schema from `schema.json_schema`.
        indent: the indentation of continuation lines.
    """
    line = _schema_line(schema)
    if len(indent) + len(line) <= WIDTH or not is_object(schema):
        return line
    deeper = f"{indent}  "
    properties, arms = schema.get("properties"), schema.get("anyOf")
    if is_object(properties):
        return (
            "{\n" + "\n".join(deeper + member for member in _member_lines(schema, properties, deeper)) + f"\n{indent}}}"
        )
    if is_array(arms):
        return "".join(f"\n{deeper}| {schema_text(arm, deeper)}" for arm in arms).lstrip("\n").strip()
    if schema.get("type") == "array" and "items" in schema:
        return f"array of {_in_parentheses(schema_text(schema['items'], indent))}{_bounds_text(schema)}"
    return line


def _schema_line(schema: JSONValue) -> str:
    if isinstance(schema, bool):
        return "any value" if schema else "no value"
    assert is_object(schema)
    match schema:
        case {"$ref": str(reference)}:
            return pointer_tokens(reference.removeprefix("#"))[-1]
        case {"const": value}:
            return json_line(value)
        case {"enum": values} if is_array(values):
            return " | ".join(map(json_line, values))
        case {"anyOf": arms} if is_array(arms):
            return " | ".join(map(_schema_line, arms))
        case {"properties": properties} if is_object(properties):
            members = "; ".join(_member_lines(schema, properties, None))
            return f"{{ {members} }}" if members else "{ }"
        case {"type": "array", **rest}:
            items = f" of {_in_parentheses(_schema_line(rest['items']))}" if "items" in rest else ""
            return f"array{items}{_bounds_text(schema)}"
        case {"type": "object", "additionalProperties": values}:
            return f"object of {_in_parentheses(_schema_line(values))}"
        case {"type": str(kind)}:
            return f"{kind}{_bounds_text(schema)}"
        case _:
            return "any value" if not schema else json_line(schema)


def _member_lines(
    schema: Mapping[str, JSONValue], properties: Mapping[str, JSONValue], indent: str | None
) -> Iterator[str]:
    required = schema.get("required")
    needed = required if is_array(required) else []
    for name, value in properties.items():
        text = _schema_line(value) if indent is None else schema_text(value, indent)
        yield f"{name}{'' if name in needed else '?'}: {text}"
    rest = schema.get("additionalProperties", {})
    if rest is False:
        yield "(no other members)"
    elif rest:
        yield f"(other members): {_schema_line(rest)}"


def _bounds_text(schema: Mapping[str, JSONValue]) -> str:
    bounds = [
        f"{word} {value if isinstance(value, str) else json_line(value)}"
        for word, value in schema.items()
        if word not in ("type", "items")
    ]
    return f" ({', '.join(bounds)})" if bounds else ""


def _in_parentheses(text: str) -> str:
    return f"({text})" if " | " in text and not text.startswith("{") else text


def json_line(value: JSONValue) -> str:
    """Return a value as JSON text on one line."""
    return json.dumps(value, ensure_ascii=False)
