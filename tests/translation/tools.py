"""Tools with output schemas of any kind, and results that are valid by them, on the way to older revisions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

import mcp_bindings as mb
from mcp_bindings.json_values import is_object
from tests.documents import tool
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of

NAMES = ("a", "$ref", "properties", "const", "x/y", "é")
SCALARS: tuple[tuple[Any, Any], ...] = (
    ({"type": "integer"}, 5),
    ({"type": "string", "default": {"$ref": "#/none"}}, "s"),
    ({"const": {"$ref": "#/a"}}, {"$ref": "#/a"}),
    ({"enum": [None, {"$ref": "#/$defs/none"}]}, None),
    (True, [1]),
    ({}, {"a": {}}),
    ({"not": {"$ref": "#/$defs/text"}}, 5),
)
DEFINITIONS: dict[str, Any] = {
    "text": {"type": "string", "$anchor": "text"},
    "tree": {
        "type": "object",
        "properties": {"child": {"$ref": "#/$defs/tree"}, "label": {"$ref": "#text"}},
        "additionalProperties": False,
    },
    "root": {"$id": "https://example.com/inner", "$ref": "#/$defs/number", "$defs": {"number": {"type": "integer"}}},
    "dynamic": {"$dynamicRef": "#/$defs/text"},
}
REFERENCES: tuple[tuple[Any, Any], ...] = (
    ({"$ref": "#/$defs/text"}, "t"),
    ({"$ref": "#text"}, "t"),
    ({"$ref": "#/$defs/tree"}, {"child": {"label": "t"}}),
    ({"$ref": "#/$defs/root"}, 7),
    ({"$ref": "https://example.com/inner"}, 7),
    ({"$ref": "#/$defs/dynamic"}, "t"),
)


def drawn(random: Random, depth: int = 0) -> tuple[Any, Any]:
    """A schema, and a value that is valid by it."""
    kind = random.choice(("scalar", "reference", "array", "object", "choice", "all")) if depth < 3 else "scalar"
    if kind == "scalar":
        return random.choice(SCALARS)
    if kind == "reference":
        return random.choice(REFERENCES)
    schema, value = drawn(random, depth + 1)
    if kind == "array":
        return {"type": "array", "items": schema, "minItems": 1}, [value]
    if kind == "object":
        name = random.choice(NAMES)
        return {"type": "object", "properties": {name: schema}, "required": [name]}, {name: value}
    return ({"anyOf": [False, schema]} if kind == "choice" else {"allOf": [schema, True]}), value


def pair(random: Random) -> tuple[dict[str, Any], Any]:
    """An output schema as a server of the per-request era may have it, and structured content."""
    made, value = drawn(random)
    schema: dict[str, Any] = {**made} if is_object(made) else {}
    schema["$defs"] = {**DEFINITIONS, **schema.get("$defs", {})}
    if random.random() < 0.3:
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    if random.random() < 0.2:
        schema["$id"] = "https://example.com/outer"
    return schema, value


def faults(seed: str) -> Iterator[tuple[str, str]]:
    """What is wrong with the way of a tool and its result to an older revision."""
    random = Random(seed)
    schema, value = pair(random)
    assert accepts(schema, value), (schema, value)
    source, target = random.choice(PER_REQUEST), random.choice(HANDSHAKE)
    page, result = messages(source, schema, value)
    context = mb.TranslationContext(revision=source, tool="t", output_schemas={"t": schema})
    tools, answer = (mb.translate(each, to=target, context=context) for each in (page, result))
    if tools.refusal is not None or answer.refusal is not None:
        yield "a", f"refused: {tools.refusal} {answer.refusal}"
        return
    listed = json.loads(tools.messages[0].to_bytes())["result"]["tools"][0]["outputSchema"]
    content = json.loads(answer.messages[0].to_bytes())["result"]["structuredContent"]
    Draft202012Validator.check_schema(listed)
    if listed.get("type") != "object" or not is_object(content):
        yield "a", f"no object: {listed} {content}"
    if not accepts(listed, content):
        yield "a", f"not valid by the translated schema: {content} {listed}"


def accepts(schema: Any, value: Any) -> bool:
    validator: Any = Draft202012Validator(schema)
    return bool(validator.is_valid(value))


def messages(source: str, schema: Any, value: Any) -> tuple[Any, Any]:
    """A list of one tool, and a result of it."""
    hints = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    bodies: dict[str, Any] = {
        "tools/list": {"tools": [tool("t", source, outputSchema=schema)], **hints},
        "tools/call": {"content": [], "structuredContent": value, **hints},
    }
    made = [
        mb.revision(source).parse(
            json.dumps({"jsonrpc": "2.0", "id": 1, "result": body}),
            sender="server",
            pending={1: method_of(method, source)},
        )
        for method, body in bodies.items()
    ]
    return made[0], made[1]
